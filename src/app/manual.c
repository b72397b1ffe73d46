/* Text written from the same rows: options, commands and keys. What the man page says around them is manual.md:
 *
 *     # HEADING
 *
 *     A paragraph, which ends with an empty line.
 *
 *     a row's name
 *         and its words
 *
 *     @options             the rows of a table: see `tables`
 *
 *     .SH                  roff, as it is, to the next empty line */
#include "app/manual.h"

#include <string.h>

#include "app/command.h"
#include "base/common.h"
#include "python/limits.h"
#include "tell/tell.h"

extern const char app_manual[];

/* Texts outside of the tables: ways to start without a command, and how it ends. */
static const UsageRow starts[] = {
    {"", NULL, "the lesson menu"},
    {"LESSON", NULL, "step through one: number, name, path; - is stdin"},
};

static const UsageRow ends[] = {
    {"0", NULL, "success"},
    {"1", NULL, "something differs"},
    {"2", NULL, "wrong usage, a lesson with mistakes or no usable terminal"},
    {"130", NULL, "after Ctrl-C"},
};

/* --- --help ----------------------------------------------------------------------------------- */

enum { HELP_COLUMN = 29, KEY_COLUMN = 28, WORD_COLUMN = 35 };

static void put_help(Buf *out, const char *before, const UsageRow *row, int column)
{
    Buf text = {0};
    buf_printf(&text, "  %s%s", before, row->name);
    if (row->value)
        buf_printf(&text, " %s", row->value);
    buf_putc(&text, ' ');
    buf_fill(&text, ' ', column - (int)text.length);
    buf_printf(out, "%s%s\n", buf_text(&text), row->words);
    buf_release(&text);
}

/* As many words on each line as fit. */
static void put_filled(Buf *out, const char *text)
{
    enum { WIDTH = 80 };
    int column = 0;
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (column > 0 && column + 1 + word > WIDTH) {
            buf_putc(out, '\n');
            column = 0;
        }
        buf_printf(out, "%s%.*s", column ? " " : "", word, text);
        column += word + (column > 0);
        text += word;
        text += strspn(text, " ");
    }
    buf_putc(out, '\n');
}

void manual_help(Buf *out, const Usage *u)
{
    buf_puts(out, "qkv replays worked self-attention examples, one step at a time.\n\n");
    for (int i = 0; i < COUNT(starts); i++)
        put_help(out, *starts[i].name ? "qkv " : "qkv", &starts[i], HELP_COLUMN);
    for (int i = 0; i < u->commands; i++)
        put_help(out, "qkv ", &u->command[i], HELP_COLUMN);
    buf_puts(out, "\n");
    for (int i = 0; i < u->options; i++)
        put_help(out, "", &u->option[i], HELP_COLUMN);
    buf_puts(out,
             "\nLessons of your own are those in ./lessons, or else in $QKV_LESSONS; beside them\n"
             "are those of qkv: where it was built, where it was installed, or inside it.\n"
             "qkv COMMAND --help tells of one command.\n");
    Buf text = {0};
    buf_puts(&text, "Exit status:");
    for (int i = 0; i < COUNT(ends); i++)
        buf_printf(&text, " %s %s%s", ends[i].name, ends[i].words, i + 1 < COUNT(ends) ? ";" : ".");
    put_filled(out, buf_text(&text));
    buf_release(&text);
}

void manual_help_of(Buf *out, const UsageRow *command, const char *more, const UsageRow *option,
                    int options)
{
    buf_printf(out, "qkv %s%s%s\n\n", command->name, command->value ? " " : "",
               command->value ? command->value : "");
    put_filled(out, command->words);
    buf_printf(out, "\n%s\n", more);
    for (int i = 0; i < options; i++)
        put_help(out, "", &option[i], HELP_COLUMN);
}

/* --- the man page ----------------------------------------------------------------------------- */

/* Text for roff: no character of it means anything there, and a hyphen can be copied and typed. */
static void put_roff(Buf *out, const char *text)
{
    static const char *const names[] = {
        ['\\'] = "\\e",  ['-'] = "\\-",   ['\''] = "\\(aq", ['`'] = "\\(ga",
        ['^'] = "\\(ha", ['~'] = "\\(ti", ['.'] = "\\&.",   ['"'] = "\\(dq"};
    for (; text && *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < (unsigned)COUNT(names) && names[c])
            buf_puts(out, names[c]);
        else
            buf_putc(out, *text);
    }
}

