/* Output and input of the terminal room, in a real pty through tests/tui/demo_app.c:
 * styles, characters, keys, the mouse, and how many bytes all that takes. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show/frame.h"
#include "suites.h"
#include "tui/demo.h"
#include "tui/pty.h"

enum {
    STYLE_COLUMN = 60, /* where the demo shows its styles                                */
    STYLE_ROW = 3,
    SHADE_ROW = 18,
    SETTLED = 15, /* ms of silence after which an update counts as whole              */
    IDLE = 150,   /* ms in which a program that does nothing must send nothing        */
};

#define CTRL_L "\014"

/* Colours and characters. */

static PtyCell style_cell(Pty *p, int style)
{
    return pty_cell(p, STYLE_ROW + style, STYLE_COLUMN);
}

static bool is_plain(PtyCell cell)
{
    return !cell.bold && !cell.underline && !cell.reverse;
}

static const struct {
    const char *option, *change, *term;
    bool colored;
} choices[] = {
    {NULL, "X=", "TERM=xterm-256color", true},
    {NULL, "X=", "TERM=xterm", true},
    {NULL, "NO_COLOR=1", "TERM=xterm-256color", false},
    {NULL, "NO_COLOR=", "TERM=xterm-256color", true},
    {"--color=always", "NO_COLOR=1", "TERM=xterm-256color", true},
    {"--color=never", "X=", "TERM=xterm-256color", false},
    {"--color=always", "X=", "TERM=vt100", false},
};

START_TEST(r20_colours_as_wished)
{
    Pty *p = start_with(choices[_i].option,
                        (const char *const[]){choices[_i].change, choices[_i].term, NULL});
    int colored = 0;
    pty_expect(p, "style 13");
    for (int style = 0; style < STYLE_COUNT; style++)
        colored += style_cell(p, style).ink != -1 || style_cell(p, style).paper != -1;
    ck_assert_int_eq(colored > 0, choices[_i].colored);
    leave(p);
}
END_TEST

/* Styles, whatever the colours: no fixed black, white, red, green or dark blue, no coloured background, and
 * what matters differs from plain text by more than its colour. */
START_TEST(r19_no_style_lives_by_colour_alone)
{
    static const Style matters[] = {STYLE_TITLE,    STYLE_HEADING,  STYLE_STRONG,
                                    STYLE_EMPHASIS, STYLE_OPERAND,  STYLE_OTHER,
                                    STYLE_RESULT,   STYLE_SELECTED, STYLE_ERROR};
    static const int bad[] = {0, 1, 2, 4, 7, 8, 9, 10, 15};
    Pty *p = start_with(choices[_i].option,
                        (const char *const[]){choices[_i].change, choices[_i].term, NULL});
    pty_expect(p, "style 13");
    ck_assert(is_plain(style_cell(p, STYLE_TEXT)));
    for (size_t i = 0; i < sizeof matters / sizeof *matters; i++)
        ck_assert_msg(!is_plain(style_cell(p, (int)matters[i])), "style %d", (int)matters[i]);
    for (int style = 0; style < STYLE_COUNT; style++) {
        ck_assert_int_eq(style_cell(p, style).paper, -1);
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            ck_assert_int_ne(style_cell(p, style).ink, bad[i]);
    }
    PtyCell a = style_cell(p, STYLE_OPERAND), b = style_cell(p, STYLE_OTHER);
    ck_assert(a.underline != b.underline);
    pty_end(p);
}
END_TEST

/* Digits on a shade have a colour of their own, whatever that of the text is; those far from 0 are
 * shaded wherever there are 256 colours, and 0 never is. */
