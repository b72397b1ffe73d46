/* A single pass over the text. Brackets give a shape, lines of numbers give rows; a number that stands among
 * words is a block of its own. */
#include "lesson/printout.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"

typedef struct PrintoutReader {
    Arena *a;
    const char *text, *at;
    int line;
    Printout *out;
    PrintoutBlock block; /* the one that is read                                    */
    int capacity;
    int depth;                       /* of brackets                                  */
    int64_t items[QKV_MAX_RANK + 1]; /* read so far in the bracket at each depth     */
    bool is_ragged;
    int commas, spaced, points; /* "0,5", "0, 5" and "0.5" */
} PrintoutReader;

static bool is_printed_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* --- one number ----------------------------------------------------------------------------------- */

typedef struct Number {
    double value, half;
    int decimals;
    const char *end; /* NULL: no number begins here */
    bool is_scientific;
} Number;

static const char *skip_digits(const char *p)
{
    return p + strspn(p, "0123456789");
}

/* -1.5e-05, 3., .5, nan, -inf, True. */
static Number number_at(const char *start)
{
    static const struct {
        const char *word;
        double value;
    } words[] = {{"nan", (double)NAN}, {"NaN", (double)NAN},           {"inf", (double)INFINITY},
                 {"True", 1},          {"Infinity", (double)INFINITY}, {"False", 0}};
    const char *p = start + (*start == '-' || *start == '+');
    double sign = *start == '-' ? -1 : 1;
    for (int i = 0; i < COUNT(words); i++) {
        size_t length = strlen(words[i].word);
        if (strncmp(p, words[i].word, length) == 0 && !is_printed_word(p[length]))
            return (Number){sign * words[i].value, 0, 0, p + length};
    }
    const char *end = skip_digits(p), *point = end;
    int power = 0;
    if (*end == '.')
        end = skip_digits(end + 1);
    if (end == p || (end == p + 1 && *p == '.'))
        return (Number){0};
    int decimals = *point == '.' ? (int)(end - point - 1) : 0;
    if ((*end == 'e' || *end == 'E') && skip_digits(end + 1 + (end[1] == '-' || end[1] == '+')) >
                                            end + 1 + (end[1] == '-' || end[1] == '+')) {
        power = clamp_int(atoi(end + 1), -400, 400);
        end = skip_digits(end + 1 + (end[1] == '-' || end[1] == '+'));
    }
    if (is_printed_word(*end) && *end != 'j' && *end != 'L')
        return (Number){0};
    double value = strtod(start, NULL);
    bool scientific = memchr(start, 'e', (size_t)(end - start)) ||
                      memchr(start, 'E', (size_t)(end - start));
    return (Number){value, 0.5 * pow(10, power - decimals), scientific ? 0 : decimals, end,
                    scientific};
}

static void add_number(PrintoutReader *r, const Number *n)
{
    PrintoutBlock *b = &r->block;
    if (b->count == r->capacity) {
        int capacity = r->capacity ? 2 * r->capacity : 16;
        b->value = arena_grow(r->a, b->value, (size_t)b->count, (size_t)capacity, sizeof(double));
        b->half = arena_grow(r->a, b->half, (size_t)b->count, (size_t)capacity, sizeof(double));
        r->capacity = capacity;
    }
    b->value[b->count] = n->value;
    b->half[b->count++] = n->half;
    b->decimals = max_int(b->decimals, n->decimals);
    if (isfinite(n->value))
        b->largest = fmax(b->largest, fabs(n->value));
    b->is_scientific = b->is_scientific || n->is_scientific;
    r->points += n->decimals > 0;
    r->spaced += n->decimals == 0 && n->end[0] == ',' && n->end[1] == ' ';
    r->commas += n->decimals == 0 && *n->end == ',' && isdigit((unsigned char)n->end[1]);
}

/* --- blocks --------------------------------------------------------------------------------------- */

/* Words that stand between a name and its numbers. */
static bool is_maker(const char *word, size_t length)
{
    static const char *const makers[] = {"tensor",   "torch.tensor", "array",
                                         "np.array", "containing",   "Parameter"};
    for (int i = 0; i < COUNT(makers); i++)
        if (strlen(makers[i]) == length && strncmp(word, makers[i], length) == 0)
            return true;
    return false;
}

/* Tells whether nothing but sizes, as in "weights (2, 3)", stands around a word on its line. */
static bool is_alone(const PrintoutReader *r, const char *start, const char *end)
{
    while (start > r->text && start[-1] != '\n')
        if (!strchr(" \t", *--start))
            return false;
    return end[strspn(end, " \t\r(),:=0123456789")] == '\n';
}

