/* Gradients: the steps of the tape gone back over, from the result to the leaves.
 *
 * PyTorch keeps a graph of nodes and runs, of those whose users are all done, the one made last. Steps
 * are recorded in the order in which they are made, so that going down the tape is the same order. A
 * contribution to a gradient is added to those that came before it, which are those of newer steps.
 *
 * The arithmetic on the way is recorded as steps, too. It reads the operands as they were in the forward
 * step; where their memory was written since, PyTorch refuses, and so does gradient_may_read. */
#include "core/gradient.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "core/half.h"
#include "core/rows.h"
#include "core/storage.h"
#include "core/tensor.h"
#include "core/walk.h"

/* A pass: the gradients so far. */
typedef struct Pass {
    Qkv *q;
    const QkvTensor **sum; /* by step: of its result, NULL for none                        */
    int steps;             /* how many places there are                                   */
    int waiting;           /* how many of them wait to be gone on from                    */
    const QkvTensor **leaf, **leaf_sum;
    int leaves, leaf_capacity;
    const QkvTensor **met; /* each operand that it came to, as it was then                  */
    int mets, met_capacity;
    int group;   /* of its steps; -1: they are not recorded                      */
    bool keeps;  /* the way can be gone again: nothing is spent                  */
    bool uses;   /* the step in hand has read a value that was there before      */
    int step;    /* the step in hand                                             */
    bool *leads; /* by step: whether a way leads from it to an input                */
    int inputs;  /* of these alone; 0: of all leaves                             */
    const QkvTensor *const *input;
    const QkvTensor **found;
} Pass;

/* Tensors are const to all but these lines. */
static QkvTensor *mutable(const QkvTensor *t)
{
    return (QkvTensor *)(uintptr_t)t;
}

/* --- what belongs to the way back ----------------------------------------------------------------- */

/* The first of its values says it, too: an old graph and the views of it ask that one. */
void qkv_want_grad(const QkvTensor *t, bool wants)
{
    mutable(t)->wants_grad = mutable(qkv_origin(t))->wants_grad = wants;
    mutable(t)->follows = mutable(qkv_origin(t))->follows = false;
}

bool qkv_wants_grad(const QkvTensor *t)
{
    if (t->base && !t->grad_fn && (t->follows || !t->wants_grad) && qkv_is_float(t->dtype))
        mutable(t)->wants_grad = mutable(t)->follows = storage_base(t)->wants_grad;
    return t->wants_grad;
}

bool qkv_inference(Qkv *q, bool on)
{
    bool was = q->infers;
    q->infers = on;
    return was;
}

bool qkv_gradients(Qkv *q, bool on)
{
    bool was = q && !q->no_gradients;
    if (q)
        q->no_gradients = !on || q->infers;
    return was;
}

bool qkv_has_gradients(const Qkv *q)
{
    return q && !q->no_gradients;
}

const QkvTensor *qkv_origin(const QkvTensor *t)
{
    return t->origin ? t->origin : t;
}

/* "matmul" -> "MatmulBackward0". NULL when memory ends. */
static const char *row_gradient_name(Qkv *q, const QkvCall *c)
{
    const QkvOp *op = c->op;
    char name[80];
    bool is_start = true;
    size_t n = 0;
    if (op->named || op->grad_fn)
        return op->named ? op->named(c) : op->grad_fn;
    for (const char *s = op->name; *s && n < sizeof name - 1; s++) {
        if (*s != '_')
            name[n++] = is_start ? (char)toupper((unsigned char)*s) : *s;
        is_start = *s == '_';
    }
    name[n] = '\0';
    Buf text = {.arena = qkv_arena(q)};
    buf_printf(&text, "%sBackward0", name);
    return text_of(&text);
}

void gradient_view(QkvTensor *to, const QkvTensor *from)
{
    to->base = from->base;
    to->made = from->made;
    to->nth = from->nth;
    to->is_data = from->is_data;
    to->is_inference = from->is_inference;
    to->is_invalid = from->is_invalid;
}

void gradient_moves(const QkvTensor *to, const QkvTensor *from)
{
    mutable(to)->keeps_grad = from->keeps_grad;
    mutable(to)->grad = from->grad;
    mutable(from)->keeps_grad = false;
}

void gradient_inherit(QkvTensor *to, const QkvTensor *from)
{
    to->wants_grad = from->wants_grad;
    to->follows = from->follows;
    to->grad_fn = from->grad_fn;
    to->keeps_grad = from->keeps_grad;
    to->is_watched = from->is_watched;
    to->origin = qkv_origin(from);
    gradient_view(to, from);
}

/* A reading of a view. Where its memory was written and counted, the way back leads through what it is a view of; if
 * it may. */
