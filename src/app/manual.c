/* Everything here is written from the same rows: options, commands, keys and the texts around them. */
#include "app/manual.h"

#include <string.h>

#include "app/command.h"
#include "base/common.h"
#include "tell/tell.h"

/* Texts outside of the tables: ways to start without a command, and how it ends. */
static const UsageRow starts[] = {
    {"", NULL, "the lesson menu"},
    {"LESSON", NULL, "step through one: number, name, path; - is stdin"},
};

static const UsageRow ends[] = {
    {"0", NULL, "success"},
    {"1", NULL, "something differs"},
    {"2", NULL, "wrong usage, a lesson with mistakes or no usable terminal"},
    {"130", NULL, "after Ctrl-C"},
};

static const UsageRow surroundings[] = {
    {"QKV_LESSONS", NULL, "a folder of your lessons, where there is no ./lessons"},
    {"NO_COLOR", NULL, "when set and not empty, no colors"},
    {"QKV_LINKS", NULL,
     "1 or 0: lesson names and places of errors are links, or are not; otherwise where the "
     "terminal "
     "is known to have links"},
    {"XDG_STATE_HOME", NULL, "where your place in each lesson is kept (~/.local/state)"},
    {"VISUAL, EDITOR", NULL, "the editor that e starts, the first of them that is set"},
};

/* --- the sections of the man page that no table has ------------------------------------------------ */

typedef struct Section {
    const char *heading;
    const char *paragraph[7]; /* up to the first NULL                      */
    const UsageRow *row;      /* a list below them, or NULL                */
    int rows;
} Section;

static const Section pages = {
    "PAGES",
    {"Space goes on, Enter goes deeper, q comes back, and arrows point, on every page. ? lists "
     "what else does "
     "something there. Type a word to find it: transpose, undo and goto 5.1 are found by their "
     "beginnings.",
     "Pages lie on each other. q closes the topmost one, and below all of them is the menu. When "
     "you leave, "
     "your position in each lesson is kept, and so are your changes, but switched off.",
     "In a window of 110 columns or more the text is on the left and the numbers are on the right. "
     "To keep an "
     "earlier result beside later ones, press ? and type: pin scores.",
     "A click of the mouse points at a number, a second click there is Enter, and the words of the "
     "last line "
     "are buttons. Hold Shift to select text, or start with --no-mouse."}};

static const char *const line_mode[] = {
    "These are the commands of qkv --plain, and of the prompt that ? opens.",
    "qkv --plain tells a lesson without moving the cursor, for a screen reader, a slow link or a "
    "simple "
    "terminal. A line is one command with its arguments. An empty line goes on. Each command has a "
    "short form of "
    "two letters; a single letter is never a command, because it may be the name of a result. help "
    "lists "
    "the commands that do something here, and help guess tells all about one.",
    "A PLACE is written with labels or indices, as in weights[x2, x3] or weights[x2][x3]. A label "
    "with other "
    "characters is quoted, and where several rows have the same label, use the number of the row. "
    "After read "
    "scores, open [x2, x3] means a number of scores. Lists are numbered: after find 0.5, type 2 "
    "for the "
    "second hit, skip for the next one, and up to come back. Each answer ends with a line that "
    "says where you are "
    "and what you can type.",
    "There are no arrow keys in this mode; rlwrap qkv --plain adds them, with a history of lines. "
    "Commands can "
    "also come from a pipe.",
};

static const UsageRow change_forms[] = {
    {"x[0, 1] = 5", NULL, "a number of a result"},
    {"scores[x2, :] = 0", NULL, "several, by labels, indices or slices"},
    {"y.weights[0, 1] = 0", NULL, "the same inside the call that made y"},
    {"x[0, 1] = 0, 1, 2", NULL, "several values, with a run for each"},
    {"weights = scores", NULL, "another right side for a name"},
    {"net.scale = 2", NULL, "an attribute"},
    {"line 12: y = x", NULL, "another statement in that line"},
    {"scores = hold", NULL, "keeps a result although its operands change"},
};

