#include "view/spoken.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "core/qkv.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/memo.h"
#include "view/report.h"
#include "view/transcript.h"

enum { MOST_COLUMNS = 100, SOME_ROWS = 12 };

/* "row x2: ", or without labels "sentence 2: ", for a tensor that has rows. */
static void put_row_name(Buf *out, const QkvTensor *t, int64_t row, int64_t first)
{
    Arena arena = {0};
    int axis = t->rank - 2;
    if (t->rank > 1 && t->axis[axis].name && !t->axis[axis].labels)
        buf_printf(out, "%s: ", matrix_index_title(&arena, t, axis, row, first));
    else if (t->rank > 1)
        buf_printf(out, "row %s: ", matrix_own_name(&arena, t, axis, row, first));
    arena_release(&arena);
}

/* What comes before a number: its label, "x1 ", or where that is a number, too, "1 is ". A column alone needs
 * none. */
static void put_column_name(Buf *out, const QkvTensor *t, int64_t column, int64_t first)
{
    Arena arena = {0};
    int axis = t->rank - 1;
    const char *name = axis < 0 ? "" : matrix_own_name(&arena, t, axis, column, first);
    const char *last = strrchr(name, ' ');
    bool is_number = name[strspn(name, "0123456789.-")] == '\0';
    bool is_apart = is_number || (last && last[1 + strspn(last + 1, "0123456789.-")] == '\0');
    if (axis >= 0 && !(t->size[axis] == 1 && is_number))
        buf_printf(out, is_apart ? "%s is " : "%s ", name);
    arena_release(&arena);
}

/* The numbers of a row, each after its label: "x1 0.5, x2 0.25". */
static void put_row(Buf *out, const QkvTensor *t, const NumberFormat *format, int64_t start)
{
    int64_t cols = matrix_cols(t);
    for (int64_t c = 0; c < cols && c < MOST_COLUMNS; c++) {
        buf_puts(out, c ? ", " : "");
        put_column_name(out, t, c, start);
        number_spoken(out, format, t, start + c);
    }
    if (cols > MOST_COLUMNS)
        buf_printf(out, ", and %lld more", (long long)(cols - MOST_COLUMNS));
}

/* One of the sums, in few digits. */
static void put_sum(Buf *out, const QkvTensor *sums, int64_t cell, int decimals)
{
    NumberFormat format = number_format(sums, decimals);
    number_spoken(out, &format, sums, cell);
}

