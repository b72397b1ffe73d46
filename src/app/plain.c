/* Plain mode: a line comes in, a command or the name of a key; what it leads to is told as text. It
 * drives the same app as the full screens, so places, keys and messages are theirs. */
#include "app/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/cell_words.h"
#include "app/editor.h"
#include "app/guess.h"
#include "app/keys.h"
#include "app/plain_internal.h"
#include "app/update.h"
#include "base/common.h"
#include "base/utf8.h"
#include "lesson/library.h"
#include "view/explain.h"
#include "view/spoken.h"
#include "view/transcript.h"

/* --- keys ------------------------------------------------------------------------------------- */

/* Whether a key led to something that is told here: another page, step or cell. */
static bool is_news(const Place *before, const Place *now)
{
    return before->page != now->page || before->where.lesson != now->where.lesson ||
           before->where.stage != now->where.stage || before->where.stop != now->where.stop ||
           before->view.answered != now->view.answered || before->asked.step != now->asked.step ||
           before->asked.cell != now->asked.cell || before->look.decimals != now->look.decimals ||
           before->look.full != now->look.full || before->look.sums != now->look.sums;
}

static void run_command(Plain *p, const char *name);

static void edit(Plain *p)
{
    Arena arena = {0};
    int line;
    if (!app_copy(p->app))
        return;
    const char *path = app_source(p->app, &line);
    app_edited(p->app, editor_run(editor_command(&arena, path, line)));
    arena_release(&arena);
}

/* That the reader is inside of a call now, or out of it again: "Into y = net(x)." */
static void tell_opened(Plain *p, const Place *before, const Place *now)
{
    enum { WIDE = 200 };
    Arena arena = {0};
    bool goes_in = now->where.opens > before->where.opens;
    const Stop *stop = now->page == PAGE_STAGE ? place_stop(plain_run_of(p), now) : NULL;
    if (stop && now->where.opens != before->where.opens) {
        buf_printf(&p->out, goes_in ? "Into %s\n" : "Out again, to %s\n",
                   explain_code(&arena, plain_run_of(p), stop->statement, WIDE));
        p->told_in = stop->statement + 1;
    }
    arena_release(&arena);
}

/* Where follow goes by now. */
static void tell_picked(Plain *p)
{
    Arena arena = {0};
    const Run *run = plain_run_of(p);
    const Asked *asked = &app_place(p->app)->asked;
    const QkvCall *call = &run->tape->step[asked->step].call;
    QkvTerms terms = qkv_terms(call, asked->cell, &arena);
    QkvSource s = explain_source(&terms, asked->pick);
    buf_printf(&p->out, "follow goes to %s.\n",
               explain_cell(&arena, run, call->in[s.operand], s.cell));
    arena_release(&arena);
}

/* What a key lays over the page on the full screens, the command of its row tells. */
void plain_press(Plain *p, int key)
{
    Place before = *app_place(p->app);
    const KeyRow *row = keys_find(update_context(&before), key);
    AppWish wish = app_key(p->app, key);
    const Place *now = app_place(p->app);
    if (wish == APP_QUIT) {
        p->quit = true;
        plain_tell_kept(p);
        return;
    }
    if (now->overlay != OVERLAY_NONE) {
        app_key(p->app, K_ESCAPE);
        run_command(p, row->command);
        return;
    }
    if (wish == APP_EDIT)
        edit(p);
    if (wish == APP_MOUSE || wish == APP_REDRAW || wish == APP_SUSPEND)
        plain_say(p, "That is a key of the full screens.");
    bool news = is_news(&before, now), has_moved = !news && now->view.item != before.view.item;
    if (has_moved) {
        plain_tell_item(p); /* its title says what the message would */
        return;
    }
    bool says = plain_message(p);
    tell_opened(p, &before, now);
    if (news)
        plain_tell(p);
    else if (now->page == PAGE_CELL && now->asked.pick != before.asked.pick)
        tell_picked(p);
    else if (!says && p->out.length == 0 && wish != APP_EDIT)
        plain_say(p, "That changes nothing that is told here.");
}

bool plain_is_number(const char *text)
{
    return is_digits(text) && strlen(text) < 6;
}

bool plain_is_step(const char *text)
{
    size_t stage = strspn(text, "0123456789"), step = stage;
    if (text[stage] == '.')
        step += 1 + strspn(text + stage + 1, "0123456789");
    return stage > 0 && text[step] == '\0' && step < 9 && text[step - 1] != '.';
}

