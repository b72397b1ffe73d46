/* Starting and ending the demo: see demo.h. */
#include "tui/demo.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "checked.h"

const char *demo_program(void)
{
    const char *path = getenv("QKV_DEMO");
    path = path ? path : "build/tests/demo_app";
    ck_assert_msg(access(path, X_OK) == 0, "%s is not there: make it first", path);
    return path;
}

Pty *start_with(const char *option, const char *const *changes)
{
    const char *const argv[] = {demo_program(), option, NULL};
    Pty *p = pty_start(DEMO_WIDTH, DEMO_HEIGHT, argv, changes);
    pty_expect(p, "demo 80x24");
    pty_expect(p, "#");
    return p;
}

Pty *start(void)
{
    return start_with(NULL, NULL);
}

Pty *start_command(const char *command)
{
    const char *const argv[] = {"/bin/sh", "-c", command, demo_program(), NULL};
    return pty_start(DEMO_WIDTH, DEMO_HEIGHT, argv, NULL);
}

void expect_clean_end(Pty *p, int status)
{
    char line[80];
    snprintf(line, sizeof line, "left with %d, handlers restored, point 0.5", status);
    pty_expect(p, line);
    pty_expect_exit(p, status);
    ck_assert_int_eq(pty_count(p, "\033[?1049h"), pty_count(p, "\033[?1049l"));
    pty_end(p);
}

void leave(Pty *p)
{
    pty_send(p, "q");
    expect_clean_end(p, 0);
}
