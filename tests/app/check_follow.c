/* A second screen: what the first one writes, and that nothing else is taken from the file. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/follow.h"
#include "base/file.h"
#include "folder.h"
#include "made.h"
#include "suites.h"

static const char now_file[] = ".local/state/qkv/now";
#define FORMAT "qkv place 9\n" /* its first line */

typedef struct Pair {
    Library *library, *other;
    App *app, *follower;
    int64_t now;
} Pair;

static Pair open_pair(void)
{
    Pair p = {.library = library_open(), .other = library_open(), .now = 1000};
    p.app = app_new(p.library, true);
    p.follower = app_new(p.other, false);
    app_follow(p.follower);
    return p;
}

static void close_pair(Pair *p)
{
    app_free(p->app);
    app_free(p->follower);
    library_free(p->library);
    library_free(p->other);
}

static void tick(Pair *p)
{
    app_tick(p->app, p->now += 200);
    app_tick(p->follower, p->now);
}

START_TEST(r2_the_second_shows_where_the_first_is)
{
    static const char *const keys[] = {"Space", "Bksp", "n", "Enter", "Right", "Down",
                                       "q",     "g",    "]", "v",     "z",     "d",
                                       "d",     "u",    "D", "U",     "b"};
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    made_press(p.app, "T");
    for (int i = 0; i < 400; i++) {
        made_press(p.app, keys[made_random(COUNT(keys))]);
        if (app_place(p.app)->page == PAGE_MENU)
            made_press(p.app, "Enter");
        tick(&p);
        const Place *a = app_place(p.app), *b = app_place(p.follower);
        ck_assert(a->page == b->page && a->where.lesson == b->where.lesson &&
                  a->where.stage == b->where.stage);
        ck_assert(a->where.stop == b->where.stop && a->view.hidden == b->view.hidden);
        ck_assert(a->where.detail == b->where.detail && a->teach.blank == b->teach.blank);
        ck_assert(a->page != PAGE_CELL ||
                  (a->asked.step == b->asked.step && a->asked.cell == b->asked.cell));
        Buf screen = made_screen(p.follower);
        buf_release(&screen);
    }
    close_pair(&p);
}
END_TEST

START_TEST(r2_the_speaker_sees_what_is_hidden)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    made_press(p.app, "T 2 Enter Space Space");
    tick(&p);
    made_expect(p.app, "3 of 9 shown");
    made_expect(p.follower, "following, 3 of 9 shown");
    made_expect(p.follower, "?10.00");
    made_expect_gone(p.app, "10.00");
    made_expect_gone(p.follower, "notes for the speaker"); /* there are none */
    made_press(p.app, "S");
    tick(&p);
    made_expect(p.app, " 1.50   1.50\n"); /* the sum of the row that is seen */
    made_expect(p.follower, " 1.50   1.50\n");
    made_expect(p.app, " sum    ???");
    made_expect(p.follower, "?14.50\n");
    made_press(p.app, "a");
    tick(&p);
    made_expect(p.follower, "?10.00<"); /* the number that is asked for, which is hidden */
    close_pair(&p);
}
END_TEST

/* Also what is an operand here, or stands beside the page, and so on the list of names. */
START_TEST(the_speaker_sees_what_was_not_shown)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    app_teach(p.app);
    app_resize(p.follower, 120, 40);
    made_press(p.app, "2 . 3 Enter"); /* weights: scores were passed over */
    tick(&p);
    made_press(p.follower, "Esc");
    made_expect(p.follower, "This screen follows: other keys than Esc look around.");
    made_expect_gone(p.app, "120.2500");
    made_expect(p.follower, "?120.2500"); /* scores */
    made_expect(p.follower, "?10.00");    /* q */
    made_expect_gone(p.follower, " 120.2500");
    made_press(p.app, "*");
    tick(&p);
    made_press(p.app, "Up Up");
    tick(&p);
    made_expect(p.app, "q is still hidden.");
    made_expect(p.follower, "x2  ?10.00  ?4.50");
    made_press(p.app, "Esc v");
    tick(&p);
    made_expect(p.follower, " 120.2500");
    made_expect_gone(p.follower, "?120.2500");
    made_press(p.app, "T"); /* another class has not */
    tick(&p);
    made_expect(p.follower, "?120.2500");
    /* Who looks elsewhere asks, too, for what the class has not seen: q. */
    made_press(p.follower, "2 . 1 Enter Space Enter");
    made_expect(p.follower, "CELL");
    close_pair(&p);
}
END_TEST

