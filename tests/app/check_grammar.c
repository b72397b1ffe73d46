/* The screen's grammar: the key table, the last lines word for word, and tasks that readers have, each done by the keys
 * that were promised for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/command.h"
#include "app/plain.h"
#include "checked.h"
#include "folder.h"
#include "made.h"
#include "suites.h"

/* --- scripts --------------------------------------------------------------------------------------- */

/* A script has: names of keys, a word to be typed (_ is a blank), 'a text' that the screen must show, !'one'
 * that it must not (a # in it is a ?), @5.1 to begin there, *0.98 to click there, %80x24 a
 * size. */
typedef struct Told {
    App *app;
    const char *what;
    AppWish wish;
} Told;

static void abort_with(Told *t, const char *why, const char *text, size_t length)
{
    Buf screen = {0};
    frame_text(&screen, app_frame(t->app), false);
    fprintf(stderr, "%s\n", buf_text(&screen));
    ck_abort_msg("%s: %s '%.*s' on the screen above", t->what, why, (int)length, text);
}

static void expect(Told *t, const char *text, size_t length, bool is_there)
{
    Buf screen = {0};
    char *words = strndup(text, length);
    for (char *at = words; *at; at++)
        *at = *at == '#' ? '?' : *at; /* three of them would be a trigraph in C */
    frame_text(&screen, app_frame(t->app), false);
    bool found = strstr(buf_text(&screen), words) != NULL;
    free(words);
    buf_release(&screen);
    if (found != is_there)
        abort_with(t, is_there ? "there is no" : "there is", text, length);
}

/* Clicks on the first place where a text stands. */
static void click_on(Told *t, const char *text)
{
    Buf screen = {0};
    frame_text(&screen, app_frame(t->app), true);
    const char *found = strstr(buf_text(&screen), text), *line = buf_text(&screen);
    int row = 0;
    if (!found)
        abort_with(t, "there is no", text, strlen(text));
    for (const char *at = line; at < found; at++)
        if (*at == '\n') {
            row++;
            line = at + 1;
        }
    t->wish = app_click(t->app, row, (int)(found - line));
    buf_release(&screen);
}

static void press_word(Told *t, const char *word, size_t length)
{
    int key = key_named(word, length), width, height;
    Err err = {0};
    char *text = strndup(word, length);
    if (*word == '@' && length > 1)
        ck_assert_msg(app_goto(t->app, text + 1, &err), "%s: %s", t->what, err.message);
    else if (*word == '*' && length > 1)
        click_on(t, text + 1);
    else if (sscanf(text, "%%%dx%d", &width, &height) == 2)
        app_resize(t->app, width, height);
    else if (key != K_NONE && *word != '_')
        t->wish = app_key(t->app, key);
    else
        for (const char *at = text; *at; at++)
            t->wish = app_key(t->app, *at == '_' ? ' ' : (unsigned char)*at);
    free(text);
}

static void play(Told *t, const char *script)
{
    for (script += strspn(script, " "); *script; script += strspn(script, " ")) {
        bool is_gone = script[0] == '!' && script[1] == '\'';
        if (*script == '\'' || is_gone) {
            const char *text = script + 1 + is_gone;
            size_t length = strcspn(text, "'");
            expect(t, text, length, !is_gone);
            script = text + length + 1;
            continue;
        }
        size_t length = strcspn(script, " ");
        press_word(t, script, length);
        script += length;
    }
}

/* --- lessons --------------------------------------------------------------------------------------- */

