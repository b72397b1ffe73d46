#include "made.h"

#include <string.h>

#include "checked.h"

Arena arena;
Lesson *lesson;
Run *run;

const char *const made_lessons[MADE_LESSONS] = {
    "lessons/00-why-look-at-other-words.md",
    "lessons/01-hand-crafted-weights.md",
    "lessons/02-padded-sentences.md",
    "lessons/03-applying-a-mask.md",
    "lessons/25-self-attention-version-1.md",
    "lessons/26-one-matrix.md",
    "lessons/27-mask-dropout-output.md",
    "lessons/28-the-interview-version.md",
    "lessons/29-columns-and-einsum.md",
    "lessons/13-many-heads.md",
    "lessons/30-many-heads-in-code.md",
    "lessons/31-many-heads-with-einsum.md",
    "lessons/04-why-divide-by-the-root.md",
    "lessons/05-one-step-of-learning.md",
    "lessons/06-the-gradient-of-softmax.md",
    "lessons/07-back-through-attention.md",
    "lessons/08-a-head-is-trained.md",
    "lessons/10-looking-back-only.md",
    "lessons/14-queries-from-another-sentence.md",
    "lessons/16-one-token-at-a-time.md",
    "lessons/17-fewer-keys.md",
    "lessons/18-a-softmax-in-pieces.md",
    "lessons/11-positions.md",
    "lessons/12-turning-rope.md",
    "lessons/15-a-transformer-block.md",
    "lessons/09-who-is-she.md",
    "lessons/19-reading-backwards.md",
    "lessons/20-what-followed-last-time.md",
    "lessons/21-a-weight-is-not-an-explanation.md",
    "lessons/22-the-next-word.md",
    "lessons/24-what-it-learns-from.md",
    "lessons/23-temperature-and-sampling.md",
    "lessons/32-a-head-of-a-real-model.md",
    "lessons/33-padding.md",
    "lessons/34-where-the-mask-begins.md",
    "lessons/35-where-unwanted-weight-goes.md",
    "lessons/36-a-block-of-today.md",
    "lessons/37-not-all-experts.md",
    "lessons/38-a-smaller-cache-still.md",
    "lessons/39-what-a-token-is.md",
    "lessons/40-few-bits.md",
    "lessons/41-your-sentence.md",
    "lessons/42-the-whole-class.md",
};

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

void start_text(const char *path, const char *text)
{
    Err err = {0};
    lesson = lesson_parse(path, text, strlen(text), &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    run = run_lesson(lesson);
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

int made_line(const char *code)
{
    size_t length = strlen(code);
    int line = 1;
    for (const char *at = lesson->source; *at; line++) {
        at += strspn(at, " ");
        if (strncmp(at, code, length) == 0 && at[length] == '\n')
            return line;
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return 0;
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
