/* Glossaries: paths whose pages each explain a word. */
#include "lesson/glossary.h"

#include <string.h>

#include "folder.h"
#include "made.h"
#include "suites.h"

static const struct {
    const char *text;
    bool is;
} forms[] = {
    {"logit, logits", true},
    {"logit", true},
    {"layer norm,LayerNorm", true},
    {"", false},
    {"  ", false},
    {"a,,b", false},
    {", a", false},
    {"a,", true},
};

START_TEST(what_forms_are)
{
    ck_assert_int_eq(glossary_is_forms(forms[_i].text), forms[_i].is);
}
END_TEST

#define ONE "# One\n\n## A\n\nA row of scores and softmax.\n\n## B\n\nThe norm of a layer norm.\n"
#define WORDS                                                                                      \
    "# Words\n\n## score\n\nHow well it fits.\n\n<!-- words: score, scores -->\n<!-- stages: 01 "  \
    "1 -->\n\n## layer norm\n\nA norm of scores.\n\n<!-- words: layer norm, LayerNorm -->\n"       \
    "<!-- stages: 01 1-2 -->\n\n## norm\n\nA size.\n\n<!-- words: norm -->\n<!-- stages: 01 2 "    \
    "-->\n"

static Library *library;

/* A folder with a lesson and a glossary. */
static Library *open_with(const char *words)
{
    folder_enter();
    folder_write("lessons/01-one.md", ONE);
    folder_write("lessons/words.md", words);
    return library_open();
}

static void close_all(void)
{
    arena_release(&arena);
    library_free(library);
    folder_leave();
}

static const char *name_of(const GlossaryWord *w)
{
    return w ? w->name : "";
}

START_TEST(words_are_found)
{
    library = open_with(WORDS);
    const Glossary *g = glossary_of(&arena, library);
    ck_assert_int_eq(g->count, 3);
    ck_assert_str_eq(name_of(glossary_find(g, "Scores")), "score");
    ck_assert_str_eq(name_of(glossary_find(g, "layernorm")), "layer norm");
    ck_assert_str_eq(name_of(glossary_find(g, "layer")), "");
    ck_assert_str_eq(name_of(glossary_find(g, "")), "");
    ck_assert_str_eq(name_of(glossary_near(g, "scroes")), "score");
    ck_assert_str_eq(name_of(glossary_near(g, "yer")), "layer norm");
    ck_assert_str_eq(name_of(glossary_near(g, "unicorn")), "");
    close_all();
}
END_TEST

/* The longest form counts, and whole words alone. */
START_TEST(words_in_a_text)
{
    static const struct {
        size_t at, length;
        const char *name;
    } found[] = {{9, 6, "score"}, {17, 10, "layer norm"}, {42, 4, "norm"}};
    static const char text[] = "rescores scores, Layer norm, norm_first, norm.";
    library = open_with(WORDS);
    const Glossary *g = glossary_of(&arena, library);
    size_t at = 0, length = 0;
    for (int i = 0; i < COUNT(found); i++, at += length) {
        ck_assert_str_eq(name_of(glossary_next(g, text, &at, &length)), found[i].name);
        ck_assert_uint_eq(at, found[i].at - (i == 2));
        ck_assert_uint_eq(length, found[i].length);
    }
    ck_assert_ptr_null(glossary_next(g, text, &at, &length));
    close_all();
}
END_TEST

#define PAGE(word, rest) "# Words\n\n## " word "\n\nSo it is.\n\n" rest

static const struct {
    const char *text, *wrong; /* NULL: all is there */
} pages[] = {
    {WORDS, NULL},
    {PAGE("norm", "<!-- words: norm -->\n<!-- stages: 01 1 -->\n"),
     "words: norm is not said in lesson 01, stage 1"},
    {PAGE("core", "<!-- words: core, cores -->\n<!-- stages: 01 1-2 -->\n"),
     "words: core, cores is not said in lesson 01, stages 1 and 2"},
    {PAGE("norm", "<!-- words: norm -->\n"),
     "words: the page names no stages, where norm is shown"},
    {WORDS "\n## size\n\nThe same.\n\n<!-- words: size, LAYER NORM -->\n<!-- stages: 01 2 -->\n",
     "words: LAYER NORM is a form of layer norm, too"},
};

START_TEST(words_are_said_where_they_lead)
{
    Err err = {0};
    library = open_with(pages[_i].text);
    int words = library_find(library, "words", &err);
    ck_assert(library_read(&library->entry[words]));
    const Lesson *of = library->entry[words].lesson;
    ck_assert(glossary_is(of));
    ck_assert_int_eq(glossary_check(library, of, &err), !pages[_i].wrong);
    ck_assert_str_eq(err.set ? err.message : "", pages[_i].wrong ? pages[_i].wrong : "");
    if (!pages[_i].wrong) /* comes last */
        ck_assert_int_eq(library_order(&arena, library)[library->count - 1], words);
    close_all();
}
END_TEST

Suite *glossary_suite(void)
{
    Suite *s = suite_create("glossary");
    TCase *t = suite_case(s, "glossary");
    tcase_add_loop_test(t, what_forms_are, 0, COUNT(forms));
    tcase_add_test(t, words_are_found);
    tcase_add_test(t, words_in_a_text);
    tcase_add_loop_test(t, words_are_said_where_they_lead, 0, COUNT(pages));
    return s;
}