START_TEST(shades_need_colours)
{
    Pty *p = start_with(choices[_i].option,
                        (const char *const[]){choices[_i].change, choices[_i].term, NULL});
    pty_expect(p, "style 13");
    for (int shade = -SHADES; shade <= SHADES; shade++) {
        PtyCell cell = pty_cell(p, SHADE_ROW, STYLE_COLUMN + SHADES + shade);
        ck_assert((cell.ink == -1) == (cell.paper == -1));
        if (shade == 0 || !choices[_i].colored || !strstr(choices[_i].term, "256"))
            ck_assert_int_eq(cell.paper, -1);
        else if (abs(shade) > SHADES / 2)
            ck_assert_int_ne(cell.paper, -1);
    }
    pty_end(p);
}
END_TEST

START_TEST(shows_wide_and_combined_characters)
{
    Pty *p = start();
    pty_expect(p, "wide \xe6\xb3\xa8\xe6\x84\x8f|");
    pty_expect(p, "mark e\xcc\x81|");
    pty_expect(p, "signs \xc3\x97\xe2\x88\x9a|");
    pty_expect(p, "odd ?\?|"); /* where the C library disagrees, columns stay in line */
    ck_assert_int_eq(pty_cell(p, DEMO_HEIGHT - 2, DEMO_WIDTH - 2).width, 2);
    ck_assert_int_eq((int)pty_cell(p, DEMO_HEIGHT - 1, DEMO_WIDTH - 1).character, '#');
    ck_assert_int_eq((int)pty_cell(p, 4, 9).character, '|');
    pty_end(p);
}
END_TEST

static const struct {
    const char *option, *change;
} ascii[] = {
    {"--ascii", "X="},
    {NULL, "LC_ALL=C"},
    {NULL, "LC_ALL=de_XX.UTF-8"}, /* not installed anywhere */
    {NULL, "LC_ALL=POSIX"},
};

/* M14: curses alone sends blanks and stray bytes. The columns stay where they were. */
START_TEST(r22_writes_ascii_where_utf8_is_not_spoken)
{
    Pty *p = start_with(ascii[_i].option, (const char *const[]){ascii[_i].change, NULL});
    pty_expect(p, "style 13");
    for (int row = 0; row < DEMO_HEIGHT; row++)
        for (const char *c = pty_row(p, row); *c; c++)
            ck_assert_msg(*c >= ' ' && *c <= '~', "row %d: %s", row, pty_row(p, row));
    ck_assert_int_eq((int)pty_cell(p, 4, 9).character, '|');
    ck_assert_int_eq((int)pty_cell(p, 5, 6).character, '|');
    ck_assert_int_eq((int)pty_cell(p, 6, 8).character, '|');
    ck_assert_int_eq((int)pty_cell(p, 6, 6).character, 'x');
    pty_end(p);
}
END_TEST

START_TEST(the_cursor_shows_where_the_frame_has_it)
{
    Pty *p = start();
    int row, col;
    pty_send(p, "c");
    pty_expect(p, "count 1");
    pty_bytes(p, SETTLED);
    pty_cursor(p, &row, &col);
    ck_assert(pty_cursor_visible(p));
    ck_assert_int_eq(row, 5);
    ck_assert_int_eq(col, 7);
    pty_send(p, "c");
    pty_expect(p, "count 2");
    pty_bytes(p, SETTLED);
    ck_assert(!pty_cursor_visible(p));
    pty_end(p);
}
END_TEST

/* Keys. */

