/* All small changes of the author's lines are tried where these lines run (probe.h), with all inputs. Of those that make what
 * the answer makes the one is told whose text is nearest to the answer. */
#include "lesson/judge_explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/common.h"
#include "lesson/code.h"
#include "lesson/judge_about.h"
#include "lesson/judge_tree.h"
#include "python/parser.h"

static const double most_seconds = 0.12;
static const double enough_seconds = 2; /* for the few tries on which a claim hangs */
enum { MOST_CLOSER = 48, MOST_VERIFIED = 4 };

/* --- texts ---------------------------------------------------------------------------------------- */

const Program *judge_parsed(Arena *a, const char *text, Err *err)
{
    Program *program = arena_new(a, Program);
    Code code = {.file = "answer", .source = text, .end = strlen(text), .line = 1};
    return parse(a, &code, program, err) ? program : NULL;
}

static const Program *parsed(Arena *a, const char *text)
{
    Err err = {0};
    return judge_parsed(a, text, &err);
}

/* The author's lines with edits, without their indentation; NULL where the edits overlap. */
static const char *edited(const MistakeFinder *x, const Mutation *first, const Mutation *second)
{
    const Edit *edit[2 * MUTATION_EDITS];
    int edits = 0;
    Buf out = {.arena = x->a};
    for (int i = 0; first && i < first->edits; i++)
        edit[edits++] = &first->edit[i];
    for (int i = 0; second && i < second->edits; i++)
        edit[edits++] = &second->edit[i];
    for (int i = 1; i < edits; i++)
        for (int k = i; k > 0 && edit[k]->start < edit[k - 1]->start; k--) {
            const Edit *other = edit[k];
            edit[k] = edit[k - 1];
            edit[k - 1] = other;
        }
    size_t at = x->start, indent = strlen(x->indent);
    for (int i = 0; i <= edits; i++) {
        size_t to = i < edits ? edit[i]->start : x->end;
        if (to < at)
            return NULL;
        for (; at < to; at++) {
            buf_putc(&out, x->lesson->source[at]);
            if (x->lesson->source[at] == '\n' &&
                strncmp(x->lesson->source + at + 1, x->indent, indent) == 0)
                at += indent;
        }
        if (i < edits) {
            buf_puts(&out, edit[i]->text);
            at = edit[i]->end;
        }
    }
    return buf_text(&out);
}

static void add_try(MistakeFinder *x, Tries *t, const Mutation *first, const Mutation *second)
{
    const char *text = edited(x, first, second);
    const Program *program = text ? parsed(x->a, text) : NULL;
    if (!program || program->count == 0)
        return;
    int at = t->count, ats = t->count;
    arena_push(x->a, t->first, at, first);
    arena_push(x->a, t->second, ats, second);
    ProbeTry try = {.text = text, .program = program, .is_alive = true};
    arena_push(x->a, t->item, t->count, try);
}

/* --- what counts ------------------------------------------------------------------------------------ */

typedef struct Bound {
    const MistakeFinder *x;
    bool is_other; /* does what a try cannot do without leaving traces */
} Bound;

/* Tells whether code writes into what it is given. */
static bool writes(const Node *n)
{
    if (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTRIBUTE) {
        static const char *const writers[] = {"append", "extend", "pop",    "insert",   "update",
                                              "clear",  "sort",   "remove", "backward", "step"};
        const char *name = n->kid[0]->text;
        size_t length = strlen(name);
        if (length > 1 && name[length - 1] == '_' && name[length - 2] != '_')
            return true;
        for (int i = 0; i < COUNT(writers); i++)
            if (strcmp(name, writers[i]) == 0)
                return true;
    }
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i] && writes(n->kid[i]))
            return true;
    return n->kind == NODE_YIELD;
}

