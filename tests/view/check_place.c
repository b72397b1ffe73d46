/* Walking through a run: every text is met, a step back undoes a step forward at every detail, and
 * the ways into calls lead out of them again. */
#include <stddef.h>
#include <string.h>

#include "made.h"
#include "suites.h"
#include "view/matrix.h"
#include "view/page.h"
#include "view/page_text.h"

static Place place_of(int width, int height, Detail detail)
{
    return (Place){.width = width,
                   .height = height,
                   .page = PAGE_STAGE,
                   .where.detail = detail,
                   .number = -1,
                   .look.decimals = 4};
}

/* Calls with named stages, calls in a call's expression, printed, hidden; expressions of several
 * operations; a layer without named stages. */
static const char calls[] =
    "# Calls\n\n## One\n\nBefore the call.\n\n```python\n"
    "q = torch.tensor([[1., 0.], [0., 1.], [1., 1.]])\n"
    "y = F.scaled_dot_product_attention(q, q + 1, q * 2, is_causal=True)\n"
    "z = y * 2 + F.scaled_dot_product_attention(q, q, q)\n```\n\nBehind it.\n\n```python\n"
    "print(F.scaled_dot_product_attention(q, q, q).sum())\n"
    "#| hide\nh = F.scaled_dot_product_attention(q, q, q)\n"
    "a, b = q @ q.T + 1, (q + q).T\nn = (q @ q.T).sum().item()\n"
    "```\n\n## Two\n\n```python\nw = y.softmax(-1) @ y.T\n```\n";

/* Prose beside everything that has no matrices: imports, hidden statements, prints, values, the end of
 * a stage, a stage without code, one whose code shows nothing. */
static const char speaking[] =
    "# Made\n\nIntroduction one.\n\n```python\nimport torch\n```\n\nIntroduction two.\n\n"
    "## Cases\n\nBefore an import.\n\n```python\nimport math\n```\n\nBefore a tensor.\n\n"
    "```python\nx = torch.tensor([[1., 2.], [3., 4.]])\ny = (x @ x.T + 1).sum()\n```\n\n"
    "Before a hidden one.\n\n```python\n#| hide\nz = x @ x\n```\n\n- an item\n- another\n\n"
    "```python\nprint(x.sum())\n```\n\nAfter a print.\n\n```python\nn = len(x)\n```\n\n"
    "```text\nfenced text\n```\n\n```python\nprint('a')\nprint('b')\n```\n\nBefore the end.\n\n"
    "```python\nimport math\n```\n\nThe end.\n\n"
    "## Words\n\nOnly words.\n\nAnd more.\n\n"
    "## Quiet\n\nQuiet before.\n\n```python\nimport torch\n```\n\nQuiet after.\n";

/* All that the pages of a stage show, walking through it and scrolling each page to its end, as Space does. */
static void walk_stage(Buf *out, Frame *f, const Scene *s, Place p)
{
    for (int stop = 0; stop <= run_stops(s->run, p.where.stage);
         stop = place_next(s->run, &p, stop, 1)) {
        p.where.stop = stop;
        int next = 0;
        do {
            p.view.scroll = next;
            frame_resize(f, p.width, p.height);
            page_draw(f, s, &p);
            frame_text(out, f, false);
        } while ((next = page_scroll_step(s, &p, 1)) > p.view.scroll);
    }
}

/* The first line of a block, laid out so wide, that is not on the pages; NULL: all of it is. */
static const char *missing_line(Arena *a, const Buf *seen, const Block *block, int width)
{
    Prose prose = prose_layout(a, block, 1, width, PROSE_STYLED);
    const char *missing = NULL;
    for (int i = 0; i < prose.lines && !missing; i++) {
        Buf line = {0};
        prose_text(&line, &(Prose){1, &prose.line[i]});
        buf_cut(&line, line.length - 1);
        /* A scroll mark may stand behind it. */
        missing = strstr(buf_text(seen), buf_text(&line)) ? NULL : arena_string(a, buf_text(&line));
        buf_release(&line);
    }
    return missing;
}

