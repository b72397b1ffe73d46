/* Words come from the lesson with its blanks (exercise_lesson): what would give one away is not in it. */
#include "lesson/sheet_task.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "core/tensor.h"
#include "lesson/code.h"
#include "lesson/result.h"
#include "python/eval.h"

enum { WIDTH = 78 };

/* Bytes of the word that a text begins with; the sizes of a shape, (4, 2), are one. */
static size_t word_length(const char *text)
{
    size_t length = strcspn(text, " \n");
    while (length > 1 && text[length] == ' ' && text[length - 1] == ',' &&
           is_digit(text[length - 2]) && is_digit(text[length + 1]))
        length += 1 + strcspn(text + length + 1, " \n");
    return length;
}

/* A paragraph of comments. */
static void put_comment(Buf *out, const char *text)
{
    int column = 0;
    while (*(text += strspn(text, " \n"))) {
        size_t length = word_length(text);
        int columns = utf8_columns_n(text, length);
        bool fits = column > 0 && column + 1 + columns <= WIDTH;
        buf_printf(out, "%s%.*s", fits ? " " : column > 0 ? "\n# " : "# ", (int)length, text);
        column = fits ? column + 1 + columns : 2 + columns;
        text += length;
    }
    buf_puts(out, column > 0 ? "\n" : "");
}

/* --- words ------------------------------------------------------------------------------------------ */

static void put_block(Buf *out, const Block *block)
{
    Buf text = {0};
    bool is_told = block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_ITEM ||
                   block->kind == BLOCK_QUOTE;
    buf_puts(&text, block->kind == BLOCK_ITEM ? "- " : "");
    for (int i = 0; i < block->spans; i++)
        buf_puts(&text, block->span[i].style == SPAN_BREAK ? " " : block->span[i].text);
    if (is_told && !strstr(buf_text(&text), BLANK))
        put_comment(out, buf_text(&text));
    buf_release(&text);
}

static void put_words(Buf *out, Arena *a, const Run *run, const Exercise *x, int from)
{
    Err err = {0};
    Lesson *copy = exercise_lesson(a, run, x, NULL, &err);
    const Stage *stage = copy ? &copy->stage[x->stage] : NULL;
    const int before = run->lesson->stage[x->stage].part[x->part].line;
    const int after = from < 0 ? 0 : run->lesson->stage[x->stage].part[from].line;
    for (int i = 0; stage && i < stage->parts; i++)
        if (stage->part[i].kind == PART_PROSE && stage->part[i].line < before &&
            stage->part[i].line > after)
            put_block(out, &stage->part[i].block);
    lesson_free(copy);
}

/* --- names ------------------------------------------------------------------------------------------ */

typedef struct Task {
    Arena *a;
    const Run *run;
    const Exercise *x;
    int first, last;
    Results results;
    Buf given, wanted;
    int names, uses;
    const char **name; /* names that are told */
} Task;

static bool is_told(Task *t, const char *name)
{
    for (int i = 0; i < t->names; i++)
        if (strcmp(t->name[i], name) == 0)
            return true;
    arena_push(t->a, t->name, t->names, name);
    return false;
}

/* Tells whether the sizes of a shape are what a blank asks for: reshape(___). */
static bool is_asked(const Task *t, const char *sizes)
{
    for (int i = 0; i < t->x->blanks; i++)
        for (int k = 0; k < t->x->blank[i].cuts; k++) {
            const struct AskedCut *cut = &t->x->blank[i].cut[k];
            const char *code = arena_text(t->a, t->run->lesson->source + cut->start,
                                          cut->end - cut->start);
            if (strchr(code, ',') && strstr(sizes, code))
                return true;
        }
    return false;
}

static void put_name(const Task *t, Buf *out, const char *name, const QkvTensor *tensor)
{
    const char *sizes = SIZES(tensor);
    buf_printf(out, "%s%s", out->length > 0 ? ", " : "", name);
    if (tensor->rank == 0)
        buf_puts(out, " (one number)");
    else if (!is_asked(t, sizes))
        buf_printf(out, " %s", sizes);
}

/* The last tensor of a name that is made in the lines from .. to of the lesson, or NULL. */
static const QkvTensor *tensor_of(const Task *t, const char *name, int from, int to)
{
    for (int i = t->results.count - 1; i >= 0; i--) {
        const Result *r = &t->results.item[i];
        if (r->tensor && r->line >= from && r->line <= to && strcmp(r->name, name) == 0)
            return r->tensor;
    }
    return NULL;
}

