/* Values: equality and order agree with each other and with dicts, sorting and sets; nothing
 * that is large, deep or round keeps them busy. */
#include "python/class.h"
#include "python/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "python/limits.h"
#include "python/text.h"
#include "suites.h"

static Arena arena;
static Budget budget;

static void begin(void)
{
    arena = (Arena){0};
    budget = (Budget){.left = 10000000};
}

static void end(void)
{
    arena_release(&arena);
}

static Value pair(Value a, Value b, ValueKind kind)
{
    Value v = value_list(&arena, kind);
    list_add(&arena, v.list, a);
    list_add(&arena, v.list, b);
    return v;
}

static Value text(const char *bytes)
{
    return value_string(&arena, bytes);
}

/* In Python's order as far as there is one; equal ones follow each other. */
static int make_values(Value *v)
{
    int n = 0;
    v[n++] = value_float((double)-INFINITY);
    v[n++] = value_int(INT64_MIN);
    v[n++] = value_int(INT64_MIN + 1);
    v[n++] = value_int(-1);
    v[n++] = value_int(0);
    v[n++] = value_float(-0.0);
    v[n++] = value_bool(false);
    v[n++] = value_float(0.5);
    v[n++] = value_bool(true);
    v[n++] = value_int(1);
    v[n++] = value_float(1);
    v[n++] = value_float(9007199254740992.0);
    v[n++] = value_int(9007199254740993);
    v[n++] = value_int(INT64_MAX);
    v[n++] = value_float(9223372036854775808.0);
    v[n++] = value_float((double)INFINITY);
    v[n++] = text("");
    v[n++] = text("A");
    v[n++] = text("a");
    v[n++] = value_text(&arena, "a\0", 2);
    v[n++] = value_text(&arena, "a\0b", 3);
    v[n++] = text("ab");
    v[n++] = text("\xc3\xa9");
    v[n++] = pair(value_int(0), value_int(1), VALUE_LIST);
    v[n++] = pair(value_float(0), value_bool(true), VALUE_LIST);
    v[n++] = pair(value_int(0), value_int(2), VALUE_LIST);
    v[n++] = pair(value_int(0), value_int(1), VALUE_TUPLE);
    v[n++] = pair(value_int(0), value_int(1), VALUE_SIZE);
    v[n++] = pair(text("a"), value_int(1), VALUE_TUPLE);
    v[n++] = pair(text("b"), value_int(0), VALUE_TUPLE);
    v[n++] = value_none;
    v[n++] = (Value){.kind = VALUE_ELLIPSIS};
    v[n++] = value_dict(&arena);
    v[n++] = value_list(&arena, VALUE_SET);
    v[n++] = (Value){.kind = VALUE_RANGE, .range = {0, 0, 1}};
    v[n++] = (Value){.kind = VALUE_RANGE, .range = {5, 2, 3}};
    v[n++] = value_list(&arena, VALUE_FROZENSET);
    return n;
}

enum { MOST = 64 };

START_TEST(equality_and_order_agree)
{
    Value v[MOST];
    int n = make_values(v);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int forth = 9, back = 9;
            bool equal = value_equal(&budget, &v[i], &v[j]);
            ck_assert_int_eq(equal, value_equal(&budget, &v[j], &v[i]));
            ck_assert(i != j || equal);
            bool ordered = value_order(&budget, &v[i], &v[j], &forth);
            ck_assert_int_eq(ordered, value_order(&budget, &v[j], &v[i], &back));
            if (!ordered)
                continue;
            ck_assert_int_eq(forth, -back);
            ck_assert_int_eq(forth == 0, equal);
            ck_assert_msg(equal || (forth < 0) == (i < j), "values %d and %d", i, j);
        }
    ck_assert_ptr_null(budget.refused);
}
END_TEST

START_TEST(equal_keys_are_one_key)
{
    Value v[MOST], dict = value_dict(&arena);
    int n = make_values(v);
    for (int i = 0; i < n; i++)
        if (value_is_key(&budget, &v[i]))
            dict_put(&arena, &budget, dict.dict, v[i], value_int(i));
    for (int i = 0; i < n; i++) {
        int last = i;
        for (int j = i + 1; j < n; j++)
            last = value_equal(&budget, &v[i], &v[j]) && value_is_key(&budget, &v[j]) ? j : last;
        const Value *item = dict_find(&budget, dict.dict, &v[i]);
        ck_assert_int_eq(item != NULL, value_is_key(&budget, &v[i]));
        ck_assert(!item || item->integer == last);
    }
}
END_TEST

