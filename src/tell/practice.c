/* The page of an exercise: its lines, and what came of the last answer. */
#include "tell/practice.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "lesson/compare.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/tell.h"
#include "tell/text.h"

static Target target_of(PracticeRow what, int of)
{
    return (Target){.kind = TARGET_PRACTICE, .of = of, .cell = what};
}

/* A row of code; the cursor passes over what is not asked, which begins where the text of the others does. */
static void tell_line(Doc *d, const char *text, int blank, const char *state)
{
    Target none = {.kind = TARGET_NONE};
    DocRow *row = doc_row(d, blank >= 0 ? target_of(PRACTICE_LINE, blank) : none, "%s%s",
                          blank >= 0 ? "" : "  ", text);
    row->is_heading = blank < 0;
    row->is_code = true;
    row->style = blank >= 0 ? STYLE_STRONG : STYLE_TEXT;
    row->right = state;
}

static void tell_fill(Doc *d, const Practice *p)
{
    ExerciseLine line[EXERCISE_LINES];
    int lines = exercise_lines(d->a, p->run->lesson, p->x, p->answer, line, COUNT(line));
    for (int i = 0; i < lines; i++)
        tell_line(d, line[i].text, line[i].blank,
                  line[i].blank >= 0 && p->is_right[line[i].blank] ? "right" : NULL);
}

static void tell_units(Doc *d, const Practice *p)
{
    const bool is_order = p->x->kind == EXERCISE_ORDER;
    for (int i = 0; i < p->units; i++) {
        if (is_order && i == p->used)
            doc_heading(d, "put aside:");
        for (const char *at = p->unit[i].text; *at; at += *at == '\n') {
            size_t length = strcspn(at, "\n");
            bool is_first = at == p->unit[i].text;
            tell_line(d, arena_text(d->a, at, length), is_first ? i : -1,
                      is_first && is_order && i == p->blank ? "in hand" : NULL);
            at += length;
        }
    }
    if (is_order && p->used == p->units)
        doc_heading(d, "put aside: none");
}

/* --- numbers ----------------------------------------------------------------------------------------- */

enum { SEEN_ROWS = 8, SEEN_COLS = 8, GRID_LINES = SEEN_ROWS + 2 };

/* A matrix in lines: its name, the labels of its columns, its rows. */
typedef struct Grid {
    int lines;
    const char *line[GRID_LINES];
    int64_t cell[GRID_LINES]; /* cell that a line is about; -1: none */
} Grid;

static void add_padded(Buf *out, const char *text, int width, bool at_left)
{
    int blanks = max_int(width - utf8_columns(text), 0);
    buf_fill(out, ' ', at_left ? 0 : blanks);
    buf_puts(out, text);
    buf_fill(out, ' ', at_left ? blanks : 0);
}

/* The widest of names along an axis. */
static int widest_name(Arena *a, const QkvTensor *t, int axis, int64_t first, int64_t count,
                       int64_t cell)
{
    int widest = 0;
    for (int64_t i = first; i < first + count && axis >= 0; i++)
        widest = max_int(widest, utf8_columns(matrix_index_name(a, t, axis, i, cell)));
    return widest;
}

/* "scores, head a" */
static const char *grid_title(Arena *a, const char *name, const QkvTensor *t, int64_t cell)
{
    Buf title = {.arena = a};
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, cell, at);
    buf_puts(&title, name);
    for (int axis = 0; axis < t->rank - 2; axis++)
        buf_printf(&title, ", %s", matrix_index_title(a, t, axis, at[axis], cell));
    return buf_text(&title);
}

