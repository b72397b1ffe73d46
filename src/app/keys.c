/* The key table. Keys that other programs or terminals take for themselves are left alone: Ctrl-B
 * and Ctrl-A (tmux, screen), Ctrl-S and Ctrl-Q (flow control), Alt and Shift with arrows. */
#include "app/keys.h"

#include <string.h>
#include <strings.h>

#include "app/update.h"
#include "base/common.h"
#include "base/utf8.h"

enum { LIST_END = 1 << 20 /* longer than any list */ };

/* One row, one line; words that are too long for it stand in the next. */
/* clang-format off */
static const KeyRow table[] = {
    {ON_MENU, {K_ENTER, ' ', K_RIGHT, 'l'}, do_open, 0,
     "open the lesson where you left it; after a number, that lesson", .hint = "open"},
    {ON_MENU, {'R'}, do_open, 1, "open the lesson at its beginning", .hint = "restart"},
    {ON_LISTS, {K_DOWN, 'j'}, do_cursor, 1, "down"},
    {ON_LISTS, {K_UP, 'k'}, do_cursor, -1, "up"},
    {ON_LISTS, {K_PAGE_DOWN}, do_list_page, 1, "a page down"},
    {ON_LISTS, {K_PAGE_UP}, do_list_page, -1, "a page up"},
    {ON_LISTS, {K_HOME, 'g'}, do_cursor, -LIST_END, "to the first"},
    {ON_LISTS, {K_END, 'G'}, do_cursor, LIST_END, "to the last"},
    {ON_MENU, {'/'}, do_filter, 0, "show only lessons with this in their title, a stage, or their text", .hint = "filter"},
    {ON_MENU, {K_ESCAPE}, do_close, 0, "show all lessons again", .hint = "show all"},

    {ON_STAGE, {' ', K_RIGHT, 'l', K_PAGE_DOWN}, do_step, 1,
     "next step; first what of the text is cut", KIND_STEP, .hint = "next"},
    {ON_STAGE, {'d'}, do_into, 0,
     "into what made this result: the code of a call, or an expression", KIND_SPARE,
     .hint = "into"},
    {ON_STAGE, {K_BACKSPACE, K_LEFT, 'h', K_PAGE_UP}, do_step, -1,
     "step back", KIND_SPARE, .hint = "back"},
    {ON_STAGE, {'A'}, do_answer, 0,
     "the answer to the question of a stage, and back", .hint = "answer"},
    {ON_STAGE, {'n'}, do_stage, 1, "next stage"},
    {ON_STAGE, {'p'}, do_stage, -1, "beginning of this stage, or the one before"},
    {ON_STAGE, {K_HOME, 'g'}, do_end, -1, "first stage"},
    {ON_STAGE, {K_END, 'G'}, do_end, 1, "last stage; with a number before it, that stage"},
    {ON_STAGE, {K_ENTER, 'c'}, do_enter, 0,
     "ask a number where it comes from; after 5 go to stage 5, after 5.1 to a step", .hint = "where from"},
    {ON_STAGE, {'u'}, do_out, 0, "out again, to the result", .hint = "out"},
    {ON_STAGE, {'o'}, do_over, OVER_FUNCTION,
     "over the rest of this function, to its end"},
    {ON_STAGE, {'y'}, do_over, OVER_PASS, "the next pass of this loop"},
    {ON_STAGE, {'Y'}, do_over, OVER_LOOP, "over the rest of this loop"},
    {ON_STAGE, {'D'}, do_detail, 1, "more detail: the stages of calls, every operation"},
    {ON_STAGE, {'U'}, do_detail, -1, "less detail, down to the result of each statement"},
    {ON_STAGE, {'t'}, do_contents, 0, "contents: all stages", .hint = "contents"},
    {ON_STAGE, {'('}, do_lesson, -1, "previous lesson"},
    {ON_STAGE, {')'}, do_lesson, 1, "next lesson"},
    {ON_STAGE, {K_DOWN, 'j'}, do_scroll, 1, "scroll the text down; when all is seen, into the numbers"},
    {ON_STAGE, {K_UP, 'k'}, do_scroll, -1, "scroll the text up; when all is seen, into the numbers"},
    {ON_STAGE, {K_TAB}, do_focus, 1, "next matrix: it gets the page when it is large"},
    {ON_STAGE, {K_BACK_TAB}, do_focus, -1, "previous matrix"},
    {ON_STAGE, {'H'}, do_pan, GO_LEFT, "scroll the matrix left"},
    {ON_STAGE, {'J'}, do_pan, GO_DOWN, "scroll the matrix down"},
    {ON_STAGE, {'K'}, do_pan, GO_UP, "scroll the matrix up"},
    {ON_STAGE, {'L'}, do_pan, GO_RIGHT, "scroll the matrix right"},
    {ON_STAGE, {'R'}, do_restart, 0, "back to the beginning of the lesson"},

    {ON_CELL, {K_RIGHT, 'l'}, do_move, GO_RIGHT, "cell to the right"},
    {ON_CELL, {K_LEFT, 'h'}, do_move, GO_LEFT, "cell to the left"},
    {ON_CELL, {K_DOWN, 'j'}, do_move, GO_DOWN, "cell below"},
    {ON_CELL, {K_UP, 'k'}, do_move, GO_UP, "cell above"},
    {ON_CELL, {' ', K_PAGE_DOWN}, do_cell, 1,
     "next cell; after the last, back to the stage", KIND_STEP, .hint = "next cell"},
    {ON_CELL, {K_BACKSPACE, K_PAGE_UP}, do_cell, -1,
     "previous cell; before the first, back to the stage"},
    {ON_CELL, {'g'}, do_cell_end, -1, "first cell of the matrix"},
    {ON_CELL, {'G'}, do_cell_end, 1, "last cell of the matrix"},
    {ON_CELL, {K_HOME}, do_row_end, -1, "first cell of the row"},
    {ON_CELL, {K_END}, do_row_end, 1, "last cell of the row"},
    {ON_CELL, {K_ENTER, 'c'}, do_dive, 0,
     "go to the picked cell: where does that come from?", .hint = "go there"},
    {ON_CELL, {K_TAB}, do_pick, 1,
     "pick the next of the cells that made it, in { }", .hint = "pick"},
    {ON_CELL, {K_BACK_TAB}, do_pick, -1, "pick the previous one"},
    {ON_CELL, {'t'}, do_contents, 0, "contents: all stages"},

    {ON_CELL, {'\''}, do_jump_back, 0, "one back: to the number that led to this one", .hint = "back one"},
    {ON_STAGE, {'\''}, do_jump_back, 0, "back to where the last jump started", .hint = "return"},
    {ON_LESSON | ON_LINKS, {'['}, do_item, -1, "previous matrix of a result that has several"},
    {ON_LESSON | ON_LINKS, {']'}, do_item, 1, "next matrix of a result that has several",
     KIND_SPARE, .hint = "block"},
    {ON_LESSON | ON_LINKS, {'{'}, do_batch, -1, "previous batch item"},
    {ON_LESSON | ON_LINKS, {'}'}, do_batch, 1, "next batch item"},
    {ON_LESSON | ON_LINKS | ON_REPORT, {'+'}, do_decimals, 1, "more decimals"},
    {ON_LESSON | ON_LINKS | ON_REPORT, {'-'}, do_decimals, -1, "fewer decimals"},
    {ON_LESSON | ON_LINKS | ON_REPORT | ON_TREE, {'x'}, do_full, 0, "nine decimals, or fewer again"},
    {ON_LESSON, {'m'}, do_shade, 0,
     "shade numbers, the farther from 0 the stronger; or not"},
    {ON_LESSON, {'S'}, do_sums, 0, "the sums of rows and columns, or not"},

    {ON_CHANGES, {' '}, do_chosen, APP_CHANGE_SWITCH, "switch the change off, or on again",
     .hint = "on/off"},
    {ON_CHANGES, {K_ENTER, 'e'}, do_edit_change, 0, "edit it", .hint = "edit"},
    {ON_CHANGES, {'d', K_DELETE}, do_chosen, APP_CHANGE_DELETE, "delete it", .hint = "delete"},
    {ON_CHANGES, {'w', 'q'}, do_close, 0, "close", .hint = "close"},
    {ON_LESSON, {'='}, do_change, 0,
     "what if? change this cell, or what this result is made of", KIND_SPARE, .hint = "what if"},
    {ON_LESSON | ON_CHANGES, {':'}, do_change, 1, "what if? type any change: name[row, column] = 2"},
    {ON_LESSON, {'~'}, do_side, 0,
     "with the changes, without them, the difference", KIND_RUNNING, .hint = "before"},
    {ON_LESSON, {'f'}, do_changed, 1, "the next step that the changes make another",
     KIND_RUNNING, .hint = "changed"},
    {ON_LESSON, {'F'}, do_changed, -1, "the one before"},
    {ON_LESSON, {'w'}, do_changes, 0, "the list of changes: switch them off, edit, delete"},
    {ON_LESSON | ON_CHANGES, {'W'}, do_write_changes, 0,
     "write the changes out for a lesson, with what comes out"},
    {ON_LESSON | ON_CHANGES | ON_COMPARE, {'Z'}, do_wish, APP_CHANGE_UNDO, "undo the last change", KIND_RUNNING,
     .hint = "undo"},

    {ON_CELL, {'D'}, do_report, OVERLAY_WHY, "the whole derivation, down to what is written",
     KIND_SPARE, .hint = "tree"},
    {ON_CELL, {'U'}, do_report, OVERLAY_USES,
     "who uses this number? all that it leads to, and how that moves with it", KIND_SPARE,
     .hint = "uses"},
    {ON_LESSON | ON_REPORT, {'C'}, do_report, OVERLAY_VALUES,
     "where a change has several values: this result, a column for each", KIND_SPARE,
     .hint = "columns"},
    {ON_STAGE, {'#'}, do_report, OVERLAY_CODE,
     "all code of the stage, also what is not shown", KIND_SPARE},
    {ON_LESSON, {'*'}, do_names, 0, "all names so far with their numbers; pins keep some in sight"},
    {ON_NAMES, {K_ENTER, K_RIGHT, 'l'}, do_named, 0, "go to the step that made it", .hint = "go"},
    {ON_NAMES, {' ', '*'}, do_pin, 0, "pin it: it is shown wherever there is room; or no more",
     .hint = "pin"},
    {ON_NAMES, {K_LEFT, 'h', 'q'}, do_close, 0, "close", .hint = "close"},
    {ON_LESSON, {'B'}, do_compare, 0, "both runs: a list of all results, and what differs"},
    {ON_STAGE, {'&'}, do_links, 0, "queries joined to keys, by lines as thick as their numbers", .hint = "lines"},
    {ON_CELL, {'&'}, do_links, 0, "this query joined to its keys"},
    {ON_COMPARE, {K_ENTER, ' ', K_RIGHT, 'l'}, do_compared, 0,
     "open the result, with both runs on the page", .hint = "open"},
    {ON_COMPARE, {'B', K_LEFT, 'h', 'q'}, do_close, 0, "close", .hint = "close"},
    {ON_REPORT, {'q', 'U', 'I', '#'}, do_close, 0, "close", .hint = "close"},
    {ON_TREE, {K_ENTER, ' '}, do_fold, 0, "unfold what this number is made of, or fold it; from (see above), go there; ask one under which nothing lies",
     .hint = "fold, unfold"},
    {ON_TREE, {K_RIGHT, 'l'}, do_fold, 1, "unfold it; then down into it"},
    {ON_TREE, {K_LEFT, 'h'}, do_fold, -1, "fold it away; then out to what it is part of"},
    {ON_TREE, {'+'}, do_fold_all, 0, "unfold all", .hint = "unfold all"},
    {ON_TREE, {'-'}, do_fold_all, 1, "fold all away but the first", .hint = "fold all"},
    {ON_CELL | ON_TREE, {'I'}, do_report, OVERLAY_INPUTS,
     "the inputs: which written or drawn numbers it is made of, and how often", KIND_SPARE,
     .hint = "inputs"},
    {ON_TREE, {K_DOWN, 'j'}, do_branch, 1, "down"},
    {ON_TREE, {K_UP, 'k'}, do_branch, -1, "up"},
    {ON_TREE, {K_PAGE_DOWN}, do_branch_page, 1, "a page down"},
    {ON_TREE, {K_PAGE_UP}, do_branch_page, -1, "a page up"},
    {ON_TREE, {K_HOME, 'g'}, do_branch, -LIST_END, "to the first"},
    {ON_TREE, {K_END, 'G'}, do_branch, LIST_END, "to the last"},
    {ON_TREE, {'q', 'D'}, do_close, 0, "close", .hint = "close"},

    {ON_LINKS, {K_DOWN, 'j', ' '}, do_link, 1, "the next word alone, with its numbers",
     .hint = "one word"},
    {ON_LINKS, {K_UP, 'k', K_BACKSPACE}, do_link, -1, "the word before"},
    {ON_LINKS, {K_HOME, 'g'}, do_link, 0, "all words", .hint = "all"},
    {ON_LINKS, {'q', '&'}, do_close, 0, "close", .hint = "close"},

    {ON_TYPE, {K_ENTER}, do_typed, 0, "make the change", .hint = "make it"},
    {ON_TYPE, {K_LEFT}, do_caret, -1, "left"},
    {ON_TYPE, {K_RIGHT}, do_caret, 1, "right"},
    {ON_TYPE, {K_HOME}, do_caret_end, -1, "to the beginning of the line"},
    {ON_TYPE, {K_END}, do_caret_end, 1, "to its end, and edit what would be typed over", .hint = "edit"},

    {ON_CONTENTS, {K_ENTER, ' ', K_RIGHT, 'l'}, do_enter, 0, "go to the stage", .hint = "go"},
    {ON_CONTENTS, {'t', K_LEFT, 'h', 'q'}, do_close, 0, "close", .hint = "close"},
    {ON_HELP | ON_REPORT, {K_DOWN, 'j', K_ENTER}, do_help_scroll, 1, "scroll down"},
    {ON_HELP | ON_REPORT, {K_UP, 'k'}, do_help_scroll, -1, "scroll up"},
    {ON_HELP | ON_REPORT, {' ', K_PAGE_DOWN}, do_help_page, 1, "a page down", .hint = "next page"},
    {ON_HELP | ON_REPORT, {K_BACKSPACE, K_PAGE_UP}, do_help_page, -1, "a page up", .hint = "page back"},
    {ON_HELP, {K_END, 'G'}, do_help_scroll, LIST_END, "to the signs, at the end", .hint = "signs"},
    {ON_HELP, {K_HOME, 'g'}, do_help_scroll, -LIST_END, "to the first key"},
    {ON_REPORT, {K_END, 'G'}, do_help_scroll, LIST_END, "to the end"},
    {ON_REPORT, {K_HOME, 'g'}, do_help_scroll, -LIST_END, "to the beginning"},
    {ON_HELP, {'q', '?', K_F1}, do_close, 0, "close"},
    {ON_FILTER, {K_ENTER}, do_open, 0, "open the lesson where you left it", .hint = "open"},
    {ON_FILTER, {K_DOWN}, do_cursor, 1, "down"},
    {ON_FILTER, {K_UP}, do_cursor, -1, "up"},
    {ON_FILTER, {K_TAB}, do_keep, 0, "keep the filter, and go on in the list", .hint = "keep"},
    {ON_SEARCH, {K_ENTER}, do_looked_for, 0, "go to where it is", .hint = "find"},
    {ON_SEARCH, {K_TAB}, do_hits, 0, "list all the places where it is", .hint = "list all"},
    {ON_HITS, {K_ENTER, ' ', K_RIGHT, 'l'}, do_hit, 0, "go there", .hint = "go"},
    {ON_HITS, {K_LEFT, 'h', 'q'}, do_close, 0, "close", .hint = "close"},
    {ON_PREDICT, {K_ENTER}, do_judge, 0,
     "judge the prediction: 0.98, 98%, 1/3, exp(-2); a row: 7 8 9", .hint = "judge"},
    {ON_PREDICT, {K_LEFT}, do_aim, GO_LEFT, "predict the hidden cell to the left",
     .hint = "choose", .named = "arrows"},
    {ON_PREDICT, {K_RIGHT}, do_aim, GO_RIGHT, "predict the hidden cell to the right"},
    {ON_PREDICT, {K_UP}, do_aim, GO_UP, "predict the hidden cell above"},
    {ON_PREDICT, {K_DOWN}, do_aim, GO_DOWN, "predict the hidden cell below"},
    {ON_PROMPTS, {K_ESCAPE}, do_close, 0, "leave it", .hint = "cancel"},

    {EVERYWHERE & ~ON_MENU & ~ON_PROMPTS, {'/'}, do_look_for, 0,
     "find a text, name, label or number, or ask one: E she f1"},
    {ON_LESSON, {';'}, do_find, 1, "find the next one"},
    {ON_LESSON, {','}, do_find, -1, "find the one before"},
    {EVERYWHERE & ~ON_HELP & ~ON_PROMPTS, {'?', K_F1}, do_help, 0,
     "the keys of this page", KIND_HELP, .hint = "help"},
    {ON_PROMPTS, {K_F1}, do_help, 0, "the keys of this line"},
    {ON_MENU, {'q'}, do_quit, 0, "leave", KIND_OUT, .hint = "quit"},
    {ON_STAGE, {'q'}, do_up, 0, "up to the menu; the place is kept", KIND_OUT, .hint = "menu"},
    {ON_CELL, {'q'}, do_up, 0, "up to the stage; its keys work from here, too", KIND_OUT, .hint = "stage"},
    {EVERYWHERE & ~ON_PROMPTS & ~ON_MENU, {K_ESCAPE}, do_close, 0,
     "close what lies over the page, leave the cell; never quits"},
    {EVERYWHERE & ~ON_PROMPTS, {'Q'}, do_quit, 0,
     "leave at once", KIND_OUT},
    {ON_STAGE | ON_MENU, {'T'}, do_teach, 0, "teacher mode: results come hidden; again: for another class; once more: off",
     KIND_TEACHING},
    {ON_STAGE | ON_CELL, {'v'}, do_reveal, 0,
     "show the next bit of a hidden result", KIND_TEACHING, .hint = "show more"},
    {ON_STAGE, {'V'}, do_unit, 0, "by row, by matrix, or by cell", KIND_TEACHING},
    {ON_STAGE, {'s'}, do_hide, 0, "show all of the result", KIND_TEACHING},
    {ON_STAGE, {'z'}, do_hide, 1, "hide the result again", KIND_TEACHING},
    {ON_STAGE, {'a'}, do_predict, 0,
     "predict a number of the next result, or a hidden one; arrows choose", KIND_TEACHING,
     .hint = "predict"},
    {ON_STAGE, {'i'}, do_hint, 0, "a hint at it: what it is made of, then its terms", KIND_TEACHING,
     .hint = "hint"},
    {ON_LESSON, {'N'}, do_notes_pane, 0, "the notes for the speaker, on this screen", KIND_TEACHING, .is_own = true},
    {ON_LESSON, {'b', '.'}, do_blank, 0, "blank the screen; any key returns", KIND_TEACHING, .is_own = true},
    {ON_STAGE, {'P'}, do_play, 0, "play: steps come by themselves", KIND_TEACHING},
    {ON_STAGE, {'<'}, do_tempo, 1, "slower", KIND_TEACHING},
    {ON_STAGE, {'>'}, do_tempo, -1, "faster", KIND_TEACHING},
    {ON_PAGES, {'e'}, do_edit, APP_EDIT,
     "edit the lesson here, in $VISUAL or $EDITOR; one of the program's in a copy"},
    {ON_PAGES, {'r'}, do_wish, APP_RELOAD,
     "read the lesson again; a changed file is read by itself"},
    {EVERYWHERE, {K_CONTROL('L')}, do_wish, APP_REDRAW, "paint the screen anew"},
    {EVERYWHERE, {K_CONTROL('Z')}, do_wish, APP_SUSPEND,
     "suspend; fg in the shell comes back"},
    {ON_PAGES, {'M'}, do_wish, APP_MOUSE,
     "mouse on or off: a click asks a number, opens a row, presses a key below"},
};
/* clang-format on */

