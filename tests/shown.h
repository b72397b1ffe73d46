/* The results that the statements of a run show: its stops at DETAIL_BRIEF, in their order. */
#ifndef TESTS_SHOWN_H
#define TESTS_SHOWN_H

#include "lesson/run.h"

/* How many of them come before a stage. */
static inline int shown_before(const Run *of, int stage)
{
    int count = 0;
    for (int i = 0; i < of->stage_stop[stage]; i++)
        count += of->stop[i].detail == DETAIL_BRIEF;
    return count;
}

static inline int shown_count(const Run *of)
{
    return shown_before(of, of->lesson->stages);
}

static inline const Stop *shown(const Run *of, int number)
{
    int i = 0;
    while (of->stop[i].detail != DETAIL_BRIEF || number-- > 0)
        i++;
    return &of->stop[i];
}

#endif
