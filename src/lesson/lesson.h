/* A lesson: a Markdown file cut into stages, each with prose, code, expectations and notes.
 *
 *     Err err = {0};
 *     Lesson *lesson = lesson_read("lessons/01-hand-crafted-weights.md", &err);
 *
 * Reading checks the Markdown, and parses the code: what is no code is a mistake of its block alone.
 * Running it is run.h. */
#ifndef LESSON_LESSON_H
#define LESSON_LESSON_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "python/tree.h"

enum { CODE_TAB = 8 }; /* columns between the tab stops of code */

typedef enum SpanStyle {
    SPAN_TEXT,
    SPAN_EMPHASIS,
    SPAN_STRONG,
    SPAN_CODE,
    SPAN_LINK,
    SPAN_BREAK
} SpanStyle;

/* A piece of a paragraph in one style. Soft line breaks are blanks; SPAN_BREAK is a hard one. */
typedef struct Span {
    SpanStyle style;
    const char *text;    /* valid UTF-8, control characters already shown as '?' */
    const char *address; /* SPAN_LINK: where it leads, likewise; otherwise NULL  */
} Span;

typedef enum BlockKind {
    BLOCK_PARAGRAPH,
    BLOCK_HEADING,
    BLOCK_ITEM,
    BLOCK_QUOTE,
    BLOCK_CODE,
    BLOCK_RULE
} BlockKind;

/* A block of prose. The paragraphs of a list item: the first is a BLOCK_ITEM, the others
 * BLOCK_PARAGRAPH at the same depth. */
typedef struct Block {
    BlockKind kind;
    int depth;  /* how many lists and quotes it lies in: it is indented that much             */
    int number; /* BLOCK_ITEM: 1, 2, ... in a numbered list, 0 for a bullet                   */
    int spans;
    Span *span;
    const char *text; /* BLOCK_CODE: lines, each ending in a newline                          */
} Block;

/* A question to the reader comes with its answer: the parts of it that follow. A what-if begins a
 * stage of its own. */
typedef enum PartKind {
    PART_PROSE,
    PART_CODE,
    PART_EXPECT,
    PART_NOTE,
    PART_QUESTION,
    PART_ANSWER,
    PART_WHAT_IF
} PartKind;

/* Code that an edit added: bytes that a reader does not see (none where code was replaced), and what is
 * said of them at the end of their line. */
typedef struct Remark {
    size_t start, end;
    const char *text; /* "what if: x[0] = 2"; NULL for nothing */
} Remark;

typedef struct Part {
    PartKind kind;
    int line;         /* of the first line of the content (for fences: the line after the fence)  */
    Block block;      /* PART_PROSE, PART_ANSWER; PART_QUESTION: a paragraph                     */
    const char *text; /* PART_CODE, PART_EXPECT, PART_NOTE: the content, as a reader sees it;
                         PART_WHAT_IF: its lines */
    const char *name; /* PART_EXPECT: an expression, "" for what was printed                     */
    int cell;         /* PART_CODE of a notebook: what its readers call it, cell 3; otherwise 0  */
    int column;       /* PART_CODE: how far the fence is indented; PART_EXPECT: its expression   */
    const char *const *line_text; /* PART_CODE: where in `text` each of its lines begins         */
    int lines;
    size_t start, end; /* the bytes of the code or the expression in the source                  */
    Program program;   /* of them: up to where they cannot be read                               */
    const Err *err;    /* why not, or NULL                                                       */
    /* PART_CODE of an edited lesson (edit.h): what was put there, and the bytes in whose place all of
     * it stands in the file. */
    bool is_edited;
    int remarks;
    Remark *remark;
    size_t file_start, file_end;
} Part;

typedef struct Stage {
    const char *title; /* plain text                                    */
    int line;
    int parts;
    Part *part;
    const char *
        leads; /* stages of another lesson that are read after it (path.h), "01 1-5 9"; NULL: none */
    const char *words; /* forms of the word that it explains (glossary.h), "logit, logits"; NULL */
} Stage;

/* A text that an edit replaced: labels that have its words have those of the new one. Words with a blank after each. */
typedef struct Reworded {
    const char *old, *new;
} Reworded;

/* A pass of the loop that begins on a line of the source, from 1. */
typedef struct KeptPass {
    int line, number;
} KeptPass;

enum { LIMIT_KEPT_PASSES = 8 };

