/* A line is parsed as a statement; what it assigns to says what kind of change it is. What it then
 * becomes is text, which is put into the lesson by the places of the lesson's tree. */
#include "lesson/change.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "core/print.h"
#include "lesson/change_place.h"
#include "lesson/code.h"
#include "python/check.h"
#include "python/parser.h"

static const char the_change[] = "change"; /* name of the text in errors */
static const char guard[] = "what_if";     /* is True while the call runs that is changed */

/* A change while it is read. */
typedef struct ChangeReader {
    Arena *a;
    const Run *run;
    const char *text;
    LessonPlace place; /* of a line that is named; its line is 0 when none is */
    Change *out;
    const Node *target, *value; /* of an assignment */
    Err *err;
} ChangeReader;

static Loc change_loc(const Node *n)
{
    return (Loc){the_change, n->line, n->col, n->width};
}

static const char *text_of(const ChangeReader *r, const Node *n)
{
    return arena_text(r->a, r->text + n->start, n->end - n->start);
}

/* --- the line ----------------------------------------------------------------------------------- */

/* "line 12" with that word and what follows it; NULL when something else stands there. */
static const char *read_number_after(const char *at, const char *word, char end, int *number)
{
    enum { MOST_DIGITS = 6 };
    size_t length = strlen(word), digits;
    if (strncmp(at, word, length) != 0 || at[length] != ' ')
        return NULL;
    at += length + 1;
    digits = strspn(at, "0123456789");
    if (digits == 0 || digits > MOST_DIGITS || at[digits] != end)
        return NULL;
    *number = (int)strtol(at, NULL, 10);
    return at + digits + 1 + strspn(at + digits + 1, " \t");
}

/* `line 12:`, or of a notebook `cell 3, line 12:`; returns where the rest begins. */
static size_t read_line_number(ChangeReader *r)
{
    const char *start = r->text + strspn(r->text, " \t");
    LessonPlace place = {0};
    const char *at = read_number_after(start, "cell", ',', &place.cell);
    at = read_number_after(at ? at : start, "line", ':', &place.line);
    if (!at)
        return (size_t)(start - r->text);
    r->out->line = lesson_line_at(r->run->lesson, place);
    r->place = place;
    return (size_t)(at - r->text);
}

static const Node *read_statement(ChangeReader *r)
{
    size_t start = read_line_number(r), length = strlen(r->text);
    Code code = {.file = the_change, .source = r->text, .start = start, .end = length, .line = 1};
    Program program;
    Err err = {0};
    Loc all = {the_change, 1, 1, (int)length};
    if (length == 0 || start == length)
        err_set(r->err, all, "a change is a line such as E[0, 1] = 2 or weights = scores");
    else if (memchr(r->text, '\n', length))
        err_set(r->err, all, "a change is one line");
    else if (!parse(r->a, &code, &program, &err)) {
        err.at.col += err.at.line == 1 ? (int)start : 0;
        err_set(r->err, err.at, "%s", err.message);
    } else if (program.count != 1)
        err_set(r->err, all, "one change at a time: this is %d statements", program.count);
    else
        return program.statement[0].node;
    return NULL;
}

static bool fail_form(ChangeReader *r, const Node *n)
{
    return err_set(
        r->err, (Loc){the_change, n->line, n->col, n->width},
        "this changes nothing: write NAME = ..., NAME[...] = ..., NAME.attribute = ... or "
        "line 12: ...");
}

/* --- what a name is in the run ------------------------------------------------------------------ */

static const QkvTensor *find_tensor(const Run *run, const char *name)
{
    for (int i = run->tape->count - 1; i >= 0; i--) {
        const char *own = run_name_of_step(run, i, false);
        if (own && strcmp(own, name) == 0 &&
            (run_call_of_step(run, i) < 0 || run_group_result(run, run_call_of_step(run, i)) == i))
            return run->tape->step[i].call.out;
    }
    return NULL;
}

/* Tells whether a name is that of a tensor whose gradient was asked for, and not of one computed from such. */
static bool is_leaf(const Run *run, const char *name)
{
    const QkvTape *tape = run->tape;
    for (int i = 0; i < tape->count; i++)
        for (int k = -1; k < tape->step[i].call.count; k++) {
            const QkvCall *c = &tape->step[i].call;
            const QkvTensor *t = k < 0 ? c->out : c->in[k];
            const char *own = t->wants_grad && !t->grad_fn && t->step >= 0
                                  ? run_name_of_step(run, t->step, false)
                                  : NULL;
            if (own && strcmp(own, name) == 0)
                return true;
        }
    return false;
}