static bool leaves_traces(const Node *n)
{
    bool is_plain = n->kind == NODE_EXPRESSION || n->kind == NODE_RETURN || n->kind == NODE_PASS;
    for (int i = 0; n->kind == NODE_ASSIGN && i + 1 < n->kids; i++)
        if (n->kid[i]->kind != NODE_NAME && n->kid[i]->kind != NODE_TUPLE)
            return true;
    return (!is_plain && n->kind != NODE_ASSIGN) || writes(n);
}

static void look_at(void *context, const Node *n, const Node *function)
{
    Bound *b = context;
    (void)function;
    if (n->start >= b->x->start && n->end <= b->x->end)
        b->is_other |= leaves_traces(n);
}

/* Makes all tries. */
static void get_ready(MistakeFinder *x)
{
    Bound b = {.x = x};
    const JudgeBlock *block = x->block;
    if (x->is_ready)
        return;
    code_each(x->lesson, look_at, &b);
    x->is_ready = true;
    x->leaves_traces = b.is_other;
    const char **kept = arena_many(x->a, (size_t)block->names + 1, const char *);
    for (int i = 0; i < block->names; i++)
        if (block->names == 1 || judge_is_read_later(block, block->name[i]) ||
            i + 1 == block->names)
            kept[x->names++] = block->name[i];
    x->name = kept;
    Mutations all = mutations_within(x->a, x->lesson, x->run, x->start, x->end);
    for (int i = 0; i < all.count; i++)
        add_try(x, &x->singles, &all.item[i], NULL);
}

/* --- trying ------------------------------------------------------------------------------------------ */

/* Marks those of the tries as alive that make what `answer` makes, with all inputs. False where it was not reached. */
static bool probe_all(MistakeFinder *x, const ProbeTry *answer, Tries *t, double end)
{
    Probing p = {.line = x->line,
                 .last_line = x->last_line,
                 .name = x->name,
                 .names = x->names,
                 .answer = *answer,
                 .tries = t->count,
                 .item = t->item,
                 .end = end};
    int visits = 0;
    for (int i = 0; i < t->count; i++)
        t->item[i].is_alive = true;
    for (int i = 0; i < x->sets; i++) {
        p.visits = 0;
        run_free(run_probed(x->run, x->set[i], &p));
        visits += p.visits;
    }
    x->is_cut = p.is_cut;
    return visits > 0;
}

typedef struct Fitting {
    int at, distance;
    bool is_wide; /* says less */
} Fitting;

static int compare_fitting(const void *a, const void *b)
{
    const Fitting *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance - y->distance;
    return x->is_wide != y->is_wide ? x->is_wide - y->is_wide : x->at - y->at;
}

/* Sorts those that are alive, the nearest to the answer first. */
static int sort_alive(MistakeFinder *x, const Tries *t, const char *answer, Fitting **out)
{
    int count = 0;
    *out = arena_many(x->a, (size_t)t->count + 1, Fitting);
    for (int i = 0; i < t->count; i++)
        if (t->item[i].is_alive)
            (*out)[count++] = (Fitting){i, text_distance(t->item[i].text, answer),
                                        t->first[i]->is_wide};
    if (count > 0)
        qsort(*out, (size_t)count, sizeof **out, compare_fitting);
    return count;
}

/* Tells whether the words and signs that a change brings with it are those of the answer. What it says in words of its
 * own need not: many ways of writing compute it. What each of two says is about the answer. */
static bool uses_words_of(const MistakeFinder *x, const Tries *t, int at, const char *own,
                          const char *answer)
{
    const Mutation *first = t->first[at], *second = t->second[at];
    bool is_said = !first->is_wide && (!second || !second->is_wide);
    return is_about(mutation_said(x->a, first), x->about) &&
           (!second || is_about(mutation_said(x->a, second), x->about)) &&
           (is_said || text_has_words(t->item[at].text, own, answer));
}

/* --- two at once --------------------------------------------------------------------------------------- */

