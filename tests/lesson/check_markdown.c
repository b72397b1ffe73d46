#include "lesson/markdown.h"

#include "base/utf8.h"
#include "python/limits.h"
#include "suites.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- a lesson as text ---- */

static Lesson *make(const char *source, size_t length)
{
    Arena arena = {0};
    Lesson *lesson = arena_new(&arena, Lesson);
    lesson->path = "f";
    lesson->name = "name";
    lesson->source = arena_text(&arena, source, length);
    lesson->length = length;
    lesson->arena = arena;
    return lesson;
}

static void release(Lesson *lesson)
{
    Arena arena = lesson->arena;
    arena_release(&arena);
}

static void write_block(Buf *out, const Block *block)
{
    static const char *const kinds[] = {"p", "h", "-", ">", "code", "rule"};
    static const char *const styles[] = {"", "*", "**", "`", "@", "\\"};
    buf_puts(out, kinds[block->kind]);
    if (block->number > 0)
        buf_printf(out, "%d", block->number);
    if (block->depth > 0)
        buf_printf(out, "/%d", block->depth);
    for (int i = 0; i < block->spans; i++)
        buf_printf(out, " %s[%s]", styles[block->span[i].style], block->span[i].text);
    if (block->text)
        buf_printf(out, " {%s}", block->text);
}

/* LINE KIND ... for each part; stages as ## TITLE. */
static void write_lesson(Buf *out, const Lesson *lesson)
{
    for (int s = 0; s < lesson->stages; s++) {
        const Stage *stage = &lesson->stage[s];
        buf_printf(out, "%d ## %s\n", stage->line, stage->title);
        for (int p = 0; p < stage->parts; p++) {
            const Part *part = &stage->part[p];
            buf_printf(out, "%d ", part->line);
            if (part->kind == PART_PROSE)
                write_block(out, &part->block);
            else if (part->kind == PART_QUESTION || part->kind == PART_ANSWER) {
                buf_puts(out, part->kind == PART_QUESTION ? "question " : "answer ");
                write_block(out, &part->block);
            } else if (part->kind == PART_CODE)
                buf_printf(out, "python %d {%s}", part->column, part->text);
            else if (part->kind == PART_EXPECT)
                buf_printf(out, "expect '%s' {%s}", part->name, part->text);
            else
                buf_printf(out, "note {%s}", part->text);
            buf_putc(out, '\n');
        }
    }
}

/* ---- what holds for every lesson ---- */

/* The range is whole lines of the source, beginning at the part's line, and gives the text when
 * each line loses the columns before the fence. */
static void check_range(const Lesson *lesson, const Part *part)
{
    Buf text = {0};
    int line = 1;
    for (size_t at = 0; at < part->start; at++)
        line += lesson->source[at] == '\n';
    ck_assert_int_eq(line, part->line);
    ck_assert_uint_le(part->start, part->end);
    ck_assert_uint_le(part->end, lesson->length);
    ck_assert(lesson->source[part->start - 1] == '\n' && lesson->source[part->end - 1] == '\n');
    for (size_t at = part->start; at < part->end; at++) {
        for (int skip = 0; skip < part->column && lesson->source[at] == ' '; skip++)
            at++;
        size_t end = at + strcspn(lesson->source + at, "\n");
        buf_add(&text, lesson->source + at, end - at + 1);
        at = end;
    }
    ck_assert_str_eq(buf_text(&text), part->text);
    buf_release(&text);
}

static void check_clean(const char *text, const char *allowed)
{
    size_t length = strlen(text);
    if (utf8_check(text, length) != length)
        ck_abort_msg("not UTF-8: %s", text);
    for (size_t at = 0; at < length;) {
        uint32_t c;
        at += utf8_next(text + at, length - at, &c);
        if (utf8_is_control(c) && !strchr(allowed, (int)c))
            ck_abort_msg("U+%04X in %s", c, text);
    }
}