START_TEST(a_dict_keeps_many_keys_in_their_order)
{
    enum { KEYS = 5000 };
    Value dict = value_dict(&arena);
    char name[32];
    for (int64_t i = 0; i < KEYS; i++) {
        snprintf(name, sizeof name, "%lld", (long long)(i * 7919));
        dict_put(&arena, &budget, dict.dict, i % 2 ? value_int(i) : text(name), value_int(i));
    }
    ck_assert_int_eq(dict.dict->key.count, KEYS);
    for (int64_t i = 0; i < KEYS; i++) {
        const Value *key = &dict.dict->key.item[i];
        ck_assert_ptr_eq(key->kind, i % 2 ? VALUE_INT : VALUE_STR);
        ck_assert_int_eq(dict_find(&budget, dict.dict, key)->integer, i);
    }
    Value none = text("none");
    ck_assert_ptr_null(dict_find(&budget, dict.dict, &none));
    ck_assert_int_gt(budget.left, 9900000); /* no key looks at all the others */
}
END_TEST

/* Pairs of a small number and their place, sorted by the number alone: places stay in order. */
START_TEST(sorting_is_stable)
{
    enum { ITEMS = 1000 };
    Value list = value_list(&arena, VALUE_LIST);
    uint32_t random = 1;
    for (int64_t i = 0; i < ITEMS; i++) {
        random = random * 1664525 + 1013904223;
        Value number = value_int(random >> 28);
        list_add(&arena, list.list, random & 1024 ? value_float((double)number.integer) : number);
    }
    List before = {0};
    for (int64_t i = 0; i < ITEMS; i++)
        list_add(&arena, &before, list.list->item[i]);
    ck_assert(list_sort(&arena, &budget, list.list));
    int64_t from = 0; /* the kinds of equal numbers come in the order in which they stood */
    for (int64_t i = 0; i < ITEMS; i++) {
        const Value *item = &list.list->item[i];
        bool same = i > 0 && value_equal(&budget, item, item - 1);
        int order = 0;
        ck_assert(i == 0 || (value_order(&budget, item - 1, item, &order) && order <= 0));
        from = same ? from : 0;
        while (from < ITEMS && !value_equal(&budget, &before.item[from], item))
            from++;
        ck_assert_int_lt(from, ITEMS);
        ck_assert_ptr_eq(before.item[from++].kind, item->kind);
    }
}
END_TEST

START_TEST(a_set_is_sorted_and_has_everything_once)
{
    Value set, items = value_list(&arena, VALUE_LIST);
    static const int64_t numbers[] = {5, 1, 5, 3, 1, 1, 9};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        list_add(&arena, items.list, value_int(numbers[i]));
    ck_assert(value_set(&arena, &budget, items.list, &set));
    Buf out = {0};
    ck_assert(value_repr(&out, &set, 100));
    ck_assert_str_eq(out.text, "{1, 3, 5, 9}");
    list_add(&arena, items.list, text("a"));
    ck_assert(value_set(&arena, &budget, items.list, &set)); /* no order: as they came */
    buf_clear(&out);
    ck_assert(value_repr(&out, &set, 100));
    ck_assert_str_eq(out.text, "{5, 1, 3, 9, 'a'}");
    buf_release(&out);
}
END_TEST

/* A list that holds itself, and one that holds itself twice in each of 60 floors. */
START_TEST(comparing_is_given_up_in_time)
{
    Value round[2], tower[2];
    for (int i = 0; i < 2; i++) {
        round[i] = value_list(&arena, VALUE_LIST);
        list_add(&arena, round[i].list, round[i]);
        tower[i] = pair(value_int(1), value_int(2), VALUE_LIST);
        for (int floor = 0; floor < 60; floor++)
            tower[i] = pair(tower[i], tower[i], VALUE_LIST);
    }
    ck_assert(value_equal(&budget, &round[0], &round[0]));
    ck_assert(!value_equal(&budget, &round[0], &round[1]));
    ck_assert_ptr_nonnull(budget.refused);
    budget = (Budget){.left = 1000000};
    ck_assert(!value_equal(&budget, &tower[0], &tower[1]));
    ck_assert_int_lt(budget.left, 0);
    int order;
    budget = (Budget){.left = 1000000};
    ck_assert(!value_order(&budget, &tower[0], &tower[1], &order));
    ck_assert_int_lt(budget.left, 0);
    ck_assert(!budget_spend(&budget, 1));
}
END_TEST

