#include "app/command.h"

#include <string.h>

#include "app/keys.h"
#include "app/plain_internal.h"
#include "base/common.h"
#include "python/names.h"

/* One row, one line; words that are too long for it stand in the next. */
/* clang-format off */
static const Command table[] = {
    {"next", "ne", ' ', "", NULL, NULL, COMMAND_ANYWHERE, plain_next,
     "goes on; an empty line does the same"},
    {"back", "ba", K_BACKSPACE, "", NULL, NULL, COMMAND_IN_LESSON, plain_back, "the step before"},
    {"open", "op", K_ENTER, "[PLACE]", NULL, NULL, COMMAND_ANYWHERE, plain_open,
     "where that number comes from; into that call; that row of a list"},
    {"up", "up", 'q', "", NULL, NULL, COMMAND_ANYWHERE, plain_up, "one level out"},
    {"quit", "qu", 'Q', "", NULL, NULL, COMMAND_ANYWHERE, plain_quit, "leaves; on a terminal your place is kept"},
    {"point", "po", 0, "PLACE", "which number?", "%", COMMAND_IN_LESSON, plain_point,
     "makes that number or row the one in question"},
    {"block", "bl", ']', "[LABEL...]", NULL, NULL, COMMAND_IN_LESSON, plain_block,
     "another matrix of a result that has several: block s1 b; without labels the next"},
    {"skip", "sk", 'n', "", NULL, NULL, COMMAND_IN_LESSON, plain_skip,
     "the next row of the list you came from, the next pass of a loop, or the next stage"},
    {"previous", "pr", 'p', "", NULL, NULL, COMMAND_IN_LESSON, plain_previous, "the same, back"},
    {"pass", "pa", 0, "N", "which one?", "2", COMMAND_IN_LESSON, plain_pass, "that pass of the loop"},
    {"goto", "go", 0, "STEP", "where to?", "5.1", COMMAND_IN_LESSON, plain_goto,
     "goto 5, goto 5.1, goto line 19; 5.1 alone does the same"},
    {"contents", "co", 't', "", NULL, NULL, COMMAND_IN_LESSON, plain_contents, "the stages of the lesson"},
    {"lesson", "le", 0, "[NAME]", NULL, NULL, COMMAND_ANYWHERE, plain_lesson,
     "opens a lesson by its number or words of its title, or the next one; alone it lists them"},
    {"find", "fi", '/', "TEXT", "which text?", "0.5", COMMAND_ANYWHERE, plain_find,
     "the places where a word, a label or a number stands, rounded as you like"},
    {"help", "he", '?', "[WORD]", NULL, NULL, COMMAND_ANYWHERE, plain_help, "these commands, or one of them"},
    {"signs", "si", 0, "", NULL, NULL, COMMAND_ANYWHERE, plain_signs, "what signs such as ~0 and *x mean"},
    {"again", "ag", K_CONTROL('L'), "", NULL, NULL, COMMAND_ANYWHERE, plain_again, "tells the page once more"},
    {"read", "re", 0, "[PLACE]", NULL, NULL, COMMAND_IN_LESSON, plain_read,
     "all of a result row by row with its labels, or a row or a number of it"},
    {"inspect", "in", 0, "[TAB] [PLACE]", NULL, NULL, COMMAND_IN_LESSON, plain_inspect,
     "of a number: made, tree, inputs, leads; of a result: attention, sums, values; results; code"},
    {"answer", "an", 'A', "", NULL, NULL, COMMAND_IN_LESSON, plain_answer, "the answer to the stage's question"},
    {"guess", "gu", 0, "[PLACE] = NUMBER", NULL, NULL, COMMAND_IN_LESSON, plain_guess,
     "judges it before it is told; = 7 8 9 for a row"},
    {"hint", "hi", 0, "[PLACE]", NULL, NULL, COMMAND_IN_LESSON, plain_hint, "a hint; again, a stronger one"},
    {"whatif", "wh", ':', "[CHANGE]", NULL, NULL, COMMAND_IN_LESSON, plain_whatif,
     "whatif x[x2, f1] = 5; = 0, 1, 2 makes three runs; without a change: what can be typed"},
    {"with", "wi", '~', "[off, on, difference]", NULL, NULL, COMMAND_IN_LESSON, plain_with,
     "with the changes, without them, or what they make another here"},
    {"changes", "ch", 'w', "", NULL, NULL, COMMAND_IN_LESSON, plain_changes, "the changes, then each result that differs"},
    {"switch", "sw", 0, "N", "which change?", "1", COMMAND_IN_LESSON, plain_switch, "a change off, or on again"},
    {"edit-change", "ec", 0, "N CHANGE", "which change, and what instead?", "1 % = 2", COMMAND_IN_LESSON,
     plain_edit_change, "another line for it"},
    {"remove", "rm", 0, "N", "which change?", "1", COMMAND_IN_LESSON, plain_remove, "deletes a change"},
    {"undo", "un", 'Z', "", NULL, NULL, COMMAND_IN_LESSON, plain_undo, "takes back the last change, and says which"},
    {"write", "wr", 'W', "[TITLE]", NULL, NULL, COMMAND_IN_LESSON, plain_write,
     "writes the changes out as a what-if stage of a lesson"},
    {"view", "vi", 0, "[SETTING VALUE]", NULL, NULL, COMMAND_IN_LESSON, plain_view,
     "view decimals 6, view detail operations, view sums on; alone it tells how they are"},
    {"class", "cl", 'T', "", NULL, NULL, COMMAND_ANYWHERE, plain_class, "needs a screen: start without --plain"},
    {"notes", "no", 'N', "", NULL, NULL, COMMAND_IN_LESSON, plain_notes, "the speaker's notes"},
    {"copy", "cp", 0, "[PLACE]", NULL, NULL, COMMAND_IN_LESSON, plain_copy,
     "a result as PyTorch prints it, or a number with all its digits"},
    {"edit", "ed", 'e', "", NULL, NULL, COMMAND_IN_LESSON, plain_edit, "the editor at this line"},
};
/* clang-format on */

const Command *command_table(int *count)
{
    *count = COUNT(table);
    return table;
}

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && strncmp(word, text, length) == 0;
}

const Command *command_find(const char *word, size_t length)
{
    for (int i = 0; i < COUNT(table); i++)
        if (is_word(table[i].word, word, length) || is_word(table[i].brief, word, length))
            return &table[i];
    return NULL;
}

const char *command_nearest(const char *word)
{
    const char *nearest = NULL;
    for (int i = 0; i < COUNT(table); i++)
        nearest = names_closer(word, table[i].word, nearest);
    return nearest;
}

const char *command_usage(Arena *a, const Command *c)
{
    bool is_short = strcmp(c->word, c->brief) == 0;
    return arena_format(a, "%s%s%s%s%s", c->word, is_short ? "" : ", ", is_short ? "" : c->brief,
                        *c->args ? " " : "", c->args);
}

void command_lines(Buf *out)
{
    enum { COLUMNS = 30 };
    Arena arena = {0};
    for (int i = 0; i < COUNT(table); i++)
        keys_line(out, command_usage(&arena, &table[i]), COLUMNS, table[i].words);
    arena_release(&arena);
}
