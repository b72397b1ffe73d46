/* The language against Python: NAME.txt hold examples with what Python printed, one to three lines
 * each, and every one is a program of its own.
 *
 *     >>> 7 // -2
 *     -4
 *
 * Where Python raises an exception, the program must be refused. Python's doctest reads the same
 * files: each says how. */
#ifndef TESTS_PYTHON_DOCTEST_H
#define TESTS_PYTHON_DOCTEST_H

#include <stdio.h>
#include <string.h>

#include "checked.h"
#include "core/qkv_trace.h"
#include "python/eval.h"
#include "python/parser.h"
#include "python/text.h"

/* Writes what Python's prompt shows of a statement: what it prints, and the value of an expression. */
static bool run_example(Eval *e, const Node *n, Buf *out)
{
    Value v;
    size_t printed = e->printed.length;
    if (!eval_statement(e, n, &v))
        return false;
    buf_shown_lines(out, buf_text(&e->printed) + printed, e->printed.length - printed, 8);
    if (v.kind == VALUE_ABSENT || v.kind == VALUE_NONE)
        return true;
    bool fits = eval_write(e, &v, true, LIMIT_OUTPUT, out);
    buf_putc(out, '\n');
    return fits;
}

/* True if the examples are of gradients: for the others, as for a lesson that asks for none, there are no steps to
 * go back over. */
static bool with_gradients;

/* Writes what a program of this code shows; false with the message when it is refused. */
static bool show(const char *code, const Package *const *packages, Buf *out)
{
    Err err = {0};
    Program program = {0};
    Qkv *q = qkv_new();
    Code block = {"x.md", code, 0, strlen(code), 1, 0};
    if (strstr(code,
               "requires_grad")) /* without a tape nothing has a grad_fn, not even parameters */
        qkv_record(q);
    qkv_limit(q, (QkvLimits){LIMIT_CELLS, LIMIT_ALL_CELLS, LIMIT_MULTIPLICATIONS, LIMIT_STEPS});
    qkv_require_seed(q);
    if (with_gradients)
        qkv_record(q);
    Eval e = eval_begin(q, "x.md", code, packages, &err);
    bool ok = parse(qkv_arena(q), &block, &program, &err);
    for (int i = 0; ok && i < program.count; i++)
        ok = run_example(&e, program.statement[i].node, out);
    if (!ok)
        buf_clear(out);
    buf_puts(out, ok ? "" : err.message);
    buf_release(&e.printed);
    qkv_free(q);
    return ok;
}

/* Writes what a program prints, and why it was given up: false, if it was. */
static inline bool print_program(const char *code, Buf *out)
{
    Err err = {0};
    Program program = {0};
    Value unused;
    Qkv *q = qkv_new();
    Code block = {"x.py", code, 0, strlen(code), 1, 0};
    static const Package *const none[] = {NULL};
    qkv_limit(q, (QkvLimits){LIMIT_CELLS, LIMIT_ALL_CELLS, LIMIT_MULTIPLICATIONS, LIMIT_STEPS});
    Eval e = eval_begin(q, block.file, code, none, &err);
    bool ok = parse(qkv_arena(q), &block, &program, &err);
    for (int i = 0; ok && i < program.count; i++)
        ok = eval_statement(&e, program.statement[i].node, &unused);
    buf_puts(out, buf_text(&e.printed));
    if (!ok)
        buf_printf(out, "line %d: %s\n", err.at.line, err.message);
    buf_release(&e.printed);
    qkv_free(q);
    return ok;
}

typedef struct Example {
    Buf code, shown;
    bool refused;
    bool is_mixed; /* an error, and something else is shown: only one of them would be looked at */
    int line;
} Example;

/* Adds to `wrong` what differs. */
static void check_example(const Example *x, const Package *const *packages, Buf *wrong)
{
    Buf out = {0};
    bool fine = show(buf_text(&x->code), packages, &out);
    if (fine == x->refused || (fine && strcmp(buf_text(&out), buf_text(&x->shown)) != 0))
        buf_printf(wrong, "line %d: %s  Python %s\n%s  and here it %s\n%s\n", x->line,
                   buf_text(&x->code), x->refused ? "refuses it" : "shows", buf_text(&x->shown),
                   fine ? "shows" : "is refused", buf_text(&out));
    buf_release(&out);
}

static void end_example(Example *x, const Package *const *packages, int *ran, Buf *wrong)
{
    if (x->code.length == 0)
        return;
    check_example(x, packages, wrong);
    if (x->is_mixed)
        buf_printf(wrong, "line %d: an error is an example of its own: leave a line empty\n",
                   x->line);
    ++*ran;
    buf_clear(&x->code);
    buf_clear(&x->shown);
    x->refused = x->is_mixed = false;
}

static void read_line(Example *x, const char *line, int number)
{
    if (strncmp(line, ">>> ", 4) == 0 || strncmp(line, "... ", 4) == 0) {
        x->line = *line == '>' ? number : x->line;
        x->is_mixed = x->is_mixed || x->refused;
        buf_puts(&x->code, line + 4);
    } else if (strncmp(line, "Traceback ", 10) == 0) {
        x->refused = true;
        x->is_mixed = x->is_mixed || x->shown.length > 0;
    } else if (x->code.length > 0) {
        buf_puts(&x->shown, strcmp(line, "<BLANKLINE>\n") == 0 ? "\n" : line);
    }
}

/* Runs all examples of a file with Python's names and those of the packages. */
static inline void check_examples(const char *path, const Package *const *packages)
{
    char line[512];
    Example x = {0};
    Buf wrong = {0};
    int ran = 0, begun = 0;
    with_gradients = strstr(path, "gradients") != NULL;
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s: run this from the project's folder", path);
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        begun += x.code.length == 0 && strncmp(line, ">>> ", 4) == 0;
        if (*line == '\n')
            end_example(&x, packages, &ran, &wrong);
        else
            read_line(&x, line, number);
    }
    end_example(&x, packages, &ran, &wrong);
    fclose(file);
    ck_assert_msg(wrong.length == 0, "%s\n%.3000s", path, buf_text(&wrong));
    ck_assert(ran > 0 && ran == begun);
    buf_release(&wrong);
    buf_release(&x.code);
    buf_release(&x.shown);
}

#endif
