/* Lines in, lines out: each word of the line mode, and that the places are those of the full screens. */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/command.h"
#include "app/plain.h"
#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"
#include "view/transcript.h"

/* What is typed in a lesson, and what the answer to the last line says, in this order. */
enum { MOST_FACTS = 6 };

typedef struct Talk {
    int lesson; /* -1: from the menu */
    const char *lines;
    const char *facts[MOST_FACTS];
} Talk;

static const Talk talks[] = {
    /* Along the lesson. */
    {-1, "next", {"First: by hand\n\nThe introduction.", "-- 0.0. next, back, help --"}},
    {MADE_FIRST,
     "goto 2\nnext",
     {">>> q = x @ w\nq[i, j] = sum over n of x[i, n] * w[n, j]\n",
      "q [3 x 3]\nrow x1: 0 is 1.00, 1 is -1.00, 2 is 1.50\n",
      "-- 2.1, made of x, w. next, back, open, help --"}},
    {MADE_FIRST,
     "goto 2",
     {"== 2. Products ==", "Question: Which number of `q` is the largest?",
      "-- 2.0, before 5 steps. answer, next, back, help --"}},
    {MADE_FIRST, "2.1\nback", {"-- 2.0, before 5 steps."}},
    {MADE_FIRST,
     "2\nanswer",
     {"Answer: `6`, the first of the second row.", "-- 2.0, before 5 steps. next"}},
    {MADE_FIRST, "2.1\nanswer\nup", {">>> q = x @ w", "-- 2.1"}},
    {MADE_FIRST, "goto 2.3", {"weights = softmax", "-- 2.3, made of scores."}},
    {MADE_FIRST, "2.3", {"-- 2.3, made of scores."}},
    {MADE_FIRST, "goto line 10", {"x = torch.tensor", "-- 1.1"}},
    {MADE_FIRST, "goto line 99", {"No step comes from line 99"}},
    {MADE_FIRST, "goto 9", {"There is no stage 9: contents lists them."}},
    {MADE_FIRST, "goto 2.9", {"Stage 2 has steps 0 to 5."}},
    {MADE_FIRST, "goto there", {"goto 5, goto 5.1, goto line 19."}},
    {MADE_FIRST, "2.1\nskip", {"== 3. Blocks ==", "-- 3.0"}},
    {MADE_FIRST, "2.1\nprevious", {"== 2. Products ==", "-- 2.0"}},
    {MADE_FIRST, "2.1\n4.0\nup", {">>> q = x @ w", "-- 2.1"}},
    {MADE_FIRST, "2.1\n4.0\nback\nup", {"1 01-first: First: by hand", "-- lessons."}}, /* gone on */
    {MADE_FIRST,
     "4.0\nnext",
     {"This was the last step. lesson next goes to the next lesson, up to the menu."}},
    {MADE_FIRST, "2.1\nagain", {">>> q = x @ w", "-- 2.1"}},
    {MADE_FIRST, "2.1\n\xffy", {"There is no command ?y: help lists them."}},
    {MADE_FIRST, "2.1\nview \xff 3", {"There is no setting ? 3."}},
    {MADE_FIRST,
     "contents",
     {"0 Introduction, you are here\n", "2 Products\n", "open 0 to 4, help"}},
    {MADE_FIRST, "contents\nopen 2", {"== 2. Products ==", "-- 2.0"}},
    {MADE_FIRST, "contents\nopen 2\nskip", {"== 3. Blocks ==", "-- 3.0"}},
    {MADE_FIRST, "contents\nopen 2\nprevious\nprevious\nprevious", {"This was its first row."}},
    {MADE_FIRST, "contents\nopen 4\nskip", {"This was the last row of the list."}},
    {MADE_FIRST, "contents\nopen 9", {"There is no row 9 in what was told last."}},
    {MADE_FIRST, "notes", {"There are no notes for the speaker here."}},
    {MADE_FIRST, "signs", {"~0: a number near 0", "*x: another number"}},
    {MADE_FIRST, "class", {"start qkv without --plain"}},
    {MADE_FIRST, "pass 2", {"You are in no loop"}},
    /* Lessons. */
    {-1,
     "lesson",
     {"1 01-first: First: by hand\n", "2 02-broken:  (broken)\n", "3 03 second:", "open 1 to 3"}},
    {-1, "lesson\nopen 3", {"Zweite Lektion"}},
    {-1, "3", {"Zweite Lektion"}},
    {-1, "open 1", {"First: by hand"}},
    {-1, "lesson ZWEITE", {"Zweite Lektion"}},
    {-1,
     "lesson i",
     {"Several lessons", "1 01-first: First: by hand\n2 03 second:", "open 1 to 2"}},
    {-1, "lesson i\nopen 2", {"Zweite Lektion"}},
    {-1, "lesson 2", {"02-broken is broken, line 7: "}},
    {-1, "lesson nothing", {"There is no lesson nothing: lesson alone lists them."}},
    {MADE_FIRST, "lesson next", {"Zweite Lektion"}},
    {-1, "find zweite", {"1 03 second: Zweite", "open 1, help"}},
    {-1, "up", {"These are the lessons: quit leaves."}},
    {-1, "read x", {"read is for a lesson: open 1 opens one.\n"}},
    /* Reading. A place is named as it is in a change. */
    {MADE_FIRST, "2.1\nread", {"q [3 x 3]\nrow x1: 0 is 1.00, 1 is -1.00", "row 日本: "}},
    {MADE_FIRST, "4\nread x", {"x [3 x 4]\nrow x1: a 1, b 0, c 1, d 0\n", "row 日本"}},
    {MADE_FIRST, "4\nread x[x2]", {"x [3 x 4]\nrow x2: a 0, b 2, c 0, d 2\n-- "}},
    {MADE_FIRST, "4\nread x[:, b]", {"x [3 x 4]\ncolumn b: x1 0, x2 2, 日本 1\n-- "}},
    {MADE_FIRST, "4\nread x[x2, b]", {"--\nx[x2][b] = 2.0\n-- "}},
    {MADE_FIRST, "4\nread x[x2][b]", {"--\nx[x2][b] = 2.0\n-- "}},
    {MADE_FIRST, "4\nread x[1, \"b\"]", {"--\nx[x2][b] = 2.0\n-- "}},
    {MADE_FIRST, "4\nread x[-1, -1]", {"--\nx[日本][d] = 1.0\n-- "}},
    {MADE_FIRST, "2.2\nread [x2, x1]", {"--\nscores[x2][x1] = 5.5\n"}},
    {MADE_FIRST, "2.2\nread [x2]", {"scores [3 x 3]\nrow x2: x1 5.5000, x2 120.2500"}},
    {MADE_FIRST, "2.2\nread x\nread [x2, b]", {"--\nx[x2][b] = 2.0\n"}}, /* of what was told last */
    {MADE_FIRST, "2.2\nread x\nagain\nread [x2, x1]", {"--\nscores[x2][x1] = 5.5\n"}},
    {MADE_FIRST, "4\nread blocks[x2]", {"blocks [3 x 3 x 4]  item x2\nrow 0: a 0.00, b 6.00"}},
    {MADE_FIRST, "4\nread blocks[x2, 1]", {"item x2\nrow 1: a 0.00, b 0.50"}},
    {MADE_FIRST,
     "4\nread blocks[:, 1]",
     {"item x1\nrow 1: ", "item x2\nrow 1: a 0.00, b 0.50", "item 日本\nrow 1"}},
    {MADE_FIRST, "4\nread x[x9]", {"There is no item x9: 0 to 2, or x1, x2, 日本.\n"}},
    {MADE_FIRST,
     "4\nread x[0, 1, 2]",
     {"Too many indices: x has 2 axes, item 0 to 2, then item 0 to 3: x[x1][a] is a\nnumber of "
      "it.\n"}},
    {MADE_FIRST, "4\nread bloks", {"No result is called bloks: did you mean blocks?\n"}},
    {MADE_FIRST,
     "read [0, 1]",
     {"No result was told yet that this could be about: write its name first."}},
    {MADE_SECOND, "1.5\nread", {"There are no numbers here."}},
    {MADE_FIRST, "3.1\nblock x2", {"blocks [3 x 3 x 4]  item x2\nrow 0: a 0.00, b 6.00"}},
    {MADE_FIRST, "3.1\nblock\nblock", {"item 日本"}},
    {MADE_FIRST, "3.1\nblock x2\nread [1, b]", {"blocks[x2][1][b] = 0.5\n"}},
    {MADE_FIRST, "3.1\nblock 9", {"No block of this result is called 9."}},
    {MADE_FIRST, "3.2\nblock 0 日本", {"four [1 x 3 x 3 x 4]  [0][日本]\nrow 0: "}},
    {MADE_FIRST, "2.1\nblock", {"There is only one matrix here."}},
    {MADE_FIRST, "4\ncopy q", {"tensor([[ 1.0000, -1.0000,  1.5000],\n"}},
    {MADE_FIRST, "4\ncopy weights[x1, x1]", {"--\n0.0496"}},
    /* Where a number comes from. */
    {MADE_FIRST,
     "2.2\nopen scores[x1, x2]",
     {"scores[x1][x2] = 5.5\n", "1 q[x1][0] = 1, 2.1\n", "2 q.T[0][x2] = 10",
      "-- scores[x1][x2], made in 2.2. next, up, inspect tree, open 1 to 6, help --"}},
    {MADE_FIRST,
     "2.3\nopen weights[x1, x1]",
     {"\nscores[x1][x1], this cell's own, open goes there: exp(4.25 - 7) = 0.0639\n"
      "scores[x1][x2]: exp(5.5 - 7) = 0.2231\n"}},
    {MADE_FIRST,
     "2.2\nopen [x1, x2]\nopen 3",
     {"q[x1][1] = -1\n", "1 x[x1][a] = 1, 1.1", "-- q[x1][1], made in 2.1"}},
    {MADE_FIRST,
     "2.2\nopen [x1, x2]\nopen 3\nopen 1",
     {"x[x1][a] = 1\n", "-- x[x1][a], written in 1.1. next, up, inspect leads, help --"}},
    {MADE_FIRST, "2.2\nopen [x1, x2]\nopen 3\nup", {"scores[x1][x2] = 5.5\n"}},
    {MADE_FIRST, "2.2\nopen [x1, x2]\nopen 3\nup\nup", {">>> scores = q @ q.T", "-- 2.2"}},
    {MADE_FIRST, "2.3\nopen [x2, x2]\nopen", {"scores[x2][x2] = "}}, /* its own */
    {MADE_FIRST, "2.1\nopen", {"q[x1][0] = 1\n"}},
    {MADE_FIRST, "2.1\npoint q[x2, 1]\nopen", {"q[x2][1] = 4.5\n"}},
    {MADE_FIRST, "2.1\npoint q[x2, 1]\ninspect made", {"1 x[x2][a] = 0, 1.1\n"}},
    {MADE_FIRST,
     "open weights[x2]",
     {"These are 3 numbers: which one? Such as weights[x2][x1].\n"}},
    {MADE_FIRST, "4\nopen x", {"These are 12 numbers: which one?"}},
    {MADE_FIRST, "3.0\nopen", {"These are the numbers of step 3.1."}},
    {MADE_FIRST, "4.0\nopen", {"There are no numbers in this stage."}},
    {MADE_FIRST, "2.2\nopen [x1, x2]\nread 9", {"There is no row 9 in what was told last.\n"}},
    {MADE_FIRST, "2.2\nopen [x1, x2]\nread 2", {"--\nq.T[0][x2] = 10.0\n"}},
    {MADE_FIRST, "2.2\nopen [x1, x2]\ninspect inputs 2", {"x: 4 of 12 numbers"}},
    {MADE_FIRST, "2.2\nopen [x1, x2]\nopen 9", {"There is no row 9"}},
    {MADE_FIRST, "2.2\nopen q.T[0, x2]", {"q.T[0][x2] = 10\n"}},
    {MADE_FIRST,
     "inspect tree q[x1, 1]",
     {"q[x1][1] = -1: ", "\n1 x[x1][a] = 1: stage 1, line ", "That is all of it"}},
    {MADE_FIRST,
     "2.3\ninspect tree [x1, x1]",
     {"\n1 scores[x1][x1]", "\n1.1 q[x1][0] = 1", "inspect tree once more goes"}},
    {MADE_FIRST,
     "2.3\ninspect tree [x1, x1]\ninspect tree",
     {"\n1.1.1 x[x1][a] = 1", "open 1 to "}},
    {MADE_FIRST, "2.3\ninspect tree [x1, x1]\nopen 1.1", {"q[x1][0] = 1\n"}},
    {MADE_FIRST,
     "inspect inputs q[x1, 1]",
     {"inputs; how often each goes in:\nx: 4 of 12 numbers, ",
      "inspect inputs x tells the numbers"}},
    {MADE_FIRST, "inspect inputs q[x1, 1]\ninspect inputs x", {"x[x1][a] = 1, 1 time\n"}},
    {MADE_FIRST, "inspect leads x[x1, a]", {"later results use it.", "With x[x1][a] = "}},
    {MADE_FIRST,
     "inspect made x[x1, a]",
     {"Nothing made this number: it is written in the lesson."}},
    {MADE_FIRST, "2.3\ninspect attention", {"x2 looks at x2 1.0000\n"}},
    {MADE_FIRST, "1.1\ninspect attention weights", {"x2 looks at x2 1.0000\n", "-- 1.1"}},
    {MADE_FIRST,
     "2.1\ninspect sums x",
     {"row x2: a 0, b 2, c 0, d 2; sum 4\n", "sums of the columns: a 2, b 3, c 2, d 3\n"}},
    {MADE_FIRST, "2.2\ninspect results", {"1 x [3 x 4], 1.1\n", "q [3 x 3], 2.1\n", "open 1 to 4"}},
    {MADE_FIRST, "2.2\ninspect results\nopen 1", {"-- 1.1"}},
    {MADE_FIRST, "2.1\ninspect code", {"> q = x @ w\n"}},
    {MADE_FIRST,
     "2.1\ninspect tree",
     {"inspect tree: which number? Such as: inspect tree q[x1][0]\n"}},
    {MADE_FIRST, "2.1\ninspect all", {"Which tab? made, tree, inputs, leads, attention"}},
    /* Finding. */
    {MADE_FIRST,
     "find 120.25",
     {"1 in 2.2: scores[x2][x2] = 120.2500", "-- 0.0. next, back, open 1, help --"}},
    {MADE_FIRST, "find 120.25\nopen 1", {">>> scores = q @ q.T", "-- 2.2"}},
    {MADE_FIRST,
     "find 120.25\nopen 1\nopen",
     {"scores[x2][x2] = 120.25\n"}}, /* the number that was looked for */
    {MADE_FIRST, "find 120.25\nopen 1\nup", {"-- 0.0"}},
    {MADE_FIRST, "find scores\nopen 1\nskip", {">>> weights", "-- 2.3"}},
    {MADE_FIRST, "find WORDS", {"in 2.2: "}},
    {MADE_FIRST, "find zz\001\354", {"\"zz??\" is in no text"}}, /* any bytes */
    {MADE_FIRST,
     "find 25",
     {"\"25\" is in no text, name, label or number of this lesson."}}, /* not in 120.25 */
    {MADE_FIRST, "find", {"find: which text? Such as: find 0.5\n"}},
    /* Guessing. */
    {MADE_FIRST,
     "2\nguess",
     {"The next result, 2.1:\nq = x @ w\n", "made of x [3 x 4]",
      "guess: which number? guess q[x1][0] = 0.5; or a row, guess q[x1] = and its 3\nnumbers.\n"}},
    {MADE_FIRST, "2\nguess q[x2, 0] = 20/2", {"Right: q[x2][0] = 10.00\n"}},
    {MADE_FIRST,
     "2\nguess q[x2, 0] = 3",
     {"q[x2][0]: 3 is too small.\nguess = NUMBER tries again, hint helps.\n"}},
    {MADE_FIRST, "2\nguess q[x2, 0] = 3\nguess = 10", {"Right: q[x2][0] = 10.00\n"}},
    {MADE_FIRST,
     "2\nguess q[x2] = 10 1 9",
     {"Right: q[x2][0] = 10.00\nq[x2][1]: 1 is too small.\nq[x2][2]: 9 is too large.\n"}},
    {MADE_FIRST,
     "2\nguess q[x2] = 10 1 9\nguess = 4.5",
     {"Right: q[x2][1] = 4.50\n"}}, /* the first wrong one */
    {MADE_FIRST, "2\nguess q[x2] = 10", {"After = 3 numbers: all of the row.\n"}},
    {MADE_FIRST, "2\nguess q[x2, 0] = 10 1", {"After = 1 number: this is no row.\n"}},
    {MADE_FIRST, "2\nguess q[x2, 0] = ten", {"That is no number"}},
    {MADE_FIRST, "2\nguess q[x2, 0] =", {"guess: which number? guess q[x1][0] = 0.5"}},
    {MADE_FIRST,
     "2.1\nguess q[x2, 0] = 10",
     {"That is not in the next result: guess alone tells which that is.\n"}},
    {MADE_FIRST, "4\nguess", {"No result comes after this."}},
    {MADE_FIRST, "2.2\nguess [x2, 日本] = 0", {"weights[x2][日本] = 1."}}, /* not ~0 */
    {MADE_SECOND, "1.2\nguess dot = 8955050", {"Right: dot = 8.9550e+06\n"}},
    {MADE_FIRST,
     "2\nhint q[x2, 0]",
     {"q[x2][0]: row x2 of x times column 0 of w, number by number, all added up\n"}},
    {MADE_FIRST,
     "2\nhint q[x2, 0]\nhint",
     {"q[x2][0]: 0 * 1 + 2 * 3 + 0 * 0 + 2 * 2 = ? (the last hint)\n"}},
    {MADE_FIRST, "2\nhint q[x2, 0]\nguess = 10", {"Right: q[x2][0] = 10.00\n"}},
    {MADE_FIRST, "2\nguess q[x2, 0] = 3\n3", {"== 3. Blocks =="}}, /* a number alone is a place */
    /* What if. */
    {MADE_FIRST,
     "1.1\nwhatif x[x1, a] = 5",
     {"9 of 12 results differ. changes lists them, with off tells how it was, undo\ntakes the "
      "change back.",
      "With the changes: 1 of 12 differ, most at [x1][a]: 1 -> 5", "[x1][a] was 1, is 5\n",
      "-- 1.1, made of x, what if."}},
    {MADE_FIRST,
     "2.2\nwhatif x[x1, a] = 5",
     {"9 of 12 results differ, the first in 1.1, before this."}},
    {MADE_FIRST,
     "2.2\nopen [x1, x2]\nwhatif x[x1, a] = 5",
     {"\nscores[x1][x2] is 9.5, and was 5.5 without the changes.\n"}},
    {MADE_FIRST, "2.1\nwhatif [x2, 0] = 7\nchanges", {"change 1: q[x2, 0] = 7\n"}},
    {MADE_FIRST, "2.1\nwhatif [x2] = 0\nchanges", {"change 1: q[x2, :] = 0\n"}},
    {MADE_FIRST,
     "2.1\nwhatif q = x @ w * 2\nchanges",
     {"change 1: q = x @ w * 2\n", "1 q: 8 of 9 differ", "open 1 to "}},
    {MADE_FIRST,
     "1.1\nwhatif x[x1, a] = 5\nchanges",
     {"change 1: x[x1, a] = 5\n1 x: 1 of 12 differ, most at [x1][a]: 1 -> 5, 1.1\n"
      "2 q: 3 of 9 differ",
      "9 of 12 results differ; a row is opened by its number.\n"}},
    {MADE_FIRST,
     "1.1\nwhatif x[x1, a] = 5\nchanges\nopen 2",
     {">>> q = x @ w", "With the changes: 3 of 9 differ", "-- 2.1"}},
    {MADE_FIRST, "1.1\nwhatif x[x1, a] = 5\nchanges\nopen 2\nskip", {">>> scores", "-- 2.2"}},
    {MADE_FIRST,
     "1.1\nwhatif x[x1, a] = 5\nwith off",
     {"Without the changes; with on brings them back.", "x1: a 1", "what if, off."}},
    {MADE_FIRST, "1.1\nwhatif x[x1, a] = 5\nwith\nwith", {"With the changes.", "x1: a 5"}},
    {MADE_FIRST,
     "2.1\nwhatif x[x1, a] = 5\nwith difference",
     {"--\nWith the changes: 3 of 9 differ", "[x1][0] was 1.00, is 5.00"}},
    {MADE_FIRST,
     "1.1\nwhatif x[x1, a] = 5\nswitch 1\nchanges",
     {"change 1: x[x1, a] = 5, off\n-- "}},
    {MADE_FIRST,
     "1.1\nwhatif x[x1, a] = 5\nwhatif x[x1, b] = 6\nedit-change 1 x[x1, a] = 2\nchanges",
     {"change 1: x[x1, a] = 2\nchange 2: x[x1, b] = 6\n"}},
    {MADE_FIRST,
     "1.1\nwhatif x[x1, a] = 5\nwhatif x[x1, b] = 6\nremove 1\nchanges",
     {"--\nchange 1: x[x1, b] = 6\n"}},
    {MADE_FIRST, "1.1\nwhatif x[x1, a] = 5\nremove 1", {"All changes are gone", "x1: a 1"}},
    {MADE_FIRST, "1.1\nwhatif x[x1, a] = 5\nremove 2", {"Which change? changes lists them"}},
    {MADE_FIRST, "remove 1", {"Nothing is changed. Such as: whatif x[0, 0] = 2"}},
    {MADE_FIRST,
     "1.1\nwhatif x[x1, a] = 5\nundo",
     {"x[x1, a] = 5 is taken back. All changes are gone", "x1: a 1"}},
    {MADE_FIRST,
     "1.1\nwhatif x[x1, a] = 5\nswitch 1\nundo",
     {"x[x1, a] = 5 is on again. 9 of 12 results", "x1: a 5"}},
    {MADE_FIRST, "undo", {"There is no change to undo."}},
    {MADE_FIRST,
     "2.1\nwhatif x[x1, a] = 2, 3\ninspect values",
     {"[x1][2]: now 1.50, with 2 2.00, with 3 2.50\n"}},
    {MADE_FIRST,
     "2.1\nwhatif x[x1, a] = 2, 3",
     {"With 2, the first of the 2 values: 9 of 12",
      "inspect values tells\na result with each of them."}},
    {MADE_FIRST, "2.2\nwhatif x[x1, a] = 2, 3\ninspect values q", {"[x1][0]: now 1"}},
    {MADE_FIRST, "inspect values", {"There are no numbers here."}},
    {MADE_FIRST,
     "2.1\ninspect values",
     {"Columns are for changes with several values: whatif x[0, 1] = -2, 0, 2"}},
    {MADE_FIRST, "2.1\nwhatif", {"Type it with another right side: whatif q = x @ w\n"}},
    {MADE_FIRST, "2.1\npoint q[x1, 0]\nwhatif", {"whatif q[x1, 0] = 1\n"}},
    {MADE_FIRST, "2.1\nwhatif x[x9, a] = 2", {"no row is labelled 'x9'"}},
    {MADE_FIRST, "2.1\nwhatif q = = 1", {"found '='; '==' compares, at: = 1\n"}},
    {MADE_FIRST, "2.1\nwhatif x[x1, a] = 5\nwhatif x[x1, a] = 5", {"this change is made already"}},
    {MADE_FIRST,
     "2.2\nwhatif scores[x2, x2] = 120.2501",
     {"\n[x2][x2] was 120.2500, is 120.2501\n"}},
    {MADE_FIRST,
     "2.2\nwhatif scores[x2, x2] = 120.25001",
     {"With the changes: Only digits that are not printed differ.\n"}},
    {MADE_FIRST,
     "2.3\nwhatif scores[x1, x2] = -6",
     {"row x1: x1 0.0601, x2 2.1245e-06", "[x1][x2] was 0.1734, is 2.1245e-06\n"}},
    {MADE_FIRST, "1.1\nwhatif x[x1, a] = 5\nwrite Five", {"Written to 01-first-what-if.md"}},
    {MADE_FIRST, "write Five", {"Nothing is changed"}},
    /* How it looks. */
    {MADE_FIRST, "2.2\nview decimals 1", {"row x2: x1 5.5, x2 120.2, 日本 65.6\n"}},
    {MADE_FIRST, "2.2\nview decimals all", {"x1 4.250000000"}},
    {MADE_FIRST,
     "2.2\nview decimals 10",
     {"There is no setting decimals 10. There are:\ndecimals 4"}},
    {MADE_FIRST, "1.1\nview sums on", {"row x2: a 0, b 2, c 0, d 2; sum 4\n"}},
    {MADE_FIRST, "2.2\nview detail operations\nback", {"q.T", "-- 2.2, made of q."}},
    {MADE_FIRST, "view", {"decimals 4", "detail results", "sums off"}},
    /* What is no command, and how it is written. */
    {MADE_FIRST, "q", {"q is a result here: read q shows it. up goes up, quit leaves.\n"}},
    {MADE_FIRST,
     "z",
     {"No command has one letter: up goes up, quit leaves, help lists them all.\n"}},
    {MADE_FIRST, "weights", {"weights is a result here: read weights shows it.\n"}},
    {MADE_FIRST, "x[x1, a]", {"read x[x1, a] tells it, open x[x1, a] where it comes from.\n"}},
    {MADE_FIRST, "x[x1, a] = 2", {"A change is written whatif x[x1, a] = 2\n"}},
    {MADE_FIRST, "gues", {"There is no command gues: did you mean guess?\n"}},
    {MADE_FIRST, "frobnicate", {"There is no command frobnicate: help lists them.\n"}},
    {MADE_FIRST, "next 3", {"next stands alone: goes on; an empty line does the same.\n"}},
    {MADE_FIRST, "2.1\npoint", {"point: which number? Such as: point q[x1][0]\n"}},
    {MADE_FIRST, "2.2\n\x1b[A", {"An arrow or a function key, which mean nothing here. rlwrap"}},
    {MADE_FIRST,
     "help",
     {"next, ne", "guess, gu [PLACE] = NUMBER", "edit, ed", "PLACE is scores[x2, x3], a number"}},
    {MADE_FIRST, "help gu", {"--\nguess, gu [PLACE] = NUMBER: judges it", "-- 0.0"}},
    {MADE_FIRST, "help next", {"On the screens: Space.\n"}},
    {MADE_FIRST, "help zz", {"There is no command zz: help alone lists them."}},
};

