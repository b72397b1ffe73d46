#include "app/prompt.h"

#include <string.h>

#include "app/ask.h"
#include "app/change.h"
#include "app/find.h"
#include "app/go.h"
#include "app/key.h"
#include "app/list.h"
#include "app/open.h"
#include "app/palette.h"
#include "app/typed.h"
#include "base/common.h"

static int rows_of(Act *act)
{
    const Doc *d = palette_suggest(act->a, act->m, act->w);
    return d ? doc_rows(d) : 0;
}

static const DocRow *marked_row(Act *act)
{
    const Doc *d = palette_suggest(act->a, act->m, act->w);
    return d && act->m->prompt.marked >= 0 ? doc_row_at(d, act->m->prompt.marked) : NULL;
}

static void close(Act *act)
{
    act->m->prompt = (Prompt){0};
}

/* --- Enter ------------------------------------------------------------------------------------------ */

/* True if a line is a command as it stands; half a word is a filter. */
static bool is_whole_line(const char *line)
{
    size_t word = strcspn(line, " ");
    return go_is_place(line) || (word > 1 && command_find(line, word)) || strchr(line, '=') ||
           strchr(line, '[');
}

/* A suggestion that needs an argument is put into the line; any other is run. */
static void take_command(Act *act, const DocRow *row, bool runs)
{
    bool is_whole;
    Prompt *p = &act->m->prompt;
    const char *line = palette_line(act->a, row, &is_whole);
    if (is_whole && runs) {
        close(act);
        act->then = line;
        return;
    }
    const Command *c = command_find(line, strcspn(line, " "));
    bool has_blank = *line && line[strlen(line) - 1] == ' ';
    typed_put(p, is_whole || has_blank ? line : arena_format(act->a, "%s ", line));
    p->marked = -1;
    if (c && *c->example)
        typed_say(p, arena_format(act->a, "For example: %s %s", c->word, c->example));
}

static void enter_command(Act *act)
{
    Prompt *p = &act->m->prompt;
    const char *line = arena_string(act->a, p->line + strspn(p->line, " "));
    const DocRow *row = marked_row(act);
    size_t word = strcspn(line, " ");
    const Command *c = word > 1 && !line[word] ? command_find(line, word) : NULL;
    bool is_whole = is_whole_line(line) && p->marked <= 0;
    if (c && command_needs(c) && is_whole) { /* the word alone: what follows it is asked for */
        typed_put(p, arena_format(act->a, "%s ", c->word));
        typed_say(p, arena_format(act->a, "%s needs %s: %s %s", c->word, c->arguments, c->word,
                                  c->example));
    } else if (row && !is_whole) {
        take_command(act, row, true);
    } else {
        close(act);
        act->then = *line ? line : NULL;
    }
}

static void enter_place(Act *act)
{
    const DocRow *row = marked_row(act);
    const char *line = arena_string(act->a, act->m->prompt.line);
    close(act);
    if (row)
        open_target(act, row, row->target);
    else if (*line)
        go_to(act, line);
}

static void enter(Act *act)
{
    Prompt *p = &act->m->prompt;
    const char *line = arena_string(act->a, p->line);
    switch (p->kind) {
    case PROMPT_COMMAND:
        enter_command(act);
        break;
    case PROMPT_GOTO:
        enter_place(act);
        break;
    case PROMPT_FIND:
        close(act);
        if (line[strspn(line, " ")])
            find_run(act, line);
        break;
    case PROMPT_GUESS:
        ask_judge(act);
        break;
    case PROMPT_CHANGE:
        change_typed(act);
        break;
    case PROMPT_TITLE:
        close(act);
        if (*line)
            act_do(act, EFFECT_WRITE, 0, line);
        break;
    default:
        close(act);
        break;
    }
}

/* --- suggestions -------------------------------------------------------------------------------------- */

static void mark(Act *act, int by)
{
    Prompt *p = &act->m->prompt;
    if (p->kind == PROMPT_FILTER) {
        list_move(act, by);
    } else if (p->kind == PROMPT_CHANGE) {
        change_next_proposal(act, by > 0 ? 1 : -1);
    } else {
        int rows = rows_of(act);
        p->marked = clamp_int(p->marked + by, rows > 0 && by > 0 ? 0 : -1, rows - 1);
    }
}