static const Section changes = {"CHANGES",
                                {"= asks what would come out if something were different. It "
                                 "proposes the number pointed at; Tab proposes its "
                                 "row and its line of code. The lesson is run again with the "
                                 "change, and its file is never written. "
                                 "Each number that differs has a * before it.",
                                 "w shows the other values, then the run without the changes, then "
                                 "the difference. c lists the changes "
                                 "and each result that differs, and says whether the difference is "
                                 "its own or inherited from results "
                                 "before it. There Enter opens a result, and n the next one. On a "
                                 "change, w switches it off, = edits it, and "
                                 "an empty line deletes it. u takes the last change back.",
                                 "qkv compare shows the same of two lessons, of a lesson with and "
                                 "without --change, or of a lesson and a "
                                 "printout. In a terminal its list is a page: Enter opens a "
                                 "result, and w turns to the other run. With "
                                 "--plain, or into a pipe, the list is printed. qkv try prints a "
                                 "result for each of several values.",
                                 "qkv diagnose reads numbers that another program printed, copied "
                                 "as they are, and looks for the "
                                 "change that makes them: the mistake where the program is right, "
                                 "the repair where the numbers are. "
                                 "It tries some hundred kinds, also such as lie in two places at "
                                 "once, first one at a time and then "
                                 "in pairs, and runs each. Of a whole printout it asks about the "
                                 "first numbers that are not what "
                                 "the program prints in their place. What makes the numbers is run "
                                 "with other inputs, too (other "
                                 "seeds, other numbers where floats are typed in), and told to be "
                                 "one change in other words where "
                                 "it gives the same there. qkv check does the same for an "
                                 "expectation that does not hold. When a "
                                 "program is opened, printed or checked it is said which weights "
                                 "add up to 1 along another axis "
                                 "than the one that is summed with them.",
                                 "A change has one of these forms:"},
                                change_forms,
                                COUNT(change_forms)};

static const Section own_code = {
    "CALLS",
    {"Classes and functions of a lesson, script or notebook are stepped through line by line. At a "
     "call of "
     "such code the pointer is on the call, and Enter goes into it. There > marks the current "
     "line, - a line "
     "that was not run, and what a line bound is shown beside it. Space goes to the next line "
     "without entering "
     "its calls, Enter enters them, and q goes out to the result of the call.",
     "In a loop, n and p go to the same line in the next or previous pass, and the command pass "
     "150 goes to any. pass alone lists them, each with the loss that backward began at, or else "
     "its last "
     "number, and with a bar; Enter opens one. "
     "A script opens at its first result, or where it fails. --brief makes each call a single "
     "step."}};

static const Section classes = {
    "TEACHING",
    {"T opens the page of the class, and Enter there turns the class on, as --teacher does. From "
     "then on every "
     "computed result comes hidden. Space shows it row by row, beginning with its operands, and "
     "the page of "
     "T sets how much Space shows. s shows all of a result, and Backspace hides a row again.",
     "What is hidden stays hidden everywhere: on later pages, in lists, in answers and in copies. "
     "Numbers that the "
     "code states are never hidden. The class stays on until you turn it off, also the next day, "
     "and what was "
     "shown stays shown; the page of T can begin a new class.",
     "g takes a guess at a hidden number, such as 0.98, 1/3 or exp(-2), or 7 8 9 for a row. A "
     "guess "
     "is right when it is off by half a percent at most, or correctly rounded to two digits or "
     "more. Tab in the "
     "prompt gives a hint. Without a class, g hides a result first.",
     "A result that a change makes different is hidden again, so that it can be guessed. u takes "
     "back the "
     "change, a new class, what was shown, or a setting, and says which.",
     "b or . blanks the screen. A remote control needs only its keys Page Down and Page Up. "
     "--autoplay, or the page "
     "of T, goes on by itself.",
     "qkv --follow in a second terminal is for the speaker. It shows what the first one shows, "
     "with the notes, and "
     "hidden numbers with a ? before them, so keep it off the projector. Keys that only look "
     "around work "
     "there without affecting the first; the title then says only here, and q comes back. Of "
     "several open "
     "programs it follows the first, or a teacher before others, until that one ends. A program "
     "that was started "
     "with --no-resume is not followed."}};

