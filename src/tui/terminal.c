/* Decides all that could leave a terminal unusable. Before the first byte is
 * sent, the bytes and modes that undo full-screen mode are put aside, so that a handler for a
 * crash needs only write() and tcsetattr(), which are safe at any moment. All other signals
 * become one byte each in a pipe; the loop polls that pipe together with the keyboard, so that
 * nothing is ever done inside a handler and no signal is missed between a check and a sleep. */
#define NCURSES_WIDECHAR 1
#include "tui/terminal.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "app/editor.h"
#include "base/buf.h"
#include "base/common.h"
#include "base/die.h"

enum {
    ESC_DELAY = 25, /* ms; curses itself would wait a second after a lone Esc           */
    WIDEST = 1000,  /* a window that claims more columns or rows than these gets these  */
    HIGHEST = 500,
    GOODBYE_BYTES = 512,
    SPARE_STACK = 65536, /* for handlers after a stack overflow                              */
    LONGEST_END = 3,     /* seconds; longer than that only a write takes that nobody reads   */
};

typedef struct Caught {
    int number;
    enum {
        NOTED, /* in the pipe */
        FATAL, /* gives the terminal back, and dies */
        PASSED /* a write says it as well */
    } way;
} Caught;

static const Caught caught[] = {
    {SIGWINCH, NOTED}, {SIGCONT, NOTED},  {SIGTSTP, NOTED}, {SIGINT, NOTED},  {SIGTERM, NOTED},
    {SIGHUP, NOTED},   {SIGSEGV, FATAL},  {SIGABRT, FATAL}, {SIGBUS, FATAL},  {SIGFPE, FATAL},
    {SIGILL, FATAL},   {SIGQUIT, FATAL},  {SIGXCPU, FATAL}, {SIGSYS, FATAL},  {SIGTRAP, FATAL},
    {SIGUSR1, FATAL},  {SIGUSR2, FATAL},  {SIGALRM, FATAL}, {SIGPROF, FATAL}, {SIGVTALRM, FATAL},
    {SIGXFSZ, PASSED}, {SIGPIPE, PASSED},
};
enum { CAUGHT_COUNT = COUNT(caught) };

static struct {
    SCREEN *screen;
    FILE *keyboard; /* NULL when keys come from standard input      */
    int keys;       /* the descriptor that keys come from           */
    int note[2];    /* the pipe: [0] is polled, handlers write [1]  */
    struct termios modes;
    char goodbye[GOODBYE_BYTES];
    size_t goodbye_length;
    volatile sig_atomic_t is_taken; /* and not given back yet */
    volatile sig_atomic_t is_lent;  /* to an editor */
    volatile sig_atomic_t ending;   /* the signal that asked to end: the next one does not wait */
    struct sigaction before[CAUGHT_COUNT];
    stack_t stack_before;
    void (*die_hook_before)(void);
} terminal;

static char spare_stack[SPARE_STACK];

/* Usable or not. */

typedef enum Trouble { FINE, NO_SCREEN, NO_KEYBOARD, TERM_UNSET, TERM_UNKNOWN, NO_CURSOR } Trouble;

static bool keyboard_exists(void)
{
    if (isatty(STDIN_FILENO))
        return true;
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static const char *capability(const char *name)
{
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}

static const TuiKind *kinds;

void tui_know(const TuiKind *table)
{
    kinds = table;
}

/* Looks for a kind of terminal where the system keeps them, then among those that the program knows. ncurses reads one of
 * these from $TERMINFO, which stays as it is for all that comes. */
static bool find_kind(const char *name)
{
    int ignored;
    const TuiKind *kind = kinds;
    if (setupterm(name, STDOUT_FILENO, &ignored) == OK)
        return true;
    while (kind && kind->name && strcmp(kind->name, name) != 0)
        kind++;
    return kind && kind->name && setenv("TERMINFO", kind->entry, 1) == 0 &&
           setupterm(name, STDOUT_FILENO, &ignored) == OK;
}

static Trouble inspect(void)
{
    if (!isatty(STDOUT_FILENO))
        return NO_SCREEN;
    if (!keyboard_exists())
        return NO_KEYBOARD;
    const char *name = getenv("TERM");
    if (name == NULL || *name == '\0')
        return TERM_UNSET;
    if (!find_kind(name))
        return TERM_UNKNOWN;
    Trouble trouble = capability("cup") ? FINE : NO_CURSOR;
    del_curterm(cur_term);
    return trouble;
}

bool tui_usable(Err *err)
{
    static const char *const said[] = {
        [NO_SCREEN] = "standard output is not a terminal; use --plain",
        [NO_KEYBOARD] = "there is no terminal to read keys from; use --plain",
        [TERM_UNSET] = "TERM is not set, so the terminal's kind is not known; "
                       "try TERM=xterm-256color, or use --plain",
        [TERM_UNKNOWN] = "which this machine does not know; "
                         "try TERM=xterm-256color, or use --plain",
        [NO_CURSOR] = "a terminal that cannot move its cursor; use --plain"};
    const Loc nowhere = {0};
    Trouble trouble = inspect();
    if (trouble == TERM_UNKNOWN || trouble == NO_CURSOR)
        return err_set(err, nowhere, "TERM is \"%s\", %s", getenv("TERM"), said[trouble]);
    return trouble == FINE || err_set(err, nowhere, "%s", said[trouble]);
}

bool tui_plain_instead(void)
{
    Trouble trouble = inspect();
    return trouble == NO_SCREEN || trouble == NO_KEYBOARD || trouble == NO_CURSOR;
}

/* Giving it back. */

static void write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        bytes += n;
        length -= (size_t)n;
    }
}

