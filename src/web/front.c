#include "web/front.h"

#include <math.h>
#include <string.h>

#include "app/named.h"
#include "base/common.h"
#include "show/html.h"
#include "show/markup.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/forming.h"
#include "web/live.h"
#include "web/place.h"

enum { MOST_WORDS = 12, BAR = 32 };

/* The least weight that has a line, and the least that has its number on it. */
static const double least_line = 0.001, least_number = 0.05;

typedef struct Moved {
    int row, key;
    double score;
} Moved;

static struct Front {
    Library *library;
    App *app; /* NULL: it has not begun */
    int lesson;
    int row, key; /* the word picked, and the word of the score at hand */
    int moves;
    Moved move[WHATIF_LINES];
    bool is_asked;
    int failed; /* the lesson that has no such screen after all, and 1 more; 0: none */
} front;

/* The tensors that are drawn, of the run with what was moved, or of the lesson as it is. */
typedef struct Picture {
    Arena *a;
    const Lens *l;
    const QkvTensor *weights, *scores; /* NULL: no scores have a name         */
    int words;
    int64_t first; /* the weight that the lesson names   */
    int64_t score; /* the first of the row's */
} Picture;

/* --- the numbers ---------------------------------------------------------------------------------- */

static const QkvTensor *named(Arena *a, const Lens *l, const char *text, int64_t *cell)
{
    const NamedHere here = named_here(l, NULL, -1, 0);
    Buf said = {.arena = a};
    return named_number(&here, text, cell, &said);
}

/* The words of a sentence that look at each other: as many rows as columns, few enough for one line. */
static bool is_sentence(const Lens *l, const QkvTensor *t)
{
    return t && t->rank == 2 && t->step >= 0 && t->size[0] == t->size[1] && t->size[0] > 1 &&
           t->size[0] <= MOST_WORDS && lens_shares(l, t);
}

static const Lens *lens_now(void)
{
    return &app_world(front.app)->lens;
}

static Lens lens_own(void)
{
    const Lens *l = lens_now();
    return l->align ? lens_other(l) : *l;
}

/* The name of the number that softmax makes a weight of, "scores[she, Anna]", in the lesson as it is; NULL: it has none. */
static const char *score_name(Arena *a, int row, int key)
{
    const Lens own = lens_own();
    int64_t cell;
    Forming f;
    const QkvTensor *t = named(a, &own, own.run->lesson->front, &cell);
    if (!t || !forming_of(a, &own, t, (int64_t)row * t->size[1] + key, &f) || f.shares < 1)
        return NULL;
    const QkvTensor *score = f.stage[f.shares - 1];
    const char *name = explain_name(a, own.run, score);
    return explain_is_expression(name)
               ? NULL
               : explain_cell(a, own.run, score, f.cell[(f.shares - 1) * f.keys + key]);
}

static bool picture_of(Arena *a, const Lens *l, Picture *p)
{
    *p = (Picture){.a = a, .l = l};
    p->weights = named(a, l, l->run->lesson->front, &p->first);
    if (!is_sentence(l, p->weights))
        return false;
    p->words = (int)p->weights->size[0];
    const char *name = score_name(a, front.row, 0);
    p->scores = name ? named(a, l, name, &p->score) : NULL;
    return true;
}

/* Makes the picture of what is shown now; false also where it has no such word. */
static bool picture_with(Arena *a, Picture *p, int word)
{
    return front.app && picture_of(a, lens_now(), p) && word >= 0 && word < p->words;
}

static const char *word_of(const Picture *p, int word)
{
    return matrix_own_name(p->a, p->weights, 0, word, 0);
}

static double weight_of(const Picture *p, int row, int key)
{
    return lens_value(p->l, p->weights, (int64_t)row * p->words + key);
}

static const char *cell_text(const Picture *p, const QkvTensor *t, int64_t cell)
{
    const NumberFormat format = lens_format(p->l, t);
    Buf text = {.arena = p->a};
    lens_cell(&text, p->l, t, cell, &format);
    return html_number(p->a, buf_text(&text));
}

static const char *weight_text(const Picture *p, int row, int key)
{
    return cell_text(p, p->weights, (int64_t)row * p->words + key);
}

