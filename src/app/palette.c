#include "app/palette.h"

#include <string.h>
#include <strings.h>

#include "app/act.h"
#include "app/change.h"
#include "base/common.h"
#include "base/utf8.h"
#include "lesson/result.h"

/* Ways to call a command that are rows of their own once something is typed. */
static const struct {
    const char *word, *arguments, *help;
} variants[] = {
    {"inspect", "made", "where the number comes from"},
    {"inspect", "tree", "all that the number is made of, as a tree"},
    {"inspect", "inputs", "the written numbers that it is made of"},
    {"inspect", "leads", "the results that it takes part in"},
    {"inspect", "attention", "who looks at whom: links of queries and keys"},
    {"inspect", "sums", "the sums of rows and columns"},
    {"inspect", "results", "the results so far, and their names and shapes"},
    {"inspect", "values", "a result with each of several values, as columns"},
    {"view", "decimals N", "round to N decimals; all"},
    {"view", "shades on", "a heat map: numbers are shaded"},
    {"view", "sums on", "sums beside the matrices"},
    {"view", "detail operations", "every single operation is a step"},
    {"view", "answers off", "answers come only when asked for"},
    {"view", "mouse off", "the mouse selects text"},
    {"view", "notes on", "the speaker's notes on this screen"},
    {"class", "on", "teach: results come hidden"},
    {"class", "off", "all results are seen"},
    {"class", "new", "another class: all is hidden again"},
    {"class", "by ROW", "how much Space shows: row, matrix or number"},
    {"with", "off", "without the changes, as it was"},
    {"with", "difference", "with the changes less without"},
    {"play", "off", "no more steps by themselves"},
};

enum { VARIANT = -1, TYPED_AS_IT_IS = -2 }; /* rows that are no row of the table */

static bool is_word_sign(char c)
{
    return is_letter(c) || is_digit(c) || (c & 0x80);
}

/* True if a word of a text begins so; "~0" and "/" count as words, too. */
static bool has_word(const char *text, const char *word, size_t length)
{
    for (const char *at = text; *at; at++) {
        bool begins = at == text || !is_word_sign(at[-1]) || !is_word_sign(*at);
        if (begins && strncasecmp(at, word, length) == 0)
            return true;
    }
    return false;
}

static bool has_words(const char *text, const char *filter)
{
    for (const char *at = filter + strspn(filter, " "); *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (!has_word(text, at, length))
            return false;
        at += length;
    }
    return true;
}

/* --- commands ------------------------------------------------------------------------------------- */

static void add_row(Doc *d, const Command *c, int index, const char *arguments, const char *help)
{
    doc_row(d, (Target){.kind = TARGET_COMMAND, .of = index}, "%s%s%s\t%s\t%s", c->word,
            *arguments ? " " : "", arguments, c->key, help);
}

/* Arguments that may be left out do not stand in the row: the row is run as it stands. */
static const char *shown_arguments(const Command *c)
{
    return command_needs(c) ? c->arguments : "";
}

static bool fits(Arena *a, const Command *c, const char *arguments, const char *help,
                 const char *filter)
{
    return has_words(arena_format(a, "%s %s %s %s", c->word, arguments, help, c->key), filter);
}

/* Only the row of the command whose arguments are being typed; false when it is none. */
static bool tell_one(Doc *d, const char *line)
{
    size_t word = strcspn(line, " ");
    const Command *c = line[word] ? command_find(line, word) : NULL;
    if (!c || !*c->arguments)
        return false;
    d->head = arena_format(d->a, "%s %s: %s", c->word, c->arguments, c->help);
    if (*c->example)
        doc_note(d, "For example: %s %s", c->word, c->example);
    return true;
}

/* The rows of the ways to call a command; returns how many. */
static int tell_variants(Doc *d, const Command *c, const char *filter)
{
    int rows = 0;
    for (int v = 0; *filter && v < COUNT(variants); v++)
        if (strcmp(variants[v].word, c->word) == 0 &&
            fits(d->a, c, variants[v].arguments, variants[v].help, filter)) {
            add_row(d, c, VARIANT, variants[v].arguments, variants[v].help);
            rows++;
        }
    return rows;
}

static int add_command(Doc *d, int index)
{
    const Command *c = &command_table[index];
    add_row(d, c, index, shown_arguments(c), c->help);
    return 1;
}

/* A way that is meant stands for its command, but where that is called by its own name. The last row is always the same. */
static int tell_here(Doc *d, const Act *act, const char *filter, int most)
{
    int rows = 0, last = command_count - 1;
    for (int i = 0; i < last && rows < most; i++) {
        const Command *c = &command_table[i];
        if (c->why_not && c->why_not(act))
            continue;
        bool is_named = has_words(c->word, filter);
        bool is_meant = fits(d->a, c, c->arguments, c->help, filter);
        rows += is_meant && is_named ? add_command(d, i) : 0;
        int ways = tell_variants(d, c, filter);
        rows += is_meant && !is_named && ways == 0 ? add_command(d, i) : ways;
    }
    const Command *signs = &command_table[last];
    return rows + (fits(d->a, signs, "", signs->help, filter) ? add_command(d, last) : 0);
}

