/* Reports over a page, to scroll through: what uses the number in question, and the result with each of
 * several values. They are those of the command line, as is all that a number is made of in the line mode. */
#include <string.h>

#include "base/common.h"
#include "lesson/reach.h"
#include "lesson/trial.h"
#include "view/code.h"
#include "view/page_text.h"
#include "view/report.h"

enum { TOP = 2, LEFT = 1 };

/* --- texts ---------------------------------------------------------------------------------------- */

static const QkvTensor *asked_tensor(const Scene *s, const Place *p)
{
    return s->run->tape->step[p->asked.step].call.out;
}

/* What the report is about: the tensor of the cell in question, or on a stage its result. */
static const QkvTensor *report_tensor(const Scene *s, const Place *p)
{
    return p->page == PAGE_CELL ? asked_tensor(s, p) : place_tensor(s->run, p, 0);
}

/* The run in which the number is a little different says how what uses it moves. */
typedef struct Moves {
    Reach *reach;
    const char *line; /* the change; NULL: there is no such run */
    WhatIf *whatif;
    Comparison *same;
    const Comparison *comparison;
} Moves;

static Moves moves_of(Arena *a, const Scene *s, const Place *p)
{
    Err err = {0};
    const QkvTensor *t = asked_tensor(s, p);
    Moves m = {.reach = reach_of(s->run, t, p->asked.cell)};
    ChangeLine line = {reach_change(a, s->run, t, p->asked.cell), false};
    m.whatif = line.text ? whatif_run(s->run, &line, 1, &err) : NULL;
    m.line = m.whatif ? line.text : NULL;
    m.same = m.whatif ? NULL : compare_runs(s->run, s->run);
    m.comparison = m.whatif ? align_comparison(m.whatif->variant->align) : m.same;
    return m;
}

static void moves_free(Moves *m)
{
    compare_free(m->same);
    whatif_free(m->whatif);
    reach_free(m->reach);
}

static void put_uses(Buf *out, Arena *a, const Scene *s, const Place *p)
{
    Moves m = moves_of(a, s, p);
    report_uses(out, m.reach, m.comparison, m.line);
    moves_free(&m);
}

static void put_inputs(Buf *out, Arena *a, const Scene *s, const Place *p)
{
    (void)a;
    report_inputs(out, s->run, asked_tensor(s, p), p->asked.cell, place_decimals(p));
}

static void put_why(Buf *out, Arena *a, const Scene *s, const Place *p)
{
    (void)a;
    report_why(out, s->run, asked_tensor(s, p), p->asked.cell,
               (WhyAs){WHY_ALL, TREE_LINES, REPORT_WIDTH, place_decimals(p)});
}

/* The runs with each of the values, the result of the page in them, and its table; false after writing why
 * there is none. The caller releases trials->arena. */
static bool trials_here(Buf *out, Arena *a, const Scene *s, const Place *p, Trials *trials,
                        PlacePart *part)
{
    const WhatIf *w = s->whatif;
    const QkvTensor *t = report_tensor(s, p);
    Err err = {0};
    if (!w || !w->several)
        return false;
    *trials = (Trials){.change = w->several, .count = w->variants + 1};
    trials->trial = arena_many(&trials->arena, (size_t)trials->count, Trial);
    trials->trial[0] = (Trial){.value = "now", .run = w->before};
    for (int i = 0; i < w->variants; i++)
        trials->trial[i + 1] = (Trial){.value = w->variant[i].value, .run = w->variant[i].run};
    Results results = results_of(a, w->before);
    const QkvTensor *old = t ? align_tensor(s->align, s->run, t) : NULL;
    const char *name = NULL;
    for (int i = 0; old && i < results.count; i++)
        if (results.item[i].tensor == old && *results.item[i].name)
            name = results.item[i].name;
    if (trials_part(trials, name, part, &err)) {
        report_trials(out, trials, part, s->is_plain);
        return true;
    }
    buf_printf(out, "%s\n", err.message);
    arena_release(&trials->arena);
    return false;
}

static void put_values(Buf *out, Arena *a, const Scene *s, const Place *p)
{
    Trials trials;
    PlacePart part;
    if (trials_here(out, a, s, p, &trials, &part))
        arena_release(&trials.arena);
}

/* The statement that a stop shows the result of is marked. */
static void put_code(Buf *out, Arena *a, const Scene *s, const Place *p)
{
    const Run *run = s->run;
    const Stop *stop = place_stop(run, p);
    bool *hides = arena_many(a, (size_t)run->statements, bool);
    for (int i = 0; i < run->statements; i++)
        hides[i] = run->statement[i].stage == p->where.stage &&
                   place_hides_code(s->shown, run, p, i);
    code_of_stage(out, run, p->where.stage, stop ? stop->statement : -1, hides);
    buf_puts(out, "\n> this step, + not shown on the pages of the stage\n");
}

