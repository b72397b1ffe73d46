/* Each command finds its runs, and hands them to those who compare and write. */
#include "app/pair.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/change_text.h"
#include "app/named.h"
#include "base/common.h"
#include "base/file.h"
#include "lesson/change.h"
#include "lesson/reach.h"
#include "show/lines.h"
#include "tell/facts.h"
#include "tell/inspect.h"
#include "tell/tell.h"

enum { FINE, DIFFERENT, TROUBLE };

/* Says what is wrong; `source` has the line that it is about, or is NULL. */
static int complain(Pair *p, const Err *err, const char *source, size_t length)
{
    if (p->facts)
        facts_error(p->facts, "error", err, NULL, source, length);
    else if (source)
        err_write(p->said, err, source, length);
    else
        buf_printf(p->said, "%s: %s\n", err->at.file ? err->at.file : "qkv", err->message);
    return TROUBLE;
}

static int fail(Pair *p, const Err *err)
{
    return complain(p, err, NULL, 0);
}

static int misuse(Pair *p, const char *text)
{
    Err err = {0};
    err_set(&err, (Loc){0}, "%s", text);
    fail(p, &err);
    buf_puts(p->said, "See qkv --help.\n");
    return TROUBLE;
}

/* The lesson that a word means, run, beside a run that is kept or NULL; NULL after an error. Mistakes in it
 * are said, and what works is there. */
static const Entry *find_lesson(Pair *p, const char *word, const Run *kept)
{
    Err err = {0};
    int i = library_find(p->library, word, &err);
    if (i < 0) {
        fail(p, &err);
        return NULL;
    }
    Entry *entry = &p->library->entry[i];
    bool is_fine = library_load_next(entry, kept);
    if (p->facts && entry->run) {
        facts_lesson(p->facts, kept ? "other_lesson" : "lesson", p->library, i);
        facts_mistakes(p->facts, kept ? "other_mistakes" : "mistakes", entry->run);
    } else if (!is_fine && entry->run)
        run_write_mistakes(p->said, entry->run);
    else if (!is_fine)
        complain(p, &entry->err, buf_text(&entry->source), entry->source.length);
    return entry->run ? entry : NULL;
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

static bool change_run(Pair *p, const Run *run, Changed *out)
{
    Err err = {0};
    Change *change = arena_many(&out->arena, (size_t)p->changes + 1, Change);
    for (int i = 0; i < p->changes; i++)
        if (!change_parse(&out->arena, run, p->change[i], &change[i], &err)) {
            complain(p, &err, p->change[i], strlen(p->change[i]));
            return false;
        } else if (change[i].values > 1) {
            err_set(&err, (Loc){0}, "%s: choose one of the %d values, or see all with qkv try",
                    p->change[i], change[i].values);
            fail(p, &err);
            return false;
        }
    out->lesson = lesson_changed(run->lesson, change, p->changes, &err);
    if (!out->lesson) {
        fail(p, &err);
        return false;
    }
    out->run = run_next(run, out->lesson);
    if (p->facts)
        facts_mistakes(p->facts, "changed_mistakes", out->run);
    else
        run_write_mistakes(p->said, out->run);
    return true;
}

/* --- compare -------------------------------------------------------------------------------------- */

/* Prints a document as its page shows it; what stands at the right edge there is a column more. */
static void put_doc(Pair *p, Doc *d)
{
    Arena arena = {0};
    ShowLines lines = {.a = &arena};
    if (d->head)
        buf_printf(p->out, "%s\n\n", d->head);
    for (int i = 0; i < d->pieces; i++) {
        for (int k = 0; k < d->piece[i].rows; k++) {
            DocRow *row = &d->piece[i].row[k];
            if (row->right)
                row->text = arena_format(&arena, "%s\t%s", row->text, row->right);
            row->right = NULL;
        }
        lines_add(&lines, &d->piece[i], p->width, true);
    }
    Frame *f = frame_new(p->width, lines.count);
    lines_draw(f, 0, 0, p->width, &lines, 0, lines.count, -1);
    frame_text(p->out, f, false);
    frame_free(f);
    arena_release(&arena);
}

static int report(Pair *p, Comparison *c, const char *left, const char *right)
{
    if (c->rows == 0)
        return compare_free(c), misuse(p, "compare: the two have nothing in common");
    Arena arena = {0};
    const Lens lens = {.run = c->b ? c->b : c->a, .decimals = NUMBER_DECIMALS};
    const char *const title[] = {left, right};
    if (p->facts)
        facts_comparison(p->facts, &lens, c, left, right);
    else
        put_doc(p, tell_comparison(&arena, &lens, c, title, p->width - PROSE_CODE_INDENT));
    arena_release(&arena);
    bool changed = c->b &&
                   c->b->lesson->path == c->a->lesson->path; /* its mistakes are a difference */
    bool trouble = c->a->err.set || (c->b && !changed && c->b->err.set);
    int status = trouble ? TROUBLE : c->first >= 0 ? DIFFERENT : FINE;
    compare_free(c);
    return status;
}

static int compare_changed(Pair *p, const Entry *entry)
{
    Changed changed = {0};
    int status = TROUBLE;
    bool ok = change_run(p, entry->run, &changed);
    Fact *list = p->facts ? fact_list(p->facts, "changes") : NULL;
    for (int i = 0; ok && i < p->changes; i++)
        if (list)
            fact_text(list, NULL, p->change[i]);
        else
            buf_printf(p->out, "change   %s\n", p->change[i]);
    if (ok)
        status = report(p, compare_runs(entry->run, changed.run), entry->lesson->file, "changed");
    free_changed(&changed);
    return status;
}

/* A word that ends as lessons do, or, where no file has that name, one that finds a lesson. */
bool pair_is_lesson(Library *library, const char *word)
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
static bool read_printout(Pair *p, const char *path, Arena *a, Printout *out)
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
        fail(p, &err);
    buf_release(&text);
    return ok;
}

