/* Results, cells, rows and matrices by the words of a reader, and that what was told last is meant next. */
#include <stdlib.h>
#include <string.h>

#include "app/cell_words.h"
#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"
#include "view/explain.h"

static const MadeTalk talks[] = {
    /* Questions around a name. */
    {MADE_FIRST, "what is scores x1 x2 made of", "\n1 q[x1][0] = "},
    {MADE_FIRST, "2.2\ncell x1 x2\nwhat is it made of", "\n1 q[x1][0] = "},
    {MADE_FIRST, "2.2\ncell x1 x2\nwhy?\ngo deeper",
     "That was all of it: nothing is farther back."},
    {MADE_FIRST, "2.2\ncell x1 x2\nwhere is it made?", "-- a cell, made in 2.2; why"},
    {MADE_FIRST, "2.2\ncell x1 x2\nall the way", "is made of 20 inputs; how often"},
    {MADE_FIRST, "digits scores x1 x2", "scores[x1][x2] in full: 5.5\n"},
    {MADE_FIRST, "which inputs made scores x1 x2", "is made of 20 inputs; how often"},
    {MADE_FIRST, "all decimals of scores x1 x2",
     "scores[x1][x2] in full: 5.5\nscores[x1][x2] = 5.5\n"},
    /* Of what made a number, a result's name is enough where it is one; as far back as why told. */
    {MADE_FIRST, "2.3\ncell x1 x2\nfollow scores",
     "Which of them? scores[x1][x1], scores[x1][x2], "},
    {MADE_FIRST, "2.2\nwhy q.T[0][x2]\nfollow q", "\nq[x2][0] = 10\n"},
    {MADE_FIRST, "2.2\nwhy q.T[0][x2]\nfollow x", "Which of them? x[x2][a], "},
    {MADE_FIRST, "2.2\ncell q.T[0][x2]\nfollow x", "x has 2 axes: "},
    /* What is printed can be typed, also with a = in it, and is told by that name. */
    {MADE_FIRST, "q.sum(dim=1)[0]", "No result is called q.sum(dim=1).\n"},
    {MADE_FIRST, "2.2\nwhy q.T[0][x2]",
     "\nq.T[0][x2] = 10: a copy of q[x2][0]\nLine 1 is made of lines 1.1, 1.2 and so on; such a "
     "number asks it.\n1 q[x2][0] = 10"},
    {-1, "lesson i\n1", "-- stage 0/4; Enter next"},
    {MADE_FIRST, "3\n\n", "item x2\nrow 0: a 0.00, b 6.00, c 0.00, d 4.00\n"}, /* all of them */
    {MADE_FIRST, "3\n\n", "-- cells are of item x1; item x2 chooses another --"},
    {MADE_FIRST, "3\n\nread blocks", "item x2\nrow 0: a 0.00, b 6.00, c 0.00, d 4.00\n"},
    {MADE_FIRST, "3\n\nread", "d -1.00\n-- cells are of item x1; item x2 chooses another --\n"},
    {MADE_FIRST, "3\n\nitem x2", "blocks [3 x 3 x 4]  item x2\nrow 0: a 0.00, b 6.00"},
    {MADE_FIRST, "3\n\nread item x2", "blocks [3 x 3 x 4]  item x2\nrow 0: a 0.00, b 6.00"},
    {MADE_FIRST, "4\nread blocks item x2", "blocks [3 x 3 x 4]  item x2\nrow 0: a 0.00"},
    {MADE_FIRST, "4\nblocks item x2", "blocks [3 x 3 x 4]  item x2\nrow 0: a 0.00"},
    {MADE_FIRST, "3\n\n[item x2]", "blocks [3 x 3 x 4]  item x2\nrow 0: a 0.00, b 6.00"},
    {MADE_FIRST, "3\n\nitem x2 item 1 item b", "blocks[x2][1][b] = 0.5"},
    {MADE_FIRST, "3\n\ncell column b row 1 item x2", "blocks[x2][1][b] = 0.5"},
    {MADE_FIRST, "4\nblocks[item x2][row 1][column b]", "blocks[x2][1][b] = 0.5"},
    {MADE_FIRST, "3\n\nitem x7", "There is no item x7: 0 to 2, or x1"},
    {MADE_FIRST, "3\n\nmatrix row 1", "A matrix is named by item 0 to 2.\n"},
    {MADE_FIRST, "3\n\ncell 0 0\ncell item x2\ncell row 1\ncell column b",
     "blocks[x2][1][b] = 0.5"},
    {MADE_FIRST, "3\n\nmatrix 1", "blocks [3 x 3 x 4]  item x2\nrow 0: a 0.00, b 6.00"},
    {MADE_FIRST, "3\n\nmatrix x2\ncell 1 b", "blocks[x2][1][b] = 0.5"},
    {MADE_FIRST, "3\n\nmatrix 日本\nmatrix\ncell 1 b", "blocks[x1][1][b] = 0\n"},
    {MADE_FIRST, "3\n\ncell 1 b\nmatrix 1", "blocks[x2][1][b] = 0.5"},
    {MADE_FIRST, "3\n\nmatrix 4", "There is no item 4: 0 to 2, or x1, x2, 日本.\n"},
    {MADE_FIRST, "3\n\nmatrix x7", "There is no item x7: 0 to 2, or x1, x2, 日本.\n"},
    {MADE_FIRST, "2\n\nmatrix 2", "There is only one matrix here."},
    {MADE_FIRST, "0\nmatrix", "There is only one matrix here."},
    {-1, "matrix",
     "That is for a lesson: its number or name opens one.\nIt is written matrix [NAME]"},
    {MADE_FIRST, "cell 0 0", "There are no numbers"},
    {MADE_FIRST, "1\n\ncell 0 1", "x[x1][b] = 0"},
    {MADE_FIRST, "1\n\ncell x1 b", "x[x1][b] = 0"},
    {MADE_FIRST, "1\n\ncell 日本, d", "x[日本][d] = 1"},
    {MADE_FIRST, "1\n\ncell 0", "x has 2 axes: give item 0 to 2, then item 0 to 3, or"},
    {MADE_FIRST, "1\n\ncell 0 4", "There is no item 4: 0 to 3, or a, b, c, d.\n"},
    {MADE_FIRST, "1\n\ncell 0 1 2", "x has 2 axes"},
    {MADE_FIRST, "1\n\ncell 0 99999999999999999999",
     "There is no item 99999999999999999999: 0 to 3"},
    {MADE_FIRST, "1\n\ncell x9 b", "There is no item x9: 0 to 2, or x1, x2, 日本.\n"},
    /* Names typed alone, of the tensor at hand first; and what another tensor has. */
    {MADE_FIRST, "2\n\n\nx1 x2", "scores[x1][x2] = "},
    {MADE_FIRST, "2\n\n\n0 1", "scores[x1][x2] = "},
    {MADE_FIRST, "2\n\n\nx2", "--\nscores [3 x 3]\nrow x2: x1 5.5000, x2 120.2500, 日本 65.6250\n"},
    {MADE_FIRST, "2\n\n\nrow x2", "--\nscores [3 x 3]\nrow x2: x1 5.5000"},
    {MADE_FIRST, "2\n\n\ncolumn x2", "--\nscores [3 x 3]\ncolumn x2: x1 5.5000, x2 120"},
    {MADE_FIRST, "2\n\n\nx b", "--\nx [3 x 4]\ncolumn b: x1 0"},
    {MADE_FIRST, "2\n\n\nread q[x2]", "--\nq [3 x 3]\nrow x2: 0 is 10.00"},
    {MADE_FIRST, "2\n\n\nrow x7", "scores has 2 axes: give item 0"},
    {MADE_FIRST, "2\n\n\ncell x1 x1\ncell row x2", "scores[x2][x1] = 5.5\n"},
    /* At a number, too, a name alone or after read tells the row or the matrix. */
    {MADE_FIRST, "2\n\n\ncell x1 x1\nrow x2", "--\nscores [3 x 3]\nrow x2: x1 5.5000"},
    {MADE_FIRST, "2\n\n\ncell x1 x1\nread row x2", "--\nscores [3 x 3]\nrow x2: x1 5.5000"},
    {MADE_FIRST, "3\n\ncell 0 0 0\nread item x2", "--\nblocks [3 x 3 x 4]  item x2\nrow 0: a 0.00"},
    {MADE_FIRST, "3\n\ncell 0 0 0\nblocks item x2", "--\nblocks [3 x 3 x 4]  item x2\nrow 0:"},
    {MADE_FIRST, "3\n\ncell 0 0 0\nitem x2\nup\ncell 0 0", "--\nblocks[x1][0][a] = "},
    {MADE_FIRST, "2\n\n\ncell x1 x1\nx2", "row x2: x1 5.5000"},
    {MADE_FIRST, "3\n\nitem x2 row 1", "item x2\nrow 1: a 0.00, b 0.50"},
    {MADE_FIRST, "4\nblocks x2 1", "item x2\nrow 1: a 0.00, b 0.50"},
    {MADE_FIRST, "4\nblocks[x2][1]", "item x2\nrow 1: a 0.00, b 0.50"},
    {MADE_FIRST, "4\nblocks x2", "item x2\nrow 0: a 0.00, b 6.00"},
    {MADE_FIRST, "4\nblocks[x2]", "item x2\nrow 0: a 0.00, b 6.00"},
    {MADE_FIRST, "4\nblocks column b",
     "item x1\ncolumn b: 0 is 0.00, 1 is 0.00, 2 is 0.00\nblocks"},
    {MADE_FIRST, "4\nblocks row 1\nrow 0",
     "item x2\nrow 0: a 0.00, b 6.00, c 0.00, d 4.00\nblocks"},
    {MADE_FIRST, "4\nblocks\nrow 1", "item x2\nrow 1: a 0.00, b 0.50, c 0.00, d 4.00\nblocks"},
    {MADE_FIRST, "4\nblocks row 1\nq row x2\nrow x1", "\nq [3 x 3]\nrow x1: 0 is 1.00"},
    /* The name may come last. */
    {MADE_FIRST, "4\nrow x2 of q", "--\nq [3 x 3]\nrow x2: 0 is 10.00"},
    {MADE_FIRST, "4\nrow x2 q", "--\nq [3 x 3]\nrow x2: 0 is 10.00"},
    {MADE_FIRST, "4\nread column 0 of q", "--\nq [3 x 3]\ncolumn 0: x1 1.00"},
    {MADE_FIRST, "4\nx2 of q", "--\nq [3 x 3]\nrow x2: 0 is 10.00"},
    {MADE_FIRST, "4\nx2 0 of q", "--\nq[x2][0] = 10\n"},
    {MADE_FIRST, "4\nwhy row x2 column 0 of q", "--\nq[x2][0] = 10: "},
    {MADE_FIRST, "4\nitem x2 of blocks", "--\nblocks [3 x 3 x 4]  item x2\nrow 0: a 0.00"},
    {MADE_FIRST, "2.2\nrow x2 column x1", "--\nscores[x2][x1] = 5.5\n"},
    {MADE_FIRST, "4\nblocks x9 1", "blocks has 3 axes: give item 0"},
    {MADE_FIRST, "4\nblocks row 1",
     "item x2\nrow 1: a 0.00, b 0.50, c 0.00, d 4.00\nblocks [3 x 3 x 4]  item 日本"},
    {MADE_FIRST, "help", "A name alone tells of a cell, a row or a matrix"},
    {MADE_FIRST, "2\n\n\nx x2 b", "x[x2][b] = 2\n"},
    {MADE_FIRST, "2\n\nw 1 1", "w[1][1] = 0.25\n"},
    {MADE_FIRST, "2\n\nq x2 0", "q[x2][0] = 10\n"},
    {MADE_FIRST, "2\n\n\nx1 b", "There is no item b: 0 to 2, or x1"},
    {MADE_FIRST, "2\n\n\nchange x1 b", "x has such a cell: x x1 b\n"},
    {MADE_FIRST, "2\n\nx[x1, a] = 2", "9 of 12 results differ"},
    {MADE_FIRST, "2\n\nx x1 a = 2", "9 of 12 results differ"},
    {MADE_FIRST, "2\n\nx2 = 0\nchanges", "\n1 q[x2, :] = 0\n"},
    {MADE_FIRST, "2\n\nx column b = 0\nchanges", "\n1 x[:, b] = 0\n"},
    {MADE_FIRST, "2\n\nrow x2 = 0\nread", "row x2: 0 is 0.00, 1 is 0.00"},
    {MADE_FIRST, "2\npredict row x2 10 4.5 0", "Right: q[x2][0] = 10.00\nRight: q[x2][1]"},
    {MADE_FIRST, "2\n\nx1 0 = 2\nchanges", "\n1 q[x1, 0] = 2\n"},
    {MADE_FIRST, "2\n\nq = x @ w * 2\nchanges", "\n1 q = x @ w * 2\n"},
    {MADE_FIRST, "2\n\nwhat-if x x1 a = 2\nx x2 a = 3\nchanges", "\n2 x[x2, a] = 3\n"},
    {MADE_FIRST, "y x1 a = 2", "expected an operator"},
    {-1, "x[x1, a] = 2", "There is no lesson x[x1, a] = 2."},
    /* As it is written in Python, and as it is printed. */
    {MADE_FIRST, "1\n\ncell x[日本][d]", "x[日本][d] = 1"},
    {MADE_FIRST, "1\n\ncell x[日本, 3]", "x[日本][d] = 1"},
    {MADE_FIRST, "1\n\ncell [x2][b]", "x[x2][b] = 2"},
    {MADE_FIRST, "1\n\ncell x[x2][\"b\"]", "x[x2][b] = 2"},
    {MADE_FIRST, "2\n\n\ncell q.T[0][x2]", "q.T[0][x2] = 10\n"},
    {MADE_FIRST, "2\n\n\ncell x[x2][b]\n", "x[x2][b] = 2"},
    {MADE_FIRST, "2\n\n\ncell 0 0\ncell q[x2][0]\nback", "scores[x1][x1] = 4.25\n"},
    {MADE_FIRST, "cell x[x2][b]", "x[x2][b] = 2"},
    {MADE_FIRST, "1\n\ncell x[x9][b]", "There is no item x9: 0 to 2, or x1"},
    {MADE_FIRST, "1\n\ncell y[0]", "No result is called y.\n"},
    {MADE_FIRST, "1\n\ncell x]", "No result is called x]: did you mean x?"},
    {MADE_FIRST, "1\n\ncell x x2 b", "x[x2][b] = 2"},
    {MADE_FIRST, "1\n\ncell -1 -1", "x[日本][d] = 1"},
    {MADE_FIRST, "4\ncell q.T[0][x2]", "q.T[0][x2] = 10\n"}, /* printed two stages before */
    {MADE_FIRST, "4\ncell x", "x has 2 axes: give item 0 to 2, then item 0 to 3, or"},
    {MADE_FIRST, "4\ncell scoers[0][0]", "No result is called scoers: did you mean scores?\n"},
    {MADE_SECOND, "1.5\ncell hollow[0][0][1]", "This tensor has no cells.\n"},
    {MADE_SECOND, "1.5\ncell [", "This tensor has no cells.\n"},
    {-1, "cell 0 0", "It is written cell [CELL]: where is it from?"},
    /* Of the matrix that is told, or that the cell lies in. */
    {MADE_FIRST, "3\n\n]\ncell 1 b", "blocks[x2][1][b] = 0.5"},
    {MADE_FIRST, "3\n\n]\ncell", "blocks[x2][0][a] = 0\n"},
    {MADE_FIRST, "3\n\ncell 日本 1 b", "blocks[日本][1][b] = 0.25\n"},
    {MADE_FIRST, "3\n\ncell 日本 1 b\ncell 0 d", "blocks[日本][0][d] = 2\n"},
    {MADE_FIRST, "3\n\ncell 1",
     "blocks has 3 axes: give item 0 to 2, then item 0 to 2, then item 0 to 3, or"},
    {MADE_FIRST, "4\nnames", "q [3 x 3], 2.1\n"},
    {MADE_FIRST, "4\n*", "q [3 x 3], 2.1\n"},
    {MADE_FIRST, "4\nq[x2][0]", "q[x2][0] = 10\n"}, /* a name alone */
    {MADE_FIRST, "q", "> 01-first"},                /* nothing is called so yet */
    {MADE_FIRST, "4\nq",
     "q is a result here; key q is the key: up to the menu; the place is kept.\nq [3 x 3]\nrow "
     "x1: "},
    {MADE_FIRST, "4\nx", "\nx [3 x 4]\nrow x1: a 1, b 0, c 1, d 0\n"},
    {MADE_FIRST, "4\nq\nx",
     "\nrow 日本: 0 is 6.00, 1 is 1.25, 2 is 1.50\n-- that is all --\nx [3 x 4]\n"},
    {MADE_FIRST, "4\nkey q", "> 01-first"},
    {MADE_FIRST, "4\nkey x", "Numbers with 9 decimals at most"},
    {MADE_FIRST, "4\nkey v", "That key does nothing here: help keys lists them.\n"},
    {MADE_FIRST, "4\nblocks", "item x2\nrow 0: a 0.00, b 6.00"},
    {MADE_FIRST, "4\nread blocks", "d -1.00\n-- cells are of item x1; item x2"},
    {MADE_FIRST, "names", "There are no results yet"},
    {MADE_FIRST, "4\nread q", "q [3 x 3]\nrow x1: 0 is 1.00, 1 is -1.00, 2 is 1.50\n"},
    {MADE_FIRST, "4\nprint q", "tensor([[ 1.0000, -1.0000,  1.5000],\n"},
    {MADE_FIRST, "4\nread blocks", "item x2\nrow 0: a 0.00, b 6.00"},
    {MADE_FIRST, "4\nread bloks", "No result is called bloks: did you mean blocks?"},
    {MADE_FIRST, "3\n\nmatrix x2 0 1", "A matrix is named by item 0 to 2.\n"},
    /* What was told last is what is meant next, until something else is told. */
    {MADE_FIRST, "2.2\nread q\ncell x2 0", "q[x2][0] = 10\n"},
    {MADE_FIRST, "2.2\nq\nrow x2", "--\nq [3 x 3]\nrow x2: 0 is 10.00"},
    {MADE_FIRST, "2.2\nq\nread", "all --\nq [3 x 3]\nrow x1: 0 is 1.00"},
    {MADE_FIRST, "2.2\nq\nprint", "all --\ntensor([[ 1.0000, -1.0000,  1.5000],\n"},
    {MADE_FIRST, "2.2\nq row x2\ncell", "q[x2][0] = 10\n"},
    {MADE_FIRST, "2.2\nq row x2\ncell column 1", "q[x2][1] = 4.5\n"},
    {MADE_FIRST, "2.2\nq\ncell x2 x1", "There is no item x1: 0 to 2.\n"},
    {MADE_FIRST, "2.2\nq\nx2 0 = 7\nchanges", "\n1 q[x2, 0] = 7\n"},
    {MADE_FIRST, "2.2\nq\nx[x2, a] = 7\nchanges", "\n1 x[x2, a] = 7\n"},
    {MADE_FIRST, "2.2\nq\nwhy", "Such as: why q[x1][0]\n"},
    {MADE_FIRST, "2.2\nq\nhere\ncell x2 x1", "scores[x2][x1] = 5.5\n"},
    {MADE_FIRST, "2.2\nq\ncell x2 0\nup\ncell x2 x1", "scores[x2][x1] = 5.5\n"},
    {MADE_FIRST, "2.2\ncell x2 x1\nq\ncell x2 0", "q[x2][0] = 10\n"},
    {MADE_FIRST, "2.2\ncell x2 x1\nq\nwhy", "--\nscores[x2][x1] = 5.5: "},
    {MADE_FIRST, "3\n\ncell 0 0 0\nitem x2\ncell 1 b", "blocks[x2][1][b] = 0.5\n"},
    {MADE_FIRST, "4\nblocks\ncell 1 b", "blocks[x1][1][b] = 0\n"},
    {MADE_FIRST, "4\nblocks item x2\ncell 1 b", "blocks[x2][1][b] = 0.5\n"},
    {MADE_FIRST, "4\nblocks\n]\ncell 1 b", "blocks[x2][1][b] = 0.5\n"},
    {MADE_FIRST, "4\nblocks\nmatrix\ncell 1 b", "blocks[x2][1][b] = 0.5\n"},
    {MADE_FIRST, "4\nblocks\n[\ncell 1 b", "blocks[日本][1][b] = 0.25\n"},
    {MADE_FIRST, "search 120.25\nread q\ncell", "q[x1][0] = 1\n"},
    {MADE_FIRST, "4\nq\nscores", "\nscores [3 x 3]\n"}, /* by now, though it came later */
};

