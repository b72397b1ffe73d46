/* Facts as JSON: one value in one line of ASCII that ends in a newline. */
#ifndef SHOW_JSON_H
#define SHOW_JSON_H

#include "tell/fact.h"

/* Writes what is no ASCII, and every control character, as \uXXXX: nothing in it commands a terminal. Bytes that are no
 * UTF-8 become '?'. */
void json_write(Buf *out, const Fact *fact);

#endif