static const char heads[] = "import torch\n"
                            "import torch.nn as nn\n"
                            "\n"
                            "torch.manual_seed(1)\n"
                            "\n"
                            "\n"
                            "class Head(nn.Module):\n"
                            "    def __init__(self, d_in, d_head):\n"
                            "        super().__init__()\n"
                            "        self.to_q = nn.Linear(d_in, d_head, bias=False)\n"
                            "        self.to_k = nn.Linear(d_in, d_head, bias=False)\n"
                            "\n"
                            "    def scale(self, scores):\n"
                            "        return scores / 2\n"
                            "\n"
                            "    def forward(self, x):\n"
                            "        q, k = self.to_q(x), self.to_k(x)\n"
                            "        both = self.scale(q @ k.T) + self.scale(k @ q.T)\n"
                            "        weights = torch.softmax(both, dim=-1)\n"
                            "        return weights @ x\n"
                            "\n"
                            "\n"
                            "class Heads(nn.Module):\n"
                            "    def __init__(self):\n"
                            "        super().__init__()\n"
                            "        self.heads = nn.ModuleList([Head(4, 2) for _ in range(3)])\n"
                            "\n"
                            "    def forward(self, x):\n"
                            "        results = []\n"
                            "        for head in self.heads:\n"
                            "            y = head(x)\n"
                            "            results.append(y)\n"
                            "        return torch.cat(results, dim=-1)\n"
                            "\n"
                            "\n"
                            "def main():\n"
                            "    x = torch.rand(3, 4)\n"
                            "    net = Heads()\n"
                            "    y = net(x)\n"
                            "    print(y.shape)\n"
                            "\n"
                            "\n"
                            "if __name__ == \"__main__\":\n"
                            "    main()\n";

static const char fails[] = "import torch\n"
                            "x = torch.ones(2, 3)\n"
                            "y = x @ x\n"
                            "z = x + 1\n";

static const char stacks[] = "# Stacks\n\n## One\n\n```python\nimport torch\n"
                             ""
                             "x = torch.arange(24.).reshape(2, 3, 2, 2) * 1\n```\n";

static const char trained[] =
    "# Train\n\n## One\n\n```python\nimport torch\n#| rows: a b\n#| cols: u v\n"
    "w = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)\n"
    "x = torch.tensor([[1., 0.], [0., 2.]])\ny = x * w\nloss = (y - x) * (y - x)\n"
    "loss.backward(torch.ones(2, 2))\nwith torch.no_grad():\n    w -= 0.1 * w.grad\nw\n```\n";

static const char value[] = "# Value\n\n## One\n\n```python\nimport torch\n"
                            "x = torch.tensor([0.3125])\ny = (x * 2).tolist()\n```\n";

/* Where the answer is open the text before the numbers has two of its three lines, and that after them a screen. */
static const char cut[] = "# Cut\n\n## One\n\n<details><summary>Which?</summary>\n\n"
                          "It is one.\n\nIt is two.\n\nIt is three.\n\n</details>\n\n"
                          "```python\nx = torch.arange(24.).reshape(12, 2)\n```\n\n"
                          "After one.\n\nAfter two.\n\n## Two\n\nThe end.\n";

/* The lessons of the program, and some scripts beside. */
static void enter(void)
{
    char here[4096], lessons[4200];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    snprintf(lessons, sizeof lessons, "%s/lessons", here);
    folder_enter();
    setenv("QKV_LESSONS", lessons, 1);
    folder_write("heads.py", heads);
    folder_write("blocks.py", "import torch\nx = torch.arange(12.).reshape(2, 3, 2)\ny = x * 2\n");
    folder_write("fails.py", fails);
    folder_write("stacks.md", stacks);
    folder_write("value.md", value);
    folder_write("cut.md", cut);
    folder_write("trained.md", trained);
}

static void leave(void)
{
    unsetenv("QKV_LESSONS");
    folder_leave();
}

typedef struct Task {
    const char *what;
    const char *lesson; /* NULL: the menu */
    const char *script;
} Task;

static void do_task(const Task *task)
{
    Err err = {0};
    Library *library = library_open();
    App *app = app_new(library, false);
    Told told = {app, task->what, APP_GO_ON};
    if (task->lesson) {
        int lesson = library_find(library, task->lesson, &err);
        ck_assert_msg(lesson >= 0, "%s: %s", task->what, err.message);
        app_free(app);
        app = told.app = app_new(library, false);
        app_open(app, lesson);
    }
    play(&told, task->script);
    app_free(app);
    library_free(library);
}

