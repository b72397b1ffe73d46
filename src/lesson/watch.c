/* Watching the evaluator: every line of the reader's own code becomes a RunLine with what it bound,
 * and a mark for each stop that it will be. A tensor that the line itself made is marked where its
 * step is; all else where the line had come to. */
#include "lesson/watch.h"

#include <limits.h>
#include <string.h>

#include "base/common.h"
#include "core/tensor.h"
#include "lesson/directive.h"
#include "lesson/probe.h"
#include "lesson/turns.h"
#include "python/object.h"
#include "python/text.h"

enum { MOST_BOUND = 16 /* by one line */, SHORT = 60 /* bytes of a value */ };

static Recorder *recorder_of(const Eval *e)
{
    return e->watch->context;
}

/* --- values, shortly ---------------------------------------------------------------------------- */

/* Tells whether repr writes a value without calling anything, and shortly. */
static bool is_plain_value(const Value *v, int depth)
{
    const List *list = value_items(v);
    if (v->kind == VALUE_NONE || v->kind == VALUE_BOOL || v->kind == VALUE_INT ||
        v->kind == VALUE_FLOAT || text_in(v) || v->kind == VALUE_RANGE)
        return true;
    if (!list || (dict_in(v) && list->count > 0) || depth == 0 || list->count > SHORT)
        return false;
    for (int64_t i = 0; i < list->count; i++)
        if (!is_plain_value(&list->item[i], depth - 1))
            return false;
    return true;
}

static const char *short_text(Arena *a, const Value *v)
{
    Buf text = {0};
    const char *kept = NULL;
    if (tensor_in(v))
        kept = arena_format(a, "%s, not yet written everywhere", SIZES(v->tensor));
    else if (is_plain_value(v, 2) && value_repr(&text, v, SHORT))
        kept = arena_string(a, buf_text(&text));
    else if (text_in(v))
        kept = arena_format(a, "a text of %lld characters", (long long)text_characters(text_in(v)));
    else if (value_items(v))
        kept = arena_format(a, "%s of %lld", value_type(v), (long long)value_items(v)->count);
    else
        kept = arena_string(a, value_type(v));
    buf_release(&text);
    return kept;
}

/* --- what a line binds -------------------------------------------------------------------------- */

static void bind(Recorder *r, RunLine *line, const char *name, const Value *v)
{
    bool is_news = v && v->kind != VALUE_ABSENT && v->kind != VALUE_NAMESPACE;
    if (!is_news || line->bounds == MOST_BOUND)
        return;
    RunBound bound = {.name = name};
    if (tensor_in(v) && !v->tensor->hole) {
        const QkvTensor *now = qkv_known(value_now(v));
        bound.tensor = now ? now : v->tensor;
    } else {
        bound.text = short_text(r->arena, v);
    }
    arena_push(r->arena, r->run->bound, r->run->bounds, bound);
    line->bounds++;
}

static void bind_watched_name(const Eval *e, RunLine *line, const char *name)
{
    bind(recorder_of(e), line, name, eval_lookup(e, name));
}

/* A node as it is written. */
static const char *written(const Eval *e, const Node *n)
{
    return arena_text(e->arena, eval_source(e) + n->start, n->end - n->start);
}

/* x[i] = v is told as x where that is a tensor, and as x[i] elsewhere. */
static void bind_target(Eval *e, RunLine *line, const Node *target)
{
    const Node *root = target->kids > 0 ? target->kid[0] : NULL;
    const Value *object = root && root->kind == NODE_NAME ? eval_lookup(e, root->text) : NULL;
    switch (target->kind) {
    case NODE_NAME:
        bind_watched_name(e, line, target->text);
        return;
    case NODE_TUPLE:
    case NODE_LIST:
        for (int i = 0; i < target->kids; i++)
            bind_target(e, line, target->kid[i]);
        return;
    case NODE_STAR:
        if (root)
            bind_target(e, line, root);
        return;
    case NODE_INDEX:
        if (object && tensor_in(object)) {
            bind(recorder_of(e), line, root->text, object);
            return;
        }
        break;
    default:
        break;
    }
    bind(recorder_of(e), line, written(e, target), &e->stored);
}

/* Of x.append(v) or x.add_(1): x. */
static const char *changed_name(const Node *n, const Value *value)
{
    const Node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
    if (!callee || callee->kind != NODE_ATTRIBUTE || callee->kid[0]->kind != NODE_NAME)
        return NULL;
    size_t length = strlen(callee->text);
    bool in_place = length > 1 && callee->text[length - 1] == '_' &&
                    callee->text[length - 2] != '_';
    return in_place || value->kind == VALUE_NONE ? callee->kid[0]->text : NULL;
}

