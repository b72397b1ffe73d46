/* Key codes, and the one table of keys: dispatch, the line of hints, help, --keys and the man page
 * are made from it. */
#ifndef APP_KEYS_H
#define APP_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* A key is a Unicode character, a control character ('\t', '\r' is K_ENTER), or one of these. */
enum {
    K_NONE = 0,
    K_SPECIAL = 0x110000,
    K_UP,
    K_DOWN,
    K_LEFT,
    K_RIGHT,
    K_HOME,
    K_END,
    K_PAGE_UP,
    K_PAGE_DOWN,
    K_ENTER,
    K_BACKSPACE,
    K_DELETE,
    K_ESCAPE,
    K_TAB,
    K_BACK_TAB,
    K_F1,
    K_F5,
    K_OTHER,  /* a key that means nothing here: does nothing */
    K_PASTE,  /* what follows is pasted ... */
    K_PASTED, /* ... up to here             */
    K_CLICK,  /* of the mouse: screen_click */
    K_WHEEL_UP,
    K_WHEEL_DOWN,
};

enum { KEY_CODES = 6 };

#define K_CONTROL(letter) (0x1f & (letter))

/* Where a row applies. */
typedef enum KeyContext {
    ON_MENU = 1 << 0,
    ON_STAGE = 1 << 1,
    ON_CELL = 1 << 2,
    ON_CONTENTS = 1 << 3,
    ON_HELP = 1 << 4,
    ON_FILTER = 1 << 5,
    ON_SEARCH = 1 << 6,
    ON_PREDICT = 1 << 7,
    ON_HITS = 1 << 8,
    ON_CHANGES = 1 << 9,
    ON_TYPE = 1 << 10,
    ON_REPORT = 1 << 11,
    ON_COMPARE = 1 << 12,
    ON_TREE = 1 << 13,
    ON_LINKS = 1 << 14,
    ON_NAMES = 1 << 15,
    KEY_CONTEXT_END = 1 << 16,
    ON_LESSON = ON_STAGE | ON_CELL,
    ON_PAGES = ON_MENU | ON_STAGE | ON_CELL,
    ON_LISTS = ON_MENU | ON_CONTENTS | ON_HITS | ON_CHANGES | ON_COMPARE | ON_NAMES,
    ON_PROMPTS = ON_FILTER | ON_SEARCH | ON_PREDICT | ON_TYPE,
    EVERYWHERE = ON_PAGES | ON_CONTENTS | ON_HELP | ON_PROMPTS | ON_HITS | ON_CHANGES | ON_REPORT |
                 ON_COMPARE | ON_TREE | ON_LINKS | ON_NAMES,
} KeyContext;

/* Answers for a row, to the hints and the tests. */
typedef enum KeyKind {
    KIND_MOVES,    /* none of the others                                              */
    KIND_STEP,     /* the next step: in a narrow window its hint is the key alone     */
    KIND_SPARE,    /* its hint goes first where not all have room; none in a narrow window */
    KIND_HELP,     /* its hint is always shown                                        */
    KIND_OUT,      /* the same, but not in a narrow window                            */
    KIND_RUNNING,  /* about a running what-if: its hint is among the first after that of the
                      next step, but in a narrow window                                      */
    KIND_TEACHING, /* needs a screen that a class looks at; its hint is the first after that of the
                      next step                                                       */
} KeyKind;

typedef struct Update Update; /* update.h */
typedef void KeyAct(Update *u);

typedef struct KeyRow {
    unsigned where;
    int code[KEY_CODES]; /* 0 after the last                                             */
    KeyAct *act;
    int by;            /* for act, as u->by: -1 back, 1 forward, a direction, ...      */
    const char *words; /* for help                                                     */
    KeyKind kind;
    const char *hint;  /* for the line at the bottom: "next"; NULL: not named there    */
    const char *named; /* what the key is called there, when not by its name: "arrows" */
    bool is_own;       /* KIND_TEACHING: about this screen, also where it follows another */
} KeyRow;

/* All rows, in the order of the help page; *count receives how many. */
const KeyRow *keys_table(int *count);

/* The row for a key in one context, or NULL. */
const KeyRow *keys_find(KeyContext where, int key);

/* A message in which "{next}" stands for the key that goes on, or, `is_plain`, for the command of the line mode that
 * does. */
void keys_say(Buf *out, const char *text, bool is_plain);

/* "Space", "PgDn", "Ctrl-L", "n". */
void keys_name(Buf *out, int code);
/* The key that a name means; K_NONE when there is none. */
int keys_code(const char *name, size_t length);
/* All the keys of a row: "Space Right l PgDn". */
void keys_of_row(Buf *out, const KeyRow *row);
/* The line of hints: "Space next  Bksp back", at most `width` columns. Where not all fit, help and the way out
 * stay, and those go that can be spared, then the later ones of the others. `row_now`: a row as it is now, NULL
 * where it does nothing; without it all are as they stand. */
typedef const KeyRow *RowNow(const KeyRow *row, const void *now);
void keys_hints(Buf *out, KeyContext where, int width, RowNow *row_now, const void *now);
/* A row of a list: the words beside what they are about, in as many lines as they need. */
void keys_line(Buf *out, const char *what, int columns, const char *words);
/* The whole table as text, context by context: qkv --keys. */
void keys_text(Buf *out);
/* "stage", for headings. */
const char *keys_context(KeyContext where);

#endif
