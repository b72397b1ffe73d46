/* Names of results: by the author, by the expression they were written as, or by the
 * operation. */
#include <ctype.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "lesson/directive.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/number.h"

/* The text with its white space folded to single blanks: an expression may run over several
 * lines. */
static const char *one_line(Arena *a, const char *text)
{
    Buf out = {0};
    for (; *text; text++) {
        bool blank = isspace((unsigned char)*text) != 0;
        if (!blank)
            buf_putc(&out, *text);
        else if (out.length > 0 && out.text[out.length - 1] != ' ')
            buf_putc(&out, ' ');
    }
    const char *copy = arena_string(a, buf_text(&out));
    buf_release(&out);
    return copy;
}

const char *explain_cut(Arena *a, const char *text, int columns)
{
    size_t length = strlen(text);
    if (utf8_fit(text, length, columns) == length)
        return text;
    length = utf8_fit(text, length, columns > 0 ? columns - 1 : 0);
    while (length > 0 && strchr("([{", text[length - 1]))
        length--;
    return arena_format(a, "%.*s~", (int)length, text);
}

/* The expression that made it, as the outermost caller of the groups in which it comes last wrote
 * it. */
static const char *given_text(const Run *run, int i)
{
    const QkvStep *step = &run->tape->step[i];
    const char *text = step->text;
    static const char written[] = "torch.tensor([";
    if (text && run->lesson->is_changed && step->call.op->how == QKV_HOW_GIVEN &&
        strncmp(text, written, sizeof written - 1) == 0)
        return "torch.tensor([...])"; /* "hold" writes out all of a result, which may be hidden */
    for (int g = step->group; g >= 0 && run_group_result(run, g) == i;
         g = run->tape->group[g].parent)
        if (run->tape->group[g].text)
            text = run->tape->group[g].text;
    return text;
}

/* "w -= rate * g" makes two results: what is written is "w - (rate * g)", and then w is what was written to. NULL: it is
 * no such statement. */
static const char *augmented_name(Arena *a, const char *text, const QkvTensor *t)
{
    static const char *const operators[] = {" += ", " -= ", " *= ", " /= "};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const char *at = strstr(text, operators[i]);
        if (!at || at == text || memchr(text, '(', (size_t)(at - text)))
            continue;
        const char *target = arena_text(a, text, (size_t)(at - text)), *value = at + 4;
        return t->version > 0 ? target : arena_format(a, "%s %c (%s)", target, at[1], value);
    }
    return NULL;
}

/* --- what has no name and stands nowhere ---------------------------------------------------------- */

enum { DEEPEST = 3, LONGEST = 40 /* columns */ };

static const char *name_at(Arena *a, const Run *run, const QkvTensor *t, int depth);

/* ", keys", ", queries": by which ways a gradient came that was added from several, in their order. */
static void put_ways(Buf *out, const Run *run, int step, int depth)
{
    enum { MOST = 8 };
    const QkvStep *s = &run->tape->step[step];
    const QkvStep *way = &run->tape->step[s->way - 1];
    const QkvTensor *others = s->is_way_sum ? s->call.in[0] : NULL;
    if (others && others->step >= 0 && run->tape->step[others->step].way > 0) {
        if (depth < MOST)
            put_ways(out, run, others->step, depth + 1);
        else
            buf_puts(out, "..");
        buf_puts(out, ", ");
    }
    buf_puts(out, name_at(out->arena, run, way->call.out, 1));
}

/* "x.grad from values, keys", "gradient of x @ w_key": all that came back to a tensor, or what of it came by these
 * ways. */
static const char *gradient_name(Arena *a, const Run *run, int step)
{
    const QkvStep *s = &run->tape->step[step], *way = &run->tape->step[s->way - 1];
    const QkvCall *c = way->whole ? way->whole : &way->call;
    const QkvTensor *of = qkv_origin(c->in[s->way_in]);
    const char *own = name_at(a, run, of, 1);
    Buf text = {.arena = a};
    bool is_name = !strpbrk(own, " +-*/@()[]");
    buf_printf(&text, is_name ? "%s.grad" : "gradient of %s", own);
    if (of->slope && of->slope->step == step)
        return buf_text(&text);
    buf_puts(&text, " from ");
    put_ways(&text, run, step, 0);
    return buf_text(&text);
}

