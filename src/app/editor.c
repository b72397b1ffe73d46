/* The editor runs as a child with the terminal's signals to itself. */
#include "app/editor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/common.h"

enum { NOT_STARTED = 127 };

static const char *editor(void)
{
    static const char *const names[] = {"VISUAL", "EDITOR"};
    for (int i = 0; i < 2; i++) {
        const char *value = getenv(names[i]);
        if (value && value[strspn(value, " \t")] != '\0')
            return value;
    }
    return "vi";
}

char **editor_command(Arena *a, const char *path, int line)
{
    const char *words = editor();
    char **command = arena_many(a, strlen(words) + 4, char *);
    int count = 0;
    for (words += strspn(words, " \t"); *words; words += strspn(words, " \t")) {
        size_t length = strcspn(words, " \t");
        command[count++] = arena_text(a, words, length);
        words += length;
    }
    command[count++] = arena_format(a, "+%d", line > 0 ? line : 1);
    /* A name like -x is a path, not an option. */
    command[count++] = arena_format(a, "%s%s", path[0] == '-' || path[0] == '+' ? "./" : "", path);
    return command;
}

/* Signals that the terminal sends to all of its foreground programs. */
static const int shared[] = {SIGINT, SIGQUIT, SIGTSTP};
enum { SHARED = COUNT(shared) };

static _Noreturn void become(char **command, const struct sigaction before[SHARED])
{
    for (int i = 0; i < SHARED; i++) /* our handlers go with exec, what was ignored stays so */
        sigaction(shared[i], &before[i], NULL);
    int keyboard = isatty(STDIN_FILENO) ? -1 : open("/dev/tty", O_RDWR);
    if (keyboard >= 0)
        dup2(keyboard, STDIN_FILENO);
    execvp(command[0], command);
    _exit(NOT_STARTED);
}

bool editor_run(char **command)
{
    struct sigaction before[SHARED];
    for (int i = 0; i < SHARED; i++) {
        const struct sigaction act = {.sa_handler = shared[i] == SIGTSTP ? SIG_DFL : SIG_IGN};
        sigaction(shared[i], &act, &before[i]);
    }
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        become(command, before);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    for (int i = 0; i < SHARED; i++)
        sigaction(shared[i], &before[i], NULL);
    return child > 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == NOT_STARTED);
}
