/* Code that could not be read: the lines after the mistake in it are read again, for the changes that they
 * would have made. The lines of the mistake itself are looked at as text. */
#include <string.h>

#include "base/common.h"
#include "python/effect.h"
#include "python/parser.h"
#include "python/text.h"

enum { MOST_TRIES = 64, MOST_READ = 1 << 18, LONGEST_PATH = 100 };

static size_t line_end(const Code *code, size_t at)
{
    const char *found = memchr(code->source + at, '\n', code->end - at);
    return found ? (size_t)(found - code->source) + 1 : code->end;
}

static bool is_of_path(char c)
{
    return is_letter(c) || is_digit(c) || c == '.' || (unsigned char)c >= 0x80;
}

/* --- one line as text ----------------------------------------------------------------------------- */

/* True when an opening bracket belongs to no call, or to one that changes nothing. */
static bool is_plain_call(Eval *e, const Code *code, size_t start, size_t bracket)
{
    size_t from = bracket;
    Program program = {0};
    Err err = {0};
    while (from > start && bracket - from < LONGEST_PATH && is_of_path(code->source[from - 1]))
        from--;
    if (from == bracket) /* (a + b) */
        return bracket == start ||
               (code->source[bracket - 1] != ')' && code->source[bracket - 1] != ']');
    Code path = *code;
    path.start = from;
    path.end = bracket;
    path.col = 1;
    return parse(e->arena, &path, &program, &err) && program.count == 1 &&
           program.statement[0].node->kind == NODE_EXPRESSION &&
           effect_is_plain_callee(e, program.statement[0].node->kid[0]);
}

static bool is_plain(Eval *e, const Code *code, size_t start, size_t end)
{
    for (size_t at = start; at < end; at++)
        if (code->source[at] == '(' && !is_plain_call(e, code, start, at))
            return false;
    return true;
}

/* Where the targets of a line end: at its last `=` that assigns, outside of brackets; or its start. */
static size_t targets_end(const char *source, size_t start, size_t end)
{
    size_t found = start;
    for (size_t at = start; at + 1 < end && source[at] != '('; at++)
        if (source[at] == '=' && source[at + 1] != '=' && at > start &&
            !strchr("=<>!", source[at - 1]))
            found = at;
    return found;
}

/* A line changes its targets, and with an unknown call all names in it. */
static void look_at_line(Eval *e, const Code *code, size_t start, size_t end,
                         StatementEffect *effect, Locals *bound)
{
    const char *source = code->source;
    bool changes = !is_plain(e, code, start, end);
    size_t targets = targets_end(source, start, end);
    effect->unseen[UNSEEN_GENERATOR] |= changes;
    effect->unseen[UNSEEN_GRADIENTS] |= changes;
    for (size_t at = start, next; at < end; at = next) {
        for (next = at; next < end && is_of_path(source[next]) && source[next] != '.';)
            next++;
        const char *name = arena_text(e->arena, source + at, next - at);
        const Value *v = next > at ? eval_find_in(e->scope, name) : NULL;
        bool is_first = at == start || source[at - 1] != '.';
        if (v && is_first && (changes || at < targets))
            heap_add(e, &effect->deep, v);
        if (v && is_first && at < targets)
            arena_push(e->arena, bound->local, bound->count, (Local){.name = name});
        next += next == at;
    }
}

static void doubt_text(Eval *e, const Code *code, size_t start, size_t end, int line)
{
    StatementEffect effect = {0};
    Locals bound = {0};
    for (size_t at = start, next; at < end; at = next) {
        next = line_end(code, at);
        look_at_line(e, code, at, next < end ? next : end, &effect, &bound);
    }
    heap_open(e, &effect.deep);
    doubt_apply(e, &effect, &bound, line);
}

/* --- all of it ------------------------------------------------------------------------------------ */

/* True for a line that begins where statements do. */
static bool begins(const Code *code, size_t at)
{
    size_t column = 0;
    while (at + column < code->end && code->source[at + column] == ' ')
        column++;
    char c = at + column < code->end ? code->source[at + column] : '\n';
    return column <= (size_t)code->column && c != '\n' && c != '\t' && c != '\r';
}

/* An import makes names that are there without it, or are not known: unless it takes the place of others. */
static void doubt_import(Eval *e, const Node *n, int line)
{
    const StatementEffect nothing = {0};
    Locals taken = {0};
    const Locals *bound = eval_bound(e, n);
    for (int i = 0; i < bound->count; i++) {
        const Value *v = eval_find_in(e->scope, bound->local[i].name);
        if (v && v->kind != VALUE_NAMESPACE)
            arena_push(e->arena, taken.local, taken.count, bound->local[i]);
    }
    doubt_apply(e, &nothing, &taken, line);
}

static void doubt_read(Eval *e, const Node *n, int line)
{
    if (n->kind == NODE_IMPORT || n->kind == NODE_FROM)
        doubt_import(e, n, line);
    else
        doubt_statement(e, n, line, false);
}

/* Reads what it can from here on, up to the line of the next mistake. */
static void read_on(Eval *e, Code *code, int line)
{
    Program program = {0};
    Err err = {0};
    bool ok = parse(e->arena, code, &program, &err);
    for (int i = 0; i < program.count; i++)
        if (ok || program.statement[i].last_line < err.at.line)
            doubt_read(e, program.statement[i].node, line);
    if (ok)
        code->start = code->end;
    while (code->start < code->end && code->line < err.at.line) {
        code->start = line_end(code, code->start);
        code->line++;
    }
}

void doubt_code(Eval *e, const Code *unread, int line)
{
    Code code = *unread;
    doubt_unread(e, code.start, code.end, line);
    size_t read = 0; /* bytes, by all tries: each may go through all that is left */
    for (int i = 0; code.start < code.end && e->budget.left >= 0; i++) {
        bool is_last = i >= MOST_TRIES || read > MOST_READ;
        size_t mistake = code.start;
        do {
            code.start = line_end(&code, code.start);
            code.line++;
        } while (code.start < code.end && (is_last || !begins(&code, code.start)));
        doubt_text(e, &code, mistake, code.start, line);
        read += code.end - code.start;
        if (code.start < code.end)
            read_on(e, &code, line);
    }
}