static void put_row(Buf *out, const char *before, const UsageRow *row)
{
    buf_printf(out, ".TP\n\\fB%s", before);
    put_roff(out, row->name);
    buf_puts(out, "\\fR");
    if (row->value) {
        buf_puts(out, " \\fI");
        put_roff(out, row->value);
        buf_puts(out, "\\fR");
    }
    buf_putc(out, '\n');
    put_roff(out, row->words);
    buf_putc(out, '\n');
}

static void put_rows(Buf *out, const char *before, const UsageRow *row, int rows)
{
    for (int i = 0; i < rows; i++)
        put_row(out, *row[i].name ? before : "qkv", &row[i]);
}

/* The kinds of pages, as key rows count them. */
static const char *const kinds[] = {"a stage", "a number", "a list", "a text", "a prompt"};

/* On the other kinds of pages only what is not the same there, and in a prompt what does not type itself. */
static const char *key_words(int row, int kind)
{
    const char *words = key_does(row, kind);
    bool is_same = words && (strcmp(words, "the same") == 0 || strstr(words, "itself") ||
                             strstr(words, "themselves"));
    return is_same ? NULL : words;
}

static void put_keys(Buf *out, const Usage *u)
{
    (void)u;
    for (int kind = 0; kind < COUNT(kinds); kind++) {
        buf_printf(out, ".SS \"On %s\"\n", kinds[kind]);
        for (int i = 0; i < KEY_ROWS; i++)
            if (key_words(i, kind))
                put_row(out, "", &(UsageRow){key_table[i].name, NULL, key_words(i, kind)});
    }
}

void manual_keys(Buf *out)
{
    for (int kind = 0; kind < COUNT(kinds); kind++) {
        buf_printf(out, "%sOn %s%s\n", kind ? "\n" : "", kinds[kind],
                   kind == 0                 ? ""
                   : kind + 1 < COUNT(kinds) ? ", and else as on a stage"
                                             : ", where other keys type themselves");
        for (int i = 0; i < KEY_ROWS; i++)
            if (key_words(i, kind))
                put_help(out, "", &(UsageRow){key_table[i].name, NULL, key_words(i, kind)},
                         KEY_COLUMN);
    }
}

/* "next, ne": with a second form where there is one. */
static const char *command_name(Arena *a, const Command *c)
{
    bool is_one = strcmp(c->word, c->brief) == 0;
    return is_one ? c->word : arena_format(a, "%s, %s", c->word, c->brief);
}

void manual_words(Buf *out)
{
    for (int i = 0; i < command_count; i++) {
        const Command *c = &command_table[i];
        Arena arena = {0};
        const char *arguments = *c->arguments ? c->arguments : NULL;
        put_help(out, "", &(UsageRow){command_name(&arena, c), arguments, c->help}, WORD_COLUMN);
        arena_release(&arena);
    }
}

static void put_words(Buf *out, const Usage *u)
{
    (void)u;
    for (int i = 0; i < command_count; i++) {
        const Command *c = &command_table[i];
        Arena arena = {0};
        const char *name = command_name(&arena, c);
        put_row(out, "", &(UsageRow){name, *c->arguments ? c->arguments : NULL, c->help});
        arena_release(&arena);
    }
}

/* Rows of the page of signs: the sign, a tab and what it means. */
static void put_signs(Buf *out, const Usage *u)
{
    (void)u;
    Arena arena = {0};
    const Doc *d = tell_signs(&arena);
    for (int i = 0; i < doc_rows(d); i++) {
        const char *text = doc_row_at(d, i)->text;
        size_t sign = strcspn(text, "\t");
        put_row(out, "",
                &(UsageRow){arena_text(&arena, text, sign), NULL, text + sign + (text[sign] != 0)});
    }
    arena_release(&arena);
}

/* Rows of the tabs that the page of a number has. */
static void put_tabs(Buf *out, const Usage *u)
{
    (void)u;
    for (int i = 0; i < TABS; i++)
        put_row(out, "", &(UsageRow){tell_tab_name((Tab)i), NULL, tell_tab_help((Tab)i)});
}

/* The bounds of limits.h. */
static const struct {
    int bound;
    const char *words;
} bounds[] = {
#define BOUND(name, value, words) {(name), (words)},
    LIMITS(BOUND)
#undef BOUND
};

/* Writes 1048576 as 1,048,576. */
static void put_number(Buf *out, int number)
{
    bool is_begun = false;
    for (int unit = 1000000000; unit > 0; unit /= 1000) {
        if (is_begun)
            buf_printf(out, ",%03d", number / unit % 1000);
        else if (number >= unit || unit == 1)
            buf_printf(out, "%d", number / unit);
        is_begun = is_begun || number >= unit;
    }
}

