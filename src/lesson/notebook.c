/* Notebooks as lessons: a notebook becomes Markdown, and what follows is that of every lesson. Cells of text go
 * in as they are, cells of code as fenced blocks, what they printed as expectations. Pictures and other rich
 * output are left out, and execution counts where they are no way to find a cell. A cell cannot break what
 * follows it: fences and HTML that it leaves open are closed or escaped, and what is too long for a lesson is
 * left out with a word. The format is version 4 of nbformat.readthedocs.io. The one file that knows jansson. */
#include "lesson/notebook.h"

#include <jansson.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/common.h"
#include "lesson/source.h"
#include "python/limits.h"

/* Bytes of a text without an empty line: some less than a lesson may have. */
enum { MOST_BLOCK = LIMIT_PARAGRAPH - 500, MOST_LINE = 2000 };

typedef struct NotebookWriter {
    Arena arena;
    Buf *out;
    bool by_headings; /* stages are the headings; otherwise the cells of code are */
    bool has_title, has_stage;
    bool is_after_code; /* next text belongs to the next cell of code */
    bool prints_more;   /* the last cell of code had lines for the shell, which print, too */
    int cells, all;     /* of code: so far, and in the whole notebook */
    double began;       /* by clock_used */
    int lines;          /* looked at since the clock was */
    bool is_over;       /* takes too long, or is too large to go on */
    const int
        *number; /* of each: the execution count beside it, or NULL where these do not go up */
} NotebookWriter;

/* Each line of each cell is asked about. A notebook that is too large for a lesson is not made to its end. */
static bool notebook_goes_on(NotebookWriter *m)
{
    enum { LOOK = 1024 };
    if (++m->lines >= LOOK) {
        m->lines = 0;
        m->is_over = m->is_over || clock_used() - m->began > LIMIT_SECONDS ||
                     m->out->length > LIMIT_BYTES;
    }
    return !m->is_over;
}

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

static void end_notebook_line(Buf *out)
{
    if (out->length > 0 && out->text[out->length - 1] != '\n')
        buf_putc(out, '\n');
}

/* Tells whether a lesson takes a text: see source_check. */
static bool is_too_long(const Buf *text)
{
    size_t block = 0;
    for (const char *at = buf_text(text); *at;) {
        size_t length = strcspn(at, "\n"), blanks = strspn(at, " \t");
        block = blanks >= length ? 0 : block + length + 1;
        if (block > MOST_BLOCK || (blanks < length && blanks > LIMIT_PREFIX - 20))
            return true;
        at += length + (at[length] == '\n');
    }
    return false;
}

/* --- stages ------------------------------------------------------------------------------------- */

/* Number of the next cell of code. */
static int next_cell_number(const NotebookWriter *m)
{
    return m->number && m->cells < m->all ? m->number[m->cells] : m->cells + 1;
}

static void begin_cell_stage(NotebookWriter *m)
{
    if (m->has_stage && (m->by_headings || !m->is_after_code))
        return;
    buf_printf(m->out, "\n## Cell %d\n", next_cell_number(m));
    m->has_stage = true;
    m->is_after_code = false;
}

/* --- cells of text ------------------------------------------------------------------------------ */

static const char *last_of(const char *text, const char *mark)
{
    size_t size = strlen(mark), at = strlen(text);
    while (at > 0 && strncmp(text + at, mark, size) != 0)
        at--;
    return strncmp(text + at, mark, size) == 0 ? text + at : NULL;
}

/* HTML that goes on until it is closed would swallow the cells that follow: what opens last must be closed. */
static bool leaves_html_open(const char *text)
{
    static const char *const pairs[][2] = {
        {"<!--", "-->"},    {"<script", "</script>"},     {"<style", "</style>"},
        {"<pre", "</pre>"}, {"<textarea", "</textarea>"}, {"<?", "?>"},
        {"<!", ">"},
    };
    for (int i = 0; i < COUNT(pairs); i++) {
        const char *open = last_of(text, pairs[i][0]);
        const char *close = open ? strstr(open, pairs[i][1]) : NULL;
        if (open && !close)
            return true;
    }
    return false;
}