static int compare_numbers(Pair *p, const Entry *entry, const char *path)
{
    Arena arena = {0};
    Printout printed;
    int status = TROUBLE;
    if (read_printout(p, path, &arena, &printed))
        status = report(p, compare_printout(entry->run, &printed), entry->lesson->file, path);
    arena_release(&arena);
    return status;
}

int pair_compare(Pair *p)
{
    if (p->words == 0 || p->words > 2)
        return misuse(p, "compare: name two lessons, or one and --change, or one and a printout");
    if (p->words == 1 && p->changes == 0)
        return misuse(p, "compare: with what? Name another lesson, a printout, or --change");
    if (p->words == 2 && p->changes > 0)
        return misuse(p, "compare: --change is about one lesson, which is compared with itself");
    bool two = p->words == 2 && pair_is_lesson(p->library, p->word[1]);
    const Entry *first = find_lesson(p, p->word[0], NULL);
    if (!first)
        return TROUBLE;
    if (p->changes > 0)
        return compare_changed(p, first);
    if (!two)
        return compare_numbers(p, first, p->word[1]);
    const Run *run = first->run; /* the library grows with the next */
    const char *name = first->lesson->file;
    const Entry *second = find_lesson(p, p->word[1], run);
    return second ? report(p, compare_runs(run, second->run), name, second->lesson->file) : TROUBLE;
}

/* --- why ------------------------------------------------------------------------------------------ */

/* Says what was said of a place: lines, of an error or beside an answer. */
static void remark(Pair *p, const char *text, bool is_answered)
{
    Err err = {0};
    err_set(&err, (Loc){0}, "%.*s", (int)strcspn(text, "\n"), text);
    if (!p->facts)
        buf_printf(p->said, "qkv: %s", text);
    else if (is_answered)
        fact_text(p->facts, "remark", err.message);
    else
        fail(p, &err);
}

/* The cell of a lesson that the words of a command name; NULL after an error. */
static const QkvTensor *read_cell(Pair *p, const char *command, Arena *arena, const Run **run,
                                  int64_t *cell)
{
    Buf name = {.arena = arena}, said = {.arena = arena};
    if (p->words < 2) {
        misuse(p, arena_format(arena, "%s: name a lesson and a cell, such as 'weights[0, 1]'",
                               command));
        return NULL;
    }
    for (int i = 1; i < p->words; i++)
        buf_printf(&name, i > 1 ? " %s" : "%s", p->word[i]);
    const Entry *entry = find_lesson(p, p->word[0], NULL);
    if (!entry)
        return NULL;
    *run = entry->run;
    NamedHere here = {.run = entry->run};
    const QkvTensor *t = named_number(&here, named_of_words(arena, &here, buf_text(&name)), cell,
                                      &said);
    if (said.length > 0)
        remark(p, buf_text(&said), t != NULL);
    return t;
}

