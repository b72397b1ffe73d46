/* Bounds on what a run may spend: work, time, memory, and the stack of C. */
#include "base/clock.h"
#include "python/heap.h"

bool eval_overspend(Eval *e, int64_t amount)
{
    if (e->err->set) /* a method that a comparison called failed */
        return false;
    budget_spend(&e->budget, amount);
    if (e->budget.refused)
        return eval_refuse_name(e, "%s", e->budget.refused);
    if (e->budget.left < 0)
        return eval_refuse_name(
            e,
            "the lesson computes too much, or without end: more than %d values made or "
            "compared",
            LIMIT_EVALUATIONS);
    if (e->arena->used > LIMIT_MEMORY - e->beside)
        return eval_refuse_name(e, "the lesson needs too much memory: more than %d MiB%s",
                                LIMIT_MEMORY >> 20, eval_sizes(e));
    return true;
}

#define NUMERAL_(x) #x
#define NUMERAL(x) NUMERAL_(x)

/* Words for what is wrong when there is no time left, or NULL. What the processor spent cannot be more than what
 * has passed, and that is quickly read. */
static const char *too_late(Eval *e)
{
    double now = clock_seconds();
    e->unlooked = 0;
    if (now < e->look)
        return NULL;
    double left = LIMIT_SECONDS - (clock_used() - e->began);
    e->look = now + left;
    return left > 0 ? NULL
                    : "the lesson takes too long: more than " NUMERAL(LIMIT_SECONDS) " seconds";
}

bool eval_is_in_time(Eval *e)
{
    const char *why = too_late(e);
    return !why || eval_refuse_name(e, "%s", why);
}

/* For an operation that is not done yet. Its error cannot be caught, either. */
static const char *too_late_within(void *data)
{
    Eval *e = data;
    const char *why = too_late(e);
    e->is_final = e->is_final || why;
    return why;
}

void eval_beside(Eval *e, double seconds, size_t bytes)
{
    e->began -= seconds;
    e->look = 0;
    e->beside = bytes < LIMIT_MEMORY ? bytes : LIMIT_MEMORY;
    e->budget.memory = e->beside < LIMIT_MEMORY ? LIMIT_MEMORY - e->beside : 1;
}

void eval_hurry(Eval *e)
{
    qkv_ask(e->q, too_late_within, e);
}

void eval_stay(Eval *e)
{
    qkv_ask(e->q, NULL, NULL);
}

bool eval_walks(Eval *e)
{
    const char *why = ++e->unlooked < MOST_UNLOOKED ? NULL : too_late(e);
    if (why) {
        e->budget.left = -1;
        e->budget.refused = why;
    }
    return budget_spend(&e->budget, 1);
}

bool eval_scan(Eval *e, size_t bytes)
{
    budget_scan(&e->budget, bytes);
    return eval_spend(e, 0);
}

bool eval_deeper(Eval *e)
{
    const char *here = __builtin_frame_address(0);
    ptrdiff_t used = e->stack > here ? e->stack - here : here - e->stack;
    return used < e->stack_limit ||
           eval_raise_as(e, "RecursionError", "maximum recursion depth exceeded",
                         "calls are too deep inside each other");
}