static void check_part(const Lesson *lesson, const Part *part)
{
    const Block *block = &part->block;
    if (part->kind == PART_CODE)
        check_range(lesson, part);
    else if (part->kind == PART_EXPECT || part->kind == PART_NOTE)
        check_clean(part->text, part->kind == PART_EXPECT ? "\n\t" : "\n");
    for (int i = 0; i < block->spans; i++) {
        check_clean(block->span[i].text, "");
        if ((block->span[i].style == SPAN_BREAK) != (*block->span[i].text == '\0'))
            ck_abort_msg("a span without text, or a break with one: %s", block->span[i].text);
    }
    if (block->text)
        check_clean(block->text, "\n");
    ck_assert_int_le(block->depth, LIMIT_PROSE_DEPTH);
    bool is_shown = part->kind == PART_PROSE || part->kind == PART_ANSWER;
    ck_assert((is_shown && block->kind == BLOCK_CODE) == (block->text != NULL));
}

static void check_lesson(const Lesson *lesson)
{
    int last = 0;
    check_clean(lesson->title, "");
    ck_assert_int_ge(lesson->stages, 2);
    ck_assert_str_eq(lesson->stage[0].title, lesson->title);
    for (int s = 0; s < lesson->stages; s++) {
        const Stage *stage = &lesson->stage[s];
        check_clean(stage->title, "");
        ck_assert(s == 0 || *stage->title);
        for (int p = 0; p < stage->parts; p++) {
            check_part(lesson, &stage->part[p]);
            /* A note inside a paragraph comes after it, so only fences keep the order strictly. */
            if (stage->part[p].kind == PART_CODE || stage->part[p].kind == PART_EXPECT) {
                ck_assert_int_gt(stage->part[p].line, last);
                last = stage->part[p].line;
            }
        }
    }
}

/* "LINE:COL+WIDTH message" or the lesson. */
static void read_case(const char *source, size_t length, Buf *out)
{
    Err err = {0};
    Lesson *lesson = make(source, length);
    if (markdown_read(lesson, &err)) {
        check_lesson(lesson);
        ck_assert(!err.set);
        write_lesson(out, lesson);
    } else {
        ck_assert(err.set);
        ck_assert_str_eq(err.at.file, "f");
        buf_printf(out, "%d:%d+%d %s\n", err.at.line, err.at.col, err.at.width, err.message);
    }
    release(lesson);
}

typedef struct Case {
    const char *source, *result;
} Case;

static void check_case(const Case *c)
{
    Buf out = {0};
    read_case(c->source, strlen(c->source), &out);
    ck_assert_msg(strcmp(buf_text(&out), c->result) == 0, "%s\n--- gave\n%s--- not\n%s", c->source,
                  buf_text(&out), c->result);
    buf_release(&out);
}

/* ---- tables ---- */

#define S "## s\n"

static const Case stages[] = {
    {"# T\n## s\n", "1 ## T\n2 ## s\n"},
    {"## s\n", "1 ## name\n1 ## s\n"},
    {"#\n## s\n", "1 ## name\n2 ## s\n"},
    {"\n# *a* `b`\\# [c](d)\n\nT\n==\n", "4:1+0 a second # heading: a lesson has one title, its "
                                         "stages are ## headings\n"},
    {"intro\n\n# T\n\nmore\n## a\nx\n## b\ny\n",
     "3 ## T\n1 p [intro]\n5 p [more]\n6 ## a\n7 p [x]\n8 ## b\n9 p [y]\n"},
    {"# a *b* `c` [d](e)![f](g) &amp; \x1B h\n## **s**\x7F  t\n",
     "1 ## a b c df & ? h\n2 ## s? t\n"},
    {"# T <!-- note: n -->\n## s <!-- x -->\n", "1 ## T\n1 note {n}\n2 ## s\n"},
    {"T\n=\ns\n-\n### h\n#### *i*\n> ## q\n", "1 ## T\n3 ## s\n5 h [h]\n6 h *[i]\n7 h/1 [q]\n"},
    {"# T\n", "0:0+0 no stage: a lesson needs at least one ## heading\n"},
    {"text\n", "0:0+0 no stage: a lesson needs at least one ## heading\n"},
    {"\n", "0:0+0 no stage: a lesson needs at least one ## heading\n"},
    {"# T\n# U\n## s\n", "2:1+0 a second # heading: a lesson has one title, its stages are ## "
                         "headings\n"},
    {"## s\n  # T\n", "2:3+0 a # heading after the first stage: the title comes first, stages are "
                      "## headings\n"},
    {"# T\n##\n", "2:1+0 this ## heading is empty: a stage needs a title\n"},
    {"## ![]() <!-- x -->\n", "1:1+0 this ## heading is empty: a stage needs a title\n"},
};

