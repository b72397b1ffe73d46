/* Regular expressions, of which re.py makes the module re: a pattern becomes a tree, the tree a program, and that is run
 * over a text so that the first alternative that leads to a match counts, as in Python. Each place of the program is
 * tried at each place of the text once: without references back, what failed there fails again. So one search takes
 * time and memory as program times text, whatever the pattern.
 * Before: a pattern and a text. After: the groups of each match, or a refusal of what is not read here. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/eval.h"
#include "python/text.h"

enum { MOST_CODE = 4000, MOST_REPEATS = 1000, MOST_GROUPS = 50, MOST_VISITS = 1 << 28 };

/* --- the tree ----------------------------------------------------------------------------------- */

typedef enum RegexKind {
    PART_CHAR,
    PART_SET,   /* [..], a class or a dot                        */
    PART_AT,    /* a place that takes no character: ^ $ \b       */
    PART_ALL,   /* parts one after the other                     */
    PART_ANY,   /* the first that leads to a match               */
    PART_GROUP, /* `number`, or -1 for one that is not remembered */
    PART_REPEAT,
} RegexKind;

/* Characters from `low` to `high`, or those of a class: 'd', 'w', 's', '.', in capitals all others. */
typedef struct SetItem {
    uint32_t low, high;
    char class;
} SetItem;

typedef struct Regex {
    RegexKind kind;
    uint32_t c;
    bool is_negated, is_lazy;
    int number, least, most; /* most: -1 without an end */
    SetItem *item;
    int items;
    struct Regex **kid;
    int kids;
} Regex;

typedef struct RegexReader {
    Eval *e;
    const char *pattern, *at; /* pattern and place in it */
    int groups, depth;
} RegexReader;

static Regex *refuse(RegexReader *r, const char *what)
{
    eval_refuse_name(r->e,
                     "re: %s, at position %d of the pattern, is not part of the lesson language",
                     what, (int)(r->at - r->pattern));
    return NULL;
}

static Regex *make(RegexReader *r, RegexKind kind)
{
    Regex *part = arena_new(r->e->arena, Regex);
    part->kind = kind;
    return eval_spend(r->e, 1) ? part : NULL;
}

static void add_kid(RegexReader *r, Regex *part, Regex *kid)
{
    arena_push(r->e->arena, part->kid, part->kids, kid);
}

static uint32_t take(RegexReader *r)
{
    uint32_t c;
    r->at += utf8_next(r->at, strlen(r->at), &c);
    return c;
}

static bool accept(RegexReader *r, const char *text)
{
    bool found = strncmp(r->at, text, strlen(text)) == 0;
    r->at += found ? strlen(text) : 0;
    return found;
}

/* A backslash and what it stands for, where that is one character. */
static bool read_escape(RegexReader *r, bool in_set, uint32_t *c)
{
    static const char letters[] = "ntrfva", meant[] = "\n\t\r\f\v\a";
    const char *letter = r->at[1] ? strchr(letters, r->at[1]) : NULL;
    bool is_back = in_set && r->at[1] == 'b', is_ascii = !(r->at[1] & 0x80);
    bool is_other = is_ascii && text_class((unsigned char)r->at[1]) & (TEXT_LETTER | TEXT_DIGIT);
    if (!r->at[1] || (!letter && !is_back && is_other))
        return refuse(r, "this escape");
    r->at++;
    *c = take(r);
    if (letter || is_back)
        *c = letter ? (uint32_t)meant[letter - letters] : '\b';
    return true;
}

static bool is_class(const RegexReader *r)
{
    return r->at[0] == '\\' && r->at[1] && strchr("dDwWsS", r->at[1]);
}

static void add_item(RegexReader *r, Regex *set, uint32_t low, uint32_t high, char class)
{
    arena_push(r->e->arena, set->item, set->items, ((SetItem){low, high, class}));
}

/* Reads one end of a range in [..]. */
static bool read_end(RegexReader *r, uint32_t *c)
{
    if (*r->at == '\\')
        return read_escape(r, true, c);
    if (!*r->at)
        return refuse(r, "a set without its end");
    *c = take(r);
    return true;
}

