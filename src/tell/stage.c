/* The page of a spot: what the lesson says before it, the code, the formula, operands and result, what the numbers
 * have to tell, and what the lesson says after it. Before the first result the text has the page to itself. */
#include <string.h>

#include "base/common.h"
#include "lesson/directive.h"
#include "lesson/path.h"
#include "tell/axes.h"
#include "tell/changed.h"
#include "tell/code.h"
#include "tell/curve.h"
#include "tell/explain.h"
#include "tell/formula.h"
#include "tell/passes.h"
#include "tell/prepared.h"
#include "tell/question.h"
#include "tell/story.h"
#include "tell/tell.h"
#include "tell/text.h"

enum { LEFT = 1 /* columns before all that is said */ };

typedef struct Telling {
    Doc *d;
    Arena *a;
    const Lens *l;
    const StageAs *as;
    const Run *run;
    const Stage *stage;
    const Stop *stop; /* NULL: before the first result */
} Telling;

/* --- which text belongs to a stop ----------------------------------------------------------------- */

static int part_of(const Telling *t, int stop)
{
    return t->run->statement[run_stop(t->run, t->as->spot.stage, stop)->statement].part;
}

/* The stop seen before this one that belongs to an earlier part; 0 for none. */
static int stop_before(const Telling *t, int stop)
{
    int part = part_of(t, stop), b = stop;
    do
        b = spot_next(t->run, &t->as->spot, b, -1);
    while (b > 0 && part_of(t, b) == part);
    return b;
}

static bool has_prose(const Stage *stage, int first, int last)
{
    for (int i = first; i < last; i++)
        if (stage->part[i].kind == PART_PROSE)
            return true;
    return false;
}

/* Says of a text that not all see it. True: it is not told here. */
static bool tell_waits(const Telling *t, int after)
{
    Spot first;
    bool waits = lens_withholds_text(t->l, t->as->spot.stage, after, &first);
    if (!lens_marks_text(t->l, t->as->spot.stage, after, &first))
        return false;
    const char *name = text_result_name(t->a, t->run, &first);
    const char *said =
        waits ? arena_format(t->a, "The text here is held back until %s is shown in %s.", name,
                             spot_number(t->a, t->run, &first))
              : arena_format(t->a, "The class does not see this text: %s is hidden there.", name);
    const Piece *last = t->d->pieces > 0 ? &t->d->piece[t->d->pieces - 1] : NULL;
    if (!waits || !last || last->kind != PIECE_NOTE || !same_text(last->text, said))
        doc_note(t->d, "%s", said)->is_peeked = !waits; /* once for prose and question */
    return waits;
}

/* Parts first .. last-1 of the stage, which come after stop `after`. */
static void tell_parts(const Telling *t, int first, int last, int after, bool is_known)
{
    int count;
    const Block *blocks = text_blocks(t->a, t->l, t->stage, first, last, &count);
    if (count == 0 || (has_prose(t->stage, first, last) && tell_waits(t, after)))
        return;
    Piece *p = doc_add(t->d, PIECE_PROSE);
    p->blocks = count;
    p->block = blocks;
    p->is_known = is_known;
}

/* Tells the words before a stop. They stay for the stops after it, until something new is said: numbers are read
 * with the words about them. What leads to the first stop has stood at the beginning of the stage. */
static void tell_text_before(const Telling *t)
{
    int now = t->as->spot.stop, b = now, before = stop_before(t, b);
    bool is_fresh = before > 0 && spot_next(t->run, &t->as->spot, now, -1) == before;
    while (before > 0 && !has_prose(t->stage, part_of(t, before) + 1, part_of(t, b))) {
        b = before;
        before = stop_before(t, b);
    }
    int first = before > 0 ? part_of(t, before) + 1 : 0;
    if (b == now || has_prose(t->stage, first, part_of(t, b)))
        tell_parts(t, first, part_of(t, b), before, !is_fresh || b != now);
    if (b != now) /* code that shows nothing, before this one only */
        tell_parts(t, part_of(t, stop_before(t, now)) + 1, part_of(t, now), stop_before(t, now),
                   false);
}

