/* The command table: what a reader can do. The keyboard, the palette, the line mode, --script, help, the man page and
 * completion are all made from it. */
#ifndef APP_COMMAND_H
#define APP_COMMAND_H

#include "app/model.h"

/* An event while it is handled. */
typedef struct Act {
    Model *m; /* changed */
    const World *w;
    Arena *a;
    Effect effect;
    bool again;       /* the event before was answered by a question: it is asked again   */
    const char *then; /* a command that is run after this one, or NULL                    */
    int press;        /* a key that is pressed after it, or K_NONE                        */
} Act;

typedef void CommandRun(Act *act, const char *arguments);
/* Why nothing is done here, as a sentence; NULL: something is. Cheap: asked for each row of the palette, and for the last line. */
typedef const char *WhyNot(const Act *act);

typedef struct Command {
    const char *word,
        *brief;            /* "next", "ne": the line mode's; a single letter is never a command */
    const char *arguments; /* "", "[PLACE]", "CHANGE"                                         */
    const char *example;   /* of arguments, for who left them out; "" for none                  */
    const char *key;       /* "n": the keys that do this; "" for none                           */
    const char *help;      /* a line: begins with a small letter                                */
    WhyNot *why_not;       /* NULL: it always does something; a PLACE needs only a lesson       */
    CommandRun *run;       /* or else: */
    EffectKind effect;
    PageName page; /* page laid over this one    */
    int skips;     /* goes on by so many         */
} Command;

extern const Command command_table[];
extern const int command_count;

/* The command of a word or its brief form; NULL for none. */
const Command *command_find(const char *word, size_t length);
/* True if something must follow the word. */
bool command_needs(const Command *c);
/* Runs it, or says why not. */
void command_do(Act *act, const Command *c, const char *arguments);
/* Runs "point weights[x2, x2]", "5.1", "weights[x2, x2]" or "weights[x2, x2] = 0.5" as the palette and the line mode take
 * them. False when the line is none of these: then m->said tells what was found and expected. */
bool command_run(Act *act, const char *line);

/* --- keys ----------------------------------------------------------------------------------------- */

enum { KEY_ROWS = 29 };

/* A row of the key table, and what it does on the five kinds of page, shortly; NULL: nothing. It is commands of the table, one
 * a key, the last of them for all keys further on; or a function. */
typedef struct KeyRow {
    const char *name; /* "Space, PgDn": as help prints it */
    const char *stage, *number, *list, *text, *prompt;
    const char *words;
    void (*turn)(Act *act, int by); /* by 1, with its second key by -1 */
    void (*press)(Act *act, int key);
} KeyRow;

extern const KeyRow key_table[KEY_ROWS];

/* The row of a key; -1 for none. */
int key_row(int key);
/* Tells what a row does on a kind of page (DocKind; 4: in a prompt); NULL: nothing. */
const char *key_does(int row, int kind);
/* Presses a key outside of a prompt. */
void key_press(Act *act, int key);

/* --- the last line -------------------------------------------------------------------------------- */

/* The last line of the screen, laid out in its columns: six words, the slot that depends, and what goes first in a narrow
 * window (section 3 of the grammar). In `a`. */
const char *hints_line(Arena *a, const Model *m, const World *w, const Doc *d, const Shown *shown);

/* Lists words and keys for buttons: of the last line what does something here, and what else is often wanted. Returns how
 * many. */
typedef struct KeyHint {
    const char *key, *word;
} KeyHint;
enum { HINTS_MOST = 16 };
int hints_list(Arena *a, const Model *m, const World *w, const Doc *d, KeyHint out[HINTS_MOST]);

#endif