void page_report_text(Buf *out, const Scene *s, const Place *p)
{
    static void (*const reports[])(Buf *, Arena *, const Scene *, const Place *) = {
        [OVERLAY_USES] = put_uses, [OVERLAY_INPUTS] = put_inputs,
        [OVERLAY_WHY] = put_why,   [OVERLAY_VALUES] = put_values,
        [OVERLAY_CODE] = put_code, [OVERLAY_LINKS] = page_links_text};
    Arena arena = {0};
    reports[p->overlay](out, &arena, s, p);
    arena_release(&arena);
}

/* --- sheets --------------------------------------------------------------------------------------- */

/* What is scrolled through: lines, and matrices beside each other as far as the window is wide. */
typedef struct Sheet {
    Arena a;
    const Scene *scene;
    const Place *place;
    Frame *frame;  /* grows as rows are laid, to MOST_ROWS */
    int row;       /* the first free one */
    int col, band; /* of the matrices in hand: columns and rows that they take */
    bool is_full;  /* something did not fit, and the last row says so */
} Sheet;

enum { MOST_ROWS = 2000 };

/* Whether `rows` more fit; one is kept for saying that they did not. */
static bool has_rows(Sheet *x, int rows)
{
    Frame *f = x->frame;
    int needed = x->row + rows + 1;
    x->is_full = x->is_full || needed > MOST_ROWS;
    if (!x->is_full && needed > f->height)
        frame_grow(f, min_int(max_int(needed, 2 * f->height), MOST_ROWS));
    return !x->is_full;
}

static void end_band(Sheet *x)
{
    x->row += x->band;
    x->col = x->band = 0;
}

static void put_text(Sheet *x, Style style, const char *text)
{
    end_band(x);
    for (size_t length; *text && has_rows(x, 1); text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        frame_fit(x->frame, x->row++, 0, x->frame->width, style, arena_text(&x->a, text, length));
    }
}

static void put_blank(Sheet *x)
{
    if (has_rows(x, 1))
        x->row++;
}

static void put_matrix(Sheet *x, Matrix *m)
{
    enum { GAP = 3 };
    int most = x->frame->width - 2 * LEFT, width = min_int(matrix_width(m), most);
    int height = matrix_height(m);
    if (x->col > 0 && x->col + width > most)
        end_band(x);
    if (!has_rows(x, height + 1))
        return;
    matrix_draw(x->frame, x->row, LEFT + x->col, height, width, m);
    x->col += width + GAP;
    x->band = max_int(x->band, height + 1);
}

/* A result of one run beside that of another: with a mark before each other number, or the difference,
 * shaded by how far each number moves. */
static void put_beside(Sheet *x, const Run *run, const char *name, const QkvTensor *t,
                       const QkvTensor *other, int64_t item, bool is_difference)
{
    Beside b = memo_beside(NULL, run, t, other, &x->a);
    int decimals = place_decimals(x->place);
    NumberFormat format = b.other ? number_format_of(&b.range, t->dtype, decimals)
                                  : number_format(t, decimals);
    Matrix m = matrix_of(t, name, item, format);
    m.other = b.other;
    m.differs = b.differs;
    m.blocks = 1;
    if (is_difference && b.difference) {
        m.difference = b.difference;
        m.most = number_farthest(b.difference);
        m.strips = !x->scene->has_colors;
    }
    put_matrix(x, &m);
}

/* How far each number of what uses one moves with it. */
static void put_moves(Sheet *x, const Comparison *c, const Reach *r)
{
    bool has_any = false;
    for (int i = 0; c && i < c->rows; i++) {
        const CompareRow *row = &c->row[i];
        bool is_cells = row->state == ROW_CELLS && row->b->tensor->step >= 0 &&
                        row->a->step > r->from->step && row->b->tensor->rank > 0;
        if (is_cells && !has_any) {
            put_text(x, STYLE_HEADING, "By how much each number moves (= not at all):");
            put_blank(x);
        }
        has_any = has_any || is_cells;
        if (is_cells)
            put_beside(x, c->b, row->b->name, row->b->tensor, row->a->tensor,
                       matrix_item(row->b->tensor, row->cell), true);
    }
}

static void lay_uses(Sheet *x, const Scene *s, const Place *p)
{
    Moves m = moves_of(&x->a, s, p);
    Buf text = {.arena = &x->a};
    report_uses(&text, m.reach, m.comparison, m.line);
    put_text(x, STYLE_TEXT, buf_text(&text));
    put_blank(x);
    if (m.line)
        put_moves(x, m.comparison, m.reach);
    moves_free(&m);
}

static void lay_values(Sheet *x, const Scene *s, const Place *p)
{
    Buf text = {.arena = &x->a};
    PlacePart part;
    Trials trials;
    bool found = trials_here(&text, &x->a, s, p, &trials, &part);
    put_text(x, STYLE_TEXT, buf_text(&text));
    if (!found)
        return;
    TrialTable table = trials_table(&trials, &part);
    int64_t moving = 0;
    while (moving + 1 < table.t->size[0] && !table.moves[moving])
        moving++;
    int64_t item = part.t->count > 0 ? matrix_item(part.t, table.cell[moving]) : 0;
    put_blank(x);
    for (int i = 0; i < trials.count && part.t->rank > 0; i++) {
        const char *value = trials.trial[i].value;
        if (table.result[i])
            put_beside(x, trials.trial[i].run, i == 0 ? value : arena_format(&x->a, "= %s", value),
                       table.result[i], i == 0 ? NULL : table.result[0], item, false);
    }
    arena_release(&trials.arena);
}

