/* Bad lessons and what is said of them: those of tests/errors, and those that are too large or too
 * strange for a file, which are made here. */
#include <stdio.h>
#include <string.h>

#include "bad_lessons.h"
#include "base/utf8.h"
#include "lesson/library.h"
#include "lesson/prepared.h"
#include "python/limits.h"
#include "shown.h"
#include "suites.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static BadLesson *bad;
static int bads;

/* Writes what `qkv check` says of a lesson: its error, or the expectations that fail. */
static void write_report(Buf *out, const Entry *entry)
{
    const Lesson *lesson = entry->lesson;
    if (entry->err.set) {
        buf_puts(out, "exit 2\n");
        err_write(out, &entry->err, lesson ? lesson->source : entry->source.text,
                  lesson ? lesson->length : entry->source.length);
        return;
    }
    buf_printf(out, "exit %d\n", entry->run->failures > 0);
    for (int i = 0; i < entry->run->failures; i++) {
        const Failure *f = &entry->run->failure[i];
        buf_printf(out, "%s:%d: %s\n%s", f->at.file, f->at.line, f->message, f->detail);
    }
}

static void forget(Entry *entry)
{
    run_free(entry->run);
    lesson_free(entry->lesson);
    buf_release(&entry->source);
}

/* Checks that what is said holds no control character: neither C0 but newline, nor DEL, nor C1, nor
 * what turns the direction of writing. */
static void check_clean(const Buf *text)
{
    for (size_t i = 0; i < text->length;) {
        uint32_t c;
        size_t n = utf8_next(text->text + i, text->length - i, &c);
        ck_assert_msg(c == '\n' || (c != UTF8_BAD && !utf8_is_control(c)),
                      "U+%04X at byte %zu of:\n%s", (unsigned)c, i, text->text);
        i += n;
    }
}

/* As library_load, from a text. */
static Entry load_text(const Buf *text)
{
    Entry entry = {.path = "x.md"};
    entry.lesson = lesson_parse("x.md", text->text, text->length, &entry.err);
    if (entry.lesson) {
        entry.run = run_lesson(entry.lesson);
        prepared_run(entry.run);
        entry.err = entry.run->err;
    }
    return entry;
}

/* The kind of an error as tests/errors has it: the class before the message in the traceback. */
static const char *error_of(const Run *run)
{
    static char kind[BAD_NAME];
    for (int i = 0; run && i < run->stops; i++) {
        const char *text = run->stop[i].text, *last = text ? strrchr(text, '\n') : NULL;
        if (!last || strncmp(text, "Traceback ", strlen("Traceback ")) != 0)
            continue;
        size_t length = strcspn(++last, ":");
        bool is_class = length < sizeof kind && length > 5 &&
                        memcmp(last + length - 5, "Error", 5) == 0;
        snprintf(kind, sizeof kind, "%.*s", (int)length, last);
        return is_class ? kind : "lesson";
    }
    return "lesson";
}

static void check_said(const BadLesson *b, int number, Loc at, const char *kind,
                       const char *message)
{
    const BadSaid *s = &b->said[number];
    int width = at.line > 0 && at.width < 1 ? 1 : at.width;
    bool fine = number < b->count && s->line == at.line && s->col == at.col &&
                (at.line == 0 || s->width == width) && strcmp(s->kind, kind) == 0 &&
                bad_lesson_tells(message, buf_text(&s->facts));
    ck_assert_msg(fine, "%s:%d: %s: now line %d has\n%*s%.*s %s: %s", b->file, b->at, b->name,
                  at.line, at.col > 0 ? at.col - 1 : 0, "", width,
                  "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^", kind, message);
}

START_TEST(a_bad_lesson_gets_its_message)
{
    const BadLesson *b = &bad[_i];
    Entry entry = load_text(&b->text);
    Buf said = {0};
    int count = entry.err.set ? 1 : entry.run->failures;
    write_report(&said, &entry);
    check_clean(&said);
    if (entry.err.set)
        check_said(b, 0, entry.err.at, error_of(entry.run), entry.err.message);
    for (int i = 0; !entry.err.set && i < count; i++)
        check_said(b, i, entry.run->failure[i].at, "expected", entry.run->failure[i].message);
    ck_assert_msg(count == b->count && count > 0, "%s:%d: %s: %d things are said, not %d", b->file,
                  b->at, b->name, count, b->count);
    buf_release(&said);
    forget(&entry);
}
END_TEST

START_TEST(no_two_have_one_name)
{
    ck_assert_int_gt(bads, 0);
    for (int i = 1; i < bads; i++)
        for (int k = 0; k < i; k++)
            ck_assert_str_ne(bad[i].name, bad[k].name);
}
END_TEST

