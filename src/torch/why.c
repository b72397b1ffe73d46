/* Why names that PyTorch has are not here, where there is more to say than that. */
#include "base/common.h"
#include "python/outside.h"
#include "torch/torch.h"

static const struct Reason {
    unsigned homes;
    const char *names; /* with a blank between them */
    const char *why;
} reasons[] = {
    {IN_TORCH,
     "cdouble cfloat chalf complex128 complex32 complex64 "
     "int16 int8 qint32 qint8 quint8 short uint16 uint32 uint64 ShortTensor CharTensor",
     "the types of lessons are float32, float64, bfloat16, float16, int64, int32, uint8 and bool"},
    {OF_TENSOR | OF_MODULE, "cdouble cfloat chalf char short to_sparse to_mkldnn",
     "the types of lessons are float32, float64, bfloat16, float16, int64, int32, uint8 and bool"},
    {IN_TORCH | OF_TENSOR, "complex real imag conj is_complex angle",
     "of complex numbers there are torch.polar, torch.view_as_complex and their product alone"},
    {IN_TORCH, "frombuffer",
     "bytes are not part of the lesson language: use torch.tensor of a list"},
    {IN_TORCH, "Generator default_generator get_rng_state set_rng_state initial_seed seed",
     "there is one generator here: torch.manual_seed sets it"},
    {IN_TORCH, "jit fx func vmap", "nothing is compiled here"},
    {IN_TORCH, "distributed multiprocessing hub", "a lesson is one process, and has no network"},
    {IN_TORCH, "quantize_per_channel quantize_per_tensor sparse sparse_coo_tensor quantization",
     "tensors are neither sparse nor quantized here"},
    {IN_NN, "DataParallel SyncBatchNorm", "there is one processor here"},
    {IN_INIT, "orthogonal_ orthogonal",
     "it needs a matrix decomposition (LAPACK's), which is not here bit for bit"},
};

const char *torch_why(unsigned home, const char *name)
{
    for (int i = 0; i < COUNT(reasons); i++)
        if ((reasons[i].homes & home) && outside_is_one_of(reasons[i].names, name))
            return reasons[i].why;
    return NULL;
}