/* A wide window has it beside the numbers or above them. */
static void expect_prose(const Buf *seen, const Part *part, int width)
{
    Arena a = {0};
    int left = page_left_columns(width);
    const char *missing = missing_line(&a, seen, &part->block, page_text_width(width));
    if (missing && left > 0)
        missing = missing_line(&a, seen, &part->block, left);
    ck_assert_msg(!missing, "on no page: line %d: %s", part->line, missing ? missing : "");
    arena_release(&a);
}

START_TEST(every_paragraph_is_on_a_page)
{
    static const int sizes[][2] = {{80, 24}, {60, 40}, {160, 50}};
    Library *library = _i ? library_open() : made_library(speaking);
    Frame *f = frame_new(1, 1);
    for (int i = 0; i < library->count; i++) {
        ck_assert(_i == 0 || library_load(&library->entry[i]));
        Memo *memo = memo_new();
        Scene s = {.library = library, .run = library->entry[i].run, .hints = "", .memo = memo};
        for (int n = 0; n < COUNT(sizes) * 3; n++) {
            Place p = place_of(sizes[n / 3][0], sizes[n / 3][1], (Detail)(n % 3 - 1));
            for (p.where.stage = 0; p.where.stage < s.run->lesson->stages; p.where.stage++) {
                const Stage *stage = &s.run->lesson->stage[p.where.stage];
                Buf seen = {0};
                walk_stage(&seen, f, &s, p);
                for (int k = 0; k < stage->parts; k++)
                    if (stage->part[k].kind == PART_PROSE)
                        expect_prose(&seen, &stage->part[k], p.width);
                ck_assert(!strstr(buf_text(&seen), "Answer:")); /* a key asks for it */
                buf_release(&seen);
            }
        }
        memo_free(memo);
    }
    frame_free(f);
    if (_i)
        library_free(library);
    else
        made_free(library);
}
END_TEST

/* Whether the first line of a paragraph of the stage is on the page. */
static bool shows_prose(const Frame *f, const Stage *stage)
{
    Arena a = {0};
    Buf page = {0};
    bool found = false;
    frame_text(&page, f, false);
    for (int i = 0; i < stage->parts && !found; i++) {
        if (stage->part[i].kind != PART_PROSE)
            continue;
        const int widths[] = {page_text_width(f->width), page_left_columns(f->width)};
        for (int w = 0; w < COUNT(widths) && widths[w] > 0 && !found; w++) {
            Buf line = {0};
            Prose prose = prose_layout(&a, &stage->part[i].block, 1, widths[w], PROSE_STYLED);
            prose_text(&line, &(Prose){1, prose.line});
            buf_cut(&line, line.length - 1);
            found = strstr(buf_text(&page), buf_text(&line)) != NULL;
            buf_release(&line);
        }
    }
    buf_release(&page);
    arena_release(&a);
    return found;
}

/* Numbers never drive the words about them from the page of a stage that begins with words. */
START_TEST(words_stay_with_the_numbers)
{
    Library *library = library_open();
    Frame *f = frame_new(80, 24);
    for (int i = 0; i < library->count; i++) {
        ck_assert(library_load(&library->entry[i]));
        Scene s = {.library = library, .run = library->entry[i].run, .hints = ""};
        for (int n = 0; n < s.run->lesson->stages * 2; n++) {
            Place p = place_of(80 << n % 2, 24 << n % 2, DETAIL_BRIEF);
            p.where.lesson = i;
            p.where.stage = n / 2;
            const Stage *stage = &s.run->lesson->stage[p.where.stage];
            for (p.where.stop = 1; p.where.stop <= run_stops(s.run, p.where.stage);
                 p.where.stop++) {
                frame_resize(f, p.width, p.height);
                page_draw(f, &s, &p);
                bool is_code = place_stop(s.run, &p)->line >= 0; /* whose words these are not */
                if (stage->part[0].kind == PART_PROSE && !is_code && !shows_prose(f, stage))
                    ck_abort_msg("%s, %d.%d: no words", library->entry[i].name, p.where.stage,
                                 p.where.stop);
            }
        }
    }
    frame_free(f);
    library_free(library);
}
END_TEST