static const Case prose[] = {
    {S "a *b* **c** `d` ***e*** *f `g`*\n",
     "1 ## name\n1 ## s\n2 p [a ] *[b] [ ] **[c] [ ] `[d] [ ] **[e] [ ] *[f ] `[g]\n"},
    {S "a\nb   c\td\\\ne  \nf\n", "1 ## name\n1 ## s\n2 p [a b c d] \\[] [e] \\[] [f]\n"},
    {S "a&nbsp;b &#27; \x1B[2J \xE2\x80\xAE\n", "1 ## name\n1 ## s\n2 p [a\xC2\xA0"
                                                "b ? ?[2J ?]\n"},
    {S "`a  b\nc\td`\n", "1 ## name\n1 ## s\n2 p `[a  b c d]\n"},
    {S "[t](http://x) [http://y](http://y) <http://z> <a@b.c> [e]()\n",
     "1 ## name\n1 ## s\n2 p @[t] [ (http://x) ] @[http://y] [ ] @[http://z] [ ] @[a@b.c] [ ] "
     "@[e]\n"},
    {S
     "[long](http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) [*s* `c`](u)\n",
     "1 ## name\n1 ## s\n2 p @[long] [ ] @[s ] `[c] [ (u)]\n"},
    {S "[r] ![alt *a*](x.png) [![i](j)](k)\n\n[r]: /u\n",
     "1 ## name\n1 ## s\n2 p @[r] [ (/u) alt ] *[a] [ ] @[i] [ (k)]\n"},
    {S "![](x)\n", "1 ## name\n1 ## s\n"},
    {S "- ![](x)\n- b\n", "1 ## name\n1 ## s\n2 -/1\n3 -/1 [b]\n"},
    {S "![](x) a <mailto:a@b.c>\n", "1 ## name\n1 ## s\n2 p [a ] @[mailto:a@b.c]\n"},
    {S "a <b>c</b> <br>\n\n<div>\nx\n</div>\n\n<prefix>\n",
     "1 ## name\n1 ## s\n2 p [a <b>c</b> <br>]\n4 p [<div> x </div>]\n8 p [<prefix>]\n"},
    {S "---\n***\n", "1 ## name\n1 ## s\n2 rule\n3 rule\n"},
    {S "- a\n\n  b\n- c\n  - d\n    - e\n\nf\n",
     "1 ## name\n1 ## s\n2 -/1 [a]\n4 p/1 [b]\n5 -/1 [c]\n6 -/2 [d]\n7 -/3 [e]\n9 p [f]\n"},
    {S "5. a\n6. b\n7. c\n\n<!-- -->\n\n0) z\n0) y\n",
     "1 ## name\n1 ## s\n2 -5/1 [a]\n3 -6/1 [b]\n4 -7/1 [c]\n8 -1/1 [z]\n9 -2/1 [y]\n"},
    {S "> a\nb\n>\n> > c\n>\n> - d\n>\n>   e\n",
     "1 ## name\n1 ## s\n2 >/1 [a b]\n5 >/2 [c]\n7 -/2 [d]\n9 p/2 [e]\n"},
    {S "-\n- - a\n- > q\n- ***\n- ```\n  x\n  ```\n",
     "1 ## name\n1 ## s\n2 -/1\n3 -/1\n3 -/2 [a]\n4 -/1\n4 >/2 [q]\n5 -/1\n5 rule/1\n6 -/1\n"
     "7 code/1 {x\n}\n"},
};