static void mark_read(QkvTensor *out, const QkvTensor *old, const QkvTensor *owner)
{
    bool wants = qkv_wants_grad(old), is_counted = old->counted != out->storage->counted;
    gradient_view(out, old);
    if (!out->wants_grad || !(is_counted || old->grad_fn)) {
        gradient_inherit(out, old);
        out->wants_grad = wants;
        return;
    }
    gradient_moves(out, qkv_origin(old));
    out->is_invalid = old->is_invalid || (is_counted && old->made != QKV_MADE_ALONE);
    if (!is_counted || out->is_invalid)
        out->grad_fn = old->grad_fn;
    else if (!out->base) /* shape changed in place */
        out->grad_fn = owner->grad_fn;
}

void gradient_mark(Qkv *q, const QkvCall *c)
{
    QkvTensor *out = c->out;
    const QkvTensor *old = c->params.data;
    if (c->op == &op_read && old->is_apart) {
        gradient_inherit(out, old);
        out->is_apart = true;
        return;
    }
    if (c->op == &op_write && q->no_gradients) {
        gradient_inherit(out, c->in[0]);
        return;
    }
    bool wants = false;
    for (int i = 0; i < c->count; i++)
        wants = qkv_wants_grad(c->in[i]) || wants;
    bool has_way = wants && qkv_is_float(out->dtype) && q->recording &&
                   (!q->no_gradients || c->op == &op_read);
    out->wants_grad = has_way || (out->base && qkv_wants_grad(out));
    if (has_way)
        out->grad_fn = row_gradient_name(q, c);
    if (c->op == &op_read)
        mark_read(out, old, c->in[0]);
}

const QkvTensor *qkv_grad_fn(const QkvTensor *t, const QkvTensor *operand, const char *name)
{
    return t == operand ? t : gradient_named(t, name);
}

bool qkv_infers(const Qkv *q)
{
    return q && q->infers;
}

const QkvTensor *qkv_of_several(const QkvTensor *t, const QkvTensor *operand, int64_t nth,
                                const char *name)
{
    if (t && t != operand) {
        mutable(t)->nth = (int)nth;
        if (t->made == QKV_MADE_ALONE)
            mutable(t)->made = QKV_MADE_WITH_OTHERS;
    }
    return qkv_grad_fn(t, operand, name);
}

const QkvTensor *gradient_named(const QkvTensor *t, const char *name)
{
    if (t && t->grad_fn)
        mutable(t)->grad_fn = name;
    return t;
}

/* Marks what a whole group made as no view: those on the way to it are nobody's. */
void qkv_no_view(const QkvTensor *t)
{
    mutable(t)->base = NULL;
    mutable(t)->made = QKV_MADE_ALONE;
}

bool gradient_may_keep(Qkv *q, const QkvOp *op, int count, const QkvTensor *const in[])
{
    bool wants = false, is_inference = false;
    if (q->no_gradients || op->how == QKV_HOW_COPY || op == &op_add || op == &op_sub)
        return true;
    for (int i = 0; i < count; i++) {
        wants = wants || (in[i] && qkv_wants_grad(in[i]));
        is_inference = is_inference || (in[i] && in[i]->is_inference);
    }
    if (!wants || !is_inference)
        return true;
    context_say(q, "Inference tensors cannot be saved for backward. Please do not use Tensors "
                   "created in inference mode in computation tracked by autograd. To work around "
                   "this, you can make a clone to get a normal tensor and use it in autograd, or "
                   "use `torch.no_grad()` instead of `torch.inference_mode()`.");
    return qkv_fail(q, "what was made in inference mode cannot be kept for the way back: use a "
                       ".clone() of it");
}

const QkvTensor *gradient_whole(Qkv *q, const QkvTensor *out, const QkvOp *op, int count,
                                const QkvTensor *const in[], const QkvParams *params)
{
    bool wants = false;
    if (out)
        qkv_no_view(out);
    for (int i = 0; out && i < count; i++)
        wants = wants || (in[i] && qkv_wants_grad(in[i]));
    if (!wants || !q->recording || q->no_gradients || !qkv_is_float(out->dtype))
        return out;
    if (!gradient_may_keep(q, op, count, in))
        return NULL;
    QkvCall *c = arena_new(qkv_arena(q), QkvCall);
    const QkvTensor **kept = arena_many(qkv_arena(q), (size_t)count, const QkvTensor *);
    if (!c || !kept)
        return NULL;
    memcpy(kept, in, (size_t)count * sizeof *in);
    *c = (QkvCall){.op = op, .count = count, .in = kept, .out = mutable(out)};
    if (params)
        c->params = *params;
    q->tape.step[out->step].whole = c;
    mutable(out)->wants_grad = true;
    mutable(out)->grad_fn = row_gradient_name(q, c);
    return out;
}

const QkvTensor *gradient_alias(Qkv *q, const QkvTensor *t, const QkvTensor *like)
{
    QkvTensor *alias = arena_new(qkv_arena(q), QkvTensor);
    if (!alias)
        return NULL;
    *alias = *t;
    alias->turned = NULL;
    alias->is_apart = true;
    alias->grad = alias->slope = NULL;
    gradient_inherit(alias, like);
    return alias;
}