static bool read_item(RegexReader *r, Regex *set)
{
    uint32_t low, high;
    if (is_class(r)) {
        add_item(r, set, 0, 0, r->at[1]);
        r->at += 2;
        return *r->at != '-' || r->at[1] == ']' || refuse(r, "a range from a class");
    }
    if (!read_end(r, &low))
        return false;
    high = low;
    if (r->at[0] == '-' && r->at[1] && r->at[1] != ']') {
        r->at++;
        if (is_class(r))
            return refuse(r, "a range to a class");
        if (!read_end(r, &high))
            return false;
    }
    add_item(r, set, low, high, '\0');
    return low <= high || refuse(r, "a range that goes down");
}

/* Reads what follows [ */
static Regex *read_set(RegexReader *r)
{
    Regex *set = make(r, PART_SET);
    if (!set)
        return NULL;
    set->is_negated = accept(r, "^");
    for (bool is_first = true; is_first || *r->at != ']'; is_first = false)
        if (!read_item(r, set))
            return NULL;
    r->at++;
    return set;
}

static Regex *make_class(RegexReader *r, char class)
{
    Regex *set = make(r, PART_SET);
    if (set)
        add_item(r, set, 0, 0, class);
    return set;
}

static Regex *read_alternatives(RegexReader *r);

/* Reads what follows ( */
static Regex *read_group(RegexReader *r)
{
    Regex *part = make(r, PART_GROUP);
    bool is_kept = !accept(r, "?:");
    if (part && (++r->depth > LIMIT_NESTING || r->groups == MOST_GROUPS))
        return refuse(r, "so many groups");
    if (part && is_kept && *r->at == '?')
        return refuse(r, "this kind of group");
    if (!part)
        return NULL;
    part->number = is_kept ? ++r->groups : -1;
    Regex *inner = read_alternatives(r);
    if (!inner || !accept(r, ")"))
        return inner ? refuse(r, "a bracket without its end") : NULL;
    add_kid(r, part, inner);
    r->depth--;
    return part;
}

static Regex *make_at(RegexReader *r, char place)
{
    Regex *part = make(r, PART_AT);
    if (part)
        part->c = (unsigned char)place;
    return part;
}

/* Digits, at most MOST_REPEATS + 9; -1 for none. */
static int read_count(const char **at)
{
    int count = **at >= '0' && **at <= '9' ? 0 : -1;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        count = min_int(count * 10 + **at - '0', MOST_REPEATS + 1);
    return count;
}

/* * + ? {2} {2,} {,5} {2,5}; false for what is none of them, and stands for itself. */
static bool read_repetition(RegexReader *r, int *least, int *most)
{
    const char *p = r->at;
    *least = *p == '+';
    *most = *p == '?' ? 1 : -1;
    if (*p && strchr("*+?", *p)) {
        r->at++;
        return true;
    }
    if (*p++ != '{')
        return false;
    *least = *most = read_count(&p);
    if (*p == ',') {
        p++;
        *least = max_int(*least, 0);
        *most = read_count(&p);
    }
    bool found = *p == '}' && *least >= 0;
    r->at = found ? p + 1 : r->at;
    return found;
}

/* Tells whether a repetition in braces stands here; what is none stands for itself. */
static bool is_braces(const RegexReader *r)
{
    RegexReader ahead = *r;
    int least, most;
    return *r->at == '{' && read_repetition(&ahead, &least, &most);
}

static Regex *read_one(RegexReader *r)
{
    if (is_class(r)) {
        r->at += 2;
        return make_class(r, r->at[-1]);
    }
    if (r->at[0] == '\\' && r->at[1] && strchr("bBAZ", r->at[1])) {
        r->at += 2;
        return make_at(r, r->at[-1]);
    }
    if (accept(r, "^") || accept(r, "$"))
        return make_at(r, r->at[-1]);
    if (accept(r, "."))
        return make_class(r, '.');
    if (accept(r, "["))
        return read_set(r);
    if (accept(r, "("))
        return read_group(r);
    if (strchr("*+?", *r->at) || is_braces(r))
        return refuse(r, "a repetition of nothing");
    Regex *part = make(r, PART_CHAR);
    if (part && *r->at == '\\')
        return read_escape(r, false, &part->c) ? part : NULL;
    if (part)
        part->c = take(r);
    return part;
}