/* Asks the terminal to say what is pasted: in no terminfo entry, and passed over where it is not known. */
static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";

static void mark_pastes(bool on)
{
    write_all(STDOUT_FILENO, on ? paste_on : paste_off, strlen(paste_on));
}

/* Async-signal-safe. Output that is stopped (Ctrl-S), or that nobody reads, does not hold it: what
 * waits there is thrown away. */
static void give_back(void)
{
    enum { PATIENCE = 500 /* ms */ };
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    terminal.is_taken = 0;
    if (poll(&out, 1, PATIENCE) == 0) {
        tcflow(STDOUT_FILENO, TCOOFF); /* Linux lets only go on what was stopped this way */
        tcflow(STDOUT_FILENO, TCOON);
        tcflush(STDOUT_FILENO, TCOFLUSH);
    }
    int flags = fcntl(STDOUT_FILENO, F_GETFL);
    fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
    write_all(STDOUT_FILENO, terminal.goodbye, terminal.goodbye_length);
    fcntl(STDOUT_FILENO, F_SETFL, flags);
    tcsetattr(STDOUT_FILENO, TCSANOW, &terminal.modes);
}

/* Curses ends a program by itself when memory does. */
static void give_back_at_exit(void)
{
    if (terminal.is_taken)
        give_back();
}

static int keep(int c)
{
    if (terminal.goodbye_length < GOODBYE_BYTES)
        terminal.goodbye[terminal.goodbye_length++] = (char)c;
    return c;
}

static void keep_capability(const char *text)
{
    if (text)
        tputs(text, 1, keep);
}

/* Attributes off, mouse off, pastes unmarked, cursor on, keypad and alternate screen left. */
static void prepare_goodbye(void)
{
    terminal.goodbye_length = 0;
    int ignored;
    if (setupterm(NULL, STDOUT_FILENO, &ignored) != OK)
        return;
    keep_capability(capability("sgr0"));
    keep_capability(capability("op"));
    if (capability("kmous")) {
        const char *mouse = capability("XM");
        keep_capability(mouse ? tiparm(mouse, 0) : "\033[?1000l");
    }
    keep_capability(paste_off);
    keep_capability(capability("cnorm"));
    keep_capability(capability("rmkx"));
    keep_capability(capability("rmcup"));
    keep_capability(capability("cnorm")); /* as in leave() */
    del_curterm(cur_term);
}

/* Signals. */

/* The default action, which comes when the handler returns. */
static void crash(int number)
{
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    if (number == SIGALRM && terminal.ending)
        number = terminal.ending; /* took too long */
    give_back();
    sigaction(number, &standard, NULL);
    raise(number);
}

/* Keeps nobody waiting who asks to end a second time: the program may stand in a write. Nor who asks once,
 * or twice so soon that it is one signal, for long. */
static void note(int number)
{
    int error = errno;
    const char byte = (char)number;
    bool ends = number == SIGINT || number == SIGTERM || number == SIGHUP;
    if (ends && terminal.ending)
        crash(number);
    if (ends) {
        terminal.ending = number;
        alarm(terminal.is_lent ? 0 : LONGEST_END);
    }
    write_all(terminal.note[1], &byte, 1);
    errno = error;
}

/* Not SIG_IGN, which an editor would inherit. */
static void pass(int number)
{
    (void)number;
}