/* What is said to lines, from the answer to the last of them on. */
static char *last_answer(const Talk *talk)
{
    Buf before = {0};
    const char *last = strrchr(talk->lines, '\n');
    buf_add(&before, talk->lines, last ? (size_t)(last - talk->lines) + 1 : 0);
    char *all = made_talk_about(talk->lesson, talk->lines), *start = all;
    const char *greeting = strstr(all, " --\n");
    ck_assert_ptr_nonnull(greeting);
    start = all + (greeting - all) + 1;
    if (last) {
        char *earlier = made_talk_about(talk->lesson, buf_text(&before));
        ck_assert(strncmp(all, earlier, strlen(earlier)) == 0);
        start = all + strlen(earlier) - 3; /* "--" of the answer before stands for its beginning */
        free(earlier);
    }
    char *answer = strdup(start);
    buf_release(&before);
    free(all);
    return answer;
}

START_TEST(r25_lines_and_answers)
{
    char *answer = last_answer(&talks[_i]);
    const char *at = answer;
    for (int i = 0; i < MOST_FACTS && talks[_i].facts[i]; i++) {
        const char *said = strstr(at, talks[_i].facts[i]);
        ck_assert_msg(said != NULL, "after '%s': '%s' is not said in\n%.1500s", talks[_i].lines,
                      talks[_i].facts[i], at);
        at = said + strlen(talks[_i].facts[i]);
    }
    const char *end = answer + strlen(answer);
    ck_assert_msg(end - answer > 4 && strcmp(end - 4, " --\n") == 0, "no last line: %s", answer);
    free(answer);
}
END_TEST

