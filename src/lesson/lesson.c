/* A lesson file is not trusted: what kind of file it is is asked before it is opened, and what it
 * holds is checked before anything reads it as Markdown. */
#include "lesson/lesson.h"

#include "base/clock.h"
#include "base/common.h"
#include "base/file.h"
#include "base/utf8.h"
#include "lesson/edit.h"
#include "lesson/markdown.h"
#include "lesson/notebook.h"
#include "lesson/outline.h"
#include "lesson/script.h"
#include "python/limits.h"
#include "python/parser.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ---- */

static const char *name_kind(mode_t mode)
{
    static const struct {
        mode_t kind;
        const char *name;
    } kinds[] = {
        {S_IFDIR, "a directory"},    {S_IFIFO, "a FIFO"},    {S_IFCHR, "a character device"},
        {S_IFBLK, "a block device"}, {S_IFSOCK, "a socket"},
    };
    for (int i = 0; i < COUNT(kinds); i++)
        if ((mode & S_IFMT) == kinds[i].kind)
            return kinds[i].name;
    return "no regular file";
}

static bool check_kind(const struct stat *status, Loc at, Err *err)
{
    if (S_ISREG(status->st_mode))
        return true;
    return err_set(err, at, "this is %s, not a lesson file", name_kind(status->st_mode));
}

/* The kind is asked before opening, since opening a device can do things, and again after, since
 * the name may mean another file by then. O_NONBLOCK: opening a FIFO must not wait for its
 * writer. */
static int open_file(const char *path, Loc at, Err *err)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        err_set(err, at, "%s", strerror(errno));
        return -1;
    }
    if (!check_kind(&status, at, err))
        return -1;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0) {
        err_set(err, at, "%s", strerror(errno));
        return -1;
    }
    if (fstat(file, &status) != 0)
        err_set(err, at, "%s", strerror(errno));
    else if (check_kind(&status, at, err))
        return file;
    close(file);
    return -1;
}

/* Reads to the end, or to the first byte that is too much. Standard input may not have come yet; a file
 * that makes its reader wait is none. */
static bool read_all(int file, Buf *text, size_t most, Loc at, Err *err)
{
    char block[16384];
    while (text->length <= most) {
        ssize_t size = read(file, block, sizeof block);
        if (size == 0)
            return true;
        if (size > 0) {
            buf_add(text, block, (size_t)size);
        } else if (errno == EAGAIN && file == STDIN_FILENO) {
            struct pollfd ready = {.fd = file, .events = POLLIN};
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return err_set(err, at, "%s", strerror(errno));
        }
    }
    return err_set(err, at, "more than %zu bytes: this is too large for a lesson", most);
}

static bool read_lesson_file(const char *path, Buf *text, size_t most, Err *err)
{
    Loc at = {.file = path};
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, text, most, at, err);
    if (file_inside(path))
        return file_read(text, path, most);
    int file = open_file(path, at, err);
    if (file < 0)
        return false;
    bool ok = read_all(file, text, most, at, err);
    close(file);
    return ok;
}

/* ---- text ---- */

/* CRLF and CR become LF, as Python and CommonMark read them. */
static void convert_line_ends(Buf *text)
{
    const char *first = memchr(text->text, '\r', text->length);
    size_t to = first ? (size_t)(first - text->text) : text->length;
    for (size_t at = to; at < text->length; at++) {
        if (text->text[at] == '\r' && at + 1 < text->length && text->text[at + 1] == '\n')
            continue;
        text->text[to++] = text->text[at] == '\r' ? '\n' : text->text[at];
    }
    buf_cut(text, to);
}

static void drop_mark(Buf *text)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t length = strlen(mark);
    if (text->length < length || memcmp(text->text, mark, length) != 0)
        return;
    memmove(text->text, text->text + length, text->length - length);
    buf_cut(text, text->length - length);
}

