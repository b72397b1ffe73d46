/* What the files of the app share of it: app.c, and app_follow.c, which is about two of them. */
#ifndef APP_APP_INTERNAL_H
#define APP_APP_INTERNAL_H

#include "app/experiment.h"
#include "app/renewal.h"
#include "app/saved.h"
#include "app/update.h"

typedef char SeenText[16];

struct App {
    Library *library;
    Place place;
    Frame *frame;
    Saved saved;
    const char *message; /* about the last key                          */
    SeenText *seen_text; /* per lesson, for the menu                    */
    const char **seen;   /* the same, NULL where there is nothing       */
    Memo *memo, *other_memo;
    Experiment *experiment; /* per lesson                               */
    Align *compared;        /* of two lessons, or NULL                 */
    int compared_with, compared_to;
    Renewal renewal; /* of the lesson on the page, until the next step */
    Shown shown;     /* in teacher mode, or after it */
    Shown
        unchanged; /* the same of the lessons that are changed now, as it was before their changes */
    bool has_colors;
    bool is_plain;    /* messages name commands    */
    bool is_pasting;  /* keys do not come from a hand */
    Arena arena;      /* lives as long as the app                    */
    Buf said;         /* a message that had to be written    */
    Stamp pending;    /* a changed file, until it rests      */
    int64_t looked;   /* when files were looked at           */
    const char *now;  /* the file that tells what is shown; NULL: nothing does */
    Buf told;         /* what it tells; when following: what is shown of that   */
    Arena seen_there; /* when following: of `shown`, which is what the class has seen */
    Following heard;  /* when following: how it stood when that was shown       */
    Stamp read;       /* when following: the file as it was read last           */
    int64_t speaker;  /* when following: the one that is followed; 0: that has left    */
    bool speaks;      /* the file is ours */
    bool is_silent;   /* another one is followed, and that was said              */
    int64_t played;   /* when the last step came by itself   */
    bool has_shown;   /* the last key showed a class what a result is made of */
};

/* All that a page or a key needs to know; what the help page shows lives in `a`. */
Scene app_scene(const App *app, Arena *a);
/* The lesson of the place, or NULL where there are none. */
Entry *app_entry(const App *app);
/* A place in the run that is shown as one in the lesson's own, and back. */
Place app_without_changes(const App *app, Place p);
Place app_with_changes(const App *app, Place p);
/* What was kept of runs that are others now. */
void app_forget_runs(App *app);
/* Of two lessons: whether this is one; as they are now, run if need be; none. */
bool app_compares(const App *app, int lesson);
void app_compare_lessons(App *app, int first, int second);
void app_compare_no_more(App *app);

/* The file of the lesson of the place (app_file.c). Reads the lesson once more: a broken one leaves the last
 * good one on the screen. */
void app_read_again(App *app);
/* Adds to the message that the lesson has other numbers than it should, where it has. */
void app_tell_failure(App *app);
/* Whether the file has changed, and rests; then it is read. */
bool app_look(App *app, int64_t now);
/* Gives back what only the lesson that was left needs. */
void app_leave(App *app, int lesson);

/* What a class has seen (app_class.c): into what is saved, before that is stored; back from there, when a lesson
 * is opened for the first time; nobody is taught here; it is another class. */
void app_keep_class(App *app);
void app_resume_class(App *app, const SavedPlace *saved);
void app_no_class(App *app);
void app_new_class(App *app);
/* What was seen of a result as a line, in `a`; and what a line says of one, if that is in the run. */
const char *app_result_text(Arena *a, const struct ShownResult *r);
bool app_result_read(struct ShownResult *r, const char *line, const Run *run);

/* What a class has seen (app_class.c): that of the lesson of the place is kept before it is changed, and taken along
 * to the run that is shown now. */
void app_keep_shown(App *app);
void app_change_shown(App *app, const Run *before);
/* The result of the place was hidden: it comes back with no change. */
void app_hide_unchanged(App *app);
/* The result of the place as far as the class has seen it in the run that is shown now; a number that was in
 * question and is another is left (app.c). */
void app_hide_changed(App *app);
/* Tells those who follow what is shown here, unless another qkv does that. Whether there is something to
 * say about it. At the end they hear that it has left. */
bool app_tell(App *app);
void app_tell_end(App *app);
/* Following: goes where the other one has gone, but for a reader who has gone elsewhere: that stays there
 * until Esc, also with what is half typed. Whether there is something new. */
bool app_listen(App *app);
bool app_is_away(const App *app);
/* A reader who follows and has gone elsewhere comes back with Esc: whether this was that key. */
bool app_listens_again(App *app, int key);
/* Finds out after a key whether what is shown is still what the other one shows. */
void app_note_away(App *app);

#endif
