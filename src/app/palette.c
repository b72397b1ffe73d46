/* Suggestions of prompts: commands that do something here, places, changes; and words that are completed. */
#include <string.h>
#include <strings.h>

#include "app/act.h"
#include "app/setting.h"
#include "base/common.h"
#include "lesson/result.h"

enum { TYPED_AS_IT_IS = -2 }; /* a row that is no command of the table */

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

/* The row "word arguments", key, help if the filter means it; returns how many rows were added. */
static int add_suggestion(Doc *d, const Command *c, const char *arguments, const char *help,
                          const char *filter)
{
    const char *line = arena_format(d->a, "%s%s%s", c->word, *arguments ? " " : "", arguments);
    if (!has_words(arena_format(d->a, "%s %s %s", line, help, c->key), filter))
        return 0;
    doc_row(d, (Target){.kind = TARGET_COMMAND, .of = 0}, "%s\t%s\t%s", line, c->key, help);
    return 1;
}

/* Arguments that may be left out do not stand in the row: the row is run as it stands. */
static int add_command(Doc *d, const Command *c, const char *help, const char *filter)
{
    return add_suggestion(d, c, command_needs(c) ? c->arguments : "", help, filter);
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

/* The ways to call a command are rows of their own once something is typed: tabs, settings, sides. */
static int add_ways_to_call(Doc *d, const Command *c, const char *filter)
{
    const char *command, *word, *help;
    int rows = 0;
    for (int i = 0; i < TABS && c->run == inspect_run; i++) {
        word = tell_tab_name((Tab)i);
        rows += add_suggestion(d, c, arena_text(d->a, word, strcspn(word, " ")),
                               tell_tab_help((Tab)i), filter);
    }
    for (int i = 0; setting_way(i, &command, &word, &help); i++)
        if (strcmp(command, c->word) == 0)
            rows += add_suggestion(d, c, word, help, filter);
    if (c->run == change_with)
        rows += add_suggestion(d, c, "off", "without the changes, as it was", filter) +
                add_suggestion(d, c, "difference", "with the changes minus without", filter);
    return rows;
}

/* A way that is meant stands for its command, but where that is called by its own name. The last row is always the same. */
static int tell_here(Doc *d, const Act *act, const char *filter, int most)
{
    int rows = 0;
    for (int i = 0; i < command_count - 1 && rows < most; i++) {
        const Command *c = &command_table[i];
        if (c->why_not && c->why_not(act))
            continue;
        bool is_named = has_words(c->word, filter);
        int own = is_named ? add_command(d, c, c->help, filter) : 0;
        int ways = *filter ? add_ways_to_call(d, c, filter) : 0;
        rows += own + ways + (own + ways == 0 ? add_command(d, c, c->help, filter) : 0);
    }
    const Command *signs = &command_table[command_count - 1];
    return rows + add_command(d, signs, signs->help, filter);
}

static void tell_not_here(Doc *d, const Act *act, const char *filter)
{
    bool begins = true;
    for (int i = 0; i < command_count; i++) {
        const Command *c = &command_table[i];
        const char *no = c->why_not ? c->why_not(act) : NULL;
        if (!no || !has_words(arena_format(d->a, "%s %s %s", c->word, c->help, c->key), filter))
            continue;
        if (begins)
            doc_heading(d, "not here:");
        begins = false;
        add_suggestion(d, c, "", no, "");
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
    if (!*filter)
        return d;
    tell_not_here(d, &act, filter);
    if (rows > 0)
        doc_note(d, "On the left is what to type, then the key that does the same.");
    if (doc_rows(d) == 0 && w->lens.run)
        doc_row(d, (Target){.kind = TARGET_COMMAND, .of = TYPED_AS_IT_IS},
                "find %s\t/\tin this lesson", filter);
    return d;
}

/* --- places --------------------------------------------------------------------------------------- */

/* The rows of the contents whose number begins with what was typed. */
static Doc *tell_places(Arena *a, const Model *m, const World *w)
{
    Spot here = model_spot(m);
    const char *typed = m->prompt.line;
    size_t length = strcspn(typed, ".");
    if (!w->lens.run || m->pages < 2)
        return tell_menu(a, w->library, typed, NULL);
    const Doc *all = tell_contents(a, &w->lens, &here, NULL);
    Doc *d = doc_new(a, DOC_LIST, NULL, "");
    d->head = "places";
    for (int i = 0; i < doc_rows(all); i++) {
        const DocRow *row = doc_row_at(all, i);
        if (length > 0 && row->depth == 0 && strncmp(row->text, typed, length) == 0 &&
            (!typed[length] || row->text[length] == '\t'))
            doc_row(d, row->target, "%s", row->text)->right = row->right;
    }
    return d;
}

Doc *palette_suggest(Arena *a, const Model *m, const World *w)
{
    PromptKind kind = m->prompt.kind;
    return kind == PROMPT_COMMAND  ? tell_commands(a, m, w)
           : kind == PROMPT_GOTO   ? tell_places(a, m, w)
           : kind == PROMPT_CHANGE ? change_tell(a, m, w)
                                   : NULL;
}

/* --- lines ---------------------------------------------------------------------------------------- */

/* A command without which something must be typed is no whole line. */
const char *palette_line(Arena *a, const DocRow *row, bool *is_whole)
{
    const char *line = arena_text(a, row->text, strcspn(row->text, "\t"));
    size_t word = strcspn(line, " ");
    const Command *c = row->target.of != TYPED_AS_IT_IS ? command_find(line, word) : NULL;
    *is_whole = !c || !command_needs(c);
    return *is_whole ? line : arena_format(a, "%s ", c->word);
}

/* "weights[x2, x" with the label that begins so, and what comes after it. */
static const char *complete_label(Act *act, const char *line, const char *bracket)
{
    NamedHere here = act_here(act);
    const char *from = bracket + 1, *name = bracket;
    int axis = 0;
    for (const char *at = from; *at; at++)
        if (*at == ',') {
            axis++;
            from = at + 1;
        }
    from += strspn(from, " ");
    while (name > line && (is_word_sign(name[-1]) || strchr("._", name[-1])))
        name--;
    const QkvTensor *t = named_tensor(&here, name, (size_t)(bracket - name));
    for (int64_t i = 0; t && axis < t->rank && i < t->size[axis]; i++) {
        const char *label = qkv_tensor_label(t, axis, i, 0);
        if (label && strncmp(label, from, strlen(from)) == 0)
            return arena_format(act->a, "%.*s%s%s", (int)(from - line), line, label,
                                axis + 1 < t->rank ? ", " : "]");
    }
    return NULL;
}

const char *palette_complete(Act *act, const char *line)
{
    const char *bracket = strrchr(line, '[');
    size_t length = strlen(line), from = length;
    while (from > 0 && (is_word_sign(line[from - 1]) || strchr("._", line[from - 1])))
        from--;
    if (!act_run(act))
        return NULL;
    if (bracket && !strpbrk(bracket, "]="))
        return complete_label(act, line, bracket);
    Results all = results_of(act->a, act_run(act));
    for (int i = 0; i < all.count && from < length; i++)
        if (strncmp(all.item[i].name, line + from, length - from) == 0 &&
            strlen(all.item[i].name) > length - from)
            return arena_format(act->a, "%.*s%s", (int)from, line, all.item[i].name);
    return NULL;
}
