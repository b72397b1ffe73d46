/* The key table: 28 rows, and what each does on the kinds of page. */
#include <string.h>

#include "app/act.h"
#include "app/ask.h"
#include "app/change.h"
#include "app/class.h"
#include "app/find.h"
#include "app/go.h"
#include "app/inspect.h"
#include "app/key.h"
#include "app/list.h"
#include "app/open.h"
#include "app/point.h"
#include "app/tools.h"
#include "app/typed.h"
#include "base/common.h"

static bool is_listed(const Act *act)
{
    return act_kind(act) == DOC_LIST || act_kind(act) == DOC_TEXT;
}

static void press_back(Act *act, int key)
{
    if (key == K_PAGE_UP && is_listed(act))
        list_turn(act, -1);
    else
        go_back(act, "");
}

static void press_escape(Act *act, int key)
{
    (void)key;
    if (!act_is_on(act, PAGE_MENU))
        model_pop(act->m);
    else if (*act_page(act)->text)
        find_filter(act, "");
    else
        act_say(act, "Esc does nothing here: q leaves.");
}

static void press_arrow(Act *act, int key)
{
    int rows = key == K_DOWN || key == 'j' ? 1 : key == K_UP || key == 'k' ? -1 : 0, scrolls;
    int cols = key == K_RIGHT || key == 'l' ? 1 : key == K_LEFT || key == 'h' ? -1 : 0;
    if (act_kind(act) == DOC_LIST && cols)
        list_side(act, cols);
    else if (is_listed(act) || !point_move(act, rows, cols, &scrolls))
        list_move(act, rows);
    else if (scrolls)
        list_move(act, scrolls);
}

static void press_end(Act *act, int key)
{
    int by = key == K_HOME ? -1 : 1;
    if (is_listed(act))
        list_end(act, by);
    else
        point_end(act, by);
}

static void press_tab(Act *act, int key)
{
    int by = key == K_BACK_TAB ? -1 : 1;
    if (act_kind(act) == DOC_LIST)
        list_group(act, by);
    else
        point_tab(act, by);
}

static void press_block(Act *act, int key)
{
    point_turn(act, key == ']' ? 1 : -1);
}

static void press_skip(Act *act, int key)
{
    (key == 'n' ? go_skip : go_previous)(act, "");
}

static void press_place(Act *act, int key)
{
    char digit[2] = {(char)key, '\0'};
    if (key == 't')
        go_contents(act, "");
    else
        typed_begin(act, PROMPT_GOTO, digit);
}

static void press_find(Act *act, int key)
{
    (void)key;
    if (act_is_on(act, PAGE_MENU))
        typed_begin(act, PROMPT_FILTER, act_page(act)->text);
    else
        typed_begin(act, PROMPT_FIND, "");
}

static void press_palette(Act *act, int key)
{
    (void)key;
    typed_begin(act, PROMPT_COMMAND, "");
}

static void press_inspect(Act *act, int key)
{
    inspect_turn(act, key == 'i' ? 1 : -1);
}

static void press_view(Act *act, int key)
{
    (key == 'v' ? tools_view : tools_class)(act, "");
}

static void press_control(Act *act, int key)
{
    act_do(act,
           key == K_CONTROL('L')   ? EFFECT_REDRAW
           : key == K_CONTROL('Z') ? EFFECT_SUSPEND
                                   : EFFECT_LEAVE,
           0, NULL);
}

static const char types[] = "types itself";