static const struct {
    const char *bytes, *shown;
} keys[] = {
    {"a~ ?", "a ~   ?"},
    {"\033OA\033OB\033OC\033OD", "UP DOWN RIGHT LEFT"},
    {"\033[A\033[B\033[C\033[D", "UP DOWN RIGHT LEFT"},
    {"\033OH\033OF\033[1~\033[4~", "HOME END HOME END"},
    {"\033[5~\033[6~\033[3~", "PGUP PGDN DEL"},
    {"\033OP\033[15~\033[11~", "F1 F5 F1"},
    {"\r\n\033OM", "ENTER ENTER ENTER"},
    {"\b\177", "BKSP BKSP"},
    {"\t\033[Z", "TAB BTAB"},
    {"\033Op\033Oy\033Ok\033Om", "0 9 + -"},
    {"\001\004\014", "^A ^D ^L"},
    {"\xc3\xa9\xe6\xb3\xa8\xf0\x9f\x99\x82", "\xc3\xa9 \xe6\xb3\xa8 \xf0\x9f\x99\x82"},
    {"\xa9\xff"
     "a",
     "OTHER OTHER a"},
    {"\xc3(\xe6\xb3x", "( x"},
    {"\xe6x\x97\xa5", "x OTHER OTHER"},
    {"\xc2\x85"
     "b",
     "OTHER b"},
    {"\033[1;5Cx", "OTHER x"},                    /* Ctrl-Right: known to curses, nothing to us */
    {"\033[299~x\033[?1;2cy", "OTHER x OTHER y"}, /* sequences that nobody knows */
    {"\033[200~x\033[201~", "PASTE-x"},
    {"\033x", "ESC x"},
};

START_TEST(decodes_keys)
{
    Pty *p = start();
    char line[128];
    pty_send(p, keys[_i].bytes);
    snprintf(line, sizeof line, "keys %s", keys[_i].shown);
    pty_expect_row(p, 2, line);
    leave(p);
}
END_TEST

START_TEST(decodes_characters_in_any_locale)
{
    Pty *p = start_with(NULL, (const char *const[]){"LC_ALL=C", NULL});
    pty_send(p, "\xc3\xa9");
    pty_expect(p, "count 1");
    pty_end(p);
}
END_TEST

START_TEST(a_character_may_come_in_pieces)
{
    Pty *p = start();
    pty_send(p, "\xe6\xb3");
    pty_bytes(p, SETTLED);
    pty_expect(p, "count 0");
    pty_send(p, "\xa8");
    pty_expect(p, "keys \xe6\xb3\xa8");
    pty_end(p);
}
END_TEST

static const struct {
    const char *option, *change;
    int least, most; /* ms */
} delays[] = {
    {NULL, "X=", 20, 200},
    {NULL, "ESCDELAY=300", 280, 800},
    {"--esc-delay=300", "ESCDELAY=10", 280, 800},
};

/* M3: a second in plain curses. A machine that does other things may take longer, but not each
 * time. */
START_TEST(r14_escape_alone_is_seen_soon)
{
    enum { TRIES = 10 };
    long took = delays[_i].most + 1;
    for (int i = 0; i < TRIES && took > delays[_i].most; i++) {
        Pty *p = start_with(delays[_i].option, (const char *const[]){delays[_i].change, NULL});
        long before = pty_milliseconds();
        pty_send(p, "\033");
        pty_expect(p, "keys ESC");
        took = pty_milliseconds() - before;
        ck_assert_int_ge(took, delays[_i].least);
        leave(p);
    }
    ck_assert_int_le(took, delays[_i].most);
}
END_TEST

static int shown_number(Pty *p, const char *name)
{
    const char *at = strstr(pty_row(p, 1), name);
    ck_assert_ptr_nonnull(at);
    return atoi(at + strlen(name));
}

START_TEST(a_burst_of_keys_is_drawn_once_or_so)
{
    Pty *p = start();
    char burst[601];
    memset(burst, 'x', 600);
    burst[600] = '\0';
    pty_send(p, burst);
    pty_expect(p, "count 600");
    ck_assert_int_le(shown_number(p, "drawn "), 60);
    pty_end(p);
}
END_TEST

/* Curses has read the y, looking for what follows Esc: poll() knows nothing of it any more. */
START_TEST(a_key_between_two_bursts_is_not_left_behind)
{
    Pty *p = start();
    char burst[261];
    memset(burst, 'x', 255);
    memcpy(burst + 255, "\033y", 3);
    pty_send(p, burst);
    pty_expect(p, "ESC y");
    pty_end(p);
}
END_TEST

/* Little is sent, and nothing unasked. */

