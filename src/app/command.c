/* The table of commands, in the order in which the palette offers them; and lines that are commands. */
#include "app/command.h"

#include <string.h>

#include "app/act.h"
#include "base/common.h"
#include "base/utf8.h"

static CommandRun help_run;

const Command command_table[] = {
    {"next", "ne", "", "", "Space", "goes on to more text, the next step or lesson", NULL, go_next},
    {"back", "ba", "", "", "Bksp", "the step before", NULL, go_back},
    {"open", "op", "[PLACE]", "weights[x2, x2]", "Enter",
     "where the number comes from; into a call; a row", NULL, open_run},
    {"up", "up", "", "", "q", "one level out: the list, the call, the menu", NULL, go_up},
    {"contents", "co", "", "", "t", "stages, functions and passes, and where you were",
     act_no_lesson, .page = PAGE_CONTENTS},
    {"find", "fi", "TEXT", "0.88", "/", "search a word, label or number, rounded as you like", NULL,
     tools_find},
    {"inspect", "in", "[TAB] [PLACE]", "sums", "i", "about a number: tree, inputs, gradient, sums",
     act_no_number, inspect_run},
    {"answer", "an", "", "", "a", "the answer to the stage's question", ask_no_answer, ask_answer},
    {"guess", "gu", "[PLACE] = NUMBER", "weights[x2, x2] = 0.5", "g",
     "predict a hidden number; 7 8 9 a row", ask_no_guess, ask_guess},
    {"show", "sh", "[PLACE]", "weights[x2]", "s", "shows all that is hidden, or a row or a number",
     class_no_show, class_show},
    {"hint", "hi", "[PLACE]", "weights[x2, x2]", "",
     "a hint at a hidden number; again, a stronger one", ask_no_hint, ask_hint},
    {"practice", "pc", "[KIND, hint, next, ANSWER]", "fill", "x",
     "exercises: fill, order, mend, predict, write", practice_no, practice_run},
    {"whatif", "wh", "CHANGE", "x[x2, f1] = 5", "=", "changes a number, a row or a line of code",
     change_no_whatif, change_whatif},
    {"with", "wi", "[off, difference, N]", "off", "w",
     "with the changes, without, the difference, the Nth value", change_no_changes, change_with},
    {"changes", "ch", "", "", "c", "the changes, then each result that differs", change_no_list,
     .page = PAGE_CHANGES},
    {"undo", "un", "", "", "u", "takes back the last change or setting", NULL, NULL, EFFECT_UNDO},
    {"skip", "sk", "", "", "n", "next row of the list, pass of the loop, or stage",
     practice_no_beside, .skips = 1},
    {"goto", "go", "STAGE.STEP", "5.1", "0..9", "go to a stage, a step or a line: 5, 5.1, line 19",
     NULL, go_to},
    {"view", "vi", "[SETTING VALUE]", "decimals 6", "v",
     "how pages look: decimals, shades, sums, detail", NULL, settings_view},
    {"class", "cl", "[on, off, new, by row]", "on", "T",
     "teach: results come hidden, Space shows them", NULL, settings_class},
    {"pass", "pa", "[N]", "150", "", "the passes of a loop, each with its loss; the Nth",
     go_no_loop, go_pass},
    {"block", "bl", "LABEL...", "s1 b", "] [", "another block of the stack: a head, a sentence",
     point_no_block, point_block},
    {"previous", "pr", "", "", "p", "the row, pass or stage before", practice_no_beside,
     .skips = -1},
    {"point", "po", "PLACE", "weights[x2, x2]", "arrows", "go to a row or to a number",
     act_no_number, point_run},
    {"lesson", "le", "[NAME]", "5", "", "another lesson by its number; the list of all", NULL,
     go_lesson},
    {"pin", "pi", "[NAME]", "weights", "", "keeps a result in sight", act_no_number, tools_pin},
    {"copy", "cp", "[PLACE]", "weights", "y", "the result as PyTorch prints it, row by row", NULL,
     tools_copy},
    {"hide", "hd", "[PLACE]", "weights[x2]", "", "hides it again", class_no_hide, class_hide},
    {"notes", "no", "", "", "", "the speaker's notes", tools_no_notes, tools_notes},
    {"play", "pl", "[SECONDS]", "5", "", "goes on by itself", act_no_lesson, settings_play},
    {"switch", "sw", "N", "1", "w", "a change off, or on", change_no_changes, change_switch},
    {"edit-change", "ec", "N CHANGE", "1 x[0, 0] = 3", "=", "another line for a change",
     change_no_changes, change_edit},
    {"remove", "rm", "N", "1", "", "deletes a change", change_no_changes, change_remove},
    {"write", "wr", "TITLE", "Larger scores", "", "the changes as a stage of a lesson, in a file",
     change_no_changes, change_write},
    {"edit", "ed", "", "", "e", "the editor at this line", tools_no_edit, NULL, EFFECT_EDIT},
    {"blank", "bk", "", "", "b", "blanks the screen until a key is pressed", NULL, tools_blank},
    {"read", "re", "[PLACE]", "weights", "", "all of a result row by row with its labels",
     tools_no_read, tools_read},
    {"again", "ag", "", "", "Ctrl-L", "draws the page again, or tells it again", NULL, tools_again},
    {"help", "he", "[WORD]", "guess", "?", "what does something here; all about a word", NULL,
     help_run},
    {"quit", "qu", "", "", "Q", "leaves, and keeps your place", NULL, NULL, EFFECT_LEAVE},
    {"what", "wa", "[WORD]", "softmax", "", "what a word of the field is, and where it is shown",
     NULL, lookup_what},
    {"signs", "si", "", "", "", "what ~0 [ ] { } * ??? mean", .page = PAGE_SIGNS},
};

