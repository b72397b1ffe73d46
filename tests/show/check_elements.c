/* Every page of every lesson as elements: the same words and numbers as on a screen that is large enough for all of them,
 * no more and no fewer; and no text of a lesson becomes markup. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/library.h"
#include "made.h"
#include "show/curve.h"
#include "show/elements.h"
#include "show/html.h"
#include "suites.h"
#include "tell/axes.h"

/* --- words ---------------------------------------------------------------------------------------- */

typedef struct Words {
    int count;
    char **word;
} Words;

/* Signs and bars alone (U+2000 on) say nothing that is no word. */
static bool says_something(const char *word)
{
    while (*word) {
        const unsigned char c = (unsigned char)*word;
        if (isalnum(c) || (c >= 0x80 && c != 0xE2))
            return true;
        word += c == 0xE2 ? 3 : 1;
    }
    return false;
}

/* Without its full stop; false where nothing is left. */
static bool trim(char *word)
{
    for (size_t n = strlen(word); n > 0 && word[n - 1] == '.'; n--)
        word[n - 1] = '\0';
    return says_something(word);
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words of a text, sorted; marks of a terminal, and signs alone, are none. A true minus sign is a hyphen. */
static Words words_of(Arena *a, const char *text)
{
    Words w = {0};
    Buf plain = {.arena = a};
    for (; *text; text++)
        if (strncmp(text, "\xE2\x88\x92", 3) == 0) {
            buf_putc(&plain, '-');
            text += 2;
        } else if ((unsigned char)*text >= 0xE3 &&
                   (unsigned char)*text <= 0xE9) { /* CJK: broken anywhere */
            buf_printf(&plain, " %.3s ", text);
            text += 2;
        } else {
            buf_putc(&plain, strchr("[]{}<>*?,:;()|`\"\n", *text) ? ' ' : *text);
        }
    char *rest = arena_string(a, buf_text(&plain));
    for (char *word = strtok(rest, " "); word; word = strtok(NULL, " "))
        if (trim(word))
            arena_push(a, w.word, w.count, word);
    qsort(w.word, (size_t)w.count, sizeof *w.word, compare_words);
    return w;
}

/* --- markup --------------------------------------------------------------------------------------- */

/* Tells whether an element is not on a screen: words of buttons, what is only heard, and what ~0 is, which a
 * screen has on a page of its own. */
static bool is_aside(const char *tag)
{
    const char *end = strchr(tag, '>'), *class = strstr(tag, "class=\"");
    if (!class || class > end)
        return false;
    Buf own = {0};
    buf_putc(&own, ' ');
    buf_add(&own, class + 7, strcspn(class + 7, "\""));
    buf_putc(&own, ' ');
    bool is = strstr(buf_text(&own), " act ") || strstr(buf_text(&own), " vh ") ||
              strstr(buf_text(&own), " badge ") || strstr(buf_text(&own), " near ") ||
              strstr(buf_text(&own), " curve ");
    buf_release(&own);
    return is;
}

static const char gloss[] = "button type=\"button\" class=\"gloss\"";

static size_t name_of(const char *tag)
{
    size_t length = 0;
    while (isalnum((unsigned char)tag[length]))
        length++;
    return length;
}

/* The end of an element that begins with a tag: after its closing tag. */
static const char *after_element(const char *tag)
{
    size_t length = name_of(tag);
    const char *name = tag, *at = tag;
    for (int depth = 1; depth > 0;) {
        at = strchr(at, '<');
        ck_assert_ptr_nonnull(at);
        bool closes = *++at == '/';
        if (strncmp(at + closes, name, length) == 0 && name_of(at + closes) == length)
            depth += closes ? -1 : 1;
    }
    return strchr(at, '>') + 1;
}

/* The text of elements. Tags part words but within a line of prose, where words of the field are buttons. */
static const char *text_of(Arena *a, const char *html)
{
    bool in_gloss = false;
    static const struct {
        const char *name, *sign;
    } named[] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}};
    Buf out = {.arena = a};
    while (*html) {
        int i = 0;
        while (i < 5 && strncmp(html, named[i].name, strlen(named[i].name)) != 0)
            i++;
        if (i < 5) {
            buf_puts(&out, named[i].sign);
            html += strlen(named[i].name);
        } else if (*html == '<' && html[1] != '/' && is_aside(html + 1)) {
            html = after_element(html + 1);
        } else if (*html == '<') {
            static const char *const inner[] = {"em", "strong", "a"};
            const char *tag = html + 1 + (html[1] == '/');
            bool is_inner = in_gloss;
            in_gloss = strncmp(tag, gloss, strlen(gloss)) == 0;
            is_inner = is_inner || in_gloss;
            for (int k = 0; k < COUNT(inner); k++)
                is_inner = is_inner || (name_of(tag) == strlen(inner[k]) &&
                                        strncmp(tag, inner[k], strlen(inner[k])) == 0);
            if (!is_inner)
                buf_putc(&out, ' ');
            html = strchr(html, '>') + 1;
        } else {
            buf_putc(&out, *html++);
        }
    }
    return buf_text(&out);
}

