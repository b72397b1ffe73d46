/* Python's functions and methods against CPython: tests/python/answers.txt has what that answers to calls
 * with arguments of every kind, edges among them, or the class of its error. */
#include "python/doctest.h"
#include "suites.h"

static const char path[] = "tests/python/answers.txt";

/* Writes what an expression is here, as the file has it. */
static void answer(const char *code, Buf *out)
{
    Err err = {0};
    Program program = {0};
    Value v = {0};
    bool ok = true;
    Qkv *q = qkv_new();
    static const Package *const none[] = {NULL};
    Code block = {"x.md", code, 0, strlen(code), 1, 0};
    qkv_limit(q, (QkvLimits){LIMIT_CELLS, LIMIT_ALL_CELLS, LIMIT_WORK, LIMIT_STEPS});
    Eval e = eval_begin(q, block.file, code, none, &err);
    if (!parse(qkv_arena(q), &block, &program, &err))
        buf_puts(out, "! SyntaxError");
    for (int i = 0; ok && i < program.count; i++)
        ok = eval_statement(&e, program.statement[i].node, &v);
    if (program.count > 0 && (!ok || !eval_write(&e, &v, true, LIMIT_OUTPUT, out)))
        buf_printf(out, "! %s", e.error_class ? e.error_class : "that ends the lesson");
    if (err.set)
        buf_printf(out, " (%s)", err.message);
    buf_release(&e.printed);
    qkv_free(q);
}

/* An error is the same where its class is. */
static bool is_same(const char *here, const char *there)
{
    size_t n = strlen(there);
    return strncmp(here, there, n) == 0 && (here[n] == '\0' || (*there == '!' && here[n] == ' '));
}

START_TEST(answers_are_those_of_python)
{
    enum { MOST_LINE = 1000, AT_LEAST = 4000, TOLD = 20 };
    static const char arrow[] = " -> ";
    char line[MOST_LINE];
    int count = 0, wrong = 0;
    Buf here = {0}, all = {0};
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s: run this from the project's folder", path);
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        char *there = strstr(line, arrow);
        line[strcspn(line, "\n")] = '\0';
        if (!there)
            continue;
        *there = '\0';
        there += strlen(arrow);
        buf_clear(&here);
        answer(line, &here);
        count++;
        if (is_same(buf_text(&here), there))
            continue;
        if (wrong++ < TOLD)
            buf_printf(&all, "line %d: %s\n    Python: %s\n    here:   %s\n", number, line, there,
                       buf_text(&here));
    }
    fclose(file);
    ck_assert_msg(wrong == 0, "%d answers differ\n%s", wrong, buf_text(&all));
    ck_assert_int_ge(count, AT_LEAST);
    buf_release(&here);
    buf_release(&all);
}
END_TEST

Suite *answers_suite(void)
{
    Suite *s = suite_create("answers");
    TCase *t = tcase_create("python");
    tcase_add_test(t, answers_are_those_of_python);
    suite_add_tcase(s, t);
    return s;
}
