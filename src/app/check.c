#include "app/check.h"

#include <string.h>

#include "app/shell.h"
#include "base/common.h"
#include "base/utf8.h"
#include "lesson/astray.h"
#include "lesson/blind.h"
#include "lesson/directive.h"
#include "lesson/exercise.h"
#include "lesson/glossary.h"
#include "lesson/path.h"
#include "lesson/slips.h"
#include "show/show.h"
#include "show/snapshot.h"
#include "tell/facts.h"
#include "tell/report.h"

/* Findings so far. */
typedef struct Found {
    Buf snapshots; /* told when all lessons run */
    int failed, expectations, wrong;
    bool is_broken; /* a lesson cannot be read or run */
} Found;

/* --- warnings --------------------------------------------------------------------------------------- */

/* Warns of what the examples of a lesson cannot show, and what its author may not have meant: these are no mistakes.
 * `list` is for facts; NULL: lines. */
static void warn(Buf *out, Fact *list, const Lesson *lesson, int line, const char *what,
                 const char *accept)
{
    if (list) {
        Fact *f = fact_map(list, NULL);
        fact_text(f, "message", what);
        facts_place(f, lesson, line);
        fact_text(f, "accept", accept);
        return;
    }
    lesson_place(out, lesson, line);
    buf_printf(out, ": warning: %s", what);
    if (accept)
        buf_printf(out, " (#| accept: %s)", accept);
    buf_putc(out, '\n');
}

/* --- what does not fit on a screen of 80 x 24 */

enum { SCREEN_WIDTH = 80, SCREEN_HEIGHT = 24, CODE_COLUMNS = 74, PAGE_ROWS = 19 };

/* Warns of a stage that goes on for more than a second screen before its first result. */
static void warn_page(Buf *out, Fact *list, Arena *a, const Run *run, int stage)
{
    const Lens lens = {.run = run, .decimals = NUMBER_DECIMALS};
    const StageAs as = {.spot = {.stage = stage},
                        .pointer = {POINT_NOTHING, 0},
                        .as = {SCREEN_WIDTH, SCREEN_HEIGHT}};
    const ShowAs show = {.width = SCREEN_WIDTH, .height = SCREEN_HEIGHT, .row = -1};
    int more = show_page(NULL, tell_stage(a, &lens, &as), &show).scroll_most;
    if (more > PAGE_ROWS)
        warn(out, list, run->lesson, run->lesson->stage[stage].line,
             arena_format(a, "before the first result %d lines are below the screen of 80 x 24",
                          more),
             NULL);
}

/* Warns of lines of code that a page has to break; hidden ones are on none. */
static void warn_code(Buf *out, Fact *list, Arena *a, const Run *run, const Part *part)
{
    int line = part->line;
    for (const char *code = part->text; *code; line++) {
        size_t n = strcspn(code, "\n");
        int columns = utf8_columns_n(code, n), at = run_statement_at(run, line);
        bool is_hidden = at < run->statements && run->statement[at].first <= line &&
                         run->statement[at].hidden;
        if (columns > CODE_COLUMNS && !is_hidden && !directive_line(code))
            warn(out, list, run->lesson, line,
                 arena_format(a, "this line has %d columns: a screen of 80 breaks it after %d",
                              columns, CODE_COLUMNS),
                 NULL);
        code += n + (code[n] == '\n');
    }
}

static void warn_of_screen(Buf *out, Fact *list, Arena *a, const Run *run)
{
    const Lesson *lesson = run->lesson;
    for (int s = 0; s < lesson->stages && !lesson->is_script && !lesson->is_notebook; s++) {
        warn_page(out, list, a, run, s);
        for (int p = 0; p < lesson->stage[s].parts; p++)
            if (lesson->stage[s].part[p].kind == PART_CODE)
                warn_code(out, list, a, run, &lesson->stage[s].part[p]);
    }
}

static void warn_all(Buf *out, Fact *list, const Run *run)
{
    Arena arena = {0};
    Err err = {0};
    Blind blind[BLIND_KINDS];
    int count = blind_find(run, blind);
    const Slips slips = slips_of(&arena, run);
    for (int i = 0; i < count; i++)
        warn(out, list, run->lesson, blind[i].line, blind[i].what, blind[i].word);
    for (int i = 0; i < slips.count; i++)
        warn(out, list, run->lesson, slips.item[i].line, slips.item[i].text, NULL);
    warn_of_screen(out, list, &arena, run);
    if (!exercises_check(run, &err))
        warn(out, list, run->lesson, err.at.line, err.message, NULL);
    arena_release(&arena);
}

void check_astray(Buf *out, const Run *run)
{
    Arena arena = {0};
    Astray found;
    if (astray_find(&arena, run, &found))
        warn(out, NULL, run->lesson, found.line, found.text, NULL);
    arena_release(&arena);
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
        if (is_found) {
            Fact *one = fact_map(facts, NULL);
            facts_place(one, run->lesson, line);
            lesson_place(out, run->lesson, line);
            buf_puts(out, ": the expected numbers come out when\n");
            report_mistake(out, one, d);
        }
        diagnosis_free(d);
    }
    arena_release(&arena);
}

/* Finds for expectations that do not hold a single mistake that explains them, in the lesson's code or in the code that
 * the numbers came from. Takes at most `seconds` for all. `facts`, where it is not NULL, gets a row for each. */