static Loc locate(const char *path, const char *text, size_t byte)
{
    Loc at = {.file = path, .line = 1, .col = 1};
    for (size_t i = 0; i < byte;) {
        uint32_t c;
        i += utf8_next(text + i, byte - i, &c);
        at.col++;
        if (c == '\n') {
            at.line++;
            at.col = 1;
        }
    }
    return at;
}

static bool check_text(const char *path, Buf *text, Err *err)
{
    Loc file = {.file = path};
    if (text->length > LIMIT_BYTES)
        return err_set(err, file, "more than %d bytes: this is too large for a lesson",
                       LIMIT_BYTES);
    if (text->length == 0)
        return err_set(err, file, "this file is empty");
    if (memchr(text->text, '\0', text->length))
        return err_set(err, file, "this looks like a binary file: it has zero bytes");
    drop_mark(text);
    convert_line_ends(text);
    size_t bad = utf8_check(buf_text(text), text->length);
    if (bad < text->length)
        return err_set(err, locate(path, text->text, bad), "byte 0x%02X is not valid UTF-8",
                       (unsigned char)text->text[bad]);
    return true;
}

static bool has_suffix(const char *path, const char *end)
{
    size_t length = strlen(path), size = strlen(end);
    return length > size && strcmp(path + length - size, end) == 0;
}

/* Makes Markdown of a notebook, as which it is read. */
static bool convert_notebook(const char *path, Buf *text, Err *err)
{
    Buf markdown = {0};
    bool ok = notebook_markdown(path, text, &markdown, err);
    if (ok) {
        buf_release(text);
        *text = markdown;
    } else {
        buf_release(&markdown);
    }
    return ok;
}

bool lesson_load(const char *path, Buf *text, Err *err)
{
    bool notebook = has_suffix(path, ".ipynb");
    return read_lesson_file(path, text, notebook ? LIMIT_NOTEBOOK : LIMIT_BYTES, err) &&
           (!notebook || convert_notebook(path, text, err)) && check_text(path, text, err);
}

/* ---- lessons ---- */

size_t lesson_stem(const char *name)
{
    static const char *const ends[] = {".md", ".py", ".ipynb"};
    for (int i = 0; i < COUNT(ends); i++)
        if (has_suffix(name, ends[i]))
            return strlen(name) - strlen(ends[i]);
    return strlen(name);
}

const char *lesson_name(Arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    return arena_text(a, name, lesson_stem(name));
}

/* The lesson lives in its own arena. */
static Lesson *make_lesson(const char *path, const Buf *text)
{
    Arena arena = {0};
    Lesson *lesson = arena_new(&arena, Lesson);
    lesson->path = arena_string(&arena, path);
    lesson->name = strcmp(path, "-") == 0 ? "standard input" : lesson_name(&arena, path);
    const char *slash = strrchr(lesson->path, '/');
    lesson->file = strcmp(path, "-") == 0 ? "standard input.md" : slash ? slash + 1 : lesson->path;
    lesson->source = arena_text(&arena, buf_text(text), text->length);
    lesson->length = text->length;
    lesson->is_notebook = has_suffix(path, ".ipynb");
    lesson->is_script = has_suffix(path, ".py");
    lesson->arena = arena;
    return lesson;
}

/* An expectation is one expression. */
static bool parse_expected(Lesson *lesson, Part *part, const Code *code, Err *err)
{
    Program *p = &part->program;
    return parse(&lesson->arena, code, p, err) &&
           ((p->count == 1 && p->statement[0].node->kind == NODE_EXPRESSION) ||
            err_set(err, (Loc){lesson->path, code->line, code->col, 0},
                    "expect is followed by an expression such as x, net.weight or y.scores, or by "
                    "nothing for what was printed"));
}

static bool is_main_test(const Node *n)
{
    if (n->kind != NODE_COMPARE || n->kids != 2 || n->ops[0] != OP_EQ)
        return false;
    int name = n->kid[1]->kind == NODE_NAME;
    const Node *text = n->kid[!name];
    return n->kid[name]->kind == NODE_NAME && strcmp(n->kid[name]->text, "__name__") == 0 &&
           text->kind == NODE_STRING && strcmp(text->text, "__main__") == 0;
}