/* Where the fence of a line begins, after the marks of lists and quotes; NULL for none. */
static const char *find_fence(const char *line, size_t length)
{
    size_t at = 0;
    while (at < length && strchr(" \t>-*+.)0123456789", line[at]))
        at++;
    bool is_fence = length - at >= 3 &&
                    (strncmp(line + at, "```", 3) == 0 || strncmp(line + at, "~~~", 3) == 0);
    return is_fence ? line + at : NULL;
}

static size_t fence_marks(const char *fence)
{
    return strspn(fence, *fence == '`' ? "`" : "~");
}

/* `opened`: how many marks the fence has. */
static bool ends_fence(const char *fence, size_t opened, const char *found)
{
    size_t marks = strspn(found, *fence == '`' ? "`" : "~");
    size_t end = marks + strspn(found + marks, " \t\r");
    return marks >= opened && (found[end] == '\n' || found[end] == '\0');
}

/* Code in a text is there to be read: only cells of code run. */
static void add_fence(Buf *out, const char *line, size_t length, const char *fence)
{
    size_t marks = strspn(fence, "`~"), blanks = strspn(fence + marks, " ");
    const char *info = fence + marks + blanks;
    buf_add(out, line, (size_t)(fence - line) + marks);
    if (strncmp(info, "python", 6) == 0 || strncmp(info, "expect", 6) == 0)
        buf_puts(out, "text-");
    buf_add(out, info, length - (size_t)(info - line));
}

/* Tags that only lay out: how many bytes the one that begins here takes, 0 for what is none. `last` is the last
 * '>' of the line, so that nothing is looked for that is not there. */
static size_t measure_tag(const char *at, const char *last)
{
    static const char *const names[] = {
        "a",       "b",   "br",    "center", "code", "details", "div",   "em",   "font",   "hr",
        "i",       "img", "kbd",   "li",     "ol",   "p",       "small", "span", "strong", "sub",
        "summary", "sup", "table", "tbody",  "td",   "th",      "thead", "tr",   "u",      "ul",
    };
    const char *name = at + 1 + (at[1] == '/');
    for (int i = 0; last && at < last && i < COUNT(names); i++) {
        size_t size = strlen(names[i]);
        if (strncmp(names[i], name, size) == 0 && name[size] && strchr(" \t\n/>", name[size]))
            return (size_t)((const char *)memchr(at, '>', (size_t)(last - at) + 1) - at) + 1;
    }
    return 0;
}

static const char *last_end_of_tag(const char *line, size_t length)
{
    while (length > 0 && line[length - 1] != '>')
        length--;
    return length > 0 ? line + length - 1 : NULL;
}

/* Pictures inside of a text are left out, and so is the end of a line that nobody would read. */
static void add_words(Buf *out, const char *line, size_t length, bool escapes)
{
    size_t start = out->length, tag;
    const char *last = last_end_of_tag(line, length);
    bool quoted = false; /* as code */
    for (size_t i = 0; i < length; i++) {
        quoted = line[i] == '`' ? !quoted : quoted;
        if (line[i] == '<' && !quoted && (tag = measure_tag(line + i, last)) > 0) {
            i += tag - 1;
            continue;
        }
        static const char data[] = "data:image/";
        if (length - i > strlen(data) && strncmp(line + i, data, strlen(data)) == 0) {
            while (i < length && !strchr(")\"'> ", line[i]))
                i++;
            buf_puts(out, "picture");
        }
        if (i == length)
            break;
        if (out->length - start > MOST_LINE && (line[i] & 0xC0) != 0x80) {
            buf_puts(out, "...");
            break;
        }
        if (escapes && length - i >= 4 && strncmp(line + i, "<!--", 4) == 0) {
            buf_puts(out, "&lt;! --"); /* a lesson takes no text that looks like a comment */
            i += 3;
        } else if (line[i] == '<' && escapes)
            buf_puts(out, "&lt;");
        else if (line[i])
            buf_putc(out, line[i]);
    }
}