/* --- the table -------------------------------------------------------------------------------- */

static void tell_help(Plain *p);
static void press_named(Plain *p);
static void tell_again(Plain *p);

/* Where a command can be given. */
typedef enum Needs {
    NEEDS_NOTHING,
    NEEDS_LESSON, /* an open one                              */
    NEEDS_NUMBER  /* a number asked before, or named after it */
} Needs;

typedef struct Command {
    const char *name;
    const char *args;      /* in brackets: can be left out; "N": a single word */
    void (*run)(Plain *p); /* NULL: the row of the key table that has this command */
    const char *words;
    Needs needs;
    const char *also; /* what else it is called, words and phrases: "go,back to"; or NULL */
} Command;

/* One row, one line; words that are too long for it stand in the next. */
/* clang-format off */
static const Command commands[] = {
    {"help", "[COMMAND]", tell_help,
     "this; of one command; help keys: the keys that do something, too",
     .also = "help me,commands,what can i type"},
    {"next", "", NULL, "the next step or cell; an empty line does the same",
     .also = "next step,next cell,next number,go on,continue,forward,step forward,skip"},
    {"back", "", plain_back, "the step or cell before; after follow, where that began",
     .also = "previous,prev,go back,step back"},
    {"here", "", tell_again, "where you are, told once more", .also = "again,repeat,repeat that,say again,say that again,where,where am i,where am i now,status,what step is this,which step is this,which step am i at,which stage is this,what stage is this"},
    {"first", "", NULL, "the beginning of the lesson", NEEDS_LESSON,
     "start,start over,restart,beginning,first stage"},
    {"last", "", NULL, "the last stage", NEEDS_LESSON, "last stage,end"},
    {"begin", "", NULL, "the beginning of this stage, or the one before", NEEDS_LESSON,
     "previous stage,first step"},
    {"up", "", NULL, "from a number to the stage where you asked"},
    {"answer", "", NULL, "the answer to the question of a stage", NEEDS_LESSON},
    {"into", "", NULL, "into the code that a result's call ran, line by line", NEEDS_LESSON},
    {"out", "", NULL, "out again, to the result", NEEDS_LESSON},
    {"over", "", NULL, "over the rest of the function, to its end", NEEDS_LESSON},
    {"pass", "", NULL, "the next pass of the loop", NEEDS_LESSON},
    {"past", "", NULL, "over the rest of the loop", NEEDS_LESSON},
    {"stage", "[N[.M]]", plain_stage,
     "by its number, as that alone, or words of its title, or N.M, a step; else the next",
     .also = "go,goto,go to,go to stage,next stage,back to,back to stage,go back to,go back to stage,goto stage,jump to,jump to stage"},
    {"step", "N", plain_go_to_step, "to a step of this stage, or with N.M of another",
     NEEDS_LESSON},
    {"cell", "[CELL]", plain_cell,
     "where is it from? x2 x3, or 1 2 from 0 on, or weights[x2][x3]", NEEDS_LESSON,
     "ask,where from,where does,where did,where is it from,where does it come from,where does this come from"},
    {"terms", "[CELL]", plain_terms, "the cells that made this one, or that cell", NEEDS_NUMBER},
    {"follow", "[N]", plain_follow,
     "to one of them, by number or name: where does that come from?", NEEDS_LESSON},
    {"matrix", "[NAME]", plain_matrix,
     "the next matrix of a result; the name alone tells one: head b, head 1", NEEDS_LESSON, "next matrix,next head,next sentence,next block"},
    {"names", "", plain_names, "the results so far, with their shapes", NEEDS_LESSON,
     "results,shapes,list names,list all names,all names,list results,list all results,list shapes"},
    {"read", "[NAME]", plain_read,
     "the numbers row by row, with their labels; or those of a result", NEEDS_LESSON,
     "show,numbers,what is"},
    {"shape", "[NAME]", plain_shape, "how many rows and columns a result has", NEEDS_LESSON,
     "shape of,size,size of"},
    {"return", "", plain_return, "to where the last jump began, or to the lesson before", NEEDS_LESSON},
    {"print", "[NAME]", plain_as_printed, "the same as PyTorch prints it", NEEDS_LESSON},
    {"predict", "[CELL NUMBER]", plain_predict,
     "is that what comes next? without words: what comes next", NEEDS_LESSON, "guess"},
    {"hint", "[CELL]", plain_hint, "a hint at such a number; again, another one", NEEDS_LESSON,
     "a hint,another hint,give me a hint"},
    {"why", "[CELL]", plain_why, "what a number is made of, and what that is made of",
     NEEDS_NUMBER, "explain,why is"},
    {"more", "", plain_more, "after why: the same, one level farther back", NEEDS_LESSON},
    {"inputs", "[CELL]", plain_inputs,
     "which written or drawn numbers it comes from; then the name of a result: those of it",
     NEEDS_LESSON, "which inputs"},
    {"uses", "[CELL]", plain_uses, "all that it leads to, and how that moves with it",
     NEEDS_NUMBER, "uses of,all uses of,what uses,who uses,what depends on"},
    {"decimals", "[N or CELL]", plain_decimals,
     "numbers with N decimals at most; without N nine, and back; CELL: that number with all its digits",
     NEEDS_LESSON},
    {"code", "", plain_code, "all code of the stage, also what is not shown", NEEDS_LESSON},
    {"links", "[NAME]", plain_links, "who looks at whom: each query with the keys of the largest weights",
     NEEDS_LESSON, "who looks at whom"},
    {"what-if", "CHANGE", plain_what_if,
     "change the lesson: x[0, 0] = 2; its file stays as it is", NEEDS_LESSON, "what if,set"},
    {"try", "CHANGE", plain_what_if, "the same; x[0, 0] = 2, 3 is several values at once",
     NEEDS_LESSON},
    {"change", "[CELL]", plain_change, "what to type to change this number, or this result",
     NEEDS_LESSON},
    {"changed", "", NULL, "the next step that the changes make another", NEEDS_LESSON},
    {"earlier", "", NULL, "the one before", NEEDS_LESSON},
    {"compare", "[NAME or A with B]", plain_compare,
     "all results with the changes and without them, or what is different in one; or two numbers",
     NEEDS_LESSON, "what changed,what changed most,what has changed,what changes,what is changed,what is different"},
    {"columns", "[NAME]", plain_columns,
     "where a change has several values: this result, or that one, with each", NEEDS_LESSON},
    {"changes", "", plain_changes, "the list of changes", NEEDS_LESSON},
    {"switch", "[N]", plain_switch,
     "one of them off, or on again; without a number all of them", NEEDS_LESSON},
    {"delete", "N", plain_delete, "one of them, for good", NEEDS_LESSON},
    {"undo", "", NULL, "undo the last change", NEEDS_LESSON,
     "undo it,undo that,put it back,put that back,change it back,undo the change,undo the last change,take it back,take that back"},
    {"list", "", plain_list, "the contents, or the lessons"},
    {"contents", "", plain_list, "the same"},
    {"search", "WORDS", plain_search, "where a word, a name or a number is", .also = "find,search for,look for,where is,find the word,search the word,search for the word,look for the word,where is the word"},
    {"lesson", "[LESSON]", plain_lesson,
     "another, by its number or a part of its title; before: the one you were in; without a word the next",
     .also = "next lesson,the next lesson,go to the next lesson,go to lesson,back to lesson,go back to lesson,return to lesson,open,open lesson,lesson on,lesson about,the lesson on,the lesson about,open the lesson on,open the lesson about,go to the lesson on,go to the lesson about,show me the lesson on,show me the lesson about,show me lesson,show me the lesson"},
    {"menu", "", plain_menu, "the lessons", .also = "lessons,list lessons,back to menu,back to the menu,go to menu,go to the menu"},
    {"notes", "", plain_notes, "what the lesson notes for the speaker", NEEDS_LESSON},
    {"key", "KEY", press_named, "press a key, where its letter is the name of a result, too"},
    {"quit", "", NULL, "leave; on a terminal your place is kept", .also = "exit,bye,goodbye,good bye,leave,stop"},
};
/* clang-format on */