/* What the place asks for, and not yet laid. */
static Report report_asked(const Scene *s, const Place *p)
{
    return (Report){.overlay = p->overlay,
                    .stage = p->where.stage,
                    .stop = p->where.stop,
                    .t = report_tensor(s, p),
                    .cell = p->page == PAGE_CELL ? p->asked.cell : 0,
                    .width = p->width,
                    .decimals = place_decimals(p),
                    .has_colors = s->has_colors};
}

static bool is_same_report(const Report *a, const Report *b)
{
    return a->overlay == b->overlay && a->t == b->t && a->cell == b->cell && a->stage == b->stage &&
           a->stop == b->stop && a->width == b->width && a->decimals == b->decimals &&
           a->has_colors == b->has_colors;
}

/* Lines that are too long go on below. */
static void lay_lines(Sheet *x, const char *text)
{
    Prose lines = page_plain(&x->a, text, x->place->width + LEFT);
    for (int i = 0; i < lines.lines && has_rows(x, 1); i++)
        prose_draw(x->frame, x->row++, LEFT - PROSE_CODE_INDENT, &lines, i, 1);
}

static void lay_code(Sheet *x, const Scene *s, const Place *p)
{
    Buf text = {.arena = &x->a};
    put_code(&text, &x->a, s, p);
    lay_lines(x, buf_text(&text));
}

static void lay_inputs(Sheet *x, const Scene *s, const Place *p)
{
    Buf text = {.arena = &x->a};
    put_inputs(&text, &x->a, s, p);
    lay_lines(x, buf_text(&text));
}

/* The reports of the screen: what their page is called, and the command that prints all of one. */
static const struct {
    const char *title, *command;
    void (*lay)(Sheet *x, const Scene *s, const Place *p);
} reports_of[] = {
    [OVERLAY_USES] = {"who uses this number?", "uses", lay_uses},
    [OVERLAY_INPUTS] = {"the inputs that this number is made of", "inputs", lay_inputs},
    [OVERLAY_VALUES] = {"a result with each of the values", "try", lay_values},
    [OVERLAY_CODE] = {NULL, "try", lay_code},
};

static void lay(Report *r, const Scene *s, const Place *p)
{
    enum { ROWS = 64 };
    Sheet x = {.scene = s, .place = p, .frame = frame_new(p->width, ROWS)};
    reports_of[p->overlay].lay(&x, s, p);
    end_band(&x);
    if (x.is_full)
        frame_printf(x.frame, x.row++, 0, STYLE_STRONG, "More does not fit here: qkv %s prints it.",
                     reports_of[p->overlay].command);
    r->frame = x.frame;
    r->rows = x.row;
    arena_release(&x.a);
}

/* The report at the place. It runs the lesson again, so the memo keeps it; report_done gives back
 * what no memo keeps. */
static Report report_at(const Scene *s, const Place *p)
{
    Report *kept = s->memo ? memo_report(s->memo, s->run) : NULL;
    Report now = report_asked(s, p);
    /* What a class sees of code grows, and who follows sees all of it. */
    bool grows = p->overlay == OVERLAY_CODE && (p->teach.on || p->view.hidden > 0);
    if (kept && kept->frame && is_same_report(kept, &now) && !grows)
        return *kept;
    lay(&now, s, p);
    if (kept) {
        frame_free(kept->frame);
        *kept = now;
    }
    return now;
}

static void report_done(const Scene *s, Report *r)
{
    if (!s->memo)
        frame_free(r->frame);
}

/* --- the page ------------------------------------------------------------------------------------- */

bool page_is_report(const Place *p)
{
    return p->overlay < COUNT(reports_of) && reports_of[p->overlay].lay;
}

int page_report_most(const Scene *s, const Place *p)
{
    Report r = report_at(s, p);
    report_done(s, &r);
    return max_int(r.rows - page_help_rows(p), 0);
}

void page_report(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    Report r = report_at(s, p);
    int rows = page_help_rows(p), most = max_int(r.rows - rows, 0);
    int first = clamp_int(p->report_scroll, 0, most);
    const char *title = reports_of[p->overlay].title;
    if (!title)
        title = arena_format(&arena, "all code of %s",
                             page_stage_name(&arena, s->run->lesson, p->where.stage));
    page_title(f, title, page_what_if(&arena, s, p, "Esc closes"));
    for (int i = 0; i < rows && first + i < r.rows; i++)
        memcpy(&f->glyph[(TOP + i) * f->width], &r.frame->glyph[(first + i) * r.frame->width],
               (size_t)min_int(f->width, r.frame->width) * sizeof *f->glyph);
    if (first < most && !s->message)
        frame_printf(f, f->height - 2, max_int(f->width - 12, 0), STYLE_STRONG, " v %3d more",
                     most - first);
    page_foot(f, s, p);
    report_done(s, &r);
    arena_release(&arena);
}
