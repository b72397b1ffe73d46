/* Options and commands. Everything that is printed outside the full screen is printed here. */
#include <errno.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "app/check.h"
#include "app/export.h"
#include "app/links.h"
#include "app/manual.h"
#include "app/options.h"
#include "app/pair.h"
#include "app/plain.h"
#include "app/process.h"
#include "app/record.h"
#include "app/script.h"
#include "base/common.h"
#include "base/die.h"
#include "base/file.h"
#include "core/qkv.h"
#include "lesson/files.h"
#include "lesson/library.h"
#include "lesson/starter.h"
#include "python/limits.h"
#include "python/listing.h"
#include "python/names.h"
#include "show/json.h"
#include "show/snapshot.h"
#include "show/transcript.h"
#include "tell/facts.h"
#include "tell/report.h"
#include "torch/torch.h"
#include "tui/tui.h"

#ifndef QKV_RELEASED
#define QKV_RELEASED "1970-01-01"
#endif

#ifdef QKV_STATIC
/* Of a program that is one file (make static): src/lesson/inside.sh writes them. */
extern const FileInside lessons_inside[];
extern const TuiKind kinds_inside[];
#endif

enum { STATUS_FINE, STATUS_DIFFERENT, STATUS_UNUSABLE, STATUS_INTERRUPTED = 130 };

/* Words of the command line and names of files may have any bytes: a terminal gets none that would command
 * it, on either stream. All that is told passes here. */
static void make_safe(Buf *text)
{
    Buf shown = {0};
    buf_shown_lines(&shown, buf_text(text), text->length, 0);
    buf_release(text);
    *text = shown;
}

/* With --json what is told, errors, too, becomes this one value, which is printed at the end; otherwise NULL. */
static Fact *told;

/* The lessons that errors are about, once they are known. */
static const Library *known;

/* Prints a text among the errors and gives its memory back. */
static void say(Buf *text)
{
    make_safe(text);
    if (known && links_wanted(STDERR_FILENO))
        links_add(text, known, LINK_PLACES);
    if (!told)
        fputs(buf_text(text), stderr);
    buf_release(text);
}

/* The first error is why there is no answer; others may come before it is seen. */
static void put_error(const Err *err, const Entry *entry)
{
    const Lesson *lesson = entry ? entry->lesson : NULL;
    const Buf none = {0}, *read = entry ? &entry->source : &none;
    if (told && !fact_find(told, "error"))
        facts_error(told, "error", err, lesson, lesson ? lesson->source : buf_text(read),
                    lesson ? lesson->length : read->length);
}

static int misuse(const char *format, const char *what)
{
    Buf text = {0}, shown = {0};
    Err err = {0};
    err_set(&err, (Loc){0}, format, what);
    put_error(&err, NULL);
    buf_printf(&text, format, what);
    buf_puts(&shown, "qkv: ");
    buf_shown(&shown, buf_text(&text), text.length); /* one line, whatever the words are */
    buf_puts(&shown, "\nSee qkv --help.\n");
    buf_release(&text);
    say(&shown);
    return STATUS_UNUSABLE;
}

/* The same, of what is said already. */
static int misuse_said(Buf *wrong)
{
    int status = misuse("%s", buf_text(wrong));
    buf_release(wrong);
    return status;
}

/* --- commands ------------------------------------------------------------------------------- */

typedef struct Job {
    Options options;
    Library *library;
    int *entry; /* the lessons named, or all */
    int entries;
    bool whole;
    const char *const *word; /* where they name no lessons that are there */
    int words;
    const char *program; /* as it was called */
    bool compares; /* on the screen: with lesson `first`, or, where that is -1, with its changes */
    int first;
    bool has_links; /* what is printed has names or places of lessons */
    LinkKind links;
} Job;

typedef struct Subcommand {
    UsageRow usage;
    int (*run)(Job *job); /* NULL: `pair` does it */
    bool has_own_words;   /* they name no lessons that are there */
    int (*pair)(Pair *p); /* of a question about one run or two */
    const char *more;     /* lines of --help of the command alone */
} Subcommand;

