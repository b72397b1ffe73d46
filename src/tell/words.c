/* The words of the field (lesson/glossary.h): what one of them is and where it is shown, and the list of all. */
#include <string.h>

#include "base/common.h"
#include "lesson/path.h"
#include "tell/tell.h"

static Target target_of(const GlossaryWord *w)
{
    return (Target){.kind = TARGET_WORD, .of = w->lesson, .cell = w->stage};
}

static const Block *blocks_of(Arena *a, const Stage *page, int *count)
{
    Block *blocks = arena_many(a, (size_t)page->parts + 1, Block);
    *count = 0;
    for (int i = 0; i < page->parts; i++)
        if (page->part[i].kind == PART_PROSE)
            blocks[(*count)++] = page->part[i].block;
    return blocks;
}

/* Rows of words, each once. */
typedef struct WordRows {
    Doc *d;
    const Glossary *g;
    const GlossaryWord *but; /* the one that is none of them */
    int count;
    const GlossaryWord **word;
} WordRows;

static void add_word(WordRows *rows, const GlossaryWord *w)
{
    for (int i = 0; i < rows->count; i++)
        if (rows->word[i] == w)
            return;
    if (w != rows->but)
        arena_push(rows->d->a, rows->word, rows->count, w);
}

static void add_words_of(WordRows *rows, const char *text)
{
    const GlossaryWord *w;
    size_t length = 0;
    for (size_t at = 0; text && (w = glossary_next(rows->g, text, &at, &length)); at += length)
        add_word(rows, w);
}

/* Adds the words of blocks in the order of the text: no word goes on from one span to the next. */
static void add_words(WordRows *rows, const Block *blocks, int count)
{
    for (int b = 0; b < count; b++) {
        for (int s = 0; s < blocks[b].spans; s++)
            if (blocks[b].span[s].style != SPAN_BREAK)
                add_words_of(rows, blocks[b].span[s].text);
        if (blocks[b].kind == BLOCK_CODE)
            add_words_of(rows, blocks[b].text);
    }
}

/* The first sentence about a word. */
static const char *begins(Arena *a, const GlossaryWord *w)
{
    Buf text = {.arena = a};
    int count;
    const Block *block = blocks_of(a, w->page, &count);
    for (int i = 0; count > 0 && i < block->spans; i++)
        if (block->span[i].style != SPAN_BREAK)
            buf_puts(&text, block->span[i].text);
    const char *all = buf_text(&text), *end = strstr(all, ". ");
    return end ? arena_text(a, all, (size_t)(end - all) + 1) : all;
}

static void put_rows(const WordRows *rows, const char *heading)
{
    if (rows->count > 0)
        doc_heading(rows->d, heading);
    for (int i = 0; i < rows->count; i++)
        doc_row(rows->d, target_of(rows->word[i]), "%s\t%s", rows->word[i]->name,
                begins(rows->d->a, rows->word[i]));
}

/* A row for each of the stages that show it. */
static void tell_places(Doc *d, Library *library, const GlossaryWord *w)
{
    const char *name = path_lesson(d->a, w->page->leads);
    const int lesson = library_named(library, name);
    if (lesson < 0 || !library_read(&library->entry[lesson]))
        return;
    const Lesson *of = library->entry[lesson].lesson;
    doc_heading(d, "Shown in");
    for (int at = -1; (at = path_beside(w->page->leads, at, 1)) >= 0 && at < of->stages;)
        doc_row(d, (Target){.kind = TARGET_LESSON, .of = lesson, .cell = at}, "%s.%d\t%s", name, at,
                at > 0 ? of->stage[at].title : "Introduction")
            ->right = of->title;
}

Doc *tell_word(Arena *a, Library *library, const Glossary *g, const GlossaryWord *w)
{
    Doc *d = doc_new(a, DOC_LIST, NULL, library->entry[w->lesson].lesson->title);
    WordRows rows = {.d = d, .g = g, .but = w};
    d->head = w->name;
    Piece *p = doc_add(d, PIECE_PROSE);
    p->block = blocks_of(a, w->page, &p->blocks);
    add_words(&rows, p->block, p->blocks);
    tell_places(d, library, w);
    put_rows(&rows, "Words in it");
    return d;
}

Doc *tell_glossary(Arena *a, const Glossary *g, const Lens *l, const Spot *here)
{
    Doc *d = doc_new(a, DOC_LIST, NULL, "Words of the field");
    WordRows on_page = {.d = d, .g = g}, all = {.d = d, .g = g};
    d->head = arena_format(a, "%d word%s", g->count, plural(g->count));
    if (l && l->run) {
        const StageAs as = {.spot = *here, .pointer = {.thing = POINT_NOTHING}};
        const Doc *page = tell_stage(a, l, &as);
        for (int i = 0; i < page->pieces; i++)
            if (page->piece[i].kind == PIECE_CODE)
                add_words_of(&on_page, page->piece[i].text);
            else if (page->piece[i].kind == PIECE_PROSE || page->piece[i].kind == PIECE_QUESTION)
                add_words(&on_page, page->piece[i].block, page->piece[i].blocks);
    }
    put_rows(&on_page, "On this page");
    for (int i = 0; i < g->count; i++)
        add_word(&all, &g->word[i]);
    put_rows(&all, on_page.count > 0 ? "All" : "");
    if (g->count == 0)
        doc_note(d, "No lesson here explains words.");
    return d;
}
