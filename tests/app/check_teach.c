/* Teaching: what is hidden, what a step shows, predictions, and steps that come by themselves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

static App *app;
static Library *library;

static void open_lesson(void)
{
    library = library_open();
    app = app_new(library, false);
    app_open(app, MADE_FIRST);
}

static void close_lesson(void)
{
    app_free(app);
    library_free(library);
}

static const struct {
    const char *keys, *shows;
} cases[] = {
    {"T 2 Enter", "teacher by row"},
    {"T 2 Enter Space", "0 of 9 shown"},
    {"T 2 Enter Space Space", "3 of 9 shown"},
    {"T 2 Enter Space Space Bksp", "0 of 9 shown"},
    {"T 2 Enter Space Space Space", "by row\n"}, /* the rest at once */
    {"T 2 Enter Space Space Space Bksp", "3 of 9 shown"},
    {"T 2 Enter Space v v", "6 of 9 shown"},
    {"T V V 2 Enter Space v", "by cell, 1 of 9 shown"},
    {"T V 2 Enter Space v Space", "0 of 9 shown"}, /* the next result */
    {"T 2 Enter Space s Space", "0 of 9 shown"},
    {"T 2 Enter Space s z", "0 of 9 shown"},
    {"T V V 2 Enter Space v V v", "3 of 9 shown"},   /* what is left of the row */
    {"T 2 Enter Space 2 . 1 Enter", "0 of 9 shown"}, /* where one is already */
    {"T 2 Enter Space v 2 . 1 Enter", "3 of 9 shown"},
    {"2 Enter Space z 2 . 1 Enter", "0 of 9 shown"},
    {"T 2 Enter Space Bksp n Bksp", "step 5/5"},
    {"1 Enter Space z", "0 of 12 shown"}, /* without teacher mode, too */
    {"1 Enter Space v", "Nothing of this result is hidden: z hides it, Space goes on."},
    {"1 Enter Space a", "Nothing of this result is hidden"},
    {"1 Enter a", "Nothing has been computed yet"}, /* it stands in the code */
    {"1 Enter Space i", "Nothing of this result is hidden"},
    {"T 1 Enter Space", "x1   1   0   1   0"}, /* it stands in the code */
    {"T 1 Enter Space Bksp", "step 0/2"},
    {"T 1 Enter Space z", "0 of 12 shown"},
    {"T 2 Enter Space Enter", "It is still hidden: s shows all of the result, v the next row."},
    {"T V 2 Enter Space Enter", "It is still hidden: s shows all of the result, v this matrix."},
    {"T V V 2 Enter Space Space Space Enter", "q[x1][1] = -1"}, /* shown last */
    {"T V V 2 Enter Space Space Space Enter Right",
     "It is still hidden: after Esc, v shows more and a predicts it."},
    {"T V V 2 Enter Space Space Space Enter Down", ">-1.00<   ???"},
    {"T V V 2 Enter Space Space Space Enter Left", "q[x1][0] = 1"},
    {"T V V 2 Enter Space Space Space Enter Space",
     "q[x1][1] = -1\n"}, /* it stays, as with the arrows */
    {"T V V 2 Enter Space Space Space Enter Space",
     "The other numbers are still hidden: Esc, then v shows more."},
    /* A row that was predicted is not the one that Space begins with. */
    {"T 2 Enter Space a Down 1 0 Space 4 . 5 Space 0 Enter", "3 of 9 shown"},
    {"T 2 Enter Space a Down 1 0 Space 4 . 5 Space 0 Enter Space", "6 of 9 shown"},
    {"T 2 Enter Space a Down 1 0 Space 4 . 5 Space 0 Enter Space Space", "by row\n"},
    {"T 2 Enter Space a 1 Space - 1 Space 1 . 5 Enter Space", "by row\n"},
    /* a where a stage begins hides nothing that a class has seen. */
    {"T 2 Enter Space s p a", "The next result is not hidden: Space goes there, and z hides it."},
    {"T 2 Enter Space s p a Space", "This was shown before: z hides it again."},
    {"T 2 Enter Space v p a", "Predict q[x2][0]:"},
    {"T 2 Enter Space v p a", "3 of 9 shown"},
    {"T 4 Enter a", "There are no numbers in this stage."},
    /* Rows go by the matrix of the result, whatever block of an operand is in front. */
    {"T 3 . 1 Enter s Space s Space ] Space Space", "by row\n"},
    {"T V V 2 Enter Space v Enter Tab Enter ' Esc", "1 of 9 shown"},
    /* All goes by the block that is chosen, and over its edge lies the next. */
    {"T 3 Enter Space a Down Down", "Predict blocks[x1][2][a]:"},
    {"T 3 Enter Space a Down Down Down", "Predict blocks[x2][0][a]:"},
    {"T 3 Enter Space a Down Down Down Right Up", "Predict blocks[x1][2][b]:"},
    {"T 3 Enter Space a Up Left", "Predict blocks[x1][0][a]:"},
    {"T 3 Enter Space ] ] a Down Down Down Down", "Predict blocks[日本][2][a]:"},
    {"T 3 Enter Space ]", "(2 of 3). It is hidden."},
    {"T 3 Enter Space ] v Enter", "blocks[x2][0][a] = 0"},
    {"T 3 Enter Space ] a", "Predict blocks[x2][0][a]:"},
    {"T 3 Enter Space a Esc ] a", "Predict blocks[x2][0][a]:"},
    {"T 3 Enter Space ] i i", "blocks[x2][0][a]: "},
    {"T 3 Enter Space ] v [ Enter", "v the next row."},
    {"T 3 Enter Space ] v [ v ] v", "12 of 36 shown"},
    {"T 3 Enter Space ] v [ v ] v Enter", "blocks[x2][0][a] = 0"},
    {"T 3 Enter Space ] v v v v Enter", "blocks[日本][0][a] = 1"}, /* and then the next one */
    {"T 3 Enter Space ] Space Space Bksp", "4 of 36 shown"},
    {"T 3 Enter Space ] Space Space Bksp Enter", "blocks[x2][0][a] = 0"},
    {"T V 3 Enter Space ] Space Space Bksp Enter", "blocks[x2][0][a] = 0"},
    {"T / w [ 4 Enter", "by row\n"},
    {"T / s c o r e s Enter", "0 of 9 shown"},       /* nothing is seen too early */
    {"T 2 Enter Space v / q Enter", "3 of 9 shown"}, /* found here: nothing more is seen */
    {"T 2 Enter Space d", "by row"},
    {"2 Enter Space z a Right Down", "Predict q[x2][1]:"},
    {"2 Enter Space z a Left Up", "Predict q[x1][0]:"},
    {"2 Enter Space z a Right - 1 Enter", "Right: q[x1][1] = -1"},
    {"2 Enter Space z a Right - 1 Enter", "???  -1.00 >  ?\?\?<"}, /* it opens */
    {"2 Enter Space z a Right - 1 Enter", "1 of 9 shown"},
    {"2 Enter Space z a Right - 1 Enter Enter", "q[x1][1] = -1"},
    {"2 Enter Space z a Right - 1 Enter v", "3 of 9 shown"},
    {"2 Enter Space z a Right - 1 Enter a Right", "Predict q[x1][2]:"}, /* not the open one */
    {"2 Enter Space z a", "Predict q[x1][0]:"},
    {"2 Enter Space z a Right Down 3 Enter",
     "q[x2][1]: 3 is too small. Type another; i gives a hint, v shows more.\n"},
    {"2 Enter Space z a Right Down 3 Enter a", "Predict q[x2][1]:"}, /* the same again */
    {"2 Enter Space z a Right Down 3 Enter", ">  ?\?\?<"},           /* which is marked */
    {"2 Enter Space z a Right Down 3 Enter i i", "q[x2][1]: 0 * (-2) + 2 * 0.25 + 0 * 1 + 2 * 2"},
    /* A number after a wrong one is another try, also after a hint; later it is a stage again. */
    {"2 Enter Space z a Right Down 3 Enter - . 5", "Predict q[x2][1]: -.5"},
    {"2 Enter Space z a Right Down 3 Enter 4 . 5 Enter", "Right: q[x2][1] = 4.5"},
    {"T 3 . 5 Enter a 0 Enter", "small: 0 is not it. Type another"}, /* True is not larger */
    {"T 3 . 5 Enter a 1 Enter", "Right: small = True"},
    {"2 Enter Space z a Right Down 3 Enter i 4 . 5 Enter", "Right: q[x2][1] = 4.5"},
    /* A number is right when it is rounded to its decimals, two at least: 0.0497, 0.1734. */
    {"2 . 3 Enter z a . 0 5 Enter", "Right: weights[x1][x1] = 0.0497"},
    {"2 . 3 Enter z a . 0 4 Enter", "weights[x1][x1]: .04 is too small."},
    {"2 . 3 Enter z a Right . 1 7 Enter", "Right: weights[x1][x2] = 0.1734"},
    {"2 . 3 Enter z a Right . 2 Enter", "weights[x1][x2]: .2 is too large."},
    {"2 . 3 Enter z a 1 Enter e x p ( - 3 ) Enter", "Right: weights[x1][x1] = 0.0497"},
    {"2 . 3 Enter z a 1 Enter (", "Predict weights[x1][x1]: ("},
    {"T 2 Enter Space e", "Not in teacher mode: it tells what is still hidden."},
    {"2 Enter Space z a Right Down x Enter 4", "Predict q[x2][1]: 4"},
    {"2 Enter Space z a Right Down 3 Enter j 4", "Go to stage 4_"},
    /* After a right one it is a guess at the next number, as long as one is hidden. */
    {"2 Enter Space z a Right Down 4 . 5 Enter 4", "Predict q[x2][2]: 4"},
    {"2 Enter Space z a", "Predict q[x1][0]:    12.5, 1/3, exp(-2), or the row: 7 8 9"},
    {"2 Enter Space z a Right Down 4 . 5 Enter a", "Predict q[x2][2]:"},
    {"2 Enter Space z a Right Down 4 . 5 Enter v a", "Predict q[x2][2]:"},
    {"2 Enter Space z a Right Down 4 . 5 Enter j 4", "Go to stage 4_"},
    {"2 Enter Space z v v a Right Right 9 Enter Esc v z a", "Predict q[x1][0]:"},
    {"2 Enter Space v z v v a 1 Space 1 Space 1 Enter v a", "Nothing of this result is hidden"},
    /* A row of them, or some of it. */
    {"2 Enter Space z a 1 Space - 1 Space 1 . 5 Enter",
     "Right: q[x1][0] = 1.00, [1] = -1.00, [2] = 1.50; type the next\n"},
    {"2 Enter Space z a 1 Space - 1 Space 1 . 5 Enter a", "Predict q[x2][0]:"},
    {"2 Enter Space z a Right 1 , Space - 1 , Space 1 . 5 Enter", "3 of 9 shown"},
    {"2 Enter Space z a 1 , - 1 Enter", "2 of 9 shown"},
    {"2 Enter Space z a 1 Space 7 Space 1 . 5 Enter",
     "Right: q[x1][0] = 1.00, [2] = 1.50; [1]: 7 is too large. Type"},
    {"2 Enter Space z a 1 Space 7 Space 1 . 5 Enter a", "Predict q[x1][1]:"},
    {"2 Enter Space z a 1 Space 2 Space 3 Space 4 Enter",
     "4 numbers are more than the row has from here on, 3. Type another."},
    {"2 Enter Space z a 1 , Space - 1 Enter", "2 of 9 shown"},
    {"2 Enter Space z a 1 , - 1 , 1 . 5 Enter", "3 of 9 shown"},
    {"2 Enter Space z a Right Down 4 , 5 Enter", "Right: q[x2][1] = 4.50"},
    {"2 Enter Space z a Right Down 4 , 5 Enter", "1 of 9 shown"},
    {"2 Enter Space z a 1 Space - 1 , 0 Enter", "Right: q[x1][0] = 1.00, [1] = -1.00"},
    {"2 Enter Space z a 1 , 0 ; Space - 1 , 0 ; 1 , 5 Enter", "3 of 9 shown"},
    /* Of whole numbers it may be two; commas in all words are no gaps between them. */
    {"1 . 1 Enter z a 4 , 5 Enter",
     "4,5 can be one number or two: write 4.5 or 4 5. Type another.\n"},
    {"1 . 1 Enter z a 4 , 5 Enter", "0 of 12 shown"},
    {"1 . 1 Enter z a 1 , 0 Space 0 , 0 Space 1 , 0 Space 0 , 0 Enter", "4 of 12 shown"},
    {"2 Enter Space z a Down 1 0 , 4 , 0 Enter", "2 of 9 shown"},
    {"2 Enter Space z a Right 1 Space x Enter", "That is no number, nor arithmetic"},
    {"2 Enter Space z a 3 Space - Space 2 Enter", "Right: q[x1][0] = 1.00; type the next\n"},
    {"2 Enter Space z a 3 Space - Space 2 Enter Down", "Predict q[x2][1]:"},
    {"2 Enter Space z a 3 Space - Space 2 Enter Up", "Predict q[x1][1]:"},
    {"2 Enter Space z a 9 Enter Down 4 . 5 Enter", "4.5 is too small"},
    {"2 Enter Space z a 9 Enter Esc Down", "It is still hidden"},
    {"2 Enter a", "Predict q[x1][0]:"},
    {"2 Enter a Down Right", "Predict q[x2][1]:"},
    {"2 Enter a 1 Enter", "1 of 9 shown"},
    {"2 Enter a Esc s", "step 1/5"},
    {"a", "There are no numbers in this stage."},
    {"i", "There are no numbers in this stage."},
    {"v", "There are no numbers in this stage."},
    {"z", "There are no numbers in this stage."},
    {"s", "There are no numbers in this stage."},
    {"2 Enter Space z a 1 Enter", "Right: q[x1][0] = 1"},
    {"2 Enter Space z a 1 . 0 0 4 Enter", "Right: q[x1][0] = 1"}, /* half a percent */
    {"2 Enter Space z a 1 . 0 2 Enter", "q[x1][0]: 1.02 is close, right to two digits."},
    {"2 Enter Space z a 1 . 2 Enter", "q[x1][0]: 1.2 is too large."},
    /* Rounded to two digits or more, as rightly as can be. */
    {") 1 . 2 Enter z a Down Down Down Right Right Right Right 1 . 7 Enter",
     "Right: table[3][4] = 1.7143"},
    {") 1 . 2 Enter z a Down Down Down Right Right Right Right 1 . 7 4 Enter",
     "table[3][4]: 1.74 is close, right to two digits."},
    {") 1 . 2 Enter z a Down Down Down Right Right Right Right 1 . 8 Enter",
     "table[3][4]: 1.8 is too large."},
    {") 1 . 2 Enter z a Down Down Down Right Right Right Right 2 Enter",
     "table[3][4]: 2 is too large."},
    {"2 Enter Space z a - 2 Enter", "q[x1][0]: -2 is too small."},
    {"2 Enter Space z a n a n Enter", "nan is not it."},
    {"2 Enter Space z a x 1 Enter", "That is no number, nor arithmetic"},
    {"2 Enter Space z a 3 / 3 Enter", "Right: "},
    {"2 Enter Space z a 7 Bksp 1 Enter", "Right: "},
    {"2 Enter Space z a 7 Esc", "0 of 9 shown"},
    {"2 Enter Space z a Enter", "0 of 9 shown"},
    {"2 Enter Space z a Enter", "Nothing was typed: a predicts the marked number"},
    {"2 Enter Space z a 7 Enter", "Space show  v show more  a predict  i hint  t contents"},
    {"2 Enter Space z i i i", "= ? (the last hint); type a guess\n"},
    {"2 Enter Space z i i i i", "= ? (the last hint)"},
    /* The keys that help are understood where a number is typed, too. */
    {"2 Enter Space z a i Enter",
     "q[x1][0]: row x1 of x times column 0 of w, number by number, all added up"},
    {"2 Enter Space z a i Enter i", "q[x1][0]: 1 * 1 + 0 * 3 + 1 * 0 + 0 * 2 = ?"},
    {"2 Enter Space z a v Enter", "3 of 9 shown"},
    {"2 Enter Space z a q Enter", "That is no number, nor arithmetic"},
    {"2 Enter Space z a", "arrows choose"},
    {"2 Enter Space z v", "Space show rest  Bksp hide  v show more  a predict"},
    {"2 Enter Space z i",
     "q[x1][0]: row x1 of x times column 0 of w, number by number, all added up"},
    {"2 Enter Space z i i", "q[x1][0]: 1 * 1 + 0 * 3 + 1 * 0 + 0 * 2 = ?"},
    {"2 Enter Space z v i i", "q[x2][0]: 0 * 1 + 2 * 3 + 0 * 0 + 2 * 2 = ?"},
    {"2 Enter Space Space Space z i",
     "weights[x1][x1]: the share of e to the power of scores[x1][x1] among those of"},
    {"2 Enter Space Space Space z i i", "weights[x1][x1]: max = "},
    {"2 Enter Space Space Space z i i i", "weights[x1][x1]: exp("},
    {"2 Enter Space Space Space z i i i i", " = ?"},
    {"2 Enter Space Space Space z i i i i i i", " = ?"},
    {"3 Enter Space Space Space Space Space z a t r u e Enter", "Right: "},
    /* What was shown stays so, however one leaves it and comes back. */
    {"T 2 Enter Space v n p 2 . 1 Enter", "3 of 9 shown"},
    {"T 2 Enter Space v n p 2 . 1 Enter", "Some of this was shown before."},
    {"T 2 Enter Space s n p 2 . 1 Enter", "This was shown before: z hides it again."},
    {"2 Enter Space z a i", "Predict q[x1][0]: i   Enter gives a hint"},
    {"T 2 Enter Space v 3 Enter '", "3 of 9 shown"},
    {"T 2 Enter Space v q Enter", "3 of 9 shown"},
    {"T 2 Enter Space v ) (", "3 of 9 shown"},
    {"T 2 Enter Space s 2 . 2 Enter 2 . 1 Enter", "by row\n"},
    {"T 2 Enter Space s z 2 . 2 Enter 2 . 1 Enter", "0 of 9 shown"},
    {"T 2 Enter Space a Right - 1 Enter n 2 . 1 Enter", "???  -1.00    ???"},
    {"T 2 Enter Space s Space Space s Space T 2 . 1 Enter", "0 of 9 shown"}, /* another class */
    {"T 2 Enter Space s T", "0 of 9 shown"}, /* also of the page in sight */
    {"T 2 . 2 Enter s T", "x1     ???    ???    ???    0:   ???"},
    {"2 Enter Space T", "0 of 9 shown"},
    {"1 Enter Space T", "x1   1   0   1   0"},
    {"T 2 Enter Space s 2 . 2 Enter", "0 of 9 shown"},
    {"T 2 . 3 Enter s 2 . 2 Enter", "x1     ???    ???    ???    0:   ???"},
    {"T 2 . 3 Enter s 2 . 2 Enter", "by row\n"},
    {"T 2 . 3 Enter s 2 . 2 Enter v", "x1    1.00  -1.00   1.50    0:  1.00"},
    {"2 Enter Space z 3 Enter 2 . 1 Enter", "0 of 9 shown"},
    {"2 Enter Space z s 3 Enter 2 . 1 Enter", "step 1/5\n"},
    /* A guess where none can be is answered, and leads nowhere. */
    {"2 Enter Space a 4", "Nothing of this result is hidden: z hides it, Space goes on."},
    {"2 Enter Space a 4 . 5", "Nothing of this result is hidden: z hides it, Space goes on."},
    {"2 Enter Space a - 4 . 5 Enter",
     "Nothing of this result is hidden: z hides it, Space goes on."},
    {"2 Enter Space a 4 . 5 Enter", "step 1/5"},
    {"2 Enter Space a 4 Esc 4", "Go to stage 4_"},
    {"2 Enter Space a Enter", "q[x1][0] = 1"},
    /* A change goes on from what is hidden. */
    {"T 2 Enter Space : q [ 0 , 0 ] = 5 Enter", "x1     ???    ???    ???    x1     ???"},
    {"T 2 Enter Space a Right - 1 Enter : q [ 0 , 0 ] = 5 Enter",
     "x1     ???  -1.00    ???    x1     ???  -1.00"},
    /* Nor is what was not shown yet seen in what is made of it, until v shows it there. */
    {"T 2 . 2 Enter", "What this is made of is still hidden: press v to see it."}, /* q and q.T */
    {"T 2 . 2 Enter", "x1     ???    ???    ???    0:   ???"},
    {"T 2 . 2 Enter Enter", "It is still hidden: v shows what it is made of, then the next row."},
    {"T 2 . 2 Enter Space", "0 of 9 shown"},
    {"T 2 . 2 Enter v", "0 of 9 shown"},
    {"T 2 . 2 Enter v v", "3 of 9 shown"},
    {"T 2 . 2 Enter v v Enter", "scores[x1][x1] = 4.25"},
    {"T 2 . 2 Enter v v Enter Enter", "q[x1][0] = 1"},
    {"T 2 . 2 Enter i", "scores[x1][x1]: row x1 of q times column x1 of q.T, number by number"},
    {"T 2 . 2 Enter i i", "q is still hidden, and this is made of it: press v to see it\n"},
    {"T 2 . 2 Enter v i i", " = ?"},
    {"T 2 . 2 Enter Tab Enter", "q is still hidden: press v to see it."},
    {"T 2 . 1 Enter v 2 . 2 Enter", "x1    1.00  -1.00   1.50    0:   ???"},
    {"T 2 . 2 Enter s", "by row\n"},
    {"T 2 . 3 Enter v v Enter Enter", "q is still hidden: press v to see it."},
    {"T 2 . 3 Enter v v Enter Enter Enter", "q is still hidden: press v to see it."},
    {"T 2 . 2 Enter / s c o r e s Space x 1 Space x 1 Enter",
     "It is still hidden: v shows what it is made of"},
    {"T 2 . 2 Enter / q Space x 1 Space 0 Enter", "q is still hidden: press v to see it"},
    {"T / s c o r e s Space x 1 Space x 1 Enter", "scores is still hidden where it was made."},
    {"T 2 Enter Space ?", "teacher mode: results come hidden"},
    {"T 2 . 3 Enter v v Enter Enter D", "Not in teacher mode: it tells what is still hidden."},
    {"T 2 . 3 Enter v v Enter Enter v Enter", "q[x1][0] = 1"},
    {"T 2 . 3 Enter v v Enter Enter v v", "The rest is shown on the stage: Esc, then v."},
    {"T 2 . 3 Enter s Enter v", "Nothing is hidden here."},
    /* Nor does a search tell that a number is there. */
    {"T / 1 0 . 0 Tab", "Not found: it is in nothing that was shown so far."},
    {"T / 1 0 . 0 Enter", "Not found: it is in nothing that was shown so far."},
    {"T 2 . 1 Enter v v / 1 0 . 0 Tab", "q[x2][0] = 10.00 "},
    {"T 2 . 1 Enter v / 1 0 . 0 Tab", "Not found: it is in nothing"},
    {"T 2 . 1 Enter v v 1 Enter / 1 0 . 0 Enter", "No other result has it. Enter asks q[x2][0]."},
    {"T 2 . 3 Enter s / 1 0 . 0 Tab",
     "Not found: it is in nothing"},   /* the scores are made of it */
    {"T / 3 . Tab", "w[1][0] = 3.00"}, /* it is written */
    {"T / s u m Tab", "sum: 5 places"},
    {"N", "There are no notes in this stage."},
    {"P", "Playing: a step every 5 seconds"},
    {"P <", "A step every 6 seconds."},
    {"P > > > > > >", "A step every 1 second."},
    {"P P", "Stopped."},
    {"<", "Nothing is playing: P plays."},
};

