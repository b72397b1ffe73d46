/* A lesson for readers without UTF-8: its words, and never its code, whose lines and results must stay
 * what they are. */
#include "base/ascii.h"
#include "lesson/lesson.h"

static const char *in_ascii(Arena *a, const char *text)
{
    Buf out = {.arena = a};
    if (text)
        ascii_mathematics(&out, text);
    return text ? arena_text(a, buf_text(&out), out.length) : NULL;
}

void lesson_to_ascii(Lesson *lesson)
{
    Arena *a = &lesson->arena;
    lesson->title = in_ascii(a, lesson->title);
    for (int s = 0; s < lesson->stages; s++) {
        Stage *stage = &lesson->stage[s];
        stage->title = in_ascii(a, stage->title);
        for (int i = 0; i < stage->parts; i++) {
            Part *part = &stage->part[i];
            if (part->kind == PART_NOTE)
                part->text = in_ascii(a, part->text);
            part->block.text = in_ascii(a, part->block.text);
            for (int k = 0; k < part->block.spans; k++)
                part->block.span[k].text = in_ascii(a, part->block.span[k].text);
        }
    }
}
