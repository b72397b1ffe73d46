#include "app/options.h"

#include <stddef.h>
#include <string.h>

#include "base/common.h"

typedef struct OptionRow {
    UsageRow usage;
    size_t field;
    bool repeats;
    bool is_of_screens; /* it does nothing for what prints, ...              */
    bool is_of_lines;   /* ... but something for lines of text               */
    const char *about;  /* the commands that it is about; NULL: its words say so  */
} OptionRow;

#define FIELD(name) offsetof(Options, name)

static const OptionRow option_table[] = {
    {{"--plain", NULL, "commands line by line instead of full screens"}, FIELD(plain)},
    {{"--brief", NULL, "a call is one step; print: no results inside calls"}, FIELD(brief)},
    {{"--ascii", NULL, "ASCII characters only: sqrt(3), inf, K^T"}, FIELD(ascii)},
    {{"--color", "WHEN", "auto, always or never; NO_COLOR is respected", "auto always never"},
     FIELD(color)},
    {{"--no-mouse", NULL, "leave the mouse to the terminal: it selects text"}, FIELD(no_mouse)},
    {{"--goto", "PLACE", "open at a stage, step or line: 4, 4.2, 'line 9'"}, FIELD(go)},
    {{"--teacher", NULL, "teach a class: results are hidden at first"},
     FIELD(teacher),
     .is_of_screens = true,
     .is_of_lines = true},
    {{"--follow", NULL, "second screen for the speaker: follow another qkv"},
     FIELD(follow),
     .is_of_screens = true},
    {{"--autoplay", "SECONDS", "go to the next step every SECONDS"},
     FIELD(autoplay),
     .is_of_screens = true},
    {{"--no-resume", NULL, "do not resume, and do not save your place"}, FIELD(no_resume)},
    {{"--script", "KEYS", "press these keys and print every screen as text"}, FIELD(script)},
    {{"--size", "WxH", "the size of the screen for --script (80x24)"}, FIELD(size)},
    {{"--esc-delay", "MS", "delay after Esc for the rest of a key (25)"}, FIELD(esc_delay)},
    {{"--change", "CHANGE", "open, compare, try: with this change, E[0, 1] = 2"},
     FIELD(change),
     .repeats = true},
    {{"--seconds", "SECONDS", "diagnose: search for at most SECONDS (5)"}, FIELD(seconds)},
    {{"--json", NULL, "for other programs: one value, in JSON"},
     FIELD(json),
     .about = "list, check, compare, diagnose, why, inputs, uses:"},
    {{"--prune", NULL, "snapshot: remove files that no lesson makes"}, FIELD(prune)},
    {{"--data", "DIR", "where else lessons may read tensors from", "/"}, FIELD(data)},
    {{"--from", "FILE", "new: make the lesson of a notebook or a script", "/"}, FIELD(from)},
    {{"--html", "FILE", "export: write the page there, or into this folder", "/"}, FIELD(html)},
    {{"--svg", "DIR", "export: pictures of all stages, or after --script", "/"}, FIELD(svg)},
    {{"--notes", NULL, "export: include the speaker's notes"}, FIELD(notes)},
    {{"--keys", NULL, "print the table of keys and words"}, FIELD(keys)},
    {{"--man", NULL, "print the man page, for man -l"}, FIELD(man)},
    {{"--completion", "SHELL", "print completion for a shell: bash, zsh or fish", "bash zsh fish"},
     FIELD(completion)},
    {{"--help", NULL, "print this"}, FIELD(help)},
    {{"--version", NULL, "print the version"}, FIELD(version)},
};

enum { OPTIONS = COUNT(option_table) };
_Static_assert(COUNT(option_table) <= OPTIONS_MOST, "options_rows() gives more rows than it says");

static const OptionRow *find_option(const char *name, size_t length)
{
    for (int i = 0; i < OPTIONS; i++)
        if (strlen(option_table[i].usage.name) == length &&
            strncmp(option_table[i].usage.name, name, length) == 0)
            return &option_table[i];
    return NULL;
}

static bool refuse(Buf *wrong, const char *format, const char *what)
{
    buf_printf(wrong, format, what);
    return false;
}