/* What is told of a number: a tab of its page, and the same as facts. */
typedef struct Answer {
    Tab tab;
    void (*facts)(Fact *all, const Lens *l, const QkvTensor *t, int64_t cell);
} Answer;

static void put_tab(Pair *p, const Lens *lens, const QkvTensor *t, int64_t cell, Tab tab)
{
    Arena arena = {0};
    const NumberAs as = {.step = t->step,
                         .cell = cell,
                         .tab = tab,
                         .is_unfolded = true,
                         .from = {.detail = DETAIL_NORMAL},
                         .as = {.width = p->width}};
    Doc *d = tell_number(&arena, lens, &as);
    bool has = d->tab >= 0 && strcmp(d->tab_name[d->tab], tell_tab_name(tab)) == 0;
    if (has || tab != TAB_LEADS)
        put_doc(p, d);
    else
        buf_printf(p->out, "%s\n\nNo later result uses it.\n", d->head);
    arena_release(&arena);
}

static void put_answer(Pair *p, const Run *run, const QkvTensor *t, int64_t cell, Answer answer)
{
    const Lens lens = {.run = run, .decimals = NUMBER_DECIMALS};
    if (p->facts)
        answer.facts(p->facts, &lens, t, cell);
    else
        put_tab(p, &lens, t, cell, answer.tab);
}

/* An answer about the cell that the words of a command name. */
static int report_cell(Pair *p, const char *command, Answer answer)
{
    Arena arena = {0};
    const Run *run;
    int64_t cell;
    const QkvTensor *t = read_cell(p, command, &arena, &run, &cell);
    if (t)
        put_answer(p, run, t, cell, answer);
    arena_release(&arena);
    return t ? FINE : TROUBLE;
}

int pair_why(Pair *p)
{
    return report_cell(p, "why", (Answer){TAB_TREE, facts_why});
}

int pair_inputs(Pair *p)
{
    return report_cell(p, "inputs", (Answer){TAB_INPUTS, facts_inputs});
}

/* --- uses ----------------------------------------------------------------------------------------- */

/* Moves a cell a little, where a change can do that, and tells what that changes. */
static void put_moved(Pair *p, const Run *run, const QkvTensor *t, int64_t cell)
{
    Err err = {0};
    Change change;
    Changed changed = {0};
    const char *line = reach_change(&changed.arena, run, t, cell);
    if (line && change_parse(&changed.arena, run, line, &change, &err))
        changed.lesson = lesson_changed(run->lesson, &change, 1, &err);
    if (changed.lesson) {
        changed.run = run_next(run, changed.lesson);
        Pair moved = *p;
        buf_putc(p->out, '\n');
        if (p->facts) {
            moved.facts = fact_map(p->facts, "moved");
            fact_text(moved.facts, "change", line);
        }
        report(&moved, compare_runs(run, changed.run), run->lesson->file, line);
    }
    free_changed(&changed);
}

int pair_uses(Pair *p)
{
    Arena arena = {0};
    const Run *run;
    int64_t cell;
    const QkvTensor *t = read_cell(p, "uses", &arena, &run, &cell);
    if (t)
        put_answer(p, run, t, cell, (Answer){TAB_LEADS, facts_leads});
    if (t && inspect_has_leads(&(Lens){.run = run}, t))
        put_moved(p, run, t, cell);
    arena_release(&arena);
    return t ? FINE : TROUBLE;
}

/* --- try ------------------------------------------------------------------------------------------ */

/* The changes of the command line, the one that is tried last. */
static Change *read_changes(Pair *p, const Run *run, Arena *arena)
{
    Change *change = arena_many(arena, (size_t)p->changes + 1, Change);
    Err err = {0};
    for (int i = 0; i <= p->changes; i++) {
        const char *line = i < p->changes ? p->change[i] : p->word[1];
        if (change_parse(arena, run, line, &change[i], &err))
            continue;
        complain(p, &err, line, strlen(line));
        return NULL;
    }
    return change;
}

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

