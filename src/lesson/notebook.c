/* Notebooks as lessons: a notebook becomes Markdown, and what follows is that of every lesson. Cells
 * of text go in as they are, cells of code as fenced blocks, what they printed as expectations.
 * Execution counts, pictures and other rich output are left out. The format is version 4 of
 * nbformat.readthedocs.io. The one file that knows jansson. */
#include "lesson/notebook.h"

#include <jansson.h>
#include <string.h>

/* nbformat allows a text to be cut into lines. */
static void add_text(Buf *out, const json_t *text)
{
    size_t i;
    const json_t *line;
    if (json_is_string(text))
        buf_add(out, json_string_value(text), json_string_length(text));
    json_array_foreach(text, i, line) if (json_is_string(line))
        buf_add(out, json_string_value(line), json_string_length(line));
}

static void end_line(Buf *out)
{
    if (out->length > 0 && out->text[out->length - 1] != '\n')
        buf_putc(out, '\n');
}

/* A fence that nothing in the text ends. */
static void add_fenced(Buf *out, const char *info, const Buf *text)
{
    int longest = 2, run = 0;
    for (size_t i = 0; i < text->length; i++) {
        run = text->text[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    buf_putc(out, '\n');
    buf_fill(out, '`', longest + 1);
    buf_printf(out, "%s\n%s", info, buf_text(text));
    end_line(out);
    buf_fill(out, '`', longest + 1);
    buf_putc(out, '\n');
}

/* Markdown with one title: a second `#` would be another, and becomes a stage. Setext headings and
 * fences stay as they are. */
typedef struct Maker {
    Buf *out;
    bool has_title, has_stage;
    int cells; /* of code, so far */
} Maker;

static void add_markdown(Maker *m, const Buf *text)
{
    bool fenced = false;
    buf_putc(m->out, '\n');
    for (const char *at = buf_text(text); *at;) {
        size_t length = strcspn(at, "\n");
        fenced = strncmp(at, "```", 3) == 0 ? !fenced : fenced;
        if (!fenced && at[0] == '#' && at[1] == ' ') {
            buf_puts(m->out, m->has_title ? "#" : "");
            m->has_stage = m->has_stage || m->has_title;
            m->has_title = true;
        } else if (!fenced && strncmp(at, "## ", 3) == 0) {
            m->has_stage = true;
        }
        buf_add(m->out, at, length);
        buf_putc(m->out, '\n');
        at += length + (at[length] == '\n');
    }
}

/* Lines for the notebook's shell (%time, !pip) are no Python: they stay to be read. */
static void add_code(Maker *m, const Buf *text)
{
    Buf code = {0};
    for (const char *at = buf_text(text); *at;) {
        size_t length = strcspn(at, "\n");
        buf_puts(&code, *at == '%' || *at == '!' ? "# " : "");
        buf_add(&code, at, length);
        buf_putc(&code, '\n');
        at += length + (at[length] == '\n');
    }
    if (!m->has_stage)
        buf_printf(m->out, "\n## Cell %d\n", m->cells + 1);
    m->has_stage = true;
    m->cells++;
    add_fenced(m->out, "python", &code);
    buf_release(&code);
}

/* What a cell printed, and the value of its last line. */
static void add_outputs(Maker *m, const json_t *outputs)
{
    Buf text = {0};
    size_t i;
    const json_t *output;
    json_array_foreach(outputs, i, output)
    {
        const char *name = json_string_value(json_object_get(output, "name"));
        if (name && strcmp(name, "stdout") == 0)
            add_text(&text, json_object_get(output, "text"));
        else if (!name)
            add_text(&text, json_object_get(json_object_get(output, "data"), "text/plain"));
        end_line(&text);
    }
    if (text.length > 0)
        add_fenced(m->out, "expect", &text);
    buf_release(&text);
}

static void add_cell(Maker *m, const json_t *cell)
{
    const char *kind = json_string_value(json_object_get(cell, "cell_type"));
    Buf source = {0};
    add_text(&source, json_object_get(cell, "source"));
    if (kind && strcmp(kind, "markdown") == 0)
        add_markdown(m, &source);
    if (kind && strcmp(kind, "code") == 0 && source.length > 0) {
        add_code(m, &source);
        add_outputs(m, json_object_get(cell, "outputs"));
    }
    buf_release(&source);
}

bool notebook_markdown(const char *path, const Buf *json, Buf *markdown, Err *err)
{
    json_error_t error;
    json_t *root = json_loadb(buf_text(json), json->length, 0, &error);
    const json_t *cells = json_object_get(root, "cells"), *cell;
    Maker m = {.out = markdown};
    size_t i;
    if (!root)
        return err_set(err, (Loc){path, error.line, error.column, 0}, "this is no notebook: %s",
                       error.text);
    if (!json_is_array(cells)) {
        json_decref(root);
        return err_set(err, (Loc){.file = path},
                       "this is no notebook of version 4: it has no list of cells");
    }
    json_array_foreach(cells, i, cell) add_cell(&m, cell);
    json_decref(root);
    return true;
}
