/* Eight floats at a time, each by itself: vectors that gcc and clang make of whatever the processor
 * has. Several of PyTorch's sums run in eight lanes: there they are part of the arithmetic. Private
 * to core. */
#ifndef CORE_LANES_H
#define CORE_LANES_H

enum { LANES = 8 };

typedef float Lanes __attribute__((vector_size(4 * LANES)));
typedef float UnalignedLanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

#define lanes_at(x) (*(const UnalignedLanes *)(x))
#define lanes_put(to, lanes) (*(UnalignedLanes *)(to) = (lanes))

#endif