/* Returns the first line of what is printed first once the weights are there; NULL: nothing is. */
static const char *said_after(Arena *a, const Lens *l, const QkvTensor *weights)
{
    const Run *run = l->run;
    bool is_after = false;
    for (int i = 0; i < run->stops; i++) {
        const Stop *stop = &run->stop[i];
        is_after = is_after || (stop->kind == STOP_TENSOR && stop->step == weights->step);
        if (!is_after || stop->kind != STOP_PRINT)
            continue;
        const char *text = lens_text(l, run_stage_of_stop(run, stop), run_number_of_stop(run, stop),
                                     stop->text, NULL);
        return arena_text(a, text, strcspn(text, "\n"));
    }
    return NULL;
}

/* --- beginning and ending ------------------------------------------------------------------------- */

/* The lesson of the library that is first to be such a screen; -1: none. */
static int front_lesson(const Library *library)
{
    Arena arena = {0};
    const int *order = library_order(&arena, library);
    int found = -1;
    for (int i = 0; i < library->count && found < 0; i++) {
        const Lesson *lesson = library_outline(&library->entry[order[i]]);
        found = lesson && lesson->front ? order[i] : -1;
    }
    arena_release(&arena);
    return found;
}

const FileInside *front_wanted(const Library *library)
{
    const int lesson = front_lesson(library);
    const FileInside *file = lesson >= 0 ? file_inside(library->entry[lesson].path) : NULL;
    return file && file->is_away ? file : NULL;
}

void front_end(void)
{
    app_free(front.app);
    library_free(front.library);
    front = (struct Front){0};
}

/* Picks the words of the number that the lesson names. */
static bool pick_first(void)
{
    Arena arena = {0};
    Picture p;
    const Lens *l = lens_now();
    bool ok = l->run && l->run->lesson->front && picture_of(&arena, l, &p);
    if (ok) {
        front.row = (int)(p.first / p.words);
        front.key = (int)(p.first % p.words);
    }
    arena_release(&arena);
    return ok;
}

bool front_begin(const Library *library)
{
    Err err = {0};
    if (front.app)
        return true;
    const int lesson = front_lesson(library);
    if (lesson < 0 || front.failed == lesson + 1 || front_wanted(library))
        return false;
    front.library = library_open();
    front.lesson = library_find(front.library, library->entry[lesson].path, &err);
    if (front.lesson >= 0) {
        front.app = app_new(front.library, false);
        app_resize(front.app, LIVE_WIDTH, LIVE_HEIGHT);
        app_whole(front.app, true);
        app_open(front.app, front.lesson);
        if (pick_first())
            return true;
    }
    front_end();
    front.failed = lesson + 1;
    return false;
}

/* --- what can be done ------------------------------------------------------------------------------- */

void front_hold(int word)
{
    Arena arena = {0};
    Picture p;
    if (picture_with(&arena, &p, word))
        front.key = word;
    arena_release(&arena);
}

/* The score at hand is that of the word which it mostly looks at. */
void front_pick(int word)
{
    Arena arena = {0};
    Picture p;
    if (picture_with(&arena, &p, word)) {
        front.row = word;
        front.key = 0;
        for (int k = 1; k < p.words; k++)
            if (weight_of(&p, word, k) > weight_of(&p, word, front.key))
                front.key = k;
    }
    arena_release(&arena);
}

static void run_moves(void)
{
    Arena arena = {0};
    ChangeLine line[WHATIF_LINES];
    Err err = {0};
    int lines = 0;
    for (int i = 0; i < front.moves; i++) {
        const Moved *m = &front.move[i];
        const char *name = score_name(&arena, m->row, m->key);
        if (name)
            line[lines++] = (ChangeLine){arena_format(&arena, "%s = %.6g", name, m->score), false};
    }
    app_change(front.app, line, lines, &err);
    arena_release(&arena);
}

void front_move(double score)
{
    enum { MOST = 1000000 };
    if (!front.app || !isfinite(score) || fabs(score) > MOST)
        return;
    int at = 0;
    while (at < front.moves &&
           !(front.move[at].row == front.row && front.move[at].key == front.key))
        at++;
    if (at == WHATIF_LINES)
        return;
    front.moves = max_int(front.moves, at + 1);
    front.move[at] = (Moved){front.row, front.key, score};
    run_moves();
}

