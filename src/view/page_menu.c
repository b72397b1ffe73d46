/* The menu: the lessons, how far the reader came in each, and what is wrong with broken ones. */
#include <stdio.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/page.h"
#include "view/page_text.h"

enum { TOP = 2, ABOUT = 5 /* rows below the list */, LEFT = 1, MARK = 2, SEEN = 22 };
enum { NARROW = 60, WIDE = 76 }; /* one column without the numbers of stages; two columns */

static const char *title_of(const Entry *entry)
{
    return entry->lesson ? entry->lesson->title : entry->name;
}

static bool has(const char *text, const char *part)
{
    return utf8_contains(text, strlen(text), part);
}

static bool is_named(const Entry *entry, const char *filter)
{
    return has(title_of(entry), filter) || has(entry->name, filter);
}

static bool has_stage(const Entry *entry, const char *filter)
{
    for (int s = 1; entry->lesson && s < entry->lesson->stages; s++)
        if (has(entry->lesson->stage[s].title, filter))
            return true;
    return false;
}

static bool has_text(const Entry *entry, const char *filter)
{
    return entry->lesson && has(entry->lesson->source, filter);
}

/* Each of several words, wherever it stands. */
static bool has_words(const Entry *entry, const char *filter)
{
    Arena arena = {0};
    bool has_all = entry->lesson;
    for (const char *at = filter + strspn(filter, " "); *at && has_all; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        has_all = has(entry->lesson->source, arena_text(&arena, at, length));
        at += length;
    }
    arena_release(&arena);
    return has_all;
}

const char menu_none[] =
    "No lesson has this in its text. Numbers are looked for in an open lesson.";

/* One or two digits are the number of a lesson: nearly every text has them. */
static bool is_short_number(const char *filter)
{
    size_t length = strlen(filter);
    return length > 0 && length <= 2 && strspn(filter, "0123456789") == length;
}

/* How well a lesson fits: the filter is in its title, in that of a stage, anywhere in its text, or its words are. */
typedef enum Match { MATCH_NONE, MATCH_WORDS, MATCH_TEXT, MATCH_STAGE, MATCH_TITLE } Match;

static Match match_of(const Entry *entry, const char *filter)
{
    if (is_named(entry, filter))
        return MATCH_TITLE;
    if (is_short_number(filter))
        return MATCH_NONE;
    return has_stage(entry, filter)   ? MATCH_STAGE
           : has_text(entry, filter)  ? MATCH_TEXT
           : has_words(entry, filter) ? MATCH_WORDS
                                      : MATCH_NONE;
}

/* The filter without a blank at its end, after which another word may come. */
static const char *filter_of(Arena *a, const Place *p)
{
    size_t length = strlen(p->filter);
    while (length > 0 && p->filter[length - 1] == ' ')
        length--;
    return arena_text(a, p->filter, length);
}

int *menu_lessons(Arena *a, const Scene *s, const Place *p, int *count, int *at)
{
    const char *filter = filter_of(a, p);
    int *index = arena_many(a, (size_t)s->library->count + 1, int);
    const int *order = library_order(a, s->library);
    *count = 0;
    *at = -1;
    for (int k = 0; k < s->library->count; k++) {
        if (match_of(&s->library->entry[order[k]], filter) == MATCH_NONE)
            continue;
        *at = order[k] == p->where.lesson ? *count : *at;
        index[(*count)++] = order[k];
    }
    return index;
}

/* How much a lesson is meant, 0: not at all. Who types a title means that lesson, though others speak of it; of
 * those that fit as well the one that the cursor was on, or of titles the one with the fewest other words. */
static int rank_of(const Entry *entry, const char *filter, bool is_from)
{
    enum { RANKS = 1000 };
    Match match = match_of(entry, filter);
    int others = match == MATCH_TITLE ? min_int(utf8_columns(title_of(entry)), RANKS / 2)
                                      : RANKS / 2;
    return match == MATCH_NONE ? 0
                               : (int)match * RANKS + (is_from ? RANKS - 1 : RANKS / 2 - others);
}

/* What half of the filter meant does not count. */
int menu_meant(const Scene *s, const Place *p)
{
    Arena arena = {0};
    const int *order = library_order(&arena, s->library);
    const char *filter = filter_of(&arena, p);
    int best = 0, meant = p->where.lesson;
    for (int k = 0; k < s->library->count; k++) {
        int rank = rank_of(&s->library->entry[order[k]], filter, order[k] == p->filter_from);
        meant = rank > best ? order[k] : meant;
        best = max_int(rank, best);
    }
    arena_release(&arena);
    return meant;
}