/* Tells the words after the last stop of a stage. Between two stops they lead to the second. */
static void tell_text_after(const Telling *t)
{
    int now = t->as->spot.stop;
    if (spot_next(t->run, &t->as->spot, now, 1) > run_stops(t->run, t->as->spot.stage))
        tell_parts(t, part_of(t, now) + 1, t->stage->parts, now, false);
}

bool tell_guesses(const Lens *l, const Spot *spot)
{
    Spot s = *spot;
    const Run *run = l->run;
    s.stop = s.stop == 0 ? spot_next(run, &s, 0, 1) : s.stop;
    const QkvTensor *t = s.stop <= run_stops(run, s.stage) ? spot_tensor(run, &s, 0) : NULL;
    return t && t->count > 0 && run->tape->step[t->step].call.op->how != QKV_HOW_GIVEN;
}

/* Asks the questions of the stage, and answers them where that is wanted. */
static void tell_question(const Telling *t)
{
    int count;
    const Block *blocks = question_blocks(t->a, t->stage, QUESTION_ASKED, &count);
    if (count == 0)
        return;
    Piece *p = doc_add(t->d, PIECE_QUESTION);
    p->is_known = t->stop != NULL;
    p->guesses = tell_guesses(t->l, &t->as->spot);
    p->blocks = count;
    p->block = blocks;
    if (!t->as->answers)
        return;
    p = doc_add(t->d, PIECE_ANSWER);
    p->block = question_blocks(t->a, t->stage, QUESTION_ANSWERS, &p->blocks);
}

/* --- title ---------------------------------------------------------------------------------------- */

/* Says of changes, and of a call that was stepped through. */
static const char *standing(const Telling *t)
{
    return arena_format(t->a, "%s%s", text_changes(t->l),
                        spot_is_return(t->run, &t->as->spot) ? "returned  " : "");
}

static void tell_heads(const Telling *t)
{
    const Spot *s = &t->as->spot;
    Doc *d = t->d;
    d->state = arena_format(t->a, "%s%s", standing(t), text_where(t->a, t->run, s));
    d->state2 = lens_progress(t->a, t->l, s->stage, t->stop ? s->stop : 0);
    d->head = spot_path(t->a, t->run, s, t->as->as.width - 2 * LEFT);
    if (d->head)
        return;
    d->head = s->stage == 0 ? "Introduction" : t->stage->title;
    d->at = s->stage;
    d->of = t->run->lesson->stages;
}

/* --- code ----------------------------------------------------------------------------------------- */

static Piece *tell_code_text(const Telling *t, const char *code)
{
    Piece *p = doc_add(t->d, PIECE_CODE);
    p->text = code;
    return p;
}

static void tell_statement(const Telling *t)
{
    bool is_whole = t->stop->detail == DETAIL_BRIEF;
    int hidden = is_whole ? code_hidden_before(t->run, t->stop->statement) : 0;
    const char *code = is_whole ? explain_statement(t->a, t->run, t->stop->statement)
                                : explain_operation(t->a, t->run, t->stop->step);
    Piece *p = tell_code_text(t, code);
    const QkvStep *step = spot_step(t->run, &t->as->spot);
    p->is_data = step && step->call.op->how == QKV_HOW_GIVEN;
    if (hidden > 0)
        p->heading = code_not_shown(t->a, hidden);
}

/* The function that the line in hand belongs to, all of it: how much of it is seen is not known here. */
static void tell_lines(const Telling *t, bool tells)
{
    const Stop *stop = t->stop;
    int width = max_int(t->as->as.width - 2 * LEFT, PROSE_LEAST_WIDTH);
    Piece *p = doc_add(t->d, PIECE_CODE);
    p->lines = code_window(t->a, t->l, stop, width, tells);
    for (int i = 0; i < p->lines.lines && p->at < 0; i++)
        if (p->lines.line[i].pieces > 0 && p->lines.line[i].piece[0].text[0] == '>')
            p->at = i;
    if (stop->in.kind < INSIDE_STATEMENT_CODE && stop->step >= 0)
        tell_code_text(t, explain_operation(t->a, t->run, stop->step));
}