/* --- lessons that are made ------------------------------------------------------------------ */

/* A lesson takes at most two seconds, whatever is in it. */
static void check_text(const Buf *text, const char *message)
{
    enum { MOST = 2000000 /* microseconds */ };
    long before = used_microseconds();
    Entry entry = load_text(text);
    long took = used_microseconds() - before;
    ck_assert_msg(!is_timed() || took <= MOST, "%ld us for: %.200s", took, text->text);
    Buf said = {0};
    ck_assert_msg(entry.err.set, "accepted: %.200s", text->text);
    write_report(&said, &entry);
    check_clean(&said);
    buf_release(&said);
    /* On a slow machine the seconds are at an end before the values. */
    bool is_slow = strstr(message, "computes too much") &&
                   strstr(entry.err.message, "takes too long");
    if (!is_slow && strcmp(entry.err.message, message) != 0)
        ck_abort_msg("expected: %s\nand got:  %s\nfor: %.200s", message, entry.err.message,
                     text->text);
    forget(&entry);
}

#define TOO_OPEN "brackets are nested more than 64 deep"
#define TOO_DEEP "the expression is nested more than 64 deep"
#define TOO_HIGH                                                                                   \
    "the expression has more than 500 operators inside each other: give a part of it a name"
#define TOO_MANY "the code has more than 200000 words and signs"
#define TOO_LARGE "the lesson needs too much memory: more than 384 MiB"
#define TOO_MUCH                                                                                   \
    "the lesson computes too much, or without end: more than 16000000 values made or compared"

/* A megabyte of one thing, with an empty line now and then: nothing else may be as long. */
static const struct {
    const char *head, *piece, *message;
} megabytes[] = {
    {"x = ", "(", TOO_OPEN},
    {"x = ", "[", TOO_OPEN},
    {"x = ", "{", TOO_OPEN},
    {"x = ", "f(", TOO_OPEN},
    {"x = ", "x[", TOO_OPEN},
    {"x = ", "{1:", TOO_OPEN},
    {"x = ", ")", "')' closes nothing: no bracket is open here"},
    {"x = ", "]", "']' closes nothing: no bracket is open here"},
    {"x = ", "}", "'}' closes nothing: no bracket is open here"},
    {"x = (", "-", TOO_DEEP},
    {"x = (", "not ", TOO_DEEP},
    {"x = (1", " + 1", TOO_HIGH},
    {"x = (1", " < 1", TOO_MANY},
    {"x = (1", " if 1 else 1", TOO_DEEP},
    {"x = (1", " .x", TOO_HIGH},
    {"x = (1", " ()", TOO_HIGH},
    {"x = [", "1,", TOO_MANY},
    {"x = [", "[],", TOO_MANY},
    {"x = '''", "a", "the string opened on line 3 is not closed: expected '''"},
    {"x = (", "'a' ", TOO_MANY},
    {"", "1\n", TOO_MANY},
    {"", "x = 1\n", TOO_MANY},
    {"", "#| hide\n", "no statement follows the directive 'hide'"},
};

static Buf make_megabyte(const char *head, const char *piece, size_t line)
{
    Buf text = {0};
    buf_printf(&text, "## s\n```python\n%s", head);
    size_t length = strlen(piece), gap = text.length + line;
    while (text.length + length + 20 < LIMIT_BYTES) {
        buf_add(&text, piece, length);
        if (text.length > gap) {
            buf_puts(&text, "\n\n");
            gap = text.length + line;
        }
    }
    buf_puts(&text, "\n```\n");
    return text;
}

START_TEST(a_megabyte_of_anything_is_one_message)
{
    Buf text = make_megabyte(megabytes[_i].head, megabytes[_i].piece, 5000);
    check_text(&text, megabytes[_i].message);
    buf_release(&text);
}
END_TEST

START_TEST(a_megabyte_in_a_line_is_one_message)
{
    Buf text = make_megabyte("x = '", "a", LIMIT_BYTES);
    check_text(&text, "more than 10000 bytes without an empty line between them");
    buf_release(&text);
}
END_TEST

