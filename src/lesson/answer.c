#include "lesson/answer.h"

#include <math.h>
#include <string.h>

#include "base/common.h"
#include "lesson/said.h"

enum { NUMBERS = 64, CELLS = 1 << 20 /* cells that may be compared: a few milliseconds */ };

/* Findings in the answers of a stage. */
typedef struct Answers {
    const Stage *stage;
    int count;
    Said number[NUMBERS];
    bool is_asked[NUMBERS]; /* the question says it, too */
    int64_t left;           /* cells that may still be compared */
} Answers;

/* --- names ---------------------------------------------------------------------------------------- */

static bool is_word_sign(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

/* True if a text has a word; of a shorter one than three letters only code does: "a" is mostly another word. */
static bool has_name(const Span *span, const char *name)
{
    size_t length = strlen(name);
    if (span->style != SPAN_CODE && length < 3)
        return false;
    for (const char *at = span->text; at && (at = strstr(at, name)) != NULL; at++)
        if ((at == span->text || !is_word_sign(at[-1])) && !is_word_sign(at[length]))
            return true;
    return false;
}

static bool names(const Answers *s, const char *name)
{
    for (int i = 0; i < s->stage->parts && name; i++)
        for (int k = 0; s->stage->part[i].kind == PART_ANSWER && k < s->stage->part[i].block.spans;
             k++)
            if (has_name(&s->stage->part[i].block.span[k], name))
                return true;
    return false;
}

/* --- numbers -------------------------------------------------------------------------------------- */

static void read_answer_numbers(Answers *s, const char *text)
{
    const char *end = text + strlen(text);
    while (s->count < NUMBERS && said_next(&text, end, &s->number[s->count]))
        s->count++;
}

static void read_parts(Answers *s, PartKind kind)
{
    for (int i = 0; i < s->stage->parts; i++) {
        const Part *part = &s->stage->part[i];
        for (int k = 0; part->kind == kind && k < part->block.spans; k++)
            if (part->block.span[k].text)
                read_answer_numbers(s, part->block.span[k].text);
        if (part->kind == kind && part->block.text)
            read_answer_numbers(s, part->block.text);
    }
}

/* Marks the numbers that the question has said: that they stand in a result does not show that it answers. */
static void mark_asked(Answers *s)
{
    Answers asked = {.stage = s->stage};
    read_parts(&asked, PART_QUESTION);
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < asked.count && !s->is_asked[i]; k++)
            s->is_asked[i] = asked.number[k].number == s->number[i].number;
}

/* A number that says which result it is of: not one that stands in any of them. */
static bool is_telling(const Said *said)
{
    return said->decimals > 0 || fabs(said->number) > 2;
}

/* Tells whether a stop shows a number of the answers that was computed; of these only the telling ones, if wanted. */
static bool shows_number(Answers *s, const Run *run, const Stop *stop, bool telling)
{
    bool is_given = stop->kind == STOP_TENSOR && stop->step >= 0 &&
                    run->tape->step[stop->step].call.op->how == QKV_HOW_GIVEN;
    bool found = false;
    for (int i = 0; i < s->count && !found && !is_given && s->left > 0; i++) {
        if (telling && (s->is_asked[i] || !is_telling(&s->number[i])))
            continue;
        s->left--;
        if (stop->tensor)
            s->left -= stop->tensor->count;
        found = stop->tensor ? said_in_tensor(&s->number[i], stop->tensor)
                             : stop->text && said_in_text(&s->number[i], stop->text);
    }
    return found;
}

/* --- the rule ------------------------------------------------------------------------------------- */

int answer_stop(const Run *run, int stage)
{
    Answers s = {.stage = &run->lesson->stage[stage], .left = CELLS};
    int last = run_stops(run, stage), found = 0;
    while (last > 0 && run_stop(run, stage, last)->detail > DETAIL_NORMAL)
        last--;
    read_parts(&s, PART_ANSWER);
    mark_asked(&s);
    bool tells = false;
    for (int i = last; i > 0 && !tells; i--) {
        const Stop *stop = run_stop(run, stage, i);
        if (stop->detail > DETAIL_NORMAL)
            continue;
        if (found == 0 && (names(&s, stop->name) || shows_number(&s, run, stop, false)))
            found = i;
        tells = shows_number(&s, run, stop, true);
    }
    return tells ? found : last;
}