START_TEST(r3_any_result_comes_bit_by_bit)
{
    made_press(app, cases[_i].keys);
    made_expect(app, cases[_i].shows);
}
END_TEST

/* What is not asked for on a page does not come up on the next; where there are none the key changes nothing. */
START_TEST(notes_come_on_only_where_there_are_some)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\nOne.\n\n## B\n\nTwo.\n\n<!-- note: Ask them. -->\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "1 Enter N");
    made_expect(app, "There are no notes in this stage; the next are in stage 2.");
    made_press(app, "2 Enter");
    made_expect_gone(app, "Ask them.");
    made_press(app, "N");
    made_expect(app, "Ask them.");
    made_press(app, "1 Enter N");
    made_expect(app, "There are no notes in this stage; the next are in stage 2.");
    app_resize(app, 80, 15);
    made_press(app, "2 Enter N");
    made_expect(app, "This window is too low for the notes of this stage.");
    app_resize(app, 80, 24);
    made_expect(app, "Ask them.");
    made_press(app, "N");
    made_expect_gone(app, "Ask them.");
    made_press(app, "1 Enter 2 Enter");
    made_expect_gone(app, "Ask them.");
    made_lessons();
}
END_TEST

/* What a result is made of is shown first, where a class has not seen it: that is a step, and the play goes on. */
START_TEST(playing_goes_on_over_what_is_shown_first)
{
    int64_t now = 0;
    app_open(app, MADE_FIRST);
    made_press(app, "T 2 . 2 Enter");
    made_expect(app, "What this is made of is still hidden: press v to see it.");
    made_expect(app, "Space show q ");
    made_press(app, "P");
    app_tick(app, now += 1000);
    app_tick(app, now += 60000);
    made_expect_gone(app, "is still hidden");
    made_expect(app, "0 of 9 shown, playing");
    app_tick(app, now += 1000);
    app_tick(app, now += 60000);
    made_expect(app, "3 of 9 shown, playing");
    close_lesson();
    open_lesson();
    app_open(app, MADE_FIRST);
    made_press(app, "T V V 2 Enter Space v Enter Space"); /* a cell of q */
    made_expect(app, "The other numbers are still hidden: Esc, then v shows more.");
    made_lessons();
}
END_TEST