void front_undo(void)
{
    if (!front.app || front.moves == 0)
        return;
    front.moves = 0;
    run_moves();
}

/* --- the page of a weight ------------------------------------------------------------------------- */

static void to_spot_of(int step)
{
    Model m = *app_model(front.app);
    Spot spot = {.lesson = front.lesson};
    spot_of_step(&spot, lens_now()->run, step);
    model_open(&m, app_world(front.app), spot);
    app_put(front.app, &m);
}

void front_ask(int word)
{
    Arena arena = {0};
    Picture p;
    if (picture_with(&arena, &p, word)) {
        to_spot_of(p.weights->step);
        place_ask(front.app, p.weights->step, (int64_t)front.row * p.words + word);
        front.is_asked = true;
    }
    arena_release(&arena);
}

App *front_asked(void)
{
    const Model *m = front.is_asked ? app_model(front.app) : NULL;
    if (m && !page_asks(model_page(m)))
        front_close();
    return front.is_asked ? front.app : NULL;
}

void front_close(void)
{
    front.is_asked = false;
}

/* --- HTML: lines ---------------------------------------------------------------------------------- */

static void put_line(Buf *out, const Picture *p, int row, int key)
{
    const double part = weight_of(p, row, key);
    const char *text = weight_text(p, row, key);
    if (!(part >= least_line))
        return;
    buf_printf(out,
               "<g class=\"line%s\" data-from=\"%d\" data-to=\"%d\" data-part=\"%.6g\">"
               "<path class=\"arc\"/>",
               row == front.row ? " on" : "", row, key, part);
    buf_puts(out, part >= least_number ? "<path class=\"head\"/><g class=\"on-line\"><rect/><text>"
                                       : "<path class=\"head thin\"/>");
    if (part >= least_number) {
        markup_text(out, text);
        buf_puts(out, "</text></g>");
    }
    buf_puts(out, "<path class=\"hit\"/>");
    html_element(out, "title", NULL,
                 arena_format(p->a, "%s looks at %s: %s", word_of(p, row), word_of(p, key), text));
    buf_puts(out, "</g>\n");
}

static void put_lines(Buf *out, const Picture *p)
{
    buf_puts(out, "<svg id=\"f-lines\" aria-hidden=\"true\">\n");
    for (int row = 0; row < p->words; row++)
        for (int key = 0; key < p->words; key++)
            put_line(out, p, row, key);
    buf_puts(out, "</svg>\n");
}

/* --- HTML: words, weights, scores --------------------------------------------------------------------- */

static void put_button(Buf *out, char kind, int at, bool is_stop, const char *class)
{
    buf_printf(out, "<button type=\"button\" data-f=\"%c%d\" tabindex=\"%d\" class=\"%s\"", kind,
               at, is_stop ? 0 : -1, class);
}

static void put_label(Buf *out, const char *label, const char *text)
{
    buf_puts(out, " aria-label=\"");
    markup_text(out, label);
    buf_puts(out, "\">");
    html_element(out, "span", NULL, text);
    buf_puts(out, "</button>\n");
}

static void put_words(Buf *out, const Picture *p)
{
    buf_puts(out, "<div class=\"f-row\" role=\"group\" aria-label=\"The sentence\">\n");
    for (int i = 0; i < p->words; i++) {
        bool is_found = i != front.row && weight_of(p, front.row, i) >= least_number;
        put_button(out, 'p', i, i == front.row, is_found ? "word found" : "word");
        buf_printf(out, " aria-pressed=\"%s\"", i == front.row ? "true" : "false");
        put_label(out, word_of(p, i), word_of(p, i));
    }
    buf_puts(out, "</div>\n");
}

static void put_caption(Buf *out, const Picture *p, const char *what, const char *hint)
{
    buf_puts(out, "<p class=\"f-cap\"><span>");
    markup_text(out, what);
    buf_puts(out, " of ");
    html_element(out, "b", "q", word_of(p, front.row));
    buf_puts(out, "</span>");
    html_element(out, "span", NULL, hint);
    buf_puts(out, "</p>\n");
}

