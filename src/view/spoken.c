#include "view/spoken.h"

#include "base/common.h"
#include "base/utf8.h"
#include "core/qkv.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/memo.h"
#include "view/transcript.h"

enum { MOST_COLUMNS = 100, COLUMNS = 78, SOME_ROWS = 12 };

/* "row x2: ", or without labels "sentence 2: ", for a tensor that has rows. */
static void put_row_name(Buf *out, const QkvTensor *t, int64_t row, int64_t first)
{
    Arena arena = {0};
    int axis = t->rank - 2;
    if (t->rank > 1 && t->axis[axis].name && !t->axis[axis].labels)
        buf_printf(out, "%s: ", matrix_index_title(&arena, t, axis, row, first));
    else if (t->rank > 1)
        buf_printf(out, "row %s: ", matrix_index_name(&arena, t, axis, row, first));
    arena_release(&arena);
}

/* The numbers of a row, each after its label: "x1 0.5, x2 0.25". */
static void put_row(Buf *out, const QkvTensor *t, const NumberFormat *format, int64_t start)
{
    Arena arena = {0};
    int64_t cols = matrix_cols(t);
    for (int64_t c = 0; c < cols && c < MOST_COLUMNS; c++) {
        buf_puts(out, c ? ", " : "");
        if (t->rank > 0)
            buf_printf(out, "%s ", matrix_index_name(&arena, t, t->rank - 1, c, start));
        number_cell(out, format, t, start + c);
    }
    buf_puts(out, cols > MOST_COLUMNS ? ", and more" : "");
    arena_release(&arena);
}

/* One of the sums, in few digits. */
static void put_sum(Buf *out, const QkvTensor *sums, int64_t cell, int decimals)
{
    NumberFormat format = number_format(sums, decimals);
    number_cell(out, &format, sums, cell);
}

static void put_column_sums(Buf *out, const QkvTensor *t, const QkvTensor *sums, int64_t item,
                            int decimals)
{
    Arena arena = {0};
    int64_t cols = matrix_cols(t), first = item * matrix_rows(t) * cols;
    buf_puts(out, "sums of the columns: ");
    for (int64_t c = 0; c < cols && c < MOST_COLUMNS; c++) {
        buf_printf(out, "%s%s ", c ? ", " : "",
                   matrix_index_name(&arena, t, t->rank - 1, c, first));
        put_sum(out, sums, item * cols + c, decimals);
    }
    buf_putc(out, '\n');
    arena_release(&arena);
}

/* One matrix under its name and shape, or, as one of several of them, only under what tells it apart. */
static void put_matrix(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t item,
                       int64_t rows, Head head)
{
    Arena arena = {0};
    int decimals = place_decimals(p);
    NumberFormat format = number_format(t, decimals);
    int64_t all = matrix_rows(t), cols = matrix_cols(t);
    Matrix m = matrix_of(t, explain_name(&arena, run, t), item, format);
    m.head = head;
    buf_printf(out, "%s\n", matrix_title(&arena, &m));
    int64_t first = item * all * cols;
    Sums sums = p->look.sums ? memo_sums(NULL, run, t, &arena) : (Sums){0};
    for (int64_t r = 0; r < all && r < rows; r++) {
        put_row_name(out, t, r, first);
        put_row(out, t, &format, first + r * cols);
        buf_puts(out, sums.across ? "; sum " : "");
        if (sums.across)
            put_sum(out, sums.across, item * all + r, decimals);
        buf_putc(out, '\n');
    }
    if (all > rows)
        buf_printf(out, "and %lld more row%s\n", (long long)(all - rows), plural(all - rows));
    else if (sums.down)
        put_column_sums(out, t, sums.down, item, decimals);
    arena_release(&arena);
}

void spoken_matrix(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t item,
                   int rows)
{
    put_matrix(out, run, p, t, item, rows, HEAD_ALL);
}

