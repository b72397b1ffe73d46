/* A test links the files of its own room alone. */
#include "tell/made.c"
