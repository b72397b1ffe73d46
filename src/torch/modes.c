/* torch.no_grad() and its kin. There are no gradients here, so that they change nothing: they can
 * stand after `with`, before a function as decorators, and alone. */
#include "torch/torch.h"

bool torch_mode_begin(Eval *e, const Value *object, const Given *given)
{
    (void)e;
    (void)object;
    (void)given;
    return true;
}

/* A decorator gives the function as it is. */
bool torch_mode_call(Eval *e, const Value *object, const Given *given, Value *out)
{
    if (given->count != 1)
        return eval_raise(e, "TypeError", "%s decorates one function", object->object->class->name);
    *out = given->item[0].value;
    return true;
}

void torch_mode_write(const Value *object, Buf *out)
{
    buf_printf(out, "<torch.autograd.grad_mode.%s object>", object->object->class->name);
}
