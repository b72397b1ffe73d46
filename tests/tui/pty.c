/* Three processes: the test; a stand-in for the shell, which leads the session and only reports
 * what becomes of its job; and the job itself. Without the middle one Ctrl-Z could not be
 * tested, because the kernel does not stop a job that nobody could wake. */
#include "tui/pty.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

#include "checked.h"

enum {
    PATIENCE = 60000, /* ms */
    CHUNK = 4096,
    ROW_BYTES = 8192,
    FILE_BYTES = 4096,
    SETTINGS = 256,
};

struct Pty {
    int master; /* -1 after pty_hang_up                                      */
    int report; /* the shell writes an int per change: job's pid, statuses   */
    pid_t shell;
    pid_t job;
    bool ended;
    bool stopped;
    int status;
    char *raw; /* all that the program has sent                             */
    size_t bytes, room;
    VTerm *vt;
    VTermScreen *screen;
    bool cursor, alternate;
    char home[64];
    char row[ROW_BYTES];
    char file[FILE_BYTES];
};

const char *pty_program(void)
{
    const char *path = getenv("QKV_BIN");
    return path ? path : "build/qkv";
}

void pty_go_to_lessons(void)
{
    char path[PATH_MAX];
    ck_assert_ptr_nonnull(realpath(pty_program(), path));
    ck_assert_int_eq(setenv("QKV_BIN", path, 1), 0);
    ck_assert_int_eq(chdir("tests/tui"), 0);
}

long pty_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* In the child processes. */

static void set_environment(const char *home, const char *const *changes)
{
    static const char *const unset[] = {"ESCDELAY", "NO_COLOR", "LINES",    "COLUMNS",
                                        "TMUX",     "LANG",     "LC_CTYPE", "LANGUAGE"};
    for (size_t i = 0; i < sizeof unset / sizeof *unset; i++)
        unsetenv(unset[i]);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TZ", "UTC", 1);
    setenv("HOME", home, 1);
    setenv("XDG_STATE_HOME", home, 1);
    for (; changes && *changes; changes++) {
        if (strchr(*changes, '='))
            putenv((char *)(uintptr_t)*changes);
        else
            unsetenv(*changes);
    }
}

static void tell(int report, int word)
{
    if (write(report, &word, sizeof word) != (ssize_t)sizeof word)
        return; /* the test has gone, which be_shell sees in the end */
}

