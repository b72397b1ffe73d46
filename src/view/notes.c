#include "view/notes.h"

#include <string.h>

int notes_write(Buf *out, const Stage *stage)
{
    int notes = 0;
    for (int i = 0; i < stage->parts; i++) {
        if (stage->part[i].kind != PART_NOTE)
            continue;
        for (const char *line = stage->part[i].text; *line;) {
            size_t length = strcspn(line, "\n");
            buf_shown(out, line, length);
            buf_putc(out, '\n');
            line += length + (line[length] == '\n');
        }
        notes++;
    }
    return notes;
}
