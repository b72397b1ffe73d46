/* One table by dotted names, of which the longest that fits counts, and lists of plain names. */
#include "python/outside.h"

#include <string.h>

#include "base/common.h"

/* --- the table -------------------------------------------------------------------------------- */

/* The name itself and all that lies in it. */
static const struct {
    const char *path;
    Outside kind;
} table[] = {
    /* plots, progress bars, logs, warnings */
    {"matplotlib", OUTSIDE_QUIET},
    {"matplotlib_inline", OUTSIDE_QUIET},
    {"seaborn", OUTSIDE_QUIET},
    {"plotly", OUTSIDE_QUIET},
    {"altair", OUTSIDE_QUIET},
    {"bokeh", OUTSIDE_QUIET},
    {"tqdm", OUTSIDE_QUIET},
    {"tqdm.write", OUTSIDE_READS}, /* prints */
    {"tqdm.tqdm.write", OUTSIDE_READS},
    {"logging", OUTSIDE_QUIET},
    {"transformers.logging", OUTSIDE_QUIET},
    {"transformers.utils.logging", OUTSIDE_QUIET},
    {"datasets.logging", OUTSIDE_QUIET},
    {"loguru", OUTSIDE_QUIET},
    {"warnings", OUTSIDE_QUIET},
    {"wandb", OUTSIDE_QUIET},
    {"tensorboard", OUTSIDE_QUIET},
    {"tensorboardX", OUTSIDE_QUIET},
    {"torch.utils.tensorboard", OUTSIDE_QUIET},
    {"torch.utils.data", OUTSIDE_DRAWS},
    {"IPython.display.clear_output", OUTSIDE_QUIET},
    {"IPython.display.set_matplotlib_formats", OUTSIDE_QUIET},
    {"IPython.display.Image", OUTSIDE_QUIET},
    {"IPython.display.SVG", OUTSIDE_QUIET},
    {"IPython.display.HTML", OUTSIDE_QUIET},
    {"IPython", OUTSIDE_READS},
    /* clocks */
    {"timeit", OUTSIDE_UNKNOWN},
    {"timeit.default_timer", OUTSIDE_QUIET},
    /* settings of writing, threads, devices, the machine */
    {"pandas.set_option", OUTSIDE_QUIET},
    {"pandas.options", OUTSIDE_QUIET},
    {"random.seed", OUTSIDE_QUIET}, /* what draws from these is not here */
    {"os.environ", OUTSIDE_QUIET},  /* to set something */
    {"os.environ.get", OUTSIDE_READS},
    {"os.putenv", OUTSIDE_QUIET},
    {"os.makedirs", OUTSIDE_QUIET}, /* nothing is written into it */
    {"gc", OUTSIDE_QUIET},
    {"faulthandler", OUTSIDE_QUIET},
    {"torch.set_num_threads", OUTSIDE_QUIET},
    {"torch.set_num_interop_threads", OUTSIDE_QUIET},
    {"torch.use_deterministic_algorithms", OUTSIDE_QUIET},
    {"torch.set_deterministic_debug_mode", OUTSIDE_QUIET},
    {"torch.set_float32_matmul_precision", OUTSIDE_QUIET},
    {"torch.set_warn_always", OUTSIDE_QUIET},
    {"torch.autograd.set_detect_anomaly", OUTSIDE_QUIET},
    {"torch.autograd.detect_anomaly", OUTSIDE_QUIET},
    {"torch.backends.cudnn", OUTSIDE_QUIET},
    {"torch.backends.cuda", OUTSIDE_QUIET},
    {"torch.backends.cuda.sdp_kernel", OUTSIDE_READS},
    {"torch.backends.mkldnn", OUTSIDE_READS},
    {"torch.cuda", OUTSIDE_READS},
    {"torch.cuda.manual_seed", OUTSIDE_QUIET},
    {"torch.cuda.manual_seed_all", OUTSIDE_QUIET},
    {"torch.cuda.seed", OUTSIDE_QUIET},
    {"torch.cuda.empty_cache", OUTSIDE_QUIET},
    {"torch.cuda.synchronize", OUTSIDE_QUIET},
    {"torch.cuda.set_device", OUTSIDE_QUIET},
    {"torch.cuda.reset_peak_memory_stats", OUTSIDE_QUIET},
    {"torch.mps", OUTSIDE_READS},
    {"torch.mps.manual_seed", OUTSIDE_QUIET},
    {"torch.mps.empty_cache", OUTSIDE_QUIET},
    /* PyTorch's own that give something new: what they do to their arguments is told by their names */
    {"torch", OUTSIDE_READS},
    {"torch.nn", OUTSIDE_DRAWS}, /* a module with parameters */
    {"torch.nn.functional", OUTSIDE_READS},
    {"torch.nn.init", OUTSIDE_UNKNOWN},
    {"torch.nn.utils", OUTSIDE_UNKNOWN},
    {"torch.nn.utils.rnn", OUTSIDE_READS},
    {"torch.nn.parallel", OUTSIDE_UNKNOWN},
    {"torch.nn.DataParallel", OUTSIDE_READS},
    {"torch.utils", OUTSIDE_UNKNOWN},
    {"torch.random", OUTSIDE_DRAWS},
    {"torch.default_generator", OUTSIDE_DRAWS},
    {"torch.Generator", OUTSIDE_READS},
    {"torch.get_rng_state", OUTSIDE_READS},
    {"torch.distributed", OUTSIDE_WRITES},
    {"torch.autograd", OUTSIDE_GRADIENTS},
    {"torch.optim.lr_scheduler", OUTSIDE_WRITES}, /* the rate of an optimizer */
    {"torch.set_default_dtype", OUTSIDE_SETS},
    {"torch.set_default_tensor_type", OUTSIDE_SETS},
    {"torch.set_flush_denormal", OUTSIDE_SETS},
    {"torch.fork", OUTSIDE_UNKNOWN},
    {"torch.hub", OUTSIDE_UNKNOWN},
    {"torch.testing", OUTSIDE_READS},
    /* Python's own */
    {"numpy", OUTSIDE_READS},
    {"numpy.copyto", OUTSIDE_WRITES},
    {"numpy.fill_diagonal", OUTSIDE_WRITES},
    {"numpy.put", OUTSIDE_WRITES},
    {"pandas", OUTSIDE_READS},
    {"random", OUTSIDE_READS},
    {"random.shuffle", OUTSIDE_WRITES},
    {"heapq", OUTSIDE_WRITES},
    {"bisect", OUTSIDE_WRITES},
    {"argparse", OUTSIDE_READS},
    {"base64", OUTSIDE_READS},
    {"csv", OUTSIDE_READS},
    {"datetime", OUTSIDE_READS},
    {"decimal", OUTSIDE_READS},
    {"fractions", OUTSIDE_READS},
    {"glob", OUTSIDE_READS},
    {"hashlib", OUTSIDE_READS},
    {"inspect", OUTSIDE_READS},
    {"io", OUTSIDE_READS},
    {"json", OUTSIDE_READS},
    {"os", OUTSIDE_READS},
    {"pathlib", OUTSIDE_READS},
    {"pickle", OUTSIDE_READS},
    {"platform", OUTSIDE_READS},
    {"pprint", OUTSIDE_READS},
    {"re", OUTSIDE_READS},
    {"shutil", OUTSIDE_READS},
    {"statistics", OUTSIDE_READS},
    {"subprocess", OUTSIDE_READS},
    {"sys", OUTSIDE_READS},
    {"tempfile", OUTSIDE_READS},
    {"textwrap", OUTSIDE_READS},
    {"types", OUTSIDE_READS},
    {"unicodedata", OUTSIDE_READS},
    {"urllib", OUTSIDE_READS},
    {"uuid", OUTSIDE_READS},
    {"zipfile", OUTSIDE_READS},
};