/* Pairs of changes each of which brings the author's lines nearer to the answer. */
static Tries pairs_of(MistakeFinder *x, const char *answer)
{
    Tries pairs = {0};
    const Tries *t = &x->singles;
    const char *own = edited(x, NULL, NULL);
    int from = text_distance(own, answer), count = 0;
    Fitting *closer = arena_many(x->a, (size_t)t->count + 1, Fitting);
    for (int i = 0; i < t->count; i++) {
        int distance = text_distance(t->item[i].text, answer);
        bool is_closer = distance < from ||
                         (uses_words_of(x, t, i, own, answer) && t->first[i]->is_wide);
        if (is_closer && t->item[i].has_run)
            closer[count++] = (Fitting){i, distance, false};
    }
    if (count > 0)
        qsort(closer, (size_t)count, sizeof *closer, compare_fitting);
    count = min_int(count, MOST_CLOSER);
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            add_try(x, &pairs, t->first[closer[i].at], t->first[closer[k].at]);
    return pairs;
}

/* --- by the text ----------------------------------------------------------------------------------------- */

/* The author's lines with what stands in the answer in one place alone. */
static const char *with_one(MistakeFinder *x, const TreeCode *right, const TreeCode *now,
                            const TreePair *pair)
{
    bool is_whole = pair->now->statement != NULL;
    return arena_format(x->a, "%.*s%s%.*s%s%s", (int)pair->right->start, right->text,
                        is_whole ? "" : "(", (int)(pair->now->end - pair->now->start),
                        now->text + pair->now->start, is_whole ? "" : ")",
                        right->text + pair->right->end);
}

static bool is_same_code(const TreeCode *a, const Node *x, const TreeCode *b, const Node *y)
{
    size_t length = x->end - x->start;
    return y->end - y->start == length &&
           memcmp(a->text + x->start, b->text + y->start, length) == 0;
}

/* Two places of which each has what belongs in the other; NULL: they have not. */
static const char *said_exchanged(MistakeFinder *x, const TreeCode *right, const TreeCode *now,
                                  const TreePair *pair)
{
    enum { MOST = 30 };
    const Node *a = pair[0].now, *b = pair[1].now;
    bool is_short = a->end - a->start <= MOST && b->end - b->start <= MOST;
    bool is_number = a->kind == NODE_INT || a->kind == NODE_UNARY; /* of what, nobody sees */
    if (is_number || !is_same_code(now, a, right, pair[1].right) ||
        !is_same_code(now, b, right, pair[0].right))
        return NULL;
    return !is_short
               ? "two things are swapped"
               : arena_format(x->a, "%.*s and %.*s are swapped", (int)(a->end - a->start),
                              now->text + a->start, (int)(b->end - b->start), now->text + b->start);
}

/* Where the answer differs from the author's lines in one place or a few, and each of them matters. */
static const char *said_by_text(MistakeFinder *x, const char *answer, const Program *program,
                                int *line, int *places)
{
    TreePair pair[TREE_PAIRS];
    TreeCode right = {.text = edited(x, NULL, NULL)}, now = {answer, *program};
    const Program *own = parsed(x->a, right.text);
    if (!own)
        return NULL;
    right.program = *own;
    int pairs = tree_differences(x->a, &right, &now, pair), kept = 0;
    Tries t = {0};
    if (pairs == 1) { /* by construction */
        *places = 1;
        *line = pair[0].now->line;
        return pair[0].is_plain ? arena_format(x->a, "%s, and all else is", pair[0].said)
                                : pair[0].said;
    }
    const char *exchanged = pairs == 2 ? said_exchanged(x, &right, &now, pair) : NULL;
    if (exchanged) {
        *places = 1;
        *line = pair[0].now->line;
        return exchanged;
    }
    for (int i = 0; i < pairs && !x->leaves_traces; i++) {
        const char *text = with_one(x, &right, &now, &pair[i]);
        const Program *one = parsed(x->a, text);
        ProbeTry try = {.text = text, .program = one, .is_alive = true};
        if (!one)
            return NULL;
        arena_push(x->a, t.item, t.count, try);
    }
    ProbeTry author = {.text = right.text, .program = own};
    if (t.count == 0 || !probe_all(x, &author, &t, clock_used() + enough_seconds) || x->is_cut)
        return NULL;
    Buf out = {.arena = x->a};
    for (int i = 0; i < t.count; i++) {
        if (t.item[i].is_alive) /* another form of the same */
            continue;
        *line = kept == 0 ? pair[i].now->line : *line;
        if (strstr(buf_text(&out), pair[i].said)) /* said already */
            continue;
        buf_printf(&out, "%s%s", kept++ ? "; and " : "", pair[i].said);
    }
    *places = kept;
    return kept > 0 ? buf_text(&out) : NULL;
}

