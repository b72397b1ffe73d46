/* Every test suite, one line each; tests/ROOM/main.c runs those of a room. */
#ifndef TESTS_SUITES_H
#define TESTS_SUITES_H

#include <check.h>

/* Runs the suites, a NULL at the end. The exit status: 0 only when some check ran and none failed. */
typedef Suite *(*SuiteMaker)(void);
int run_suites(const SuiteMaker *makers);

Suite *arena_suite(void);
Suite *buf_suite(void);
Suite *err_suite(void);
Suite *utf8_suite(void);
Suite *print_suite(void);
Suite *frame_suite(void);
Suite *prose_suite(void);
Suite *diff_suite(void);
Suite *terminal_suite(void);
Suite *screen_suite(void);
Suite *lexer_suite(void);
Suite *parser_suite(void);
Suite *parser_errors_suite(void);
Suite *parser_bounds_suite(void);
Suite *lesson_suite(void);
Suite *markdown_suite(void);

#endif