/* The program ended, and is begun again. */
static App *begin_again(App *before, Library *lessons)
{
    if (before) {
        app_end(before);
        app_free(before);
    }
    App *now = app_new(lessons, true);
    app_open(now, MADE_FIRST);
    return now;
}

START_TEST(a_class_goes_on_where_it_was)
{
    Library *lessons = library_open();
    App *one = begin_again(NULL, lessons);
    made_press(one, "T 2 Enter Space a Right - 1 Enter Ctrl-L");
    one = begin_again(one, lessons);
    made_expect(one, "by row, 1 of 9 shown");
    made_expect(one, "???  -1.00    ???");
    made_press(one, "s Space q");
    one = begin_again(one, lessons);
    made_expect(one, "0 of 9 shown");
    made_expect(one, "10.00"); /* q, which was shown */
    made_press(one, "v : x [ 0 , 0 ] = 5 Enter");
    made_expect(one, "0 of 9 shown"); /* they are others */
    one = begin_again(one, lessons);
    made_expect(one, "3 of 9 shown");
    app_plain(one); /* told line by line nobody is taught */
    one = begin_again(one, lessons);
    made_expect(one, "3 of 9 shown");
    made_press(one, "2 . 3 Enter s 2 . 1 Enter T 2 . 3 Enter");
    one = begin_again(one, lessons);
    made_expect(one, "0 of 9 shown"); /* another class */
    made_press(one, "T T");
    one = begin_again(one, lessons);
    made_expect_gone(one, "by row");
    made_expect(one, "0.7770");
    app_free(one);
    library_free(lessons);
    made_clear();
}
END_TEST

