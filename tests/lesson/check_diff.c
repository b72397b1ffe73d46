#include "lesson/diff.h"
#include "suites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define HEADER "--- old.txt: the text that is stored\n+++ new.md: what the program prints now\n"

static bool is_title(const char *line, size_t length)
{
    return length > 3 && memcmp(line, "## ", 3) == 0;
}

static DiffText text_of(const char *name, const char *bytes)
{
    return (DiffText){name, bytes, strlen(bytes)};
}

static void expect(const char *old, const char *new, DiffLook look, const char *hunks)
{
    Buf out = {0}, expected = {0};
    bool differ = diff_write(&out, text_of("old.txt", old), text_of("new.md", new), &look);
    ck_assert_int_eq(differ, hunks != NULL);
    if (hunks)
        buf_printf(&expected, "%s%s", HEADER, hunks);
    ck_assert_str_eq(buf_text(&out), buf_text(&expected));
    buf_release(&out);
    buf_release(&expected);
}

static const DiffLook plain = {.context = DIFF_CONTEXT, .is_heading = is_title};

START_TEST(equal_texts)
{
    expect("", "", plain, NULL);
    expect("a\nb", "a\nb", plain, NULL);
    Buf out = {0};
    ck_assert(!diff_write(&out, (DiffText){"a", NULL, 0}, (DiffText){"b", NULL, 0}, &plain));
    buf_release(&out);
}
END_TEST

START_TEST(from_and_to_nothing)
{
    expect("", "a\nb\n", plain, "@@ -0,0 +1,2 @@\n+a\n+b\n");
    expect("a\nb\n", "", plain, "@@ -1,2 +0,0 @@\n-a\n-b\n");
    expect("", "\n", plain, "@@ -0,0 +1,1 @@\n+\n");
}
END_TEST

START_TEST(three_lines_around_and_the_title_above)
{
    expect("## 1. Inputs\n1\n2\n3\n4\n5\n6\n## 2. Scores\na\nb\nc\nd\ne\n",
           "## 1. Inputs\n1\n2\n3\n4\n5\n6\n## 2. Scores\na\nb\nc\nD\ne\n", plain,
           "@@ -9,5 +9,5 @@ ## 2. Scores\n a\n b\n c\n-d\n+D\n e\n");
    /* A title that the hunk itself shows is not above it. */
    expect("## 1. Inputs\n1\n2\n3\n4\n5\n6\n## 2. Scores\na\nb\nc\nd\ne\n",
           "## 1. Inputs\n1\n2\n3\n4\n5\n6\n## 2. Scores\na\nB\nc\nd\ne\n", plain,
           "@@ -7,7 +7,7 @@ ## 1. Inputs\n 6\n ## 2. Scores\n a\n-b\n+B\n c\n d\n e\n");
    expect("## 1. Inputs\na\n", "## 1. Inputs\nb\n", (DiffLook){.context = 0},
           "@@ -2,1 +2,1 @@\n-a\n+b\n");
}
END_TEST

START_TEST(near_changes_share_a_hunk)
{
    const char *old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n";
    expect(old, "x\n2\n3\n4\n5\n6\n7\ny\n9\n10\n11\n", plain,
           "@@ -1,11 +1,11 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n 9\n 10\n 11\n");
    expect(old, "x\n2\n3\n4\n5\n6\n7\n8\ny\n10\n11\n", plain,
           "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n"
           "@@ -6,6 +6,6 @@\n 6\n 7\n 8\n-9\n+y\n 10\n 11\n");
    expect(old, "x\n2\n3\n4\n5\n6\n7\n8\ny\n10\n11\n", (DiffLook){.context = DIFF_EVERYTHING},
           "@@ -1,11 +1,11 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n 8\n-9\n+y\n 10\n 11\n");
}
END_TEST

START_TEST(blanks_can_be_seen)
{
    expect("a b \nx\n", "a b\nx\n", plain, "@@ -1,2 +1,2 @@\n-a b·\n+a b\n x\n");
    expect("\ta\n", "  a\t\n", plain, "@@ -1,1 +1,1 @@\n-→a\n+  a→\n");
    expect("a  \t\n", "a\n", (DiffLook){.context = 3, .ascii = true},
           "@@ -1,1 +1,1 @@\n-a..>\n+a\n");
    expect("a\r\n", "a\n", plain, "@@ -1,1 +1,1 @@\n-a\\r\n+a\n");
    expect("a \r\n", "a\n", plain, "@@ -1,1 +1,1 @@\n-a·\\r\n+a\n");
    expect("   \n", "\n", plain, "@@ -1,1 +1,1 @@\n-···\n+\n");
    expect("a \t\n", "b\nc \n", plain, "@@ -1,1 +1,2 @@\n-a·→\n+b\n+c·\n");
    expect("a \nb\n", "a\nc \n", plain, "@@ -1,2 +1,2 @@\n-a·\n-b\n+a\n+c·\n");
}
END_TEST