/* --- the table ------------------------------------------------------------------------------- */

START_TEST(a_word_has_two_letters_and_no_other_name)
{
    int count;
    const Command *c = command_table(&count);
    ck_assert_int_ge(count, 35);
    for (int i = 0; i < count; i++) {
        ck_assert_uint_gt(strlen(c[i].word), 1);
        ck_assert_uint_eq(strlen(c[i].brief), 2);
        ck_assert(c[i].run && *c[i].words && (!c[i].ask || c[i].example));
        ck_assert_ptr_eq(command_find(c[i].word, strlen(c[i].word)), &c[i]);
        ck_assert_ptr_eq(command_find(c[i].brief, 2), &c[i]);
        int rows;
        const KeyRow *row = keys_table(&rows);
        bool is_key = c[i].key == 0;
        for (int k = 0; k < rows && !is_key; k++)
            is_key = keys_find((KeyContext)(row[k].where & ~(row[k].where - 1)), c[i].key) != NULL;
        ck_assert_msg(is_key, "%s has a key that does nothing", c[i].word);
    }
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    for (int i = 0; letters[i]; i++)
        ck_assert_ptr_null(command_find(&letters[i], 1));
}
END_TEST

/* Wherever one is, each word is answered, says how it is written where something is missing, and has no other
 * answer than its two letters have. */
