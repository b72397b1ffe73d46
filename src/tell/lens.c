#include "tell/lens.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "core/print.h"
#include "lesson/placed.h"
#include "tell/explain_name.h"

/* --- what is hidden ------------------------------------------------------------------------------- */

const QkvTensor *lens_partner(const Lens *l, const QkvTensor *t)
{
    return l->align && t->step >= 0 ? align_tensor(l->align, l->run, t) : NULL;
}

/* The partner whose cell is shown together with a tensor's own: as their difference; NULL for none. */
static const QkvTensor *twin_of(const Lens *l, const QkvTensor *t)
{
    const QkvTensor *partner = l->differs && l->other_hidden ? lens_partner(l, t) : NULL;
    bool is_comparable = partner && partner->dtype == t->dtype && qkv_tensor_same_shape(partner, t);
    return is_comparable ? partner : NULL;
}

/* Tells whether the number of the other run that stands beside a cell is hidden; where labels have moved, one of all. */
static bool hides_there(const Lens *l, const QkvTensor *partner, const QkvTensor *t, int64_t cell)
{
    int64_t count = hidden_count(l->other_hidden, partner);
    if (count == 0 || count == partner->count)
        return count > 0;
    Arena a = {0};
    bool is_moved = tensor_placed(&a, partner, t) != partner;
    arena_release(&a);
    return is_moved || hidden_cell(l->other_hidden, partner, cell);
}

static bool is_hidden(const Lens *l, const QkvTensor *t, int64_t cell)
{
    const QkvTensor *twin = twin_of(l, t);
    return l->hidden &&
           (hidden_cell(l->hidden, t, cell) || (twin && hides_there(l, twin, t, cell)));
}

int64_t lens_hides(const Lens *l, const QkvTensor *t)
{
    const QkvTensor *twin = twin_of(l, t);
    int64_t own = l->hidden ? hidden_count(l->hidden, t) : 0, both = 0;
    int64_t its = twin ? hidden_count(l->other_hidden, twin) : 0;
    if (own == 0 || its == 0 || own == t->count || its == t->count)
        return max_int64(own, its);
    for (int64_t i = 0; i < t->count; i++)
        both += is_hidden(l, t, i);
    return both;
}

bool lens_shows(const Lens *l, const QkvTensor *t)
{
    return l->peeks || lens_hides(l, t) == 0;
}

bool lens_shows_all(const Lens *l)
{
    return l->peeks || !l->hidden;
}

LensKey lens_key(const Lens *l)
{
    LensKey key;
    uint64_t digest = l->hidden ? 31 * hidden_digest(l->hidden) : 0;
    digest += l->other_hidden ? hidden_digest(l->other_hidden) : 0;
    snprintf(key.text, sizeof key.text, "%d %d %d %016" PRIx64, l->decimals, l->peeks, l->differs,
             digest);
    return key;
}

int64_t lens_first_hidden(const Lens *l, const QkvTensor *t, int64_t from)
{
    int64_t count = lens_hides(l, t);
    if (count == t->count && t->count > 0)
        return clamp_int64(from, 0, t->count - 1);
    for (int64_t i = 0; i < t->count && count > 0; i++) {
        int64_t cell = (max_int64(from, 0) + i) % t->count;
        if (is_hidden(l, t, cell))
            return cell;
    }
    return -1;
}

static bool is_of_word(char c)
{
    return is_digit(c) || is_letter(c);
}

/* Tells whether a number is written somewhere in a code; its sign does not count. */
static bool writes_number(const char *code, double number)
{
    bool is_inside = false; /* of a name, or of what is no plain number: x1, 0x10 */
    for (const char *at = code; at && *at;) {
        char *end = (char *)at + 1;
        bool begins = is_digit(*at) || (*at == '.' && is_digit(at[1]));
        if (begins && !is_inside && (float)strtod(at, &end) == (float)fabs(number))
            return true;
        is_inside = is_of_word(end[-1]);
        at = end;
    }
    return false;
}

/* Tells whether a word of an expression is the name of one of the call's tensors. */
static bool names_operand(Arena *a, const Run *run, const QkvCall *c, const char *word,
                          size_t length)
{
    for (int i = 0; i < c->count; i++) {
        const char *name = c->in[i]->step >= 0 ? explain_name(a, run, c->in[i]) : "";
        if (strlen(name) == length && strncmp(name, word, length) == 0)
            return true;
    }
    return false;
}

/* Tells whether an expression has nothing in it but names of the call's tensors and written numbers, as "scores / 3 ** 0.5":
 * so nothing that a number could have been read from. */