START_TEST(final_newline)
{
    expect("a\nb", "a\nb\n", plain, "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
    expect("a\nb", "c\nb", plain, "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n");
}
END_TEST

START_TEST(nothing_reaches_the_terminal)
{
    expect("a\x1b[2J\xff\xc2\x9bz\n", "é→\n", plain, "@@ -1,1 +1,1 @@\n-a?[2J??z\n+é→\n");
    expect("## \x07 1.\na\n", "## \x07 1.\nb\n", (DiffLook){.context = 0, .is_heading = is_title},
           "@@ -2,1 +2,1 @@ ## ? 1.\n-a\n+b\n");
}
END_TEST

/* ---- properties, of random texts ---- */

static void random_text(Buf *out, int lines, int alphabet)
{
    buf_clear(out);
    for (int i = rand() % (lines + 1); i > 0; i--)
        buf_printf(out, "%c\n", 'a' + rand() % alphabet);
    if (out->length > 0 && rand() % 4 == 0)
        buf_cut(out, out->length - 1);
}

static size_t line_length(const char *text)
{
    size_t length = strcspn(text, "\n");
    return length + (text[length] == '\n');
}

/* Copies lines of *old until it stands at `line`; *at is the line that it stands at. */
static void copy_until(Buf *result, const char **old, long *at, long line)
{
    for (; *at < line; ++*at) {
        size_t length = line_length(*old);
        buf_add(result, *old, length);
        *old += length;
    }
}

/* Applies a diff to the old text as patch does, and insists that the old lines are as it says. */
static void apply(Buf *result, const char *old, const char *diff)
{
    long at = 1;
    char sign = '\0'; /* of the line before */
    for (int i = 0; i < 2; i++)
        diff += line_length(diff);
    for (; *diff; diff += line_length(diff)) {
        size_t length = line_length(diff) - 1, old_length = line_length(old);
        long start, count;
        if (sscanf(diff, "@@ -%ld,%ld", &start, &count) == 2) {
            copy_until(result, &old, &at, count > 0 ? start : start + 1);
        } else if (*diff == '\\') {
            if (sign != '-')
                buf_cut(result, result->length - 1);
        } else if (*diff == '+') {
            buf_add(result, diff + 1, length);
        } else {
            ck_assert_uint_le(old_length, length);
            ck_assert_int_eq(memcmp(old, diff + 1, old_length), 0);
            if (*diff == ' ')
                buf_add(result, diff + 1, length);
            old += old_length;
            at++;
        }
        sign = *diff;
    }
    buf_puts(result, old);
}

static int count_signed(const char *diff)
{
    int count = 0;
    for (int i = 0; i < 2; i++)
        diff += line_length(diff);
    for (; *diff; diff += line_length(diff))
        count += *diff == '+' || *diff == '-';
    return count;
}

START_TEST(applying_it_gives_the_new_text)
{
    srand(5);
    Buf old = {0}, new = {0}, diff = {0}, result = {0};
    for (int round = 0; round < 3000; round++) {
        int alphabet = 1 + rand() % 6;
        random_text(&old, 14, alphabet);
        random_text(&new, 14, alphabet);
        buf_clear(&diff);
        buf_clear(&result);
        DiffLook look = {.context = rand() % 6 - 1};
        if (diff_write(&diff, text_of("a", buf_text(&old)), text_of("b", buf_text(&new)), &look))
            apply(&result, buf_text(&old), buf_text(&diff));
        else
            buf_puts(&result, buf_text(&old));
        ck_assert_str_eq(buf_text(&result), buf_text(&new));
    }
    buf_release(&old);
    buf_release(&new);
    buf_release(&diff);
    buf_release(&result);
}
END_TEST

/* The fewest lines to take out and put in, by the table of longest common subsequences. */
static int shortest(const char *a, const char *b)
{
    int common[24][24] = {{0}};
    int n = (int)strlen(a) / 2, m = (int)strlen(b) / 2;
    for (int i = n - 1; i >= 0; i--)
        for (int j = m - 1; j >= 0; j--) {
            int down = common[i + 1][j], right = common[i][j + 1];
            int best = down > right ? down : right;
            common[i][j] = a[2 * i] == b[2 * j] ? common[i + 1][j + 1] + 1 : best;
        }
    return n + m - 2 * common[0][0];
}

START_TEST(it_is_the_shortest)
{
    srand(6);
    Buf old = {0}, new = {0}, diff = {0};
    for (int round = 0; round < 3000; round++) {
        int alphabet = 1 + rand() % 8;
        random_text(&old, 20, alphabet);
        random_text(&new, 20, alphabet);
        if (old.length % 2 == 1 || new.length % 2 == 1)
            continue;
        buf_clear(&diff);
        DiffLook look = {.context = 3};
        if (diff_write(&diff, text_of("a", buf_text(&old)), text_of("b", buf_text(&new)), &look))
            ck_assert_int_eq(count_signed(buf_text(&diff)),
                             shortest(buf_text(&old), buf_text(&new)));
    }
    buf_release(&old);
    buf_release(&new);
    buf_release(&diff);
}
END_TEST

/* Far more differences than the search is given steps for: still right, and soon there. */
START_TEST(two_long_texts_with_nothing_in_common)
{
    Buf old = {0}, new = {0}, diff = {0}, result = {0};
    for (int i = 0; i < 20000; i++) {
        buf_printf(&old, "old%d\n", i);
        buf_printf(&new, i % 5000 == 77 ? "old%d\n" : "new%d\n", i);
    }
    DiffLook look = {.context = 3};
    ck_assert(diff_write(&diff, text_of("a", old.text), text_of("b", new.text), &look));
    apply(&result, old.text, diff.text);
    ck_assert_int_eq(strcmp(result.text, new.text), 0);
    buf_release(&old);
    buf_release(&new);
    buf_release(&diff);
    buf_release(&result);
}
END_TEST

/* A digit in every third line of a very long text: more than a search could find, and still only
 * those lines are shown to differ. */
START_TEST(many_digits)
{
    Buf old = {0}, new = {0}, diff = {0};
    for (int i = 0; i < 60000; i++) {
        buf_printf(&old, "%d 0.1234\n", i);
        buf_printf(&new, i % 3 == 0 ? "%d 0.1235\n" : "%d 0.1234\n", i);
    }
    DiffLook look = {.context = 3};
    ck_assert(diff_write(&diff, text_of("a", old.text), text_of("b", new.text), &look));
    ck_assert_int_eq(count_signed(diff.text), 40000);
    buf_release(&old);
    buf_release(&new);
    buf_release(&diff);
}
END_TEST

/* ---- notes ---- */

START_TEST(numbers_only)
{
    static const struct {
        const char *old, *new, *note; /* NULL: no note */
    } table[] = {
        {"tensor([[0.1234, 2.0000]])\n", "tensor([[0.1235, 2.0000]])\n",
         "numbers only: 1 cell differs, largest 0.0001, first at line 1\n"},
        {"a\n[ 9.0000,\n  1.0000]\n", "a\n[ 9.5000, 10.0000]\n",
         "numbers only: 2 cells differ, largest 9, first at line 2\n"},
        {"[9.0000,\n 1.0000]\n", "[9.0000, 2.0000]\n",
         "numbers only: 1 cell differs, largest 1, first at line 2\n"},
        {"x\n\n1.5000e-05 -inf 3.", "x\n\n2.5000e-05 -inf 3.",
         "numbers only: 1 cell differs, largest 1e-05, first at line 3\n"},
        {"[1., nan]", "[1., 2.]", "numbers only: 1 cell differs, largest inf, first at line 1\n"},
        {"[-inf]", "[inf]", "numbers only: 1 cell differs, largest inf, first at line 1\n"},
        {"0.0000", "-0.0000", "numbers only: 1 cell differs, largest 0, first at line 1\n"},
        {"(1,2)", "(1,3)", "numbers only: 1 cell differs, largest 1, first at line 1\n"},
        {"1 2", "1  2\n", NULL},    /* blanks only     */
        {"1 2", "1 3 4", NULL},     /* one more        */
        {"q1 = 2", "q2 = 2", NULL}, /* a name          */
        {"1 a", "2 b", NULL},
        {"1", "", NULL},
        {"", "", NULL},
        {"info 1", "nano 1", NULL},
        {"2x", "3x", NULL},
        {"a 1", "a -", NULL},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Buf out = {0};
        bool found = diff_numbers(&out, text_of("a", table[i].old), text_of("b", table[i].new));
        ck_assert_int_eq(found, table[i].note != NULL);
        ck_assert_str_eq(buf_text(&out), table[i].note ? table[i].note : "");
        buf_release(&out);
    }
}
END_TEST

Suite *diff_suite(void)
{
    Suite *s = suite_create("diff");
    TCase *hunks = suite_case(s, "hunks");
    tcase_add_test(hunks, equal_texts);
    tcase_add_test(hunks, from_and_to_nothing);
    tcase_add_test(hunks, three_lines_around_and_the_title_above);
    tcase_add_test(hunks, near_changes_share_a_hunk);
    tcase_add_test(hunks, blanks_can_be_seen);
    tcase_add_test(hunks, final_newline);
    tcase_add_test(hunks, nothing_reaches_the_terminal);
    TCase *properties = suite_case(s, "properties");
    tcase_set_timeout(properties, 30);
    tcase_add_test(properties, applying_it_gives_the_new_text);
    tcase_add_test(properties, it_is_the_shortest);
    tcase_add_test(properties, two_long_texts_with_nothing_in_common);
    tcase_add_test(properties, many_digits);
    TCase *notes = suite_case(s, "notes");
    tcase_add_test(notes, numbers_only);
    return s;
}
