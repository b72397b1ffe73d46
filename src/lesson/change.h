/* A change is one line of text: a small edit of a lesson's program, made on a copy.
 *
 *     weights = softmax(scores, dim=0)    another right side for the statement that makes weights
 *     line 12: scores = queries @ keys    another statement in the place of one, in a function, too
 *     E[she, f1] = 2                      other numbers in a result: by labels, indices, slices
 *     y.weights[0, 1] = 0                 ... in a result inside the call that makes y
 *     late = late * 2                     what is made of a result, in its place
 *     net.scale = "none"                  an attribute of an object, before it is called
 *     net.W.weight[0] = 1
 *     scores = hold                       the value that it has without any change
 *     E[she, f1] = -2, -1, 0, 1, 2        several values, of which one is chosen at a time: whatever is
 *                                         assigned; a tuple is written in brackets, (1, 2)
 *
 *     Change change;
 *     if (change_parse(arena, run, "E[she, f1] = 2", &change, &err))
 *         Lesson *other = lesson_changed(run->lesson, &change, 1, &err);
 *
 * All but the replaced ones become statements after the one that they change, on its last line:
 * `E = E.clone(); E[2, 0] = 2`, and of a leaf that a gradient is asked of, where it is made,
 * `w = w.detach().clone(); w[0, 1] = 2; w = w.requires_grad_()`. The copy is bound to the name, so that
 * other names for the same memory keep what they have. What a run of the other lesson computes is, by
 * construction, what the lesson computes with that text in its file (lesson_text). */
#ifndef LESSON_CHANGE_H
#define LESSON_CHANGE_H

#include "lesson/edit.h"
#include "lesson/run.h"

typedef enum ChangeKind {
    CHANGE_RIGHT,     /* another right side, for the statement that makes a name  */
    CHANGE_LINE,      /* another statement, for the one at a line                 */
    CHANGE_AFTER,     /* statements after the one that makes a name               */
    CHANGE_STAGE,     /* the same inside one call of a function                   */
    CHANGE_ATTRIBUTE, /* a statement before an object is called                   */
} ChangeKind;

enum { CHANGE_VALUES = 16 }; /* at once, at most */

typedef struct Change {
    const char *text; /* as it was typed                                          */
    ChangeKind kind;
    int line;             /* of `line 12: ...`; 0 without                            */
    const char *name;     /* name whose statement is changed: "E", "net", "y"        */
    bool is_leaf;         /* gradient asked for: as it is before it is trained         */
    const char *stage;    /* CHANGE_STAGE: "weights"                                 */
    const char *function; /* CHANGE_STAGE: what is called, "SelfAttention"        */
    bool is_guarded;      /* CHANGE_STAGE: other calls of it must stay as they are */
    const char *code;     /* the right side, or the statements                    */
    int values;           /* 1 or more                                            */
    int value;            /* the one chosen, from 0                               */
    struct Change *each;  /* where there are several: a change for each of them   */
    const char *shown;    /* in `each`: the value alone                           */
} Change;

/* Reads a change of the lesson of a run, whose labels and results it can name. False after setting
 * *err, whose place is one in `text`. The change lives in `a`. */
bool change_parse(Arena *a, const Run *run, const char *text, Change *out, Err *err);

/* The statement of a lesson that a change of a name is about, as a run of it knows the name; NULL for none. */
const Node *change_maker(const Run *run, const Lesson *lesson, const char *name);

/* The lesson with these changes, one after the other. NULL after setting *err. The caller frees it,
 * before the lesson. */
Lesson *lesson_changed(const Lesson *lesson, const Change *change, int changes, Err *err);

#endif
