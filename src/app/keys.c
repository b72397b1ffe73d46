/* The key table. Keys that other programs or terminals take for themselves are left alone: Ctrl-B
 * and Ctrl-A (tmux, screen), Ctrl-S and Ctrl-Q (flow control), Alt and Shift with arrows. */
#include "app/keys.h"

#include <string.h>
#include <strings.h>

#include "app/teach.h"
#include "app/update.h"
#include "base/utf8.h"

/* One row, one line; words that are too long for it stand in the next. */
/* clang-format off */
static const KeyRow table[] = {
    {ON_MENU, {K_ENTER, ' ', K_RIGHT, 'l'}, do_open, 0, "open",
     "open the lesson where you left it"},
    {ON_MENU, {'R'}, do_open, 1, "restart", "open the lesson at its beginning"},
    {ON_LISTS, {K_DOWN, 'j'}, do_cursor, 1, NULL, "down"},
    {ON_LISTS, {K_UP, 'k'}, do_cursor, -1, NULL, "up"},
    {ON_LISTS, {K_PAGE_DOWN}, do_page, 1, NULL, "a page down"},
    {ON_LISTS, {K_PAGE_UP}, do_page, -1, NULL, "a page up"},
    {ON_LISTS, {K_HOME, 'g'}, do_cursor_end, -1, NULL, "to the first"},
    {ON_LISTS, {K_END, 'G'}, do_cursor_end, 1, NULL, "to the last"},
    {ON_MENU, {'/'}, do_filter, 0, "filter", "show only lessons with this in their title"},

    {ON_STAGE, {' ', K_RIGHT, 'l', K_PAGE_DOWN}, do_step, 1, "next", "next step"},
    {ON_STAGE, {K_BACKSPACE, K_LEFT, 'h', K_PAGE_UP}, do_step, -1, "back", "step back"},
    {ON_STAGE, {'n'}, do_stage, 1, NULL, "next stage"},
    {ON_STAGE, {'p'}, do_stage, -1, NULL, "beginning of this stage, or the one before"},
    {ON_STAGE, {K_HOME, 'g'}, do_end, -1, NULL, "first stage"},
    {ON_STAGE, {K_END, 'G'}, do_end, 1, NULL, "last stage; with a number before it, that stage"},
    {ON_STAGE, {K_ENTER, 'c'}, do_enter, 0, "where from",
     "ask a number where it comes from; after a number, go to that stage"},
    {ON_STAGE, {'d'}, do_into, 0, "into", "into what made this result: a call, or an expression"},
    {ON_STAGE, {'u'}, do_out, 0, "out", "out again, to the result"},
    {ON_STAGE, {'D'}, do_detail, 1, NULL, "more detail: the stages of calls, every operation"},
    {ON_STAGE, {'U'}, do_detail, -1, NULL, "less detail, down to the result of each statement"},
    {ON_STAGE, {'t'}, do_contents, 0, "contents", "contents: all stages"},
    {ON_STAGE, {'/'}, do_look_for, 0, NULL,
     "find a text in the prose, the code, the names and numbers"},
    {ON_STAGE, {';'}, do_find, 1, NULL, "find the next one"},
    {ON_STAGE, {','}, do_find, -1, NULL, "find the one before"},
    {ON_STAGE, {'('}, do_lesson, -1, NULL, "previous lesson"},
    {ON_STAGE, {')'}, do_lesson, 1, NULL, "next lesson"},
    {ON_STAGE, {K_DOWN, 'j'}, do_scroll, 1, NULL, "scroll the text down"},
    {ON_STAGE, {K_UP, 'k'}, do_scroll, -1, NULL, "scroll the text up"},
    {ON_STAGE, {K_TAB}, do_focus, 1, NULL, "next matrix: it gets the page when it is large"},
    {ON_STAGE, {K_BACK_TAB}, do_focus, -1, NULL, "previous matrix"},
    {ON_STAGE, {'H'}, do_pan, GO_LEFT, NULL, "scroll the matrix left"},
    {ON_STAGE, {'J'}, do_pan, GO_DOWN, NULL, "scroll the matrix down"},
    {ON_STAGE, {'K'}, do_pan, GO_UP, NULL, "scroll the matrix up"},
    {ON_STAGE, {'L'}, do_pan, GO_RIGHT, NULL, "scroll the matrix right"},
    {ON_STAGE, {'R'}, do_restart, 0, NULL, "back to the beginning of the lesson"},

    {ON_CELL, {K_RIGHT, 'l'}, do_move, GO_RIGHT, NULL, "cell to the right"},
    {ON_CELL, {K_LEFT, 'h'}, do_move, GO_LEFT, NULL, "cell to the left"},
    {ON_CELL, {K_DOWN, 'j'}, do_move, GO_DOWN, NULL, "cell below"},
    {ON_CELL, {K_UP, 'k'}, do_move, GO_UP, NULL, "cell above"},
    {ON_CELL, {' ', K_PAGE_DOWN}, do_cell, 1, "next cell",
     "next cell; behind the last, back to the stage"},
    {ON_CELL, {K_BACKSPACE, K_PAGE_UP}, do_cell, -1, NULL,
     "previous cell; before the first, back to the stage"},
    {ON_CELL, {'g'}, do_cell_end, -1, NULL, "first cell of the matrix"},
    {ON_CELL, {'G'}, do_cell_end, 1, NULL, "last cell of the matrix"},
    {ON_CELL, {K_HOME}, do_row_end, -1, NULL, "first cell of the row"},
    {ON_CELL, {K_END}, do_row_end, 1, NULL, "last cell of the row"},
    {ON_CELL, {K_TAB}, do_pick, 1, "pick", "pick the next of the cells that made it, in { }"},
    {ON_CELL, {K_BACK_TAB}, do_pick, -1, NULL, "pick the previous one"},
    {ON_CELL, {K_ENTER, 'c'}, do_dive, 0, "go there",
     "go to the picked cell: where does that come from?"},

    {ON_STAGE | ON_CELL, {'\''}, do_jump_back, 0, "return", "back to where the last jump started"},
    {ON_STAGE | ON_CELL, {'['}, do_item, -1, NULL, "previous matrix of a result that has several"},
    {ON_STAGE | ON_CELL, {']'}, do_item, 1, NULL, "next matrix of a result that has several"},
    {ON_STAGE | ON_CELL, {'{'}, do_batch, -1, NULL, "previous batch item"},
    {ON_STAGE | ON_CELL, {'}'}, do_batch, 1, NULL, "next batch item"},
    {ON_STAGE | ON_CELL, {'+'}, do_decimals, 1, NULL, "more decimals"},
    {ON_STAGE | ON_CELL, {'-'}, do_decimals, -1, NULL, "fewer decimals"},
    {ON_STAGE | ON_CELL, {'x'}, do_full, 0, NULL, "short or long numbers"},
    {ON_STAGE, {'m'}, do_shade, 0, NULL, "shade numbers, the farther from 0 the stronger; or not"},
    {ON_STAGE | ON_CELL, {'S'}, do_sums, 0, NULL, "the sums of rows and columns, or not"},

    {ON_CONTENTS, {K_ENTER, ' ', K_RIGHT, 'l'}, do_enter, 0, "go", "go to the stage"},
    {ON_CONTENTS, {'t', K_LEFT, 'h', 'q'}, do_close, 0, "close", "close"},
    {ON_HELP, {K_DOWN, 'j'}, do_help_scroll, 1, NULL, "scroll down"},
    {ON_HELP, {K_UP, 'k'}, do_help_scroll, -1, NULL, "scroll up"},
    {ON_HELP, {' ', K_PAGE_DOWN}, do_help_page, 1, "next page", "a page down"},
    {ON_HELP, {K_BACKSPACE, K_PAGE_UP}, do_help_page, -1, "page back", "a page up"},
    {ON_HELP, {'q', '?', K_F1}, do_close, 0, NULL, "close"},
    {ON_FILTER, {K_ENTER}, do_close, 0, "keep", "keep the filter"},
    {ON_SEARCH, {K_ENTER}, do_looked_for, 0, "find", "go to where it is"},

    {ON_PAGES | ON_CONTENTS, {'?', K_F1}, do_help, 0, "help", "the keys of this page"},
    {ON_MENU, {'q'}, do_quit, 0, "quit", "leave"},
    {ON_STAGE, {'q'}, do_up, 0, "menu", "up to the menu; the place is kept"},
    {ON_CELL, {'q'}, do_up, 0, "stage", "up to the stage"},
    {EVERYWHERE, {K_ESCAPE}, do_close, 0, NULL,
     "close what lies over the page, leave the cell; never quits"},
    {ON_PAGES | ON_CONTENTS | ON_HELP, {'Q'}, do_quit, 0, NULL, "leave at once"},
    {ON_STAGE | ON_MENU, {'T'}, do_teach, 0, NULL, "teacher mode: results come hidden"},
    {ON_STAGE, {'v'}, do_reveal, 0, "show more", "show the next bit of a hidden result"},
    {ON_STAGE, {'V'}, do_unit, 0, NULL, "by cell, by row, or by matrix"},
    {ON_STAGE, {'s'}, do_hide, 0, NULL, "show all of the result"},
    {ON_STAGE, {'z'}, do_hide, 1, NULL, "hide the result again"},
    {ON_STAGE, {'a'}, do_predict, 0, NULL, "predict a hidden number, which the arrows choose"},
    {ON_STAGE, {'i'}, do_hint, 0, NULL, "a hint at it: the formula, then its terms"},
    {ON_STAGE | ON_CELL, {'N'}, do_notes_pane, 0, NULL, "the notes for the speaker"},
    {ON_STAGE | ON_CELL, {'b', '.'}, do_blank, 0, NULL, "blank the screen; any key returns"},
    {ON_STAGE, {'P'}, do_play, 0, NULL, "play: steps come by themselves"},
    {ON_STAGE, {'<'}, do_tempo, 1, NULL, "slower"},
    {ON_STAGE, {'>'}, do_tempo, -1, NULL, "faster"},
    {ON_PREDICT, {K_ENTER}, do_judge, 0, "judge", "judge the prediction"},
    {ON_PREDICT, {K_LEFT}, do_aim, GO_LEFT, NULL, "predict the hidden cell to the left"},
    {ON_PREDICT, {K_RIGHT}, do_aim, GO_RIGHT, NULL, "predict the hidden cell to the right"},
    {ON_PREDICT, {K_UP}, do_aim, GO_UP, NULL, "predict the hidden cell above"},
    {ON_PREDICT, {K_DOWN}, do_aim, GO_DOWN, NULL, "predict the hidden cell below"},
    {ON_PAGES, {'e'}, do_wish, APP_EDIT, NULL, "edit the lesson here, in $VISUAL or $EDITOR"},
    {ON_PAGES, {'r'}, do_wish, APP_RELOAD, NULL,
     "read the lesson again; a changed file is read by itself"},
    {EVERYWHERE, {K_CONTROL('L')}, do_wish, APP_REDRAW, NULL, "paint the screen anew"},
    {EVERYWHERE, {K_CONTROL('Z')}, do_wish, APP_SUSPEND, NULL,
     "suspend; fg in the shell comes back"},
    {ON_PAGES, {'M'}, do_wish, APP_MOUSE, NULL,
     "mouse on or off; off lets the terminal select text"},
};
/* clang-format on */

