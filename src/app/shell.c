#include "app/shell.h"

#include <errno.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/common.h"
#include "python/outside.h"
#include "show/frame.h"
#include "show/json.h"
#include "tell/facts.h"

/* --- options -------------------------------------------------------------------------------------- */

typedef struct OptionRow {
    UsageRow usage;
    const char *expected; /* words for a right value; NULL: any is right */
    const char *of;       /* the characters of one; NULL: it is one of usage.choices, ... */
    double most;          /* ... and where this is above 0, a number from 1 to it */
    bool is_of_screens;   /* does nothing for what prints, ...    */
    bool is_of_lines;     /* ... but something for lines of text  */
    const char *about;    /* the commands that it is about; NULL: its words say so */
} OptionRow;

#define DIGITS "0123456789"

/* clang-format off */
static const OptionRow option_table[OPTIONS] = {
    [OPTION_PLAIN] = {{"--plain", NULL, "commands line by line instead of full screens"}},
    [OPTION_BRIEF] = {{"--brief", NULL, "a call is one step; print: no results inside calls"}},
    [OPTION_ASCII] = {{"--ascii", NULL, "ASCII characters only: sqrt(3), inf, K^T"}},
    [OPTION_COLOR] = {{"--color", "WHEN", "auto, always or never; NO_COLOR is respected", "auto always never"},
                      "auto, always or never"},
    [OPTION_NO_MOUSE] = {{"--no-mouse", NULL, "leave the mouse to the terminal: it selects text"}},
    [OPTION_GOTO] = {{"--goto", "PLACE", "open at a stage, step or line: 4, 4.2, 'line 9'"},
                     "a stage, a step or a line, like 4, 4.2 or 'line 9'", DIGITS "."},
    [OPTION_TEACHER] = {{"--teacher", NULL, "teach a class: results are hidden at first"},
                        .is_of_screens = true, .is_of_lines = true},
    [OPTION_FOLLOW] = {{"--follow", NULL, "second screen for the speaker: follow another qkv"}, .is_of_screens = true},
    [OPTION_AUTOPLAY] = {{"--autoplay", "SECONDS", "go to the next step every SECONDS"},
                         "seconds, 1 to 120", DIGITS, 120, .is_of_screens = true},
    [OPTION_NO_RESUME] = {{"--no-resume", NULL, "do not resume, and do not save your place"}},
    [OPTION_SCRIPT] = {{"--script", "KEYS", "press these keys and print every screen as text"}},
    [OPTION_SIZE] = {{"--size", "WxH", "the size of the screen for --script (80x24)"}},
    [OPTION_ESC_DELAY] = {{"--esc-delay", "MS", "delay after Esc for the rest of a key (25)"},
                          "milliseconds, 1 to 10000", DIGITS, 10000},
    [OPTION_CHANGE] = {{"--change", "CHANGE", "open, compare, try: with this change, E[0, 1] = 2"}},
    [OPTION_SECONDS] = {{"--seconds", "SECONDS", "diagnose: search for at most SECONDS (5)"},
                        "a number of seconds, 1 to 3600", DIGITS ".", 3600},
    [OPTION_LINES] = {{"--lines", "A-B", "diagnose: the mistake is in these lines of the file"},
                      "lines, such as 12 or 12-15", DIGITS "-"},
    [OPTION_JSON] = {{"--json", NULL, "for other programs: one value, in JSON"},
                     .about = "list, check, compare, diagnose, why, inputs, uses, value, mark:"},
    [OPTION_PRUNE] = {{"--prune", NULL, "snapshot: remove files that no lesson makes"}},
    [OPTION_DATA] = {{"--data", "DIR", "where else lessons may read tensors from", "/"}},
    [OPTION_FROM] = {{"--from", "FILE", "new: make the lesson of a notebook or a script", "/"}},
    [OPTION_HTML] = {{"--html", "FILE", "export: write the page there, or into this folder", "/"}},
    [OPTION_PAGE] = {{"--page", "FILE", "export: a page to step through; DIR/ for a folder", "/"}},
    [OPTION_SVG] = {{"--svg", "DIR", "export: pictures of all stages, or after --script", "/"}},
    [OPTION_NOTES] = {{"--notes", NULL, "export: include the speaker's notes"}},
    [OPTION_WORKSHEET] = {{"--worksheet", NULL, "export: a sheet with blanks, and its solution"}},
    [OPTION_CSV] = {{"--csv", NULL, "mark: a line with commas for each file"}},
    [OPTION_KEYS] = {{"--keys", NULL, "print the table of keys and words"}},
    [OPTION_LIMITS] = {{"--limits", NULL, "print the bounds of what a lesson may be and do"}},
    [OPTION_MAN] = {{"--man", NULL, "print the man page, for man -l"}},
    [OPTION_COMPLETION] = {{"--completion", "SHELL", "print completion for a shell: bash, zsh or fish", "bash zsh fish"},
                           "bash, zsh or fish"},
    [OPTION_HELP] = {{"--help", NULL, "print this"}},
    [OPTION_VERSION] = {{"--version", NULL, "print the version"}},
};
/* clang-format on */