/* `entry` is the lesson that the error is about, or NULL. */
static void print_error(const Err *err, const Entry *entry)
{
    Buf text = {0};
    put_error(err, entry);
    if (err->at.file || err->at.line) {
        const Lesson *lesson = entry ? entry->lesson : NULL;
        const Buf none = {0}, *read = entry ? &entry->source : &none;
        err_write(&text, err, lesson ? lesson->source : read->text,
                  lesson ? lesson->length : read->length);
    } else {
        buf_printf(&text, "qkv: %s\n", err->message);
    }
    say(&text);
}

static int fail(const Err *err)
{
    print_error(err, NULL);
    return STATUS_UNUSABLE;
}

/* Writes the faults of a lesson: it cannot be read, or these are its mistakes. */
static void print_mistakes(const Entry *entry)
{
    Buf text = {0};
    if (entry->run)
        run_write_mistakes(&text, entry->run);
    else if (!entry->lesson)
        print_error(&entry->err, entry);
    else
        buf_puts(&text, buf_text(&entry->mistakes));
    say(&text);
}

static bool has_mistakes(const Job *job)
{
    for (int i = 0; i < job->entries; i++)
        if (job->library->entry[job->entry[i]].err.set)
            return true;
    return false;
}

/* Writes the errors in them, after all that they show. */
static int tell_mistakes(const Job *job)
{
    for (int i = 0; i < job->entries; i++) {
        const Entry *entry = &job->library->entry[job->entry[i]];
        if (entry->err.set)
            print_mistakes(entry);
    }
    return STATUS_UNUSABLE;
}

/* A reader that has seen enough is no error, and there is nothing to say about it. */
static int output_failed(int error, int status)
{
    if (error == EPIPE)
        return status;
    fprintf(stderr, "qkv: standard output: %s\n", strerror(error));
    return STATUS_UNUSABLE;
}

/* Prints a text and gives its memory back. Standard output that is full or closed is an error. */
static int put(Buf *text, int status)
{
    /* A text longer than stdio's buffer fails in fwrite, a shorter one in fflush. */
    bool ok = fwrite(buf_text(text), 1, text->length, stdout) == text->length;
    ok = ok && fflush(stdout) == 0;
    int error = errno;
    buf_release(text);
    return ok ? status : output_failed(error, status);
}