enum { ROWS = sizeof table / sizeof table[0] };

const KeyRow *keys_table(int *count)
{
    *count = ROWS;
    return table;
}

const KeyRow *keys_find(KeyContext where, int key)
{
    for (int i = 0; i < ROWS; i++)
        if (table[i].where & where)
            for (int k = 0; k < KEY_CODES && table[i].code[k]; k++)
                if (table[i].code[k] == key)
                    return &table[i];
    return NULL;
}

/* --- names ---------------------------------------------------------------------------------- */

static const struct {
    int code;
    const char *name;
} names[] = {
    {' ', "Space"},        {K_UP, "Up"},       {K_DOWN, "Down"},      {K_LEFT, "Left"},
    {K_RIGHT, "Right"},    {K_HOME, "Home"},   {K_END, "End"},        {K_PAGE_UP, "PgUp"},
    {K_PAGE_DOWN, "PgDn"}, {K_ENTER, "Enter"}, {K_BACKSPACE, "Bksp"}, {K_DELETE, "Del"},
    {K_ESCAPE, "Esc"},     {K_TAB, "Tab"},     {K_BACK_TAB, "S-Tab"}, {K_F1, "F1"},
    {K_F5, "F5"},
};

enum { NAMES = sizeof names / sizeof names[0] };