enum { ROWS = COUNT(table) };

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

/* --- names ------------------------------------------------------------------------------------ */

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

enum { NAMES = COUNT(names) };

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

int keys_code(const char *name, size_t length)
{
    for (int i = 0; i < NAMES; i++)
        if (strlen(names[i].name) == length && strncasecmp(names[i].name, name, length) == 0)
            return names[i].code;
    if (length == 6 && strncasecmp(name, "Ctrl-", 5) == 0)
        return K_CONTROL(name[5]);
    unsigned c;
    return length > 0 && utf8_next(name, length, &c) == length ? (int)c : K_NONE;
}

void keys_of_row(Buf *out, const KeyRow *row)
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
    return row->kind == KIND_HELP || (!is_narrow && row->kind == KIND_OUT);
}

static void put_hint(Buf *out, const KeyRow *row, bool is_narrow)
{
    buf_puts(out, out->length ? "  " : "");
    if (row->named)
        buf_puts(out, row->named);
    else
        keys_name(out, row->code[0]);
    if (!is_narrow)
        buf_printf(out, " %s", row->hint);
    else if (row->kind != KIND_STEP)
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

/* Rows whose hints come right after that of the next step: what a class or a running what-if is about. */
static bool comes_early(const KeyRow *row, bool is_narrow)
{
    return row->kind == KIND_TEACHING || (row->kind == KIND_RUNNING && !is_narrow);
}

/* The rows of a context that have a hint to show, in its order; returns how many. */
static int hinted_rows(const KeyRow *row[ROWS], KeyContext where, bool is_narrow, RowNow *row_now,
                       const void *now)
{
    int count = 0, steps = 0;
    for (int i = 0; i < ROWS; i++) {
        const KeyRow *r = &table[i];
        if (!(r->where & where) || !r->hint || (is_narrow && r->kind == KIND_SPARE))
            continue;
        r = row_now && !r->named ? row_now(r, now) : r;
        if (!r)
            continue;
        steps += r->kind == KIND_STEP;
        int at = count++;
        for (; steps > 0 && comes_early(r, is_narrow) && at > steps &&
               !comes_early(row[at - 1], is_narrow);
             at--)
            row[at] = row[at - 1];
        row[at] = r;
    }
    return count;
}

/* Which hints there is room for: those that must be there, then the others in their order, at last those
 * that can be spared. */
static void choose_hints(bool *shown, const KeyRow *const *row, int count, int columns,
                         bool is_narrow)
{
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < count; i++) {
            bool is_spare = row[i]->kind == KIND_SPARE;
            int turn = is_essential(row[i], is_narrow) ? 0 : 1 + is_spare;
            int wanted = hint_columns(row[i], is_narrow);
            if (turn == pass && (turn == 0 || wanted <= columns)) {
                shown[i] = true;
                columns -= wanted;
            }
        }
}