START_TEST(writing_is_given_up_in_time)
{
    Buf out = {0};
    Value deep = value_list(&arena, VALUE_LIST),
          wide = pair(value_int(1), value_int(2), VALUE_LIST);
    for (int floor = 1; floor < LIMIT_DEPTH; floor++) {
        Value outer = value_list(&arena, VALUE_LIST);
        list_add(&arena, outer.list, deep);
        deep = outer;
        wide = pair(wide, wide, VALUE_TUPLE);
    }
    ck_assert(value_repr(&out, &deep, 1000));
    ck_assert_uint_eq(out.length, 2 * LIMIT_DEPTH);
    buf_clear(&out);
    ck_assert(!value_repr(&out, &wide, 1000));
    ck_assert_uint_lt(out.length, 2000);
    buf_clear(&out);
    deep = pair(deep, deep, VALUE_LIST);
    ck_assert(!value_repr(&out, &deep, 100000));
    buf_clear(&out);
    ck_assert(!value_str(&out, &(Value){.kind = VALUE_STR, .text = text("abc").text}, 2));
    buf_release(&out);
}
END_TEST

START_TEST(kinds_have_names)
{
    for (const Kind *const *row = python_kinds; *row; row++) {
        ValueKind kind = *row;
        Value v = {.kind = kind};
        Iterator it = {.type = "zip"};
        if (kind == VALUE_ITERATOR)
            v.iterator = &it;
        Class class = {.name = "Point"};
        Object object = {.class = &class};
        if (kind == VALUE_OBJECT)
            v.object = &object;
        const char *name = value_kind(&v);
        ck_assert_ptr_nonnull(name);
        ck_assert_msg(kind == VALUE_NONE || strncmp(name, "a ", 2) == 0 ||
                          (strncmp(name, "an ", 3) == 0 && strchr("aeiou", name[3])),
                      "%s", name);
        ck_assert_ptr_null(strchr(value_type(&v), ' '));
    }
}
END_TEST

/* --- texts ---------------------------------------------------------------------------------- */

START_TEST(finding_finds_the_first)
{
    static const char *const bytes[] = {"", "a", "ab", "aab", "abab", "b", "ba", "bb", "aabaab"};
    enum { TEXTS = sizeof bytes / sizeof bytes[0] };
    for (int i = 0; i < TEXTS; i++)
        for (int j = 0; j < TEXTS; j++)
            for (size_t from = 0; from <= strlen(bytes[i]); from++) {
                Text in = {bytes[i], strlen(bytes[i])}, what = {bytes[j], strlen(bytes[j])};
                const char *expected = strstr(bytes[i] + from, bytes[j]);
                size_t at = 99;
                bool found = text_find(&budget, &in, &what, from, &at);
                ck_assert_int_eq(found, expected != NULL);
                ck_assert(!found || at == (size_t)(expected - bytes[i]));
            }
    Text nul = {"a\0b\0", 4}, b = {"b\0", 2};
    size_t at;
    ck_assert(text_find(&budget, &nul, &b, 0, &at) && at == 2);
}
END_TEST

START_TEST(texts_are_shown_without_controls)
{
    Buf out = {0};
    static const char given[] = "a\tb\n\xe6\xb3\xa8\tc\x1b[0m\x7f\xc2\x9b\xff\xe2\x80\xae.";
    buf_shown_lines(&out, given, sizeof given - 1, 8);
    ck_assert_str_eq(out.text, "a       b\n\xe6\xb3\xa8      c?[0m????.");
    buf_release(&out);
}
END_TEST

Suite *value_suite(void)
{
    Suite *s = suite_create("value");
    TCase *t = suite_case(s, "values");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, equality_and_order_agree);
    tcase_add_test(t, equal_keys_are_one_key);
    tcase_add_test(t, a_dict_keeps_many_keys_in_their_order);
    tcase_add_test(t, sorting_is_stable);
    tcase_add_test(t, a_set_is_sorted_and_has_everything_once);
    tcase_add_test(t, comparing_is_given_up_in_time);
    tcase_add_test(t, writing_is_given_up_in_time);
    tcase_add_test(t, kinds_have_names);
    tcase_add_test(t, finding_finds_the_first);
    tcase_add_test(t, texts_are_shown_without_controls);
    return s;
}