START_TEST(both_names_do_the_same)
{
    static const char *const places[] = {"", "2.1\n", "2.2\nopen [x1, x2]\n",
                                         "3.1\nwhatif x[0, 0] = 2\n"};
    int count;
    const Command *c = command_table(&count);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < COUNT(places) && strcmp(c[i].word, "edit") != 0; k++) {
            Buf lines = {0};
            buf_printf(&lines, "%s%s", places[k], c[i].word);
            char *one = made_talk_about(MADE_FIRST, buf_text(&lines));
            buf_clear(&lines);
            buf_printf(&lines, "%s%s", places[k], c[i].brief);
            char *two = made_talk_about(MADE_FIRST, buf_text(&lines));
            ck_assert_str_eq(one, two);
            Buf asked = {0};
            buf_printf(&asked, "\n%s: %s Such as: %s ", c[i].word, c[i].ask ? c[i].ask : "",
                       c[i].word);
            ck_assert_msg((strstr(one, buf_text(&asked)) != NULL) == (c[i].ask != NULL), "%s: %s",
                          c[i].word, one);
            buf_release(&asked);
            buf_release(&lines);
            free(one);
            free(two);
        }
}
END_TEST

/* --- places ---------------------------------------------------------------------------------- */

/* Where the reader was is said in commands, too, when the line mode was chosen before the lesson is opened. */
START_TEST(places_kept_are_told_in_words)
{
    Library *library = library_open();
    for (int i = 0; i < 2; i++) {
        App *app = app_new(library, true);
        app_plain(app);
        char *text = made_talk(app, library,
                               i ? "\nlesson 3\n" : "open\n2\n\nwhatif x[x1, a] = 2\nquit\n");
        ck_assert_msg(
            i == 0 || strstr(text, "You were here, in stage 2 of First: by hand. goto 0 goes to "
                                   "the start. changes\nlists your 1 change, off now."),
            "%s", text);
        const char *kept = strstr(text, "Your place is kept: stage 2 of First: by hand.\n");
        ck_assert_int_eq(kept != NULL, i == 0);
        const char *told = strstr(text, "You were here");
        ck_assert_msg(i == 0 || !strstr(told + 1, "You were here"), "%s", text);
        free(text);
        app_free(app);
    }
    library_free(library);
}
END_TEST