static const Task tasks[] = {
    {"1 the first numbers of the first lesson", NULL,
     "Enter 'introduction' Space Space 'x [3 word x 2 feature]' 'boat>    3<'"},
    {"a filter that is still typed", NULL,
     "/ '09  Who is she' 1 Space '01  Attention' !'09  Who is she' Esc"},
    {"2 finish a lesson, read the next; and return", "00",
     "@13 n 'This is the last stage.' Space Space '01 Attention by hand' 'introduction' "
     "Bksp '00 Why look'"},
    {"3 where a number comes from", "01", "@5.1 Down Right Enter 'weights[x2, x2] = 0.98'"},
    {"4 from there back to an input", "01",
     "@5.1 Down Right Enter Tab 'scores[x2, x3] = 12, made in 4.2' Enter 'scores[x2, x3] = 12.0' "
     "Enter 'queries[x2, q1] = 2.0' Enter 'x[x2, f1] = 0'"},
    {"5 from three numbers deep back to the step", "01",
     "@5.1 Down Right Enter Enter Enter Space 'step 1/2' '>0.9820<'"},
    {"6 the neighbours of the number in question", "01",
     "@5.1 Enter 'weights[x1, x1] = ' Right 'weights[x1, x2] = ' Down 'weights[x2, x2] = ' q "
     "'>0.0634<'"},
    {"7 the question, the result, then the answer", "00",
     "@1 'a answer' !'Answer:' Space 'boat>' !'Answer:' Space 'Answer: The row cannot tell' Space "
     "'stage 2/13'"},
    {"7 the answer at once", "00", "@1 a 'Answer: The row cannot tell' a !'Answer:'"},
    {"8 guess a number before seeing it", "01",
     "@5 g '>###<' 'guess weights[x1, x1] = ' 0.0634 Enter 'Right: weights[x1, x1]' Esc '0.0634' "
     "'###' Space !'###'"},
    {"text before the numbers and text after them", "cut.md",
     "@1.1 'After two' Space 'is one' 'is three' 'Space more' Space 'After two' 'Space next' Space "
     "'The end' Bksp 'After two' Bksp 'is one' 'is three' 'Space more'"},
    {"9 more decimals for a moment", "01", "@5.1 v Right q '0.06338'"},
    {"10 who looks at whom", "01",
     "@5.1 ? att 'inspect attention' Enter '[attention]' q i "
     "'[attention]'"},
    {"who looks at whom: arrows point at another word, Enter asks", "01",
     "@5.1 Down Right ? att Enter '>x2' '>█████▉<' 'x2, x3' 'itself' 'x2 looks at: 0.9820 of x2' "
     "'exact of x2 [2.0000 7.9640 0.0540] = 0.9820 x [2 8 0]' Up '>x1' 'x1 looks at: 0.4683 of x2' "
     "Right '>██▊   <' Enter 'weights[x1, x3]' '[made of]' q '[attention]'"},
    {"how a row of weights forms, key by key", "01",
     "@5.1 Down Right ? inspect_row 'inspect row' Enter '[row]' '>x2 ' '- max' '> 0.9820<████▉' "
     "Down "
     "'>x3 ' '> 0.0180<' Right 'weights[x3, x3]' '> 0.1192<' Left Up '> 0.9820<' Tab '{   2}' "
     "'values[x2, v1] = 2, made in' Enter 'values[x2, v1] = 2.0' '[made of]' q '[row]'"},
    {"a change of a number of the row, where it is marked", "01",
     "@5.1 Down Right ? inspect_row Enter = 'what if weights[x2, x2] = ' Esc Tab = 'what if "
     "values[x2, v1] "
     "= ' 9 "
     "Enter 'WHAT IF' '{  *9}'"},
    {"how much the loss grows with a number", "trained.md",
     "@1.1 Down Right ? grad 'inspect gradient' Enter '[gradient]' "
     "'w.grad[b, v] = 24: when w[b, v] grows by a little' 'b 3  >4<    b  0  {24}' '12 * 2 = 24' "
     "'w.grad[b, v] = 24, made in 1.' Tab '> y[b, v]   gradient 12' Enter 'y.grad[b, v] = 12.0' q "
     "Up 'w.grad[a, v] = 0' Down 'with w[b, v] = 4.001' Enter 'w.grad[b, v] = 24.0' '[made of]'"},
    {"the gradient of another number", "trained.md",
     "@1.1 Down Right ? grad Enter = 5 Enter 'w.grad[b, v] = *32: when' 'w[b, v] = 5.001' w "
     "'w.grad[b, v] = *24' w '*8 (the difference)'"},
    {"no gradient for a class that did not see it", "trained.md",
     "@1.1 T Enter q Down Right ? grad Enter 'it has not been shown yet' !'24' !'Tried' !'36'"},
    {"11 stop", "01", "@5.1 Q"},
    {"12 step into y = net(x)", "heads.py",
     "Space Space 'Enter into forward' Enter 'Heads.forward'"},
    {"13 step over a line", "heads.py", "Space Space Space !'Heads.forward'"},
    {"14 out of Head.forward to its result", "heads.py",
     "Space Space Enter Space Space Space 'y [3 x 4]' Enter '> Head.forward' 'q out' Space q "
     "!'> Head.forward' '> Heads.forward' q !'> Heads.forward' 'y [3 x 12]' 'q menu'"},
    {"15 the same line for the next head", "heads.py",
     "Space Space Enter Space Space Space Enter Space Space 'both' 'head 1 of 3' 'n next "
     "head' "
     "n 'head 2 of 3' 'both' n 'head 3 of 3' p 'head 2 of 3'"},
    {"16 into the second call of a line", "heads.py",
     "Space Space Enter Space Space Space Enter Space Space Space S-Tab "
     "'call Head.scale' Enter 'Head.scale'"},
    {"17 past a loop, or to a pass", "heads.py",
     "Space Space Enter Space Space ? pass_3 Enter 'head 3 of 3' n '> 33' !'> head 3 of 3'"},
    {"the passes of a loop", "heads.py",
     "Space Space Enter Space Space ? pass Enter 'for ' '> ' Down Down Enter 'head 3 of 3' q 'head "
     "2' "
     "Up Enter 'head 2 of 3' q q '> head 1 of 3'"},
    {"18 choose a block", "stacks.md", "@1.1 ] Enter 'x[0, 1, 0, 0]' q [ [ Enter 'x[1, 2, 0, 0]'"},
    {"19 choose a block by its labels", "stacks.md",
     "@1.1 ? block_1_2 Enter Enter 'x[1, 2, 0, 0]'"},
    {"20 a script that fails", "fails.py",
     "'matmul: sizes do not fit' Enter 'It stopped here. = changes the line.'"},
    {"21 start a class, reveal row by row", "01",
     "@5.1 T Enter q '###' Space 'Space show x1' Space 'Space show x2' 'Bksp hide' '0.0634' "
     "'3 of 9 numbers shown' Space Space !'###'"},
    {"Enter shows no hidden value", "value.md",
     "@1.2 T Enter q 'hidden' Enter 'It is hidden' 'hidden' Space '0.625'"},
    {"22 show all of a result", "01", "@5.1 T Enter q s '0.9820'"},
    {"23 hide it again and ask", "01",
     "@5.1 T Enter q s '0.0003' g '>###<' 'guess weights' !'0.0003'"},
    {"23 hide it again", "01", "@5.1 T Enter q s '0.0003' ? hide Enter !'0.0003' '###'"},
    {"24 a class guesses: wrong, hint, right", "01",
     "@5.1 T Enter q Space Down Right g 0.9 Enter '0.9: too small.' Tab 'Hint:' 0.98 Enter 'Right' "
     "Esc "
     "'0.9820'"},
    {"25 another class", "01", "@5.1 T Enter q s '0.9820' T Down Enter q '###' u '0.9820'"},
    {"26 blank, and back", "01", "@5.1 b !'weights' x 'weights' . !'weights' x 'weights'"},
    {"27 a remote", "01",
     "@5.1 PgDn 'Answer:' PgDn 'step 2/2' PgUp 'Answer:' PgUp !'Answer:' 'step 1/2' Esc 'step 1/2' "
     ". !'step' . 'step 1/2'"},
    {"29 jump, look, come back", "01", "@2.1 5.1 Enter 'stage 5/12  step 1/2' q 'stage 2/12'"},
    {"30 Space pressed too often on a number", "01",
     "@5.1 T Enter q Space Space Enter 'weights[x1, x1]' Space '3 of 9 numbers shown' Space "
     "'6 of 9 numbers shown'"},
    {"31 the answer of a stage jumped to early", "01",
     "T Enter q 5 Enter a 'which is hidden: a again opens it' a 'Answer'"},
    {"32 with a class on the editor stays shut", "01", "@5.1 T Enter q e 'off ends it'"},
    {"33 set a number", "01", "@3.2 Tab Down = 'what if x[x2, f1] = ' 5 Enter 'results differ'"},
    {"34 change the line of code", "01", "@4.2 = Tab Tab 'what if scores = queries @ keys.T' Esc"},
    {"35 0, 1, 2 in turn, beside each other", "01",
     "@5.1 = 0,_1,_2 Enter 'weights' w 'value 2 of 3' w 'value 3 of 3' Enter i i i i i i i i "
     "'[values]'"},
    {"36 one change off, one edited, one deleted", "01",
     "? scores[x2,_x2]_=_0 Enter ? scores[x1,_x1]_=_0 Enter c 'scores[x1, x1] = 0' w 'off' = "
     "Ctrl-U Enter "
     "!'scores[x2, x2] = 0'"},
    {"37 each result that changed", "01",
     "? scores[x2,_x2]_=_0 Enter c Down Enter 'q changes' 'n next result' n q 'scores[x2, x2] = "
     "0'"},
    {"38 undo", "01", "? scores[x2,_x2]_=_0 Enter u 'Taken back: the change scores[x2, x2] = 0'"},
    {"40 a number anywhere", "01",
     "/ softmax Enter 'places with' Enter 'q places' n 'q places' q 'places with' q"},
    {"41 a number by its row and column", "01", "@5.1 / x2_x3 Enter '>0.0180<'"},
    {"42 copy a matrix", "01", "@5.1 y 'as PyTorch prints it' Enter y 'Copied: 0.06337'"},
    {"46 a click points, another is Enter; words are buttons", "01",
     "@5.1 *0.9820 '>0.9820<' *0.9820 'weights[x2, x2] = 0.98' *leads '[leads to]' *made '[made "
     "of]' "
     "*Space 'step 1/2' *? 'what does something here' *signs 'Signs' q '>0.9820<' t *Sum "
     "'> 7' *Sum 'stage 7/12'"},
    {"the end of a jump: Space makes it the place", "01",
     "@2.1 5.1 Enter 'q back' Space Space 'step 2/2' 'q menu' t 'back to 2.1' Home Enter 'stage "
     "2/12'"},
    {"a list is not opened twice", "01", "@5.1 t Enter t q 'step 1/2' 'q menu'"},
    {"Enter never shows what is hidden", "01", "@5.1 T Enter q Enter '= ###' Space '0 of 9'"},
    {"an unknown key is answered", "01", "@5.1 z 'z does nothing here. ? lists what does.'"},
    {"Esc leaves nothing", "01", "@5.1 Esc Esc 'step 1/2' Enter Esc 'step 1/2' t Esc 'step 1/2'"},
    {"the palette by mistake", "01", "@5.1 T Enter q ? Enter '0 of 9'"},
    {"an empty guess shows nothing", "01", "@5.1 T Enter q g Enter '0 of 9' 'Space show'"},
    {"out of a call, and back into it", "heads.py",
     "Space Space Enter 'Heads.forward' Space Space Space Space Space Space Space Space "
     "Space "
     "Space Space '> 33' Space 'returned' Bksp '> 33' Space 'returned' Space !'returned'"},
    {"an earlier line comes back", "01",
     "/ softmax Enter q / queries Enter q / Up 'find queries' Up 'find softmax' Down 'find "
     "queries' "
     "Esc ? pass Ctrl-U goto_5.1 Enter ? Up '? goto 5.1' Enter 'step 1/2'"},
    {"Tab completes names and labels", "01",
     "@5.1 ? point_wei Tab 'point weights' [x Tab 'weights[x1, ' x3 Tab Enter '>0.4683<'"},
    {"Space shows a class what is in sight", "blocks.py",
     "@1.2 T Enter q Space ] !' 14' Space ' 14' Space ' 18' Space ' 22' 'Space show 1 '"},
    {"a name that is too long for its column", "01",
     "@5.1 T Enter q 'Space show it Bksp back   Enter where from     q menu'"},
    {"a tab that is a list finds", "01", "@5.1 Enter i 'q back     / find         ? keys'"},
    {"Backspace at a result one has come back to", "01",
     "@5.1 T Enter q s 'Bksp hide' Space Space Space 'step 2/2' Bksp Bksp 'Bksp back' Bksp !'step "
     "1/2'"},
    {"one place found is named", "01",
     "/ 0.8805 Enter 'Found in 5.1: weights[x3, x2] = 0.8805.' '>0.8805<'"},
    {"43 a narrow window", "01", "%40x20 @5.1 'Space' 'Enter' 'q' '?'"},
};