static const Case code[] = {
    {S "```python\nx = 1\n```\n", "1 ## name\n1 ## s\n3 python 0 {x = 1\n}\n"},
    {S "```python\n```\n", "1 ## name\n1 ## s\n3 python 0 {}\n"},
    {S "```python\nx\n```", "1 ## name\n1 ## s\n3 python 0 {x\n}\n"},
    {S "~~~~ python  title=x\n~~~\n```\n~~~~~  \n", "1 ## name\n1 ## s\n3 python 0 {~~~\n```\n}\n"},
    {S "```python\n```python\n```\n", "1 ## name\n1 ## s\n3 python 0 {```python\n}\n"},
    {S "  ```python\n  x\n y\n    z\n  ```\n", "1 ## name\n1 ## s\n3 python 2 {x\ny\n  z\n}\n"},
    {S "- a\n  ```python\n  x\n\n    y\n  ```\n1.  ```python\n    z\n    ```\n",
     "1 ## name\n1 ## s\n2 -/1 [a]\n4 python 2 {x\n\n  y\n}\n8 -1/1\n9 python 4 {z\n}\n"},
    {S "```python\n\x1B\t'\xE2\x80\xAE'\n```\n",
     "1 ## name\n1 ## s\n3 python 0 {\x1B\t'\xE2\x80\xAE'\n}\n"},
    {S "```pythonic\na\tb\x1B\n```\n```\n```\n\n\t```python\n\ti\xE4\xB8\xAD\tj\n",
     "1 ## name\n1 ## s\n3 code {a       b?\n}\n6 code {}\n8 code {```python\ni\xE4\xB8\xAD     "
     "j\n}\n"},
    {S "    ```python\n    ```python\n", "1 ## name\n1 ## s\n2 code {```python\n```python\n}\n"},
    {S "    `\nx `\n", "1 ## name\n1 ## s\n2 code {`\n}\n3 p [x `]\n"},
    {S "```expect\na\tb \n```\n```expect y.weights\n1\n```\n> ```expect  z[0].w \n> 2\n> ```\n",
     "1 ## name\n1 ## s\n3 expect '' {a\tb \n}\n6 expect 'y.weights' {1\n}\n9 expect 'z[0].w' "
     "{2\n}\n"},
    {S "```expect net(x)[0] + 1 \n```\n", "1 ## name\n1 ## s\n3 expect 'net(x)[0] + 1' {}\n"},
    {S "> ```python\n> x\n> ```\n",
     "2:3+9 python code inside a quote: code that runs must be outside quotes\n"},
    /* never closed: at the end, at the end of an item, by a shorter or other fence */
    {S "```python\nx\n", "2:1+9 the code block that opens here is never closed\n"},
    {S "```python", "2:1+9 the code block that opens here is never closed\n"},
    {S "```python\nx\n\n\n", "2:1+9 the code block that opens here is never closed\n"},
    {S "````python\n```\n", "2:1+10 the code block that opens here is never closed\n"},
    {S "```python\n~~~\n", "2:1+9 the code block that opens here is never closed\n"},
    {S "```python\n``` x\n", "2:1+9 the code block that opens here is never closed\n"},
    {S "- ```python\n  x\ny\n", "2:3+9 the code block that opens here is never closed\n"},
    {S "- ```python\n  x\n```\n```\n", "2:3+9 the code block that opens here is never closed\n"},
    {S "- ```\n  x\n[r]: /u\n", "2:3+3 the code block that opens here is never closed\n"},
    {S "> ```\n> x\n```\n```\n", "2:3+3 the code block that opens here is never closed\n"},
    {S "~~~text\n", "2:1+7 the code block that opens here is never closed\n"},
};

