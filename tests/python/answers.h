/* Tables of calls and of what Python, or PyTorch, answers to them, which answers.py beside each table writes:
 *
 *     7 // -2 -> -4
 *     x = [1]; x[2] -> ! IndexError
 */
#ifndef TESTS_PYTHON_ANSWERS_H
#define TESTS_PYTHON_ANSWERS_H

#include "python/doctest.h"

/* Writes what the statements of a line show after those of `before`, or the class of their error and its message. */
static void answer(const char *before, const char *asked, const Package *const *packages, Buf *out)
{
    Err err = {0};
    Program program = {0};
    Value v = {0};
    Buf code = {0};
    bool ok = true;
    Qkv *q = qkv_new();
    buf_printf(&code, "%s%s", before, asked);
    Code block = {"x.md", buf_text(&code), 0, code.length, 1, 0};
    qkv_limit(q, (QkvLimits){LIMIT_CELLS, LIMIT_ALL_CELLS, LIMIT_MULTIPLICATIONS, LIMIT_STEPS});
    Eval e = eval_begin(q, block.file, buf_text(&code), packages, &err);
    if (!parse(qkv_arena(q), &block, &program, &err))
        buf_puts(out, "! SyntaxError");
    for (int i = 0; ok && i < program.count; i++)
        ok = eval_statement(&e, program.statement[i].node, &v);
    if (program.count > 0 && (!ok || !eval_write(&e, &v, true, LIMIT_OUTPUT, out)))
        buf_printf(out, "! %s", e.error_class ? e.error_class : "that ends the lesson");
    if (err.set)
        buf_printf(out, " (%s)", err.message);
    buf_release(&e.printed);
    buf_release(&code);
    qkv_free(q);
}

/* Leaves one blank of several, and of the ends of lines. */
static void join_blanks(Buf *text)
{
    size_t to = 0;
    for (size_t i = 0; i < text->length; i++) {
        bool blank = text->text[i] == ' ' || text->text[i] == '\n';
        if (!blank || (to > 0 && text->text[to - 1] != ' '))
            text->text[to++] = blank ? ' ' : text->text[i];
    }
    buf_cut(text, to);
}

/* An error is the same where its class is; of a package any error is. */
static bool is_same_answer(const char *here, const char *there, bool of_package)
{
    size_t n = strlen(there);
    if (of_package && *here == '!' && *there == '!')
        return true;
    return strncmp(here, there, n) == 0 && (here[n] == '\0' || (*there == '!' && here[n] == ' '));
}

/* Asks all calls of a table: each line after its first, but for empty ones. With `before` in front of each, blanks do not count. */
static inline void check_answers(const char *path, const char *before,
                                 const Package *const *packages)
{
    enum { MOST_LINE = 1000, TOLD = 20 };
    static const char arrow[] = " -> ";
    char line[MOST_LINE];
    int wrong = 0;
    Buf here = {0}, all = {0};
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s: run this from the project's folder", path);
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        char *there = strstr(line, arrow);
        line[strcspn(line, "\n")] = '\0';
        if (number == 1 || !*line)
            continue;
        ck_assert_msg(there != NULL, "%s:%d: no answer in '%s'", path, number, line);
        *there = '\0';
        there += strlen(arrow);
        buf_clear(&here);
        answer(before, line, packages, &here);
        if (*before)
            join_blanks(&here);
        if (is_same_answer(buf_text(&here), there, *before != '\0'))
            continue;
        if (wrong++ < TOLD)
            buf_printf(&all, "line %d: %s\n    there: %s\n    here:  %s\n", number, line, there,
                       buf_text(&here));
    }
    fclose(file);
    ck_assert_msg(wrong == 0, "%s: %d answers differ\n%.3000s", path, wrong, buf_text(&all));
    buf_release(&here);
    buf_release(&all);
}

#endif