static void take_suggestion(Act *act, int by)
{
    Prompt *p = &act->m->prompt;
    const DocRow *row;
    const char *completed;
    if (p->kind == PROMPT_GUESS) {
        ask_next_hint(act);
    } else if (p->kind == PROMPT_CHANGE) {
        change_next_proposal(act, by);
    } else if (p->kind == PROMPT_COMMAND) {
        completed = palette_complete(act->a, act->w, p->line);
        if (p->marked < 0 && !completed)
            mark(act, 1);
        row = marked_row(act);
        if (row && !strchr(p->line, ' '))
            take_command(act, row, false);
        else if (completed)
            typed_put(p, completed);
    } else if (p->kind == PROMPT_GOTO) {
        mark(act, by);
    }
}

static void say_keys(Prompt *p)
{
    static const char *const tab[] = {
        [PROMPT_COMMAND] = "Tab completes; Enter runs the marked row or the line as typed",
        [PROMPT_GOTO] = "Tab marks the next place; Enter goes there: 5, 5.1 or line 19",
        [PROMPT_FIND] = "Enter finds it: a word, a label, a number, or a row and a column",
        [PROMPT_FILTER] = "Enter keeps the lessons that have it, Esc shows all",
        [PROMPT_GUESS] = "Tab gives a hint; Enter checks one number, or a row: 7 8 9",
        [PROMPT_CHANGE] =
            "Tab takes the next proposal; Enter tries it; an empty line of the list deletes",
        [PROMPT_TITLE] = "Enter writes the changes under this title"};
    if (p->kind < COUNT(tab) && tab[p->kind])
        typed_say(p, tab[p->kind]);
}

/* --- keys ------------------------------------------------------------------------------------------- */

static void type(Act *act, int key)
{
    Prompt *p = &act->m->prompt;
    if (!typed_key(p, key))
        return;
    if (p->kind == PROMPT_FILTER)
        find_filter(act, p->line);
    if (p->kind == PROMPT_COMMAND)
        p->marked = *p->line && rows_of(act) > 0 ? 0 : -1;
    if (p->kind == PROMPT_GOTO)
        p->marked = -1;
}

static void cancel(Act *act)
{
    if (act->m->prompt.kind == PROMPT_FILTER)
        find_filter(act, "");
    close(act);
}

void prompt_key(Act *act, int key)
{
    enum { SCREEN = 8 };
    switch (key) {
    case K_ESCAPE:
    case K_CONTROL('C'):
        cancel(act);
        break;
    case K_ENTER:
    case '\r':
    case '\n':
        enter(act);
        break;
    case K_UP:
    case K_DOWN:
        mark(act, key == K_UP ? -1 : 1);
        break;
    case K_PAGE_UP:
    case K_PAGE_DOWN:
        mark(act, key == K_PAGE_UP ? -SCREEN : SCREEN);
        break;
    case K_TAB:
    case '\t':
    case K_BACK_TAB:
        take_suggestion(act, key == K_BACK_TAB ? -1 : 1);
        break;
    case K_F1:
        say_keys(&act->m->prompt);
        break;
    case K_CONTROL('L'):
        act_do(act, EFFECT_REDRAW, 0, NULL);
        break;
    case K_CONTROL('Z'):
        act_do(act, EFFECT_SUSPEND, 0, NULL);
        break;
    default:
        if (key == K_BACKSPACE && !*act->m->prompt.line)
            close(act);
        else
            type(act, key);
    }
}

void prompt_pick(Act *act, int row)
{
    Prompt *p = &act->m->prompt;
    if (p->kind == PROMPT_CHANGE) {
        change_next_proposal(act, row - p->hints);
        return;
    }
    p->marked = row;
    if (p->kind == PROMPT_COMMAND && marked_row(act))
        take_command(act, marked_row(act), true);
    else if (p->kind == PROMPT_GOTO)
        enter_place(act);
}