static void tell_not_here(Doc *d, const Act *act, const char *filter)
{
    bool begins = true;
    for (int i = 0; i < command_count; i++) {
        const Command *c = &command_table[i];
        const char *no = c->why_not ? c->why_not(act) : NULL;
        if (!no || !fits(d->a, c, c->arguments, c->help, filter))
            continue;
        if (begins)
            doc_heading(d, "not here:");
        begins = false;
        add_row(d, c, i, "", no);
    }
}

static Doc *tell_commands(Arena *a, const Model *m, const World *w)
{
    enum { MOST = 15 };
    Doc *d = doc_new(a, DOC_LIST, NULL, "");
    Model copy = *m; /* the commands are asked about the page below the prompt */
    copy.prompt = (Prompt){0};
    const Act act = {.m = &copy, .w = w, .a = a};
    const char *filter = m->prompt.line;
    if (tell_one(d, filter))
        return d;
    int rows = tell_here(d, &act, filter, *filter ? command_count * 2 : MOST);
    d->head = *filter ? arena_format(a, "%d command%s with a word that begins with %s", rows,
                                     plural(rows), filter)
                      : "what does something here";
    if (*filter) {
        tell_not_here(d, &act, filter);
        if (rows > 0)
            doc_note(d, "Shown at the left: what to type. Then the key that does the same.");
        if (doc_rows(d) == 0 && w->lens.run)
            doc_row(d, (Target){.kind = TARGET_COMMAND, .of = TYPED_AS_IT_IS},
                    "find %s\t/\tin this lesson", filter);
    }
    return d;
}

/* --- places and changes ----------------------------------------------------------------------------- */

/* The rows of the contents whose number begins with what was typed. */
static Doc *tell_places(Arena *a, const Model *m, const World *w)
{
    int at;
    Spot here = model_spot(m);
    const char *typed = m->prompt.line;
    size_t length = strcspn(typed, ".");
    if (!w->lens.run || m->pages < 2)
        return tell_menu(a, w->library, typed, NULL);
    const Doc *all = tell_contents(a, &w->lens, &here, NULL, &at);
    Doc *d = doc_new(a, DOC_LIST, NULL, "");
    d->head = "places";
    for (int i = 0; i < doc_rows(all); i++) {
        const DocRow *row = doc_row_at(all, i);
        if (length > 0 && row->depth == 0 && strncmp(row->text, typed, length) == 0 &&
            (!typed[length] || row->text[length] == '\t')) {
            DocRow *to = doc_row(d, row->target, "%s", row->text);
            to->right = row->right;
        }
    }
    return d;
}

static Doc *tell_proposals(Arena *a, const Model *m, const World *w)
{
    enum { ROOM = 38 };
    Proposal p[PROPOSALS];
    Doc *d = doc_new(a, DOC_LIST, NULL, "");
    if (m->prompt.change >= 0)
        return NULL;
    int count = change_proposals(a, m, w, p);
    d->head = "what if: Tab takes the next line";
    for (int i = 0; i < count; i++)
        doc_row(d, (Target){.kind = TARGET_COMMAND, .of = i}, "%s%s\t%s",
                arena_text(a, p[i].text, utf8_fit(p[i].text, strlen(p[i].text), ROOM)),
                utf8_columns(p[i].text) > ROOM ? "~" : "", p[i].help);
    return d;
}

Doc *palette_suggest(Arena *a, const Model *m, const World *w)
{
    switch (m->prompt.kind) {
    case PROMPT_COMMAND:
        return tell_commands(a, m, w);
    case PROMPT_GOTO:
        return tell_places(a, m, w);
    case PROMPT_CHANGE:
        return tell_proposals(a, m, w);
    default:
        return NULL;
    }
}

/* --- lines ---------------------------------------------------------------------------------------- */

/* Words in capitals must be typed. */
const char *palette_line(Arena *a, const DocRow *row, bool *is_whole)
{
    static const char *const words[] = {"TEXT", "STAGE", "N", "PLACE", "LABEL", "CHANGE", "ROW"};
    const char *line = arena_text(a, row->text, strcspn(row->text, "\t"));
    size_t at = strcspn(line, " ");
    *is_whole = true;
    for (int i = 0; i < COUNT(words) && line[at]; i++) {
        const char *found = strstr(line + at, words[i]);
        bool is_word = found && found[-1] == ' ' && row->target.of != TYPED_AS_IT_IS;
        if (is_word) {
            *is_whole = false;
            return arena_text(a, line, (size_t)(found - line));
        }
    }
    return line;
}

const char *palette_complete(Arena *a, const World *w, const char *line)
{
    size_t length = strlen(line), from = length;
    while (from > 0 && (is_word_sign(line[from - 1]) || line[from - 1] == '.'))
        from--;
    if (!w->lens.run || from == 0 || from == length)
        return NULL;
    Results all = results_of(a, w->lens.run);
    for (int i = 0; i < all.count; i++)
        if (strncmp(all.item[i].name, line + from, length - from) == 0 &&
            strlen(all.item[i].name) > length - from)
            return arena_format(a, "%.*s%s", (int)from, line, all.item[i].name);
    return NULL;
}