static void explain_all(Buf *out, Fact *facts, const Run *run, double seconds)
{
    for (int i = 0; i < run->failures; i++) {
        int line = run->failure[i].at.line;
        const Part *part = expectation_at(run->lesson, line);
        bool is_what_if = stage_what_if(&run->lesson->stage[run->failure[i].stage]) != NULL;
        if (part && !is_what_if)
            explain(out, facts, run, line, part, seconds / run->failures);
    }
}

/* --- lessons ---------------------------------------------------------------------------------------- */

static void put_failures(Fact *of, const Run *run)
{
    Fact *list = fact_list(of, "failures");
    for (int i = 0; i < run->failures; i++) {
        const Failure *failure = &run->failure[i];
        Fact *f = fact_map(list, NULL);
        fact_text(f, "message", failure->message);
        facts_place(f, run->lesson, failure->at.line);
        fact_text(f, "detail", failure->detail);
    }
}

/* `of` is a map for facts; NULL: lines. */
static void check_run(Buf *out, Fact *of, const Run *run)
{
    enum { EXPLAIN_SECONDS = 2 }; /* for each lesson with expectations that do not hold */
    if (of) {
        fact_whole(of, "expectations", run->expectations);
        put_failures(of, run);
    } else {
        run_write_failures(out, run);
    }
    explain_all(out, of ? fact_list(of, "explanations") : NULL, run, EXPLAIN_SECONDS);
    warn_all(out, of ? fact_list(of, "warnings") : NULL, run);
}

/* Compares the snapshot; returns how many are wrong: 1 or none. */
static int check_snapshot(Buf *out, Fact *of, const Entry *entry, Err *err)
{
    Buf text = {0};
    int wrong = snapshot_compare(&text, entry, err);
    if (of) {
        Fact *f = fact_map(of, "snapshot");
        fact_truth(f, "is_right", wrong == 0);
        fact_text(f, "report", text.length > 0 ? buf_text(&text) : NULL);
    }
    buf_add(out, buf_text(&text), text.length);
    buf_release(&text);
    return wrong > 0;
}

static void check_lesson(Shell *s, Found *found, Fact *list, int index, Err *err)
{
    Err astray = {0};
    bool ok = library_load(&s->library->entry[index]);
    ok = ok && path_check(s->library, s->library->entry[index].lesson, &astray);
    ok = ok && glossary_check(s->library, s->library->entry[index].lesson, &astray);
    Entry *entry = &s->library->entry[index]; /* there may be more of them now */
    const Run *run = entry->run;
    if (astray.set)
        entry->err = astray;
    if (list)
        facts_lesson(list, NULL, s->library, index);
    Fact *of = list ? list->item[list->items - 1] : NULL;
    found->is_broken = found->is_broken || !ok;
    if (run) {
        check_run(&s->out, of, run);
        found->failed += run->failures;
        found->expectations += run->expectations;
    }
    if (ok && !found->is_broken && !err->set)
        found->wrong += check_snapshot(&found->snapshots, of, entry, err);
    if (of)
        facts_mistakes_of(of, "mistakes", entry);
    library_forget(entry);
}

/* --- all of them ------------------------------------------------------------------------------------ */

static void put_counts(Fact *of, const Found *found, const Buf *orphans)
{
    fact_whole(of, "expectations", found->expectations);
    fact_whole(of, "failed", found->failed);
    fact_whole(of, "snapshots_wrong", found->wrong);
    fact_text(of, "orphans", orphans->length > 0 ? buf_text(orphans) : NULL);
}

static void write_counts(Buf *out, const Shell *s, const Found *found)
{
    if (!s->whole)
        buf_puts(out, "orphans: not checked (partial run)\n");
    buf_printf(out, "%d lesson%s, %d expectation%s: %d failed; snapshots: %d wrong\n", s->entries,
               plural(s->entries), found->expectations, plural(found->expectations), found->failed,
               found->wrong);
}

int shell_check(Shell *s)
{
    Found found = {0};
    Err err = {0};
    Buf orphans = {0};
    Fact *list = s->facts ? fact_list(s->facts, "lessons") : NULL;
    if (s->entries == 0)
        return shell_misuse(s, "check: there are no lessons to check");
    for (int i = 0; i < s->entries; i++)
        check_lesson(s, &found, list, s->entry[i], &err);
    if (!found.is_broken && !err.set && s->whole)
        found.wrong += max_int(snapshot_orphans(&orphans, s->library, &err), 0);
    if (!found.is_broken) {
        buf_add(&s->out, buf_text(&found.snapshots), found.snapshots.length);
        buf_add(&s->out, buf_text(&orphans), orphans.length);
    }
    if (s->facts)
        put_counts(s->facts, &found, &orphans);
    else if (!found.is_broken && !err.set)
        write_counts(&s->out, s, &found);
    buf_release(&found.snapshots);
    buf_release(&orphans);
    s->links = LINK_PLACES;
    int status = shell_tell(s, found.failed || found.wrong ? STATUS_DIFFERENT : STATUS_FINE);
    if (found.is_broken)
        return s->facts ? STATUS_UNUSABLE : shell_all_mistakes(s, STATUS_UNUSABLE);
    return err.set ? shell_fail(s, &err) : status;
}