START_TEST(tasks_are_done_by_their_keys)
{
    do_task(&tasks[_i]);
}
END_TEST

/* --- the last line ---------------------------------------------------------------------------------- */

/* Row 24, word for word, in the situations of a list of them. */
static const Task last_lines[] = {
    {"a result", "01",
     "@5.1 ' Space next    Bksp back   Enter where from     q menu     = what if      ? keys'"},
    {"a call of your code", "heads.py",
     "Space Space ' Space next    Bksp back   Enter into forward   q menu     = what if      "
     "? "
     "keys'"},
    {"inside code, in a loop", "heads.py",
     "Space Space Enter Space Space Space Enter Space "
     "' Space next    Bksp back   Enter where from     q out      n next head    ? keys'"},
    {"a question", "01",
     "@5 ' Space next    Bksp back   g guess              q menu     a answer       ? keys'"},
    {"a question about what is typed in", "03",
     "@1 ' Space next    Bksp back                        q menu     a answer       ? keys'"},
    {"a loop in a call", "05",
     "@12 Space Space 'A loop of 10 passes ran here: ? pass lists them.'"},
    {"class, row hidden", "01",
     "@5.1 T Enter q Space Space "
     "' Space show x2 Bksp hide   Enter where from     q menu     g guess        ? keys'"},
    {"opened from a list", "01",
     "@5.1 / 16 Enter Up Enter "
     "' Space next    Bksp back   Enter where from     q places   n next place   ? keys'"},
    {"text cut", "01",
     "@2 ' Space more    Bksp back                        q menu     a answer       ? keys'"},
    {"a number made of others", "01",
     "@5.1 Down Right Enter "
     "' Space to 5.1  Bksp back   Enter scores[x2, x2] q back     i tree         ? keys'"},
    {"an input", "01",
     "@1.1 Enter ' Space to 1.1  Bksp back                        q back     = what if      ? "
     "keys'"},
    {"a list", "01",
     "@5.1 v ' Space to 5.1  Bksp back   Enter open           q back     / find         ? keys'"},
    {"a list longer than the screen", "01",
     "%80x12 @5.1 t ' Space page    Bksp back   Enter open           q back     / find         ? "
     "keys'"},
    {"changes", "01",
     "@5.1 ? scores[x2,_x2]_=_0 Enter c "
     "' Space to 5.1  Bksp back   Enter open           q back     w off          ? keys'"},
    {"a line that is asked for", "13",
     "@3.1 x ' Space page    Bksp back   Enter fill in        q back     / find         ? keys'"},
    {"the menu", NULL,
     "' Space open                Enter open           q leave    / find         ? keys'"},
    {"a text longer than the screen", "01",
     "%80x12 @5.1 ? signs Enter ' Space more    Bksp back                        q back     y copy "
     "        "
     "? keys'"},
    {"the end of a text", "01",
     "%80x12 @5.1 ? signs Enter End ' Space to 5.1  Bksp back                        q back     y "
     "copy     "
     "    ? keys'"},
    {"the palette", "01",
     "@5.1 ? ' Enter run     Esc close   Tab complete                    Up, Down pick  F1 all'"},
    {"a change", "01",
     "@5.1 = ' Enter try it  Esc close   Tab other proposal              Up, Down pick  F1 all'"},
    {"a guess", "01",
     "@5.1 g ' Enter check   Esc close   Tab hint                        row: 7 8 9     F1 all'"},
    {"30 columns", "01", "%30x20 @5.1 'Space next   Enter   q   ?'"},
};

