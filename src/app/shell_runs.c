/* Commands about one run or two: each finds its runs, and hands them to those who compare and write. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/change_text.h"
#include "app/named.h"
#include "app/shell.h"
#include "base/common.h"
#include "base/file.h"
#include "lesson/change.h"
#include "lesson/reach.h"
#include "show/lines.h"
#include "tell/facts.h"
#include "tell/inspect.h"
#include "tell/report.h"
#include "tell/tell.h"

/* Columns of the lines that are printed. */
static int width_of_lines(void)
{
    return isatty(STDOUT_FILENO) ? REPORT_WIDTH : REPORT_WHOLE;
}

/* --- changes -------------------------------------------------------------------------------------- */

/* A lesson with the changes of the command, and its run. */
typedef struct Changed {
    Arena arena;
    Lesson *lesson;
    Run *run;
} Changed;

static void free_changed(Changed *c)
{
    run_free(c->run);
    lesson_free(c->lesson);
    arena_release(&c->arena);
}

static void say_mistakes(const Shell *s, const Run *run)
{
    Buf text = {0};
    run_write_mistakes(&text, run);
    shell_say(s, &text);
}

/* The changes of the command line, and `last`, unless that is NULL; NULL after an error. */
static Change *read_changes(Shell *s, Arena *arena, const Run *run, const char *last)
{
    Change *change = arena_many(arena, (size_t)s->changes + 1, Change);
    Err err = {0};
    for (int i = 0; i < s->changes + (last != NULL); i++) {
        const char *line = i < s->changes ? s->change[i] : last;
        if (!change_parse(arena, run, line, &change[i], &err))
            return shell_fail_in(s, &err, line, strlen(line)), NULL;
    }
    return change;
}

/* Runs a lesson with the changes; false after an error. */
static bool change_run(Shell *s, const Run *run, Changed *out)
{
    Err err = {0};
    Change *change = read_changes(s, &out->arena, run, NULL);
    if (!change)
        return false;
    for (int i = 0; i < s->changes; i++)
        if (change[i].values > 1)
            err_set(&err, (Loc){0}, "%s: choose one of the %d values, or see all with qkv try",
                    s->change[i], change[i].values);
    out->lesson = err.set ? NULL : lesson_changed(run->lesson, change, s->changes, &err);
    if (!out->lesson)
        return shell_fail(s, &err), false;
    out->run = run_next(run, out->lesson);
    if (s->facts)
        facts_mistakes(s->facts, "changed_mistakes", out->run);
    else
        say_mistakes(s, out->run);
    return true;
}

/* --- compare -------------------------------------------------------------------------------------- */

void shell_doc(Shell *s, Doc *d)
{
    if (s->facts)
        return;
    Arena arena = {0};
    ShowLines lines = {.a = &arena};
    if (d->head)
        buf_printf(&s->out, "%s\n\n", d->head);
    for (int i = 0; i < d->pieces; i++) {
        for (int k = 0; k < d->piece[i].rows; k++) {
            DocRow *row = &d->piece[i].row[k];
            if (row->right)
                row->text = arena_format(&arena, "%s\t%s", row->text, row->right);
            row->right = NULL;
        }
        lines_add(&lines, &d->piece[i], width_of_lines(), true);
    }
    Frame *f = frame_new(width_of_lines(), lines.count);
    lines_draw(f, 0, 0, width_of_lines(), &lines, 0, lines.count, -1);
    frame_text(&s->out, f, false);
    frame_free(f);
    arena_release(&arena);
}

static int report(Shell *s, Comparison *c, const char *left, const char *right)
{
    if (c->rows == 0)
        return compare_free(c), shell_misuse(s, "compare: the two have nothing in common");
    Arena arena = {0};
    const Lens lens = {.run = c->b ? c->b : c->a, .decimals = NUMBER_DECIMALS};
    const char *const title[] = {left, right};
    const DocAs as = {.width = width_of_lines() - PROSE_CODE_INDENT, .facts = s->facts};
    shell_doc(s, tell_comparison(&arena, &lens, c, title, as));
    arena_release(&arena);
    bool changed = c->b &&
                   c->b->lesson->path == c->a->lesson->path; /* any mistakes are a difference */
    bool trouble = c->a->err.set || (c->b && !changed && c->b->err.set);
    int status = trouble ? STATUS_UNUSABLE : c->first >= 0 ? STATUS_DIFFERENT : STATUS_FINE;
    compare_free(c);
    return status;
}

