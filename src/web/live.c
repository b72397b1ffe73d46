#include "web/live.h"

#include <ctype.h>
#include <string.h>

#include "app/command.h"
#include "base/common.h"
#include "show/html.h"
#include "show/markup.h"

typedef enum PartName {
    LIVE_STATE, /* words for how the page is laid out: "stage asked typing" */
    LIVE_HEAD,
    LIVE_TEXT,
    LIVE_STEP,
    LIVE_READOUT,
    LIVE_NUMBER,
    LIVE_PROMPT,
    LIVE_BAR,
    LIVE_PARTS
} PartName;

static const char *const part_names[LIVE_PARTS] = {"state",   "head",   "text",   "step",
                                                   "readout", "number", "prompt", "bar"};

static Buf part[LIVE_PARTS];
static bool is_written; /* once, and the parts are those */
static Arena arena;     /* of the documents and deeds on the page */
static Deeds deeds;

/* The app while its page is written. */
typedef struct Live {
    const Model *m;
    const World *w;
    int base;        /* of the stack, the page that fills the window: a stage, or the topmost one */
    Doc *page, *top; /* of it; and the topmost one's, or NULL where that is the same              */
    Buf *out;        /* of each part                                                             */
} Live;

/* --- which pages ---------------------------------------------------------------------------------- */

/* An exercise and what lies on the menu alone have the window to themselves. */
static int base_of(const Model *m)
{
    const int top = m->pages - 1;
    for (int i = top; i > 0 && m->page[top].name != PAGE_PRACTICE; i--)
        if (page_kind(&m->page[i]) == DOC_STAGE)
            return i;
    return top;
}

static Live live_of(App *app, Buf *out)
{
    Live l = {.m = app_model(app), .w = app_world(app), .out = out};
    l.base = base_of(l.m);
    Model below = *l.m;
    below.pages = l.base + 1;
    l.page = pages_tell(&arena, &below, l.w);
    l.top = l.base < l.m->pages - 1 ? pages_tell(&arena, l.m, l.w) : NULL;
    return l;
}

static int row_of(const Live *l, const Doc *d, int page)
{
    return d->kind == DOC_LIST ? l->m->page[page].row : -1;
}

/* --- parts ---------------------------------------------------------------------------------------- */

static void put_state(Live *l)
{
    static const char *const kinds[] = {
        [DOC_STAGE] = "stage", [DOC_NUMBER] = "list", [DOC_LIST] = "list", [DOC_TEXT] = "list"};
    const Page *page = &l->m->page[l->base];
    Buf *out = &l->out[LIVE_STATE];
    buf_puts(out, kinds[l->page->kind]);
    if (page->name == PAGE_MENU)
        buf_puts(out, " menu");
    if (page->name == PAGE_PRACTICE && l->w->practice)
        buf_printf(out, " practice %s", exercise_word(l->w->practice->x->kind));
    if (l->page->kind == DOC_STAGE && !elements_has_step(l->page))
        buf_puts(out, " reading");
    if (l->top)
        buf_puts(out, " asked");
    if (l->m->prompt.kind != PROMPT_NONE)
        buf_puts(out, " typing");
    if (l->m->blank)
        buf_puts(out, " blank");
}

static void put_page(Live *l)
{
    const ElementsAs as = {.deeds = &deeds,
                           .page = l->base,
                           .row = row_of(l, l->page, l->base),
                           .over = l->top,
                           .words = l->page->kind == DOC_STAGE ? glossary_of(&arena, l->w->library)
                                                               : NULL};
    elements_head(&l->out[LIVE_HEAD], l->page);
    if (l->page->head)
        html_element(&l->out[LIVE_TEXT], "h1", NULL, l->page->head);
    elements_text(&l->out[LIVE_TEXT], l->page, &as);
    elements_tabs(&l->out[LIVE_STEP], l->page, &as);
    elements_step(&l->out[LIVE_STEP], l->page, &as);
}

static void put_button(Buf *out, const char *class, const char *key, const char *label)
{
    const int number = deeds_add(&deeds, 1, (Deed){.page = 0, .key = key});
    buf_printf(out, "<button type=\"button\" data-n=\"%d\" class=\"%s\">", number, class);
    html_element(out, "span", NULL, label);
    html_element(out, "kbd", NULL, key);
    buf_puts(out, "</button>\n");
}