/* The matrix around a cell, with brackets around the cells that differ. */
static Grid grid_of(Doc *d, const Lens *l, const char *name, const QkvTensor *t, int64_t cell,
                    const unsigned char *differs)
{
    const NumberFormat format = lens_format(l, t);
    const int64_t cols = max_int64(matrix_cols(t), 1), rows = max_int64(matrix_rows(t), 1);
    const int64_t base = matrix_item(t, cell) * rows * cols;
    const int64_t row = clamp_int64((cell - base) / cols - SEEN_ROWS / 2, 0,
                                    max_int64(rows - SEEN_ROWS, 0));
    const int64_t col = clamp_int64((cell - base) % cols - SEEN_COLS / 2, 0,
                                    max_int64(cols - SEEN_COLS, 0));
    const int64_t down = min_int64(rows, SEEN_ROWS), across = min_int64(cols, SEEN_COLS);
    const int names = t->rank > 1 ? widest_name(d->a, t, t->rank - 2, row, down, cell) : 0;
    int width = max_int(format.width,
                        t->rank ? widest_name(d->a, t, t->rank - 1, col, across, cell) : 0);
    Grid g = {.lines = 2, .line[0] = grid_title(d->a, name, t, cell), .cell = {-1, -1}};
    Buf head = {.arena = d->a};
    buf_fill(&head, ' ', names);
    for (int64_t k = col; k < col + across && t->rank > 0; k++) {
        add_padded(&head, matrix_index_name(d->a, t, t->rank - 1, k, cell), width + 2, false);
        buf_putc(&head, ' ');
    }
    buf_puts(&head, across < cols ? " .." : "");
    g.line[1] = buf_text(&head);
    for (int64_t i = row; i < row + down; i++) {
        Buf text = {.arena = d->a};
        int64_t first = base + i * cols + col, found = -1;
        if (t->rank > 1)
            add_padded(&text, matrix_index_name(d->a, t, t->rank - 2, i, cell), names, true);
        for (int64_t k = first; k < first + across; k++) {
            Buf digits = {.arena = d->a};
            bool is_wrong = differs && differs[k];
            buf_puts(&digits, is_wrong ? "[" : "");
            lens_cell(&digits, l, t, k, &format);
            add_padded(&text, buf_text(&digits), width + 2, false);
            buf_putc(&text, is_wrong ? ']' : ' ');
            found = is_wrong && found < 0 ? k : found;
        }
        g.cell[g.lines] = found >= 0 ? found : first;
        g.line[g.lines++] = buf_text(&text);
    }
    return g;
}

/* Tells whether anything was tried, or asked for: of a line to be mended, where it shows is the first step of help. */
static bool is_begun(const Practice *p)
{
    return p->tries > 0 || p->told > 0;
}

/* Tells what the answer made, nothing of the right numbers. */
static void tell_computed(Doc *d, const Lens *l, const Practice *p)
{
    const Verdict *v = p->verdict;
    const QkvTensor *t = p->computed;
    if (!t || !v || !v->wanted || !v->wanted->tensor || t->count == 0 || !is_begun(p))
        return;
    const QkvTensor *own = v->own->tensor, *wanted = v->wanted->tensor;
    unsigned char *differs = NULL;
    if (qkv_tensor_same_shape(own, wanted) && own->dtype == wanted->dtype) {
        differs = arena_array(d->a, (size_t)own->count + 1, 1);
        compare_cells(wanted, own, differs);
    }
    const char *whose = p->tries > 0 ? "Yours" : "As it stands";
    doc_note(d, differs ? "%s, in brackets what is not right:" : "%s:", whose);
    Grid g = grid_of(d, l, v->own->name, t, differs ? v->cell : 0, differs);
    for (int i = 0; i < g.lines; i++)
        if (g.cell[i] < 0)
            tell_line(d, g.line[i], -1, NULL);
        else
            doc_row(d, (Target){.kind = TARGET_NUMBER, .of = t->step, .cell = g.cell[i]}, "%s",
                    g.line[i])
                ->is_code = true;
}

