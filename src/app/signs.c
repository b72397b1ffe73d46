#include "app/signs.h"

#include "base/common.h"

/* clang-format off */
static const SignRow table[] = {
    {ON_LESSON, "~0", "a number near 0 that is not 0; + shows more of it"},
    {ON_LESSON, "~1", "a share that is nearly 1: among numbers from 0 to 1"},
    {ON_CELL, ">x<", "the cell in question"},
    {ON_CELL, "[x]", "a cell that takes part in it"},
    {ON_CELL, "{x}", "the one of these that is picked: Enter goes there"},
    {ON_CELL, "> 2 * 3", "the line of the arithmetic that belongs to it"},
    {ON_CELL, "a > b > c", "from which result to which Enter has led; ' goes back one"},
    {ON_STAGE, ">head 2", "of several matrices the one that Enter asks in: [ ] { } choose"},
    {ON_LESSON, "*x", "another number than without the changes, or before the lesson was read again"},
    {ON_LESSON, "= +x -x", "of two runs: the same, and by how much more or less"},
    {ON_LESSON, "???", "a number that the teacher has not shown yet"},
    {ON_LESSON, "?x", "the same on the speaker's own screen"},
    {ON_LESSON, "blue, yellow", "shades: the farther above 0, or below, the stronger; below the matrices stands "
     "at which numbers each begins"},
    {ON_LESSON, "|.:+#|", "the same without colors, a character for each number of the row"},
    {ON_LESSON, "0: 1:", "rows and columns that have no names are counted from 0"},
    {ON_LESSON, "+3", "so many more rows, columns, matrices than fit"},
    {ON_LESSON, "<3", "so many columns to the left"},
    {ON_LESSON, "text~", "there is more of this than fits in the line"},
    {ON_STAGE, "v  3 more", "so many lines of text below, or with ^ above: j and k"},
    {ON_STAGE, "[==>...]", "how far in the lesson this stage is"},
    {ON_STAGE, "> 12", "the line of your own code that is in hand"},
    {ON_STAGE, "- 12", "a line that is not run: the test above it came out otherwise"},
};
/* clang-format on */

const SignRow *signs_table(int *count)
{
    *count = COUNT(table);
    return table;
}