static void put_weights(Buf *out, const Picture *p)
{
    put_caption(out, p, "weights", "they add up to 1; press one: where from?");
    buf_puts(out, "<div class=\"f-row\" role=\"group\" aria-label=\"Weights\">\n");
    for (int i = 0; i < p->words; i++) {
        const char *text = weight_text(p, front.row, i);
        const int bar = clamp_int((int)lround(weight_of(p, front.row, i) * BAR), 0, BAR);
        const bool is_tiny = strcmp(text, "~0") == 0 || strcmp(text, "0") == 0;
        put_button(out, 'w', i, i == front.key,
                   arena_format(p->a, "weight b%d%s", bar, is_tiny ? " tiny" : ""));
        put_label(out,
                  arena_format(p->a, "weight of %s on %s: %s. Where from?", word_of(p, front.row),
                               word_of(p, i), text),
                  text);
    }
    buf_puts(out, "</div>\n");
}

static void put_scores(Buf *out, const Picture *p, const Picture *own)
{
    put_caption(out, p, "scores", "before softmax; press one to move it");
    buf_puts(out, "<div class=\"f-row\" role=\"group\" aria-label=\"Scores\">\n");
    for (int i = 0; i < p->words; i++) {
        const char *text = cell_text(p, p->scores, p->score + i);
        const char *was = cell_text(own, own->scores, own->score + i);
        const bool is_moved = lens_value(p->l, p->scores, p->score + i) !=
                              lens_value(own->l, own->scores, own->score + i);
        put_button(out, 's', i, i == front.key, is_moved ? "score changed" : "score");
        buf_printf(out, " aria-pressed=\"%s\"", i == front.key ? "true" : "false");
        put_label(out,
                  arena_format(p->a, "score of %s with %s: %s%s%s", word_of(p, front.row),
                               word_of(p, i), text, is_moved ? ", was " : "", is_moved ? was : ""),
                  text);
    }
    buf_puts(out, "</div>\n");
}

/* --- HTML: the slider ----------------------------------------------------------------------------- */

/* Finds how far the score can be moved: a quarter beyond those of the row in the lesson, in steps that are easily said. */
static void range_of(const Picture *own, double *low, double *high, double *step)
{
    enum { STEPS = 80 };
    *low = *high = lens_value(own->l, own->scores, own->score);
    for (int i = 1; i < own->words; i++) {
        const double score = lens_value(own->l, own->scores, own->score + i);
        *low = isfinite(score) ? fmin(*low, score) : *low;
        *high = isfinite(score) ? fmax(*high, score) : *high;
    }
    const double beyond = fmax((*high - *low) / 4, 1);
    *step = pow(10, round(log10((*high - *low + 2 * beyond) / STEPS)));
    *low = floor((*low - beyond) / *step) * *step;
    *high = ceil((*high + beyond) / *step) * *step;
}

static void put_slider(Buf *out, const Picture *p, const Picture *own)
{
    double low, high, step;
    const int64_t cell = p->score + front.key;
    range_of(own, &low, &high, &step);
    buf_puts(out, "<div class=\"slide\"><label for=\"f-score\">Score of ");
    html_element(out, "b", "q", word_of(p, front.row));
    buf_puts(out, " with ");
    html_element(out, "b", "k", word_of(p, front.key));
    buf_printf(out,
               "</label><input id=\"f-score\" type=\"range\" min=\"%g\" max=\"%g\" step=\"%g\" "
               "value=\"%g\">",
               low, high, step, lens_value(p->l, p->scores, cell));
    html_element(out, "output", NULL, cell_text(p, p->scores, cell));
    buf_printf(out, "<button type=\"button\" id=\"f-undo\"%s>Undo</button></div>\n",
               front.moves > 0 ? "" : " disabled");
}

/* --- HTML: what it says --------------------------------------------------------------------------- */

/* The next word of a text, which goes on behind it; NULL after the last. */
static const char *next_word(Arena *a, const char **text)
{
    *text += strspn(*text, " ");
    const size_t length = strcspn(*text, " ");
    const char *word = length ? arena_text(a, *text, length) : NULL;
    *text += length;
    return word;
}

