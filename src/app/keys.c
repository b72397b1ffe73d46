/* The key table: 29 rows, and what each does on the kinds of page. */
#include <string.h>

#include "app/act.h"
#include "app/key.h"
#include "base/common.h"

static void press_back(Act *act, int key)
{
    bool turns = key == K_PAGE_UP && (act_kind(act) == DOC_LIST || act_kind(act) == DOC_TEXT);
    if (turns)
        list_turn(act, -1);
    else
        go_back(act, "");
}

static void press_escape(Act *act, int key)
{
    (void)key;
    if (practice_puts_back(act))
        return;
    if (!act_is_on_menu(act))
        model_pop(act->m);
    else if (*act_page(act)->text)
        tools_filter(act, "");
    else
        act_say(act, "Esc does nothing here: q leaves.");
}

static void press_arrow(Act *act, int key)
{
    DocKind kind = act_kind(act);
    int rows = key == K_DOWN || key == 'j' ? 1 : key == K_UP || key == 'k' ? -1 : 0, scrolls;
    int cols = key == K_RIGHT || key == 'l' ? 1 : key == K_LEFT || key == 'h' ? -1 : 0;
    if (kind == DOC_LIST && cols)
        list_side(act, cols);
    else if (kind == DOC_LIST || kind == DOC_TEXT || !point_move(act, rows, cols, &scrolls))
        list_move(act, rows);
    else if (scrolls)
        list_move(act, scrolls);
}

static void press_place(Act *act, int key)
{
    char digit[2] = {(char)key, '\0'};
    if (key == 't')
        act->then = "contents";
    else
        prompt_open(act, PROMPT_GOTO, digit);
}

static void press_control(Act *act, int key)
{
    act_do(act,
           key == K_CONTROL('L')   ? EFFECT_REDRAW
           : key == K_CONTROL('Z') ? EFFECT_SUSPEND
                                   : EFFECT_LEAVE,
           0, NULL);
}

static const char same[] = "the same", types[] = "types itself", type[] = "type themselves";