enum { COMMANDS = COUNT(commands) };

/* How many bytes of a line call a command, "go to stage" of "go to stage 5": 0 for none. */
static size_t called(const Command *c, const char *line)
{
    size_t most = plain_begins(line, c->name, strlen(c->name)) ? strlen(c->name) : 0;
    for (const char *at = c->also; at && *at; at += *at == ',') {
        size_t length = strcspn(at, ",");
        most = length > most && plain_begins(line, at, length) ? length : most;
        at += length;
    }
    return most;
}

/* The command that the longest beginning of a line calls, so many bytes of it; NULL for none. */
static const Command *find_command(const char *line, size_t *length)
{
    const Command *found = NULL;
    *length = 0;
    for (int i = 0; i < COMMANDS; i++)
        if (called(&commands[i], line) > *length) {
            found = &commands[i];
            *length = called(found, line);
        }
    return found;
}

/* The command whose name begins like a word. */
static const Command *complete_command(const char *word, size_t length)
{
    for (int i = 0; i < COMMANDS; i++)
        if (length > 0 && strncmp(commands[i].name, word, length) == 0)
            return &commands[i];
    return NULL;
}

static void put_command(Plain *p, const Command *c)
{
    enum { COLUMNS = 20 };
    Arena arena = {0};
    keys_line(&p->out, arena_format(&arena, "%s %s", c->name, c->args), COLUMNS, c->words);
    arena_release(&arena);
}

