#include "tell/question.h"

#include <string.h>

/* A paragraph with a word before it. */
static Block labelled(Arena *a, const Block *block, const char *label)
{
    Block said = *block;
    said.spans = block->spans + 2;
    said.span = arena_many(a, (size_t)said.spans, Span);
    said.span[0] = (Span){SPAN_STRONG, label};
    said.span[1] = (Span){SPAN_TEXT, " "};
    for (int i = 0; i < block->spans; i++)
        said.span[i + 2] = block->span[i];
    return said;
}

/* An answer is labelled at its first paragraph; one that begins with anything else tells itself. */
Block question_block(Arena *a, const Stage *stage, int part)
{
    const Part *p = &stage->part[part];
    if (p->kind == PART_QUESTION)
        return labelled(a, &p->block, "Question:");
    bool is_first = stage->part[part - 1].kind == PART_QUESTION;
    return is_first && p->block.kind == BLOCK_PARAGRAPH ? labelled(a, &p->block, "Answer:")
                                                        : p->block;
}

const Block *question_blocks(Arena *a, const Stage *stage, QuestionWhat what, int *count)
{
    Block *blocks = arena_many(a, (size_t)stage->parts + 1, Block);
    *count = 0;
    for (int i = 0; i < stage->parts; i++) {
        PartKind kind = stage->part[i].kind;
        if ((kind == PART_QUESTION && (what & QUESTION_ASKED)) ||
            (kind == PART_ANSWER && (what & QUESTION_ANSWERS)))
            blocks[(*count)++] = question_block(a, stage, i);
    }
    return blocks;
}