static const Case notes[] = {
    {S "<!-- note: a -->\n", "1 ## name\n1 ## s\n2 note {a}\n"},
    {S "<!--note:a\x1B-->\n<!-- other -->\n<!-- Note: no -->\n",
     "1 ## name\n1 ## s\n2 note {a?}\n"},
    {S "<!-- note:\n  a\n\n    b\tc  \n\n-->\nx\n",
     "1 ## name\n1 ## s\n3 note {a\n\nb?c}\n8 p [x]\n"},
    {S "<!-- note: a --> b <!-- note: c -->\n<!-- d -->e\n",
     "1 ## name\n1 ## s\n2 note {a}\n2 p [b]\n2 note {c}\n3 p [e]\n"},
    {S "x <!-- note: a\nb --> y\nz <!-- note: c --><!-- d -->\n",
     "1 ## name\n1 ## s\n2 p [x y z]\n2 note {a\nb}\n4 note {c}\n"},
    {S "x <!-- note: a -->\ny <!-- note: a -->\n",
     "1 ## name\n1 ## s\n2 p [x y]\n2 note {a}\n3 note {a}\n"},
    {S "- <!-- note: a -->\n- b\n", "1 ## name\n1 ## s\n2 -/1\n2 note {a}\n3 -/1 [b]\n"},
    {S "<!-- note: -->\n<!---->\n<!-->\n", "1 ## name\n1 ## s\n2 note {}\n"},
    {S "`<!-- note: a`\n", "1 ## name\n1 ## s\n2 p `[<!-- note: a]\n"},
    {S "<!-- note: a\n\n## t\n", "2:1+0 the HTML that opens here is never closed\n"},
    {S "<!-- a --> <!-- note: b\n", "2:1+0 a comment that begins in this line is never closed\n"},
    {S "<div>\nx\n<!-- note: b\n\n-->\n",
     "4:1+0 a comment that begins in this line is never closed\n"},
    {S "x <!-- note: a\n\nb\n", "2:1+0 this text has a <!-- that begins no comment: it is never "
                                "closed, or there is a -- inside\n"},
    {"# T <!-- note: a -- b -->\n",
     "1:1+0 this text has a <!-- that begins no comment: it is never "
     "closed, or there is a -- inside\n"},
    {S "<PRE>\n\n```python\n", "2:1+0 the HTML that opens here is never closed\n"},
    {S "<pre>\n\n</Style>\n", "1 ## name\n1 ## s\n2 p [<pre> </Style>]\n"},
    {S "  <?x\n", "2:3+0 the HTML that opens here is never closed\n"},
    {S "<!DOCTYPE\n\nx>\n", "1 ## name\n1 ## s\n2 p [<!DOCTYPE x>]\n"},
    {S "<![CDATA[ >\n", "2:1+0 the HTML that opens here is never closed\n"},
};

#define ASKED "<details><summary>"