/* How many commands say something of a word. */
static int commands_about(const Command *about[COMMANDS], const char *word)
{
    int count = 0;
    for (int i = 0; i < COMMANDS; i++) {
        const char *also = commands[i].also ? commands[i].also : "";
        if (utf8_contains(commands[i].words, strlen(commands[i].words), word) ||
            (*word && utf8_contains(also, strlen(also), word)))
            about[count++] = &commands[i];
    }
    return count;
}

/* False for none. */
static bool put_commands_about(Plain *p, const char *word)
{
    const Command *about[COMMANDS];
    int count = commands_about(about, word);
    for (int i = 0; i < count; i++)
        put_command(p, about[i]);
    return count > 0;
}

static void tell_help(Plain *p)
{
    KeyContext where = update_helped_context(app_place(p->app));
    size_t length;
    const Command *one = find_command(p->rest, &length);
    if (p->rest[length])
        one = NULL;
    one = one ? one : complete_command(p->rest, strlen(p->rest));
    if (strcmp(p->rest, "keys") == 0) {
        buf_printf(&p->out, "The keys of the %s, by their names:\n", keys_context(where));
        keys_lines(&p->out, where, 18, true);
    } else if (one) {
        put_command(p, one);
    } else if (!put_commands_about(p, p->rest)) { /* of "", all are */
        plain_say(p, "There is no such command, and nothing about that: help alone lists them.");
    } else if (!*p->rest) {
        plain_say(
            p, "A name alone tells of a cell, a row or a matrix, weights x2 x3, row x2, head b;\n"
               "x x1 f1 = 2 changes a number.");
    }
}

/* What a command is written with, and what it does. */
static void expect(Plain *p, const Command *c)
{
    buf_printf(&p->out, "It is written %s%s%s: %s.\n", c->name, *c->args ? " " : "", c->args,
               c->words);
}

static void tell_again(Plain *p)
{
    const Place *place = app_place(p->app);
    p->told_in = 0;               /* also inside of what that is */
    if (place->page == PAGE_CELL) /* which does not say where that was asked */
        buf_printf(&p->out, "A number, asked in stage %d of %s:\n", place->where.stage,
                   plain_run_of(p)->lesson->title);
    plain_tell(p);
}

/* A command that presses the key of a row. */
static void obey_command(Plain *p, const Command *c)
{
    int key = keys_of_command(update_context(app_place(p->app)), c->name);
    if (key == K_NONE && app_place(p->app)->page == PAGE_CELL &&
        keys_of_command(ON_STAGE, c->name) != K_NONE) {
        app_key(p->app, 'q'); /* what is said in a stage can be said at a number of it */
        key = keys_of_command(ON_STAGE, c->name);
    }
    if (key != K_NONE) {
        plain_press(p, key);
    } else {
        buf_printf(&p->out, "Command %s does nothing here. It is for this: %s.\n", c->name,
                   c->words);
    }
}

/* A command with the words after it, if they are what it takes. */
static void give(Plain *p, const Command *c)
{
    const char *args = c->args, *word = args + (*args == '[');
    bool is_single = strncmp(word, "N", strcspn(word, "]")) == 0 && c->run != plain_follow;
    bool is_menu = app_place(p->app)->page == PAGE_MENU;
    if (is_menu && c->needs != NEEDS_NOTHING) {
        plain_say(p, "That is for a lesson: its number or name opens one.");
        expect(p, c);
    } else if ((!*p->rest && *args && *args != '[') ||
               (*p->rest && (!*args || (is_single && strchr(p->rest, ' '))))) {
        expect(p, c);
    } else if (c->needs == NEEDS_NUMBER && !plain_number(p, c->name)) {
        ; /* it is said */
    } else if (c->run) {
        c->run(p);
    } else {
        obey_command(p, c);
    }
}

