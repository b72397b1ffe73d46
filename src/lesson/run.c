/* Running a lesson: the statements in order, the expectations (expect.c) where they stand. */
#include "lesson/run.h"

#include <limits.h>
#include <string.h>

#include "base/clock.h"
#include "base/common.h"
#include "base/die.h"
#include "core/tensor.h"
#include "lesson/directive.h"
#include "lesson/files.h"
#include "lesson/maker.h"
#include "lesson/prepared.h"
#include "lesson/probe.h"
#include "lesson/turns.h"
#include "python/check.h"
#include "python/doubt.h"
#include "python/library.h"
#include "python/outside.h"
#include "torch/torch.h"

/* Adds what a statement shows, which becomes stops once all of it is known. */
static void add_shown(Maker *m, Stop stop)
{
    stop.detail = DETAIL_BRIEF;
    stop.line = -1;
    stop.statement = m->run->statements;
    arena_push(m->eval.arena, m->shown, m->shows, stop);
}

/* A tensor is not written yet: the transcript does that. */
static bool show_tensor(Maker *m, const char *name, const Value *v)
{
    if (v->tensor->hole) { /* to make it is no mistake */
        add_shown(m, (Stop){.kind = STOP_VALUE,
                            .name = name,
                            .step = -1,
                            .text = arena_format(m->eval.arena, "%s, not yet written everywhere",
                                                 SIZES(v->tensor))});
        return true;
    }
    if (!eval_wrote(&m->eval, print_size(v->tensor, &m->eval.print)))
        return false;
    add_shown(m, (Stop){.kind = STOP_TENSOR,
                        .name = name,
                        .tensor = v->tensor,
                        .step = v->tensor->step,
                        .is_parameter = v->parameter && !v->is_data});
    return true;
}

static bool show_value(Maker *m, const char *name, const Value *v)
{
    if (tensor_in(v))
        return show_tensor(m, name, v);
    if (outside_is_quiet(v) || (name && eval_holds_absent(v)))
        return true;
    Buf text = {0};
    bool ok = eval_write(&m->eval, v, true, LIMIT_OUTPUT, &text) &&
              eval_wrote(&m->eval, text.length);
    if (ok)
        add_shown(m, (Stop){.kind = STOP_VALUE,
                            .name = name,
                            .step = -1,
                            .text = arena_keep(m->eval.arena, &text)});
    buf_release(&text);
    return ok;
}

/* Said once, in the statement whose lines were the first not to be kept. */
static const char cut_lines[] = "(More than 20,000 lines of code were run: from here on there are "
                                "results, but no lines to step "
                                "through.)";
_Static_assert(LIMIT_LINES == 20000, "the number in cut_lines");

/* Said once, where the first number is drawn. */
static const char assumed_seed[] =
    "(No seed is set: the numbers are those after torch.manual_seed(0).)";

/* The same of NumPy's. */
static const char assumed_arrays[] =
    "(No seed is set: NumPy's numbers are those after numpy.random.seed(0).)";

/* Said once, where the clock is looked at first. */
static const char still_clock[] = "(The clock of a lesson stands still: every time is 0.)";

/* Shows what print has written since `start`, without its last newline. */
static void show_printed(Maker *m, size_t start)
{
    const Buf *printed = &m->eval.printed;
    size_t length = printed->length - start;
    if (printed->text[printed->length - 1] == '\n')
        length--;
    Buf text = {0};
    buf_shown_lines(&text, printed->text + start, length, CODE_TAB);
    add_shown(m, (Stop){.kind = STOP_PRINT, .step = -1, .text = arena_keep(m->eval.arena, &text)});
}

/* --- what a statement shows ----------------------------------------------------------------- */