static int find_option(const char *name, size_t length)
{
    for (int i = 0; i < OPTIONS; i++)
        if (strlen(option_table[i].usage.name) == length &&
            strncmp(option_table[i].usage.name, name, length) == 0)
            return i;
    return -1;
}

/* Takes one option; *what is wrong with it, or NULL. True when `next` was its value. */
static bool read_option(Shell *s, const char *arg, const char *next, const char **what)
{
    size_t length = strcspn(arg, "=");
    const char *value = arg[length] ? arg + length + 1 : NULL;
    int at = strcmp(arg, "-h") == 0 ? OPTION_HELP : find_option(arg, length);
    const char *name = at >= 0 ? option_table[at].usage.name : arg;
    bool has_value = at >= 0 && option_table[at].usage.value, takes_next = has_value && !value;
    value = takes_next ? next : value;
    *what = NULL;
    if (at < 0)
        *what = arena_format(&s->arena, "there is no option %s", arg);
    else if (!has_value && value)
        *what = arena_format(&s->arena, "%s takes no value", name);
    else if (has_value && !value)
        *what = arena_format(&s->arena, "%s needs a value", name);
    else
        s->option[at] = value ? value : "";
    if (at == OPTION_CHANGE && value)
        s->change[s->changes++] = value;
    return takes_next;
}

static bool is_right(const OptionRow *row, const char *value)
{
    if (!row->expected)
        return true;
    if (!row->of)
        return outside_is_one_of(row->usage.choices, value);
    if (row->most == 0 && strncmp(value, "line ", 5) == 0)
        value += 5;
    const double number = strtod(value, NULL);
    return *value && !value[strspn(value, row->of)] &&
           (row->most == 0 || (number >= 1 && number <= row->most));
}

/* Values that are wrong whether or not they come to be used. */
static bool values_fit(Shell *s)
{
    for (int i = 0; i < OPTIONS; i++) {
        const OptionRow *row = &option_table[i];
        if (!s->option[i] || is_right(row, s->option[i]))
            continue;
        shell_misuse(s, "%s %s: expected %s", row->usage.name, s->option[i], row->expected);
        return false;
    }
    return true;
}

bool shell_read(Shell *s, int argc, char **argv)
{
    const char *wrong = NULL, *what = NULL;
    bool only_words = false;
    s->word = arena_many(&s->arena, (size_t)argc + 1, const char *);
    s->change = arena_many(&s->arena, (size_t)argc + 1, const char *);
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (only_words || arg[0] != '-' || arg[1] == '\0')
            s->word[s->words++] = arg;
        else if (strcmp(arg, "--") == 0)
            only_words = true;
        else if (read_option(s, arg, argv[i + 1], &what))
            i++;
        wrong = wrong ? wrong : what;
    }
    if (s->option[OPTION_JSON]) {
        s->facts = fact_new(&s->arena);
        fact_whole(s->facts, "version", FACTS_VERSION);
        fact_text(s->facts, "command", s->words > 0 ? s->word[0] : NULL);
    }
    if (wrong)
        shell_misuse(s, "%s", wrong);
    return !wrong && values_fit(s);
}

typedef enum About { ABOUT_OTHERS, ABOUT_ALL, ABOUT_IT } About;

/* The words of a row may begin with the commands that it is about, "open, compare, try: ...", where "open" are
 * the pages; otherwise it is about all. */
static About is_about(const OptionRow *row, const char *command)
{
    About found = ABOUT_OTHERS;
    for (const char *at = row->about ? row->about : row->usage.words;; at += 2) {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz");
        if (strlen(command) == length && strncmp(at, command, length) == 0)
            found = ABOUT_IT;
        at += length;
        if (*at == ':')
            return found;
        if (strncmp(at, ", ", 2) != 0)
            return ABOUT_ALL;
    }
}

bool shell_options_suit(Shell *s, const char *command)
{
    for (int i = 0; i < OPTIONS; i++) {
        const OptionRow *row = &option_table[i];
        bool prints = command && strcmp(command, "compare") != 0 && row->is_of_screens;
        if (s->option[i] && (prints || !is_about(row, command ? command : "open")))
            return !shell_misuse(s, "%s is not for %s", row->usage.name,
                                 command ? command : "the pages of a lesson");
    }
    return true;
}

bool shell_options_suit_text(Shell *s)
{
    for (int i = 0; i < OPTIONS; i++) {
        const OptionRow *row = &option_table[i];
        if (s->option[i] && row->is_of_screens && !row->is_of_lines)
            return !shell_misuse(s, "%s is for the full screens, but this is text line by line",
                                 row->usage.name);
    }
    return true;
}

int shell_option_rows(UsageRow *row, const char *command)
{
    int count = 0;
    for (int i = 0; i < OPTIONS; i++)
        if (!command || is_about(&option_table[i], command) == ABOUT_IT)
            row[count++] = option_table[i].usage;
    return count;
}

/* --- errors --------------------------------------------------------------------------------------- */