static bool can_be_empty(const Regex *part)
{
    bool all = part->kind == PART_ALL;
    bool found = all || part->kind == PART_AT || (part->kind == PART_REPEAT && part->least == 0);
    for (int i = 0; i < part->kids; i++)
        found = all ? found && can_be_empty(part->kid[i]) : found || can_be_empty(part->kid[i]);
    return found;
}

static Regex *read_repeated(RegexReader *r)
{
    int least, most;
    Regex *one = read_one(r);
    if (!one || !read_repetition(r, &least, &most))
        return one;
    Regex *part = make(r, PART_REPEAT);
    if (!part)
        return NULL;
    *part = (Regex){.kind = PART_REPEAT, .least = least, .most = most, .is_lazy = accept(r, "?")};
    add_kid(r, part, one);
    if ((*r->at && strchr("*+?", *r->at)) || is_braces(r))
        return refuse(r, "a repetition that is repeated");
    if (least > MOST_REPEATS || most > MOST_REPEATS || (most >= 0 && most < least))
        return refuse(r, "this repetition");
    if ((most < 0 || most > 1) &&
        can_be_empty(one)) /* the pass that a group keeps is a rule of its own */
        return refuse(r, "the repetition of what can be empty");
    return one->kind == PART_AT ? refuse(r, "the repetition of a place") : part;
}

static Regex *read_sequence(RegexReader *r)
{
    Regex *all = make(r, PART_ALL);
    while (all && *r->at && *r->at != '|' && *r->at != ')') {
        Regex *part = read_repeated(r);
        if (!part)
            return NULL;
        add_kid(r, all, part);
    }
    return all;
}

static Regex *read_alternatives(RegexReader *r)
{
    Regex *any = make(r, PART_ANY);
    do {
        Regex *all = any ? read_sequence(r) : NULL;
        if (!all)
            return NULL;
        add_kid(r, any, all);
    } while (accept(r, "|"));
    return any;
}

/* --- the program -------------------------------------------------------------------------------- */

typedef enum Step {
    STEP_ONE,   /* a character of `part`                           */
    STEP_AT,    /* the place of `part`                             */
    STEP_SPLIT, /* on at `to`, and where that fails at `or`        */
    STEP_JUMP,  /* on at `to`                                      */
    STEP_SAVE,  /* an end of a group                               */
    STEP_MATCH,
} Step;

typedef struct Instruction {
    Step step;
    const Regex *part;
    int to, or ;
} Instruction;

/* A program, the text that it is run over, and what was tried of both. */
typedef struct RegexRun {
    Eval *e;
    Instruction *code;
    int count;
    uint32_t *text;
    int length;
    int slots;            /* ends of groups                                  */
    int *group;           /* where they are                                  */
    unsigned char *tried; /* a bit for each instruction at each place        */
    int furthest;         /* the last place where one is set                 */
    bool is_whole;        /* a match ends where the text does                */
    int not_empty_at;     /* no match is empty here; -1: one may be anywhere */
    struct RegexTrial *trial;
    int trials, room;
} RegexRun;

static bool emit(RegexRun *m, Step step, const Regex *part, int to, int or)
{
    if (m->count == MOST_CODE)
        return eval_refuse_name(m->e, "re: so long a pattern is not part of the lesson language");
    arena_push(m->e->arena, m->code, m->count, ((Instruction){step, part, to, or }));
    return eval_spend(m->e, 1);
}

static bool emit_part(RegexRun *m, const Regex *part);

static bool emit_all(RegexRun *m, const Regex *part)
{
    for (int i = 0; i < part->kids; i++)
        if (!emit_part(m, part->kid[i]))
            return false;
    return true;
}

