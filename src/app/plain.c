/* The line mode: a line comes in, a command of the table; what it leads to is told as text. It drives the same app
 * as the full screens, so places, changes and messages are theirs. */
#include "app/plain.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "app/keys.h"
#include "app/plain_internal.h"
#include "app/update.h"
#include "base/common.h"
#include "lesson/library.h"
#include "view/explain.h"
#include "view/spoken.h"
#include "view/transcript.h"

/* --- keys ------------------------------------------------------------------------------------- */

/* True when a key led to something that is told here: another page, step or number. */
static bool is_news(const Place *before, const Place *now)
{
    return before->page != now->page || before->where.lesson != now->where.lesson ||
           before->where.stage != now->where.stage || before->where.stop != now->where.stop ||
           before->view.answered != now->view.answered || before->asked.step != now->asked.step ||
           before->asked.cell != now->asked.cell;
}

void plain_press(Plain *p, int key)
{
    Place before = *app_place(p->app);
    p->quit = app_key(p->app, key) == APP_QUIT;
    if (p->quit) {
        plain_tell_kept(p);
        return;
    }
    bool says = plain_message(p);
    const Place *now = app_place(p->app);
    if (now->page == PAGE_STAGE && now->trails > before.trails)
        plain_land(p);
    plain_tell_opened(p, &before);
    if (is_news(&before, now))
        plain_tell(p);
    else if (!says)
        plain_say(p, "That changes nothing here.");
}

/* --- what a line is about --------------------------------------------------------------------- */

bool plain_is_number(const char *text)
{
    return is_digits(text) && strlen(text) < 6;
}

void plain_keep_told(Plain *p, const QkvTensor *t, int64_t cell)
{
    if (t->step < 0)
        return;
    p->told_in_run = plain_run_of(p);
    p->told_step = t->step;
    p->told_cell = cell;
}

NamedHere plain_here(const Plain *p)
{
    const Run *run = plain_run_of(p);
    NamedHere here = named_here(run, app_place(p->app));
    bool is_there = p->told_in_run == run && p->told_step < run->tape->count &&
                    p->told_cell < run->tape->step[p->told_step].call.out->count;
    if (is_there) {
        here.by = here.step ? here.step : &run->tape->step[run->tape->count - 1];
        here.step = &run->tape->step[p->told_step];
        here.cell = p->told_cell;
    }
    return here;
}

bool plain_has_cell(const Run *run, const Row *row)
{
    return row->step >= 0 && row->step < run->tape->count &&
           row->cell < run->tape->step[row->step].call.out->count;
}

const Row *plain_row(const Plain *p, const char *label)
{
    for (int i = 0; i < p->rows.count; i++)
        if (strcmp(p->rows.row[i].label, label) == 0)
            return &p->rows.row[i];
    return NULL;
}

bool plain_place(Plain *p, const char *text, NamedPart *part)
{
    NamedHere here = plain_here(p);
    const Row *row = plain_row(p, text);
    if (!row && *text && text[strspn(text, "0123456789.")] == '\0') {
        buf_printf(&p->out, "There is no row %s in what was told last.\n", text);
        return false;
    }
    if (!row || row->kind != ROW_CELL || !plain_has_cell(here.run, row))
        return named_read(&here, text, part, &p->out);
    part->t = here.run->tape->step[row->step].call.out;
    qkv_tensor_index(part->t, row->cell, part->index);
    return true;
}

const char *plain_example(Arena *a, const Plain *p)
{
    NamedHere here = plain_here(p);
    const Run *run = here.run;
    const QkvStep *step = here.step;
    for (int i = run->tape->count - 1; i >= 0 && !step; i--)
        step = run_name_of_step(run, i, false) ? &run->tape->step[i] : NULL;
    bool has_one = step && step->call.out->count > 0;
    return has_one ? explain_cell(a, run, step->call.out, here.step ? here.cell : 0)
                   : "weights[0, 0]";
}

void plain_ask(Plain *p, const char *word, const char *ask, const char *example)
{
    Arena arena = {0};
    size_t length = strcspn(example, "%");
    buf_printf(&p->out, "%s: %s Such as: %s %.*s%s%s\n", word, ask, word, (int)length, example,
               example[length] ? plain_example(&arena, p) : "",
               example + length + (example[length] == '%'));
    arena_release(&arena);
}

/* --- obeying ---------------------------------------------------------------------------------- */

/* "4" or "4.2". */
static bool is_step(const char *text)
{
    size_t stage = strspn(text, "0123456789"), step = stage;
    if (text[stage] == '.')
        step += 1 + strspn(text + stage + 1, "0123456789");
    return stage > 0 && text[step] == '\0' && step < 9 && text[step - 1] != '.';
}

/* Says how a line without a command would be written that means a result or a number of it alone. */
static bool refuse_place(Plain *p, const char *line)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    NamedPart part;
    NamedHere here = plain_here(p);
    const char *end = line + strcspn(line, "=");
    while (end > line && end[-1] == ' ')
        end--;
    const char *place = arena_text(&arena, line, (size_t)(end - line));
    bool is_place = named_read(&here, place, &part, &said);
    const char *ways = line[1] ? "" : " up goes up, quit leaves.";
    if (is_place && line[strcspn(line, "=")])
        buf_printf(&p->out, "A change is written whatif %s\n", line);
    else if (is_place && strchr(place, '['))
        buf_printf(&p->out, "read %s tells it, open %s where it comes from.\n", place, place);
    else if (is_place)
        buf_printf(&p->out, "%s is a result here: read %s shows it.%s\n", place, place, ways);
    arena_release(&arena);
    return is_place;
}