void keys_name(Buf *out, int code)
{
    for (int i = 0; i < NAMES; i++)
        if (names[i].code == code) {
            buf_puts(out, names[i].name);
            return;
        }
    char bytes[4];
    if (code < ' ')
        buf_printf(out, "Ctrl-%c", code + '@');
    else if (code < K_SPECIAL)
        buf_add(out, bytes, utf8_put(bytes, (unsigned)code));
    else
        buf_puts(out, "?");
}

int key_named(const char *name, size_t length)
{
    for (int i = 0; i < NAMES; i++)
        if (strlen(names[i].name) == length && strncasecmp(names[i].name, name, length) == 0)
            return names[i].code;
    if (length == 6 && strncasecmp(name, "Ctrl-", 5) == 0)
        return K_CONTROL(name[5]);
    unsigned c;
    return length > 0 && utf8_next(name, length, &c) == length ? (int)c : K_NONE;
}

void key_names(Buf *out, const KeyRow *row)
{
    for (int k = 0; k < KEY_CODES && row->code[k]; k++) {
        buf_puts(out, k ? " " : "");
        keys_name(out, row->code[k]);
    }
}

/* Hints in a row that is too narrow for all of them are cut to a word, that of the next step to its
 * key: asking a number and the contents are worth more than the ways back and in. */