static void put_column_sums(Buf *out, const QkvTensor *t, const QkvTensor *sums, int64_t item,
                            int decimals)
{
    int64_t cols = matrix_cols(t), first = item * matrix_rows(t) * cols;
    buf_puts(out, "sums of the columns: ");
    for (int64_t c = 0; c < cols && c < MOST_COLUMNS; c++) {
        buf_puts(out, c ? ", " : "");
        put_column_name(out, t, c, first);
        put_sum(out, sums, item * cols + c, decimals);
    }
    buf_putc(out, '\n');
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

static void put_title(Buf *out, const Run *run, const QkvTensor *t, int64_t cell)
{
    Arena arena = {0};
    Matrix m = matrix_of(t, explain_name(&arena, run, t), matrix_item(t, cell), (NumberFormat){0});
    buf_printf(out, "%s\n", matrix_title(&arena, &m));
    arena_release(&arena);
}

void spoken_row(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t cell)
{
    int64_t cols = matrix_cols(t), rows = matrix_rows(t), row = cell / cols % rows;
    NumberFormat format = number_format(t, place_decimals(p));
    put_title(out, run, t, cell);
    put_row_name(out, t, row, cell - cell % (rows * cols));
    put_row(out, t, &format, cell - cell % cols);
    buf_putc(out, '\n');
}

void spoken_column(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t cell)
{
    Arena arena = {0};
    int64_t cols = matrix_cols(t), rows = matrix_rows(t), column = cell % cols;
    int64_t first = cell - cell % (rows * cols);
    NumberFormat format = number_format(t, place_decimals(p));
    put_title(out, run, t, cell);
    buf_printf(out, "column %s: ", matrix_own_name(&arena, t, t->rank - 1, column, first));
    for (int64_t r = 0; r < rows && r < MOST_COLUMNS; r++) {
        const char *name = matrix_own_name(&arena, t, t->rank - 2, r, first);
        buf_printf(out, name[strspn(name, "0123456789")] ? "%s%s " : "%s%s is ", r ? ", " : "",
                   name);
        number_spoken(out, &format, t, first + r * cols + column);
    }
    if (rows > MOST_COLUMNS)
        buf_printf(out, ", and %lld more", (long long)(rows - MOST_COLUMNS));
    buf_putc(out, '\n');
    arena_release(&arena);
}

const char *spoken_block(Arena *a, const QkvTensor *t, int64_t item)
{
    Matrix m = matrix_of(t, "", item, (NumberFormat){0});
    Buf text = {.arena = a};
    m.head = HEAD_BLOCK;
    const char *title = matrix_title(a, &m);
    title += strspn(title, " ");
    buf_puts(&text, *title == '[' ? "matrix " : "");
    for (const char *gap; (gap = strstr(title, "  ")); title = gap + strspn(gap, " "))
        buf_printf(&text, "%.*s, ", (int)(gap - title), title);
    buf_puts(&text, title);
    return buf_text(&text);
}

void spoken_here(Buf *out, const QkvTensor *t, int64_t item)
{
    Arena arena = {0};
    buf_printf(out, "-- cells are of %s; %s chooses another --\n", spoken_block(&arena, t, item),
               spoken_block(&arena, t, item + 1 < matrix_items(t) ? item + 1 : 0));
    arena_release(&arena);
}

/* "head b, head c": the matrices that are not told. */
static void put_others(Buf *out, const QkvTensor *t, int64_t item)
{
    enum { MOST_NAMED = 8 };
    Arena arena = {0};
    int64_t items = matrix_items(t), named = 0;
    buf_puts(out, "-- the name of another matrix tells it:");
    for (int64_t i = 0; i < items && named < MOST_NAMED; i++) {
        if (i != item)
            buf_printf(out, "%s %s", named++ ? ";" : "", spoken_block(&arena, t, i));
    }
    buf_puts(out, items - 1 > named ? "; and so on --\n" : " --\n");
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
        spoken_here(out, t, here);
    else if (items > 1)
        put_others(out, t, here);
}

static void put_made(Buf *out, const Run *run, const Place *p)
{
    Arena arena = {0};
    const Stop *stop = place_stop(run, p);
    const QkvStep *step = stop->step >= 0 ? &run->tape->step[stop->step] : NULL;
    if (step && step->call.count > 0)
        buf_printf(out, "%s\n", explain_formula_rows(&arena, run, -1, stop->step, 2, REPORT_WHOLE));
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
    buf_printf(out, "%s\n", explain_code(&arena, run, stop->statement, REPORT_WHOLE));
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

/* Whether a line of a step tells a row of numbers of its result. */
static bool is_row(const QkvTensor *t, int decimals, const char *line, size_t length)
{
    enum { MOST_ROWS = 200 };
    Buf row = {0};
    bool is_it = false;
    int64_t cols = matrix_cols(t), rows = t->count / max_int64(cols, 1);
    NumberFormat format = number_format(t, decimals);
    for (int64_t r = 0; r < rows && r < MOST_ROWS && !is_it; r++) {
        buf_clear(&row);
        put_row_name(&row, t, r % matrix_rows(t), r * cols);
        put_row(&row, t, &format, r * cols);
        is_it = row.length == length && strncmp(buf_text(&row), line, length) == 0;
    }
    buf_release(&row);
    return is_it;
}

/* "5.1: weights[x2][x2] = 0.9820": the numbers of a tensor that have the word, with all their digits where it
 * is among those that are not shown. Returns how many. */
static int64_t put_cells(Buf *out, const Run *run, const Place *at, const char *step,
                         const QkvTensor *t)
{
    enum { FEW = 5 };
    Arena arena = {0};
    int64_t cell[FEW], count = search_cells(&(Scene){.run = run}, at, t, cell, FEW);
    NumberFormat format = number_format(t, place_decimals(at));
    for (int64_t i = 0; i < count && i < FEW; i++) {
        Buf number = {.arena = &arena};
        number_spoken(&number, &format, t, cell[i]);
        buf_printf(out, "%s: %s = %s", step, explain_cell(&arena, run, t, cell[i]),
                   buf_text(&number));
        if (!search_finds(buf_text(&number), number.length, at->search)) {
            buf_puts(out, ", in full ");
            number_full(out, t, cell[i]);
        }
        buf_putc(out, '\n');
    }
    if (count > FEW)
        buf_printf(out, "%s: and %lld more of %s\n", step, (long long)(count - FEW),
                   explain_name(&arena, run, t));
    arena_release(&arena);
    return count;
}

/* Code stays as it is: its lines begin with a prompt, or are indented. */
static bool is_code(const char *line)
{
    return *line == ' ' || strncmp(line, ">>> ", 4) == 0 || strncmp(line, "... ", 4) == 0;
}

/* The sentences of a paragraph that have the word, each with its step. */
static int put_sentences(Buf *out, const char *word, const char *step, const char *text,
                         size_t length)
{
    Arena arena = {0};
    char *line = arena_text(&arena, text, length);
    int told = 0;
    for (char *at = line; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
    for (size_t size; *line; line += size + strspn(line + size, " ")) {
        size = strcspn(line, ".?!:");
        while (line[size] && line[size + 1] && line[size + 1] != ' ')
            size += 1 + strcspn(line + size + 1, ".?!:");
        size += line[size] != '\0';
        if (search_finds(line, size, word) && ++told)
            buf_printf(out, "%s: %.*s\n", step, (int)size, line);
    }
    arena_release(&arena);
    return told;
}

/* Where the lines from one on end that a blank one follows. */
static const char *paragraph_end(const char *line, const char *end)
{
    while (line < end && *line != '\n')
        line += strcspn(line, "\n") + 1;
    return line < end ? line : end;
}

static bool has_rows(const QkvTensor *t, int decimals, const char *line, const char *end)
{
    bool found = false;
    for (size_t length; t && line < end && !found; line += length + 1) {
        length = strcspn(line, "\n");
        found = is_row(t, decimals, line, length);
    }
    return found;
}

/* Of the text of a step: whole sentences, and lines of code and of what is told of its result, but no rows where
 * their numbers are told one by one. */
static int put_lines(Buf *out, const Place *at, const char *step, const QkvTensor *t,
                     bool without_rows, const char *line, const char *end)
{
    int told = 0, decimals = place_decimals(at);
    for (const char *stop; line < end; line = stop + (stop < end)) {
        stop = paragraph_end(line, end);
        bool is_prose = line < stop && !is_code(line) && strncmp(line, "== ", 3) != 0 &&
                        !has_rows(t, decimals, line, stop);
        if (is_prose)
            told += put_sentences(out, at->search, step, line, (size_t)(stop - line));
        for (size_t length; !is_prose && line < stop; line += length + 1) {
            length = strcspn(line, "\n");
            bool is_told = search_finds(line, length, at->search) &&
                           !(without_rows && is_row(t, decimals, line, length));
            told += is_told;
            if (is_told)
                buf_printf(out, "%s: %.*s\n", step, (int)length, line);
        }
    }
    return told;
}

/* What a step has of the word: of its text, numbers of its result, or of what that is made of. Of what is not
 * told, such as the labels of other matrices, it has the code. */
static void put_hit(Buf *out, const Run *run, const Place *from, Hit hit, StageText *t)
{
    Arena arena = {0};
    Place at = *from;
    at.where.stage = hit.stage;
    at.where.stop = hit.stop;
    const char *step = arena_format(&arena, "%d.%d", hit.stage, place_count(run, &at, hit.stop));
    const Stop *stop = run_stop(run, hit.stage, hit.stop);
    const QkvStep *made = stop && stop->step >= 0 ? &run->tape->step[stop->step] : NULL;
    read_stage(t, run, &at);
    const char *line = buf_text(&t->text), *end = line + t->end[hit.stop];
    if (hit.stop > 0)
        line += t->end[place_next(run, &at, hit.stop, -1)];
    int64_t numbers = made ? search_cells(&(Scene){.run = run}, &at, made->call.out, NULL, 0) : 0;
    int64_t told = put_lines(out, &at, step, made ? made->call.out : NULL, numbers > 0, line, end);
    if (numbers > 0)
        told += put_cells(out, run, &at, step, made->call.out);
    for (int i = 0; made && told == 0 && i < made->call.count; i++)
        told += put_cells(out, run, &at, step, made->call.in[i]);
    if (told == 0 && stop)
        buf_printf(out, "%s: in what is told of %s\n", step,
                   explain_code(&arena, run, stop->statement, REPORT_WHOLE));
    arena_release(&arena);
}

void spoken_hits(Buf *out, const Run *run, const Place *at, const Hit *hit, int hits,
                 bool has_number)
{
    enum { MOST = 50, FEW = 3 };
    StageText t = {.stage = -1};
    if (hits > FEW) /* before so many are heard */
        buf_printf(out, "%d steps:\n", hits);
    for (int i = 0; i < hits && i < MOST; i++)
        put_hit(out, run, at, hit[i], &t);
    buf_release(&t.text);
    arena_release(&t.arena);
    if (hits > MOST)
        buf_printf(out, "and %d more steps\n", hits - MOST);
    buf_printf(out, "-- %d step%s; %sa number with its point goes there --\n", hits, plural(hits),
               has_number ? "cell asks the first number; " : "");
}

/* --- lines -------------------------------------------------------------------------------- */

/* Whether a line may end at a blank: not beside an operator, but before a plus. */
static bool may_end(const char *line, size_t at)
{
    char last = at >= 2 && line[at - 2] == ' ' ? line[at - 1] : 'x', next = line[at + 1];
    bool before = next && strchr("-*/=", next) && line[at + 2] == ' ';
    return line[at] == ' ' && !strchr("+-*/=", last) && !before;
}

/* As many words as fit, a sum or a product not torn apart if that can be. */
static size_t broken_at(const char *line, size_t length)
{
    size_t fits = utf8_fit(line, length, TRANSCRIPT_WIDTH), end = fits;
    while (fits < length && end > 0 && !may_end(line, end))
        end--;
    return end > 0 ? end : utf8_fit_words(line, length, TRANSCRIPT_WIDTH);
}

void spoken_lines(Buf *out, const char *text)
{
    for (const char *line = text; *line;) {
        const char *end = line + strcspn(line, "\n");
        bool is_whole = is_code(line);
        do {
            size_t left = (size_t)(end - line), taken = left;
            if (!is_whole)
                taken = broken_at(line, left);
            buf_add(out, line, taken);
            buf_putc(out, '\n');
            line += taken + strspn(line + taken, " ");
        } while (line < end);
        line = end + (*end == '\n');
    }
}