/* "mul(scores.grad, weights)": the operation and what it was applied to, as deep as there is room for. */
static const char *call_name(Arena *a, const Run *run, int step, int depth)
{
    const QkvCall *c = &run->tape->step[step].call;
    const char *name = c->op->name;
    for (int deep = depth + 1; deep <= DEEPEST && c->count > 0; deep++) {
        Buf text = {.arena = a};
        buf_printf(&text, "%s(", c->op->name);
        for (int i = 0; i < c->count; i++) /* plain numbers may come from what is hidden */
            buf_printf(&text, "%s%s", i > 0 ? ", " : "",
                       c->in[i]->step >= 0 ? name_at(a, run, c->in[i], deep) : "..");
        buf_putc(&text, ')');
        if (utf8_columns(buf_text(&text)) <= LONGEST)
            return buf_text(&text);
        name = explain_cut(a, buf_text(&text), LONGEST);
    }
    return name;
}

const char *explain_name(Arena *a, const Run *run, const QkvTensor *t)
{
    return name_at(a, run, t, 0);
}

static const char *name_at(Arena *a, const Run *run, const QkvTensor *t, int depth)
{
    if (t->step < 0) {
        Buf text = {0};
        number_short(&text, qkv_tensor_at(t, 0), NUMBER_DECIMALS);
        const char *copy = arena_string(a, buf_text(&text));
        buf_release(&text);
        return copy;
    }
    const char *name = run_name_of_step(run, t->step, false);
    if (name)
        return name;
    const char *text = given_text(run, t->step);
    if (text) {
        const char *written = augmented_name(a, one_line(a, text), t);
        return written ? written : one_line(a, text);
    }
    return run->tape->step[t->step].way > 0 ? gradient_name(a, run, t->step)
                                            : call_name(a, run, t->step, depth);
}

/* The name that a tensor was last bound to in the body that the line lies in, up to that line. */
static const char *own_name(const Run *run, int line, const QkvTensor *t)
{
    int call = run->line[line].call;
    for (int i = line; call >= 0 && i >= call; i--) {
        const RunLine *l = &run->line[i];
        for (int b = l->call == call ? l->bounds - 1 : -1; b >= 0; b--) {
            const RunBound *bound = &run->bound[l->first_bound + b];
            if (bound->tensor == t && *bound->name && strcmp(bound->name, "return") != 0)
                return bound->name;
        }
    }
    return NULL;
}

const char *explain_name_in(Arena *a, const Run *run, int line, const QkvTensor *t)
{
    const char *own = line >= 0 && t->step >= 0 ? own_name(run, line, t) : NULL;
    return own ? own : explain_name(a, run, t);
}

bool explain_is_expression(const char *name)
{
    return strpbrk(name, " +-*/@") != NULL;
}

const char *explain_cell(Arena *a, const Run *run, const QkvTensor *t, int64_t cell)
{
    const char *name = explain_name(a, run, t);
    return arena_format(a, explain_is_expression(name) && t->rank > 0 ? "(%s)%s" : "%s%s", name,
                        matrix_place(a, t, cell));
}

/* --- where a step lies ---------------------------------------------------------------------- */

const char *explain_where(Arena *a, const Run *run, int step)
{
    const RunStatement *x = &run->statement[run->tape->step[step].tag];
    return arena_format(a, "stage %d, %s", x->stage, lesson_line_text(a, run->lesson, x->first));
}

const char *explain_statement_after(Arena *a, const Run *run, int statement, int line)
{
    const RunStatement *x = &run->statement[statement];
    const Part *part = &run->lesson->stage[x->stage].part[x->part];
    const char *at = lesson_part_line(part, x->first);
    Buf code = {0};
    size_t indent = strspn(at, " \t"); /* of one under `if __name__ == "__main__":` */
    int first = max_int(x->first, line + 1);
    at = first > x->first ? lesson_part_line(part, first) : at;
    for (int i = first; i <= x->last && *at; i++) {
        size_t length = strcspn(at, "\n");
        size_t blanks = strspn(at, " \t"), left_out = blanks < indent ? blanks : indent;
        length += at[length] == '\n';
        if (!directive_line(at))
            buf_add(&code, at + left_out, length - left_out);
        at += length;
    }
    return arena_keep(a, &code);
}

