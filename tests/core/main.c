#include "suites.h"

int main(void)
{
    static const SuiteMaker core[] = {
        tensor_suite, math32_suite,  elementwise_suite, matmul_suite, vector_suite, linear_suite,
        layers_suite, einsum_suite,  attention_suite,   reduce_suite, move_suite,   moves_suite,
        label_suite,  tape_suite,    context_suite,     memory_suite, op_suite,     print_suite,
        random_suite, storage_suite, gradient_suite,    NULL,
    };
    return run_suites(core);
}
