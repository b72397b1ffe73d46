/* Everything here is written from the same rows: options, commands, keys and the texts around them. */
#include "app/manual.h"

#include <string.h>

#include "app/command.h"
#include "base/common.h"
#include "tell/tell.h"

/* Texts outside of the tables: ways to start without a command, and how it ends. */
static const UsageRow starts[] = {
    {"", NULL, "the lesson menu"},
    {"LESSON", NULL, "step through one: number, name, path; - is stdin"},
};

static const UsageRow ends[] = {
    {"0", NULL, "fine"},
    {"1", NULL, "something differs"},
    {"2", NULL, "wrong usage, a lesson with mistakes or no usable terminal"},
    {"130", NULL, "after Ctrl-C"},
};

static const UsageRow surroundings[] = {
    {"QKV_LESSONS", NULL, "a folder of lessons, looked in after ./lessons"},
    {"NO_COLOR", NULL, "when set and not empty, no colors"},
    {"XDG_STATE_HOME", NULL, "where the places in lessons are kept; ~/.local/state without it"},
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
    buf_puts(out, "\nLessons are looked for in ./lessons, then in $QKV_LESSONS, then where the\n"
                  "program was built, then where it was installed.\n");
    Buf text = {0};
    buf_puts(&text, "Exit status:");
    for (int i = 0; i < COUNT(ends); i++)
        buf_printf(&text, " %s %s%s", ends[i].name, ends[i].words, i + 1 < COUNT(ends) ? ";" : ".");
    put_filled(out, buf_text(&text));
    buf_release(&text);
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

static void put_rows(Buf *out, const char *heading, const char *before, const UsageRow *row,
                     int rows)
{
    if (heading)
        buf_printf(out, ".SH %s\n", heading);
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

static void put_keys(Buf *out)
{
    buf_puts(out, ".SH KEYS\n");
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

static void put_commands(Buf *out)
{
    buf_puts(out,
             ".SH LINE MODE\nThese are the commands of qkv \\-\\-plain, and of the prompt that ? "
             "opens.\n");
    for (int i = 0; i < command_count; i++) {
        const Command *c = &command_table[i];
        Arena arena = {0};
        const char *name = command_name(&arena, c);
        put_row(out, "", &(UsageRow){name, *c->arguments ? c->arguments : NULL, c->help});
        arena_release(&arena);
    }
}

/* Rows of the page of signs: the sign, a tab and what it means. */
static void put_signs(Buf *out)
{
    Arena arena = {0};
    const Doc *d = tell_signs(&arena);
    buf_puts(out, ".SH SIGNS\n");
    for (int i = 0; i < doc_rows(d); i++) {
        const char *text = doc_row_at(d, i)->text;
        size_t sign = strcspn(text, "\t");
        put_row(out, "",
                &(UsageRow){arena_text(&arena, text, sign), NULL, text + sign + (text[sign] != 0)});
    }
    arena_release(&arena);
}

void manual_page(Buf *out, const Usage *u)
{
    buf_printf(out, ".TH QKV 1 %s \"qkv %s\"\n", u->released, u->version);
    buf_puts(out, ".SH NAME\nqkv \\- replay worked self\\-attention examples\n"
                  ".SH SYNOPSIS\n"
                  ".B qkv\n[\\fIoption\\fR ...] [\\fIlesson\\fR]\n.br\n"
                  ".B qkv\n\\fIcommand\\fR [\\fIoption\\fR ...] [\\fIlesson\\fR ...]\n"
                  ".SH DESCRIPTION\n"
                  "Steps through lessons about self\\-attention in a terminal. Every intermediate\n"
                  "matrix is shown, and every number of it can be asked where it comes from. A\n"
                  "lesson is a Markdown file with code in a small subset of Python and PyTorch.\n"
                  ".SH COMMANDS\n");
    put_rows(out, NULL, "qkv ", starts, COUNT(starts));
    put_rows(out, NULL, "qkv ", u->command, u->commands);
    put_rows(out, "OPTIONS", "", u->option, u->options);
    put_keys(out);
    put_commands(out);
    put_signs(out);
    put_rows(out, "ENVIRONMENT", "", surroundings, COUNT(surroundings));
    put_rows(out, "EXIT STATUS", "", ends, COUNT(ends));
    buf_puts(out, ".SH SEE ALSO\n.BR libqkv (3)\n");
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

bool manual_completion(Buf *out, const Usage *u, const char *shell)
{
    bool is_bash = strcmp(shell, "bash") == 0;
    if (!is_bash && strcmp(shell, "zsh") != 0)
        return false;
    (is_bash ? put_bash : put_zsh)(out, u);
    return true;
}