/* Each but the last: split, itself, a jump to the end. The jumps wait in a chain through `to`. */
static bool emit_any(RegexRun *m, const Regex *part)
{
    int chain = -1;
    for (int i = 0; i < part->kids; i++) {
        int split = m->count;
        bool is_last = i + 1 == part->kids;
        if ((!is_last && !emit(m, STEP_SPLIT, NULL, split + 1, 0)) || !emit_part(m, part->kid[i]))
            return false;
        if (is_last)
            break;
        if (!emit(m, STEP_JUMP, NULL, chain, 0))
            return false;
        chain = m->count - 1;
        m->code[split].or = m->count;
    }
    while (chain >= 0) {
        int next = m->code[chain].to;
        m->code[chain].to = m->count;
        chain = next;
    }
    return true;
}

/* A branch into what follows it and past it; a lazy one is past it first. */
static void close_split(RegexRun *m, int split, bool is_lazy)
{
    m->code[split].to = is_lazy ? m->count : split + 1;
    m->code[split].or = is_lazy ? split + 1 : m->count;
}

/* As often as it must be, then once more at a time: x{2,4} is xx(x(x)?)?, x{2,} is xxx*. */
static bool emit_repeat(RegexRun *m, const Regex *part)
{
    int splits = part->most < 0 ? 1 : part->most - part->least, first = 0;
    int *split = arena_many(m->e->arena, (size_t)splits + 1, int);
    for (int i = 0; i < part->least; i++)
        if (!emit_part(m, part->kid[0]))
            return false;
    for (int i = 0; i < splits; i++) {
        split[i] = first = m->count;
        if (!emit(m, STEP_SPLIT, NULL, 0, 0) || !emit_part(m, part->kid[0]))
            return false;
    }
    if (part->most < 0 && !emit(m, STEP_JUMP, NULL, first, 0))
        return false;
    for (int i = 0; i < splits; i++)
        close_split(m, split[i], part->is_lazy);
    return true;
}

static bool emit_group(RegexRun *m, const Regex *part)
{
    bool is_kept = part->number >= 0;
    return (!is_kept || emit(m, STEP_SAVE, NULL, 2 * part->number, 0)) &&
           emit_part(m, part->kid[0]) &&
           (!is_kept || emit(m, STEP_SAVE, NULL, 2 * part->number + 1, 0));
}

static bool emit_part(RegexRun *m, const Regex *part)
{
    switch (part->kind) {
    case PART_CHAR:
    case PART_SET:
        return emit(m, STEP_ONE, part, 0, 0);
    case PART_AT:
        return emit(m, STEP_AT, part, 0, 0);
    case PART_ALL:
        return emit_all(m, part);
    case PART_ANY:
        return emit_any(m, part);
    case PART_GROUP:
        return emit_group(m, part);
    default:
        return emit_repeat(m, part);
    }
}

/* --- characters --------------------------------------------------------------------------------- */

/* False also for a character that the tables of text.c do not know, after the refusal. */
static bool is_of_class(RegexRun *m, char class, uint32_t c)
{
    unsigned has = text_class(c);
    if (class == '.')
        return c != '\n';
    if (has == 0)
        return eval_refuse_name(
            m->e, "re: characters like U+%04X are not part of the lesson language", c);
    bool is_in = (class | 0x20) == 'd'   ? has & TEXT_DIGIT
                 : (class | 0x20) == 's' ? has & TEXT_BLANK
                                         : c == '_' || has & (TEXT_LETTER | TEXT_DIGIT);
    return is_in == (class >= 'a');
}

static bool takes(RegexRun *m, const Regex *part, uint32_t c)
{
    bool found = false;
    if (part->kind == PART_CHAR)
        return part->c == c;
    for (int i = 0; i < part->items && !found; i++) {
        const SetItem *item = &part->item[i];
        found = item->class ? is_of_class(m, item->class, c) : item->low <= c && c <= item->high;
    }
    return found != part->is_negated && !m->e->err->set;
}

static bool is_word(RegexRun *m, int at)
{
    return at >= 0 && at < m->length && is_of_class(m, 'w', m->text[at]);
}