START_TEST(names_and_what_was_told)
{
    made_expect_said(&talks[_i]);
}
END_TEST

/* Every name of a cell that is printed anywhere means that cell, wherever it is typed. */
START_TEST(printed_cells_are_understood)
{
    Library *library = library_open();
    library_load(&library->entry[0]);
    const Run *run = library->entry[0].run;
    const QkvTape *tape = run->tape;
    for (int i = 0; i < tape->count; i++) {
        const QkvTensor *t = tape->step[i].call.out;
        for (int from = -1; from < tape->count; from++) {
            CellHere here = {.run = run, .step = from < 0 ? NULL : &tape->step[from]};
            Arena arena = {0};
            Buf said = {.arena = &arena};
            int64_t cell = t->count - 1, found = -1;
            const char *name = t->count ? explain_cell(&arena, run, t, cell) : NULL;
            const QkvTensor *its = name ? cell_of_words(&here, name, &found, &said) : t;
            ck_assert_msg(its, "%s: %s", name, buf_text(&said));
            if (here.step && here.step->call.out == t && name) /* of several the one at hand */
                ck_assert_msg(its == t && found == cell, "%s, not %s", name,
                              explain_cell(&arena, run, its, found));
            arena_release(&arena);
        }
    }
    library_free(library);
}
END_TEST

