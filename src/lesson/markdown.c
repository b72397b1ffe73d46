/* cmark reads the source into a tree; a walk over the tree fills the stages. This is the only file
 * that knows cmark: what it does not tell is looked up in the source (source.h). */
#include "lesson/markdown.h"

#include "base/common.h"
#include "base/die.h"
#include "base/utf8.h"
#include "lesson/comment.h"
#include "lesson/source.h"
#include "lesson/spans.h"
#include "python/limits.h"

#include <cmark.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct BlockReader {
    Lesson *lesson;
    Err *err;
    Source source;
    int parts;  /* in all stages                                     */
    int answer; /* the line of the question that is being answered, or 0 */
    bool titled;
} BlockReader;

/* cmark's own allocator aborts when memory ends, and the terminal would stay as it is. */
static void *must(void *block)
{
    if (!block)
        base_die("out of memory while reading Markdown");
    return block;
}

static void *allocate(size_t count, size_t size)
{
    return must(calloc(count, size));
}

static void *reallocate(void *block, size_t size)
{
    return must(realloc(block, size));
}

static cmark_node *parse_markdown(const char *text, size_t length)
{
    static cmark_mem memory = {allocate, reallocate, free};
    cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &memory);
    cmark_parser_feed(parser, text, length);
    cmark_node *document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    return document;
}

/* Where a block lies, and what kind a paragraph is there. */
typedef struct Nesting {
    BlockKind kind;
    int depth, number;
    bool quoted;
} Nesting;

static size_t get_byte(cmark_node *node)
{
    int column = cmark_node_get_start_column(node);
    return column > 0 ? (size_t)column - 1 : 0;
}

static Loc locate(const BlockReader *r, cmark_node *node)
{
    size_t at = get_byte(node);
    return source_locate(&r->source, cmark_node_get_start_line(node), at, at);
}

/* ---- stages and parts ---- */

static void add_stage(BlockReader *r, const char *title, int line)
{
    Lesson *lesson = r->lesson;
    arena_push(&lesson->arena, lesson->stage, lesson->stages,
               (Stage){.title = title, .line = line});
}

/* A new part of the last stage; NULL after setting the error. */
static Part *add_part(BlockReader *r, PartKind kind, int line)
{
    Stage *stage = &r->lesson->stage[r->lesson->stages - 1];
    if (++r->parts > LIMIT_PARTS) {
        err_set(r->err, source_locate(&r->source, line, 0, 0),
                "more than %d paragraphs, blocks and notes in one lesson", LIMIT_PARTS);
        return NULL;
    }
    arena_push(&r->lesson->arena, stage->part, stage->parts, (Part){.kind = kind, .line = line});
    return &stage->part[stage->parts - 1];
}

static Part *add_prose(BlockReader *r, BlockKind kind, Nesting nesting, int line)
{
    Part *part = add_part(r, r->answer ? PART_ANSWER : PART_PROSE, line);
    if (part)
        part->block = (Block){.kind = kind, .depth = nesting.depth};
    if (part && kind == BLOCK_ITEM)
        part->block.number = nesting.number;
    return part;
}

/* ---- comments ---- */

/* The content of a comment; a note is a part of its stage. */
static bool read_comment(BlockReader *r, const char *text, size_t length, int line)
{
    const char *note = NULL;
    if (!comment_read(r->lesson, &r->source, text, length, &line, &note, r->err))
        return false;
    Part *part = note ? add_part(r, PART_NOTE, line) : NULL;
    if (part)
        part->text = note;
    return part || !note;
}

/* From cmark 0.31 on there is also the comment <!-->, too short to hold anything. */
static bool is_comment(cmark_node *node)
{
    if (cmark_node_get_type(node) != CMARK_NODE_HTML_INLINE)
        return false;
    const char *html = cmark_node_get_literal(node);
    return strlen(html) >= strlen("<!---->") && strncmp(html, "<!--", 4) == 0;
}

/* The notes inside a paragraph or heading. cmark does not count the lines that inline HTML
 * takes, so each is looked for in the source from the last one on. */