/* Adds a matrix at the right of those in the lines, where there is room for it; false: there is none. */
static bool put_beside(Arena *a, Grid *all, const Grid *g)
{
    enum { WIDEST = 76, GAP = 4 };
    int left = 0, right = 0;
    for (int i = 0; i < all->lines; i++)
        left = max_int(left, utf8_columns(all->line[i]));
    for (int i = 0; i < g->lines; i++)
        right = max_int(right, utf8_columns(g->line[i]));
    if (all->lines > 0 && left + GAP + right > WIDEST)
        return false;
    for (int i = 0; i < g->lines; i++) {
        Buf line = {.arena = a};
        add_padded(&line, i < all->lines ? all->line[i] : "", left > 0 ? left + GAP : 0, true);
        buf_puts(&line, g->line[i]);
        all->line[i] = buf_text(&line);
    }
    all->lines = max_int(all->lines, g->lines);
    return true;
}

static void put_grid(Doc *d, Grid *all)
{
    Buf text = {.arena = d->a};
    for (int i = 0; i < all->lines; i++)
        buf_printf(&text, "%s\n", all->line[i]);
    if (all->lines > 0)
        doc_said(d, buf_text(&text));
    all->lines = 0;
}

/* The cell of an operand to be seen: in the same matrix and row of a stack as the number that is asked for. */
static int64_t cell_beside(const Practice *p, const QkvTensor *t)
{
    int64_t cell = 0;
    int64_t row = p->cell % max_int64(matrix_cells(p->t), 1) / max_int64(matrix_cols(p->t), 1);
    if (matrix_rows(t) == matrix_rows(p->t))
        cell = row * max_int64(matrix_cols(t), 1);
    if (matrix_items(t) == matrix_items(p->t))
        cell += matrix_item(p->t, p->cell) * max_int64(matrix_cells(t), 1);
    return cell;
}

/* The next step after `after` whose result a statement takes, and did not make itself; -1 for none. */
static int next_taken(const QkvTape *tape, int last, int after)
{
    int found = -1;
    const int tag = tape->step[last].tag;
    for (int i = last; i >= 0 && tape->step[i].tag == tag; i--)
        for (int k = 0; k < tape->step[i].call.count; k++) {
            const QkvTensor *in = tape->step[i].call.in[k];
            bool is_taken = in && in->step > after && tape->step[in->step].tag != tag;
            found = is_taken && (found < 0 || in->step < found) ? in->step : found;
        }
    return found;
}

/* The matrices that the line in question takes, beside each other: what was made before it. */
static void tell_operands(Doc *d, const Lens *l, const Practice *p)
{
    const QkvTape *tape = p->run->tape, *own = l->run->tape;
    const int last = p->x->end->step;
    Grid all = {0};
    for (int at = next_taken(tape, last, -1); at >= 0 && at < own->count;
         at = next_taken(tape, last, at)) {
        const QkvTensor *t = own->step[at].call.out;
        if (t->count == 0 || !qkv_tensor_same_shape(t, tape->step[at].call.out) ||
            !same_text(own->step[at].name, tape->step[at].name))
            continue;
        Grid g = grid_of(d, l, explain_name(d->a, l->run, t), t, cell_beside(p, t), NULL);
        if (!put_beside(d->a, &all, &g)) {
            put_grid(d, &all);
            put_beside(d->a, &all, &g);
        }
    }
    put_grid(d, &all);
}

static void tell_prediction(Doc *d, const Practice *p)
{
    const Lesson *lesson = p->run->lesson;
    const Lens own = {.run = p->run, .decimals = NUMBER_DECIMALS};
    ExerciseLine line[EXERCISE_LINES];
    Buf number = {.arena = d->a};
    int lines = exercise_lines(d->a, lesson, p->x, NULL, line, COUNT(line));
    for (int i = 0; i < lines; i++)
        tell_line(d, line[i].text, -1, NULL);
    if (p->is_done)
        lens_cell(&number, &own, p->t, p->cell, NULL);
    DocRow *row = doc_row(d, target_of(PRACTICE_LINE, 0), "%s = %s",
                          explain_cell(d->a, p->run, p->t, p->cell),
                          p->is_done ? buf_text(&number) : "?");
    row->is_code = true;
    row->right = p->is_done ? "right" : NULL;
}

