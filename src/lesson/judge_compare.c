/* Results are paired by their statements, and within one by their names, in their order. */
#include "lesson/judge_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "core/print.h"
#include "core/tensor.h"
#include "lesson/code.h"
#include "lesson/phrase.h"

/* --- numbers -------------------------------------------------------------------------------------- */

/* The size of the numbers that a difference is measured with: the largest, but for those that hide a score. */
static double scale_of(const QkvTensor *t)
{
    static const double hides = 1e4;
    double scale = 0;
    for (int64_t i = 0; i < t->count; i++) {
        double x = fabs(qkv_tensor_at(t, i));
        scale = x < hides ? fmax(scale, x) : scale;
    }
    return scale;
}

/* Adding in another order moves a float by a few of its last bits, more where large numbers cancel. */
static bool is_near(double x, double y, double scale)
{
    static const double of_itself = 2e-5, of_all = 4e-6;
    if (x == y || (isnan(x) && isnan(y)))
        return true;
    return fabs(x - y) <= of_itself * fmax(fabs(x), fabs(y)) + of_all * scale &&
           isfinite(x) == isfinite(y);
}

int64_t judge_differ(const QkvTensor *right, const QkvTensor *now, double scale, int64_t *cell)
{
    int64_t differ = 0;
    scale = fmax(scale_of(right), scale);
    for (int64_t i = 0; i < right->count; i++)
        if (!is_near(qkv_tensor_at(right, i), qkv_tensor_at(now, i), scale) && differ++ == 0)
            *cell = i;
    return differ;
}

/* A part of the size of what a result was made of: x - x * x is rounded as x is. */
static double scale_of_operands(const Result *r, const Run *run)
{
    static const double part = 0.1;
    double scale = 0;
    const QkvCall *c = r->step >= 0 ? &run->tape->step[r->step].call : NULL;
    for (int i = 0; c && i < c->count; i++)
        if (c->in[i]->dtype != QKV_BOOL)
            scale = fmax(scale, part * scale_of(c->in[i]));
    return scale;
}

/* --- texts ---------------------------------------------------------------------------------------- */

static bool begins_number(const char *text, const char *at)
{
    bool is_word = at > text && (is_letter(at[-1]) || at[-1] == '_' || is_digit(at[-1]));
    return !is_word && (is_digit(*at) || (*at == '.' && is_digit(at[1])));
}

/* Tells whether two texts say the same, but for how their numbers are rounded and written: [1, 0.5] and [1.0, 0.5]. */
bool judge_texts_alike(const char *x, const char *y)
{
    const char *a = x, *b = y;
    while (*a && *b) {
        if (begins_number(x, a) && begins_number(y, b)) {
            char *after_a, *after_b;
            double p = strtod(a, &after_a), q = strtod(b, &after_b);
            if (!is_near(p, q, 0))
                return false;
            a = after_a;
            b = after_b;
        } else if (*a++ != *b++)
            return false;
    }
    return *a == *b;
}

/* A number that is written out, and a tensor of one. */
static bool is_number_of(const Result *tensor, const Result *text)
{
    char *end;
    double x = strtod(text->text, &end);
    return end > text->text && !*end && tensor->tensor->rank == 0 &&
           is_near(x, qkv_tensor_at(tensor->tensor, 0), 0);
}

JudgeRow judge_row(const Run *run, const Result *right, const Result *now)
{
    JudgeRow row = {JUDGE_SAME, right, now, 0, 0};
    if (right->kind != now->kind) {
        const Result *tensor = right->kind == RESULT_TENSOR ? right : now;
        row.state = is_number_of(tensor, tensor == right ? now : right) ? JUDGE_SAME : JUDGE_SHAPE;
    } else if (right->kind == RESULT_TEXT) {
        row.state = judge_texts_alike(right->text, now->text) ? JUDGE_SAME : JUDGE_CELLS;
    } else if (!qkv_tensor_same_shape(right->tensor, now->tensor) ||
               (right->tensor->dtype == QKV_BOOL) != (now->tensor->dtype == QKV_BOOL)) {
        row.state = JUDGE_SHAPE;
    } else {
        row.differ = judge_differ(right->tensor, now->tensor,
                                  run ? scale_of_operands(right, run) : 0, &row.cell);
        row.state = row.differ > 0 ? JUDGE_CELLS : JUDGE_SAME;
    }
    return row;
}

/* --- pairing -------------------------------------------------------------------------------------- */