static const Case questions[] = {
    {S ASKED "Is `x` 4?</summary>\n\nIt *is*.\n\n- one\n\n</details>\n\nb\n",
     "1 ## name\n1 ## s\n2 question p [Is ] `[x] [ 4?]\n4 answer p [It ] *[is] [.]\n"
     "6 answer -/1 [one]\n10 p [b]\n"},
    {S "<details>\n<summary>\nWhy\nnot?\n</summary>\n\n```text\na\n```\n</details>\n",
     "1 ## name\n1 ## s\n2 question p [Why not?]\n9 answer code {a\n}\n"},
    {S ASKED "a</summary>\n\nb <!-- note: n -->\n</details>\n",
     "1 ## name\n1 ## s\n2 question p [a]\n4 answer p [b]\n4 note {n}\n"},
    {S ASKED "</summary>\n\nb\n\n</details>\n",
     "2:1+0 a question is one paragraph between <summary> and </summary>\n"},
    {S ASKED "# a</summary>\n\nb\n\n</details>\n",
     "2:1+0 a question is one paragraph between <summary> and </summary>\n"},
    {S ASKED "a</summary>\n\nb\n", "2:1+0 the answer to this question never ends: </details> "
                                   "closes it\n"},
    {S ASKED "a</summary>\n\n" ASKED "b</summary>\n",
     "4:1+0 a question in the answer to the question in line 2: it is closed with </details>\n"},
    {S ASKED "a</summary>\n\n## t\n",
     "4:1+0 a heading in the answer to the question in line 2: it is closed with </details>\n"},
    {S ASKED "a</summary>\n\n```python\nx\n```\n",
     "4:1+0 code that runs in the answer to the question in line 2: it is closed with "
     "</details>\n"},
    {S ASKED "a</summary>\n\n```expect x\nx\n```\n",
     "4:1+0 an expectation in the answer to the question in line 2: it is closed with "
     "</details>\n"},
    /* Text that other programs fold is no question. */
    {S "<details>\n\na\n\n</details>\n",
     "1 ## name\n1 ## s\n2 p [<details>]\n4 p [a]\n6 p [</details>]\n"},
    {S ASKED "a</summary>b\n\n</details>\n",
     "1 ## name\n1 ## s\n2 p [<details><summary>a</summary>b]\n4 p [</details>]\n"},
    {S "- " ASKED "a</summary>\n",
     "1 ## name\n1 ## s\n2 -/1\n2 p/1 [<details><summary>a</summary>]\n"},
};

START_TEST(questions_have_answers)
{
    check_case(&questions[_i]);
}
END_TEST

/* Comments of the introduction on the lesson; elsewhere they are any comments. */
static const struct {
    const char *source, *track;
    int place, minutes;
    const char *needs, *front;
} abouts[] = {
    {"<!-- track: Write it 12 -->\n<!-- minutes: 5 --><!-- needs: 01 02 -->\n## s\n", "Write it",
     12, 5, "01 02", NULL},
    {"# T\n<!-- front: w[she, Anna] -->\n<!-- minutes: 5 -->\n## s\n", NULL, 0, 5, NULL,
     "w[she, Anna]"},
    {"## s\n<!-- track: a 1 -->\n<!-- minutes: x -->\n<!-- needs: a -->\n<!-- front: x -->\n", NULL,
     0, 0, NULL, NULL},
    {"# T\n<!-- stages: 01 0-2 -->\n## s\n", NULL, 0, 0, NULL, NULL},
};

START_TEST(what_a_lesson_says_of_itself)
{
    Err err = {0};
    Lesson *lesson = make(abouts[_i].source, strlen(abouts[_i].source));
    ck_assert_msg(markdown_read(lesson, &err), "%s", err.message);
    ck_assert_pstr_eq(lesson->track, abouts[_i].track);
    ck_assert_pstr_eq(lesson->needs, abouts[_i].needs);
    ck_assert_pstr_eq(lesson->front, abouts[_i].front);
    ck_assert_int_eq(lesson->place, abouts[_i].place);
    ck_assert_int_eq(lesson->minutes, abouts[_i].minutes);
    release(lesson);
}
END_TEST

static const Case wrong_abouts[] = {
    {"<!-- track: Write it -->\n",
     "1:1+0 track: expected its name and the position of this lesson in "
     "it, as in Understand 3\n"},
    {"<!-- track: 3 -->\n",
     "1:1+0 track: expected its name and the position of this lesson in it, as "
     "in Understand 3\n"},
    {"<!-- track: Part3 -->\n",
     "1:1+0 track: expected its name and the position of this lesson in it, "
     "as in Understand 3\n"},
    {"\n<!-- minutes: some -->\n", "2:1+0 minutes: expected how many, as in 15\n"},
    {"<!-- front: weights -->\n",
     "1:1+0 front: expected a number of this lesson, as in weights[x2, x1]\n"},
    {"<!-- minutes: 15 or 20 -->\n", "1:1+0 minutes: expected how many, as in 15\n"},
};

START_TEST(what_it_says_wrongly)
{
    check_case(&wrong_abouts[_i]);
}
END_TEST