static void point_at_call(const Telling *t)
{
    Piece *p = &t->d->piece[t->d->pieces - 1];
    p->calls = spot_calls(t->run, &t->as->spot);
    p->call = t->as->pointer.thing <= POINT_CALL ? POINT_CALL - t->as->pointer.thing : -1;
    p->call_name = arena_many(t->a, (size_t)p->calls + 1, const char *);
    for (int i = 0; i < p->calls; i++)
        p->call_name[i] = spot_call_name(t->a, t->run, &t->as->spot, i);
}

/* --- results -------------------------------------------------------------------------------------- */

/* The block of an operand that block `item` of the result was made from. */
static int64_t operand_item(const QkvCall *c, const QkvTensor *in, int64_t item)
{
    enum { MOST_CELLS = 256 };
    int64_t size = matrix_cells(c->out), found = -1;
    if (matrix_items(in) <= 1)
        return 0;
    for (int64_t i = 0; i < min_int64(size, MOST_CELLS) && found < 0 && c->out->count > 0; i++) {
        Arena scratch = {0};
        QkvTerms terms = qkv_terms(c, item * size + i, &scratch);
        for (int64_t k = 0; k < min_int64(terms.count, MOST_CELLS) && found < 0; k++) {
            QkvTerm term = qkv_term(&terms, k);
            QkvSource of[] = {term.a, term.b};
            for (int n = 0; n < COUNT(of) && found < 0; n++)
                if (of[n].operand >= 0 && c->in[of[n].operand] == in)
                    found = matrix_item(in, of[n].cell);
        }
        arena_release(&scratch);
    }
    return max_int64(found, 0);
}

/* An operand that the result took the name of is "x before". */
static const char *panel_name(const Telling *t, const QkvCall *c, const QkvTensor *of)
{
    /* of a difference, "before" would be that of the change */
    static const char *const when[2][2] = {{"after", "before"}, {"out", "in"}};
    const char *name = explain_name_in(t->a, t->run, t->stop->line, of);
    for (int i = 0; i < c->count; i++) {
        const QkvTensor *in = c->in[i];
        bool is_about = in->step >= 0 && in != c->out && (of == in || of == c->out);
        if (is_about && strcmp(explain_name_in(t->a, t->run, t->stop->line, in),
                               explain_name_in(t->a, t->run, t->stop->line, c->out)) == 0)
            return arena_format(t->a, "%s %s", name, when[t->l->differs][of == in]);
    }
    return name;
}

static void add_matrix(Piece *p, DocMatrix m)
{
    enum { MOST = 32 };
    for (int i = 0; i < p->matrices; i++)
        if (p->matrix[i].t == m.t)
            return;
    if (p->matrices < MOST)
        p->matrix[p->matrices++] = m;
}

static void tell_matrices(const Telling *t)
{
    const QkvStep *step = spot_step(t->run, &t->as->spot);
    const QkvCall *c = &step->call;
    Pointer at = t->as->pointer;
    const QkvTensor *pointed = at.thing >= 0 ? spot_tensor(t->run, &t->as->spot, at.thing) : NULL;
    bool is_cell = pointed && at.cell >= 0 && at.cell < pointed->count;
    int64_t item = is_cell ? matrix_item(pointed, at.cell) : 0;
    int64_t of_out = is_cell && matrix_items(pointed) == matrix_items(c->out) ? item : 0;
    Piece *p = doc_add(t->d, PIECE_MATRICES);
    p->step = step;
    p->matrix = arena_many(t->a, (size_t)c->count + 1, DocMatrix);
    add_matrix(p, doc_matrix(t->d, c->out, panel_name(t, c, c->out), 0, of_out));
    for (int i = 0, thing = 1; i < c->count; i++)
        if (c->in[i]->step >= 0) {
            const QkvTensor *in = c->in[i];
            add_matrix(p,
                       doc_matrix(t->d, in, panel_name(t, c, in), thing++,
                                  is_cell && in == pointed ? item : operand_item(c, in, of_out)));
        }
    if (!is_cell)
        return;
    p->mark = arena_new(t->a, DocMark);
    *p->mark = (DocMark){pointed, at.cell, MARK_RESULT};
    p->marks = 1;
}

static void tell_shares(const Telling *t)
{
    const QkvCall *c = &spot_step(t->run, &t->as->spot)->call;
    DocCurve *curve = curve_of_shares(t->a, t->l, c->out, panel_name(t, c, c->out));
    if (curve && t->as->pointer.thing == 0)
        curve->at = (int)t->as->pointer.cell;
    curve_add(t->d, curve);
}

