/* Every test suite, one line each; tests/ROOM/main.c runs those of a room. */
#ifndef TESTS_SUITES_H
#define TESTS_SUITES_H

#include <stdbool.h>

#include "checked.h"

#include "base/sanitized.h"

/* Runs the suites, a NULL at the end. The exit status: 0 only when some check ran and none
 * failed. */
typedef Suite *(*SuiteMaker)(void);
int run_suites(const SuiteMaker *makers);

/* Adds a case to a suite. */
TCase *suite_case(Suite *s, const char *name);

/* The processor time that this process has taken: what else the machine does has no part in it. */
long used_microseconds(void);
/* True in `make times`: how long something may take depends on the machine, so nothing else holds it. */
bool is_timed(void);
/* Memory is not worth measuring where a sanitizer takes most of it. */
#ifdef IS_SANITIZED
enum { IS_MEASURED = 0 };
#else
enum { IS_MEASURED = 1 };
#endif

Suite *arena_suite(void);
Suite *buf_suite(void);
Suite *err_suite(void);
Suite *file_suite(void);
Suite *facts_suite(void);
Suite *cut_suite(void);
Suite *turns_suite(void);
Suite *exercise_suite(void);
Suite *outline_suite(void);
Suite *path_suite(void);
Suite *glossary_suite(void);
Suite *walk_suite(void);
Suite *windows_suite(void);
Suite *practice_suite(void);
Suite *sheet_suite(void);
Suite *due_suite(void);
Suite *practice_pages_suite(void);
Suite *passes_suite(void);
Suite *curve_suite(void);
Suite *json_suite(void);
Suite *links_suite(void);
Suite *json_commands_suite(void);
Suite *utf8_suite(void);
Suite *ascii_suite(void);
Suite *tensor_suite(void);
Suite *math32_suite(void);
Suite *elementwise_suite(void);
Suite *matmul_suite(void);
Suite *vector_suite(void);
Suite *linear_suite(void);
Suite *einsum_suite(void);
Suite *layers_suite(void);
Suite *attention_suite(void);
Suite *reduce_suite(void);
Suite *move_suite(void);
Suite *moves_suite(void);
Suite *label_suite(void);
Suite *tape_suite(void);
Suite *context_suite(void);
Suite *memory_suite(void);
Suite *op_suite(void);
Suite *storage_suite(void);
Suite *gradient_suite(void);
Suite *print_suite(void);
Suite *random_suite(void);
Suite *spot_suite(void);
Suite *roles_suite(void);
Suite *looks_suite(void);
Suite *grammar_suite(void);
Suite *model_suite(void);
Suite *frame_suite(void);
Suite *prose_suite(void);
Suite *number_suite(void);
Suite *terminal_suite(void);
Suite *screen_suite(void);
Suite *bytes_suite(void);
Suite *lexer_suite(void);
Suite *parser_suite(void);
Suite *parser_errors_suite(void);
Suite *parser_bounds_suite(void);
Suite *lesson_suite(void);
Suite *mistake_suite(void);
Suite *script_suite(void);
Suite *whatif_suite(void);
Suite *ask_suite(void);
Suite *click_suite(void);
Suite *markdown_suite(void);
Suite *eval_suite(void);
Suite *programs_suite(void);
Suite *endless_suite(void);
Suite *answers_suite(void);
Suite *torch_suite(void);
Suite *classes_suite(void);
Suite *empty_suite(void);
Suite *names_suite(void);
Suite *calls_suite(void);
Suite *errors_suite(void);
Suite *status_suite(void);
Suite *value_suite(void);
Suite *library_suite(void);
Suite *expect_suite(void);
Suite *run_suite(void);
Suite *change_suite(void);
Suite *align_suite(void);
Suite *judge_suite(void);
Suite *learners_suite(void);
Suite *trial_suite(void);
Suite *compare_suite(void);
Suite *diagnose_suite(void);
Suite *astray_suite(void);
Suite *reach_suite(void);
Suite *hidden_suite(void);
Suite *lens_suite(void);
Suite *inspect_suite(void);
Suite *prepared_suite(void);
Suite *blind_suite(void);
Suite *slips_suite(void);
Suite *answer_suite(void);
Suite *placed_suite(void);
Suite *lines_suite(void);
Suite *tensor_file_suite(void);
Suite *step_suite(void);
Suite *directive_suite(void);
Suite *matrix_suite(void);
Suite *layout_suite(void);
Suite *explain_suite(void);
Suite *transcript_suite(void);
Suite *snapshot_suite(void);
Suite *page_suite(void);
Suite *contents_suite(void);
Suite *stage_suite(void);
Suite *tabs_suite(void);
Suite *judge_suite(void);
Suite *truth_suite(void);
Suite *place_suite(void);
Suite *web_suite(void);
Suite *frame_json_suite(void);
Suite *front_suite(void);
Suite *story_suite(void);
Suite *report_suite(void);
Suite *handout_suite(void);
Suite *elements_suite(void);
Suite *picture_suite(void);
Suite *index_names_suite(void);
Suite *keys_suite(void);
Suite *manual_suite(void);
Suite *update_suite(void);
Suite *saved_suite(void);
Suite *script_suite(void);
Suite *app_suite(void);
Suite *pages_suite(void);
Suite *plain_suite(void);
Suite *named_suite(void);
Suite *follow_suite(void);
Suite *readers_suite(void);
Suite *hour_suite(void);
Suite *links_suite(void);
Suite *seen_suite(void);
Suite *teach_suite(void);
Suite *guess_suite(void);
Suite *class_suite(void);
Suite *reload_suite(void);
Suite *commands_suite(void);
Suite *program_suite(void);
Suite *robust_suite(void);

#endif
