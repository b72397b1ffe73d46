#include "app/plain.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/editor.h"
#include "app/keys.h"
#include "app/plain_internal.h"
#include "app/teach.h"
#include "app/update.h"
#include "lesson/library.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/notes.h"
#include "view/transcript.h"

enum { LINE_BYTES = 1000 };

/* --- keys ----------------------------------------------------------------------------------- */

/* Whether a key led to something that is told here: another page, step or cell. */
static bool is_news(const Place *before, const Place *now)
{
    return before->page != now->page || before->lesson != now->lesson ||
           before->stage != now->stage || before->beat != now->beat || before->step != now->step ||
           before->cell != now->cell || before->decimals != now->decimals ||
           before->full != now->full;
}

static void tell_help(Plain *p);

/* What lies over the page on the full screens is told at once, and closed. */
static void tell_overlay(Plain *p, Overlay overlay)
{
    if (overlay == OVERLAY_HELP)
        tell_help(p);
    else if (overlay == OVERLAY_CONTENTS)
        tell_contents(p);
    app_key(p->app, K_ESCAPE);
}

/* Teaching needs a screen that a class looks at. */
static bool is_teaching(const KeyRow *row)
{
    static void (*const acts[])(Update *, int) = {do_teach,   do_reveal,    do_unit,  do_hide,
                                                  do_predict, do_hint,      do_blank, do_play,
                                                  do_tempo,   do_notes_pane};
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        if (row->act == acts[i])
            return true;
    return false;
}

/* Rows about how a screen looks have nothing to do where there is none, and `search` finds more at
 * a time than going from one to the next. */
static bool is_about_looks(const KeyRow *row)
{
    return row->act == do_wish || row->act == do_scroll || row->act == do_focus ||
           row->act == do_pan || row->act == do_shade || row->act == do_sums ||
           row->act == do_look_for || row->act == do_find || is_teaching(row);
}

static void edit(Plain *p)
{
    Arena arena = {0};
    int line;
    const char *path = app_source(p->app, &line);
    app_edited(p->app, editor_run(editor_command(&arena, path, line)));
    arena_release(&arena);
}

static void press(Plain *p, int key)
{
    Place before = *app_place(p->app);
    AppWish wish = app_key(p->app, key);
    const Place *now = app_place(p->app);
    if (wish == APP_QUIT) {
        p->quit = true;
        return;
    }
    if (wish == APP_EDIT)
        edit(p);
    if (app_message(p->app))
        say(p, app_message(p->app));
    if (now->overlay != OVERLAY_NONE)
        tell_overlay(p, now->overlay);
    else if (is_news(&before, now))
        tell(p);
    else if (!app_message(p->app))
        say(p, "That changes nothing here.");
}

/* --- commands ------------------------------------------------------------------------------- */

static void do_next(Plain *p, const char *rest)
{
    (void)rest;
    press(p, app_place(p->app)->page == PAGE_MENU ? K_ENTER : ' ');
}

static void do_previous(Plain *p, const char *rest)
{
    (void)rest;
    press(p, K_BACKSPACE);
}

static bool is_number(const char *text)
{
    return *text && strlen(text) < 6 && text[strspn(text, "0123456789")] == '\0';
}

static void open_lesson(Plain *p, const char *wanted)
{
    for (int i = 0; i < p->library->count; i++) {
        const Entry *entry = &p->library->entry[i];
        bool fits = is_number(wanted) ? atoi(entry->name) == atoi(wanted)
                                      : strncmp(entry->name, wanted, strlen(wanted)) == 0;
        if (!fits)
            continue;
        if (entry->err.set) {
            buf_printf(&p->out, "%s is ", entry->name);
            library_broken(&p->out, entry);
            buf_printf(&p->out, ": %s\n", entry->err.message);
            return;
        }
        app_open(p->app, i);
        if (app_message(p->app))
            say(p, app_message(p->app));
        tell(p);
        return;
    }
    buf_puts(&p->out, "There is no lesson ");
    buf_shown(&p->out, wanted, strlen(wanted));
    say(p, ".");
}

