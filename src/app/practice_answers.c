#include "app/practice_answers.h"

#include <stdio.h>
#include <string.h>

#include "app/saved.h"
#include "base/file.h"

enum { MOST_BYTES = 1 << 20, MOST_LINES = 1000 };

typedef struct Known {
    unsigned sum; /* over the author's lines */
    const char *lesson;
    ExerciseAnswer answer;
} Known;

const char *answers_path(Arena *a)
{
    return saved_path(a, "answers");
}

/* FNV-1a. */
static unsigned sum_of(const Lesson *lesson, int first, int last)
{
    Arena a = {0};
    uint32_t sum = 2166136261u;
    for (const char *at = exercise_code(&a, lesson, first, last); *at; at++)
        sum = (sum ^ (unsigned char)*at) * 16777619u;
    arena_release(&a);
    return sum;
}

/* The lines after a head that begin with a tab, without it. Moves *at behind them. */
static const char *read_text(Arena *a, const char **at)
{
    Buf text = {.arena = a};
    while (**at == '\t') {
        const size_t length = strcspn(*at, "\n");
        buf_printf(&text, "%s%.*s", text.length ? "\n" : "", (int)length - 1, *at + 1);
        *at += length + ((*at)[length] == '\n');
    }
    return buf_text(&text);
}

static int read_all(Arena *a, const char *path, Known **known)
{
    Buf text = {0};
    int count = 0;
    *known = NULL;
    if (path)
        file_read(&text, path, MOST_BYTES);
    for (const char *at = buf_text(&text); *at;) {
        const char *head = arena_text(a, at, strcspn(at, "\n"));
        Known one = {0};
        int name = 0;
        const bool is_head = sscanf(head, "%9d %9d %8x %n", &one.answer.first, &one.answer.last,
                                    &one.sum, &name) == 3 &&
                             name > 0;
        at += strlen(head) + (at[strlen(head)] == '\n');
        one.lesson = head + name;
        one.answer.text = read_text(a, &at);
        if (is_head && one.answer.first > 0 && one.answer.first <= one.answer.last &&
            one.answer.last - one.answer.first < MOST_LINES && *one.answer.text)
            arena_push(a, *known, count, one);
    }
    buf_release(&text);
    return count;
}

static void write_one(Buf *out, const Known *k)
{
    buf_printf(out, "%d %d %08x %s\n", k->answer.first, k->answer.last, k->sum, k->lesson);
    for (const char *at = k->answer.text; *at; at += strcspn(at, "\n"), at += *at == '\n')
        buf_printf(out, "\t%.*s\n", (int)strcspn(at, "\n"), at);
}

static bool is_same_place(const Known *k, const char *lesson, const ExerciseAnswer *answer)
{
    return k->answer.first == answer->first && k->answer.last == answer->last &&
           strcmp(k->lesson, lesson) == 0;
}

bool answers_note(const char *path, const char *lesson, const Practice *p)
{
    Arena a = {0};
    Buf text = {0};
    Known *known;
    ExerciseAnswer answer[EXERCISE_BLANKS];
    const int fresh = practice_answers(&a, p, answer);
    const int count = read_all(&a, path, &known);
    for (int i = 0; i < count && fresh > 0; i++) {
        bool is_old = false;
        for (int k = 0; k < fresh; k++)
            is_old = is_old || is_same_place(&known[i], lesson, &answer[k]);
        if (!is_old)
            write_one(&text, &known[i]);
    }
    for (int k = 0; k < fresh; k++)
        write_one(&text, &(Known){sum_of(p->run->lesson, answer[k].first, answer[k].last), lesson,
                                  answer[k]});
    saved_make_folders(path);
    const bool ok = fresh == 0 || file_replace_private(path, &text, true);
    buf_release(&text);
    arena_release(&a);
    return ok;
}

int answers_put(Worksheet *s, const char *path, const char *lesson)
{
    Arena a = {0};
    Known *known;
    const int count = read_all(&a, path, &known);
    const Lesson *own = s->run->lesson;
    int found = 0;
    for (int i = 0; i < count; i++) {
        const ExerciseAnswer *answer = &known[i].answer;
        if (strcmp(known[i].lesson, lesson) != 0 ||
            sum_of(own, answer->first, answer->last) != known[i].sum)
            continue;
        sheet_answer(s, *answer);
        found++;
    }
    arena_release(&a);
    return found;
}