/* The statement that a change of a name is about: a leaf is trained by what only takes away from it. */
static const Node *changed_maker(const Lesson *lesson, const Change *c)
{
    const Node *creator = c->is_leaf ? code_creator(lesson, c->name) : NULL;
    return creator ? creator : code_maker(lesson, NULL, c->name);
}

const Node *change_maker(const Run *run, const Lesson *lesson, const char *name)
{
    return changed_maker(lesson, &(Change){.name = name, .is_leaf = is_leaf(run, name)});
}

static void note_where(void *context, const Node *n, const Node *function)
{
    const Node **found = context;
    if (function && !found[1] && code_binds(n, found[0]->text, false))
        found[1] = n;
}

/* Refuses a name that nothing outside of a function makes. */
static bool fail_changed_name(ChangeReader *r, const Node *name)
{
    const Node *found[2] = {name, NULL};
    const char *nearest = code_nearest(r->run->lesson, name->text);
    code_each(r->run->lesson, note_where, found);
    if (found[1])
        return err_set(r->err, change_loc(name),
                       "'%s' is made inside a function: write %s: ..., or y.%s for the call "
                       "that makes y",
                       name->text, lesson_line_text(r->a, r->run->lesson, found[1]->line),
                       name->text);
    return err_set(r->err, change_loc(name), "no statement makes '%s'%s%s%s", name->text,
                   nearest ? ": did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

/* --- values as code ----------------------------------------------------------------------------- */

/* A cell as it is written in code: the same bits when it is read. */
static void put_cell_as_code(Buf *out, const QkvTensor *t, int64_t cell)
{
    double x = qkv_tensor_at(t, cell);
    if (t->dtype == QKV_BOOL)
        buf_puts(out, x != 0 ? "True" : "False");
    else if (qkv_is_long(t->dtype))
        buf_printf(out, "%lld", (long long)t->data.i[cell]);
    else if (isnan(x) || isinf(x))
        buf_printf(out, "float(\"%s\")", isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
    else
        print_float(out, x);
}

static void put_cells(Buf *out, const QkvTensor *t, int axis, int64_t *cell)
{
    if (axis == t->rank) {
        put_cell_as_code(out, t, (*cell)++);
        return;
    }
    buf_putc(out, '[');
    for (int64_t i = 0; i < t->size[axis]; i++) {
        buf_puts(out, i ? ", " : "");
        put_cells(out, t, axis + 1, cell);
    }
    buf_putc(out, ']');
}

static const char *held(ChangeReader *r, const QkvTensor *t)
{
    enum { MOST_HELD = 1 << 14 };
    if (t->count > MOST_HELD) {
        err_set(r->err, change_loc(r->value), "%lld numbers are too many to hold: at most %d",
                (long long)t->count, MOST_HELD);
        return NULL;
    }
    Buf text = {0};
    int64_t cell = 0;
    buf_puts(&text, "torch.tensor(");
    put_cells(&text, t, 0, &cell);
    buf_putc(&text, ')');
    return arena_keep(r->a, &text);
}

/* --- kinds of changes --------------------------------------------------------------------------- */

static bool is_hold(const ChangeReader *r)
{
    return r->value && r->value->kind == NODE_NAME && strcmp(r->value->text, "hold") == 0;
}

static bool set_code(ChangeReader *r, ChangeKind kind, const char *code)
{
    r->out->kind = kind;
    r->out->code = code;
    return code != NULL;
}

/* A value that counts only in the call that is changed; what stands there in all others. */
static const char *guarded(const ChangeReader *r, const char *value, const char *other)
{
    if (!r->out->is_guarded)
        return value;
    return arena_format(r->a, "(%s) if %s else %s", value, guard, other);
}

/* Statements that write into `place` of a copy of `name`; NULL: of what is there. The copy of a leaf is one. */
static bool write_copy(ChangeReader *r, ChangeKind kind, const char *name, const char *place,
                       const char *op, const char *value)
{
    bool asks = name && kind == CHANGE_AFTER && r->out->is_leaf;
    const char *copied = asks ? "detach().clone()" : "clone()";
    const char *copy = name ? arena_format(r->a, "%s = %s.%s; ", name, name, copied) : "";
    const char *after = asks ? arena_format(r->a, "; %s = %s.requires_grad_()", name, name) : "";
    return set_code(
        r, kind,
        arena_format(r->a, "%s%s %s %s%s", copy, place, op, guarded(r, value, place), after));
}

static bool hold(ChangeReader *r, ChangeKind kind, const char *name, const QkvTensor *t)
{
    const char *value = held(r, t);
    return value && write_copy(r, kind, name, arena_format(r->a, "%s[...]", name), "=", value);
}

static const char *sign_of(const ChangeReader *r, const Node *n)
{
    return n->kind == NODE_AUGMENTED ? arena_format(r->a, "%s=", operator_text(n->op)) : "=";
}

/* NAME = ...: in the place of the right side, or after it where it is made of what the name has. */
static bool read_changed_name(ChangeReader *r, const Node *n)
{
    const char *name = r->target->text;
    const QkvTensor *t = find_tensor(r->run, name);
    r->out->name = name;
    r->out->is_leaf = is_leaf(r->run, name);
    const Node *maker = changed_maker(r->run->lesson, r->out);
    if (!maker)
        return fail_changed_name(r, r->target);
    if (is_hold(r))
        return t ? hold(r, CHANGE_AFTER, name, t)
                 : err_set(r->err, change_loc(r->value),
                           "'%s' is not a tensor: only tensors can be held", name);
    bool alone = maker->kind != NODE_AUGMENTED && maker->kids <= 3 &&
                 maker->kid[0]->kind == NODE_NAME &&
                 (maker->kind == NODE_ANNOTATED || maker->kids == 2);
    bool again = n->kind == NODE_AUGMENTED ||
                 (code_mentions(r->value, name) && !code_mentions(code_value(maker), name));
    if (alone && !again)
        return set_code(r, CHANGE_RIGHT, text_of(r, r->value));
    return set_code(r, CHANGE_AFTER, text_of(r, n));
}

/* NAME[...] = ... */
static bool read_cells(ChangeReader *r, const Node *n)
{
    const Node *root = code_root(r->target);
    const QkvTensor *t = find_tensor(r->run, root->text);
    r->out->name = root->text;
    r->out->is_leaf = is_leaf(r->run, root->text);
    if (!code_maker(r->run->lesson, NULL, root->text))
        return fail_changed_name(r, root);
    const char *place = t ? change_place(r->a, r->run, r->text, r->target, t, NULL, r->err)
                          : text_of(r, r->target);
    return place && write_copy(r, CHANGE_AFTER, t ? root->text : NULL, place, sign_of(r, n),
                               text_of(r, r->value));
}

/* --- inside a call -------------------------------------------------------------------------------- */

/* Tells whether several calls ran a function, under whichever name: classes hand their methods on. */
static bool runs_again(const Run *run, const Node *function)
{
    const QkvTape *tape = run->tape;
    int calls = 0;
    for (int g = 0; g < tape->groups && calls < 2; g++) {
        const QkvGroup *group = &tape->group[g];
        int statement = group->count > 0 ? tape->step[group->first].tag : -1;
        calls += statement >= 0 && code_function(run->lesson, group->name,
                                                 run->statement[statement].first) == function;
    }
    return calls > 1;
}

static bool fail_stage(ChangeReader *r, const Node *attribute, const Node *function)
{
    const Change *c = r->out;
    if (!c->function)
        return err_set(r->err, change_loc(attribute),
                       "'%s' was not made by a call of a function: it has no '%s'", c->name,
                       c->stage);
    if (!function)
        return err_set(r->err, change_loc(attribute),
                       "%s is not code of this lesson: its '%s' cannot be changed, but what goes "
                       "into the call and its attributes can",
                       c->function, c->stage);
    return err_set(r->err, change_loc(attribute), "no line of %s makes '%s' by a name", c->function,
                   c->stage);
}

/* y.weights = ..., y.weights[...] = ...: `attribute` is y.weights. */
static bool read_stage(ChangeReader *r, const Node *n, const Node *attribute, const QkvTensor *y)
{
    const Run *run = r->run;
    Change *c = r->out;
    int group = qkv_tape_group(run->tape, y);
    const QkvTensor *t = group >= 0 ? qkv_tape_stage(run->tape, group, attribute->text) : NULL;
    c->name = attribute->kid[0]->text;
    c->stage = attribute->text;
    c->function = group >= 0 ? run->tape->group[group].name : NULL;
    const Node *call = code_maker(run->lesson, NULL, c->name);
    const Node *function = c->function && call ? code_function(run->lesson, c->function, call->line)
                                               : NULL;
    if (!function || !code_maker(run->lesson, function, c->stage) || !t)
        return fail_stage(r, attribute, function);
    c->is_guarded = runs_again(run, function);
    if (is_hold(r))
        return hold(r, CHANGE_STAGE, c->stage, t);
    const char *value = text_of(r, r->value);
    if (r->target->kind == NODE_INDEX) {
        const char *place = change_place(r->a, run, r->text, r->target, t,
                                         c->is_guarded ? guard : NULL, r->err);
        place = place ? place + strlen(c->name) + 1 : NULL; /* without "y." */
        return place && write_copy(r, CHANGE_STAGE, c->stage, place, sign_of(r, n), value);
    }
    if (n->kind == NODE_AUGMENTED)
        value = arena_format(r->a, "%s %s (%s)", c->stage, operator_text(n->op), value);
    return set_code(r, CHANGE_STAGE,
                    arena_format(r->a, "%s = %s", c->stage, guarded(r, value, c->stage)));
}

/* --- attributes ----------------------------------------------------------------------------------- */

/* net.W.weight[0] = 1: the numbers of a parameter are set through .data, as PyTorch wants it. */
static bool read_attribute(ChangeReader *r, const Node *n, const Node *attribute)
{
    const Node *root = code_root(r->target);
    r->out->name = root->text;
    if (!code_maker(r->run->lesson, NULL, root->text))
        return fail_changed_name(r, root);
    if (is_hold(r))
        return err_set(r->err, change_loc(r->value), "hold: only results can be held");
    const char *place = text_of(r, r->target);
    if (r->target->kind == NODE_INDEX && strcmp(attribute->text, "data") != 0)
        place = arena_format(
            r->a, "%s.data%s", text_of(r, attribute),
            arena_text(r->a, r->text + attribute->end, r->target->end - attribute->end));
    return write_copy(r, CHANGE_ATTRIBUTE, NULL, place, sign_of(r, n), text_of(r, r->value));
}

/* The attribute that a target is, or reads the items of; NULL: the items of a name. */
static const Node *attribute_of(const Node *target)
{
    while (target->kind == NODE_INDEX)
        target = target->kid[0];
    return target->kind == NODE_ATTRIBUTE ? target : NULL;
}

static bool read_assignment(ChangeReader *r, const Node *n)
{
    r->target = n->kid[0];
    r->value = code_value(n);
    const Node *root = code_root(r->target), *attribute = attribute_of(r->target);
    if (!root || !r->value || (n->kind == NODE_ASSIGN && n->kids != 2))
        return fail_form(r, r->target);
    if (r->target->kind == NODE_NAME)
        return read_changed_name(r, n);
    if (!attribute)
        return read_cells(r, n);
    const QkvTensor *y = attribute->kid[0]->kind == NODE_NAME ? find_tensor(r->run, root->text)
                                                              : NULL;
    return y ? read_stage(r, n, attribute, y) : read_attribute(r, n, attribute);
}

static bool read_changed_line(ChangeReader *r, const Node *n)
{
    const Node *old = code_at(r->run->lesson, r->out->line);
    const Loc word = {the_change, 1, 1, 4};
    if (!old && r->place.cell == 0 && r->run->lesson->is_notebook)
        return err_set(
            r->err, word,
            "the lines of a notebook are counted in each cell: write cell 3, line %d: ...",
            r->place.line);
    if (!old)
        return err_set(r->err, word, "there is no statement of one line at %s of %s",
                       lesson_place_text(r->a, r->place), r->run->lesson->file);
    if (!code_is_simple(n))
        return fail_form(r, n);
    return set_code(r, CHANGE_LINE, text_of(r, n));
}

/* --- several values ----------------------------------------------------------------------------- */

/* Tells whether a tuple stands in brackets, and is one value. */
static bool is_bracketed(const char *text, const Node *tuple)
{
    int depth = 0;
    for (size_t i = tuple->start; i < tuple->end; i++) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0)
            return i == tuple->end - 1 && i > tuple->start;
    }
    return false;
}

/* The values between the commas of an assignment; NULL: it has but one. */
static const Node *several(const ChangeReader *r, const Node *n)
{
    bool assigns = n->kind == NODE_ASSIGN || n->kind == NODE_AUGMENTED;
    const Node *value = assigns && r->place.line == 0 ? code_value(n) : NULL;
    bool is_list = value && value->kind == NODE_TUPLE && value->kids > 1;
    return is_list && !is_bracketed(r->text, value) ? value : NULL;
}

static bool read_change_node(ChangeReader *r, const Node *n)
{
    if (r->place.line > 0)
        return read_changed_line(r, n);
    return n->kind == NODE_ASSIGN || n->kind == NODE_AUGMENTED ? read_assignment(r, n)
                                                               : fail_form(r, n);
}

/* A change for each of the values, which are read where they stand. */
static bool read_several(const ChangeReader *r, const Node *values)
{
    Change *c = r->out;
    Change *each = arena_many(r->a, (size_t)values->kids, Change);
    if (values->kids > CHANGE_VALUES)
        return err_set(r->err, change_loc(values), "%d values at once: at most %d", values->kids,
                       CHANGE_VALUES);
    for (int i = 0; i < values->kids; i++) {
        const Node *value = values->kid[i];
        const char *end = text_of(r, value);
        Buf text = {.arena = r->a};
        buf_add(&text, r->text, values->start);
        each[i].text = arena_format(r->a, "%s%s", buf_text(&text), end);
        each[i].shown = end;
        buf_fill(&text, ' ', (int)(value->start - values->start));
        buf_puts(&text, end);
        ChangeReader one = {
            .a = r->a, .run = r->run, .text = buf_text(&text), .out = &each[i], .err = r->err};
        const Node *n = read_statement(&one);
        if (!n || !read_change_node(&one, n))
            return false;
    }
    const char *text = c->text;
    *c = each[0];
    c->text = text;
    c->values = values->kids;
    c->each = each;
    return true;
}

bool change_parse(Arena *a, const Run *run, const char *text, Change *out, Err *err)
{
    *out = (Change){.text = arena_string(a, text), .values = 1};
    ChangeReader r = {.a = a, .run = run, .text = out->text, .out = out, .err = err};
    const Node *n = read_statement(&r), *values = n ? several(&r, n) : NULL;
    return values ? read_several(&r, values) : n && read_change_node(&r, n);
}

/* --- into the lesson ------------------------------------------------------------------------------ */

enum { MOST_EDITS = 4 };

/* The edits that a change makes of a lesson. */
typedef struct Plan {
    Arena a;
    const Lesson *lesson;
    const Change *change;
    Edit edit[MOST_EDITS];
    int edits;
    const char *remark; /* words for a reader in place of code that is added */
    Err *err;
} Plan;

static bool add_edit(Plan *p, const Edit *edit)
{
    p->edit[p->edits++] = *edit;
    return true;
}

/* Other code in the place of a part of the tree. */
static bool add_other(Plan *p, const Node *old, const char *code)
{
    enum { MOST_TOLD = 40 };
    size_t length = old->end - old->start;
    const char *was = arena_text(&p->a, p->lesson->source + old->start, length);
    bool is_short = length <= MOST_TOLD && !strchr(was, '\n');
    Edit edit = {.start = old->start, .end = old->end, .text = code, .remark = "what if"};
    if (is_short)
        edit.remark = arena_format(&p->a, "was: %s", was);
    if (strcmp(was, code) == 0)
        edit.remark = NULL;
    return add_edit(p, &edit);
}

static bool add_after(Plan *p, size_t end, const char *code, const char *remark)
{
    return add_edit(p, &(Edit){.start = end,
                               .end = end,
                               .text = arena_format(&p->a, "; %s", code),
                               .is_added = true,
                               .remark = remark});
}

static bool plan_after(Plan *p, const Node *function, const char *name)
{
    const Node *maker = function ? code_maker(p->lesson, function, name)
                                 : changed_maker(p->lesson, p->change);
    return maker && add_after(p, code_end(p->lesson, maker, name), p->change->code, p->remark);
}

/* The statement outside of all blocks that comes before this one, if both are such. */
static const Node *statement_before(const Lesson *lesson, const Node *n)
{
    const Node *before = NULL;
    for (int s = 0; s < lesson->stages; s++)
        for (int p = 0; p < lesson->stage[s].parts; p++) {
            const Part *part = &lesson->stage[s].part[p];
            for (int i = 0; part->kind == PART_CODE && i < part->program.count; i++) {
                if (part->program.statement[i].node == n)
                    return before;
                before = part->program.statement[i].node;
            }
        }
    return NULL;
}

/* On the line of a statement, unless there are directives, which are about the first on a line. */
static bool add_before(Plan *p, const Node *n, const char *code, const char *remark)
{
    const Node *before = n->statement->directives > 0 ? statement_before(p->lesson, n) : NULL;
    if (before && code_is_simple(before))
        return add_after(p, before->end, code, remark);
    return add_edit(p, &(Edit){.start = n->start,
                               .end = n->start,
                               .text = arena_format(&p->a, "%s; ", code),
                               .is_added = true,
                               .remark = remark});
}

static void find_first_simple(void *context, const Node *n, const Node *function)
{
    const Node **found = context;
    if (!*found && !function && code_is_simple(n))
        *found = n;
}

static bool plan_stage(Plan *p)
{
    const Change *c = p->change;
    const Node *call = code_maker(p->lesson, NULL, c->name), *first = NULL;
    const Node *function = call ? code_function(p->lesson, c->function, call->line) : NULL;
    if (!function || !plan_after(p, function, c->stage))
        return false;
    if (!c->is_guarded)
        return true;
    code_each(p->lesson, find_first_simple, &first);
    return add_after(p, first->end, arena_format(&p->a, "%s = False", guard), NULL) &&
           add_before(p, call, arena_format(&p->a, "%s = True", guard), NULL) &&
           add_after(p, call->end, arena_format(&p->a, "%s = False", guard), NULL);
}

/* Tells whether an object is called in a tree, or one of its methods that do more than set it up. */
static bool calls(const Node *n, const char *name)
{
    static const char *const set_up[] = {
        "load_state_dict",  "eval",  "train",      "to",   "requires_grad_", "parameters",
        "named_parameters", "float", "state_dict", "apply"};
    const Node *root = n->kind == NODE_CALL ? code_root(n->kid[0]) : NULL;
    bool is_call = root && strcmp(root->text, name) == 0;
    for (int i = 0; is_call && n->kid[0]->kind == NODE_ATTRIBUTE && i < COUNT(set_up); i++)
        is_call = strcmp(n->kid[0]->text, set_up[i]) != 0;
    for (int i = 0; !is_call && i < n->kids; i++)
        is_call = n->kid[i] && calls(n->kid[i], name);
    return is_call;
}

typedef struct Uses {
    const char *name;
    const Node *maker, *call;
} Uses;

static void find_call(void *context, const Node *n, const Node *function)
{
    Uses *u = context;
    if (!function && n->start > u->maker->start && code_is_simple(n) && !u->call &&
        calls(n, u->name))
        u->call = n;
}

/* Just before the object is called first; after it was made where it never is. */
static bool plan_attribute(Plan *p)
{
    Uses u = {p->change->name, code_maker(p->lesson, NULL, p->change->name), NULL};
    if (!u.maker)
        return false;
    code_each(p->lesson, find_call, &u);
    if (!u.call)
        return add_after(p, code_end(p->lesson, u.maker, u.name), p->change->code, p->remark);
    return add_before(p, u.call, p->change->code, p->remark);
}

static bool plan_right(Plan *p)
{
    const Node *maker = changed_maker(p->lesson, p->change);
    const Node *old = maker ? code_value(maker) : NULL;
    return old && add_other(p, old, p->change->code);
}

static bool plan_line(Plan *p)
{
    const Node *old = code_at(p->lesson, p->change->line);
    return old && add_other(p, old, p->change->code);
}

static bool plan_name(Plan *p)
{
    return plan_after(p, NULL, p->change->name);
}

static bool (*const planners[])(Plan *p) = {
    [CHANGE_RIGHT] = plan_right, [CHANGE_LINE] = plan_line,           [CHANGE_AFTER] = plan_name,
    [CHANGE_STAGE] = plan_stage, [CHANGE_ATTRIBUTE] = plan_attribute,
};

static Lesson *apply_change(const Lesson *lesson, const Change *c, Err *err)
{
    c = c->values > 1 ? &c->each[c->value] : c;
    Plan p = {.lesson = lesson, .change = c, .err = err};
    p.remark = arena_format(&p.a, "what if: %s", c->text);
    Lesson *made = NULL;
    if (planners[c->kind](&p))
        made = lesson_edit(lesson, p.edit, p.edits, err);
    else
        err_set(err, (Loc){the_change, 1, 1, (int)strlen(c->text)},
                "what this changes is gone: another change removed it");
    arena_release(&p.a);
    return made;
}

Lesson *lesson_changed(const Lesson *lesson, const Change *change, int changes, Err *err)
{
    Lesson *made = lesson_edit(lesson, NULL, 0, err);
    for (int i = 0; made && i < changes; i++) {
        Lesson *before = made;
        made = apply_change(before, &change[i], err);
        if (made)
            lesson_adopt(made, before);
        else
            lesson_free(before);
    }
    return made;
}
