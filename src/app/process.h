/* Prepares the process before the program begins: stack, memory that is kept, locale, signals. */
#ifndef APP_PROCESS_H
#define APP_PROCESS_H

#include <stdbool.h>

/* False after a word to standard error: the stack is too small to run lessons on. */
bool process_begin(void);

#endif
