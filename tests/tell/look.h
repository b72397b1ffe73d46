/* A number on a tab, and what is read there of it: each number of a document, computed again. */
#ifndef TESTS_TELL_LOOK_H
#define TESTS_TELL_LOOK_H

#include <check.h>
#include <stdio.h>

#include "tell/tell.h"

/* A number that is looked at, and one of its pages. */
typedef struct Look {
    const Run *run;
    const Lens *l;
    const char *lesson;
    const QkvTensor *t;
    int64_t cell;
    Tab tab;
    const Doc *d;
} Look;

#define EXPECT(k, holds, ...)                                                                      \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            char said[400];                                                                        \
            snprintf(said, sizeof said, __VA_ARGS__);                                              \
            ck_abort_msg("%s, cell %lld of step %d, %s, %s: %s", (k)->lesson,                      \
                         (long long)(k)->cell, (k)->t->step, tell_tab_name((k)->tab),              \
                         (k)->d->head, said);                                                      \
        }                                                                                          \
    } while (0)

/* Reads the number at the beginning of a text: it is that of a value. Returns what comes after it. */
const char *expect_value(const Look *k, const char *text, double value);

/* The tabs "attention" and "row"; how many rows and cells of contexts were computed again. */
void expect_attention(const Look *k, Arena *a);
void expect_row(const Look *k, Arena *a);
extern int rows_formed, contexts_formed;

#endif