static bool read_inline_notes(BlockReader *r, cmark_node *parent)
{
    int line = cmark_node_get_start_line(parent);
    const char *cursor = r->source.text + r->source.start[line - 1];
    cmark_iter *iter = cmark_iter_new(parent);
    bool ok = true;
    while (ok && cmark_iter_next(iter) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        if (!is_comment(node))
            continue;
        const char *literal = cmark_node_get_literal(node);
        size_t first = strcspn(literal, "\n"), length = strlen(literal);
        while (*cursor && strncmp(cursor, literal, first) != 0)
            line += *cursor++ == '\n';
        ok = read_comment(r, literal + 4, length - 7, line);
        cursor += *cursor != '\0';
    }
    cmark_iter_free(iter);
    return ok;
}

/* ---- text inside a block ---- */

/* How many of each lie around the text. */
typedef struct Markup {
    int emphasis, strong, links;
    size_t link_start; /* in the plain text                             */
} Markup;

static SpanStyle find_style(const Markup *around)
{
    if (around->links > 0)
        return SPAN_LINK;
    if (around->strong > 0)
        return SPAN_STRONG;
    return around->emphasis > 0 ? SPAN_EMPHASIS : SPAN_TEXT;
}

/* Puts a leaf of the tree. An image has none of its own: it shows its alternative text. */
static void put_leaf(Spans *p, const Markup *around, cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT:
        spans_put(p, find_style(around), cmark_node_get_literal(node));
        break;
    case CMARK_NODE_CODE:
        spans_put(p, SPAN_CODE, cmark_node_get_literal(node));
        break;
    case CMARK_NODE_HTML_INLINE:
        if (!is_comment(node))
            spans_put(p, find_style(around), cmark_node_get_literal(node));
        break;
    case CMARK_NODE_SOFTBREAK:
        spans_put(p, find_style(around), " ");
        break;
    case CMARK_NODE_LINEBREAK:
        spans_break(p);
        break;
    default:
        break;
    }
}

/* Counts what begins (`step` 1) or ends (`step` -1) here; a link that ends shows its address.
 * Links do not nest. */
static void turn(Spans *p, Markup *around, cmark_node *node, int step)
{
    cmark_node_type type = cmark_node_get_type(node);
    around->emphasis += type == CMARK_NODE_EMPH ? step : 0;
    around->strong += type == CMARK_NODE_STRONG ? step : 0;
    if (type != CMARK_NODE_LINK)
        return;
    around->links += step;
    if (step > 0)
        around->link_start = p->plain.length;
    else
        spans_address(p, around->link_start, cmark_node_get_url(node));
}

static void read_inline(BlockReader *r, cmark_node *parent, Spans *p)
{
    Markup around = {0};
    spans_begin(p, &r->lesson->arena);
    cmark_iter *iter = cmark_iter_new(parent);
    cmark_event_type event;
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        if (event == CMARK_EVENT_ENTER)
            put_leaf(p, &around, node);
        turn(p, &around, node, event == CMARK_EVENT_ENTER ? 1 : -1);
    }
    cmark_iter_free(iter);
    spans_finish(p);
}

/* A comment that is none would show its note to everybody. */
static bool check_comments(BlockReader *r, cmark_node *node, const Spans *p)
{
    for (int i = 0; i < p->spans; i++)
        if (p->span[i].style != SPAN_CODE && strstr(p->span[i].text, "<!--"))
            return err_set(r->err, locate(r, node),
                           "this text has a <!-- that begins no comment: "
                           "it is never closed, or there is a -- inside");
    return true;
}

/* A paragraph or small heading. One that held nothing but notes leaves only those. */
static bool read_paragraph(BlockReader *r, cmark_node *node, BlockKind kind, Nesting nesting)
{
    Spans p;
    read_inline(r, node, &p);
    spans_end(&p);
    if (!check_comments(r, node, &p))
        return false;
    if (p.spans > 0 || kind == BLOCK_ITEM) {
        Part *part = add_prose(r, kind, nesting, cmark_node_get_start_line(node));
        if (!part)
            return false;
        part->block.spans = p.spans;
        part->block.span = p.span;
    }
    return read_inline_notes(r, node);
}

