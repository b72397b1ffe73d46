/* The end of a program that cannot go on, with a word to standard error. */
#ifndef BASE_DIE_H
#define BASE_DIE_H

/* Runs before dying: the terminal room sets it to give the terminal back. */
extern void (*base_die_hook)(void);

/* Out of memory or a broken invariant: runs the hook, prints to standard error, exits with 2. */
_Noreturn void base_die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* From now on memory that ends where nobody else handles it ends the program in that way; before, with abort(). */
void base_say_no_memory(void);

#endif