static int words_in(Arena *a, const char *text)
{
    int count = 0;
    while (next_word(a, &text))
        count++;
    return count;
}

/* Words that are not those of the sentence are marked, and those that are others than before. */
static void put_said(Buf *out, const Picture *p, const Picture *own)
{
    const char *now = said_after(p->a, p->l, p->weights);
    const char *was = said_after(p->a, own->l, own->weights), *before = was, *word;
    if (!now || !was)
        return;
    const bool is_sentence_too = words_in(p->a, now) == p->words;
    const bool is_beside = words_in(p->a, now) == words_in(p->a, was);
    buf_puts(out, "<p class=\"says\" id=\"f-says\" role=\"status\">So the network says:");
    for (int i = 0; (word = next_word(p->a, &now)); i++) {
        const char *old = next_word(p->a, &before);
        const bool is_lost = is_beside && !same_text(old, word);
        const bool is_other = is_sentence_too && !same_text(word_of(p, i), word);
        buf_putc(out, ' ');
        if (is_lost || is_other)
            html_element(out, "mark", is_lost ? "lost" : NULL, word);
        else
            markup_text(out, word);
    }
    buf_puts(out, "</p>\n");
}

/* --- HTML: ways on --------------------------------------------------------------------------------- */

static const char *minutes_of(Arena *a, const Lesson *lesson)
{
    return lesson->minutes > 0 ? arena_format(a, "%d min", lesson->minutes) : "";
}

/* Returns the place as a link, which has nothing in it that could be markup. */
static const char *lesson_link(Arena *a, const Library *library, int lesson)
{
    Buf link = {.arena = a};
    place_put_lesson(&link, library, lesson);
    return buf_text(&link);
}

static void put_way(Buf *out, Arena *a, const Library *library, int lesson, const char *class,
                    const char *words)
{
    buf_printf(out, "<a class=\"%s\" href=\"#%s\"><span>%s</span>", class,
               lesson_link(a, library, lesson), words);
    html_element(out, "small", NULL, minutes_of(a, library_outline(&library->entry[lesson])));
    buf_puts(out, "</a>\n");
}

/* The first lesson of the course: paths (lesson/path.h) are shorter ways through it. */
static int first_lesson(const Library *library, const int *order)
{
    int at = 0;
    while (at + 1 < library->count && library_is_path(&library->entry[order[at]]))
        at++;
    return order[at];
}

/* The way that one is to take is the first lesson of the course: the picture's own leans on others. */
static void put_ways(Buf *out, Arena *a, const Library *library, int lesson)
{
    const int *order = library_order(a, library), first = order[0];
    const int begin = first_lesson(library, order);
    buf_puts(out, "<div class=\"ways\">\n<p class=\"what\">qkv takes self-attention, the heart of "
                  "language models, apart: every number of an example can be asked <b>where it "
                  "comes from</b>.</p>\n");
    if (begin != lesson)
        put_way(out, a, library, begin, "button first", "Begin at the beginning");
    if (library_is_path(&library->entry[first]))
        put_way(out, a, library, first, "button", "In a hurry");
    put_way(out, a, library, lesson, begin != lesson ? "button" : "button first",
            "Read this lesson");
    buf_printf(out,
               "<button type=\"button\" class=\"button\" id=\"f-all\"><span>All %d "
               "lessons</span></button>\n",
               library_lessons(library));
    buf_puts(out, "<button type=\"button\" class=\"button\" id=\"f-open\"><span>Open a file of "
                  "your own</span><small>stays in this browser</small></button>\n"
                  "<p class=\"small\">Free, no account, nothing is sent anywhere. The same program "
                  "runs in a terminal.</p>\n</div>\n");
}

/* --- HTML: all lessons ------------------------------------------------------------------------------ */

static void put_needs(Buf *out, const char *needs)
{
    Buf list = {0};
    buf_puts(&list, "after ");
    for (const char *at = needs; *at; at++)
        buf_printf(&list, *at == ' ' ? ", " : "%c", *at);
    html_element(out, "small", NULL, buf_text(&list));
    buf_release(&list);
}