/* Puts what stands under `if __name__ == "__main__":` among the statements of the stage: it is run whenever a lesson
 * is. */
static void open_main(Arena *a, Program *p)
{
    Program opened = {0};
    for (int i = 0; i < p->count; i++) {
        const Statement *s = &p->statement[i];
        const Node *n = s->node, *body = n->kids == 2 ? n->kid[1] : NULL;
        if (n->kind != NODE_IF || !body || s->directives > 0 || !is_main_test(n->kid[0])) {
            arena_push(a, opened.statement, opened.count, *s);
            continue;
        }
        for (int k = 0; k < body->kids; k++)
            arena_push(a, opened.statement, opened.count, *body->kid[k]->statement);
    }
    *p = opened;
}

/* A heading before the mistake is text that became code: the block before it was not closed. */
static void hint_at_fence(const Lesson *lesson, const Part *part, Err *err)
{
    const char *line = lesson->source + part->start, *end = lesson->source + part->end;
    for (int number = part->line; line < end && number <= err->at.line; number++) {
        if (strncmp(line, "## ", 3) == 0 && number > part->line) {
            size_t length = strlen(err->message);
            snprintf(err->message + length, sizeof err->message - length,
                     ": is the code block that opens in line %d closed before line %d?",
                     part->line - 1, number);
            return;
        }
        line += strcspn(line, "\n");
        line += line < end;
    }
}

static const char *next_part_line(const char *text)
{
    text += strcspn(text, "\n");
    return text + (*text == '\n');
}

/* Where its lines begin: whoever asks for one of many walks through none of the others. */
static void index_lines(Arena *a, Part *part)
{
    int count = 0;
    const char **line;
    for (const char *at = part->text; *at; count++)
        at = next_part_line(at);
    line = arena_many(a, (size_t)count, const char *);
    count = 0;
    for (const char *at = part->text; *at; at = next_part_line(at))
        line[count++] = at;
    part->line_text = line;
    part->lines = count;
}

const char *lesson_part_line(const Part *part, int line)
{
    int i = line - part->line;
    return part->lines == 0 ? "" : i < 0 ? part->text : i < part->lines ? part->line_text[i] : "";
}

void lesson_parse_part(Lesson *lesson, Part *part)
{
    bool expects = part->kind == PART_EXPECT && *part->name;
    Code code = {.file = lesson->path,
                 .source = lesson->source,
                 .start = part->start,
                 .end = part->end,
                 .line = part->line - expects,
                 .column = expects ? 0 : part->column,
                 .col = expects ? part->column + 1 : 0};
    Err err = {0};
    if (part->kind != PART_CODE && !expects)
        return;
    if (!expects)
        index_lines(&lesson->arena, part);
    Program *p = &part->program;
    bool ok = expects ? parse_expected(lesson, part, &code, &err)
                      : parse(&lesson->arena, &code, p, &err);
    open_main(&lesson->arena, p);
    if (ok)
        return;
    /* The part of the mistake's line that was read is no statement. */
    while (p->count > 0 && p->statement[p->count - 1].last_line >= err.at.line)
        p->count--;
    if (!expects)
        hint_at_fence(lesson, part, &err);
    Err *kept = arena_new(&lesson->arena, Err);
    *kept = err;
    part->err = kept;
}

/* A cell has the number that stands beside it in the notebook, or its place among the cells of code. */
static void count_cells(Lesson *lesson)
{
    int cells = 0;
    for (int s = 0; s < lesson->stages; s++)
        for (int p = 0; p < lesson->stage[s].parts; p++) {
            Part *part = &lesson->stage[s].part[p];
            cells += part->kind == PART_CODE;
            if (!lesson->is_notebook)
                part->cell = 0;
            else if (part->kind == PART_CODE && part->cell == 0)
                part->cell = cells;
        }
}

