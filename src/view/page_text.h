/* Text on pages: the prose and code of a stage, laid out and scrolled. Private to the pages. */
#ifndef VIEW_PAGE_TEXT_H
#define VIEW_PAGE_TEXT_H

#include "view/page.h"
#include "view/prose.h"
#include "view/question.h"

/* Prose and code of the parts first .. last-1 of a stage; code as indented blocks, without what its
 * author hides if the run of the lesson is given. */
Prose page_parts(Arena *a, const Lesson *lesson, const Run *run, int stage, int first, int last,
                 int width);
/* What a stage asks. */
Prose page_questions(Arena *a, const Stage *stage, QuestionWhat what, int width);
/* One text and another, an empty line between them. */
Prose page_join(Arena *a, Prose first, Prose second);
/* The same with none between them. */
Prose page_stack(Arena *a, Prose first, Prose second);
/* A text as it is, line by line. */
Prose page_plain(Arena *a, const char *text, int width);

/* Words in one style, broken into lines. */
Prose page_words(Arena *a, SpanStyle style, const char *text, int width);

/* That there are so many lines more, up to a column; in a narrow window a mark is enough beside words. */
void page_draw_more(Frame *f, int row, int right, int lines, bool has_words);
/* Draws `rows` rows of a text from line `scroll` on; the row below them says how much more there
 * is, up to column `right`. */
void page_draw_text(Frame *f, int row, int rows, int right, const Prose *text, int scroll);
/* The same with how much more there is in row `more`. */
void page_draw_text_above(Frame *f, int row, int rows, int more, int right, const Prose *text,
                          int scroll);
int page_text_most(const Prose *text, int rows);

/* The columns of the text in a wide window, where it stands beside the numbers; 0 in another. */
int page_left_columns(int window);
/* The columns that text may use: not all of a wide window. */
int page_text_width(int window);

/* Draws a formula from a column on, in as many rows as it has (explain_formula_rows); returns these. */
int page_formula(Frame *f, int row, int col, const char *formula);

/* The upper or lower edge of a box over the page, with a text in it. */
void page_box_edge(Frame *f, int row, int col, int width, const char *text);

/* "[==>....]": where `at` of `count` is. */
void page_progress(Buf *out, int at, int count, int width);

/* What a stage is called at the head of its page, and in a sentence: "stage 3: Key, query, value";
 * the introduction has neither number nor title of its own. */
const char *page_stage_title(const Lesson *lesson, int stage);
const char *page_stage_name(Arena *a, const Lesson *lesson, int stage);

/* "07 ", when a lesson's name begins with a number. */
const char *page_lesson_number(Arena *a, const Lesson *lesson);

#endif