/* A question that would tell the class a result is there for the speaker, who sees that it waits. */
START_TEST(the_speaker_sees_that_a_question_waits)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\ny = torch.ones(2) * 2\n```\n\n"
                 "## B\n\n<details><summary>`y` is 2, 2. And then?</summary>\n\nThree.\n\n"
                 "</details>\n\n```python\nz = y + 1\n```\n");
    Pair p = open_pair();
    app_open(p.app, MADE_SECOND);
    app_teach(p.app);
    made_press(p.app, "2 Enter");
    tick(&p);
    made_expect_gone(p.app, "2, 2");
    made_press(
        p.app,
        "1 . 1 Enter / y Tab Down"); /* one list on both screens: the choice is a row of it */
    tick(&p);
    made_expect(p.app, "y: 2 places");
    made_expect(p.follower, "y: 2 places");
    made_press(p.app, "Esc / t h e n Enter");
    tick(&p);
    made_expect(p.app, "Not found");
    made_press(p.app, "2 Enter");
    tick(&p);
    made_expect(p.follower, "The class is not asked yet: y is still hidden there.");
    made_expect(p.follower, "Question: `y` is 2, 2. And then?");
    made_press(p.app, "v");
    tick(&p);
    made_expect(p.app, "Question: `y` is 2, 2. And then?");
    made_expect_gone(p.follower, "not asked yet");
    close_pair(&p);
    made_lessons();
}
END_TEST

/* A process that has ended; the numbers below 0 are of another machine. */
static long dead_process(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    ck_assert(waitpid(pid, NULL, 0) == pid);
    return pid;
}

static void write_speaker(long pid, const char *teaches)
{
    Buf text = {0};
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    buf_printf(&text, FORMAT "speaker %ld %s%s\nlesson 03 second\npage 1\n%s", labs(pid), host,
               pid < 0 ? ".elsewhere" : "", teaches);
    remove(now_file);
    folder_write(now_file, buf_text(&text));
    buf_release(&text);
}

static bool is_in_file(const char *text)
{
    Buf file = {0};
    bool is_there = file_read(&file, now_file, 1 << 16) && strstr(buf_text(&file), text);
    buf_release(&file);
    return is_there;
}

/* A second qkv does not take the follower along while the first lives; but a teacher does from one who is none. */
START_TEST(one_speaks_at_a_time)
{
    Pair p = open_pair();
    write_speaker((long)getppid(), "teaches 1\n");
    app_open(p.app, MADE_FIRST);
    app_teach(p.app);
    made_press(p.app, "2 Enter");
    tick(&p);
    made_expect(p.app, "Another qkv is open, and whoever follows sees that one.");
    made_expect(p.follower, "Zweite Lektion");
    made_press(p.app, "Space");
    tick(&p);
    made_expect_gone(p.app, "Another qkv");
    ck_assert(is_in_file("03 second"));
    app_end(p.app);
    ck_assert(is_in_file("03 second"));
    close_pair(&p);
    made_clear(); /* teacher mode was saved */
    p = open_pair();
    write_speaker((long)getppid(), "");
    app_open(p.app, MADE_FIRST);
    tick(&p);
    ck_assert(is_in_file("03 second"));
    made_press(p.app, "T");
    tick(&p);
    made_expect(p.follower, "First: by hand");
    write_speaker((long)getppid(), "");
    tick(&p);
    made_press(p.app, "n");
    tick(&p);
    made_expect(p.follower, "First: by hand");
    app_end(p.app);
    ck_assert(!is_in_file("qkv"));
    close_pair(&p);
}
END_TEST

/* One that was killed leaves its file behind. */
START_TEST(a_speaker_who_is_gone_is_not_followed)
{
    Pair p = open_pair();
    write_speaker(dead_process(), "teaches 1\n");
    app_tick(p.follower, p.now += 200);
    made_expect(p.follower, "waiting for a speaker");
    app_open(p.app, MADE_FIRST);
    tick(&p);
    made_expect(p.follower, "First: by hand");
    ck_assert(is_in_file("01-first"));
    pid_t pid = fork();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    write_speaker((long)pid, "");
    app_tick(p.follower, p.now += 200);
    made_expect(p.follower, "Zweite Lektion");
    made_expect(p.follower, "following");
    kill(pid, SIGKILL);
    ck_assert(waitpid(pid, NULL, 0) == pid);
    ck_assert(app_tick(p.follower, p.now += 200));
    made_expect(p.follower, "the speaker has left");
    made_expect(p.follower, "this is what was shown last");
    ck_assert(!app_tick(p.follower, p.now += 200));
    close_pair(&p);
}
END_TEST

/* Of a process on another machine, in a home that both have, nobody knows: it is followed, and not waited for. */
START_TEST(a_speaker_elsewhere_is_followed)
{
    Pair p = open_pair();
    write_speaker(-dead_process(), "teaches 1\n");
    app_tick(p.follower, p.now += 200);
    made_expect(p.follower, "Zweite Lektion");
    ck_assert(!app_tick(p.follower, p.now += 200));
    app_open(p.app, MADE_FIRST);
    tick(&p);
    made_expect(p.follower, "First: by hand");
    close_pair(&p);
}
END_TEST

/* They stand below the page, which is as high as is left. */
/* The code of a written copy that is hidden, too: the speaker reads it. */
START_TEST(the_speaker_reads_the_code)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\ny = torch.ones(2) * 3\n```\n\nWords.\n\n"
                 "```python\nw = torch.tensor([3.25, 3.5])\n```\n");
    Pair p = open_pair();
    app_open(p.app, MADE_SECOND);
    made_press(p.app, "T 1 . 2 Enter");
    tick(&p);
    made_expect(p.app, "w = torch.tensor([?, ?])");
    made_expect(p.follower, "w = torch.tensor([3.25, 3.5])");
    made_expect(p.follower, "?3.25");
    made_press(p.app, "#");
    tick(&p);
    made_expect(p.app, "w = torch.tensor([?, ?])");
    made_expect(p.follower, "w = torch.tensor([3.25, 3.5])");
    close_pair(&p);
    made_lessons();
}
END_TEST