START_TEST(last_lines_are_word_for_word)
{
    do_task(&last_lines[_i]);
}
END_TEST

/* --- the tables ------------------------------------------------------------------------------------- */

/* More rows than these nobody learns. */
START_TEST(the_key_table_is_short_and_whole)
{
    ck_assert_int_le(KEY_ROWS, 29);
    for (int i = 0; i < KEY_ROWS; i++) {
        const KeyRow *row = &key_table[i];
        ck_assert_ptr_nonnull(row->name);
        ck_assert_int_eq((row->press != NULL) + (row->turn != NULL) + (row->words != NULL), 1);
        ck_assert_ptr_nonnull(key_does(i, 4));
        for (const char *at = row->words; at && *at; at += strspn(at, " ")) {
            ck_assert_msg(command_find(at, strcspn(at, " ")) != NULL, "%s", at);
            at += strcspn(at, " ");
        }
    }
    static const int keys[] = {
        ' ',  K_PAGE_DOWN, K_BACKSPACE,    K_PAGE_UP,      K_ENTER,       '\r',  '\n',  K_ESCAPE,
        K_UP, K_DOWN,      K_LEFT,         K_RIGHT,        K_HOME,        K_END, K_TAB, K_BACK_TAB,
        '\t', K_F1,        K_CONTROL('L'), K_CONTROL('Z'), K_CONTROL('C')};
    for (int i = 0; i < COUNT(keys); i++)
        ck_assert_int_ge(key_row(keys[i]), 0);
    for (const char *key = "qQhjkl][npt/?:iIag=wcuvTsb.yex"; *key; key++)
        ck_assert_msg(key_row(*key) >= 0, "%c", *key);
    ck_assert_int_lt(key_row(K_OTHER), 0);
    for (int key = '0'; key <= '9'; key++)
        ck_assert_int_eq(key_row(key), key_row('t'));
    for (const char *gone = "douyYDUS#*CBfFZ~';,(){}+-mMNVP<>zRrGHJKLW"; *gone; gone++)
        if (!strchr("uy", *gone)) /* keys that mean something else now */
            ck_assert_msg(key_row(*gone) < 0, "%c", *gone);
}
END_TEST