static void catch_signals(void)
{
    stack_t stack = {.ss_sp = spare_stack, .ss_size = SPARE_STACK};
    sigaltstack(&stack, &terminal.stack_before);
    for (int i = 0; i < CAUGHT_COUNT; i++) {
        static void (*const handlers[])(int) = {[NOTED] = note, [FATAL] = crash, [PASSED] = pass};
        struct sigaction act = {.sa_handler = handlers[caught[i].way]};
        act.sa_flags = caught[i].way == FATAL ? (int)(SA_RESETHAND | SA_ONSTACK) : SA_RESTART;
        sigfillset(&act.sa_mask);
        sigaction(caught[i].number, NULL, &terminal.before[i]);
        /* Leaves ignored what the parent chose to ignore (nohup, no job control). */
        if (terminal.before[i].sa_handler != SIG_IGN)
            sigaction(caught[i].number, &act, NULL);
    }
}

static void release_signals(void)
{
    for (int i = 0; i < CAUGHT_COUNT; i++)
        sigaction(caught[i].number, &terminal.before[i], NULL);
    sigaltstack(&terminal.stack_before, NULL);
}

/* Back to how the shell had it. Without a second screen the shell goes on in the last line: it is
 * cleared. */
static void leave(void)
{
    if (!tigetstr("rmcup") || tigetstr("rmcup") == (char *)-1) {
        move(LINES - 1, 0);
        clrtoeol();
        refresh();
    }
    mark_pastes(false);
    endwin();
    if (capability(
            "cnorm")) { /* some terminals put away with the screen that the cursor was seen */
        putp(capability("cnorm"));
        fflush(stdout);
    }
}

bool terminal_suspend(bool group)
{
    struct sigaction ours;
    sigaction(SIGTSTP, NULL, &ours);
    if (ours.sa_handler == SIG_IGN)
        return false;
    leave();
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(SIGTSTP, &standard, NULL);
    if (group)
        kill(0, SIGTSTP);
    else
        raise(SIGTSTP);
    /* Here the program stands still until SIGCONT. Without a shell that could wake it the kernel
     * does not stop it, and no SIGCONT comes: hence the note of our own. */
    sigaction(SIGTSTP, &ours, NULL);
    note(SIGCONT);
    return true;
}

bool terminal_lend(char **command)
{
    leave();
    terminal.is_lent = 1;
    bool ran = editor_run(command);
    terminal.is_lent = 0;
    if (terminal.ending)
        alarm(LONGEST_END);
    return ran;
}

/* After a plain SIGSTOP the screen was never left, and the shell has written over it since. A
 * program that was continued in the background stops again in the first line, before it sends
 * anything. */
void terminal_retake(void)
{
    reset_shell_mode();
    if (!isendwin())
        endwin();
    mark_pastes(true);
}

_Noreturn void terminal_end_by(int number)
{
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    sigaction(number, &standard, NULL);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    _exit(128 + number); /* not reached: the default action of these signals is to end */
}

/* Opening and closing. */