static const Section exports = {"EXPORTS",
                                {"qkv export --html writes one file for a phone, a printer or a "
                                 "learning platform. It has the text, the "
                                 "code, every result, and how its numbers were made; each number "
                                 "links to where that one was made. It "
                                 "needs no network and no script, and is readable in light and "
                                 "dark mode and on A4 paper. Speaker notes are only "
                                 "in it with --notes. --svg writes a picture of each stage, or "
                                 "with --script of the screen after "
                                 "those keys."}};

static const Section writing = {
    "WRITING LESSONS",
    {"lessons/README.md in the source explains how to write a lesson. qkv new NAME writes "
     "lessons/NAME.md to begin "
     "with, and its transcript if there is a folder snapshots; delete both together.",
     "While a lesson, script or notebook is open, each change that an editor saves is shown at "
     "once, at the same "
     "position, with the number of results that differ. A file with a mistake is reported, and the "
     "last good "
     "version stays, with OLD in the title.",
     "e opens the editor at the line on the screen. A lesson that came with the program is not "
     "edited: e edits a "
     "copy, NAME-copy.md in the current folder, unless you opened the lesson by its path. qkv "
     "NAME-copy.md "
     "opens the copy again."}};

static const Section recording = {
    "RECORDING",
    {"qkv record >qkv_record.py writes a file of Python that needs PyTorch 2.0 or newer alone. In "
     "a program, with import qkv_record, the block with qkv_record.Recorder(\"run.md\", "
     "module=model.h[0].attn, calls=1): model(x) records what this module computes in its first "
     "call; without module=, all that the block computes, loss.backward() and the steps of an "
     "optimizer with it. run.md is then a lesson in plain "
     "PyTorch, with run.safetensors for its larger tensors: qkv check run.md computes every "
     "result again, and qkv run.md steps through them.",
     "The program has the numbers that it would have had without: each call is carried out once "
     "more on a copy, which is recorded; where that gives other numbers, the lesson says so. "
     "Stages are the parts of the module, and names those of its parameters and variables. "
     "words=[\"the\", \"cat\"] names the rows, a list of lists those of several sentences. What "
     "lessons do not have, and what is drawn at random, is given with its numbers, and the lesson "
     "says so. Types of 16 bits become float32, and devices the CPU. Recorder looks for qkv where "
     "it was when it wrote the file, then in PATH, and lets it check the lesson: what it refuses "
     "is given, too, and results whose last printed digit depends on the order of a sum are "
     "compared with four decimals, or to one part in ten thousand. A model that is too large for "
     "a lesson is refused, with the names of smaller parts."}};

/* tests/readme.sh runs them. */
static const UsageRow examples[] = {
    {"qkv why 01 'scores[x2, x1]'", NULL, "all that this number is made of"},
    {"qkv inputs 01 'scores[x2, x1]'", NULL, "the written or drawn numbers in it"},
    {"qkv uses 01 'scores[x2, x1]'", NULL, "all that it leads to"},
    {"qkv try 01 'x[x2, f1] = -2, -1, 0, 1, 2' 'weights[x1]'", NULL,
     "row x1 of the weights for five values of an input"},
    {"qkv compare 01 --change 'scaled = scores' --plain", NULL,
     "what dividing by the root of d does: which results differ without it"},
    {"qkv try 01 'scaled = scores' 'soft_weights[x2]'", NULL,
     "the same for one row of the weights"},
    {"qkv diagnose 01 printed.txt weights", NULL,
     "which mistake in lesson 01 prints these weights"},
    {"qkv export 01 --html 01.html", NULL, "lesson 01 as a page to take along"},
    {"qkv why 01 'scores[x2, x1]' --json", NULL, "all that this number is made of, for a program"},
    {"printf '4.2\\nopen [x1, x2]\\n' | qkv --plain 01", NULL,
     "where a number of stage 4, step 2 comes from"},
};

static const Section shown = {"EXAMPLES", {NULL}, examples, COUNT(examples)};

