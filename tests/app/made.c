#include "made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/plain.h"
#include "checked.h"
#include "folder.h"
#include "lesson/library.h"
#include "styles.h"

static const char first[] =
    "# First: by hand\n\nThe introduction.\n\n"
    "## Inputs\n\nA text that is long enough to need scrolling in a small window. It goes on for\n"
    "some lines, and says nothing that anybody would want to know, again and again, until it "
    "ends.\n\n"
    "```python\nimport torch\nfrom torch.nn.functional import softmax\n"
    "#| rows: x1 x2 日本\n#| cols: a b c d\n"
    "x = torch.tensor([[1., 0., 1., 0.], [0., 2., 0., 2.], [1., 1., 1., 1.]])\n"
    "w = torch.tensor([[1., -2., 0.5], [3., 0.25, 1.], [0., 1., 1.], [2., 2., -1.]])\n```\n\n"
    "## Products\n\n<details><summary>Which number of `q` is the largest?</summary>\n\n`6`, the "
    "*first* "
    "of the "
    "second row.\n\n</details>\n\n```python\nq = x @ w\nscores = q @ q.T\n```\n\nMore words.\n\n"
    "```python\nweights = softmax(scores, dim=-1)\nprint(weights[0])\nn = len(x) + 1\n```\n\n"
    "## Blocks\n\n```python\nblocks = x[:, None] * w.T[None]\nfour = blocks[None] * 2\n"
    "total = blocks.sum(dim=0)\nall = blocks.sum()\nsmall = all > 3\n```\n\nThe end.\n\n## Words "
    "only\n\nNothing.\n";

static const char broken[] = "# Broken\n\n## Stage\n\nWords.\n\n# A second title\n";

static const char second[] =
    "# Zweite Lektion: 日本語\n\n## Large\n\n```python\nimport torch\n"
    "long = torch.tensor([float(i) for i in range(300)])\n"
    "table = long[:40][:, None] * long[:30][None] / 7\n"
    "dot = long @ long\nempty = torch.tensor([])\n"
    "hollow = torch.tensor([[[1., 2.]]])[0:0]\n"
    "bad = torch.tensor([float('nan'), float('-inf')]).softmax(dim=0)\n```\n";

void made_lessons(void)
{
    folder_write("lessons/01-first.md", first);
    folder_write("lessons/02-broken.md", broken);
    folder_write("lessons/03 second.md", second);
}

const char made_shipped[] = "lessons/01-hand-crafted-weights.md";

void made_ship(void)
{
    made_lessons();
    unlink("01-hand-crafted-weights-copy.md");
    ck_assert_int_eq(rename("lessons/01-first.md", made_shipped), 0);
}

void made_ship_no_more(void)
{
    ck_assert_int_eq(rename(made_shipped, "lessons/01-first.md"), 0);
    unlink("01-hand-crafted-weights-copy.md");
}

void made_enter(void)
{
    folder_enter();
    made_lessons();
    unsetenv("QKV_LESSONS");
    setenv("HOME", folder_path(), 1);
    unsetenv("XDG_STATE_HOME");
}

void made_leave(void)
{
    folder_leave();
}

void made_clear(void)
{
    ck_assert_int_eq(chdir(folder_path()), 0);
    folder_remove(".local");
}

AppWish made_press(App *app, const char *keys)
{
    AppWish wish = APP_GO_ON;
    for (keys += strspn(keys, " "); *keys; keys += strspn(keys, " ")) {
        size_t n = strcspn(keys, " ");
        int key = key_named(keys, n);
        ck_assert_msg(key != K_NONE, "there is no key %s", keys);
        wish = app_key(app, key);
        keys += n;
    }
    return wish;
}

void made_go(App *app, const char *where)
{
    Err err = {0};
    ck_assert_msg(app_goto(app, where, &err), "%s: %s", where, err.message);
}

Buf made_screen(App *app)
{
    Buf text = {0};
    const Frame *f = app_frame(app);
    frame_text(&text, f, false);
    frame_styles(&text, f);
    return text;
}

bool made_shows(App *app, const char *text)
{
    Buf screen = made_screen(app);
    bool found = strstr(buf_text(&screen), text) != NULL;
    buf_release(&screen);
    return found;
}

void made_expect(App *app, const char *text)
{
    if (made_shows(app, text))
        return;
    Buf screen = made_screen(app);
    fputs(buf_text(&screen), stderr);
    ck_abort_msg("'%s' is not on the screen above", text);
}

/* Whole screens are too long for Check's messages. */
void made_expect_equal(const Buf *before, const Buf *after, const char *what)
{
    if (strcmp(buf_text(before), buf_text(after)) == 0)
        return;
    fprintf(stderr, "%s\nand then\n%s\n", buf_text(before), buf_text(after));
    ck_abort_msg("the screens above differ: %s", what);
}

void made_expect_gone(App *app, const char *text)
{
    ck_assert_msg(!made_shows(app, text), "'%s' is on the screen", text);
}

char *made_talk(App *app, Library *library, const char *lines)
{
    char *text;
    size_t length;
    FILE *in = fmemopen((void *)(lines[0] ? lines : "\n"), lines[0] ? strlen(lines) : 1, "r");
    FILE *out = open_memstream(&text, &length);
    ck_assert(plain_run(app, library, in, out));
    fclose(in);
    fclose(out);
    return text;
}

char *made_talk_about(int lesson, const char *lines)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    if (lesson >= 0)
        app_open(app, lesson);
    char *text = made_talk(app, library, lines);
    app_free(app);
    library_free(library);
    return text;
}

int made_random(int below)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (int)((uint64_t)(state >> 1) * (uint64_t)below >> 31);
}