static void parse_code(Lesson *lesson)
{
    count_cells(lesson);
    for (int s = 0; s < lesson->stages; s++)
        for (int p = 0; p < lesson->stage[s].parts; p++)
            lesson_parse_part(lesson, &lesson->stage[s].part[p]);
}

/* Keeps a place in an error valid when the lesson, whose path it names, goes: the caller's path
 * reads the same. */
static Lesson *build(const char *path, const Buf *text, Err *err)
{
    Lesson *lesson = make_lesson(path, text);
    if (lesson->is_script ? script_read(lesson, err) : markdown_read(lesson, err)) {
        parse_code(lesson);
        return lesson;
    }
    if (err->at.file == lesson->path)
        err->at.file = path;
    lesson_free(lesson);
    return NULL;
}

Lesson *lesson_parse(const char *path, const char *text, size_t length, Err *err)
{
    Buf copy = {0};
    Lesson *lesson = NULL;
    buf_add(&copy, text, length);
    if (check_text(path, &copy, err))
        lesson = build(path, &copy, err);
    buf_release(&copy);
    return lesson;
}

Lesson *lesson_read(const char *path, Err *err)
{
    const double began = clock_used();
    Buf text = {0};
    Lesson *lesson = NULL;
    if (lesson_load(path, &text, err))
        lesson = build(path, &text, err);
    if (lesson)
        lesson->seconds = clock_used() - began;
    buf_release(&text);
    return lesson;
}

Lesson *lesson_outline(const char *path, const Buf *text)
{
    Lesson *lesson = make_lesson(path, text);
    if (!lesson->is_notebook && !lesson->is_script && outline_read(lesson))
        return lesson;
    lesson_free(lesson);
    return NULL;
}

void lesson_free(Lesson *lesson)
{
    if (!lesson)
        return;
    lesson_free(lesson->adopted);
    Arena arena = lesson->arena;
    arena_release(&arena);
}

void lesson_adopt(Lesson *lesson, Lesson *other)
{
    lesson->adopted = other;
}

int lesson_notes(Buf *out, const Stage *stage)
{
    int notes = 0;
    for (int i = 0; i < stage->parts; i++)
        if (stage->part[i].kind == PART_NOTE) {
            buf_printf(out, "%s\n", stage->part[i].text);
            notes++;
        }
    return notes;
}

bool lesson_facts(Buf *out, const Lesson *lesson)
{
    if (lesson->minutes == 0 && !lesson->needs)
        return false;
    if (lesson->minutes > 0)
        buf_printf(out, "%d minute%s, ", lesson->minutes, plural(lesson->minutes));
    buf_printf(out, "%d stage%s", lesson->stages - 1, plural(lesson->stages - 1));
    if (lesson->needs)
        buf_printf(out, "; needs %s", lesson->needs);
    return true;
}

/* Where a line of the source begins, counted from 1; its end after the last one. */
static const char *line_at(const Lesson *lesson, int line)
{
    const char *at = lesson->source;
    for (const char *end; line > 1 && (end = strchr(at, '\n')); line--)
        at = end + 1;
    return at;
}

const char *lesson_stage_source(const Lesson *lesson, int stage, size_t *length)
{
    const bool is_last = stage + 1 == lesson->stages;
    const char *from = stage > 0 ? line_at(lesson, lesson->stage[stage].line) : lesson->source;
    const char *to = is_last ? lesson->source + lesson->length
                             : line_at(lesson, lesson->stage[stage + 1].line);
    *length = (size_t)(to - from);
    return from;
}

bool lesson_asks(const Stage *stage)
{
    for (int i = 0; i < stage->parts; i++)
        if (stage->part[i].kind == PART_QUESTION)
            return true;
    return false;
}

const Part *stage_what_if(const Stage *stage)
{
    return stage->parts > 0 && stage->part[0].kind == PART_WHAT_IF ? &stage->part[0] : NULL;
}

