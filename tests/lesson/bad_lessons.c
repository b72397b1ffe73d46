#include "bad_lessons.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"

/* The lesson of which lines are being read. */
typedef struct Reader {
    BadLesson *all;
    int count;
    bool is_code; /* the last of them is code alone */
    int lines;    /* of its text                    */
    int blanks;   /* empty lines that may be the distance to the next one */
} Reader;

static void add_line(Reader *r, BadLesson *b, const char *line)
{
    buf_puts(&b->text, line);
    buf_putc(&b->text, '\n');
    r->lines++;
}

static void begin(Reader *r, const char *file, int at, const char *line)
{
    enum { STEP = 64 };
    if (r->count % STEP == 0)
        r->all = realloc(r->all, (size_t)(r->count + STEP) * sizeof *r->all);
    BadLesson *b = &r->all[r->count++];
    *b = (BadLesson){.file = file, .at = at};
    snprintf(b->name, sizeof b->name, "%s", line + strlen("--- "));
    r->is_code = *line == '-';
    r->lines = r->blanks = 0;
    if (r->is_code) {
        add_line(r, b, "## A stage\n\n```python");
        r->lines = 3;
    }
}

static void end(Reader *r)
{
    if (r->count > 0 && r->is_code)
        add_line(r, &r->all[r->count - 1], "```");
}

/* "  ^^^ TypeError: facts", or "! lesson: facts". */
static bool read_said(const Reader *r, BadLesson *b, const char *line)
{
    size_t blanks = strspn(line, " "), carets = strspn(line + blanks, "^");
    bool nowhere = *line == '!';
    const char *kind = line + (nowhere ? 2 : blanks + carets + 1);
    size_t length = strspn(kind, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if ((!nowhere && (carets == 0 || kind[-1] != ' ')) || length == 0 ||
        strncmp(kind + length, ": ", 2) != 0 || b->count == BAD_SAID)
        return false;
    BadSaid *s = &b->said[b->count++];
    if (!nowhere)
        *s = (BadSaid){r->lines, (int)blanks + 1, (int)carets, "", {0}};
    snprintf(s->kind, sizeof s->kind, "%.*s", (int)length, kind);
    buf_puts(&s->facts, kind + length + 2);
    return true;
}

static void read_line(Reader *r, const char *file, int at, const char *line)
{
    if (strncmp(line, "--- ", 4) == 0 || strncmp(line, "=== ", 4) == 0) {
        end(r);
        begin(r, file, at, line);
        return;
    }
    BadLesson *b = r->count > 0 && r->all[r->count - 1].file == file ? &r->all[r->count - 1] : NULL;
    if (!b || read_said(r, b, line))
        return;
    if (*line == '\0') {
        r->blanks++;
        return;
    }
    for (; r->blanks > 0; r->blanks--)
        add_line(r, b, "");
    add_line(r, b, line);
}

static void read_file(Reader *r, const char *path)
{
    char *line = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    int at = 1;
    for (ssize_t n; file && (n = getline(&line, &room, file)) > 0; at++) {
        line[n - (line[n - 1] == '\n')] = '\0';
        read_line(r, path, at, line);
    }
    end(r);
    r->is_code = false;
    free(line);
    if (file)
        fclose(file);
}

BadLesson *bad_lessons(int *count)
{
    Reader r = {0};
    read_file(&r, "tests/errors/language.txt");
    read_file(&r, "tests/errors/tensors.txt");
    read_file(&r, "tests/errors/modules.txt");
    read_file(&r, "tests/errors/lesson.txt");
    *count = r.count;
    return r.all;
}

bool bad_lesson_tells(const char *message, const char *facts)
{
    static const char bar[] = " | ";
    Buf fact = {0};
    bool tells = true;
    for (const char *next = facts; next && tells;) {
        const char *end = strstr(next, bar);
        buf_clear(&fact);
        buf_add(&fact, next, end ? (size_t)(end - next) : strlen(next));
        const char *found = strstr(message, buf_text(&fact));
        tells = found != NULL;
        message = tells ? found + fact.length : message;
        next = end ? end + strlen(bar) : NULL;
    }
    buf_release(&fact);
    return tells;
}