/* "# Title" and "## Stage": 1 and 2; 0 for other lines. *words is where their text begins. */
static int heading_level(const char *line, size_t length, size_t *words)
{
    size_t blanks = strspn(line, " "), level = strspn(line + blanks, "#");
    *words = blanks + level + strspn(line + blanks + level, " \t");
    bool is_heading = level > 0 && level <= 6 && blanks < 4 &&
                      (*words > blanks + level || *words >= length);
    return is_heading && level <= 2 ? (int)level : 0;
}

/* The line under a heading of two lines: 1 for ===, 2 for ---. */
static int underline_level(const char *line)
{
    size_t blanks = strspn(line, " "),
           marks = strspn(line + blanks, *(line + blanks) == '=' ? "=" : "-");
    size_t end = blanks + marks + strspn(line + blanks + marks, " \t\r");
    bool is_line = marks > 0 && blanks < 4 && (line[end] == '\n' || line[end] == '\0');
    return !is_line ? 0 : line[blanks] == '=' ? 1 : marks > 1 ? 2 : 0;
}

/* A second title is a stage, and so is one after the first stage. Without stages by headings, other
 * headings are smaller ones, which are text. */
static void add_heading(NotebookWriter *m, int level, const char *words, size_t length)
{
    bool is_title = level == 1 && !m->has_title && !m->has_stage;
    if (length == 0)
        return;
    buf_puts(m->out, is_title ? "\n# " : m->by_headings ? "\n## " : "\n### ");
    add_words(m->out, words, length, false);
    buf_puts(m->out, "\n\n");
    m->has_title = m->has_title || is_title;
    m->has_stage = m->has_stage || (!is_title && m->by_headings);
}

/* A long paragraph gets an empty line. */
static void add_markdown(NotebookWriter *m, const Buf *text)
{
    const char *fence = NULL, *whole = buf_text(text);
    bool escapes = leaves_html_open(whole);
    size_t block = 0, marks = 0;
    buf_putc(m->out, '\n');
    for (const char *at = whole, *next; *at && notebook_goes_on(m); at = next) {
        size_t length = strcspn(at, "\n"), words;
        next = at + length + (at[length] == '\n');
        const char *found = find_fence(at, length);
        int level = fence ? 0 : heading_level(at, length, &words);
        int under = fence || found || level || strspn(at, " \t") >= length ? 0
                                                                           : underline_level(next);
        block = strspn(at, " \t") >= length ? 0
                                            : block + (length < MOST_LINE ? length : MOST_LINE) + 1;
        if (block > MOST_BLOCK) {
            buf_putc(m->out, '\n');
            block = length;
        }
        if (level || (under && !strchr(" \t>-*+", *at))) {
            add_heading(m, level ? level : under, level ? at + words : at,
                        level ? length - words : length);
            next += level ? 0 : strcspn(next, "\n") + (next[strcspn(next, "\n")] == '\n');
            continue;
        }
        if (found && (!fence || ends_fence(fence, marks, found))) {
            add_fence(m->out, at, length, found);
            fence = fence ? NULL : found;
            marks = fence ? fence_marks(fence) : 0;
        } else {
            add_words(m->out, at, length, (escapes || length > MOST_LINE) && !fence);
        }
        buf_putc(m->out, '\n');
    }
    if (fence) {
        buf_fill(m->out, *fence, (int)marks);
        buf_putc(m->out, '\n');
    }
}

static bool is_kind(const json_t *cell, const char *kind)
{
    const char *own = json_string_value(json_object_get(cell, "cell_type"));
    return own && strcmp(own, kind) == 0;
}