/* A column of the menu: lessons, below the names of their tracks. */
typedef struct Line {
    int lesson;          /* in the library, or -1          */
    const char *heading; /* of the lessons below; "" empty */
} Line;

typedef struct Column {
    int left, width;
    bool is_narrow; /* only what fits: titles, and how far the reader came */
    int lines, at;  /* the line the cursor is on, or -1                    */
    Line *line;
} Column;

static void add_line(Column *c, Arena *a, Line line)
{
    arena_push(a, c->line, c->lines, line);
}

/* Adds lessons from `first` on, `all` or to the end of its track; returns where they end. */
static int fill(Column *c, Arena *a, const Scene *s, const Place *p, const int *index, int count,
                int first, bool all)
{
    bool has_tracks = library_track(s->library, index[0]) != NULL;
    const char *track = NULL;
    int i = first;
    for (; i < count; i++) {
        const char *own = library_track(s->library, index[i]);
        bool begins = i == first || !same_text(own, track);
        if (begins && i > first && !all)
            break;
        if (begins && c->lines > 0)
            add_line(c, a, (Line){-1, ""});
        if (begins && has_tracks)
            add_line(c, a, (Line){-1, own ? own : "Others"});
        if (index[i] == p->where.lesson)
            c->at = c->lines;
        add_line(c, a, (Line){index[i], ""});
        track = own;
    }
    return i;
}

static void draw_lesson(Frame *f, int row, const Scene *s, const Column *c, int index, bool chosen)
{
    const Entry *entry = &s->library->entry[index];
    Style style = chosen ? STYLE_SELECTED : STYLE_TEXT;
    Buf right = {0};
    const char *seen = s->seen && s->seen[index] ? s->seen[index] : "";
    if (entry->err.set)
        library_broken(&right, entry);
    else if (c->is_narrow)
        buf_puts(&right, seen);
    else
        buf_printf(&right, "%2d stage%s  %s", entry->lesson->stages - 1,
                   entry->lesson->stages == 2 ? " " : "s", seen);
    for (int i = 0; i < c->width; i++)
        frame_put(f, row, c->left + i, style, " ");
    frame_put(f, row, c->left, style, chosen ? ">" : entry->err.set ? "!" : " ");
    if (chosen && entry->err.set)
        frame_put(f, row, c->left + 1, style, "!");
    char number[8];
    int digits = (int)strspn(entry->name, "0123456789"), title = digits > 2 ? MARK + 5 : MARK + 4;
    snprintf(number, sizeof number, "%.*s", min_int(digits, 6), entry->name);
    frame_put(f, row, c->left + MARK, style, number);
    int taken = c->is_narrow ? utf8_columns(buf_text(&right)) : SEEN;
    frame_fit(f, row, c->left + title, c->width - title - taken - (taken > 0), style,
              title_of(entry));
    frame_put(f, row, c->left + c->width - taken, style, buf_text(&right));
    frame_link(f, row, c->left, c->width, (Link){.kind = LINK_ROW, .of = index});
    buf_release(&right);
}

/* As many lines as there are rows, so that the cursor is among them. Returns how many. */
static int draw_column(Frame *f, int rows, const Scene *s, const Column *c)
{
    int first = clamp_int(c->at - rows / 2, 0, max_int(c->lines - rows, 0)), row = 0, more = 0;
    for (; row < rows && first + row < c->lines; row++) {
        const Line *line = &c->line[first + row];
        if (line->lesson >= 0)
            draw_lesson(f, TOP + row, s, c, line->lesson, first + row == c->at);
        else
            frame_fit(f, TOP + row, c->left + MARK, c->width - MARK, STYLE_HEADING, line->heading);
    }
    for (int i = first + row; i < c->lines; i++)
        more += c->line[i].lesson >= 0;
    if (more > 0)
        frame_printf(f, TOP + row, c->left + max_int(c->width - 18, 0), STYLE_STRONG,
                     "v %2d more: Down", more);
    return row;
}

