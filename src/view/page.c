/* What the pages share: bars, the choice of page, and the questions that keys ask about pages. */
#include "view/page.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/explain.h"
#include "view/page_text.h"

/* --- bars ----------------------------------------------------------------------------------- */

void page_title(Frame *f, const char *left, const char *right)
{
    int columns = utf8_columns(right);
    frame_fill(f, 0, 0, f->width, STYLE_TITLE);
    if (columns + 12 > f->width)
        columns = -2; /* no room for both: the left one matters more */
    frame_fit(f, 0, 1, f->width - columns - 4, STYLE_TITLE, left);
    if (columns > 0)
        frame_put(f, 0, f->width - columns - 1, STYLE_TITLE, right);
}

/* A long message takes the rows above its own, too. */
static void draw_words(Frame *f, const char *text)
{
    enum { MOST_ROWS = 4 };
    Arena arena = {0};
    Prose lines = page_words(&arena, SPAN_STRONG, text, f->width - 2);
    int rows = clamp_int(lines.lines, 1, MOST_ROWS);
    int top = f->height - 1 - rows;
    for (int i = 0; i < rows; i++)
        frame_fill(f, top + i, 0, f->width, STYLE_TEXT);
    prose_draw(f, top, 1, &lines, 0, rows);
    arena_release(&arena);
}

/* What is typed, or what there is to say about the last key, over all that the page has there. */
static void draw_message(Frame *f, const Scene *s, const Place *p)
{
    if (p->number >= 0) {
        int columns = frame_printf(f, f->height - 2, 1, STYLE_STRONG,
                                   p->page == PAGE_MENU ? p->decimal < 0 ? "Open lesson %d_"
                                                          : p->decimal == 0
                                                              ? "Open lesson %d, stage _"
                                                              : "Open lesson %d, stage %d_"
                                   : p->decimal < 0     ? "Go to stage %d_"
                                   : p->decimal == 0    ? "Go to stage %d, step _"
                                                        : "Go to stage %d, step %d_",
                                   p->number, p->decimal);
        if (s->message)
            frame_fit(f, f->height - 2, columns + 3, f->width - columns - 4, STYLE_TEXT,
                      s->message);
    } else if (p->overlay == OVERLAY_SEARCH)
        frame_printf(f, f->height - 2, 1, STYLE_STRONG, "find: %s_", p->search);
    else if (s->message)
        draw_words(f, s->message);
}

void page_foot(Frame *f, const Scene *s, const Place *p)
{
    frame_fill(f, f->height - 1, 0, f->width, STYLE_BAR);
    bool is_there = p->teach.follows && p->teach.following == FOLLOWING_SPEAKER;
    const char *hints = p->number < 0 ? s->hints
                        : is_there    ? "There:  Enter go  Esc cancel"
                                      : "Enter go  Esc cancel";
    if (hints)
        frame_fit(f, f->height - 1, 1, f->width - 2, STYLE_BAR, hints);
}

/* --- matrices ------------------------------------------------------------------------------- */

/* What stands in the place of a tensor in the other run: of what a stop shows, what its partner does. */
static const QkvTensor *other_of(const Scene *s, const Place *p, const QkvTensor *t)
{
    const Stop *stop = s->align && p->page == PAGE_STAGE ? place_stop(s->run, p) : NULL;
    if (!s->align || t->step < 0)
        return NULL;
    return stop && stop->tensor == t
               ? align_shown_tensor(s->align, s->run, (int)(stop - s->run->stop))
               : align_tensor(s->align, s->run, t);
}

/* A change may go on from the result that the lesson has: then that is an operand of the page's own, and
 * tells what the class has not seen. */
static bool is_the_result_before(const Scene *s, const Place *p, const QkvTensor *t)
{
    const QkvTensor *own = place_tensor(s->run, p, 0);
    const QkvTensor *other = own && own != t && p->view.hidden > 0 ? other_of(s, p, own) : NULL;
    bool is_it = other && other->count == t->count;
    for (int64_t i = 0; is_it && i < t->count; i++)
        is_it = qkv_tensor_at(t, i) == qkv_tensor_at(other, i);
    return is_it;
}

Sight page_sight(const Scene *s, const Place *p, const QkvTensor *t)
{
    if (is_the_result_before(s, p, t))
        return place_seen(&p->view);
    const Run *now = s->align ? align_now(s->align) : s->run;
    const QkvTensor *there = s->run != now && t != place_tensor(s->run, p, 0)
                                 ? align_tensor(s->align, s->run, t)
                                 : NULL;
    return there ? place_sight(s->shown, now, p, there) : place_sight(s->shown, s->run, p, t);
}

/* What of a tensor of the run without the changes a class saw before it made them. */
static Sight sight_before(const Scene *s, const Place *p, const QkvTensor *t)
{
    const struct ShownResult *r = place_shown(s->unchanged, p);
    Place then = *p;
    then.view = r ? r->view : place_hide(*p, s->run).view;
    return place_sight(s->unchanged, s->run, &then, t);
}