const QkvTensor *qkv_parameter(Qkv *q, const QkvTensor *t, bool wants)
{
    static const QkvTensor none;
    const QkvTensor *now = qkv_now(q, t), *alias = now ? gradient_alias(q, now, &none) : NULL;
    if (alias) {
        mutable(alias)->origin = NULL;
        mutable(alias)->wants_grad = wants;
        mutable(alias)->is_inference = q->infers && now->is_inference;
    }
    return alias;
}

const QkvTensor *qkv_detach(Qkv *q, const QkvTensor *t)
{
    const QkvTensor *alias = qkv_parameter(q, t, false);
    if (alias)
        mutable(alias)->is_data = t->is_data;
    return alias;
}

const QkvTensor *qkv_data(Qkv *q, const QkvTensor *t)
{
    const QkvTensor *alias = qkv_parameter(q, t, false);
    if (alias)
        mutable(alias)->is_data = true;
    return alias;
}

const QkvTensor *qkv_replace(Qkv *q, const QkvTensor *t, const QkvTensor *old)
{
    const QkvTensor *now = qkv_now(q, t);
    return now ? gradient_alias(q, now, old) : NULL;
}

void qkv_set_grad(const QkvTensor *t, const QkvTensor *grad)
{
    mutable(qkv_origin(t))->grad = grad;
}

void qkv_keep_grad(const QkvTensor *t)
{
    mutable(qkv_origin(t))->keeps_grad = true;
}

static bool is_leaf(const QkvTensor *t)
{
    return t->wants_grad && !t->grad_fn;
}

/* PyTorch's words for a view through which no way back leads once its memory is written: `later`, it was. */
static void say_made(Qkv *q, const QkvTensor *t, const char *name, int nth, bool later)
{
    static const char several[] =
        "This view is the output of a function that returns multiple views. Such functions do not "
        "allow the output views to be modified inplace. You should replace the inplace operation "
        "by an out-of-place one.";
    bool is_inference = t->made == QKV_MADE_IN_INFERENCE,
         is_several = t->made == QKV_MADE_WITH_OTHERS;
    const char *mode = is_inference ? "inference" : "no_grad",
               *end = name ? strstr(name, "Backward") : NULL;
    const char *changed = later ? "its base or another view of its base has been" : "is being";
    char from[120] = "A view was created in", given[400];
    if (name)
        snprintf(from, sizeof from, "Output %d of %.*s is a view%s", nth,
                 (int)(end ? end - name : 0), name,
                 is_several ? "" : " of a view which was created in");
    snprintf(given, sizeof given,
             "Given that this use case is ambiguous and error-prone, it is forbidden. You can "
             "clarify your code by moving both the view and the inplace either both inside the "
             "%s block (if you don't want the inplace to be tracked) or both outside (if you want "
             "the inplace to be tracked).",
             is_inference ? "inference_mode" : "no_grad");
    if (is_several && name)
        context_say(q, "%s and %s modified inplace. %s", from, changed, several);
    else
        context_say(q, "%s %s mode and %s modified inplace %s. %s", from, mode, changed,
                    is_inference ? "in normal mode" : "with grad mode enabled",
                    is_several ? several : given);
}

bool qkv_has_way(Qkv *q, const QkvTensor *t)
{
    if (!t->is_invalid || q->no_gradients)
        return true;
    say_made(q, t, t->grad_fn, t->nth, true);
    return qkv_fail(q,
                    "this view was made %s, and its memory was written since: no way back leads "
                    "through it",
                    t->made == QKV_MADE_WITH_OTHERS ? "together with others"
                                                    : "while no gradients were kept");
}

static bool fail_made(Qkv *q, const QkvTensor *t, const char *part)
{
    say_made(q, t, t->grad_fn && part ? part : t->grad_fn, part ? 0 : t->nth, false);
    return qkv_fail(q,
                    "this view was made %s, and cannot be written where gradients are kept: "
                    "compute a new tensor instead",
                    t->made == QKV_MADE_WITH_OTHERS ? "together with others, by one call"
                                                    : "while no gradients were kept");
}

/* As PyTorch does, once it is written. */
bool gradient_wrote(Qkv *q, const QkvTensor *t)
{
    if (!t->is_inference || q->infers)
        return true;
    context_say(q,
                "Inplace update to inference tensor outside InferenceMode is not allowed.You can "
                "make a clone to get a normal tensor before doing inplace update.See "
                "https://github.com/pytorch/rfcs/pull/17 for more details.");
    return qkv_fail(q,
                    "this was made in inference mode, and cannot be written outside of it: write "
                    "a .clone()");
}

/* Refuses what is apart: it has the memory of another tensor, whose newest value carries the way back. */
static bool refuse_apart(Qkv *q)
{
    return qkv_lack(q, "what wants a gradient is not written to a detached tensor here, nor to one "
                       "whose .data was replaced: compute a new tensor instead");
}

