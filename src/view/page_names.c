/* The results that have a name by now: a list of them in the left part of a wide page, matrices of the
 * latest where rows are free, and a page of its own with both. Those that a reader has pinned come first,
 * in a window of any size. */
#include "view/page_names.h"

#include <ctype.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"

enum { LEFT = 1, GAP = 2 };

/* --- which there are ------------------------------------------------------------------------------ */

static const Stop *named(const Names *n, const char *name)
{
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->stop[i]->name, name) == 0)
            return n->stop[i];
    return NULL;
}

/* The names that results before stop `end` of the run have, the latest of each. */
static Names names_before(Arena *a, const Run *run, int end)
{
    Names n = {0};
    for (int i = end - 1; i >= 0; i--) {
        const Stop *stop = &run->stop[i];
        if (stop->detail == DETAIL_BRIEF && stop->kind == STOP_TENSOR && stop->name &&
            !named(&n, stop->name))
            arena_push(a, n.stop, n.count, stop);
    }
    for (int i = 0; i < n.count / 2; i++) { /* in the order of the lesson */
        const Stop *stop = n.stop[i];
        n.stop[i] = n.stop[n.count - 1 - i];
        n.stop[n.count - 1 - i] = stop;
    }
    return n;
}

static int stop_at(const Run *run, const Place *p)
{
    const Stop *now = place_stop(run, p);
    return now ? (int)(now - run->stop) : run->stage_stop[p->where.stage];
}

Names names_so_far(Arena *a, const Run *run, const Place *p)
{
    return names_before(a, run, stop_at(run, p) + (place_stop(run, p) != NULL));
}

/* --- the list ------------------------------------------------------------------------------------- */

/* Finds the brackets of the next call from `at` on; of one that is cut the second is the end. False when there
 * is none. */
static bool next_call(const char *code, size_t at, size_t *open, size_t *close)
{
    int depth = 0;
    for (*open = at; code[*open]; ++*open) {
        if (code[*open] != '(' || *open == 0 || strchr(" =([,", code[*open - 1]))
            continue;
        for (*close = *open; code[*close]; ++*close) {
            depth += (code[*close] == '(') - (code[*close] == ')');
            if (depth == 0)
                break;
        }
        return true;
    }
    return false;
}

/* What calls were given is the first to go where there is no room, of the last call first:
 * "torch.tensor(...)". */
static const char *without_arguments(Arena *a, const char *code, int columns)
{
    enum { MOST = 16, FEW = 3 }; /* arguments of so few columns stay */
    size_t open[MOST], close[MOST];
    int calls = 0;
    for (size_t at = 0; calls < MOST && next_call(code, at, &open[calls], &close[calls]); calls++)
        at = close[calls] + (code[close[calls]] != '\0');
    for (int i = calls - 1; i >= 0 && utf8_columns(code) > columns; i--)
        if (close[i] > open[i] + 1 + FEW)
            code = arena_format(a, "%.*s...%s", (int)open[i] + 1, code,
                                code[close[i]] ? code + close[i] : ")");
    return code;
}

/* Where a row of code ends that is too long for it: before a blank, or before the point of a method; 0 when
 * there is no such place. */
static size_t fold(const char *code, int columns)
{
    size_t at = utf8_fit(code, strlen(code), columns);
    while (at > 0 && code[at] != ' ' && (code[at] != '.' || !isalpha((unsigned char)code[at + 1])))
        at--;
    return at;
}

/* How a result was made: in one row, or where one is spare and that is enough, in two; otherwise as much
 * of it as there is room for. */
static int draw_made(Frame *f, int row, int col, int width, bool has_spare, const char *code)
{
    Arena a = {0};
    const char *texts[] = {code, without_arguments(&a, code, width)};
    int rows = 0;
    for (int i = 0; i < COUNT(texts) && rows == 0; i++) {
        const char *text = texts[i];
        size_t first = fold(text, width), next = first + (text[first] == ' ');
        if (utf8_columns(text) <= width) {
            rows = 1;
            frame_put(f, row, col, STYLE_FAINT, text);
        } else if (has_spare && first > 0 && utf8_columns(text + next) <= width) {
            rows = 2;
            frame_put(f, row, col, STYLE_FAINT, arena_text(&a, text, first));
            frame_put(f, row + 1, col, STYLE_FAINT, text + next);
        }
    }
    if (rows == 0) {
        const char *last = texts[COUNT(texts) - 1];
        int first = (int)fold(last, width - 3);
        frame_fit(f, row, col, width, STYLE_FAINT,
                  first > 0 ? arena_format(&a, "%.*s ..", first, last) : last);
    }
    arena_release(&a);
    return rows > 1 ? rows : 1;
}