/* Tells whether an expression is written out in full: showing its value would repeat it. */
static bool is_written_out(const Node *n)
{
    switch (n->kind) {
    case NODE_NONE:
    case NODE_TRUE:
    case NODE_FALSE:
    case NODE_INT:
    case NODE_FLOAT:
    case NODE_STRING:
    case NODE_NAME:
        return true;
    case NODE_UNARY:
    case NODE_LIST:
    case NODE_TUPLE:
    case NODE_DICT:
    case NODE_SET:
        for (int i = 0; i < n->kids; i++)
            if (!is_written_out(n->kid[i]))
                return false;
        return true;
    default:
        return false;
    }
}

/* Does something with the names that a target binds: with what else it is, the name is NULL. */
typedef bool WithTarget(Maker *m, const Statement *s, const char *name);

static bool each_target(Maker *m, const Statement *s, const Node *target, WithTarget *with)
{
    if (target->kind != NODE_TUPLE && target->kind != NODE_LIST)
        return with(m, s, target->kind == NODE_NAME ? target->text : NULL);
    for (int i = 0; i < target->kids; i++)
        if (!each_target(m, s, target->kid[i], with))
            return false;
    return true;
}

static bool all_targets(Maker *m, const Statement *s, WithTarget *with)
{
    for (int i = 0; i + 1 < s->node->kids; i++)
        if (!each_target(m, s, s->node->kid[i], with))
            return false;
    return true;
}

static int first_step(const Maker *m)
{
    return m->run->statement[m->run->statements].first_step;
}

static bool show_target(Maker *m, const Statement *s, const char *name)
{
    bool quiet = is_written_out(s->node->kid[s->node->kids - 1]);
    if (!name)
        return true;
    Value v = *eval_lookup(&m->eval, name);
    if (tensor_in(&v) && !eval_refresh(&m->eval, &v))
        return false;
    return (!tensor_in(&v) && quiet) || show_value(m, name, &v);
}

static bool is_shown(const Maker *m, int step)
{
    for (int i = 0; i < m->shows; i++)
        if (m->shown[i].step == step)
            return true;
    return false;
}

/* Shows what x[i] = v and x += 1 change as it is then: x. */
static bool show_changed(Maker *m, const Node *target)
{
    while (target->kind == NODE_INDEX)
        target = target->kid[0];
    const Value *found = target->kind == NODE_NAME ? eval_lookup(&m->eval, target->text) : NULL;
    if (!found || list_in(found) || dict_in(found))
        return true;
    Value v = *found;
    return (!tensor_in(&v) || eval_refresh(&m->eval, &v)) && show_value(m, target->text, &v);
}

/* A loop or branch shows the tensors that it leaves. */
static bool show_left(Maker *m, int first_line)
{
    const Run *run = m->run;
    for (int i = first_line; i < run->lines; i++) {
        const RunLine *line = &run->line[i];
        for (int b = line->first_bound; b < line->first_bound + line->bounds; b++) {
            const RunBound *bound = &run->bound[b];
            const Value *v = line->call < 0 ? eval_lookup(&m->eval, bound->name) : NULL;
            bool is_left = v && tensor_in(v) && v->tensor == bound->tensor &&
                           v->tensor->step >= m->lines.first_step && !is_shown(m, v->tensor->step);
            if (is_left && !show_value(m, bound->name, v))
                return false;
        }
    }
    return true;
}

/* Lets what ran code and shows nothing be stepped through all the same. */
static void show_code(Maker *m, int first_line)
{
    int lines = 0;
    for (int i = first_line; i < m->run->lines; i++)
        lines += !m->run->line[i].library;
    if (lines > 0 && m->shows == 0)
        add_shown(m, (Stop){.kind = STOP_LINE,
                            .step = -1,
                            .text = arena_format(m->eval.arena,
                                                 "It ran %d line%s of code, and shows nothing.",
                                                 lines, lines == 1 ? "" : "s")});
}