/* Programs that end soon, with an error. */
static const struct {
    const char *code, *message;
} endless[] = {
    {"f = lambda x, z: [x == z for i in range(1000)]\n"
     "y = f({i: i for i in range(400000)}, {i: i for i in range(400000)})",
     TOO_MUCH},
    {"x = list(range(500000))\ny = [x.count(-1) for i in range(100000)]", TOO_MUCH},
    {"x = list(range(500000))\ny = [-1 in x for i in range(100000)]", TOO_MUCH},
    {"x = 'a' * 900000\ny = [x[500000] for i in range(1000000)]", TOO_MUCH},
    {"x = 'a' * 900000\ny = x.replace('a' * 400000 + 'b', '')", TOO_MUCH},
    {"x = 'a' * 900000\ny = sorted([x + 'b', x + 'c'] * 200000)", TOO_MUCH},
    {"x = torch.tensor([0] * 1000)\ny = [x.tolist() for i in range(1000000)]", TOO_LARGE},
    {"x = torch.zeros(4700, 4700)\ny = x @ x",
     "this needs more than 100000000000 multiplications and additions in all: too many"},
    /* the sizes that the call and the code on the way read: of a dict, of names around a class, of a class's objects */
    {"import torch.nn as nn\ncfg = {'d': 400, 'vocab': 200000, 'bias': True}\nclass "
     "Net(nn.Module):\n"
     "    def __init__(self, cfg):\n        super().__init__()\n        self.a = "
     "nn.Linear(cfg['d'], 10, "
     "bias=False)\n        self.b = nn.Linear(cfg['d'], cfg['vocab'])\nnet = Net(cfg)",
     "the result would have more than 41943040 cells: too many. So far 4000 numbers of parameters "
     "were made (0 "
     "MiB of float32): take less than vocab=200000, d=400"},
    {"import torch.nn as nn\nfrom dataclasses import dataclass\nwide, steps = 300000, "
     "7\n@dataclass\nclass C:\n"
     "    n: int = 200\nclass Net(nn.Module):\n    def __init__(self, c):\n        "
     "super().__init__()\n"
     "        self.a = nn.Linear(c.n, 10)\n        self.b = nn.Linear(c.n, wide)\nnet = Net(C())\n",
     "the result would have more than 41943040 cells: too many. So far 2010 numbers of parameters "
     "were made (0 "
     "MiB of float32): take less than wide=300000, n=200"},
    {"x = torch.tensor([0.])\ny = [x + i for i in range(1000000)]",
     "more than 131072 operations: too many"},
    {"x = [1]\ny = [x.append((x[-1], x[-1])) for i in range(100)]\nz = {x[-1]: 1}", TOO_MUCH},
    {"x = [[]]\ny = [x.append([x[-1], x[-1]]) for i in range(40)]\nprint(x[-1])",
     "written out, this list is longer than 4194304 bytes: too long"},
    {"x = []\nx.append(x)\ny = []\ny.append(y)\nz = x == y",
     "lists are nested too deep to be compared"},
    {"x = 'ab' * 500000\nprint(f'{x}{x}{x}{x}{x}')", "a text longer than 2097152 bytes: too long"},
    {"x = ' ' * 1000000\ny = x.join(['a'] * 100000)", "a text longer than 2097152 bytes: too long"},
    {"x = list(range(500000))\nx\nx\nx",
     "the lesson prints and shows more than 4194304 bytes: too much"},
};

/* Methods of a text walk over it, and are called again and again. s is the text, and c
 * another. */
static const struct {
    const char *text, *other, *call;
} walks[] = {
    {"'a' * 1000 * 1000", "'b' * 1000 * 999 + 'b' * 999 + 'a'", "s.strip(c)"},
    {"'a' * 300 * 100", "'b' * 299 * 100 + 'b' * 99 + 'a'", "s.strip(c)"},
    {"'\u00e9' * 300000", "'\u00e8' * 300000", "s.strip(c)"},
    {"'a' * 1000 * 1000", "'a'", "s.strip(c)"},
    {"' ' * 1000 * 1000", "''", "s.strip()"},
    {"' ' * 1000 * 1000", "''", "s.split()"},
    {"'a' * 1000 * 1000", "''", "s.split()"},
    {"'a' * 1000 * 1000", "'ab'", "s.split(c)"},
    {"'a' * 1000 * 1000", "'b'", "s.split(c)"},
    {"'a' * 1000 * 1000", "'a'", "s.replace(c, '')"},
    {"'a' * 1000 * 1000", "'ab'", "s.replace(c, '')"},
    {"'a' * 1000 * 1000", "'b'", "s.replace(c, '')"},
    {"'a' * 1000 * 1000", "'a'", "s.count(c)"},
    {"'a' * 1000 * 1000", "'ab'", "s.count(c)"},
    {"'a' * 1000 * 1000", "'b'", "s.count(c)"},
    {"'a' * 1000 * 1000", "''", "s.count(c)"},
    {"'a' * 1000 * 999 + 'ab'", "'b'", "s.index(c)"},
    {"'a' * 1000 * 999 + 'ab'", "'ab'", "s.index(c)"},
    {"'a' * 1000 * 1000", "'b'", "c in s"},
    {"'a' * 1000 * 1000", "'ab'", "c in s"},
    {"'\u00e9' * 500000", "''", "len(s)"},
    {"'\u00e9' * 500000", "''", "s[499999]"},
    {"'a' * 1000 * 1000", "''", "s.lower()"},
    {"'a' * 1000 * 1000", "''", "s.upper()"},
};