static void tell_formula(const Telling *t)
{
    enum { ROWS = 2, INDENT = PROSE_CODE_INDENT };
    const QkvStep *step = spot_step(t->run, &t->as->spot);
    if (step->call.count == 0)
        return;
    bool is_own = t->stop->line >= 0; /* own code takes the whole width */
    int columns = is_own ? t->as->as.width - 2 * LEFT : text_right_columns(t->as->as.width);
    Piece *p = doc_add(t->d, PIECE_FORMULA);
    p->step = step;
    p->text = explain_formula_rows(t->a, t->l, t->stop->line, t->stop->step, ROWS,
                                   columns - INDENT);
}

/* A value, what was printed, or why it went no further; and of a line of one's own code what it bound. */
static void tell_said(const Telling *t)
{
    const Spot *s = &t->as->spot;
    const Stop *stop = t->stop;
    const char *text = stop->text ? stop->text : "";
    if (!stop->text && stop->line >= 0)
        text = code_said(t->a, t->l, stop->line);
    bool is_peeked;
    text = lens_text(t->l, s->stage, s->stop, text, &is_peeked);
    if (*text)
        doc_said(t->d, text)->is_peeked = is_peeked;
}

static const Stop *pinned_stop(const Telling *t, const char *name)
{
    int end = (int)(t->stop - t->run->stop);
    for (int i = end - 1; i >= 0; i--) {
        const Stop *s = &t->run->stop[i];
        if (s->detail == DETAIL_BRIEF && s->kind == STOP_TENSOR && same_text(s->name, name))
            return s;
    }
    return NULL;
}

static bool is_on_page(const Doc *d, const QkvTensor *t)
{
    const Piece *p = doc_piece(d, PIECE_MATRICES);
    for (int i = 0; p && i < p->matrices; i++)
        if (p->matrix[i].t == t)
            return true;
    return false;
}

static void tell_pinned(const Telling *t)
{
    const Pins *pins = &t->as->pins;
    DocMatrix *matrix = arena_many(t->a, PINS_MOST, DocMatrix);
    int count = 0;
    for (int i = 0; i < pins->count; i++) {
        const Stop *s = pinned_stop(t, pins->name[i]);
        if (s && s->tensor->count > 0 && !is_on_page(t->d, s->tensor))
            matrix[count++] = doc_matrix(t->d, s->tensor, s->name, -1, 0);
    }
    if (count == 0)
        return;
    Piece *p = doc_add(t->d, PIECE_MATRICES);
    p->heading = "pinned";
    p->matrix = matrix;
    p->matrices = count;
}

/* --- remarks -------------------------------------------------------------------------------------- */

static void tell_failure(const Telling *t)
{
    for (int i = 0; i < t->run->failures; i++)
        if (t->run->failure[i].stop == (int)(t->stop - t->run->stop))
            doc_note(t->d, "Not as expected: %s.", t->run->failure[i].message);
}

/* How it differs from the other run. */
static void tell_changed(const Telling *t)
{
    const Lens *l = t->l;
    int now = (int)(t->stop - t->run->stop);
    if (!l->align) {
        tell_failure(t);
        return;
    }
    if (t->run != align_now(l->align))
        now = align_stop(l->align, t->run, now);
    if (now < 0 || (l->whatif && l->whatif->on == 0))
        return;
    const char *said = changed_numbers(t->a, l, now), *winners = changed_winners(t->a, l, now);
    if (said)
        doc_note(t->d, winners ? "%s; %s" : "%s", said, winners);
}

/* Says of what a statement shows that passes led to it, which can be listed. */
static void tell_passes_before(const Telling *t)
{
    bool is_hidden;
    int passes = passes_before(t->l, &t->as->spot, &is_hidden);
    if (passes == 0)
        return;
    doc_note(t->d,
             is_hidden ? "Hidden lines before this trained in %d passes: ? pass lists them."
                       : "A loop of %d passes ran here: ? pass lists them.",
             passes)
        ->is_keys = true;
    curve_add(t->d, passes_curve(t->a, t->l, &t->as->spot));
}

