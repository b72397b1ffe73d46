/* Contents of a context: private to core. */
#ifndef CORE_CONTEXT_H
#define CORE_CONTEXT_H

#include "base/arena.h"
#include "base/err.h"
#include "core/qkv_trace.h"
#include "core/random_internal.h"
#include "core/tensor.h"

struct Qkv {
    Arena arena;
    Err err;
    char said[512]; /* PyTorch's words for it, or ""             */
    QkvFault fault; /* subject of the error                      */
    bool is_lack;   /* the library's own: see qkv_is_lack        */
    bool is_bound;  /* .. and a bound                            */

    bool recording;
    QkvTape tape;
    int tag;
    int group;      /* the innermost open group, -1 for none                                */
    int unrecorded; /* groups inside of it that were entered without a tape, or memory      */

    Random random;
    QkvArrayRandom array_random;
    bool must_seed; /* before anything is drawn                                           */
    bool misses;    /* the error is that the generator is lost                            */
    QkvDropoutFlavour dropout;

    int writes; /* in place, so far */

    bool no_gradients; /* results do not belong to the way back                     */
    bool infers;       /* ... and cannot be written outside of this mode            */
    struct Pass *pass; /* the way back that is gone just now, or NULL               */
    int passes;        /* ... and how many are, one from inside another                */
    const QkvTensor *(*seen)(void *data, const QkvTensor *t, const QkvTensor *gradient);
    void *seen_data;

    QkvLimits limits;
    size_t share; /* see qkv_share; 0: the memory is the context's alone */
    int64_t all_cells;
    int64_t work;

    const char *(*stop)(void *data); /* or NULL: see qkv_ask                                     */
    void *stop_data;
    int64_t unasked; /* work since it was asked                                              */
};

/* The text of a Buf that the context's arena keeps: NULL when it did not fit. */
const char *text_of(const Buf *b);

/* PyTorch's own words for the error that comes next: what a program that catches it may print. */
void context_say(Qkv *q, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Notes what the error that comes next is about. The second takes the operation and the shapes of its operands from a
 * call. A kind says which numbers it wants. */
void context_fault(Qkv *q, QkvFaultKind kind, int count, const int64_t *numbers);
void context_fault_of(Qkv *q, const QkvCall *c, QkvFaultKind kind, int count,
                      const int64_t *numbers);
void context_fault_bounds(Qkv *q, int64_t x, QkvDType type);
void context_fault_shape(Qkv *q, int rank, const int64_t *size);
#define FAULT(q, kind, ...)                                                                        \
    context_fault(q, kind, (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)),              \
                  (int64_t[]){__VA_ARGS__})
#define FAULT_OF(q, c, kind, ...)                                                                  \
    context_fault_of(q, c, kind, (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)),        \
                     (int64_t[]){__VA_ARGS__})

/* Around what may take much memory, where that is shared: beyond the bound there is none for it. What the
 * first returns goes to the second, for one may lie inside another. */
size_t context_hold(Qkv *q);
/* As qkv_lack, of a bound that is passed. */
bool context_bound(Qkv *q, const char *format, ...) __attribute__((format(printf, 2, 3)));
void context_let_go(Qkv *q, size_t held);

/* Adds a step for a call that has been computed. False when the tape is full. */
bool tape_add(Qkv *q, const QkvCall *c);
/* Gives back room for steps that the tape does not have any more. */
void tape_shrink(Qkv *q);

#endif