/* PyTorch's check_inplace. */
bool gradient_may_write(Qkv *q, const QkvTensor *t, const char *part, const QkvTensor *value)
{
    bool wants = qkv_wants_grad(t), is_view = t->base || part;
    if (q->no_gradients || !(wants || (value && qkv_wants_grad(value))))
        return true;
    if (t->base && t->made != QKV_MADE_ALONE)
        return fail_made(q, t, part);
    is_view = is_view && wants && !(t->base ? storage_base(t) : t)->grad_fn;
    if (!is_leaf(t) && !is_view)
        return !t->is_apart || refuse_apart(q);
    context_say(q, "a %sleaf Variable that requires grad is being used in an in-place operation.",
                is_view ? "view of a " : "");
    return qkv_fail(q,
                    "this is %sa leaf that requires grad: it can be written under "
                    "torch.no_grad() alone",
                    is_view ? "part of " : "");
}

/* A type as errors about gradients call it. */
static const char *class_of(QkvDType dtype)
{
    return dtype == QKV_BOOL ? "CPUBoolType" : type_class(dtype);
}

/* ", which is output 0 of Add,": how the tensor was made that t is an older value of. */
static const char *older_maker(Qkv *q, const QkvTensor *t)
{
    bool is_own = q->tape.step[q->pass->step].call.out == t; /* made by the step in hand */
    const char *name = is_own ? t->grad_fn : t->owns ? t->storage->now->grad_fn : op_read.grad_fn;
    Buf text = {.arena = qkv_arena(q)};
    if (!t->grad_fn || !name)
        return "";
    const char *end = strstr(name, "Backward");
    buf_printf(&text, ", which is output 0 of %s%.*s,",
               end ? "" : "torch::autograd::", (int)(end ? (size_t)(end - name) : strlen(name)),
               name);
    return buf_text(&text);
}

void gradient_over(Qkv *q, const QkvTensor *t, const QkvTensor *result)
{
    int group = q->recording ? qkv_tape_group(&q->tape, result) : -1;
    mutable(t)->over = group >= 0 ? q->tape.group[group].first : result->step;
    mutable(t)->overs = group >= 0 ? q->tape.group[group].count : 1;
}

/* In place PyTorch keeps what was there, for the operation alone, unless it has it as another operand, too. */
static bool was_over(const Pass *p, const QkvTensor *t)
{
    const QkvStep *step = &p->q->tape.step[p->step];
    const QkvCall *c = step->whole ? step->whole : &step->call;
    int times = 0;
    for (int i = 0; i < c->count; i++)
        times += c->in[i] == t;
    return times == 1 && p->step >= t->over && p->step < t->over + t->overs;
}

bool gradient_may_read(Qkv *q, int count, const QkvTensor *const in[])
{
    for (int i = 0; i < count; i++) {
        const QkvTensor *t = in[i];
        q->pass->uses = q->pass->uses || (t->step >= 0 && t->step < q->pass->steps) || t->is_number;
        if (!t->storage || t->version == t->storage->version || was_over(q->pass, t))
            continue;
        context_say(q,
                    "one of the variables needed for gradient computation has been modified by an "
                    "inplace operation: [%s %s]%s is at version %d; expected version %d instead. "
                    "Hint: enable anomaly detection to find the operation that failed to compute "
                    "its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False).",
                    class_of(t->dtype), SIZES_LIST(t), older_maker(q, t), t->storage->version,
                    t->version);
        return qkv_fail(q,
                        "backward: a tensor of shape %s that the gradient is computed with was "
                        "written after it was used",
                        SIZES(t));
    }
    return true;
}

/* --- a pass ------------------------------------------------------------------------------------------ */

/* The gradient `h` of a broadcast operand summed over the axes along which it was repeated: all at once. */
static const QkvTensor *sum_to(Qkv *q, const QkvTensor *h, const QkvTensor *in)
{
    int64_t axes[QKV_MAX_RANK];
    int count = 0, more = h->rank - in->rank;
    bool keeps = false;
    for (int d = 0; d < h->rank; d++) {
        bool is_new = d < more;
        if (!is_new && (in->size[d - more] != 1 || h->size[d] == 1))
            continue;
        axes[count++] = d;
        keeps = keeps || !is_new;
    }
    if (count > 0)
        h = qkv_sum(q, h, count, axes, keeps);
    return h && !qkv_tensor_same_shape(h, in) ? qkv_reshape(q, h, in->rank, in->size) : h;
}

/* The gradient `h` of an operand in its shape, and then of its type. */
static const QkvTensor *as_operand(Qkv *q, const QkvTensor *h, const QkvTensor *in)
{
    h = qkv_tensor_same_shape(h, in) ? h : sum_to(q, h, in);
    return h && h->dtype != in->dtype ? qkv_to(q, h, in->dtype) : h;
}