/* What a key of the full screens lays over the page. */
static void run_command(Plain *p, const char *name)
{
    size_t length;
    const Command *command = name ? find_command(name, &length) : NULL;
    if (command && command->run)
        give(p, command);
    else
        plain_say(p, "That is for the full screens.");
}

/* The row of a key that does something here; NULL for none. */
static const KeyRow *row_of_key(const Plain *p, int key)
{
    const KeyRow *row = keys_find(update_context(app_place(p->app)), key);
    return row && row->kind != KIND_TEACHING ? row : NULL;
}

/* Some keys are about what only a screen has. */
static void obey_key(Plain *p, const KeyRow *row, int key)
{
    if (row->act == do_shade)
        plain_say(p, "Shades are for the eye: that is a key of the full screens.");
    else if (row->act == do_side)
        plain_switch(p);
    else if (row->act == do_item && plain_here(p).step != plain_step(p))
        plain_next_matrix(p, row->by);
    else
        plain_press(p, key);
}

static void press_named(Plain *p)
{
    int key = keys_code(p->rest, strlen(p->rest));
    const KeyRow *row = row_of_key(p, key);
    p->rest = "";
    if (row)
        obey_key(p, row, key);
    else
        plain_say(p, "That key does nothing here: help keys lists them.");
}

/* That a result is called as a command or a key, and how to get the other one. Told once: who has read it
 * knows how. */
static void tell_both(Plain *p, const char *name, const KeyRow *row)
{
    if (p->told_both)
        return;
    p->told_both = true;
    if (row)
        buf_printf(&p->out, "%s is a result here; key %s is the key: %s.\n", name, name,
                   row->words);
    else
        buf_printf(&p->out, "%s is a result here, too: read %s tells it.\n", name, name);
}

/* "net.kept": what can be a member of an object. */
static bool is_dotted(const char *line)
{
    static const char letters[] = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *dot = strchr(line, '.');
    return dot && strchr(letters, line[0]) && dot[1] && strchr(letters, dot[1]) &&
           !strchr(line, ' ');
}

/* The name of a cell alone asks it, that of a result or a matrix tells it, and what is given another right side
 * is changed. */
static bool obey_name(Plain *p, const char *line)
{
    CellHere here = plain_here(p);
    bool is_result = cell_tensor(&here, line, strlen(line)) != NULL;
    p->rest = line;
    if (plain_is_change(line))
        plain_what_if(p);
    else if (is_result || cell_is_item(&here, line))
        plain_read(p);
    else if (plain_tell_line(p, line))
        return true;
    else if (plain_is_place(p, line) || cell_begins(&here, line) || strchr(line, '[') ||
             is_dotted(line))
        plain_cell(p);
    else
        return false;
    return true;
}

/* Where words follow, those of a cell or a change are meant before how a command begins. */
static bool is_of_names(const Plain *p, const char *line)
{
    if (app_place(p->app)->page == PAGE_MENU || !*p->rest)
        return false;
    if (*p->rest == '=')
        return true;
    CellHere here = plain_here(p);
    int64_t cell;
    bool is_column;
    size_t length;
    return !find_command(line, &length) && !plain_is_change(line) &&
           (plain_is_place(p, line) || cell_line(&here, line, &cell, &is_column, NULL));
}

/* "row x2 of weights", "cell x2 x3 of weights", "row x2 weights": with the name before what is meant of it, as
 * commands have it. In `a`, if it is another line. */