void keys_hints(Buf *out, KeyContext where, int width, RowNow *row_now, const void *now)
{
    const KeyRow *row[ROWS];
    bool shown[ROWS] = {false};
    int count = hinted_rows(row, where, width < NARROW, row_now, now);
    int all = 0, columns = width + 2; /* each takes two before it */
    for (int i = 0; i < count; i++)
        all += hint_columns(row[i], false);
    bool is_narrow = all > columns && width < NARROW;
    choose_hints(shown, row, count, columns, is_narrow);
    for (int i = 0; i < count; i++)
        if (shown[i])
            put_hint(out, row[i], is_narrow);
}

/* --- the table as text ------------------------------------------------------------------------ */

static const struct {
    KeyContext where;
    const char *name;
} contexts[] = {
    {ON_MENU, "menu"},          {ON_STAGE, "stage"},        {ON_CELL, "cell"},
    {ON_CONTENTS, "contents"},  {ON_HELP, "help"},          {ON_FILTER, "filter"},
    {ON_SEARCH, "search"},      {ON_PREDICT, "prediction"}, {ON_HITS, "places found"},
    {ON_CHANGES, "changes"},    {ON_TYPE, "change"},        {ON_REPORT, "report"},
    {ON_COMPARE, "comparison"}, {ON_TREE, "derivation"},    {ON_LINKS, "lines"},
    {ON_NAMES, "names"},
};