static void refuse_line(Plain *p, const char *line)
{
    Arena arena = {0};
    size_t length = strcspn(line, " ");
    if (!plain_is_menu(p) && refuse_place(p, line))
        return;
    if (!line[1]) {
        plain_say(p, "No command has one letter: up goes up, quit leaves, help lists them all.");
        return;
    }
    const char *nearest = command_nearest(arena_text(&arena, line, length));
    buf_puts(&p->out, "There is no command ");
    buf_shown(&p->out, line, length);
    if (nearest)
        buf_printf(&p->out, ": did you mean %s?\n", nearest);
    else
        plain_say(p, ": help lists them.");
    arena_release(&arena);
}

static void obey_command(Plain *p, const Command *c)
{
    if (c->where == COMMAND_IN_LESSON && plain_is_menu(p))
        buf_printf(&p->out, "%s is for a lesson: open 1 opens one.\n", c->word);
    else if (c->ask && !*p->rest)
        plain_ask(p, c->word, c->ask, c->example);
    else if (*p->rest && !*c->args)
        buf_printf(&p->out, "%s stands alone: %s.\n", c->word, c->words);
    else
        c->run(p);
}

/* A line, its blanks at both ends cut off, of text that can be told again. */
static void obey_text(Plain *p, const char *line)
{
    size_t length = strcspn(line, " ");
    const Command *c = *line ? command_find(line, length) : command_find("next", 4);
    p->rest = line + length + strspn(line + length, " ");
    if (c) {
        obey_command(p, c);
    } else if (is_step(line)) {
        p->rest = line;
        (plain_is_menu(p) ? plain_lesson : plain_goto)(p);
    } else {
        refuse_line(p, line);
    }
    p->rest = "";
}

/* Makes signs of bytes that are no text, once for all: a line is told again in many places. */
static void obey(Plain *p, const char *line)
{
    enum { ESCAPE = '\033' };
    Buf text = {0};
    buf_shown(&text, line, strlen(line));
    if (strchr(line, ESCAPE))
        plain_say(p,
                  "An arrow or a function key, which mean nothing here. rlwrap qkv --plain brings "
                  "lines back with the arrow up.");
    else
        obey_text(p, buf_text(&text));
    buf_release(&text);
}

/* --- reading and writing ---------------------------------------------------------------------- */

/* Reads a line and cuts off the blanks at both ends. What is too long for `line` is read and lost.
 * NULL at the end. */
static char *read_line(FILE *in, char line[PLAIN_BYTES])
{
    if (!fgets(line, PLAIN_BYTES, in))
        return NULL;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] != '\n')
        for (int c = getc(in); c != EOF && c != '\n';)
            c = getc(in);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]))
        line[--length] = '\0';
    return line + strspn(line, " \t");
}

static bool answer(Plain *p, FILE *out)
{
    Buf ascii = {0}, told = {0};
    if (p->library->is_ascii)
        frame_ascii_text(&ascii, buf_text(&p->out));
    spoken_lines(&told, buf_text(p->library->is_ascii ? &ascii : &p->out));
    bool ok = fwrite(buf_text(&told), 1, told.length, out) == told.length;
    ok = ok && fflush(out) == 0;
    buf_clear(&p->out);
    buf_release(&ascii);
    buf_release(&told);
    return ok;
}

static Plain begin(App *app, Library *library)
{
    return (Plain){.app = app, .library = library};
}

bool plain_run(App *app, Library *library, FILE *in, FILE *out)
{
    Plain p = begin(app, library);
    char buffer[PLAIN_BYTES], *line;
    app_plain(app);
    plain_message(&p);
    plain_greet(&p);
    plain_status(&p);
    bool ok = answer(&p, out);
    while (ok && !p.quit && (line = read_line(in, buffer)) != NULL) {
        if (app_tick(app, (int64_t)time(NULL) * 1000)) {
            plain_say(&p, app_message(app));
            plain_tell(&p);
        }
        obey(&p, line);
        if (!p.quit)
            plain_status(&p);
        app_save(app);
        ok = answer(&p, out);
    }
    if (ok && !p.quit) { /* Ctrl-D leaves, too */
        plain_say(&p, "");
        plain_tell_kept(&p);
        ok = p.out.length == 1 || answer(&p, out);
    }
    buf_release(&p.out);
    return ok;
}

bool plain_print(App *app, Library *library, FILE *out)
{
    Plain p = begin(app, library);
    Place at = *app_place(app);
    const Lesson *lesson = plain_run_of(&p)->lesson;
    buf_printf(&p.out, "%s\n\n", lesson->title);
    bool ok = true;
    for (; ok && at.where.stage < lesson->stages; at.where.stage++) {
        at.view.answered = false;
        transcript_spoken_stage(&p.out, plain_run_of(&p), &at);
        at.view.answered = true;
        transcript_spoken(&p.out, plain_run_of(&p), &at);
        ok = answer(&p, out);
    }
    buf_release(&p.out);
    return ok;
}
