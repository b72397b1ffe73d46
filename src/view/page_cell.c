/* The cell page: one number, the cells that made it, and the arithmetic between them. */
#include "base/utf8.h"
#include "view/explain.h"
#include "view/layout.h"
#include "view/page.h"
#include "view/page_text.h"

enum { TOP = 3, FOOT = 2, LEFT = 1 };

static Matrix marked(Arena *a, const Run *run, const Tensor *t, int64_t cell, int decimals)
{
    return matrix_of(t, explain_name(a, run, t), matrix_item(t, cell), decimals);
}

/* Marks the cells of an operand that take part; the spot shows the item that the picked one, or
 * else the first one, lies in. */
static void add_operand(Layout *l, Arena *a, const Run *run, const Call *c, int operand,
                        const Terms *t, Source picked, int decimals)
{
    int64_t first = -1;
    for (int64_t i = 0; i < t->count && first < 0; i++)
        first = t->term[i].a.operand == operand   ? t->term[i].a.cell
                : t->term[i].b.operand == operand ? t->term[i].b.cell
                                                  : -1;
    if (first < 0 || c->in[operand]->step < 0)
        return;
    bool is_picked = picked.operand == operand;
    int64_t shown = is_picked ? picked.cell : first;
    Spot *s = &l->spot[l->operands++];
    *s = (Spot){.matrix = marked(a, run, c->in[operand], shown, decimals)};
    for (int64_t i = 0; i < t->count; i++) {
        if (t->term[i].a.operand == operand)
            matrix_mark(&s->matrix, a, t->term[i].a.cell, MARK_OPERAND);
        if (t->term[i].b.operand == operand)
            matrix_mark(&s->matrix, a, t->term[i].b.cell, MARK_OPERAND);
    }
    if (is_picked)
        matrix_mark(&s->matrix, a, picked.cell, MARK_PICKED);
}

/* Every matrix that is cut is scrolled to the cell that matters in it. */
static void scroll_spots(Layout *l, const Place *p, Source picked)
{
    for (int i = 0; i < l->operands + l->results; i++) {
        Spot *s = &l->spot[i];
        if (!s->is_shown || l->is_whole)
            continue;
        bool is_result = i >= l->operands;
        int64_t cell = is_result ? p->cell : picked.operand >= 0 ? picked.cell : 0;
        matrix_scroll_to(&s->matrix, cell, s->height, s->width);
    }
}

static Layout lay_matrices(Arena *a, const Run *run, const Place *p, Source picked, int height,
                           int width)
{
    Layout l = {0};
    const Call *c = &run->tape->step[p->step].call;
    Terms t = op_terms(c, p->cell, a);
    int decimals = p->full ? NUMBER_MOST_DECIMALS : p->decimals;
    for (int i = 0; i < c->count && l.operands < LAYOUT_MOST - 1; i++)
        add_operand(&l, a, run, c, i, &t, picked, decimals);
    l.spot[l.operands] = (Spot){.matrix = marked(a, run, c->out, p->cell, decimals)};
    matrix_mark(&l.spot[l.operands].matrix, a, p->cell, MARK_RESULT);
    l.results = 1;
    layout_arrange(&l, height, width, l.operands);
    scroll_spots(&l, p, picked);
    return l;
}

/* Where Enter would go: the picked cell, its value, and the stage that made it. */
static const char *way_back(Arena *a, const Run *run, const Call *c, Source picked)
{
    if (picked.operand < 0)
        return NULL;
    const Tensor *t = c->in[picked.operand];
    if (t->step < 0)
        return arena_format(a, "%s is a plain number, written in the code",
                            explain_name(a, run, t));
    int stage = run_stage_of_step(run, t->step);
    return arena_format(a, "Enter goes to {%s}, made in stage %d: %s",
                        explain_cell(a, run, t, picked.cell), stage,
                        run->lesson->stage[stage].title);
}

static void draw_heads(Frame *f, Arena *a, const Run *run, const Place *p, const Explanation *e)
{
    const Lesson *lesson = run->lesson;
    int stage = run_stage_of_step(run, p->step);
    const Step *step = &run->tape->step[p->step];
    page_title(f, arena_format(a, "%s%s", text_number(a, lesson), lesson->title),
               arena_format(a, "stage %d/%d  CELL", stage, lesson->stages - 1));
    frame_fit(f, 1, LEFT, f->width - 2, STYLE_STRONG, e->what);
    const char *formula = step->call.count > 0 ? explain_formula(a, run, p->step) : "";
    frame_fit(f, 2, LEFT, f->width - 2, STYLE_EMPHASIS, formula);
}

/* The lines of arithmetic that fit, those around the picked one if not all do. */
static void draw_lines(Frame *f, int row, int rows, const Explanation *e)
{
    int first = 0;
    if (e->lines > rows && e->picked >= 0) {
        first = e->picked - rows / 2;
        first = first > e->lines - rows ? e->lines - rows : first;
        first = first < 0 ? 0 : first;
    }
    for (int i = 0; i < rows && first + i < e->lines; i++) {
        bool cut = (i == 0 && first > 0) || (i == rows - 1 && first + rows < e->lines);
        Style style = first + i == e->picked ? STYLE_OTHER : STYLE_TEXT;
        frame_fit(f, row + i, LEFT, f->width - 2, cut ? STYLE_FAINT : style,
                  cut ? "  ..." : e->line[first + i]);
    }
}

void page_cell(Frame *f, const Scene *s, const Place *p)
{
    enum { LEAST_LINES = 3, TAIL = 2 /* way back and full value */ };
    Arena arena = {0};
    const Run *run = s->run;
    const Call *c = &run->tape->step[p->step].call;
    Terms t = op_terms(c, p->cell, &arena);
    Source picked = explain_source(&t, p->pick);
    Explanation e = explain(&arena, run, p->step, p->cell, p->pick, f->width - 2,
                            p->full ? NUMBER_MOST_DECIMALS : p->decimals);

    int rows = f->height - TOP - FOOT - TAIL;
    int lines = e.lines < LEAST_LINES ? e.lines : LEAST_LINES;
    /* Empty rows around the matrices, unless these need them. */
    int gap = rows - lines - 2 > MATRIX_HEAD ? 1 : 0;
    Layout l = lay_matrices(&arena, run, p, picked, rows - lines - 2 * gap, f->width - 2);
    draw_heads(f, &arena, run, p, &e);
    layout_draw(f, TOP + gap, LEFT, &l);

    int row = TOP + gap + l.height + gap;
    int room = f->height - FOOT - TAIL - row;
    draw_lines(f, row, room, &e);
    row += room < e.lines ? room : e.lines;
    frame_fit(f, row, LEFT, f->width - 2, STYLE_FAINT, e.full);
    const char *back = way_back(&arena, run, c, picked);
    if (back)
        frame_fit(f, row + 1, LEFT, f->width - 2, STYLE_TEXT, back);
    page_foot(f, s);
    arena_release(&arena);
}
