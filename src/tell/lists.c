/* The lists to choose a place from: the lessons, and what is in one of them. */
#include <limits.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/changed.h"
#include "tell/code.h"
#include "tell/explain_name.h"
#include "tell/tell.h"

/* --- lessons ---------------------------------------------------------------------------------- */

static const char *title_of(Entry *entry)
{
    const Lesson *lesson = library_outline(entry);
    return lesson ? lesson->title : entry->name;
}

/* Tells whether a text has each word of the filter. */
static bool has_all(const char *text, size_t length, const char *filter)
{
    Buf word = {0};
    bool has = true;
    for (const char *at = filter + strspn(filter, " "); *at && has; at += strspn(at, " ")) {
        size_t n = strcspn(at, " ");
        buf_clear(&word);
        buf_add(&word, at, n);
        has = utf8_contains(text, length, buf_text(&word));
        at += n;
    }
    buf_release(&word);
    return has;
}

/* A short number is that of a lesson: nearly every text has it. */
static bool is_number_of_lesson(const char *filter)
{
    return is_digits(filter) && strlen(filter) <= 2;
}

/* Tells whether a lesson has the filter's number, its name, or each of its words in its text. */
static bool entry_fits(Entry *entry, const char *filter)
{
    const Lesson *lesson = library_outline(entry);
    size_t all = strlen(filter), zeros = strspn(entry->name, "0");
    if (is_number_of_lesson(filter))
        return strncmp(entry->name, filter, all) == 0 ||
               strncmp(entry->name + zeros, filter, all) == 0;
    if (utf8_contains(entry->name, strlen(entry->name), filter) || !lesson)
        return utf8_contains(entry->name, strlen(entry->name), filter);
    return has_all(lesson->source, strlen(lesson->source), filter);
}

/* Adds the stages of a lesson that have all words; of a glossary the words that are called so. */
static void add_stages(Doc *d, Entry *entry, int index, const char *filter)
{
    if (!*filter || is_number_of_lesson(filter) || !library_read(entry))
        return;
    for (int i = 1; i < entry->lesson->stages; i++) {
        const Stage *stage = &entry->lesson->stage[i];
        size_t length = strlen(stage->title);
        const char *text = stage->title;
        if (stage->words && !has_all(stage->words, strlen(stage->words), filter))
            continue;
        if (!stage->words)
            text = lesson_stage_source(entry->lesson, i, &length);
        if (stage->words || has_all(text, length, filter))
            doc_row(d, (Target){.kind = TARGET_LESSON, .of = index, .cell = i}, "\t%4d  %s", i,
                    stage->title)
                ->style = STYLE_FAINT;
    }
}

static void add_lesson(Doc *d, Entry *entry, int index, const char *seen)
{
    const Lesson *lesson = library_outline(entry);
    Buf right = {.arena = d->a};
    if (entry->err.set)
        library_broken(&right, entry);
    if (!entry->err.set && lesson) {
        const int stages = lesson->stages - 1;
        buf_printf(&right, "%s%s", seen ? seen : "", seen ? "   " : "");
        if (lesson->minutes > 0)
            buf_printf(&right, "%3d min", lesson->minutes);
        else
            buf_printf(&right, "%d stage%s", stages, plural(stages));
    }
    DocRow *row = doc_row(d, (Target){.kind = TARGET_LESSON, .of = index}, "%.*s\t%s",
                          (int)strspn(entry->name, "0123456789"), entry->name, title_of(entry));
    row->right = buf_text(&right);
    row->style = entry->err.set ? STYLE_ERROR : STYLE_TEXT;
}

static void tell_no_lessons(Doc *d, const Library *library)
{
    if (library->count > 0) {
        doc_note(d, "No lesson has this in its text. To find a number, open its lesson first.");
        return;
    }
    doc_note(d, "There are no lessons here.");
    doc_note(
        d, "Lessons are looked for in ./lessons, in $QKV_LESSONS, where the program was built, and "
           "where it was installed. qkv FILE.md opens any other file.");
}

Doc *tell_menu(Arena *a, Library *library, const char *filter, const char *const *seen)
{
    Doc *d = doc_new(a, DOC_LIST, NULL, "qkv: self-attention, one step at a time");
    const int *order = library_order(a, library);
    const int all = library_lessons(library);
    int shown = 0, lessons = 0;
    d->head = "Space goes on. Enter goes deeper, q comes back. Arrows point. ? finds the rest.";
    const char *track = NULL;
    for (int k = 0; k < library->count; k++) {
        Entry *entry = &library->entry[order[k]];
        const char *own = library_track(library, order[k]);
        if (*filter && !entry_fits(entry, filter))
            continue;
        if (!*filter && (own || track) && !same_text(own, track))
            doc_heading(d, own ? own : "Others");
        add_lesson(d, entry, order[k], seen ? seen[order[k]] : NULL);
        add_stages(d, entry, order[k], filter);
        shown++;
        lessons += !library_is_path(entry);
        track = own;
    }
    if (shown == 0)
        tell_no_lessons(d, library);
    d->state = *filter ? arena_format(a, "%d of %d lessons", lessons, all)
                       : arena_format(a, "%d lesson%s", all, plural(all));
    return d;
}

/* --- what is in a lesson -------------------------------------------------------------------------- */