static int compare_changed(Shell *s, const Entry *entry)
{
    Changed changed = {0};
    int status = STATUS_UNUSABLE;
    bool ok = change_run(s, entry->run, &changed);
    Fact *list = s->facts ? fact_list(s->facts, "changes") : NULL;
    for (int i = 0; ok && i < s->changes; i++)
        if (list)
            fact_text(list, NULL, s->change[i]);
        else
            buf_printf(&s->out, "change   %s\n", s->change[i]);
    if (ok)
        status = report(s, compare_runs(entry->run, changed.run), entry->lesson->file, "changed");
    free_changed(&changed);
    return status;
}

/* A word that ends as lessons do, or, where no file has that name, one that finds a lesson. */
bool shell_is_lesson(Library *library, const char *word)
{
    static const char *const ends[] = {".md", ".py", ".ipynb"};
    for (int i = 0; i < COUNT(ends); i++) {
        size_t length = strlen(word), size = strlen(ends[i]);
        if (length > size && strcmp(word + length - size, ends[i]) == 0)
            return true;
    }
    Err err = {0};
    return access(word, F_OK) != 0 && strcmp(word, "-") != 0 &&
           library_find(library, word, &err) >= 0;
}

/* Reads all that a file or standard input holds; false after an error. */
static bool read_printout(Shell *s, const char *path, Arena *a, Printout *out)
{
    Buf text = {0};
    Err err = {0};
    bool ok = true;
    if (strcmp(path, "-") == 0) {
        char block[4096];
        for (size_t n;
             text.length <= PRINTOUT_BYTES && (n = fread(block, 1, sizeof block, stdin)) > 0;)
            buf_add(&text, block, n);
    } else if (!file_read(&text, path, PRINTOUT_BYTES + 1)) {
        ok = err_set(&err, (Loc){.file = path}, "%s", strerror(errno));
    }
    ok = ok && printout_read(a, buf_text(&text), text.length, out, &err);
    if (!ok && !err.at.file)
        err.at.file = strcmp(path, "-") == 0 ? "standard input" : path;
    if (!ok)
        shell_fail(s, &err);
    buf_release(&text);
    return ok;
}

static int compare_numbers(Shell *s, const Entry *entry, const char *path)
{
    Arena arena = {0};
    Printout printed;
    int status = STATUS_UNUSABLE;
    if (read_printout(s, path, &arena, &printed))
        status = report(s, compare_printout(entry->run, &printed), entry->lesson->file, path);
    arena_release(&arena);
    return status;
}

int shell_compare(Shell *s)
{
    if (s->words == 0 || s->words > 2)
        return shell_misuse(
            s, "compare: name two lessons, or one and --change, or one and a printout");
    if (s->words == 1 && s->changes == 0)
        return shell_misuse(s, "compare: with what? Name another lesson, a printout, or --change");
    if (s->words == 2 && s->changes > 0)
        return shell_misuse(s,
                            "compare: --change is about one lesson, which is compared with itself");
    bool two = s->words == 2 && shell_is_lesson(s->library, s->word[1]);
    const Entry *first = shell_lesson(s, s->word[0], NULL);
    if (!first)
        return STATUS_UNUSABLE;
    if (s->changes > 0)
        return compare_changed(s, first);
    if (!two)
        return compare_numbers(s, first, s->word[1]);
    const Run *run = first->run; /* the library grows with the next */
    const char *name = first->lesson->file;
    const Entry *second = shell_lesson(s, s->word[1], run);
    return second ? report(s, compare_runs(run, second->run), name, second->lesson->file)
                  : STATUS_UNUSABLE;
}

/* --- one cell ------------------------------------------------------------------------------------- */

/* Says what was said of a place: lines, of an error or beside an answer. */
static void remark(Shell *s, const char *text, bool is_answered)
{
    Err err = {0};
    err_set(&err, (Loc){0}, "%.*s", (int)strcspn(text, "\n"), text);
    if (!s->facts) {
        Buf said = {0};
        buf_printf(&said, "qkv: %s", text);
        shell_say(s, &said);
    } else if (is_answered)
        fact_text(s->facts, "remark", err.message);
    else
        shell_fail(s, &err);
}

/* The cell of a lesson that the words of a command name; NULL after an error. */
static const QkvTensor *read_cell(Shell *s, const char *command, Arena *arena, const Run **run,
                                  int64_t *cell)
{
    Buf name = {.arena = arena}, said = {.arena = arena};
    if (s->words < 2) {
        shell_misuse(s, "%s: name a lesson and a cell, such as 'weights[0, 1]'", command);
        return NULL;
    }
    for (int i = 1; i < s->words; i++)
        buf_printf(&name, i > 1 ? " %s" : "%s", s->word[i]);
    const Entry *entry = shell_lesson(s, s->word[0], NULL);
    if (!entry)
        return NULL;
    *run = entry->run;
    NamedHere here = {.run = entry->run};
    const QkvTensor *t = named_number(&here, named_of_words(arena, &here, buf_text(&name)), cell,
                                      &said);
    if (said.length > 0)
        remark(s, buf_text(&said), t != NULL);
    return t;
}