/* --- pages ---------------------------------------------------------------------------------------- */

enum { WIDTH = 420, HEIGHT = 300, SAID_MOST = 40, BLOCKS_MOST = 24 };

typedef struct Walk {
    Arena a;
    Frame *f;
    Library *library;
    const Glossary *words;
    Lens lens;
    Spot spot;
    const Doc *doc;
    const char *page;
    long pages, said, glosses, cut, faults;
} Walk;

static void say(Walk *w, const char *what, const char *word)
{
    if (w->faults++ < SAID_MOST)
        printf("%s %d.%d %s: '%s' %s\n", w->lens.run->lesson->name, w->spot.stage,
               spot_count(w->lens.run, &w->spot, w->spot.stop), w->page, word, what);
}

static bool ends_cut(const char *word)
{
    return word[1] && word[strlen(word) - 1] == '~';
}

/* A word that the screen has cut, "helped_th~", is the beginning of one. */
static bool is_same(const char *screen, const char *word)
{
    return strcmp(screen, word) == 0 ||
           (ends_cut(screen) && strncmp(screen, word, strlen(screen) - 1) == 0);
}

static bool has_word(Words words, const char *word)
{
    for (int i = 0; i < words.count; i++)
        if (strcmp(words.word[i], word) == 0)
            return true;
    return false;
}

/* The screen cuts texts that are longer than a line, and leaves out the names of terms where they have no room. */
static bool is_of_cut(Walk *w, const char *word, bool is_cut)
{
    const Doc *d = w->doc;
    Buf said = {.arena = &w->a};
    for (int i = 0; i < d->pieces; i++) {
        const Piece *p = &d->piece[i];
        if (p->text && (is_cut || p->kind == PIECE_FORMULA))
            buf_printf(&said, " %s ", p->text);
        if (p->kind == PIECE_QUESTION) /* has room beside numbers in a wide window alone */
            html_blocks(&said, p->block, p->blocks, NULL);
        for (int k = 0; is_cut && k < p->rows; k++)
            buf_printf(&said, " %s ", p->row[k].text);
        for (int k = 0; k < p->terms; k++)
            buf_printf(&said, " %s %s %s ", p->term[k].term.name[0] ? p->term[k].term.name[0] : "",
                       p->term[k].term.name[1] ? p->term[k].term.name[1] : "",
                       p->term[k].term.mark ? p->term[k].term.mark : "");
    }
    return has_word(words_of(&w->a, text_of(&w->a, buf_text(&said))), word);
}

