#include "made.h"

#include <check.h>

Arena arena;
Lesson *lesson;
Run *run;

static uint32_t random_state;

Lesson *made_lesson(const char *code)
{
    Err err = {0};
    Buf text = {0};
    buf_printf(&text, "## s\n\n```python\n%s\n```\n", code);
    Lesson *made = lesson_parse("x.md", text.text, text.length, &err);
    ck_assert_msg(made != NULL, "%s", err.message);
    buf_release(&text);
    return made;
}

void start(const char *code)
{
    lesson = made_lesson(code);
    run = run_lesson(lesson);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
}

void start_file(const char *path)
{
    Err err = {0};
    lesson = lesson_read(path, &err);
    ck_assert_msg(lesson != NULL, "%s: %s", path, err.message);
    run = run_lesson(lesson);
}

void stop(void)
{
    run_free(run);
    lesson_free(lesson);
    arena_release(&arena);
}

void made_seed(int seed)
{
    random_state = (uint32_t)seed;
}

int made_random(int below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (int)((random_state >> 8) % (uint32_t)below);
}