/* What the maps of --json have under which key: tests/tui/check_json.c holds this list to what is printed. */
static const UsageRow json_maps[] = {
    {"every answer", NULL,
     "version: 1, and more when a key here changes its meaning; command; status: the exit status; "
     "error, when there is no answer; otherwise what follows"},
    {"list", NULL, "lessons, each with its mistakes"},
    {"check", NULL,
     "lessons, each with expectations, their number, failures (message, place, detail), "
     "explanations (place, fit: see diagnose), warnings (message, place, accept: the word that "
     "accepts it), snapshot (is_right, report) and mistakes; expectations, failed, "
     "snapshots_wrong; orphans: the snapshots without a lesson"},
    {"why", NULL,
     "lesson, mistakes, cell; made_of: the lines of the tree, each with depth, cell, how, "
     "arithmetic, and terms: pairs a and b of cells, b only where two are multiplied or compared; "
     "own_term or chosen_term: which of them the result belongs to; is_above: this cell was told "
     "in an earlier line; left_out, terms_left_out: so many more; steps"},
    {"inputs", NULL,
     "lesson, mistakes, cell; inputs: each with cell, and times, how often it goes in; left_out; "
     "is_complete: all of the lesson was gone through; steps"},
    {"uses", NULL,
     "lesson, mistakes, cell, later_results; leads_to: each with name, step, and cells, how many "
     "of its numbers; left_out, is_complete, steps; moved: a comparison with the run in which "
     "change makes the number another"},
    {"compare", NULL,
     "lesson, mistakes; other_lesson and other_mistakes, or changes and changed_mistakes; left "
     "and right: what is compared; results: each with name, state (same, bits, order, numbers, "
     "shape, "
     "text, kind, only in left, only in right), cause, left and right (place, shape, dtype or "
     "text), and where numbers differ how many differ of how many, and most: the cell that "
     "differs most (index, labels, left, right); first: the first of the results that differs; "
     "left_out"},
    {"diagnose", NULL,
     "lesson, mistakes, name; numbers: what was read, its shape and decimals; is_right; signs: "
     "has_nan, has_inf, all_are_1, rows_add_up_to_1, columns_add_up_to_1, all_add_up_to_1, "
     "is_permuted, ratio; fits: each with mistakes (sentence, place, old, new, also: what else "
     "goes with it, old and new), change, and how "
     "many numbers differ; nearest, where none fits; left_out, tried, pairs_tried, is_complete"},
    {"a lesson", NULL,
     "name, file, title, is_shipped: it came with the program; stages, track, place, minutes, "
     "needs"},
    {"an error, a mistake", NULL,
     "message; file, line, column, width: so many characters are meant; source: the line; calls: "
     "the calls that led there"},
    {"a place", NULL, "file, line; of a notebook also notebook_cell"},
    {"a cell", NULL,
     "name; step: its result, one of the steps; index and labels, one for each axis; value. A "
     "number that the code states has no step."},
    {"steps", NULL,
     "the results that were mentioned: step, name, operation, formula, shape, dtype, axes (name, "
     "labels), operands (name, step), stage, place, code"},
    {"remark", NULL, "what else was said of the cell that was asked for"},
};

static const Section json = {
    "JSON",
    {"With --json the commands list, check, compare, diagnose, why, inputs and uses print one JSON "
     "value in one line of ASCII, and nothing to standard error. The exit status is the same as "
     "without it. What is not known is null or not there, and programs should pass over keys that "
     "they do not know.",
     "Numbers have all the digits that they need to read back the same in their own type: a "
     "float32 0.9820078, a float64 sixteen or seventeen digits. The texts \"nan\", \"inf\" and "
     "\"-inf\" stand for numbers that JSON cannot write, and integers can be larger than a "
     "double holds exactly. Counts begin with 0, lines and columns with 1. Lists that could be too "
     "long are cut: left_out says by how many.",
     "These are the keys. Where a list here names a key in another word, as place or cell, the "
     "value is described below."},
    json_maps,
    COUNT(json_maps)};