static void put_tab(Shell *s, const Run *run, const QkvTensor *t, int64_t cell, Tab tab)
{
    Arena arena = {0};
    const Lens lens = {.run = run, .decimals = NUMBER_DECIMALS};
    const NumberAs as = {.step = t->step,
                         .cell = cell,
                         .tab = tab,
                         .is_unfolded = true,
                         .from = {.detail = DETAIL_NORMAL},
                         .as = {.width = width_of_lines(), .facts = s->facts}};
    Doc *d = tell_number(&arena, &lens, &as);
    bool has = d->tab >= 0 && strcmp(d->tab_name[d->tab], tell_tab_name(tab)) == 0;
    if (has || tab != TAB_LEADS)
        shell_doc(s, d);
    else
        buf_printf(&s->out, "%s\n\nNo later result uses it.\n", d->head);
    arena_release(&arena);
}

/* Moves a cell a little, where a change can do that, and tells what that changes. */
static void put_moved(Shell *s, const Run *run, const QkvTensor *t, int64_t cell)
{
    Err err = {0};
    Change change;
    Changed changed = {0};
    const char *line = reach_change(&changed.arena, run, t, cell);
    if (line && change_parse(&changed.arena, run, line, &change, &err))
        changed.lesson = lesson_changed(run->lesson, &change, 1, &err);
    if (changed.lesson) {
        changed.run = run_next(run, changed.lesson);
        buf_putc(&s->out, '\n');
        Fact *all = s->facts;
        if (all) {
            s->facts = fact_map(all, "moved");
            fact_text(s->facts, "change", line);
        }
        report(s, compare_runs(run, changed.run), run->lesson->file, line);
        s->facts = all;
    }
    free_changed(&changed);
}

/* A tab about the cell that the words of a command name, and with what it leads to what its move changes. */
static int tell_cell(Shell *s, const char *command, Tab tab)
{
    Arena arena = {0};
    const Run *run;
    int64_t cell;
    const QkvTensor *t = read_cell(s, command, &arena, &run, &cell);
    if (t)
        put_tab(s, run, t, cell, tab);
    if (t && tab == TAB_LEADS && inspect_has_leads(&(Lens){.run = run}, t))
        put_moved(s, run, t, cell);
    arena_release(&arena);
    return t ? STATUS_FINE : STATUS_UNUSABLE;
}

int shell_why(Shell *s)
{
    return tell_cell(s, "why", TAB_TREE);
}

int shell_inputs(Shell *s)
{
    return tell_cell(s, "inputs", TAB_INPUTS);
}

int shell_uses(Shell *s)
{
    return tell_cell(s, "uses", TAB_LEADS);
}

/* --- value ---------------------------------------------------------------------------------------- */

/* The last result of a name, a tensor or another value; NULL: there is none. */
static const Result *result_named(const Results *all, const char *name)
{
    for (int i = all->count - 1; i >= 0; i--)
        if (strcmp(all->item[i].name, name) == 0)
            return &all->item[i];
    return NULL;
}

static void put_value(Shell *s, const Run *run, const Result *r)
{
    fact_text(s->facts, "name", r->name);
    if (r->kind == RESULT_TENSOR) {
        facts_tensor(s->facts, r->tensor);
        lens_print(&s->out, &(Lens){.run = run, .decimals = NUMBER_DECIMALS}, r->tensor);
    } else {
        fact_text(s->facts, "text", r->text);
        buf_puts(&s->out, r->text);
    }
    buf_putc(&s->out, '\n');
}