/* --- places ---------------------------------------------------------------------------------- */

/* The code of a notebook that a line lies in, or follows. */
static const Part *find_cell(const Lesson *lesson, int line)
{
    const Part *found = NULL;
    for (int s = 0; lesson->is_notebook && s < lesson->stages; s++)
        for (int p = 0; p < lesson->stage[s].parts; p++) {
            const Part *part = &lesson->stage[s].part[p];
            if (part->kind == PART_CODE && part->line <= line)
                found = part;
        }
    return found;
}

static bool is_in_part(const Part *part, const char *source, int line)
{
    for (size_t at = part->start; at < part->end; at++)
        line -= source[at] == '\n';
    return line < part->line;
}

LessonPlace lesson_where(const Lesson *lesson, int line)
{
    const Part *part = find_cell(lesson, line);
    if (!part)
        return (LessonPlace){.line = line};
    return (LessonPlace){part->cell,
                         is_in_part(part, lesson->source, line) ? line - part->line + 1 : 0};
}

int lesson_line_at(const Lesson *lesson, LessonPlace place)
{
    if (place.cell == 0)
        return lesson->is_notebook ? 0 : place.line;
    for (int s = 0; s < lesson->stages; s++)
        for (int p = 0; p < lesson->stage[s].parts; p++)
            if (lesson->stage[s].part[p].cell == place.cell)
                return lesson->stage[s].part[p].line + place.line - 1;
    return 0;
}

static void put_place(Buf *out, LessonPlace at)
{
    if (at.cell > 0)
        buf_printf(out, "cell %d%s", at.cell, at.line > 0 ? ", " : "");
    if (at.line > 0 || at.cell == 0)
        buf_printf(out, "line %d", at.line);
}

void lesson_line(Buf *out, const Lesson *lesson, int line)
{
    put_place(out, lesson_where(lesson, line));
}

const char *lesson_place_text(Arena *a, LessonPlace place)
{
    Buf text = {0};
    put_place(&text, place);
    return arena_keep(a, &text);
}

const char *lesson_line_text(Arena *a, const Lesson *lesson, int line)
{
    return lesson_place_text(a, lesson_where(lesson, line));
}

void lesson_place(Buf *out, const Lesson *lesson, int line)
{
    lesson_place_in(out, lesson->path, lesson, line);
}

void lesson_place_in(Buf *out, const char *file, const Lesson *lesson, int line)
{
    LessonPlace at = lesson_where(lesson, line);
    buf_puts(out, file);
    buf_puts(out, at.cell > 0 ? " " : ":");
    if (at.cell > 0)
        put_place(out, at);
    else
        buf_printf(out, "%d", line);
}

bool lesson_is_added(const Part *part, int statement)
{
    size_t at = part->program.statement[statement].node->start;
    for (int i = 0; i < part->remarks; i++)
        if (part->remark[i].start <= at && at < part->remark[i].end)
            return true;
    return false;
}

const char *lesson_code_line(const Lesson *lesson, int line)
{
    for (int s = 0; s < lesson->stages; s++)
        for (int i = 0; i < lesson->stage[s].parts; i++) {
            const Part *part = &lesson->stage[s].part[i];
            if (part->kind != PART_CODE || part->line > line)
                continue;
            const char *at = lesson_part_line(part, line);
            if (*at)
                return at;
        }
    return "";
}

void lesson_error(Buf *out, const Lesson *lesson, const Err *err)
{
    const Part *part = find_cell(lesson, err->at.line);
    Buf text = {0};
    Err here = *err;
    if (part && err->at.line > 0) {
        lesson_place(out, lesson, err->at.line);
        buf_puts(out, ": ");
        here.at.line -= part->line - 1;
        err_write_message(out, &here, part->text, strlen(part->text));
        return;
    }
    lesson_text(&text, lesson);
    err_write(out, err, buf_text(&text), text.length);
    buf_release(&text);
}
