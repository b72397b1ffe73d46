/* The tab "row": how a row of weights forms, a line for each key, a column for each step of the tape; within softmax also what
 * it computes on the way. */
#include "base/common.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/forming.h"
#include "tell/inspect.h"

enum { ROW_KEYS = 200, ROW_VALUES = 6, ROW_COLUMNS = 40, ROW_NAME = 12 };

/* Kinds of columns: a step of the tape, score - max, e to that, a value. */
typedef enum FormKind { COLUMN_STAGE, COLUMN_OFF, COLUMN_POWER, COLUMN_VALUE } FormKind;

typedef struct FormColumn {
    FormKind kind;
    int of; /* the stage, or the cell of the context */
} FormColumn;

typedef struct Forms {
    Arena *a;
    const Lens *l;
    Forming f;
    int columns;
    FormColumn column[ROW_COLUMNS];
} Forms;

static const QkvCall *maker(const Forms *r, int stage)
{
    return &r->l->run->tape->step[r->f.stage[stage]->step].call;
}

static void add_column(Forms *r, FormKind kind, int of)
{
    if (r->columns < ROW_COLUMNS)
        r->column[r->columns++] = (FormColumn){kind, of};
}

/* A stage that only copies tells nothing, but for that of the number itself. */
static bool forms_of(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell, Forms *r)
{
    *r = (Forms){.a = a, .l = l};
    if (!forming_of(a, l, t, cell, &r->f))
        return false;
    for (int s = 0; s < r->f.stages; s++) {
        bool is_softmax = s == r->f.shares && maker(r, s)->op->how == QKV_HOW_SOFTMAX;
        if (is_softmax) {
            add_column(r, COLUMN_OFF, s);
            add_column(r, COLUMN_POWER, s);
        }
        if (maker(r, s)->op->how != QKV_HOW_COPY || r->f.stage[s]->step == t->step)
            add_column(r, COLUMN_STAGE, s);
    }
    for (int64_t c = 0; c < r->f.values && c < ROW_VALUES; c++)
        add_column(r, COLUMN_VALUE, (int)c);
    return true;
}

/* --- cells ---------------------------------------------------------------------------------------- */

static const char *number_text(const Forms *r, const QkvTensor *t, int64_t cell)
{
    NumberFormat format = lens_format(r->l, t);
    Buf text = {.arena = r->a};
    lens_marked(&text, r->l, t, cell, &format);
    return buf_text(&text);
}

/* Writes what softmax computes of a key before its share: score - max, and e to that. */
static const char *between_text(const Forms *r, int stage, int64_t key, bool is_power)
{
    const QkvCall *c = maker(r, stage);
    int64_t cell = r->f.cell[stage * r->f.keys + key];
    Buf text = {.arena = r->a};
    if (!lens_tells(r->l, c->out->step, cell))
        return LENS_UNKNOWN;
    QkvTerms terms = qkv_terms(c, cell, r->a);
    double max = qkv_softmax_max(c, &terms, r->a);
    QkvSource own = qkv_term(&terms, terms.self).a;
    double off = lens_value(r->l, c->in[own.operand], own.cell) - max;
    number_short(&text, is_power ? qkv_softmax_power(c, &terms, max, terms.self) : off,
                 r->l->decimals);
    return buf_text(&text);
}

/* The number of the tape that a column has for a key; NULL: it has one that softmax computes on the way, or none. */
static const QkvTensor *number_of(const Forms *r, FormColumn column, int64_t key, int64_t *cell)
{
    if (column.kind == COLUMN_VALUE)
        return forming_value(r->a, r->l->run, &r->f, key, column.of, cell);
    if (column.kind != COLUMN_STAGE)
        return NULL;
    *cell = r->f.cell[column.of * r->f.keys + key];
    return r->f.stage[column.of];
}

static DocCell cell_of(const Forms *r, FormColumn column, int64_t key)
{
    DocCell cell = {.text = LENS_UNKNOWN};
    cell.t = number_of(r, column, key, &cell.cell);
    if (column.kind == COLUMN_STAGE) {
        const DocLooks bar = {cell.t, cell.cell, 1};
        LookCell look = looks_cell(r->l, &bar, cell.cell);
        cell.part = column.of >= r->f.shares && look.kind == LOOK_BAR ? look.part : 0;
    } else if (column.kind != COLUMN_VALUE) {
        cell.text = between_text(r, column.of, key, column.kind == COLUMN_POWER);
    }
    if (cell.t)
        cell.text = number_text(r, cell.t, cell.cell);
    return cell;
}

static const char *name_of_column(const Forms *r, FormColumn column)
{
    if (column.kind == COLUMN_STAGE)
        return explain_cut(r->a, explain_name(r->a, r->l->run, r->f.stage[column.of]), ROW_NAME);
    if (column.kind != COLUMN_VALUE)
        return column.kind == COLUMN_OFF ? "- max" : "exp";
    const QkvTensor *t = forming_context(r->l->run, &r->f);
    int64_t cell = r->f.context[column.of];
    const char *name = matrix_own_name(r->a, t, t->rank - 1, cell % matrix_cols(t), cell);
    return arena_format(r->a, "x %s", name);
}

/* --- the numbers that it goes on to --------------------------------------------------------------- */

