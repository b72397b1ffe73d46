/* Generated programs, and nothing around them: for the memory sanitizer, which wants that all of a
 * program is built with it, and so without the libraries that read Markdown and JSON. */
#include "fuzz/generate.h"

#include "core/qkv.h"
#include "python/eval.h"
#include "python/parser.h"
#include "torch/torch.h"

static void evaluate(const Buf *text, Buf *out)
{
    static const Package *const packages[] = {&torch_package, &einops_package, NULL};
    Err err = {0};
    Program program = {0};
    Qkv *q = qkv_new();
    Code block = {"x.py", buf_text(text), 0, text->length, 1, 0};
    qkv_limit(q, (QkvLimits){LIMIT_CELLS, LIMIT_ALL_CELLS, LIMIT_MULTIPLICATIONS, LIMIT_STEPS});
    Eval e = eval_begin(q, block.file, block.source, packages, &err);
    bool goes_on = parse(qkv_arena(q), &block, &program, &err);
    for (int i = 0; goes_on && i < program.count; i++) {
        Value v;
        if (eval_statement(&e, program.statement[i].node, &v))
            continue;
        err_write(out, &err, text->text, text->length);
        goes_on = eval_recover(&e);
    }
    buf_shown_lines(out, buf_text(&e.printed), e.printed.length, 8);
    buf_release(&e.printed);
    qkv_free(q);
}

void fuzz_enter(const uint8_t *bytes, size_t length)
{
    Choices c = {bytes, bytes + length};
    Buf text = {0}, out = {0};
    generate(&text, &c);
    evaluate(&text, &out);
    fuzz_told(&out);
    buf_release(&text);
}
