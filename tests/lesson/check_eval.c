/* The language against Python: python/NAME.txt hold examples with what Python printed, one to three
 * lines each, and every one is run as a lesson of its own.
 *
 *     >>> 7 // -2
 *     -4
 *
 * Where Python raises an exception, the lesson must be refused. Python's doctest reads the same
 * files: each says how. */
#include <stdio.h>
#include <string.h>

#include "core/print.h"
#include "lesson/run.h"
#include "python/names.h"
#include "suites.h"

static const char *const files[] = {"numbers", "sequences", "texts", "tensors", "modules"};
static const int at_least[] = {450, 280, 270, 340, 190}; /* examples */

typedef struct Example {
    Buf code, shown;
    bool refused;
    int line;
} Example;

static void write_beats(Buf *out, const Run *run)
{
    for (int i = 0; i < run->beats; i++) {
        const Beat *beat = &run->beat[i];
        if (beat->name) /* Python says nothing of an assignment */
            continue;
        if (beat->kind == BEAT_TENSOR)
            (beat->is_parameter ? print_parameter : print_tensor)(out, beat->tensor);
        else
            buf_puts(out, beat->text);
        buf_putc(out, '\n');
    }
}

/* What a lesson of this code shows; false with the message when it is refused. */
static bool show(const char *code, Buf *out)
{
    Buf text = {0};
    Err err = {0};
    buf_printf(&text, "## s\n\n```python\n%s```\n", code);
    Lesson *lesson = lesson_parse("x.md", text.text, text.length, &err);
    Run *run = lesson ? run_lesson(lesson) : NULL;
    if (run)
        err = run->err;
    if (err.set)
        buf_puts(out, err.message);
    else
        write_beats(out, run);
    run_free(run);
    lesson_free(lesson);
    buf_release(&text);
    return !err.set;
}

/* Adds to `wrong` what differs. */
static void check_example(const Example *x, Buf *wrong)
{
    Buf out = {0};
    bool fine = show(buf_text(&x->code), &out);
    if (fine == x->refused || (fine && strcmp(buf_text(&out), buf_text(&x->shown)) != 0))
        buf_printf(wrong, "line %d: %s  Python %s\n%s  and here it %s\n%s\n", x->line,
                   buf_text(&x->code), x->refused ? "refuses it" : "shows", buf_text(&x->shown),
                   fine ? "shows" : "is refused", buf_text(&out));
    buf_release(&out);
}

static void end_example(Example *x, int *count, Buf *wrong)
{
    if (x->code.length == 0)
        return;
    check_example(x, wrong);
    ++*count;
    buf_clear(&x->code);
    buf_clear(&x->shown);
    x->refused = false;
}

static void read_line(Example *x, const char *line, int number)
{
    if (strncmp(line, ">>> ", 4) == 0 || strncmp(line, "... ", 4) == 0) {
        x->line = *line == '>' ? number : x->line;
        buf_puts(&x->code, line + 4);
    } else if (strncmp(line, "Traceback ", 10) == 0) {
        x->refused = true;
    } else if (x->code.length > 0) {
        buf_puts(&x->shown, strcmp(line, "<BLANKLINE>\n") == 0 ? "\n" : line);
    }
}

START_TEST(same_as_python)
{
    char path[64], line[512];
    Example x = {0};
    Buf wrong = {0};
    int count = 0;
    snprintf(path, sizeof path, "tests/lesson/python/%s.txt", files[_i]);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s: run this from the project's folder", path);
    for (int number = 1; fgets(line, sizeof line, file); number++)
        if (*line == '\n')
            end_example(&x, &count, &wrong);
        else
            read_line(&x, line, number);
    end_example(&x, &count, &wrong);
    fclose(file);
    ck_assert_msg(wrong.length == 0, "%s\n%s", path, buf_text(&wrong));
    ck_assert_int_ge(count, at_least[_i]);
    buf_release(&wrong);
    buf_release(&x.code);
    buf_release(&x.shown);
}
END_TEST

/* The class of each variant has parameters that are switches. */
START_TEST(attention_classes_are_variants)
{
    int variants, classes = 0;
    qkv_attention_variants(&variants);
    for (const Function *f = names_attention; f->name; f++) {
        const QkvVariant *v = qkv_attention_variant(f->name);
        if (!(f->homes & IN_BUILTIN))
            continue;
        ck_assert_msg(v, "%s", f->name);
        classes++;
        for (const char *at = f->params; *at;) {
            char word[40] = "";
            size_t length = strcspn(at, " =|");
            memcpy(word, at, length < sizeof word ? length : 0);
            ck_assert_msg(!*word || qkv_variant_switch(v, word), "%s(%s)", f->name, word);
            at += length ? length : 1;
        }
    }
    ck_assert_int_eq(classes, variants);
}
END_TEST

Suite *eval_suite(void)
{
    Suite *s = suite_create("eval");
    TCase *t = tcase_create("python");
    tcase_add_loop_test(t, same_as_python, 0, sizeof files / sizeof files[0]);
    tcase_add_test(t, attention_classes_are_variants);
    suite_add_tcase(s, t);
    return s;
}