void page_so_far(Frame *f, const Scene *s, const Place *p, int row, int rows, int width)
{
    enum { NAME = 12, SHAPE = 30, TERSE = 12, NAMED = 70, CODE = 200, LEAST = 4 };
    Arena arena = {0};
    const Run *run = s->run;
    Names n = names_before(&arena, run, stop_at(run, p));
    int first = max_int(n.count - (rows - 1), 0), spare = rows - 1 - n.count;
    if (n.count > 0 && rows >= LEAST)
        frame_fit(f, row++, LEFT, width, STYLE_HEADING, "so far (* lists and pins)");
    for (int i = first; i < n.count && rows >= LEAST; i++) {
        const Stop *at = n.stop[i];
        const char *code = place_code(&arena, s->shown, run, p, at->statement, CODE),
                   *made = strchr(code, '=');
        Terse terse = width < NAMED ? TERSE_AXES : TERSE_NOT;
        Matrix shape = {.t = at->tensor, .name = "", .head = HEAD_TENSOR, .terse = terse};
        if (place_pinned(p, at->name) >= 0)
            frame_put(f, row, 0, STYLE_STRONG, "*");
        int used = frame_fit(f, row, LEFT, width, STYLE_CODE, at->name);
        used = max_int(used + 1, NAME);
        used += frame_fit(f, row, LEFT + used, width - used, STYLE_LABEL,
                          matrix_title(&arena, &shape) + 1);
        used = max_int(used + 1, NAME + (shape.terse ? TERSE : SHAPE));
        code = made ? made + 1 + (made[1] == ' ') : code;
        int taken = draw_made(f, row, LEFT + used, width - used, spare > 0, code);
        spare -= taken - 1;
        row += taken;
    }
    arena_release(&arena);
}

/* --- matrices ------------------------------------------------------------------------------------- */

enum { BLOCKS_MOST = 8, TRIED_MOST = 24 };

/* The room for matrices of earlier results, and those that are there. */
typedef struct Shelf {
    Arena *a;
    const Scene *scene;
    const Place *place;
    int rows, width;
    Layout layout;
    int pins;   /* spots at the beginning that are pinned       */
    int unseen; /* results that are left out, being hidden still */
} Shelf;

/* Adds so many blocks of a tensor before spot `at`, if they fit. A pinned one has a star before its name. */
static bool add(Shelf *x, const QkvTensor *t, const char *name, int at, int blocks)
{
    Layout l = x->layout;
    const QkvTensor *shown = place_items(x->scene->run, x->place);
    bool is_alike = shown && matrix_items(shown) == matrix_items(t);
    int64_t first = blocks == 1 && is_alike ? min_int64(x->place->view.item, matrix_items(t) - 1)
                                            : 0;
    if (l.operands + blocks > LAYOUT_MOST)
        return false;
    memmove(&l.spot[at + blocks], &l.spot[at], (size_t)(l.operands - at) * sizeof *l.spot);
    for (int i = 0; i < blocks; i++) {
        Matrix m = page_matrix(x->a, x->scene, x->place, t, first + i);
        m.name = place_pinned(x->place, name) >= 0 ? arena_format(x->a, "*%s", name) : name;
        m.blocks = blocks < matrix_items(t) ? blocks : 0;
        l.spot[at + i] = (Spot){.matrix = m, .is_more = i > 0};
    }
    l.operands += blocks;
    layout_arrange(&l, x->rows, x->width, 0);
    if (l.is_whole)
        x->layout = l;
    return l.is_whole;
}

/* What the class has seen nothing of where it was made is not told here. */
static bool is_unseen(Shelf *x, const Stop *stop)
{
    Sight sight = page_sight(x->scene, x->place, stop->tensor);
    bool is_so = !x->place->teach.follows && sight.hidden > 0 &&
                 sight.hidden == stop->tensor->count;
    x->unseen += is_so;
    return is_so;
}