/* Tells whether a heading makes a stage: then cells do not. */
static bool has_stage_heading(const json_t *cells)
{
    size_t i, words;
    int titles = 0;
    bool found = false;
    const json_t *cell;
    json_array_foreach(cells, i, cell)
    {
        Buf text = {0};
        bool fenced = false;
        if (is_kind(cell, "markdown"))
            add_text(&text, json_object_get(cell, "source"));
        for (const char *at = buf_text(&text); *at;) {
            size_t length = strcspn(at, "\n");
            fenced = find_fence(at, length) ? !fenced : fenced;
            int level = fenced ? 0 : heading_level(at, length, &words);
            titles += level == 1;
            found = found || level == 2 || titles > 1;
            at += length + (at[length] == '\n');
        }
        buf_release(&text);
    }
    return found;
}

/* --- cells of code ------------------------------------------------------------------------------ */

/* A line for the notebook's shell, as %time, !pip install and x? are: no Python. A formatting % may
 * begin a line, too, but not at its first column with a name after it. */
static bool is_magic(const char *line, size_t length)
{
    size_t blanks = strspn(line, " \t");
    if (blanks >= length)
        return false;
    bool percent = line[0] == '%' && length > 1 && (is_letter(line[1]) || line[1] == '%');
    size_t last = length;
    while (last > blanks && (line[last - 1] == ' ' || line[last - 1] == '\t'))
        last--;
    bool asks = line[last - 1] == '?' && !memchr(line, '#', length) && !memchr(line, '"', length) &&
                !memchr(line, '\'', length);
    return percent || line[blanks] == '!' || asks || line[blanks] == '?';
}

/* `%%bash` and the like: all of the cell is another language's. */
static bool is_other_language(const char *text)
{
    static const char *const own[] = {"time", "timeit", "capture", "prun", "python", "python3"};
    if (strncmp(text, "%%", 2) != 0)
        return false;
    size_t length = strcspn(text + 2, " \t\n");
    for (int i = 0; i < COUNT(own); i++)
        if (strlen(own[i]) == length && strncmp(text + 2, own[i], length) == 0)
            return false;
    return true;
}

/* Of these lines those that print nothing of their own. */
static bool is_quiet(const char *line)
{
    static const char *const quiet[] = {"%matplotlib", "%config", "%load_ext", "%reload_ext",
                                        "%autoreload"};
    for (int i = 0; i < COUNT(quiet); i++)
        if (strncmp(line, quiet[i], strlen(quiet[i])) == 0)
            return true;
    return false;
}

/* Directives of other programs (#| export, #| echo: false) are comments like all others. */
static bool is_foreign(const char *line)
{
    static const char *const own[] = {"rows:", "cols:", "items:", "axes:", "hide", "dropout:"};
    if (strncmp(line, "#|", 2) != 0)
        return false;
    const char *key = line + 2 + strspn(line + 2, " ");
    for (int i = 0; i < COUNT(own); i++)
        if (strncmp(key, own[i], strlen(own[i])) == 0)
            return false;
    return true;
}

/* Adds a line of code; what is no Python stays to be read: in a block, where a comment alone would be nothing, as
 * `pass`. */
static void add_code_line(Buf *code, const char *line, size_t length)
{
    size_t blanks = strspn(line, " \t");
    if (is_magic(line, length)) {
        buf_add(code, line, blanks);
        buf_puts(code, blanks > 0 ? "pass  # " : "# ");
        line += blanks;
        length -= blanks;
    } else if (is_foreign(line)) {
        buf_puts(code, "# |");
        line += 2;
        length -= 2;
    }
    buf_add(code, line, length);
    buf_putc(code, '\n');
}

/* Adds a word in place of what would be too long. */
static void add_left_out(NotebookWriter *m, const char *what, size_t length)
{
    buf_printf(m->out, "\n(%s of %zu bytes is left out here: it is too long for a lesson.)\n", what,
               length);
}

