/* Runs for tests, made from the text of a lesson. */
#ifndef TESTS_TELL_MADE_H
#define TESTS_TELL_MADE_H

#include "base/common.h"
#include "lesson/library.h"
#include "tell/fact.h"
#include "tell/tell.h"

/* A library of one lesson, read and run; it fails the test when it is broken. The statements alone
 * will do: then they are the only stage of a lesson called "made". */
Library *made_library(const char *text);
void made_free(Library *library);
/* Run of its lesson. */
const Run *made_run(const Library *library);

/* The `stop`th result that the lesson shows, from 0. */
const QkvTensor *made_tensor(const Library *library, int stop);

/* Tensors of every kind that is odd: nan, inf, empty, rank 0 to 6, int64, bool, wide labels, long
 * sums. A text for made_library. */
extern const char made_odd[];
/* Gradients: of a parameter that two passes come to, of what is broadcast, in a loop that trains. */
extern const char made_trained[];

/* The same numbers every time: 0 .. below-1. */
int made_random(int below);

/* "query", "key", "value", "scores", "weights"; "" of none. */
const char *made_role(Role role);
/* All that a document says, with each number of its matrices as the lens has it. */
void made_doc(Buf *out, const Doc *d);
/* A tab of a number as the command line prints it: a tree is unfolded. With its facts, where these are not NULL. */
Doc *made_tab(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell, Tab tab, Fact *facts);
/* Facts, a line each: "cell.value 0.5". */
void made_facts(Buf *out, const Fact *fact);

#endif