int pair_try(Pair *p)
{
    Arena arena = {0};
    Err err = {0};
    PlacePart part;
    bool ok = false;
    if (p->words < 2 || p->words > 3)
        return misuse(
            p,
            "try: name a lesson, a change, of several values if you like, 'x[0, 1] = 0, 1, 2', and "
            "the result to look at");
    const Entry *entry = find_lesson(p, p->word[0], NULL);
    Change *change = entry ? read_changes(p, entry->run, &arena) : NULL;
    Trials *t = change ? trials_of(entry->run, change, p->changes + 1, &err) : NULL;
    const char *name = p->words == 3 ? p->word[2] : NULL;
    if (t && (ok = read_part(&arena, entry->run, t, name, &part, &err)))
        report_trials(p->out, t, &part);
    else if (err.set && err.at.file && name)
        complain(p, &err, name, strlen(name));
    else if (err.set)
        fail(p, &err);
    trials_free(t);
    arena_release(&arena);
    return ok ? FINE : TROUBLE;
}

/* --- diagnose ------------------------------------------------------------------------------------- */

/* A second word is a file with numbers where one has that name, or where it can be no result. */
static bool is_printout(const char *word)
{
    return strcmp(word, "-") == 0 || strpbrk(word, "/.") || access(word, F_OK) == 0;
}

/* Somebody who sits at a terminal is asked for what would come from a pipe. */
static void ask_for_numbers(const Pair *p, const char *path)
{
    if (strcmp(path, "-") == 0 && isatty(STDIN_FILENO) && !p->facts)
        fputs("Paste the numbers that were printed, and end with Ctrl-D on a line of its own:\n",
              stderr);
}

int pair_diagnose(Pair *p)
{
    Arena arena = {0};
    Printout printed;
    Err err = {0};
    int status = TROUBLE;
    if (p->words == 0 || p->words > 3 || (p->words == 3 && !is_printout(p->word[1])))
        return misuse(
            p, "diagnose: name a lesson, a file with the numbers that were printed (without one "
               "they come from standard input), and the result that they should be, if you know");
    bool has_file = p->words > 1 && is_printout(p->word[1]);
    const char *path = has_file ? p->word[1] : "-";
    const Entry *entry = find_lesson(p, p->word[0], NULL);
    if (entry)
        ask_for_numbers(p, path);
    if (entry && read_printout(p, path, &arena, &printed)) {
        const char *name = p->words == 2 + has_file ? p->word[1 + has_file] : NULL;
        Diagnosis *d = diagnose(entry->run, name, &printed,
                                (DiagnoseBounds){p->seconds, p->is_stopped}, &err);
        if (!d)
            fail(p, &err);
        else if (p->facts)
            facts_diagnosis(p->facts, d);
        else
            report_diagnosis(p->out, d, p->word[0], has_file ? path : "standard input");
        status = !d ? TROUBLE : d->is_right ? FINE : DIFFERENT;
        diagnosis_free(d);
    }
    arena_release(&arena);
    return status;
}

/* --- expectations that do not hold ---------------------------------------------------------------- */

static const Part *expectation_at(const Lesson *lesson, int line)
{
    for (int s = 0; s < lesson->stages; s++)
        for (int i = 0; i < lesson->stage[s].parts; i++) {
            const Part *part = &lesson->stage[s].part[i];
            if (part->kind == PART_EXPECT && part->line == line + 1)
                return part;
        }
    return NULL;
}

static void explain(Buf *out, Fact *facts, const Run *run, int line, const Part *part,
                    double seconds)
{
    Arena arena = {0};
    Printout printed;
    Err err = {0};
    const char *name = *part->name ? part->name : NULL;
    if (printout_read(&arena, part->text, strlen(part->text), &printed, &err)) {
        Diagnosis *d = diagnose(run, name, &printed, (DiagnoseBounds){.seconds = seconds}, &err);
        bool is_found = d && d->fits > 0 && d->fit[0].mutations == 1;
        if (is_found && facts) {
            Fact *one = fact_map(facts, NULL);
            facts_place(one, run->lesson, line);
            facts_fit(one, "fit", d->lesson, &d->fit[0]);
        } else if (is_found) {
            lesson_place(out, run->lesson, line);
            buf_puts(out, ": the expected numbers come out when\n");
            report_mistake(out, d);
        }
        diagnosis_free(d);
    }
    arena_release(&arena);
}

void pair_explain(Buf *out, Fact *facts, const Run *run, double seconds)
{
    for (int i = 0; i < run->failures; i++) {
        int line = run->failure[i].at.line;
        const Part *part = expectation_at(run->lesson, line);
        bool is_what_if = stage_what_if(&run->lesson->stage[run->failure[i].stage]) != NULL;
        if (part && !is_what_if)
            explain(out, facts, run, line, part, seconds / run->failures);
    }
}