/* The name of a number is "weights[she, Anna] = 0.99966466". */
static void put_heading(Buf *out, const char *head)
{
    enum { LONG = 16 };
    const char *number = strstr(head, " = ");
    html_element(out, "h2", NULL,
                 number ? arena_text(&arena, head, (size_t)(number - head)) : head);
    buf_puts(out, "<span class=\"act\">");
    put_button(out, "plain", "q", "Close");
    buf_puts(out, "</span></div>\n");
    if (number)
        html_element(out, "p", strlen(number) > LONG ? "big long" : "big", number + strlen(" = "));
}

static void put_top(Live *l)
{
    const int page = l->m->pages - 1;
    Buf *out = &l->out[LIVE_NUMBER];
    if (!l->top)
        return;
    const ElementsAs as = {.deeds = &deeds,
                           .page = page,
                           .row = row_of(l, l->top, page),
                           .under = l->top->kind == DOC_NUMBER ? l->page : NULL};
    buf_puts(out, "<div class=\"nhead\">");
    put_heading(out, l->top->head ? l->top->head : l->top->title);
    elements_tabs(out, l->top, &as);
    elements_step(out, l->top, &as);
}

/* --- the line under the step ------------------------------------------------------------------------ */

static void put_about(Buf *out, const Lens *l, int step, int64_t cell)
{
    Arena scratch = {0};
    elements_about(out, tell_about(&scratch, l, step, cell), &deeds);
    arena_release(&scratch);
}

/* Writes what is to be said; or else the number in question. */
static void put_readout(Live *l)
{
    const Page *page = &l->m->page[l->m->pages - 1];
    const PageRow *row = page_row(page);
    const Run *run = l->w->lens.run;
    Buf *out = &l->out[LIVE_READOUT];
    int64_t cell = 0;
    bool points = page_kind(page) != DOC_STAGE || page->pointer.thing >= 0;
    const QkvTensor *t = run && row->where && points ? row->where(run, page, &cell) : NULL;
    const char *said = pages_message(&arena, l->m, l->w);
    bool has_cell = t && t->step >= 0 && cell < t->count;
    const Practice *p = l->m->page[l->base].name == PAGE_PRACTICE ? l->w->practice : NULL;
    if (p && p->said) /* seen below the lines */
        html_element(out, "span", "vh", p->said);
    if (*l->m->said)
        html_element(out, "span", "told", l->m->said);
    else if (has_cell)
        put_about(out, &l->w->lens, t->step, cell);
    else if (said)
        html_element(out, "span", NULL, said);
}

/* --- prompt and buttons ----------------------------------------------------------------------------- */

static void put_prompt(Live *l)
{
    if (l->m->prompt.kind == PROMPT_NONE)
        return;
    const ShowPrompt p = pages_prompt(&arena, l->m, l->w);
    elements_prompt(&l->out[LIVE_PROMPT], &p, &deeds);
}

/* The word of a hint as that of a button: "where from" is "Where from?". NULL: the page has a better way, tabs, or another
 * key says the same. */
static const char *label_of(const KeyHint *h, bool is_over)
{
    static const struct {
        const char *word, *label;
    } asks[] = {{"where from", "Where from?"}, {"what if", "What if?"}, {"keys", "More"}};
    const bool is_same = is_over                    ? strchr("qi", *h->key) != NULL
                         : strcmp(h->key, "q") == 0 ? strcmp(h->word, "out") != 0
                                                    : *h->key == '/';
    if (is_same && strlen(h->key) == 1)
        return NULL;
    for (int i = 0; i < COUNT(asks); i++)
        if (strcmp(h->word, asks[i].word) == 0)
            return asks[i].label;
    if (strchr(h->word, '[')) /* the name of a number */
        return "Where from?";
    char *label = arena_string(&arena, h->word);
    *label = (char)toupper((unsigned char)*label);
    return label;
}

static int find_hint(const KeyHint *hint, int count, const char *key)
{
    for (int i = 0; i < count; i++)
        if (strcmp(hint[i].key, key) == 0)
            return i;
    return -1;
}

/* Tells whether a line is in hand: it is carried by keys, or by buttons. */
static bool carries(const Live *l)
{
    const Practice *p = l->m->page[l->base].name == PAGE_PRACTICE ? l->w->practice : NULL;
    return p && p->x->kind == EXERCISE_ORDER && p->blank >= 0;
}

/* A way that is closed here keeps its place, so that no other button comes under the finger. */
static void put_way(Buf *out, const KeyHint *hint, int count, const char *key, const char *class,
                    bool is_over)
{
    const int at = find_hint(hint, count, key);
    const char *label = at >= 0 ? label_of(&hint[at], is_over) : NULL;
    if (label)
        put_button(out, class, key, label);
    else if (strcmp(key, "Bksp") == 0)
        buf_puts(out, "<button type=\"button\" class=\"stays\" disabled><span>Back</span>"
                      "<kbd>Bksp</kbd></button>\n");
}

