/* Generated programs as lessons. */
#include "fuzz/generate.h"
#include "fuzz/told.h"

void fuzz_enter(const uint8_t *bytes, size_t length)
{
    Choices c = {bytes, bytes + length};
    Buf text = {0};
    buf_puts(&text, "# Generated\n\n## S\n\n```python\n");
    generate(&text, &c);
    buf_puts(&text, "```\n");
    fuzz_write("lessons/1.md", text.text, text.length);
    buf_release(&text);
    told_lesson("lessons/1.md");
}