static void put_lesson(Buf *out, Arena *a, const World *w, int lesson, bool is_first)
{
    Entry *entry = &w->library->entry[lesson];
    const Lesson *outline = library_outline(entry);
    const char *seen = w->seen ? w->seen[lesson] : NULL;
    buf_printf(out, "<li><a href=\"#%s\">", lesson_link(a, w->library, lesson));
    html_element(out, "span", "nr", arena_text(a, entry->name, strspn(entry->name, "0123456789")));
    html_element(out, "b", NULL, outline ? outline->title : entry->name);
    html_element(out, "em", NULL, outline ? minutes_of(a, outline) : "");
    if (outline && outline->needs)
        put_needs(out, outline->needs);
    if (seen || is_first)
        html_element(out, "span", "tag", seen ? seen : "begin here");
    buf_puts(out, "</a></li>\n");
}

/* "Understand 25 lessons, 13 hours" */
static void put_track(Buf *out, Arena *a, const Library *library, const char *track)
{
    int lessons = 0, minutes = 0;
    for (int i = 0; i < library->count; i++)
        if (same_text(library_track(library, i), track)) {
            const Lesson *lesson = library_outline(&library->entry[i]);
            lessons++;
            minutes += lesson ? lesson->minutes : 0;
        }
    Buf sum = {.arena = a};
    buf_printf(&sum, "%d lesson%s", lessons, plural(lessons));
    if (minutes >= 90)
        buf_printf(&sum, ", %d hours", (minutes + 30) / 60);
    buf_puts(out, "<h2>");
    markup_text(out, track ? track : "Others");
    buf_puts(out, " ");
    html_element(out, "span", "small", buf_text(&sum));
    buf_puts(out, "</h2>\n<ol>\n");
}

static void put_lessons(Buf *out, Arena *a, const World *w)
{
    const int *order = library_order(a, w->library), begin = first_lesson(w->library, order);
    const char *track = NULL;
    buf_puts(out, "<div class=\"lessons\" id=\"f-lessons\" tabindex=\"-1\">\n");
    for (int k = 0; k < w->library->count; k++) {
        const char *own = library_track(w->library, order[k]);
        if (k == 0 || !same_text(own, track)) {
            buf_puts(out, k > 0 ? "</ol>\n" : "");
            put_track(out, a, w->library, own);
        }
        put_lesson(out, a, w, order[k], order[k] == begin);
        track = own;
    }
    buf_puts(out, "</ol>\n</div>\n");
}

/* --- all of it ------------------------------------------------------------------------------------ */

/* "Who is she? Weights that were learned": the question, if it begins with one. */
static const char *title_of(Arena *a, const Lesson *lesson)
{
    const char *end = strchr(lesson->title, '?');
    return end ? arena_text(a, lesson->title, (size_t)(end + 1 - lesson->title)) : lesson->title;
}

static void put_hero(Buf *out, const Picture *p, const Picture *own)
{
    buf_puts(out, "<div class=\"hero\">\n");
    html_element(out, "h1", NULL, title_of(p->a, p->l->run->lesson));
    buf_puts(out, "<p class=\"lede\">Pick a word: lines as thick as its weights go to the words it "
                  "looks at.</p>\n<div class=\"card\">\n");
    buf_printf(out, "<div class=\"look n%d\" id=\"f-look\">\n", p->words);
    put_lines(out, p);
    put_words(out, p);
    put_weights(out, p);
    if (p->scores && own->scores)
        put_scores(out, p, own);
    buf_puts(out, "</div>\n");
    if (p->scores && own->scores)
        put_slider(out, p, own);
    put_said(out, p, own);
    buf_puts(out, "</div>\n</div>\n");
}

void front_write(Buf *out, const World *menu)
{
    Arena arena = {0};
    Picture now, as_is;
    const int lesson = front_lesson(menu->library);
    if (!front.app || lesson < 0)
        return;
    const Lens own = lens_own();
    if (picture_of(&arena, lens_now(), &now) && picture_of(&arena, &own, &as_is)) {
        put_hero(out, &now, &as_is);
        put_ways(out, &arena, menu->library, lesson);
        put_lessons(out, &arena, menu);
    }
    arena_release(&arena);
}