static const char *name_first(Arena *a, const Plain *p, const char *line)
{
    size_t length;
    const Command *c = find_command(line, &length);
    bool takes_name = c && (strstr(c->args, "CELL") || strstr(c->args, "NAME"));
    const char *words = c ? line + length + strspn(line + length, " ") : line;
    const char *last = strrchr(words, ' ');
    if (app_place(p->app)->page == PAGE_MENU || (c && !takes_name) || !last)
        return line;
    CellHere here = plain_here(p);
    int64_t cell;
    bool is_column;
    size_t end = (size_t)(last - words);
    bool has_of = end > 3 && strncmp(last - 3, " of", 3) == 0;
    bool is_line = memchr(words, ' ', end) &&
                   (strncmp(words, "row ", 4) == 0 || strncmp(words, "column ", 7) == 0) &&
                   !plain_is_place(p, words) && !cell_line(&here, words, &cell, &is_column, NULL);
    if ((!has_of && !is_line) || !cell_tensor(&here, last + 1, strlen(last + 1)))
        return line;
    return arena_format(a, "%.*s%s %.*s", (int)(words - line), line, last + 1,
                        (int)(end - (has_of ? 3 : 0)), words);
}

/* With the commands that have to do with a word of the line, if they are few. */
static void refuse_line(Plain *p, const char *line)
{
    enum { LEAST = 5, FEW = 3 };
    static const char of_questions[] = " which where there these those about would could should ";
    const Command *about[COMMANDS];
    Arena arena = {0};
    const char *word = "";
    int count = 0;
    for (const char *at = line; *at && (count == 0 || count > FEW); at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        word = arena_text(&arena, at, length);
        at += length;
        bool says_what = length >= LEAST &&
                         !strstr(of_questions, arena_format(&arena, " %s ", word));
        count = says_what ? commands_about(about, word) : 0;
    }
    bool are_few = count > 0 && count <= FEW;
    buf_puts(&p->out, "That is no command");
    buf_printf(&p->out, are_few ? "; of %s there is\n" : ": help lists them.%.0s\n", word);
    for (int i = 0; are_few && i < count; i++)
        put_command(p, about[i]);
    arena_release(&arena);
}

/* A line, its blanks at both ends cut off: a command, a result seen so far, a number, a key, or how a command
 * begins. An empty one is "next". */
static void obey_line(Plain *p, const char *line)
{
    if (strchr(line, ESCAPE)) {
        plain_say(p,
                  "An arrow or a function key, which mean nothing here. rlwrap qkv --plain brings "
                  "lines back with the arrow up.");
        return;
    }
    size_t length;
    const Command *command = find_command(*line ? line : "next", &length);
    length = !*line ? 0 : command ? length : strcspn(line, " ");
    p->rest = line + length + strspn(line + length, " ");
    int key = *p->rest ? K_NONE : keys_code(line, length);
    bool is_none = key == '/' || key == K_ENTER || key == K_SPOKEN_HELP;
    const KeyRow *row = is_none ? NULL : row_of_key(p, key);
    bool is_result = !*p->rest && plain_is_seen(p, line);
    if (is_result && (command || row))
        tell_both(p, line, command ? NULL : row);
    if (!command && !row && !is_result && strncmp(line, "what ", 5) != 0) /* a question */
        command = complete_command(line, length);
    if ((is_result && !command) || is_of_names(p, line))
        obey_name(p, line);
    else if (command)
        give(p, command);
    else if (plain_is_step(line)) {
        p->rest = line;
        if (strncmp(line, "0.", 2) == 0) /* the introduction has no steps */
            plain_search(p);
        else if (line[0] == '0' && line[1]) /* as the menu writes it */
            plain_lesson(p);
        else
            plain_stage(p);
    } else if (row)
        obey_key(p, row, key);
    else if (*line == '/') {
        p->rest = line + 1;
        plain_search(p);
    } else if (app_place(p->app)->page == PAGE_MENU)
        plain_open(p, line);
    else if (strncmp(line, "qkv ", 4) == 0)
        plain_say(p, "qkv is for the shell: here it is what follows, without the lesson.");
    else if (!obey_name(p, line))
        refuse_line(p, line);
}

static void obey(Plain *p, const char *line)
{
    Arena arena = {0};
    bool guesses = p->guesses, lists = p->lists, offers = p->offers;
    double number;
    p->had_branches = p->has_branches;
    p->guesses = p->lists = p->has_branches = p->offers = false;
    line = plain_written(&arena, p, line);
    if (guesses && *line && strchr("0123456789.-(", *line) && guess_read(line, &number)) {
        p->rest = line;
        plain_predict(p);
    } else if (lists && (plain_is_number(line) || plain_ordinal(line) > 0)) {
        int which = plain_ordinal(line);
        p->rest = which > 0 ? arena_format(&arena, "%d", which) : line;
        plain_follow(p);
    } else if (offers && (plain_is_number(line) || plain_ordinal(line) > 0)) {
        p->offers = plain_ordinal(line) > 0;
        plain_open(p, line);
    } else if (plain_is_label(line) && plain_go_to_branch(p, line)) {
        /* a line of the answer to why, while the reader is at that number */
    } else if (p->had_branches && plain_is_label(line)) {
        p->has_branches = true;
        buf_printf(&p->out, "There is no line %s in that answer%s%s%s.\n", line,
                   plain_is_step(line) ? "; stage " : "", plain_is_step(line) ? line : "",
                   plain_is_step(line) ? " goes there" : "");
    } else {
        obey_line(p, name_first(&arena, p, line));
    }
    arena_release(&arena);
}

