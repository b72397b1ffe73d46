/* The stage page: what the lesson says, the line of code, its formula, and the matrices. At the
 * beginning of a stage, before the first result, the text has the page to itself. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/changed.h"
#include "view/code.h"
#include "view/explain.h"
#include "view/page_names.h"
#include "view/page_text.h"
#include "view/prepared.h"
#include "view/stage_page.h"

enum { TOP = 3, FOOT = 2, CODE_ROWS = 4 };

/* --- which text belongs to a stop ----------------------------------------------------------- */

static int part_of(const Run *run, const Place *p, int stop)
{
    return run->statement[run->stop[run->stage_stop[p->where.stage] + stop - 1].statement].part;
}

/* The stop seen before this one that belongs to an earlier part; 0 for none. */
static int stop_before(const Run *run, const Place *p, int stop)
{
    int part = part_of(run, p, stop), b = stop;
    do
        b = place_next(run, p, b, -1);
    while (b > 0 && part_of(run, p, b) == part);
    return b;
}

static bool has_prose(const Stage *stage, int first, int last)
{
    for (int i = first; i < last; i++)
        if (stage->part[i].kind == PART_PROSE)
            return true;
    return false;
}

/* The text between two parts of a stage. */
static Prose text_between(Arena *a, const Scene *s, const Place *p, int before, int first, int last,
                          int width)
{
    const Stage *stage = &s->run->lesson->stage[p->where.stage];
    const Place class = place_as_class(*p);
    const Stop *unseen = has_prose(stage, first, last)
                             ? place_unseen_before(s->shown, s->run, &class, before)
                             : NULL;
    Prose text = !unseen || p->teach.follows
                     ? memo_text(s->memo, s->run, p->where.stage, first, last, width, a)
                     : (Prose){0};
    if (!unseen)
        return text;
    const char *name = unseen->name ? unseen->name : "the result before";
    int step = place_count(s->run, p, run_number_of_stop(s->run, unseen));
    const char *waits =
        p->teach.follows
            ? arena_format(a, "The class does not see this text: %s is hidden there.", name)
            : arena_format(a, "The text here may tell numbers of %s, which is hidden in %d.%d.",
                           name, p->where.stage, step);
    Prose said = page_words(a, SPAN_TEXT, waits, width);
    return p->teach.follows ? page_join(a, said, text) : said;
}

/* What the lesson says before a stop. It stays for the stops after it, until something new is said:
 * numbers are read with the words about them. What leads to the first stop has stood at the beginning
 * of the stage. */
static void lay_text_before(StagePage *page, Arena *a, const Scene *s, const Place *p, int width)
{
    const Run *run = s->run;
    Prose text = {0};
    int fresh = 0;
    bool found = false;
    for (int b = p->where.stop; b > 0 && !found; b = stop_before(run, p, b)) {
        int before = stop_before(run, p, b), last = part_of(run, p, b);
        int first = before > 0 ? part_of(run, p, before) + 1 : 0;
        found = has_prose(&run->lesson->stage[p->where.stage], first, last);
        if (found || b == p->where.stop) /* code that shows nothing, before this one only */
            text = page_join(a, text_between(a, s, p, before, first, last, width), text);
        if (before > 0 && b == p->where.stop)
            fresh = text.lines;
    }
    page->text = text;
    page->known = text.lines - fresh;
}

/* What the lesson says after the last stop of a stage. Between two stops it leads to the second. */
static Prose text_after(Arena *a, const Scene *s, const Place *p, int width)
{
    const Run *run = s->run;
    if (place_next(run, p, p->where.stop, 1) <= run_stops(run, p->where.stage))
        return (Prose){0};
    return text_between(a, s, p, p->where.stop, part_of(run, p, p->where.stop) + 1,
                        run->lesson->stage[p->where.stage].parts, width);
}

/* --- putting it together -------------------------------------------------------------------- */

/* The text of a what-if whose results are hidden, or some of them: its changes stand in the lesson. */
static Prose lay_hidden_what_if(Arena *a, const Run *run, const Place *p, int width)
{
    enum { INDENT = 4 };
    Buf out = {.arena = a};
    int stage = p->where.stage;
    const Sight sight = place_seen(&p->view);
    prepared_seen(&out, run, stage, width - INDENT, &sight, p->teach.follows);
    const Stage *what_if = &run->lesson->stage[stage];
    bool may_tell = p->teach.follows || what_if->parts == 0;
    Prose text = may_tell
                     ? page_parts(a, run->lesson, NULL, stage, 0, what_if->parts, width)
                     : page_words(a, SPAN_TEXT,
                                  "The text here may tell what comes out, which is hidden.", width);
    return page_join(a, text, page_plain(a, buf_text(&out), width));
}

