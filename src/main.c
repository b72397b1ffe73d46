/* The commands of the shell, and the pages of lessons: on full screens or line by line. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "app/plain.h"
#include "app/process.h"
#include "app/script.h"
#include "app/shell.h"
#include "base/common.h"
#include "base/die.h"
#include "base/file.h"
#include "core/qkv.h"
#include "lesson/files.h"
#include "python/names.h"
#include "show/transcript.h"
#include "tui/tui.h"

#ifndef QKV_RELEASED
#define QKV_RELEASED "1970-01-01"
#endif

#ifdef QKV_STATIC
/* Of a program that is one file (make static): src/lesson/inside.sh writes them. */
extern const FileInside lessons_inside[];
extern const TuiKind kinds_inside[];
#endif

/* --- commands ------------------------------------------------------------------------------- */

static int run_compare(Shell *s);

/* clang-format off */
static const ShellCommand commands[] = {
    {{"list", NULL, "the lessons found, one per line, in reading order"}, shell_list, LESSONS,
     "A line has the name, the title, the track, how long it takes, and what it needs.\n"},
    {{"print", "LESSON...", "the transcript: every stage and every result"}, shell_print, LESSONS,
     "  qkv print 01            a lesson that comes with qkv\n"
     "  qkv print mine.ipynb    a script or a notebook\n"},
    {{"check", "[LESSON...]", "verify what lessons expect, and their snapshots"}, shell_check, LESSONS,
     "  qkv check pupil.py      a file with expected numbers: where one fails, and which\n"
     "                          mistake explains it\n"
     "Without a name all lessons of ./lessons are checked, or all that come with qkv.\n"},
    {{"snapshot", "[LESSON...]", "rewrite the snapshots that changed"}, shell_snapshot, LESSONS,
     "A snapshot is the transcript of a lesson, snapshots/NAME.txt beside the folder of lessons.\n"},
    {{"export", "LESSON...", "an HTML handout, whose numbers are links"}, shell_export, LESSONS,
     "  qkv export 01 --html 01.html       to read and to print\n"
     "  qkv export mine.py --page m.html   to step through, in one file for a browser\n"},
    {{"new", "NAME", "write lessons/NAME.md to begin with; --from FILE"}, shell_new, OWN_WORDS,
     "  qkv new tea                        lessons/tea.md\n"
     "  qkv new --from mine.ipynb tea      the same, made of a notebook or a script\n"},
    {{"compare", "LESSON OTHER", "where two runs differ: lessons, or a printout"}, run_compare, OWN_WORDS,
     "  qkv compare solution.py pupil.py             two programs\n"
     "  qkv compare 01 printed.txt                   a program and printed numbers\n"
     "  qkv compare 01 --change 'scaled = scores'    a program and a change to it\n"},
    {{"diagnose", "LESSON [PRINTOUT] [NAME]", "which mistake explains printed numbers"}, shell_diagnose, OWN_WORDS,
     "  qkv diagnose right.py wrong.txt      your numbers are wrong: what was done instead\n"
     "  qkv diagnose wrong.py right.txt      your program is wrong: what to change in it\n"
     "  qkv diagnose 01 printed.txt weights  the numbers should be those of `weights`\n"
     "PRINTOUT is a file with what was printed, copied from anywhere; without one the\n"
     "numbers come from standard input, to be typed, pasted or piped.\n"},
    {{"why", "LESSON CELL", "all that a number is made of: 'weights[0, 1]'"}, shell_why, OWN_WORDS,
     "  qkv why 01 'weights[x2, x2]'\n"},
    {{"inputs", "LESSON CELL", "the inputs behind it, and how often each goes in"}, shell_inputs, OWN_WORDS,
     "  qkv inputs 01 'weights[x2, x2]'\n"},
    {{"uses", "LESSON CELL", "the results that depend on it, and by how much"}, shell_uses, OWN_WORDS,
     "  qkv uses 01 'scores[x2, x1]'\n"},
    {{"value", "LESSON NAME", "a result as it is printed; with --json its numbers"}, shell_value, OWN_WORDS,
     "  qkv value 01 weights --json\n"},
    {{"try", "LESSON CHANGE [NAME]", "several values at once: 'x[0, 1] = 0, 1, 2'"}, shell_try, OWN_WORDS,
     "  qkv try 01 'x[x2, f1] = 0, 1, 2' weights\n"},
    {{"practice", "[LESSON]", "write code and have it judged; what is due again"}, shell_practice, OWN_WORDS,
     "  qkv practice 30           writes a file with blanks, and judges each save of it\n"
     "  qkv practice 30 --plain   asks line by line\n"
     "  qkv practice              what is due: 1, 3, 7 and 21 days after it was right\n"},
    {{"mark", "LESSON FILE...", "judge files that were filled in: how much holds"}, shell_mark, OWN_WORDS,
     "  qkv export 30 --worksheet > sheet.py       what is to be filled in, and its solution\n"
     "  qkv mark 30 pupils/*.py --csv              a line a file; the status is 1 if one is wrong\n"},
    {{"tensors", "FILE...", "what is in a safetensors or npy file"}, shell_tensors, OWN_WORDS,
     "A line has the name, type and sizes of a tensor.\n"},
    {{"names", "[WORD...]", "the functions that lessons can use"}, shell_names, OWN_WORDS,
     "  qkv names softmax       one of them, with its arguments\n"},
    {{"what", "[WORD]", "what a word of the field is, and where it is shown"}, shell_what, OWN_WORDS,
     "  qkv what softmax\n"},
    {{"record", NULL, "qkv_record.py: a PyTorch model becomes a lesson"}, shell_record, OWN_WORDS,
     "  qkv record > qkv_record.py    to put beside a program; its first lines say how it is used\n"},
};
/* clang-format on */