static bool open_pipe(void)
{
    terminal.ending = 0;
    if (pipe(terminal.note) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(terminal.note[i], F_SETFL, O_NONBLOCK);
        fcntl(terminal.note[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void close_pipe(void)
{
    close(terminal.note[0]);
    close(terminal.note[1]);
}

/* A lesson that came through standard input has been read by now; keys are typed elsewhere. */
static bool open_keyboard(void)
{
    terminal.keyboard = NULL;
    terminal.keys = STDIN_FILENO;
    if (isatty(STDIN_FILENO))
        return true;
    terminal.keyboard = fopen("/dev/tty", "r+");
    if (terminal.keyboard == NULL)
        return false;
    terminal.keys = fileno(terminal.keyboard);
    return true;
}

static void close_keyboard(void)
{
    if (terminal.keyboard)
        fclose(terminal.keyboard);
    terminal.keyboard = NULL;
}

static void set_modes(const TuiOptions *options)
{
    cbreak(); /* Ctrl-C, Ctrl-Z and Ctrl-\ stay signals: they reach a waiting make as well */
    noecho();
    nonl();
    if (options->esc_delay > 0)
        set_escdelay(options->esc_delay);
    else if (getenv("ESCDELAY") == NULL)
        set_escdelay(ESC_DELAY);
}

/* Curses takes these for the size before it asks the window, and cannot start with any number. */
static void forget_size_beyond(const char *name, long most)
{
    const char *value = getenv(name);
    if (value && strtol(value, NULL, 10) > most)
        unsetenv(name);
}

static bool start(const TuiOptions *options)
{
    static bool is_registered;
    forget_size_beyond("COLUMNS", WIDEST);
    forget_size_beyond("LINES", HIGHEST);
    is_registered = is_registered || atexit(give_back_at_exit) == 0;
    prepare_goodbye();
    terminal.is_taken = 1;
    terminal.die_hook_before = base_die_hook;
    base_die_hook = give_back;
    catch_signals(); /* before newterm, which then leaves these signals alone */
    terminal.screen = newterm(NULL, stdout, terminal.keyboard ? terminal.keyboard : stdin);
    if (terminal.screen) {
        set_modes(options);
        mark_pastes(true);
    } else {
        release_signals();
        base_die_hook = terminal.die_hook_before;
        terminal.is_taken = 0;
    }
    return terminal.screen != NULL;
}

bool terminal_open(const TuiOptions *options, Err *err)
{
    const Loc nowhere = {0};
    if (!tui_usable(err))
        return false;
    setlocale(LC_CTYPE, ""); /* LC_NUMERIC stays "C": a decimal point is a point */
    if (tcgetattr(STDOUT_FILENO, &terminal.modes) != 0 || !open_keyboard())
        return err_set(err, nowhere, "the terminal cannot be read; use --plain");
    if (open_pipe()) {
        if (start(options))
            return true;
        close_pipe();
    }
    close_keyboard();
    return err_set(err, nowhere, "the terminal cannot be started; use --plain");
}

void terminal_close(void)
{
    leave();
    alarm(0);
    terminal.is_taken = 0;
    delscreen(terminal.screen);
    terminal.screen = NULL;
    release_signals();
    base_die_hook = terminal.die_hook_before;
    close_pipe();
    close_keyboard();
}

/* Waiting. */

static void drain_notes(Happening *event)
{
    char bytes[64];
    ssize_t n;
    while ((n = read(terminal.note[0], bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < n; i++) {
            event->resized = event->resized || bytes[i] == SIGWINCH;
            event->resumed = event->resumed || bytes[i] == SIGCONT;
            event->suspend = event->suspend || bytes[i] == SIGTSTP;
            if (bytes[i] != SIGWINCH && bytes[i] != SIGCONT && bytes[i] != SIGTSTP)
                event->end = (unsigned char)bytes[i];
        }
}

Happening terminal_wait(int most)
{
    Happening event = {0};
    struct pollfd fds[2] = {{.fd = terminal.keys, .events = POLLIN},
                            {.fd = terminal.note[0], .events = POLLIN}};
    int ready;
    do
        ready = poll(fds, 2, most);
    while (ready < 0 && errno == EINTR);
    drain_notes(&event);
    if (ready <= 0 || fds[0].revents == 0)
        return event;
    /* Readable with nothing to read is how a terminal says that it has gone. */
    int waiting = 0;
    if (ioctl(terminal.keys, FIONREAD, &waiting) != 0 || waiting <= 0)
        event.closed = true;
    else
        event.keys = true;
    return event;
}

void terminal_size(int *width, int *height)
{
    struct winsize size = {0};
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    *width = clamp_int(size.ws_col ? size.ws_col : COLS, 1, WIDEST);
    *height = clamp_int(size.ws_row ? size.ws_row : LINES, 1, HIGHEST);
}

/* Copying. */

bool terminal_is_console(void)
{
    static const char *const consoles[] = {"linux", "vt", "cons", "ansi", "dumb", "sun"};
    const char *name = getenv("TERM");
    for (int i = 0; name && i < COUNT(consoles); i++)
        if (strncmp(name, consoles[i], strlen(consoles[i])) == 0)
            return true;
    return !name;
}

static void send_copy(const char *text)
{
    Buf bytes = {0};
    buf_puts(&bytes, "\033]52;c;");
    buf_base64(&bytes, text, strlen(text));
    buf_puts(&bytes, "\a");
    write_all(STDOUT_FILENO, buf_text(&bytes), bytes.length);
    buf_release(&bytes);
}

#define COPY_PLAIN ": copy in qkv --plain prints it."

const char *terminal_copy(const char *text)
{
    enum { MOST = 50000 /* bytes: many terminals take no more than 75,000 of base64 */ };
    if (!terminal.is_taken || terminal_is_console())
        return "This terminal has no clipboard for programs" COPY_PLAIN;
    if (getenv("STY") && !getenv("TMUX"))
        return "GNU screen passes nothing on to the clipboard" COPY_PLAIN;
    if (strlen(text) > MOST)
        return "This is too long for the clipboard of a terminal" COPY_PLAIN;
    send_copy(text);
    return getenv("TMUX") ? "Copied, if tmux passes it on: it does with set -s set-clipboard on."
                          : NULL;
}