/* What a stage asks before its first result; a class that would be told an earlier one by it waits. */
static Prose lay_question(Arena *a, const Scene *s, const Run *run, const Place *p, int width)
{
    const Place class = place_as_class(*p);
    const Stop *unseen;
    Prose asked = page_questions(a, &run->lesson->stage[p->where.stage], QUESTION_ASKED, width);
    if (!place_asks_early(s->shown, run, &class, &unseen))
        return asked;
    const char *waits =
        p->teach.follows
            ? "The class is not asked yet: %s is still hidden there."
            : "Question: it may tell numbers of %s, which is hidden. Press v to ask it.";
    Prose said = page_words(a, SPAN_TEXT, arena_format(a, waits, unseen->name), width);
    return p->teach.follows ? page_join(a, said, asked) : said;
}

/* Up to the first code that shows something, and what is asked about it, which is seen however long the
 * rest is. With its answer it has the page to itself, if not all fits. */
static void lay_text_alone(StagePage *page, Arena *a, const Scene *s, const Run *run, Memo *memo,
                           const Place *p)
{
    enum { LOW = 10 };
    const Stage *stage = &run->lesson->stage[p->where.stage];
    int width = page_text_width(p->width), first = place_next(run, p, 0, 1);
    int last = first <= run_stops(run, p->where.stage) ? part_of(run, p, first) + 1 : stage->parts;
    page->text_row = TOP;
    page->text_rows = page->rows;
    if (p->view.hidden > 0)
        page->text = lay_hidden_what_if(a, run, p, width);
    else
        page->text = memo_text(memo, run, p->where.stage, 0, last, width, a);
    if (p->view.answered) {
        const Prose both = page_questions(a, stage, QUESTION_BOTH, width);
        bool fits = page->text.lines + both.lines < page->rows;
        page->text = fits ? page_join(a, page->text, both) : both;
        return;
    }
    page->after = lay_question(a, s, run, p, width);
    if (page->rows < LOW && page->after.lines > page->rows / 3) { /* no room for two texts */
        page->text = page_join(a, page->text, page->after);
        page->after = (Prose){0};
    }
    page->after_rows = min_int(page->after.lines, page->rows * 2 / 3);
    page->text_rows = min_int(page->text.lines, page->rows - stage_rows_of_text(page->after_rows));
    page->after_row = TOP + stage_rows_of_text(page->text_rows);
}

static Prose said(Arena *a, const Scene *s, const Place *p, const Stop *stop, int width)
{
    if (p->view.hidden == 0)
        return memo_said(s->memo, s->run, stop, width, a);
    if (!p->teach.follows)
        return page_plain(a, "???", width);
    return page_join(a, page_plain(a, "? hidden:", width),
                     memo_said(s->memo, s->run, stop, width, a));
}

/* In a low window words that have no row beside the matrices have the page first. A class that is asked
 * for numbers sees these, and so does who compares two runs. */
static bool reads_first(const Scene *s, const Place *p)
{
    return !s->align && p->view.hidden == 0;
}

static void lay_reading(StagePage *page, const Scene *s, const Place *p)
{
    if (reads_first(s, p) && page->text_rows == 0 && page->known < page->text.lines)
        page->reading = (Prose){.line = page->text.line + page->known,
                                .lines = page->text.lines - page->known};
}

/* The results that are no tensors: a value, or what was printed. What the lesson says after it follows, and is
 * scrolled with it: where there are only a few rows for that the words before it are read first. */
static void lay_value(StagePage *page, Arena *a, const Scene *s, const Place *p, const Stop *stop)
{
    enum { FEW = 4 };
    int width = page_text_width(p->width);
    lay_text_before(page, a, s, p, width);
    page->after = said(a, s, p, stop, width);
    if (p->view.hidden == 0 || p->teach.follows)
        page->after = page_join(a, page->after, text_after(a, s, p, width));
    int left = page->rows - page->code_rows - 1;
    page->text_rows = min_int(page->text.lines, left - 1 - min_int(page->after.lines, left / 2));
    int rest = left - stage_rows_of_text(page->text_rows);
    if (page->text_rows < 0 || (rest < min_int(page->after.lines, FEW) && reads_first(s, p)))
        page->text_rows = 0;
    lay_reading(page, s, p);
    page->text_row = TOP;
    int spare = left - stage_rows_of_text(page->text_rows) - page->after.lines;
    page->code_rows += clamp_int(page->code.lines - page->code_rows, 0, max_int(spare, 0));
    page->code_row = TOP + page->text_rows + (page->text_rows > 0);
    page->after_row = page->code_row + page->code_rows + 1;
    page->after_rows = TOP + page->rows - page->after_row;
}

