/* Scripts and notebooks as lessons. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "lesson/change.h"
#include "lesson/notebook.h"
#include "lesson/run.h"
#include "lesson/script.h"
#include "python/limits.h"
#include "suites.h"

static Lesson *parse_script(const char *path, const char *text)
{
    Err err = {0};
    Lesson *lesson = lesson_parse(path, text, strlen(text), &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    return lesson;
}

START_TEST(cells_are_stages)
{
    Lesson *lesson = parse_script("folder/try.py", "# What it is.\nx = torch.ones(2)\n"
                                                   "# %% Twice\n# ! And more.\ny = x * 2\n");
    ck_assert_str_eq(lesson->name, "try");
    ck_assert_str_eq(lesson->file, "try.py");
    ck_assert_int_eq(lesson->stages, 3);
    ck_assert_str_eq(lesson->stage[1].title, "try");
    ck_assert_str_eq(lesson->stage[2].title, "Twice");
    ck_assert_int_eq(lesson->stage[2].part[0].kind, PART_PROSE);
    ck_assert_str_eq(lesson->stage[2].part[0].block.span[0].text, "! And more.");
    ck_assert_int_eq(lesson->stage[2].part[1].line, 5);
    Run *run = run_lesson(lesson);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert_int_eq(run->statements, 2);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* Places are those of the file. */
START_TEST(a_mistake_has_its_line)
{
    Err err = {0};
    static const char text[] = "x = 1\n# %%\ny = (2\n";
    Lesson *lesson = lesson_parse("a.py", text, strlen(text), &err);
    ck_assert_ptr_nonnull(lesson);
    Run *run = run_lesson(lesson);
    ck_assert_int_eq(run->err.at.line, 3);
    ck_assert_int_eq(run->statements, 2);
    run_free(run);
    lesson_free(lesson);
    ck_assert_ptr_null(lesson_parse("a.py", "\n\n", 2, &err));
    ck_assert_str_eq(err.message, "there is no code in this script");
}
END_TEST

/* The block that is run when a script is: each of its statements is one of the stage, unless it is more than that. */
static const struct {
    const char *code;
    int statements, line; /* of the last */
} guards[] = {
    {"x = torch.ones(2)\nif __name__ == \"__main__\":\n    y = x + 1\n    print(y)\nz = 3\n", 4, 5},
    {"if '__main__' == __name__:\n    y = torch.ones(2); z = y * 2\n", 2, 2},
    {"def main():\n    print(torch.ones(2))\nif __name__ == '__main__':\n    main()\n", 2, 4},
    {"if __name__ == '__main__':\n    for i in range(2):\n        print(i)\n    print(2)\n", 2, 4},
    {"if __name__ == '__main__':\n    print(1)\nelse:\n    print(2)\n", 1, 1},
    {"if __name__ != '__main__':\n    print(1)\n    print(2)\n", 1, 1},
    {"#| hide\nif __name__ == '__main__':\n    x = 1\n    y = 2\n", 1, 2},
};