/* Nearly all that a lesson may spend is spent first, in the quickest of these ways. */
START_TEST(walks_over_a_text_are_paid)
{
    enum { MOST = LIMIT_EVALUATIONS / 16 * 15 };
    Buf text = {0};
    buf_printf(&text,
               "## s\n```python\ns = %s\nc = %s\nt = '-' * 1000 * 1000\n"
               "k = len(['b' in t for i in range(%d)])\nl = len([%s for i in range(1000)])\n```\n",
               walks[_i].text, walks[_i].other, MOST / (1000 * 1000 / 64), walks[_i].call);
    check_text(&text, TOO_MUCH);
    buf_release(&text);
}
END_TEST

/* And what a lesson may well do with a text costs next to nothing. */
START_TEST(texts_of_usual_size_are_cheap)
{
    Entry entry;
    Buf text = {0};
    buf_puts(&text, "## s\n```python\ns = 'the quick brown fox jumps over the lazy dog ' * 25\n"
                    "n = [len(s.strip(' gd').replace('o', '0')) + s.count('o') + s.index('dog')"
                    " + len(s[7]) for i in range(10000) if 'lazy' in s]\n"
                    "long = 'a ' * 200000\n"
                    "m = len(long.split(' ')) + long.count('a') + len(long.replace(' ', ''))\n"
                    "```\n");
    entry = load_text(&text);
    ck_assert_msg(!entry.err.set, "%s", entry.err.message);
    forget(&entry);
    buf_release(&text);
}
END_TEST

/* The expectation that is one too many has its place, too. */
START_TEST(expectations_of_long_texts_are_bounded)
{
    enum { TIMES = 6, FIRST = 6, LINES = 4 };
    Buf text = {0};
    buf_puts(&text, "## s\n```python\ns = 'a' * 1000000\n```\n\n");
    for (int i = 0; i < TIMES; i++)
        buf_puts(&text, "```expect s\na\n```\n\n");
    Entry entry = load_text(&text);
    ck_assert_str_eq(entry.err.message,
                     "the lesson prints and shows more than 4194304 bytes: too much");
    ck_assert_int_gt(entry.err.at.line, FIRST);
    ck_assert_int_eq((entry.err.at.line - FIRST) % LINES, 0);
    forget(&entry);
    buf_release(&text);
}
END_TEST

START_TEST(what_does_not_end_is_ended)
{
    Buf text = {0};
    buf_printf(&text, "## s\n```python\n%s\n```\n", endless[_i].code);
    check_text(&text, endless[_i].message);
    buf_release(&text);
}
END_TEST

/* Each statement is refused because of the one before it; and names that are empty. */
START_TEST(refusals_may_follow_from_each_other)
{
    enum { LINES = 800 };
    Buf text = {0};
    buf_puts(&text, "## s\n```python\na0 = nothing.at(getattr(all, ''), type('', (), {})())\n");
    for (int i = 1; i < LINES; i++)
        buf_printf(&text, "a%d = a%d.x(a%d)\n\n", i, i - 1, i - 1);
    buf_puts(&text, "```\n");
    check_text(&text, "unknown name 'nothing': nothing was assigned to it before this line");
    buf_release(&text);
}
END_TEST

/* Python's own answer to these is the same. */
START_TEST(lists_that_hold_themselves_are_shown)
{
    static const char source[] =
        "## s\n```python\nx = [1]\nx.append(x)\nx.append((x, {'a': x}))\nprint(x)\n"
        "d = {}\nd['d'] = [d]\nprint(d)\n```\n"
        "```expect\n[1, [...], ([...], {'a': [...]})]\n{'d': [{...}]}\n```\n";
    Buf text = {0};
    buf_puts(&text, source);
    Entry entry = load_text(&text);
    ck_assert_msg(!entry.err.set, "%s", entry.err.message);
    ck_assert_msg(entry.run->failures == 0, "%s", entry.run->failure[0].detail);
    forget(&entry);
    buf_release(&text);
}
END_TEST

/* --- control characters --------------------------------------------------------------------- */