/* What is said names commands: nobody who listens has a screen's keys before the eyes. */
START_TEST(messages_name_commands)
{
    static const char *const places[] = {"",
                                         "1\n",
                                         "1.1\n",
                                         "2.2\nopen [x1, x2]\n",
                                         "2.1\nwhatif x[0, 0] = 2\n",
                                         "3.2\n",
                                         "2.1\nwhatif x[0, 0] = 2\nopen q[0, 0]\n",
                                         "4\n",
                                         "2.1\nview detail operations\n"};
    static const char keyed[] =
        "Tab|Esc\\b|Space|(^|[ :;,])[][A-MO-Za-z~=:;,&#*?{}]( (and|,) [][{}])? "
        "(go|show|list|undo|hide|give|play|change|move|close|ask|lead|take|pick)(e?s)?\\b";
    regex_t wrong;
    int count;
    const Command *c = command_table(&count);
    ck_assert_int_eq(regcomp(&wrong, keyed, REG_EXTENDED | REG_NEWLINE), 0);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < COUNT(places); k++) {
            bool tells_keys = strcmp(c[i].word, "signs") == 0 || strcmp(c[i].word, "help") == 0 ||
                              strcmp(c[i].word, "class") == 0;
            if (tells_keys || strcmp(c[i].word, "edit") == 0)
                continue;
            Buf lines = {0};
            buf_printf(&lines, "%s%s\n%s 1\n%s", places[k], c[i].word, c[i].word, c[i].word);
            char *text = made_talk_about(MADE_FIRST, buf_text(&lines));
            regmatch_t at;
            bool is_wrong = regexec(&wrong, text, 1, &at, 0) == 0;
            ck_assert_msg(!is_wrong, "after '%s': ...%.80s", buf_text(&lines),
                          text + (is_wrong ? at.rm_so : 0));
            free(text);
            buf_release(&lines);
        }
    regfree(&wrong);
}
END_TEST