/* --- stops ---------------------------------------------------------------------------------- */

/* Every operation of a statement that is not hidden is a stop of it exactly once, in order. */
static void expect_stops(const Run *run)
{
    int at = 0;
    for (int i = 0; i < run->statements; i++) {
        const RunStatement *x = &run->statement[i];
        int before = x->first_step - 1;
        ck_assert_int_eq(x->first_stop, at);
        for (; at < x[1].first_stop; at++) {
            const Stop *stop = &run->stop[at];
            ck_assert_int_eq(stop->statement, i);
            if (stop->step < x->first_step)
                continue;
            ck_assert_ptr_eq(run->tape->step[stop->step].call.out, stop->tensor);
            /* A line may show what it did not make itself. */
            ck_assert(stop->step == before + 1 || stop->detail == DETAIL_BRIEF ||
                      (stop->in.kind >= INSIDE_STATEMENT_CODE && stop->step <= before));
            before = stop->step > before ? stop->step : before;
        }
        ck_assert(x->hidden || before == x[1].first_step - 1);
        ck_assert(!x->hidden || x->first_stop == x[1].first_stop);
    }
    ck_assert_int_eq(at, run->stops);
}

/* Each result of a tuple stands after what led to it, and before what leads to the next. */
START_TEST(stops_of_a_tuple)
{
    static const struct {
        const char *name;
        bool is_result;
    } expected[] = {{"x", true}, {NULL, true}, {"y", true}, {"x * 2", false}, {"z", true}};
    Library *library = made_library("x = torch.tensor([1., 2.])\n"
                                    "n, y, z = 1, x + 1, (x * 2) * 3");
    const Run *run = made_run(library);
    ck_assert_int_eq(run->stops, COUNT(expected));
    for (int i = 0; i < run->stops; i++) {
        const Stop *stop = &run->stop[i];
        const QkvStep *step = stop->step >= 0 ? &run->tape->step[stop->step] : NULL;
        const char *name = step && step->name ? step->name : step ? step->text : NULL;
        ck_assert_int_eq(stop->detail == DETAIL_BRIEF, expected[i].is_result);
        ck_assert(step ? expected[i].name && strcmp(name, expected[i].name) == 0
                       : !expected[i].name);
    }
    made_free(library);
}
END_TEST

/* Forward to the end and back again: the same stops. */
static void expect_mirror(const Run *run, Place p)
{
    enum { MOST = 1000 };
    int seen[MOST], count = 0, last = run_stops(run, p.where.stage);
    for (int b = 0; b <= last && count < MOST; b = place_next(run, &p, b, 1))
        seen[count++] = b;
    ck_assert_int_eq(place_count(run, &p, last), count - 1);
    bool mirrors = true; /* one assertion for all: each is a call of the system */
    for (int b = place_next(run, &p, last + 1, -1); count > 0; b = place_next(run, &p, b, -1))
        mirrors = b == seen[--count] && mirrors;
    ck_assert(mirrors);
}

/* In and out again is the same place, and what is seen inside belongs to the statement. The same from
 * all that is seen inside, and from `others` of the stops beside it: with each of them opened, too, the
 * ways would be millions. */