static bool stands(RegexRun *m, uint32_t place, int at)
{
    bool is_end = at == m->length;
    switch (place) {
    case '^':
    case 'A':
        return at == 0;
    case 'Z':
        return is_end;
    case '$':
        return is_end || (at + 1 == m->length && m->text[at] == '\n');
    case 'B': /* of an empty text Python says neither, up to 3.13 */
        return m->length > 0 && is_word(m, at - 1) == is_word(m, at);
    default:
        return is_word(m, at - 1) != is_word(m, at);
    }
}

/* --- a match ------------------------------------------------------------------------------------ */

/* Trial for when all that was put on it has failed: the program at a place; or (`code` below 0) an end of a group
 * becomes again what it was. */
typedef struct RegexTrial {
    int code, at;
} RegexTrial;

static bool push(RegexRun *m, int code, int at)
{
    if (m->trials == m->room) {
        RegexTrial *more = arena_many(m->e->arena, 2 * (size_t)m->room + 64, RegexTrial);
        if (m->trials)
            memcpy(more, m->trial, (size_t)m->trials * sizeof *more);
        m->trial = more;
        m->room = 2 * m->room + 64;
    }
    m->trial[m->trials++] = (RegexTrial){code, at};
    return eval_spend(m->e, 1);
}

/* Marks a place of the program at one of the text; false when that was tried. */
static bool is_new(RegexRun *m, int code, int at)
{
    size_t bit = (size_t)at * (size_t)m->count + (size_t)code;
    unsigned char mask = (unsigned char)(1 << bit % 8);
    if (m->tried[bit / 8] & mask)
        return false;
    m->tried[bit / 8] |= mask;
    m->furthest = max_int(m->furthest, at);
    return true;
}

/* Takes the marks from a place of the text on away. */
static void forget(RegexRun *m, int from)
{
    size_t first = (size_t)from * (size_t)m->count / 8;
    size_t last = ((size_t)m->furthest + 1) * (size_t)m->count / 8;
    memset(m->tried + first, 0, last - first + 1);
}

static bool ends(const RegexRun *m, int at)
{
    return (!m->is_whole || at == m->length) && at != m->not_empty_at;
}

/* Follows the program from one trial until it fails, or matches: *found. False after an error. */
static bool follow(RegexRun *m, int code, int at, bool *found)
{
    while (is_new(m, code, at)) {
        const Instruction *i = &m->code[code++];
        if (i->step == STEP_MATCH) {
            m->group[1] = at;
            *found = ends(m, at);
            return true;
        }
        if (i->step == STEP_ONE) {
            if (at == m->length || !takes(m, i->part, m->text[at]))
                return !m->e->err->set;
            at++;
        } else if (i->step == STEP_AT) {
            if (!stands(m, i->part->c, at))
                return !m->e->err->set;
        } else if (i->step == STEP_SAVE) {
            if (!push(m, -1 - i->to, m->group[i->to]))
                return false;
            m->group[i->to] = at;
        } else {
            if (i->step == STEP_SPLIT && !push(m, i->or, at))
                return false;
            code = i->to;
        }
        if (!eval_spend(m->e, 1))
            return false;
    }
    return true;
}

/* Looks for a match that begins at `at`. */
static bool match_at(RegexRun *m, int at, bool *found)
{
    m->trials = 0;
    for (int i = 0; i < m->slots; i++)
        m->group[i] = -1;
    m->group[0] = at;
    if (!push(m, 0, at))
        return false;
    while (m->trials > 0 && !*found) {
        RegexTrial t = m->trial[--m->trials];
        if (t.code < 0)
            m->group[-1 - t.code] = t.at;
        else if (!follow(m, t.code, t.at, found))
            return false;
    }
    return true;
}

/* The next match that begins at `from`, or where `moves` after it. */
static bool find_match(RegexRun *m, int from, bool moves, bool *found)
{
    bool ok = true;
    int at = from;
    *found = false;
    m->furthest = from;
    for (; ok && !*found && at <= m->length && (at == from || moves); at++) {
        ok = match_at(m, at, found);
        m->not_empty_at = -1;
    }
    forget(m, from);
    return ok;
}

/* --- from Python -------------------------------------------------------------------------------- */

