/* Computed by PyTorch 2.14.1+cu130 of PyPI (x86-64, ATEN_CPU_CAPABILITY=avx2), one thread.
 * Written by golden.py. The table that a row belongs to says how its operands are made:
 * seed 1 for the first row, then 2, and so on. */
#ifndef TESTS_CORE_GOLDEN_ALONG_H
#define TESTS_CORE_GOLDEN_ALONG_H

#include <math.h>
#include <stdint.h>

/* clang-format off */
/* A sample, over one axis; layer_norm from that axis on. The number is the correction of var
 * and std, p of norm, eps of layer_norm. */
static const struct {
    const char *op;
    char kind;
    int rank;
    int64_t size[3];
    int axis;
    double number;
    uint32_t bits;
} golden_along[] = {
    {"var", 'F', 1, {5}, 0, 1.0, 0xFC8B7749U},
    {"var", 'F', 2, {3, 4}, 1, 1.0, 0xEF730EDEU},
    {"var", 'F', 2, {3, 4}, 0, 1.0, 0xCA4F77B2U},
    {"var", 'F', 3, {2, 3, 5}, 1, 1.0, 0x547A17B4U},
    {"var", 'F', 2, {4, 9}, 1, 1.0, 0xC7440153U},
    {"var", 'F', 1, {5}, 0, 0.0, 0xD8B9EFA0U},
    {"var", 'F', 2, {3, 4}, 1, 0.0, 0x1823DB29U},
    {"var", 'F', 2, {3, 4}, 0, 0.0, 0x42A5E1DAU},
    {"var", 'F', 3, {2, 3, 5}, 1, 0.0, 0xD5CF6CD2U},
    {"var", 'F', 2, {4, 9}, 1, 0.0, 0x3C6D3036U},
    {"std", 'F', 1, {5}, 0, 1.0, 0x1CE84164U},
    {"std", 'F', 2, {3, 4}, 1, 1.0, 0x55BB9B93U},
    {"std", 'F', 2, {3, 4}, 0, 1.0, 0x7476E177U},
    {"std", 'F', 3, {2, 3, 5}, 1, 1.0, 0xBE62255EU},
    {"std", 'F', 2, {4, 9}, 1, 1.0, 0x0FD6069AU},
    {"std", 'F', 1, {5}, 0, 0.0, 0x0D4D8586U},
    {"std", 'F', 2, {3, 4}, 1, 0.0, 0x334896F2U},
    {"std", 'F', 2, {3, 4}, 0, 0.0, 0x28978E89U},
    {"std", 'F', 3, {2, 3, 5}, 1, 0.0, 0x80EF73BFU},
    {"std", 'F', 2, {4, 9}, 1, 0.0, 0xC7323EC5U},
    {"norm", 'F', 1, {3}, 0, 2.0, 0x886D6F1AU},
    {"norm", 'F', 2, {4, 3}, 1, 2.0, 0xD84AB238U},
    {"norm", 'F', 2, {2, 4}, 0, 2.0, 0x2FD684CFU},
    {"norm", 'F', 1, {3}, 0, 1.0, 0x2B613DDEU},
    {"norm", 'F', 2, {4, 3}, 1, 1.0, 0x507D8CC4U},
    {"norm", 'F', 2, {2, 4}, 0, 1.0, 0x1530B0A2U},
    {"norm", 'F', 1, {3}, 0, 0.0, 0x29CC5D1FU},
    {"norm", 'F', 2, {4, 3}, 1, 0.0, 0x3E15F515U},
    {"norm", 'F', 2, {2, 4}, 0, 0.0, 0xCB95F515U},
    {"norm", 'F', 1, {3}, 0, HUGE_VAL, 0x3E5056DDU},
    {"norm", 'F', 2, {4, 3}, 1, HUGE_VAL, 0x5A5CA5C9U},
    {"norm", 'F', 2, {2, 4}, 0, HUGE_VAL, 0xD40C7C97U},
    {"norm", 'F', 1, {3}, 0, -HUGE_VAL, 0x0F0B0BBFU},
    {"norm", 'F', 2, {4, 3}, 1, -HUGE_VAL, 0x9218DA41U},
    {"norm", 'F', 2, {2, 4}, 0, -HUGE_VAL, 0xE840F481U},
    {"cumsum", 'F', 1, {70}, 0, 0.0, 0x3FB5E460U},
    {"cumsum", 'F', 2, {3, 4}, 0, 0.0, 0x1F8C477CU},
    {"cumsum", 'F', 3, {2, 3, 4}, 1, 0.0, 0x5C1D2A4BU},
    {"cumsum", 'I', 1, {70}, 0, 0.0, 0xEE583D02U},
    {"cumsum", 'I', 2, {3, 4}, 0, 0.0, 0x35AD98F6U},
    {"cumsum", 'I', 3, {2, 3, 4}, 1, 0.0, 0x9EAEC2AEU},
    {"cumsum", 'B', 1, {70}, 0, 0.0, 0xF64A17CDU},
    {"cumsum", 'B', 2, {3, 4}, 0, 0.0, 0x71203BCFU},
    {"cumsum", 'B', 3, {2, 3, 4}, 1, 0.0, 0x1777D4D4U},
    {"argmax", 'S', 1, {6}, 0, 0.0, 0x37791236U},
    {"argmax", 'S', 2, {3, 5}, 1, 0.0, 0xD3A3AF2EU},
    {"argmax", 'S', 3, {2, 4, 3}, 1, 0.0, 0xB3B63FADU},
    {"argmax", 'I', 1, {6}, 0, 0.0, 0x37791236U},
    {"argmax", 'I', 2, {3, 5}, 1, 0.0, 0x117000E2U},
    {"argmax", 'I', 3, {2, 4, 3}, 1, 0.0, 0xE9006D5FU},
    {"argmin", 'S', 1, {6}, 0, 0.0, 0x536A33C0U},
    {"argmin", 'S', 2, {3, 5}, 1, 0.0, 0xB1C87F04U},
    {"argmin", 'S', 3, {2, 4, 3}, 1, 0.0, 0x89002A06U},
    {"argmin", 'I', 1, {6}, 0, 0.0, 0x796CAE29U},
    {"argmin", 'I', 2, {3, 5}, 1, 0.0, 0xD5FD524CU},
    {"argmin", 'I', 3, {2, 4, 3}, 1, 0.0, 0x77557404U},
    {"log_softmax", 'F', 1, {6}, 0, 0.0, 0x0CF0564FU},
    {"log_softmax", 'F', 2, {3, 5}, 1, 0.0, 0x82DC7402U},
    {"log_softmax", 'F', 3, {2, 4, 3}, 1, 0.0, 0xEB5502F3U},
    {"layer_norm", 'F', 1, {4}, 0, 1e-05, 0xD691F70DU},
    {"layer_norm", 'F', 2, {3, 5}, 1, 1e-05, 0x057C8EE9U},
    {"layer_norm", 'F', 3, {2, 3, 8}, 2, 1e-05, 0xCA224790U},
    {"layer_norm", 'F', 3, {2, 3, 4}, 1, 1e-05, 0x8BB72E38U},
    {"layer_norm", 'F', 1, {4}, 0, 0.5, 0x815CDCBCU},
    {"layer_norm", 'F', 2, {3, 5}, 1, 0.5, 0x11664FF0U},
    {"layer_norm", 'F', 3, {2, 3, 8}, 2, 0.5, 0xB511B3A4U},
    {"layer_norm", 'F', 3, {2, 3, 4}, 1, 0.5, 0x598425FBU},
};
/* clang-format on */

#endif