static const Section limits = {
    "LIMITATIONS",
    {"Tensors and NumPy arrays hold float32, float64, int64, int32, "
     "uint8 or bool, in at most six axes and, in a "
     "lesson, 40 million cells. There are no gradients of gradients and "
     "no device but the CPU. A lesson reads no file but tensors, texts and Python "
     "code beside it. What is missing is refused by "
     "name where it is used.",
     "Every compiler and level of optimisation gives the same bits. For "
     "most operations, and tensors of "
     "lesson size, they are those of PyTorch 2.14.1 from PyPI with "
     "AVX2; lessons/README.md has measured where "
     "builds of PyTorch differ."}};

/* --- --help ----------------------------------------------------------------------------------- */

enum { HELP_COLUMN = 29, KEY_COLUMN = 28, WORD_COLUMN = 35 };

static void put_help(Buf *out, const char *before, const UsageRow *row, int column)
{
    Buf text = {0};
    buf_printf(&text, "  %s%s", before, row->name);
    if (row->value)
        buf_printf(&text, " %s", row->value);
    buf_putc(&text, ' ');
    buf_fill(&text, ' ', column - (int)text.length);
    buf_printf(out, "%s%s\n", buf_text(&text), row->words);
    buf_release(&text);
}

/* As many words on each line as fit. */
static void put_filled(Buf *out, const char *text)
{
    enum { WIDTH = 80 };
    int column = 0;
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (column > 0 && column + 1 + word > WIDTH) {
            buf_putc(out, '\n');
            column = 0;
        }
        buf_printf(out, "%s%.*s", column ? " " : "", word, text);
        column += word + (column > 0);
        text += word;
        text += strspn(text, " ");
    }
    buf_putc(out, '\n');
}

void manual_help(Buf *out, const Usage *u)
{
    buf_puts(out, "qkv replays worked self-attention examples, one step at a time.\n\n");
    for (int i = 0; i < COUNT(starts); i++)
        put_help(out, *starts[i].name ? "qkv " : "qkv", &starts[i], HELP_COLUMN);
    for (int i = 0; i < u->commands; i++)
        put_help(out, "qkv ", &u->command[i], HELP_COLUMN);
    buf_puts(out, "\n");
    for (int i = 0; i < u->options; i++)
        put_help(out, "", &u->option[i], HELP_COLUMN);
    buf_puts(out,
             "\nLessons of your own are those in ./lessons, or else in $QKV_LESSONS; beside them\n"
             "are those of qkv: where it was built, where it was installed, or inside it.\n"
             "qkv COMMAND --help tells of one command.\n");
    Buf text = {0};
    buf_puts(&text, "Exit status:");
    for (int i = 0; i < COUNT(ends); i++)
        buf_printf(&text, " %s %s%s", ends[i].name, ends[i].words, i + 1 < COUNT(ends) ? ";" : ".");
    put_filled(out, buf_text(&text));
    buf_release(&text);
}

void manual_help_of(Buf *out, const UsageRow *command, const char *more, const UsageRow *option,
                    int options)
{
    buf_printf(out, "qkv %s%s%s\n\n", command->name, command->value ? " " : "",
               command->value ? command->value : "");
    put_filled(out, command->words);
    buf_printf(out, "\n%s\n", more);
    for (int i = 0; i < options; i++)
        put_help(out, "", &option[i], HELP_COLUMN);
}

/* --- the man page ----------------------------------------------------------------------------- */

/* Text for roff: no character of it means anything there, and a hyphen can be copied and typed. */
static void put_roff(Buf *out, const char *text)
{
    static const char *const names[] = {
        ['\\'] = "\\e",  ['-'] = "\\-",   ['\''] = "\\(aq", ['`'] = "\\(ga",
        ['^'] = "\\(ha", ['~'] = "\\(ti", ['.'] = "\\&.",   ['"'] = "\\(dq"};
    for (; text && *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < (unsigned)COUNT(names) && names[c])
            buf_puts(out, names[c]);
        else
            buf_putc(out, *text);
    }
}