/* --- one's own code ------------------------------------------------------------------------- */

/* The lines around the one in hand, and in a wide window the names beside them. */
static void lay_code(StagePage *page, Arena *a, const Run *run, const Place *p)
{
    int rows = page->code_rows - page->says_operation;
    page->code = code_window(a, run, page->inside, rows, stage_code_width(p), page->tells);
    if (page->says_operation) {
        Prose text = page_plain(a, explain_operation(a, run, page->inside->step),
                                stage_code_width(p));
        text.lines = min_int(text.lines, 1); /* the row that says_operation stands for */
        page->code = page_stack(a, page->code, text);
    }
    if (p->width >= STAGE_WIDE)
        page->names = code_names(a, run, page->inside, STAGE_NAMES, page->tells);
}

/* A line that shows no matrices has the page to itself: what it bound, and all names. */
static void lay_line(StagePage *page, Arena *a, const Scene *s, const Place *p, const Stop *stop)
{
    const Run *run = s->run;
    int width = page_text_width(p->width);
    bool is_call = run->line[stop->line].kind == LINE_CALL; /* the names say it */
    bool has_text = !is_call && stop->text;
    const char *said = is_call || has_text ? "" : code_said(a, run, stop->line);
    Prose names = code_names(a, run, stop, width, page->tells);
    page->code_rows = min_int(code_rows(a, run, stop, stage_code_width(p)),
                              max_int(page->rows * 2 / 3, 1));
    lay_code(page, a, run, p);
    page->after = !page->tells ? page_plain(a, "???", width)
                  : has_text   ? memo_said(s->memo, run, stop, width, a)
                  : *said      ? page_plain(a, said, width)
                               : (Prose){0};
    if (p->width < STAGE_WIDE && names.lines > 0)
        page->after = page_join(a, page->after, names);
    page->code_row = TOP;
    page->after_row = page->code_row + page->code_rows + 1;
    page->after_rows = TOP + page->rows - page->after_row;
}

/* --- all of it ------------------------------------------------------------------------------ */

/* That lines before the statement are not shown is said at the right of its first row, or in one above
 * it. */
static void lay_trace(StagePage *page, Arena *a, const char *text, int width)
{
    enum { GAP = 3 };
    const ProseLine *first = &page->code.line[0];
    int used = 0, columns = utf8_columns(text);
    for (int i = 0; i < first->pieces; i++)
        used = max_int(used, first->piece[i].column + utf8_columns(first->piece[i].text));
    page->trace = used + GAP + columns > width;
    Prose both = {.lines = page->trace + page->code.lines};
    both.line = arena_many(a, (size_t)both.lines, ProseLine);
    memcpy(both.line + page->trace, page->code.line, (size_t)page->code.lines * sizeof *both.line);
    ProseLine *line = &both.line[0];
    int pieces = line->pieces;
    line->piece = arena_many(a, (size_t)pieces + 1, ProsePiece);
    if (pieces > 0)
        memcpy(line->piece, first->piece, (size_t)pieces * sizeof *line->piece);
    line->piece[pieces] = (ProsePiece){STYLE_FAINT,
                                       page->trace ? PROSE_CODE_INDENT : width - columns, text};
    line->pieces = pieces + 1;
    page->code = both;
}

static void lay_statement(StagePage *page, Arena *a, const Scene *s, const Place *p,
                          const Stop *stop, int width)
{
    enum { FEW_ROWS = 4 };
    const Run *run = s->run;
    bool is_whole = stop->detail == DETAIL_BRIEF;
    int hidden = is_whole ? code_hidden_before(run, stop->statement) : 0;
    const char *code = is_whole ? place_code(a, s->shown, run, p, stop->statement, 0)
                                : explain_operation(a, run, stop->step);
    page->code = page_plain(a, code, width);
    page->trace = 0;
    if (hidden > 0 && page->code.lines > 0)
        lay_trace(page, a, arena_format(a, "%s before: #", code_not_shown(a, hidden)), width);
    page->code_rows = min_int(page->code.lines, max_int(CODE_ROWS, page->rows / 5));
    const QkvStep *step = place_step(run, p);
    if (!step)
        return;
    /* In a low window the code is cut rather than the numbers. */
    int numbers = (int)clamp_int64(matrix_rows(step->call.out), 1, FEW_ROWS);
    int left = page->rows - page->formula_rows - 1 - MATRIX_HEAD - numbers;
    page->code_rows = min_int(page->code_rows, max_int(left, 1 + page->trace));
}