/* One more value of an option that can be given again. */
static void add_value(Arena *arena, const char ***list, const char *value)
{
    int count = 0;
    while (*list && (*list)[count])
        count++;
    const char **more = arena_many(arena, (size_t)count + 2, const char *);
    for (int i = 0; i < count; i++)
        more[i] = (*list)[i];
    more[count] = value;
    *list = more;
}

bool options_read(Arena *arena, int argc, char **argv, Options *options, const char **word,
                  int *words, Buf *wrong)
{
    *words = 0;
    bool only_words = false;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (only_words || arg[0] != '-' || arg[1] == '\0') {
            word[(*words)++] = arg;
            continue;
        }
        if (strcmp(arg, "--") == 0) {
            only_words = true;
            continue;
        }
        size_t length = strcspn(arg, "=");
        const char *value = arg[length] ? arg + length + 1 : NULL;
        const OptionRow *row = strcmp(arg, "-h") == 0 ? find_option("--help", 6)
                                                      : find_option(arg, length);
        if (!row)
            return refuse(wrong, "there is no option %s", arg);
        if (!row->usage.value && value)
            return refuse(wrong, "%s takes no value", row->usage.name);
        if (row->usage.value && !value && ++i >= argc)
            return refuse(wrong, "%s needs a value", row->usage.name);
        value = row->usage.value && !value ? argv[i] : value;
        if (row->repeats)
            add_value(arena, (const char ***)((char *)options + row->field), value);
        else if (row->usage.value)
            memcpy((char *)options + row->field, &value, sizeof value);
        else
            *((bool *)((char *)options + row->field)) = true;
    }
    return true;
}

/* --- what they are about ------------------------------------------------------------------------ */

static bool is_given(const Options *o, const OptionRow *row)
{
    const char *field = (const char *)o + row->field;
    const void *value = NULL;
    if (!row->usage.value)
        return *(const bool *)field;
    memcpy(&value, field, sizeof value);
    return value != NULL;
}

/* The words of a row may begin with the commands that it is about, "open, compare, try: ...", where "open" are
 * the pages; otherwise it is about all, as *all then says. */
static bool is_listed(const OptionRow *row, const char *command, bool *all)
{
    bool is_it = false;
    *all = false;
    for (const char *at = row->about ? row->about : row->usage.words;; at += 2) {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz");
        is_it = is_it || (strlen(command) == length && strncmp(at, command, length) == 0);
        at += length;
        if (*at == ':')
            return is_it;
        if (strncmp(at, ", ", 2) != 0)
            return *all = true;
    }
}

static bool is_about(const OptionRow *row, const char *command)
{
    bool all;
    return is_listed(row, command, &all);
}

static bool is_named(const OptionRow *row, const char *command)
{
    bool all;
    return is_listed(row, command, &all) && !all;
}

bool options_suit(const Options *o, const char *command, Buf *wrong)
{
    for (int i = 0; i < OPTIONS; i++) {
        const OptionRow *row = &option_table[i];
        bool prints = command && strcmp(command, "compare") != 0 && row->is_of_screens;
        if (!is_given(o, row) || (!prints && is_about(row, command ? command : "open")))
            continue;
        buf_printf(wrong, "%s is not for %s", row->usage.name,
                   command ? command : "the pages of a lesson");
        return false;
    }
    return true;
}

bool options_suit_text(const Options *o, Buf *wrong)
{
    for (int i = 0; i < OPTIONS; i++)
        if (option_table[i].is_of_screens && !option_table[i].is_of_lines &&
            is_given(o, &option_table[i]))
            return refuse(wrong, "%s is for the full screens, but this is text line by line",
                          option_table[i].usage.name);
    return true;
}

int options_rows_of(UsageRow *row, const char *command)
{
    int count = 0;
    for (int i = 0; i < OPTIONS; i++)
        if (is_named(&option_table[i], command))
            row[count++] = option_table[i].usage;
    return count;
}

int options_rows(UsageRow *row)
{
    for (int i = 0; i < OPTIONS; i++)
        row[i] = option_table[i].usage;
    return OPTIONS;
}
