/* The page of an exercise: its lines, and what came of the last answer. */
#include "tell/practice.h"

#include <string.h>

#include "base/common.h"
#include "lesson/compare.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
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

static void tell_number(Doc *d, const Practice *p)
{
    const Lesson *lesson = p->run->lesson;
    ExerciseLine line[EXERCISE_LINES];
    int lines = exercise_lines(d->a, lesson, p->x, NULL, line, COUNT(line));
    for (int i = 0; i < lines; i++)
        tell_line(d, line[i].text, -1, NULL);
    doc_row(d, target_of(PRACTICE_LINE, 0), "%s = %s", explain_cell(d->a, p->run, p->t, p->cell),
            p->is_done ? "" : "?");
}

/* A row of a matrix, the cells that are not right in brackets; it opens the first of these. */
static void tell_row(Doc *d, const Lens *l, const QkvTensor *t, const unsigned char *differs,
                     int64_t first, int64_t cols)
{
    enum { MOST = 10 };
    Buf text = {.arena = d->a};
    const NumberFormat format = lens_format(l, t);
    int64_t cell = first;
    for (int64_t i = 0; i < min_int64(cols, MOST); i++) {
        bool is_wrong = differs && differs[first + i];
        buf_puts(&text, is_wrong ? "\t[" : "\t ");
        lens_cell(&text, l, t, first + i, &format);
        buf_puts(&text, is_wrong ? "]" : "");
        cell = is_wrong && !(differs && differs[cell]) ? first + i : cell;
    }
    Target target = {.kind = TARGET_NUMBER, .of = t->step, .cell = cell};
    doc_row(d, target, "%s%s", buf_text(&text), cols > MOST ? "\t.." : "");
}

/* What the answer made, nothing of the right numbers. */
static void tell_computed(Doc *d, const Lens *l, const Practice *p)
{
    enum { MOST = 8 };
    const Verdict *v = p->verdict;
    const QkvTensor *t = p->computed;
    if (!t || !v || !v->wanted || !v->wanted->tensor || t->count == 0)
        return;
    const QkvTensor *own = v->own->tensor, *wanted = v->wanted->tensor;
    unsigned char *differs = NULL;
    int64_t cols = max_int64(matrix_cols(t), 1), rows = t->count / cols;
    if (qkv_tensor_same_shape(own, wanted) && own->dtype == wanted->dtype) {
        differs = arena_array(d->a, (size_t)own->count + 1, 1);
        compare_cells(wanted, own, differs);
    }
    int64_t from = clamp_int64(v->cell / cols - MOST / 2, 0, max_int64(rows - MOST, 0));
    doc_note(d, "%s of yours, what is not right in brackets:", v->own->name);
    for (int64_t i = from; i < min_int64(rows, from + MOST); i++)
        tell_row(d, l, t, differs, i * cols, cols);
}

static void tell_rules(Doc *d, const Practice *p)
{
    if (p->rules == 0)
        return;
    doc_heading(d, "Which rule made it?");
    for (int i = 0; i < p->rules; i++)
        doc_row(d, target_of(PRACTICE_RULE, i), "%s", p->rule[i])->right = p->rule_chosen != i
                                                                               ? NULL
                                                                           : i == p->rule_right
                                                                               ? "right"
                                                                               : "no";
}

/* The words of the lesson that lead to the code: what it should do. What would give a blank away is not in this lesson. */
static void tell_words(Doc *d, const Lens *l, const Practice *p)
{
    const Stage *stage = &p->run->lesson->stage[p->x->stage];
    int count;
    const Block *blocks = text_blocks(d->a, l, stage, 0, p->x->part, &count);
    if (count == 0)
        return;
    Piece *piece = doc_add(d, PIECE_PROSE);
    piece->blocks = count;
    piece->block = blocks;
}

/* What help there is, and the exercises beside this one. */
static void tell_ways(Doc *d, const Practice *p)
{
    int left = practice_left(p);
    if (!p->is_done && left > 0)
        doc_row(d, target_of(PRACTICE_HELP, 0), "a step of help")->right = arena_format(
            d->a, "%d left", left);
    if (p->at + 1 < p->all.count)
        doc_row(d, target_of(PRACTICE_OTHER, p->at + 1), "the next exercise")->right =
            exercise_word(p->all.item[p->at + 1].kind);
    if (p->at > 0)
        doc_row(d, target_of(PRACTICE_OTHER, p->at - 1), "the one before")->right = exercise_word(
            p->all.item[p->at - 1].kind);
}

Doc *tell_practice(Arena *a, const Lens *l, const Practice *p)
{
    static const char *const ways[EXERCISE_KINDS] = {
        [EXERCISE_FILL] = "Enter types the line; Tab there helps.",
        [EXERCISE_ORDER] = "Enter takes a line up, Up and Down carry it, Enter puts it down.",
        [EXERCISE_MEND] = "Enter types another line in the place of the marked one.",
        [EXERCISE_PREDICT] = "Enter types the number; Tab there helps."};
    Doc *d = doc_new(a, DOC_LIST, l, p ? text_title(a, p->run->lesson) : "practice");
    if (!p)
        return d;
    d->state = arena_format(a, "exercise %d/%d", p->at + 1, p->all.count);
    d->head = practice_task(a, p);
    if (!p->verdict && !p->is_done)
        tell_words(d, l, p);
    if (p->x->kind == EXERCISE_FILL)
        tell_fill(d, p);
    else if (p->x->kind == EXERCISE_PREDICT)
        tell_number(d, p);
    else if (p->x->kind != EXERCISE_WRITE)
        tell_units(d, p);
    if (p->said)
        doc_note(d, "%s", p->said);
    tell_rules(d, p);
    tell_computed(d, l, p);
    if (p->x->kind == EXERCISE_WRITE)
        doc_note(d,
                 "In your editor: qkv practice and the lesson in a shell writes a file with it.");
    else if (!p->is_done)
        doc_note(d, "%s", ways[p->x->kind])->is_keys = true;
    tell_ways(d, p);
    return d;
}