/* "weights = tensor(", "weights:", or a line of a single name before: whose numbers follow. */
static const char *name_before(const PrintoutReader *r)
{
    const char *end = r->at, *start;
    bool other_line = false, is_said = false;
    for (;;) {
        for (; end > r->text && strchr(" \t\n\r=:([),0123456789", end[-1]); end--) {
            if (end[-1] == '\n' && (end - 1 == r->text || end[-2] == '\n'))
                return NULL;
            other_line = other_line || end[-1] == '\n';
            is_said = is_said || end[-1] == '=' || end[-1] == ':';
        }
        for (start = end; start > r->text && (is_printed_word(start[-1]) || start[-1] == '.');)
            start--;
        end += strspn(end, "0123456789"); /* of the name itself: w2 */
        if (!is_maker(start, (size_t)(end - start)))
            break;
        is_said = is_said || !other_line;
        end = start;
    }
    bool is_name = end > start && !isdigit((unsigned char)*start) && *start != '.';
    bool belongs = is_said || (other_line && is_alone(r, start, end));
    return is_name && belongs ? arena_text(r->a, start, (size_t)(end - start)) : NULL;
}

static void begin_block(PrintoutReader *r)
{
    r->block = (PrintoutBlock){.name = name_before(r), .line = r->line};
    r->capacity = 0;
    r->is_ragged = false;
}

/* With fewer digits than others have in the same block a number is written without its last zeros;
 * and numbers that are all whole are. */
static void end_block(PrintoutReader *r, int rank)
{
    enum { WHOLE = 4 };
    PrintoutBlock *b = &r->block;
    double half = 0.5 * pow(10, b->decimals > 0 ? -b->decimals : -WHOLE);
    if (b->count == 0 && !b->is_cut)
        return;
    for (int64_t i = 0; i < b->count; i++)
        if (!b->is_scientific && b->half[i] > half && b->half[i] <= 0.5)
            b->half[i] = half;
    b->rank = r->is_ragged ? 1 : rank;
    if (b->rank == 1)
        b->size[0] = b->count;
    arena_push(r->a, r->out->block, r->out->count, *b);
}

static void open_bracket(PrintoutReader *r)
{
    if (r->depth++ == 0)
        begin_block(r);
    if (r->depth <= QKV_MAX_RANK)
        r->items[r->depth - 1] = 0;
    else
        r->is_ragged = true;
}

/* The size along an axis is that of the first bracket at its depth: the others must have it, too. */
static void close_bracket(PrintoutReader *r, int *rank)
{
    if (r->depth == 0)
        return;
    int d = --r->depth;
    if (d < QKV_MAX_RANK) {
        bool first = r->block.size[d] == 0;
        if (first)
            r->block.size[d] = r->items[d];
        r->is_ragged = r->is_ragged || r->block.size[d] != r->items[d];
        *rank = max_int(*rank, d + 1);
        if (d > 0)
            r->items[d - 1]++;
    }
    if (d == 0) {
        int64_t all = 1;
        for (int i = 0; i < *rank; i++)
            all *= r->block.size[i];
        r->is_ragged = r->is_ragged || all != r->block.count;
        end_block(r, *rank);
        *rank = 0;
    }
}

/* --- outside of brackets -------------------------------------------------------------------------- */

/* How many numbers a line is made of; 0 when there is anything else in it. */
static int numbers_in_line(const char *at)
{
    int count = 0;
    while (*at && *at != '\n') {
        Number n = number_at(at);
        if (n.end)
            count++;
        else if (!strchr(" \t\r,;|", *at))
            return 0;
        at = n.end ? n.end : at + 1;
    }
    return count;
}

static const char *next_printed_line(const char *at)
{
    at += strcspn(at, "\n");
    return *at ? at + 1 : NULL;
}

/* Lines of as many numbers each. */
static void read_rows(PrintoutReader *r, int columns)
{
    int rows = 0;
    begin_block(r);
    while (r->at && numbers_in_line(r->at) == columns) {
        for (const char *at = r->at; *at && *at != '\n';) {
            Number n = number_at(at);
            if (n.end)
                add_number(r, &n);
            at = n.end ? n.end : at + 1;
        }
        rows++;
        r->line++;
        r->at = next_printed_line(r->at);
    }
    r->block.size[0] = rows;
    r->block.size[1] = columns;
    end_block(r, rows > 1 ? 2 : 1);
}

static void read_single(PrintoutReader *r, const Number *n)
{
    begin_block(r);
    add_number(r, n);
    end_block(r, 0);
    r->at = n->end;
}