/* What the chosen lesson is about: the beginning of its introduction, or its error. */
static void draw_about(Frame *f, int row, int rows, const Column *c, const Entry *entry)
{
    Arena arena = {0};
    Prose text;
    int width = min_int(c->width - 1, page_text_width(f->width));
    if (entry->err.set) {
        Buf message = {0};
        err_write(&message, &entry->err, NULL, 0);
        buf_cut(&message, message.length - 1); /* its newline */
        Span span = {SPAN_TEXT, arena_string(&arena, buf_text(&message))};
        Block block = {.kind = BLOCK_PARAGRAPH, .spans = 1, .span = &span};
        text = prose_layout(&arena, &block, 1, width, PROSE_STYLED);
        buf_release(&message);
    } else {
        Buf facts = {0};
        text = page_parts(&arena, entry->lesson, NULL, 0, 0, entry->lesson->stage[0].parts, width);
        if (lesson_facts(&facts, entry->lesson)) {
            Prose lines = page_words(&arena, SPAN_TEXT, buf_text(&facts), width);
            char *needs = lines.lines > 1 ? strstr(facts.text, "needs ") : NULL;
            if (needs) { /* its numbers stay together */
                Prose last = page_words(&arena, SPAN_TEXT, needs, width);
                needs[-1] = '\0';
                lines = page_stack(&arena, page_words(&arena, SPAN_TEXT, facts.text, width), last);
            }
            int used = prose_draw(f, row, c->left, &lines, 0, rows);
            for (int i = 0; i < used; i++)
                frame_style(f, row + i, c->left, c->width, STYLE_FAINT);
            row += used;
            rows -= used;
        }
        buf_release(&facts);
    }
    prose_draw(f, row, c->left, &text, 0, rows);
    if (rows > 0 && text.lines > rows)
        frame_put(f, row + rows, c->left, STYLE_FAINT, "... Enter opens the lesson");
    arena_release(&arena);
}

/* Two columns where there are tracks and the window is wide: the first track, and beside it the
 * others with what is said of the chosen lesson. Otherwise one. */
static void draw_lessons(Frame *f, Arena *a, const Scene *s, const Place *p, const int *index,
                         int count)
{
    int body = f->height - TOP - 2;
    const Entry *entry = &s->library->entry[max_int(p->where.lesson, 0)];
    Column left = {.left = LEFT, .width = f->width - LEFT, .at = -1}, right = left;
    left.is_narrow = f->width < NARROW;
    int end = fill(&left, a, s, p, index, count, 0, false);
    if (end < count && f->width >= WIDE) {
        left.width = f->width * 9 / 16;
        left.is_narrow = right.is_narrow = true;
        right.left = left.left + left.width + 1;
        right.width = f->width - right.left - 1;
        fill(&right, a, s, p, index, count, end, true);
        draw_column(f, body, s, &left);
        int rows = draw_column(f, body, s, &right);
        draw_about(f, TOP + rows + 1, body - rows - 1, &right, entry);
        return;
    }
    fill(&left, a, s, p, index, count, end, true);
    int rows = draw_column(f, max_int(body - ABOUT - 2, body / 2), s, &left);
    draw_about(f, TOP + rows + 1, body - rows - 2, &left, entry);
}

static void draw_empty(Frame *f)
{
    frame_put(f, TOP + 1, LEFT + 1, STYLE_TEXT, "There are no lessons here.");
    frame_put(f, TOP + 3, LEFT + 1, STYLE_TEXT,
              "Lessons are looked for in ./lessons, in $QKV_LESSONS, where the program");
    frame_put(f, TOP + 4, LEFT + 1, STYLE_TEXT, "was built, and where it was installed.");
    frame_put(f, TOP + 5, LEFT + 1, STYLE_TEXT, "qkv FILE.md opens one that lies elsewhere.");
}

void page_menu(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    int count, at, *index = menu_lessons(&arena, s, p, &count, &at);
    const char *folder = s->library->folder ? s->library->folder : "no folder";
    const char *of = count < s->library->count ? arena_format(&arena, "%d of ", count) : "";
    const char *lessons = arena_format(&arena, "%s%d lesson%s", of, s->library->count,
                                       plural(s->library->count));
    page_title(f, "qkv: self-attention, one step at a time",
               f->width < NARROW ? lessons : arena_format(&arena, "%s  %s", folder, lessons));
    if (s->library->count == 0)
        draw_empty(f);
    Place chosen = *p;
    if (count > 0) {
        chosen.where.lesson = index[max_int(at, 0)];
        draw_lessons(f, &arena, s, &chosen, index, count);
    } else if (s->library->count > 0) {
        frame_put(f, TOP + 1, LEFT + 1, STYLE_TEXT, menu_none);
    }
    if (p->overlay == OVERLAY_FILTER || p->filter[0])
        frame_printf(f, f->height - 2, LEFT, STYLE_STRONG, "filter: %s%s", p->filter,
                     p->overlay == OVERLAY_FILTER ? "_" : "");
    page_foot(f, s, p);
    arena_release(&arena);
}
