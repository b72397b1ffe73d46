/* An event while it is handled: shared by all commands, and the commands by name. A command takes what follows its word,
 * "" as by its key; nothing is done where its why_not says why. */
#ifndef APP_ACT_H
#define APP_ACT_H

#include "app/command.h"
#include "app/named.h"

/* --- act.c: the page and the run it is about; saying and doing ------------------------------------- */

/* Puts a message on the screen; into the prompt, if one is open. */
void act_say(Act *act, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The topmost page, to be changed; its kind, its name, whether it is about a number, or the menu; the run of the lesson that is open, NULL on the menu. */
Page *act_page(Act *act);
DocKind act_kind(const Act *act);
bool act_is_on(const Act *act, PageName name);
bool act_asks(const Act *act);
bool act_is_on_menu(const Act *act);
const Run *act_run(const Act *act);
/* Lays a page over this one, about the same spot, with the row marked that its list begins with. */
void act_push(Act *act, PageName name);
/* Moves the topmost page, which is a stage, to another spot: the pointer as rule 5 says. */
void act_arrive(Act *act, Spot to);
/* The same, back to a screen that was left: the pointer as it was there. */
void act_return(Act *act, Spot to);
/* Lays a place over the page one is at: q comes back. */
void act_jump(Act *act, Spot to);
/* The place that was jumped to becomes the lesson's, and nothing lies over or under it. */
void act_settle(Act *act);
/* Closes all pages over the topmost stage. */
void act_close(Act *act);
/* The tensor and the number in question: pointed at on a stage, or that a number page is about. NULL for none. */
const QkvTensor *act_tensor(const Act *act, int64_t *cell);
/* The result of the spot at hand, if the page is a stage. */
const QkvTensor *act_result(const Act *act);
/* The name of a number: "weights[x2, x2]". */
const char *act_cell_name(const Act *act, const QkvTensor *t, int64_t cell);
/* Where names are read: at the number in question. */
NamedHere act_here(const Act *act);
/* Reads what a place names; the number that it names. False, and NULL, after saying what is wrong. */
bool act_named(Act *act, const char *place, NamedPart *part);
const QkvTensor *act_number(Act *act, const char *place, int64_t *cell);
/* Does it at the app: one effect an event. Adds cells of a stop to what is shown, or hidden. */
void act_do(Act *act, EffectKind kind, int index, const char *text);
/* The lesson that is opened next was chosen, and not come to by Space. */
void act_no_way(Act *act);
void act_reveal(Act *act, bool hides, int stage, int stop, Cells cells);
/* Names the way to something: its key, or in the line mode its word. */
const char *act_way(const Act *act, const char *key, const char *word);
WhyNot act_no_lesson, act_no_stage, act_no_number;

/* --- pages.c: the document of the topmost page, and how it is laid out ------------------------------- */

Doc *pages_doc(Act *act);
Shown pages_shown(Act *act);

/* --- go.c: along the lesson, in and out of it ------------------------------------------------------- */

CommandRun go_next, go_back, go_up, go_pass, go_to, go_lesson;
WhyNot go_no_loop;
/* The next and previous row of the list one came from, pass, or stage. */
void go_skip(Act *act, int by);
/* True for "5", "5.1", "line 19". The spot that it names, in the lesson of *s; false after saying why there is none, without a
 * full stop. */
bool go_is_place(const char *text);
bool go_spot(Spot *s, const Run *run, const char *place, Buf *why);
/* How often `up` closes something that lies over the lesson, or over the menu: pages, and code that is open. */
int go_levels(const Model *m, const World *w);
/* Names where Space on a page over the lesson comes back to: "to 5.1". */
const char *go_hint_back(const Act *act);

/* --- path.c: along a path (lesson/path.h), from lesson to lesson ------------------------------------ */

/* The step after one, or before it: on a path past the stages that it leaves out. False where there is none in this lesson, or
 * the path leads out of it. */
bool path_step(Act *act, Spot *to, int by);
/* The stage after the one at hand, or before it, likewise; it need not be there. */
int path_stage(const Act *act, int by);
/* Tells whether the path leads out of this lesson at the end of the stage at hand, or its beginning; opens what it
 * leads to. */
bool path_leaves(const Act *act, int by);
bool path_opens(Act *act, int by);

/* --- open.c: Enter, a click, and what rows open ------------------------------------------------------- */

CommandRun open_run;
/* Opens what a target means: a place or a number is laid over the page. */
void open_target(Act *act, Target target);
/* A click: points, or on what is pointed at does what Enter does. */
void open_click(Act *act, Target target);
/* Points on any page of the stack, closes those over it, and does at once what Enter does there. Points alone, on the topmost
 * page. */
void open_press(Act *act, Target target, int page);
void open_point(Act *act, Target target, int page);
/* Another row of the list that the place lies on; false: it lies on none. */
bool open_beside(Act *act, int by);
/* Names what Enter would go to: "where from", "into forward", "scores[x2, x2]", "open"; NULL: nothing. */
const char *open_hint(const Act *act, const Doc *d);

/* --- point.c: the pointer; the inspect page ------------------------------------------------------------ */

CommandRun point_run, point_block, inspect_run;
WhyNot point_no_block;
/* Moves the pointer, or on a page of a number that number, by rows and columns; false where there is no number. Left and
 * right past an edge lead to the next matrix of a stack; up and down past one are *scrolls lines of the page. */
bool point_move(Act *act, int rows, int cols, int *scrolls);
/* To the first number of the row, or the last (-1). The next and previous thing of a stage, number that this one is made of,
 * group of rows. The next and previous matrix of a stack. */
void point_end(Act *act, int by);
void point_tab(Act *act, int by);
void point_turn(Act *act, int by);
/* Puts the pointer on a number: of this page, or else of the place where it is made, which is laid over it. */
void point_to(Act *act, const QkvTensor *t, int64_t cell);
/* Lays the page of a number over this one; with the tab used last, or as it is made. */
void point_ask(Act *act, int step, int64_t cell, Tab tab);
/* Opens the inspect page for the number at hand, or turns its tabs by so many; to a tab of its strip, from 0; and the word of
 * the tab that i turns to, NULL without another. */
void inspect_turn(Act *act, int by);
void inspect_pick(Act *act, int which);
const char *inspect_hint(const Act *act);

/* --- list.c: rows that are marked, screens -------------------------------------------------------------- */

/* Marks another row, or with a text scrolls by lines; the last row or end, or the first (-1). */
void list_move(Act *act, int by);
void list_end(Act *act, int by);
/* The next or previous group of rows, as headings part them. */
void list_group(Act *act, int by);
/* The next or previous screen of rows or lines. False: that was the last. */
bool list_turn(Act *act, int by);
/* Left (-1) and Right: lowers or raises a setting, folds or unfolds a row; Enter (0): the next of these. */
void list_side(Act *act, int by);
/* The row marked; NULL without one. */
const DocRow *list_row(Act *act);
/* Scrolls what a stage has cut, on or back. False: all of it is in sight already. */
bool list_reads(Act *act, int by);
/* To the end of what a stage has cut, as one comes to it from behind. */
void list_to_end(Act *act);

/* --- class.c: what is hidden is shown ------------------------------------------------------------------- */

CommandRun class_show, class_hide;
WhyNot class_no_show, class_no_hide;
/* Counts the cells of the spot at hand that are hidden; of a what-if of the lesson its results. */
int64_t class_hidden(const Act *act);
/* The hidden number of a result that Space shows next, in its row or matrix; -1 for none. */
int64_t class_next(const Act *act, const QkvTensor *t);
/* Shows what comes next of the spot at hand: what its result is made of, then its next row. False: all is seen. */
bool class_shows_more(Act *act);
/* True if Backspace hides the row that was shown last; hides it. */
bool class_can_hide(const Act *act);
bool class_hides_row(Act *act);

/* --- ask.c: answers, guesses, hints --------------------------------------------------------------------- */

CommandRun ask_answer, ask_guess, ask_hint;
WhyNot ask_no_answer, ask_no_guess, ask_no_hint;
/* True where the answers of a stage are a step of their own at a spot: nobody opened them before (rule 7). */
bool ask_is_step(const Act *act, const Page *page, const Spot *s);
/* Enter and Tab in the prompt of a guess; "guess weights[x2, x2] = ". */
void ask_judge(Act *act);
void ask_next_hint(Act *act);
const char *ask_head(Arena *a, const Model *m, const World *w);

/* --- change.c: what if ---------------------------------------------------------------------------------- */

CommandRun change_whatif, change_with, change_switch, change_edit, change_remove, change_write;
WhyNot change_no_whatif, change_no_changes, change_no_list;
/* Tab in the prompt: the next proposal. Enter there: makes it, or of the list deletes the change of an empty line. */
void change_next_proposal(Act *act, int by);
void change_typed(Act *act);
/* The list of proposals; NULL while a change of the list is edited. */
Doc *change_tell(Arena *a, const Model *m, const World *w);

/* --- practice.c: exercises ------------------------------------------------------------------------------ */

CommandRun practice_run;
WhyNot practice_no;
/* Opens a row of an exercise. Enter and Tab in its prompt: judges the line, gives a step of help. */
void practice_row(Act *act, Target target);
/* Names what Enter does with a row of an exercise, "fill in". */
const char *practice_row_hint(const Act *act, Target target);
void practice_typed(Act *act);
void practice_help(Act *act);
/* Carries a line that was taken up; puts it back where it was. False where none is in hand. */
bool practice_carries(Act *act, int by);
bool practice_puts_back(Act *act);
/* Opens the next exercise (by 1), or the previous one; false where none is on the page. */
bool practice_beside(Act *act, int by);
WhyNot practice_no_beside;
/* True where all of a stage was seen, and there is an exercise in it. */
bool practice_is_next(const Act *act);
/* True but in an introduction that has nothing to practise: where the exercises begin later. */
bool practice_is_offered(const Act *act);

/* --- settings.c: how pages look, and the class ---------------------------------------------------------- */

CommandRun settings_view, settings_class, settings_play;
/* False, after saying so, if the class would see the speaker's notes; asked once more, they may be shown. */
bool settings_may_note(Act *act);
/* The next value (by 1), or the one before, of the row of a list. */
void settings_turn(Act *act, int setting, int by);

/* --- tools.c: beside the way ---------------------------------------------------------------------------- */

CommandRun tools_find, tools_notes, tools_pin, tools_copy, tools_blank, tools_again, tools_read;
WhyNot tools_no_notes, tools_no_edit, tools_no_read;
/* Sets the filter of the menu. */
void tools_filter(Act *act, const char *text);

/* --- lookup.c: words of the field ------------------------------------------------------------------------ */

CommandRun lookup_what;
/* Opens what stage `stage` of a lesson says of a word. */
void lookup_word(Act *act, int lesson, int stage);

/* --- prompt.c: a line that is typed over the page -------------------------------------------------------- */

/* Opens a prompt with a line in it; the caret is at its end. */
void prompt_open(Act *act, PromptKind kind, const char *line);
void prompt_put(Prompt *p, const char *line);
void prompt_close(Act *act);
/* Puts a text in at the caret. */
void prompt_insert(Prompt *p, const char *text);
/* Does what a key does to the line alone. False: nothing. */
bool prompt_edits(Prompt *p, int key);

/* --- palette.c: suggestions of prompts ------------------------------------------------------------------- */

/* Makes the list of suggestions of the open prompt; NULL: it has none. */
Doc *palette_suggest(Arena *a, const Model *m, const World *w);
/* The text that a suggestion of the palette puts into the line: "find " where something must follow, or all of it. */
const char *palette_line(Arena *a, const DocRow *row, bool *is_whole);
/* The line with its last word completed to the name of a result, or to a label of it; NULL for none. */
const char *palette_complete(Act *act, const char *line);

/* --- typed.c: keys in a prompt --------------------------------------------------------------------------- */

void typed_key(Act *act, int key);
/* A text that is pasted. */
void typed_text(Act *act, const char *text);
/* A click on a suggestion: as if it were marked and Enter pressed. */
void typed_pick(Act *act, int row);

#endif