/* The number of the row of the key, counted over the columns; NULL beyond. */
static const QkvTensor *way_of(const Forms *r, int pick, int64_t *cell)
{
    for (int c = 0; c < r->columns; c++) {
        const QkvTensor *t = number_of(r, r->column[c], r->f.key, cell);
        if (t && t->step >= 0 && pick-- == 0)
            return t;
    }
    return NULL;
}

int inspect_row_ways(const Lens *l, int step, int64_t cell)
{
    Arena a = {0};
    Forms r;
    int count = 0;
    int64_t at;
    if (forms_of(&a, l, l->run->tape->step[step].call.out, cell, &r))
        while (way_of(&r, count, &at))
            count++;
    arena_release(&a);
    return count;
}

bool inspect_row_way(const Lens *l, int step, int64_t cell, int pick, int *to_step,
                     int64_t *to_cell)
{
    Arena a = {0};
    Forms r;
    const QkvTensor *t = NULL;
    if (forms_of(&a, l, l->run->tape->step[step].call.out, cell, &r))
        t = way_of(&r, pick, to_cell);
    if (t)
        *to_step = t->step;
    arena_release(&a);
    return t != NULL;
}

int inspect_row_first(const Lens *l, int step, int64_t cell)
{
    Arena a = {0};
    Forms r;
    int first = 0;
    int64_t at;
    const QkvTensor *t = forms_of(&a, l, l->run->tape->step[step].call.out, cell, &r)
                             ? way_of(&r, 0, &at)
                             : NULL;
    while (t && t->step != step)
        t = way_of(&r, ++first, &at);
    arena_release(&a);
    return t ? first : 0;
}

/* --- the table ------------------------------------------------------------------------------------ */

/* Marks the number in question, and the one that Enter goes to. */
static void mark_cells(const Inspect *x, const Forms *r, DocTable *t)
{
    int64_t cell;
    const QkvTensor *picked = way_of(r, x->as->pick, &cell);
    DocCell *row = &t->cell[t->at * t->columns];
    for (int c = 0; c < t->columns; c++) {
        if (!row[c].t)
            continue;
        bool is_picked = picked && row[c].t->step == picked->step && row[c].cell == cell;
        if (row[c].t->step == x->t->step)
            row[c].mark = MARK_RESULT;
        else if (is_picked)
            row[c].mark = MARK_PICKED;
        t->in = is_picked ? c : t->in;
    }
}

static void add_table(const Inspect *x, const Forms *r)
{
    Piece *p = doc_add(x->d, PIECE_TABLE);
    const QkvTensor *last = r->f.stage[r->f.stages - 1];
    int64_t first_cell = r->f.cell[(r->f.stages - 1) * r->f.keys];
    int64_t from = clamp_int64(r->f.key - ROW_KEYS / 2, 0, max_int64(r->f.keys - ROW_KEYS, 0));
    DocTable t = {.columns = r->columns, .rows = (int)min_int64(r->f.keys, ROW_KEYS)};
    t.before = from;
    t.after = r->f.keys - from - t.rows;
    t.at = (int)(r->f.key - from);
    t.column = arena_many(x->a, (size_t)t.columns, const char *);
    t.row = arena_many(x->a, (size_t)t.rows, const char *);
    t.cell = arena_many(x->a, (size_t)t.rows * (size_t)t.columns, DocCell);
    for (int c = 0; c < t.columns; c++)
        t.column[c] = name_of_column(r, r->column[c]);
    for (int k = 0; k < t.rows; k++) {
        t.row[k] = matrix_own_name(x->a, last, last->rank - 1, from + k, first_cell);
        for (int c = 0; c < t.columns; c++)
            t.cell[k * t.columns + c] = cell_of(r, r->column[c], from + k);
    }
    mark_cells(x, r, &t);
    p->table = t;
}

/* "max 2.8284, sum of exp 1.1774": what all keys share. */
static void add_shared(const Inspect *x, const Forms *r)
{
    const QkvCall *c = maker(r, r->f.shares);
    int64_t cell = r->f.cell[r->f.shares * r->f.keys + r->f.key];
    Buf text = {.arena = x->a};
    if (c->op->how != QKV_HOW_SOFTMAX || !lens_tells(x->l, c->out->step, cell))
        return;
    QkvTerms terms = qkv_terms(c, cell, x->a);
    QkvSoftmaxParts parts = qkv_softmax_parts(c, &terms, x->a);
    buf_puts(&text, "max ");
    number_short(&text, parts.max, x->l->decimals);
    buf_puts(&text, ", sum of exp ");
    number_short(&text, parts.sum, x->l->decimals);
    buf_puts(&text, "; each share is exp / sum");
    doc_note(x->d, "%s", buf_text(&text));
}

void inspect_row(const Inspect *x)
{
    Forms r;
    if (!forms_of(x->a, x->l, x->t, x->cell, &r)) {
        doc_note(x->d, "It is no part of a row of weights.");
        return;
    }
    add_table(x, &r);
    add_shared(x, &r);
    const DocLooks looks = looks_of(x->l, x->t, x->cell);
    const char *mix = x->t->rank > 1 ? looks_mix(x->a, x->l, &looks) : NULL;
    if (mix)
        doc_note(x->d, "%s", mix);
    doc_note(x->d, "Up, Down: another key.   Left, Right: another query.   Tab: the next number.")
        ->is_keys = true;
}