static void expect_in_and_out(const Run *run, Place p, int others)
{
    Place in = p;
    if (!place_into(&in, run))
        return;
    bool folds = in.where.opens <= p.where.opens; /* what was open elsewhere is closed */
    /* Lines of code take the place of the results that a call shows when it is not opened. */
    bool is_code = in.where.opened[in.where.opens - 1].kind >= INSIDE_STATEMENT_CODE;
    ck_assert(folds || is_code ||
              place_count(run, &in, run_stops(run, p.where.stage)) >
                  place_count(run, &p, run_stops(run, p.where.stage)));
    ck_assert(place_sees(run, &in, in.where.stop) && !place_sees(run, &p, in.where.stop));
    ck_assert_int_eq(place_stop(run, &in)->statement, place_stop(run, &p)->statement);
    expect_mirror(run, in);
    for (int b = 1; b <= run_stops(run, p.where.stage); b++) {
        const Stop *stop = run_stop(run, p.where.stage, b);
        if (!place_sees(run, &in, b) || stop->statement != place_stop(run, &in)->statement)
            continue; /* another statement would close this one */
        bool is_other = place_sees(run, &p, b);
        if (is_other && others == 0)
            continue;
        Place deeper = in;
        deeper.where.stop = b;
        expect_in_and_out(run, deeper, others - is_other);
    }
    Place out = in;
    ck_assert(place_out(&out, run));
    ck_assert_int_eq(out.where.stop, p.where.stop);
    ck_assert(folds || place_count(run, &out, run_stops(run, p.where.stage)) ==
                           place_count(run, &p, run_stops(run, p.where.stage)));
}

/* Each result of a tuple opens to what led to it, and closes to itself. */
START_TEST(results_of_a_tuple_open_by_themselves)
{
    enum { INSIDE_Y = 2, Y, Z, INSIDE_W, W }; /* after x */
    static const int ways[][2] = {{Y, INSIDE_Y}, {W, INSIDE_W}};
    Library *library = made_library("x = torch.tensor([1., 2.])\n"
                                    "y, z, w = (x + 1) * 2, x * 3, (x * 2) * 3");
    const Run *run = made_run(library);
    for (int i = 0; i < COUNT(ways); i++) {
        Place p = place_of(80, 24, DETAIL_BRIEF);
        p.where.stage = 1;
        p.where.stop = ways[i][0];
        ck_assert(place_sees(run, &p, p.where.stop) && !place_sees(run, &p, ways[i][1]));
        ck_assert(place_into(&p, run));
        ck_assert_int_eq(p.where.stop, ways[i][1]);
        ck_assert(place_out(&p, run));
        ck_assert_int_eq(p.where.stop, ways[i][0]);
    }
    made_free(library);
}
END_TEST

/* The numbers of the lines whose stops are seen one after the other, = for what the statement shows. */
static void expect_lines(const Run *run, Place p, const char *lines)
{
    Buf out = {0};
    for (; p.where.stop <= run_stops(run, 1); p.where.stop = place_next(run, &p, p.where.stop, 1)) {
        const Stop *stop = place_stop(run, &p);
        buf_puts(&out, out.length > 0 ? " " : "");
        if (stop->line < 0)
            buf_puts(&out, "=");
        else
            buf_printf(&out, "%d",
                       run->line[stop->line].first - run->statement[stop->statement].first + 1);
    }
    ck_assert_str_eq(buf_text(&out), lines);
    buf_release(&out);
}

/* Opened, they show their lines in the order in which they ran, and then what they leave. Anything that they
 * show opens them, also what they print. */
static const struct {
    const char *code, *brief, *opened;
    int shows;
} blocks[] = {
    {"for i in range(2):\n    if i == 0:\n        a = torch.ones(2) + i\n        print(a)\n"
     "    b = torch.ones(2) * i\n    print('b', b)",
     "= = =", "1 2 3 4 5 6 1 2 5 6 = = =", 3},
    {"if 1 < 2:\n    print('first')\n    a = torch.ones(2)\n    print(a)\n    b = a * 2\n    "
     "print(b)",
     "= = =", "1 2 3 4 5 6 = = =", 3},
    {"while True:\n    print('once')\n    break", "=", "1 2 3 =", 1},
};