static bool compile(Eval *e, const Text *pattern, RegexRun *m)
{
    RegexReader r = {.e = e, .pattern = pattern->bytes, .at = pattern->bytes};
    if (strlen(pattern->bytes) != pattern->length)
        return refuse(&r, "a character 0");
    const Regex *all = read_alternatives(&r);
    if (all && *r.at)
        return refuse(&r, "a bracket that closes none");
    m->slots = 2 * (r.groups + 1);
    m->group = arena_many(e->arena, (size_t)m->slots, int);
    return all && emit_part(m, all) && emit(m, STEP_MATCH, NULL, 0, 0);
}

/* The text by characters; byte[i] is where one begins. */
static bool set_text(RegexRun *m, const Text *text, int **byte)
{
    size_t most = text->length + 1;
    if (!eval_scan(m->e, text->length))
        return false;
    m->text = arena_many(m->e->arena, most, uint32_t);
    *byte = arena_many(m->e->arena, most, int);
    for (size_t i = 0; i < text->length;) {
        (*byte)[m->length] = (int)i;
        i += utf8_next(text->bytes + i, text->length - i, &m->text[m->length++]);
    }
    (*byte)[m->length] = (int)text->length;
    if ((int64_t)(m->length + 1) * m->count > MOST_VISITS)
        return eval_refuse_name(m->e, "re: so long a text is not part of the lesson language");
    m->tried = arena_array(m->e->arena, (size_t)(m->length + 1) * (size_t)m->count / 8 + 2, 1);
    return eval_spend(m->e, m->length);
}

/* Of each group, the whole match first: (start, end, text), (-1, -1, None) of one that took no part. */
static Value match_value(RegexRun *m, const Text *text, const int *byte)
{
    Arena *a = m->e->arena;
    Value groups = value_list(a, VALUE_TUPLE);
    for (int i = 0; i < m->slots; i += 2) {
        int start = m->group[i], end = m->group[i + 1];
        bool has = start >= 0 && end >= 0;
        Value group = value_list(a, VALUE_TUPLE);
        list_add(a, row_in(&group), value_int(has ? start : -1));
        list_add(a, row_in(&group), value_int(has ? end : -1));
        list_add(a, row_in(&group),
                 has ? value_text(a, text->bytes + byte[start], (size_t)(byte[end] - byte[start]))
                     : value_none);
        list_add(a, row_in(&groups), group);
    }
    return groups;
}

/* regex_find(pattern, text, count, moves, is_whole): matches one after the other, `count` of them, 0: all. */
static bool call_find(Eval *e, Arg *args, Value *out)
{
    enum { PATTERN, TEXT, COUNT_OF, MOVES, WHOLE };
    RegexRun m = {.e = e, .is_whole = args[WHOLE].truth, .not_empty_at = -1};
    const Text *pattern = args[PATTERN].text, *text = args[TEXT].text;
    int *byte = NULL;
    bool found = true;
    int64_t most = args[COUNT_OF].integer > 0 ? args[COUNT_OF].integer : INT64_MAX;
    *out = value_list(e->arena, VALUE_LIST);
    if (!compile(e, pattern, &m) || !set_text(&m, text, &byte))
        return false;
    for (int from = 0; row_in(out)->count < most && found; from = m.group[1]) {
        if (!find_match(&m, from, args[MOVES].truth, &found))
            return false;
        if (found)
            list_add(e->arena, row_in(out), match_value(&m, text, byte));
        m.not_empty_at = m.group[0] == m.group[1] ? m.group[1] : -1;
    }
    return eval_spend(e, row_in(out)->count * m.slots);
}

/* How many groups a pattern has, which is read for what it may not have, too. */
static bool call_groups(Eval *e, Arg *args, Value *out)
{
    RegexRun m = {.e = e};
    bool ok = compile(e, args[0].text, &m);
    *out = value_int(m.slots / 2 - 1);
    return ok;
}

const Function names_regex[] = {
    {"regex_find", IN_LIBRARY, "pattern:s text:s count:i moves:b whole:b", call_find},
    {"regex_groups", IN_LIBRARY, "pattern:s", call_groups},
    {0},
};