static bool is_plain(Arena *a, const Run *run, int step)
{
    static const char root[] = "math.sqrt";
    const QkvStep *s = &run->tape->step[step];
    for (const char *at = s->text; at && *at;) {
        size_t length = 0;
        while (is_of_word(at[length]) || at[length] == '.')
            length++;
        bool is_root = length == strlen(root) && strncmp(at, root, length) == 0 &&
                       at[length] == '(' && is_digit(at[length + 1]);
        bool is_call = length == 0 && *at == '(' && at > s->text &&
                       (is_of_word(at[-1]) || at[-1] == ')' || at[-1] == ']');
        if (is_call || (length > 0 && is_letter(*at) && !is_root &&
                        !names_operand(a, run, &s->call, at, length)))
            return false;
        at += is_root || length == 0 ? length + 1 : length;
    }
    return s->text != NULL;
}

/* Tells whether it stands in the statement of a step, or in the line of a function that made it. */
static bool is_in_code(const Run *run, int step, double number)
{
    Arena a = {0};
    int line = run_line_of_step(run, step);
    bool found = writes_number(run->tape->step[step].text, number) ||
                 writes_number(explain_statement(&a, run, run->tape->step[step].tag), number);
    found = found || (line < 0 && is_plain(&a, run, step));
    if (!found && line >= 0 && run->line[line].node) {
        const char *code = lesson_code_line(run->lesson, run->line[line].node->line);
        found = writes_number(arena_text(&a, code, strcspn(code, "\n")), number);
    }
    arena_release(&a);
    return found;
}

bool lens_hides_number(const Lens *l, int step, const QkvTensor *t)
{
    return l->hidden && !l->peeks && t->step < 0 && step >= hidden_from(l->hidden) &&
           !is_in_code(l->run, step, qkv_tensor_at(t, 0));
}

static bool is_source_hidden(const Lens *l, const QkvCall *c, QkvSource s)
{
    return s.operand >= 0 && (is_hidden(l, c->in[s.operand], s.cell) ||
                              lens_hides_number(l, c->out->step, c->in[s.operand]));
}

bool lens_shows_terms(const Lens *l, int step, int64_t cell)
{
    const QkvCall *c = &l->run->tape->step[step].call;
    bool is_shown = true, hides = false;
    for (int i = 0; i < c->count && !l->peeks; i++)
        hides = hides || lens_hides(l, c->in[i]) > 0 || lens_hides_number(l, step, c->in[i]);
    if (!hides)
        return true;
    Arena a = {0};
    QkvTerms terms = qkv_terms(c, cell, &a);
    for (int64_t i = 0; i < terms.count && is_shown; i++) {
        QkvTerm t = qkv_term(&terms, i);
        is_shown = !is_source_hidden(l, c, t.a) && !is_source_hidden(l, c, t.b);
    }
    arena_release(&a);
    return is_shown;
}

bool lens_tells(const Lens *l, int step, int64_t cell)
{
    return !lens_why(l, step, cell);
}

const char *lens_why(const Lens *l, int step, int64_t cell)
{
    if (!l->peeks && is_hidden(l, l->run->tape->step[step].call.out, cell))
        return "It has not been shown yet.";
    return lens_shows_terms(l, step, cell) ? NULL : "Some of its inputs have not been shown yet.";
}

Lens lens_of_class(const Lens *l)
{
    Lens class = *l;
    class.peeks = false;
    return class;
}

bool lens_peeks(const Lens *l, int step, int64_t cell)
{
    const Lens class = lens_of_class(l);
    return l->peeks && !lens_tells(&class, step, cell);
}

const char *lens_number(Arena *a, const Lens *l, int step, const QkvTensor *t)
{
    return lens_hides_number(l, step, t) ? LENS_UNKNOWN : explain_name(a, l->run, t);
}

QkvTerms lens_terms(const Lens *l, int step, int64_t cell, Arena *a)
{
    QkvTerms terms = qkv_terms(&l->run->tape->step[step].call, cell, a);
    if (terms.how == QKV_HOW_CHOICE && !lens_tells(l, step, cell))
        terms.count = 0;
    return terms;
}

/* --- digits --------------------------------------------------------------------------------------- */

/* Finds what stands in the place of a tensor in the other run, with what differs; nothing where no number can be
 * compared. */
static Beside beside_of(const Lens *l, const QkvTensor *t)
{
    const QkvTensor *partner = l->memo ? lens_partner(l, t) : NULL;
    return partner ? memo_beside(l->memo, l->run, t, partner) : (Beside){0};
}