START_TEST(stages_are_cut)
{
    check_case(&stages[_i]);
}
END_TEST

START_TEST(prose_is_read)
{
    check_case(&prose[_i]);
}
END_TEST

START_TEST(code_is_cut_out)
{
    check_case(&code[_i]);
}
END_TEST

START_TEST(notes_are_kept_apart)
{
    check_case(&notes[_i]);
}
END_TEST

/* ---- limits ---- */

/* `count` times the piece behind a stage heading: the last count that may be, and the first that
 * may not. */
static const struct {
    const char *piece;
    int most;
    const char *error; /* how it begins                                 */
} limits[] = {
    {"## t\n", LIMIT_STAGES - 1, "501:1+0 more than 500 stages"},
    {"a\n\n", LIMIT_PARTS, "40002:1+0 more than 20000 paragraphs"},
    {"<!--note:-->\n\n", LIMIT_PARTS, "40002:1+0 more than 20000 paragraphs"},
    {"- ", LIMIT_PROSE_DEPTH - 1, "2:65+0 lists and quotes are nested more than 32 deep"},
    {">", LIMIT_PROSE_DEPTH, "2:33+0 lists and quotes are nested more than 32 deep"},
    {"1. > ", 16, "2:81+0 lists and quotes are nested more than 32 deep"},
    {"x", LIMIT_PARAGRAPH - 7, "2:1+0 more than 10000 bytes without"},
    {"xxxx\n", LIMIT_PARAGRAPH / 5 - 1, "2001:1+0 more than 10000 bytes without"},
    {"  ", LIMIT_PREFIX / 2, NULL},
};

/* Refused before they are read as lists, however deep those would be. */
static const Case prefixes[] = {
#define TEN(mark) mark mark mark mark mark mark mark mark mark mark
    {S TEN(TEN("- ")) "a\n", "2:201+0 the text of this line begins more than 100 columns from the "
                             "left\n"},
    {S TEN(TEN("12) ")) "a\n",
     "2:401+0 the text of this line begins more than 100 columns from the "
     "left\n"},
    {S TEN(TEN(">")) "+ a\n", "2:103+0 the text of this line begins more than 100 columns from the "
                              "left\n"},
    {S TEN(TEN("+-")) "a\n", "1 ## name\n1 ## s\n2 p [" TEN(TEN("+-")) "a]\n"},
};

START_TEST(long_prefixes_are_refused)
{
    check_case(&prefixes[_i]);
}
END_TEST

START_TEST(limits_hold_exactly)
{
    for (int more = 0; more < 2; more++) {
        Buf source = {0}, out = {0};
        buf_puts(&source, S);
        for (int i = 0; i < limits[_i].most + more; i++)
            buf_puts(&source, limits[_i].piece);
        buf_puts(&source, limits[_i].piece[0] == '-' ? "- a" : "a");
        if (strchr(limits[_i].piece, '\n'))
            buf_cut(&source, source.length - 1);
        read_case(source.text, source.length, &out);
        if (more == 0)
            ck_assert_msg(strncmp(buf_text(&out), "1 ## name\n", 10) == 0, "%.99s", out.text);
        else if (limits[_i].error)
            ck_assert_msg(strncmp(buf_text(&out), limits[_i].error, strlen(limits[_i].error)) == 0,
                          "%.99s", out.text);
        else
            ck_assert_ptr_nonnull(strstr(buf_text(&out), "more than 100 columns from the left"));
        buf_release(&source);
        buf_release(&out);
    }
}
END_TEST

/* A megabyte of each, in one paragraph and in paragraphs as long as they may be. Without the
 * bounds, some take minutes. */
static const char *const floods[] = {
    "[", "*", ">", "`", "<", "- ", "[_*", "![[]()", "a <!-- ", "[a]: x\n", "\n", " ", "- a\n ",
};

