/* Files that a lesson can be made of beside Markdown, and that it can read: notebooks, scripts, tensors. The
 * first byte says which. */
#include <string.h>

#include "fuzz/told.h"

static const char reader[] =
    "# Tensors\n\n## S\n\n```python\nimport numpy, torch\nfrom safetensors.torch import load_file\n"
    "a = load_file('t.safetensors')\nfor k, v in a.items(): print(k, v)\n"
    "b = numpy.load('t.safetensors')\nc = torch.from_numpy(b)\nprint(c)\nprint(c + 1)\n```\n";

static void enter_tensors(const uint8_t *bytes, size_t length)
{
    fuzz_write("lessons/1.md", reader, strlen(reader));
    fuzz_write("lessons/t.safetensors", bytes, length);
    told_lesson("lessons/1.md");
}

void fuzz_enter(const uint8_t *bytes, size_t length)
{
    static const char *const lessons[] = {"a.ipynb", "a.py"};
    if (length == 0)
        return;
    if (*bytes % 4 >= 2) {
        enter_tensors(bytes + 1, length - 1);
        return;
    }
    fuzz_write(lessons[*bytes % 4], bytes + 1, length - 1);
    told_lesson(*bytes % 4 == 0 ? "./a.ipynb" : "./a.py");
}