int shell_value(Shell *s)
{
    Arena arena = {0};
    Err err = {0};
    if (s->words != 2)
        return shell_misuse(s, "value: name a lesson and a result, such as weights");
    const Entry *entry = shell_lesson(s, s->word[0], NULL);
    if (!entry)
        return STATUS_UNUSABLE;
    Results all = results_of(&arena, entry->run);
    const Result *r = result_named(&all, s->word[1]);
    const char *nearest = r ? NULL : results_nearest(&all, s->word[1]);
    if (r)
        put_value(s, entry->run, r);
    else
        err_set(&err, (Loc){0}, "no result is called '%s'%s%s%s", s->word[1],
                nearest ? ": did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    if (!r)
        shell_fail(s, &err);
    arena_release(&arena);
    return r ? STATUS_FINE : STATUS_UNUSABLE;
}

/* --- try ------------------------------------------------------------------------------------------ */

/* The part of a result that is looked at: as in code, a row or a slice, or a cell as it can be named anywhere. */
static bool read_part(Arena *a, const Run *run, Trials *t, const char *words, PlacePart *part,
                      Err *err)
{
    Buf said = {.arena = a};
    NamedHere here = {.run = run};
    Err none = {0};
    int64_t cell;
    if (trials_part(t, words, part, &none))
        return true;
    const char *place = words ? named_of_words(a, &here, words) : NULL;
    const QkvTensor *its = place ? named_number(&here, place, &cell, &said) : NULL;
    const Result *r = its ? change_result(a, run, its->step) : NULL;
    if (!r)
        return trials_part(t, words, part, err);
    *part = (PlacePart){.text = words, .name = r->name, .t = its};
    qkv_tensor_index(its, cell, part->index);
    return true;
}

int shell_try(Shell *s)
{
    Arena arena = {0};
    Err err = {0};
    PlacePart part;
    bool ok = false;
    if (s->words < 2 || s->words > 3)
        return shell_misuse(
            s,
            "try: name a lesson, a change, of several values if you like, 'x[0, 1] = 0, 1, 2', and "
            "the result to look at");
    const Entry *entry = shell_lesson(s, s->word[0], NULL);
    Change *change = entry ? read_changes(s, &arena, entry->run, s->word[1]) : NULL;
    Trials *t = change ? trials_of(entry->run, change, s->changes + 1, &err) : NULL;
    const char *name = s->words == 3 ? s->word[2] : NULL;
    if (t && (ok = read_part(&arena, entry->run, t, name, &part, &err)))
        report_trials(&s->out, t, &part);
    else if (err.set && err.at.file && name)
        shell_fail_in(s, &err, name, strlen(name));
    else if (err.set)
        shell_fail(s, &err);
    trials_free(t);
    arena_release(&arena);
    return ok ? STATUS_FINE : STATUS_UNUSABLE;
}

/* --- diagnose ------------------------------------------------------------------------------------- */

/* A second word is a file with numbers where one has that name, or where it can be no result. */
static bool is_printout(const char *word)
{
    return strcmp(word, "-") == 0 || strpbrk(word, "/.") || access(word, F_OK) == 0;
}

/* Asks somebody who sits at a terminal for what would come from a pipe. */
static void ask_for_numbers(const Shell *s, const char *path)
{
    if (strcmp(path, "-") == 0 && isatty(STDIN_FILENO) && !s->facts)
        fputs("Paste the numbers that were printed, and end with Ctrl-D on a line of its own:\n",
              stderr);
}

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

static bool is_interrupted(void)
{
    return interrupted;
}

/* The first Ctrl-C ends the search, and what was found so far is told; another one ends the program. */
static DiagnoseBounds bounds_of(const Shell *s)
{
    const char *seconds = s->option[OPTION_SECONDS];
    struct sigaction act = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    DiagnoseBounds bounds = {seconds ? strtod(seconds, NULL) : 5, is_interrupted, 0, 0};
    const char *lines = s->option[OPTION_LINES], *last = lines ? strchr(lines, '-') : NULL;
    if (lines)
        bounds.first = (int)strtol(lines, NULL, 10);
    if (lines)
        bounds.last = last ? (int)strtol(last + 1, NULL, 10) : bounds.first;
    return bounds;
}

int shell_diagnose(Shell *s)
{
    Arena arena = {0};
    Printout printed;
    Err err = {0};
    int status = STATUS_UNUSABLE;
    const DiagnoseBounds bounds = bounds_of(s);
    bool has_file = s->words > 1 && is_printout(s->word[1]);
    if (s->words == 0 || s->words > 2 + has_file)
        return shell_misuse(
            s, "diagnose: name a lesson, a file with the numbers that were printed (without one "
               "they come from standard input), and the result that they should be, if you know");
    const char *path = has_file ? s->word[1] : "-";
    const char *name = s->words == 2 + has_file ? s->word[1 + has_file] : NULL;
    const Entry *entry = shell_lesson(s, s->word[0], NULL);
    if (entry)
        ask_for_numbers(s, path);
    if (entry && read_printout(s, path, &arena, &printed)) {
        Diagnosis *d = diagnose(entry->run, name, &printed, bounds, &err);
        if (!d)
            shell_fail(s, &err);
        else
            report_diagnosis(&s->out, s->facts, d, s->word[0], has_file ? path : "standard input");
        status = !d ? STATUS_UNUSABLE : d->is_right ? STATUS_FINE : STATUS_DIFFERENT;
        diagnosis_free(d);
    }
    arena_release(&arena);
    return interrupted ? STATUS_INTERRUPTED : status;
}