/* ---- headings ---- */

/* Refuses what cannot stand in an answer: it would have to be seen, or run, before that is opened. */
static bool check_answered(BlockReader *r, int line, const char *what)
{
    return r->answer == 0 ||
           err_set(r->err, source_locate(&r->source, line, 0, 0),
                   "%s in the answer to the question in line %d: it is closed with </details>",
                   what, r->answer);
}

static bool start_title(BlockReader *r, cmark_node *node, const char *title)
{
    if (r->titled)
        return err_set(r->err, locate(r, node),
                       "a second # heading: a lesson has one title, its stages are ## headings");
    if (r->lesson->stages > 1)
        return err_set(r->err, locate(r, node),
                       "a # heading after the first stage: the title comes first, "
                       "stages are ## headings");
    r->titled = true;
    if (*title)
        r->lesson->title = title;
    r->lesson->stage[0].line = cmark_node_get_start_line(node);
    return true;
}

static bool start_stage(BlockReader *r, Loc at, const char *title)
{
    if (!*title)
        return err_set(r->err, at, "this ## heading is empty: a stage needs a title");
    if (r->lesson->stages > LIMIT_STAGES)
        return err_set(r->err, at, "more than %d stages in one lesson", LIMIT_STAGES);
    add_stage(r, title, at.line);
    return true;
}

static bool read_heading(BlockReader *r, cmark_node *node, Nesting nesting)
{
    int level = cmark_node_get_heading_level(node);
    if (level > 2 || nesting.depth > 0)
        return read_paragraph(r, node, BLOCK_HEADING, nesting);
    Spans p;
    read_inline(r, node, &p);
    const char *title = arena_text(&r->lesson->arena, buf_text(&p.plain), p.plain.length);
    spans_end(&p);
    if (!check_comments(r, node, &p))
        return false;
    bool ok = check_answered(r, cmark_node_get_start_line(node), "a heading") &&
              (level == 1 ? start_title(r, node, title) : start_stage(r, locate(r, node), title));
    return ok && read_inline_notes(r, node);
}

/* ---- code ---- */

static bool fail_fence(BlockReader *r, const Fence *fence, const char *message)
{
    return err_set(r->err, source_locate(&r->source, fence->line, fence->at, fence->length), "%s",
                   message);
}

static bool is_in_what_if(const BlockReader *r)
{
    return stage_what_if(&r->lesson->stage[r->lesson->stages - 1]) != NULL;
}

static bool read_python(BlockReader *r, const Fence *fence, const char *literal, Nesting nesting)
{
    if (nesting.quoted)
        return fail_fence(r, fence,
                          "python code inside a quote: code that runs must be outside quotes");
    if (is_in_what_if(r))
        return fail_fence(r, fence, "code in a what-if: a ## heading ends it");
    Part *part = check_answered(r, fence->line, "code that runs")
                     ? add_part(r, PART_CODE, fence->line + 1)
                     : NULL;
    if (!part)
        return false;
    part->text = arena_string(&r->lesson->arena, literal);
    part->cell = fence_number(fence);
    part->start = r->source.start[fence->line];
    part->end = r->source.start[fence->line + fence->content];
    part->column = source_column(fence->text, fence->at);
    return true;
}

/* Reads the expression behind the fence that is expected, parsed with the code. */
static bool read_expect(BlockReader *r, const Fence *fence, const char *literal)
{
    size_t from, to;
    fence_words(fence, &from, &to);
    if (from == to && is_in_what_if(r))
        return fail_fence(r, fence, "what is expected after a what-if has a name: expect NAME");
    Part *part = check_answered(r, fence->line, "an expectation")
                     ? add_part(r, PART_EXPECT, fence->line + 1)
                     : NULL;
    if (!part)
        return false;
    part->name = arena_text(&r->lesson->arena, fence->text + from, to - from);
    part->text = spans_code(&r->lesson->arena, literal, 0);
    part->start = r->source.start[fence->line - 1] + from;
    part->end = r->source.start[fence->line - 1] + to;
    part->column = source_locate(&r->source, fence->line, from, from).col - 1;
    return true;
}