START_TEST(notes_cover_nothing)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\nOne.\n\n<!-- note: Ask them. -->\n\n```python\nimport torch\n"
                 "y = torch.arange(30.).reshape(10, 3) * 2\nz = y + 1\n```\n\n## B\n\nTwo.\n");
    Pair p = open_pair();
    app_open(p.app, MADE_SECOND);
    made_press(p.app, "1 Enter Space : y [ 0 , 0 ] = 5 Enter Space Ctrl-L");
    tick(&p);
    made_expect(p.follower, "Ask them.");
    made_expect(p.follower, "1 of 30 differ");
    made_expect(p.follower, "55   57   59");
    made_press(p.app, "~ ~ ~ Ctrl-L");
    tick(&p);
    made_expect(p.follower, "WHAT IF (1 change): BEFORE");
    made_expect(p.follower, "WHAT IF (1 change)  stage");
    made_expect(p.follower, "Ask them.");
    int foot = app_place(p.follower)->height - 3;
    ck_assert_int_eq(app_click(p.follower, foot, 9), APP_GO_ON); /* Space */
    made_expect(p.follower, "moved away");
    made_press(p.app, "2 Enter");
    tick(&p);
    made_press(p.follower, "Esc");
    made_expect(p.follower, "Two.");
    made_expect_gone(p.follower, "notes for the speaker");
    app_resize(p.app, 80, 20);
    made_press(p.app, "1 . 1 Enter Ctrl-L");
    made_expect(p.app, "There are too few rows for both: this is the second.");
    close_pair(&p);
    made_lessons();
}
END_TEST