static void do_go(Plain *p, const char *rest)
{
    if (app_place(p->app)->page == PAGE_MENU) {
        open_lesson(p, rest);
        return;
    }
    if (!is_number(rest)) {
        say(p, "Which stage? contents lists them.");
        return;
    }
    Place place = *app_place(p->app);
    if (place.page == PAGE_CELL) /* numbers are stages on the stage page alone */
        app_key(p->app, 'q');
    for (const char *digit = rest; *digit; digit++)
        app_key(p->app, *digit);
    int before = app_place(p->app)->trails;
    app_key(p->app, K_ENTER);
    if (app_message(p->app))
        say(p, app_message(p->app));
    if (app_place(p->app)->trails > before)
        tell(p);
}

/* The index along an axis that a word means: a label, or a number from 0 on. -1 for none. */
static int64_t index_of(const QkvTensor *t, int axis, const char *word, size_t length, int64_t cell)
{
    for (int64_t i = 0; i < t->size[axis]; i++) {
        const char *label = qkv_tensor_label(t, axis, i, cell);
        if (label && strlen(label) == length && strncmp(label, word, length) == 0)
            return i;
    }
    enum { MOST_DIGITS = 9 };
    if (length < 1 || length > MOST_DIGITS || strspn(word, "0123456789") < length)
        return -1;
    int64_t index = atoll(word);
    return index < t->size[axis] ? index : -1;
}

static void refuse_cell(Plain *p, const QkvTensor *t)
{
    Arena arena = {0};
    const char *name = explain_name(&arena, plain_run_of(p), t);
    buf_printf(&p->out, "%s has %d axes: give ", name, t->rank);
    for (int d = 0; d < t->rank; d++)
        buf_printf(&p->out, "%s0 to %lld", d ? ", then " : "", (long long)t->size[d] - 1);
    say(p, ", or labels.");
    arena_release(&arena);
}

/* Which cell "2 3" or "x2 x3" means: an index or a label for each axis, or nothing for the
 * first. -1 when it means none. */
static int64_t cell_named(const QkvTensor *t, const char *rest)
{
    int64_t at[QKV_MAX_RANK] = {0};
    int words = 0;
    for (; *rest; rest += strspn(rest, " ,")) {
        size_t length = strcspn(rest, " ,");
        if (words == t->rank)
            return -1;
        int64_t before = words > 0 ? at[0] * qkv_tensor_pitch(t, 0) : 0;
        at[words] = index_of(t, words, rest, length, before);
        if (at[words++] < 0)
            return -1;
        rest += length;
    }
    return words == t->rank || words == 0 ? qkv_tensor_cell(t, at) : -1;
}

static void do_ask(Plain *p, const char *rest)
{
    const QkvStep *step = plain_step(p);
    if (!step || step->call.out->count == 0) {
        press(p, K_ENTER); /* says why there is nothing to ask */
        return;
    }
    int64_t cell = cell_named(step->call.out, rest);
    if (cell < 0) {
        refuse_cell(p, step->call.out);
        return;
    }
    if (app_place(p->app)->page == PAGE_STAGE)
        app_key(p->app, K_ENTER);
    Place place = *app_place(p->app);
    place.cell = cell;
    place.pick = 0;
    app_put(p->app, &place);
    tell(p);
}

/* The cells that made the one in question; memory from `a`. */
static QkvTerms terms_of(const Plain *p, Arena *a)
{
    return op_terms(&plain_step(p)->call, app_place(p->app)->cell, a);
}

static bool is_on_cell(Plain *p)
{
    if (app_place(p->app)->page == PAGE_CELL)
        return true;
    say(p, "First ask a cell, such as: cell 0 0");
    return false;
}

static void do_terms(Plain *p, const char *rest)
{
    enum { MOST = 200 };
    (void)rest;
    if (!is_on_cell(p))
        return;
    Arena arena = {0};
    QkvTerms t = terms_of(p, &arena);
    const QkvCall *call = &plain_step(p)->call;
    int count = explain_picks(&t);
    for (int i = 0; i < count && i < MOST; i++) {
        QkvSource s = explain_source(&t, i);
        const QkvTensor *in = call->in[s.operand];
        buf_printf(&p->out, "%3d %s = ", i + 1, explain_cell(&arena, plain_run_of(p), in, s.cell));
        number_full(&p->out, in, s.cell);
        if (in->step >= 0)
            buf_printf(&p->out, ", made in stage %d", run_stage_of_step(plain_run_of(p), in->step));
        say(p, "");
    }
    if (count > MOST)
        buf_printf(&p->out, "and %d more\n", count - MOST);
    say(p, count > 0 ? "-- follow N goes to one of them --"
                     : "Nothing made this number: it is written in the lesson.");
    arena_release(&arena);
}