/* Where a line of the transcript is told, from `told` on: NULL if nowhere. The tensors, which are told number
 * by number, and lines with marks, are passed over. */
static const char *where_told(const char *told, const char *line, size_t length)
{
    Arena arena = {0};
    const char *text = arena_text(&arena, line, length);
    bool is_number = text[0] == ' ' || strchr(text, '*') || strncmp(text, "tensor(", 7) == 0 ||
                     (strncmp(text, ">>>", 3) != 0 && length > 0 && text[length - 1] == ')');
    const char *at = is_number ? told : strstr(told, text);
    arena_release(&arena);
    return at;
}

/* Empty lines to the end tell the whole lesson but the answers, line for line and in its order. */
START_TEST(empty_lines_tell_the_whole_lesson)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, MADE_FIRST);
    char lines[100] = "";
    memset(lines, '\n', 40);
    char *text = made_talk(app, library, lines);
    const char *at = text;
    Buf whole = {0};
    int code = 0;
    for (int s = 0; s < library->entry[0].lesson->stages; s++)
        transcript_stage(&whole, library->entry[0].run, s, DETAIL_NORMAL);
    for (const char *line = buf_text(&whole); *line;) {
        size_t n = strcspn(line, "\n");
        const char *found = where_told(at, line, n);
        ck_assert_msg(found != NULL, "not told, or not after '%.40s': %.*s", at, (int)n, line);
        at = found;
        code += strncmp(line, ">>> ", 4) == 0;
        line += n + 1;
    }
    ck_assert_int_ge(code, 14);
    ck_assert_ptr_nonnull(strstr(text, "row 日本: a 1, b 1, c 1, d 1\n"));
    ck_assert_ptr_nonnull(strstr(text, "This was the last step."));
    buf_release(&whole);
    free(text);
    app_free(app);
    library_free(library);
}
END_TEST

