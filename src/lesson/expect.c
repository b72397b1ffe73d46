/* Expectations: whether a value, or what was printed, is what the lesson says. */
#include "lesson/maker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/expect.h"
#include "lesson/printed.h"
#include "python/doubt.h"
#include "python/text.h"
#include "torch/torch.h"

/* --- two texts ------------------------------------------------------------------------------ */

/* Takes the next line off a text, without blanks at its end and its newline; false at the end of the text. */
static bool next_expected_line(const char **rest, const char **line, size_t *length)
{
    *line = *rest;
    *length = strcspn(*rest, "\n");
    if (**rest == '\0')
        return false;
    *rest += *length + ((*rest)[*length] == '\n');
    while (*length > 0 && is_blank((*line)[*length - 1]))
        --*length;
    return true;
}

/* The number, from 1, of the first line that differs; 0 when none does. */
static int first_difference(const char *a, const char *b)
{
    for (int number = 1;; number++) {
        const char *left, *right;
        size_t length, other;
        bool more_left = next_expected_line(&a, &left, &length),
             more_right = next_expected_line(&b, &right, &other);
        if (!more_left && !more_right)
            return 0;
        if (length != other || memcmp(left, right, length) != 0)
            return number;
    }
}

bool expect_equal(const char *expected, const char *computed)
{
    return first_difference(expected, computed) == 0;
}

static bool is_expected_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

static const char *skip_digits(const char *p)
{
    return p + strspn(p, "0123456789");
}

/* Where the number that begins at `start` ends; `start` when there is none. */
static const char *number_end(const char *start)
{
    const char *p = start + (*start == '-'), *end = skip_digits(p);
    if (strncmp(p, "nan", 3) == 0 || strncmp(p, "inf", 3) == 0) {
        end = p + 3;
    } else if (end == p) {
        return start;
    } else {
        if (*end == '.')
            end = skip_digits(end + 1);
        const char *power = end + (end[0] == 'e') + (end[0] == 'e' && strchr("+-", end[1]));
        if (power > end && skip_digits(power) > power)
            end = skip_digits(power);
    }
    return is_expected_word(*end) ? start : end;
}

/* Goes past the next number of `text`, from *at on; false where none is left. A digit inside a name, as in q2, begins
 * none. */
static bool next_number_in(const char *text, const char **at, double *value)
{
    for (const char *p = *at; *p; p++) {
        const char *end = number_end(p);
        if (end > p && !(p > text && is_expected_word(p[-1]))) {
            *value = strtod(p, NULL);
            *at = end;
            return true;
        }
    }
    *at += strlen(*at);
    return false;
}

typedef struct NumberDiff {
    int left, right; /* numbers in each text                            */
    int differ;      /* of those that have a partner, by value          */
    double most;     /* the largest distance, of those that can be told */
} NumberDiff;

/* Numbers are compared in order: neither a column that became wider nor a line that broke elsewhere hides that only
 * digits changed. */
static NumberDiff compare_number_texts(const char *a, const char *b)
{
    NumberDiff n = {0};
    for (const char *left = a, *right = b;;) {
        double x = 0, y = 0;
        bool more_left = next_number_in(a, &left, &x), more_right = next_number_in(b, &right, &y);
        if (!more_left && !more_right)
            return n;
        n.left += more_left;
        n.right += more_right;
        bool equal = x == y || (isnan(x) && isnan(y));
        n.differ += more_left && more_right && !equal;
        if (!equal && fabs(x - y) > n.most)
            n.most = fabs(x - y);
    }
}

void expect_summary(Buf *out, const char *expected, const char *computed)
{
    NumberDiff n = compare_number_texts(expected, computed);
    if (*computed == '\0')
        buf_puts(out, "the computed text is empty");
    else if (n.left != n.right)
        buf_printf(out, "%d number%s expected, and %d computed", n.left, plural(n.left), n.right);
    else if (n.left == 0)
        buf_puts(out, "the texts differ");
    else if (n.differ == 0)
        buf_puts(out, "the numbers are equal, but the text around them differs");
    else
        buf_printf(out, "%d of %d number%s differ%s, by at most %.4g", n.differ, n.left,
                   plural(n.left), n.differ == 1 ? "s" : "", n.most);
}