START_TEST(floods_do_not_take_long)
{
    enum { MOST = 4000000 /* microseconds */ };
    for (int cut = 0; cut < 2; cut++) {
        Buf source = {0}, out = {0};
        size_t length = strlen(floods[_i]), paragraph = 0;
        buf_puts(&source, S "\n"
                            "- - - - - - - - a\n\n");
        while (source.length + length + 2 <= LIMIT_BYTES) {
            buf_puts(&source, floods[_i]);
            paragraph += length;
            if (cut && paragraph + length >= LIMIT_PARAGRAPH) {
                buf_puts(&source, "\n\n");
                paragraph = 0;
            }
        }
        read_case(source.text, source.length, &out);
        ck_assert_uint_gt(out.length, 0);
        buf_release(&source);
        buf_release(&out);
    }
    ck_assert(!is_timed() || used_microseconds() < MOST);
}
END_TEST

/* ---- anything at all ---- */

static uint32_t draw(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

/* Texts put together from what Markdown gives a meaning: read or refused with a place, and what is
 * read keeps what holds for every lesson. */
START_TEST(anything_is_read_or_refused)
{
    static const char *const pieces[] = {
        "\n",
        "\n",
        "\n",
        "\n\n",
        " ",
        "  ",
        "    ",
        "\t",
        "a",
        "b c",
        "# t\n",
        "\n## s\n",
        "### h\n",
        "- ",
        "1. ",
        "> ",
        "* ",
        "```",
        "```python\n",
        "\n```\n",
        "\n  ```\n",
        "~~~ expect x\n",
        "~~~\n",
        "<!-- ",
        "note: n",
        " -->",
        "--",
        "<div>",
        "</pre>",
        "<pre>",
        "<?",
        "[",
        "](u)",
        "![",
        "]",
        "*",
        "**",
        "_",
        "`",
        "\\",
        "&amp;",
        "&#0;",
        "\xE4\xB8\xAD",
        "\x1B[0m",
        "\xE2\x80\xAE",
        "---\n",
        "===\n",
        "[r]: /u\n",
        "<http://x>",
        "<b>",
    };
    uint32_t state = (uint32_t)_i;
    int read = 0;
    for (int round = 0; round < 400; round++) {
        Buf source = {0}, out = {0};
        buf_puts(&source, S);
        for (uint32_t left = draw(&state) % 40; left > 0; left--)
            buf_puts(&source, pieces[draw(&state) % COUNT(pieces)]);
        read_case(source.text, source.length, &out);
        read += out.text[out.length - 1] == '\n' && strncmp(out.text, "1 ##", 4) == 0;
        buf_release(&source);
        buf_release(&out);
    }
    ck_assert(read > 0 && read < 400);
}
END_TEST

Suite *markdown_suite(void)
{
    Suite *suite = suite_create("markdown");
    TCase *tables = tcase_create("tables");
    tcase_add_loop_test(tables, stages_are_cut, 0, COUNT(stages));
    tcase_add_loop_test(tables, prose_is_read, 0, COUNT(prose));
    tcase_add_loop_test(tables, code_is_cut_out, 0, COUNT(code));
    tcase_add_loop_test(tables, notes_are_kept_apart, 0, COUNT(notes));
    tcase_add_loop_test(tables, questions_have_answers, 0, COUNT(questions));
    tcase_add_loop_test(tables, what_a_lesson_says_of_itself, 0, COUNT(abouts));
    tcase_add_loop_test(tables, what_it_says_wrongly, 0, COUNT(wrong_abouts));
    suite_add_tcase(suite, tables);
    TCase *bounds = tcase_create("bounds");
    tcase_set_timeout(bounds, 10);
    tcase_add_loop_test(bounds, long_prefixes_are_refused, 0, COUNT(prefixes));
    tcase_add_loop_test(bounds, limits_hold_exactly, 0, COUNT(limits));
    tcase_add_loop_test(bounds, floods_do_not_take_long, 0, COUNT(floods));
    tcase_add_loop_test(bounds, anything_is_read_or_refused, 0, 5);
    suite_add_tcase(suite, bounds);
    return suite;
}