bool outside_is_one_of(const char *words, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = words; (at = strstr(at, name)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static const char *last_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

static bool lies_in(const char *path, const char *outer)
{
    size_t length = strlen(outer);
    return strncmp(path, outer, length) == 0 && (!path[length] || strchr(".([", path[length]));
}

/* Modules of torch.nn whose making draws no numbers. */
static bool is_plain_module(const char *name)
{
    static const char names[] =
        "BatchNorm1d BatchNorm2d BatchNorm3d CELU ChannelShuffle CosineSimilarity Dropout1d "
        "Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout Fold Unfold GLU GroupNorm Hardshrink "
        "Hardsigmoid Hardswish Hardtanh InstanceNorm1d InstanceNorm2d InstanceNorm3d "
        "LocalResponseNorm LogSigmoid LogSoftmax Mish PReLU PairwiseDistance PixelShuffle "
        "PixelUnshuffle RReLU ReLU6 SELU SiLU Sigmoid Softmax2d Softmin Softshrink "
        "Softsign "
        "SyncBatchNorm Tanhshrink Threshold Unflatten Upsample";
    return strstr(name, "Loss") || strstr(name, "Pool") || strstr(name, "Pad") ||
           outside_is_one_of(names, name);
}

Outside outside_kind(const char *path)
{
    const char *best = NULL;
    Outside kind = OUTSIDE_UNKNOWN;
    for (int i = 0; i < COUNT(table); i++)
        if (lies_in(path, table[i].path) && (!best || strlen(best) < strlen(table[i].path))) {
            best = table[i].path;
            kind = table[i].kind;
        }
    if (kind == OUTSIDE_QUIET || kind == OUTSIDE_WRITES || strncmp(path, "torch", 5) != 0)
        return kind;
    const char *name = last_of(path);
    if (lies_in(path, "torch.nn") && is_plain_module(name))
        return OUTSIDE_READS;
    return outside_writes(name) ? OUTSIDE_UNKNOWN : outside_draws(name) ? OUTSIDE_DRAWS : kind;
}

bool outside_leads_on(const char *path)
{
    bool found = outside_kind(path) == OUTSIDE_QUIET;
    for (int i = 0; i < COUNT(table) && !found; i++)
        found = table[i].kind == OUTSIDE_QUIET && lies_in(table[i].path, path);
    return found;
}

/* --- plain names ------------------------------------------------------------------------------ */

/* Functions, methods and modules that draw from the generator, or set it. */
bool outside_draws(const char *name)
{
    static const char names[] =
        "rand rand_like randn randn_like randint randint_like randperm normal poisson bernoulli "
        "binomial multinomial rrelu gumbel_softmax manual_seed seed set_rng_state fork_rng "
        "alpha_dropout dropout dropout1d dropout2d dropout3d feature_dropout feature_alpha_dropout "
        "native_dropout scaled_dot_product_attention multi_head_attention_forward pca_lowrank "
        "svd_lowrank lobpcg random_split fractional_max_pool2d fractional_max_pool3d "
        "normal_ uniform_ bernoulli_ random_ exponential_ cauchy_ geometric_ log_normal_ rrelu_ "
        "dropout_ alpha_dropout_ feature_dropout_ feature_alpha_dropout_ xavier_uniform_ "
        "xavier_normal_ kaiming_uniform_ kaiming_normal_ orthogonal_ trunc_normal_ sparse_ "
        "xavier_uniform xavier_normal kaiming_uniform kaiming_normal orthogonal uniform "
        "reset_parameters seed_everything set_seed "
        "Linear LazyLinear Embedding MultiheadAttention EmbeddingBag Bilinear";
    return outside_is_one_of(names, name) || strstr(name, "Attention");
}

/* x.add_(1), but x.__add__(1) gives something new. */
bool outside_writes(const char *name)
{
    size_t length = strlen(name);
    bool in_place = length > 1 && name[length - 1] == '_' && name[length - 2] != '_';
    bool sets_rate = length > 2 && strcmp(name + length - 2, "LR") == 0; /* StepLR(optimizer, 3) */
    return in_place || sets_rate ||
           outside_is_one_of("setattr delattr next load_model __setattr__ __delattr__ "
                             "__setitem__ __delitem__ vector_to_parameters register_hook "
                             "register_post_accumulate_grad_hook",
                             name);
}

bool outside_changes(const char *name)
{
    static const char names[] =
        "append extend insert remove pop clear sort reverse update setdefault popitem add discard "
        "subtract "
        "appendleft popleft extendleft rotate move_to_end difference_update intersection_update "
        "symmetric_difference_update send throw close load_state_dict train eval double half "
        "bfloat16 type add_module register_buffer step add_param_group "
        "register_parameter register_module register_forward_hook register_forward_pre_hook "
        "register_backward_hook register_full_backward_hook register_hook remove_hook "
        "reset_parameters share_memory "
        "__setitem__ __delitem__ __setattr__ __delattr__ __iadd__ __isub__ __imul__ __itruediv__";
    return outside_writes(name) || outside_is_one_of(names, name);
}

/* --- packages --------------------------------------------------------------------------------- */

bool outside_is_there(const char *path)
{
    static const char python[] =
        "__future__ abc ast asyncio atexit builtins collections concurrent contextlib copy "
        "dataclasses difflib enum errno functools getpass html http importlib itertools locale "
        "math "
        "multiprocessing operator queue secrets select signal socket sqlite3 string struct tarfile "
        "threading time timeit traceback typing typing_extensions unittest weakref xml torch qkv";
    char first[64] = "";
    size_t length = strcspn(path, ".");
    if (length == 0 || length >= sizeof first) /* a relative one lies beside the lesson */
        return true;
    memcpy(first, path, length);
    first[length] = '\0';
    return outside_is_one_of(python, first) || outside_kind(first) != OUTSIDE_UNKNOWN;
}

/* --- what is quiet ------------------------------------------------------------------------------ */

/* Made by a call or an index: "time.time()", "os.environ[]". */
static bool is_result(const Namespace *space)
{
    return !space->home && strpbrk(space->path, "([");
}

bool outside_is_quiet(const Value *v)
{
    return v->kind == VALUE_NAMESPACE && !v->space->home &&
           outside_kind(v->space->path) == OUTSIDE_QUIET;
}

bool outside_allows(Eval *e, const Value *v)
{
    return v->kind != VALUE_NAMESPACE || !is_result(v->space) || names_refuse(e, v->space);
}

Value outside_result(Eval *e, const Namespace *space, const char *brackets)
{
    const char *path = arena_format(e->arena, "%s%s", space->path, brackets);
    return (Value){.kind = VALUE_NAMESPACE, .space = names_space(e, path)};
}

/* The first argument, or that of this name; NULL when neither is given. */
static const Value *first_of(const Given *given, const char *name)
{
    for (int i = 0; i < given->count; i++)
        if (given->item[i].name ? strcmp(given->item[i].name, name) == 0 : i == 0)
            return &given->item[i].value;
    return NULL;
}

/* tqdm(items) goes through the items, trange(n) through a range. */
static bool call_progress(Eval *e, const Namespace *space, const Given *given, Value *out)
{
    const char *name = last_of(space->path);
    const Value *items = first_of(given, "iterable");
    Given first = {0};
    if (!items)
        return false;
    *out = *items;
    if (strcmp(name, "trange") != 0)
        return strcmp(name, "tqdm") == 0 || strcmp(name, "tqdm_notebook") == 0;
    const Value range = {.kind = VALUE_FUNCTION, .function = names_find(e, IN_BUILTIN, "range")};
    for (int i = 0; i < given->count && !given->item[i].name; i++)
        given_add(e, &first, NULL, given->item[i].value, given->item[i].node);
    return eval_invoke(e, &range, &first, out);
}

static bool call_quiet(Eval *e, const Namespace *space, const Given *given, Value *out)
{
    if (lies_in(space->path, "tqdm") && call_progress(e, space, given, out))
        return true;
    if (!e->err->set)
        *out = outside_result(e, space, "()");
    return !e->err->set;
}

bool outside_call(Eval *e, const Namespace *space, const Given *given, Value *out, bool *done)
{
    const char *name = last_of(space->path);
    bool seeds = strcmp(name, "seed_everything") == 0 || strcmp(name, "set_seed") == 0;
    const Value *number = seeds ? first_of(given, "seed") : NULL;
    *done = true;
    if (!space->home && outside_kind(space->path) == OUTSIDE_QUIET)
        return call_quiet(e, space, given, out);
    const Function *f = number ? names_find(e, ~0u, "manual_seed") : NULL;
    *done = f != NULL;
    if (!f)
        return true;
    const Value seed = {.kind = VALUE_FUNCTION, .function = f};
    bool ok = eval_apply(e, &seed, number, out);
    if (strcmp(name, "seed_everything") == 0)
        *out = *number;
    return ok;
}