void manual_limits(Buf *out)
{
    for (int i = 0; i < COUNT(bounds); i++) {
        Buf number = {0};
        put_number(&number, bounds[i].bound);
        buf_printf(out, "%13s  %s\n", buf_text(&number), bounds[i].words);
        buf_release(&number);
    }
    buf_printf(out, "%13g  seconds of the processor's time in one run\n", (double)LIMIT_SECONDS);
}

static void put_limits(Buf *out, const Usage *u)
{
    (void)u;
    buf_puts(out, ".PP\n.EX\n");
    manual_limits(out);
    buf_puts(out, ".EE\n");
}

static void put_shell(Buf *out, const Usage *u)
{
    put_rows(out, "qkv ", starts, COUNT(starts));
    put_rows(out, "qkv ", u->command, u->commands);
}

static void put_options(Buf *out, const Usage *u)
{
    put_rows(out, "", u->option, u->options);
}

static void put_statuses(Buf *out, const Usage *u)
{
    (void)u;
    put_rows(out, "", ends, COUNT(ends));
}

static const struct {
    const char *name;
    void (*put)(Buf *out, const Usage *u);
} tables[] = {
    {"@commands", put_shell},    {"@options", put_options}, {"@keys", put_keys},
    {"@words", put_words},       {"@signs", put_signs},     {"@tabs", put_tabs},
    {"@statuses", put_statuses}, {"@limits", put_limits},
};

/* Lines of one paragraph as one line. */
static const char *joined(Arena *a, const char *text, size_t length)
{
    Buf line = {.arena = a};
    for (const char *end = text + length; text < end; text++) {
        buf_putc(&line, *text == '\n' ? ' ' : *text);
        if (*text == '\n')
            text += strspn(text + 1, " ");
    }
    return buf_text(&line);
}

static bool put_table(Buf *out, const Usage *u, const char *name)
{
    for (int i = 0; i < COUNT(tables); i++)
        if (strcmp(name, tables[i].name) == 0)
            return tables[i].put(out, u), true;
    return false;
}

/* Writes a block of manual.md; is_first: a heading is before it. */
static void put_block(Buf *out, const Usage *u, const char *text, size_t length, bool is_first)
{
    Arena arena = {0};
    const char *block = arena_text(&arena, text, length);
    size_t name = strcspn(block, "\n");
    if (*block == '#') {
        buf_printf(out, ".SH %s\n", block + 2);
    } else if (*block == '.') {
        buf_printf(out, "%s\n", block);
    } else if (strncmp(block + name, "\n    ", 5) == 0) {
        const char *words = joined(&arena, block + name + 5, length - name - 5);
        put_row(out, "", &(UsageRow){arena_text(&arena, block, name), NULL, words});
    } else if (!put_table(out, u, block)) {
        buf_puts(out, is_first ? "" : ".PP\n");
        put_roff(out, joined(&arena, block, length));
        buf_putc(out, '\n');
    }
    arena_release(&arena);
}

void manual_page(Buf *out, const Usage *u)
{
    buf_printf(out, ".TH QKV 1 %s \"qkv %s\"\n", u->released, u->version);
    bool is_first = true;
    for (const char *text = app_manual; *text;) {
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) : strlen(text) - 1;
        put_block(out, u, text, length, is_first);
        is_first = *text == '#';
        text += length;
        text += strspn(text, "\n");
    }
}

/* --- completion ------------------------------------------------------------------------------- */

/* The names of the lessons. Only those of plain characters: shells would expand others. */
#define LESSON_NAMES "qkv list 2>/dev/null | sed -n 's/^\\([A-Za-z0-9._-]\\{1,\\}\\) .*/\\1/p'"

static void put_names(Buf *out, const UsageRow *row, int rows)
{
    for (int i = 0; i < rows; i++)
        buf_printf(out, "%s%s", i ? " " : "", row[i].name);
}

static void put_bash_values(Buf *out, const Usage *u)
{
    for (int i = 0; i < u->options; i++) {
        const UsageRow *row = &u->option[i];
        if (!row->value)
            continue;
        buf_printf(out, "    %s) ", row->name);
        if (!row->choices)
            buf_puts(out, "return ;;\n");
        else if (*row->choices == '/')
            buf_puts(out, "mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); return ;;\n");
        else
            buf_printf(out, "words='%s' ;;\n", row->choices);
    }
}