static void do_follow(Plain *p, const char *rest)
{
    if (!is_on_cell(p))
        return;
    Arena arena = {0};
    QkvTerms t = terms_of(p, &arena);
    int count = explain_picks(&t), which = is_number(rest) ? atoi(rest) : *rest ? 0 : 1;
    arena_release(&arena);
    if (count > 0 && (which < 1 || which > count)) {
        buf_printf(&p->out, "follow 1 to %d: terms lists them\n", count);
        return;
    }
    Place place = *app_place(p->app);
    place.pick = count > 0 ? which - 1 : 0;
    app_put(p->app, &place);
    press(p, K_ENTER);
}

static void do_read(Plain *p, const char *rest)
{
    (void)rest;
    tell_numbers(p);
}

static void do_list(Plain *p, const char *rest)
{
    (void)rest;
    if (app_place(p->app)->page == PAGE_MENU)
        tell_menu(p);
    else
        tell_contents(p);
}

static void search_menu(Plain *p, const char *word)
{
    Place place = *app_place(p->app);
    snprintf(place.filter, sizeof place.filter, "%s", word);
    app_put(p->app, &place);
    tell_menu(p);
}

static void do_search(Plain *p, const char *rest)
{
    enum { MOST_FOUND = 50 };
    if (app_place(p->app)->page == PAGE_MENU) {
        search_menu(p, rest);
        return;
    }
    const Run *run = plain_run_of(p);
    int found = 0;
    for (Place at = {0}; at.stage < run->lesson->stages && *rest; at.stage++)
        for (at.beat = 0; at.beat <= place_beats(run, at.stage);
             at.beat = place_next(run, &at, at.beat, 1)) {
            Buf text = {0};
            transcript_step(&text, run, &at);
            for (const char *line = buf_text(&text); *line; line += strspn(line, "\n")) {
                size_t length = strcspn(line, "\n");
                if (has_word(line, length, rest) && found++ < MOST_FOUND)
                    buf_printf(&p->out, "%d.%d: %.*s\n", at.stage, place_count(run, &at, at.beat),
                               (int)length, line);
                line += length;
            }
            buf_release(&text);
        }
    if (found > MOST_FOUND)
        buf_printf(&p->out, "and %d more lines\n", found - MOST_FOUND);
    say(p, found > 0 ? "-- stage N goes there --" : *rest ? "It is nowhere." : "Search for what?");
}

static void do_menu(Plain *p, const char *rest)
{
    (void)rest;
    if (app_place(p->app)->page == PAGE_CELL)
        app_key(p->app, 'q');
    if (app_place(p->app)->page == PAGE_STAGE)
        press(p, 'q');
    else
        tell_menu(p);
}

static void do_other_lesson(Plain *p, const char *rest)
{
    if (*rest) {
        open_lesson(p, rest);
        return;
    }
    if (app_place(p->app)->page == PAGE_CELL)
        app_key(p->app, 'q');
    press(p, app_place(p->app)->page == PAGE_MENU ? K_ENTER : ')');
}

static void do_notes(Plain *p, const char *rest)
{
    (void)rest;
    const Place *place = app_place(p->app);
    if (place->page == PAGE_MENU ||
        notes_write(&p->out, &plain_run_of(p)->lesson->stage[place->stage]) == 0)
        say(p, "There are no notes for the speaker here.");
}

static void do_leave(Plain *p, const char *rest)
{
    (void)rest;
    p->quit = true;
}

static void do_tell_help(Plain *p, const char *rest)
{
    (void)rest;
    tell_help(p);
}

/* --- the table ------------------------------------------------------------------------------ */

typedef struct Command {
    const char *name;
    const char *args;
    void (*run)(Plain *p, const char *rest);
    const char *words;
} Command;

