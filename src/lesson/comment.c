/* Comments of a lesson: notes for the speaker, and what its introduction says of it. */
#include "lesson/comment.h"

#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/glossary.h"
#include "lesson/path.h"
#include "lesson/spans.h"

/* "Understand 3": the name of a track, and the lesson's place in it. */
static bool set_track(Lesson *lesson, const char *text, Loc at, Err *err)
{
    size_t length = strlen(text), digits = 0;
    while (digits < length && strchr("0123456789", text[length - digits - 1]))
        digits++;
    size_t name = length - digits;
    while (name > 0 && text[name - 1] == ' ')
        name--;
    if (name == 0 || name + digits == length || digits == 0 || digits > 4)
        return err_set(err, at,
                       "track: expected its name and the position of this lesson in it, as in "
                       "Understand 3");
    lesson->track = arena_text(&lesson->arena, text, name);
    lesson->place = atoi(text + length - digits);
    return true;
}

static bool set_minutes(Lesson *lesson, const char *text, Loc at, Err *err)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 4 || text[digits])
        return err_set(err, at, "minutes: expected how many, as in 15");
    lesson->minutes = atoi(text);
    return true;
}

static bool set_needs(Lesson *lesson, const char *text, Loc at, Err *err)
{
    (void)at, (void)err;
    if (*text)
        lesson->needs = text;
    return true;
}

/* "weights[she, Anna]": a page that has many lessons begins with this number of this one. */
static bool set_front(Lesson *lesson, const char *text, Loc at, Err *err)
{
    if (!*text || text[strlen(text) - 1] != ']' || !strchr(text, '['))
        return err_set(err, at, "front: expected a number of this lesson, as in weights[x2, x1]");
    lesson->front = text;
    return true;
}

/* "01 1-5 9": of the stage that it stands in. */
static bool set_leads(Lesson *lesson, const char *text, Loc at, Err *err)
{
    if (!path_is_leads(text))
        return err_set(err, at,
                       "stages: expected a lesson and stages of it in order, as in 01 1-5 9");
    lesson->stage[lesson->stages - 1].leads = text;
    return true;
}

/* "logit, logits": the word that the stage explains. */
static bool set_words(Lesson *lesson, const char *text, Loc at, Err *err)
{
    if (!glossary_is_forms(text))
        return err_set(err, at, "words: expected the forms of a word, as in logit, logits");
    lesson->stage[lesson->stages - 1].words = text;
    return true;
}

/* Marks that a comment can begin with; those about the lesson are read in its introduction alone. */
static const struct {
    const char *mark;
    bool (*set)(Lesson *lesson, const char *text, Loc at, Err *err);
    bool is_of_stage;
} comments[] = {
    {"note:", NULL, true},        {"track:", set_track, false}, {"minutes:", set_minutes, false},
    {"needs:", set_needs, false}, {"front:", set_front, false}, {"stages:", set_leads, true},
    {"words:", set_words, true},
};

bool comment_read(Lesson *lesson, const Source *source, const char *text, size_t length, int *line,
                  const char **note, Err *err)
{
    size_t at = source_skip(text, length, 0);
    for (int i = 0; i < COUNT(comments); i++) {
        size_t mark = strlen(comments[i].mark);
        if (length - at < mark || memcmp(text + at, comments[i].mark, mark) != 0)
            continue;
        at = source_skip(text, length, at + mark);
        for (size_t k = 0; k < at; k++)
            *line += text[k] == '\n';
        const char *said = spans_note(&lesson->arena, text + at, length - at);
        if (!comments[i].set)
            *note = said;
        else if (comments[i].is_of_stage || lesson->stages == 1)
            return comments[i].set(lesson, said, source_locate(source, *line, 0, 0), err);
        return true;
    }
    return true;
}