/* A write in place gets the name that it was called on, as x = x.add(1) would give it. */
static void bind_changed(const Eval *e, RunLine *line, const char *name)
{
    int before = line->bounds;
    bind_watched_name(e, line, name);
    const RunBound *bound = &recorder_of(e)->run->bound[line->first_bound + before];
    if (line->bounds > before && bound->tensor)
        qkv_name(e->q, bound->tensor, name);
}

static void bind_statement(Eval *e, RunLine *line, const Value *value)
{
    const Node *n = line->node;
    const char *changed;
    if (e->flow == FLOW_YIELD) {
        bind(recorder_of(e), line, "yield", &e->returned);
        return;
    }
    switch (n->kind) {
    case NODE_ASSIGN:
        for (int i = 0; i + 1 < n->kids; i++)
            bind_target(e, line, n->kid[i]);
        break;
    case NODE_AUGMENTED:
        bind_target(e, line, n->kid[0]);
        break;
    case NODE_ANNOTATED:
        if (n->kids > 2)
            bind_target(e, line, n->kid[0]);
        break;
    case NODE_RETURN:
        bind(recorder_of(e), line, "return", &e->returned);
        break;
    case NODE_EXPRESSION:
        changed = changed_name(n->kid[0], value);
        if (changed)
            bind_changed(e, line, changed);
        else if (value->kind != VALUE_NONE)
            bind(recorder_of(e), line, "", value);
        break;
    default:
        break;
    }
}

static void bind_arguments(const Eval *e, RunLine *line)
{
    const Node *parameters = line->node->kid[0];
    bool is_method = e->frame && e->frame->function->owner;
    for (int i = 0; i < parameters->kids; i++)
        if (i > 0 || !is_method || strcmp(parameters->kid[i]->text, "self") != 0)
            bind_watched_name(e, line, parameters->kid[i]->text);
}

/* --- marks -------------------------------------------------------------------------------------- */

/* The marks stay in their order: each goes after those of the same time, of lines before `end`. */
static void add_stop_mark(Recorder *r, int line, int64_t when, int end, Stop stop)
{
    stop.detail = DETAIL_EVERY;
    stop.statement = r->run->statements;
    stop.line = line;
    arena_push(r->arena, r->mark, r->marks, (LineStop){0});
    int at = r->marks - 1;
    for (; at > 0 && (r->mark[at - 1].when > when ||
                      (r->mark[at - 1].when == when && r->mark[at - 1].stop.line >= end));
         at--)
        r->mark[at] = r->mark[at - 1];
    r->mark[at] = (LineStop){stop, when};
}

/* The call inside of a line that made a tensor; -1: the line did so itself. */
static int maker_line(const Run *run, int i, const QkvTensor *t)
{
    for (int k = i + 1; k < run->lines; k = run->line[k].end_line)
        if (t->step >= run->line[k].first_step && t->step < run->line[k].end_step)
            return k;
    return -1;
}

/* A tensor that the line made stands with its step; one that a function made after all of that. */
static void mark_tensor(Recorder *r, int i, const RunBound *bound)
{
    const Run *run = r->run;
    const QkvTensor *t = bound->tensor;
    bool is_named = *bound->name && strcmp(bound->name, "return") != 0;
    Stop stop = {
        .kind = STOP_TENSOR, .name = is_named ? bound->name : NULL, .tensor = t, .step = t->step};
    int maker = maker_line(run, i, t);
    if (t->step < run->line[i].first_step)
        add_stop_mark(r, i, 2 * (int64_t)run->tape->count, INT_MAX, stop);
    else if (maker >= 0)
        add_stop_mark(r, i, 2 * (int64_t)run->line[maker].end_step, run->line[maker].end_line,
                      stop);
    else
        add_stop_mark(r, i, 2 * (int64_t)t->step + 1, INT_MAX, stop);
}

static bool prints(const Node *n)
{
    const Node *call = n->kind == NODE_EXPRESSION ? n->kid[0] : NULL;
    return call && call->kind == NODE_CALL && call->kid[0]->kind == NODE_NAME &&
           strcmp(call->kid[0]->text, "print") == 0;
}

static void mark_print(Recorder *r, const Eval *e, int line, int64_t when)
{
    Buf text = {0};
    size_t length = e->printed.length - r->printed;
    const char *from = buf_text(&e->printed) + r->printed;
    buf_shown_lines(&text, from, length - (length > 0 && from[length - 1] == '\n'), CODE_TAB);
    add_stop_mark(r, line, when, INT_MAX,
                  (Stop){.kind = STOP_PRINT, .step = -1, .text = arena_keep(r->arena, &text)});
}