static int leaf_at(const Pass *p, const QkvTensor *t)
{
    for (int i = 0; i < p->leaves; i++)
        if (p->leaf[i] == t)
            return i;
    return -1;
}

static bool add_leaf(Pass *p, const QkvTensor *t, const QkvTensor *h)
{
    enum { FIRST = 16 };
    Arena *a = qkv_arena(p->q);
    if (p->leaves == p->leaf_capacity) {
        int more = p->leaf_capacity ? 2 * p->leaf_capacity : FIRST;
        p->leaf = arena_grow(a, p->leaf, (size_t)p->leaves, (size_t)more, sizeof(QkvTensor *));
        p->leaf_sum = arena_grow(a, p->leaf_sum, (size_t)p->leaves, (size_t)more,
                                 sizeof(QkvTensor *));
        p->leaf_capacity = more;
    }
    if (!p->leaf || !p->leaf_sum)
        return false;
    p->leaf[p->leaves] = t;
    p->leaf_sum[p->leaves++] = h;
    return true;
}

static bool meet(Pass *p, const QkvTensor *in)
{
    enum { FIRST = 32 };
    if (p->mets == p->met_capacity) {
        int more = p->met_capacity ? 2 * p->met_capacity : FIRST;
        p->met = arena_grow(qkv_arena(p->q), p->met, (size_t)p->mets, (size_t)more,
                            sizeof(QkvTensor *));
        p->met_capacity = more;
    }
    if (p->met)
        p->met[p->mets++] = in;
    return p->met != NULL;
}

/* Remembers by which way a gradient came, the step in hand; one that was there before, or came by another way, has its
 * own name. */
static void tell_way(const Pass *p, const QkvTensor *h, int in, bool is_sum)
{
    QkvStep *step = h && h->step >= p->steps ? &p->q->tape.step[h->step] : NULL;
    if (!step || step->way > 0 || in < 0 || in > UCHAR_MAX)
        return;
    step->way = p->step + 1;
    step->way_in = (unsigned char)in;
    step->is_way_sum = is_sum;
}

/* Adds a contribution to the gradient of a tensor, operand `k` of the step in hand; -1: the pass begins with it. */
static bool flow(Pass *p, const QkvTensor *in, int k, const QkvTensor *h)
{
    const QkvTensor *t = qkv_origin(in), **sum = NULL;
    if (!meet(p, in))
        return false;
    tell_way(p, h, k, false);
    if (in->grad_fn) {
        sum = &p->sum[t->step];
        p->waiting += !*sum;
    } else {
        int i = leaf_at(p, t);
        if (i < 0)
            return add_leaf(p, t, h);
        sum = &p->leaf_sum[i];
    }
    if (*sum) {
        *sum = qkv_add(p->q, *sum, h);
        tell_way(p, *sum, k, true);
    } else {
        *sum = h;
    }
    return *sum != NULL;
}

/* Tells whether a gradient has the name of this tensor, or none: one gradient can be that of several tensors. */
static bool names(Qkv *q, const QkvTensor *t, const QkvTensor *g)
{
    const char *own = q->tape.step[g->step].name;
    const char *name = t->step >= 0 ? q->tape.step[t->step].name : NULL;
    return !own || (name && strncmp(own, name, strlen(name)) == 0 &&
                    strcmp(own + strlen(name), ".grad") == 0);
}

/* Calls and labels a gradient by the tensor that it is of, the first of several. */
static void dress(Pass *p, const QkvTensor *t, const QkvTensor *g)
{
    Qkv *q = p->q;
    const char *name = t->step >= 0 ? q->tape.step[t->step].name : NULL;
    if (g->step < p->steps || q->tape.step[g->step].name)
        return;
    if (name) {
        Buf text = {.arena = qkv_arena(q)};
        buf_printf(&text, "%s.grad", name);
        q->tape.step[g->step].name = text_of(&text);
    }
    if (t->axis)
        memcpy(g->axis, t->axis, (size_t)t->rank * sizeof *t->axis);
}

/* The gradient of this pass added to those of earlier ones: in place for a leaf, so that who holds its `.grad` has
 * the sum. */
static const QkvTensor *accumulate(Qkv *q, const QkvTensor *t, const QkvTensor *g)
{
    const QkvTensor *sum = qkv_add(q, t->grad, g);
    if (!sum || !is_leaf(t))
        return sum;
    return storage_become(q, t->grad, mutable(sum)) ? qkv_now(q, t->grad) : NULL;
}

/* Adds the gradient of this pass to `.grad`, which is a tensor of its own and may have been written since the
 * last pass. */
static bool keep_gradient(Pass *p, const QkvTensor *t, const QkvTensor *g)
{
    Qkv *q = p->q;
    q->pass = NULL;
    if (t->grad)
        g = accumulate(q, t, g);
    else if (qkv_tensor_is_contiguous(t) && !qkv_tensor_is_contiguous(g))
        g = qkv_contiguous(q, g);
    else if (g->step < p->steps || !names(q, t, g))
        g = qkv_clone(q, g);
    q->pass = p;
    if (!g)
        return false;
    dress(p, t, g);
    mutable(t)->grad = g;
    return true;
}