START_TEST(the_follower_knows_where_it_stands)
{
    Pair p = open_pair();
    app_tick(p.follower, p.now);
    made_expect(p.follower, "waiting for a speaker");
    app_open(p.app, MADE_FIRST);
    made_press(p.app, "2 Enter Space");
    tick(&p);
    made_expect(p.follower, "following");
    made_press(p.follower, "Space");
    made_expect(p.follower, "moved away: Esc follows again");
    tick(&p); /* the speaker has not moved */
    made_expect(p.follower, "step 2/5");
    made_press(p.follower, "Esc");
    made_expect(p.follower, "step 1/5");
    made_expect_gone(p.follower, "moved away");
    made_press(p.app, "z");
    tick(&p);
    made_expect(p.follower, "There:  Space show  v show more  a predict");
    made_press(p.follower, "v"); /* what is shown of it is the speaker's */
    made_expect(p.follower, "That key is for the screen that this one follows.");
    made_expect(p.follower, "following, 0 of 9 shown");
    made_press(p.app, "s");
    tick(&p);
    made_press(p.follower, "q");
    made_expect(p.follower, "moved away");
    made_press(p.app, "Enter");
    tick(&p);
    made_expect(p.follower, "the speaker has moved on: Esc follows again");
    made_press(p.follower, "Esc");
    made_expect(p.follower, "CELL");
    made_expect_gone(p.follower, "moved");
    made_press(p.app, "q q");
    tick(&p);
    made_expect(p.follower, "The speaker is in the menu.");
    made_press(p.app, "3");
    tick(&p);
    made_expect(p.follower, "Open lesson 3_");
    made_expect(p.follower, "There:  Enter go  Esc cancel");
    made_press(p.app, "Esc ?");
    tick(&p);
    made_expect(p.follower, "keys: menu");
    made_press(p.app, "Esc");
    tick(&p);
    made_expect(p.follower, "following");
    made_expect(p.follower, "Enter open"); /* the keys of the menu */
    made_press(p.app, "Down Down");
    tick(&p);
    ck_assert_int_eq(app_place(p.follower)->where.lesson, app_place(p.app)->where.lesson);
    app_end(p.app);
    app_tick(p.follower, p.now += 200);
    made_expect(p.follower, "the speaker has left");
    made_expect(p.follower, "The speaker has left: this is what was shown last.");
    close_pair(&p);
}
END_TEST

/* A lesson that it was begun with is shown until there is somebody to follow. */
START_TEST(the_follower_waits_in_its_lesson)
{
    Pair p = open_pair();
    app_open(p.follower, MADE_SECOND);
    app_tick(p.follower, p.now);
    made_expect(p.follower, "03 Zweite Lektion");
    made_expect(p.follower, "waiting for a speaker");
    app_open(p.app, MADE_FIRST);
    tick(&p);
    made_expect(p.follower, "01 First: by hand");
    made_expect(p.follower, "following");
    close_pair(&p);
}
END_TEST

START_TEST(the_follower_goes_along_to_a_copy)
{
    made_ship();
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    made_press(p.app, "1 Enter Space");
    tick(&p);
    made_expect_gone(p.follower, "COPY");
    ck_assert(app_copy(p.app));
    Buf text = {0};
    buf_puts(&text, folder_read("01-hand-crafted-weights-copy.md"));
    *strstr(text.text, "0., 2., 0., 2.") = '7';
    folder_write("01-hand-crafted-weights-copy.md", text.text);
    buf_release(&text);
    app_edited(p.app, true);
    tick(&p);
    made_expect(p.follower, "COPY");
    made_expect(p.follower, "[7., 2., 0., 2.]");
    made_expect(p.follower, "stage 1/4  step 1/");
    app_free(p.app); /* another speaker, or the same tomorrow */
    library_free(p.library);
    p.library = library_open();
    p.app = app_new(p.library, true);
    app_open(p.app, MADE_FIRST);
    made_press(p.app, "1 Enter Space");
    tick(&p);
    made_expect_gone(p.follower, "COPY");
    made_expect(p.follower, "[0., 2., 0., 2.]");
    close_pair(&p);
    made_ship_no_more();
}
END_TEST

/* What is told lies where others may write: a file is opened and run only where it is what a copy is. */
static const struct {
    const char *file, *told;
    const char *link; /* what the file is a link to */
    mode_t mode;
    bool is_theirs, is_taken;
} copies[] = {
    {"01-hand-crafted-weights-copy.md", "01-hand-crafted-weights-copy.md", NULL, 0644, false, true},
    {"01-hand-crafted-weights-copy.md", "01-hand-crafted-weights-copy.md", NULL, 0646, false,
     false},
    {"01-hand-crafted-weights-copy.md", "01-hand-crafted-weights-copy.md", NULL, 0644, true, false},
    {"01-hand-crafted-weights-copy.md", "01-hand-crafted-weights-copy.md", "other.md", 0644, false,
     false},
    {"other.md", "other.md", NULL, 0644, false, false},
    {"other.md", "01-hand-crafted-weights-copy.md", NULL, 0644, false, false}, /* it has gone */
    {"01-hand-crafted-weights-copy.md", "./", NULL, 0644, false, false},
};

