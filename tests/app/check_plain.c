/* Lines in, lines out: the same places as on the full screens, told as text. */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/plain.h"
#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"
#include "view/transcript.h"

static const MadeTalk talks[] = {
    {MADE_FIRST, "quit", "First: by hand\n\nThe introduction.\n\n-- stage 0/4;"},
    {MADE_FIRST, "next", "== 1. Inputs =="},
    {MADE_FIRST, "2\n\n",
     ">>> q = x @ w\nq[i, j] = sum over n of x[i, n] * w[n, j]\nmade of x [3 x 4], w [4 x 3]\n"
     "q [3 x 3]\nrow x1: 0 is 1.00, 1 is -1.00, 2 is 1.50\n"},
    {MADE_FIRST, "2\n\nprint", "tensor([[ 1.0000, -1.0000,  1.5000],\n"},
    {MADE_FIRST, "1\n\nS", "row x2: a 0, b 2, c 0, d 2; sum 4\n"},
    {MADE_FIRST, "1\n\nS", "sums of the columns: a 2, b 3, c 2, d 3\n"},
    {MADE_FIRST, "m", "Shades are for the eye"},
    {-1, "back", "There is nothing to go back to: these are the lessons."},
    {MADE_FIRST, "3\n\n]", "row 0: a 0.00, b 6.00, c 0.00, d 4.00\n"},
    {MADE_FIRST, "stage 2\n\n\n\n", "More words.\n"},
    {MADE_FIRST, "step 2.1", "-- stage 2/4, step 1/5;"},
    {MADE_FIRST, "2\n\ncell 0 0\nstep 3", "-- stage 2/4, step 3/5;"},
    {MADE_FIRST, "stage 2 step 3", "-- stage 2/4, step 3/5;"},
    {MADE_FIRST, "go 2, step 3", "-- stage 2/4, step 3/5;"},
    /* A command is called by phrases, too: the longest that begins the line is it. */
    {MADE_FIRST, "back to stage 2 step 3", "-- stage 2/4, step 3/5;"},
    {MADE_FIRST, "Go to stage 2, step 3", "-- stage 2/4, step 3/5;"},
    {MADE_FIRST, "2\nnext stage", "-- stage 3/4, step 0/"},
    {MADE_FIRST, "stage\nstage", "-- stage 2/4, step 0/5;"},
    {MADE_FIRST, "2\nprevious stage", "== 1. Inputs =="},
    {MADE_FIRST, "stage blocks", "== 3. Blocks =="},
    {MADE_FIRST, "2\ngo to introduction", "-- stage 0/4;"},
    {MADE_FIRST, "go to inputs", "== 1. Inputs =="},
    {MADE_FIRST, "stage o",
     "Several stages have that in their titles: 0 Introduction, 2 Products, 3 Blocks"},
    {MADE_FIRST, "last\nnext stage", "This is the last stage.\n"},
    {MADE_FIRST, "2.1\nwhere am I", "-- stage 2/4, step 1/5;"},
    {MADE_FIRST, "2.1\nlist names", "q [3 x 3], 2.1\n"},
    {MADE_FIRST, "2.1\nback to the menu", "-- lessons: a number opens one;"},
    {MADE_FIRST, "help go to", "  stage [N[.M]]"},
    {MADE_FIRST, "help go there", "There is no such command"},
    {MADE_FIRST, "2.1\nshape", "q [3 x 3]\n"},
    {MADE_FIRST, "2.1\nshape of x", "x [3 x 4]\n"},
    {MADE_FIRST, "shape nothing", "No result is called nothing.\n"},
    {MADE_FIRST, "2.1\nwhat is x", "row x1: a 1, b 0, c 1, d 0\n"},
    {MADE_FIRST, "2.1\nwhat is q x1 2", "q[x1][2] = 1.5\n"},
    {MADE_FIRST, "2.1\nshow x2 2", "q[x2][2] = "},
    {MADE_FIRST, "2.1\nfirst row", "q [3 x 3]\nrow x1: 0 is 1.00, 1 is -1.00, 2 is 1.50\n"},
    {MADE_FIRST, "2.1\nwhat is the last row of x", "x [3 x 4]\nrow 日本: a 1, b 1, c 1, d 1\n"},
    {MADE_FIRST, "2.1\nsecond column", "q [3 x 3]\ncolumn 1: x1 -1.00, "},
    {MADE_FIRST, "2.1\ncell first row last column", "q[x1][2] = 1.5\n"},
    {MADE_FIRST, "2.1\nfirst rows", "It is written first: "},
    {MADE_FIRST, "2.1\nq (x1, 2)", "q[x1][2] = 1.5\n"},
    {MADE_FIRST, "2.1\ncell q(0, 2)", "q[x1][2] = 1.5\n"},
    {MADE_FIRST, "2.1\nask x1 2", "q[x1][2] = 1.5\n"},
    {MADE_FIRST, "2.1\ndecimals all", "Numbers with 9 decimals at most"},
    {MADE_FIRST, "2.1\ndecimals all\ndecimals all", "Numbers have 9 decimals already"},
    {MADE_FIRST, "why q[x1][1]\nmore", "That was all of it: nothing is farther back."},
    {MADE_FIRST, "search x", " steps:\n1.0: "},
    {MADE_FIRST, "stage 2 step x", "Which stage?"},
    {MADE_FIRST, "stage 9", "There is no stage with this number: contents lists them."},
    {MADE_FIRST, "stage here", "Which stage?"},
    {MADE_FIRST, "back", "This is the beginning. menu goes to the menu."},
    {MADE_FIRST, "first", "--\nThis is where the lesson begins.\n"},
    {MADE_FIRST, "begin", "--\nThis is where the lesson begins.\n"},
    {MADE_FIRST, "up",
     "Command up does nothing here. It is for this: from a number to the stage where"},
    {MADE_FIRST, "x[x2][b]\nup",
     "--\nBack in the introduction, where the question began: the number was"},
    {MADE_FIRST, "2.1\nhere\nhelp here", "step 1/5; Enter next, back, cell, help, quit --\n>>> q"},
    {MADE_FIRST, "d", "There are no numbers in this stage."},
    {MADE_FIRST, "1\ncell", "--\nThese are the numbers of step 1.1.\nx[x1][a] = 1\n"},
    {MADE_FIRST, "1\ncell x2 b", "--\nx[x2][b] = 2\n"},
    {MADE_FIRST, "2\nwhy x2 1", "--\nq[x2][1] = 4.5: 0*(-2) + 2*0.25"},
    {MADE_FIRST, "1\ncell nothing", "No result is called nothing."},
    {MADE_FIRST, "1\ninto",
     "Nothing has been computed yet in this stage: next shows the first result."},
    {MADE_FIRST, "2", "\nQuestion: Which number of `q` is the largest?\n"},
    {MADE_FIRST, "2", "step 0/5; Enter next, back, answer, help, quit --"},
    {MADE_FIRST, "2\nanswer", "\nAnswer: `6`, the first of the second row.\n"},
    {MADE_FIRST, "2\nanswer\n\n", ">>> q = x @ w\nq[i, j] = sum"},
    {MADE_FIRST, "2\n\nanswer",
     "\nAnswer: `6`, the first of the second row.\n\n-- stage 2/4, step 0/5"},
    {MADE_FIRST, "2\n\ncell 0 0\nup", "-- stage 2/4, step 1/5;"},
    {MADE_FIRST, "2\n\nfirst", "-- stage 0/4;"},
    {MADE_FIRST, "2\n\nbegin\nnext", "step 1/5;"},
    {MADE_FIRST, "2\n\ncell 0 0\n=", "Type it with another right side: what-if q[x1, 0] = 1\n"},
    {MADE_FIRST, "2\n\nchange", "what-if q = x @ w\n"},
    {-1, "change", "It is written change [CELL]: what to type"},
    {MADE_FIRST, "2\n\ncell 0 0\nD", "\n1 x[x1][a] = 1: stage 1, line "},
    {MADE_FIRST, "2.3\n&", "x2 looks at x2 1.0000\n"},
    /* What is about a result is about the one that is named, or that was told last. */
    {MADE_FIRST, "1.1\nlinks weights", "x2 looks at x2 1.0000\n"},
    {MADE_FIRST, "1.1\nweights\nlinks", "x2 looks at x2 1.0000\n"},
    {MADE_FIRST, "1.1\nlinks weights\nhere", "-- stage 1/4, step 1/2;"},
    {MADE_FIRST, "1.1\nlinks nothing", "No result is called nothing.\n"},
    {MADE_FIRST, "1.1\nchange q", "what-if q = x @ w\n"},
    {MADE_FIRST, "2.2\nq\nchange", "what-if q = x @ w\n"},
    {MADE_FIRST, "2.2\nwhat-if x[x1, a] = 2, 3\ncolumns q", "\nq\n[x1][0]: now 1"},
    {MADE_FIRST, "2.2\nwhat-if x[x1, a] = 2, 3\nq\ncolumns", "\nq\n[x1][0]: now 1"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2\nB", "1 of 12 differ"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2\n~\nread",
     "\nq [3 x 3]\nrow x1: 0 is 1.00, 1 is -1.00"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2\n~\nswitch\nread", "With the changes; switch again"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2\n~\ncell 0 0", "q[x1][0] = 1\n"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2\nswitch", "step 1/5, what if, switched off; Enter"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2\n1", "-- stage 1/4, step 0/2, what if; Enter"},
    {MADE_FIRST, "~", "Nothing is changed."},
    {MADE_FIRST, "1\n\nwhat-if x[x1, a] = 2", "changed goes to the next, compare tells"},
    {MADE_FIRST, "3\n\n}\n3.2\n}",
     "There is only one batch item: matrix goes through its matrices."},
    {MADE_FIRST, "M", "That is a key of the full screens."},
    {MADE_FIRST, "menu", "> 01-first: First: by hand\n"},
    {MADE_FIRST, "2\n\ncell 0 1\nmenu", "> 01-first: First: by hand\n"},
    {MADE_FIRST, "lesson", "Zweite Lektion"},
    {MADE_FIRST, "2\n\ncell 0 1\nlesson 3", "Zweite Lektion"},
    {MADE_FIRST, "2\n\ncell 0 1\ninputs", "inputs; how often each goes in:\n"},
    {MADE_FIRST, "2\n\ncell 0 1\nterms", "  1 x[x1][a] = 1, stage 1\n"},
    {MADE_FIRST, "2\n\ncell 0 1\nfollow 1", "x[x1][a] = 1\n"},
    /* The marked one: its own, or the first that is no plain number. */
    {MADE_FIRST, "2.3\ncell x2 x2\nfollow", "--\nscores[x2][x2] = "},
    {MADE_FIRST, "2\n\nwhat-if q = 2 - x\nq x1 a\nfollow", "--\nx[x1][a] = 1\n"},
    {MADE_FIRST, "2\n\ncell 0 1\nfollow 99", "follow 1 to 8: terms lists them"},
    {MADE_FIRST, "2\n\ncell 0 1\nfollow 1\n'\n", "q[x1][1] = -1\n"},
    {MADE_FIRST, "2\n\ncell 0 1\nfollow 1\nterms", "it is written in the lesson"},
    {MADE_FIRST, "terms", "Of which number? Such as: terms "},
    {MADE_FIRST, "1\n\nwhat-if x[x1, a] = 2", "results differ. changed goes to the next"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2", "results differ, the first in 1.1, before this. "},
    {MADE_FIRST, "1\n\nx x1 a = 2\nundo", "\nx[x1, a] = 2 is taken back. All changes are gone"},
    {MADE_FIRST, "1\n\nx x1 a = 2\nswitch\nundo", "\nx[x1, a] = 2 is on again. 9 of 12 results"},
    {MADE_FIRST, "1\n\nx x1 a = 2\ndelete 1\nundo", "\nx[x1, a] = 2 is back. 9 of 12 results"},
    /* Told as it is, not as nearly 0: a stroke before a number is not heard. */
    {MADE_FIRST, "2.3\nscores x1 x2 = -6", "[x1][x2] was 0.1734, is 2.1245e-06\n"},
    {MADE_FIRST, "2.3\nscores x1 x2 = -6\nread", "row x1: x1 0.0601, x2 2.1245e-06, 日本 0.9399\n"},
    {MADE_FIRST, "2.2\ndecimals 1", "Numbers with 1 decimal at most.\n>>> scores"},
    {MADE_FIRST, "2.2\ndecimals 1", "row x2: x1 5.5, x2 120.2, 日本 65.6\n"},
    {MADE_FIRST, "2.2\ndecimals", "Numbers with 9 decimals at most"},
    {MADE_FIRST, "2.2\ndecimals 10",
     "--\ndecimals 0 to 9; a number that is asked is told with all\n"},
    {MADE_FIRST, "2.2\nchange x[x1][a]\nhere", "what-if x[x1, a] = 1\n>>> scores"},
    {MADE_FIRST, "2.2\n\x1b[A", "--\nAn arrow or a function key, which mean nothing here. rlwrap"},
    {MADE_FIRST, "3.1\n]\n]",
     "--\nblocks [3 x 3 x 4]  item x2\nrow 0: a 0.00, b 6.00, c 0.00, d 4.00\n"},
    {MADE_SECOND, "1.1", ", 99 is 99, and 200 more\n"},
    {MADE_FIRST, "compare 3", "in the shell: qkv compare 01-first 3\n"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2", "What if: 3 of 9 differ, most at [x1]["},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2",
     "[x1][0] was 1.00, is 2.00\n[x1][1] was -1.00, is -3.00\n"},
    {MADE_FIRST, "2.2\nwhat-if scores[x2, x2] = 120.2501",
     "\n[x2][x2] was 120.2500, is 120.2501\n"},
    {MADE_FIRST, "2.2\nwhat-if scores[x2, x2] = 80.5\n2.3\nhere",
     "\n[x2][x2] was 1.0000, is 0.9999996\n[x2][日本] was 1.8909e-24, is "},
    {MADE_FIRST, "2.2\ndecimals 1\nscores x1 x2 = 5.5001",
     "\n1 differs by less than the digits shown\n"},
    {MADE_FIRST, "2.2\nwhat-if scores[x2, x2] = 120.25001",
     "What if: Only digits that are not printed differ.\n"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2\n4\ncompare q",
     "--\nWhat if: 3 of 9 differ, most at [x1][1]: -1 -> -3\n[x1][0] was 1.00, is 2.00\n"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2\ncompare none", "No result is called none"},
    {MADE_FIRST, "2\n\ncompare q", "Nothing is changed: what-if x[0, 0] = 2"},
    {MADE_FIRST, "3\n\nwhat-if w = w + 1", "and 12 more\n"},
    {MADE_FIRST, "2\n\nwhat-if x[x9, a] = 2", "no row is labelled 'x9'"},
    {MADE_FIRST, "2\n\nwhat-if", "It is written what-if CHANGE: change the lesson: x[0, 0] = 2"},
    {MADE_FIRST, "2\n\ntry x[x1, a] = 2, 3", "[x1][2]: now 1.50, with 2 2.00, with 3 2.50\n"},
    {MADE_FIRST, "2\n\nwhat-if q = q * 2, q\ncolumns", "\n1 is q * 2\n2 is q\n"},
    {MADE_FIRST, "1\n\nwhat-if x[x1, a] = 2\nchanged", ">>> q = x @ w\nq[i, j] = sum"},
    {MADE_FIRST, "1\n\nwhat-if x[x1, a] = 2\nchanges", "1 x[x1, a] = 2\n"},
    {MADE_FIRST, "1\n\nwhat-if x[x1, a] = 2\nswitch 1\nchanges", "1 x[x1, a] = 2 (off)\n"},
    {MADE_FIRST, "1\n\nwhat-if x[x1, a] = 2\ndelete 1", "All changes are gone"},
    {MADE_FIRST, "1\n\nwhat-if x[x1, a] = 2\ndelete 1\nundo\nchanges", "1 x[x1, a] = 2\n"},
    {MADE_FIRST, "1\n\nwhat-if x[x1, a] = 2\nswitch 2", "Which one? By its number"},
    {MADE_FIRST, "switch 1", "Nothing is changed."},
    {MADE_FIRST, "1\n\nwhat-if x[x1, a] = 2\ncompare", "1 of 12 differ"},
    {MADE_FIRST, "1\n\nwhat if x[x1, a] = 2\ncompare", "1 of 12 differ"},
    {MADE_FIRST, "1\n\nset x x1 a = 2\ncompare", "1 of 12 differ"},
    {MADE_FIRST, "1\n\nchange x[x1, a] = 2\ncompare", "1 of 12 differ"},
    {MADE_FIRST, "1\n\nchange x x1 a to 2\ncompare", "1 of 12 differ"},
    {MADE_FIRST, "2\n\nwhere does q[x2][1] come from?", "--\nq[x2][1] = 4.5\n"},
    {MADE_FIRST, "2\n\nwhere does q x2 1 come from", "--\nq[x2][1] = 4.5\n"},
    {MADE_FIRST, "0.1734", "2.3: weights[x1][x2] = 0.1734"},
    {MADE_FIRST, "where is 120.25", "2.2: scores[x2][x2] = 120.2500"},
    {MADE_FIRST, "1\n\nwhat-if x[x1, a] = 2\nundo", "All changes are gone"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2, 3\ncolumns",
     "[x1][2]: now 1.50, with 2 2.00, with 3 2.50\n"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2, 3", "With 2, the first of the 2 values: 9 of 12"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2, 3", "results differ. columns tells"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 2, 3", "[x1][2]: now 1.50, with 2 2.00, with 3 2.50\n"},
    {MADE_FIRST, "2\n\nwhat-if x[x1, a] = 1, 3", "With 1, the first of the 2 values: All"},
    /* A write is called by what was written to, however many brackets there are. */
    {MADE_FIRST, "2\n\nwhat-if q[x2][0] = 3\nchanged", "made of q [3 x 3], q.T [3 x 3]\n"},
    {MADE_FIRST, "columns", "Columns are for changes with several values"},
    {-1, "columns", "That is for a lesson"},
    {MADE_FIRST, "changes", "Nothing is changed"},
    {MADE_FIRST, "2\n\ncell 0 1\nwhy", "\n1 x[x1][a] = 1: stage 1, line "},
    {MADE_FIRST, "2\n\ncell 0 1\nuses", "later results use it."},
    {MADE_FIRST, "2\n\ncode", "> q = x @ w\n"},
    {MADE_FIRST, "0\ncode", "There is no code in this stage."},
    {-1, "code", "That is for a lesson"},
    {MADE_FIRST, "2.3\nlinks", "x2 looks at x2 1.0000\n"},
    {MADE_FIRST, "1.1\nlinks", "No queries and keys here"},
    {-1, "links", "That is for a lesson"},
    {MADE_FIRST, "2\n\nwhy", "Of which number? Such as: why q[x1][0]\n"},
    {MADE_FIRST, "why q[x1][1]", "\n1 x[x1][a] = 1: stage 1, line "},
    {MADE_FIRST, "2\n\ninputs 0 1", "inputs; how often each goes in:\nx: 4 of 12 numbers, "},
    {MADE_FIRST, "2\n\ninputs 0 1",
     "-- inputs NAME tells the numbers of one, as in: inputs x --\n"},
    {MADE_FIRST, "2\n\ninputs 0 1\ninputs x", "line 15\n  x[x1][a] = 1, 1 time\n"},
    {MADE_FIRST, "2\n\ncell 0 0\ninputs x x1 a", "x[x1][a] = 1 is made of 1 input"},
    {MADE_FIRST, "uses x x1 a", "later results use it."},
    {MADE_FIRST, "terms q[x1][1]\nback\n", "  1 x[x1][a] = 1, stage 1\n"},
    {MADE_FIRST, "2\n\ncell 0 1\nfollow x[x1][a]\nback", "q[x1][1] = -1\n"},
    {MADE_FIRST, "follow q[x1][1]", "q[x1][1] = -1\n"},
    {MADE_FIRST, "2.2\nwhy x1 x1", "\n1.1 x[x1][a] = 1: "},
    {MADE_FIRST, "2.2\nwhy x1 x1",
     "\nscores[x1][x1] = 4.25: 1*1 + (-1)*(-1) + 1.5*1.5\nLine 1 is made of"},
    {MADE_FIRST, "2.2\nwhat-if scores = (q * 2) @ q.T\nwhy x1 x1",
     "-- more goes one level farther back --\n"},
    {MADE_FIRST, "2.2\nwhat-if scores = (q * 2) @ q.T\nwhy x1 x1\nmore", "\n1.1.1 x[x1][a] = 1: "},
    {MADE_FIRST, "2.2\nwhy x1 x1", "\n1.3 x[x1][b] = 0\n"}, /* written where x[x1][a] is */
    {MADE_FIRST, "2.2\nwhy x1 x1\nup\nmore", "more goes on after why"},
    {MADE_FIRST, "follow 1", "Of which number? Such as: follow"},
    {MADE_FIRST, "change x[x1][a]", "what-if x[x1, a] = 1\n"},
    {MADE_FIRST, "qkv why 1 x", "qkv is for the shell: here it is what follows"},
    {MADE_FIRST, "2.2\ninto", "Into scores = q @ q.T\n>>>"},
    {MADE_FIRST, "2.2\ninto\nhere", "Inside of scores = q @ q.T:\n"},
    {MADE_FIRST, "2.2\ninto\nout", "Out again, to scores = q @ q.T\n"},
    {MADE_FIRST, "2.2\ninto", "cell, out, help, quit --"},
    {MADE_FIRST, "h", "  help [COMMAND]       this; of one"},
    {MADE_FIRST, "2\n\ncell 0 0\nright", "q[x1][1] = -1\n"},
    {MADE_FIRST, "2\n\nfollow zz", "No result is called zz"},
    {MADE_FIRST, "2\n\nhelp zz", "There is no such command, and nothing about that: help alone"},
    {MADE_FIRST, "help SHAPES", "\n  names                the results so far, with their shapes\n"},
    {MADE_FIRST, "help drawn", "help, quit --\n  inputs [CELL] "},
    {MADE_FIRST, "help quit", "leave; on a terminal your place is kept\n"},
    {MADE_FIRST, "2\n\nwhat-if q = = 1", "found '='; '==' compares, at: = 1\n"},
    {MADE_FIRST, "2\n\ncell 0 1\nwhy x[0, 9]", "There is no item 9: 0 to 3"},
    {MADE_FIRST, "2\n\nnext 3", "It is written next: the next step"},
    {MADE_FIRST, "2\n\nlesson 1 2", "There is no lesson 1 2."},
    {MADE_FIRST, "2\n\ndelete 1 2", "It is written delete N: one of them"},
    {MADE_FIRST, "delete", "It is written delete N: one of them"},
    {MADE_FIRST, "1\n\nread", "row x2: a 0, b 2, c 0, d 2\n"},
    {MADE_FIRST, "list", "  2 Products\n"},
    {MADE_FIRST, "t", "  2 Products\n"},
    {MADE_FIRST, "search WORDS", "2.2: More words.\n"},
    {MADE_FIRST, "/scores", "2.2: >>> scores = q @ q.T\n"},
    {MADE_FIRST, "search 120.25", "cell asks the first number; a number with its point goes there"},
    {MADE_FIRST, "search 120.25\ncell", "scores[x2][x2] = 120.25\n"},
    {MADE_FIRST, "search 120.25\n2.2\ncell", "--\nscores[x2][x2] = 120.25\n"},
    {MADE_FIRST, "search 120.25\n2.1\ncell", "--\nq[x1][0] = 1\n"},
    {MADE_FIRST, "search 120.25\n2.2\ncell\nup\ncell 0 0\nup\ncell", "--\nscores[x1][x1] = "},
    {MADE_FIRST, "search 120.25\nwhy", "--\nscores[x2][x2] = 120.25: "},
    {MADE_FIRST, "2.2\ncell x1 x2\nsearch 120.25\nwhy", "--\nscores[x2][x2] = 120.25: "},
    {MADE_FIRST, "search 120.25\nterms", "  1 q[x2][0] = 10, stage 2\n"},
    {MADE_FIRST, "2.3\ncell x1 x1",
     "\nscores[x1][x1], this cell's own, follow goes there: exp(4.25 - 7) = 0.0639\n"},
    {MADE_FIRST, "2.3\ncell x1 x1", "0.0639\nscores[x1][x2]: exp(5.5 - 7) = 0.2231\n"},
    {MADE_FIRST, "search row x2", "\nx [3 x 4], 1.1\nq [3 x 3], 2.1\n"},
    {MADE_FIRST, "search row x2", "-- x row x2 tells it; 1.1 goes there --\n"},
    {MADE_FIRST, "search item x2", "blocks [3 x 3 x 4], 3.1\n"},
    {MADE_FIRST, "search row x9",
     "\"row x9\" is in no text, name, label or number of this lesson.\n"},
    {MADE_FIRST, "search row 日本", "\nx [3 x 4], 1.1\nq [3 x 3], 2.1\n"}, /* has hits, too */
    {MADE_FIRST, "search zz\001\354", "\"zz??\" is in no text"},           /* any bytes */
    {MADE_FIRST, "search zzz", "\"zzz\" is in no text, name, label or number of this lesson.\n"},
    {MADE_FIRST, "search q[x2][x2]", "There is no item x2: 0 to 2.\n"},
    {MADE_FIRST, "search 25",
     "\"25\" is in no text, name, label or number of this lesson.\n"}, /* not in 120.25, nor in the 0.25 of the code */
    {MADE_FIRST, "search 65", "2.2: scores[x2][日本] = 65.6250\n"},
    {MADE_FIRST, "search 4.2500", "2.2: scores[x1][x1] = 4.2500\n"},
    {MADE_FIRST, "search 日本", "2.1: row 日本: 0 is 6.00, 1 is 1.25, 2 is 1.50\n"},
    {MADE_FIRST, "search sum over", "2.2: scores[i, j] = sum over n of q[i, n] * q.T[n, j]\n"},
    {MADE_FIRST, "search -2.0", "3.1: blocks[x1][1][a] = -2.00\n"},
    {MADE_FIRST, "search 6.00", "3.1: blocks[x2][0][b] = 6.00\n"}, /* of the second */
    {MADE_FIRST, "2.2", ">>> scores = q @ q.T\n"},
    {MADE_FIRST, "stage 2.2", ">>> scores = q @ q.T\n"},
    {MADE_FIRST, "stage 2.9", "This stage has fewer steps than that."},
    {MADE_FIRST, "2.", "That is no command"},
    {MADE_FIRST, "2\n\ncell 0 1\nfollow 1\nback\n", "q[x1][1] = -1\n"},
    {MADE_FIRST, "help", "  follow [N]           to one of them"},
    {MADE_FIRST, "help keys", "  Space Right l PgDn next step; first what of the text is cut\n"},
    {MADE_FIRST, "?", "  cell [CELL]          where is it from?"},
    {MADE_FIRST, "1\nprevious", "--\nFirst: by hand\n"},
    {MADE_FIRST, "2.1\nagain", "help, quit --\n>>> q"},
    {MADE_FIRST, "go to 2.1", "--\n>>> q = x @ w\n"},
    {MADE_FIRST, "go to stage 2 step 1", "--\n>>> q = x @ w\n"},
    {MADE_FIRST, "4\nshow q", "--\nq [3 x 3]\nrow x1: 0 is 1.00"},
    {MADE_FIRST, "4\nresults", "q [3 x 3], 2.1\n"},
    {MADE_FIRST, "2.2\nexplain x1 x1",
     "\nscores[x1][x1] = 4.25: 1*1 + (-1)*(-1) + 1.5*1.5\nLine 1 is made of"},
    {MADE_FIRST, "goto 2.1", "--\n>>> q = x @ w\n"},
    {MADE_FIRST, "find zzz", "\"zzz\" is in no text"},
    {MADE_FIRST, "help find", "  search WORDS "},
    {MADE_FIRST, "exit\n1", "The introduction.\n\n-- stage 0/4; Enter next, back, help, quit --\n"},
    {MADE_FIRST, "help follow",
     "-- stage 0/4; Enter next, back, help, quit --\n  follow [N]           to one"},
    /* What is not told yet can be predicted. */
    {MADE_FIRST, "2\npredict", "The next result, 2.1:\nq = x @ w\nq[i, j] = sum over n of"},
    {MADE_FIRST, "2\npredict x2 0 10", "Right: q[x2][0] = 10.00\n"},
    {MADE_FIRST, "2\npredict q[x2][0] = 20/2", "Right: q[x2][0] = 10.00\n"},
    {MADE_FIRST, "2\npredict x2 0 3",
     "q[x2][0]: 3 is too small. A number tries again, hint helps.\n"},
    {MADE_FIRST, "2\npredict 1.0 -1 1.5",
     "Right: q[x1][0] = 1.00\nRight: q[x1][1] = -1.00\nRight: q"},
    {MADE_FIRST, "2\npredict x2 10 1 9",
     "Right: q[x2][0] = 10.00\nq[x2][1]: 1 is too small.\nq[x2][2]: 9 is too large.\nA number "
     "tries q[x2][1] again, hint helps.\n"},
    {MADE_FIRST, "2\npredict q[x2] = 20/2 1 9", "Right: q[x2][0] = 10.00\nq[x2][1]: 1 is too"},
    {MADE_FIRST, "2\npredict x2 10 1 9 2", "predict x1 0 NUMBER, or x1 and its 3 numbers.\n"},
    {MADE_FIRST, "2\npredict x2 10", "\npredict x1 0 NUMBER, or x1 and its"},
    {MADE_FIRST, "2\npredict x2 1 4,5",
     "4,5 can be one number or two: write 4.5 or 4 5: predict x1 0 NUMBER, or x1"},
    {MADE_FIRST, "2\npredict q[x2] = 10,4 0", "10,4 can be one number or two"},
    {MADE_FIRST, "2\npredict 1,0 10", "Right: q[x2][0] = 10.00\n"},
    {MADE_FIRST, "2\npredict x2 0 ten", "That is no number"},
    {MADE_FIRST, "2\npredict x2 0 =", "Which number is it: predict x2 0 NUMBER.\n"},
    {MADE_FIRST, "2\npredict row x2", "Which are they: predict row x2 and its 3 numbers.\n"},
    {MADE_FIRST, "2\npredict x2 0 3\n10", "Right: q[x2][0] = 10.00\n"},
    {MADE_FIRST, "2\nhint x2 0\n10", "Right: q[x2][0] = 10.00\n"},
    {MADE_FIRST, "2\nhint x2 0\nhere\n3", "== 3. "}, /* the line after it alone is a guess */
    {MADE_FIRST, "2\npredict x7 0 1", "There is no item x7: 0 to 2"},
    {MADE_FIRST, "2\nhint x2 0",
     "q[x2][0]: row x2 of x times column 0 of w, number by number, all added up\n"},
    {MADE_FIRST, "2\nhint x2 0\nhint x2 0",
     "q[x2][0]: 0 * 1 + 2 * 3 + 0 * 0 + 2 * 2 = ? (the last hint)\n"},
    {MADE_FIRST, "2\n\npredict", "The next result, 2.2:\nscores = q @ q.T\n"},
    {MADE_FIRST, "2\n\npredict q[x2][0] 10", "That is not in the next result: predict tells"},
    {MADE_FIRST, "2\n\npredict x1 x1 4.25\ncell 0 1", "q[x1][1] = -1\n"}, /* it stays untold */
    {MADE_FIRST, "4\npredict", "No result comes after this."},
    {MADE_FIRST, "4\nhint x1 x2", "No result comes after this."},
    {MADE_FIRST, "2\nhint", "q[x1][0]: row x1 of x times column 0 of w, number by number"},
    {MADE_FIRST, "2\nhint x2 0\nhint", "q[x2][0]: 0 * 1 + 2 * 3 + 0 * 0 + 2 * 2 = ? (the last"},
    {MADE_FIRST, "2\nhint x2 0\npredict 10", "Right: q[x2][0] = 10.00\n"},
    {MADE_FIRST, "2\npredict x2 0 3\npredict 10", "Right: q[x2][0] = 10.00\n"},
    {MADE_FIRST, "2.2\npredict x2 日本 0", "weights[x2][日本] = 1."}, /* not ~0 */
    {MADE_FIRST, "2.1\nwhere is q x1 0 used", "With q[x1][0] = 1.1\n"},
    {MADE_FIRST, "2.1\nwhat uses q x1 0", "With q[x1][0] = 1.1\n"},
    {MADE_FIRST, "find the word softmax", "2.3: "},
    {MADE_FIRST, "2.1\nx x1 a = 2\nundo that", "All changes are gone"},
    {MADE_FIRST, "2.1\nx x1 a = 2\nwhat changed", "1 of 12 differ"},
    {MADE_FIRST, "lesson next", "Zweite Lektion"},
    {MADE_FIRST, "go to the next lesson", "Zweite Lektion"},
    {MADE_FIRST, "2.1\nwhere am I now", "step 1/5; Enter next, back, cell, help, quit --\n>>> q"},
    {MADE_FIRST, "jump to 2.2", "-- stage 2/4, step 2/5;"},
    {MADE_FIRST, "2\npredict x2 0 3\ngive me a hint", "row x2 of x times column 0 of w"},
    {MADE_FIRST, "2\npredict x2 10 1 9\nhint", "\nq[x2][1]: row x2 of x times column 1 of w"},
    {MADE_FIRST, "2\npredict x2 0 3\npredict x2 0 10\npredict 10", "Of which cell? predict x1"},
    {MADE_FIRST, "2\npredict 10", "Of which cell? predict x1 0 NUMBER, or x1 and its 3 numbers."},
    /* By as many axes as there are, and by their labels. */
    {MADE_FIRST, "2\npredict", "-- predict x1 0 NUMBER, or x1 and its 3 numbers; hint; Enter"},
    {MADE_FIRST, "3\npredict", "-- predict x1 0 a NUMBER, or x1 0 and its 4 numbers; hint; "},
    {MADE_SECOND, "1.2\npredict", "-- predict NUMBER; hint; Enter goes on to it --\n"},
    {MADE_SECOND, "1.2\nhint\npredict 8955050", "Right: dot = 8.9550e+06\n"},
    {MADE_SECOND, "1.5\npredict", "-- predict 0 NUMBER, or all 2 numbers; hint; Enter goes on"},
    /* After the sign there is one number, which arithmetic can be, or a row. */
    {MADE_FIRST, "2\npredict x2 0 = 11 -1",
     "After = there is one number, or all of a row: predict"},
    {MADE_FIRST, "2\npredict x2 0 = 11 - 1", "Right: q[x2][0] = 10.00\n"},
    {MADE_FIRST, "2\npredict x2 = 10 4.5", "After = there is one number, or all of a row: predict"},
    {-1, "predict 1", "It is written predict [CELL NUMBER]"},
    {MADE_FIRST, "notes", "There are no notes"},
    {MADE_FIRST, "2.1\nnet.foo", "No result is called net.foo.\n"},
    /* What a number leaves to do; where it was asked by its name, back leads to where that was. */
    {MADE_FIRST, "2.2\ncell x1 x1",
     "-- a cell, made in 2.2; why, terms, follow N, Enter next cell, up, help --\n"},
    {MADE_FIRST, "1.1\ncell x1 a",
     "-- a cell, written in 1.1; uses, Enter next cell, up, help --\n"},
    {MADE_FIRST, "2.2\ncell x1 x1\nback", "help --\n>>> scores = q @ q.T"},
    {MADE_FIRST, "2.2\ncell x1 x1\n\nback\nback",
     "full value 4.25\n-- a cell, made in 2.2; why, terms, follow N, "
     "Enter next cell, up, help --\n>>> scores = q @ q.T"},
    {MADE_FIRST, "2.2\ncell x1 x1\ncell x2 x2\nback", "help --\n>>> scores = q @ q.T"},
    {MADE_FIRST, "2.2\ncell x1 x1\nfollow\nback\nback", "help --\n>>> scores = q @ q.T"},
    {MADE_FIRST, "2.2\ncell\n\nback\nback",
     "help --\n>>> scores = q @ q.T"}, /* cell by cell, and out */
    {MADE_FIRST, "2.2\nwhy x1 x1\n2", "--\nq[x1][0] = 1\n"},
    {MADE_FIRST, "2.2\nwhy x1 x1\n1.1", "--\nx[x1][a] = 1\n"},
    {MADE_FIRST, "2.3\nwhy x1 x1\nmore\n1.1.1", "--\nx[x1][a] = 1\n"},
    {MADE_FIRST, "2.2\nwhy x1 x1\nfollow 1.1", "--\nx[x1][a] = 1\n"},
    {MADE_FIRST, "2.2\nwhy x1 x1\n1.1\nback", "--\nscores[x1][x1] = 4.25\n"},
    {MADE_FIRST, "2.2\nwhy x1 x1\n9", "There is no line 9 in that answer; stage 9 goes there.\n"},
    {MADE_FIRST, "2.2\nwhy x1 x1\nhere\n1.1\nback\n3.2", "--\nw[0][1] = -2\n"},
    {MADE_FIRST, "2.2\nwhy x1 x1\nup\n1", "== 1. Inputs ==\n"},
    {MADE_FIRST, "2.2\nwhy x1 x1\nhere\n9", "There is no stage with this number"},
    {MADE_FIRST, "2.2\nread x\ncompare q x2 1 with q x2 0\ncell x1 1", "--\nq[x1][1] = -1\n"},
    {MADE_FIRST, "2.2\nx1 x2\ncompare with", "With which other? compare A with B."},
    {MADE_FIRST, "2.2\nx1 x2\ncompare it with x2 x2",
     "scores[x1][x2] is 5.5, scores[x2][x2] is 120.25: "},
    {MADE_FIRST, "2.2\nwhat is the difference between x1 x2 and x2 x2", "scores[x1][x2] is 5.5, "},
    {MADE_FIRST, "2.2\nx1 x2\nterms\nthe second one", "--\nq.T[0][x2] = 10\n"},
    {MADE_FIRST, "2.2\nx1 x2\nthat one", "--\nq[x1][0] = 1\n"},
    {MADE_FIRST, "2.2\nx1 x2\nfollow\nx1 0\nfollow\nx[x1][a] = 5",
     "\nscores[x1][x2] is 9.5, and was 5.5 without the changes.\n"},
    {MADE_FIRST, "open the lesson on i\nthe second one", "Zweite Lektion"},
    {MADE_FIRST, "the second one", "That is no command"},
    {MADE_FIRST, "2.2\ncompare with x2 x2", "Compare which number? Ask one, or name two"},
    {MADE_FIRST, "2.2\nread q row by row", "--\nq [3 x 3]\nrow x1: "},
    {MADE_FIRST, "2.2\nwhy is row x1 column x2 5.5", "--\nscores[x1][x2] = 5.5: "},
    {MADE_FIRST, "2.2\nx1 x2\nfollow the 4.5", "--\nq.T[1][x2] = 4.5\n"},
    {MADE_FIRST, "2.2\nx1 x2\nwhere am I",
     "--\nA number, asked in stage 2 of First: by hand:\nscores[x1][x2] = 5.5"},
    {MADE_FIRST, "2.2\nx1 x2\nwhich inputs", "x: "},
    {MADE_FIRST, "2.2\nx x1 a = 5\nput it back", "All changes are gone"},
    {MADE_FIRST, "lesson 3\nback to by hand", "First: by hand"},
    {MADE_FIRST, "2.2\ncompare x1 x2", "With which other? compare A with B."},
    {MADE_FIRST, "2.2\nx1 x2\nwhere did that 4.5 come from", "--\nq.T[1][x2] = 4.5\n"},
    {MADE_FIRST, "2.2\nscores x1 x2 = 5 please", "--\n3 of 12 results differ."},
    {MADE_FIRST, "2.2\nwhat now", "That is no command"},
    {MADE_FIRST, "2.2\nsearch -77", "is in no text, name, label or number"},
    {MADE_FIRST, "2.2\nstage 1, line 10", "== 1. Inputs ==\n"},
    {MADE_FIRST, "2.3\ndecimals weights x1 x1", "\nfull value 0.0496"},
    {MADE_FIRST, "2.3\nweights of x1 to x2", "weights[x1][x2] = 0.1734\n"},
    {MADE_FIRST, "2.3\nwhy x1 to x2", "weights[x1][x2] = 0.1734: "},
    {MADE_FIRST, "2.3\nwhy x2 x2", /* a sum is not torn apart */
     "+ exp(65.625 - 120.25))\n"},
    {MADE_FIRST, "2.3\nwhere is weights made", "\n-- "},
    {MADE_FIRST, "2.2\nwhere is 120.25 made", "2.2: scores[x2][x2] = 120.2500\n"},
    {MADE_FIRST, "2.2\ncell x1 x1\nTab", "follow goes to q.T[0][x1].\n"},
    {MADE_FIRST, "2.2\ncell x1 x1\nfollow x x1 a",
     "x[x1][a] is not one of the numbers that made scores[x1][x1].\nx[x1][a] = 1\n"},
    {MADE_FIRST, "2.2\ncell x1 x2\nfollow q x2 1", "--\nq[x2][1] = 4.5\n"}, /* as q.T[1][x2] */
    {MADE_FIRST, "2.2\ncell x1 x1\nfollow q.T 0 x1", "--\nq.T[0][x1] = 1\n"},
    {MADE_FIRST, "2.2\ncell x1 x2\nwhere does the 4.5 come from", "--\nq.T[1][x2] = 4.5\n"},
    {MADE_FIRST, "2.2\nwhere does the 4.5 come from", "2.1: q[x2][1] = 4.50"},
    {MADE_FIRST, "2.2\ncell x1 x2\nterms\nfollow the second one", "--\nq.T[0][x2] = 10\n"},
    {MADE_FIRST, "2.1\ncompare q x2 1 with column 0",
     "q[x2][1] is 4.5, q[x2][0] is 10.0: the second is larger.\n"},
    {MADE_FIRST, "3.1\ncompare blocks x2 2 b and item x1",
     "blocks[x2][2][b] is 2.0, blocks[x1][2][b] is 0.0"},
    {MADE_FIRST, "3.1\ncompare blocks x2 2 b and item x1", "larger.\n2 apart.\n"},
    {MADE_FIRST, "2.1\ncompare q x2 1 with none", "No result is called none."},
    {MADE_FIRST, "lesson 3\nback to the lesson before", "The introduction."},
    {MADE_FIRST, "lesson 3\nlesson before\nlesson before", "Zweite Lektion"},
    {MADE_FIRST, "menu\nlesson 3\nback to lesson 1", "The introduction."},
    {MADE_FIRST, "lesson before", "You were in no lesson before this one."},
    {MADE_FIRST, "search blocks of the second item\ngo there", "stage 3/4, step 1/"},
    {MADE_FIRST, "search 120.25\ngo there", "stage 2/4, step 2/5"},
    {MADE_FIRST, "search nothing like it\ngo there", "Which stage?"},
    {MADE_FIRST, "2.2\nx1 x2\nwhere does that come from?", "--\nq[x1][0] = 1\n"},
    {MADE_FIRST, "2.2\nx1 x2\ncompare with x2 x2",
     "scores[x1][x2] is 5.5, scores[x2][x2] is 120.25: "},
    {MADE_FIRST, "3.1\ncompare x2 2 b with the same cell of the first item",
     "blocks[x2][2][b] is 2.0, blocks[x1][2][b] is 0.0: the first is larger.\n2 apart.\n"},
    {MADE_FIRST, "help compare", "compare [NAME or A with B]"},
    {MADE_FIRST, "lesson 3\nreturn", "The introduction."},
    {MADE_FIRST, "lesson 3\ngo back to where I was", "The introduction."},
    {MADE_FIRST, "2.1\nand what is q x2 1 now?", "--\nq[x2][1] = 4.5\n"},
    {MADE_FIRST, "2.2\ncell x1 x2\nthen follow it", "--\nq[x1][0] = 1\n"},
    {MADE_FIRST, "open the lesson on seconds", "There is no lesson seconds."},
    {MADE_FIRST, "open the lesson about zweites", "Zweite Lektion"},
    {MADE_FIRST, "search blocks of the second item",
     "blocks [3 x 3 x 4], 3.1\n-- blocks item x2 tells it; 3.1 goes there --\n"},
    {MADE_FIRST, "3.1\nblocks of item 1", "\nblocks [3 x 3 x 4]  item x2\n"},
    /* Blocks counted from 1: the last is meant where it can be no other. */
    {MADE_FIRST, "3.1\nitem 3",
     "Counted from 0 there is no item 3: this is the last, 日本.\nblocks [3 x 3 x 4]  item 日本\n"},
    {MADE_FIRST, "3.1\nitem 4", "There is no item 4: 0 to 2, or x1, x2, 日本.\n"},
    {MADE_FIRST, "3.1\nthe second item", "item x2"},
    {MADE_FIRST, "menu\nlesson firsts", "The introduction."},
    {MADE_FIRST, "frobnicate", "That is no command: help lists them."},
    /* As a person says it. */
    {MADE_FIRST, "which one is largest",
     "That is no command; of largest there is\n  links [NAME] "},
    {MADE_FIRST, "1\n\nwhat if x[x1][a] were 5?",
     "What if: 1 of 12 differ, most at [x1][a]: 1 -> 5"},
    {MADE_FIRST, "1\n\nset x x1 a to 5", "What if: 1 of 12 differ, most at [x1][a]: 1 -> 5"},
    {MADE_FIRST, "1\n\nx x1 a = 5\nx x1 a",
     "full value 5.0\nx[x1][a] is 5.0, and was 1.0 without the changes.\n"},
    {MADE_FIRST, "2.2\nx[x1][a]\nx[x1][a] = 5", "9 of 12 results differ. changed"}, /* from here */
    {MADE_FIRST, "2.2\nx[x1][a] = 5", "9 of 12 results differ, the first in 1.1, before this."},
    {MADE_FIRST, "1\n\nx x1 a = 5\ncompare x x1 a",
     "x[x1][a] is 5.0, and was 1.0 without the changes.\n"},
    {MADE_FIRST, "1\n\nx x1 a = 5\ncompare x x1 b",
     "x[x1][b] is the same, or there was no such number before.\n"},
    {MADE_FIRST, "2\n\nwhere does 4.5 come from", "2.1: q[x2][1] = 4.50"},
    {MADE_FIRST, "2\n\nall decimals", "x1: 0 is 1.000000000, "},
    {MADE_FIRST, "2\n03", "Zweite Lektion"},
    {MADE_FIRST, "2\n\ncompare q x2 1 with q x2 0",
     "q[x2][1] is 4.5, q[x2][0] is 10.0: the second is larger.\n5.5 apart; the first is 0.45 "
     "times"},
    {MADE_FIRST, "2\n\nwhy is q[x2][0] larger than q[x2][1]", ": the first is larger.\n5.5 apart"},
    {MADE_FIRST, "2\n\ncell x1 0\nterms\n2", "-- follow N goes to one of them --\n"},
    {MADE_FIRST, "2\n\ncell x1 0\nterms\n2", "w[0][0] = 1\nNothing made it"},
    {MADE_FIRST, "2\n\ncell x1 0\nall inputs", "w[0][0] = 1 "},
    {MADE_FIRST, "3\n\nwhere q", "2.1: >>> q = x @ w\n"},
    {MADE_FIRST, "2\nsearch 4.5\nfollow", "q[x2][1] = 4.50\n"},
    {MADE_FIRST, "2\n\n1\nreturn", "-- stage 2/4, step 1/5"},
    {MADE_FIRST, "1\nsearch 4.5\ncell\nreturn", "-- stage 1/4, step 0/2"},
    {MADE_FIRST, "2\n\nwhat of it", "That is no command"},
    {MADE_FIRST, "2\n\ncell 0 1\nfirst", "-- stage 0/4; Enter next"},
    {MADE_FIRST, "2\n\ngo to x2 1", "q[x2][1] = 4.5\n"},
    {MADE_FIRST, "3\n\nnext head", "item x2\nrow 0"},
    {MADE_FIRST, "2\n\nre q", "q [3 x 3]\nrow x1"},
    {MADE_FIRST, "2\n\nset", "It is written what-if CHANGE"},
    {MADE_FIRST, "2\n\ntry to understand", "expected"},
    {MADE_FIRST, "1\n\nx x1 a = 5\nx x1 a = 5", "this change is made already"},
    {MADE_FIRST, "1\n\nx x1 a = 5\nx x1 a = 6\nx x1 a = 5\nchanges", "3 x[x1, a] = 5"},
    {MADE_FIRST, "2\npredict x2 0 10\n1", "== 1. "}, /* nothing is open after a right one */
    {-1, "lesson i", ": First: by hand\n"},
    {MADE_FIRST, "H", "That changes nothing here."},
    {MADE_FIRST, "q", "> 01-first: First: by hand\n"},
    {MADE_FIRST, "n\nn\nSpace\np", "== 2. Products =="},
    {-1, "", "First: by hand\n\nThe introduction."},
    {-1, "3", "Zweite Lektion: 日本語\n"},
    {-1, "02", "02-broken is broken, line 7: "},
    {-1, "nothing", "There is no lesson nothing."},
    {-1, "first: BY hand", "First: by hand\n\nThe introduction."},
    {-1, "ZWEITE", "Zweite Lektion: 日本語\n"},
    {MADE_FIRST, "lesson zweite lektion", "Zweite Lektion: 日本語\n"},
    {-1, "lessons", "02-broken"},
    {MADE_FIRST, "lessons", "> 01-first: First: by hand\n"},
    {-1, "quit", "step, with every number: 3 lessons.\nEnter opens 01-first: First: by hand; a"},
    {-1, "quit", "another.\n-- lessons lists them, help the commands, quit leaves --\n"},
    {-1, "here", "leaves --\n> 01-first: First: by hand\n"},
    {-1, "search zweite", "03 second: Zweite"},
    {-1, "search lektion zweite", "03 second: Zweite"}, /* words, in any order */
    {-1, "search zweite", "-- these have it; list tells all; a number"},
    {-1, "search -inf", "\n03 second: Zweite"}, /* its code has it */
    {-1, "search 0.88",
     "No lesson has this in its text. Numbers are looked for in an open lesson."},
    {-1, "search zweite\nlist", "02-broken"},
    {-1, "search zweite\nmenu", "02-broken"},
};

START_TEST(r25_lines_and_answers)
{
    made_expect_said(&talks[_i]);
}
END_TEST

/* Where the reader was is said in commands, too, when plain mode was chosen before the lesson is opened. */
START_TEST(places_kept_are_told_in_words)
{
    Library *library = library_open();
    for (int i = 0; i < 2; i++) {
        App *app = app_new(library, true);
        app_plain(app);
        char *text = made_talk(app, library, i ? "\nlesson 3\n" : "1\n2\n\nx[x1, a] = 2\nquit\n");
        ck_assert_msg(i == 0 ||
                          strstr(text, "You were here, in stage 2 of First: by hand. first goes to "
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
                                         "1\n\n",
                                         "2\n\n",
                                         "2\n\n\ncell 0 1\n",
                                         "2\n\nwhat-if x[0, 0] = 2\n",
                                         "3\n\n",
                                         "3\n\n\n",
                                         "2\n\nwhat-if x[0, 0] = 2\ncell 0 0\n",
                                         "4\n",
                                         "2.1\nD\nD\nd\n"};
    static const char keyed[] =
        "Tab|Esc\\b|Space|(^|[ :;,])[][A-MO-Za-z~=:;,&#*?{}]( (and|,) [][{}])? "
        "(go|show|list|undo|hide|give|play|change|move|close|ask|lead|take|pick)(e?s)?\\b";
    regex_t wrong;
    int rows;
    const KeyRow *row = keys_table(&rows);
    ck_assert_int_eq(regcomp(&wrong, keyed, REG_EXTENDED | REG_NEWLINE), 0);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < COUNT(places) && row[i].act != do_help && row[i].by != APP_EDIT; k++) {
            Buf lines = {0};
            buf_puts(&lines, places[k]);
            keys_name(&lines, row[i].code[0]);
            buf_printf(&lines, "\n%s\n", row[i].command ? row[i].command : "changed");
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

/* Whatever changes what is told is told. */
static const char *const news[] = {
    "2\n\nx", "2\n\n+", "2\n\ncell 0 0\nRight", "2\n\nEnter", "2\n\np", "2\n\nD", "2\n\n)",
};

START_TEST(changes_are_news)
{
    char *text = made_talk_about(MADE_FIRST, news[_i]);
    ck_assert_msg(!strstr(text, "That changes nothing here."), "%s", text);
    free(text);
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
    char *text = made_talk(app, library, "1\nnext\ncell 3\nq\nnext\nnext\nnext\nlesson 1\nmenu\n");
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

/* Keys by their names end where they end on the full screens. */
START_TEST(the_places_are_those_of_the_full_screens)
{
    static const char *const keys[] = {"Space", "Bksp", "n", "p", "g", "G", "R",
                                       "c",     "l",    "j", "'", "x", "+"};
    Library *library = library_open();
    App *app = app_new(library, false), *full = app_new(library, false);
    app_open(app, MADE_FIRST);
    app_open(full, MADE_FIRST);
    for (int i = 0; i < 2000; i++) {
        const char *key = keys[made_random(COUNT(keys))];
        if (!keys_find(update_context(app_place(full)), keys_code(key, strlen(key))))
            continue;
        Buf line = {0};
        buf_printf(&line, "key %s", key); /* x is a result, too */
        free(made_talk(app, library, buf_text(&line)));
        buf_release(&line);
        made_press(full, key);
        app_put(app, app_place(app)); /* without what was said: that names commands */
        app_put(full, app_place(full));
        Buf a = made_screen(app), b = made_screen(full);
        made_expect_equal(&b, &a, key);
        buf_release(&a);
        buf_release(&b);
    }
    app_free(app);
    app_free(full);
    library_free(library);
}
END_TEST

/* Whatever is typed, the answer is visible text. */
START_TEST(any_line_is_answered)
{
    static const char *const words[] = {"next",     "back",      "stage",       "cell",
                                        "terms",    "follow",    "read",        "search",
                                        "q",        "Enter",     "Esc",         "t",
                                        "?",        "/",         "b",           "0",
                                        "1",        "2",         "99999",       "-1",
                                        "x1",       "日本",      "\033[2J",     "\xff",
                                        ",",        "  ",        "\n",          "\n",
                                        "\n",       "list",      "notes",       "help",
                                        "(",        ")",         "]",           "}",
                                        "M",        "Ctrl-Z",    "\npredict",   "\nhint",
                                        "\nmatrix", "\nwhat-if", "x[0, 0] = 2", "w = w, 0 * w",
                                        "change",   "compare",   "columns",     "why",
                                        "uses",     "links",     "code",        "\ncell x[x2][b]",
                                        "[",        "=",         "0.5",         "up",
                                        "first",    "begin",     "undo",        "changed",
                                        "~",        "delete 1",  "w",           "D",
                                        "U",        "&",         "key"};
    Library *library = library_open();
    App *app = app_new(library, false);
    for (int i = 0; i < 300; i++) {
        Buf lines = {0};
        for (int w = 0; w < 30; w++) {
            buf_puts(&lines, words[made_random(COUNT(words))]);
            buf_puts(&lines, made_random(3) ? " " : "\n");
        }
        char *text = made_talk(app, library, buf_text(&lines));
        ck_assert_ptr_null(strpbrk(text, "\033\t\r\b"));
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
    char *text = made_talk(app, library, "menu\n");
    const char *one = strstr(text, "Understand:\n> 01-first: First: by hand (15 minutes, "),
               *two = strstr(text, "Write it:\n03 second: "),
               *others = strstr(text, "Others:\n02-broken");
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
    char *text = made_talk(app, library, "contents\n1\nnext\nmenu\n");
    static const char *const says[] = {"Why sqrt(d)\n", "Divided by sqrt(d), K is K^T: -inf or 1/2",
                                       "of x^2, ??.", " 1 Times sqrt(3)\n", "sqrt(3) * ? 6\n"};
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

/* In the menu no lesson is open, and maybe none was: what is said of numbers is refused, or opens one. */
START_TEST(numbers_are_not_asked_in_the_menu)
{
    static const char *const lines[] = {"why is x 4",
                                        "follow the 4",
                                        "compare with x",
                                        "that one",
                                        "go there",
                                        "read row by row",
                                        "1.1",
                                        "x x1 a = 5",
                                        "return",
                                        "and what is x now?",
                                        "(x)",
                                        "row 1 of x",
                                        "head 2",
                                        "the second one"};
    for (int i = 0; i < COUNT(lines); i++) {
        Library *library = library_open();
        App *app = app_new(library, false);
        char *text = made_talk(app, library, lines[i]);
        ck_assert_int_eq(app_place(app)->page, PAGE_MENU);
        free(text);
        app_free(app);
        library_free(library);
    }
}
END_TEST

Suite *plain_suite(void)
{
    Suite *s = suite_create("plain");
    TCase *t = tcase_create("plain");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_loop_test(t, r25_lines_and_answers, 0, COUNT(talks));
    tcase_add_test(t, places_kept_are_told_in_words);
    tcase_add_test(t, messages_name_commands);
    tcase_add_loop_test(t, changes_are_news, 0, COUNT(news));
    tcase_add_test(t, empty_lines_tell_the_whole_lesson);
    tcase_add_test(t, the_places_are_those_of_the_full_screens);
    tcase_add_test(t, any_line_is_answered);
    tcase_add_test(t, a_full_disk_is_told);
    tcase_add_test(t, the_menu_tells_tracks);
    tcase_add_test(t, ascii_alone);
    tcase_add_test(t, the_whole_lesson_at_once);
    tcase_add_test(t, no_line_is_too_wide);
    tcase_add_test(t, numbers_are_not_asked_in_the_menu);
    suite_add_tcase(s, t);
    return s;
}