/* A lesson that is another by now: what is not told of its results stays hidden. */
START_TEST(what_was_saved_of_a_class_is_not_trusted)
{
    static const char *const lines[] = {"class 2 1 8 all\n",
                                        "class 9 1 9 all\n",
                                        "class 2 99 9 all\n",
                                        "class 2 1 9 0+0 -3+5\n",
                                        "class 2 1 9 9+9223372036854775807\n",
                                        "class 2 1 9 al\n",
                                        "class\n"};
    Library *lessons = library_open();
    for (int i = 0; i < COUNT(lines); i++) {
        Buf text = {0};
        buf_printf(&text, "teaches 1\n2 1 2 01-first\n%s", lines[i]);
        folder_write(".local/state/qkv/places", buf_text(&text));
        App *one = begin_again(NULL, lessons);
        made_expect(one, "0 of 9 shown");
        app_free(one);
        buf_release(&text);
    }
    library_free(lessons);
    made_clear();
}
END_TEST

/* No digit of what is hidden is on the screen, whatever the layout. */
START_TEST(hidden_is_hidden)
{
    for (int unit = 0; unit < 3; unit++) {
        made_press(app, unit ? "g V 2 Enter Space" : "g T 2 Enter Space");
        made_expect_gone(app, "10");
        made_expect(app, "???    ???");
        made_press(app, "s");
        made_expect_gone(app, "???");
        made_press(app, "z");
    }
    made_press(app, "2 Enter Space s Space s Space s Space");
    made_expect_gone(app, "tensor(["); /* what print wrote */
    made_expect(app, "???");
    made_press(app, "v");
    made_expect(app, "tensor([");
}
END_TEST

