/* A lesson with edits in its code: what the lesson would be if its file read so. The file is never
 * written, and no line of it moves.
 *
 *     Edit edit = {.start = node->start, .end = node->end, .text = "softmax(scores, dim=0)"};
 *     Lesson *other = lesson_edit(lesson, &edit, 1, &err);
 *
 * Only the code blocks that are edited are parsed; all else is shared with the lesson, which must
 * live as long. Places in the other lesson's tree are good for further edits. */
#ifndef LESSON_EDIT_H
#define LESSON_EDIT_H

#include "lesson/lesson.h"

typedef struct Edit {
    size_t start, end;  /* bytes of the lesson's source that go, all in one block of code         */
    const char *text;   /* text in their place: no more lines than go                             */
    bool is_added;      /* statements that belong to the one beside them: no reader sees them     */
    const char *remark; /* words on it at the end of the line, or NULL                           */
} Edit;

/* NULL after setting *err: the text cannot be parsed, or two edits overlap. The caller frees it. */
Lesson *lesson_edit(const Lesson *lesson, const Edit *edit, int edits, Err *err);

/* The lesson as far as a line: no more than its code up to there. The caller frees it. */
Lesson *lesson_until(const Lesson *lesson, int line);

/* The whole text of a lesson with all its edits, as it would lie in its file. */
void lesson_text(Buf *out, const Lesson *lesson);

#endif