/* "head b" */
static const char *block_title(Arena *a, const QkvTensor *t, int64_t item)
{
    Matrix m = matrix_of(t, "", item, (NumberFormat){0});
    m.head = HEAD_BLOCK;
    return matrix_title(a, &m);
}

/* In which of the matrices that were told a cell is asked by row and column. */
static void put_here(Buf *out, const QkvTensor *t, int64_t item)
{
    Arena arena = {0};
    buf_printf(out,
               "-- %lld matrices; cell ROW COLUMN is about matrix %lld, %s; matrix N chooses --\n",
               (long long)matrix_items(t), (long long)item + 1, block_title(&arena, t, item));
    arena_release(&arena);
}

/* "2 is head b, 3 is head c": the matrices that are not told. */
static void put_others(Buf *out, const QkvTensor *t, int64_t item)
{
    enum { MOST_NAMED = 8 };
    Arena arena = {0};
    int64_t items = matrix_items(t), named = 0;
    buf_printf(out, "-- matrix %lld of %lld; matrix N tells another:", (long long)item + 1,
               (long long)items);
    for (int64_t i = 0; i < items && named < MOST_NAMED; i++) {
        if (i != item)
            buf_printf(out, "%s %lld is %s", named++ ? "," : "", (long long)i + 1,
                       block_title(&arena, t, i));
    }
    buf_puts(out, items - 1 > named ? ", and so on --\n" : " --\n");
    arena_release(&arena);
}

/* The matrices of a tensor: all of them if they have so few rows together, or one, with how to come to the
 * others. To a reader who cannot ask, as many as there is room for. */
static void put_matrices(Buf *out, const Run *run, const Place *p, const QkvTensor *t, bool whole)
{
    enum { ROWS_TOGETHER = 24, ROWS_WHOLE = 200 };
    int64_t items = matrix_items(t), rows = matrix_rows(t),
            here = p->view.item < items ? p->view.item : 0;
    int64_t most = whole ? ROWS_WHOLE : items > 1 ? ROWS_TOGETHER : SOME_ROWS;
    bool all = items * rows <= most;
    int64_t first = all || whole ? 0 : here, end = all     ? items
                                                   : whole ? max_int64(most / rows, 1)
                                                           : here + 1;
    for (int64_t i = first; i < end; i++)
        put_matrix(out, run, p, t, i, all || whole ? most : SOME_ROWS,
                   i > first ? HEAD_BLOCK : HEAD_ALL);
    if (whole && end < items)
        buf_printf(out, "and %lld more matrices\n", (long long)(items - end));
    if (whole)
        return;
    if (rows > SOME_ROWS && !all)
        buf_puts(out, "-- read tells all rows --\n");
    if (items > 1 && all)
        put_here(out, t, here);
    else if (items > 1)
        put_others(out, t, here);
}

static void put_made(Buf *out, const Run *run, const Place *p)
{
    Arena arena = {0};
    const Stop *stop = place_stop(run, p);
    const QkvStep *step = stop->step >= 0 ? &run->tape->step[stop->step] : NULL;
    if (step && step->call.count > 0)
        buf_printf(out, "%s\n", explain_formula_rows(&arena, run, -1, stop->step, 2, COLUMNS));
    for (int i = 0; step && i < step->call.count; i++) {
        const QkvTensor *in = step->call.in[i];
        if (in->step >= 0)
            buf_printf(out, "%s%s %s", i ? ", " : "made of ", explain_name(&arena, run, in),
                       matrix_shape(&arena, in));
    }
    if (step && step->call.count > 0 && step->call.in[0]->step >= 0)
        buf_putc(out, '\n');
    arena_release(&arena);
}

void spoken_task(Buf *out, const Run *run, const Place *p)
{
    Arena arena = {0};
    const Stop *stop = place_stop(run, p);
    buf_printf(out, "%s\n", explain_code(&arena, run, stop->statement, COLUMNS));
    put_made(out, run, p);
    buf_printf(out, "%s %s\n", explain_name(&arena, run, stop->tensor),
               matrix_shape(&arena, stop->tensor));
    arena_release(&arena);
}