/* A step that only scrolls is one, too. */
START_TEST(playing_reads_what_is_cut)
{
    int64_t now = 0;
    app_resize(app, 40, 10);
    made_press(app, "1 Enter P");
    app_tick(app, now += 1000);
    app_tick(app, now += 60000);
    ck_assert_int_gt(app_place(app)->view.scroll, 0);
    ck_assert_int_gt(app_place(app)->view.seconds, 0);
    for (int i = 0; i < 10 && app_place(app)->where.stop == 0; i++) {
        app_tick(app, now += 1000);
        app_tick(app, now += 60000);
    }
    ck_assert_int_eq(app_place(app)->where.stop, 1);
}
END_TEST

/* Nothing comes by itself while somebody types, looks or blanks the screen: any key stops what plays. */
START_TEST(any_key_stops_what_plays)
{
    static const char *const keys[] = {"Esc", "b", "1", "x", "Space", "i", "P"};
    for (int i = 0; i < COUNT(keys); i++) {
        int64_t now = 0;
        made_press(app, "T T T 2 Enter Space P > > > >"); /* a step every second */
        made_expect(app, "by row, 0 of 9 shown, playing");
        app_tick(app, now);
        made_press(app, keys[i]);
        Place before = *app_place(app);
        for (int k = 0; k < 9; k++)
            app_tick(app, now += 1000);
        ck_assert_msg(place_is_same(&before, app_place(app)), "after %s", keys[i]);
        made_press(app, "Esc Esc");
    }
    made_press(app, "2 Enter Space P < Esc");
    made_expect(app, "Stopped.");
}
END_TEST

