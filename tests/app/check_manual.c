/* Texts written from the tables of options, commands and keys: nothing of them is left out, and
 * nothing in them means anything to roff or to a shell. */
#include <stdlib.h>
#include <string.h>

#include "app/command.h"
#include "app/manual.h"
#include "suites.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static const UsageRow commands[] = {{"sing", "SONG...", "it's a [song]"},
                                    {"stop", NULL, "no more"}};
static const UsageRow options[] = {
    {"--loud", NULL, ".fl 'twas \\loud ~ ^ ` \"-\""},
    {"--color", "WHEN", "which", "auto always never"},
    {"--out", "DIR", "where", "/"},
    {"--key", "NOTE", "any"},
};
static const Usage usage = {"1.2",   "2026-01-02",    commands,
                            options, COUNT(commands), COUNT(options)};

/* The man page as it is read: what put_roff did, undone. */
static void read_roff(Buf *out, const char *text)
{
    static const struct {
        const char *written;
        char read;
    } escapes[] = {{"\\-", '-'},   {"\\e", '\\'},  {"\\(aq", '\''}, {"\\(ga", '`'},
                   {"\\(ha", '^'}, {"\\(ti", '~'}, {"\\(dq", '"'}};
    while (*text) {
        size_t length = 0;
        for (int i = 0; i < COUNT(escapes) && length == 0; i++)
            if (strncmp(text, escapes[i].written, strlen(escapes[i].written)) == 0) {
                length = strlen(escapes[i].written);
                buf_putc(out, escapes[i].read);
            }
        if (length == 0 && strncmp(text, "\\&", 2) == 0)
            length = 2;
        else if (length == 0)
            buf_putc(out, *text);
        text += length ? length : 1;
    }
}

static void must_say(const Buf *text, const char *line)
{
    ck_assert_msg(strstr(text->text, line) != NULL, "'%s' is missing", line);
}

START_TEST(the_man_page_has_every_row)
{
    Buf roff = {0}, text = {0};
    manual_page(&roff, &usage);
    for (const char *line = buf_text(&roff); *line; line += strcspn(line, "\n") + 1)
        ck_assert_msg(*line != '\'' && strncmp(line, ".fl", 3) != 0, "roff takes '%.40s'", line);
    read_roff(&text, buf_text(&roff));
    for (int i = 0; i < COUNT(options); i++)
        must_say(&text, options[i].words);
    must_say(&text, "\\fBqkv sing\\fR \\fISONG...\\fR\nit's a [song]\n");
    must_say(&text, "\\fB--color\\fR \\fIWHEN\\fR\nwhich\n");
    for (int i = 0; i < KEY_ROWS; i++)
        for (int kind = 0; kind < 5; kind++) {
            Buf line = {0};
            buf_printf(&line, ".TP\n\\fB%s\\fR\n%s\n", key_table[i].name, key_does(i, kind));
            const char *words = key_does(i, kind);
            if (words && strcmp(words, "the same") != 0 && !strstr(words, "itself") &&
                !strstr(words, "themselves"))
                must_say(&text, buf_text(&line));
            buf_release(&line);
        }
    for (int i = 0; i < command_count; i++) {
        const Command *c = &command_table[i];
        Buf line = {0};
        buf_printf(&line, ".TP\n\\fB%s", c->word);
        must_say(&text, buf_text(&line));
        must_say(&text, c->help);
        buf_release(&line);
    }
    must_say(&text, ".SH SIGNS\n.TP\n");
    buf_release(&roff);
    buf_release(&text);
}
END_TEST

/* Code of other programs is shown as it is: its blanks and signs are its own. */
static void drop_code(Buf *text)
{
    for (char *from; (from = strstr(text->text, "\n.EX\n"));) {
        char *to = strstr(from, "\n.EE\n");
        ck_assert_msg(to != NULL, "code without an end");
        to += strlen("\n.EE");
        memmove(from, to, strlen(to) + 1);
    }
    text->length = strlen(text->text);
}

