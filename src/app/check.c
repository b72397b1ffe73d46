#include "app/check.h"

#include <string.h>

#include "app/pair.h"
#include "base/common.h"
#include "base/utf8.h"
#include "lesson/astray.h"
#include "lesson/blind.h"
#include "lesson/directive.h"
#include "lesson/slips.h"
#include "show/show.h"
#include "tell/facts.h"

enum { FINE, DIFFERENT, TROUBLE };

/* What was found so far. */
typedef struct Found {
    Buf snapshots; /* told when all lessons run */
    int failed, expectations, wrong;
} Found;

/* --- warnings --------------------------------------------------------------------------------------- */

/* What the examples of a lesson cannot show, and what its author may not have meant: these are no mistakes. `list` is
 * for facts; NULL: lines. */
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
    Blind blind[BLIND_KINDS];
    int count = blind_find(run, blind);
    const Slips slips = slips_of(&arena, run);
    for (int i = 0; i < count; i++)
        warn(out, list, run->lesson, blind[i].line, blind[i].what, blind[i].word);
    for (int i = 0; i < slips.count; i++)
        warn(out, list, run->lesson, slips.item[i].line, slips.item[i].text, NULL);
    warn_of_screen(out, list, &arena, run);
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
    pair_explain(out, of ? fact_list(of, "explanations") : NULL, run, EXPLAIN_SECONDS);
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

static void check_lesson(Check *c, Found *found, Fact *list, int index, Err *err)
{
    Entry *entry = &c->library->entry[index];
    bool ok = library_load(entry);
    const Run *run = entry->run;
    if (list)
        facts_lesson(list, NULL, c->library, index);
    Fact *of = list ? list->item[list->items - 1] : NULL;
    c->is_broken = c->is_broken || !ok;
    if (run) {
        check_run(c->out, of, run);
        found->failed += run->failures;
        found->expectations += run->expectations;
    }
    if (ok && !c->is_broken && !err->set)
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

static void write_counts(Buf *out, const Check *c, const Found *found)
{
    if (!c->whole)
        buf_puts(out, "orphans: not checked (partial run)\n");
    buf_printf(out, "%d lesson%s, %d expectation%s: %d failed; snapshots: %d wrong\n", c->entries,
               plural(c->entries), found->expectations, plural(found->expectations), found->failed,
               found->wrong);
}

int check_lessons(Check *c, Err *err)
{
    Found found = {0};
    Buf orphans = {0};
    Fact *list = c->facts ? fact_list(c->facts, "lessons") : NULL;
    for (int i = 0; i < c->entries; i++)
        check_lesson(c, &found, list, c->entry[i], err);
    bool goes_on = !c->is_broken && !err->set && c->whole;
    if (goes_on)
        found.wrong += max_int(snapshot_orphans(&orphans, c->library, err), 0);
    if (!c->is_broken) {
        buf_add(c->out, buf_text(&found.snapshots), found.snapshots.length);
        buf_add(c->out, buf_text(&orphans), orphans.length);
    }
    bool is_trouble = c->is_broken || err->set;
    if (c->facts)
        put_counts(c->facts, &found, &orphans);
    else if (!is_trouble)
        write_counts(c->out, c, &found);
    buf_release(&found.snapshots);
    buf_release(&orphans);
    return is_trouble ? TROUBLE : found.failed || found.wrong ? DIFFERENT : FINE;
}