/* A reader who comes there by itself has it run again; where that cannot be, or on paper, it is said. */
static void tell_left(const Telling *t)
{
    int pass = run_left_pass(t->run, t->stop->line);
    if (pass >= 0)
        doc_note(t->d, "What pass %d did is not kept: ? pass %d runs it again.",
                 t->run->line[pass].number, t->run->line[pass].number)
            ->is_keys = true;
}

static void tell_remarks(const Telling *t)
{
    const QkvStep *step = spot_step(t->run, &t->as->spot);
    if (!lens_shows_stop(t->l, t->as->spot.stage, t->as->spot.stop))
        return;
    const char *story = step ? story_of(t->a, t->l, step) : NULL;
    if (story)
        doc_note(t->d, "%s", story);
    tell_changed(t);
}

/* --- the page ------------------------------------------------------------------------------------- */

static void tell_beginning(const Telling *t)
{
    int first = spot_next(t->run, &t->as->spot, 0, 1);
    bool has_stop = first <= run_stops(t->run, t->as->spot.stage);
    tell_parts(t, 0, has_stop ? part_of(t, first) + 1 : t->stage->parts, 0, false);
    if (t->as->spot.stage == 0 && t->stage->parts == 0)
        doc_note(t->d, "This lesson has no introduction: Space goes to its first stage.");
    if (t->stage->leads)
        doc_note(t->d, "Next: %s.", path_text(t->a, t->stage->leads));
    tell_question(t);
}

static void tell_result(const Telling *t)
{
    const Spot *s = &t->as->spot;
    bool is_own = t->stop->line >= 0;
    if (!is_own) {
        tell_text_before(t);
        if (t->d->kind == DOC_STAGE) /* or it was asked */
            tell_question(t);
        tell_statement(t);
    } else {
        if (t->as->answers) /* of a result of this line: no other page has them */
            tell_question(t);
        tell_lines(t, lens_shows_stop(t->l, s->stage, s->stop));
    }
    point_at_call(t);
    if (spot_step(t->run, s)) {
        tell_formula(t);
        tell_matrices(t);
        tell_shares(t);
    } else if (t->stop->tensor) { /* a tensor that was there before */
        Piece *p = doc_add(t->d, PIECE_MATRICES);
        p->matrix = arena_new(t->a, DocMatrix);
        *p->matrix = doc_matrix(t->d, t->stop->tensor, t->stop->name ? t->stop->name : "", 0, 0);
        p->matrices = 1;
    } else {
        tell_said(t);
        t->d->is_error = t->stop->kind == STOP_ERROR;
    }
    tell_remarks(t);
    tell_left(t);
    tell_passes_before(t);
    if (!is_own)
        tell_text_after(t);
    tell_pinned(t);
}

Doc *tell_stage(Arena *a, const Lens *l, const StageAs *as)
{
    const Run *run = l->run;
    Telling t = {.a = a, .l = l, .as = as, .run = run};
    t.d = doc_new(a, DOC_STAGE, l, text_title(a, run->lesson));
    if (as->spot.stage < 0 || as->spot.stage >= run->lesson->stages)
        return t.d;
    t.stage = &run->lesson->stage[as->spot.stage];
    t.stop = spot_stop(run, &as->spot);
    tell_heads(&t);
    if (t.stop)
        tell_result(&t);
    else
        tell_beginning(&t);
    if (as->notes) {
        const char *notes = text_notes(a, t.stage);
        if (*notes)
            doc_note(t.d, "%s", notes)->heading = "notes";
    }
    return t.d;
}

Doc *tell_whole_stage(Arena *a, const Lens *l, int stage, Detail detail)
{
    enum { WIDTH = 80, HEIGHT = 24 };
    StageAs as = {.spot = {.stage = stage, .detail = detail},
                  .pointer = {POINT_NOTHING, 0},
                  .as = {WIDTH, HEIGHT}};
    Telling t = {.d = doc_new(a, DOC_TEXT, l, text_title(a, l->run->lesson)),
                 .a = a,
                 .l = l,
                 .as = &as,
                 .run = l->run,
                 .stage = &l->run->lesson->stage[stage]};
    int stops = run_stops(l->run, stage);
    tell_heads(&t);
    as.answers = true;
    tell_beginning(&t);
    for (int n = spot_next(t.run, &as.spot, 0, 1), from = t.d->pieces; n <= stops;
         n = spot_next(t.run, &as.spot, n, 1), from = t.d->pieces) {
        as.spot.stop = n;
        t.stop = spot_stop(t.run, &as.spot);
        tell_result(&t);
        for (int i = from; i < t.d->pieces; i++)
            t.d->piece[i].stop = n;
    }
    return t.d;
}