enum { COMMANDS = COUNT(commands) };

static const ShellCommand *find_command(const char *word)
{
    for (int i = 0; word && i < COMMANDS; i++)
        if (strcmp(commands[i].usage.name, word) == 0)
            return &commands[i];
    return NULL;
}

/* The command that is spelled nearly as a word; NULL when none is. */
static const char *nearest_command(const char *word)
{
    const char *best = NULL;
    for (int i = 0; i < COMMANDS; i++)
        best = names_closer(word, commands[i].usage.name, best);
    return best;
}

/* --- texts about the program itself --------------------------------------------------------- */

/* Prints the text that an option asks for; -1 where none does. */
static int print_text(Shell *s)
{
    const ShellCommand *of = find_command(s->words > 0 ? s->word[0] : NULL);
    const char *const *o = s->option;
    UsageRow command[COMMANDS], option[OPTIONS];
    int options = shell_option_rows(option, o[OPTION_HELP] && of ? of->usage.name : NULL);
    Usage usage = {QKV_VERSION, QKV_RELEASED, command, option, COMMANDS, options};
    Buf text = {0};
    for (int i = 0; i < COMMANDS; i++)
        command[i] = commands[i].usage;
    if (o[OPTION_HELP] && of) {
        manual_help_of(&text, &of->usage, of->more, option, options);
    } else if (o[OPTION_HELP]) {
        manual_help(&text, &usage);
    } else if (o[OPTION_VERSION]) {
        buf_puts(&text, "qkv " QKV_VERSION "\n");
    } else if (o[OPTION_KEYS]) {
        manual_keys(&text);
        buf_puts(&text, "\nWords, in the prompt that ? opens and in the line mode\n");
        manual_words(&text);
    } else if (o[OPTION_LIMITS]) {
        manual_limits(&text);
    } else if (o[OPTION_MAN]) {
        manual_page(&text, &usage);
    } else if (!o[OPTION_COMPLETION] || !manual_completion(&text, &usage, o[OPTION_COMPLETION])) {
        return -1;
    }
    return shell_put(&text, STATUS_FINE);
}