START_TEST(loops_and_branches_open_to_their_lines)
{
    Library *library = made_library(blocks[_i].code);
    const Run *run = made_run(library);
    Place p = place_of(80, 24, DETAIL_BRIEF);
    p.where.stage = 1;
    p.where.stop = place_next(run, &p, 0, 1);
    expect_lines(run, p, blocks[_i].brief);
    for (int i = 0; i < blocks[_i].shows;
         i++, p.where.stop = place_next(run, &p, p.where.stop, 1)) {
        Place in = p;
        ck_assert(place_into(&in, run));
        expect_lines(run, in, blocks[_i].opened);
        ck_assert(place_out(&in, run));
        expect_lines(run, in, blocks[_i].brief);
    }
    made_free(library);
}
END_TEST

/* Farther in than is opened at once only the innermost is open, and the way out is as sound. */
START_TEST(deep_calls_open_from_the_inside)
{
    Library *library = made_library("def f(x, n):\n    if n > 0:\n        x = f(x, n - 1)\n"
                                    "    return x * 2\nx = torch.ones(2)\ny = f(x, 300)");
    const Run *run = made_run(library);
    int deepest = 0, most = 0;
    for (int b = 1; b <= run_stops(run, 1); b++) {
        int depth = 0;
        for (Inside in = run_stop(run, 1, b)->in; in.kind != INSIDE_NOTHING; depth++)
            in = run_around(run, in);
        deepest = depth > most ? b : deepest;
        most = depth > most ? depth : most;
    }
    ck_assert_int_gt(most, 300);
    Place p = place_inside(place_of(80, 24, DETAIL_BRIEF), run, 1, deepest);
    ck_assert_int_eq(p.where.opens, OPENED_MOST);
    ck_assert_int_eq(p.where.stop, deepest);
    Place in = p;
    ck_assert(!place_into(&in, run));
    int outs = 0;
    for (; outs <= most && place_out(&p, run); outs++)
        ck_assert(place_sees(run, &p, p.where.stop));
    ck_assert_int_ge(outs, OPENED_MOST);
    ck_assert_int_eq(p.where.opens, 0);
    ck_assert_int_eq(place_stop(run, &p)->detail, DETAIL_BRIEF);
    made_free(library);
}
END_TEST

static void expect_ways(const Run *run)
{
    expect_stops(run);
    for (int detail = DETAIL_BRIEF; detail <= DETAIL_EVERY; detail++) {
        Place p = place_of(80, 24, (Detail)detail);
        for (p.where.stage = 0; p.where.stage < run->lesson->stages; p.where.stage++) {
            expect_mirror(run, p);
            int last = run_stops(run, p.where.stage);
            for (p.where.stop = 0; p.where.stop <= last;
                 p.where.stop = place_next(run, &p, p.where.stop, 1)) {
                if (p.where.stop > 0)
                    expect_in_and_out(run, p, 2);
                ck_assert(detail < DETAIL_EVERY || place_count(run, &p, last) == last);
            }
            p.where.stop = 0;
        }
    }
}

START_TEST(in_is_the_opposite_of_out)
{
    Library *library = _i ? library_open() : made_library(calls);
    for (int i = 0; i < library->count; i++) {
        ck_assert(_i == 0 || library_load(&library->entry[i]));
        expect_ways(library->entry[i].run);
    }
    if (_i)
        library_free(library);
    else
        made_free(library);
}
END_TEST

/* --- the memo ------------------------------------------------------------------------------- */

static void expect_same_page(const Scene *with, const Scene *without, const Place *p)
{
    Frame *one = frame_new(p->width, p->height), *other = frame_new(p->width, p->height);
    page_draw(one, with, p);
    page_draw(other, without, p);
    ck_assert_mem_eq(one->glyph, other->glyph,
                     (size_t)p->width * (size_t)p->height * sizeof *one->glyph);
    frame_free(one);
    frame_free(other);
}

