/* Programs that can be read, made of all the names there are and of arguments that nobody expects: the
 * bytes choose. */
#ifndef TESTS_FUZZ_GENERATE_H
#define TESTS_FUZZ_GENERATE_H

#include "fuzz/fuzz.h"

/* Adds the imports, and then one statement a line. */
void generate(Buf *out, Choices *c);

#endif
