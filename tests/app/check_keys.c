/* The table of keys: what dispatch, hints and help are made from holds together. */
#include <stdio.h>
#include <string.h>

#include "app/keys.h"
#include "app/update.h"
#include "base/utf8.h"
#include "lesson/library.h"
#include "suites.h"
#include "view/explain.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static const KeyContext contexts[] = {
    ON_MENU, ON_STAGE,   ON_CELL, ON_CONTENTS, ON_HELP,    ON_FILTER, ON_SEARCH, ON_PREDICT,
    ON_HITS, ON_CHANGES, ON_TYPE, ON_REPORT,   ON_COMPARE, ON_TREE,   ON_LINKS,  ON_NAMES};

START_TEST(no_key_twice_in_a_context)
{
    int rows;
    const KeyRow *table = keys_table(&rows);
    for (int c = 0; c < COUNT(contexts); c++)
        for (int i = 0; i < rows; i++)
            for (int k = 0; k < KEY_CODES && table[i].code[k]; k++) {
                Buf name = {0};
                keys_name(&name, table[i].code[k]);
                if (table[i].where & contexts[c])
                    ck_assert_msg(keys_find(contexts[c], table[i].code[k]) == &table[i],
                                  "%s means two things on the %s", buf_text(&name),
                                  keys_context(contexts[c]));
                buf_release(&name);
            }
}
END_TEST

START_TEST(rows_are_complete)
{
    int rows;
    const KeyRow *table = keys_table(&rows);
    for (int i = 0; i < rows; i++) {
        ck_assert(table[i].act && table[i].words && *table[i].words);
        ck_assert_int_ne(table[i].code[0], 0);
        ck_assert_uint_ne(table[i].where & EVERYWHERE, 0);
        ck_assert_uint_eq(table[i].where & ~(unsigned)EVERYWHERE, 0);
        ck_assert(!table[i].hint || strlen(table[i].hint) <= 12);
    }
}
END_TEST

/* tmux and screen take Ctrl-A and Ctrl-B, flow control Ctrl-S and Ctrl-Q, the terminal Ctrl-C and
 * Ctrl-\; Ctrl-I, -J and -M are Tab and Enter, Ctrl-[ is Esc; numbers are for going to a stage. */
static const int taken[] = {K_CONTROL('A'),
                            K_CONTROL('B'),
                            K_CONTROL('S'),
                            K_CONTROL('Q'),
                            K_CONTROL('C'),
                            K_CONTROL('I'),
                            K_CONTROL('J'),
                            K_CONTROL('M'),
                            K_CONTROL('['),
                            K_CONTROL('\\'),
                            K_F5,
                            K_OTHER,
                            '0',
                            '1',
                            '9'};

START_TEST(keys_of_others_are_left_alone)
{
    for (int c = 0; c < COUNT(contexts); c++)
        for (int i = 0; i < COUNT(taken); i++)
            ck_assert_msg(!keys_find(contexts[c], taken[i]), "key %d on the %s", taken[i],
                          keys_context(contexts[c]));
}
END_TEST

START_TEST(names_parse_back)
{
    int rows;
    const KeyRow *table = keys_table(&rows);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < KEY_CODES && table[i].code[k]; k++) {
            Buf name = {0};
            keys_name(&name, table[i].code[k]);
            ck_assert_int_eq(keys_code(name.text, name.length), table[i].code[k]);
            ck_assert_ptr_null(strchr(buf_text(&name), ' '));
            buf_release(&name);
        }
}
END_TEST

static const struct {
    const char *name;
    int code;
} named[] = {
    {"space", ' '},      {"PGDN", K_PAGE_DOWN}, {"ctrl-l", 12}, {"Ctrl-L", 12}, {"é", 0xE9},
    {"日", 0x65E5},      {"S-Tab", K_BACK_TAB}, {"", K_NONE},   {"nn", K_NONE}, {"Ctrl-", K_NONE},
    {"Ctrl-LL", K_NONE}, {"Spac", K_NONE},      {"F5", K_F5},   {"*", '*'}};

START_TEST(names_of_keys)
{
    const char *name = named[_i].name;
    ck_assert_int_eq(keys_code(name, strlen(name)), named[_i].code);
}
END_TEST

/* The words stay beside what they are about, and no line is wider than a terminal. */
START_TEST(long_words_take_several_lines)
{
    Buf line = {0};
    keys_line(&line, "x", 60, "words that are too long for it");
    ck_assert_str_eq(
        buf_text(&line),
        "  x                                                            words that are\n"
        "                                                               too long for it\n");
    buf_release(&line);
}
END_TEST