static void add_code(NotebookWriter *m, const Buf *text)
{
    Buf code = {0};
    const char *python = m->number ? arena_format(&m->arena, "python [%d]", next_cell_number(m))
                                   : "python";
    begin_cell_stage(m);
    m->cells++;
    m->is_after_code = true;
    if (is_other_language(buf_text(text)) && !is_too_long(text)) {
        buf_printf(&code, "# %.*s\n", (int)strcspn(buf_text(text), "\n"), text->text);
        fence_write(m->out, python, buf_text(&code)); /* cells are counted as in the notebook */
        fence_write(m->out, "text", buf_text(text));
        buf_release(&code);
        return;
    }
    m->prints_more = false;
    for (const char *at = buf_text(text); *at && notebook_goes_on(m);) {
        size_t length = strcspn(at, "\n");
        m->prints_more = m->prints_more || (is_magic(at, length) && !is_quiet(at));
        add_code_line(&code, at, length);
        at += length + (at[length] == '\n');
    }
    bool fits = !is_too_long(&code);
    if (!fits) {
        add_left_out(m, "A cell", code.length);
        buf_clear(&code);
    }
    fence_write(m->out, python, buf_text(&code));
    buf_release(&code);
}

/* --- saved outputs ------------------------------------------------------------------------------ */

/* Pictures and tables of other programs have a text that says nothing ("<Figure size 640x480>"), and
 * addresses are never the same. */
static bool is_rich(const json_t *output, const char *text)
{
    const char *kind = json_string_value(json_object_get(output, "output_type"));
    const char *key;
    const json_t *data = json_object_get(output, "data");
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)data, key,
                        value) if (strcmp(key, "text/plain") != 0) return true;
    return (kind && strcmp(kind, "display_data") == 0) || strstr(text, " at 0x");
}

/* Tells whether the text is only what a terminal could show: bars of progress and colours. */
static bool is_for_terminals(const Buf *text)
{
    for (size_t i = 0; i < text->length; i++)
        if ((unsigned char)text->text[i] < ' ' && text->text[i] != '\n' && text->text[i] != '\t')
            return true;
    return false;
}

/* Adds what a cell printed, and the value of its last line. */
static void add_outputs(NotebookWriter *m, const json_t *outputs)
{
    Buf text = {0};
    size_t i;
    const json_t *output;
    json_array_foreach(outputs, i, output)
    {
        const char *name = json_string_value(json_object_get(output, "name"));
        Buf one = {0};
        if (name && strcmp(name, "stdout") == 0)
            add_text(&one, json_object_get(output, "text"));
        else if (!name)
            add_text(&one, json_object_get(json_object_get(output, "data"), "text/plain"));
        if (one.length > 0 && (name || !is_rich(output, buf_text(&one)))) {
            buf_add(&text, one.text, one.length);
            if (!name)
                end_notebook_line(&text);
        }
        buf_release(&one);
    }
    end_notebook_line(&text);
    if (m->prints_more) {
        buf_release(&text);
        return;
    }
    if (is_too_long(&text))
        add_left_out(m, "A saved output", text.length);
    else if (text.length > 0 && !is_for_terminals(&text))
        fence_write(m->out, "expect", buf_text(&text));
    buf_release(&text);
}

/* --- the whole ---------------------------------------------------------------------------------- */

static bool read_source(Buf *source, const json_t *cell)
{
    add_text(source, json_object_get(cell, "source"));
    return strspn(buf_text(source), " \t\r\n") < source->length;
}

/* How many cells of code there are, and the numbers beside them. */
static void count_cells(NotebookWriter *m, const json_t *cells)
{
    bool goes_up = true;
    int *number = NULL;
    size_t i;
    const json_t *cell;
    json_array_foreach(cells, i, cell)
    {
        Buf source = {0};
        if (is_kind(cell, "code") && read_source(&source, cell)) {
            int64_t count = json_integer_value(json_object_get(cell, "execution_count"));
            goes_up = goes_up && count > (m->all > 0 ? number[m->all - 1] : 0) && count < 1000000;
            arena_push(&m->arena, number, m->all, (int)clamp_int64(count, 0, 1000000));
        }
        buf_release(&source);
    }
    m->number = goes_up ? number : NULL;
}

