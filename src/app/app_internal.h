/* Shared by the files of the app. Each knows those before it: app_world.c runs and the world made of them, app_change.c
 * changes and undo, app_log.c what happens, for a second screen, app_file.c lessons that are opened, left and read
 * again, app.c events, app_follow.c the second screen. */
#ifndef APP_APP_INTERNAL_H
#define APP_APP_INTERNAL_H

#include "app/app.h"
#include "app/experiment.h"
#include "app/saved.h"

/* The app's part of one lesson, kept while the app lives. */
typedef struct Kept {
    WhatIf *whatif;               /* the changes that are tried out; NULL: none */
    Reveal own;                   /* parts shown to the class of the lesson as it is ...          */
    Reveal with[WHATIF_VARIANTS]; /* ... and with each of the values of its changes               */
    Reveal
        alone; /* a reader alone who guesses: all but the result in question                    */
    bool is_alone;
    Page left;       /* the page of the lesson as it was left; name PAGE_MENU: none */
    bool is_resumed; /* opened once: what was saved is in here                                    */
} Kept;

/* A lesson that was to be opened, and is away. */
typedef struct Wanted {
    bool is_wanted;
    int lesson;
    Opening opening;
    Arrival way;
} Wanted;

typedef enum UndoKind { UNDO_LOOK, UNDO_CHANGES, UNDO_SHOWN } UndoKind;

/* A line of a reveal: of a lesson as it is (side 0), or with its changes. */
typedef struct UndoLine {
    int lesson, side;
    const char *line;
} UndoLine;

/* How it was before the last thing that can be taken back. Runs are not held: they are found again. */
typedef struct Undo {
    Arena arena;
    UndoKind kind;    /* of what is put back besides look, pins and class */
    const char *what; /* "the change x[0, 0] = 2" */
    int lesson;       /* -1: on the menu          */
    Look look;
    Pins pins;
    ClassState class;
    ChangeList list;
    int shown; /* lines of reveals, each in the lesson as it is or, after changes, with them */
    UndoLine *line;
} Undo;

enum { UNDO_MOST = 40, EARLIER_MOST = 20 };

/* Calls that only an app makes which follows another. */
typedef struct Follower {
    bool (*hear)(App *app);                      /* true when there was anything new           */
    bool (*come_back)(App *app, const Event *e); /* true for the key that leads to the leader  */
    void (*look_around)(App *app, EffectKind did);
    int (*opens)(const App *app); /* the lesson that the leader opened then; -1: it is not here */
} Follower;

/* Known of a run that is looked at: its numbers, and what is hidden in it, made from a reveal. */
typedef struct View {
    const Run *run;
    Memo *memo;
    Hidden *hidden;
    const Reveal *by;
    int64_t edition;
} View;

struct App {
    Arena arena; /* lives as long as the app                        */
    Arena event; /* the outcome of an event                          */
    Arena drawn; /* the last document that was told                  */
    Library *library;
    Frame *frame;
    Model model;
    bool is_new; /* before any event, with the menu unseen */
    World world;
    int lesson; /* the one at the bottom of the model; -1: the menu  */
    Kept *kept; /* per lesson, `keeps` of them                       */
    int keeps;
    char (*seen_text)[32]; /* per lesson, for the menu              */
    const char **seen;
    Saved saved;
    bool is_taught;  /* a class is on for this run alone: --teacher */
    View view[2];    /* of the run that is looked at, and of the other */
    Reveal nothing;  /* was shown                    */
    Align *compared; /* of two lessons, or NULL */
    int compared_with, compared_to;
    int earliers;
    Earlier earlier[EARLIER_MOST]; /* lines of prompts */
    int undos;
    Undo undo[UNDO_MOST];
    Practice *practice; /* the exercise opened last, of lesson `practiced`; or NULL */
    int practiced;
    Buf copied;
    Wanted wanted;
    Stamp pending;   /* a changed file, until it rests                */
    int64_t looked;  /* when files were looked at                     */
    int64_t gone;    /* since when the file is not there; 0: it is, -1: that was said */
    int64_t played;  /* when the last step came by itself; -1: never  */
    const char *now; /* the file of the log; NULL: there is none     */
    Buf log; /* events saved, and all that happened since; when following: as far as it was done here */
    size_t told;              /* so many bytes of it are known to the file    */
    bool speaks;              /* the file is ours                             */
    bool is_heard;            /* a second screen reads it                     */
    const Follower *follower; /* when following, and what belongs to it; or NULL */
    Model led;                /* the leader's                                 */
    Stamp read;               /* the file as it was read last                 */
    int64_t speaker;          /* the one that is followed; 0: it has left     */
    bool replays;             /* events of now happened at the leader         */
    const char *ahead;        /* events after it: lines of the log            */
    bool is_lost;             /* in a lesson that is not here                 */
    bool
        is_touched; /* changes, what is shown, undone or typed again are not the leader's any more */
    bool is_away;   /* the reader looks around                      */
    bool is_behind; /* ... and the leader has gone on since then    */
};