static bool is_inner(const Result *r)
{
    return strchr(r->name, '.') != NULL;
}

static bool is_of_block(const JudgeBlock *b, int statement, int count)
{
    return statement >= b->first && statement < b->first + count;
}

/* The last of that name that the answer's own statements make. */
static const Result *last_of_block(const JudgeBlock *b, const Results *now, const char *name)
{
    for (int i = now->count - 1; i >= 0; i--)
        if (is_of_block(b, now->item[i].statement, b->now_count) &&
            strcmp(now->item[i].name, name) == 0)
            return &now->item[i];
    return NULL;
}

/* The same result of the other run: of its statement, and as many of its name before it there. */
static const Result *partner_of(const JudgeBlock *b, const Results *right, int at,
                                const Results *now)
{
    const Result *r = &right->item[at];
    int count = 0, statement = r->statement + b->now_count - b->count;
    for (int i = at - 1; i >= 0 && right->item[i].statement == r->statement; i--)
        count += strcmp(right->item[i].name, r->name) == 0;
    for (int i = 0; i < now->count && now->item[i].statement <= statement; i++)
        if (now->item[i].statement == statement && strcmp(now->item[i].name, r->name) == 0 &&
            count-- == 0)
            return &now->item[i];
    return NULL;
}

/* Search for a name that is read after the lines. */
typedef struct Reading {
    const JudgeBlock *block;
    const char *name;
    bool is_read;
} Reading;

/* Tells whether a function has a value of its own for a name. */
static bool is_local(const Lesson *lesson, const Node *function, const char *name)
{
    const Node *given = function->kid[0];
    for (int i = 0; i < given->kids; i++)
        if (strcmp(given->kid[i]->text, name) == 0)
            return true;
    return code_maker(lesson, function, name) != NULL;
}

/* Of a statement with others inside only what stands in its head. */
static bool reads(const Node *n, const char *name)
{
    if (code_is_simple(n))
        return code_mentions(n, name);
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        if (kid && !kid->statement && kid->kind != NODE_BLOCK && kid->kind != NODE_EXCEPT &&
            code_mentions(kid, name))
            return true;
    }
    return false;
}

static void find_reading(void *context, const Node *n, const Node *function)
{
    Reading *r = context;
    const JudgeBlock *b = r->block;
    if (n->statement->line <= b->last_line || !reads(n, r->name))
        return;
    bool is_other = b->function ? function != b->function
                                : function && is_local(b->lesson, function, r->name);
    r->is_read |= !is_other;
}

bool judge_is_read_later(const JudgeBlock *b, const char *name)
{
    Reading r = {b, name, false};
    code_each(b->lesson, find_reading, &r);
    return r.is_read;
}

/* Tells whether the answer must have a result of the author's lines: the last one, and what is read later. */
static bool is_needed(const JudgeBlock *b, const Results *right, int at)
{
    const Result *r = &right->item[at];
    bool is_last = at + 1 == right->count ||
                   !is_of_block(b, right->item[at + 1].statement, b->count);
    return *r->name && !is_inner(r) && (is_last || judge_is_read_later(b, r->name));
}

/* Tells whether a result says how numbers lie in memory, which is no number. */
static bool tells_layout(const JudgeBlock *b, const Result *r)
{
    static const char *const words[] = {"stride(", "is_contiguous(", "data_ptr(", "storage"};
    const RunStatement *x = b->run && r->kind == RESULT_TEXT ? &b->run->statement[r->statement]
                                                             : NULL;
    for (int line = x ? x->first : 1; line <= (x ? x->last : 0); line++) {
        const char *code = lesson_code_line(b->run->lesson, line);
        for (int i = 0; i < COUNT(words); i++) {
            const char *at = strstr(code, words[i]);
            if (at && at < code + strcspn(code, "\n"))
                return true;
        }
    }
    return false;
}

/* Tells whether a result counts: what a function's lines bind, where it is used after them; what they print, never. */
static bool is_asked(const JudgeBlock *b, const Result *r)
{
    const char *dot = strrchr(r->name, '.');
    bool is_own = is_inner(r) && r->line >= b->first_line && r->line <= b->last_line;
    return r->statement >= b->first && !tells_layout(b, r) &&
           !(r->kind == RESULT_TEXT && strcmp(r->name, "error") == 0) &&
           (!is_own || judge_is_read_later(b, dot + 1));
}

