/* Keys and clicks in a prompt: its suggestions, earlier lines, and what becomes of the line. */
#include "app/act.h"

#include <string.h>

#include "app/key.h"
#include "base/common.h"

/* The line is another one now: the suggestions follow. */
static void note_line(Act *act)
{
    Prompt *p = &act->m->prompt;
    if (p->kind == PROMPT_FILTER)
        tools_filter(act, p->line);
    if (p->kind == PROMPT_COMMAND || p->kind == PROMPT_GOTO) {
        const Doc *d = palette_suggest(act->a, act->m, act->w);
        p->marked = p->kind == PROMPT_COMMAND && *p->line && doc_rows(d) > 0 ? 0 : -1;
    }
}

static void type(Act *act, int key)
{
    if (prompt_edits(&act->m->prompt, key))
        note_line(act);
}

void typed_text(Act *act, const char *text)
{
    prompt_insert(&act->m->prompt, text);
    note_line(act);
}

/* --- Enter ------------------------------------------------------------------------------------------ */

static const DocRow *marked_row(Act *act)
{
    const Doc *d = palette_suggest(act->a, act->m, act->w);
    return d && act->m->prompt.marked >= 0 ? doc_row_at(d, act->m->prompt.marked) : NULL;
}

/* A suggestion that needs an argument is put into the line; any other is run. */
static void take_command(Act *act, const DocRow *row, bool runs)
{
    bool is_whole;
    Prompt *p = &act->m->prompt;
    const char *line = palette_line(act->a, row, &is_whole);
    if (is_whole && runs) {
        prompt_close(act);
        act->then = line;
        return;
    }
    const Command *c = command_find(line, strcspn(line, " "));
    bool has_blank = *line && line[strlen(line) - 1] == ' ';
    prompt_put(p, is_whole || has_blank ? line : arena_format(act->a, "%s ", line));
    p->marked = -1;
    if (c && *c->example)
        act_say(act, "For example: %s %s", c->word, c->example);
}

/* A line is a command as it stands; half a word is a filter, and the word alone of what needs more is taken up. */
static void enter_command(Act *act)
{
    Prompt *p = &act->m->prompt;
    const char *line = arena_string(act->a, p->line + strspn(p->line, " "));
    const DocRow *row = marked_row(act);
    size_t word = strcspn(line, " ");
    const Command *c = word > 1 ? command_find(line, word) : NULL;
    bool is_whole = (c || go_is_place(line) || strpbrk(line, "=[")) && p->marked <= 0;
    if (is_whole && c && !line[word] && command_needs(c)) {
        prompt_put(p, arena_format(act->a, "%s ", c->word));
        act_say(act, "%s needs %s: %s %s", c->word, c->arguments, c->word, c->example);
    } else if (row && !is_whole) {
        take_command(act, row, true);
    } else {
        prompt_close(act);
        act->then = *line ? line : NULL;
    }
}

static void typed_enter(Act *act)
{
    PromptKind kind = act->m->prompt.kind;
    const DocRow *row = kind == PROMPT_GOTO ? marked_row(act) : NULL;
    const char *line = arena_string(act->a, act->m->prompt.line);
    if (kind == PROMPT_COMMAND)
        enter_command(act);
    else if (kind == PROMPT_GUESS)
        ask_judge(act);
    else if (kind == PROMPT_CHANGE)
        change_typed(act);
    else if (kind == PROMPT_PRACTICE)
        practice_typed(act);
    else
        prompt_close(act);
    if (row)
        open_target(act, row->target);
    else if (kind == PROMPT_GOTO && *line)
        go_to(act, line);
    else if (kind == PROMPT_FIND && line[strspn(line, " ")])
        tools_find(act, line);
    else if (kind == PROMPT_TITLE && *line)
        act_do(act, EFFECT_WRITE, 0, line);
}

/* --- suggestions, earlier lines ----------------------------------------------------------------------- */

/* Puts the line of this kind of prompt before the one shown, or the next; false for none. */
static bool recalls(Act *act, int by)
{
    Prompt *p = &act->m->prompt;
    const World *w = act->w;
    int wanted = p->earlier + by, found = 0;
    for (int i = w->earliers - 1; i >= 0 && wanted > 0; i--)
        if (w->earlier[i].kind == p->kind && ++found == wanted) {
            prompt_put(p, w->earlier[i].line);
            p->earlier = wanted;
            p->marked = -1;
            return true;
        }
    return false;
}