START_TEST(another_file_is_no_copy)
{
    enum { NOBODY = 65534 };
    char where[PATH_MAX];
    made_ship();
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    tick(&p);
    folder_write(copies[_i].link ? copies[_i].link : copies[_i].file,
                 "# Taken\n\n## S\n\n```python\nx = 42\nprint(x)\n```\n");
    ck_assert(!copies[_i].link || symlink(copies[_i].link, copies[_i].file) == 0);
    ck_assert_int_eq(chmod(copies[_i].file, copies[_i].mode), 0);
    if (!copies[_i].is_theirs || chown(copies[_i].file, NOBODY, NOBODY) == 0) {
        Buf text = {0};
        const char *told = folder_read(now_file), *rest = strstr(told, "\nlesson ");
        ck_assert(rest && getcwd(where, sizeof where));
        buf_printf(&text, "%.*s\ncopy %s/%s%s", (int)(rest - told), told, where, copies[_i].told,
                   rest);
        folder_write(now_file, text.text);
        buf_release(&text);
        app_tick(p.follower, p.now += 200);
        (copies[_i].is_taken ? made_expect : made_expect_gone)(p.follower, "01 Taken");
        if (!copies[_i].is_taken)
            made_expect(p.follower, "The speaker's copy is no file of yours");
    }
    unlink(copies[_i].file);
    unlink("other.md");
    close_pair(&p);
    made_ship_no_more();
}
END_TEST

/* A frame without what is each one's own: the keys, and in the second row how it stands between them. */
static void put_common(Buf *out, App *app)
{
    enum { STATE = 40 };
    Buf text = {0};
    frame_text(&text, app_frame(app), false);
    const char *line = buf_text(&text), *last = buf_text(&text) + text.length - 1;
    while (last > line && last[-1] != '\n')
        last--;
    for (int row = 0; line < last; row++) {
        size_t length = strcspn(line, "\n");
        size_t kept = row == 1 && length > STATE ? STATE : length;
        while (kept > 0 && line[kept - 1] == ' ')
            kept--;
        buf_add(out, line, kept);
        buf_putc(out, '\n');
        line += length + 1;
    }
    buf_release(&text);
}

static void expect_same(Pair *p, const char *after)
{
    Buf here = {0}, there = {0};
    tick(p);
    if (app_place(p->app)->teach.blank)
        return; /* but whoever speaks sees the page all the same */
    put_common(&here, p->app);
    put_common(&there, p->follower);
    made_expect_equal(&here, &there, after);
    buf_release(&here);
    buf_release(&there);
}

/* Whatever the speaker does, changes, looks for or lays over the page. */
START_TEST(the_second_shows_what_the_first_shows)
{
    static const char *const keys[] = {"Space",
                                       "Space",
                                       "Bksp",
                                       "n",
                                       "Enter",
                                       "Right",
                                       "Down",
                                       "Tab",
                                       "+",
                                       "-",
                                       "x",
                                       "S",
                                       "t",
                                       "*",
                                       "?",
                                       "Esc",
                                       "Esc",
                                       "Esc",
                                       "q",
                                       "]",
                                       "d",
                                       "u",
                                       "D",
                                       "U",
                                       "/ q Enter",
                                       "/ x",
                                       "A",
                                       "3",
                                       "3 .",
                                       "K",
                                       "L",
                                       "J",
                                       "'",
                                       "&",
                                       "C",
                                       "#",
                                       "B",
                                       "w",
                                       "P",
                                       "f",
                                       "~",
                                       "~",
                                       "Z",
                                       ": x [ 0 , 0 ] = 5 Enter",
                                       ": x [ 0 , 1 ] = 0 , 4 Enter",
                                       ": x [ 9",
                                       ": n o Enter",
                                       "=",
                                       "2 Enter Space"};
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    app_resize(p.app, 80, 16);
    app_resize(p.follower, 80, 16);
    made_press(p.follower, "N");
    tick(&p);
    made_press(p.follower, "N"); /* no notes, as there */
    for (int i = 0; i < 1500; i++) {
        const char *pressed = keys[made_random(COUNT(keys))];
        made_press(p.app, pressed);
        if (app_place(p.app)->page == PAGE_MENU)
            made_press(p.app, "Enter");
        expect_same(&p, pressed);
    }
    close_pair(&p);
}
END_TEST