static bool is_bound(const JudgeBlock *b, const char *name)
{
    for (int i = 0; i < b->names; i++)
        if (strcmp(b->name[i], name) == 0)
            return true;
    return false;
}

/* Of the lines themselves only what they bind, and what they compute without a name. */
static bool is_passing(const JudgeBlock *b, const Result *r)
{
    return *r->name ? !is_bound(b, r->name) : is_inner(r);
}

/* --- what a function's lines bind ------------------------------------------------------------------- */

/* Values that a name is bound to by the lines in the calls of their function, the last time in each. */
typedef struct BoundIn {
    int count;
    Result *item;
} BoundIn;

static BoundIn bound_in(Arena *a, const Run *run, const char *name, int first, int last)
{
    BoundIn out = {0};
    int call = -1;
    for (int i = 0; i < run->lines; i++) {
        const RunLine *line = &run->line[i];
        bool is_there = !line->library && line->kind == LINE_STATEMENT && line->first >= first &&
                        line->first <= last;
        for (int k = line->first_bound; is_there && k < line->first_bound + line->bounds; k++) {
            const RunBound *bound = &run->bound[k];
            if (!bound->tensor || strcmp(bound->name, name) != 0)
                continue;
            Result r = {.name = name,
                        .statement = line->statement,
                        .tensor = bound->tensor,
                        .step = bound->tensor->step,
                        .line = line->first};
            if (out.count > 0 && line->call == call)
                out.item[out.count - 1] = r;
            else
                arena_push(a, out.item, out.count, r);
            call = line->call;
        }
    }
    return out;
}

bool judge_sees_bound(Arena *a, const JudgeBlock *b)
{
    for (int i = 0; i < b->names; i++)
        if (bound_in(a, b->run, b->name[i], b->first_line, b->last_line).count > 0)
            return true;
    return false;
}

JudgeRow judge_compare_bound(Arena *a, const JudgeBlock *b, const Run *now)
{
    for (int i = 0; b->function && i < b->names; i++) {
        if (b->names > 1 && !judge_is_read_later(b, b->name[i]))
            continue;
        BoundIn x = bound_in(a, b->run, b->name[i], b->first_line, b->last_line);
        BoundIn y = bound_in(a, now, b->name[i], b->first_line, b->now_last_line);
        for (int k = 0; k < x.count && x.count == y.count; k++) {
            JudgeRow row = judge_row(b->run, &x.item[k], &y.item[k]);
            if (row.state != JUDGE_SAME)
                return row;
        }
    }
    return (JudgeRow){.state = JUDGE_SAME};
}

/* --- all of them ------------------------------------------------------------------------------------- */

JudgeRow judge_compare(const JudgeBlock *b, const Results *right, const Results *now)
{
    JudgeRow lacks = {.state = JUDGE_SAME};
    for (int i = 0; i < right->count; i++) {
        const Result *r = &right->item[i];
        bool is_block = is_of_block(b, r->statement, b->count) && !b->function;
        if (!is_asked(b, r) || (is_block && is_passing(b, r)))
            continue;
        const Result *x = is_block && *r->name ? last_of_block(b, now, r->name)
                                               : partner_of(b, right, i, now);
        if (!x && is_block && is_needed(b, right, i) && lacks.state == JUDGE_SAME)
            lacks = (JudgeRow){JUDGE_LACKS, r, NULL, 0, 0};
        JudgeRow row = x ? judge_row(b->run, r, x) : lacks;
        if (x && row.state != JUDGE_SAME)
            return row;
    }
    return lacks;
}

/* --- telling -------------------------------------------------------------------------------------- */

static void put_kind(Buf *out, const Result *r)
{
    if (r->kind == RESULT_TENSOR && r->tensor->rank == 0)
        buf_puts(out, "a tensor of one number");
    else if (r->kind == RESULT_TENSOR && r->tensor->dtype == QKV_BOOL)
        buf_printf(out, "%s of True and False", SIZES(r->tensor));
    else if (r->kind == RESULT_TENSOR)
        buf_printf(out, "%s", SIZES(r->tensor));
    else
        buf_puts(out, "no tensor");
}

