/* The patterns of einops: "b t (h d) -> b h t d". Private to this program. */
#ifndef CORE_PATTERN_H
#define CORE_PATTERN_H

#include "core/qkv.h"

enum { PATTERN_MOST = 24 };

/* A name of the pattern, or a number in place of one. */
typedef struct PatternAxis {
    const char *text; /* `length` bytes of the pattern: "h", "2" or "..." */
    int length;
    int at;       /* where it stands first, in bytes                 */
    int64_t size; /* -1 while it is not known                        */
    bool on[2];   /* sides that have it                              */
    bool is_number;
} PatternAxis;

typedef struct PatternSide {
    int places; /* the names in their order, and the axis of the tensor that each is part of */
    int axis[PATTERN_MOST], group[PATTERN_MOST];
    int groups;
    bool dots_in_brackets;
} PatternSide;

typedef struct Pattern {
    const char *who; /* for errors: "rearrange" */
    const char *text;
    PatternAxis axis[PATTERN_MOST];
    int axes;
    int dots; /* the axis that "..." is, or -1 */
    PatternSide side[2];
} Pattern;

enum { PATTERN_LEFT, PATTERN_RIGHT };

/* Reads both sides of a pattern. False after an error that says where in it. */
bool pattern_read(Qkv *q, const char *who, const char *text, Pattern *p);
/* An error at byte `at` of the pattern; returns false. */
bool pattern_fail(Qkv *q, const Pattern *p, int at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The sizes of the names, from those that are given and the sizes of the tensor. */
bool pattern_measure(Qkv *q, Pattern *p, const QkvTensor *t, int count, const QkvLength *lengths);

#endif