/* Hands a finished gradient to hooks, to the inputs asked for and to `.grad`. Returns the one to go on with. */
static const QkvTensor *arrived(Pass *p, const QkvTensor *t, const QkvTensor *g)
{
    const QkvTensor *o = qkv_origin(t);
    if (o->follows && !o->grad_fn)
        return g;
    p->q->pass = NULL;
    g = qkv_now(p->q, g); /* hooks told of a gradient can write to it */
    if (g && o->is_watched && p->q->seen) {
        g = p->q->seen(p->q->seen_data, o, g);
        g = g ? qkv_now(p->q, g) : NULL;
    }
    p->q->pass = p;
    if (!g)
        return NULL;
    dress(p, o, g);
    if (!is_leaf(o)) {
        mutable(o)->slope = g;
        mutable(o)->pass = p->group;
    }
    for (int i = 0; i < p->inputs; i++)
        if (qkv_origin(p->input[i]) == o)
            p->found[i] = g;
    if (((p->inputs == 0 && is_leaf(o)) || (!is_leaf(o) && o->keeps_grad)) &&
        !keep_gradient(p, o, g))
        return NULL;
    return g;
}

static bool fail_spent(Qkv *q)
{
    context_say(q, "Trying to backward through the graph a second time (or directly access saved "
                   "tensors after they have already been freed). Saved intermediate values of the "
                   "graph are freed when you call .backward() or autograd.grad(). Specify "
                   "retain_graph=True if you need to backward through the graph a second time or "
                   "if you need to access saved tensors after calling backward.");
    return qkv_fail(q, "backward: the way back was gone before, and its values are given up: say "
                       "retain_graph=True the first time");
}

/* The contribution of a step to the gradient of one of its operands. */
static const QkvTensor *contribution(Pass *p, const QkvCall *c, int i, const QkvTensor *g)
{
    const QkvTensor *in = c->in[i], *h;
    const char *rule = i < QKV_RULES ? c->op->rule[i] : NULL;
    bool is_known = c->op->back || rule;
    if (!is_known || (c->out->grad_fn && strcmp(c->out->grad_fn, NO_GRADIENT) == 0))
        return gradient_unknown(p->q, c);
    p->uses = false;
    const QkvCall *wide = half_back(p->q, c);
    if (!wide)
        return NULL;
    if (wide != c) {
        c = wide;
        g = half_widened(p->q, g);
    }
    h = c->op->back ? c->op->back(p->q, c, i, g) : back_text(p->q, c, rule, g);
    return h ? as_operand(p->q, h, in) : NULL;
}

/* --- a way that the caller computes: each of its results is a step with it as `whole` ----------------- */

typedef struct OwnWay {
    QkvWay way;
    int outs;
    const QkvTensor **out;
} OwnWay;

static const QkvOp op_own_way = {.name = "own_way"};

/* Tells whether out[i] alone is what a step made since then, which so can have another way back. */
static bool has_step(Qkv *q, int since, int i, const QkvTensor *const out[])
{
    bool is_taken = out[i]->step < since || q->tape.step[out[i]->step].call.out != out[i];
    for (int k = 0; k < i; k++)
        is_taken = is_taken || out[k]->step == out[i]->step;
    return !is_taken;
}

bool qkv_lead_back(Qkv *q, const QkvWay *way, int outs, const QkvTensor *out[], int ins,
                   const QkvTensor *const in[])
{
    Arena *a = qkv_arena(q);
    bool wants = false;
    OwnWay *own = arena_new(a, OwnWay);
    const QkvTensor **to = arena_many(a, (size_t)ins + 1, const QkvTensor *);
    const QkvTensor **from = arena_many(a, (size_t)outs + 1, const QkvTensor *);
    if (!own || !to || !from)
        return false;
    for (int i = 0; i < ins; i++) {
        to[i] = qkv_now(q, in[i]);
        wants = wants || (to[i] && to[i]->wants_grad);
    }
    *own = (OwnWay){*way, outs, from};
    bool was = qkv_gradients(q, false);
    for (int i = 0; i < outs && !q->err.set; i++) {
        out[i] = from[i] = qkv_now(q, out[i]);
        if (out[i] && q->recording && !has_step(q, way->since, i, out))
            out[i] = from[i] = qkv_reshape(q, out[i], out[i]->rank, out[i]->size);
    }
    qkv_gradients(q, was);
    for (int i = 0; i < outs && was && wants && q->recording && !q->err.set; i++) {
        QkvCall *c = arena_new(a, QkvCall);
        if (!c)
            return false;
        *c = (QkvCall){.op = &op_own_way, .count = ins, .in = to, .out = mutable(out[i])};
        c->params.data = own;
        q->tape.step[out[i]->step].whole = c;
        mutable(out[i])->wants_grad = true;
        mutable(out[i])->grad_fn = way->name;
    }
    return !q->err.set;
}