static void add_cell(NotebookWriter *m, const json_t *cell)
{
    Buf source = {0};
    bool has_words = read_source(&source, cell);
    if (has_words && is_kind(cell, "markdown")) {
        if (m->is_after_code && !m->by_headings && m->cells < m->all)
            begin_cell_stage(m);
        add_markdown(m, &source);
    }
    if (has_words && is_kind(cell, "code")) {
        add_code(m, &source);
        add_outputs(m, json_object_get(cell, "outputs"));
    }
    buf_release(&source);
}

/* The language of the kernel, where the notebook says it; "python" otherwise. */
static const char *language_of(const json_t *root)
{
    const json_t *meta = json_object_get(root, "metadata");
    const char *info = json_string_value(
        json_object_get(json_object_get(meta, "language_info"), "name"));
    const char *spec = json_string_value(
        json_object_get(json_object_get(meta, "kernelspec"), "language"));
    return info ? info : spec ? spec : "python";
}

static bool check(const char *path, const json_t *root, Err *err)
{
    Loc at = {.file = path};
    const char *language = language_of(root);
    if (json_is_array(json_object_get(root, "worksheets")))
        return err_set(err, at,
                       "this is a notebook of version %lld, and only those of version 4 are read: "
                       "jupyter nbconvert --to notebook --nbformat 4 makes one",
                       (long long)json_integer_value(json_object_get(root, "nbformat")));
    if (!json_is_array(json_object_get(root, "cells")))
        return err_set(err, at, "this is not a notebook of version 4: it has no list of cells");
    if (strncmp(language, "python", 6) != 0 && strncmp(language, "ipython", 7) != 0)
        return err_set(err, at, "this notebook is in %s: only those in Python can be run",
                       language);
    return true;
}

/* --- memory ------------------------------------------------------------------------------------- */

/* The bytes that jansson takes for a text, about: small values take a hundred times the bytes of theirs. It cannot be
 * told to take no more, since it does not ask whether its buffer has grown. */
static size_t bytes_held(const Buf *json)
{
    enum { OBJECT = 240, ARRAY = 136, ITEM = 48, PAIR = 72, STRING = 80 };
    size_t bytes = 0;
    bool quoted = false;
    const char *text = buf_text(json);
    for (size_t i = 0; i < json->length; i++) {
        char c = text[i];
        if (quoted && c == '\\')
            i++;
        quoted = c == '"' ? !quoted : quoted;
        bytes += c == '"'   ? STRING / 2
                 : quoted   ? 1
                 : c == '{' ? OBJECT
                 : c == '[' ? ARRAY
                 : c == ',' ? ITEM
                 : c == ':' ? PAIR
                            : 0;
    }
    return bytes;
}

static json_t *parse_json(const char *path, const Buf *json, Err *err)
{
    enum { MOST_HELD = 160 << 20 };
    json_error_t error;
    if (bytes_held(json) > MOST_HELD) {
        err_set(err, (Loc){.file = path}, "this notebook needs too much memory: more than %d MiB",
                MOST_HELD >> 20);
        return NULL;
    }
    json_t *root = json_loadb(buf_text(json), json->length, 0, &error);
    if (!root)
        err_set(err, (Loc){path, error.line, error.column, 0}, "this is not a notebook: %s",
                error.text);
    return root;
}

bool notebook_markdown(const char *path, const Buf *json, Buf *markdown, Err *err)
{
    const double began = clock_used();
    json_t *root = parse_json(path, json, err);
    if (!root)
        return false;
    const json_t *cells = json_object_get(root, "cells"), *cell;
    NotebookWriter m = {.out = markdown, .began = began, .by_headings = has_stage_heading(cells)};
    bool ok = check(path, root, err);
    size_t i;
    count_cells(&m, cells);
    json_array_foreach(cells, i, cell) if (ok && notebook_goes_on(&m)) add_cell(&m, cell);
    if (m.is_over && markdown->length <= LIMIT_BYTES)
        ok = err_set(err, (Loc){.file = path}, "this takes too long to read: more than %d seconds",
                     LIMIT_SECONDS);
    arena_release(&m.arena);
    json_decref(root);
    return ok;
}