static bool add_result(Shelf *x, const Stop *stop, int at)
{
    int blocks = (int)min_int64(matrix_items(stop->tensor), BLOCKS_MOST);
    return stop->tensor->count > 0 && (add(x, stop->tensor, stop->name, at, blocks) ||
                                       (blocks > 1 && add(x, stop->tensor, stop->name, at, 1)));
}

static bool is_on_page(const Layout *shown, const QkvTensor *t)
{
    for (int i = 0; shown && i < shown->operands + shown->results; i++)
        if (shown->spot[i].is_shown && shown->spot[i].matrix.t == t)
            return true;
    return false;
}

/* The pinned ones; returns what there is no room for, or "". */
static const char *add_pins(Shelf *x, const Names *n, const Layout *shown)
{
    Buf missing = {.arena = x->a};
    for (int i = n->count - 1; i >= 0; i--) {
        const Stop *stop = n->stop[i];
        if (place_pinned(x->place, stop->name) < 0 || is_on_page(shown, stop->tensor) ||
            is_unseen(x, stop))
            continue;
        if (!add_result(x, stop, 0))
            buf_printf(&missing, "%s%s", missing.length ? ", " : "", stop->name);
    }
    x->pins = x->layout.operands;
    return buf_text(&missing);
}

/* Which steps a result was made of, directly or not; -1: there is none. */
static const bool *made_of(Arena *a, const Run *run, int step)
{
    const QkvTape *tape = run->tape;
    bool *is_part = arena_many(a, (size_t)tape->count + 1, bool);
    if (step >= 0)
        is_part[step] = true;
    for (int i = tape->count - 1; i >= 0; i--)
        for (int k = 0; is_part[i] && k < tape->step[i].call.count; k++)
            if (tape->step[i].call.in[k]->step >= 0)
                is_part[tape->step[i].call.in[k]->step] = true;
    return is_part;
}

/* The latest of what the result was made of first, and then the latest of the others; nothing that came after the
 * number in question, which may be of an earlier step than the page below. Returns how that is headed. */
static const char *add_latest(Shelf *x, const Names *n, const Layout *shown)
{
    const Run *run = x->scene->run;
    const Place *p = x->place;
    const QkvStep *now = place_step(run, p);
    int step = p->page == PAGE_CELL ? p->asked.step : now ? now->call.out->step : -1;
    const bool *is_part = made_of(x->a, run, step);
    int begin = x->layout.operands, made = begin;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = n->count - 1, tried = 0; i >= 0 && tried < TRIED_MOST; i--) {
            const Stop *stop = n->stop[i];
            if (p->page == PAGE_CELL && stop->step >= step)
                continue;
            bool is_made_of = stop->step >= 0 && is_part[stop->step];
            tried++;
            if (is_made_of == (pass == 0) && place_pinned(x->place, stop->name) < 0 &&
                !is_on_page(shown, stop->tensor) && !is_unseen(x, stop))
                add_result(x, stop, x->layout.operands);
        }
        made = pass == 0 ? x->layout.operands : made;
    }
    return made == begin                ? "earlier results"
           : begin > 0                  ? "earlier: * pinned, what this is made of, then others"
           : made == x->layout.operands ? "earlier: what this is made of"
                                        : "earlier: what this is made of, then others";
}

void page_earlier(Frame *f, const Scene *s, const Place *p, const Layout *shown, Box box)
{
    enum { TALL = 32, LEAST = 5 };
    Arena arena = {0};
    bool is_tall = p->height >= TALL && box.rows >= LEAST;
    Shelf x = {.a = &arena, .scene = s, .place = p, .rows = box.rows - is_tall, .width = box.width};
    if (box.rows < 1 || (!is_tall && p->pins.count == 0))
        return;
    Names n = names_before(&arena, s->run, stop_at(s->run, p));
    const char *missing = add_pins(&x, &n, shown);
    const char *heading = is_tall ? add_latest(&x, &n, shown) : "";
    if (*missing && x.layout.height < x.rows)
        frame_fit(f, box.row + box.rows - 1, box.col, box.width, STYLE_FAINT,
                  arena_format(&arena, "pinned, and no room here: %s (* shows it)", missing));
    if (is_tall && (x.layout.operands > 0 || x.unseen > 0))
        frame_fit(f, box.row, box.col, box.width, STYLE_FAINT,
                  x.unseen > 0 ? arena_format(&arena, "earlier, %d hidden", x.unseen) : heading);
    layout_draw(f, box.row + is_tall, box.col, &x.layout);
    arena_release(&arena);
}