static void put_row(Buf *out, const char *before, const UsageRow *row)
{
    buf_printf(out, ".TP\n\\fB%s", before);
    put_roff(out, row->name);
    buf_puts(out, "\\fR");
    if (row->value) {
        buf_puts(out, " \\fI");
        put_roff(out, row->value);
        buf_puts(out, "\\fR");
    }
    buf_putc(out, '\n');
    put_roff(out, row->words);
    buf_putc(out, '\n');
}

static void put_rows(Buf *out, const char *heading, const char *before, const UsageRow *row,
                     int rows)
{
    if (heading)
        buf_printf(out, ".SH %s\n", heading);
    for (int i = 0; i < rows; i++)
        put_row(out, *row[i].name ? before : "qkv", &row[i]);
}

/* The kinds of pages, as key rows count them. */
static const char *const kinds[] = {"a stage", "a number", "a list", "a text", "a prompt"};

/* On the other kinds of pages only what is not the same there, and in a prompt what does not type itself. */
static const char *key_words(int row, int kind)
{
    const char *words = key_does(row, kind);
    bool is_same = words && (strcmp(words, "the same") == 0 || strstr(words, "itself") ||
                             strstr(words, "themselves"));
    return is_same ? NULL : words;
}

static void put_keys(Buf *out)
{
    buf_puts(out, ".SH KEYS\n");
    for (int kind = 0; kind < COUNT(kinds); kind++) {
        buf_printf(out, ".SS \"On %s\"\n", kinds[kind]);
        for (int i = 0; i < KEY_ROWS; i++)
            if (key_words(i, kind))
                put_row(out, "", &(UsageRow){key_table[i].name, NULL, key_words(i, kind)});
    }
}

void manual_keys(Buf *out)
{
    for (int kind = 0; kind < COUNT(kinds); kind++) {
        buf_printf(out, "%sOn %s%s\n", kind ? "\n" : "", kinds[kind],
                   kind == 0                 ? ""
                   : kind + 1 < COUNT(kinds) ? ", and else as on a stage"
                                             : ", where other keys type themselves");
        for (int i = 0; i < KEY_ROWS; i++)
            if (key_words(i, kind))
                put_help(out, "", &(UsageRow){key_table[i].name, NULL, key_words(i, kind)},
                         KEY_COLUMN);
    }
}

/* "next, ne": with a second form where there is one. */
static const char *command_name(Arena *a, const Command *c)
{
    bool is_one = strcmp(c->word, c->brief) == 0;
    return is_one ? c->word : arena_format(a, "%s, %s", c->word, c->brief);
}

void manual_words(Buf *out)
{
    for (int i = 0; i < command_count; i++) {
        const Command *c = &command_table[i];
        Arena arena = {0};
        const char *arguments = *c->arguments ? c->arguments : NULL;
        put_help(out, "", &(UsageRow){command_name(&arena, c), arguments, c->help}, WORD_COLUMN);
        arena_release(&arena);
    }
}

static void put_paragraphs(Buf *out, const char *const *paragraph, int most)
{
    for (int i = 0; i < most && paragraph[i]; i++) {
        buf_puts(out, i ? ".PP\n" : "");
        put_roff(out, paragraph[i]);
        buf_putc(out, '\n');
    }
}

static void put_section(Buf *out, const Section *s)
{
    buf_printf(out, ".SH %s\n", s->heading);
    put_paragraphs(out, s->paragraph, COUNT(s->paragraph));
    put_rows(out, NULL, "", s->row, s->rows);
}

static void put_commands(Buf *out)
{
    buf_puts(out, ".SH LINE MODE\n");
    put_paragraphs(out, line_mode, COUNT(line_mode));
    for (int i = 0; i < command_count; i++) {
        const Command *c = &command_table[i];
        Arena arena = {0};
        const char *name = command_name(&arena, c);
        put_row(out, "", &(UsageRow){name, *c->arguments ? c->arguments : NULL, c->help});
        arena_release(&arena);
    }
}

