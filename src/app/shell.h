/* The command line: what a command is given, and how it answers. main.c has the table of commands; a command is a row
 * there, and a function that takes a Shell and returns the exit status. */
#ifndef APP_SHELL_H
#define APP_SHELL_H

#include "app/links.h"
#include "app/manual.h"
#include "tell/doc.h"

enum { STATUS_FINE, STATUS_DIFFERENT, STATUS_UNUSABLE, STATUS_INTERRUPTED = 130 };

/* Each has its row in shell.c, in the order in which they are told. */
/* clang-format off */
typedef enum OptionName {
    OPTION_PLAIN, OPTION_BRIEF, OPTION_ASCII, OPTION_COLOR, OPTION_NO_MOUSE, OPTION_GOTO, OPTION_TEACHER,
    OPTION_FOLLOW, OPTION_AUTOPLAY, OPTION_NO_RESUME, OPTION_SCRIPT, OPTION_SIZE, OPTION_ESC_DELAY, OPTION_CHANGE,
    OPTION_SECONDS, OPTION_LINES, OPTION_JSON, OPTION_PRUNE, OPTION_DATA, OPTION_FROM, OPTION_HTML, OPTION_PAGE, OPTION_SVG, OPTION_NOTES,
    OPTION_WORKSHEET, OPTION_CSV,
    OPTION_KEYS, OPTION_LIMITS, OPTION_MAN, OPTION_COMPLETION, OPTION_HELP, OPTION_VERSION, OPTIONS
} OptionName;
/* clang-format on */

typedef struct Shell {
    Arena arena;
    const char *program;         /* as it was called                                   */
    const char *option[OPTIONS]; /* values, "" where it takes none; NULL: not given    */
    const char **change;         /* all values of --change                             */
    int changes;
    const char **word; /* words that are no options; of a command those after its name */
    int words;
    Library *library; /* NULL while options are read                                   */
    int *entry;       /* the lessons that the words name, or all of the first folder   */
    int entries;
    bool whole;     /* ... because there was no word                                   */
    Buf out;        /* the answer for a reader: printed when the command returns       */
    LinkKind links; /* in it                                                           */
    Fact *facts;    /* the answer with --json, and what is wrong; or NULL              */
} Shell;

typedef struct ShellCommand {
    UsageRow usage;
    int (*run)(Shell *s);
    enum { LESSONS, OWN_WORDS } words; /* kind of its words: lessons that are there, or anything  */
    const char *more;                  /* lines of --help of the command alone                    */
} ShellCommand;

/* --- options -------------------------------------------------------------------------------------- */

/* Takes options and words out of the command line. False after saying what is wrong with them. */
bool shell_read(Shell *s, int argc, char **argv);
/* The rows of all options, OPTIONS many, or of those that are about a command alone; returns how many. */
int shell_option_rows(UsageRow *row, const char *command);
/* Tells whether the options are about a command, or about the pages where that is NULL; and whether about a lesson
 * that is told as text, line by line. False after saying which is not: an option is never passed over. */
bool shell_options_suit(Shell *s, const char *command);
bool shell_options_suit_text(Shell *s);

/* --- answers -------------------------------------------------------------------------------------- */

/* Prints among the errors, and gives the memory back. */
void shell_say(const Shell *s, Buf *text);
/* Says what is wrong with how the command was called. All these return STATUS_UNUSABLE. */
int shell_misuse(Shell *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
int shell_fail(Shell *s, const Err *err);
/* The error has a place in `source`, `length` bytes. */
int shell_fail_in(Shell *s, const Err *err, const char *source, size_t length);
/* Says what is wrong with a lesson: why it cannot be read, or its mistakes. */
int shell_mistakes(Shell *s, const Entry *entry);
/* The same of each lesson that was named and has any; otherwise `status`. */
int shell_all_mistakes(Shell *s, int status);

/* Prints a text as it is and gives its memory back; a status for a full disk instead of `status`. */
int shell_put(Buf *text, int status);
/* Says that writing to standard output has failed with this errno, unless a pipe was closed; then gives `status`. */
int shell_output_failed(int error, int status);
/* Prints s->out now: safe for a terminal, in ASCII where that is needed. */
int shell_tell(Shell *s, int status);
/* Prints s->facts. */
int shell_end(Shell *s, int status);

/* Prints a document as its page shows it; what stands at the right edge there is a column more. With --json its facts are
 * the answer. */
void shell_doc(Shell *s, Doc *d);

/* The lesson that a word means, run; beside a run that is kept, or NULL. NULL after an error. Mistakes in it are said,
 * and what works is there. */
const Entry *shell_lesson(Shell *s, const char *word, const Run *kept);

/* True when the terminal has no other characters. */
bool shell_has_only_ascii(void);

/* --- commands ------------------------------------------------------------------------------------- */

int shell_list(Shell *s);
int shell_print(Shell *s);
int shell_check(Shell *s);
int shell_snapshot(Shell *s);
int shell_export(Shell *s);
/* export_page.c: the page of a browser with the lessons inside, as one file, or a folder (export --page). False after
 * setting *err; what was written is added to `said`. */
bool export_page(Shell *s, const char *to, Buf *said, Err *err);
/* Makes the folder that an option names, if it is not there; writes a file, and adds to `said` that it did. False after
 * setting *err. */
bool export_is_folder(const char *path);
bool export_folder(const char *option, const char *path, Err *err);
bool export_file(Buf *said, const char *path, const Buf *text, Err *err);
int shell_new(Shell *s);
int shell_names(Shell *s);
int shell_what(Shell *s);
int shell_record(Shell *s);
int shell_tensors(Shell *s);
/* practice_shell.c: exercises, judged files, and sheets to hand out (export --worksheet). */
int shell_practice(Shell *s);
int shell_mark(Shell *s);
int sheet_hand_out(Shell *s);

/* About one run or two. The status as of diff: 0 when all is the same, 1 when something differs. */
int shell_compare(Shell *s);
int shell_why(Shell *s);
int shell_inputs(Shell *s);
int shell_uses(Shell *s);
int shell_value(Shell *s);
int shell_try(Shell *s);
/* 0 when the numbers are right; 1 when a mistake was found, or none that makes them. */
int shell_diagnose(Shell *s);
/* Tells whether a word means a lesson: it ends as lessons do, or finds one where no file has that name. */
bool shell_is_lesson(Library *library, const char *word);

#endif