/* That the lesson expects other numbers here. Returns the rows it takes. */
static int tell_failure(StagePage *page, Arena *a, const Scene *s, const Place *p)
{
    const Stop *stop = place_stop(s->run, p);
    const char *told = NULL;
    for (int i = 0; stop && i < s->run->failures; i++)
        if (s->run->failure[i].stop == (int)(stop - s->run->stop))
            told = arena_format(a, "Not as expected: %s.", s->run->failure[i].message);
    page->changed = p->view.hidden == 0 || p->teach.follows ? told : NULL;
    return told != NULL;
}

/* What differs from the other run, and how many rows say so: the same for both runs, so that nothing
 * moves when one takes the place of the other. */
static int tell_changed(StagePage *page, Arena *a, const Scene *s, const Place *p, int width)
{
    const Stop *stop = place_stop(s->run, p);
    bool is_off = s->whatif && s->whatif->on == 0; /* the bar above says so */
    if (!s->align || !stop || is_off)
        return tell_failure(page, a, s, p);
    int now = (int)(stop - s->run->stop);
    if (s->run != align_now(s->align))
        now = align_stop(s->align, s->run, now);
    if (now < 0)
        return 1;
    RowState state = align_state(s->align, now);
    page->changed = s->whatif || (state > ROW_BITS && state < ROW_RIGHT)
                        ? changed_numbers(a, s->align, s->whatif, now)
                    : state == ROW_RIGHT ? "Only the second has this."
                                         : "The same in both.";
    page->winners = changed_winners(a, s->align, now);
    if (page->winners) {
        const char *both = arena_format(a, "%s; %s", page->changed, page->winners);
        bool fits = utf8_columns(both) <= width;
        page->changed = fits ? both : page->changed;
        page->winners = fits ? NULL : page->winners;
    }
    int rows = 1 + (page->winners != NULL);
    if ((p->view.hidden > 0 && !p->teach.follows) || s->is_first)
        page->changed = page->winners = NULL;
    return s->is_first ? 0 : rows;
}

/* The rows of a left column shared out between its two texts. */
static void lay_left(StagePage *page, Arena *a, const Scene *s, const Place *p)
{
    int columns = page_left_columns(p->width), rows = page->rows - 1;
    lay_text_before(page, a, s, p, columns);
    page->after = text_after(a, s, p, columns);
    int rest = page->after.lines > 0 ? min_int(page->after.lines + 2, rows / 2) : 0;
    page->text_row = TOP;
    page->text_rows = min_int(page->text.lines, rows - rest);
    page->after_row = TOP + page->text_rows + 2 * (page->text_rows > 0);
    page->after_rows = clamp_int(TOP + rows - page->after_row, 0, page->after.lines);
}

/* A long formula takes two rows; below code one is enough where that can be. */
static void set_formula(StagePage *page, Arena *a, const Run *run, const Stop *stop, int rows,
                        int width)
{
    page->formula = explain_formula_rows(a, run, stop->line, stop->step, rows,
                                         width - PROSE_CODE_INDENT);
    if (utf8_columns(page->formula) > width - PROSE_CODE_INDENT && rows < 2)
        page->formula = explain_formula_rows(a, run, stop->line, stop->step, 2,
                                             width - PROSE_CODE_INDENT);
    page->formula_rows = 1 + (strchr(page->formula, '\n') != NULL);
}

/* What a second row of the formula is taken from a matrix is worth less than that. */
static void arrange_with_formula(StagePage *page, Arena *a, const Scene *s, const Place *p,
                                 const Stop *stop, int width)
{
    StagePage one = *page;
    stage_arrange(page, a, s, p, width);
    if (!page->is_cut || one.formula_rows < 2 || page->inside)
        return;
    set_formula(&one, a, s->run, stop, 1, width);
    stage_arrange(&one, a, s, p, width);
    if (!one.is_cut)
        *page = one;
}

/* In a wide window the text stands left, and beside it code, formula and matrices, or what the code says;
 * false where these need the whole width. */
static bool lay_wide(StagePage *page, Arena *a, const Scene *s, const Place *p, const Stop *stop)
{
    enum { GAP = 3 };
    StagePage wide = *page;
    int left = page_left_columns(p->width), width = p->width - left - GAP - 2 * STAGE_LEFT;
    if (left == 0)
        return false;
    wide.column = STAGE_LEFT + left + GAP;
    wide.may_pack = false;
    if (wide.formula)
        set_formula(&wide, a, s->run, stop, 2, width);
    lay_statement(&wide, a, s, p, stop, width);
    if (place_step(s->run, p))
        arrange_with_formula(&wide, a, s, p, stop, width);
    else
        wide.said = said(a, s, p, stop, width);
    if (wide.is_cut || wide.code_rows + 1 + wide.said.lines > wide.rows)
        return false;
    lay_left(&wide, a, s, p);
    wide.code_row = TOP;
    wide.formula_row = TOP + wide.code_rows;
    wide.layout_row = wide.formula_row + wide.formula_rows + !wide.is_tight;
    *page = wide;
    return true;
}

