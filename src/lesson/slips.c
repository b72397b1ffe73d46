#include "lesson/slips.h"

#include "lesson/astray.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/common.h"
#include "lesson/result.h"
#include "lesson/said.h"
#include "python/names.h"

typedef struct SlipReader {
    Arena *a;
    Slips out;
    const Run *run;
    Results results;
    int line;       /* from 1 on                                                     */
    int stage_end;  /* the line of the next heading                                  */
    int64_t left;   /* cells that may still be compared with numbers of the text     */
    size_t fence;   /* so many marks opened the block that is being read; 0: none    */
    bool is_hidden; /* in a question, an answer or a comment                         */
    bool has_code, has_title;
} SlipReader;

static void warn(SlipReader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds one about the line being read. */
static void warn(SlipReader *r, const char *format, ...)
{
    Buf text = {.arena = r->a};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    arena_push(r->a, r->out.item, r->out.count, ((Slip){r->line, buf_text(&text)}));
}

/* --- words ------------------------------------------------------------------------------------------ */

/* Finds the word that `word` is nearly; NULL when there is none, or it is one of them. */
static const char *nearly(const char *word, const char *const *known)
{
    const char *best = NULL;
    for (; *known; known++) {
        if (strcmp(word, *known) == 0)
            return NULL;
        best = names_closer(word, *known, best);
    }
    return best;
}

/* Takes the word at the beginning of a text, of letters and '-'. */
static const char *word_of(char *word, size_t size, const char *text)
{
    size_t length = 0;
    while (length + 1 < size && (is_letter(text[length]) || text[length] == '-'))
        length++;
    memcpy(word, text, length);
    word[length] = '\0';
    return word;
}

static void read_fence(SlipReader *r, const char *text, size_t marks)
{
    static const char *const kinds[] = {"python", "expect", "what-if", NULL};
    char word[32];
    const char *kind = nearly(word_of(word, sizeof word, text + marks), kinds);
    if (kind)
        warn(r, "'%s' is shown and not run: did you mean '%s'?", word, kind);
    r->has_code = r->has_code || strncmp(word, "python", sizeof word) == 0;
    r->fence = marks;
}

static void read_comment(SlipReader *r, const char *text)
{
    static const char *const kinds[] = {"note",  "track",  "minutes", "needs",
                                        "front", "stages", "words",   NULL};
    char word[32];
    text += strspn(text, " ");
    word_of(word, sizeof word, text);
    const char *kind = text[strlen(word)] == ':' ? nearly(word, kinds) : NULL;
    if (kind)
        warn(r, "a comment '%s:' is shown nowhere: did you mean '%s:'?", word, kind);
}

/* --- numbers ---------------------------------------------------------------------------------------- */

/* Finds the first result with the number, when it is one that the code computes. A stranger's lesson may have as many
 * numbers and cells as it likes: they are compared as long as there is something left. */
static const Result *first_with(SlipReader *r, const Said *said)
{
    for (int i = 0; i < r->results.count && r->left > 0; i++) {
        const Result *result = &r->results.item[i];
        r->left -= 1 + (result->kind == RESULT_TENSOR ? result->tensor->count : 0);
        if (result->kind != RESULT_TENSOR || !qkv_is_float(result->tensor->dtype) ||
            !said_in_tensor(said, result->tensor))
            continue;
        bool is_given = result->step >= 0 &&
                        r->run->tape->step[result->step].call.op->how == QKV_HOW_GIVEN;
        return !is_given ? result : NULL;
    }
    return NULL;
}

/* Counts to the line of the next heading. */
static int end_of_stage(const SlipReader *r, const char *text)
{
    int line = r->line;
    for (; *text; line++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
        if (strncmp(text, "## ", 3) == 0)
            return line + 1;
    }
    return line + 1;
}

/* Warns of numbers with so many decimals whose result comes from a line on, and before another one. Whole numbers are
 * counts, sizes and names of lessons: they are passed over. */
static void read_numbers(SlipReader *r, const char *text, const char *end, int decimals, int from,
                         int before, const char *who)
{
    Said said;
    while (said_next(&text, end, &said)) {
        const Result *early = said.decimals >= decimals ? first_with(r, &said) : NULL;
        if (early && early->line >= from && early->line < before)
            warn(r, "the %s says %.*s before the code that computes it (%s)", who, (int)said.length,
                 said.text, *early->name ? early->name : "a result");
    }
}

/* An answer is opened with the results of its stage: it must not tell those of a later one. Of a whole lesson two
 * decimals are some result's by chance. */
static void read_answers(SlipReader *r, int stage)
{
    const Lesson *lesson = r->run->lesson;
    const Stage *s = &lesson->stage[stage];
    if (stage + 1 == lesson->stages)
        return;
    for (int i = 0; i < s->parts; i++)
        for (int k = 0; s->part[i].kind == PART_ANSWER && k < s->part[i].block.spans; k++) {
            const char *text = s->part[i].block.span[k].text;
            r->line = s->part[i].line;
            if (text)
                read_numbers(r, text, text + strlen(text), 3, s[1].line, INT_MAX, "answer");
        }
}

/* --- code that answers --- */

enum { NAMES = 2 };

/* The results that an expression names, each once; *is_new tells whether one of them is of a stage. */
typedef struct Named {
    int count;
    const char *name[NAMES];
    bool is_new;
} Named;

static void add_name(SlipReader *r, const Node *n, int stage, Named *named)
{
    const Result *result = results_find(&r->results, n->text);
    if (!result)
        return;
    for (int i = 0; i < r->results.count && !named->is_new; i++)
        named->is_new = same_text(r->results.item[i].name, n->text) &&
                        r->run->statement[r->results.item[i].statement].stage == stage;
    for (int i = 0; i < named->count; i++)
        if (same_text(named->name[i], n->text))
            return;
    if (named->count < NAMES)
        named->name[named->count++] = n->text;
}

static void names_in(SlipReader *r, const Node *n, int stage, Named *named)
{
    if (n->kind == NODE_NAME)
        add_name(r, n, stage, named);
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            names_in(r, n->kid[i], stage, named);
}

/* Finds the part whose code is the last on the page of the questions: that of the first result. */
static int first_part(const Run *run, int stage)
{
    for (int i = 1; i <= run_stops(run, stage); i++)
        if (run_stop(run, stage, i)->detail == DETAIL_BRIEF)
            return run->statement[run_stop(run, stage, i)->statement].part;
    return -1;
}

/* Warns of an assertion about two results, at least one of them of this stage, which is read together with the question. */
static void read_asserted_code(SlipReader *r, int stage)
{
    const Run *run = r->run;
    const Stage *s = &run->lesson->stage[stage];
    if (!lesson_asks(s))
        return;
    int last = first_part(run, stage);
    for (int p = 0; p <= last; p++)
        for (int i = 0; s->part[p].kind == PART_CODE && i < s->part[p].program.count; i++) {
            const Statement *x = &s->part[p].program.statement[i];
            Named named = {0};
            if (x->node->kind == NODE_ASSERT &&
                !run->statement[run_statement_at(run, x->line)].hidden)
                names_in(r, x->node->kid[0], stage, &named);
            r->line = x->line;
            if (named.count == NAMES && named.is_new)
                warn(r, "this assert stands on the page of the question, which it may answer (#| "
                        "hide)");
        }
}

/* --- lines ------------------------------------------------------------------------------------------ */

static void read_slip_line(SlipReader *r, const char *text)
{
    size_t marks = strspn(text, "`");
    const char *line_end = text + strcspn(text, "\n");
    if (r->fence) {
        r->fence = marks >= r->fence ? 0 : r->fence;
        return;
    }
    if (marks >= 3) {
        read_fence(r, text, marks);
        return;
    }
    if (strncmp(text, "<!--", 4) == 0)
        read_comment(r, text + 4);
    r->is_hidden = r->is_hidden || strncmp(text, "<!--", 4) == 0 ||
                   strncmp(text, "<details", 8) == 0;
    if (strncmp(text, "# ", 2) == 0)
        r->has_title = true;
    if (strncmp(text, "## ", 3) == 0) {
        r->has_code = false;
        r->stage_end = end_of_stage(r, text);
    } else if (!r->is_hidden && !r->has_code) {
        read_numbers(r, text, line_end, 2, r->line + 1, r->stage_end, "text");
    }
    for (const char *end = text; r->is_hidden && (end += strcspn(end, "-<\n")) < line_end; end++)
        r->is_hidden = strncmp(end, "-->", 3) != 0 && strncmp(end, "</details>", 10) != 0;
}

static int by_line(const void *a, const void *b)
{
    const Slip *x = a, *y = b;
    return x->line != y->line ? (x->line > y->line) - (x->line < y->line)
                              : strcmp(x->text, y->text);
}

Slips slips_of(Arena *a, const Run *run)
{
    enum { CELLS = 1 << 22 }; /* a hundredth of a second */
    const Lesson *lesson = run->lesson;
    bool is_markdown = !lesson->is_notebook && !lesson->is_script;
    SlipReader r = {.a = a, .run = run, .results = results_of(a, run), .line = 1, .left = CELLS};
    for (const char *text = is_markdown ? lesson->source : ""; *text; r.line++) {
        read_slip_line(&r, text);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    for (int i = 0; i < lesson->stages && is_markdown; i++) {
        read_answers(&r, i);
        read_asserted_code(&r, i);
    }
    r.line = 1;
    if (is_markdown && !r.has_title)
        warn(&r, "there is no title: begin with a line such as '# How words meet'");
    Astray astray;
    if (astray_find(a, run, &astray)) {
        r.line = astray.line;
        warn(&r, "%s", astray.text);
    }
    if (r.out.count > 0)
        qsort(r.out.item, (size_t)r.out.count, sizeof *r.out.item, by_line);
    return r.out;
}