/* %s stands for the bad character. */
static const char *const hostile[] = {
    "## s\n```python\nx = '%s'\n```\n",
    "## s\n```python\nprint('%s')\n```\n",
    "## s\n```python\nprint('a%sb', '%s', sep='%s')\n```\n```expect\nc\n```\n",
    "## s\n```python\nx = '%s'\n```\n```expect x\n%sd\n```\n",
    "## s\n```python\nx = y # %s\n```\n",
    "## s\n```python\nx = %s\n```\n",
    "## s\n```python\nx = '%s' @ 2\n```\n",
    "## s\n```python\nassert 1 == 2, '%s'\n```\n",
    "## s\n```python\nx = float('%s')\n```\n",
    "## s\n```python\nx = {'%s': 1}['%s%s']\n```\n",
    "## s\n```python\n'%s'.foo\n```\n",
    "## s\n```python\nx = f'{5:%s}'\n```\n",
    "## s\n```python\nx = 'a'.index('%s')\n```\n",
    "## s\n```python\nx = ['%s'].index('%s%s')\n```\n",
    "## s\n```python\nx = import %s\n```\n",
    "## s\n```python\n#| rows: a%s b\nx = 5\n```\n",
    "## s\n```python\n#| r%sws: a b\nx = 5\n```\n",
    "## s\n```expect a%sb\n1\n```\n",
    "## s\n```python %s\nx = y\n```\n",
    "## %s\n```python\nx = y\n```\n",
    "## s\n# a%sb\n# c%sd\n",
    "%s\n",
};

static const char *const controls[] = {"\x1b[31m", "\x01",         "\x7f",         "\xc2\x9b",
                                       "\t",       "\xe2\x80\xae", "\xe2\x80\x8b", "\\x1b[31m",
                                       "\\x9b",    "\\t",          "\\u202e",      "\\x7f"};

static void fill_in(Buf *text, const char *form, const char *with)
{
    for (; *form; form++)
        if (form[0] == '%' && form[1] == 's') {
            buf_puts(text, with);
            form++;
        } else {
            buf_putc(text, *form);
        }
}

START_TEST(no_control_character_is_said)
{
    for (size_t i = 0; i < COUNT(controls); i++) {
        Buf text = {0}, said = {0};
        fill_in(&text, hostile[_i], controls[i]);
        Entry entry = load_text(&text);
        write_report(&said, &entry);
        for (int b = 0; entry.run && b < shown_count(entry.run); b++)
            if (shown(entry.run, b)->text)
                buf_puts(&said, shown(entry.run, b)->text);
        check_clean(&said);
        forget(&entry);
        buf_release(&said);
        buf_release(&text);
    }
}
END_TEST

/* Places do not depend on how lines end: the same error at the same line and column. */
START_TEST(line_ends_do_not_move_the_place)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (size_t i = 0; i < COUNT(ends); i++) {
        Buf text = {0}, said = {0};
        fill_in(&text, "## s%s%s```python%sx = [1,%s     2]%sy = x @ 2%s```%s", ends[i]);
        Entry entry = load_text(&text);
        err_write(&said, &entry.err, entry.lesson->source, entry.lesson->length);
        ck_assert_str_eq(said.text, "x.md:6:5: '@' does not work between a list and an int\n"
                                    "    6 | y = x @ 2\n"
                                    "      |     ^^^^^\n");
        forget(&entry);
        buf_release(&said);
        buf_release(&text);
    }
}
END_TEST

Suite *errors_suite(void)
{
    Suite *s = suite_create("errors");
    TCase *in_files = suite_case(s, "files");
    bad = bad_lessons(&bads);
    tcase_add_loop_test(in_files, a_bad_lesson_gets_its_message, 0, bads);
    tcase_add_test(in_files, no_two_have_one_name);
    TCase *made = suite_case(s, "made");
    tcase_add_loop_test(made, a_megabyte_of_anything_is_one_message, 0, COUNT(megabytes));
    tcase_add_test(made, a_megabyte_in_a_line_is_one_message);
    tcase_add_test(made, expectations_of_long_texts_are_bounded);
    tcase_add_loop_test(made, what_does_not_end_is_ended, 0, COUNT(endless));
    tcase_add_test(made, refusals_may_follow_from_each_other);
    tcase_add_loop_test(made, walks_over_a_text_are_paid, 0, COUNT(walks));
    tcase_add_test(made, texts_of_usual_size_are_cheap);
    tcase_add_test(made, lists_that_hold_themselves_are_shown);
    tcase_add_loop_test(made, no_control_character_is_said, 0, COUNT(hostile));
    tcase_add_test(made, line_ends_do_not_move_the_place);
    return s;
}
