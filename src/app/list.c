/* Moving in lists and texts: rows that are marked, groups, folds and screens. */
#include "app/act.h"

#include "base/common.h"

const DocRow *list_row(Act *act)
{
    return act_kind(act) == DOC_LIST ? doc_row_at(pages_doc(act), act_page(act)->row) : NULL;
}

static void list_mark(Act *act, const Doc *d, int row)
{
    act_page(act)->row = clamp_int(row, 0, max_int(doc_rows(d) - 1, 0));
}

void list_move(Act *act, int by)
{
    if (practice_carries(act, by))
        return;
    Page *page = act_page(act);
    Doc *d = pages_doc(act);
    if (d->kind == DOC_LIST) {
        list_mark(act, d, page->row + by);
        return;
    }
    Shown shown = pages_show(NULL, act->m, d, NULL, NULL);
    page->scroll = clamp_int(shown.scroll + by, 0, shown.scroll_most);
}

void list_end(Act *act, int by)
{
    Doc *d = pages_doc(act);
    if (d->kind == DOC_LIST)
        list_mark(act, d, by < 0 ? 0 : doc_rows(d) - 1);
    else
        act_page(act)->scroll = by < 0 ? 0 : pages_show(NULL, act->m, d, NULL, NULL).scroll_most;
}

void list_group(Act *act, int by)
{
    Doc *d = pages_doc(act);
    int row = 0, target = -1, here = act_page(act)->row;
    bool begins = true;
    for (int i = 0; i < d->pieces; i++)
        for (int k = 0; d->piece[i].kind == PIECE_ROWS && k < d->piece[i].rows; k++) {
            begins = begins || d->piece[i].row[k].is_heading || k == 0;
            if (d->piece[i].row[k].is_heading)
                continue;
            if (begins && by > 0 && row > here && target < 0)
                target = row;
            if (begins && by < 0 && row < here)
                target = row;
            begins = false;
            row++;
        }
    list_mark(act, d, target >= 0 ? target : by > 0 ? here : 0);
}

bool list_turn(Act *act, int by)
{
    Page *page = act_page(act);
    Doc *d = pages_doc(act);
    Shown shown = pages_show(NULL, act->m, d, NULL, NULL);
    int to = clamp_int(shown.scroll + by * max_int(shown.page, 1), 0, shown.scroll_most);
    if (to == shown.scroll || act->m->is_plain)
        return false;
    page->scroll = to;
    if (d->kind == DOC_LIST)
        list_mark(act, d, page->row + by * max_int(shown.page, 1));
    return true;
}

/* --- sides -------------------------------------------------------------------------------------- */

static void toggle_fold(Page *page, int line)
{
    for (int i = 0; i < page->folds; i++)
        if (page->fold[i] == line) {
            page->fold[i] = page->fold[--page->folds];
            return;
        }
    if (page->folds < FOLDS_MOST)
        page->fold[page->folds++] = line;
}

void list_side(Act *act, int by)
{
    Doc *d = pages_doc(act);
    const DocRow *row = d->kind == DOC_LIST ? doc_row_at(d, act_page(act)->row) : NULL;
    if (!row)
        return;
    bool folds = (by < 0 && row->fold == '-') || (by > 0 && row->fold == '+');
    if (row->target.kind == TARGET_SETTING)
        settings_turn(act, row->target.of, by ? by : 1);
    else if (folds || (by == 0 && row->fold))
        toggle_fold(act_page(act), row->line);
}

/* --- what a stage has cut ------------------------------------------------------------------------- */

/* Screens begin where the one before has been read, from the first on: so the way back meets the same ones. */
bool list_reads(Act *act, int by)
{
    Page *page = act_page(act);
    int was = page->scroll;
    if (act->m->is_plain || act_kind(act) != DOC_STAGE || (by < 0 && was == 0))
        return false;
    const Doc *d = pages_doc(act);
    page->scroll = 0;
    Shown shown = pages_show(NULL, act->m, d, NULL, NULL);
    int from = min_int(was, shown.scroll_most), last = by > 0 ? from : from - 1;
    int next = max_int(shown.page, 1);
    while (next <= last) {
        page->scroll = next;
        shown = pages_show(NULL, act->m, d, NULL, NULL);
        next += max_int(shown.page, 1);
    }
    if (by > 0)
        page->scroll = min_int(next, shown.scroll_most);
    return page->scroll != from;
}

void list_to_end(Act *act)
{
    act_page(act)->scroll = 0;
    if (!act->m->is_plain && act_kind(act) == DOC_STAGE)
        act_page(act)->scroll = pages_shown(act).scroll_most;
}