START_TEST(the_main_block_is_transparent)
{
    Lesson *lesson = parse_script("a.py", guards[_i].code);
    Run *run = run_lesson(lesson);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert_int_eq(run->statements, guards[_i].statements);
    ck_assert_int_eq(run->statement[run->statements - 1].first, guards[_i].line);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* Each is a step of its own, at its place in the file. */
START_TEST(statements_of_the_main_block_are_steps)
{
    static const StopKind kinds[] = {STOP_TENSOR, STOP_TENSOR, STOP_PRINT, STOP_TENSOR};
    Lesson *lesson = parse_script("a.py", "if __name__ == '__main__':\n    x = torch.ones(2)\n"
                                          "    y = x + 1\n\n    print(y)\n    z = y @ x\n");
    Run *run = run_lesson(lesson);
    ck_assert_int_eq(run_stops(run, 1), 4);
    for (int i = 0; i < 4; i++) {
        const Stop *stop = run_stop(run, 1, i + 1);
        ck_assert_int_eq(stop->kind, kinds[i]);
        ck_assert_int_eq(stop->statement, i);
        ck_assert_int_eq(stop->detail, DETAIL_BRIEF);
    }
    ck_assert_int_eq(run->statement[2].first, 5);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* Without the folder: a lesson prints the same wherever it lies. */
START_TEST(a_script_knows_its_name)
{
    Lesson *lesson = parse_script("some/folder/a.py", "import sys\nprint(__file__, sys.argv)\n");
    Run *run = run_lesson(lesson);
    ck_assert_int_eq(run->statements, 2);
    ck_assert_str_eq(run_stop(run, 1, 1)->text, "a.py ['a.py']");
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* Cells as JSON, whose quotes are written as ', and the Markdown that they become. */
static const struct {
    const char *cells, *markdown;
} notebooks[] = {
    {"{'cell_type': 'markdown', 'source': ['# Title\\n', 'Words.']},"
     "{'cell_type': 'code', 'source': '%config a\\nprint(1)\\n2', 'outputs': ["
     "{'output_type': 'stream', 'name': 'stdout', 'text': ['1\\n']},"
     "{'output_type': 'stream', 'name': 'stderr', 'text': ['warned']},"
     "{'output_type': 'execute_result', 'data': {'text/plain': ['2']}}]}",
     "\n\n# Title\n\nWords.\n\n## Cell 1\n\n```python\n# %config a\nprint(1)\n2\n```\n"
     "\n```expect\n1\n2\n```\n"},
    /* without headings each cell of code is a stage, and text belongs to the code after it */
    {"{'cell_type': 'code', 'source': '1'}, {'cell_type': 'code', 'source': '2'},"
     "{'cell_type': 'markdown', 'source': '### Small'}, {'cell_type': 'code', 'source': '3'},"
     "{'cell_type': 'markdown', 'source': 'End.'}",
     "\n## Cell 1\n\n```python\n1\n```\n\n## Cell 2\n\n```python\n2\n```\n\n## Cell 3\n\n### "
     "Small\n"
     "\n```python\n3\n```\n\nEnd.\n"},
    /* with them, headings are; a second title is one, and so is one of two lines */
    {"{'cell_type': 'code', 'source': '1'}, {'cell_type': 'markdown', 'source': '# One'},"
     "{'cell_type': 'markdown', 'source': 'Two\\n===\\n\\nThree\\n---\\n#\\n#No'},"
     "{'cell_type': 'code', 'source': '2'}, {'cell_type': 'code', 'source': '3'},"
     "{'cell_type': 'markdown', 'source': '## Four'}",
     "\n## Cell 1\n\n```python\n1\n```\n\n\n## One\n\n\n\n## Two\n\n\n\n## Three\n\n#No\n"
     "\n```python\n2\n```\n\n```python\n3\n```\n\n\n## Four\n\n"},
    /* code in a text does not run, and what a text leaves open ends with it */
    {"{'cell_type': 'markdown', 'source': '```python\\nx\\n```\\n- ~~~ expect\\n# a\\n  ~~~'},"
     "{'cell_type': 'markdown', 'source': '```\\n## open'},"
     "{'cell_type': 'markdown', 'source': 'a <!-- b'}",
     "\n```text-python\nx\n```\n- ~~~text-expect\n# a\n  ~~~\n\n```\n## open\n```\n\na &lt;! -- "
     "b\n"},
    {"{'cell_type': 'markdown', 'source': '![a](data:image/png;base64,iVBORw0KGgo=) b'}",
     "\n![a](picture) b\n"},
    {"{'cell_type': 'markdown', 'source': '<td>a <b>b</b><br>\\n`<b>` 1 < 2 <x>'}",
     "\na b\n`<b>` 1 < 2 <x>\n"},
    /* lines and cells that are no Python; a formatting % is */
    {"{'cell_type': 'code', 'source': '!pip install x\\nif a:\\n    !ls\\nx?\\nprint(`%d`\\n"
     "      % 1)\\n%matplotlib inline\\n#| export\\n#| hide\\nx = `?` # ?'}",
     "\n## Cell 1\n\n```python\n# !pip install x\nif a:\n    pass  # !ls\n# x?\nprint(`%d`\n"
     "      % 1)\n# %matplotlib inline\n# | export\n#| hide\nx = `?` # ?\n```\n"},
    /* the numbers beside the cells, where they are a way to find one */
    {"{'cell_type': 'code', 'execution_count': 3, 'source': '1'},"
     "{'cell_type': 'code', 'source': ''},"
     "{'cell_type': 'code', 'execution_count': 7, 'source': '2'}",
     "\n## Cell 3\n\n```python [3]\n1\n```\n\n## Cell 7\n\n```python [7]\n2\n```\n"},
    {"{'cell_type': 'code', 'execution_count': 3, 'source': '1'},"
     "{'cell_type': 'code', 'execution_count': 2, 'source': '2'}",
     "\n## Cell 1\n\n```python\n1\n```\n\n## Cell 2\n\n```python\n2\n```\n"},
    {"{'cell_type': 'code', 'execution_count': 3, 'source': '1'},"
     "{'cell_type': 'code', 'execution_count': null, 'source': '2'}",
     "\n## Cell 1\n\n```python\n1\n```\n\n## Cell 2\n\n```python\n2\n```\n"},
    {"{'cell_type': 'code', 'source': '%%bash\\nls'}",
     "\n## Cell 1\n\n```python\n# %%bash\n```\n\n```text\n%%bash\nls\n```\n"},
    {"{'cell_type': 'code', 'source': '%timeit 1', 'outputs': ["
     "{'output_type': 'stream', 'name': 'stdout', 'text': '2 ns per loop'}]}",
     "\n## Cell 1\n\n```python\n# %timeit 1\n```\n"},
    {"{'cell_type': 'code', 'source': '%%time\\n1'}",
     "\n## Cell 1\n\n```python\n# %%time\n1\n```\n"},
    /* pictures, tables, addresses, and what only a terminal can show */
    {"{'cell_type': 'code', 'source': '1', 'outputs': ["
     "{'output_type': 'display_data', 'data': {'image/png': 'iVBO', 'text/plain': '<Figure>'}},"
     "{'output_type': 'execute_result', 'data': {'text/html': '<b>', 'text/plain': 'a b'}},"
     "{'output_type': 'execute_result', 'data': {'text/plain': '<A at 0x7f>'}},"
     "{'output_type': 'stream', 'name': 'stdout', 'text': '  0%\\r 50%'}]}",
     "\n## Cell 1\n\n```python\n1\n```\n"},
    {"{'cell_type': 'code', 'source': '```'}, {'cell_type': 'raw', 'source': 'raw'},"
     "{'cell_type': 'code', 'source': ' \\n'}, {'cell_type': 'code'}, 1, {}",
     "\n## Cell 1\n\n````python\n```\n````\n"},
};

/* The notebook of some cells. */
static Buf make_notebook(const char *cells)
{
    Buf json = {0};
    buf_puts(&json, "{\"nbformat\": 4, \"cells\": [");
    for (const char *at = cells; *at; at++)
        buf_putc(&json, *at == '\'' ? '"' : *at);
    buf_puts(&json, "]}");
    return json;
}

START_TEST(cells_of_a_notebook)
{
    Buf in = make_notebook(notebooks[_i].cells), out = {0};
    Err err = {0};
    ck_assert_msg(notebook_markdown("a.ipynb", &in, &out, &err), "%s", err.message);
    ck_assert_str_eq(buf_text(&out), notebooks[_i].markdown);
    buf_release(&in);
    buf_release(&out);
}
END_TEST

/* A picture of ten megabytes, an output and a cell that no lesson could hold: the others are there. */
START_TEST(what_is_too_large_is_left_out)
{
    Buf cells = {0}, out = {0};
    Err err = {0};
    buf_puts(&cells, "{'cell_type': 'code', 'source': 'print(1)', 'outputs': ["
                     "{'output_type': 'display_data', 'data': {'image/png': '");
    buf_fill(&cells, 'A', 10 << 20);
    buf_puts(&cells, "'}}, {'output_type': 'stream', 'name': 'stdout', 'text': '");
    buf_fill(&cells, '1', 20000);
    buf_puts(&cells, "'}]}, {'cell_type': 'markdown', 'source': '");
    buf_fill(&cells, 'w', 30000);
    buf_puts(&cells, "'}, {'cell_type': 'code', 'source': 'x = ");
    buf_fill(&cells, 'a', 20000);
    buf_puts(&cells, "'}, {'cell_type': 'code', 'source': 'y = 2 + 3'}");
    Buf in = make_notebook(cells.text);
    ck_assert_msg(notebook_markdown("a.ipynb", &in, &out, &err), "%s", err.message);
    ck_assert_uint_lt(out.length, 10000);
    ck_assert_ptr_nonnull(strstr(out.text, "(A saved output of 20001 bytes is left out here"));
    ck_assert_ptr_nonnull(strstr(out.text, "(A cell of 20005 bytes is left out here"));
    Lesson *lesson = lesson_parse("a.ipynb", out.text, out.length, &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    Run *run = run_lesson(lesson);
    ck_assert_int_eq(run->mistakes, 0);
    ck_assert_int_eq(lesson->stages, 4);
    run_free(run);
    lesson_free(lesson);
    buf_release(&cells);
    buf_release(&in);
    buf_release(&out);
}
END_TEST

/* Each cell's output is its own, whether those before it were saved or not; mistakes are told by
 * cell. */
START_TEST(a_notebook_is_checked_cell_by_cell)
{
    Buf in = make_notebook(
        "{'cell_type': 'code', 'source': 'print(1)'},"
        "{'cell_type': 'code', 'source': 'import torch\\nx = nothing'},"
        "{'cell_type': 'code', 'source': 'print(2)\\ntorch.ones(1)', 'outputs': ["
        "{'name': 'stdout', 'text': '2\\n'},"
        "{'data': {'text/plain': 'tensor([1.], grad_fn=<A>)'}}]},"
        "{'cell_type': 'code', 'source': 'print(3)', 'outputs': [{'name': 'stdout', 'text': "
        "'4'}]}");
    Buf out = {0}, told = {0};
    Err err = {0};
    ck_assert(notebook_markdown("a.ipynb", &in, &out, &err));
    Lesson *lesson = lesson_parse("a.ipynb", out.text, out.length, &err);
    Run *run = run_lesson(lesson);
    ck_assert_int_eq(run->expectations, 2);
    ck_assert_int_eq(run->failures, 1);
    run_write_failures(&told, run);
    run_write_mistakes(&told, run);
    ck_assert_str_eq(told.text,
                     "a.ipynb cell 4: expect: 1 of 1 number differs, by at most 1\n"
                     "  expected\n  > 4\n  computed\n  > 3\n"
                     "a.ipynb cell 2, line 2: unknown name 'nothing': nothing was assigned to it "
                     "before this line\n    2 | x = nothing\n      |     ^^^^^^^\n");
    run_free(run);
    lesson_free(lesson);
    buf_release(&in);
    buf_release(&out);
    buf_release(&told);
}
END_TEST

/* Lines are those of the cells, and a change is written with them. */
START_TEST(lines_of_a_notebook_are_those_of_its_cells)
{
    Buf in = make_notebook("{'cell_type': 'code', 'execution_count': 4, 'source': '1'},"
                           "{'cell_type': 'markdown', 'source': 'Words.'},"
                           "{'cell_type': 'code', 'execution_count': 9, 'source': "
                           "'def f(x):\\n    y = x + 1\\n    return y\\na = f(torch.ones(2))'}");
    Buf out = {0};
    Err err = {0};
    Arena a = {0};
    Change change;
    ck_assert(notebook_markdown("a.ipynb", &in, &out, &err));
    Lesson *lesson = lesson_parse("a.ipynb", out.text, out.length, &err);
    Run *run = run_lesson(lesson);
    LessonPlace call = lesson_where(lesson, run->statement[run->statements - 1].first);
    ck_assert_int_eq(call.cell, 9);
    ck_assert_int_eq(call.line, 4);
    ck_assert_int_eq(lesson_line_at(lesson, call), run->statement[run->statements - 1].first);
    ck_assert_int_eq(lesson_line_at(lesson, (LessonPlace){5, 1}), 0);
    ck_assert(change_parse(&a, run, "cell 9, line 2: y = x + 2", &change, &err));
    ck_assert(!change_parse(&a, run, "line 2: y = x + 2", &change, &err));
    ck_assert_str_eq(err.message,
                     "the lines of a notebook are counted in each cell: write cell 3, line 2: ...");
    err.set = false;
    ck_assert(!change_parse(&a, run, "cell 8, line 2: y = x + 2", &change, &err));
    ck_assert_str_eq(err.message, "there is no statement of one line at cell 8, line 2 of a.ipynb");
    err.set = false;
    ck_assert(!change_parse(&a, run, "y = 2", &change, &err));
    ck_assert_ptr_nonnull(strstr(err.message, "write cell 9, line 2: ..., or "));
    arena_release(&a);
    run_free(run);
    lesson_free(lesson);
    buf_release(&in);
    buf_release(&out);
}
END_TEST

/* Parts repeated so often in one cell of text, and the rest after them: none takes longer than its length. */
static const struct {
    const char *part;
    int times;
    const char *rest, *more;
    int more_times;
} slow[] = {
    {"<!--", 400000, "-->", "", 0},           {"<!--\\n", 400000, "-->", "", 0},
    {"<pre", 400000, "</pre>", "", 0},        {"<", 1990, "", "x", 16000000},
    {"<b ", 660, "", "x", 16000000},          {"`", 8000000, "\\n", "```\\n", 400000},
    {"<b\\n", 400000, ">", "data:image/", 1}, {"<!--", 100, "", "> ", 1000000},
};

START_TEST(no_notebook_takes_long)
{
    Buf cells = {0}, out = {0};
    Err err = {0};
    buf_puts(&cells, "{'cell_type': 'markdown', 'source': '");
    for (int i = 0; i < slow[_i].times; i++)
        buf_puts(&cells, slow[_i].part);
    buf_puts(&cells, slow[_i].rest);
    for (int i = 0; i < slow[_i].more_times; i++)
        buf_puts(&cells, slow[_i].more);
    buf_puts(&cells, "'}, {'cell_type': 'code', 'source': '1'}");
    Buf in = make_notebook(cells.text);
    double began = clock_used();
    ck_assert_msg(notebook_markdown("a.ipynb", &in, &out, &err), "%s", err.message);
    if (is_timed())
        ck_assert_msg(clock_used() - began < 1, "%g seconds", clock_used() - began);
    buf_release(&cells);
    buf_release(&in);
    buf_release(&out);
}
END_TEST

/* Two bytes of text become a hundred times as many of memory. */
START_TEST(a_notebook_of_many_values_is_refused)
{
    static const char *const value[] = {"{},", "[],", "1,", "\"\","};
    Buf in = {0}, out = {0};
    Err err = {0};
    buf_puts(&in, "{\"nbformat\": 4, \"cells\": [");
    while (in.length < LIMIT_NOTEBOOK - 10)
        buf_puts(&in, value[_i]);
    buf_puts(&in, "1]}");
    ck_assert(!notebook_markdown("a.ipynb", &in, &out, &err));
    ck_assert_str_eq(err.message, "this notebook needs too much memory: more than 160 MiB");
    buf_release(&in);
    buf_release(&out);
}
END_TEST

/* A line that is cut does not leave its HTML open. */
START_TEST(a_line_that_is_cut_is_closed)
{
    Buf cells = {0}, out = {0};
    Err err = {0};
    buf_puts(&cells, "{'cell_type': 'markdown', 'source': '<!-- ");
    buf_fill(&cells, 'w', 3000);
    buf_puts(&cells, " -->'}, {'cell_type': 'code', 'source': 'x = 2'}");
    Buf in = make_notebook(cells.text);
    ck_assert(notebook_markdown("a.ipynb", &in, &out, &err));
    Lesson *lesson = lesson_parse("a.ipynb", out.text, out.length, &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    lesson_free(lesson);
    buf_release(&cells);
    buf_release(&in);
    buf_release(&out);
}
END_TEST

/* Takes what reading took from what its run has. */
START_TEST(one_clock_from_the_file_to_the_end)
{
    Lesson *lesson = parse_script("a.py", "for i in range(20000):\n    x = i\n");
    lesson->seconds = LIMIT_SECONDS + 1;
    Run *run = run_lesson(lesson);
    ck_assert_msg(strncmp(run->err.message, "the lesson takes too long", 25) == 0, "%s",
                  run->err.message);
    run_free(run);
    lesson->seconds = 0;
    run = run_lesson(lesson);
    ck_assert(!run->err.set);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* A folder may lie so deep for Python, so that no error of its own is told. */
START_TEST(a_name_of_many_parts_is_refused)
{
    enum { PARTS = 90000 };
    Buf text = {0};
    buf_puts(&text, "import a");
    for (int i = 0; i < PARTS; i++)
        buf_puts(&text, ".a");
    buf_puts(&text, "\n");
    Lesson *lesson = parse_script("a.py", buf_text(&text));
    Run *run = run_lesson(lesson);
    ck_assert_msg(strstr(run->err.message, "more than 64 levels deep"), "%s", run->err.message);
    run_free(run);
    lesson_free(lesson);
    buf_release(&text);
}
END_TEST

static const struct {
    const char *json, *message;
} bad[] = {
    {"", "this is not a notebook: '[' or '{' expected near end of file"},
    {"[]", "this is not a notebook of version 4: it has no list of cells"},
    {"{", "this is not a notebook: string or '}' expected near end of file"},
    {"{\"cells\": 1}", "this is not a notebook of version 4: it has no list of cells"},
    {"{\"cells\": [}", "this is not a notebook: unexpected token near '}'"},
    {"{\"nbformat\": 3, \"worksheets\": [{\"cells\": []}]}",
     "this is a notebook of version 3, and only those of version 4 are read: jupyter nbconvert "
     "--to "
     "notebook --nbformat 4 makes one"},
    {"{\"cells\": [], \"metadata\": {\"language_info\": {\"name\": \"R\"}}}",
     "this notebook is in R: only those in Python can be run"},
    {"{\"cells\": [], \"metadata\": {\"kernelspec\": {\"language\": \"julia\"}}}",
     "this notebook is in julia: only those in Python can be run"},
};

START_TEST(what_is_no_notebook)
{
    Buf in = {0}, out = {0};
    Err err = {0};
    buf_puts(&in, bad[_i].json);
    ck_assert(!notebook_markdown("a.ipynb", &in, &out, &err));
    ck_assert_str_eq(err.message, bad[_i].message);
    buf_release(&in);
    buf_release(&out);
}
END_TEST

/* Each of them has the same numbers, and says so once. */
START_TEST(without_a_seed_the_numbers_are_the_same)
{
    static const struct {
        const char *path, *text;
    } files[] = {
        {"a.md", "## s\n\n```python\nx = torch.rand(2)\ny = torch.rand(1)\n```\n\n```python\n"
                 "y\n```\n"},
        {"a.py", "x = torch.rand(2)\n# %%\ny = torch.rand(1)\ny\n"},
        {"a.ipynb", "## s\n\n```python\nx = torch.rand(2)\ny = torch.rand(1)\n```\n\n```expect "
                    "y\ntensor([0.0885])\n```\n"},
    };
    Lesson *lesson = parse_script(files[_i].path, files[_i].text);
    Run *run = run_lesson(lesson);
    int told = 0;
    for (int i = 0; i < run->stops; i++)
        told += run->stop[i].kind == STOP_PRINT;
    ck_assert_int_eq(told, 1);
    ck_assert_int_eq(run->stop[0].kind, STOP_PRINT);
    ck_assert_str_eq(run->stop[0].text,
                     "(No seed is set: the numbers are those after torch.manual_seed(0).)");
    const QkvTensor *y = run->stop[run->stops - 1].tensor;
    ck_assert_msg(fabsf(y->data.f[0] - 0.0885F) < 0.00005F, "%g", (double)y->data.f[0]);
    ck_assert_int_eq(run->failures, 0);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* A loop with more passes than are kept line by line has its result all the same, and says so. */
START_TEST(lines_that_are_not_kept_are_told)
{
    Lesson *lesson = parse_script("a.py", "n = 0\nfor i in range(30000):\n    n += 1\n# %%\nn\n");
    Run *run = run_lesson(lesson);
    int told = 0;
    for (int i = 0; i < run->stops; i++)
        told += run->stop[i].kind == STOP_PRINT &&
                strncmp(run->stop[i].text, "(More than 20,000 lines", 23) == 0;
    ck_assert(run->is_cut);
    ck_assert_int_eq(told, 1);
    ck_assert_str_eq(run->stop[run->stops - 1].text, "30000");
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* Comments between statements are text, and so is what the file begins with; those inside of a
 * statement, or right above one, are code. */
START_TEST(comments_of_a_script_are_text)
{
    static const char text[] =
        "'''About it.\n\nMore.\n'''\nimport torch\n\n# Words on\n# x.\nx = 1\n# close\ny = 2\n\n"
        "def f():\n\n# inside\n    return '''\n\n# a text'''\n\n# The end.\n";
    Lesson *lesson = parse_script("a.py", text);
    Buf markdown = {0};
    script_markdown(&markdown, lesson);
    ck_assert_str_eq(markdown.text,
                     "# a\n\n## a\n\nAbout it.\n\nMore.\n\n```python\nimport torch\n\n```\n\n"
                     "Words on x.\n\n```python\nx = 1\n# close\ny = 2\n\n"
                     "def f():\n\n# inside\n    return '''\n\n# a text'''\n\n# The end.\n```\n");
    Run *run = run_lesson(lesson);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert_int_eq(run->statements, 4);
    ck_assert_int_eq(run->statement[1].first, 9);
    run_free(run);
    lesson_free(lesson);
    buf_release(&markdown);
}
END_TEST

Suite *script_suite(void)
{
    Suite *s = suite_create("script");
    TCase *t = suite_case(s, "files");
    tcase_add_test(t, cells_are_stages);
    tcase_add_test(t, a_mistake_has_its_line);
    tcase_add_loop_test(t, the_main_block_is_transparent, 0, sizeof guards / sizeof guards[0]);
    tcase_add_test(t, statements_of_the_main_block_are_steps);
    tcase_add_test(t, a_script_knows_its_name);
    tcase_add_test(t, comments_of_a_script_are_text);
    tcase_add_loop_test(t, without_a_seed_the_numbers_are_the_same, 0, 3);
    tcase_add_test(t, lines_that_are_not_kept_are_told);
    tcase_add_loop_test(t, cells_of_a_notebook, 0, sizeof notebooks / sizeof notebooks[0]);
    tcase_add_test(t, what_is_too_large_is_left_out);
    tcase_add_loop_test(t, no_notebook_takes_long, 0, sizeof slow / sizeof *slow);
    tcase_add_loop_test(t, a_notebook_of_many_values_is_refused, 0, 4);
    tcase_add_test(t, a_line_that_is_cut_is_closed);
    tcase_add_test(t, one_clock_from_the_file_to_the_end);
    tcase_add_test(t, a_name_of_many_parts_is_refused);
    tcase_add_test(t, a_notebook_is_checked_cell_by_cell);
    tcase_add_test(t, lines_of_a_notebook_are_those_of_its_cells);
    tcase_add_loop_test(t, what_is_no_notebook, 0, sizeof bad / sizeof bad[0]);
    return s;
}