Matrix page_matrix(Arena *a, const Scene *s, const Place *p, const QkvTensor *t, int64_t item)
{
    int decimals = place_decimals(p);
    const Sight now = page_sight(s, p, t),
                before = s->unchanged && now.hidden > 0 ? sight_before(s, p, t) : now;
    bool is_old = before.hidden < now.hidden; /* nothing of it tells what it is now */
    Beside beside = is_old ? (Beside){0} : memo_beside(s->memo, s->run, t, other_of(s, p, t), a);
    NumberFormat format = beside.other ? number_format_of(&beside.range, t->dtype, decimals)
                                       : memo_format(s->memo, s->run, t, decimals);
    Matrix m = matrix_of(t, explain_name(a, s->run, t), item, format);
    m.other = beside.other;
    /* On the cell page a changed number stands between the marks of its cell: each has its own column. */
    if (p->page == PAGE_CELL && beside.differs && memchr(beside.differs, 1, (size_t)t->count))
        m.format.width++;
    m.differs = beside.differs;
    m.difference = p->look.side == SIDE_DIFFERENCE ? beside.difference : NULL;
    m.strips = !s->has_colors;
    m.sight = before;
    m.peeks = p->teach.follows;
    /* Whole numbers are the names of things more often than their sizes. */
    if (p->look.shade && (t->dtype == QKV_FLOAT32 || t->dtype == QKV_BOOL)) {
        NumberRange range = m.difference ? number_range(m.difference)
                                         : memo_range(s->memo, s->run, t);
        m.is_below = range.low < 0;
        m.is_above = range.high > 0;
        m.most = range.any ? fmax(range.high, -range.low) : 0;
    }
    if (p->look.sums) {
        Sums sums = memo_sums(s->memo, s->run, t, a);
        matrix_sums(&m, &sums);
    }
    return m;
}

/* The matrix of an operand that a cell of the result was made from; -1 for none. */
static int64_t item_of_cell(const QkvCall *c, int operand, int64_t cell, Arena *a)
{
    QkvTerms t = qkv_terms(c, cell, a);
    for (int64_t i = 0; i < t.count; i++) {
        if (qkv_term(&t, i).a.operand == operand)
            return matrix_item(c->in[operand], qkv_term(&t, i).a.cell);
        if (qkv_term(&t, i).b.operand == operand)
            return matrix_item(c->in[operand], qkv_term(&t, i).b.cell);
    }
    return -1;
}

int64_t page_operand_item(const QkvCall *c, int operand, int64_t result_item)
{
    enum { MOST_CELLS = 1 << 10 };
    int64_t size = matrix_rows(c->out) * matrix_cols(c->out), item = -1;
    if (matrix_items(c->in[operand]) <= 1 || c->out->count == 0)
        return 0;
    for (int64_t i = 0; i < min_int64(size, MOST_CELLS) && item < 0; i++) {
        Arena arena = {0};
        item = item_of_cell(c, operand, result_item * size + i, &arena);
        arena_release(&arena);
    }
    return max_int64(item, 0);
}

const char *page_panel(Arena *a, const Run *run, const QkvCall *c, const QkvTensor *t,
                       const char *name)
{
    for (int i = 0; i < c->count; i++) {
        const QkvTensor *in = c->in[i];
        bool is_about = in->step >= 0 && in != c->out && (t == in || t == c->out);
        if (is_about && strcmp(explain_name(a, run, in), explain_name(a, run, c->out)) == 0)
            return arena_format(a, "%s %s", name, t == in ? "before" : "after");
    }
    return name;
}

/* --- drawing -------------------------------------------------------------------------------- */

/* "  q[x1][0] = 1" */
static void put_cell(Buf *out, const Scene *s, const Place *p)
{
    Arena arena = {0};
    const QkvTensor *t = s->run->tape->step[p->asked.step].call.out;
    int decimals = place_decimals(p);
    NumberFormat format = memo_format(s->memo, s->run, t, decimals);
    buf_printf(out, "  %s = ", explain_cell(&arena, s->run, t, p->asked.cell));
    number_cell(out, &format, t, p->asked.cell);
    arena_release(&arena);
}

/* Windows below 40x10: one line. */
static void draw_tiny(Frame *f, const Scene *s, const Place *p)
{
    Buf text = {0};
    const Stop *stop = s->run ? place_stop(s->run, p) : NULL;
    if (p->page == PAGE_MENU || !s->run) {
        buf_printf(&text, "qkv: lesson %d", p->where.lesson + 1);
    } else {
        buf_printf(&text, "stage %d/%d", p->where.stage, s->run->lesson->stages - 1);
        if (p->page == PAGE_CELL)
            put_cell(&text, s, p);
        else if (stop && stop->name)
            buf_printf(&text, "  %s", stop->name);
    }
    const char *small = f->width < PROSE_LEAST_WIDTH ? "needs 40x10"
                                                     : "tables need 40x10; ? lists the keys";
    Arena arena = {0};
    Prose below = page_words(&arena, SPAN_TEXT, small, f->width);
    int rows = clamp_int(f->height - 1, 0, below.lines);
    frame_fit(f, 0, 0, f->width, STYLE_TITLE, buf_text(&text));
    if (f->width < PROSE_LEAST_WIDTH && rows > 0)
        frame_fit(f, f->height - 1, 0, f->width, STYLE_TEXT, small);
    else
        prose_draw(f, f->height - rows, 0, &below, 0, rows);
    arena_release(&arena);
    buf_release(&text);
}