static bool show_results(Maker *m, const Statement *s, const Value *value)
{
    const Node *n = s->node;
    switch (n->kind) {
    case NODE_ASSIGN:
        if (n->kids == 2 && n->kid[0]->kind == NODE_INDEX)
            return show_changed(m, n->kid[0]);
        return all_targets(m, s, show_target);
    case NODE_AUGMENTED:
        return show_changed(m, n->kid[0]);
    case NODE_ANNOTATED:
        return n->kids < 3 || n->kid[0]->kind != NODE_NAME || show_target(m, s, n->kid[0]->text);
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_IF:
    case NODE_WITH:
    case NODE_TRY:
        return show_left(m, m->lines.first_line);
    default:
        break;
    }
    return value->kind == VALUE_ABSENT || value->kind == VALUE_NONE || show_value(m, NULL, value);
}

/* --- stops ---------------------------------------------------------------------------------- */

/* An operation as a stop of its own: no line shows it. */
static void add_step(Maker *m, int i)
{
    Run *run = m->run;
    const QkvStep *step = &run->tape->step[i];
    const char *name = run_name_of_step(run, i, true);
    bool is_stage = step->group >= 0 && name && !watch_names(&m->lines, i);
    Stop stop = {.kind = STOP_TENSOR,
                 .detail = is_stage ? DETAIL_NORMAL : DETAIL_EVERY,
                 .statement = run->statements,
                 .line = run_line_of_step(run, i),
                 .in = run_inside_of_step(run, i),
                 .name = name,
                 .tensor = step->call.out,
                 .step = i};
    arena_push(m->eval.arena, run->stop, run->stops, stop);
}

/* Where something lies in the course of a statement: before this step, and before this line. */
typedef struct Until {
    int step, line;
} Until;

/* The steps from `first` on as stops, and the lines between them; without those that the statement
 * shows. */
static void add_steps(Maker *m, int first, Until end)
{
    for (int i = first; i < end.step; i++) {
        watch_tell(&m->lines, 2 * (int64_t)i + 1, INT_MAX);
        if (!watch_hides(&m->lines, i) && !m->shows_step[i - m->lines.first_step] &&
            !watch_shows(&m->lines, i))
            add_step(m, i);
    }
    watch_tell(&m->lines, 2 * (int64_t)end.step, end.line);
}

/* Tells whether a statement shows each of its steps. */
static const bool *shown_steps(const Maker *m, const RunStatement *x)
{
    size_t steps = (size_t)(m->run->tape->count - x->first_step);
    bool *shows = arena_many(m->eval.arena, steps + 1, bool);
    for (int i = 0; i < m->shows; i++)
        if (m->shown[i].step >= x->first_step)
            shows[m->shown[i].step - x->first_step] = true;
    return shows;
}

/* Bound of what comes before something that the statement shows: all up to the tensor itself if the statement
 * made it, and all of the call that did. */
static Until until(const Maker *m, const Stop *shown)
{
    int line = run_line_of_step(m->run, shown->step), outer = line;
    for (; line >= 0; line = m->run->line[line].outer)
        outer = line;
    return outer >= 0 ? (Until){m->run->line[outer].end_step, m->run->line[outer].end_line}
                      : (Until){shown->step, INT_MAX};
}

/* Adds what a statement shows in its order, each after what led to it; what it did not make comes after
 * what led to the next that it did, or after all. Of a loop or branch all comes after its lines. */
static void add_stops(Maker *m, const RunStatement *x)
{
    Run *run = m->run;
    int next = x->first_step;
    Until *end = arena_many(m->eval.arena, (size_t)m->shows + 1, Until);
    Until least = {run->tape->count, INT_MAX}; /* from i on */
    end[m->shows] = least;
    for (int i = m->shows - 1; i >= 0; i--) {
        bool is_made = !x->is_block && m->shown[i].step >= x->first_step;
        end[i] = is_made ? until(m, &m->shown[i]) : least;
        least = end[i].step < least.step ? end[i] : least;
    }
    m->shows_step = shown_steps(m, x);
    watch_settle(&m->lines, m->shows_step);
    for (int i = 0; i < m->shows; i++) {
        add_steps(m, next, end[i]);
        next = max_int(next, end[i].step);
        arena_push(m->eval.arena, run->stop, run->stops, m->shown[i]);
    }
    if (!x->hidden)
        add_steps(m, next, end[m->shows]);
    for (int i = x->first_stop; i < run->stops && x->folded; i++)
        if (run->stop[i].detail == DETAIL_NORMAL)
            run->stop[i].detail = DETAIL_EVERY;
}