/* --- line by line --------------------------------------------------------------------------- */

/* The whole lesson at once, or from the stage of --goto on: for a pipe, or when nobody is there to press
 * a key. */
static int print_stages(Shell *s, App *app)
{
    const Run *run = app_world(app)->lens.run;
    const Spot from = model_spot(app_model(app));
    if (s->option[OPTION_PLAIN])
        return plain_print(app, s->library, stdout) ? STATUS_FINE
                                                    : shell_output_failed(errno, STATUS_FINE);
    buf_printf(&s->out, "%s\n\n", run->lesson->title);
    for (int i = from.stage; i < run->lesson->stages; i++)
        transcript_stage(&s->out, run, i, from.detail);
    return STATUS_FINE;
}

/* Tells whether there is a first line to read, or one may come: who listens at the other end of a pipe hears the first
 * page before typing. A pipe is only listened to when --plain was asked for: it may belong to somebody else. */
static bool has_commands(const Shell *s)
{
    enum { PATIENCE = 500 /* ms, for what writes into the pipe to begin, or to close it */ };
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (isatty(STDIN_FILENO))
        return isatty(STDOUT_FILENO);
    if (s->option[OPTION_PLAIN] && poll(&in, 1, PATIENCE) == 0)
        return true;
    int c = s->option[OPTION_PLAIN] ? getc(stdin) : EOF;
    return c != EOF && ungetc(c, stdin) != EOF;
}

/* The lesson that is open with the changes of the command line. */
static bool change_app(App *app, const Shell *s, Err *err)
{
    ChangeLine line[WHATIF_LINES] = {0};
    if (s->changes > WHATIF_LINES)
        return err_set(err, (Loc){0}, "--change: at most %d of them", WHATIF_LINES);
    for (int i = 0; i < s->changes; i++)
        line[i].text = s->change[i];
    if (s->changes == 0 || app_change(app, line, s->changes, err))
        return true;
    return err_set(err, (Loc){0}, "--change: name a lesson, too");
}

/* The app on the menu, or where the lesson of the command line and --goto lead. NULL with *err set when it
 * cannot go there. */
static App *open_app(Shell *s, bool resume, bool is_plain, Err *err)
{
    const char *go = s->option[OPTION_GOTO];
    App *app = app_new(s->library, resume && !s->option[OPTION_NO_RESUME]);
    if (is_plain) /* before a lesson is opened: that says where the reader was */
        app_plain(app);
    if (s->option[OPTION_BRIEF]) {
        Model m = *app_model(app);
        m.look.detail = DETAIL_BRIEF;
        app_put(app, &m);
    }
    if (s->option[OPTION_TEACHER])
        app_teach(app);
    if (!s->whole)
        app_open(app, s->entry[0]);
    if (change_app(app, s, err) && (!go || app_goto(app, go, err)))
        return app;
    app_free(app);
    return NULL;
}

/* A pipe begins where the lesson does: what it prints must not depend on what was read last time. Nor on time, but for
 * one that is silent at first and then ends without a line. */
static int run_plain(Shell *s)
{
    Err err = {0};
    if (!shell_options_suit_text(s))
        return STATUS_UNUSABLE;
    bool listens = has_commands(s);
    if (!listens && s->whole)
        return shell_list(s);
    App *app = open_app(s, listens && isatty(STDIN_FILENO), listens, &err);
    if (!app)
        return shell_fail(s, &err);
    int status = STATUS_FINE;
    if (!listens)
        status = print_stages(s, app);
    else if (!plain_run(app, s->library, stdin, stdout))
        status = shell_output_failed(errno, STATUS_FINE);
    app_free(app);
    return status;
}

/* --- full screens --------------------------------------------------------------------------- */