/* Each tensor that the line made; without one, a single tensor that it bound, or the line alone. */
static void mark_line(Recorder *r, int i)
{
    const Run *run = r->run;
    const RunLine *line = &run->line[i];
    int first = line->first_bound;
    int marks = 0;
    for (int b = 0; b < line->bounds; b++) {
        const QkvTensor *t = line->kind == LINE_CALL ? NULL : run->bound[first + b].tensor;
        bool again = false;
        for (int k = 0; k < b; k++)
            again = again || run->bound[first + k].tensor == t;
        if (!t || again || (t->step < line->first_step && line->bounds > 1))
            continue;
        mark_tensor(r, i, &run->bound[first + b]);
        marks++;
    }
    if (marks == 0)
        add_stop_mark(r, i, 2 * (int64_t)run->tape->count, INT_MAX,
                      (Stop){.kind = STOP_LINE, .step = -1});
}

/* --- watching ----------------------------------------------------------------------------------- */

/* Tells whether a statement does nothing that could be seen. */
static bool is_silent(const Node *n)
{
    return n->kind == NODE_PASS || n->kind == NODE_GLOBAL || n->kind == NODE_NONLOCAL ||
           n->kind == NODE_IMPORT || n->kind == NODE_FROM ||
           (n->kind == NODE_EXPRESSION && n->kid[0]->kind == NODE_STRING);
}

static bool is_heading(const Node *n)
{
    return n->kind == NODE_IF || n->kind == NODE_FOR || n->kind == NODE_WHILE ||
           n->kind == NODE_TRY || n->kind == NODE_WITH;
}

/* Number of a pass: one more than that of the pass before, if there was one. Between two of them may lie what made an
 * item. */
static int pass_number(const Run *run, int outer, const Node *loop)
{
    for (int before = run->lines - 1; before > outer; before--) {
        while (before > outer && run->line[before].outer != outer)
            before = run->line[before].outer;
        if (before > outer && run->line[before].statement != run->statements)
            return 1;
        if (before > outer && run->line[before].kind == LINE_PASS && run->line[before].node == loop)
            return run->line[before].number + 1;
    }
    return 1;
}

static const char *function_name(const Eval *e)
{
    const Closure *f = e->frame->function;
    return f->owner ? arena_format(e->arena, "%s.%s", f->owner->name, f->name) : f->name;
}

static int begins(Eval *e, LineKind kind, const Node *n, int kid)
{
    Recorder *r = recorder_of(e);
    Run *run = r->run;
    if (r->probe && kind == LINE_STATEMENT && !eval_module(e))
        probe_reach(r->probe, e, n);
    r->printed = e->printed.length;
    if (r->off > 0 || (kind == LINE_STATEMENT && is_silent(n)))
        return -1;
    if (run->lines == LIMIT_LINES) {
        run->is_cut = true;
        return -1;
    }
    bool heading = kind == LINE_STATEMENT && is_heading(n);
    int i = run->lines, at = kind == LINE_TEST ? n->kid[kid]->line : n->line;
    RunLine line = {.kind = kind,
                    .is_heading = heading,
                    .node = n,
                    .library = e->frame ? e->frame->function->library : NULL,
                    .statement = run->statements,
                    .outer = r->now,
                    .call = kind == LINE_CALL ? i
                            : r->now >= 0     ? run->line[r->now].call
                                              : -1,
                    .first = at,
                    .last = at,
                    .first_step = run->tape->count,
                    .end_step = run->tape->count,
                    .group = qkv_group(run->q),
                    .first_group = run->tape->groups,
                    .number = kind == LINE_PASS ? pass_number(run, r->now, n) : kid,
                    .end_line = i + 1};
    if (kind == LINE_STATEMENT && !heading && n->statement)
        line.last = n->statement->last_line;
    if (kind == LINE_CALL && e->frame)
        line.name = function_name(e);
    arena_push(r->arena, run->line, run->lines, line);
    return r->now = i;
}

static void shows(Eval *e, int i, const Value *value, bool truth)
{
    Recorder *r = recorder_of(e);
    RunLine *line = &r->run->line[i];
    int64_t now = 2 * (int64_t)r->run->tape->count;
    line->truth = truth;
    line->first_bound = r->run->bounds;
    if (line->kind == LINE_STATEMENT)
        bind_statement(e, line, value);
    else if (line->kind == LINE_CALL)
        bind_arguments(e, line);
    else if (line->kind == LINE_PASS && line->node->kind == NODE_FOR)
        bind_target(e, line, line->node->kid[0]);
    if (line->kind == LINE_STATEMENT && prints(line->node))
        mark_print(r, e, i, now);
    else if (!line->is_heading)
        mark_line(r, i);
    r->printed = e->printed.length;
}

