/* The results that the statements of a run show: its stops at DETAIL_BRIEF, in their order. */
#ifndef TESTS_SHOWN_H
#define TESTS_SHOWN_H

#include "lesson/run.h"

/* How many of them come before a stage. */
static inline int shown_before(const Run *run, int stage)
{
    int count = 0;
    for (int i = 0; i < run->stage_stop[stage]; i++)
        count += run->stop[i].detail == DETAIL_BRIEF;
    return count;
}

static inline int shown_count(const Run *run)
{
    return shown_before(run, run->lesson->stages);
}

static inline const Stop *shown(const Run *run, int number)
{
    int i = 0;
    while (run->stop[i].detail != DETAIL_BRIEF || number-- > 0)
        i++;
    return &run->stop[i];
}

#endif