void tell_practice_help(Practice *p)
{
    const Lens l = {.run = p->run, .decimals = NUMBER_DECIMALS};
    Buf number = {.arena = &p->arena};
    const char *hint = "";
    lens_cell(&number, &l, p->t, p->cell, NULL);
    while (hint && p->helps < PRACTICE_STEPS - 1) {
        hint = tell_hint(&p->arena, &l, p->t->step, p->cell, p->helps + 1);
        if (hint)
            p->help[p->helps++] = hint;
    }
    p->help[p->helps++] = arena_format(&p->arena, "It is %s.", buf_text(&number));
}

/* --- words ------------------------------------------------------------------------------------------- */

static void tell_rules(Doc *d, const Practice *p)
{
    if (p->rules == 0)
        return;
    doc_heading(d, p->rule_asks);
    for (int i = 0; i < p->rules; i++)
        doc_row(d, target_of(PRACTICE_RULE, i), "%s", p->rule[i])->right = p->rule_chosen != i
                                                                               ? NULL
                                                                           : i == p->rule_right
                                                                               ? "right"
                                                                               : "no";
}

/* The words of keys in a text of a step: there is another page here. */
static bool names_key(const Span *s)
{
    static const char *const words[] = {"Enter", "Tab ", "press ", "Press ", "pressing "};
    bool names = s->style == SPAN_CODE && s->text[0] && !s->text[1] && strchr("[]{}", s->text[0]);
    for (int i = 0; i < COUNT(words) && s->style == SPAN_TEXT; i++)
        names = names || strstr(s->text, words[i]);
    return names;
}

/* How far the sentence goes that a text begins with; *ends: it ends there. */
static size_t sentence_of(const char *text, bool *ends)
{
    size_t at = 0;
    for (; text[at] && !(strchr(".!?", text[at]) && text[at + 1] == ' '); at++)
        ;
    *ends = text[at] != '\0';
    return *ends ? at + 2 : at;
}

/* A paragraph without the sentences that name keys. */
static Block without_keys(Arena *a, const Block *b)
{
    Block out = *b;
    int first = 0;
    bool has_key = false, ends = false;
    out.spans = 0;
    out.span = NULL;
    for (int i = 0; i < b->spans; i++) {
        const char *text = b->span[i].text;
        do {
            Span piece = b->span[i];
            size_t length = sentence_of(text, &ends);
            bool is_text = piece.style == SPAN_TEXT;
            piece.text = is_text ? arena_text(a, text, length) : text;
            text += is_text ? length : strlen(text);
            has_key = has_key || names_key(&piece);
            arena_push(a, out.span, out.spans, piece);
            if (is_text && ends) {
                first = out.spans = has_key ? first : out.spans;
                has_key = false;
            }
        } while (*text);
    }
    out.spans = has_key ? first : out.spans;
    return out;
}

/* The words of the lesson that lead to the code: what it should do. What would give a blank away is not in this lesson. */
static void tell_words(Doc *d, const Lens *l, const Practice *p)
{
    const Stage *stage = &p->run->lesson->stage[p->x->stage];
    int count, kept = 0;
    const Block *blocks = text_blocks(d->a, l, stage, 0, p->x->part, &count);
    Block *own = arena_many(d->a, (size_t)count + 1, Block);
    for (int i = 0; i < count; i++) {
        own[kept] = without_keys(d->a, &blocks[i]);
        kept += own[kept].spans > 0 || blocks[i].spans == 0;
    }
    if (kept == 0)
        return;
    Piece *piece = doc_add(d, PIECE_PROSE);
    piece->blocks = kept;
    piece->block = own;
}

static int count_done(const Practice *p)
{
    int count = 0;
    for (int i = 0; i < p->all.count; i++)
        count += p->done[i];
    return count;
}

