/* Calls and syntax with values of every kind: the bytes choose which. */
#include "fuzz/calls.h"
#include "fuzz/fuzz.h"

void fuzz_enter(const uint8_t *bytes, size_t length)
{
    static Calls c;
    Choices choices = {bytes, bytes + length};
    int forms = 0;
    while (calls_forms[forms])
        forms++;
    calls_begin(&c);
    while (choices.at < choices.end && !c.is_over) {
        int what = choose(&choices, 256) * 256 + choose(&choices, 256), given[4];
        for (int i = 0; i < 4; i++)
            given[i] = choose(&choices, c.values);
        const Function *f = c.function[what / 2 % c.functions];
        const char *wrong = what % 2 == 0
                                ? calls_make(&c, f, calls_arguments(&c, f), given)
                                : calls_statement(&c, calls_forms[what / 2 % forms], given);
        if (wrong)
            fuzz_found(wrong);
    }
    calls_end(&c);
}