enum { CONTEXTS = COUNT(contexts) };

const char *keys_context(KeyContext where)
{
    for (int i = 0; i < CONTEXTS; i++)
        if (contexts[i].where == where)
            return contexts[i].name;
    return "";
}

void keys_line(Buf *out, const char *what, int columns, const char *words)
{
    enum { WIDTH = 80, MARGIN = 2 };
    buf_printf(out, "  %-*s", columns, what);
    for (const char *rest = words; *rest;) {
        size_t length = utf8_fit_words(rest, strlen(rest), WIDTH - MARGIN - columns - 1);
        if (rest > words)
            buf_fill(out, ' ', MARGIN + columns);
        buf_printf(out, " %.*s\n", (int)length, rest);
        rest += length + strspn(rest + length, " ");
    }
}

static void put_context(Buf *out, KeyContext where, int columns)
{
    for (int i = 0; i < ROWS; i++) {
        if (!(table[i].where & where))
            continue;
        Buf keys = {0};
        keys_of_row(&keys, &table[i]);
        keys_line(out, buf_text(&keys), columns, table[i].words);
        buf_release(&keys);
    }
}

void keys_text(Buf *out)
{
    for (int c = 0; c < CONTEXTS; c++) {
        buf_printf(out, "%s%s\n", c ? "\n" : "", contexts[c].name);
        put_context(out, contexts[c].where, 22);
    }
}