/* The rows of these words; the last of the page says how much more there is. */
static int reading_rows(const StagePage *page)
{
    return max_int(page->rows - 1, 1);
}

/* From where on they have been read, and the matrices are seen; 0 without such words. */
static int reading_end(const StagePage *page)
{
    return page->reading.lines == 0 ? 0 : page_text_most(&page->reading, reading_rows(page)) + 1;
}

static StagePage lay_out(Arena *a, const Scene *s, const Place *p)
{
    StagePage page = {.column = STAGE_LEFT};
    const Run *run = s->run;
    int rows = p->height - TOP - FOOT, width = p->width - 2 * STAGE_LEFT;
    const Stop *stop = place_stop(run, p);
    rows -= tell_changed(&page, a, s, p, width);
    page.rows = rows;
    if (!stop) {
        bool is_prepared = s->whatif && stage_what_if(&run->lesson->stage[p->where.stage]);
        lay_text_alone(&page, a, s, is_prepared ? s->whatif->before : run,
                       is_prepared ? NULL : s->memo, p);
        return page;
    }
    page.inside = stop->line >= 0 ? stop : NULL;
    page.may_pack = !place_path(a, run, p, width);
    page.hides = p->view.hidden > 0 && !p->teach.follows;
    page.tells = p->view.hidden == 0 || p->teach.follows;
    page.says_operation = page.inside && stop->in.kind < INSIDE_STATEMENT_CODE;
    page.code_row = TOP;
    if (page.inside && !place_step(run, p)) {
        lay_line(&page, a, s, p, stop);
        return page;
    }
    if (place_step(run, p) && place_step(run, p)->call.count > 0)
        set_formula(&page, a, run, stop, page.inside ? 1 : 2, width);
    if (!page.inside && lay_wide(&page, a, s, p, stop))
        return page;
    if (!page.inside)
        lay_statement(&page, a, s, p, stop, width);
    if (!place_step(run, p)) {
        lay_value(&page, a, s, p, stop);
        return page;
    }
    if (!page.inside) {
        lay_text_before(&page, a, s, p, page_text_width(p->width));
        page.after = text_after(a, s, p, page_text_width(p->width));
    }
    arrange_with_formula(&page, a, s, p, stop, width);
    if (page.inside)
        lay_code(&page, a, run, p);
    page.text_row = TOP - page.is_packed;
    bool has_gap = page.text_rows > 0 && !page.is_packed && !page.is_close;
    page.code_row = page.text_row + page.text_rows + has_gap;
    int used = page.code_rows + page.formula_rows + !page.is_tight + page.layout.height;
    page.formula_row = page.code_row + page.code_rows + (page.inside && used < rows);
    page.layout_row = page.formula_row + page.formula_rows + !page.is_tight;
    page.after_row = page.layout_row + page.layout.height + 1;
    lay_reading(&page, s, p);
    return page;
}

/* The keys scroll the first text to its end, and then the second. */
static int scroll_most(const Prose *text, int rows)
{
    return rows > 0 ? page_text_most(text, rows) : 0;
}

/* How far the first of them goes: up to what is read before the matrices, or above them. */
static int first_most(const StagePage *page)
{
    return page->reading.lines > 0 ? reading_end(page) : scroll_most(&page->text, page->text_rows);
}

/* How far the two texts can be scrolled, and from where on there is something new in the first. */
typedef struct Scroll {
    int first, second;
    int news;      /* more than `first`: nothing             */
    bool is_apart; /* the second has a page of its own       */
    int first_rows, second_rows;
} Scroll;

static Scroll scroll_of_page(const Scene *s, const Place *p)
{
    Arena arena = {0};
    StagePage page = lay_out(&arena, s, p);
    bool hides = p->view.hidden > 0 && (place_step(s->run, p) || page.said.lines > 0);
    bool reads = page.reading.lines > 0;
    Scroll c = {.first = first_most(&page),
                .second = hides ? 0 : scroll_most(&page.after, page.after_rows),
                .first_rows = reads ? reading_rows(&page) : page.text_rows,
                .second_rows = page.after_rows};
    c.news = reads ? 0 : page.known < page.text.lines ? min_int(page.known, c.first) : c.first + 1;
    if (page.closing.lines > 0 && !hides) {
        c.is_apart = true;
        c.second_rows = reading_rows(&page);
        c.second = page_text_most(&page.closing, c.second_rows) + 1;
    }
    arena_release(&arena);
    return c;
}