/* A label that several have is said to be that of the first; brackets around it need not be typed. */
START_TEST(labels_that_are_the_same)
{
    static const char *const ways[] = {"[[PAD]][0]", "[PAD] 0", "PAD 0", "w[[PAD]][0]", "w PAD 0"};
    folder_write("lessons/04-pads.md",
                 "# Pads\n\nPress Enter at it.\n\n## Stage\n\n```python\nimport torch\n"
                 "#| rows: helo [PAD] [PAD]\n"
                 "w = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])\nprint('Enter')\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 3);
    for (int i = 0; i < COUNT(ways); i++) {
        Buf line = {0};
        buf_printf(&line, "1\n\ncell %s\n", ways[i]);
        char *text = made_talk(app, library, buf_text(&line));
        ck_assert_msg(strstr(text, ", item 1, 2: this is 1. "), "%s: %s", ways[i], text);
        ck_assert(i > 0 || strstr(text, "(Enter at a number: here that is cell"));
        ck_assert_msg(strstr(text, "w[[PAD] 1][0] = 3"), "%s: %s", ways[i], text);
        free(text);
        buf_release(&line);
    }
    char *text = made_talk(app, library,
                           "1\n\ncell w[[PAD] 2][0]\n[PAD] 1 0\ncell [PAD] 2 1\nread\n");
    ck_assert_ptr_nonnull(strstr(text, "w[[PAD] 2][0] = 5\n"));
    ck_assert_ptr_nonnull(strstr(text, "w[[PAD] 2][1] = 6\n"));
    ck_assert_ptr_nonnull(strstr(text, "row [PAD] 1: 0 is 3, 1 is 4\nrow [PAD] 2: 0 is 5"));
    ck_assert_ptr_null(strstr(text, "Several"));
    free(text);
    text = made_talk(app, library, "1.2\nhere\n"); /* is printed, and no key */
    ck_assert_ptr_nonnull(strstr(text, ">>> print('Enter')\nEnter\n"));
    ck_assert_ptr_null(strstr(text, "(Enter at"));
    free(text);
    text = made_talk(app, library, "1\n\ncell held 0\n");
    ck_assert_ptr_nonnull(strstr(text, ": 0 to 2, or helo, [PAD] 1, [PAD] 2.\n"));
    free(text);
    app_free(app);
    library_free(library);
    folder_remove("lessons/04-pads.md");
}
END_TEST

/* Sentences of one batch have labels of their own, and the number of a label that comes again is part of it. */
START_TEST(labels_with_numbers)
{
    static const struct {
        const char *line, *says;
    } rows[] = {
        {"row [PAD] 1", "item s1\nrow [PAD] 1: stop 7.0, "},
        {"row [PAD] 1 column stop", "w[s1][[PAD] 1][stop] = 7\n"},
        {"cell [PAD] 2 stop", "w[s1][[PAD] 2][stop] = 8\n"},
        {"cell [PAD] 2 [PAD] 1", "w[s1][[PAD] 2][[PAD] 1] = 8.5\n"},
        {"cell s0 the 0", "w[s0][the][the] = 0\n"},
        {"cell s0 the cat", "w[s0][the][cat] = 0.5\n"},
    };
    folder_write(
        "lessons/04-pads.md",
        "# Pads\n\n## Stage\n\n```python\nimport torch\n#| items: s0 s1\n"
        "#| rows: the cat sat | stop [PAD] [PAD]\n#| cols: the cat sat | stop [PAD] [PAD]\n"
        "w = torch.tensor([[[0., 0.5, 0.], [1., 0., 0.], [2., 0., 0.]],\n"
        "                  [[6., 0., 0.], [7., 0., 0.], [8., 8.5, 0.]]])\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 3);
    for (int i = 0; i < COUNT(rows); i++) {
        Buf line = {0};
        buf_printf(&line, "1\n\nitem s1\n%s\n", rows[i].line);
        char *text = made_talk(app, library, buf_text(&line));
        ck_assert_msg(strstr(text, rows[i].says), "%s: %s", rows[i].line, text);
        ck_assert_msg(!strstr(text, "Several"), "%s: %s", rows[i].line, text);
        free(text);
        buf_release(&line);
    }
    app_free(app);
    library_free(library);
    folder_remove("lessons/04-pads.md");
}
END_TEST

/* A command is one, whatever results are called; but who means the result hears how. */
START_TEST(results_called_as_commands)
{
    folder_write("lessons/04-first.md", "# Names\n\n## Stage\n\n```python\nimport torch\n"
                                        "first = torch.ones(2)\nh = first + 1\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 3);
    char *text = made_talk(app, library, "first\n1.2\nfirst\nread first\n1.2\nh\nfirst\n");
    static const char says[] = "first is a result here, too: read first tells it.\nNames\n\n--";
    const char *told = strstr(text, says);
    ck_assert_msg(told && !strstr(told + 1, says), "%s", text);
    ck_assert_ptr_nonnull(strstr(told, "\nfirst [2]\n"));
    ck_assert_ptr_nonnull(strstr(told, "--\nh [2]\n0 is 2")); /* not "help" */
    free(text);
    app_free(app);
    library_free(library);
    folder_remove("lessons/04-first.md");
}
END_TEST

/* Members of an object as code writes them, of this object and as they were last. */
START_TEST(members_are_understood)
{
    folder_write("lessons/04-class.md",
                 "# Names\n\n## Stage\n\n```python\nimport torch\nfrom torch import nn\n"
                 "class Net(nn.Module):\n"
                 "    def __init__(self, by):\n"
                 "        super().__init__()\n"
                 "        self.by = by\n"
                 "        self.layer = nn.Linear(2, 2, bias=False)\n"
                 "    def forward(self, x):\n"
                 "        kept = x * self.by\n"
                 "        self.result = kept + 0.5\n"
                 "        return self.layer(self.result)\n"
                 "one, two = Net(1), Net(2)\n"
                 "one.load_state_dict({'layer.weight': torch.eye(2)})\n"
                 "x = torch.tensor([[4., 8.]])\n"
                 "y = one(x)\n"
                 "#| hide\n"
                 "z = two(x)\n"
                 "result = x * 2\n"
                 "part = two.result[0]\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 3);
    char *text = made_talk(app, library,
                           "1.6\none.result\ntwo.result[0][1]\none.layer.weight\nself.result 0 0\n"
                           "cell one.none 0 0\n1.10\nread result\n");
    static const char *const says[] = {
        "This result is of stage 1, line 22; another is told in 1.9.\n",
        "another is told in 1.9.\nresult [1 x 2]\nrow 0: 0 is 8.5",
        "result [1 x 2]\nrow 0: 0 is 4.5, 1 is 8.5\n",
        "result[0][1] = 16.5\n",
        "layer.weight [2 x 2]\nrow 0: 0 is 1, 1 is 0\n", /* not as it was made */
        "result[0][0] = 4.5\n",
        "No result is called one.none."};
    for (int i = 0; i < COUNT(says); i++)
        ck_assert_msg(strstr(text, says[i]), "'%s' is not in\n%s", says[i], text);
    free(text);
    app_free(app);
    library_free(library);
    folder_remove("lessons/04-class.md");
}
END_TEST

/* A number is named as its page prints it; that another result of that name is nearer, with fewer axes or fewer
 * rows, says nothing. */
START_TEST(a_cell_of_a_call_is_found_from_anywhere)
{
    folder_write("lessons/04-calls.md",
                 "# Calls\n\n## Inside\n\n```python\nimport torch\n"
                 "def run(x):\n"
                 "    part = x[None] * 2\n"
                 "    return part.sum(dim=0)\n"
                 "y = run(torch.ones(3, 2))\n```\n\n"
                 "## Outside\n\n```python\npart = torch.ones(2, 2) * 5\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 3);
    char *text = made_talk(app, library,
                           "2.1\npart[1][1]\nup\npart[0][2][1]\n2\npart[0][2][1]\nup\n"
                           "part[0][3][1]\npart[9][9]\n");
    ck_assert_msg(strstr(text, "part[1][1] = 5\n"), "%s", text);
    const char *told = strstr(text, "part[0][2][1] = 2\n");
    ck_assert_msg(told && strstr(told + 1, "part[0][2][1] = 2\n"), "%s", text);
    ck_assert_msg(strstr(text, "part has 2 axes: "), "%s", text); /* of the one at hand */
    free(text);
    app_free(app);
    library_free(library);
    folder_remove("lessons/04-calls.md");
}
END_TEST

/* Of another result, a number is of the head that is at hand, which is said; where the heads are others, it must be
 * named. */
START_TEST(another_result_is_of_the_head_at_hand)
{
    folder_write("lessons/04-heads.md",
                 "# Heads\n\n## One\n\n```python\nimport torch\n"
                 "#| items: a b\n#| rows: old new\n#| cols: p r\n#| axes: head query key\n"
                 "pay = torch.arange(8.).reshape(2, 2, 2)\n"
                 "#| items: a b\n#| axes: head query number\nc = pay * 2\n"
                 "#| axes: head query number\nmore = torch.cat([c, c])\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 3);
    char *text = made_talk(
        app, library,
        "1.2\npay new p\nup\nhead b\npay new p\nup\npay a new p\nup\n1.3\nhead 3\n"
        "pay new p\n1.2\nhead b\npay new p = 7\nchanges\n");
    static const char *const says[] = {"Of head a, as here.\npay[a][new][p] = 2\n",
                                       "Of head b, as here.\npay[b][new][p] = 6\n",
                                       "pay[a][new][p] = 2\n", "pay has 3 axes: give head 0 to 1",
                                       "Nothing is changed"}; /* of no head that nobody named */
    const char *at = text;
    for (int i = 0; i < COUNT(says); i++) {
        const char *said = strstr(at, says[i]);
        ck_assert_msg(said != NULL, "'%s' is not in\n%s", says[i], at);
        at = said + 1;
    }
    free(text);
    app_free(app);
    library_free(library);
    folder_remove("lessons/04-heads.md");
}
END_TEST

/* The last of an axis that is named, counted from 1: also of rows and columns. What a bare number is along them
 * could be a slip. */
START_TEST(the_last_of_rows_counted_from_one)
{
    folder_write("lessons/04-rows.md",
                 "# Rows\n\n## One\n\n```python\nimport torch\n"
                 "#| rows: a b\n#| axes: query head number\n"
                 "q = torch.arange(12.).reshape(3, 2, 2)\n"
                 "#| items: a b\n#| axes: head query number\nk = q.transpose(0, 1)\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 3);
    char *text = made_talk(
        app, library,
        "1.1\nhead 2\nhead 1\nq query 3 head 2 number 2\nup\nhead 3\nq[0][2][0]\n"
        "what-if q query 3 head 0 number 0 = 9\nchanges\n1.2\nread head 2 row 1\n");
    static const char *const says[] = {
        "Counted from 0 there is no head 2: this is the last, b.\nq [3 query x 2 head x 2 number]",
        "\nrow b: 0 is 2, 1 is 3\n",
        "\nrow b: 0 is 2, 1 is 3\n",
        "no query 3: this is the last, 2.\nCounted from 0 there is no head 2: this is the last, "
        "b.\n"
        "Counted from 0 there is no number 2: this is the last, 1.\nq[2][b][1] = 11\n",
        "q has 3 axes",
        "There is no head 2: 0 to 1, or a, b.",
        "There is no query 3: 0 to 2.\nNothing is changed", /* a change is of what is named, and of no guess */
        "Counted from 0 there is no head 2: this is the last, b.\nk [2 head x 3 query x 2 number]"};
    const char *at = text;
    for (int i = 0; i < COUNT(says); i++) {
        const char *said = strstr(at, says[i]);
        ck_assert_msg(said != NULL, "'%s' is not in\n%s", says[i], at);
        at = said + 1;
    }
    free(text);
    app_free(app);
    library_free(library);
    folder_remove("lessons/04-rows.md");
}
END_TEST

Suite *plain_told_suite(void)
{
    Suite *s = suite_create("plain told");
    TCase *t = tcase_create("told");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_loop_test(t, names_and_what_was_told, 0, COUNT(talks));
    tcase_add_test(t, results_called_as_commands);
    tcase_add_test(t, members_are_understood);
    tcase_add_test(t, a_cell_of_a_call_is_found_from_anywhere);
    tcase_add_test(t, another_result_is_of_the_head_at_hand);
    tcase_add_test(t, the_last_of_rows_counted_from_one);
    tcase_add_test(t, printed_cells_are_understood);
    tcase_add_test(t, labels_that_are_the_same);
    tcase_add_test(t, labels_with_numbers);
    suite_add_tcase(s, t);
    return s;
}
