/* Lines of an exercise with a mistake in them, as an author would write them. */
#include <string.h>

#include "lesson/exercise.h"
#include "lesson/judge_explain.h"
#include "lesson/judge_tree.h"

Mutations exercise_mistakes(Arena *a, const Run *run, const Exercise *x)
{
    Mutations all = mutations_of(a, run->lesson, run, x->step);
    int unit[EXERCISE_LINES][2];
    int units = exercise_units(run->lesson, x, unit, EXERCISE_LINES), kept = 0;
    for (int i = 0; i < all.count; i++) {
        const Mutation *m = &all.item[i];
        bool fits = false;
        for (int u = 0; u < units && m->edits == 1 && !strchr(m->edit[0].text, '\n'); u++)
            fits = fits || (m->line >= unit[u][0] && m->line <= unit[u][1]);
        if (fits)
            all.item[kept++] = *m;
    }
    all.count = kept;
    return all;
}

static bool read_code(Arena *a, TreeCode *code)
{
    Err err = {0};
    const Program *program = judge_parsed(a, code->text, &err);
    if (program)
        code->program = *program;
    return program != NULL;
}

/* Tells whether a value means the same without a pair of its brackets, and then it is written without them. */
static bool drop_brackets(Arena *a, char *value, size_t open)
{
    size_t close = open;
    for (int depth = 0; value[close]; close++) {
        depth += value[close] == '(';
        if (value[close] == ')' && --depth == 0)
            break;
    }
    if (!value[close])
        return false;
    TreePair pair[TREE_PAIRS];
    TreeCode was = {.text = value};
    TreeCode now = {.text = arena_format(a, "%.*s%.*s%s", (int)open, value, (int)(close - open - 1),
                                         value + open + 1, value + close + 1)};
    bool is_same = read_code(a, &was) && read_code(a, &now) &&
                   tree_differences(a, &was, &now, pair) == 0;
    if (is_same)
        memcpy(value, now.text, strlen(now.text) + 1);
    return is_same;
}

/* A mistake is put in with brackets around it, that it may stand anywhere; an author writes those that are needed. */
static const char *without_brackets(Arena *a, const char *line, size_t value, size_t first,
                                    size_t length)
{
    char *own = memcpy(arena_alloc(a, strlen(line) + 1), line, strlen(line) + 1);
    for (size_t at = first; at < first + length && own[at] && first >= value;)
        if (own[at] == '(' && drop_brackets(a, own + value, at - value))
            length -= 2;
        else
            at++;
    return own;
}

const char *exercise_mistaken(Arena *a, const Lesson *lesson, const Mutation *m, int first,
                              int last)
{
    const Node *n = exercise_statement(lesson, first);
    const Edit *e = &m->edit[0];
    if (m->line < first || m->line > last || !n || e->start < n->start || e->end > n->end)
        return NULL;
    const char *line = arena_format(a, "%.*s%s%.*s", (int)(e->start - n->start),
                                    lesson->source + n->start, e->text, (int)(n->end - e->end),
                                    lesson->source + e->end);
    return without_brackets(a, line, exercise_value_start(lesson, n) - n->start,
                            e->start - n->start, strlen(e->text));
}