/* The gradient of an operand as its own way gave it: of its type and shape. */
static const QkvTensor *fitted(Pass *p, const OwnWay *own, int i, const QkvTensor *h,
                               const QkvTensor *in)
{
    bool fits = h->rank >= in->rank;
    for (int d = 0; fits && d < in->rank; d++) {
        int64_t size = h->size[h->rank - in->rank + d];
        fits = in->size[d] == 1 || in->size[d] == size;
    }
    if (!fits) {
        context_say(p->q,
                    "Function %s returned an invalid gradient at index %d - got %s but expected "
                    "shape compatible with %s",
                    own->way.name, i, SIZES_LIST(h), SIZES_LIST(in));
        qkv_fail(p->q, "backward: %s gives a gradient of shape %s for an operand of shape %s",
                 own->way.name, SIZES(h), SIZES(in));
        return NULL;
    }
    return as_operand(p->q, h, in);
}

/* Tells whether a way leads through t to one of the inputs, where there are some; then through no other. */
static bool is_asked(const Pass *p, const QkvTensor *t)
{
    const QkvTensor *o = qkv_origin(t);
    for (int i = 0; i < p->inputs; i++)
        if (qkv_origin(p->input[i]) == o)
            return true;
    return p->inputs == 0 || (t->grad_fn && p->leads && p->leads[o->step]);
}

/* Finds the steps from which a way leads to one of the inputs. */
static void find_ways(Pass *p)
{
    for (int s = 0; p->leads && s < p->steps; s++) {
        const QkvStep *step = &p->q->tape.step[s];
        const QkvCall *c = step->whole ? step->whole : &step->call;
        for (int i = 0; i < c->count && !p->leads[s]; i++)
            p->leads[s] = c->in[i] && c->in[i]->wants_grad && is_asked(p, c->in[i]);
    }
}

/* Goes an own way once all its results have their gradients: at the last of them that one led to. */
static bool back_own_way(Pass *p, const QkvCall *c, int s, const QkvTensor *g)
{
    Qkv *q = p->q;
    const OwnWay *own = c->params.data;
    const QkvTensor **given = arena_many(qkv_arena(q), (size_t)own->outs + 1, const QkvTensor *);
    const QkvTensor **found = arena_many(qkv_arena(q), (size_t)c->count + 1, const QkvTensor *);
    if (!given || !found)
        return false;
    p->sum[s] = g;
    for (int i = 0; i < own->outs; i++) {
        given[i] = p->sum[own->out[i]->step];
        if (given[i] && own->out[i]->step < s)
            return true;
    }
    if (q->tape.step[s].is_spent)
        return fail_spent(q);
    if (!gradient_may_read(q, own->way.saves, own->way.saved))
        return false;
    q->pass = NULL;
    bool ok = own->way.back(own->way.data, given, found);
    q->pass = p;
    for (int i = 0; ok && i < c->count; i++) {
        if (!found[i] || !c->in[i]->wants_grad || !is_asked(p, c->in[i]))
            continue;
        const QkvTensor *now = qkv_now(q, found[i]);
        const QkvTensor *h = now ? fitted(p, own, i, now, c->in[i]) : NULL;
        ok = h && flow(p, c->in[i], i, h);
    }
    q->tape.step[s].is_spent = own->way.saves > 0 && !p->keeps;
    return ok;
}

/* Goes back through a step. The tape grows meanwhile, and may move. */
static bool back_through(Pass *p, int s)
{
    const QkvCall *whole = p->q->tape.step[s].whole;
    QkvCall c = whole ? *whole : p->q->tape.step[s].call;
    bool uses = false;
    p->step = s;
    if (p->q->tape.step[s].is_spent && c.count == 0) /* made of what is cut off the tape */
        return fail_spent(p->q);
    const QkvTensor *g = arrived(p, c.out, p->sum[s]);
    if (g && c.op == &op_own_way)
        return back_own_way(p, &c, s, g);
    for (int i = 0; g && i < c.count; i++) {
        if (!c.in[i] || !c.in[i]->wants_grad || !is_asked(p, c.in[i]))
            continue;
        if (p->q->tape.step[s].is_spent)
            return fail_spent(p->q);
        const QkvTensor *h = contribution(p, &c, i, g);
        if (p->q->err.set || (h && !flow(p, c.in[i], i, h)))
            return false;
        uses = uses || p->uses;
    }
    p->q->tape.step[s].is_spent = uses && !p->keeps;
    return g != NULL;
}