typedef struct Lesson {
    Arena arena;
    const char *path;   /* as given: what errors name                   */
    const char *name;   /* "01-hand-crafted-weights": the file name without folder and .md */
    const char *file;   /* "01-hand-crafted-weights.md"                                    */
    const char *source; /* the whole file, NUL after the end            */
    size_t length;
    bool is_notebook; /* source is the Markdown that it became            */
    bool is_script;   /* a file of Python                                 */
    double seconds;  /* of the processor's time that it took to be read: its run has what is left */
    bool is_changed; /* by edits of its code (edit.h): labels need not fit */
    int keeps;       /* passes that its runs keep, of loops inside each other: see turns.c */
    KeptPass kept[LIMIT_KEPT_PASSES];
    bool tells_library; /* runs have the lines of the library's own code, too: see RunLine */
    const char *title;  /* the first # heading; the name when there is none */
    int stages;         /* stage[0] is the introduction, what comes before the first ##; its title
                           is the lesson's                              */
    Stage *stage;
    /* Facts from the introduction: the track that it is on, and where in it; how long it takes; and
     * the lessons to know before. NULL and 0 where it does not. */
    const char *track;
    int place, minutes;
    const char *needs;
    const char
        *front;    /* the weight that a first screen begins with, "weights[she, Anna]", or NULL */
    int rewordeds; /* by edits of its code */
    Reworded *reworded;
    struct Lesson *adopted; /* lives as long, or NULL */
} Lesson;

/* Reads a file: regular files only, at most LIMIT_BYTES, valid UTF-8 without NULs ("-" reads
 * standard input). NULL after setting *err: never waits for a FIFO, never reads a device. The
 * caller frees it. */
Lesson *lesson_read(const char *path, Err *err);

/* The text of a lesson file, checked as above, without a byte order mark and with LF at the end
 * of each line: the text that places in errors of lesson_parse belong to. False after setting
 * *err; the text is then as much as was read. */
bool lesson_load(const char *path, Buf *text, Err *err);

/* The same as lesson_read from a text in memory; `path` is only named in errors. */
Lesson *lesson_parse(const char *path, const char *text, size_t length, Err *err);

/* Outline of a lesson for a list: its title, how many stages it has (which are empty), its track, minutes and needs,
 * and its source; `text` is as lesson_load gives it. NULL where reading all of it alone tells that, or what is wrong
 * with it. */
Lesson *lesson_outline(const char *path, const Buf *text);

void lesson_free(Lesson *lesson);
/* Writes the signs in its words out in ASCII (in_ascii.c): sqrt(3), inf, K^T. */
void lesson_to_ascii(Lesson *lesson);
/* Hands `other` over to a lesson that shares what is its own: it is freed with it. */
void lesson_adopt(Lesson *lesson, Lesson *other);

/* Parses the code of a part, which is some of the lesson's source. */
void lesson_parse_part(Lesson *lesson, Part *part);

/* Tells whether an edit added a statement of the part to the one beside it, as if it were a part of that. */
bool lesson_is_added(const Part *part, int statement);
/* A line of code as a reader sees it, and those after it in its block: no end of the text after a line. */
const char *lesson_code_line(const Lesson *lesson, int line);
/* The same of a part of code, by its number in the source: "" after its last line. */
const char *lesson_part_line(const Part *part, int line);

/* The changes that a stage is about (prepared.h), or NULL. */
const Part *stage_what_if(const Stage *stage);

/* A line as its author counts: in a notebook that of a cell. */
typedef struct LessonPlace {
    int cell; /* 0: it lies in none           */
    int line; /* 0: after what the cell holds */
} LessonPlace;

LessonPlace lesson_where(const Lesson *lesson, int line);
/* The other way round: 0 when there is no such cell. */
int lesson_line_at(const Lesson *lesson, LessonPlace place);
/* "line 12", and of a notebook "cell 3, line 2". */
const char *lesson_place_text(Arena *a, LessonPlace place);
const char *lesson_line_text(Arena *a, const Lesson *lesson, int line);
void lesson_line(Buf *out, const Lesson *lesson, int line);
/* Adds the file and the place in it as an error begins: "x.md:12", "x.ipynb cell 3, line 2". */
void lesson_place(Buf *out, const Lesson *lesson, int line);
/* The same with another word for the file. */
void lesson_place_in(Buf *out, const char *file, const Lesson *lesson, int line);
/* As err_write, with that place. */
void lesson_error(Buf *out, const Lesson *lesson, const Err *err);

/* "lessons/01-x.md" -> "01-x"; and how much of a file's name that is. */
const char *lesson_name(Arena *a, const char *path);
size_t lesson_stem(const char *name);

/* Adds what a stage notes for the speaker, <!-- note: ... -->, each note ending in a newline. Returns
 * how many there are. */
int lesson_notes(Buf *out, const Stage *stage);

/* Adds how long a lesson takes and what to know before: "15 minutes, 9 stages; needs 01 11". False,
 * and nothing, when it does not say. */
bool lesson_facts(Buf *out, const Lesson *lesson);

/* Source of a stage of a lesson that was read: from its heading to the next one. */
const char *lesson_stage_source(const Lesson *lesson, int stage, size_t *length);

/* Tells whether a stage asks its reader something. */
bool lesson_asks(const Stage *stage);

#endif