START_TEST(the_second_shows_what_the_class_says)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    made_press(p.app, "T 2 Enter Space a Right 7");
    tick(&p);
    made_expect(p.follower, "Predict q[x1][1]: 7");
    made_press(p.app, "Enter");
    tick(&p);
    made_expect(p.follower, "q[x1][1]: 7 is too large.");
    made_press(p.app, "i");
    tick(&p);
    made_expect(p.follower, "q[x1][1]: row x1 of x times column 1 of w");
    made_press(p.app, "- 1 Enter");
    tick(&p);
    made_expect(p.follower, "Right: q[x1][1] = -1");
    made_expect(p.follower, " ?1.00  -1.00 >?1.50<"); /* it is open, and the others are not */
    made_expect(p.follower, "following, 1 of 9 shown");
    made_press(p.app, "P");
    tick(&p);
    made_expect(p.follower, "following, 1 of 9 shown, playing");
    app_tick(p.follower, p.now += 60000); /* the steps are the speaker's */
    made_expect(p.follower, "following, 1 of 9 shown, playing");
    made_press(p.follower, "Space");
    made_expect(p.follower, "moved away");
    made_press(p.follower, "Esc");
    made_expect(p.follower, "following, 1 of 9 shown");
    close_pair(&p);
}
END_TEST

START_TEST(the_second_has_the_changes)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    made_press(p.app, "2 Enter Space : x [ 0 , 0 ] = 5 Enter");
    tick(&p);
    made_expect(p.follower, "WHAT IF (1 change)");
    made_expect(p.follower, "results differ");
    made_press(p.app, "~");
    tick(&p);
    made_expect(p.follower, "WHAT IF (1 change): BEFORE");
    made_press(p.app, "w Space Esc");
    tick(&p);
    made_expect(p.follower, "WHAT IF (0 of 1 change)");
    made_press(p.app, "Z Z");
    tick(&p);
    made_expect_gone(p.follower, "WHAT IF");
    close_pair(&p);
}
END_TEST

/* Where the second one cannot show what the first one shows, it says so. */
static const struct {
    const char *lines, *says;
} cannot[] = {
    {"change on y[0] = 3\n", "The speaker's changes cannot be made here:"},
    {"compares\n", "The speaker compares two lessons; here is one of them."},
    {"stop 90\n", "Not all that the speaker shows is here."},
    {"over 11\n", "Not all that the speaker shows is here."},
    {"over 8\nkind 1\ntyped abc\n", "Not all that the speaker shows is here."},
    {"stop 1\nhidden 1\nseen 0 9\nover 6\n", "Not all that the speaker shows is here."},
};

/* A speaker who tells these lines of stage 2. */
static Pair hear(const char *lines)
{
    Pair p = open_pair();
    Buf text = {0};
    buf_printf(&text, FORMAT "lesson 01-first\npage 1\nstage 2\n%s", lines);
    folder_write(now_file, buf_text(&text));
    app_tick(p.follower, p.now);
    buf_release(&text);
    return p;
}

START_TEST(the_second_says_what_it_cannot_show)
{
    Pair p = hear(cannot[_i].lines);
    made_expect(p.follower, cannot[_i].says);
    made_expect(p.follower, "following in part");
    made_press(p.follower, "x");
    made_expect(p.follower, "moved away");
    made_press(p.follower, "x"); /* back by hand, to what is a part still */
    made_expect(p.follower, "following in part");
    close_pair(&p);
}
END_TEST

START_TEST(what_is_typed_there_is_whole_signs)
{
    Pair p = hear("over 8\ntyped \xc3\xa4\xc3\xa4\ncaret 3\n");
    made_press(p.follower, "z");
    made_expect(p.follower, "\xc3\xa4z\xc3\xa4");
    close_pair(&p);
}
END_TEST