/* Pages are the same with and without one, also when the same is seen in another width. */
START_TEST(a_memo_changes_nothing)
{
    Library *library = made_library(made_odd);
    const Run *run = made_run(library);
    Memo *memo = memo_new();
    for (int round = 0; round < 400; round++) {
        Scene with = {.library = library, .run = run, .hints = "", .memo = memo}, without = with;
        Place p = place_of(40 + made_random(160), 12 + made_random(50), DETAIL_EVERY);
        without.memo = NULL;
        p.where.stage = made_random(run->lesson->stages);
        p.where.stop = made_random(run_stops(run, p.where.stage) + 1);
        p.look.decimals = made_random(10);
        p.look.shade = made_random(2);
        p.look.sums = made_random(2);
        with.has_colors = without.has_colors = made_random(2);
        p.asked.step = made_random(run->tape->count);
        const QkvTensor *t = run->tape->step[p.asked.step].call.out;
        if (t->count > 0 && made_random(2)) {
            p.page = PAGE_CELL;
            p.asked.cell = made_random((int)t->count);
        }
        expect_same_page(&with, &without, &p);
        p.width = 40 + made_random(60);
        expect_same_page(&with, &without, &p);
    }
    memo_free(memo);
    made_free(library);
}
END_TEST

/* The texts of a page are laid out one after the other, and drawn when the last of them is. */
START_TEST(a_text_asked_for_again_stays_while_others_come)
{
    enum { OTHERS = 7 };
    Library *library = made_library(speaking);
    const Run *run = made_run(library);
    Memo *memo = memo_new();
    Prose text = memo_text(memo, run, 0, 0, 1, 60, NULL);
    for (int i = 0; i < 4 * OTHERS; i++) {
        if (i % OTHERS == 0)
            ck_assert_ptr_eq(memo_text(memo, run, 0, 0, 1, 60, NULL).line, text.line);
        memo_text(memo, run, 0, 0, 1, 61 + i, NULL);
    }
    memo_free(memo);
    made_free(library);
}
END_TEST

/* --- comparing -------------------------------------------------------------------------------- */

/* clang-format off */
#define PART(name) {offsetof(Place, name), sizeof((Place){0}.name)}
/* clang-format on */

/* What two places must share to give the same screen, up to the first byte of each text. */
static const struct {
    size_t from, bytes;
} parts[] = {PART(width),
             PART(height),
             PART(page),
             PART(overlay),
             PART(under),
             PART(where),
             PART(asked),
             PART(view),
             PART(look.decimals),
             PART(look.full),
             PART(look.shade),
             PART(look.sums),
             PART(teach),
             PART(help_scroll),
             PART(report_scroll),
             PART(choice),
             PART(filter_from),
             PART(number),
             PART(once_more),
             PART(typing.marked),
             PART(trails),
             {offsetof(Place, search), 1},
             {offsetof(Place, filter), 1},
             {offsetof(Place, guess), 1}};

START_TEST(every_byte_of_a_place_counts)
{
    Place a, b;
    memset(&a, 0, sizeof a);
    for (size_t i = 0; i < parts[_i].bytes; i++) {
        memcpy(&b, &a, sizeof a);
        ck_assert(place_is_same(&a, &b));
        ((unsigned char *)&b)[parts[_i].from + i] = 1;
        ck_assert(!place_is_same(&a, &b));
    }
}
END_TEST

Suite *place_suite(void)
{
    Suite *s = suite_create("place");
    TCase *t = tcase_create("place");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, every_paragraph_is_on_a_page, 0, 2);
    tcase_add_test(t, words_stay_with_the_numbers);
    tcase_add_loop_test(t, in_is_the_opposite_of_out, 0, 2);
    tcase_add_test(t, a_memo_changes_nothing);
    tcase_add_test(t, a_text_asked_for_again_stays_while_others_come);
    tcase_add_loop_test(t, every_byte_of_a_place_counts, 0, COUNT(parts));
    tcase_add_test(t, stops_of_a_tuple);
    tcase_add_test(t, results_of_a_tuple_open_by_themselves);
    tcase_add_loop_test(t, loops_and_branches_open_to_their_lines, 0, COUNT(blocks));
    tcase_add_test(t, deep_calls_open_from_the_inside);
    suite_add_tcase(s, t);
    return s;
}