/* The same place as who follows sees it, or again the speaker. */
static void follow_class(bool follows)
{
    Place p = *app_place(app);
    p.teach.follows = follows;
    app_put(app, &p);
}

/* What a change makes of results is a result, too. */
START_TEST(what_if_is_hidden)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\nx = torch.ones(2)\ny = x * 2\n```\n\n"
                 "## B\n\nWords.\n\n```what-if Other\nx[0] = 5\n```\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T 3 Enter");
    made_expect(app, "what if  x[0] = 5");
    made_expect(app, "as it is   what if\n");
    made_expect_gone(app, "?as it is");
    made_expect(app, "???");
    made_press(app, "/ 1 0 Tab");
    made_expect(app, "Not found");
    made_expect(app, " by row, hidden");
    made_expect_gone(app, "10");
    made_expect_gone(app, "tensor");
    follow_class(true);
    made_expect(app, "?as it is          ?what if\n");
    made_expect(app, "tensor([1., 1.])   tensor([5., 1.])\n");
    made_expect(app, "? 2 of 2 results differ");
    follow_class(false);
    made_press(app, "Space"); /* as it is */
    made_expect(app, "tensor([1., 1.])   ???");
    follow_class(true);
    made_expect(app, "as it is           ?what if\n");
    follow_class(false);
    made_expect_gone(app, "10");
    made_expect_gone(app, "differ");
    made_press(app, "Space");
    made_expect(app, "10");
    made_expect(app, "results differ");
    made_press(app, "Bksp");
    made_expect(app, "tensor([1., 1.])   ???");
    made_press(app, "Bksp");
    made_expect_gone(app, "tensor");
    made_press(app, "v v"); /* name by name */
    made_expect(app, "tensor([5., 1.])");
    made_expect_gone(app, "10");
    made_press(app, "v");
    made_expect(app, "tensor([2., 2.])   ???");
    made_press(app, "g 3 Enter");
    made_expect(app, "tensor([2., 2.])   ???");
    made_press(app, "v g 3 Enter");
    made_expect(app, "10");
    made_lessons();
}
END_TEST

/* Space to the end and Backspace to the beginning pass the same screens. */
START_TEST(r4_steps_back_undo_steps_forward)
{
    enum { MOST = 3000 };
    Buf *screen = calloc(MOST, sizeof *screen);
    int count = 0;
    made_press(app, "T");
    for (int i = 0; i < _i; i++)
        made_press(app, "V");
    made_press(app, "Ctrl-L"); /* nothing to say */
    for (;;) {
        screen[count++] = made_screen(app);
        ck_assert_int_lt(count, MOST);
        Place before = *app_place(app);
        made_press(app, "Space");
        if (memcmp(&before, app_place(app), sizeof before) == 0)
            break;
    }
    ck_assert_int_gt(count, 25);
    /* A step back comes to results that are shown. */
    for (int i = count - 2; i >= 0; i--) {
        Place before = *app_place(app);
        made_press(app, "Bksp Ctrl-L");
        Buf now = made_screen(app);
        made_expect_equal(&screen[i], &now, "a step back");
        buf_release(&now);
        (void)before;
    }
    for (int i = 0; i < count; i++)
        buf_release(&screen[i]);
    free(screen);
}
END_TEST

/* The mode comes from the command line: what the reader lands on is hidden, too. */
START_TEST(the_first_screen_is_hidden)
{
    Err err = {0};
    ck_assert(app_goto(app, "2.2", &err));
    app_teach(app);
    made_expect(app, "0 of 9 shown");
    ck_assert(app_goto(app, "2.3", &err));
    made_expect(app, "0 of 9 shown");
    ck_assert(app_goto(app, "1.1", &err));
    made_expect_gone(app, "shown");
}
END_TEST

/* How many Spaces it is from the beginning to the end. */
static int walk(App *walker)
{
    int steps = 0;
    made_press(walker, "g");
    while (!app_message(walker) || strncmp(app_message(walker), "This was the last", 17) != 0) {
        made_press(walker, "Space");
        steps++;
    }
    return steps;
}

/* No result takes more than three steps: it comes, then its first row, then the others. */
START_TEST(a_lesson_is_no_long_walk)
{
    int plain = walk(app);
    made_press(app, "T");
    int steps = walk(app);
    ck_assert_int_gt(steps, plain);
    ck_assert_int_le(steps, 3 * plain);
}
END_TEST

/* Nor is any that comes with the program. */
START_TEST(no_lesson_is_a_long_walk)
{
    Library *all = library_open();
    ck_assert_int_gt(all->count, 0);
    for (int i = 0; i < all->count; i++) {
        App *walker = app_new(all, false);
        app_resize(walker, 120, 40);
        app_open(walker, i);
        int plain = walk(walker);
        app_teach(walker);
        int steps = walk(walker);
        ck_assert_msg(steps > plain && steps <= 3 * plain, "%s: %d steps of %d", all->entry[i].name,
                      steps, plain);
        app_free(walker);
    }
    library_free(all);
}
END_TEST

/* What is hidden takes the room that it will need: showing it moves nothing. */
START_TEST(r3_showing_moves_nothing)
{
    made_press(app, "T 2 Enter Space Ctrl-L");
    Buf hidden = {0}, shown = {0};
    frame_text(&hidden, app_frame(app), false);
    made_press(app, "s Ctrl-L");
    frame_text(&shown, app_frame(app), false);
    const char *a = buf_text(&hidden), *b = buf_text(&shown);
    for (int row = 0; *a && *b; row++) {
        size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        for (size_t i = 0; i < n && i < m && row > 1; i++)
            ck_assert_msg(a[i] == b[i] || a[i] == '?' || a[i] == ' ', "row %d: '%.*s' '%.*s'", row,
                          (int)n, a, (int)m, b);
        a += n + 1;
        b += m + 1;
        if (row == 20)
            break;
    }
    buf_release(&hidden);
    buf_release(&shown);
}
END_TEST

/* The first hint says which numbers go in and what becomes of them: the formula is on the page. */
static const struct {
    const char *code, *hint;
} first_hints[] = {
    {"x @ x", "y[a][c]: row a of x times column c of x, number by number, all added up"},
    {"torch.nn.functional.linear(x, x, x[0])", "y[a][a]: "},
    {"x.sum(dim=0)", "y[c]: column c of x, added up"},
    {"x.sum()", "y: 4 numbers of x, added up"},
    {"x.cumsum(dim=-1)", "y[a][c]: x[a][c] alone"},
    {"x.softmax(dim=-1)",
     "y[a][c]: the share of e to the power of x[a][c] among those of row a of x"},
    {"x.log_softmax(dim=0)",
     "y[a][c]: the logarithm of the share of e to the power of x[a][c] among"},
    {"x.argmax(dim=-1)", "y[a]: the place of the largest of row a of x"},
    {"x.amax(dim=0)", "y[c]: the largest of column c of x"},
    {"x.std(dim=-1)", "y[a]: row a of x: the distances from the mean of these are squared and"},
    {"x.T", "y[c][a]: the number at x[a][c]"},
    {"x / 2.5", "y[a][c]: x[a][c] / 2.5"},
    {"x + x.T", "y[a][c]: x[a][c] + x[a][c]"},
    {"x.exp()", "y[a][c]: exp of x[a][c]"},
    {"-x", "y[a][c]: neg of x[a][c]"},
    {"x.masked_fill(x > 2, 0.)", "y[a][c]: (x > 2)[a][c] decides which number this is"},
};

START_TEST(the_first_hint_says_what_goes_in)
{
    Buf text = {0};
    buf_printf(&text,
               "# T\n\n## A\n\n```python\nimport torch\n#| rows: a b\n#| cols: c d\n"
               "x = torch.tensor([[1.25, 2.], [3., 5.]])\ny = %s\n```\n",
               first_hints[_i].code);
    folder_write("lessons/03 second.md", buf_text(&text));
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T 1 . 2 Enter i");
    made_expect(app, first_hints[_i].hint);
    buf_release(&text);
    made_lessons();
}
END_TEST