/* Without anybody to read commands from it is the same, without what leads on, and with the answers. */
START_TEST(the_whole_lesson_at_once)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, MADE_FIRST);
    char lines[100] = "", *whole;
    size_t length;
    FILE *out = open_memstream(&whole, &length);
    ck_assert(plain_print(app, library, out));
    fclose(out);
    memset(lines, '\n', 40);
    char *text = made_talk(app, library, lines), *at = text;
    int rows = 0;
    for (const char *line = whole; *line;) {
        size_t n = strcspn(line, "\n");
        char wanted[200];
        snprintf(wanted, sizeof wanted, "%.*s", (int)n, line);
        bool is_answer = strncmp(wanted, "Answer: ", 8) == 0;
        char *found = is_answer ? at : strstr(at, wanted);
        ck_assert_msg(found != NULL, "not told, or not after '%.40s': %s", at, wanted);
        at = found;
        rows += strncmp(wanted, "row ", 4) == 0;
        line += n + (line[n] != '\0');
    }
    ck_assert_int_ge(rows, 20);
    ck_assert_ptr_nonnull(strstr(whole, "Answer: `6`, the first of the second row.\n"));
    ck_assert_ptr_null(strstr(whole, "-- stage"));
    free(whole);
    free(text);
    app_free(app);
    library_free(library);
}
END_TEST

/* A terminal would break them inside of words. Where two blanks stand at the break, the rest is not taken
 * for code, which stays as long as it is. */
START_TEST(no_line_is_too_wide)
{
    folder_write("lessons/04-wide.md",
                 "# A lesson whose title, with how it is called before it, takes more than a row "
                 "of 80\n\n## Stage\n\n```python\nimport torch\nwide = torch.arange(40.)\n"
                 "print([i * 1000 for i in range(40)])\nab = 'ab ' * 27\nprint(ab, ab, ab)\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 3);
    char *text = made_talk(app, library,
                           "1\nnext\nopen wide[3]\nup\nnext\nnext\nnext\nhelp\nlesson 1\nlesson\n");
    ck_assert_ptr_nonnull(strstr(text, "39000"));
    ck_assert_ptr_nonnull(strstr(text, "\nab ab"));
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        ck_assert_msg(strcspn(line, "\n") <= TRANSCRIPT_WIDTH + 1, "%s", line);
    free(text);
    app_free(app);
    library_free(library);
    folder_remove("lessons/04-wide.md");
}
END_TEST

/* Words end where the keys of their rows end on the full screens. */
START_TEST(the_places_are_those_of_the_full_screens)
{
    static const char *const words[] = {"next", "back", "skip", "previous", "open"};
    Library *library = library_open();
    App *app = app_new(library, false), *full = app_new(library, false);
    app_open(app, MADE_FIRST);
    app_open(full, MADE_FIRST);
    int pressed = 0;
    for (int i = 0; i < 2000; i++) {
        const char *word = words[made_random(COUNT(words))];
        int key = command_find(word, strlen(word))->key;
        if (!keys_find(update_context(app_place(full)), key))
            continue;
        free(made_talk(app, library, word));
        app_key(full, key);
        app_put(app, app_place(app)); /* without what was said: that names commands */
        app_put(full, app_place(full));
        Buf a = made_screen(app), b = made_screen(full);
        made_expect_equal(&b, &a, word);
        buf_release(&a);
        buf_release(&b);
        pressed++;
    }
    ck_assert_int_gt(pressed, 1000);
    app_free(app);
    app_free(full);
    library_free(library);
}
END_TEST

/* Whatever is typed, the answer is visible text that ends in a line of what can be typed. */
START_TEST(any_line_is_answered)
{
    static const char *const more[] = {"x[x2, b]",
                                       "[0, 1]",
                                       "scores",
                                       "x1",
                                       "日本",
                                       "\033[2J",
                                       "\xff",
                                       ",",
                                       "  ",
                                       "= 0.5",
                                       "= 1 2",
                                       "1",
                                       "2.1",
                                       "99999",
                                       "-1",
                                       "tree",
                                       "leads",
                                       "inputs",
                                       "sums",
                                       "values",
                                       "attention",
                                       "results",
                                       "off",
                                       "decimals 3",
                                       "detail operations",
                                       "x[0, 0] = 2",
                                       "w = w, 0 * w",
                                       "[x1, a] = 3",
                                       "line 20",
                                       "[",
                                       "]",
                                       "\"",
                                       "blocks[x2]"};
    int count;
    const Command *c = command_table(&count);
    Library *library = library_open();
    App *app = app_new(library, false);
    for (int i = 0; i < 300; i++) {
        Buf lines = {0};
        for (int w = 0; w < 15; w++) {
            const Command *one = &c[made_random(count)];
            bool leaves = strcmp(one->word, "quit") == 0 || strcmp(one->word, "edit") == 0;
            buf_printf(&lines, "%s", leaves ? "" : made_random(2) ? one->word : one->brief);
            for (int k = made_random(3); k > 0; k--)
                buf_printf(&lines, " %s", more[made_random(COUNT(more))]);
            buf_puts(&lines, "\n");
        }
        char *text = made_talk(app, library, buf_text(&lines));
        ck_assert_ptr_null(strpbrk(text, "\033\t\r\b"));
        size_t length = strlen(text);
        ck_assert_msg(length > 4 && strcmp(text + length - 4, " --\n") == 0, "%s", text);
        free(text);
        buf_release(&lines);
    }
    app_free(app);
    library_free(library);
}
END_TEST

START_TEST(a_full_disk_is_told)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    FILE *in = fopen("/dev/null", "r"), *out = fopen("/dev/full", "w");
    if (out)
        ck_assert(!plain_run(app, library, in, out));
    fclose(in);
    if (out)
        fclose(out);
    app_free(app);
    library_free(library);
}
END_TEST