START_TEST(words_are_no_letters)
{
    for (int i = 0; i < command_count; i++) {
        const Command *c = &command_table[i];
        ck_assert_uint_gt(strlen(c->word), 1);
        ck_assert_uint_eq(strlen(c->brief), 2);
        ck_assert_ptr_eq(command_find(c->word, strlen(c->word)), c);
        ck_assert_ptr_eq(command_find(c->brief, 2), c);
        ck_assert_ptr_nonnull(c->help);
        ck_assert_msg(!*c->arguments || *c->example, "%s", c->word);
        ck_assert_msg(c->help[0] < 'A' || c->help[0] > 'Z', "%s", c->help);
    }
}
END_TEST

/* Each command is a row of the palette as soon as its word is typed, here or among those with a reason. */
START_TEST(the_palette_has_every_command)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 1);
    app_resize(app, 120, 60);
    for (int i = 0; i < command_count; i++) {
        Told t = {app, command_table[i].word, APP_GO_ON};
        app_key(app, '?');
        press_word(&t, command_table[i].word, strlen(command_table[i].word));
        expect(&t, command_table[i].key, strlen(command_table[i].key), true);
        const Command *c = &command_table[i];
        const char *no = NULL;
        Arena a = {0};
        Model m = *app_model(app);
        m.prompt = (Prompt){0};
        Act act = {.m = &m, .w = app_world(app), .a = &a};
        no = c->why_not ? c->why_not(&act) : NULL;
        if (no)
            expect(&t, "not here:", 9, true);
        arena_release(&a);
        app_key(app, K_ESCAPE);
    }
    app_free(app);
    library_free(library);
}
END_TEST