/* What the class sees is decided on the screen that it looks at. */
START_TEST(a_follower_shows_a_class_nothing)
{
    static const char *const keys[] = {"v", "s", "z", "a", "i", "T", "V"};
    made_press(app, "T 2 . 4 Enter");
    follow_class(true); /* who sees what is hidden, and that it is */
    made_expect(app, "? hidden:\n\n     tensor([0.0497");
    follow_class(false);
    made_expect(app, "     ???\n");
    made_press(app, "2 . 1 Enter v");
    follow_class(true);
    made_expect_gone(app, "v show more");
    made_expect_gone(app, "a predict");
    for (int i = 0; i < COUNT(keys); i++) {
        made_press(app, keys[i]);
        made_expect(app, "That key is for the screen that this one follows.");
        ck_assert_int_eq(app_place(app)->view.hidden, 6);
        ck_assert_int_eq(app_place(app)->overlay, OVERLAY_NONE);
    }
    made_press(app, "N"); /* its own notes, and its own screen */
    made_expect(app, "There are no notes in this stage.");
    made_press(app, "b");
    ck_assert(app_place(app)->teach.blank);
}
END_TEST

START_TEST(a_blank_screen_comes_back_with_any_key)
{
    static const char *const keys[] = {"x", "q", "Space", "Esc", "."};
    made_press(app, "1 Enter Space Ctrl-L");
    Buf before = made_screen(app);
    for (int i = 0; i < COUNT(keys); i++) {
        made_press(app, i % 2 ? "." : "b");
        made_expect_gone(app, "x [3");
        made_expect_gone(app, "stage");
        ck_assert_int_eq(made_press(app, keys[i]), APP_GO_ON);
        Buf after = made_screen(app);
        made_expect_equal(&before, &after, keys[i]);
        buf_release(&after);
    }
    buf_release(&before);
}
END_TEST