/* Every row stands in qkv --keys under each of its contexts, with all its keys. */
START_TEST(the_text_has_every_row)
{
    int rows, lines = 0, expected = 0;
    const KeyRow *table = keys_table(&rows);
    Buf text = {0}, line = {0};
    keys_text(&text);
    for (int i = 0; i < rows; i++) {
        Buf keys = {0};
        keys_of_row(&keys, &table[i]);
        buf_clear(&line);
        keys_line(&line, buf_text(&keys), 22, table[i].words);
        ck_assert_msg(strstr(buf_text(&text), buf_text(&line)) != NULL, "not in --keys: %s",
                      buf_text(&line));
        for (int c = 0; c < COUNT(contexts); c++)
            expected += (table[i].where & contexts[c]) != 0;
        buf_release(&keys);
    }
    for (const char *at = buf_text(&text); (at = strstr(at, "\n  ")) != NULL; at++)
        lines += at[3] != ' '; /* or more of the words */
    ck_assert_int_eq(lines, expected);
    for (int c = 0; c < COUNT(contexts); c++) {
        buf_clear(&line);
        buf_printf(&line, c ? "\n\n%s\n  " : "%s\n  ", keys_context(contexts[c]));
        ck_assert(strstr(buf_text(&text), buf_text(&line)) != NULL);
    }
    buf_release(&line);
    buf_release(&text);
}
END_TEST

/* --- hints at every place of the first lesson ----------------------------------------------- */

typedef struct Now {
    const Place *place;
    const Scene *scene;
} Now;

static const KeyRow *row_now(const KeyRow *row, const void *now)
{
    const Now *n = now;
    return update_can(row, n->place, n->scene) ? row : NULL;
}

enum { MOST_HINTS = 7, MOST_COLUMNS = 78, NARROW_COLUMNS = 38 };

/* No more than fit, help among them, and each does something. */
static void expect_hints_in(const Scene *scene, const Place *place, int columns)
{
    Now now = {place, scene};
    Buf hints = {0};
    KeyContext where = update_context(place);
    keys_hints(&hints, where, columns, row_now, &now);
    const char *text = buf_text(&hints);
    int count = *text != '\0';
    for (const char *at = text; (at = strstr(at, "  ")) != NULL; at += 2)
        count++;
    if (utf8_columns(text) > columns || count > MOST_HINTS)
        ck_abort_msg("too many hints: %s", text);
    if (!(where & (ON_HELP | ON_PROMPTS)) && !strstr(text, "? help"))
        ck_abort_msg("no help among the hints: %s", text);
    for (const char *at = text; *at;) {
        int key = keys_code(at, strcspn(at, " "));
        Update u = update(place, scene, key);
        bool moves = memcmp(&u.place, place, sizeof *place) != 0 || u.wish != APP_GO_ON;
        if (!moves || u.message)
            ck_abort_msg("a hint does nothing: %.12s", at);
        const char *next = strstr(at, "  ");
        at = next ? next + 2 : at + strlen(at);
    }
    buf_release(&hints);
}

static void expect_hints(const Scene *scene, const Place *place)
{
    expect_hints_in(scene, place, MOST_COLUMNS);
    expect_hints_in(scene, place, NARROW_COLUMNS);
}

static void expect_hints_on_cells(const Scene *scene, Place p, const Stop *stop)
{
    const QkvCall *c = &scene->run->tape->step[stop->step].call;
    p.page = PAGE_CELL;
    p.asked.step = stop->step;
    for (p.asked.cell = 0; p.asked.cell < c->out->count; p.asked.cell++) {
        Arena a = {0};
        QkvTerms t = qkv_terms(c, p.asked.cell, &a);
        int picks = explain_picks(&t);
        arena_release(&a);
        for (p.asked.pick = 0; p.asked.pick < picks || p.asked.pick == 0; p.asked.pick++)
            expect_hints(scene, &p);
    }
}

START_TEST(hints_at_every_place)
{
    Library *library = library_open();
    ck_assert_int_gt(library->count, 0);
    ck_assert(library_load(&library->entry[0]));
    Scene scene = {.library = library};
    Place p = place_menu(80, 24);
    expect_hints(&scene, &p);
    p.overlay = OVERLAY_FILTER;
    expect_hints(&scene, &p);
    scene.run = library->entry[0].run;
    p = place_start(place_menu(80, 24), 0);
    for (int trails = 0; trails < 2; trails++)
        for (int s = 0; s < scene.run->lesson->stages; s++)
            for (int b = 0; b <= run_stops(scene.run, s); b++) {
                Place at = place_at(p, scene.run, s, b);
                at.trails = trails;
                expect_hints(&scene, &at);
                const Stop *stop = place_stop(scene.run, &at);
                if (stop && stop->tensor)
                    expect_hints_on_cells(&scene, at, stop);
                at.overlay = OVERLAY_CONTENTS;
                expect_hints(&scene, &at);
                at.overlay = OVERLAY_HELP;
                expect_hints(&scene, &at);
            }
    library_free(library);
}
END_TEST

Suite *keys_suite(void)
{
    Suite *s = suite_create("keys");
    TCase *t = tcase_create("keys");
    tcase_set_timeout(t, 20);
    tcase_add_test(t, no_key_twice_in_a_context);
    tcase_add_test(t, rows_are_complete);
    tcase_add_test(t, keys_of_others_are_left_alone);
    tcase_add_test(t, names_parse_back);
    tcase_add_loop_test(t, names_of_keys, 0, COUNT(named));
    tcase_add_test(t, long_words_take_several_lines);
    tcase_add_test(t, the_text_has_every_row);
    tcase_add_test(t, hints_at_every_place);
    suite_add_tcase(s, t);
    return s;
}