/* The lessons are told track by track, with what there is to know before one is chosen. */
START_TEST(the_menu_tells_tracks)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    Lesson *first = library->entry[0].lesson, *second = library->entry[2].lesson;
    ck_assert(first && second);
    first->track = "Understand";
    first->minutes = 15;
    second->track = "Write it";
    char *text = made_talk(app, library, "lesson\n");
    const char *one = strstr(text, "Understand:\n1 01-first: First: by hand (15 minutes, "),
               *two = strstr(text, "Write it:\n2 03 second: "),
               *others = strstr(text, "Others:\n3 02-broken");
    ck_assert_msg(one && two && others && one < two && two < others, "%s", text);
    free(text);
    app_free(app);
    library_free(library);
}
END_TEST

/* In words, code, contents and what is told of them; its code is run as it is. */
START_TEST(ascii_alone)
{
    folder_write("lessons/04-signs.md",
                 "# Why √d\n\nDivided by √d, K is Kᵀ: −∞ or ½ of x², 注意.\n\n## Times √3\n\n"
                 "```python\nwords = '√3 · 注'\nprint(words, len(words))\n```\n");
    Library *library = library_open();
    library_to_ascii(library);
    App *app = app_new(library, false);
    app_open(app, 3);
    char *text = made_talk(app, library, "contents\n1\nnext\nlesson\n");
    static const char *const says[] = {"Why sqrt(d)\n", "Divided by sqrt(d), K is K^T: -inf or 1/2",
                                       "of x^2, ??.", "1 Times sqrt(3)\n", "sqrt(3) * ? 6\n"};
    for (int i = 0; i < COUNT(says); i++)
        ck_assert_msg(strstr(text, says[i]), "'%s' is not in\n%s", says[i], text);
    for (const char *c = text; *c; c++)
        ck_assert_int_lt((unsigned char)*c, 0x80);
    free(text);
    app_free(app);
    library_free(library);
    folder_remove("lessons/04-signs.md");
}
END_TEST

/* Loops of one's own code: open goes into a call, skip to the next pass, pass to one by its number, up out. */
START_TEST(own_code_is_walked_through)
{
    folder_write("lessons/04-loop.md", "# Loop\n\n## Stage\n\n```python\nimport torch\n"
                                       "def run(x):\n"
                                       "    for i in range(3):\n"
                                       "        x = x + 1\n"
                                       "        x = x * 2\n"
                                       "    return x - 1\n"
                                       "y = run(torch.ones(2))\n```\n");
    static const Talk walk[] = {
        {3, "1.1\nopen", {"Into y = run(torch.ones(2))", "line 7: def run(x):"}},
        {3, "1.1\nopen\n1.3\nskip", {"line 9: x = x + 1", "0 is 5, 1 is 5"}},
        {3, "1.1\nopen\n1.3\nskip\nprevious", {"line 9: x = x + 1", "0 is 2, 1 is 2"}},
        {3,
         "1.1\nopen\n1.4\npass 3",
         {"line 10: x = x * 2", "0 is 22, 1 is 22"}}, /* the same line of it */
        {3, "1.1\nopen\n1.3\npass 4", {"The loop has no pass 4: this one is 1."}},
        {3,
         "1.1\nopen\n1.3\npass 3\nskip",
         {"line 11: return x - 1"}}, /* after the last: past the loop */
        {3, "1.1\nopen\n1.3\nnext\nup", {"Out again, to y = run(torch.ones(2))", "-- 1.1"}},
    };
    Arena arena = {0};
    for (int i = 0; i < COUNT(walk); i++) {
        char *answer = last_answer(
            &(Talk){3, arena_format(&arena, "view detail statements\n%s", walk[i].lines), {NULL}});
        for (int k = 0; k < MOST_FACTS && walk[i].facts[k]; k++)
            ck_assert_msg(strstr(answer, walk[i].facts[k]), "after %s: %s is not in\n%s",
                          walk[i].lines, walk[i].facts[k], answer);
        free(answer);
    }
    arena_release(&arena);
    folder_remove("lessons/04-loop.md");
}
END_TEST

Suite *plain_suite(void)
{
    Suite *s = suite_create("plain");
    TCase *t = tcase_create("plain");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_loop_test(t, r25_lines_and_answers, 0, COUNT(talks));
    tcase_add_test(t, a_word_has_two_letters_and_no_other_name);
    tcase_add_test(t, both_names_do_the_same);
    tcase_add_test(t, places_kept_are_told_in_words);
    tcase_add_test(t, messages_name_commands);
    tcase_add_test(t, own_code_is_walked_through);
    tcase_add_test(t, empty_lines_tell_the_whole_lesson);
    tcase_add_test(t, the_places_are_those_of_the_full_screens);
    tcase_add_test(t, any_line_is_answered);
    tcase_add_test(t, a_full_disk_is_told);
    tcase_add_test(t, the_menu_tells_tracks);
    tcase_add_test(t, ascii_alone);
    tcase_add_test(t, the_whole_lesson_at_once);
    tcase_add_test(t, no_line_is_too_wide);
    suite_add_tcase(s, t);
    return s;
}