/* The columns that a word takes at a place of the frame; 0 when it is not there. */
static int columns_of_word(const Frame *f, int row, int col, const char *word)
{
    int start = col;
    while (*word && col < f->width) {
        const Glyph *g = &f->glyph[row * f->width + col];
        size_t n = strlen(g->bytes);
        if (n == 0 || strncasecmp(g->bytes, word, n) != 0)
            return 0;
        word += n;
        col += g->width;
    }
    return *word ? 0 : col - start;
}

/* Shows where the page has what was looked for. */
static void show_found(Frame *f, const char *word)
{
    for (int row = 1; row < f->height - 2; row++)
        for (int col = 0; col < f->width && *word; col++)
            frame_style(f, row, col, columns_of_word(f, row, col, word), STYLE_SELECTED);
}

/* The other run instead, at the same place. */
void page_turn(Scene *s, Place *p)
{
    *p = place_beside(*p, s->align, s->run);
    s->run = s->run == align_now(s->align) ? align_before(s->align) : align_now(s->align);
    s->memo = s->other_memo;
    s->unchanged = s->run == align_before(s->align) && s->whatif && p->teach.on && !p->teach.follows
                       ? s->seen_before
                       : NULL;
}

Place page_above_notes(const Scene *s, const Place *p)
{
    Place above = *p;
    above.height -= page_notes_rows(s, p);
    return above;
}

static void draw_above_notes(Frame *f, const Scene *s, const Place *p)
{
    enum { LEAST_WIDTH = 40, LEAST_HEIGHT = 10, HELP_WIDTH = 28, HELP_HEIGHT = 5 };
    static void (*const pages[])(Frame *, const Scene *, const Place *) = {
        [PAGE_MENU] = page_menu, [PAGE_STAGE] = page_stage, [PAGE_CELL] = page_cell};
    frame_clear(f);
    if (p->teach.blank && !p->teach.follows)
        return;
    if (p->overlay == OVERLAY_HELP && f->width >= HELP_WIDTH && f->height >= HELP_HEIGHT) {
        page_help(f, s, p);
        draw_message(f, s, p);
        return;
    }
    bool is_tree = p->overlay == OVERLAY_WHY;
    if ((is_tree || page_is_report(p)) && s->run && f->width >= HELP_WIDTH &&
        f->height >= HELP_HEIGHT) {
        (is_tree ? page_tree : page_report)(f, s, p);
        draw_message(f, s, p);
        return;
    }
    if (f->width < LEAST_WIDTH || f->height < LEAST_HEIGHT) {
        draw_tiny(f, s, p);
        return;
    }
    if (p->overlay == OVERLAY_COMPARE && s->align) {
        page_compare(f, s, p);
        draw_message(f, s, p);
        return;
    }
    if (p->overlay == OVERLAY_NAMES && s->run) {
        page_names(f, s, p);
        draw_message(f, s, p);
        return;
    }
    Scene turned = *s;
    Place there = *p;
    if (s->align && p->look.side == SIDE_BEFORE)
        page_turn(&turned, &there);
    if (p->overlay == OVERLAY_LINKS && turned.run) {
        page_links(f, &turned, &there);
        draw_message(f, s, p);
        return;
    }
    if (s->align && p->look.side == SIDE_BOTH)
        page_both(f, s, p);
    else
        pages[there.page](f, &turned, &there);
    if (p->page == PAGE_STAGE && p->overlay == OVERLAY_NONE)
        show_found(f, p->search);
    page_teach(f, &turned, &there);
    if (p->overlay == OVERLAY_CONTENTS)
        page_contents(f, s, p);
    else if (p->overlay == OVERLAY_HITS)
        page_hits(f, s, p);
    else if (p->overlay == OVERLAY_CHANGES)
        page_changes(f, s, p);
    draw_message(f, s, p);
    if (p->overlay == OVERLAY_TYPE)
        page_typing(f, s, p);
}

void page_draw(Frame *f, const Scene *s, const Place *p)
{
    Place above = page_above_notes(s, p);
    if (above.height == p->height) {
        draw_above_notes(f, s, p);
        return;
    }
    frame_resize(f, f->width, above.height);
    draw_above_notes(f, s, &above);
    frame_grow(f, p->height);
    page_notes(f, s, p);
}

int page_list_rows(const Scene *s, const Place *p)
{
    Frame *f = frame_new(p->width, p->height);
    int rows = 0, chosen = 0;
    page_draw(f, s, p);
    for (int i = 0; i < f->width * f->height;
         i++) /* a list may stand beside another: the menu's tracks */
        if (f->glyph[i].link == LINK_ROW && f->glyph[i].style == STYLE_SELECTED)
            chosen = i % f->width;
    for (int row = 0; row < f->height; row++)
        rows += f->glyph[row * f->width + chosen].link == LINK_ROW;
    frame_free(f);
    return rows;
}