/* --- the whole ------------------------------------------------------------------------------------ */

/* "tensor(1.)", "tensor(nan)": in brackets of its own no point or word ends a sentence. */
static bool is_in_maker(const PrintoutReader *r, const Number *n)
{
    static const char *const makers[] = {"tensor(", "array("};
    for (int i = 0; i < COUNT(makers); i++) {
        size_t length = strlen(makers[i]);
        if ((size_t)(r->at - r->text) >= length && (*n->end == ')' || *n->end == ',') &&
            strncmp(r->at - length, makers[i], length) == 0)
            return true;
    }
    return false;
}

/* "(2, 3)": sizes are no numbers that were asked for. The length up to the last bracket; 0 for others. */
static size_t sizes_length(const char *at)
{
    size_t length = 1 + strspn(at + 1, "0123456789, ");
    return length > 1 && at[length] == ')' ? length : 0;
}

/* Reads what stands at r->at, which moves on. */
static void read_next(PrintoutReader *r, int *rank)
{
    bool begins_line = r->at == r->text || r->at[-1] == '\n';
    bool in_word = r->at > r->text && (is_printed_word(r->at[-1]) || r->at[-1] == '.');
    int columns = r->depth == 0 && begins_line ? numbers_in_line(r->at) : 0;
    Number n = in_word ? (Number){0} : number_at(r->at);
    if (columns > 0) {
        read_rows(r, columns);
        return;
    }
    if (n.end && r->depth > 0) {
        add_number(r, &n);
        if (r->depth <= QKV_MAX_RANK)
            r->items[r->depth - 1]++;
        r->at = n.end;
        return;
    }
    if (n.end && (isdigit((unsigned char)n.end[-1]) || is_in_maker(r, &n))) {
        read_single(r, &n);
        return;
    }
    if (r->depth == 0 && *r->at == '(')
        r->at += sizes_length(r->at);
    if (r->depth > 0 && strncmp(r->at, "...", 3) == 0)
        r->block.is_cut = true;
    if (*r->at == '[')
        open_bracket(r);
    else if (*r->at == ']')
        close_bracket(r, rank);
    r->line += *r->at == '\n';
    r->at++;
}

bool printout_read(Arena *a, const char *text, size_t length, Printout *out, Err *err)
{
    Loc nowhere = {0};
    int rank = 0;
    *out = (Printout){0};
    if (length > PRINTOUT_BYTES)
        return err_set(err, nowhere, "the printout has more than %d bytes: print one result",
                       PRINTOUT_BYTES);
    PrintoutReader r = {.a = a, .out = out, .line = 1};
    r.text = r.at = arena_text(a, text, length);
    while (r.at && *r.at)
        read_next(&r, &rank);
    if (r.depth > 0)
        end_block(&r, 1);
    if (out->count == 0)
        return err_set(err, nowhere, "there are no numbers in this printout");
    bool is_list = memchr(text, '[', length) != NULL; /* [1,2], but not [0,5, 0,25] */
    if (r.points == 0 && r.commas > 0 &&
        (is_list ? r.spaced > 0 : r.commas * 2 >= out->block[0].count))
        return err_set(err, nowhere, "the numbers have commas (0,5): write them with points (0.5)");
    return true;
}

bool printout_is(const PrintoutBlock *b, int64_t i, double computed)
{
    const double rounding = 2.4e-7, power = 2e-5; /* of sums; of an exp of one */
    double x = b->value[i];
    double off = b->half[i] * 1.0001 +
                 (b->is_scientific ? fabs(computed) * power : b->largest * rounding);
    if (isnan(x) || isnan(computed))
        return isnan(x) && isnan(computed);
    if (isinf(x) || isinf(computed))
        return x == computed;
    return fabs(x - computed) <= off;
}

bool printout_fits(const PrintoutBlock *b, const QkvTensor *t)
{
    int i = 0, k = 0;
    if (b->is_cut || b->count != t->count)
        return false;
    while (i < b->rank || k < t->rank) {
        if (i < b->rank && b->size[i] == 1)
            i++;
        else if (k < t->rank && t->size[k] == 1)
            k++;
        else if (i == b->rank || k == t->rank || b->size[i++] != t->size[k++])
            return false;
    }
    return true;
}

int64_t printout_differ(const PrintoutBlock *b, const QkvTensor *t)
{
    int64_t differ = 0;
    for (int64_t i = 0; i < b->count; i++)
        differ += !printout_is(b, i, qkv_tensor_at(t, i));
    return differ;
}