/* Nor while the speaker is in the menu, has left, or was not there yet. */
START_TEST(what_is_half_typed_is_not_taken_away)
{
    Pair p = open_pair();
    app_open(p.follower, MADE_FIRST);
    app_tick(p.follower, p.now);
    made_press(p.follower, ": x [ 0");
    app_open(p.app, MADE_SECOND);
    tick(&p);
    made_expect(p.follower, "x[0");
    made_press(p.follower, "Esc Esc");
    made_expect(p.follower, "Zweite Lektion");
    made_press(p.app, "q");
    tick(&p);
    made_press(p.follower, "/ s");
    made_expect(p.follower, "moved away");
    made_press(p.app, "Enter");
    tick(&p);
    made_expect(p.follower, "the speaker has moved on");
    made_press(p.follower, "Esc Esc");
    app_end(p.app);
    tick(&p);
    made_press(p.follower, "1 Enter : x [ 0");
    folder_write(now_file, FORMAT "lesson 01-first\npage 1\nstage 2\n");
    app_tick(p.follower, p.now += 200);
    made_expect(p.follower, "x[0");
    made_press(p.follower, "Esc Esc");
    made_expect(p.follower, "Products");
    close_pair(&p);
}
END_TEST

START_TEST(the_wheel_leads_away_too)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    app_resize(p.follower, 40, 10);
    made_press(p.app, "1 Enter");
    tick(&p);
    app_wheel(p.follower, 1);
    made_expect(p.follower, "moved away");
    app_wheel(p.follower, -1);
    made_expect(p.follower, "following");
    close_pair(&p);
}
END_TEST

static const struct {
    const char *file, *says, *state;
} damaged[] = {
    {"", "cannot be read", "the speaker cannot be followed"},
    {"qkv place 5\n1 0 0 0 0 0 0 0 0 0 0\n01-first\n\n", "the same version of qkv",
     "cannot be followed"},
    {"qkv place 10\nlesson 01-first\npage 1\n", "the same version of qkv", "cannot be followed"},
    {"qkv place 9", "cannot be read", "cannot be followed"},
    {FORMAT "lesson 01-first\npage", "cannot be read", "cannot be followed"},
    {FORMAT "lesson 01-first\npage 1\ncolour 3\n", "cannot be read", "cannot be followed"},
    {FORMAT "lesson 02-broken\npage 1\n", "in a lesson that is not here: 02-broken",
     "in no lesson that is here"},
    {FORMAT "lesson ../01-first\npage 1\n", "in a lesson that is not here: ../01-first",
     "in no lesson that is here"},
    {"\033[2J\n\033[2J\n\033[2J\n", "cannot be read", "cannot be followed"},
};

START_TEST(a_damaged_file_changes_nothing)
{
    Pair p = open_pair();
    Place before = *app_place(p.follower), after;
    folder_write(now_file, damaged[_i].file);
    ck_assert(app_tick(p.follower, 5000));
    after = *app_place(p.follower);
    after.teach.following = before.teach.following;
    ck_assert_int_eq(memcmp(&before, &after, sizeof before), 0);
    made_expect(p.follower, damaged[_i].state);
    made_expect(p.follower, damaged[_i].says);
    app_open(p.app, MADE_SECOND); /* the next that is read is followed */
    tick(&p);
    made_expect(p.follower, "Zweite Lektion");
    made_expect_gone(p.follower, "cannot be");
    close_pair(&p);
}
END_TEST

/* What a reader has open or half typed is not taken away: the speaker is followed again after Esc. */
static const struct {
    const char *keys, *shows, *back;
} opened[] = {
    {"t", "contents", "Esc Esc"},
    {"= x [ 0", "x[0", "Esc Esc"},
    {"/ s c", "sc", "Esc Esc"},
    {"3 Enter", "stage 3", "Esc"},
};

START_TEST(a_reader_who_is_away_stays_there)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    made_press(p.app, "2 Enter Space");
    tick(&p);
    made_press(p.follower, opened[_i].keys);
    made_press(p.app, "4 Enter");
    tick(&p);
    made_expect(p.follower, opened[_i].shows);
    made_press(p.follower, "Ctrl-L");
    made_press(p.app, "g");
    tick(&p);
    made_expect(p.follower, opened[_i].shows);
    made_press(p.follower, opened[_i].back);
    made_expect(p.follower, "Introduction");
    made_expect_gone(p.follower, "moved");
    made_press(p.app, "n");
    tick(&p);
    made_expect(p.follower, "Inputs");
    close_pair(&p);
}
END_TEST

