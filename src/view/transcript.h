/* The transcript: a whole run as text, 80 columns wide. It depends on nothing but the lesson. */
#ifndef VIEW_TRANSCRIPT_H
#define VIEW_TRANSCRIPT_H

#include "view/place.h"

enum { TRANSCRIPT_WIDTH = 80, TRANSCRIPT_FORMAT = 1 };

/* The whole lesson: the header, then every stage. The run must be without error. */
void transcript(Buf *out, const Run *run, Detail detail);

/* One stage: its heading, prose, and each statement with the named stages of the calls in it and
 * its results; last the answers to what it asks. */
void transcript_stage(Buf *out, const Run *run, int stage, Detail detail);

/* The answers alone. */
void transcript_answers(Buf *out, const Run *run, int stage);

/* The stage of a place without the answers, into an empty `out`, and where the text of each stop seen ends in it:
 * end[0] of the text before the first result, end[n] of stop n, which is its code, what it shows and the
 * prose after it. `on_pages`: as the pages have them, prose between two stops with the second, and what the first
 * one's code defines with the text before it. `withholds`: without questions, and what comes out of a what-if. */
void transcript_ends(Buf *out, const Run *run, const Place *p, bool on_pages, bool withholds,
                     size_t *end);

/* The text of the stop of a place for the ear: prose without marks, the result with its formula, what it is
 * made of, and its labelled numbers (spoken.h). Where the answers are shown, these. */
void transcript_spoken(Buf *out, const Run *run, const Place *p);

/* The stage of a place in the same way, each of its stops. */
void transcript_spoken_stage(Buf *out, const Run *run, const Place *p);

/* What a result is called, stop `i` of a statement: by the statement, "y"; a named result inside of a
 * call, "y.weights", or without a result of its own by the call, "SelfAttention.weights". NULL
 * without a name. */
const char *transcript_name(Arena *a, const Run *run, const RunStatement *x, int i);

/* Whether a line of a transcript is the heading of a stage: what hunks of a difference are named
 * by. */
bool transcript_is_heading(const char *line, size_t length);

#endif