START_TEST(a_moving_highlight_takes_few_bytes)
{
    Pty *p = start();
    size_t before = pty_bytes(p, SETTLED);
    pty_send(p, "\033[C");
    pty_expect(p, "count 1");
    size_t sent = pty_bytes(p, SETTLED) - before;
    ck_assert_msg(sent < 200, "%zu bytes", sent); /* M1; the whole screen is over a thousand */
    ck_assert(pty_cell(p, 9, 2).reverse);
    ck_assert(!pty_cell(p, 8, 2).reverse);
    pty_end(p);
}
END_TEST

START_TEST(nothing_is_sent_while_nothing_happens)
{
    Pty *p = start();
    size_t before = pty_bytes(p, SETTLED);
    ck_assert_uint_eq(pty_bytes(p, IDLE), before);
    ck_assert_int_eq(shown_number(p, "drawn "), 1);
    pty_end(p);
}
END_TEST

START_TEST(ctrl_l_paints_everything_anew)
{
    Pty *p = start();
    pty_scribble(p, "\033[2J");
    pty_expect_gone(p, "demo");
    pty_send(p, "x");
    pty_expect_row(p, 0, "");
    pty_send(p, CTRL_L);
    pty_expect(p, "demo 80x24");
    pty_expect(p, "signs \xc3\x97");
    pty_end(p);
}
END_TEST

/* The mouse. */

START_TEST(the_mouse_is_off_until_wished)
{
    Pty *p = start();
    ck_assert(!pty_mouse(p));
    pty_send(p, "m");
    pty_expect(p, "count 1");
    pty_bytes(p, SETTLED);
    ck_assert(pty_mouse(p));
    pty_send(p, "\033[<64;10;5M\033[<65;10;5M\033[<0;10;5M\033[<0;10;5mx");
    pty_expect(p, "keys m WHEEL-UP WHEEL-DOWN CLICK-4-9 x");
    pty_send(p, "m");
    pty_expect(p, "x m");
    pty_bytes(p, SETTLED);
    ck_assert(!pty_mouse(p));
    pty_send(p, "mq");
    expect_clean_end(p, 0);
}
END_TEST

static TCase *pictures(void)
{
    TCase *t = tcase_create("pictures");
    tcase_set_timeout(t, DEMO_TIMEOUT);
    tcase_add_loop_test(t, r20_colours_as_wished, 0, COUNT(choices));
    tcase_add_loop_test(t, shades_need_colours, 0, COUNT(choices));
    tcase_add_loop_test(t, r19_no_style_lives_by_colour_alone, 0, COUNT(choices));
    tcase_add_test(t, shows_wide_and_combined_characters);
    tcase_add_loop_test(t, r22_writes_ascii_where_utf8_is_not_spoken, 0, COUNT(ascii));
    tcase_add_test(t, the_cursor_shows_where_the_frame_has_it);
    tcase_add_test(t, a_moving_highlight_takes_few_bytes);
    tcase_add_test(t, nothing_is_sent_while_nothing_happens);
    tcase_add_test(t, ctrl_l_paints_everything_anew);
    return t;
}

static TCase *typing(void)
{
    TCase *t = tcase_create("typing");
    tcase_set_timeout(t, DEMO_TIMEOUT);
    tcase_add_loop_test(t, decodes_keys, 0, COUNT(keys));
    tcase_add_test(t, decodes_characters_in_any_locale);
    tcase_add_test(t, a_character_may_come_in_pieces);
    tcase_add_loop_test(t, r14_escape_alone_is_seen_soon, 0, COUNT(delays));
    tcase_add_test(t, a_burst_of_keys_is_drawn_once_or_so);
    tcase_add_test(t, a_key_between_two_bursts_is_not_left_behind);
    tcase_add_test(t, the_mouse_is_off_until_wished);
    return t;
}

Suite *screen_suite(void)
{
    Suite *s = suite_create("screen");
    suite_add_tcase(s, pictures());
    suite_add_tcase(s, typing());
    return s;
}
