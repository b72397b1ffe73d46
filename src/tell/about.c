/* A number that is only looked at: its name, all its digits, the arithmetic in one line, and which cells it is made of. */
#include "base/common.h"
#include "tell/arithmetic.h"
#include "tell/explain.h"
#include "tell/tell.h"

/* The cells of very many terms are not all marked. */
static void mark_parts(Doc *d, const QkvCall *c, const QkvTerms *terms)
{
    enum { MOST = 512 };
    Piece *p = doc_add(d, PIECE_MATRICES);
    for (int i = 0; i < min_int(explain_picks(terms), MOST); i++) {
        QkvSource s = explain_source(terms, i);
        if (c->in[s.operand]->step >= 0)
            arena_push(d->a, p->mark, p->marks,
                       ((DocMark){c->in[s.operand], s.cell, MARK_OPERAND}));
    }
}

Doc *tell_about(Arena *a, const Lens *l, int step, int64_t cell)
{
    enum { MOST = 8 };
    const QkvCall *c = &l->run->tape->step[step].call;
    Doc *d = doc_new(a, DOC_TEXT, l, explain_cell(a, l->run, c->out, cell));
    Buf number = {.arena = a}, text = {.arena = a};
    lens_full(&number, l, c->out, cell);
    d->head = buf_text(&number);
    QkvTerms terms = lens_terms(l, step, cell, a);
    if (terms.how == QKV_HOW_GIVEN || !lens_tells(l, step, cell))
        return d;
    Arithmetic told = {.a = a, .l = l, .most = MOST, .to = &text};
    arithmetic(&told, c->out, cell, &terms);
    doc_add(d, PIECE_FORMULA)->text = buf_text(&text);
    mark_parts(d, c, &terms);
    return d;
}
