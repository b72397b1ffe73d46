/* The transcript: a whole run as text, 80 columns wide. It depends on nothing but the lesson. */
#ifndef SHOW_TRANSCRIPT_H
#define SHOW_TRANSCRIPT_H

#include "lesson/run.h"

enum { TRANSCRIPT_WIDTH = 80, TRANSCRIPT_FORMAT = 1 };

/* The whole lesson: the header, then every stage. The run must be without error. */
void transcript(Buf *out, const Run *run, Detail detail);

/* Writes a stage: its heading, prose, and each statement with the named stages of the calls in it and
 * its results; last the answers to what it asks. */
void transcript_stage(Buf *out, const Run *run, int stage, Detail detail);

/* Names a result, stop `i` of a statement: by the statement, "y"; a named result inside of a
 * call, "y.weights", or without a result of its own by the call, "SelfAttention.weights". NULL
 * without a name. */
const char *transcript_name(Arena *a, const Run *run, int i);

#endif
