/* Facts as JSON: what jansson reads is what was put in, and no byte of it commands a terminal. */
#include <jansson.h>
#include <string.h>

#include "show/json.h"
#include "suites.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static const struct {
    const char *text, *written;
} texts[] = {
    {"", "\"\""},
    {"a \"b\" \\", "\"a \\\"b\\\" \\\\\""},
    {"tab\t line\n", "\"tab\\t line\\n\""},
    {"\033]52;c;\007", "\"\\u001B]52;c;\\u0007\""},
    {"\177", "\"\\u007F\""},
    {"\302\233", "\"\\u009B\""},           /* a CSI of eight bits */
    {"\342\200\256abc", "\"\\u202Eabc\""}, /* turns the direction of text round */
    {"\303\244\360\237\231\202", "\"\\u00E4\\uD83D\\uDE42\""},
    {"\377\033[m", "\"??[m\""}, /* no UTF-8 */
};

START_TEST(texts_are_escaped)
{
    Arena arena = {0};
    Buf out = {0};
    Fact *all = fact_new(&arena);
    fact_text(all, "key", texts[_i].text);
    json_write(&out, all);
    ck_assert_str_eq(buf_text(&out), arena_format(&arena, "{\"key\": %s}\n", texts[_i].written));
    json_t *read = json_loads(buf_text(&out), 0, NULL);
    ck_assert_ptr_nonnull(read);
    if (texts[_i].text[0] != '\377')
        ck_assert_str_eq(json_string_value(json_object_get(read, "key")), texts[_i].text);
    json_decref(read);
    buf_release(&out);
    arena_release(&arena);
}
END_TEST

START_TEST(every_kind_is_written)
{
    Arena arena = {0};
    Buf out = {0};
    Fact *all = fact_new(&arena);
    fact_whole(all, "n", -9223372036854775807LL - 1);
    fact_real(all, "x", 0.1);
    fact_real(all, "none", -__builtin_inf());
    fact_truth(all, "is", true);
    fact_null(all, "nothing");
    fact_text(all, "no text", NULL);
    Fact *list = fact_list(all, "list");
    fact_map(list, NULL);
    fact_list(list, NULL);
    fact_number(list, NULL, "1e-45");
    json_write(&out, all);
    ck_assert_str_eq(buf_text(&out),
                     "{\"n\": -9223372036854775808, \"x\": 0.1, \"none\": \"-inf\", \"is\": true, "
                     "\"nothing\": null, \"no text\": null, \"list\": [{}, [], 1e-45]}\n");
    buf_release(&out);
    arena_release(&arena);
}
END_TEST

Suite *json_suite(void)
{
    Suite *s = suite_create("json");
    TCase *t = suite_case(s, "json");
    tcase_add_loop_test(t, texts_are_escaped, 0, COUNT(texts));
    tcase_add_test(t, every_kind_is_written);
    return s;
}