/* Finds the partner that a cell can be compared with; NULL: there is none, or a class was not shown it there, and would be
 * told something of it. */
static const QkvTensor *partner_of_cell(const Lens *l, const QkvTensor *t, int64_t cell)
{
    const QkvTensor *partner = lens_partner(l, t);
    bool is_alike = partner && partner->dtype == t->dtype && qkv_tensor_same_shape(partner, t);
    bool is_told = is_alike && (!l->other_hidden || l->peeks || !hides_there(l, partner, t, cell));
    return is_told ? partner : NULL;
}

/* Tells whether a cell is another one than in the other run. */
static bool is_changed(const Lens *l, const QkvTensor *t, int64_t cell)
{
    const QkvTensor *partner = partner_of_cell(l, t, cell);
    if (!partner)
        return false;
    Beside b = beside_of(l, t);
    if (b.other)
        return b.differs[cell] != 0;
    Arena a = {0};
    bool differs = compare_distance(tensor_placed(&a, partner, t), t, cell) > 0;
    arena_release(&a);
    return differs;
}

LensState lens_state(const Lens *l, const QkvTensor *t, int64_t cell)
{
    if (is_hidden(l, t, cell))
        return l->peeks ? LENS_PEEKED : LENS_HIDDEN;
    return l->align && is_changed(l, t, cell) ? LENS_CHANGED : LENS_PLAIN;
}

/* The tensor that has the number to show: the cell's own, or how far it is from the other run's. */
static const QkvTensor *shown_of(const Lens *l, const QkvTensor *t)
{
    const QkvTensor *difference = l->differs ? beside_of(l, t).difference : NULL;
    return difference ? difference : t;
}

static void put_number(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell,
                       const NumberFormat *format)
{
    if (format)
        number_cell(out, format, t, cell);
    else if (t->dtype == QKV_BOOL)
        number_full(out, t, cell);
    else
        number_short(out, qkv_tensor_at(t, cell), l->decimals);
}

LensState lens_cell(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell,
                    const NumberFormat *format)
{
    LensState state = lens_state(l, t, cell);
    if (state == LENS_HIDDEN)
        buf_puts(out, LENS_UNKNOWN);
    else
        put_number(out, l, shown_of(l, t), cell, format);
    return state;
}

/* The result that stands beside a tensor in the other run, its cells at the places of the tensor's; NULL: none, or a cell may
 * not be told. */
static const QkvTensor *placed_beside(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell)
{
    const QkvTensor *partner = partner_of_cell(l, t, cell);
    if (!partner)
        return NULL;
    const QkvTensor *beside = beside_of(l, t).other;
    return beside ? beside : tensor_placed(a, partner, t);
}

double lens_before(const Lens *l, const QkvTensor *t, int64_t cell)
{
    Arena a = {0};
    const QkvTensor *was = placed_beside(&a, l, t, cell);
    double x = was ? qkv_tensor_at(was, cell) : (double)NAN;
    arena_release(&a);
    return x;
}

bool lens_was(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell, const NumberFormat *format)
{
    if (lens_state(l, t, cell) != LENS_CHANGED)
        return false;
    Arena a = {0};
    put_number(out, l, placed_beside(&a, l, t, cell), cell, format);
    arena_release(&a);
    return true;
}

const char *lens_mark(LensState state)
{
    static const char *const marks[] = {
        [LENS_PLAIN] = "", [LENS_CHANGED] = "*", [LENS_HIDDEN] = "", [LENS_PEEKED] = "?"};
    return marks[state];
}

LensState lens_marked(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell,
                      const NumberFormat *format)
{
    buf_puts(out, lens_mark(lens_state(l, t, cell)));
    return lens_cell(out, l, t, cell, format);
}

LensState lens_full(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell)
{
    LensState state = lens_state(l, t, cell);
    if (state == LENS_HIDDEN)
        buf_puts(out, LENS_UNKNOWN);
    else
        number_full(out, shown_of(l, t), cell);
    return state;
}

const QkvTensor *lens_exact(const Lens *l, const QkvTensor *t, int64_t cell)
{
    return lens_state(l, t, cell) == LENS_HIDDEN ? NULL : shown_of(l, t);
}

double lens_value(const Lens *l, const QkvTensor *t, int64_t cell)
{
    bool hides = !l->peeks && is_hidden(l, t, cell);
    return hides ? (double)NAN : qkv_tensor_at(t, cell);
}

