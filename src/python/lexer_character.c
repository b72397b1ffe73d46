/* Characters: which may be shown, and what to type for those that only look like code. */
#include <inttypes.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/lexer_internal.h"

/* Characters that word processors and textbooks put where code has ASCII. */
static const struct {
    uint32_t c;
    const char *ascii;
} lookalikes[] = {
    /* clang-format off */
    {0x00A0, "a blank"},   {0x00AB, "\""},        {0x00AC, "not"},     {0x00B2, "** 2"},
    {0x00B7, "*"},         {0x00BB, "\""},        {0x00D7, "*"},       {0x00F7, "/"},
    {0x03C0, "math.pi"},   {0x2010, "-"},         {0x2011, "-"},       {0x2012, "-"},
    {0x2013, "-"},         {0x2014, "-"},         {0x2018, "'"},       {0x2019, "'"},
    {0x201C, "\""},        {0x201D, "\""},        {0x201E, "\""},      {0x2026, "..."},
    {0x2032, "'"},         {0x2033, "\""},        {0x2208, "in"},      {0x2212, "-"},
    {0x2215, "/"},         {0x221A, "math.sqrt"}, {0x221E, "math.inf"}, {0x2227, "and"},
    {0x2228, "or"},        {0x2260, "!="},        {0x2264, "<="},      {0x2265, ">="},
    {0x22C5, "*"},         {0x3000, "a blank"},
    /* clang-format on */
};

/* Checks the character from `from` to the cursor. */
static bool check_shown(const Lexer *l, Cursor from, uint32_t c)
{
    if (c == UTF8_BAD && l->here.at - from.at == 1)
        return err_set(l->err, lexer_since(l, from), "the byte 0x%02x is not valid UTF-8",
                       (unsigned)(unsigned char)l->code->source[from.at]);
    if (c != '\n' && c != '\t' && utf8_is_control(c))
        return err_set(l->err, lexer_since(l, from),
                       "the control character U+%04" PRIX32 " is not allowed in code%s", c,
                       c == 0 ? "" : ": in a string, write it as an escape");
    return true;
}

bool lexer_shown(Lexer *l)
{
    Cursor from = l->here;
    uint32_t c = lexer_step(l);
    return check_shown(l, from, c);
}

/* What to type for a character that only looks like code; NULL when nobody knows. */
static const char *find_lookalike(uint32_t c, char ascii[2])
{
    enum { FULLWIDTH_FIRST = 0xFF01, FULLWIDTH_LAST = 0xFF5E };
    for (int i = 0; i < COUNT(lookalikes); i++)
        if (lookalikes[i].c == c)
            return lookalikes[i].ascii;
    if (c < FULLWIDTH_FIRST || c > FULLWIDTH_LAST)
        return NULL;
    ascii[0] = (char)(c - FULLWIDTH_FIRST + '!');
    return ascii;
}

bool lexer_fail_character(Lexer *l)
{
    Cursor from = l->here;
    uint32_t c = lexer_step(l);
    int size = (int)(l->here.at - from.at);
    const char *shown = l->code->source + from.at;
    char one[2] = "";
    const char *ascii = find_lookalike(c, one);
    if (ascii)
        return err_set(l->err, lexer_since(l, from),
                       "'%.*s' (U+%04" PRIX32 ") is not part of the lesson language: type %s", size,
                       shown, c, ascii);
    if (!check_shown(l, from, c))
        return false;
    if (size > 1)
        return err_set(l->err, lexer_since(l, from),
                       "'%.*s' (U+%04" PRIX32 ") is only allowed in strings and comments: names "
                       "are made of a-z, A-Z, 0-9 and _",
                       size, shown, c);
    return err_set(l->err, lexer_since(l, from), "'%.*s' is not part of the lesson language", size,
                   shown);
}
