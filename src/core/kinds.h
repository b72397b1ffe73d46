/* The kinds of rows that several files have: what a row takes over from its kind. A kind stands last in its row, and sets
 * the fields that it names here and those of the kind that it ends with; a row sets the others. Private to core.
 *
 *     const QkvOp op_tan = {.name = "tan", .formula = "..", .d1 = tan, .rule = {".."}, ANGLE}; */
#ifndef CORE_KINDS_H
#define CORE_KINDS_H

#include "core/elementwise.h"
#include "core/reduce.h"
#include "core/rows.h"

/* how, fills, label, stride, terms: cell by cell. The row sets signature, plan, kernel and its arithmetic. */
#define CELLWISE                                                                                   \
    .how = QKV_HOW_APPLY, .fills = true, .label = label_broadcast, .stride = stride_cellwise,      \
    .terms = terms_elementwise

/* signature, kernel, CELLWISE: of one operand. The row sets plan, and d1 or i1. */
#define OF_ONE .signature = "input:T", .kernel = kernel_unary, CELLWISE
/* plan, OF_ONE: of floats, which integers become; d1. Of floats alone; d1. Of numbers, which keep their type; d1, i1. */
#define FLOATS .plan = plan_float, OF_ONE
#define FLOATS_ONLY .plan = plan_float_only, OF_ONE
#define NUMBERS .plan = plan_number, OF_ONE
/* homes, is_near, FLOATS. */
#define ANGLE .homes = QKV_IN_BOTH, .is_near = true, FLOATS
/* signature, plan, kernel, CELLWISE: a question about a number; test. */
#define TEST .signature = "input:T", .plan = plan_comparison, .kernel = kernel_test, CELLWISE

/* kernel, casts, CELLWISE: of two operands. The row sets signature and plan, and d2 or i2. */
#define OF_TWO .kernel = kernel_binary, .casts = true, CELLWISE
/* signature, homes, OF_TWO: one of them can be a plain number; and plan: of numbers that can be divided by. */
#define OPERATOR .signature = "input:O other:O", .homes = QKV_IN_BOTH, OF_TWO
#define DIVISION .plan = plan_division, OPERATOR
/* signature, homes, plan, OF_TWO: of two tensors, whose type stays. */
#define CHOICE .signature = "input:T other:T", .homes = QKV_IN_BOTH, .plan = plan_arithmetic, OF_TWO
/* signature, plan, keeps_number, OF_TWO: of floats and a plain number, which is the operand b. */
#define WITH_NUMBER                                                                                \
    .signature = "input:T other:O", .plan = plan_float_only, .keeps_number = true, OF_TWO
/* homes, plan, kernel, CELLWISE: truths. The row sets signature, compare_f and compare_i. */
#define TRUTHS                                                                                     \
    .homes = QKV_IN_BOTH, .plan = plan_comparison, .kernel = kernel_comparison, .casts = true,     \
    CELLWISE
/* signature, TRUTHS: of a tensor and a tensor or a number; of two tensors. */
#define COMPARISON .signature = "input:T other:O", TRUTHS
#define LOGIC .signature = "input:T other:T", TRUTHS

/* how, kernel, label, terms: one number made of all along axes. The row sets plan, sum_row, fold and told. */
#define FOLDED                                                                                     \
    .how = QKV_HOW_FOLD, .kernel = kernel_sum, .label = reduce_label, .terms = reduce_terms
/* plan, FOLDED: of floats alone. */
#define FOLD .plan = plan_fold, FOLDED
/* how, kernel, terms: cells moved by the map that plan makes, or by its strides. The row sets plan and label. */
#define MAPPED .how = QKV_HOW_COPY, .kernel = move_kernel, .terms = move_terms

#endif