static _Noreturn void be_job(const char *const *argv)
{
    setpgid(0, 0);
    signal(SIGTTOU, SIG_IGN);
    tcsetpgrp(STDIN_FILENO, getpid());
    signal(SIGTTOU, SIG_DFL);
    /* In the background a shell ignores the keyboard's signals, and so would the program. */
    static const int usual[] = {SIGHUP, SIGPIPE, SIGINT, SIGQUIT};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        signal(usual[i], SIG_DFL);
    execvp(argv[0], (char *const *)(uintptr_t)argv);
    fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

static void report_changes(int report, pid_t job)
{
    int status = 0;
    do {
        if (waitpid(job, &status, WUNTRACED) != job)
            return;
        tell(report, status);
    } while (WIFSTOPPED(status));
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info;
    (void)kind;
    (void)place;
    return remove(path);
}

/* Stays after its job, so that the terminal can still be looked at, until nobody reads the report:
 * the test has called pty_end, or has failed and is no more. */
static _Noreturn void be_shell(int report, const char *home, const char *const *argv)
{
    struct pollfd reader = {.fd = report, .events = 0};
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    fcntl(report, F_SETFD, FD_CLOEXEC);
    pid_t job = fork();
    if (job == 0)
        be_job(argv);
    tell(report, job);
    report_changes(report, job);
    while (poll(&reader, 1, -1) <= 0)
        ;
    kill(-job, SIGKILL);
    nftw(home, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    _exit(0);
}

/* The terminal's side. */

static int set_property(VTermProp property, VTermValue *value, void *user)
{
    Pty *p = user;
    if (property == VTERM_PROP_CURSORVISIBLE)
        p->cursor = value->boolean;
    else if (property == VTERM_PROP_ALTSCREEN)
        p->alternate = value->boolean;
    return 1;
}

static void answer(const char *bytes, size_t length, void *user)
{
    const Pty *p = user;
    if (p->master >= 0 && write(p->master, bytes, length) < 0)
        return;
}

static void start_screen(Pty *p, int width, int height)
{
    static const VTermScreenCallbacks callbacks = {.settermprop = set_property};
    p->cursor = true;
    p->vt = vterm_new(height, width);
    vterm_set_utf8(p->vt, 1);
    vterm_output_set_callback(p->vt, answer, p);
    p->screen = vterm_obtain_screen(p->vt);
    vterm_screen_set_callbacks(p->screen, &callbacks, p);
    vterm_screen_enable_altscreen(p->screen, 1);
    vterm_screen_reset(p->screen, 1);
}

Pty *pty_start(int width, int height, const char *const *argv, const char *const *changes)
{
    Pty *p = calloc(1, sizeof *p);
    struct winsize size = {.ws_col = (unsigned short)width, .ws_row = (unsigned short)height};
    int report[2];
    ck_assert_ptr_nonnull(p);
    strcpy(p->home, "/tmp/qkv-pty-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(p->home));
    ck_assert_int_eq(pipe(report), 0);
    start_screen(p, width, height);
    p->shell = forkpty(&p->master, NULL, NULL, &size);
    ck_assert_int_ge(p->shell, 0);
    if (p->shell == 0) {
        close(report[0]);
        set_environment(p->home, changes);
        be_shell(report[1], p->home, argv);
    }
    close(report[1]);
    p->report = report[0];
    int job = 0;
    ck_assert_int_eq(read(p->report, &job, sizeof job), sizeof job);
    p->job = job;
    return p;
}

void pty_end(Pty *p)
{
    if (!p->ended)
        kill(-p->job, SIGKILL);
    if (p->master >= 0)
        close(p->master);
    close(p->report);
    waitpid(p->shell, NULL, 0);
    vterm_free(p->vt);
    free(p->raw);
    free(p);
}

/* Watching. */

static void read_output(Pty *p)
{
    if (p->bytes + CHUNK > p->room) {
        p->room = 2 * p->room + CHUNK;
        p->raw = realloc(p->raw, p->room);
        ck_assert_ptr_nonnull(p->raw);
    }
    ssize_t n = read(p->master, p->raw + p->bytes, CHUNK);
    if (n <= 0)
        return;
    vterm_input_write(p->vt, p->raw + p->bytes, (size_t)n);
    p->bytes += (size_t)n;
}

static void read_report(Pty *p)
{
    int status;
    ck_assert_int_eq(read(p->report, &status, sizeof status), sizeof status);
    p->stopped = WIFSTOPPED(status);
    p->ended = !p->stopped;
    p->status = status;
}

/* Takes in what there is, waiting up to `wait` ms for it. False when there was nothing. */
static bool watch(Pty *p, int wait)
{
    struct pollfd fds[2] = {{.fd = p->master, .events = POLLIN},
                            {.fd = p->report, .events = POLLIN}};
    if (poll(fds, 2, wait) <= 0)
        return false;
    if (fds[0].revents & POLLIN)
        read_output(p);
    if (fds[1].revents & POLLIN)
        read_report(p);
    return true;
}

static void print_screen(Pty *p)
{
    int rows, columns;
    vterm_get_size(p->vt, &rows, &columns);
    fprintf(stderr, "---- screen %dx%d, %zu bytes, alternate %d, cursor %d, mouse %d, ", columns,
            rows, p->bytes, p->alternate, p->cursor, pty_mouse(p));
    fprintf(stderr, "ended %d, stopped %d, status %#x\n", p->ended, p->stopped,
            (unsigned)p->status);
    for (int row = 0; row < rows; row++)
        fprintf(stderr, "%3d|%s\n", row, pty_row(p, row));
    fprintf(stderr, "----\n");
}

void pty_until(Pty *p, PtyTest test, const void *data, const char *what)
{
    long end = pty_milliseconds() + PATIENCE;
    while (!test(p, data)) {
        long left = end - pty_milliseconds();
        if (left <= 0) {
            print_screen(p);
            kill(-p->job, SIGKILL); /* may be one that a hang-up does not end */
            ck_abort_msg("waited in vain: %s", what);
        }
        watch(p, (int)left);
    }
}

static bool contains(Pty *p, const void *data)
{
    int rows, columns;
    vterm_get_size(p->vt, &rows, &columns);
    for (int row = 0; row < rows; row++)
        if (strstr(pty_row(p, row), data))
            return true;
    return false;
}

static bool lacks(Pty *p, const void *data)
{
    return !contains(p, data);
}

typedef struct RowIs {
    int row;
    const char *text;
} RowIs;

static bool row_is(Pty *p, const void *data)
{
    const RowIs *is = data;
    return strcmp(pty_row(p, is->row), is->text) == 0;
}

void pty_expect(Pty *p, const char *text)
{
    pty_until(p, contains, text, text);
}

void pty_expect_gone(Pty *p, const char *text)
{
    pty_until(p, lacks, text, text);
}

void pty_expect_row(Pty *p, int row, const char *text)
{
    const RowIs is = {row, text};
    pty_until(p, row_is, &is, text);
}

size_t pty_bytes(Pty *p, int quiet)
{
    while (watch(p, quiet))
        ;
    return p->bytes;
}

static bool has_more(Pty *p, const void *before)
{
    return p->bytes > *(const size_t *)before;
}

size_t pty_more_bytes(Pty *p, size_t before, int quiet)
{
    pty_until(p, has_more, &before, "more is sent");
    return pty_bytes(p, quiet);
}

/* Looking. */

PtyCell pty_cell(Pty *p, int row, int col)
{
    VTermScreenCell cell;
    memset(&cell, 0, sizeof cell);
    vterm_screen_get_cell(p->screen, (VTermPos){.row = row, .col = col}, &cell);
    bool half = cell.chars[0] == (uint32_t)-1;
    return (PtyCell){
        .character = half ? 0 : cell.chars[0],
        .mark = half ? 0 : cell.chars[1],
        .width = half ? 0 : cell.width,
        .bold = cell.attrs.bold,
        .underline = cell.attrs.underline != 0,
        .reverse = cell.attrs.reverse,
        .ink = VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) ? -1 : cell.fg.indexed.idx,
        .paper = VTERM_COLOR_IS_DEFAULT_BG(&cell.bg) ? -1 : cell.bg.indexed.idx,
    };
}

static size_t encode(char *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t extra = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned lead[] = {0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(lead[extra] | (c >> (6 * extra)));
    for (size_t i = 1; i <= extra; i++)
        out[i] = (char)(0x80 | ((c >> (6 * (extra - i))) & 0x3F));
    return extra + 1;
}

const char *pty_row(Pty *p, int row)
{
    int rows, columns;
    size_t length = 0;
    vterm_get_size(p->vt, &rows, &columns);
    for (int col = 0; col < columns && length + 8 < ROW_BYTES; col++) {
        PtyCell cell = pty_cell(p, row, col);
        if (cell.width > 0)
            length += encode(p->row + length, cell.character ? cell.character : ' ');
        if (cell.mark)
            length += encode(p->row + length, cell.mark);
    }
    while (length > 0 && p->row[length - 1] == ' ')
        length--;
    p->row[length] = '\0';
    return p->row;
}

void pty_cursor(Pty *p, int *row, int *col)
{
    VTermPos at;
    vterm_state_get_cursorpos(vterm_obtain_state(p->vt), &at);
    *row = at.row;
    *col = at.col;
}

bool pty_cursor_visible(const Pty *p)
{
    return p->cursor;
}

bool pty_alternate(const Pty *p)
{
    return p->alternate;
}

/* From the bytes, since libvterm overlooks the second of the two modes in "?1006;1000h". */
bool pty_mouse(const Pty *p)
{
    bool on = false;
    for (size_t i = 0; i + 5 <= p->bytes; i++)
        if (memcmp(p->raw + i, "1000", 4) == 0)
            on = p->raw[i + 4] == 'h';
    return on;
}

int pty_count(const Pty *p, const char *bytes)
{
    size_t length = strlen(bytes);
    int count = 0;
    for (size_t i = 0; i + length <= p->bytes; i++)
        count += memcmp(p->raw + i, bytes, length) == 0;
    return count;
}

bool pty_sent(const Pty *p, const char *bytes)
{
    return pty_count(p, bytes) > 0;
}

const char *pty_file(Pty *p, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", p->home, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    size_t n = fread(p->file, 1, FILE_BYTES - 1, file);
    p->file[n] = '\0';
    fclose(file);
    return p->file;
}

/* Acting. */

void pty_send(Pty *p, const char *bytes)
{
    size_t length = strlen(bytes);
    ck_assert_int_eq(write(p->master, bytes, length), (ssize_t)length);
}

void pty_scribble(Pty *p, const char *bytes)
{
    while (watch(p, 0))
        ;
    vterm_input_write(p->vt, bytes, strlen(bytes));
}

void pty_resize(Pty *p, int width, int height)
{
    struct winsize size = {.ws_col = (unsigned short)width, .ws_row = (unsigned short)height};
    vterm_set_size(p->vt, height, width);
    ck_assert_int_eq(ioctl(p->master, TIOCSWINSZ, &size), 0);
}

void pty_signal(Pty *p, int number)
{
    ck_assert_int_eq(kill(p->job, number), 0);
}

void pty_hang_up(Pty *p)
{
    close(p->master);
    p->master = -1;
}

/* Ends and stops. */

static bool has_stopped(Pty *p, const void *data)
{
    (void)data;
    return p->stopped;
}

static bool has_ended(Pty *p, const void *data)
{
    (void)data;
    return p->ended;
}

static bool is_restored(Pty *p, const void *data)
{
    (void)data;
    struct termios modes;
    return !p->alternate && p->cursor && !pty_mouse(p) && tcgetattr(p->master, &modes) == 0 &&
           (modes.c_lflag & ECHO) && (modes.c_lflag & ICANON) && (modes.c_lflag & ISIG) &&
           (modes.c_iflag & ICRNL) && (modes.c_oflag & OPOST);
}

void pty_expect_stopped(Pty *p)
{
    pty_until(p, has_stopped, NULL, "the program stops");
}

void pty_continue(Pty *p)
{
    p->stopped = false;
    ck_assert_int_eq(kill(-p->job, SIGCONT), 0);
}

int pty_wait(Pty *p)
{
    pty_until(p, has_ended, NULL, "the program ends");
    return p->status;
}

void pty_expect_restored(Pty *p)
{
    pty_until(p, is_restored, NULL, "the terminal is restored");
}

void pty_expect_exit(Pty *p, int status)
{
    int how = pty_wait(p);
    pty_expect_restored(p);
    ck_assert_msg(WIFEXITED(how), "ended with wait status %#x", (unsigned)how);
    ck_assert_int_eq(WEXITSTATUS(how), status);
}

void pty_expect_killed(Pty *p, int number)
{
    int how = pty_wait(p);
    pty_expect_restored(p);
    ck_assert_msg(WIFSIGNALED(how), "ended with wait status %#x", (unsigned)how);
    ck_assert_int_eq(WTERMSIG(how), number);
}