/* Words of the command line and names of files may have any bytes: a terminal gets none that would command
 * it, on either stream. All that is told passes here. */
static void make_safe(Buf *text)
{
    Buf shown = {0};
    buf_shown_lines(&shown, buf_text(text), text->length, 0);
    buf_release(text);
    *text = shown;
}

void shell_say(const Shell *s, Buf *text)
{
    make_safe(text);
    if (s->library && links_wanted(STDERR_FILENO))
        links_add(text, s->library, LINK_PLACES);
    if (!s->facts)
        fputs(buf_text(text), stderr);
    buf_release(text);
}

/* The first error is why there is no answer; others may come before it is seen. */
static void note_error(Shell *s, const Err *err, const char *source, size_t length)
{
    if (s->facts && !fact_find(s->facts, "error"))
        facts_error(s->facts, "error", err, NULL, source, length);
}

int shell_misuse(Shell *s, const char *format, ...)
{
    Buf text = {0}, shown = {0};
    Err err = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    err_set(&err, (Loc){0}, "%s", buf_text(&text));
    note_error(s, &err, "", 0);
    buf_puts(&shown, "qkv: ");
    buf_shown(&shown, buf_text(&text), text.length); /* a single line, whatever the words are */
    buf_puts(&shown, "\nSee qkv --help.\n");
    buf_release(&text);
    shell_say(s, &shown);
    return STATUS_UNUSABLE;
}

int shell_fail_in(Shell *s, const Err *err, const char *source, size_t length)
{
    Buf text = {0};
    note_error(s, err, source, length);
    err_write(&text, err, source, length);
    shell_say(s, &text);
    return STATUS_UNUSABLE;
}

int shell_fail(Shell *s, const Err *err)
{
    Buf text = {0};
    if (err->at.file || err->at.line)
        return shell_fail_in(s, err, "", 0);
    note_error(s, err, "", 0);
    buf_printf(&text, "qkv: %s\n", err->message);
    shell_say(s, &text);
    return STATUS_UNUSABLE;
}

int shell_mistakes(Shell *s, const Entry *entry)
{
    Buf text = {0};
    if (!entry->run && !entry->lesson)
        return entry->err.at.file || entry->err.at.line
                   ? shell_fail_in(s, &entry->err, buf_text(&entry->source), entry->source.length)
                   : shell_fail(s, &entry->err);
    if (entry->run)
        run_write_mistakes(&text, entry->run);
    else
        buf_puts(&text, buf_text(&entry->mistakes));
    shell_say(s, &text);
    return STATUS_UNUSABLE;
}

int shell_all_mistakes(Shell *s, int status)
{
    for (int i = 0; i < s->entries; i++) {
        const Entry *entry = &s->library->entry[s->entry[i]];
        status = entry->err.set ? shell_mistakes(s, entry) : status;
    }
    return status;
}

const Entry *shell_lesson(Shell *s, const char *word, const Run *kept)
{
    Err err = {0};
    int i = library_find(s->library, word, &err);
    if (i < 0)
        return shell_fail(s, &err), NULL;
    Entry *entry = &s->library->entry[i];
    bool is_fine = library_load_next(entry, kept);
    if (s->facts && entry->run) {
        facts_lesson(s->facts, kept ? "other_lesson" : "lesson", s->library, i);
        facts_mistakes(s->facts, kept ? "other_mistakes" : "mistakes", entry->run);
    } else if (!is_fine) {
        shell_mistakes(s, entry);
    }
    return entry->run ? entry : NULL;
}

/* --- answers -------------------------------------------------------------------------------------- */

/* A reader that has seen enough is no error, and there is nothing to say about it. */
int shell_output_failed(int error, int status)
{
    if (error == EPIPE)
        return status;
    fprintf(stderr, "qkv: standard output: %s\n", strerror(error));
    return STATUS_UNUSABLE;
}

int shell_put(Buf *text, int status)
{
    /* A text longer than stdio's buffer fails in fwrite, a shorter one in fflush. */
    bool ok = fwrite(buf_text(text), 1, text->length, stdout) == text->length;
    ok = ok && fflush(stdout) == 0;
    int error = errno;
    buf_release(text);
    return ok ? status : shell_output_failed(error, status);
}

bool shell_has_only_ascii(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

int shell_tell(Shell *s, int status)
{
    Buf text = s->out;
    s->out = (Buf){0};
    if (s->facts || text.length == 0)
        return buf_release(&text), status;
    make_safe(&text);
    if (s->option[OPTION_ASCII] || s->library->is_ascii ||
        (isatty(STDOUT_FILENO) && shell_has_only_ascii())) {
        Buf ascii = {0};
        frame_ascii_text(&ascii, buf_text(&text));
        buf_release(&text);
        text = ascii;
    }
    if (s->links && links_wanted(STDOUT_FILENO))
        links_add(&text, s->library, s->links);
    return shell_put(&text, status);
}

int shell_end(Shell *s, int status)
{
    Buf text = {0};
    if (!s->facts)
        return status;
    fact_whole(s->facts, "status", status);
    json_write(&text, s->facts);
    return shell_put(&text, status);
}
