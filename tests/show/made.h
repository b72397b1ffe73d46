/* Lessons made for tests: those of the room before. */
#ifndef TESTS_SHOW_MADE_H
#define TESTS_SHOW_MADE_H

#include "tell/made.h"

#endif