static TuiOptions tui_options(const char *const *o)
{
    const char *color = o[OPTION_COLOR];
    TuiOptions tui = {.ascii = o[OPTION_ASCII], .mouse = !o[OPTION_NO_MOUSE]};
    if (o[OPTION_ESC_DELAY])
        tui.esc_delay = atoi(o[OPTION_ESC_DELAY]);
    if (color && strcmp(color, "always") == 0)
        tui.color = TUI_COLOR_ALWAYS;
    if (color && strcmp(color, "never") == 0)
        tui.color = TUI_COLOR_NEVER;
    return tui;
}

/* Runs an app that compares lesson `first` with the one that is open, or, where that is -1, that one with its
 * changes; NULL: it compares nothing. */
static int run_screen(Shell *s, const int *first)
{
    const char *const *o = s->option;
    const char *script = o[OPTION_SCRIPT];
    const TuiOptions tui = tui_options(o);
    Err err = {0};
    App *app = open_app(s, !script && !o[OPTION_FOLLOW] && !first, false, &err);
    if (!app)
        return shell_fail(s, &err);
    if (first)
        app_compare(app, *first);
    if (o[OPTION_AUTOPLAY])
        app_play(app, atoi(o[OPTION_AUTOPLAY]));
    if (o[OPTION_FOLLOW])
        app_follow(app);
    Buf text = {0};
    int status = STATUS_FINE;
    if (!script)
        status = tui_run(app, &tui, &err);
    else {
        bool ok = script_run(&text, app, script, o[OPTION_SIZE], o[OPTION_ASCII], &err);
        status = shell_put(&text, ok ? STATUS_FINE : STATUS_UNUSABLE);
    }
    if (err.set)
        shell_fail(s, &err);
    if (first && status == STATUS_FINE && app_differs(app))
        status = STATUS_DIFFERENT;
    app_free(app);
    return status;
}

/* Tells whether a comparison has pages: of two lessons that run, or of one and its changes, and where there is a
 * terminal. Then the one to show is s->entry[0], beside lesson *first. */
static bool compares_on_screen(Shell *s, int *first)
{
    Err err = {0};
    bool is_screen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !s->option[OPTION_PLAIN] &&
                     !s->facts && !tui_plain_instead() && tui_usable(&err);
    bool is_changed = s->words == 1 && s->changes > 0;
    bool are_lessons = s->words == 2 && s->changes == 0 && shell_is_lesson(s->library, s->word[1]);
    if (!(is_screen || s->option[OPTION_SCRIPT]) || !(is_changed || are_lessons))
        return false;
    const Run *kept = NULL;
    for (int i = 0; i < s->words; i++) {
        *first = is_changed ? -1 : s->entry[0];
        s->entry[0] = library_find(s->library, s->word[i], &err);
        Entry *entry = s->entry[0] >= 0 ? &s->library->entry[s->entry[0]] : NULL;
        if (!entry || !library_load_next(entry, kept)) {
            if (entry)
                library_unload(entry); /* run again by who tells what is wrong */
            return false;
        }
        kept = entry->run;
    }
    s->entries = 1;
    return true;
}

static int run_compare(Shell *s)
{
    int first;
    return compares_on_screen(s, &first) ? run_screen(s, &first) : shell_compare(s);
}

/* Without a terminal, or with one that cannot move its cursor, the lesson comes as text. */
static int run_pages(Shell *s)
{
    Err err = {0};
    bool is_plain = s->option[OPTION_PLAIN] || !isatty(STDOUT_FILENO);
    if (s->option[OPTION_SCRIPT])
        return run_screen(s, NULL);
    if (!is_plain && !tui_plain_instead())
        return tui_usable(&err) ? run_screen(s, NULL) : shell_fail(s, &err);
    if (!is_plain && isatty(STDIN_FILENO))
        fprintf(stderr,
                "qkv: TERM is \"%s\", a terminal that cannot move its cursor: line by "
                "line instead\n",
                getenv("TERM"));
    return run_plain(s);
}

/* A lesson with mistakes is shown all the same; they are told again at the end. Readers get ASCII where they ask for it,
 * or their locale has nothing else; what a script prints is the same in all of them. */