/* --- the whole -------------------------------------------------------------------------------------------- */

/* A statement by what it makes: the last of this name, or of those that return or only compute. */
typedef struct MadeAt {
    int line;         /* the statement looked for stands there; 0: it is known what it makes */
    const char *name; /* "" for none                                                        */
    NodeKind kind;
    int found; /* line */
} MadeAt;

static void look_for_made(void *context, const Node *n, const Node *function)
{
    MadeAt *m = context;
    const Node *target = code_value(n) ? n->kid[0] : NULL;
    const char *name = target && target->kind == NODE_NAME ? target->text : "";
    (void)function;
    if (!code_is_simple(n))
        return;
    if (m->line > 0 ? n->line <= m->line : n->kind == m->kind && strcmp(name, m->name) == 0)
        m->found = n->line;
    if (m->line > 0 && m->found == n->line) {
        m->name = name;
        m->kind = n->kind;
    }
}

/* The line of the answer that has the place of one of the author's. */
static int line_within(MistakeFinder *x, const Program *answer, int line)
{
    const Program *own = parsed(x->a, edited(x, NULL, NULL));
    MadeAt made = {.line = line, .name = ""};
    int lines = 1;
    for (int i = 0; i < answer->count; i++)
        lines = max_int(lines, answer->statement[i].last_line);
    if (own)
        code_each_in(own, look_for_made, &made);
    made.line = 0;
    int first = made.found;
    made.found = 0;
    if (first > 0)
        code_each_in(answer, look_for_made, &made);
    return made.found > 0 ? made.found + (line - first) : min_int(line, lines);
}

static void tell_fit(MistakeFinder *x, Verdict *v, const Program *answer, const Tries *t, int at)
{
    v->mistake[0] = t->first[at];
    v->mistake[1] = t->second[at];
    v->mistakes = t->second[at] ? 2 : 1;
    v->sentence = mutation_said(x->a, v->mistake[0]);
    const char *also = v->mistakes == 2 ? mutation_said(x->a, v->mistake[1]) : v->sentence;
    if (strcmp(also, v->sentence) != 0)
        v->sentence = arena_format(x->a, "%s; and %s", v->sentence, also);
    v->line = line_within(x, answer, max_int(v->mistake[0]->line - x->line + 1, 1));
}

static int find_fit(MistakeFinder *x, const Tries *t, const char *answer, Verify *verify,
                    void *context, int *distance)
{
    Fitting *fit;
    const char *own = edited(x, NULL, NULL);
    int fits = sort_alive(x, t, answer, &fit), verified = 0;
    for (int i = 0; i < fits && verified < MOST_VERIFIED; i++) {
        if (!uses_words_of(x, t, fit[i].at, own, answer))
            continue;
        verified++;
        if (verify(context, t->item[fit[i].at].text)) {
            *distance = fit[i].distance;
            return fit[i].at;
        }
    }
    return -1;
}