/* --- the pointer ---------------------------------------------------------------------------------- */

/* The index along an axis of `t` that is called as another one is there; 0 where none is. */
static int64_t index_called(const QkvTensor *t, int axis, const char *label)
{
    for (int64_t i = 0; label && i < t->size[axis] && t->axis[axis].labels; i++)
        if (same_text(qkv_tensor_label(t, axis, i, 0), label))
            return i;
    return 0;
}

/* The cell of a tensor at the labels of a cell of another one. */
static int64_t cell_beside(const QkvTensor *t, const QkvTensor *was, int64_t cell)
{
    int64_t at[QKV_MAX_RANK], to = 0;
    qkv_tensor_index(was, cell, at);
    for (int d = 0; d < t->rank; d++) {
        int of = d - t->rank + was->rank;
        const char *label = of >= 0 ? qkv_tensor_label(was, of, at[of], cell) : NULL;
        to = to * t->size[d] + index_called(t, d, label);
    }
    return to;
}

/* The number that the author says is to be looked at; -1: none. */
static int64_t told_number(const Run *run, const Stop *stop, const QkvTensor *t)
{
    bool is_whole = stop && stop->detail == DETAIL_BRIEF && t;
    const char *words = is_whole ? run->statement[stop->statement].point : NULL;
    return words ? directive_cell(t, words) : -1;
}

Pointer tell_pointer(const Lens *l, const Spot *spot, const Pointer *before, const Spot *was)
{
    const Run *run = l->run;
    const Stop *stop = spot_stop(run, spot);
    const QkvTensor *t = spot_tensor(run, spot, 0);
    int64_t told = told_number(run, stop, t);
    if (told >= 0)
        return (Pointer){0, told};
    bool is_call = spot_call(run, spot) && !spot_is_return(run, spot) && stop->kind != STOP_ERROR;
    if (is_call)
        return (Pointer){POINT_CALL - max_int(spot_calls(run, spot) - 1, 0), 0};
    if (!t || t->count == 0)
        return (Pointer){POINT_NOTHING, 0};
    const QkvTensor *old = before && was && before->thing >= 0
                               ? spot_tensor(run, was, before->thing)
                               : NULL;
    bool has_old = old && before->cell >= 0 && before->cell < old->count;
    return (Pointer){0, has_old ? cell_beside(t, old, before->cell) : 0};
}

int tell_things(const Lens *l, const Spot *spot, int thing[], int room)
{
    const QkvTensor *t;
    int count = 0, calls = spot_calls(l->run, spot);
    for (int i = 0; (t = spot_tensor(l->run, spot, i)); i++) {
        bool is_new = t->count > 0;
        for (int k = 0; k < i && is_new; k++)
            is_new = spot_tensor(l->run, spot, k) != t;
        if (is_new && thing && count < room)
            thing[count] = i;
        count += is_new;
    }
    for (int i = 0; i < calls; i++, count++)
        if (thing && count < room)
            thing[count] = POINT_CALL - i;
    return thing ? min_int(count, room) : count;
}

const char *tell_pointed(Arena *a, const Lens *l, const Spot *spot, Pointer p)
{
    if (p.thing <= POINT_CALL) {
        const char *name = spot_call_name(a, l->run, spot, POINT_CALL - p.thing);
        return name ? arena_format(a, "call %s", name) : "";
    }
    const QkvTensor *t = p.thing >= 0 ? spot_tensor(l->run, spot, p.thing) : NULL;
    const Stop *stop = spot_stop(l->run, spot);
    if (!t || p.cell < 0 || p.cell >= t->count)
        return "";
    return arena_format(a, "%s%s", explain_name_in(a, l->run, stop->line, t),
                        matrix_place(a, t, p.cell));
}
