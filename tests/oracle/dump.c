/* Results of lessons, written for a comparison with PyTorch (tests/oracle/check.py).
 *
 * Standard input holds lessons, a line with the control character RS after each. For each of them,
 * standard output gets one line per result and a last one, fields between tabs:
 *
 *     tensor  STATEMENT  NAME  DTYPE  SIZES  CELLS  TEXT   blanks after sizes, cells
 *     value   STATEMENT  NAME  TEXT                         as repr writes it
 *     print   STATEMENT  TEXT
 *     error   STATEMENT  TEXT                               what it printed, and the way to the mistake
 *     failed  STATEMENT  MESSAGE                            -1 when the lesson cannot be read; what
 *                                                           comes after it is not told
 *     done    STATEMENTS
 *
 * With --rows it writes the table of operations instead. With --again, a cell of a gradient that is another
 * when it is computed again from its terms makes a lesson fail.
 *
 * A cell of floats is written as its bits in hexadecimal. NAME is empty for a bare expression. In
 * texts, newlines, tabs and backslashes are written \n, \t and \\. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/common.h"
#include "base/die.h"
#include "core/print.h"
#include "lesson/prepared.h"
#include "shown.h"

#define SEPARATOR "\x1e\n"

static void put_text(const char *text)
{
    for (; *text; text++)
        if (*text == '\n' || *text == '\t' || *text == '\\')
            printf("\\%c", *text == '\n' ? 'n' : *text == '\t' ? 't' : '\\');
        else
            putchar(*text);
}

static void put_cells(const QkvTensor *t)
{
    for (int64_t i = 0; i < t->count; i++) {
        uint32_t bits = 0;
        if (t->dtype == QKV_FLOAT32 || qkv_is_half(t->dtype)) {
            memcpy(&bits, &t->data.f[i], sizeof bits);
            printf("%08" PRIx32 " ", bits);
        } else if (t->dtype == QKV_FLOAT64) {
            uint64_t wide = 0;
            memcpy(&wide, &t->data.d[i], sizeof wide);
            printf("%016" PRIx64 " ", wide);
        } else {
            printf("%" PRId64 " ", qkv_is_long(t->dtype) ? t->data.i[i] : (int64_t)t->data.b[i]);
        }
    }
}

static void put_tensor(const char *kind, int statement, const char *name, const QkvTensor *t,
                       bool is_parameter)
{
    Buf text = {0};
    printf("%s\t%d\t%s\t%s\t", kind, statement, name, qkv_dtype_name(t->dtype));
    for (int d = 0; d < t->rank; d++)
        printf("%" PRId64 " ", t->size[d]);
    putchar('\t');
    put_cells(t);
    putchar('\t');
    if (is_parameter)
        print_parameter(&text, t, &print_default);
    else
        print_tensor(&text, t, &print_default);
    put_text(buf_text(&text));
    buf_release(&text);
}

/* The stages of the call of attention that made a tensor, in the order of the formula. */
static void put_stages(const QkvTape *tape, const Stop *stop)
{
    static const char *const stages[] = {"embedded", "qkv",     "q",       "k",      "v",
                                         "scores",   "scaled",  "mask",    "masked", "prepared",
                                         "weights",  "dropped", "context", "merged", "output"};
    int group = qkv_tape_group(tape, stop->tensor);
    for (int s = 0; group >= 0 && s < COUNT(stages); s++) {
        const char *name = stages[s];
        const QkvTensor *t = qkv_tape_stage(tape, group, name);
        if (t) {
            putchar('\n');
            put_tensor("stage", stop->statement, name, t, false);
        }
    }
}

static void put_stop(const QkvTape *tape, const Stop *stop)
{
    if (stop->kind == STOP_TENSOR) {
        put_tensor("tensor", stop->statement, stop->name ? stop->name : "", stop->tensor,
                   stop->is_parameter);
        put_stages(tape, stop);
    } else {
        if (stop->kind == STOP_VALUE)
            printf("value\t%d\t%s\t", stop->statement, stop->name ? stop->name : "");
        else
            printf("%s\t%d\t", stop->kind == STOP_ERROR ? "error" : "print", stop->statement);
        put_text(stop->text);
    }
    putchar('\n');
}

static void put_failure(int statement, const Err *err)
{
    printf("failed\t%d\t", statement);
    put_text(err->message);
    putchar('\n');
}