START_TEST(the_man_page_has_the_texts_around_the_tables)
{
    Buf roff = {0}, text = {0};
    manual_page(&roff, &usage);
    read_roff(&text, buf_text(&roff));
    must_say(&text, ".TH QKV 1 2026-01-02 \"qkv 1.2\"\n.SH NAME\nqkv - replay");
    must_say(&text, ".SH COMMANDS\n.TP\n\\fBqkv\\fR\nthe lesson menu\n");
    must_say(&text, ".SH OPTIONS\n.TP\n\\fB--loud\\fR\n");
    must_say(&text, ".SH PAGES\nSpace goes on, ");
    must_say(&text, "goto 5.1 are found by their beginnings.\n.PP\nPages lie on each other. ");
    must_say(&text, ":\n.TP\n\\fBx[0, 1] = 5\\fR\na number of a result\n");
    must_say(&text, "\\fB130\\fR\nafter Ctrl-C\n");
    must_say(&text, "\n.SH SEE ALSO\n.BR libqkv (3)\n");
    drop_code(&text);
    ck_assert_msg(!strstr(text.text, "\n@"), "a table is not there: %s", strstr(text.text, "\n@"));
    for (const char *line = buf_text(&text); *line; line += strcspn(line, "\n") + 1)
        ck_assert_msg(*line != ' ' && *line != '\n', "not joined: '%.40s'", line);
    buf_release(&roff);
    buf_release(&text);
}
END_TEST

START_TEST(a_long_row_of_the_help_keeps_its_words_apart)
{
    static const UsageRow rows[] = {{"sing-along", "SONG OTHER [NAME]", "and no less"}};
    const Usage long_usage = {"1.2", "2026-01-02", rows, options, COUNT(rows), COUNT(options)};
    Buf text = {0};
    manual_help(&text, &long_usage);
    must_say(&text, "  qkv sing-along SONG OTHER [NAME] and no less\n");
    buf_release(&text);
}
END_TEST

START_TEST(completion_has_every_row)
{
    Buf bash = {0}, zsh = {0}, fish = {0};
    ck_assert(manual_completion(&bash, &usage, "bash"));
    must_say(&bash, "words='--loud --color --out --key'");
    must_say(&bash, "--color) words='auto always never' ;;");
    must_say(&bash, "--key) return ;;");
    must_say(&bash, "sing stop");
    ck_assert(manual_completion(&zsh, &usage, "zsh"));
    must_say(&zsh, "'--loud[.fl '\\''twas \\\\loud ~ ^ ` \"-\"]'");
    must_say(&zsh, "'--color=[which]:WHEN:(auto always never)'");
    must_say(&zsh, "'--out=[where]:DIR:_files -/'");
    must_say(&zsh, "'sing:it'\\''s a [song]'");
    ck_assert(manual_completion(&fish, &usage, "fish"));
    must_say(&fish, "-l loud -d '.fl \\'twas \\\\loud ~ ^ ` \"-\"'\n");
    must_say(&fish, "-l color -x -a 'auto always never' -d 'which'\n");
    must_say(&fish, "-l out -r -F -d 'where'\n");
    must_say(&fish, "-l key -x -d 'any'\n");
    must_say(&fish, "-a sing -d 'it\\'s a [song]'\n");
    ck_assert(!manual_completion(&zsh, &usage, "tcsh"));
    buf_release(&bash);
    buf_release(&zsh);
    buf_release(&fish);
}
END_TEST

Suite *manual_suite(void)
{
    Suite *s = suite_create("manual");
    TCase *c = tcase_create("from the tables");
    tcase_add_test(c, the_man_page_has_every_row);
    tcase_add_test(c, the_man_page_has_the_texts_around_the_tables);
    tcase_add_test(c, a_long_row_of_the_help_keeps_its_words_apart);
    tcase_add_test(c, completion_has_every_row);
    suite_add_tcase(s, c);
    return s;
}