/* Rows of the page of signs: the sign, a tab and what it means. */
static void put_signs(Buf *out)
{
    Arena arena = {0};
    const Doc *d = tell_signs(&arena);
    buf_puts(out, ".SH SIGNS\n");
    for (int i = 0; i < doc_rows(d); i++) {
        const char *text = doc_row_at(d, i)->text;
        size_t sign = strcspn(text, "\t");
        put_row(out, "",
                &(UsageRow){arena_text(&arena, text, sign), NULL, text + sign + (text[sign] != 0)});
    }
    arena_release(&arena);
}

void manual_page(Buf *out, const Usage *u)
{
    buf_printf(out, ".TH QKV 1 %s \"qkv %s\"\n", u->released, u->version);
    buf_puts(out, ".SH NAME\nqkv \\- replay worked self\\-attention examples\n"
                  ".SH SYNOPSIS\n"
                  ".B qkv\n[\\fIoption\\fR ...] [\\fIlesson\\fR]\n.br\n"
                  ".B qkv\n\\fIcommand\\fR [\\fIoption\\fR ...] [\\fIlesson\\fR ...]\n"
                  ".SH DESCRIPTION\n"
                  "Steps through lessons about self\\-attention in a terminal. Every intermediate\n"
                  "matrix is shown, and you can ask every number where it comes from. A\n"
                  "lesson is a Markdown file with code in a small subset of Python and PyTorch;\n"
                  "a Python script or a notebook (.ipynb) is opened as a lesson, too.\n"
                  ".B qkv list\n"
                  "says how long each lesson takes and which ones to know before.\n"
                  ".SH COMMANDS\n");
    put_rows(out, NULL, "qkv ", starts, COUNT(starts));
    put_rows(out, NULL, "qkv ", u->command, u->commands);
    put_rows(out, "OPTIONS", "", u->option, u->options);
    put_section(out, &pages);
    put_keys(out);
    put_commands(out);
    put_signs(out);
    put_section(out, &changes);
    put_section(out, &own_code);
    put_section(out, &classes);
    put_section(out, &exports);
    put_section(out, &json);
    put_section(out, &writing);
    put_section(out, &recording);
    put_rows(out, "ENVIRONMENT", "", surroundings, COUNT(surroundings));
    put_rows(out, "EXIT STATUS", "", ends, COUNT(ends));
    put_section(out, &limits);
    put_section(out, &shown);
    buf_puts(out, ".SH SEE ALSO\n.BR libqkv (3)\n");
}

/* --- completion ------------------------------------------------------------------------------- */

/* The names of the lessons. Only those of plain characters: shells would expand others. */
#define LESSON_NAMES "qkv list 2>/dev/null | sed -n 's/^\\([A-Za-z0-9._-]\\{1,\\}\\) .*/\\1/p'"

static void put_names(Buf *out, const UsageRow *row, int rows)
{
    for (int i = 0; i < rows; i++)
        buf_printf(out, "%s%s", i ? " " : "", row[i].name);
}

static void put_bash_values(Buf *out, const Usage *u)
{
    for (int i = 0; i < u->options; i++) {
        const UsageRow *row = &u->option[i];
        if (!row->value)
            continue;
        buf_printf(out, "    %s) ", row->name);
        if (!row->choices)
            buf_puts(out, "return ;;\n");
        else if (*row->choices == '/')
            buf_puts(out, "mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); return ;;\n");
        else
            buf_printf(out, "words='%s' ;;\n", row->choices);
    }
}

static void put_bash(Buf *out, const Usage *u)
{
    buf_puts(out, "# Completion of qkv for bash, written by: qkv --completion bash\n"
                  "_qkv()\n{\n"
                  "    local word=${COMP_WORDS[COMP_CWORD]} words=\n"
                  "    COMPREPLY=()\n"
                  "    case ${COMP_WORDS[COMP_CWORD-1]} in\n");
    put_bash_values(out, u);
    buf_puts(out, "    *)\n        case $word in\n        -*) words='");
    put_names(out, u->option, u->options);
    buf_puts(out, "' ;;\n        *)\n            words=$(" LESSON_NAMES ")\n"
                  "            [ \"$COMP_CWORD\" -gt 1 ] || words=\"$words ");
    put_names(out, u->command, u->commands);
    buf_puts(out, "\"\n            mapfile -t COMPREPLY < <(compgen -f -X '!*.md' -- \"$word\"; "
                  "compgen -d -- \"$word\") ;;\n"
                  "        esac ;;\n    esac\n"
                  "    mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY "
                  "< <(compgen -W \"$words\" -- \"$word\")\n"
                  "}\ncomplete -o filenames -F _qkv qkv\n");
}