/* No help is cut where the window has 80 columns. */
START_TEST(suggestions_fit)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 1);
    app_resize(app, 80, 60);
    for (int letter = 'a' - 1; letter <= 'z'; letter++) {
        Told t = {app, "what is cut", APP_GO_ON};
        app_key(app, '?');
        if (letter >= 'a')
            app_key(app, letter);
        expect(&t, "~\n", 2, false);
        app_key(app, K_ESCAPE);
    }
    app_free(app);
    library_free(library);
}
END_TEST

/* --- the line mode ---------------------------------------------------------------------------------- */

static const struct {
    const char *what, *lines, *told;
} talks[] = {
    {"44 read q after q is made", "goto 2.1\nread w_key\n", "f1"},
    {"a letter is no command", "goto 5\nq\n", "not a command here"},
    {"a word that something must follow", "find\n", "find needs TEXT: find 0.88"},
    {"a short form", "go 5.1\n", "5.1"},
    {"a place alone", "5.1\n", "5.1"},
    {"45 a class, hidden results", "5.1\nclass on\nshow\nguess weights[x2, x2] = 0.98\nread\n",
     "row x1: x1 hidden"},
    {"a result that is held stays hidden", "goto 5.1\nclass on\nwhatif weights = hold\nopen\n",
     "torch.tensor([...]) [3 x 3]"},
    {"a guess at a number that is shown hides the result", "5.1\nguess = 0.9\n", "too large"},
    {"... and all others of it", "5.1\nguess weights[x2, x2] = 0.98\nread\n", "x2 0.9820"},
    {"one place found", "find 0.8805\n", "Found in 5.1: weights[x3, x2] = 0.8805"},
    {"45 a class guesses", "5.1\nclass on\nguess weights[x2, x2] = 0.9\n", "0.9: too small."},
    {"a change", "whatif scores[x2, x2] = 0\n", "results differ"},
    {"help on a word", "help guess\n", "predict a hidden number; 7 8 9 a row"},
    {"no command", "nonsense\n", "nonsense is not a command"},
    {"a word cut between letters", "日日日日日日日日日日日日日日日日日日日日日\n",
     "\n日日日日日日日日日日日日日日日日日日日日 is not a command"},
    {"a setting by its words", "view decimals 2\n5.1\n", "x1 0.06"},
    {"what a setting takes", "class by\n", "by takes: row, matrix, number."},
};