static int run_lesson_pages(Shell *s)
{
    if (s->option[OPTION_ASCII] || (!s->option[OPTION_SCRIPT] && shell_has_only_ascii()))
        library_to_ascii(s->library);
    Entry *entry = s->whole ? NULL : &s->library->entry[s->entry[0]];
    if (entry)
        library_load(entry);
    int status = !entry || entry->run ? run_pages(s) : STATUS_FINE;
    status = shell_tell(s, status);
    return status == STATUS_FINE && entry && entry->err.set ? shell_mistakes(s, entry) : status;
}

/* --- the whole ------------------------------------------------------------------------------ */

/* The lessons that the words name; without words all of the first folder, which are the reader's own if any is. */
static bool choose(Shell *s)
{
    Err err = {0};
    s->whole = s->words == 0;
    for (int i = 0; i < s->words; i++) {
        s->entry[i] = library_find(s->library, s->word[i], &err);
        if (s->entry[i] < 0)
            return shell_fail(s, &err), false;
    }
    s->entries = s->words;
    for (int i = 0; s->whole && i < s->library->own; i++)
        s->entry[s->entries++] = i;
    return true;
}

/* Says what is wrong with words that begin with no command; false where they name a lesson, or nothing. */
static bool refuse_words(Shell *s)
{
    Err err = {0};
    if (s->words == 0)
        return false;
    const char *word = s->word[0];
    bool is_lesson = library_find(s->library, word, &err) >= 0;
    const char *nearest = is_lesson ? NULL : nearest_command(word);
    if (!is_lesson && strcmp(word, "help") == 0)
        return shell_misuse(s, "--help lists the commands, and qkv COMMAND --help tells of one");
    if (nearest)
        return shell_misuse(s, "there is no command or lesson of this name: did you mean qkv %s?",
                            nearest);
    if (!is_lesson && s->words > 1)
        return shell_misuse(s, "there is no command or lesson %s", word);
    return s->words > 1 && shell_misuse(s, "one lesson at a time: %s is one too many", s->word[1]);
}

static int run_command(Shell *s)
{
    const ShellCommand *command = find_command(s->words > 0 ? s->word[0] : NULL);
    const char *value = command ? command->usage.value : NULL;
    if (!shell_options_suit(s, command ? command->usage.name : NULL) ||
        (!command && refuse_words(s)))
        return STATUS_UNUSABLE;
    if (command) {
        s->word++;
        s->words--;
    }
    if ((!command || command->words == LESSONS) && !choose(s))
        return STATUS_UNUSABLE;
    if (s->whole && value && *value == 'L')
        return shell_misuse(s, "%s: name a lesson", command->usage.name);
    return command ? shell_tell(s, command->run(s)) : run_lesson_pages(s);
}

/* Gives the program what it has inside, where it was built so. */
static void open_inside(void)
{
#ifdef QKV_STATIC
    file_put_inside(lessons_inside);
    tui_know(kinds_inside);
#endif
}

static int run_shell(Shell *s, int argc)
{
    files_allow(s->option[OPTION_DATA]);
    s->library = library_open();
    files_of_lessons(s->library->shipped);
    s->entry = arena_many(&s->arena, (size_t)(s->library->count + argc), int);
    if (s->library->err.set)
        shell_fail(s, &s->library->err);
    int status = run_command(s);
    if (status == STATUS_FINE && s->whole && s->library->err.set)
        status = STATUS_UNUSABLE;
    library_free(s->library);
    s->library = NULL;
    return status;
}

int main(int argc, char **argv)
{
    base_say_no_memory();
    if (!process_begin())
        return STATUS_UNUSABLE;
    open_inside();
    Shell s = {.program = argc > 0 ? argv[0] : ""};
    int status = shell_read(&s, argc, argv) ? print_text(&s) : STATUS_UNUSABLE;
    if (status < 0)
        status = run_shell(&s, argc);
    status = shell_end(&s, status);
    arena_release(&s.arena);
    return status;
}