/* Text between single quotes; `special` characters get a backslash. */
static void put_quoted(Buf *out, const char *text, const char *special)
{
    for (; *text; text++)
        if (*text == '\'')
            buf_puts(out, "'\\''");
        else
            buf_printf(out, "%s%c", strchr(special, *text) ? "\\" : "", *text);
}

static void put_zsh_option(Buf *out, const UsageRow *row)
{
    buf_printf(out, " \\\n    '%s%s[", row->name, row->value ? "=" : "");
    put_quoted(out, row->words, "[]\\");
    buf_putc(out, ']');
    if (row->value) {
        buf_printf(out, ":%s:", row->value);
        if (!row->choices)
            buf_putc(out, ' ');
        else if (*row->choices == '/')
            buf_puts(out, "_files -/");
        else
            buf_printf(out, "(%s)", row->choices);
    }
    buf_putc(out, '\'');
}

static void put_zsh(Buf *out, const Usage *u)
{
    buf_puts(out, "#compdef qkv\n"
                  "# Completion of qkv for zsh, written by: qkv --completion zsh\n"
                  "_qkv_words() {\n    local -a commands lessons\n    commands=(");
    for (int i = 0; i < u->commands; i++) {
        buf_printf(out, "\n        '%s:", u->command[i].name);
        put_quoted(out, u->command[i].words, "\\");
        buf_putc(out, '\'');
    }
    buf_puts(out, ")\n    lessons=(${(f)\"$(" LESSON_NAMES ")\"})\n"
                  "    (( CURRENT > 2 )) || _describe -t commands command commands\n"
                  "    _describe -t lessons lesson lessons\n"
                  "    _files -g '*.md'\n}\n_arguments");
    for (int i = 0; i < u->options; i++)
        put_zsh_option(out, &u->option[i]);
    buf_puts(out, " \\\n    '*:lesson:_qkv_words'\n");
}

/* Text between single quotes as fish reads it. */
static void put_fish_text(Buf *out, const char *text)
{
    buf_putc(out, '\'');
    for (; *text; text++)
        buf_printf(out, "%s%c", strchr("'\\", *text) ? "\\" : "", *text);
    buf_putc(out, '\'');
}

static void put_fish_option(Buf *out, const UsageRow *row)
{
    buf_printf(out, "complete -c qkv -l %s", row->name + strlen("--"));
    if (row->value && !row->choices)
        buf_puts(out, " -x");
    else if (row->value && *row->choices == '/')
        buf_puts(out, " -r -F");
    else if (row->value)
        buf_printf(out, " -x -a '%s'", row->choices);
    buf_puts(out, " -d ");
    put_fish_text(out, row->words);
    buf_putc(out, '\n');
}

/* Files are offered beside the names: a lesson can be named by its path. */
static void put_fish(Buf *out, const Usage *u)
{
    buf_puts(out, "# Completion of qkv for fish, written by: qkv --completion fish\n");
    for (int i = 0; i < u->options; i++)
        put_fish_option(out, &u->option[i]);
    for (int i = 0; i < u->commands; i++) {
        buf_printf(out, "complete -c qkv -n __fish_use_subcommand -a %s -d ", u->command[i].name);
        put_fish_text(out, u->command[i].words);
        buf_putc(out, '\n');
    }
    buf_puts(out, "complete -c qkv -a \"(" LESSON_NAMES ")\" -d lesson\n");
}

bool manual_completion(Buf *out, const Usage *u, const char *shell)
{
    static const struct {
        const char *shell;
        void (*put)(Buf *out, const Usage *u);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    for (int i = 0; i < COUNT(shells); i++)
        if (strcmp(shell, shells[i].shell) == 0) {
            shells[i].put(out, u);
            return true;
        }
    return false;
}