/* --- the page ------------------------------------------------------------------------------------- */

/* The chosen one in the window as far as it fits, and below it what is pinned; from the run that the page
 * shows. */
static void draw_chosen(Frame *f, const Scene *s, const Place *p, const Names *n, Box box)
{
    if (n->count == 0)
        return;
    Arena arena = {0};
    Scene turned = *s;
    Place there = *p;
    Shelf x = {.a = &arena, .scene = s, .place = p, .rows = box.rows, .width = box.width};
    const Stop *stop = n->stop[clamp_int(p->choice, 0, n->count - 1)];
    bool is_hidden = is_unseen(&x, stop);
    if (s->align && p->look.side == SIDE_BEFORE)
        page_turn(&turned, &there);
    x.scene = &turned;
    x.place = &there;
    Names other = names_so_far(&arena, turned.run, &there);
    const char *name = stop->name;
    stop = named(&other, name);
    if (is_hidden) {
        frame_fit(f, box.row, box.col, box.width, STYLE_TEXT,
                  arena_format(&arena, "%s is still hidden.", name));
    } else if (!stop) {
        frame_fit(f, box.row, box.col, box.width, STYLE_TEXT, "Before there was no such name.");
    } else if (add_result(&x, stop, 0)) {
        Names pinned = names_before(&arena, turned.run, stop_at(turned.run, &there));
        for (int i = pinned.count - 1; i >= 0; i--)
            if (place_pinned(p, pinned.stop[i]->name) >= 0 && pinned.stop[i] != stop &&
                !is_unseen(&x, pinned.stop[i]))
                add_result(&x, pinned.stop[i], x.layout.operands);
        layout_draw(f, box.row, box.col, &x.layout);
    } else {
        Matrix m = page_matrix(&arena, &turned, &there, stop->tensor, 0);
        int height = min_int(matrix_height(&m), box.rows);
        m.name = stop->name;
        m.blocks = matrix_is_block(&m);
        matrix_fit_heading(&m, box.width - matrix_heading_note(&m, height));
        matrix_draw(f, box.row, box.col, height, box.width, &m);
    }
    arena_release(&arena);
}

void page_names(Frame *f, const Scene *s, const Place *p)
{
    enum { TOP = 2, FOOT = 2, NAME = 14, LEAST = 30, MOST = 56 };
    Arena arena = {0};
    Names n = names_so_far(&arena, s->run, p);
    int width = clamp_int(f->width * 2 / 5, LEAST, MOST), rows = max_int(f->height - TOP - FOOT, 1);
    int at = clamp_int(p->choice, 0, max_int(n.count - 1, 0));
    int first = clamp_int(at - rows / 2, 0, max_int(n.count - rows, 0));
    page_title(f, arena_format(&arena, "%d name%s so far", n.count, plural(n.count)),
               page_what_if(&arena, s, p, "Esc closes"));
    frame_put(f, TOP - 1, width - 6, STYLE_FAINT, "stage");
    for (int i = first; i < n.count && i < first + rows; i++) {
        const Stop *stop = n.stop[i];
        int row = TOP + i - first;
        Style style = i == at ? STYLE_SELECTED : STYLE_TEXT;
        Matrix shape = {.t = stop->tensor, .name = "", .head = HEAD_TENSOR, .terse = TERSE_AXES};
        const char *where = arena_format(&arena, "%d", run_stage_of_stop(s->run, stop));
        frame_fill(f, row, 0, width, style);
        frame_put(f, row, 0, style, place_pinned(p, stop->name) >= 0 ? "*" : " ");
        int used = max_int(frame_fit(f, row, LEFT, width - 12, style, stop->name) + 1, NAME);
        int stage = width - 1 - utf8_columns(where);
        frame_fit(f, row, LEFT + used, stage - 1 - LEFT - used, style,
                  matrix_title(&arena, &shape) + 1);
        frame_put(f, row, stage, style, where);
        frame_link(f, row, 0, width, (Link){.kind = LINK_ROW, .of = i});
    }
    if (first + rows < n.count && !s->message)
        frame_printf(f, f->height - 2, LEFT, STYLE_STRONG, "v %d more", n.count - first - rows);
    draw_chosen(f, s, p, &n, (Box){TOP, width + GAP, rows, f->width - width - GAP - 1});
    page_foot(f, s, p);
    arena_release(&arena);
}