static bool has_only_ascii(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

/* Prints a text for a reader, in ASCII when that is asked for or the terminal has nothing else. */
static int tell(const Job *job, Buf *text, int status)
{
    make_safe(text);
    if (told) {
        buf_release(text);
        return status;
    }
    if (job->options.ascii || job->library->is_ascii ||
        (isatty(STDOUT_FILENO) && has_only_ascii())) {
        Buf ascii = {0};
        frame_ascii_text(&ascii, buf_text(text));
        buf_release(text);
        *text = ascii;
    }
    if (job->has_links && links_wanted(STDOUT_FILENO))
        links_add(text, job->library, job->links);
    return put(text, status);
}

static void list_lesson(Buf *out, const Library *library, int index)
{
    const Entry *entry = &library->entry[index];
    const char *track = library_track(library, index);
    Buf facts = {0};
    buf_printf(out, "%-32s %s", entry->name, entry->lesson ? entry->lesson->title : "");
    bool has_facts = track && lesson_facts(&facts, entry->lesson);
    if (track)
        buf_printf(out, " (%s%s%s)", track, has_facts ? ": " : "", buf_text(&facts));
    buf_putc(out, '\n');
    buf_release(&facts);
    if (!entry->err.set)
        return;
    buf_puts(out, "  ");
    library_broken(out, entry);
    buf_printf(out, ": %s\n", entry->err.message);
}

static void put_list(const Library *library, const int *order)
{
    Fact *list = fact_list(told, "lessons");
    for (int i = 0; i < library->count; i++) {
        facts_lesson(list, NULL, library, order[i]);
        facts_mistakes_of(list->item[i], "mistakes", &library->entry[order[i]]);
    }
}

static int run_list(Job *job)
{
    Buf text = {0};
    Arena arena = {0};
    bool ok = true;
    for (int i = 0; i < job->library->count; i++)
        ok = library_read(&job->library->entry[i]) && ok;
    const int *order = library_order(&arena, job->library);
    for (int i = 0; i < job->library->count && !told; i++)
        list_lesson(&text, job->library, order[i]);
    if (told)
        put_list(job->library, order);
    arena_release(&arena);
    job->has_links = true;
    job->links = LINK_NAMES;
    return tell(job, &text, ok ? STATUS_FINE : STATUS_UNUSABLE);
}

static int run_print(Job *job)
{
    Buf text = {0}, warnings = {0};
    if (job->whole)
        return misuse("print: name a lesson%s", "");
    bool ok = true;
    for (int i = 0; i < job->entries; i++) {
        Entry *entry = &job->library->entry[job->entry[i]];
        ok = library_load(entry) && ok;
        buf_puts(&text, text.length > 0 && entry->run ? "\n" : "");
        if (entry->run)
            transcript(&text, entry->run, job->options.brief ? DETAIL_BRIEF : DETAIL_NORMAL);
        if (entry->run)
            check_astray(&warnings, entry->run);
        library_forget(entry);
    }
    int status = tell(job, &text, STATUS_FINE);
    fputs(buf_text(&warnings), stderr);
    buf_release(&warnings);
    return ok ? status : tell_mistakes(job);
}

static int run_export(Job *job)
{
    const Options *o = &job->options;
    Export export = {.library = job->library,
                     .entry = job->entry,
                     .entries = job->entries,
                     .html = o->html,
                     .svg = o->svg,
                     .go = o->go,
                     .keys = o->script,
                     .size = o->size,
                     .notes = o->notes};
    Buf text = {0};
    Err err = {0};
    if (job->whole)
        return misuse("export: name a lesson%s", "");
    if (!o->html && !o->svg && isatty(STDOUT_FILENO))
        return misuse("export: --html %s is where the page goes; - is the terminal", "FILE");
    bool written = export_write(&export, &text, &err);
    int status = put(&text, STATUS_FINE);
    if (!written)
        return fail(&err);
    return has_mistakes(job) ? tell_mistakes(job) : status;
}

static int run_check(Job *job)
{
    Buf text = {0};
    Err err = {0};
    Check check = {.library = job->library,
                   .entry = job->entry,
                   .entries = job->entries,
                   .whole = job->whole,
                   .out = &text,
                   .facts = told};
    if (job->entries == 0)
        return misuse("check: there are no lessons to check%s", "");
    int status = check_lessons(&check, &err);
    job->has_links = true;
    status = tell(job, &text, status);
    if (check.is_broken)
        return told ? STATUS_UNUSABLE : tell_mistakes(job);
    return err.set ? fail(&err) : status;
}

static int run_snapshot(Job *job)
{
    Buf text = {0};
    Err err = {0};
    bool ok = snapshot_write(&text, job->library, job->entry, job->entries, job->whole,
                             job->options.prune, &err);
    int status = tell(job, &text, ok ? STATUS_FINE : STATUS_UNUSABLE);
    return ok ? status : err.set ? fail(&err) : tell_mistakes(job);
}

/* A new lesson, and its snapshot where snapshots are kept: qkv check is content with both. */
static int run_new(Job *job)
{
    Buf path = {0}, text = {0};
    Err err = {0};
    int status = STATUS_FINE;
    const char *from = job->options.from, *name = job->words > 0 ? job->word[0] : NULL;
    if (!name && !from)
        return misuse("new: name the lesson%s", "");
    if (job->words > 1)
        return misuse("one lesson at a time: %s is one too many", job->word[1]);
    if (from ? starter_convert(from, name, &path, &err) : starter_write(name, &path, &err)) {
        int entry = library_find(job->library, buf_text(&path), &err);
        Buf snapshot = {0};
        bool runs = library_load(&job->library->entry[entry]);
        if (runs && library_snapshot(&job->library->entry[entry], &snapshot))
            snapshot_write(&text, job->library, &entry, 1, false, false, &err);
        if (!runs) {
            print_mistakes(&job->library->entry[entry]);
            status = STATUS_UNUSABLE;
        }
        buf_release(&snapshot);
        bool is_found = strncmp(buf_text(&path), "lessons/", strlen("lessons/")) == 0;
        name = is_found ? job->library->entry[entry].name : buf_text(&path);
        buf_printf(&text,
                   "%s: written\nqkv %s steps through it, and shows every change as soon as it is "
                   "saved;\nqkv check %s verifies it\n",
                   buf_text(&path), name, name);
    }
    if (err.set)
        status = fail(&err);
    buf_release(&path);
    return tell(job, &text, status);
}

static const Package *const packages[] = {&torch_package, &einops_package, &files_package, NULL};

static int run_names(Job *job)
{
    Buf text = {0};
    bool ok = job->words > 0 || names_list(&text, packages, NULL);
    for (int i = 0; i < job->words; i++) {
        buf_puts(&text, i ? "\n" : "");
        ok = names_list(&text, packages, job->word[i]) && ok;
    }
    return tell(job, &text, ok ? STATUS_FINE : STATUS_DIFFERENT);
}

/* Prints the recorder, which finds this program again where its path was given. */
static int run_record(Job *job)
{
    Buf text = {0};
    if (job->words > 0)
        return misuse("record takes no name: qkv record > qkv_record.py, and not %s", job->word[0]);
    char *path = strchr(job->program, '/') ? realpath(job->program, NULL) : NULL;
    record_write(&text, packages, path);
    free(path);
    return put(&text, STATUS_FINE);
}

static int run_tensors(Job *job)
{
    Buf text = {0};
    Err err = {0};
    if (job->words == 0)
        return misuse("tensors: name a file%s", "");
    for (int i = 0; i < job->words && !err.set; i++) {
        TensorFile file = {0};
        if (tensor_file_read(&file, job->word[i], &err))
            report_tensors(&text, &file);
        tensor_file_release(&file);
    }
    int status = tell(job, &text, STATUS_FINE);
    return err.set ? fail(&err) : status;
}

static bool read_seconds(const char *text, double *seconds)
{
    char *end;
    *seconds = strtod(text, &end);
    return end != text && *end == '\0' && *seconds >= 1 && *seconds <= 3600;
}

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static bool is_interrupted(void)
{
    return interrupted;
}

/* A question about one run or two. */
static int run_pair(Job *job, int (*run)(Pair *p))
{
    Buf out = {0}, said = {0};
    Pair pair = {.library = job->library,
                 .word = job->word,
                 .words = job->words,
                 .change = job->options.change,
                 .seconds = 5,
                 .is_stopped = is_interrupted,
                 .width = isatty(STDOUT_FILENO) ? REPORT_WIDTH : REPORT_WHOLE,
                 .out = &out,
                 .said = &said,
                 .facts = told};
    if (job->options.seconds && !read_seconds(job->options.seconds, &pair.seconds))
        return misuse("--seconds %s: expected a number of seconds, 1 to 3600",
                      job->options.seconds);
    while (pair.change && pair.change[pair.changes])
        pair.changes++;
    int status = run(&pair);
    say(&said);
    return tell(job, &out, status);
}

static int run_compare(Job *job);

/* The first Ctrl-C ends the search, and what was found so far is told; another one ends the program. */
static int run_diagnose(Job *job)
{
    struct sigaction act = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    int status = run_pair(job, pair_diagnose);
    return interrupted ? STATUS_INTERRUPTED : status;
}

static const Subcommand commands[] = {
    {{"list", NULL, "the lessons found, one per line, in reading order"},
     run_list,
     false,
     .more = "A line has the name, the title, the track, how long it takes, and what it needs.\n"},
    {{"print", "LESSON...", "the transcript: every stage and every result"},
     run_print,
     false,
     .more = "  qkv print 01            a lesson that comes with qkv\n"
             "  qkv print mine.ipynb    a script or a notebook\n"},
    {{"check", "[LESSON...]", "verify what lessons expect, and their snapshots"},
     run_check,
     false,
     .more = "  qkv check pupil.py      a file with expected numbers: where one fails, and which\n"
             "                          mistake explains it\n"
             "Without a name all lessons of ./lessons are checked, or all that come with qkv.\n"},
    {{"snapshot", "[LESSON...]", "rewrite the snapshots that changed"},
     run_snapshot,
     false,
     .more = "A snapshot is the transcript of a lesson, snapshots/NAME.txt beside the folder of "
             "lessons.\n"},
    {{"export", "LESSON...", "an HTML handout, whose numbers are links"},
     run_export,
     false,
     .more = "  qkv export 01 --html 01.html\n"},
    {{"new", "NAME", "write lessons/NAME.md to begin with; --from FILE"},
     run_new,
     true,
     .more = "  qkv new tea                        lessons/tea.md\n"
             "  qkv new --from mine.ipynb tea      the same, made of a notebook or a script\n"},
    {{"compare", "LESSON OTHER", "where two runs differ: lessons, or a printout"},
     run_compare,
     true,
     .more = "  qkv compare solution.py pupil.py             two programs\n"
             "  qkv compare 01 printed.txt                   a program and printed numbers\n"
             "  qkv compare 01 --change 'scaled = scores'    a program and a change to it\n"},
    {{"diagnose", "LESSON [PRINTOUT] [NAME]", "which mistake explains printed numbers"},
     run_diagnose,
     true,
     .more =
         "  qkv diagnose right.py wrong.txt      your numbers are wrong: what was done instead\n"
         "  qkv diagnose wrong.py right.txt      your program is wrong: what to change in it\n"
         "  qkv diagnose 01 printed.txt weights  the numbers should be those of `weights`\n"
         "PRINTOUT is a file with what was printed, copied from anywhere; without one the\n"
         "numbers come from standard input, to be typed, pasted or piped.\n"},
    {{"why", "LESSON CELL", "all that a number is made of: 'weights[0, 1]'"},
     NULL,
     true,
     pair_why,
     .more = "  qkv why 01 'weights[x2, x2]'\n"},
    {{"inputs", "LESSON CELL", "the inputs behind it, and how often each goes in"},
     NULL,
     true,
     pair_inputs,
     .more = "  qkv inputs 01 'weights[x2, x2]'\n"},
    {{"uses", "LESSON CELL", "the results that depend on it, and by how much"},
     NULL,
     true,
     pair_uses,
     .more = "  qkv uses 01 'scores[x2, x1]'\n"},
    {{"try", "LESSON CHANGE [NAME]", "several values at once: 'x[0, 1] = 0, 1, 2'"},
     NULL,
     true,
     pair_try,
     .more = "  qkv try 01 'x[x2, f1] = 0, 1, 2' weights\n"},
    {{"tensors", "FILE...", "what is in a safetensors or npy file"},
     run_tensors,
     true,
     .more = "A line has the name, type and sizes of a tensor.\n"},
    {{"names", "[WORD...]", "the functions that lessons can use"},
     run_names,
     true,
     .more = "  qkv names softmax       one of them, with its arguments\n"},
    {{"record", NULL, "qkv_record.py: a PyTorch model becomes a lesson"},
     run_record,
     true,
     .more = "  qkv record > qkv_record.py    to put beside a program; its first lines say how it "
             "is used\n"},
};

enum { COMMANDS = COUNT(commands) };

/* --- texts about the program itself --------------------------------------------------------- */

static bool asks_for_text(const Options *o)
{
    return o->help || o->version || o->keys || o->man || o->completion;
}

static void put_keys(Buf *text)
{
    manual_keys(text);
    buf_puts(text, "\nWords, in the prompt that ? opens and in the line mode\n");
    manual_words(text);
}

static const Subcommand *find_command(const char *word)
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

/* `word` is the first one of the command line, or NULL. */
static int print_text(const Options *o, const char *word)
{
    const Subcommand *of = find_command(word);
    UsageRow command[COMMANDS], option[OPTIONS_MOST];
    Usage usage = {QKV_VERSION, QKV_RELEASED, command, option, COMMANDS, options_rows(option)};
    Buf text = {0};
    for (int i = 0; i < COMMANDS; i++)
        command[i] = commands[i].usage;
    if (o->help && of)
        manual_help_of(&text, &of->usage, of->more, option,
                       options_rows_of(option, of->usage.name));
    else if (o->help)
        manual_help(&text, &usage);
    else if (o->version)
        buf_puts(&text, "qkv " QKV_VERSION "\n");
    else if (o->keys)
        put_keys(&text);
    else if (o->man)
        manual_page(&text, &usage);
    else if (!manual_completion(&text, &usage, o->completion))
        return misuse("--completion %s: expected bash, zsh or fish", o->completion);
    return put(&text, STATUS_FINE);
}

/* --- full screens, or not ------------------------------------------------------------------- */

/* The whole lesson at once, or from the stage of --goto on: for a pipe, or when nobody is there to press
 * a key. */
static int print_stages(const Job *job, App *app)
{
    const Run *run = app_world(app)->lens.run;
    const Spot from = model_spot(app_model(app));
    Buf text = {0};
    if (job->options.plain)
        return plain_print(app, job->library, stdout) ? STATUS_FINE
                                                      : output_failed(errno, STATUS_FINE);
    buf_printf(&text, "%s\n\n", run->lesson->title);
    for (int s = from.stage; s < run->lesson->stages; s++)
        transcript_stage(&text, run, s, from.detail);
    return tell(job, &text, STATUS_FINE);
}

/* Tells whether there is a first line to read, or one may come: who listens at the other end of a pipe hears the first
 * page before typing. A pipe is only listened to when --plain was asked for: it may belong to somebody else. */
static bool has_commands(const Options *o)
{
    enum { PATIENCE = 500 /* ms, for what writes into the pipe to begin, or to close it */ };
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (isatty(STDIN_FILENO))
        return isatty(STDOUT_FILENO);
    if (o->plain && poll(&in, 1, PATIENCE) == 0)
        return true;
    int c = o->plain ? getc(stdin) : EOF;
    return c != EOF && ungetc(c, stdin) != EOF;
}

/* The lesson that is open with the changes of the command line. */
static bool change_app(App *app, const char *const *change, Err *err)
{
    ChangeLine line[WHATIF_LINES] = {0};
    int lines = 0;
    for (; change && change[lines]; lines++) {
        if (lines == WHATIF_LINES)
            return err_set(err, (Loc){0}, "--change: at most %d of them", WHATIF_LINES);
        line[lines].text = change[lines];
    }
    if (lines == 0 || app_change(app, line, lines, err))
        return true;
    return err_set(err, (Loc){0}, "--change: name a lesson, too");
}

/* The app on the menu, or where the lesson of the job and --goto lead. NULL with *err set when it
 * cannot go there. */
static App *open_app(Job *job, bool resume, bool is_plain, Err *err)
{
    const Options *o = &job->options;
    App *app = app_new(job->library, resume && !o->no_resume);
    if (is_plain) /* before a lesson is opened: that says where the reader was */
        app_plain(app);
    if (o->brief) {
        Model m = *app_model(app);
        m.look.detail = DETAIL_BRIEF;
        app_put(app, &m);
    }
    if (o->teacher)
        app_teach(app);
    if (!job->whole)
        app_open(app, job->entry[0]);
    if (change_app(app, o->change, err) && (!o->go || app_goto(app, o->go, err)))
        return app;
    app_free(app);
    return NULL;
}

/* Line by line. A pipe begins where the lesson does: what it prints must not depend on what was
 * read last time. Nor on time, but for one that is silent at first and then ends without a line. */
static int run_plain(Job *job)
{
    Err err = {0};
    Buf wrong = {0};
    if (!options_suit_text(&job->options, &wrong))
        return misuse_said(&wrong);
    bool listens = has_commands(&job->options);
    if (!listens && job->whole)
        return run_list(job);
    App *app = open_app(job, listens && isatty(STDIN_FILENO), listens, &err);
    if (!app)
        return fail(&err);
    int status;
    if (!listens)
        status = print_stages(job, app);
    else
        status = plain_run(app, job->library, stdin, stdout) ? STATUS_FINE
                                                             : output_failed(errno, STATUS_FINE);
    app_free(app);
    return status;
}

static int run_script(App *app, const Options *o)
{
    Buf text = {0};
    Err err = {0};
    bool ok = script_run(&text, app, o->script, o->size, o->ascii, &err);
    int status = put(&text, STATUS_FINE);
    return ok ? status : fail(&err);
}

/* Which of the colors' words it is; -1 for none. */
static int color_of(const char *word)
{
    static const char *const when[] = {
        [TUI_COLOR_AUTO] = "auto", [TUI_COLOR_ALWAYS] = "always", [TUI_COLOR_NEVER] = "never"};
    for (int i = 0; i < COUNT(when); i++)
        if (strcmp(when[i], word) == 0)
            return i;
    return -1;
}

static TuiOptions tui_options(const Options *o)
{
    return (TuiOptions){.ascii = o->ascii,
                        .mouse = !o->no_mouse,
                        .esc_delay = o->esc_delay ? atoi(o->esc_delay) : 0,
                        .color = o->color ? (TuiColor)color_of(o->color) : TUI_COLOR_AUTO};
}

static bool is_from_1_to(const char *text, long most)
{
    char *end;
    long n = strtol(text, &end, 10);
    return end != text && *end == '\0' && n >= 1 && n <= most;
}

/* Values that are wrong whether or not they come to be used. */
static int check_values(const Options *o)
{
    if (o->color && color_of(o->color) < 0)
        return misuse("--color %s: expected auto, always or never", o->color);
    if (o->autoplay && !is_from_1_to(o->autoplay, 120))
        return misuse("--autoplay %s: expected seconds, 1 to 120", o->autoplay);
    if (o->esc_delay && !is_from_1_to(o->esc_delay, 10000))
        return misuse("--esc-delay %s: expected milliseconds, 1 to 10000", o->esc_delay);
    const char *place = o->go && strncmp(o->go, "line ", 5) == 0 ? o->go + 5 : o->go;
    if (place && (*place == '\0' || place[strspn(place, "0123456789.")] != '\0'))
        return misuse("--goto %s: expected a stage, a step or a line, like 4, 4.2 or 'line 9'",
                      o->go);
    return STATUS_FINE;
}

static int run_screen(Job *job)
{
    const Options *o = &job->options;
    TuiOptions tui = tui_options(o);
    Err err = {0};
    App *app = open_app(job, !o->script && !o->follow && !job->compares, false, &err);
    if (!app)
        return fail(&err);
    if (job->compares)
        app_compare(app, job->first);
    if (o->autoplay)
        app_play(app, atoi(o->autoplay));
    if (o->follow)
        app_follow(app);
    int status = o->script ? run_script(app, o) : tui_run(app, &tui, &err);
    if (err.set)
        print_error(&err, NULL);
    if (job->compares && status == STATUS_FINE && app_differs(app))
        status = STATUS_DIFFERENT;
    app_free(app);
    return status;
}

/* Tells whether a comparison has pages: of two lessons that run, or of one and its changes, and where there is a
 * terminal. Then the job is to show them. */
static bool compares_on_screen(Job *job)
{
    Err err = {0};
    const Options *o = &job->options;
    bool is_screen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !o->plain && !o->json &&
                     !tui_plain_instead() && tui_usable(&err);
    bool is_changed = job->words == 1 && o->change;
    bool are_lessons = job->words == 2 && !o->change && pair_is_lesson(job->library, job->word[1]);
    if (!(is_screen || o->script) || !(is_changed || are_lessons))
        return false;
    const Run *kept = NULL;
    for (int i = 0; i < job->words; i++) {
        job->first = job->entry[0];
        job->entry[0] = library_find(job->library, job->word[i], &err);
        Entry *entry = job->entry[0] >= 0 ? &job->library->entry[job->entry[0]] : NULL;
        if (!entry || !library_load_next(entry, kept)) {
            if (entry)
                library_unload(entry); /* it is run again by who tells what is wrong */
            return false;
        }
        kept = entry->run;
    }
    job->first = is_changed ? -1 : job->first;
    job->compares = true;
    job->whole = false;
    job->entries = 1;
    return true;
}

static int run_compare(Job *job)
{
    return compares_on_screen(job) ? run_screen(job) : run_pair(job, pair_compare);
}

/* Without a terminal, or with one that cannot move its cursor, the lesson comes as text. */
static int run_pages(Job *job)
{
    Err err = {0};
    const Options *o = &job->options;
    if (o->script)
        return run_screen(job);
    if (!o->plain && isatty(STDOUT_FILENO) && !tui_plain_instead()) {
        if (tui_usable(&err))
            return run_screen(job);
        return fail(&err);
    }
    if (!o->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        fprintf(stderr,
                "qkv: TERM is \"%s\", a terminal that cannot move its cursor: line by "
                "line instead\n",
                getenv("TERM"));
    return run_plain(job);
}

/* Tells whether readers get ASCII: they ask for it, or their locale has nothing else. What a script prints is
 * the same in all of them. */
static bool wants_ascii(const Options *o)
{
    return o->ascii || (!o->script && has_only_ascii());
}

/* A lesson with mistakes is shown all the same; they are told again at the end. */
static int run_lesson_job(Job *job)
{
    if (wants_ascii(&job->options))
        library_to_ascii(job->library);
    Entry *entry = job->whole ? NULL : &job->library->entry[job->entry[0]];
    if (entry)
        library_load(entry);
    int status = !entry || entry->run ? run_pages(job) : STATUS_FINE;
    return status == STATUS_FINE && entry && entry->err.set ? tell_mistakes(job) : status;
}

/* --- the whole ------------------------------------------------------------------------------ */

/* The lessons that the words name; without words all of the first folder, which are the reader's own if any is. */
static bool choose(Job *job, const char **word, int words)
{
    Err err = {0};
    job->whole = words == 0;
    for (int i = 0; i < words; i++) {
        job->entry[i] = library_find(job->library, word[i], &err);
        if (job->entry[i] < 0) {
            print_error(&err, NULL);
            return false;
        }
    }
    job->entries = words;
    for (int i = 0; job->whole && i < job->library->own; i++)
        job->entry[job->entries++] = i;
    return true;
}

static int run_command(Job *job, const char **word, int words)
{
    const Subcommand *command = find_command(words > 0 ? word[0] : NULL);
    Buf wrong = {0};
    if (!options_suit(&job->options, command ? command->usage.name : NULL, &wrong))
        return misuse_said(&wrong);
    Err err = {0};
    bool is_lesson = words == 0 || command || library_find(job->library, word[0], &err) >= 0;
    const char *nearest = is_lesson ? NULL : nearest_command(word[0]);
    if (!is_lesson && strcmp(word[0], "help") == 0)
        return misuse("--help lists the commands, and qkv COMMAND --help tells of one%s", "");
    if (nearest)
        return misuse("there is no command or lesson of this name: did you mean qkv %s?", nearest);
    if (!is_lesson && words > 1)
        return misuse("there is no command or lesson %s", word[0]);
    if (!command && words > 1)
        return misuse("one lesson at a time: %s is one too many", word[1]);
    int skip = command ? 1 : 0;
    if (command && command->has_own_words) {
        job->word = word + 1;
        job->words = words - 1;
        return command->pair ? run_pair(job, command->pair) : command->run(job);
    }
    if (!choose(job, word + skip, words - skip))
        return STATUS_UNUSABLE;
    return command ? command->run(job) : run_lesson_job(job);
}

/* Tells whether errors are to be JSON, too: those in the options come before all options are read. */
static bool asks_for_json(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0)
            return true;
    return false;
}

static void begin_facts(Arena *a, const char *const *word, int words)
{
    told = fact_new(a);
    fact_whole(told, "version", FACTS_VERSION);
    fact_text(told, "command", words > 0 ? word[0] : NULL);
}

/* Prints what was told, where that is JSON. */
static int end_facts(int status)
{
    Buf text = {0};
    if (!told)
        return status;
    fact_whole(told, "status", status);
    json_write(&text, told);
    return put(&text, status);
}

/* Gives the program what it has inside, where it was built so. */
static void open_inside(void)
{
#ifdef QKV_STATIC
    file_put_inside(lessons_inside);
    tui_know(kinds_inside);
#endif
}

int main(int argc, char **argv)
{
    base_say_no_memory();
    if (!process_begin())
        return STATUS_UNUSABLE;
    open_inside();
    Job job = {.program = argc > 0 ? argv[0] : ""};
    Arena arena = {0};
    int words;
    const char **word = arena_many(&arena, (size_t)argc, const char *);
    Buf wrong = {0};
    bool is_read = options_read(&arena, argc, argv, &job.options, word, &words, &wrong);
    if (asks_for_json(argc, argv))
        begin_facts(&arena, word, words);
    int status = is_read ? STATUS_FINE : misuse_said(&wrong);
    if (status == STATUS_FINE)
        status = check_values(&job.options);
    if (status == STATUS_FINE && asks_for_text(&job.options)) {
        status = print_text(&job.options, words > 0 ? word[0] : NULL);
    } else if (status == STATUS_FINE) {
        files_allow(job.options.data);
        known = job.library = library_open();
        files_of_lessons(job.library->shipped);
        job.entry = arena_many(&arena, (size_t)(job.library->count + argc), int);
        if (job.library->err.set)
            print_error(&job.library->err, NULL);
        status = run_command(&job, word, words);
        if (status == STATUS_FINE && job.whole && job.library->err.set)
            status = STATUS_UNUSABLE;
        known = NULL;
        library_free(job.library);
    }
    status = end_facts(status);
    arena_release(&arena);
    return status;
}