/* Of two pages, that of the one of which more is out of sight: the second shows what is new in it. */
static Scroll scroll_of(const Scene *s, const Place *p)
{
    if (p->page != PAGE_STAGE || !s->run)
        return (Scroll){0};
    const Place above = page_above_notes(s, p);
    PageHalf before, now;
    if (!s->align || p->look.side != SIDE_BOTH || !page_halves(s, &above, &before, &now))
        return scroll_of_page(s, &above);
    Scroll a = scroll_of_page(&before.scene, &before.place),
           b = scroll_of_page(&now.scene, &now.place);
    return a.first + a.second > b.first + b.second ? a : b;
}

int page_scroll_most(const Scene *s, const Place *p)
{
    Scroll c = scroll_of(s, p);
    return c.first + c.second;
}

/* The first line of the page after that of a line. */
static int page_after(int line, int rows)
{
    enum { FEW = 4 }; /* a line is seen twice where there are more */
    int page = rows > FEW ? rows - 1 : max_int(rows, 1);
    return (line / page + 1) * page;
}

/* Where Space stops after `at`: over what is known at the first line that is not, page by page to the end
 * of the first text, and of the second. `at` itself when there is nothing more. */
static int station_after(const Scroll *c, int at)
{
    bool is_known = c->news > c->first;
    if (at < c->first && !is_known)
        return at < c->news ? c->news
                            : min_int(page_after(at - c->news, c->first_rows) + c->news, c->first);
    if (c->second == 0)
        return at;
    int rest = max_int(at - c->first, 0);
    if (c->is_apart)
        return c->first +
               (rest == 0 ? 1 : min_int(page_after(rest - 1, c->second_rows) + 1, c->second));
    return c->first + min_int(page_after(rest, c->second_rows), c->second);
}

int page_scroll_step(const Scene *s, const Place *p, int by)
{
    if (by < 0 && p->view.scroll <= 0)
        return 0; /* the page need not be laid out for that */
    Scroll c = scroll_of(s, p);
    int at = clamp_int(p->view.scroll, 0, c.first + c.second), to = 0;
    if (by > 0)
        return station_after(&c, at);
    for (int next = station_after(&c, 0); next < at && next > to; next = station_after(&c, to))
        to = next;
    return to;
}

int page_scroll_last(const Scene *s, const Place *p)
{
    Scroll c = scroll_of(s, p);
    int to = 0;
    for (int next = station_after(&c, 0); next > to; next = station_after(&c, to))
        to = next;
    return to;
}

/* A change that is the only one and on, at the right where there is room, before how it stands with a class. */
static void draw_change(Frame *f, Arena *a, const Scene *s, const Place *p, int used)
{
    enum { GAP = 3, LEAST = 12 };
    const char *text = s->whatif && s->whatif->lines == 1 && s->whatif->on == 1
                           ? s->whatif->line[0].text
                           : "";
    int columns = utf8_columns(text), state = utf8_columns(page_state(a, s, p));
    int end = f->width - 1 - (state > 0 ? state + GAP : 0);
    int room = min_int(end - used - GAP, columns);
    if (room == columns || room >= LEAST)
        frame_fit(f, 1, end - room, room, STYLE_EMPHASIS, text);
}

/* Where the stop lies, and in a notebook the cell whose lines are counted below. */
static void draw_path(Frame *f, Arena *a, const Run *run, const Place *p)
{
    const Stop *stop = place_stop(run, p);
    int width = f->width - 2 * STAGE_LEFT;
    LessonPlace at = {0};
    if (stop && stop->line >= 0)
        at = lesson_where(run->lesson, run->line[stop->line].first);
    if (at.cell > 0) {
        const char *cell = arena_format(a, "cell %d", at.cell);
        width -= utf8_columns(cell) + 2;
        frame_put(f, 2, STAGE_LEFT + width + 2, STYLE_FAINT, cell);
    }
    const char *path = place_path(a, run, p, width);
    if (path)
        frame_fit(f, 2, STAGE_LEFT, width, STYLE_STRONG, path);
}