static bool go_back(Pass *p)
{
    for (int s = p->steps - 1; s >= 0 && p->waiting > 0; s--) {
        if (!p->sum[s])
            continue;
        p->waiting--;
        if (!back_through(p, s))
            return false;
    }
    for (int i = 0; i < p->leaves; i++) {
        bool is_first = !p->leaf[i]->grad;
        const QkvTensor *g = arrived(p, p->leaf[i], p->leaf_sum[i]);
        if (!g)
            return false;
        p->leaf_sum[i] = is_first && p->leaf[i]->grad ? p->leaf[i]->grad : g;
    }
    return true;
}

/* Tells each value that was come to what its gradient is: a leaf may have had others in earlier passes. */
static void tell_met(Pass *p)
{
    for (int i = 0; i < p->mets && p->group >= 0; i++) {
        const QkvTensor *o = qkv_origin(p->met[i]);
        int leaf = leaf_at(p, o);
        mutable(p->met[i])->slope = leaf >= 0 ? p->leaf_sum[leaf] : o->slope;
        mutable(p->met[i])->pass = p->group;
    }
}

/* --- from where -------------------------------------------------------------------------------------- */

static bool fail_no_way(Qkv *q, int i)
{
    context_say(q, "element %d of tensors does not require grad and does not have a grad_fn", i);
    return qkv_fail(q, "backward: nothing that this was computed from wants a gradient: "
                       "requires_grad=True where it is made says that it does");
}

/* The gradient that a pass begins with. */
static const QkvTensor *first_gradient(Qkv *q, const QkvTensor *t, const QkvTensor *given)
{
    if (given && !qkv_tensor_same_shape(given, t)) {
        context_say(q,
                    "Mismatch in shape: grad_output[0] has a shape of torch.Size(%s) and output[0] "
                    "has a shape of torch.Size(%s).",
                    SIZES(given), SIZES(t));
        qkv_fail(q, "backward: the gradient has the sizes %s, and the result %s", SIZES(given),
                 SIZES(t));
        return NULL;
    }
    if (given)
        return given->dtype == t->dtype ? given : qkv_to(q, given, t->dtype);
    if (t->count != 1) {
        context_say(q, "grad can be implicitly created only for scalar outputs");
        qkv_fail(q,
                 "backward: begins at a single number, as a loss is, but this is %s: use .sum() "
                 "or .mean(), or say which gradient it begins with",
                 SIZES(t));
        return NULL;
    }
    return qkv_full_like(q, t, t->dtype, 1);
}

/* Puts in what the pass begins with, once there is room for the steps. */
static bool begin_pass(Pass *p, int count, const QkvTensor *const t[],
                       const QkvTensor *const given[])
{
    for (int i = 0; i < count; i++) {
        const QkvTensor *from = qkv_now(p->q, t[i]);
        if (!from || !qkv_has_way(p->q, from))
            return false;
        if (!qkv_wants_grad(from) || (from->follows && !from->grad_fn))
            return fail_no_way(p->q, i);
        const QkvTensor *g = first_gradient(p->q, from, given ? given[i] : NULL);
        if (!g || !flow(p, from, -1, g))
            return false;
    }
    if (p->group >= 0 && count == 1)
        p->q->tape.group[p->group].from = qkv_now(p->q, t[0]);
    p->q->pass = p;
    return true;
}

bool qkv_gradients_of(Qkv *q, int count, const QkvTensor *const t[],
                      const QkvTensor *const gradient[], bool again, int inputs,
                      const QkvTensor *const input[], const QkvTensor **found)
{
    if (!q || q->err.set)
        return false;
    Arena scratch = {0};
    Pass p = {.q = q,
              .steps = q->tape.count,
              .keeps = again,
              .inputs = inputs,
              .input = input,
              .found = found};
    p.sum = arena_array(&scratch, (size_t)p.steps + 1, sizeof *p.sum);
    p.leads = inputs > 0 ? arena_many(&scratch, (size_t)p.steps + 1, bool) : NULL;
    find_ways(&p);
    bool was = qkv_gradients(q, false), ok = false;
    q->passes++;
    qkv_enter(q, "backward");
    p.group = q->unrecorded > 0 ? -1 : qkv_group(q);
    if (p.sum)
        ok = begin_pass(&p, count, t, gradient) && go_back(&p);
    if (ok)
        tell_met(&p);
    q->pass = NULL;
    q->passes--;
    qkv_leave(q);
    qkv_gradients(q, was);
    arena_release(&scratch);
    return ok;
}

bool qkv_backward(Qkv *q, const QkvTensor *t, const QkvTensor *gradient, bool again)
{
    return t && qkv_gradients_of(q, 1, &t, &gradient, again, 0, NULL, NULL);
}

void qkv_watch(const QkvTensor *t)
{
    mutable(qkv_origin(t))->is_watched = true;
}

void qkv_watch_gradients(Qkv *q,
                         const QkvTensor *(*seen)(void *data, const QkvTensor *t,
                                                  const QkvTensor *gradient),
                         void *data)
{
    q->seen = seen;
    q->seen_data = data;
}