/* The screen says which keys there are, the page has buttons. */
static bool is_of_keys(Walk *w, const char *word)
{
    const Doc *d = w->doc;
    Buf keys = {.arena = &w->a};
    for (int i = 0; i < d->pieces; i++)
        if (d->piece[i].is_keys)
            buf_printf(&keys, " %s ", d->piece[i].text);
        else if (d->piece[i].kind == PIECE_QUESTION)
            buf_puts(&keys, " a answer g guess ");
        else if (d->piece[i].kind ==
                 PIECE_CURVE) { /* axes are others in the picture, which has all points */
            Buf picture = {.arena = &w->a};
            buf_puts(&keys, " a column is the mean of or ");
            curve_svg(&picture, d->lens, d->piece[i].curve);
            buf_puts(&keys, text_of(&w->a, strchr(buf_text(&picture), '>') + 1));
        }
    return has_word(words_of(&w->a, buf_text(&keys)), word);
}

/* Compares two sorted lists: what one has and the other has not. */
static void compare(Walk *w, Words screen, Words page)
{
    bool *used = arena_many(&w->a, (size_t)page.count + 1, bool);
    for (int i = 0, from = 0; i < screen.count; i++) {
        while (from < page.count && strcmp(page.word[from], screen.word[i]) < 0)
            from++;
        int k = from;
        while (k < page.count && (used[k] || strcmp(page.word[k], screen.word[i]) != 0))
            k++;
        for (int c = 0; k == page.count && c < page.count; c++)
            k = !used[c] && is_same(screen.word[i], page.word[c]) ? c : k;
        if (k < page.count)
            used[k] = true;
        else if (!ends_cut(screen.word[i]) && !is_of_keys(w, screen.word[i]))
            say(w, "is on the screen alone", screen.word[i]);
    }
    bool any = false;
    for (int i = 0; i < screen.count; i++)
        any = any || ends_cut(screen.word[i]);
    for (int k = 0; k < page.count; k++)
        if (!used[k] && !is_of_cut(w, page.word[k], any))
            say(w, "is in the elements alone", page.word[k]);
    w->said += page.count;
}

static bool is_large(const QkvTensor *t)
{
    return t->count > 700 || matrix_rows(t) > 48 || matrix_cols(t) > 32;
}

/* Of matrices that are too large for the page, or are too many for a screen, other parts are seen. */
static bool is_cut(const Doc *d)
{
    int64_t blocks = 0;
    for (int i = 0; i < d->pieces; i++) {
        if (d->piece[i].kind == PIECE_LOOKS && matrix_items(d->piece[i].looks.t) > 1)
            return true; /* a screen has no room for their names */
        for (int k = 0; k < d->piece[i].matrices; k++) {
            if (is_large(d->piece[i].matrix[k].t))
                return true;
            blocks += matrix_items(d->piece[i].matrix[k].t);
        }
    }
    return blocks > BLOCKS_MOST;
}

/* Each word of the field can be pressed once in a text, and leads to what explains it. */
static void read_glosses(Walk *w, const Deeds *deeds, const char *html)
{
    bool *is_said = arena_many(&w->a, (size_t)w->words->count, bool);
    for (const char *at = html; (at = strstr(at, gloss)); at = strchr(at, '<')) {
        Deed deed;
        const char *text = strchr(at, '>') + 1;
        const char *form = arena_text(&w->a, text, strcspn(text, "<"));
        const GlossaryWord *word = glossary_find(w->words, form);
        const bool leads = word && deeds_find(deeds, atoi(strstr(at, "data-n=\"") + 8), &deed) &&
                           deed.target.kind == TARGET_WORD && deed.target.of == word->lesson &&
                           deed.target.cell == word->stage;
        if (!leads || is_said[word - w->words->word])
            say(w, leads ? "can be pressed twice" : "leads elsewhere", form);
        else
            is_said[word - w->words->word] = true;
        w->glosses++;
    }
}