const KeyRow key_table[KEY_ROWS] = {
    {"Space, PgDn",
     "goes on to more text, hidden rows (in a class), the next step, the next lesson",
     "back to the step", "the next screen of rows, then back to the step; in the menu opens",
     "the next screen, then back to the step", "types a blank; PgDn pages the suggestions", "next"},
    {"Backspace, PgUp", "the screen before; in a class hides the row again", "closes the page",
     "PgUp: the screen before; Backspace closes", "PgUp: the screen before; Backspace closes",
     "deletes; in an empty line closes", NULL, NULL, press_back},
    {"Enter", "on a number where it comes from, on a call into its code",
     "to the number that Tab has marked", "opens the row", "as Space", "runs the line", "open"},
    {"q", "one level out: the list, the call, the menu", "closes the page",
     "closes the page; in the menu leaves", "closes the page", types, "up"},
    {"Esc", NULL, "closes the page", "closes the page; in the menu takes the filter off",
     "closes the page", "closes the prompt", NULL, NULL, press_escape},
    {"Q", "leaves, and keeps your place", "leaves", "leaves", "leaves", types, "quit"},
    {"arrows, h j k l", "move the pointer", "another number of the result",
     "mark a row; Left and Right set, fold and unfold it", "scroll",
     "move in the line; Up and Down mark a suggestion, or bring an earlier line", NULL, NULL,
     press_arrow},
    {"Home, End", "first and last number of the row", same, "first and last row", "top and end",
     "begin and end of the line", NULL, point_end},
    {"Tab, S-Tab", "result, operands, calls, in turn", "the next number that this one is made of",
     "the next group of rows", NULL, "the next suggestion; in a guess a hint", NULL, point_tab},
    {"] [", "next and previous block of a stack", same, NULL, NULL, type, NULL, point_turn},
    {"n, p", "next and previous: row of the list, pass of the loop, stage", NULL,
     "of exercises the next and the previous", NULL, type, "skip previous"},
    {"t, digits", "contents; a digit goes to a stage or step", same,
     "the same; in the menu digits are a lesson's", same, type, NULL, NULL, press_place},
    {"/", "finds a word, a label, a number", same, "the same; in the menu in all lessons", same,
     types, "find"},
    {"? : F1", "the commands that do something here", same, same, same,
     "F1: the keys of this prompt", "help"},
    {"i, I", "inspects the number", "the next and previous tab",
     "the same; else inspects the row's result", NULL, type, NULL, inspect_turn},
    {"a", "the answer to the stage's question", NULL, NULL, "closes the answer", types, "answer"},
    {"g", "guess the number; hides it first", "guess the number if it is hidden", NULL, NULL, types,
     "guess"},
    {"=", "what if: number, row, line of code", "what if: this number",
     "of changes: edits this one; else what if", "what if", types, "whatif"},
    {"w", "with changes, each value, without, difference", same, "on a change: off or on", same,
     types, "with"},
    {"c", "changes, and each result that differs", same, same, same, types, "changes"},
    {"u", "takes back the last change or setting", same, same, same, types, "undo"},
    {"v", "how pages look", same, same, same, types, "view"},
    {"T", "the class: results come hidden", same, same, same, types, "class"},
    {"s", "shows all of the hidden result", "shows the number", NULL, NULL, types, "show"},
    {"b, .", "blanks the screen until the next key", same, same, same, types, "blank"},
    {"x", "exercises of this stage", "the exercise of its line", NULL, NULL, types, "practice"},
    {"y", "copies the result", "copies the number", "copies the row", "copies the text", types,
     "copy"},
    {"e", "the editor at this line", same, same, same, types, "edit"},
    {"Ctrl-L, Ctrl-Z, Ctrl-C", "repaint; to the shell; leave", same, same, same,
     "the same; Ctrl-C closes, Ctrl-U empties the line", NULL, NULL, press_control},
};

const char *key_does(int row, int kind)
{
    const KeyRow *r = &key_table[row];
    const char *const on[] = {r->stage, r->number, r->list, r->text, r->prompt};
    return on[kind];
}

/* True for the key that a word of a row's name means. */
static bool is_named(int key, const char *word, size_t length)
{
    if (length == 6 && strncmp(word, "arrows", length) == 0)
        return key >= K_UP && key <= K_RIGHT;
    if (length == 6 && strncmp(word, "digits", length) == 0)
        return key >= '0' && key <= '9';
    return key_named(word, length) == key;
}

/* The row of a key, -1 for none; and which key of the row it is, from 0. */
static int find_key(int key, int *which)
{
    key = key == '\r' || key == '\n' ? K_ENTER : key == '\t' ? K_TAB : key;
    for (int i = 0; i < KEY_ROWS && key != K_NONE; i++) {
        int count = 0;
        for (const char *at = key_table[i].name; *at; at += strspn(at, ", ")) {
            size_t length = strcspn(at, ", ");
            *which = count++;
            if (is_named(key, at, length))
                return i;
            at += length;
        }
    }
    return -1;
}

int key_row(int key)
{
    int which;
    return find_key(key, &which);
}

void key_press(Act *act, int key)
{
    int which, row = find_key(key, &which);
    const KeyRow *r = row < 0 ? NULL : &key_table[row];
    Buf name = {.arena = act->a};
    key_put(&name, key);
    if (!r || !key_does(row, (int)act_kind(act))) {
        act_say(act, "%s does nothing here. ? lists what does.", buf_text(&name));
    } else if (r->press) {
        r->press(act, key);
    } else if (r->turn) {
        r->turn(act, which ? -1 : 1);
    } else {
        const char *word = r->words, *second = strchr(word, ' ');
        word = which && second ? second + 1 : word;
        command_do(act, command_find(word, strcspn(word, " ")), "");
    }
}