/* Reads a line and cuts off the blanks at both ends, and what ends a question. What is too long for `line` is
 * read and lost.
 * NULL at the end. */
static char *read_line(FILE *in, char line[PLAIN_BYTES])
{
    if (!fgets(line, PLAIN_BYTES, in))
        return NULL;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] != '\n')
        for (int c = getc(in); c != EOF && c != '\n';)
            c = getc(in);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]))
        line[--length] = '\0';
    line += strspn(line, " \t");
    size_t end = strlen(line);
    if (end > 1 && line[0] != '/' && line[end - 1] == '?') /* "why?", "where does it come from?" */
        line[end - 1] = '\0';
    return line;
}

static bool answer(Plain *p, FILE *out)
{
    Buf ascii = {0}, told = {0};
    if (p->library->is_ascii)
        frame_ascii_text(&ascii, buf_text(&p->out));
    spoken_lines(&told, buf_text(p->library->is_ascii ? &ascii : &p->out));
    bool ok = fwrite(buf_text(&told), 1, told.length, out) == told.length;
    ok = ok && fflush(out) == 0;
    buf_clear(&p->out);
    buf_release(&ascii);
    buf_release(&told);
    return ok;
}

/* Which lesson is open, and which one was before. On the menu the place is at a lesson that is not. */
static void note_lesson(Plain *p)
{
    const Place *place = app_place(p->app);
    if (place->page == PAGE_MENU || p->opened == place->where.lesson)
        return;
    p->before = p->opened;
    p->opened = place->where.lesson;
}

/* A long answer that does not end in what can be typed says that it is over. */
static void end_answer(Plain *p)
{
    enum { SHORT = 4 };
    const char *text = buf_text(&p->out);
    int lines = 0;
    for (size_t i = 0; i < p->out.length; i++)
        lines += text[i] == '\n';
    bool has_end = p->out.length > 4 && strcmp(text + p->out.length - 4, " --\n") == 0;
    if (lines > SHORT && !has_end && !p->quit)
        plain_say(p, "-- that is all --");
}

bool plain_run(App *app, Library *library, FILE *in, FILE *out)
{
    Plain p = {.app = app, .library = library, .named.step = -1, .opened = -1, .before = -1};
    char buffer[PLAIN_BYTES], *line;
    app_plain(app);
    note_lesson(&p);
    plain_message(&p);
    plain_greet(&p);
    bool ok = answer(&p, out);
    while (ok && !p.quit && (line = read_line(in, buffer)) != NULL) {
        if (app_tick(app, (int64_t)time(NULL) * 1000)) {
            plain_say(&p, app_message(app));
            plain_tell(&p);
        }
        obey(&p, line);
        note_lesson(&p);
        end_answer(&p);
        app_save(app);
        ok = answer(&p, out);
    }
    if (ok && !p.quit) { /* Ctrl-D leaves, too */
        plain_say(&p, "");
        plain_tell_kept(&p);
        ok = p.out.length == 1 || answer(&p, out);
    }
    buf_release(&p.out);
    return ok;
}

bool plain_print(App *app, Library *library, FILE *out)
{
    Plain p = {.app = app, .library = library};
    Place at = *app_place(app);
    const Lesson *lesson = plain_run_of(&p)->lesson;
    buf_printf(&p.out, "%s\n\n", lesson->title);
    bool ok = true;
    for (; ok && at.where.stage < lesson->stages; at.where.stage++) {
        at.view.answered = false;
        transcript_spoken_stage(&p.out, plain_run_of(&p), &at, NULL);
        at.view.answered = true;
        transcript_spoken(&p.out, plain_run_of(&p), &at);
        ok = answer(&p, out);
    }
    buf_release(&p.out);
    return ok;
}