static void ends(Eval *e, int i)
{
    Recorder *r = recorder_of(e);
    RunLine *line = &r->run->line[i];
    line->end_step = r->run->tape->count;
    line->end_line = r->run->lines;
    if (r->now == i) /* may be a generator's, which others have run in between */
        r->now = line->outer;
    r->printed = e->printed.length;
}

static int enters(Eval *e, const Statement *s)
{
    Recorder *r = recorder_of(e);
    if (!directive_begin(e, s))
        return -1;
    r->off += directive_is(s, DIRECTIVE_HIDE);
    return r->run->tape->count;
}

static bool leaves(Eval *e, const Statement *s, int begin, const Value *value)
{
    Recorder *r = recorder_of(e);
    int end = r->run->tape->count;
    if (directive_is(s, DIRECTIVE_HIDE) && --r->off == 0 && end > begin)
        arena_push(r->arena, r->span, r->spans, ((StepSpan){begin, end}));
    return !value || e->flow == FLOW_YIELD || directive_label(e, s, value, begin);
}

void watch_begin(Recorder *r, Run *run, Eval *e)
{
    *r = (Recorder){.run = run,
                    .arena = e->arena,
                    .watch = {.sees_library = run->lesson->tells_library,
                              .begins = begins,
                              .shows = shows,
                              .ends = ends,
                              .enters = enters,
                              .leaves = leaves,
                              .turns = turns_between,
                              .context = r},
                    .now = -1};
    e->watch = &r->watch;
}

/* --- from marks to stops ------------------------------------------------------------------------ */

void watch_statement(Recorder *r)
{
    r->off = 0;
    r->now = -1;
    r->marks = r->told = r->spans = r->at = r->losses = 0;
    r->first_step = r->run->tape->count;
    r->first_line = r->run->lines;
}

/* Tells whether a line only hands on what a line before it made: x = dropout(x) that drops nothing. */
static bool hands_on(const Run *run, const Stop *stop)
{
    return stop->line >= 0 && stop->step < run->line[stop->line].first_step;
}

/* The mark that gives a step its name is the last one with the name that the tape gives it: the
 * outermost call that it is the result of. */
void watch_settle(Recorder *r, const bool *is_shown)
{
    const Run *run = r->run;
    int steps = run->tape->count - r->first_step;
    if (r->marks == 0)
        return;
    r->mark_of = arena_many(r->arena, (size_t)steps + 1, int);
    r->is_made = arena_many(r->arena, (size_t)steps + 1, bool);
    for (int i = 0; i < steps; i++)
        r->mark_of[i] = -1;
    for (int m = 0; m < r->marks; m++) {
        const Stop *stop = &r->mark[m].stop;
        int i = stop->step - r->first_step;
        if (stop->kind != STOP_TENSOR || i < 0)
            continue;
        const char *result = run_name_of_step(run, stop->step, true);
        bool fits = result && same_text(result, stop->name);
        if (r->mark_of[i] < 0 || (fits && !hands_on(run, stop)))
            r->mark_of[i] = m;
        r->is_made[i] = r->is_made[i] || r->mark[m].when == 2 * (int64_t)stop->step + 1;
    }
    for (int i = 0; i < steps; i++) {
        int step = r->first_step + i;
        const char *name = run_name_of_step(run, step, true);
        if (r->mark_of[i] < 0 || run->tape->step[step].group < 0 || !name || is_shown[i])
            continue;
        r->mark[r->mark_of[i]].stop.detail = DETAIL_NORMAL;
        r->mark[r->mark_of[i]].stop.name = name;
    }
}

void watch_tell(Recorder *r, int64_t when, int line)
{
    Run *run = r->run;
    for (; r->told < r->marks; r->told++) {
        LineStop *m = &r->mark[r->told];
        if (m->when > when || m->stop.line >= line)
            return;
        m->stop.in = run_inside_of_line(run, m->stop.line);
        arena_push(r->arena, run->stop, run->stops, m->stop);
    }
}

bool watch_shows(const Recorder *r, int step)
{
    return r->marks > 0 && r->is_made[step - r->first_step];
}

bool watch_hides(Recorder *r, int step)
{
    while (r->at < r->spans && r->span[r->at].end <= step)
        r->at++;
    return r->at < r->spans && r->span[r->at].first <= step;
}

bool watch_names(const Recorder *r, int step)
{
    return r->marks > 0 && r->mark_of[step - r->first_step] >= 0;
}