/* The stop that shows a tensor as a parameter: its own tensor says so. NULL: none does. */
static const Stop *parameter_of(const Run *run, const QkvTensor *t)
{
    for (int i = 0; i < run->stops; i++) {
        const Stop *stop = &run->stop[i];
        if (stop->is_parameter && (stop->tensor == t || (t->step >= 0 && stop->step == t->step)))
            return stop;
    }
    return NULL;
}

bool lens_print(Buf *out, const Lens *l, const QkvTensor *t)
{
    const QkvTensor *shown = lens_shows(l, t) ? shown_of(l, t) : NULL;
    const Stop *parameter = shown == t ? parameter_of(l->run, t) : NULL;
    if (parameter)
        print_parameter(out, parameter->tensor, &print_default);
    else if (shown)
        print_tensor(out, shown, &print_default);
    return shown != NULL;
}

void lens_spoken(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell,
                 const NumberFormat *format)
{
    static const char *const said[] = {[LENS_PLAIN] = "",
                                       [LENS_CHANGED] = " (changed)",
                                       [LENS_HIDDEN] = "hidden",
                                       [LENS_PEEKED] = " (hidden from the class)"};
    LensState state = lens_state(l, t, cell);
    if (state != LENS_HIDDEN)
        number_spoken(out, format, shown_of(l, t), cell);
    buf_puts(out, said[state]);
}

/* The state of several cells together: they are hidden, or peeked, where one of them is. */
static LensState state_of_cells(const Lens *l, const QkvTensor *t, Cells cells, int64_t apart)
{
    bool hides = false;
    for (int64_t i = 0; i < cells.count && !hides && lens_hides(l, t) > 0; i++)
        hides = is_hidden(l, t, cells.from + i * apart);
    if (!hides)
        return LENS_PLAIN;
    return l->peeks ? LENS_PEEKED : LENS_HIDDEN;
}

bool lens_shows_cells(const Lens *l, const QkvTensor *t, Cells cells)
{
    return state_of_cells(l, t, cells, 1) != LENS_HIDDEN;
}

void lens_sum(Buf *out, const Lens *l, const QkvTensor *t, Cells cells, int64_t apart,
              const QkvTensor *sums, int64_t sum)
{
    LensState state = state_of_cells(l, t, cells, apart);
    buf_puts(out, state == LENS_HIDDEN ? LENS_UNKNOWN : lens_mark(state));
    if (state != LENS_HIDDEN)
        number_short(out, qkv_tensor_at(sums, sum), l->decimals);
}

/* --- formats -------------------------------------------------------------------------------------- */

/* The cells of a tensor that are seen, one after the other. */
static QkvTensor seen_cells(const Lens *l, const QkvTensor *t, Arena *a)
{
    const QkvTensor *shown = shown_of(l, t);
    size_t size = qkv_dtype_size(shown->dtype);
    const char *from = (const char *)shown->data.raw;
    QkvTensor seen = {.dtype = shown->dtype, .rank = 1};
    char *to = arena_array(a, (size_t)t->count + 1, size);
    for (int64_t i = 0; i < t->count; i++)
        if (!is_hidden(l, t, i))
            memcpy(to + (size_t)seen.count++ * size, from + (size_t)i * size, size);
    seen.data.raw = to;
    return seen;
}

/* Of what is seen alone: how wide its column is must not tell of what is not. */
static NumberRange seen_range(const Lens *l, const QkvTensor *t)
{
    char key[MEMO_KEY];
    snprintf(key, sizeof key, "%d %s", t->step, lens_key(l).text);
    MemoSlot *slot = memo_slot(l->memo, l->run, t->step % MEMO_SEEN_SLOTS, key);
    if (slot && slot->made)
        return *(NumberRange *)slot->made;
    Arena scratch = {0};
    QkvTensor seen = seen_cells(l, t, &scratch);
    NumberRange range = number_range(&seen);
    arena_release(&scratch);
    if (slot) {
        slot->made = arena_new(&slot->arena, NumberRange);
        *(NumberRange *)slot->made = range;
    }
    return range;
}

static NumberRange range_of(const Lens *l, const QkvTensor *t)
{
    if (t->dtype != QKV_BOOL && !lens_shows(l, t))
        return seen_range(l, t);
    Beside b = beside_of(l, t);
    bool is_seen = b.other &&
                   (l->peeks || !l->other_hidden || hidden_count(l->other_hidden, b.partner) == 0);
    return is_seen ? b.range : memo_range(l->memo, l->run, t);
}

NumberFormat lens_format(const Lens *l, const QkvTensor *t)
{
    NumberRange range = range_of(l, t);
    NumberFormat format = number_format_of(&range, t->dtype, l->decimals);
    format.shares = format.shares && !l->differs;
    if (!lens_shows(l, t))
        format.width = max_int(format.width, (int)strlen(LENS_UNKNOWN));
    return format;
}