/* Where a try would leave traces each is a run of its own: those whose text is near. */
static int run_nearest(MistakeFinder *x, const Tries *t, const char *answer, Verify *verify,
                       void *context, int *distance)
{
    enum { MOST_RUNS = 60 };
    Fitting *fit;
    double end = clock_used() + most_seconds;
    for (int i = 0; i < t->count; i++)
        t->item[i].is_alive = true;
    int count = min_int(sort_alive(x, t, answer, &fit), MOST_RUNS);
    const char *own = edited(x, NULL, NULL);
    for (int i = 0; i < count && clock_used() < end; i++)
        if (uses_words_of(x, t, fit[i].at, own, answer) &&
            verify(context, t->item[fit[i].at].text)) {
            *distance = fit[i].distance;
            return fit[i].at;
        }
    return -1;
}

static bool answer_leaves_traces(const Program *program)
{
    for (int i = 0; i < program->count; i++)
        if (leaves_traces(program->statement[i].node))
            return true;
    return false;
}

bool judge_differs_in_place(MistakeFinder *x, const char *answer)
{
    get_ready(x);
    ArenaMark mark = arena_mark(x->a);
    const Program *program = parsed(x->a, answer);
    ProbeTry author = {.text = edited(x, NULL, NULL), .is_alive = true};
    author.program = parsed(x->a, author.text);
    bool differs = program && author.program && !x->leaves_traces && !answer_leaves_traces(program);
    ProbeTry own = {.text = answer, .program = program};
    Tries one = {.count = 1, .item = &author};
    differs = differs && probe_all(x, &own, &one, clock_used() + enough_seconds) &&
              !author.is_alive && !x->is_cut;
    arena_back(x->a, mark);
    return differs;
}

/* Tells whether what a fit says is better than a place where the texts differ. */
static bool is_near(const Tries *t, int at, int distance)
{
    enum { NEAR = 1, NEAR_SAID = 4 };
    return at >= 0 && distance <= (t->first[at]->is_wide ? NEAR : NEAR_SAID);
}

static void find_mistake(MistakeFinder *x, Verdict *v, const char *answer, Verify *verify,
                         void *context)
{
    const Program *program = parsed(x->a, answer);
    double end = clock_used() + most_seconds;
    int distance = 0, line = 0, places = 0;
    if (!program || program->count == 0)
        return;
    const Tries *t = &x->singles;
    ProbeTry own = {.text = answer, .program = program};
    x->about = about_answer(x->a, program);
    v->tried = t->count;
    bool has_traces = x->leaves_traces || answer_leaves_traces(program);
    bool is_probed = !has_traces && probe_all(x, &own, &x->singles, end);
    int at = is_probed    ? find_fit(x, t, answer, verify, context, &distance)
             : has_traces ? run_nearest(x, t, answer, verify, context, &distance)
                          : -1;
    if (at >= 0)
        tell_fit(x, v, program, t, at);
    if (is_near(t, at, distance))
        return;
    const char *said = said_by_text(x, answer, program, &line, &places);
    if (said && (at < 0 || places == 1)) {
        v->sentence = said;
        v->line = line;
        v->mistakes = 0;
        return;
    }
    if (at >= 0 || !is_probed)
        return;
    Tries pairs = pairs_of(x, answer);
    v->tried += pairs.count;
    if (pairs.count > 0 && probe_all(x, &own, &pairs, end + most_seconds / 2) &&
        (at = find_fit(x, &pairs, answer, verify, context, &distance)) >= 0)
        tell_fit(x, v, program, &pairs, at);
}

/* Explains, and gives back what it needs beside the tries that all answers share. */
void judge_explain(MistakeFinder *x, Verdict *v, const char *answer, Verify *verify, void *context)
{
    get_ready(x);
    ArenaMark mark = arena_mark(x->a);
    find_mistake(x, v, answer, verify, context);
    v->sentence = v->sentence ? arena_string(&v->arena, v->sentence) : NULL;
    arena_back(x->a, mark);
}