/* --- mistakes ------------------------------------------------------------------------------- */

void maker_mistake(Maker *m, const Err *err, const char *calls)
{
    Run *run = m->run;
    if (run->mistakes == 0)
        run->err = *err;
    arena_push(m->eval.arena, run->mistake, run->mistakes,
               ((Mistake){.err = *err, .calls = calls}));
    m->is_over = m->is_over || run->mistakes >= m->most_mistakes;
}

static void show_error(Maker *m, const char *text)
{
    add_shown(m, (Stop){.kind = STOP_ERROR, .step = -1, .text = text});
    m->run->statement[m->run->statements].hidden = false;
    m->is_cut = true;
}

/* The statement of an error that is only about what another mistake left out. */
static void show_lack(Maker *m, const Doubt *why)
{
    Buf text = {0};
    if (why->what)
        buf_printf(&text, "(Not run: it needs '%s', which is not %s because ", why->what,
                   why->is_lost ? "there" : "certain");
    else
        buf_puts(&text, "(Not run: it draws random numbers, which are not certain because ");
    lesson_line(&text, m->run->lesson, why->line);
    buf_puts(&text, " failed.)");
    show_error(m, arena_keep(m->eval.arena, &text));
}

/* Ends the statement at hand, `own` of those that are run as one, with the error that was set. */
static void give_up(Maker *m, const Statement *statement, int count, int own)
{
    Eval *e = &m->eval;
    int line = statement[own].line;
    const Lesson *lesson = m->run->lesson;
    const Doubt *why = doubt_why(e);
    bool is_pythons = error_is_pythons(e);
    if (why) {
        line = why->line;
        show_lack(m, why);
    } else {
        const bool is_assertion = statement[own].node->kind == NODE_ASSERT;
        m->most_mistakes += is_assertion && m->most_mistakes < LIMIT_MISTAKES; /* ends no try */
        maker_mistake(m, &m->err, mistake_calls(e, lesson, line));
        m->run->mistake[m->run->mistakes - 1].is_assertion = is_assertion;
        show_error(m, mistake_traceback(e, lesson, line));
    }
    if (e->is_final) /* still inside the torch.no_grad() that it stood in */
        qkv_gradients(e->q, m->had_gradients);
    m->is_over = !eval_recover(e) || m->is_over || m->run->tape->count >= LIMIT_STEPS;
    for (int i = 0; i < count && !m->is_over; i++)
        doubt_statement(e, statement[i].node, line, is_pythons);
}

static RunStatement *begin_statement(Maker *m, int first, int last)
{
    Run *run = m->run;
    RunStatement *x = &run->statement[run->statements];
    *x = (RunStatement){.stage = m->stage,
                        .part = m->part,
                        .first = first,
                        .last = last,
                        .first_step = run->tape->count,
                        .first_stop = run->stops};
    m->shows = 0;
    m->had_gradients = qkv_has_gradients(run->q);
    m->first_group = run->tape->groups;
    watch_statement(&m->lines);
    qkv_tag(run->q, run->statements);
    return x;
}

static void end_statement(Maker *m, const RunStatement *x)
{
    Run *run = m->run;
    add_stops(m, x);
    for (int i = run->stops - 1, result = i; i >= x->first_stop; i--) {
        result = run->stop[i].detail == DETAIL_BRIEF ? i : result;
        run->stop[i].result = result;
    }
    m->run->statements++;
}