const KeyRow key_table[KEY_ROWS] = {
    {"Space, PgDn",
     {' ', K_PAGE_DOWN},
     {"goes on: text that is cut, in a class what is hidden, the next step, the next lesson",
      "back to the step", "the next screen of rows, then back to the step; in the menu opens",
      "the next screen, then back to the step", "types a blank; PgDn pages the suggestions"},
     NULL,
     go_next},
    {"Backspace, PgUp",
     {K_BACKSPACE, K_PAGE_UP},
     {"the screen before; in a class hides the row again", "closes the page",
      "PgUp: the screen before; Backspace closes", "PgUp: the screen before; Backspace closes",
      "deletes; in an empty line closes"},
     press_back},
    {"Enter",
     {K_ENTER, '\r', '\n'},
     {"on a number where it comes from, on a call into its code",
      "to the number that Tab has marked", "opens the row", "as Space", "runs the line"},
     NULL,
     open_run},
    {"q",
     {'q'},
     {"one level out: the list, the call, the menu", "closes the page",
      "closes the page; in the menu leaves", "closes the page", types},
     NULL,
     go_up},
    {"Esc",
     {K_ESCAPE},
     {NULL, "closes the page", "closes the page; in the menu takes the filter off",
      "closes the page", "closes the prompt"},
     press_escape},
    {"Q", {'Q'}, {"leaves; the place is kept", "leaves", "leaves", "leaves", types}, NULL, go_quit},
    {"arrows, h j k l",
     {K_UP, K_DOWN, K_LEFT, K_RIGHT, 'h', 'j', 'k', 'l'},
     {"move the pointer", "another number of the result",
      "mark a row; Left and Right set, fold and unfold it", "scroll",
      "move in the line; Up and Down mark a suggestion"},
     press_arrow},
    {"Home, End",
     {K_HOME, K_END},
     {"first and last number of the row", "the same", "first and last row", "top and end",
      "begin and end of the line"},
     press_end},
    {"Tab, S-Tab",
     {K_TAB, K_BACK_TAB, '\t'},
     {"result, operands, calls, in turn", "the next number that this one is made of",
      "the next group of rows", NULL, "the next suggestion; in a guess a hint"},
     press_tab},
    {"] [",
     {']', '['},
     {"next and previous block of a stack", "the same", NULL, NULL, "type themselves"},
     press_block},
    {"n, p",
     {'n', 'p'},
     {"next and previous: row of the list, pass of the loop, stage", NULL, NULL, NULL,
      "type themselves"},
     press_skip},
    {"t, digits",
     {'t', '0'},
     {"contents; a digit goes to a stage or step", "the same",
      "the same; in the menu digits are a lesson's", "the same", "type themselves"},
     press_place},
    {"/",
     {'/'},
     {"finds a word, a label, a number", "the same", "the same; in the menu filters the lessons",
      "the same", types},
     press_find},
    {"? : F1",
     {'?', ':', K_F1},
     {"the commands that do something here", "the same", "the same", "the same",
      "F1: the keys of this prompt"},
     press_palette},
    {"i, I",
     {'i', 'I'},
     {"inspects the number", "the next and previous tab",
      "the same; else inspects the row's result", NULL, "type themselves"},
     press_inspect},
    {"a",
     {'a'},
     {"the answer to the stage's question", NULL, NULL, "closes the answer", types},
     NULL,
     ask_answer},
    {"g",
     {'g'},
     {"guess the number; hides it first", "guess the number if it is hidden", NULL, NULL, types},
     NULL,
     ask_guess},
    {"=",
     {'='},
     {"what if: number, row, line of code", "what if: this number",
      "of changes: edits this one; else what if", "what if", types},
     NULL,
     change_whatif},
    {"w",
     {'w'},
     {"with changes, each value, without, difference", "the same", "on a change: off or on",
      "the same", types},
     NULL,
     change_with},
    {"c",
     {'c'},
     {"changes, and each result that differs", "the same", "the same", "the same", types},
     NULL,
     change_list},
    {"u",
     {'u'},
     {"takes back the last change or setting", "the same", "the same", "the same", types},
     NULL,
     change_undo},
    {"v", {'v'}, {"how pages look", "the same", "the same", "the same", types}, press_view},
    {"T",
     {'T'},
     {"the class: results come hidden", "the same", "the same", "the same", types},
     press_view},
    {"s",
     {'s'},
     {"shows all of the hidden result", "shows the number", NULL, NULL, types},
     NULL,
     class_show},
    {"b, .",
     {'b', '.'},
     {"blanks the screen until the next key", "the same", "the same", "the same", types},
     NULL,
     tools_blank},
    {"y",
     {'y'},
     {"copies the result", "copies the number", "copies the row", "copies the text", types},
     NULL,
     tools_copy},
    {"e",
     {'e'},
     {"the editor at this line", "the same", "the same", "the same", types},
     NULL,
     tools_edit},
    {"Ctrl-L, Ctrl-Z, Ctrl-C",
     {K_CONTROL('L'), K_CONTROL('Z'), K_CONTROL('C')},
     {"repaint; to the shell; leave", "the same", "the same", "the same",
      "the same; Ctrl-C closes, Ctrl-U empties the line"},
     press_control},
};

int key_row(int key)
{
    if (key > '0' && key <= '9')
        key = '0';
    for (int i = 0; i < KEY_ROWS; i++)
        for (int k = 0; k < KEYS_MOST && key_table[i].key[k]; k++)
            if (key_table[i].key[k] == key)
                return i;
    return -1;
}