/* Whole numbers are the names of things more often than their sizes. */
double lens_most(const Lens *l, const QkvTensor *t)
{
    if ((!qkv_is_float(t->dtype) && t->dtype != QKV_BOOL) || !lens_shows(l, t))
        return 0;
    const QkvTensor *shown = shown_of(l, t);
    NumberRange range = shown == t ? memo_range(l->memo, l->run, t) : number_range(shown);
    return range.any ? fmax(range.high, -range.low) : 0;
}

double lens_part(const Lens *l, const QkvTensor *t, int64_t cell, double most)
{
    double x = most > 0 && lens_shows(l, t) ? qkv_tensor_at(shown_of(l, t), cell) / most : 0;
    return isfinite(x) ? fmax(-1, fmin(x, 1)) : 0;
}

Sums lens_sums(const Lens *l, const QkvTensor *t, Arena *a)
{
    bool may = lens_shows(l, t) && shown_of(l, t) == t;
    return may ? memo_sums(l->memo, l->run, t, a) : (Sums){0};
}

/* --- stops, texts and code ------------------------------------------------------------------------ */

int64_t lens_hides_stop(const Lens *l, int stage, int stop)
{
    const Stop *s = run_stop(l->run, stage, stop);
    if (!l->hidden)
        return 0;
    if (s && s->kind == STOP_TENSOR && s->step >= 0)
        return lens_hides(l, s->tensor);
    return hidden_at(l->hidden, stage, stop);
}

bool lens_shows_stop(const Lens *l, int stage, int stop)
{
    return l->peeks || lens_hides_stop(l, stage, stop) == 0;
}

const char *lens_text(const Lens *l, int stage, int stop, const char *text, bool *is_marked)
{
    if (is_marked)
        *is_marked = lens_hides_stop(l, stage, stop) > 0;
    return lens_shows_stop(l, stage, stop) ? text : LENS_UNKNOWN;
}

const char *lens_progress(Arena *a, const Lens *l, int stage, int stop)
{
    const Stop *s = run_stop(l->run, stage, stop);
    int64_t hidden = lens_hides_stop(l, stage, stop);
    if (hidden > 0 && s && s->kind == STOP_TENSOR)
        return arena_format(a, "%lld of %lld numbers shown", (long long)(s->tensor->count - hidden),
                            (long long)s->tensor->count);
    return hidden > 0 && stop == 0 ? "results hidden" : NULL;
}

static bool points_at(Spot *first, int stage, int stop)
{
    *first = (Spot){.stage = stage, .stop = stop, .anchor = stop};
    return true;
}

bool lens_marks_text(const Lens *l, int stage, int stop, Spot *first)
{
    if (!l->hidden || stage < 0 || stage >= l->run->lesson->stages)
        return false;
    if (stop > 0 && lens_hides_stop(l, stage, 0) > 0)
        return points_at(first, stage, 0);
    for (int i = 1; i <= stop && i <= run_stops(l->run, stage); i++)
        if (run_stop(l->run, stage, i)->detail == DETAIL_BRIEF && lens_hides_stop(l, stage, i) > 0)
            return points_at(first, stage, i);
    return false;
}

bool lens_withholds_text(const Lens *l, int stage, int stop, Spot *first)
{
    return !l->peeks && lens_marks_text(l, stage, stop, first);
}

/* --- the other run -------------------------------------------------------------------------------- */

bool lens_compares(const Lens *l, int stop)
{
    const Lens other = lens_other(l);
    const int partner = align_stop(l->align, l->run, stop);
    const Stop *own = &l->run->stop[stop];
    const Stop *its = partner >= 0 ? &other.run->stop[partner] : NULL;
    return lens_shows_stop(l, run_stage_of_stop(l->run, own), run_number_of_stop(l->run, own)) &&
           (!its || lens_shows_stop(&other, run_stage_of_stop(other.run, its),
                                    run_number_of_stop(other.run, its)));
}

Lens lens_other(const Lens *l)
{
    bool is_now = align_now(l->align) == l->run;
    return (Lens){.run = is_now ? align_before(l->align) : align_now(l->align),
                  .align = l->align,
                  .whatif = l->whatif,
                  .hidden = l->other_hidden,
                  .other_hidden = l->hidden,
                  .peeks = l->peeks,
                  .decimals = l->decimals,
                  .memo = l->other_memo,
                  .other_memo = l->memo};
}