const int command_count = COUNT(command_table);

const Command *command_find(const char *word, size_t length)
{
    for (int i = 0; i < command_count; i++) {
        const Command *c = &command_table[i];
        if ((strlen(c->word) == length && strncmp(c->word, word, length) == 0) ||
            (strlen(c->brief) == length && strncmp(c->brief, word, length) == 0))
            return c;
    }
    return NULL;
}

/* --- lines ---------------------------------------------------------------------------------------- */

bool command_needs(const Command *c)
{
    bool asks_itself = c->run == change_whatif || c->run == change_write;
    return *c->arguments && *c->arguments != '[' && !asks_itself;
}

void command_do(Act *act, const Command *c, const char *arguments)
{
    bool is_place = *arguments && strstr(c->arguments, "PLACE") && c->run != open_run;
    const char *no = is_place ? act_no_lesson(act) : c->why_not ? c->why_not(act) : NULL;
    if (no)
        act_say(act, "%s: %s.", c->word, no);
    else if (c->run)
        c->run(act, arguments);
    else if (c->skips)
        go_skip(act, c->skips);
    else if (c->effect != EFFECT_NONE)
        act_do(act, c->effect, 0, NULL);
    else
        act_push(act, c->page);
}

/* Of a line, which has no prompt to ask for what is missing. */
static void run_command(Act *act, const Command *c, const char *arguments)
{
    if (command_needs(c) && !*arguments)
        act_say(act, "%s needs %s: %s %s", c->word, c->arguments, c->word, c->example);
    else
        command_do(act, c, arguments);
}

/* True for a line that assigns: "weights[x2, x2] = 0.5", "line 12: x = y". */
static bool is_change(const char *line)
{
    const char *sign = strchr(line, '=');
    return sign && sign > line && sign[1] != '=' && (is_letter(*line) || *line == '[');
}

static bool is_place(Act *act, const char *line)
{
    Buf said = {.arena = act->a};
    NamedPart part;
    if (!act_run(act))
        return false;
    NamedHere here = act_here(act);
    return *line == '[' || strchr(line, '[') || named_read(&here, line, &part, &said);
}

/* The way out for who types the key of the screens. */
static bool say_of_letter(Act *act, const char *line, bool is_name)
{
    if (!*line || line[1] || !is_letter(*line))
        return false;
    if (is_name)
        act_say(act, "%s is a result here: read %s shows it. up goes up, quit leaves.", line, line);
    else
        act_say(act,
                "A letter is not a command here: help lists the words. up goes up, quit leaves.");
    return true;
}

bool command_run(Act *act, const char *line)
{
    line += strspn(line, " ");
    size_t length = strlen(line);
    while (length > 0 && line[length - 1] == ' ')
        length--;
    line = arena_text(act->a, line, length);
    size_t word = strcspn(line, " ");
    const char *rest = line + word + strspn(line + word, " ");
    const Command *c = word > 1 ? command_find(line, word) : NULL;
    bool assigns = is_change(line) && (!c || (*rest == '=' && c->run != ask_guess));
    if (*line == '\0')
        return false;
    if (go_is_place(line)) {
        go_to(act, line);
    } else if (c && !assigns) {
        run_command(act, c, rest);
    } else if (assigns && act_run(act)) {
        change_whatif(act, line);
    } else {
        bool is_named = is_place(act, line);
        if (say_of_letter(act, line, is_named))
            return false;
        if (!is_named) {
            act_say(act, "%.*s is not a command or a result here. %s lists what works here.",
                    (int)utf8_fit(line, word, 40), line, act->m->is_plain ? "help" : "?");
            return false;
        }
        point_run(act, line);
    }
    return true;
}

/* --- help ----------------------------------------------------------------------------------------- */

static void put_command(Buf *out, const Act *act, const Command *c, bool is_all)
{
    const char *no = c->why_not ? c->why_not(act) : NULL;
    buf_printf(out, "%s%s%s (%s): %s.", c->word, *c->arguments ? " " : "", c->arguments, c->brief,
               c->help);
    if (is_all && *c->example)
        buf_printf(out, " For example: %s %s.", c->word, c->example);
    if (is_all && no)
        buf_printf(out, " Not here: %s.", no);
    buf_putc(out, '\n');
}

static void help_run(Act *act, const char *word)
{
    Buf text = {.arena = act->a};
    const Command *c = command_find(word, strlen(word));
    if (!act->m->is_plain) {
        prompt_open(act, PROMPT_COMMAND, word);
        act->m->prompt.marked = *word ? 0 : -1;
        return;
    }
    if (*word && !c) {
        act_say(act, "There is no command %s: help lists them.", word);
        return;
    }
    for (int i = 0; !c && i < command_count; i++)
        if (!command_table[i].why_not || !command_table[i].why_not(act))
            put_command(&text, act, &command_table[i], false);
    if (c)
        put_command(&text, act, c, true);
    act_do(act, EFFECT_TELL, 0, buf_text(&text));
}
