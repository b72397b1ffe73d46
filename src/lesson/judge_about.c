#include "lesson/judge_about.h"

#include <string.h>

#include "base/common.h"
#include "lesson/phrase.h"

static void note(Buf *out, const Node *n)
{
    CallView v = view_call(n);
    if (n->kind == NODE_BINARY || n->kind == NODE_AUGMENTED || n->op == OP_INVERT)
        buf_printf(out, "%s ", operator_text(n->op));
    if (n->kind == NODE_NAME || n->kind == NODE_ATTRIBUTE)
        buf_printf(out, "%s ", n->text);
    if (n->kind == NODE_CALL && n->kids - 1 + (v.self && v.first == 1) >= 2)
        buf_puts(out, "(,) ");
    for (int i = 0; n->kind == NODE_COMPARE && i + 1 < n->kids; i++)
        buf_printf(out, "%s ", operator_text(n->ops[i]));
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            note(out, n->kid[i]);
}

const char *about_answer(Arena *a, const Program *program)
{
    Buf out = {.arena = a};
    buf_putc(&out, ' ');
    for (int i = 0; i < program->count; i++)
        note(&out, program->statement[i].node);
    return buf_text(&out);
}

#define TWO_SIDES "+ - * / // % @ ** < > <= >= == != (,)"
#define ORDERS "transpose T mT H t permute swapaxes swapdims movedim einsum rearrange adjoint"

/* Words in a sentence that say what is done, and the names and signs that do it. */
static const struct {
    const char *said, *does;
} done[] = {
    {"arguments are exchanged", "(,)"},
    {"sides are exchanged", TWO_SIDES},
    {" are swapped", TWO_SIDES},
    {"are grouped in another way", TWO_SIDES},
    {"axes are exchanged", ORDERS},
    {"axes come in another order", ORDERS},
    {"something is transposed", ORDERS},
    {"the mask is inverted", "~ masked_fill masked_fill_ where logical_not"},
    {"hidden scores become", "* + - masked_fill masked_fill_ where"},
    {"multiplied by the mask", "* mul multiply"},
    {"comparison looks", "< > <= >= lt gt le ge less greater"},
    {"1 is subtracted", "- sub subtract"},
    {"row is subtracted", "- sub subtract"},
    {"mask is subtracted", "- sub subtract"},
    {"it is taken away from", "- sub subtract rsub"},
    {"1 is added", "+ add"},
    {"mask is added", "+ add"},
    {"it is divided by", "/ // ** div divide true_divide reciprocal mean std var normalize"},
    {"it is multiplied by", "* @ / ** mul multiply matmul mm mv bmm dot einsum"},
    {"a square is taken", "** * @ square pow"},
    {"a root is taken", "** sqrt rsqrt pow norm std"},
    {"a sum is taken", "sum @ + einsum matmul cumsum"},
    {"a mean is taken", "mean sum"},
    {"exp is taken", "exp **"},
    {"log is taken", "log"},
    {"sigmoid is taken", "sigmoid"},
    {"relu is taken", "relu clamp maximum where"},
    {"tanh is taken", "tanh"},
    {"log_softmax is taken", "log_softmax log"},
};

static bool has_one(const char *words, const char *does)
{
    for (; *does; does += strcspn(does, " "), does += *does == ' ') {
        size_t length = strcspn(does, " ");
        for (const char *at = words; (at = strchr(at, ' ')) != NULL && *++at;)
            if (strncmp(at, does, length) == 0 && at[length] == ' ')
                return true;
    }
    return false;
}

bool is_about(const char *sentence, const char *words)
{
    for (int i = 0; i < COUNT(done); i++)
        if (strstr(sentence, done[i].said) && !has_one(words, done[i].does))
            return false;
    return true;
}
