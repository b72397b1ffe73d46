/* How the program ends when it cannot go on. No part of libqkv, which must not end its host. */
#include "base/die.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"

void (*base_die_hook)(void);

void base_die(const char *format, ...)
{
    void (*hook)(void) = base_die_hook;
    base_die_hook = NULL; /* so that a hook which dies does not come back here */
    if (hook)
        hook();
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(2);
}

static void say_no_memory(double bytes)
{
    base_die("out of memory: %.0f bytes asked for", bytes);
}

void base_say_no_memory(void)
{
    arena_no_memory = say_no_memory;
}