enum { NARROW = 60 };

static bool is_essential(const KeyRow *row, bool is_narrow)
{
    return row->act == do_help || (!is_narrow && (row->act == do_up || row->act == do_quit));
}

static bool is_spare(const KeyRow *row)
{
    return (row->act == do_step && row->argument < 0) || row->act == do_into;
}

static void put_hint(Buf *out, const KeyRow *row, bool is_narrow)
{
    buf_puts(out, out->length ? "  " : "");
    keys_name(out, row->code[0]);
    if (!is_narrow)
        buf_printf(out, " %s", row->hint);
    else if (row->act != do_step)
        buf_printf(out, " %.*s", (int)strcspn(row->hint, " "), row->hint);
}

static int hint_columns(const KeyRow *row, bool is_narrow)
{
    Buf text = {0};
    put_hint(&text, row, is_narrow);
    int columns = 2 + utf8_columns(buf_text(&text));
    buf_release(&text);
    return columns;
}

void keys_hints(Buf *out, KeyContext where, int width,
                bool (*can)(const KeyRow *row, const void *now), const void *now)
{
    bool shown[ROWS];
    int left = width + 2, all = 0;
    for (int i = 0; i < ROWS; i++) {
        shown[i] = (table[i].where & where) && table[i].hint && (!can || can(&table[i], now));
        shown[i] = shown[i] && !(width < NARROW && is_spare(&table[i]));
        all += shown[i] ? hint_columns(&table[i], false) : 0;
    }
    bool is_narrow = all > left && width < NARROW;
    for (int i = 0; i < ROWS; i++)
        if (shown[i] && is_essential(&table[i], is_narrow))
            left -= hint_columns(&table[i], is_narrow);
    for (int i = 0; i < ROWS; i++) {
        if (!shown[i] || is_essential(&table[i], is_narrow))
            continue;
        int columns = hint_columns(&table[i], is_narrow);
        shown[i] = left >= columns;
        left -= shown[i] ? columns : 0;
    }
    for (int i = 0; i < ROWS; i++)
        if (shown[i])
            put_hint(out, &table[i], is_narrow);
}

/* --- the table as text ---------------------------------------------------------------------- */

static const struct {
    KeyContext where;
    const char *name;
} contexts[] = {
    {ON_MENU, "menu"}, {ON_STAGE, "stage"},   {ON_CELL, "cell"},     {ON_CONTENTS, "contents"},
    {ON_HELP, "help"}, {ON_FILTER, "filter"}, {ON_SEARCH, "search"}, {ON_PREDICT, "prediction"},
};

enum { CONTEXTS = sizeof contexts / sizeof contexts[0] };

const char *context_name(KeyContext where)
{
    for (int i = 0; i < CONTEXTS; i++)
        if (contexts[i].where == where)
            return contexts[i].name;
    return "";
}

void keys_text(Buf *out)
{
    for (int c = 0; c < CONTEXTS; c++) {
        buf_printf(out, "%s%s\n", c ? "\n" : "", contexts[c].name);
        for (int i = 0; i < ROWS; i++) {
            if (!(table[i].where & contexts[c].where))
                continue;
            Buf keys = {0};
            key_names(&keys, &table[i]);
            buf_printf(out, "  %-22s %s\n", buf_text(&keys), table[i].words);
            buf_release(&keys);
        }
    }
}