/* --- messages --------------------------------------------------------------------------------- */

/* Pairs the key that a message asks for with the line that does the same in the line mode. */
static const struct {
    const char *what;
    int key;
    const char *line;
} ways[] = {
    {"next", ' ', "next"},
    {"into", 'd', "open"},
    {"out", 'u', "up"},
    {"up", 'q', "up"},
    {"menu", 'q', "up"},
    {"first", 'g', "goto 0"},
    {"lesson", ')', "lesson next"},
    {"contents", 't', "contents"},
    {"search", '/', "find"},
    {"matrix", ']', "block"},
    {"change", '=', "whatif"},
    {"what-if", ':', "whatif"},
    {"changes", 'w', "changes"},
    {"changed", 'f', "changes"},
    {"earlier", 'F', "changes"},
    {"compare", 'B', "changes"},
    {"columns", 'C', "inspect values"},
    {"switch", '~', "with off"},
    {"undo", 'Z', "undo"},
};

void keys_say(Buf *out, const char *text, bool is_plain)
{
    for (size_t length; *text; text += length) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        length = end ? (size_t)(end - text) + 1 : 1 + strcspn(text + 1, "{");
        int found = -1;
        for (int i = 0; i < COUNT(ways) && end; i++)
            if (strlen(ways[i].what) == length - 2 &&
                strncmp(ways[i].what, text + 1, length - 2) == 0)
                found = i;
        if (found < 0)
            buf_add(out, text, length);
        else if (is_plain)
            buf_puts(out, ways[found].line);
        else
            keys_name(out, ways[found].key);
    }
}
