/* A frame as JSON: what is drawn, once and in its columns. */
#include <jansson.h>
#include <string.h>

#include "suites.h"
#include "web/frame_json.h"

static json_t *read(const Frame *f)
{
    Buf text = {0};
    json_error_t error;
    frame_json(&text, f);
    json_t *frame = json_loads(buf_text(&text), 0, &error);
    ck_assert_msg(frame != NULL, "%s: %s", error.text, buf_text(&text));
    buf_release(&text);
    return frame;
}

static const char *text_of(json_t *run, const char *name)
{
    const char *text = json_string_value(json_object_get(run, name));
    return text ? text : "";
}

static void expect_run(json_t *frame, size_t row, size_t at, const char *text, const char *style,
                       int shade)
{
    json_t *run = json_array_get(json_array_get(json_object_get(frame, "rows"), row), at);
    ck_assert_str_eq(text_of(run, "t"), text);
    ck_assert_str_eq(text_of(run, "s"), style);
    ck_assert_int_eq((int)json_integer_value(json_object_get(run, "h")), shade);
}

START_TEST(runs_are_what_looks_alike)
{
    Frame *f = frame_new(12, 2);
    frame_put(f, 0, 0, STYLE_TITLE, "ab");
    frame_put(f, 0, 2, STYLE_ERROR, "\"<\\");
    frame_put(f, 0, 5, STYLE_ERROR, "cd");
    frame_shade(f, 0, 6, 1, -3);
    frame_link(f, 0, 8, 2, (Link){.kind = TARGET_NUMBER, .of = 4, .cell = 1});
    frame_link(f, 0, 10, 2, (Link){.kind = TARGET_NUMBER, .of = 4, .cell = 2});
    json_t *frame = read(f);
    ck_assert_int_eq((int)json_integer_value(json_object_get(frame, "width")), 12);
    ck_assert_int_eq((int)json_integer_value(json_object_get(frame, "height")), 2);
    ck_assert(json_is_null(json_object_get(frame, "cursor")));
    expect_run(frame, 0, 0, "ab", "title", 0);
    expect_run(frame, 0, 1, "\"<\\c", "error", 0);
    expect_run(frame, 0, 2, "d", "error", -3);
    expect_run(frame, 0, 3, " ", "text", 0);
    expect_run(frame, 0, 4, "  ", "text", 0);
    json_t *row = json_array_get(json_object_get(frame, "rows"), 0);
    ck_assert_int_eq((int)json_array_size(row), 6);
    ck_assert_ptr_null(json_object_get(json_array_get(row, 3), "l"));
    ck_assert_str_eq(text_of(json_array_get(row, 4), "l"), "number");
    ck_assert_str_eq(text_of(json_array_get(row, 5), "l"), "number");
    ck_assert_int_eq((int)json_array_size(json_array_get(json_object_get(frame, "rows"), 1)), 1);
    json_decref(frame);
    frame_free(f);
}
END_TEST

START_TEST(wide_characters_stand_alone)
{
    Frame *f = frame_new(8, 1);
    frame_put(f, 0, 0, STYLE_CODE, "x日本e\xcc\x81y");
    f->cursor_row = 0;
    f->cursor_col = 5;
    json_t *frame = read(f), *row = json_array_get(json_object_get(frame, "rows"), 0);
    expect_run(frame, 0, 0, "x", "code", 0);
    expect_run(frame, 0, 1, "日", "code", 0);
    expect_run(frame, 0, 2, "本", "code", 0);
    expect_run(frame, 0, 3, "e\xcc\x81y", "code", 0);
    ck_assert_int_eq((int)json_integer_value(json_object_get(json_array_get(row, 1), "w")), 2);
    ck_assert_ptr_null(json_object_get(json_array_get(row, 3), "w"));
    json_t *cursor = json_object_get(frame, "cursor");
    ck_assert_int_eq((int)json_integer_value(json_array_get(cursor, 0)), 0);
    ck_assert_int_eq((int)json_integer_value(json_array_get(cursor, 1)), 5);
    json_decref(frame);
    frame_free(f);
}
END_TEST

/* A style or a kind of link without a word would be none on the page. */
START_TEST(every_style_and_link_has_a_word)
{
    for (int i = 0; i < STYLE_COUNT; i++) {
        Frame *f = frame_new(1, 1);
        frame_put(f, 0, 0, (Style)i, "x");
        json_t *frame = read(f);
        json_t *run = json_array_get(json_array_get(json_object_get(frame, "rows"), 0), 0);
        ck_assert_msg(*text_of(run, "s"), "style %d", i);
        json_decref(frame);
        frame_free(f);
    }
    for (int i = TARGET_NONE + 1; i <= TARGET_KEY; i++) {
        Frame *f = frame_new(1, 1);
        frame_link(f, 0, 0, 1, (Link){.kind = (TargetKind)i});
        json_t *frame = read(f);
        json_t *run = json_array_get(json_array_get(json_object_get(frame, "rows"), 0), 0);
        ck_assert_msg(*text_of(run, "l"), "kind %d", i);
        json_decref(frame);
        frame_free(f);
    }
}
END_TEST

Suite *frame_json_suite(void)
{
    Suite *s = suite_create("frame_json");
    TCase *t = suite_case(s, "frame");
    tcase_add_test(t, runs_are_what_looks_alike);
    tcase_add_test(t, wide_characters_stand_alone);
    tcase_add_test(t, every_style_and_link_has_a_word);
    return s;
}