static void draw_heads(Frame *f, Arena *a, const Scene *s, const Place *p)
{
    const Run *run = s->run;
    const Lesson *lesson = run->lesson;
    int steps = place_count(run, p, run_stops(run, p->where.stage));
    const char *left = arena_format(a, "%s%s", page_lesson_number(a, lesson), lesson->title);
    const char *right = p->where.stage == 0 ? "introduction"
                        : steps > 0
                            ? arena_format(a, "stage %d/%d  step %d/%d", p->where.stage,
                                           lesson->stages - 1, place_count(run, p, p->where.stop),
                                           steps)
                            : arena_format(a, "stage %d/%d", p->where.stage, lesson->stages - 1);
    page_title(f, left, page_what_if(a, s, p, right));
    Buf bar = {0};
    page_progress(&bar, p->where.stage, lesson->stages, 24);
    const char *title = page_stage_title(lesson, p->where.stage);
    int columns = (int)bar.length + 2, of_title = utf8_columns(title);
    if (columns + of_title + 2 <= f->width)
        frame_put(f, 1, STAGE_LEFT, STYLE_FAINT, buf_text(&bar));
    else
        columns = 0; /* the title is worth more: how far this is stands above it */
    buf_release(&bar);
    frame_fit(f, 1, STAGE_LEFT + columns, f->width - columns - 2, STYLE_HEADING, title);
    draw_change(f, a, s, p, STAGE_LEFT + columns + of_title);
    draw_path(f, a, run, p);
}

int page_items_seen(const Scene *s, const Place *p)
{
    Arena arena = {0};
    const Place above = page_above_notes(s, p);
    const StagePage page = lay_out(&arena, s, &above);
    const QkvTensor *t = place_items(s->run, p);
    int seen = 0;
    for (int i = 0; i < page.layout.operands + page.layout.results; i++)
        seen += page.layout.spot[i].is_shown && page.layout.spot[i].matrix.t == t;
    arena_release(&arena);
    return seen;
}

static void draw_left(Frame *f, const Scene *s, const Place *p, const StagePage *page)
{
    int columns = page_left_columns(f->width), right = STAGE_LEFT + columns + 2;
    int first = min_int(p->view.scroll, scroll_most(&page->text, page->text_rows));
    bool shows_after = page->after.lines > 0 && (p->view.hidden == 0 || p->teach.follows);
    page_draw_text(f, page->text_row, page->text_rows, right, &page->text, first);
    if (shows_after)
        page_draw_text(f, page->after_row, page->after_rows, right, &page->after,
                       p->view.scroll - first);
    int row = page->after_row + (shows_after ? page->after_rows + 2 : 0);
    page_so_far(f, s, p, row, TOP + page->rows - row, columns);
}

void page_left(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    StagePage page = {.rows = f->height - TOP - FOOT};
    if (place_stop(s->run, p))
        lay_left(&page, &arena, s, p);
    else
        page.after_row = TOP;
    draw_left(f, s, p, &page);
    arena_release(&arena);
}

/* Where the page has nothing else: below its matrices, or beside a text that does not need the width. */
static Box free_part(const Frame *f, const StagePage *page, bool has_step, bool shows_after)
{
    enum { GAP = 3, LEAST_WIDTH = 40 };
    int end = TOP + page->rows, row = TOP, col = page->column;
    int text = page_text_width(f->width) + STAGE_LEFT + GAP;
    if (!has_step && !page->inside && col == STAGE_LEFT && f->width - text >= LEAST_WIDTH)
        return (Box){TOP, text, page->rows, f->width - text - STAGE_LEFT};
    if (has_step)
        row = page->layout_row + page->layout.height;
    if (col == STAGE_LEFT && shows_after && page->after_rows > 0)
        row = max_int(row, page->after_row + page->after_rows);
    if (col == STAGE_LEFT)
        row = max_int(row, page->text_row + page->text_rows);
    row = max_int(row, page->code_rows > 0 ? page->code_row + page->code_rows : 0);
    row += 1 + (page->said.lines > 0 ? page->said.lines + 1 : 0);
    return (Box){row, col, end - row, f->width - col - STAGE_LEFT};
}

/* The row above the keys: what is not shown, at which numbers shades begin, and how much more there is to read. */
static void draw_note(Frame *f, const Scene *s, const Place *p, const StagePage *page, int first)
{
    enum { GAP = 3, MORE = 18, NARROW = 60 };
    int row = f->height - 2, end = f->width - STAGE_LEFT, used = 0;
    bool has_closing = page->closing.lines > 0 && !page->hides;
    bool is_cut = page->is_packed && first < page_text_most(&page->text, page->text_rows);
    if (is_cut || has_closing)
        end -= f->width < NARROW ? 2 : MORE;
    if (has_closing && !is_cut)
        page_draw_more(f, row, f->width, page->closing.lines, true);
    if (page->note && !s->message && p->number < 0 && p->overlay != OVERLAY_SEARCH)
        used = frame_fit(f, row, STAGE_LEFT, end - STAGE_LEFT, STYLE_FAINT, page->note);
    const Spot *result = &page->layout.spot[page->layout.operands];
    if (page->layout.results > 0 && !s->message)
        matrix_scale(f, row, end, end - STAGE_LEFT - used - GAP, &result->matrix);
}

