/* Logs the events of this app for a second screen, which replays them (app_follow.c): lines of text in
 * $XDG_STATE_HOME/qkv/now.
 *
 *     qkv log 0.1.0            both must be the same version
 *     speaker 4711 1           its process, while that lives no other one writes; and whether a class is on
 *     1 0 1 01-hand-crafted    what was saved when it began (saved.h), to an empty line
 *
 *     size 80 24               then all that happened
 *     open 01-hand-crafted
 *     key 32
 *
 * Numbers of a page are not in it. The file is replaced as a whole, so a reader never sees half of it. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/app_internal.h"
#include "base/file.h"
#include "core/qkv.h"

static const char *heard_path(Arena *a, const char *now)
{
    return arena_format(a, "%s-heard", now);
}

/* A second screen that reads the file touches another one beside it. */
bool app_is_heard(const char *now)
{
    enum { SECONDS = 10 };
    Arena arena = {0};
    struct stat st;
    bool is_heard = now && lstat(heard_path(&arena, now), &st) == 0 && S_ISREG(st.st_mode) &&
                    st.st_uid == getuid() && time(NULL) - st.st_mtime < SECONDS;
    arena_release(&arena);
    return is_heard;
}

void app_hear(const char *now, bool hears)
{
    Arena arena = {0};
    const Buf nothing = {0};
    const char *path = heard_path(&arena, now);
    saved_make_folders(path);
    if (hears)
        file_replace_private(path, &nothing, false);
    else
        unlink(path);
    arena_release(&arena);
}

const char *app_name_of(Arena *a, const Entry *entry)
{
    return entry->original ? lesson_name(a, entry->original) : entry->name;
}

void app_log(App *app, const char *format, ...)
{
    Buf line = {0};
    va_list args;
    if (!app->now || app->model.follows || app->replays)
        return;
    va_start(args, format);
    buf_vprintf(&line, format, args);
    va_end(args);
    buf_shown(&app->log, buf_text(&line), line.length); /* a line of its own, whatever is in it */
    buf_putc(&app->log, '\n');
    buf_release(&line);
}

void app_log_heard(App *app)
{
    bool is_heard = !app->model.follows && !app->replays && app_is_heard(app->now);
    if (app->replays || app->is_heard == is_heard)
        return;
    app->is_heard = is_heard;
    app_log(app, "heard %d", is_heard);
}

/* A process of another user lives, too. */
bool app_lives(int64_t speaker)
{
    return kill((pid_t)speaker, 0) == 0 || errno == EPERM;
}

bool app_read_log(const char *now, Buf *text, LogHead *head)
{
    enum { MOST_BYTES = 1 << 24 };
    struct stat st;
    char bytes[4096];
    long long speaker;
    int teaches, at = 0;
    ssize_t got = 0; /* no link and nobody else's: the folder may lie where others write */
    int file = open(now, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool ok = file >= 0 && fstat(file, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == getuid();
    while (ok && text->length < MOST_BYTES && (got = read(file, bytes, sizeof bytes)) > 0)
        buf_add(text, bytes, (size_t)got);
    if (file >= 0)
        close(file);
    ok = ok && got == 0 && strlen(buf_text(text)) == text->length &&
         sscanf(buf_text(text), "qkv log " QKV_VERSION "\nspeaker %lld %d%n", &speaker, &teaches,
                &at) == 2 &&
         speaker > 0 && speaker <= INT_MAX && text->text[at] == '\n';
    if (ok)
        *head = (LogHead){speaker, app_lives(speaker), teaches != 0, text->text + at + 1};
    return ok;
}

/* Tells whether this process may write the log: the qkv that began it, until that ends. A teacher's may take it
 * from one that does not teach. */
static bool may_speak(const App *app)
{
    Buf text = {0};
    LogHead head;
    bool may = !app_read_log(app->now, &text, &head) || head.speaker == getpid() || !head.lives ||
               (app->model.class.on && !head.teaches);
    buf_release(&text);
    return may;
}

bool app_tell(App *app)
{
    if (!app->now || app->log.length == app->told)
        return false;
    const bool was_first = app->told == 0;
    app->told = app->log.length;
    app->speaks = may_speak(app);
    if (app->speaks) {
        Buf text = {0};
        buf_printf(&text, "qkv log " QKV_VERSION "\nspeaker %lld %d\n%s", (long long)getpid(),
                   app->model.class.on, buf_text(&app->log));
        saved_make_folders(app->now);
        file_replace_private(app->now, &text, false);
        buf_release(&text);
    }
    bool says = !app->speaks && was_first && app->model.class.on && !*app->model.said;
    if (says)
        app_say(app, "Another qkv is open: qkv --follow shows that one.");
    return says;
}

void app_tell_end(App *app)
{
    if (app->now && app->model.follows)
        app_hear(app->now, false);
    else if (app->now && app->speaks && may_speak(app))
        remove(app->now);
    app->now = NULL;
}
