/* Each try runs in a scope of its own inside of the one at hand; the tape does not see it, and the generator and the
 * evaluator are put back to where they were. */
#include "lesson/probe.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/common.h"
#include "lesson/judge_compare.h"
#include "python/check.h"
#include "python/names.h"

enum { MOST_NAMES = 32, MOST_VISITS = 64, MOST_EVALUATIONS = 200000 };

/* Results of a block, for each name that counts, and what it returned or is. */
typedef struct Made {
    bool ok, returned;
    int names;
    Value value[MOST_NAMES + 1];
} Made;

static bool run_block(Eval *e, const ProbeTry *x, Value *last)
{
    *last = (Value){.kind = VALUE_ABSENT};
    for (int i = 0; i < x->program->count && e->flow == FLOW_ON; i++)
        if (!eval_statement(e, x->program->statement[i].node, last))
            return false;
    return e->flow == FLOW_ON || e->flow == FLOW_RETURN;
}

/* Puts the evaluator back to where it was, but for the memory of what was printed. */
static void put_back(Eval *e, const Eval *before)
{
    Buf printed = e->printed;
    *e = *before;
    e->printed = printed;
    buf_cut(&e->printed, before->printed.length);
    *e->err = (Err){0};
    qkv_clear_error(e->q);
}

static Made run_try(const Probing *p, Eval *e, const ProbeTry *x)
{
    const Eval before = *e;
    Made made = {.names = p->names};
    Value last;
    Scope *scope = arena_new(e->arena, Scope);
    scope->outer = e->scope;
    e->scope = scope;
    e->watch = NULL;
    e->budget.left = e->budget.left < MOST_EVALUATIONS ? e->budget.left : MOST_EVALUATIONS;
    made.ok = run_block(e, x, &last);
    made.returned = e->flow == FLOW_RETURN;
    for (int i = 0; made.ok && i < p->names; i++) {
        const Value *v = eval_find_in(scope, p->name[i]);
        made.value[i] = v ? *v : (Value){.kind = VALUE_ABSENT};
    }
    made.value[p->names] = made.returned ? e->returned : last;
    put_back(e, &before);
    return made;
}

/* --- comparing ------------------------------------------------------------------------------------ */

/* A tensor of one number, and a plain one. */
static bool is_number_of(const QkvTensor *t, double number)
{
    double x = qkv_tensor_at(t, 0);
    return fabs(x - number) <= 2e-5 * fabs(number) + 1e-9;
}

static bool is_same_value(Eval *e, const Value *a, const Value *b)
{
    int64_t cell;
    if (tensor_in(a) && tensor_in(b))
        return a->tensor->rank == b->tensor->rank && a->tensor->count == b->tensor->count &&
               memcmp(a->tensor->size, b->tensor->size,
                      (size_t)a->tensor->rank * sizeof *a->tensor->size) == 0 &&
               !a->tensor->hole && !b->tensor->hole &&
               judge_differ(a->tensor, b->tensor, 0, &cell) == 0;
    const Value *t = tensor_in(a) ? a : b, *other = t == a ? b : a;
    double number;
    if (tensor_in(t) && t->tensor->rank == 0 && value_number(other, &number))
        return is_number_of(t->tensor, number);
    if (a->kind == VALUE_ABSENT || b->kind == VALUE_ABSENT)
        return a->kind == b->kind;
    bool is_row = value_is_row(a) && value_is_row(b);
    if (is_row && row_in(a)->count != row_in(b)->count)
        return false;
    for (int64_t i = 0; is_row && i < row_in(a)->count; i++)
        if (!is_same_value(e, &row_in(a)->item[i], &row_in(b)->item[i]))
            return false;
    if (is_row)
        return true;
    Buf x = {0}, y = {0};
    bool same = eval_write(e, a, true, LIMIT_PARAGRAPH, &x) &&
                eval_write(e, b, true, LIMIT_PARAGRAPH, &y) &&
                judge_texts_alike(buf_text(&x), buf_text(&y));
    buf_release(&x);
    buf_release(&y);
    return same;
}

static bool is_same_made(Eval *e, const Made *a, const Made *b)
{
    if (!a->ok || !b->ok || a->returned != b->returned)
        return false;
    const Eval before = *e;
    bool same = true;
    for (int i = 0; same && i <= a->names; i++)
        same = is_same_value(e, &a->value[i], &b->value[i]);
    put_back(e, &before);
    return same;
}

/* --- all of them ---------------------------------------------------------------------------------- */

static void try_all(Probing *p, Eval *e, QkvAside *here)
{
    Made answer = run_try(p, e, &p->answer);
    qkv_return(e->q, here);
    p->visits++;
    p->answer.has_run = answer.ok;
    for (int i = 0; i < p->tries; i++) {
        ProbeTry *x = &p->item[i];
        if (!x->is_alive)
            continue;
        if (i % 16 == 0 && clock_used() > p->end) {
            p->is_cut = true;
            for (; i < p->tries && p->visits == 1; i++)
                p->item[i].is_alive = false;
            return;
        }
        Made made = run_try(p, e, x);
        qkv_return(e->q, here);
        x->has_run |= made.ok;
        x->is_alive = is_same_made(e, &answer, &made);
    }
}

void probe_reach(Probing *p, Eval *e, const Node *n)
{
    const Statement *s = n->statement;
    if (!s || s->line != p->line || s->last_line > p->last_line || p->visits >= MOST_VISITS ||
        p->is_inside)
        return;
    p->is_inside = true;
    QkvAside *before = qkv_aside(e->q), *here = qkv_aside(e->q);
    try_all(p, e, here);
    qkv_return(e->q, before);
    p->is_inside = false;
}