void spoken_result(Buf *out, const Run *run, const Place *p, bool whole)
{
    Arena arena = {0};
    const Stop *stop = place_stop(run, p);
    put_made(out, run, p);
    if (stop->tensor->count > 0)
        put_matrices(out, run, p, stop->tensor, whole);
    else
        buf_printf(out, "%s %s: no cells\n", explain_name(&arena, run, stop->tensor),
                   matrix_shape(&arena, stop->tensor));
    arena_release(&arena);
}

/* --- what was looked for ------------------------------------------------------------------- */

/* A stage as text, and where each of its stops ends in it. */
typedef struct StageText {
    int stage; /* -1: of none */
    Buf text;
    Arena arena;
    size_t *end;
} StageText;

static void read_stage(StageText *t, const Run *run, const Place *at)
{
    if (t->end && t->stage == at->where.stage)
        return;
    t->stage = at->where.stage;
    arena_release(&t->arena);
    buf_clear(&t->text);
    t->end = arena_many(&t->arena, (size_t)run_stops(run, t->stage) + 1, size_t);
    transcript_spoken_stage(&t->text, run, at, t->end);
}

/* The lines of a step that have the word. What of it is not told, such as other matrices, has its code. */
static void put_hit(Buf *out, const Run *run, const Place *from, Hit hit, StageText *t)
{
    Place at = *from;
    at.where.stage = hit.stage;
    at.where.stop = hit.stop;
    int step = place_count(run, &at, hit.stop), told = 0;
    read_stage(t, run, &at);
    const char *line = buf_text(&t->text), *end = line + t->end[hit.stop];
    if (hit.stop > 0)
        line += t->end[place_next(run, &at, hit.stop, -1)];
    for (size_t length; line < end; line += length + 1) {
        length = strcspn(line, "\n");
        if (utf8_contains(line, length, at.search) && ++told)
            buf_printf(out, "%d.%d: %.*s\n", hit.stage, step, (int)length, line);
    }
    const Stop *stop = run_stop(run, hit.stage, hit.stop);
    Arena arena = {0};
    if (told == 0 && stop)
        buf_printf(out, "%d.%d: in the numbers of %s\n", hit.stage, step,
                   explain_code(&arena, run, stop->statement, COLUMNS));
    arena_release(&arena);
}

void spoken_hits(Buf *out, const Run *run, const Place *at, const Hit *hit, int hits)
{
    enum { MOST = 50 };
    StageText t = {.stage = -1};
    for (int i = 0; i < hits && i < MOST; i++)
        put_hit(out, run, at, hit[i], &t);
    buf_release(&t.text);
    arena_release(&t.arena);
    if (hits > MOST)
        buf_printf(out, "and %d more places\n", hits - MOST);
    buf_printf(out, "-- %d place%s; a number with its point goes there --\n", hits, plural(hits));
}

/* --- lines -------------------------------------------------------------------------------- */

/* Code stays as it is: its lines begin with a prompt, or are indented. */
static bool is_code(const char *line)
{
    return *line == ' ' || strncmp(line, ">>> ", 4) == 0 || strncmp(line, "... ", 4) == 0;
}

/* As many words of a line as there are columns; at least one. */
static size_t broken_at(const char *line, size_t length)
{
    size_t fits = utf8_fit(line, length, TRANSCRIPT_WIDTH), end = fits;
    while (end > 0 && line[end] != ' ')
        end--;
    return fits == length || end == 0 ? length : end;
}

void spoken_lines(Buf *out, const char *text)
{
    for (const char *line = text; *line;) {
        const char *end = line + strcspn(line, "\n");
        bool is_whole = is_code(line);
        do {
            size_t left = (size_t)(end - line), taken = is_whole ? left : broken_at(line, left);
            buf_add(out, line, taken);
            buf_putc(out, '\n');
            line += taken + strspn(line + taken, " ");
        } while (line < end);
        line = end + (*end == '\n');
    }
}