START_TEST(lines_are_commands)
{
    char *told = made_talk_about(1, talks[_i].lines);
    bool found = strstr(told, talks[_i].told) != NULL;
    if (!found)
        fputs(told, stderr);
    ck_assert_msg(found, "%s: '%s' was not told above", talks[_i].what, talks[_i].told);
    free(told);
}
END_TEST

START_TEST(two_lessons_are_compared)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    Told t = {app, "39 compare", APP_GO_ON};
    app_open(app, 1);
    app_compare(app, 0);
    play(&t, "'compare' Enter 'n next result' n q 'compare' q 'introduction'");
    app_free(app);
    library_free(library);
}
END_TEST

START_TEST(a_paste_is_no_keys)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    Told t = {app, "paste", APP_GO_ON};
    app_open(app, 1);
    app_paste(app, "scores[x2, x2] = 0\n");
    play(&t, "'what if scores[x2, x2] = 0'");
    app_free(app);
    library_free(library);
}
END_TEST

Suite *grammar_suite(void)
{
    Suite *suite = suite_create("grammar");
    TCase *doing = tcase_create("tasks");
    tcase_add_unchecked_fixture(doing, enter, leave);
    tcase_set_timeout(doing, 60);
    tcase_add_loop_test(doing, tasks_are_done_by_their_keys, 0, COUNT(tasks));
    tcase_add_loop_test(doing, last_lines_are_word_for_word, 0, COUNT(last_lines));
    tcase_add_loop_test(doing, lines_are_commands, 0, COUNT(talks));
    tcase_add_test(doing, the_palette_has_every_command);
    tcase_add_test(doing, suggestions_fit);
    tcase_add_test(doing, two_lessons_are_compared);
    tcase_add_test(doing, a_paste_is_no_keys);
    suite_add_tcase(suite, doing);
    TCase *tables = tcase_create("tables");
    tcase_add_test(tables, the_key_table_is_short_and_whole);
    tcase_add_test(tables, words_are_no_letters);
    suite_add_tcase(suite, tables);
    return suite;
}