START_TEST(steps_come_by_themselves)
{
    int64_t now = 1000;
    made_press(app, "1 Enter P");
    ck_assert_int_gt(app_patience(app), 0);
    for (int i = 0; i < 24; i++) /* not before its time */
        ck_assert(!app_tick(app, now += 200));
    for (int i = 0; i < 3; i++)
        app_tick(app, now += 200);
    made_expect(app, "step 1/2");
    made_press(app, "Space"); /* only stops it */
    made_expect(app, "step 1/2");
    made_expect(app, "Stopped.");
    for (int i = 0; i < 100; i++)
        ck_assert(!app_tick(app, now += 200));
    made_press(app, "P > > > > >");
    for (int i = 0; i < 1000; i++)
        app_tick(app, now += 200);
    made_expect(app, "This was the last step.");
    ck_assert_int_eq(app_place(app)->view.seconds, 0);
}
END_TEST

Suite *teach_suite(void)
{
    Suite *s = suite_create("teach");
    TCase *t = tcase_create("teach");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, open_lesson, close_lesson);
    tcase_add_loop_test(t, r3_any_result_comes_bit_by_bit, 0, COUNT(cases));
    tcase_add_test(t, playing_goes_on_over_what_is_shown_first);
    tcase_add_test(t, notes_come_on_only_where_there_are_some);
    tcase_add_test(t, hidden_is_hidden);
    tcase_add_test(t, a_class_goes_on_where_it_was);
    tcase_add_test(t, what_was_saved_of_a_class_is_not_trusted);
    tcase_add_test(t, playing_reads_what_is_cut);
    tcase_add_test(t, any_key_stops_what_plays);
    tcase_add_test(t, what_if_is_hidden);
    tcase_add_loop_test(t, r4_steps_back_undo_steps_forward, 0, 3);
    tcase_add_test(t, the_first_screen_is_hidden);
    tcase_add_test(t, a_lesson_is_no_long_walk);
    tcase_add_test(t, r3_showing_moves_nothing);
    tcase_add_test(t, a_follower_shows_a_class_nothing);
    tcase_add_test(t, a_blank_screen_comes_back_with_any_key);
    tcase_add_loop_test(t, the_first_hint_says_what_goes_in, 0, COUNT(first_hints));
    tcase_add_test(t, steps_come_by_themselves);
    suite_add_tcase(s, t);
    t = tcase_create("lessons");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, no_lesson_is_a_long_walk);
    suite_add_tcase(s, t);
    return s;
}