static void read_doc(Walk *w, const Doc *d, const char *page)
{
    Deeds deeds = {.a = &w->a};
    const ElementsAs as = {.deeds = &deeds, .row = -1, .words = w->words};
    const ShowAs show = {.width = WIDTH, .height = HEIGHT + doc_rows(d), .row = -1};
    Buf html = {.arena = &w->a}, text = {.arena = &w->a};
    w->page = page;
    w->doc = d;
    w->pages++;
    w->cut += is_cut(d);
    if (is_cut(d))
        return;
    elements_head(&html, d);
    if (d->head) {
        buf_puts(&html, "<p>");
        for (const char *at = d->head; *at; at++) /* the page of the web writes it */
            buf_putc(&html, strchr("<&", *at) ? ' ' : *at);
        buf_puts(&html, "</p>");
    }
    elements_tabs(&html, d, &as);
    elements_text(&html, d, &as);
    read_glosses(w, &deeds, buf_text(&html));
    elements_step(&html, d, &as);
    show_page(w->f, d, &show);
    frame_text(&text, w->f, false);
    compare(w, words_of(&w->a, buf_text(&text)), words_of(&w->a, text_of(&w->a, buf_text(&html))));
}

static void read_number(Walk *w)
{
    const QkvTensor *t = spot_tensor(w->lens.run, &w->spot, 0);
    if (!t || t->count == 0)
        return;
    NumberAs as = {.step = t->step, .cell = t->count - 1, .from = w->spot, .as = {WIDTH, HEIGHT}};
    Tab tab[TABS];
    int tabs = tell_tabs(&w->lens, &as, tab);
    for (int i = 0; i < tabs; i++) {
        as.tab = tab[i];
        as.pick = tell_first_term(&w->lens, as.step, as.cell, as.tab);
        read_doc(w, tell_number(&w->a, &w->lens, &as), tell_tab_name(tab[i]));
    }
}

static void read_lesson(Walk *w)
{
    const Run *run = w->lens.run;
    for (w->spot.stage = 0; w->spot.stage < run->lesson->stages; w->spot.stage++)
        for (w->spot.stop = 0; w->spot.stop <= run_stops(run, w->spot.stage);
             w->spot.stop = spot_next(run, &w->spot, w->spot.stop, 1)) {
            StageAs as = {.spot = w->spot, .answers = w->spot.stop % 2, .as = {WIDTH, HEIGHT}};
            as.pointer = tell_pointer(&w->lens, &w->spot, NULL, NULL);
            read_doc(w, tell_stage(&w->a, &w->lens, &as), "step");
            read_number(w);
            arena_release(&w->a);
        }
    w->spot = (Spot){0};
    read_doc(w, tell_contents(&w->a, &w->lens, &w->spot, NULL), "contents");
}

START_TEST(elements_say_what_the_screen_says)
{
    Walk w = {.f = frame_new(1, 1), .library = library_open()};
    Arena words = {0};
    ck_assert_int_gt(w.library->count, 0);
    w.words = glossary_of(&words, w.library);
    for (int i = 0; i < w.library->count; i++) {
        w.lens = (Lens){.run = library_run(w.library, i), .decimals = 4, .memo = memo_new()};
        read_lesson(&w);
        arena_release(&w.a);
        memo_free(w.lens.memo);
        library_unload(&w.library->entry[i]);
    }
    printf("%ld pages, %ld words, %ld pages with parts of matrices, %ld faults\n", w.pages, w.said,
           w.cut, w.faults);
    fflush(stdout);
    ck_assert_int_gt(w.said, 100000);
    ck_assert_int_gt(w.glosses, 1000);
    ck_assert_int_lt(w.cut * 5, w.pages);
    ck_assert_int_eq(w.faults, 0);
    frame_free(w.f);
    arena_release(&words);
    library_free(w.library);
}
END_TEST

Suite *elements_suite(void)
{
    Suite *s = suite_create("elements");
    TCase *t = suite_case(s, "lessons");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, elements_say_what_the_screen_says);
    return s;
}