/* Reads what follows "what-if" as the title of a stage. */
static bool read_what_if(BlockReader *r, const Fence *fence, const char *literal, Nesting nesting)
{
    Arena *a = &r->lesson->arena;
    size_t from, to;
    fence_words(fence, &from, &to);
    if (nesting.depth > 0 || r->lesson->stages == 1)
        return fail_fence(r, fence, "a what-if is a stage of its own, after other stages");
    if (from == to)
        return fail_fence(r, fence, "a what-if needs a title: what-if The scores are not divided");
    if (!check_answered(r, fence->line, "a what-if"))
        return false;
    Buf title = {0};
    buf_puts(&title, "What if: ");
    buf_shown(&title, fence->text + from, to - from);
    Loc at = source_locate(&r->source, fence->line, fence->at, fence->length);
    if (!start_stage(r, at, arena_keep(a, &title)))
        return false;
    Part *part = add_part(r, PART_WHAT_IF, fence->line + 1);
    if (!part)
        return false;
    part->text = spans_code(a, literal, 0);
    part->column = source_column(fence->text, fence->at);
    return true;
}

static bool show_code(BlockReader *r, const char *literal, Nesting nesting, int line)
{
    Part *part = add_prose(r, BLOCK_CODE, nesting, line);
    if (!part)
        return false;
    part->block.text = spans_code(&r->lesson->arena, literal, CODE_TAB);
    return true;
}

/* The line of the first block after `node` and what encloses it, 0 at the end. */
static int find_next_line(cmark_node *node)
{
    while (node && !cmark_node_next(node))
        node = cmark_node_parent(node);
    return node ? cmark_node_get_start_line(cmark_node_next(node)) : 0;
}

static bool read_fenced_code(BlockReader *r, cmark_node *node, Nesting nesting)
{
    Fence fence;
    int line = cmark_node_get_start_line(node);
    const char *literal = cmark_node_get_literal(node);
    if (!fence_find(&r->source, line, get_byte(node), literal, &fence))
        return show_code(r, literal, nesting, line);
    if (!fence_is_closed(&r->source, &fence, find_next_line(node)))
        return err_set(r->err, source_locate(&r->source, line, fence.at, fence.length),
                       "the code block that opens here is never closed");
    if (fence_is(&fence, "python"))
        return read_python(r, &fence, literal, nesting);
    if (fence_is(&fence, "expect"))
        return read_expect(r, &fence, literal);
    if (fence_is(&fence, "what-if"))
        return read_what_if(r, &fence, literal, nesting);
    return show_code(r, literal, nesting, line + 1);
}

/* ---- HTML ---- */

/* Blocks of HTML that go on over empty lines until they are closed, and would swallow the rest of a
 * lesson when they are not. Each of the last four ends at any one of their closing tags. */
static const struct {
    const char *open, *close;
} endings[] = {
    {"<!--", "-->"},          {"<?", "?>"},
    {"<![CDATA[", "]]>"},     {"<!", ">"},
    {"<script", "</script>"}, {"<style", "</style>"},
    {"<pre", "</pre>"},       {"<textarea", "</textarea>"},
};

enum { ENDINGS = COUNT(endings), FIRST_TAG = 4 };

/* The name of a tag ends where it ends: <prefix> is no <pre>. */
static bool opens(const char *html, int kind)
{
    size_t length = strlen(endings[kind].open);
    if (strncasecmp(html, endings[kind].open, length) != 0)
        return false;
    return kind < FIRST_TAG || strchr(" \t\n>", html[length]); /* finds the NUL, too */
}

static bool is_html_closed(const char *html)
{
    int kind = 0;
    html += source_skip(html, strlen(html), 0);
    while (kind < ENDINGS && !opens(html, kind))
        kind++;
    if (kind == ENDINGS)
        return true;
    if (kind < FIRST_TAG)
        return utf8_contains(html, strlen(html), endings[kind].close);
    for (int i = FIRST_TAG; i < ENDINGS; i++)
        if (utf8_contains(html, strlen(html), endings[i].close))
            return true;
    return false;
}