static void list_lines(Buf *out, const char *heading, const char *text, int marked)
{
    const char *line;
    size_t length;
    int number = 1;
    buf_printf(out, "  %s\n", heading);
    for (; next_expected_line(&text, &line, &length); number++) {
        buf_puts(out, number == marked ? "  > " : "    ");
        buf_shown_lines(out, line, length, CODE_TAB);
        buf_putc(out, '\n');
    }
    if (number <= marked)
        buf_puts(out, "  > (nothing more)\n");
}

void expect_detail(Buf *out, const char *expected, const char *computed)
{
    int marked = first_difference(expected, computed);
    list_lines(out, "expected", expected, marked);
    list_lines(out, "computed", computed, marked);
}

/* --- the lesson's --------------------------------------------------------------------------- */

static void add_failure(Maker *m, Loc at, const char *name, const char *expected,
                        const char *computed)
{
    Run *run = m->run;
    Buf message = {0}, detail = {0};
    buf_printf(&message, "expect%s%s: ", *name ? " " : "", name);
    expect_summary(&message, expected, computed);
    expect_detail(&detail, expected, computed);
    Failure failure = {.at = at,
                       .stage = m->stage,
                       .stop = run->stops - 1,
                       .message = arena_keep(m->eval.arena, &message),
                       .detail = arena_keep(m->eval.arena, &detail)};
    arena_push(m->eval.arena, run->failure, run->failures, failure);
}

static int count_characters(const char *bytes, size_t length)
{
    return (int)text_characters(&(Text){bytes, length});
}

/* The name after the word `expect`, or that word. Expectations come in the order of their
 * lines. */
static Loc expectation_place(Maker *m, const Part *part)
{
    for (; m->line_number < part->line - 1; m->line_number++)
        m->line += strcspn(m->line, "\n") + 1;
    Loc at = {m->run->lesson->path, m->line_number, 1, (int)strlen("expect")};
    const char *fence = strstr(m->line, "expect"), *found = fence;
    if (fence && *part->name) {
        found = strstr(fence + strlen("expect"), part->name);
        at.width = count_characters(part->name, strlen(part->name));
    }
    if (found)
        at.col += count_characters(m->line, (size_t)(found - m->line));
    return at;
}