/* The rest of a block, from its first line that is no code. */
static void fail_code(Maker *m, const Part *part)
{
    Eval *e = &m->eval;
    const Program *p = &part->program;
    const char *source = m->run->lesson->source;
    int line = part->line, first = p->count ? p->statement[p->count - 1].last_line + 1 : line;
    size_t at = part->start;
    for (; at < part->end && (line < first || is_blank(source[at])); at++)
        line += source[at] == '\n';
    int last = line;
    for (size_t i = at; i + 1 < part->end; i++)
        last += source[i] == '\n';
    const RunStatement *x = begin_statement(m, min_int(line, part->err->at.line), last);
    m->err = *part->err;
    e->error_class = "SyntaxError";
    maker_mistake(m, &m->err, "");
    show_error(m, mistake_traceback(e, m->run->lesson, part->err->at.line));
    m->is_over = !eval_recover(e) || m->is_over;
    const Code unread = {.file = m->run->lesson->path,
                         .source = source,
                         .start = at,
                         .end = part->end,
                         .line = line,
                         .column = part->column};
    doubt_code(e, &unread, part->err->at.line);
    end_statement(m, x);
}

/* --- statements ------------------------------------------------------------------------------- */

static bool check_statement(Maker *m, const Statement *s)
{
    const Lesson *lesson = m->run->lesson;
    Code code = {.file = lesson->path, .source = lesson->source};
    Program alone = {1, (Statement *)(uintptr_t)s};
    m->eval.error_class = "SyntaxError";
    bool ok = check_places(&code, &alone, &m->err);
    m->eval.error_class = ok ? NULL : m->eval.error_class;
    return ok;
}

static bool evaluate(Maker *m, const Statement *s, Value *value)
{
    return check_statement(m, s) && eval_statement(&m->eval, s->node, value);
}

/* Statement `own` of `count`, which are run and shown as one: the others were added by an edit. */
static bool evaluate_all(Maker *m, const Statement *statement, int count, int own, Value *value)
{
    Value other;
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        ok = evaluate(m, &statement[i], i == own ? value : &other);
        if (ok && i == own) { /* directives stand before the first */
            Statement labelled = statement[0];
            labelled.node = statement[own].node;
            ok = directive_label(&m->eval, &labelled, value, first_step(m));
        }
    }
    return ok;
}

static void tell_once(Maker *m, bool *told, bool now, const char *text)
{
    if (now && !*told)
        add_shown(m, (Stop){.kind = STOP_PRINT, .step = -1, .text = text});
    *told = *told || now;
}

static void tell_once_each(Maker *m)
{
    tell_once(m, &m->told_cut, m->run->is_cut, cut_lines);
    tell_once(m, &m->told_seed, qkv_has_assumed(m->eval.q), assumed_seed);
    tell_once(m, &m->told_arrays, qkv_arrays_assumed(m->eval.q), assumed_arrays);
    tell_once(m, &m->told_clock, library_was_read(&m->eval, "time"), still_clock);
}

/* Keeps them of a hidden line as an input, that a reader may watch how it trained: its code is not gone through. */
static void keep_losses(Maker *m, RunStatement *x)
{
    int count = m->lines.losses;
    bool was = qkv_gradients(m->eval.q, false);
    if (count > 1 && !m->is_over && m->run->tape->count < LIMIT_STEPS)
        x->losses = qkv_given(m->eval.q, QKV_FLOAT64, 1, (int64_t[]){count}, m->lines.loss);
    qkv_gradients(m->eval.q, was);
}

/* A long computation that a hidden line makes, such as a training, is given back: nobody can step through it, and its
 * thousands of steps would be memory and work for all that looks at the tape. What it leaves is an input. */
static void cut_back(Maker *m, const RunStatement *x)
{
    enum { MOST_KEPT = 1000 };
    if (m->run->tape->count - x->first_step <= MOST_KEPT || m->is_over)
        return;
    heap_clear(&m->lines.live);
    heap_add(&m->eval, &m->lines.live, &m->last);
    turns_cut(&m->lines, &m->eval, x->first_step, m->first_group, tensor_in(&m->last) ? 1 : 0,
              &m->last.tensor, NULL);
}