/* The statement of the first mistake: what does not need it runs on, which PyTorch does not do. */
static int first_mistaken(const Run *run)
{
    for (int i = 0; i < run->stops; i++)
        if (run->stop[i].kind == STOP_ERROR)
            return run->stop[i].statement;
    return run->statements;
}

/* The text of a lesson with the changes of each of its what-ifs. */
static void put_what_ifs(Run *run)
{
    prepared_run(run);
    for (int i = 0; i < run->prepareds; i++) {
        Buf text = {0};
        if (run->prepared[i].after)
            lesson_text(&text, run->prepared[i].after);
        printf("changed\t");
        put_text(buf_text(&text));
        putchar('\n');
        buf_release(&text);
    }
}

/* --- gradients again from their terms ---------------------------------------------------------------- */

static bool is_gradient(const QkvTape *tape, const QkvStep *step)
{
    int g = step->group;
    while (g >= 0 && strcmp(tape->group[g].name, "backward") != 0)
        g = tape->group[g].parent;
    return g >= 0;
}

static bool is_same(const QkvCall *c, int64_t cell, QkvArena *scratch)
{
    QkvTerms terms = qkv_terms(c, cell, scratch);
    double again = qkv_recompute(c, cell, &terms, scratch), x = qkv_tensor_at(c->out, cell);
    return memcmp(&again, &x, sizeof x) == 0 || (isnan(again) && isnan(x));
}

/* The first cell of a gradient that its terms do not make, as an error; false: there is none. */
static bool find_other(const QkvTape *tape, Err *err)
{
    Arena scratch = {0};
    bool found = false;
    for (int i = 0; i < tape->count && !found; i++) {
        const QkvCall *c = &tape->step[i].call;
        for (int64_t k = 0; k < c->out->count && !found && is_gradient(tape, &tape->step[i]); k++) {
            found = !is_same(c, k, &scratch);
            if (found)
                err_set(err, (Loc){0}, "cell %" PRId64 " of step %d, %s, is another from its terms",
                        k, i, c->op->name);
        }
    }
    arena_release(&scratch);
    return found;
}

static bool looks_again;

static void put_lesson(const char *text, size_t length)
{
    Err err = {0};
    Lesson *lesson = lesson_parse("lesson", text, length, &err);
    if (!lesson) {
        put_failure(-1, &err);
        return;
    }
    Run *run = run_lesson(lesson);
    int mistaken = first_mistaken(run);
    for (int i = 0; i < shown_count(run) && shown(run, i)->statement <= mistaken; i++)
        if (shown(run, i)->kind != STOP_LINE) /* says that nothing is shown */
            put_stop(run->tape, shown(run, i));
    put_what_ifs(run);
    if (run->err.set || (looks_again && find_other(run->tape, &err)))
        put_failure(mistaken, run->err.set ? &run->err : &err);
    else
        printf("done\t%d\n", run->statements);
    run_free(run);
    lesson_free(lesson);
}

static void read_all(Buf *out)
{
    char block[1 << 16];
    size_t length;
    while ((length = fread(block, 1, sizeof block, stdin)) > 0)
        buf_add(out, block, length);
}

/* How near to PyTorch the numbers of a row come, in the words of operations.py. */
static const char *accuracy(const QkvOp *op)
{
    bool adds = op->how == QKV_HOW_SUM || op->how == QKV_HOW_FOLD || op->how == QKV_HOW_PRODUCTS;
    return !op->is_near ? "exact" : adds ? "summed" : "close";
}

/* A line for each row that a lesson can call: name, signature, homes, accuracy. */
static int put_rows(void)
{
    int count;
    const QkvOp *const *op = qkv_ops(&count);
    for (int i = 0; i < count; i++)
        if (op[i]->homes)
            printf("%s\t%s\t%u\t%s\n", op[i]->name, op[i]->signature, op[i]->homes,
                   accuracy(op[i]));
    return 0;
}

int main(int count, char **args)
{
    base_say_no_memory();
    if (count > 1 && strcmp(args[1], "--rows") == 0)
        return put_rows();
    looks_again = count > 1 && strcmp(args[1], "--again") == 0;
    Buf input = {0};
    read_all(&input);
    const char *at = buf_text(&input), *end;
    for (; (end = strstr(at, SEPARATOR)) != NULL; at = end + strlen(SEPARATOR)) {
        put_lesson(at, (size_t)(end - at));
        fflush(stdout); /* so that after a crash it is known which lesson caused it */
    }
    buf_release(&input);
    return 0;
}