/* HTML other than comments is text to show. */
static bool show_html(BlockReader *r, const char *html, size_t length, Nesting nesting, int line)
{
    Spans p;
    size_t at = source_skip(html, length, 0);
    for (size_t i = 0; i < at; i++)
        line += html[i] == '\n';
    if (at == length)
        return true;
    spans_begin(&p, &r->lesson->arena);
    spans_put(&p, SPAN_TEXT, arena_text(&r->lesson->arena, html + at, length - at));
    spans_finish(&p);
    spans_end(&p);
    Part *part = add_prose(r, nesting.kind, nesting, line);
    if (!part)
        return false;
    part->block.spans = p.spans;
    part->block.span = p.span;
    return true;
}

/* ---- questions ---- */

/* A question is written as the HTML that other programs fold, its answer as Markdown:
 *
 *     <details><summary>Which key wins row `x2`?</summary>
 *
 *     Its own.
 *
 *     </details>
 *
 * Where HTML is no question, what it asks is NULL. */
static const char *find_question(BlockReader *r, const char *html)
{
    static const char *const tags[] = {"<details>", "<summary>", "</summary>"};
    const char *at = html, *asked = NULL;
    size_t length = 0;
    for (int i = 0; i < COUNT(tags); i++) {
        const char *tag = strstr(at, tags[i]);
        if (!tag || (i < COUNT(tags) - 1 && tag != at + source_skip(at, strlen(at), 0)))
            return NULL;
        length = (size_t)(tag - at);
        asked = at;
        at = tag + strlen(tags[i]);
    }
    return at[source_skip(at, strlen(at), 0)] ? NULL : arena_text(&r->lesson->arena, asked, length);
}

static bool is_answered(const char *html)
{
    static const char tag[] = "</details>";
    html += source_skip(html, strlen(html), 0);
    size_t length = strlen(tag);
    return strncmp(html, tag, length) == 0 &&
           !html[length + source_skip(html + length, strlen(html + length), 0)];
}

/* Reads what is asked, one paragraph. */
static bool read_question(BlockReader *r, const char *asked, int line)
{
    Spans p = {0};
    cmark_node *document = parse_markdown(asked, strlen(asked));
    cmark_node *text = cmark_node_first_child(document);
    bool is_text = text && cmark_node_get_type(text) == CMARK_NODE_PARAGRAPH &&
                   !cmark_node_next(text);
    if (is_text) {
        read_inline(r, text, &p);
        spans_end(&p);
    }
    cmark_node_free(document);
    if (!is_text)
        return err_set(r->err, source_locate(&r->source, line, 0, 0),
                       "a question is one paragraph between <summary> and </summary>");
    Part *part = check_answered(r, line, "a question") ? add_part(r, PART_QUESTION, line) : NULL;
    if (!part)
        return false;
    part->block = (Block){.kind = BLOCK_PARAGRAPH, .spans = p.spans, .span = p.span};
    r->answer = line;
    return true;
}

/* ---- HTML that is none ---- */

static bool read_html(BlockReader *r, cmark_node *node, Nesting nesting)
{
    const char *html = cmark_node_get_literal(node);
    int line = cmark_node_get_start_line(node);
    const char *asked = nesting.depth == 0 ? find_question(r, html) : NULL;
    if (asked)
        return read_question(r, asked, line);
    if (r->answer > 0 && nesting.depth == 0 && is_answered(html)) {
        r->answer = 0;
        return true;
    }
    if (!is_html_closed(html))
        return err_set(r->err, locate(r, node), "the HTML that opens here is never closed");
    for (;;) {
        const char *open = strstr(html, "<!--");
        size_t before = open ? (size_t)(open - html) : strlen(html);
        if (!show_html(r, html, before, nesting, line))
            return false;
        if (!open)
            return true;
        for (; html < open; html++)
            line += *html == '\n';
        const char *close = strstr(open + 2, "-->");
        if (!close)
            return err_set(r->err, source_locate(&r->source, line, 0, 0),
                           "a comment that begins in this line is never closed");
        if (close >= open + 4 && !read_comment(r, open + 4, (size_t)(close - open) - 4, line))
            return false;
        for (; html < close + 3; html++)
            line += *html == '\n';
    }
}