enum { ROWS_MOST = 2000, CODE_COLUMNS = 48 };

typedef struct Contents {
    Doc *d;
    const Run *run;
    const Spot *here;
    int *first; /* of each line the first stop of it or inside of it; INT_MAX: none */
    int rows, at;
} Contents;

static DocRow *add_spot(Contents *c, Spot spot, int depth, const char *text)
{
    DocRow *row = doc_row(c->d, (Target){.kind = TARGET_SPOT, .spot = spot}, "%s", text);
    row->depth = depth;
    bool is_before = spot.stage < c->here->stage ||
                     (spot.stage == c->here->stage && spot.stop <= c->here->stop);
    if (is_before && spot_depth(c->run, &spot) <= spot_depth(c->run, c->here))
        c->at = c->rows;
    c->rows++;
    return row;
}

static void find_first_stops(Contents *c)
{
    const Run *run = c->run;
    c->first = arena_many(c->d->a, (size_t)run->lines + 1, int);
    for (int i = 0; i < run->lines; i++)
        c->first[i] = INT_MAX;
    for (int i = run->stops - 1; i >= 0; i--)
        if (run->stop[i].line >= 0)
            c->first[run->stop[i].line] = i;
    for (int i = run->lines - 1; i >= 0; i--)
        if (run->line[i].outer >= 0)
            c->first[run->line[i].outer] = min_int(c->first[run->line[i].outer], c->first[i]);
}

static Spot spot_of_stop(const Contents *c, int stop)
{
    const Stop *at = &c->run->stop[stop];
    return spot_at(*c->here, c->run, run_stage_of_stop(c->run, at), run_number_of_stop(c->run, at));
}

/* True if a function of this name was called before among the lines from `first` on that lie in the same line. */
static bool is_told(const Contents *c, int first, int line)
{
    for (int i = first; i < line; i = max_int(c->run->line[i].end_line, i + 1))
        if (c->run->line[i].kind == LINE_CALL &&
            same_text(c->run->line[i].name, c->run->line[line].name))
            return true;
    return false;
}

/* The functions that lines call, each once, and the passes of loops; what is inside of the first pass. */
static void add_lines(Contents *c, int first, int end, int depth)
{
    enum { DEEPEST = 8 };
    Arena *a = c->d->a;
    for (int i = first; i < end && c->rows < ROWS_MOST;
         i = max_int(c->run->line[i].end_line, i + 1)) {
        const RunLine *l = &c->run->line[i];
        bool is_call = l->kind == LINE_CALL, is_pass = l->kind == LINE_PASS && l->truth;
        if (c->first[i] == INT_MAX || (is_call && is_told(c, first, i)) || depth > DEEPEST)
            continue;
        if (is_call || is_pass)
            add_spot(c, spot_of_stop(c, c->first[i]), 0,
                     is_call ? arena_format(a, "\t%*s%s", 2 * depth, "", l->name)
                             : arena_format(a, "\t%*s%s %d of %d", 2 * depth, "", code_loop_name(l),
                                            l->number, run_passes(c->run, i)));
        if (!is_pass || l->number == 1)
            add_lines(c, i + 1, l->end_line, depth + (is_call || is_pass));
    }
}

static void add_statements(Contents *c, int stage, bool is_script)
{
    const Run *run = c->run;
    int before = -1;
    for (int i = run->stage_stop[stage]; i < run->stage_stop[stage + 1]; i++) {
        int s = run->stop[i].statement;
        if (s == before || c->rows >= ROWS_MOST)
            continue;
        before = s;
        if (is_script)
            add_spot(c, spot_of_stop(c, i), 1,
                     arena_format(c->d->a, "%d\t%s", run->statement[s].first,
                                  explain_code(c->d->a, run, s, CODE_COLUMNS)));
        add_lines(c, spot_first_line(run, s), spot_first_line(run, s + 1), 1);
    }
}

/* With changes, how many numbers of a stage these change. */
static const char *stage_facts(Arena *a, const Lens *l, int stage)
{
    int64_t count = l->align ? changed_count(l, stage) : 0;
    return count > 0 ? arena_format(a, "%lld changed", (long long)count) : "";
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), ending = strlen(end);
    return length >= ending && strcmp(text + length - ending, end) == 0;
}

Doc *tell_contents(Arena *a, const Lens *l, const Spot *here, const Spot *back)
{
    const Lesson *lesson = l->run->lesson;
    bool is_script = ends_with(lesson->path, ".py");
    Doc *d = doc_new(a, DOC_LIST, l, lesson->title);
    Contents c = {.d = d, .run = l->run, .here = here};
    d->head = l->align ? "Contents: what changed" : "Contents";
    find_first_stops(&c);
    if (back) {
        add_spot(&c, *back, 0, arena_format(a, "\tback to %s", spot_number(a, l->run, back)));
        c.at = 0;
    }
    for (int s = 0; s < lesson->stages && c.rows < ROWS_MOST; s++) {
        const char *title = s == 0 ? "Introduction" : lesson->stage[s].title;
        if (!is_script || lesson->stages > 2)
            add_spot(&c, spot_at(*here, l->run, s, 0), 0, arena_format(a, "%d\t%s", s, title))
                ->right = stage_facts(a, l, s);
        add_statements(&c, s, is_script);
    }
    d->row = c.at;
    return d;
}