/* Any numbers, more than once, in any order: the place is one that exists. */
START_TEST(numbers_out_of_range)
{
    static const char *const words[] = {
        "page",    "over",     "under", "report", "stage",  "stop",    "detail",
        "step",    "cell",     "pick",  "item",   "row",    "column",  "hidden",
        "aims",    "aim",      "focus", "scroll", "side",   "unit",    "choice",
        "number",  "caret",    "down",  "opened", "seen",   "from",    "folded",
        "kind",    "decimals", "fault", "full",   "blank",  "seconds", "guess",
        "teaches", "search",   "pin",   "typed",  "result", "speaker", "change on x[0, 0] =",
        "marked"};
    Pair p = open_pair();
    int taken = 0;
    for (int i = 0; i < 3000; i++) {
        Buf text = {0};
        buf_printf(&text, FORMAT "lesson %s\npage %d\n", made_random(2) ? "01-first" : "03 second",
                   1 + made_random(2));
        for (int n = made_random(20); n > 0; n--) {
            const char *word = words[made_random(COUNT(words))];
            buf_puts(&text, word);
            for (int k = strcmp(word, "from") == 0     ? 4
                         : strcmp(word, "opened") == 0 ? 2
                         : strcmp(word, "result") == 0 ? 3
                         : strcmp(word, "seen") == 0   ? 2
                                                       : 1;
                 k > 0; k--)
                buf_printf(&text, " %d",
                           made_random(4) ? made_random(15) - 2
                                          : (made_random(2) ? INT_MAX : INT_MIN));
            buf_putc(&text, '\n');
        }
        remove(now_file); /* a file that is cut off and written anew waits for the disk */
        folder_write(now_file, buf_text(&text));
        buf_release(&text);
        made_press(p.follower, "Esc Esc"); /* follows again */
        app_tick(p.follower, p.now += 200);
        taken += app_place(p.follower)->teach.following <= FOLLOWING_PART;
        static const char *const keys[] = {"Right", "Space",     "Enter", "Down",
                                           "'",     "a 1 Enter", "]",     "PgDn"};
        Buf screen = made_screen(p.follower);
        buf_release(&screen);
        made_press(p.follower, keys[made_random(COUNT(keys))]);
        screen = made_screen(p.follower);
        buf_release(&screen);
    }
    ck_assert_int_gt(taken, 500);
    close_pair(&p);
}
END_TEST

Suite *follow_suite(void)
{
    Suite *s = suite_create("follow");
    TCase *t = tcase_create("follow");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_test(t, r2_the_second_shows_where_the_first_is);
    tcase_add_test(t, r2_the_speaker_sees_what_is_hidden);
    tcase_add_test(t, the_speaker_sees_what_was_not_shown);
    tcase_add_test(t, the_speaker_sees_that_a_question_waits);
    tcase_add_test(t, one_speaks_at_a_time);
    tcase_add_test(t, a_speaker_who_is_gone_is_not_followed);
    tcase_add_test(t, a_speaker_elsewhere_is_followed);
    tcase_add_test(t, the_second_shows_what_the_first_shows);
    tcase_add_test(t, the_second_shows_what_the_class_says);
    tcase_add_test(t, the_second_has_the_changes);
    tcase_add_test(t, what_is_typed_there_is_whole_signs);
    tcase_add_test(t, what_is_half_typed_is_not_taken_away);
    tcase_add_test(t, the_wheel_leads_away_too);
    tcase_add_test(t, the_speaker_reads_the_code);
    tcase_add_test(t, notes_cover_nothing);
    tcase_add_loop_test(t, the_second_says_what_it_cannot_show, 0, COUNT(cannot));
    tcase_add_loop_test(t, a_damaged_file_changes_nothing, 0, COUNT(damaged));
    tcase_add_test(t, the_follower_knows_where_it_stands);
    tcase_add_test(t, the_follower_waits_in_its_lesson);
    tcase_add_test(t, numbers_out_of_range);
    tcase_add_loop_test(t, a_reader_who_is_away_stays_there, 0, COUNT(opened));
    tcase_add_test(t, the_follower_goes_along_to_a_copy);
    tcase_add_loop_test(t, another_file_is_no_copy, 0, COUNT(copies));
    suite_add_tcase(s, t);
    return s;
}