const char *judge_told(Arena *a, const char *name, const Result *now, const Result *right,
                       int64_t differ, bool is_elsewhere)
{
    Buf out = {.arena = a};
    if (is_elsewhere)
        buf_puts(&out, "Right for the numbers of this lesson, but not for others: then ");
    JudgeRow row = now ? judge_row(NULL, right, now) : (JudgeRow){.state = JUDGE_LACKS};
    if (row.state == JUDGE_LACKS)
        buf_printf(&out, "%s is not there", name);
    else if (row.state == JUDGE_SHAPE) {
        buf_printf(&out, "%s is ", name);
        put_kind(&out, now);
        buf_puts(&out, ", and should be ");
        put_kind(&out, right);
    } else if (right->kind == RESULT_TENSOR && right->tensor->count > 1)
        buf_printf(&out, "%s has %lld of its %lld numbers wrong", name, (long long)differ,
                   (long long)right->tensor->count);
    else
        buf_printf(&out, "%s is wrong", name);
    buf_putc(&out, '.');
    return buf_text(&out);
}

/* The value of a bare expression, which somebody meant to keep; NULL where there is not just one. */
static const Node *only_value(const Program *answer)
{
    const Node *found = NULL;
    for (int i = 0; i < answer->count; i++) {
        const Node *n = answer->statement[i].node;
        bool is_value = n->kind == NODE_EXPRESSION && n->kid[0]->kind != NODE_STRING &&
                        !IS_CALL(n->kid[0], "print");
        if (is_value && found)
            return NULL;
        found = is_value ? n : found;
    }
    return found;
}

typedef struct Naming {
    const char *name;
    bool is_bound;
} Naming;

static void find_binding(void *context, const Node *n, const Node *function)
{
    Naming *b = context;
    (void)function;
    bool is_head = n->kind == NODE_FOR || n->kind == NODE_WITH || n->kind == NODE_DEF;
    b->is_bound |= code_binds(n, b->name, true) || (is_head && reads(n, b->name));
}

static const char *told_unnamed(Arena *a, const char *name, const Program *answer, int *line)
{
    const Node *value = only_value(answer);
    Naming b = {.name = name};
    code_each_in(answer, find_binding, &b);
    if (b.is_bound)
        return NULL;
    *line = value ? value->line : 0;
    return value ? arena_format(a, "this value gets no name: %s = is missing before it", name)
                 : arena_format(a, "%s is never given a value: these lines make it", name);
}

const Node *judge_maker(const Program *answer, const char *name)
{
    const Node *found = NULL;
    for (int i = 0; i < answer->count; i++)
        found = code_binds(answer->statement[i].node, name, false) ? answer->statement[i].node
                                                                   : found;
    return found;
}

const char *judge_told_missing(Arena *a, const char *name, const Result *right,
                               const Program *answer, const char *text, int *line)
{
    enum { MOST = 30 };
    const Node *maker = judge_maker(answer, name), *value = maker ? code_value(maker) : NULL;
    Buf out = {.arena = a};
    *line = maker ? maker->line : 0;
    if (!maker)
        return told_unnamed(a, name, answer, line);
    if (!value || maker->kids != 2 || maker->kid[0]->kind != NODE_NAME || !right)
        return NULL;
    size_t length = value->end - value->start;
    bool is_short = length <= MOST && !memchr(text + value->start, '\n', length);
    buf_printf(&out, "%s is %.*s%s", name, is_short ? (int)length : 0, text + value->start,
               is_short ? ", no tensor," : "no tensor,");
    buf_puts(&out, " and should be ");
    put_kind(&out, right);
    return buf_text(&out);
}

const char *judge_told_cell(Arena *a, const Result *now, const Result *right, int64_t cell,
                            bool is_elsewhere)
{
    enum { DECIMALS = 4 };
    if (!right || judge_row(NULL, right, now).state != JUDGE_CELLS || right->kind != RESULT_TENSOR)
        return NULL;
    const QkvTensor *t = now->tensor;
    Buf out = {.arena = a};
    int64_t place[QKV_MAX_RANK] = {0}, left = cell;
    for (int d = t->rank - 1; d >= 0; left /= t->size[d--])
        place[d] = left % t->size[d];
    buf_puts(&out, is_elsewhere ? "With other inputs than the lesson's, " : "");
    buf_puts(&out, *now->name ? now->name : is_elsewhere ? "it" : "It");
    for (int d = 0; d < t->rank; d++)
        buf_printf(&out, "%s%lld%s", d ? ", " : "[", (long long)place[d],
                   d == t->rank - 1 ? "]" : "");
    buf_puts(&out, " is ");
    print_cell(&out, print_style(t, &print_default), DECIMALS, t, cell);
    buf_puts(&out, " in yours.");
    return buf_text(&out);
}