static const Command commands[] = {
    {"next", "", do_next, "the next step or cell; an empty line does the same"},
    {"back", "", do_previous, "the step or cell before"},
    {"stage", "N", do_go, "go to a stage; the number alone will do"},
    {"cell", "ROW COLUMN", do_ask, "where does it come from? indices from 0, or labels"},
    {"terms", "", do_terms, "the cells that made this one"},
    {"follow", "N", do_follow, "to one of them: where does that come from?"},
    {"read", "", do_read, "the numbers row by row, with their labels"},
    {"list", "", do_list, "the contents, or the lessons"},
    {"contents", "", do_list, "the same"},
    {"search", "WORD", do_search, "where a word is"},
    {"lesson", "N", do_other_lesson, "another lesson; the next one without a number"},
    {"menu", "", do_menu, "the lessons"},
    {"notes", "", do_notes, "what the lesson notes for the speaker"},
    {"help", "", do_tell_help, "this"},
    {"quit", "", do_leave, "leave; your place is kept"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void tell_help(Plain *p)
{
    for (int i = 0; i < COMMANDS; i++) {
        const Command *c = &commands[i];
        int columns = (int)(strlen(c->name) + strlen(c->args)) + 1;
        buf_printf(&p->out, "  %s %s", c->name, c->args);
        buf_fill(&p->out, ' ', 18 - columns);
        buf_printf(&p->out, " %s\n", c->words);
    }
    Place under = *app_place(p->app);
    under.overlay = OVERLAY_NONE;
    KeyContext where = update_context(&under);
    int rows;
    const KeyRow *table = keys_table(&rows);
    buf_printf(&p->out, "The keys of the %s, by their names:\n", context_name(where));
    for (int i = 0; i < rows; i++) {
        if (!(table[i].where & where) || is_about_looks(&table[i]))
            continue;
        Buf keys = {0};
        key_names(&keys, &table[i]);
        buf_printf(&p->out, "  %-18s %s\n", buf_text(&keys), table[i].words);
        buf_release(&keys);
    }
}

static const Command *find_command(const char *word, size_t length, bool whole)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strncmp(commands[i].name, word, length) == 0 &&
            (!whole || strlen(commands[i].name) == length))
            return &commands[i];
    return NULL;
}

/* A line, its blanks at both ends cut off: a command, a number, a key, or how a command begins. */
static void obey(Plain *p, const char *line)
{
    size_t length = strcspn(line, " ");
    const char *rest = line + length + strspn(line + length, " ");
    const Command *command = find_command(line, length, true);
    int key = *rest ? K_NONE : key_named(line, length);
    const KeyRow *row = keys_find(update_context(app_place(p->app)), key);
    bool is_key = key != K_NONE && key != '/' && key != K_ENTER && row && !is_teaching(row);
    if (!command && !is_key)
        command = find_command(line, length, false);
    if (*line == '\0')
        do_next(p, "");
    else if (command)
        command->run(p, rest);
    else if (is_number(line))
        do_go(p, line);
    else if (is_key)
        press(p, key);
    else if (*line == '/')
        do_search(p, line + 1);
    else if (app_place(p->app)->page == PAGE_MENU)
        open_lesson(p, line);
    else
        say(p, "That is no command: help lists them.");
}

/* Reads a line and cuts off the blanks at both ends. What is too long for `line` is read and lost.
 * NULL at the end. */
static char *read_line(FILE *in, char line[LINE_BYTES])
{
    if (!fgets(line, LINE_BYTES, in))
        return NULL;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] != '\n')
        for (int c = getc(in); c != EOF && c != '\n';)
            c = getc(in);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]))
        line[--length] = '\0';
    return line + strspn(line, " \t");
}

static bool answer(Plain *p, FILE *out)
{
    bool ok = fwrite(buf_text(&p->out), 1, p->out.length, out) == p->out.length;
    ok = ok && fflush(out) == 0;
    buf_clear(&p->out);
    return ok;
}

bool plain_run(App *app, const Library *library, FILE *in, FILE *out)
{
    Plain p = {.app = app, .library = library};
    char buffer[LINE_BYTES], *line;
    app_plain(app);
    if (app_message(app))
        say(&p, app_message(app));
    tell(&p);
    bool ok = answer(&p, out);
    while (ok && !p.quit && (line = read_line(in, buffer)) != NULL) {
        if (app_tick(app, (int64_t)time(NULL) * 1000)) {
            say(&p, app_message(app));
            tell(&p);
        }
        obey(&p, line);
        app_save(app);
        ok = answer(&p, out);
    }
    buf_release(&p.out);
    return ok;
}
