#include "lesson/glossary.h"

#include <string.h>
#include <strings.h>

#include "base/common.h"
#include "base/utf8.h"
#include "lesson/path.h"
#include "python/names.h"

/* --- forms ------------------------------------------------------------------------------------------ */

/* Takes the form at *at, and goes on behind the comma after it; false at the end. */
static bool take_form(const char **at, const char **form, size_t *length)
{
    *form = *at + strspn(*at, " \n");
    if (!**form)
        return false;
    *length = strcspn(*form, ",");
    *at = *form + *length + ((*form)[*length] == ',');
    while (*length > 0 && strchr(" \n", (*form)[*length - 1]))
        --*length;
    return true;
}

bool glossary_is_forms(const char *text)
{
    const char *form;
    size_t length = 0;
    int forms = 0;
    for (; take_form(&text, &form, &length); forms++)
        if (length == 0)
            return false;
    return forms > 0;
}

static bool is_sign(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || (c & 0x80);
}

/* Tells whether a form stands at a place of a text, and no word goes on there. */
static bool stands(const char *text, size_t at, const char *form, size_t length)
{
    return strncasecmp(text + at, form, length) == 0 && !is_sign(text[at + length]) &&
           (at == 0 || !is_sign(text[at - 1]));
}

/* The longest form that stands there; 0: none does. */
static size_t longest(const char *forms, const char *text, size_t at)
{
    const char *form;
    size_t length = 0, found = 0;
    while (take_form(&forms, &form, &length))
        if (length > found && stands(text, at, form, length))
            found = length;
    return found;
}

/* --- words ------------------------------------------------------------------------------------------ */

bool glossary_is(const Lesson *lesson)
{
    for (int i = 0; i < lesson->stages; i++)
        if (lesson->stage[i].words)
            return true;
    return false;
}

Glossary *glossary_of(Arena *a, Library *library)
{
    Glossary *g = arena_new(a, Glossary);
    for (int i = 0; i < library->count; i++) {
        Entry *entry = &library->entry[i];
        const Lesson *outline = library_outline(entry);
        if (!outline || !glossary_is(outline) || !library_read(entry))
            continue;
        for (int k = 1; k < entry->lesson->stages; k++) {
            const Stage *page = &entry->lesson->stage[k];
            if (page->words && page->leads)
                arena_push(a, g->word, g->count,
                           (GlossaryWord){page->title, page->words, page, i, k});
        }
    }
    return g;
}

const GlossaryWord *glossary_find(const Glossary *g, const char *form)
{
    const size_t length = strlen(form);
    for (int i = 0; i < g->count && length > 0; i++)
        if (strcasecmp(g->word[i].name, form) == 0 || longest(g->word[i].forms, form, 0) == length)
            return &g->word[i];
    return NULL;
}

const GlossaryWord *glossary_near(const Glossary *g, const char *form)
{
    Arena arena = {0};
    const GlossaryWord *found = NULL;
    const char *best = NULL, *its;
    size_t length = 0;
    for (int i = 0; i < g->count; i++)
        for (const char *forms = g->word[i].forms; take_form(&forms, &its, &length);) {
            const char *closer = names_closer(form, arena_text(&arena, its, length), best);
            found = closer != best ? &g->word[i] : found;
            best = closer;
        }
    for (int i = 0; i < g->count && *form && !found; i++)
        if (utf8_contains(g->word[i].name, strlen(g->word[i].name), form))
            found = &g->word[i];
    arena_release(&arena);
    return found;
}

const GlossaryWord *glossary_next(const Glossary *g, const char *text, size_t *at, size_t *length)
{
    const GlossaryWord *found = NULL;
    for (*length = 0; text[*at] && !found; *at += !found)
        for (int i = 0; i < g->count && is_sign(text[*at]); i++) {
            size_t its = longest(g->word[i].forms, text, *at);
            if (its > *length) {
                *length = its;
                found = &g->word[i];
            }
        }
    return found;
}

/* --- are they shown where they say? ------------------------------------------------------------------- */

/* Tells whether a stage of a lesson, which was read, says one of the forms. */
static bool says(const Lesson *lesson, int stage, const char *forms)
{
    size_t length;
    const char *from = lesson_stage_source(lesson, stage, &length);
    for (const char *at = from; at < from + length; at++)
        if (longest(forms, lesson->source, (size_t)(at - lesson->source)) > 0)
            return true;
    return false;
}

static bool check_page(Library *library, const Lesson *lesson, const Stage *page, Err *err)
{
    const Loc place = {.file = lesson->path, .line = page->line};
    Arena arena = {0};
    Err none = {0};
    bool is_said = false;
    if (!page->leads)
        return err_set(err, place, "words: the page names no stages, where %s is shown",
                       page->title);
    const int found = library_find(library, path_lesson(&arena, page->leads), &none);
    const Entry *other = &library->entry[found];
    for (int at = -1; library_read(&library->entry[found]) && !is_said &&
                      (at = path_beside(page->leads, at, 1)) >= 0;)
        is_said = says(other->lesson, at, page->words);
    if (!is_said)
        err_set(err, place, "words: %s is not said in %s", page->words,
                path_text(&arena, page->leads));
    arena_release(&arena);
    return is_said;
}

/* Each form is one word's alone. */
static bool check_once(const Lesson *lesson, int stage, Err *err)
{
    const char *forms = lesson->stage[stage].words, *form;
    for (size_t length; take_form(&forms, &form, &length);)
        for (int i = 1; i < stage; i++)
            for (const char *other = lesson->stage[i].words, *its; other;) {
                size_t n;
                if (!take_form(&other, &its, &n))
                    break;
                if (n == length && strncasecmp(its, form, n) == 0)
                    return err_set(
                        err, (Loc){.file = lesson->path, .line = lesson->stage[stage].line},
                        "words: %.*s is a form of %s, too", (int)n, form, lesson->stage[i].title);
            }
    return true;
}

bool glossary_check(Library *library, const Lesson *lesson, Err *err)
{
    bool ok = true;
    for (int i = 1; i < lesson->stages && ok; i++)
        if (lesson->stage[i].words)
            ok = check_page(library, lesson, &lesson->stage[i], err) && check_once(lesson, i, err);
    return ok;
}