static void note_given(Task *t, const Node *n)
{
    const QkvTensor *tensor = n->kind == NODE_NAME ? tensor_of(t, n->text, 1, t->first - 1) : NULL;
    if (tensor && !is_told(t, n->text))
        put_name(t, &t->given, n->text, tensor);
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            note_given(t, n->kid[i]);
}

/* Notes what lines outside of functions begin with and make, in their order. */
static void note_statement(void *context, const Node *n, const Node *function)
{
    Task *t = context;
    const Node *value = code_value(n), *target = value ? n->kid[0] : NULL;
    if (function || n->kind == NODE_DEF || n->kind == NODE_CLASS || n->statement->line < t->first ||
        n->statement->last_line > t->last)
        return;
    note_given(t, value && n->kind != NODE_AUGMENTED ? value : n);
    const QkvTensor *tensor = target && target->kind == NODE_NAME
                                  ? tensor_of(t, target->text, t->first, t->last)
                                  : NULL;
    if (tensor && !is_told(t, target->text))
        put_name(t, &t->wanted, target->text, tensor);
}

/* Notes what a function is given the first time that it is called, and returns then. */
static void note_call(Task *t)
{
    const Run *run = t->run;
    int call = -1;
    for (int i = 0; i < run->lines; i++) {
        const RunLine *line = &run->line[i];
        bool is_own = line->kind == LINE_CALL && line->node == t->x->function;
        bool is_return = call >= 0 && line->call == call && line->node->kind == NODE_RETURN;
        if (call >= 0 && line->call != call && i >= run->line[call].end_line)
            return;
        call = call < 0 && is_own ? i : call;
        for (int k = 0; k < line->bounds && (i == call || is_return); k++) {
            const RunBound *b = &run->bound[line->first_bound + k];
            if (b->tensor)
                put_name(t, i == call ? &t->given : &t->wanted,
                         is_return ? "what it returns" : b->name, b->tensor);
        }
    }
}

/* Tells whether code uses what is written from nothing, or an object that it made. */
static bool is_use(const Task *t, const Node *n)
{
    for (int i = 0; i < t->names; i++)
        if (code_mentions(n, t->name[i]))
            return true;
    return code_mentions(n, t->x->name);
}

/* How later code of the lesson uses a class or function that is written from nothing, and what comes out. */
static void note_use(void *context, const Node *n, const Node *function)
{
    enum { MOST = 4, LONG = 60 };
    Task *t = context;
    const Node *target = code_value(n) ? n->kid[0] : NULL;
    if (function || t->uses == MOST || n->statement->line <= t->last || !code_is_simple(n) ||
        n->end - n->start > LONG || !target || target->kind != NODE_NAME || !is_use(t, n))
        return;
    const char *code = arena_text(t->a, t->run->lesson->source + n->start, n->end - n->start);
    const QkvTensor *tensor = tensor_of(t, target->text, n->statement->line,
                                        n->statement->last_line);
    t->uses++;
    if (tensor)
        put_name(t, &t->wanted, code, tensor);
    else
        buf_printf(&t->wanted, "%s%s", t->wanted.length > 0 ? ", " : "", code);
    if (!tensor)
        is_told(t, target->text);
}

void sheet_task(Buf *out, const Run *run, const Exercise *x, int first, int last, int from)
{
    Arena a = {0};
    Task t = {.a = &a, .run = run, .x = x, .first = first, .last = last};
    t.results = results_of(&a, run);
    t.given.arena = t.wanted.arena = &a;
    const bool is_write = x->kind == EXERCISE_WRITE;
    put_words(out, &a, run, x, from);
    if (is_write)
        code_each(run->lesson, note_use, &t);
    else if (x->function)
        note_call(&t);
    else
        code_each(run->lesson, note_statement, &t);
    if (t.given.length > 0)
        put_comment(out, arena_format(&a, "Given: %s.", buf_text(&t.given)));
    if (t.wanted.length > 0)
        put_comment(out, arena_format(&a, "%s: %s.", is_write ? "It is used so" : "Wanted",
                                      buf_text(&t.wanted)));
    arena_release(&a);
}

/* --- imports ---------------------------------------------------------------------------------------- */

static void put_import(void *context, const Node *n, const Node *function)
{
    Task *t = context;
    const char *code = arena_text(t->a, t->run->lesson->source + n->start, n->end - n->start);
    if (!function && (n->kind == NODE_IMPORT || n->kind == NODE_FROM) && !is_told(t, code))
        buf_printf(&t->given, "%s\n", code);
}

void sheet_imports(Buf *out, const Run *run)
{
    Arena a = {0};
    Task t = {.a = &a, .run = run, .given = {.arena = &a}};
    code_each(run->lesson, put_import, &t);
    buf_puts(out, buf_text(&t.given));
    arena_release(&a);
}