const char *explain_statement(Arena *a, const Run *run, int statement)
{
    return explain_statement_after(a, run, statement, 0);
}

const char *explain_code(Arena *a, const Run *run, int statement, int columns)
{
    const char *code = one_line(a, explain_statement(a, run, statement));
    size_t length = strlen(code);
    length -= length > 0 && code[length - 1] == ' ';
    return explain_cut(a, arena_text(a, code, length), columns);
}

const char *explain_operation(Arena *a, const Run *run, int step)
{
    const char *text = given_text(run, step), *name = run_name_of_step(run, step, true);
    if (!text)
        return explain_statement(a, run, run->tape->step[step].tag);
    text = one_line(a, text);
    return name && strcmp(name, text) != 0 ? arena_format(a, "%s = %s", name, text) : text;
}

/* " > q": the groups from the outermost on, but for those that the step is the result of. */
static void put_groups(Buf *out, const Run *run, int step, int group)
{
    const QkvGroup *g = &run->tape->group[group];
    if (g->parent >= 0)
        put_groups(out, run, step, g->parent);
    if (run_group_result(run, group) != step)
        buf_printf(out, " > %s", g->parent >= 0 && g->result ? g->result : g->name);
}

const char *explain_path(Arena *a, const Run *run, int step, int width)
{
    enum { CODE = 32, LEAST = 8 };
    const QkvStep *s = &run->tape->step[step];
    const RunStatement *x = &run->statement[s->tag];
    Buf text = {.arena = a};
    const char *name = run_name_of_step(run, step, true);
    if (s->group >= 0)
        put_groups(&text, run, step, s->group);
    buf_printf(&text, " > %s, operation %d of %d", name ? name : s->call.op->name,
               step - x->first_step + 1, x[1].first_step - x->first_step);
    int room = clamp_int(width - utf8_columns(buf_text(&text)), LEAST, CODE);
    return arena_format(a, "%s%s", explain_code(a, run, s->tag, room), buf_text(&text));
}

/* --- the rule of a gradient ------------------------------------------------------------------------- */

/* Tells whether a rule names one of its operands, or "out": a word that stands alone. */
static bool names_operand(const char *rule, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = rule; (at = strstr(at, word)) != NULL; at++) {
        bool begins = at == rule || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins && !(isalnum((unsigned char)at[n]) || at[n] == '_'))
            return true;
    }
    return false;
}

/* Tells whether the gradient is added up where the operand was repeated to fit the result. */
static bool is_added_up(const QkvCall *c, const QkvTensor *in)
{
    bool is_cellwise = c->op->how == QKV_HOW_APPLY || c->op->how == QKV_HOW_CHOICE;
    return in->rank < c->out->rank || (is_cellwise && !qkv_tensor_same_shape(in, c->out));
}

const char *explain_rule(Arena *a, const Run *run, int step)
{
    const QkvStep *s = &run->tape->step[step];
    if (s->way == 0 || s->is_way_sum)
        return NULL;
    const QkvStep *way = &run->tape->step[s->way - 1];
    const QkvCall *c = way->whole ? way->whole : &way->call;
    const char *rule = qkv_rule(c, s->way_in);
    Buf text = {.arena = a};
    if (!rule)
        return NULL;
    buf_printf(&text, "Rule of %s: %s, where g is the gradient of %s", qkv_written(c->op), rule,
               explain_name(a, run, c->out));
    if (names_operand(rule, "out"))
        buf_printf(&text, ", out is %s", explain_name(a, run, c->out));
    for (int i = 0; i < c->count && i < QKV_RULES; i++) {
        const char word[] = {(char)('a' + i), '\0'};
        if (c->in[i] && names_operand(rule, word)) /* plain numbers may come from what is hidden */
            buf_printf(&text, ", %s is %s", word,
                       c->in[i]->step >= 0 ? explain_name(a, run, c->in[i]) : "a plain number");
    }
    if (is_added_up(c, c->in[s->way_in]))
        buf_puts(&text, "; added up over all that it goes into");
    buf_putc(&text, '.');
    return buf_text(&text);
}