static void put_bash(Buf *out, const Usage *u)
{
    buf_puts(out, "# Completion of qkv for bash, written by: qkv --completion bash\n"
                  "_qkv()\n{\n"
                  "    local word=${COMP_WORDS[COMP_CWORD]} words=\n"
                  "    COMPREPLY=()\n"
                  "    case ${COMP_WORDS[COMP_CWORD-1]} in\n");
    put_bash_values(out, u);
    buf_puts(out, "    *)\n        case $word in\n        -*) words='");
    put_names(out, u->option, u->options);
    buf_puts(out, "' ;;\n        *)\n            words=$(" LESSON_NAMES ")\n"
                  "            [ \"$COMP_CWORD\" -gt 1 ] || words=\"$words ");
    put_names(out, u->command, u->commands);
    buf_puts(out, "\"\n            mapfile -t COMPREPLY < <(compgen -f -X '!*.md' -- \"$word\"; "
                  "compgen -d -- \"$word\") ;;\n"
                  "        esac ;;\n    esac\n"
                  "    mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY "
                  "< <(compgen -W \"$words\" -- \"$word\")\n"
                  "}\ncomplete -o filenames -F _qkv qkv\n");
}

/* Text between single quotes; `special` characters get a backslash. */
static void put_quoted(Buf *out, const char *text, const char *special)
{
    for (; *text; text++)
        if (*text == '\'')
            buf_puts(out, "'\\''");
        else
            buf_printf(out, "%s%c", strchr(special, *text) ? "\\" : "", *text);
}

static void put_zsh_option(Buf *out, const UsageRow *row)
{
    buf_printf(out, " \\\n    '%s%s[", row->name, row->value ? "=" : "");
    put_quoted(out, row->words, "[]\\");
    buf_putc(out, ']');
    if (row->value) {
        buf_printf(out, ":%s:", row->value);
        if (!row->choices)
            buf_putc(out, ' ');
        else if (*row->choices == '/')
            buf_puts(out, "_files -/");
        else
            buf_printf(out, "(%s)", row->choices);
    }
    buf_putc(out, '\'');
}

static void put_zsh(Buf *out, const Usage *u)
{
    buf_puts(out, "#compdef qkv\n"
                  "# Completion of qkv for zsh, written by: qkv --completion zsh\n"
                  "_qkv_words() {\n    local -a commands lessons\n    commands=(");
    for (int i = 0; i < u->commands; i++) {
        buf_printf(out, "\n        '%s:", u->command[i].name);
        put_quoted(out, u->command[i].words, "\\");
        buf_putc(out, '\'');
    }
    buf_puts(out, ")\n    lessons=(${(f)\"$(" LESSON_NAMES ")\"})\n"
                  "    (( CURRENT > 2 )) || _describe -t commands command commands\n"
                  "    _describe -t lessons lesson lessons\n"
                  "    _files -g '*.md'\n}\n_arguments");
    for (int i = 0; i < u->options; i++)
        put_zsh_option(out, &u->option[i]);
    buf_puts(out, " \\\n    '*:lesson:_qkv_words'\n");
}

/* Text between single quotes as fish reads it. */
static void put_fish_text(Buf *out, const char *text)
{
    buf_putc(out, '\'');
    for (; *text; text++)
        buf_printf(out, "%s%c", strchr("'\\", *text) ? "\\" : "", *text);
    buf_putc(out, '\'');
}

static void put_fish_option(Buf *out, const UsageRow *row)
{
    buf_printf(out, "complete -c qkv -l %s", row->name + strlen("--"));
    if (row->value && !row->choices)
        buf_puts(out, " -x");
    else if (row->value && *row->choices == '/')
        buf_puts(out, " -r -F");
    else if (row->value)
        buf_printf(out, " -x -a '%s'", row->choices);
    buf_puts(out, " -d ");
    put_fish_text(out, row->words);
    buf_putc(out, '\n');
}

/* Files are offered beside the names: a lesson can be named by its path. */
static void put_fish(Buf *out, const Usage *u)
{
    buf_puts(out, "# Completion of qkv for fish, written by: qkv --completion fish\n");
    for (int i = 0; i < u->options; i++)
        put_fish_option(out, &u->option[i]);
    for (int i = 0; i < u->commands; i++) {
        buf_printf(out, "complete -c qkv -n __fish_use_subcommand -a %s -d ", u->command[i].name);
        put_fish_text(out, u->command[i].words);
        buf_putc(out, '\n');
    }
    buf_puts(out, "complete -c qkv -a \"(" LESSON_NAMES ")\" -d lesson\n");
}

bool manual_completion(Buf *out, const Usage *u, const char *shell)
{
    static const struct {
        const char *shell;
        void (*put)(Buf *out, const Usage *u);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    for (int i = 0; i < COUNT(shells); i++)
        if (strcmp(shell, shells[i].shell) == 0) {
            shells[i].put(out, u);
            return true;
        }
    return false;
}