/* The lesson that is open; NULL on the menu. */
Entry *app_entry(const App *app);
/* The lesson's own run, and the one that a side of its changes looks at; NULL without one. */
const Run *app_own_run(const App *app, int lesson);
const Run *app_run_of(const App *app, int lesson, int side);
/* Of that run the part that the class was shown. */
Reveal *app_reveal_of(App *app, int lesson, int side);
/* The alignment of the lesson's own run with that of a side; NULL where they are the same. */
Align *app_align_of(const App *app, int lesson, int side);
/* The exercise that is on the screen; NULL without one. */
const Practice *app_practice(const App *app);
/* Makes the world for the model: after each change of either. `lesson` -1: that of the model. */
void app_refresh(App *app, int lesson);
/* Forgets all that was kept of runs that are others now. */
void app_forget_runs(App *app);
/* Brings a message that ends in the same words for both: "c lists them" or "changes lists them". */
const char *app_way(const App *app, const char *key, const char *word);

/* --- app_change.c --------------------------------------------------------------------------------- */

/* Shows or hides for a class, or a reader alone who guesses. */
void app_reveal(App *app, const Effect *e);
/* From the run of one side to that of another: pages go along, and what was shown in both. */
void app_turn(App *app, int from, int to);
/* With each of the changes' values nothing was shown yet. */
void app_forget_with(Kept *k);
/* Adds to one reveal what another one has, of the same run. */
void app_add_shown(Reveal *to, const Reveal *from, const Run *run);
/* Makes these changes instead of those that there are. False after setting *err. */
bool app_set_changes(App *app, ChangeList list, Err *err);
void app_do_change(App *app, const Effect *e, const Prompt *typed);
void app_write_changes(App *app, const char *title);
void app_new_class(App *app);
/* Keeps how it was, if the event did what can be taken back; and takes it back. */
Undo app_before(App *app, const Event *event, const Effect *e, const Model *now);
void app_note_undo(App *app, Undo undo, const Model *before, const Event *event, const Effect *e);
void app_take_back(App *app);
void app_forget_undo(Undo *u);

/* --- app_file.c ----------------------------------------------------------------------------------- */

/* False after saying why it cannot be opened. */
bool app_open_lesson(App *app, int lesson, Opening at);
/* Gives back what only a lesson that was left needs. */
void app_leave(App *app, int lesson);
void app_read_again(App *app);
/* Runs the lesson again where the reader has come to a pass that was given back, so that it is there; from another pass
 * of its loop to the same line. `before`: the model before the event, of the same run; or NULL. */
void app_bring_pass(App *app, const Model *before);
/* Reads the lesson again if its file has changed, and rests. */
bool app_look(App *app, int64_t now);
/* Writes down the place, the changes and what the class was shown; what the menu says of every lesson. */
void app_note(App *app);
/* Shading of matrices: as was chosen, or else as the colours of the window allow. */
Shading app_shading(const App *app);
void app_note_seen(App *app);
/* And of the lesson that comes next: for that all are looked into. */
void app_note_next(App *app);

/* --- practice.c ------------------------------------------------------------------------------------ */

/* Does what the words say. */
void app_do_practice(App *app, const Effect *e);
/* Tells whether an effect is none while an exercise is open; says so. */
bool app_practice_bars(App *app, const Effect *e);
/* The lesson is another one now, or gone. */
void app_forget_practice(App *app, int lesson);

/* --- app_log.c ------------------------------------------------------------------------------------ */

/* Name by which both screens know a lesson, also when one of them shows a copy of it. */
const char *app_name_of(Arena *a, const Entry *entry);
/* Writes a line to what happened here. */
void app_log(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Finds out whether a second screen reads it: between events, since that is one more thing that happens. */
void app_log_heard(App *app);
/* Tells those who follow, unless another qkv does that; true after saying so. At the end they hear that. */
bool app_tell(App *app);
void app_tell_end(App *app);

typedef struct LogHead {
    int64_t speaker;
    bool lives, teaches;
    const char *log; /* in the text that was read */
} LogHead;
/* Reads the log of a leader. False when there is none of ours, or it is damaged. */
bool app_read_log(const char *now, Buf *text, LogHead *head);
bool app_lives(int64_t speaker);
/* Tells whether a second screen has read the file of late; and makes it so. */
bool app_is_heard(const char *now);
void app_hear(const char *now, bool hears);

/* --- app.c ---------------------------------------------------------------------------------------- */

/* The app as it is at its beginning, after this was saved: *text is changed by reading it. */
void app_begin_again(App *app, char *text);
/* True for runs, changes, what is shown and what is undone. */
bool app_changes_world(EffectKind kind);
/* A step by itself. */
void app_step(App *app);

#endif