/* The code goes on below its last row that is seen: where that is its first, the prompt stays. */
static void draw_code_cut(Frame *f, const StagePage *page, int prompt)
{
    int row = page->code_row + page->code_rows - 1;
    const ProseLine *line = &page->code.line[page->code_rows - 1];
    if (row != prompt || line->pieces == 0) {
        frame_put(f, row, page->column, STYLE_CODE, "...");
        return;
    }
    const ProsePiece *last = &line->piece[line->pieces - 1];
    int end = page->column + last->column + utf8_columns(last->text);
    frame_put(f, row, min_int(end, f->width - 1), STYLE_CODE, "~");
}

static void draw_code(Frame *f, const StagePage *page)
{
    if (page->code_rows > 0) {
        int prompt = page->code_row + (page->inside ? page->code_rows - 1 : page->trace);
        prose_draw(f, page->code_row, page->column, &page->code, 0, page->code_rows);
        prose_draw(f, page->code_row, f->width - STAGE_NAMES, &page->names, 0, page->code_rows);
        if ((!page->inside && page->code_rows > page->trace) || page->says_operation)
            frame_put(f, prompt, page->column, STYLE_CODE, ">>>");
        if (!page->inside && page->code_rows < page->code.lines)
            draw_code_cut(f, page, prompt);
    }
    if (page->formula_rows > 0)
        page_formula(f, page->formula_row, page->column + PROSE_CODE_INDENT, page->formula);
    prose_draw(f, page->code_row + page->code_rows + 1, page->column, &page->said, 0,
               page->said.lines);
}

static void draw_changed(Frame *f, const StagePage *page)
{
    int width = f->width - 2 * STAGE_LEFT, row = f->height - 3;
    if (page->changed)
        frame_fit(f, row - (page->winners != NULL), STAGE_LEFT, width, STYLE_STRONG, page->changed);
    if (page->winners)
        frame_fit(f, row, STAGE_LEFT, width, STYLE_STRONG, page->winners);
}

/* In a low window the words that come before the matrices, or after them, have the page. False when these do. */
static bool draw_words_alone(Frame *f, const Place *p, const StagePage *page)
{
    static const char then[] = " v the numbers: Space";
    bool reads = p->view.scroll < reading_end(page);
    if (!reads && (page->closing.lines == 0 || page->hides || p->view.scroll <= first_most(page)))
        return false;
    page_draw_text(f, TOP, reading_rows(page), f->width, reads ? &page->reading : &page->closing,
                   reads ? p->view.scroll : p->view.scroll - first_most(page) - 1);
    if (reads && p->view.scroll + 1 == reading_end(page))
        frame_put(f, TOP + reading_rows(page), f->width - (int)sizeof then, STYLE_STRONG, then);
    return true;
}

static void draw_numbers(Frame *f, const Scene *s, const Place *p, const StagePage *page)
{
    int first = min_int(p->view.scroll, scroll_most(&page->text, page->text_rows));
    bool is_wide = page->column > STAGE_LEFT, has_step = place_step(s->run, p) != NULL;
    draw_note(f, s, p, page, first);
    if (is_wide)
        draw_left(f, s, p, page);
    else
        page_draw_text_above(f, page->text_row, page->text_rows,
                             page->is_packed ? f->height - 2 : page->text_row + page->text_rows,
                             f->width, &page->text, first);
    draw_code(f, page);
    if (has_step)
        layout_draw(f, page->layout_row, page->column, &page->layout);
    bool shows_after = page->after.lines > 0 && /* it may well tell the result */
                       (p->view.hidden == 0 || p->teach.follows || !has_step);
    if (!is_wide && shows_after)
        page_draw_text(f, page->after_row, page->after_rows, f->width, &page->after,
                       p->view.scroll - first);
    page_earlier(f, s, p, has_step ? &page->layout : NULL,
                 free_part(f, page, has_step, shows_after));
    draw_changed(f, page);
}

void page_stage(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    const StagePage page = lay_out(&arena, s, p);
    draw_heads(f, &arena, s, p);
    if (p->where.stage == 0 && s->run->lesson->stage[0].parts == 0)
        frame_fit(f, TOP, STAGE_LEFT, f->width - 2 * STAGE_LEFT, STYLE_TEXT,
                  "This lesson begins with its first stage: Space goes there.");
    if (!draw_words_alone(f, p, &page))
        draw_numbers(f, s, p, &page);
    page_foot(f, s, p);
    arena_release(&arena);
}