static void give_back(Maker *m, RunStatement *x)
{
    if (!x->hidden)
        return;
    turns_note_losses(&m->lines, m->first_group);
    cut_back(m, x);
    keep_losses(m, x);
}

/* sys.exit(), sys.exit(0): the program is over, and nothing is wrong. */
static bool ends_well(Eval *e)
{
    if (!error_is(e, "SystemExit") || !object_in(&e->raised))
        return false;
    const Value *args = eval_find_in(&object_in(&e->raised)->names, "args");
    const Value *code = args && value_is_row(args) && row_in(args)->count > 0 ? row_in(args)->item
                                                                              : NULL;
    int64_t status = 0;
    return !code || code->kind == VALUE_NONE ||
           (row_in(args)->count == 1 && value_integer(code, &status) && status == 0);
}

static void run_statements(Maker *m, const Statement *statement, int count, int own)
{
    Eval *e = &m->eval;
    Value value;
    const Statement *first = statement, *s = &statement[own];
    RunStatement *x = begin_statement(m, first->line, statement[count - 1].last_line);
    x->hidden = directive_is(first, DIRECTIVE_HIDE);
    m->lines.off = x->hidden;
    x->folded = directive_is(first, DIRECTIVE_FOLD);
    x->point = directive_text(first, DIRECTIVE_POINT);
    x->is_block = s->node->kind >= NODE_IF && s->node->kind <= NODE_WITH;
    size_t printed = e->printed.length;
    if (m->lines.probe)
        probe_reach(m->lines.probe, e, s->node);
    bool ok = directive_begin(e, first) && evaluate_all(m, statement, count, own, &value);
    if (e->printed.length > printed && !x->hidden)
        show_printed(m, printed);
    if (!x->hidden)
        tell_once_each(m);
    ok = ok && (x->hidden || show_results(m, s, &value));
    if (ok && !x->hidden)
        show_code(m, m->lines.first_line);
    m->last = ok ? value : (Value){.kind = VALUE_ABSENT};
    if (!ok && ends_well(e)) {
        m->is_over = !eval_recover(e) || m->is_over;
        m->has_ended = true;
    } else if (!ok)
        give_up(m, statement, count, own);
    end_statement(m, x);
    give_back(m, x);
}

/* --- the whole lesson ----------------------------------------------------------------------- */

/* Tells whether statement `i` of a block was added after another: on the line that it ends with. */
static bool is_added_to(const Part *part, int i, int own)
{
    const Statement *statement = part->program.statement;
    return lesson_is_added(part, i) && statement[i].line == statement[own].last_line;
}

static void run_part(Maker *m, const Part *part)
{
    if (part->kind == PART_EXPECT)
        maker_expect(m, part);
    if (part->kind != PART_CODE)
        return;
    m->begun = m->eval.printed.length;
    m->was_cut = m->was_cut || m->is_cut;
    m->is_cut = false;
    const Program *program = &part->program;
    for (int i = 0, end; i < program->count && !m->is_over && !m->has_ended; i = end) {
        int own = i;
        while (lesson_is_added(part, own) && own + 1 < program->count)
            own++;
        end = own + 1;
        while (end < program->count && is_added_to(part, end, own))
            end++;
        run_statements(m, &program->statement[i], end - i, own - i);
    }
    if (part->err && !m->is_over && !m->has_ended)
        fail_code(m, part);
}

/* Counts one more for each block, for what cannot be read. */
static int count_statements(const Lesson *lesson)
{
    int count = 0;
    for (int s = 0; s < lesson->stages; s++)
        for (int p = 0; p < lesson->stage[s].parts; p++)
            if (lesson->stage[s].part[p].kind == PART_CODE)
                count += lesson->stage[s].part[p].program.count + 1;
    return count;
}

