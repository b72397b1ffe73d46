/* Shared by all commands: the page and the run they are about, and the ways to say and to do something. */
#ifndef APP_ACT_H
#define APP_ACT_H

#include "app/command.h"
#include "app/named.h"

/* Puts a message on the screen. */
void act_say(Act *act, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The topmost page, to be changed; its kind; and the spot it is about. */
Page *act_page(Act *act);
DocKind act_kind(const Act *act);
bool act_is_on(const Act *act, PageName name);
/* The run of the lesson that is open, NULL on the menu. */
const Run *act_run(const Act *act);

/* The document of the topmost page and how it is laid out. */
Doc *act_doc(Act *act);
Shown act_shown(Act *act);

/* Moves the topmost page, which is a stage, to another spot: the pointer as rule 5 says. */
void act_arrive(Act *act, Spot to);
/* Lays a place over the page one is at: q comes back. */
void act_jump(Act *act, Spot to);
/* The place that was jumped to becomes the lesson's, and nothing lies over or under it. */
void act_settle(Act *act);
/* Closes all pages over the topmost stage. */
void act_close(Act *act);
/* Lays the page of a number over this one; with the tab used last, or as it is made. */
void act_ask(Act *act, int step, int64_t cell, Tab tab);

/* The tensor and the number in question: pointed at on a stage, or that a number page is about. NULL for none. */
const QkvTensor *act_tensor(const Act *act, int64_t *cell);
/* The name of a number: "weights[x2, x2]". */
const char *act_cell_name(const Act *act, const QkvTensor *t, int64_t cell);

/* Where names are read: at the number in question. */
NamedHere act_here(const Act *act);
/* Reads what a place names; the number that it names. False, and NULL, after saying what is wrong. */
bool act_named(Act *act, const char *place, NamedPart *part);
const QkvTensor *act_number(Act *act, const char *place, int64_t *cell);

/* Does it at the app: one effect an event. */
void act_do(Act *act, EffectKind kind, int index, const char *text);
/* Adds cells of a stop to what is shown, or hidden. */
void act_reveal(Act *act, bool hides, int stage, int stop, Cells cells);

/* Names the way to something: its key, or in the line mode its word. */
const char *act_way(const Act *act, const char *key, const char *word);

/* The sentence that nothing can be done without a lesson, or NULL: for why_not. */
const char *act_no_lesson(const Act *act);
const char *act_no_stage(const Act *act);

#endif