/* The line below an expectation that gives the name its value, "x = ..."; 0 when there is none. */
static int line_below(const Maker *m, const char *name)
{
    const char *line = m->line;
    size_t length = strlen(name);
    for (int number = m->line_number; *line; number++) {
        bool is_name = strncmp(line, name, length) == 0;
        const char *after = line + length + (is_name ? strspn(line + length, " ") : 0);
        if (is_name && after[0] == '=' && after[1] != '=')
            return number;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return 0;
}

static bool fail_expected_name(Maker *m, Loc at, const char *name)
{
    const char *nearest = eval_nearest(&m->eval, name);
    int below = line_below(m, name);
    if (below > 0)
        return err_set(m->eval.err, at,
                       "expect: '%s' gets its value in line %d: put this block after it", name,
                       below);
    if (nearest)
        return err_set(m->eval.err, at, "expect: unknown name '%s': did you mean '%s'?", name,
                       nearest);
    return err_set(m->eval.err, at,
                   "expect: unknown name '%s': nothing was assigned to it before this line", name);
}

/* The stages that an expectation can name, one after the other. */
static void list_stages(const QkvTape *tape, int group, Buf *out)
{
    const QkvGroup *g = &tape->group[group];
    for (int i = g->first; i < g->first + g->count; i++) {
        const char *stage = qkv_tape_stage_name(tape, group, i);
        if (stage && !(g->result && strcmp(stage, g->result) == 0)) /* the call itself */
            buf_printf(out, "%s%s", out->length ? ", " : "", stage);
    }
}

static bool fail_stage(Maker *m, Loc at, const char *name, int group, const char *stage)
{
    Buf stages = {0};
    if (group >= 0)
        list_stages(m->run->tape, group, &stages);
    if (stages.length > 0)
        err_set(m->eval.err, at, "expect: '%s' has no stage '%s': it has %s", name, stage,
                buf_text(&stages));
    else
        err_set(m->eval.err, at,
                "expect: '%s' has no stage '%s': only what a call such as net(x) made has stages",
                name, stage);
    buf_release(&stages);
    return false;
}

/* The stage that "y.weights" names, if y is what a call made: else NULL. */
static const QkvTensor *find_stage(Maker *m, const Node *n)
{
    const QkvTape *tape = m->run->tape;
    bool is_member = n->kind == NODE_ATTRIBUTE && n->kid[0]->kind == NODE_NAME;
    const Value *v = is_member ? eval_lookup(&m->eval, n->kid[0]->text) : NULL;
    int group = v && tensor_in(v) ? qkv_tape_group(tape, v->tensor) : -1;
    return group >= 0 ? qkv_tape_stage(tape, group, n->text) : NULL;
}

/* Neither a name nor a stage that is meant as one, "y.wieghts", is told as an error of Python's. */
static bool fail_expected(Maker *m, Loc at, const Node *n)
{
    const Node *name = n->kind == NODE_ATTRIBUTE ? n->kid[0] : n;
    bool is_lack = doubt_why(&m->eval) != NULL;
    Err err = *m->eval.err;
    eval_recover(&m->eval);
    if (is_lack)
        return false;
    const Value *v = name->kind == NODE_NAME ? eval_lookup(&m->eval, name->text) : NULL;
    if (name->kind == NODE_NAME && !v) {
        at.width = count_characters(name->text, strlen(name->text));
        return fail_expected_name(m, at, name->text);
    }
    if (n->kind == NODE_ATTRIBUTE && v && tensor_in(v))
        return fail_stage(m, at, name->text, qkv_tape_group(m->run->tape, v->tensor), n->text);
    *m->eval.err = err;
    return false;
}

/* The value of an expression, as print writes it. What it computes is nothing of the lesson's. */
static bool write_value(Maker *m, const Part *part, Loc at, Buf *computed)
{
    Eval *e = &m->eval;
    const Node *n = part->program.statement[0].node->kid[0];
    const QkvTensor *stage = find_stage(m, n);
    size_t printed = e->printed.length;
    Value v = stage ? value_tensor(stage) : value_none;
    QkvAside *aside = qkv_aside(m->run->q);
    e->at = NULL;
    bool ok = stage || eval_expression(e, n, &v);
    ok = ok && eval_write(e, &v, false, LIMIT_OUTPUT, computed) && eval_wrote(e, computed->length);
    qkv_return(m->run->q, aside);
    buf_cut(&e->printed, printed);
    if (!ok && e->err->set && e->err->at.line == 0)
        e->err->at = at;
    return ok || fail_expected(m, at, n);
}

/* Writes what was printed since a place. */
static void write_printed(Maker *m, size_t since, Buf *computed)
{
    const Buf *printed = &m->eval.printed;
    buf_clear(computed);
    buf_add(computed, buf_text(printed) + since, printed->length - since);
    for (size_t i = 0; i < computed->length; i++)
        if (computed->text[i] == '\0')
            computed->text[i] = '\1'; /* no expected text can hold it: they differ */
}

/* Writes what a notebook shows for the last line of a cell, when that is an expression. */
static void write_last(Maker *m, Buf *out)
{
    if (m->last.kind == VALUE_ABSENT || m->last.kind == VALUE_NONE)
        return;
    Eval *e = &m->eval;
    e->at = NULL;
    if (eval_write(e, &m->last, true, LIMIT_OUTPUT, out))
        eval_wrote(e, out->length);
    else
        eval_recover(e); /* too long to be shown, as has been told */
}

/* "torch.Tensor", as notebooks show the class that prints as "<class 'torch.Tensor'>". */
static bool is_class_name(const char *expected, const char *computed)
{
    static const char open[] = "<class '", close[] = "'>";
    size_t length = strcspn(expected, "\n");
    return strncmp(computed, open, strlen(open)) == 0 &&
           strncmp(computed + strlen(open), expected, length) == 0 &&
           strcmp(computed + strlen(open) + length, close) == 0;
}

static bool fits_computed(const char *expected, const char *computed)
{
    Buf clean = {0}, plain = {0};
    if (expect_equal(expected, computed))
        return true;
    printed_clean(&clean, expected, computed);
    printed_plain(&plain, computed, buf_text(&clean));
    bool equal = expect_equal(buf_text(&clean), buf_text(&plain));
    buf_release(&clean);
    buf_release(&plain);
    return equal;
}

/* Compares with what was printed, and then maybe the value of the last line: where lines break in that one is the
 * notebook's affair. */
static bool fits_printed(Maker *m, const char *expected, Buf *computed)
{
    Buf value = {0};
    if (fits_computed(expected, buf_text(computed)))
        return true;
    write_last(m, &value);
    if (value.length == 0)
        return false;
    size_t length = computed->length;
    bool same = length == 0 && is_class_name(expected, buf_text(&value));
    buf_add(computed, buf_text(&value), value.length);
    same = same || fits_computed(expected, buf_text(computed));
    if (!same && !tensor_in(&m->last) && strncmp(expected, computed->text, length) == 0) {
        Buf clean = {0}, plain = {0};
        printed_clean(&clean, expected + length, buf_text(&value));
        printed_plain(&plain, buf_text(&value), buf_text(&clean));
        same = printed_same_words(buf_text(&clean), buf_text(&plain));
        buf_release(&clean);
        buf_release(&plain);
    }
    buf_release(&value);
    return same;
}

/* Compares with what was printed since the last expectation, or by the last block alone: not every cell of a notebook
 * was saved with what it printed. */
static bool compare_printed(Maker *m, const Part *part, Buf *computed)
{
    size_t taken = m->taken, begun = m->begun > taken ? m->begun : taken;
    m->taken = m->eval.printed.length;
    write_printed(m, begun, computed);
    if (fits_printed(m, part->text, computed))
        return true;
    if (m->run->lesson->is_notebook || taken == begun)
        return false;
    write_printed(m, taken, computed);
    return fits_printed(m, part->text, computed);
}

static void count_expectation(Maker *m, const Part *part, Loc at, bool same, const Buf *computed)
{
    m->run->expectations++;
    if (same)
        return;
    Buf clean = {0};
    printed_clean(&clean, part->text, buf_text(computed));
    add_failure(m, at, part->name, buf_text(&clean), buf_text(computed));
    buf_release(&clean);
}

/* Where a mistake kept something from being printed, a difference says nothing. */
static void check_printed(Maker *m, const Part *part, Loc at)
{
    Buf computed = {0};
    bool same = compare_printed(m, part, &computed);
    if (!m->is_cut && (same || !m->was_cut || m->run->lesson->is_notebook))
        count_expectation(m, part, at, same, &computed);
    m->is_cut = m->was_cut = false;
    buf_release(&computed);
}

static void check_value(Maker *m, const Part *part, Loc at)
{
    Buf computed = {0};
    bool ok = part->err ? err_set(m->eval.err, part->err->at, "%s", part->err->message)
                        : write_value(m, part, at, &computed);
    if (ok)
        count_expectation(m, part, at, fits_computed(part->text, buf_text(&computed)), &computed);
    if (m->err.set)
        maker_mistake(m, &m->err, "");
    if (!ok)
        m->is_over = !eval_recover(&m->eval) || m->is_over;
    buf_release(&computed);
}

void maker_expect(Maker *m, const Part *part)
{
    Loc at = expectation_place(m, part);
    if (*part->name)
        check_value(m, part, at);
    else
        check_printed(m, part, at);
}