static void run_stages(Maker *m)
{
    Run *run = m->run;
    const Lesson *lesson = run->lesson;
    for (m->stage = 0; m->stage < lesson->stages; m->stage++) {
        const Stage *stage = &lesson->stage[m->stage];
        run->stage_stop[m->stage] = run->stops;
        if (stage_what_if(stage)) /* is about another run */
            continue;
        for (m->part = 0; m->part < stage->parts && !m->is_over; m->part++)
            run_part(m, &stage->part[m->part]);
    }
    run->stage_stop[lesson->stages] = run->stops;
}

/* Has a frame of its own, all of which lies below `stack`, an address in the caller's. */
static __attribute__((noinline)) Run *run_below(const void *stack, const Lesson *lesson,
                                                RunCost before, int most_mistakes, Probing *probe)
{
    Qkv *q = qkv_new();
    if (!q)
        base_die("out of memory");
    Arena *arena = qkv_arena(q);
    qkv_share(q, before.bytes < LIMIT_MEMORY ? LIMIT_MEMORY - before.bytes : 1);
    Run *run = arena_new(arena, Run);
    qkv_limit(q, (QkvLimits){.cells = LIMIT_CELLS,
                             .all_cells = LIMIT_ALL_CELLS,
                             .work = LIMIT_MULTIPLICATIONS,
                             .steps = LIMIT_STEPS});
    arena_track(arena);
    qkv_assume_seed(q, 0);
    qkv_record(q);
    *run = (Run){.lesson = lesson, .q = q, .tape = qkv_tape(q)};
    run->statement = arena_many(arena, (size_t)count_statements(lesson) + 1, RunStatement);
    run->stage_stop = arena_many(arena, (size_t)lesson->stages + 1, int);

    static const Package *const packages[] = {&torch_package, &einops_package, &files_package,
                                              NULL};
    Maker m = {
        .run = run, .line = lesson->source, .line_number = 1, .most_mistakes = most_mistakes};
    m.eval = eval_begin(q, lesson->path, lesson->source, packages, &m.err);
    m.eval.is_changed = lesson->is_changed;
    m.eval.labelled = lesson->rewordeds > 0 ? lesson : NULL;
    eval_beside(&m.eval, lesson->seconds + before.seconds, before.bytes);
    watch_begin(&m.lines, run, &m.eval);
    m.lines.probe = probe;
    m.lines.stack = stack;
    eval_hurry(&m.eval);
    run_stages(&m);
    eval_stay(&m.eval);
    run->statement[run->statements].first_step = run->tape->count;
    run->statement[run->statements].first_stop = run->stops;
    buf_release(&m.eval.printed);
    run->cost = (RunCost){clock_used() - m.eval.began, before.bytes + arena->used};
    return run;
}

static Run *run_within(const Lesson *lesson, RunCost before, int most_mistakes, Probing *probe)
{
    char above = 0;
    return run_below(&above, lesson, before, most_mistakes, probe);
}

Run *run_lesson(const Lesson *lesson)
{
    return run_within(lesson, (RunCost){0}, LIMIT_MISTAKES, NULL);
}

Run *run_beside(const Run *run, const Lesson *lesson)
{
    return run_within(lesson, run->cost, LIMIT_MISTAKES, NULL);
}

Run *run_next(const Run *run, const Lesson *lesson)
{
    return run_within(lesson, (RunCost){.bytes = run->cost.bytes}, LIMIT_MISTAKES, NULL);
}

Run *run_probed(const Run *run, const Lesson *lesson, Probing *probe)
{
    return run_within(lesson, (RunCost){.bytes = run->cost.bytes}, LIMIT_MISTAKES, probe);
}

Run *run_tried(const Run *run, const Lesson *lesson)
{
    int most = run->mistakes > 0 ? LIMIT_MISTAKES : 1;
    return run_within(lesson, (RunCost){.bytes = run->cost.bytes}, most, NULL);
}

void run_free(Run *run)
{
    if (!run)
        return;
    prepared_free(run);
    qkv_free(run->q); /* the run lives in the context's arena */
}