static void typed_mark(Act *act, int by)
{
    Prompt *p = &act->m->prompt;
    const Doc *d = palette_suggest(act->a, act->m, act->w);
    int rows = d ? doc_rows(d) : 0;
    bool is_above = p->kind == PROMPT_CHANGE ? p->hints == 0 : p->marked < 0;
    bool is_back = p->earlier > 0 && by > 0;
    if (p->kind == PROMPT_FILTER)
        list_move(act, by);
    else if ((is_above || rows == 0 || is_back) && recalls(act, by < 0 ? 1 : -1))
        return;
    else if (p->kind == PROMPT_CHANGE)
        change_next_proposal(act, by > 0 ? 1 : -1);
    else
        p->marked = clamp_int(p->marked + by, rows > 0 && by > 0 ? 0 : -1, rows - 1);
}

static void take_suggestion(Act *act, int by)
{
    Prompt *p = &act->m->prompt;
    const char *completed = palette_complete(act, p->line);
    if (p->kind == PROMPT_GUESS) {
        ask_next_hint(act);
    } else if (p->kind == PROMPT_PRACTICE) {
        practice_help(act);
    } else if (p->kind == PROMPT_CHANGE && !completed) {
        change_next_proposal(act, by);
    } else if (p->kind == PROMPT_GOTO) {
        typed_mark(act, by);
    } else if (p->kind == PROMPT_COMMAND) {
        if (p->marked < 0 && !completed)
            typed_mark(act, 1);
        const DocRow *row = strchr(p->line, ' ') ? NULL : marked_row(act);
        if (row)
            take_command(act, row, false);
        else if (completed)
            prompt_put(p, completed);
    } else if (completed) {
        prompt_put(p, completed);
    }
}

static void say_keys(Act *act)
{
    static const char *const keys[] = {
        [PROMPT_COMMAND] = "Tab completes; Enter runs the marked row or the line as typed",
        [PROMPT_GOTO] = "Tab marks the next one; Enter goes there: 5, 5.1 or line 19",
        [PROMPT_FIND] = "Enter finds it: a word, a label, a number, or a row and a column",
        [PROMPT_FILTER] = "Enter keeps the lessons that have it, Esc shows all",
        [PROMPT_GUESS] = "Tab gives a hint; Enter checks one number, or a row: 7 8 9",
        [PROMPT_CHANGE] = "Tab takes the next proposal; Enter tries it; an empty line deletes",
        [PROMPT_PRACTICE] = "Enter judges it; Tab gives a step of help; Esc closes",
        [PROMPT_TITLE] = "Enter writes the changes under this title"};
    act_say(act, "%s", keys[act->m->prompt.kind]);
}

/* --- keys ------------------------------------------------------------------------------------------- */

void typed_key(Act *act, int key)
{
    enum { SCREEN = 8 };
    bool closes = key == K_ESCAPE || key == K_CONTROL('C') ||
                  (key == K_BACKSPACE && !*act->m->prompt.line);
    if (closes && act->m->prompt.kind == PROMPT_FILTER)
        tools_filter(act, "");
    if (closes)
        prompt_close(act);
    else if (key == K_ENTER || key == '\r' || key == '\n')
        typed_enter(act);
    else if (key == K_UP || key == K_DOWN)
        typed_mark(act, key == K_UP ? -1 : 1);
    else if (key == K_PAGE_UP || key == K_PAGE_DOWN)
        typed_mark(act, key == K_PAGE_UP ? -SCREEN : SCREEN);
    else if (key == K_TAB || key == '\t' || key == K_BACK_TAB)
        take_suggestion(act, key == K_BACK_TAB ? -1 : 1);
    else if (key == K_F1)
        say_keys(act);
    else if (key == K_CONTROL('L') || key == K_CONTROL('Z'))
        act_do(act, key == K_CONTROL('L') ? EFFECT_REDRAW : EFFECT_SUSPEND, 0, NULL);
    else
        type(act, key);
}

void typed_pick(Act *act, int row)
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
        typed_enter(act);
}