/* Lists the help that there is, and the other exercises. */
static void tell_ways(Doc *d, const Practice *p)
{
    int left = practice_left(p);
    if (left > 0)
        doc_row(d, target_of(PRACTICE_HELP, 0), "a step of help")->right = arena_format(
            d->a, "%d left", left);
    if (p->at + 1 < p->all.count)
        doc_row(d, target_of(PRACTICE_OTHER, p->at + 1), "the next exercise")->right =
            exercise_word(p->all.item[p->at + 1].kind);
    doc_row(d, target_of(PRACTICE_ALL, 0), "all exercises of this lesson")->right = arena_format(
        d->a, "%d of %d done", count_done(p), p->all.count);
}

static void tell_lines(Doc *d, const Practice *p)
{
    if (p->x->kind == EXERCISE_FILL)
        tell_fill(d, p);
    else if (p->x->kind == EXERCISE_PREDICT)
        tell_prediction(d, p);
    else if (p->x->kind != EXERCISE_WRITE)
        tell_units(d, p);
}

/* Names what the file has of a class: it asks for the last one from nothing, and of others for their lines. */
static const char *in_the_file(const Practice *p)
{
    for (int i = p->at + 1; i < p->all.count; i++)
        if (p->all.item[i].kind == EXERCISE_WRITE)
            return "its lines";
    return "it";
}

Doc *tell_practice(Arena *a, const Lens *l, const Practice *p, bool is_typed)
{
    static const char *const ways[EXERCISE_KINDS] = {
        [EXERCISE_FILL] = "Enter types the line; Tab there helps.",
        [EXERCISE_ORDER] =
            "Enter takes a line, Up carries it above 'put aside', Enter puts it down.",
        [EXERCISE_MEND] = "Enter types another line in the place of the marked one.",
        [EXERCISE_PREDICT] = "Enter types the number; Tab there helps."};
    Doc *d = doc_new(a, DOC_LIST, l, p ? text_title(a, p->run->lesson) : "practice");
    if (!p)
        return d;
    const bool is_read = (p->verdict && is_begun(p)) || p->is_done ||
                         p->x->kind == EXERCISE_PREDICT;
    d->state = arena_format(a, "exercise %d of %d", p->at + 1, p->all.count);
    d->head = practice_task(a, p->x);
    d->state2 = p->is_done ? "done" : p->done[p->at] ? "done before" : NULL;
    if (!is_read)
        tell_words(d, l, p);
    tell_lines(d, p);
    if (p->said && !is_typed && strchr(p->said, '\n')) /* code */
        doc_said(d, p->said);
    else if (p->said && !is_typed)
        doc_note(d, "%s", p->said);
    tell_rules(d, p);
    tell_computed(d, l, p);
    if (p->x->kind == EXERCISE_PREDICT)
        tell_operands(d, l, p);
    if (p->x->kind == EXERCISE_WRITE)
        doc_note(d, "In your editor: qkv practice and the lesson in a shell writes a file with %s.",
                 in_the_file(p));
    else if (!p->is_done && p->tries == 0)
        doc_note(d, "%s", ways[p->x->kind])->is_keys = true;
    tell_ways(d, p);
    if (is_read) /* puts first what is in hand */
        tell_words(d, l, p);
    return d;
}

Doc *tell_exercises(Arena *a, const Lens *l, const Practice *p)
{
    Doc *d = doc_new(a, DOC_LIST, l, p ? text_title(a, p->run->lesson) : "practice");
    if (!p)
        return d;
    d->head = "Exercises";
    d->state2 = arena_format(a, "%d of %d done", count_done(p), p->all.count);
    d->row = p->at;
    for (int i = 0, stage = -1; i < p->all.count; i++) {
        const Exercise *x = &p->all.item[i];
        if (x->stage != stage)
            doc_heading(d,
                        arena_format(a, "%d %s", x->stage, p->run->lesson->stage[x->stage].title));
        stage = x->stage;
        doc_row(d, target_of(PRACTICE_OTHER, i), "%s", practice_task(a, x))->right = p->done[i]
                                                                                         ? "done"
                                                                                         : NULL;
    }
    return d;
}