/* Makes the run up to a line, which is the same whether more follows or not: the arrays are those of the whole. */
const Run *run_until(const Run *run, const Lesson *before, int line)
{
    Arena *a = qkv_arena(run->q);
    const int end = run_statement_at(run, line);
    const RunStatement *next = &run->statement[end];
    QkvTape *tape = arena_new(a, QkvTape);
    *tape = *run->tape;
    tape->count = next->first_step;
    while (tape->groups > 0 && tape->group[tape->groups - 1].first >= tape->count)
        tape->groups--;
    Run *begun = arena_new(a, Run);
    *begun = (Run){.lesson = before,
                   .q = run->q,
                   .tape = tape,
                   .statements = end,
                   .statement = run->statement,
                   .stops = next->first_stop,
                   .stop = run->stop,
                   .lines = run->lines,
                   .line = run->line,
                   .bounds = run->bounds,
                   .bound = run->bound,
                   .is_cut = run->is_cut};
    while (begun->lines > 0 && run->line[begun->lines - 1].statement >= end)
        begun->lines--;
    if (begun->lines < run->lines)
        begun->bounds = run->line[begun->lines].first_bound;
    begun->stage_stop = arena_many(a, (size_t)before->stages + 1, int);
    for (int s = 0; s <= before->stages; s++)
        begun->stage_stop[s] = min_int(run->stage_stop[s], begun->stops);
    return begun;
}

void run_write_mistakes(Buf *out, const Run *run)
{
    for (int i = 0; i < run->mistakes; i++) {
        lesson_error(out, run->lesson, &run->mistake[i].err);
        buf_puts(out, run->mistake[i].calls);
    }
}

void run_write_failures(Buf *out, const Run *run)
{
    for (int i = 0; i < run->failures; i++) {
        const Failure *f = &run->failure[i];
        lesson_place(out, run->lesson, f->at.line);
        buf_printf(out, ": %s\n%s", f->message, f->detail);
    }
}

int run_stops(const Run *run, int stage)
{
    return run->stage_stop[stage + 1] - run->stage_stop[stage];
}

const Stop *run_stop(const Run *run, int stage, int number)
{
    return number < 1 || number > run_stops(run, stage)
               ? NULL
               : &run->stop[run->stage_stop[stage] + number - 1];
}

int run_stage_of_stop(const Run *run, const Stop *stop)
{
    return run->statement[stop->statement].stage;
}

int run_number_of_stop(const Run *run, const Stop *stop)
{
    return (int)(stop - run->stop) - run->stage_stop[run_stage_of_stop(run, stop)] + 1;
}

int run_statement_at(const Run *run, int line)
{
    int low = 0, high = run->statements;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (run->statement[middle].last < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int run_stage_of_step(const Run *run, int step)
{
    return run->statement[run->tape->step[step].tag].stage;
}

bool run_shows(const Run *run, int step)
{
    const RunStatement *x = &run->statement[run->tape->step[step].tag];
    for (int i = x->first_stop; i < x[1].first_stop; i++)
        if (run->stop[i].step == step && run->stop[i].detail == DETAIL_BRIEF)
            return true;
    return false;
}

int run_call_of_step(const Run *run, int step)
{
    int g = run->tape->step[step].group;
    while (g >= 0 && run->tape->group[g].parent >= 0)
        g = run->tape->group[g].parent;
    return g;
}

int run_group_result(const Run *run, int group)
{
    const QkvGroup *g = &run->tape->group[group];
    return g->count > 0 ? g->first + g->count - 1 : -1;
}

const char *run_name_of_step(const Run *run, int step, bool inside)
{
    const char *name = run->tape->step[step].name;
    for (int g = run->tape->step[step].group; g >= 0 && run_group_result(run, g) == step;) {
        const QkvGroup *group = &run->tape->group[g];
        g = group->parent;
        if (group->result && (g >= 0 || !inside))
            name = group->result;
    }
    return name;
}