/* ---- blocks ---- */

static bool read_block(BlockReader *r, cmark_node *node, Nesting nesting);

static bool read_children(BlockReader *r, cmark_node *child, Nesting nesting)
{
    for (; child; child = cmark_node_next(child))
        if (!read_block(r, child, nesting))
            return false;
    return true;
}

/* The first paragraph of an item shows its bullet or number; an item that begins with anything else
 * gets an empty one. */
static bool read_item(BlockReader *r, cmark_node *item, Nesting nesting)
{
    cmark_node *child = cmark_node_first_child(item);
    bool is_text = child && cmark_node_get_type(child) == CMARK_NODE_PARAGRAPH;
    if (!is_text && !add_prose(r, BLOCK_ITEM, nesting, cmark_node_get_start_line(item)))
        return false;
    if (is_text && !read_paragraph(r, child, BLOCK_ITEM, nesting))
        return false;
    nesting.kind = BLOCK_PARAGRAPH;
    return read_children(r, is_text ? cmark_node_next(child) : child, nesting);
}

static bool read_list(BlockReader *r, cmark_node *list, Nesting nesting)
{
    bool numbered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
    int start = cmark_node_get_list_start(list);
    nesting.number = !numbered ? 0 : start > 0 ? start : 1;
    for (cmark_node *item = cmark_node_first_child(list); item; item = cmark_node_next(item)) {
        if (!read_item(r, item, nesting))
            return false;
        nesting.number += numbered;
    }
    return true;
}

static bool read_container(BlockReader *r, cmark_node *node, Nesting nesting)
{
    if (++nesting.depth > LIMIT_PROSE_DEPTH)
        return err_set(r->err, locate(r, node), "lists and quotes are nested more than %d deep",
                       LIMIT_PROSE_DEPTH);
    if (cmark_node_get_type(node) == CMARK_NODE_LIST)
        return read_list(r, node, nesting);
    nesting.kind = BLOCK_QUOTE;
    nesting.quoted = true;
    return read_children(r, cmark_node_first_child(node), nesting);
}

static bool read_block(BlockReader *r, cmark_node *node, Nesting nesting)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING:
        return read_heading(r, node, nesting);
    case CMARK_NODE_PARAGRAPH:
        return read_paragraph(r, node, nesting.kind, nesting);
    case CMARK_NODE_CODE_BLOCK:
        return read_fenced_code(r, node, nesting);
    case CMARK_NODE_HTML_BLOCK:
        return read_html(r, node, nesting);
    case CMARK_NODE_THEMATIC_BREAK:
        return add_prose(r, BLOCK_RULE, nesting, cmark_node_get_start_line(node)) != NULL;
    default:
        return read_container(r, node, nesting);
    }
}

static bool read_document(BlockReader *r)
{
    Lesson *lesson = r->lesson;
    Nesting top = {.kind = BLOCK_PARAGRAPH};
    add_stage(r, "", 1);
    cmark_node *document = parse_markdown(lesson->source, lesson->length);
    bool ok = read_children(r, cmark_node_first_child(document), top);
    cmark_node_free(document);
    if (ok && r->answer > 0)
        return err_set(r->err, source_locate(&r->source, r->answer, 0, 0),
                       "the answer to this question never ends: </details> closes it");
    if (ok && lesson->stages == 1)
        return err_set(r->err, (Loc){.file = lesson->path},
                       "no stage: a lesson needs at least one ## heading");
    lesson->stage[0].title = lesson->title;
    return ok;
}

bool markdown_read(Lesson *lesson, Err *err)
{
    Arena scratch = {0};
    BlockReader r = {.lesson = lesson, .err = err};
    r.source = source_index(&scratch, lesson->path, lesson->source, lesson->length);
    lesson->title = lesson->name;
    bool ok = source_check(&r.source, err) && read_document(&r);
    arena_release(&scratch);
    return ok;
}
