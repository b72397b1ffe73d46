#include "tell/doc.h"

#include "base/buf.h"

Doc *doc_new(Arena *a, DocKind kind, const Lens *lens, const char *title)
{
    Doc *d = arena_new(a, Doc);
    d->a = a;
    d->kind = kind;
    d->lens = lens;
    d->title = title ? title : "";
    return d;
}

Piece *doc_add(Doc *d, PieceKind kind)
{
    d->piece = arena_more(d->a, d->piece, (size_t)d->pieces, sizeof *d->piece);
    Piece *p = &d->piece[d->pieces++];
    *p = (Piece){.kind = kind, .at = -1, .call = -1};
    return p;
}

static const char *format_text(Arena *a, const char *format, va_list args)
{
    Buf b = {.arena = a};
    buf_vprintf(&b, format, args);
    return buf_text(&b);
}

Piece *doc_note(Doc *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = format_text(d->a, format, args);
    va_end(args);
    Piece *p = doc_add(d, PIECE_NOTE);
    p->text = text;
    return p;
}

Piece *doc_said(Doc *d, const char *text)
{
    Piece *p = doc_add(d, PIECE_SAID);
    p->text = text;
    return p;
}

static DocRow *add_row(Doc *d)
{
    Piece *p = d->pieces > 0 ? &d->piece[d->pieces - 1] : NULL;
    if (!p || p->kind != PIECE_ROWS)
        p = doc_add(d, PIECE_ROWS);
    p->row = arena_more(d->a, p->row, (size_t)p->rows, sizeof *p->row);
    DocRow *row = &p->row[p->rows++];
    *row = (DocRow){.text = ""};
    return row;
}

DocRow *doc_row(Doc *d, Target target, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = format_text(d->a, format, args);
    va_end(args);
    DocRow *row = add_row(d);
    row->text = text;
    row->target = target;
    return row;
}

void doc_heading(Doc *d, const char *text)
{
    DocRow *row = add_row(d);
    row->text = text;
    row->is_heading = true;
    row->style = STYLE_HEADING;
}

DocMatrix doc_matrix(const Doc *d, const QkvTensor *t, const char *name, int thing, int64_t item)
{
    return (DocMatrix){t, name, thing, item, lens_role(d->lens, t), lens_shares(d->lens, t)};
}

int doc_rows(const Doc *d)
{
    int rows = 0;
    for (int i = 0; i < d->pieces; i++)
        for (int k = 0; d->piece[i].kind == PIECE_ROWS && k < d->piece[i].rows; k++)
            rows += !d->piece[i].row[k].is_heading;
    return rows;
}

const DocRow *doc_row_at(const Doc *d, int row)
{
    if (row < 0)
        return NULL;
    for (int i = 0; i < d->pieces; i++)
        for (int k = 0; d->piece[i].kind == PIECE_ROWS && k < d->piece[i].rows; k++)
            if (!d->piece[i].row[k].is_heading && row-- == 0)
                return &d->piece[i].row[k];
    return NULL;
}

const Piece *doc_piece(const Doc *d, PieceKind kind)
{
    for (int i = 0; i < d->pieces; i++)
        if (d->piece[i].kind == kind)
            return &d->piece[i];
    return NULL;
}