static const char *const ways[] = {"Bksp", "Space", "Enter"};
static const char *const others[] = {"a", "g", "w", "c", "=", "x", "t", "/", "?", "F1"};

/* The place of a button beside the others, 0 for what only this page has; -1: it is a way. */
static int rank_of(const char *key)
{
    for (int i = 0; i < COUNT(ways); i++)
        if (strcmp(key, ways[i]) == 0)
            return -1;
    for (int i = 0; i < COUNT(others); i++)
        if (strcmp(key, others[i]) == 0)
            return 1 + i;
    return 0;
}

/* Ways back, on and deeper stand first, and stay on a narrow window; the one that goes on is the one to see. The others
 * stand in one order wherever they are, those that come and go farthest from the edge. With a line in hand, to put it down
 * is what goes on, and a narrow window has room for what carries it instead of the other ways. */
static void put_bar(Live *l)
{
    static const char *const carry[] = {"Up", "Down"};
    KeyHint hint[HINTS_MOST];
    Buf *out = &l->out[LIVE_BAR];
    const int count = hints_list(&arena, l->m, l->w, l->top ? l->top : l->page, hint);
    const bool has_line = carries(l);
    const int goes_on = !has_line && find_hint(hint, count, "Space") >= 0 ? 1 : 2;
    for (int i = 0; i < COUNT(ways); i++)
        put_way(out, hint, count, ways[i],
                i == goes_on ? "first"
                : has_line   ? "some"
                             : "stays",
                l->top);
    for (int i = 0; i < COUNT(carry) && has_line; i++)
        put_button(out, "stays", carry[i], carry[i]);
    buf_puts(out, "<span class=\"grow\"></span>\n");
    for (int rank = 0; rank <= COUNT(others); rank++)
        for (int i = 0; i < count; i++) {
            const char *key = hint[i].key;
            const char *label = rank_of(key) == rank ? label_of(&hint[i], l->top) : NULL;
            if (label)
                put_button(out,
                           strchr("?FE", *key)  ? "stays"
                           : strchr("ag", *key) ? "some asks"
                                                : "some",
                           key, label);
        }
}

/* --- all of it ------------------------------------------------------------------------------------ */

void live_write(Buf *changed, App *app)
{
    const ArenaMark begin = {0};
    Buf fresh[LIVE_PARTS] = {0};
    arena_back(&arena, begin);
    deeds = (Deeds){.a = &arena, .next = 1};
    Live l = live_of(app, fresh);
    put_state(&l);
    if (!l.m->blank) {
        put_page(&l);
        put_top(&l);
        put_readout(&l);
        put_prompt(&l);
        put_bar(&l);
    }
    for (int i = 0; i < LIVE_PARTS; i++) {
        if (strcmp(buf_text(&fresh[i]), buf_text(&part[i])) != 0 || !is_written)
            buf_printf(changed, "%s%s", changed->length ? " " : "", part_names[i]);
        buf_release(&part[i]);
        part[i] = fresh[i];
    }
    is_written = true;
}

const char *live_part(const char *name)
{
    for (int i = 0; i < LIVE_PARTS; i++)
        if (strcmp(part_names[i], name) == 0)
            return buf_text(&part[i]);
    return "";
}

bool live_deed(int number, Deed *deed)
{
    return deeds_find(&deeds, number, deed);
}

void live_about(Buf *out, App *app, int number)
{
    Deed deed;
    const Model *m = app_model(app);
    const World *w = app_world(app);
    if (!live_deed(number, &deed) || deed.key || deed.page < 0 || deed.page >= m->pages)
        return;
    const Page *page = &m->page[deed.page];
    int step = deed.target.of;
    int64_t cell = deed.target.cell;
    bool is_term = deed.target.kind == TARGET_TERM && page_asks(page) &&
                   tell_term(&w->lens, page->step, page->cell, page->tab, deed.target.of, &step,
                             &cell);
    if ((is_term || deed.target.kind == TARGET_NUMBER) && w->lens.run &&
        step < w->lens.run->tape->count && cell < w->lens.run->tape->step[step].call.out->count)
        put_about(out, &w->lens, step, cell);
}

void live_forget(void)
{
    for (int i = 0; i < LIVE_PARTS; i++)
        buf_release(&part[i]);
    arena_release(&arena);
    deeds = (Deeds){0};
    is_written = false;
}
