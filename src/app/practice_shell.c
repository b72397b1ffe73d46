/* Exercises in the shell: `practice` in an editor or line by line, `mark` for a class's files, sheets to hand out. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/app.h"
#include "app/plain.h"
#include "app/practice_due.h"
#include "app/script.h"
#include "app/shell.h"
#include "base/common.h"
#include "base/file.h"
#include "lesson/sheet.h"
#include "python/limits.h"
#include "tell/practice.h"

/* --- line by line, or by keys ------------------------------------------------------------------------ */

/* `due`: the exercise to begin with, or NULL. */
static int practice_pages(Shell *s, int lesson, const char *due, bool resumes)
{
    Err err = {0};
    Buf text = {0};
    App *app = app_new(s->library, resumes);
    if (!s->option[OPTION_SCRIPT])
        app_plain(app);
    app_open(app, lesson);
    bool ok = !s->option[OPTION_GOTO] || app_goto(app, s->option[OPTION_GOTO], &err);
    if (ok)
        app_line(app, "practice");
    const Practice *p = ok && due ? app_world(app)->practice : NULL;
    for (int i = 0; p && i < p->all.count; i++)
        if (strcmp(due_name(&s->arena, &p->all.item[i]), due) == 0) {
            app_target(app, (Target){.kind = TARGET_PRACTICE, .of = i, .cell = PRACTICE_OTHER});
            break;
        }
    int status = STATUS_FINE;
    if (ok && s->option[OPTION_SCRIPT]) {
        ok = script_run(&text, app, s->option[OPTION_SCRIPT], s->option[OPTION_SIZE],
                        s->option[OPTION_ASCII] != NULL, &err);
        status = shell_put(&text, STATUS_FINE);
    } else if (ok && !plain_run(app, s->library, stdin, stdout)) {
        status = shell_output_failed(errno, STATUS_FINE);
    }
    app_free(app);
    return ok ? status : shell_fail(s, &err);
}

/* --- in an editor ------------------------------------------------------------------------------------ */

/* Remembers what was told of a part of the file. */
typedef struct ToldPart {
    const char *text; /* as it was tried last */
    int step;
} ToldPart;

/* Says what became of each part. A part that was changed and is still wrong is told one step further. */
static void tell_parts(Buf *out, Arena *a, const Worksheet *sheet, ToldPart *told)
{
    for (int i = 0; i < sheet->parts; i++) {
        const WorksheetPart *part = &sheet->part[i];
        bool is_wrong = part->verdict && !part->holds;
        if (is_wrong && told[i].text && strcmp(told[i].text, part->text) != 0)
            told[i].step++;
        told[i] = is_wrong ? (ToldPart){part->text, told[i].step} : (ToldPart){0};
        buf_printf(out, "%d %s: ", i + 1, part->x->name);
        if (part->at > 0)
            buf_printf(out, "line %d: ", part->at);
        buf_printf(out, "%s\n", sheet_told(a, part, told[i].step));
    }
    buf_printf(out, "%d of %d hold.\n", sheet->held, sheet->parts);
}

static bool print_now(Shell *s)
{
    return shell_tell(s, STATUS_FINE) == STATUS_FINE && (buf_clear(&s->out), true);
}

/* Judges each save, until all holds. `due`: where what was done is written down, or NULL. */
static int watch(Shell *s, Worksheet *sheet, const char *path, const char *due, const char *lesson)
{
    const struct timespec patience = {.tv_nsec = 200000000};
    Arena arena = {0};
    ToldPart *told = arena_many(&arena, (size_t)sheet->parts + 1, ToldPart);
    DuePart *done = arena_many(&arena, (size_t)sheet->parts + 1, DuePart);
    Buf seen = {0};
    for (bool goes_on = true; goes_on;) {
        Buf text = {0};
        bool is_there = file_read(&text, path, LIMIT_BYTES);
        if (is_there && strcmp(buf_text(&text), buf_text(&seen)) != 0) {
            sheet_judge(sheet, buf_text(&text), text.length, true);
            if (due)
                due_note_sheet(due, lesson, sheet, done, seen.length == 0, due_today());
            buf_clear(&seen);
            buf_puts(&seen, buf_text(&text));
            tell_parts(&s->out, &arena, sheet, told);
            goes_on = print_now(s) && sheet->held < sheet->parts;
        }
        buf_release(&text);
        if (goes_on)
            nanosleep(&patience, NULL);
    }
    buf_release(&seen);
    arena_release(&arena);
    return STATUS_FINE;
}

static int practice_file(Shell *s, const Entry *entry)
{
    Buf text = {0};
    Err err = {0};
    const char *path = arena_format(&s->arena, "%s" SHEET_ENDING, entry->name);
    Worksheet *sheet = sheet_of(entry->run);
    int status = STATUS_FINE;
    sheet_write(&text, sheet, false);
    if (sheet->parts == 0)
        err_set(&err, (Loc){0}, "%s has no code to ask for", entry->name);
    else if (access(path, F_OK) != 0 && !file_replace(path, &text))
        err_set(&err, (Loc){0}, "%s: %s", path, strerror(errno));
    if (err.set) {
        status = shell_fail(s, &err);
    } else {
        buf_printf(&s->out, "%s: open it in your editor; each save is judged. Ctrl-C ends.\n",
                   path);
        const char *due = s->option[OPTION_NO_RESUME] ? NULL : due_path(&s->arena);
        status = print_now(s) ? watch(s, sheet, path, due, entry->name) : STATUS_UNUSABLE;
    }
    buf_release(&text);
    sheet_free(sheet);
    return status;
}

int shell_practice(Shell *s)
{
    Err err = {0};
    bool by_lines = s->option[OPTION_PLAIN] || s->option[OPTION_SCRIPT] || !isatty(STDIN_FILENO);
    if (s->words > 1)
        return shell_misuse(s, "one lesson at a time: %s is one too many", s->word[1]);
    const Due *due = s->words == 0 ? due_tell(s) : NULL;
    if (s->words == 0 && !due)
        return STATUS_FINE;
    if (due && (shell_tell(s, STATUS_FINE) != STATUS_FINE || !isatty(STDOUT_FILENO)))
        return STATUS_FINE;
    int at = library_find(s->library, due ? due->lesson : s->word[0], &err);
    if (at < 0)
        return shell_fail(s, &err);
    Entry *entry = &s->library->entry[at];
    if (!library_load(entry) && !entry->run)
        return shell_mistakes(s, entry);
    const bool resumes = !s->option[OPTION_NO_RESUME] && isatty(STDIN_FILENO);
    return by_lines || due ? practice_pages(s, at, due ? due->exercise : NULL, resumes)
                           : practice_file(s, entry);
}

/* --- for a teacher ----------------------------------------------------------------------------------- */

int sheet_hand_out(Shell *s)
{
    for (int i = 0; i < s->entries; i++) {
        Entry *entry = &s->library->entry[s->entry[i]];
        if (!library_load(entry) && !entry->run)
            return shell_mistakes(s, entry);
        Worksheet *sheet = sheet_of(entry->run);
        sheet_write(&s->out, sheet, false);
        buf_putc(&s->out, '\n');
        sheet_write(&s->out, sheet, true);
        sheet_free(sheet);
    }
    return STATUS_FINE;
}

/* A text between commas: quotes around it, those in it doubled. What a spreadsheet would take for a formula is a
 * file's name: "./" before it leaves it the same file. */
static void put_quoted(Buf *out, const char *text)
{
    buf_puts(out, *text && strchr("=+-@\t\r", *text) ? "\"./" : "\"");
    for (; *text; text++)
        buf_printf(out, *text == '"' ? "\"\"" : "%c", *text);
    buf_putc(out, '"');
}

static void mark_file(Shell *s, Fact *of, const char *path, const Worksheet *sheet)
{
    const WorksheetPart *first = sheet_first(sheet);
    const char *said = first ? arena_format(&s->arena, "%s: %s", first->x->name, first->said) : "";
    fact_text(of, "file", path);
    fact_whole(of, "held", sheet->held);
    fact_whole(of, "parts", sheet->parts);
    fact_real(of, "share", (double)sheet->held / max_int(sheet->parts, 1));
    fact_whole(of, "line", first ? first->at : 0);
    fact_text(of, "said", first ? said : NULL);
    if (s->option[OPTION_CSV]) {
        put_quoted(&s->out, path);
        buf_printf(&s->out, ",%d,%d,%d,", sheet->held, sheet->parts, first ? first->at : 0);
        put_quoted(&s->out, said);
        buf_putc(&s->out, '\n');
        return;
    }
    buf_printf(&s->out, "%s: %d of %d", path, sheet->held, sheet->parts);
    if (first && first->at > 0)
        buf_printf(&s->out, "; line %d", first->at);
    buf_printf(&s->out, "%s%s\n", first ? "; " : "", said);
}

/* Tells why a file cannot be read: it has no mark. */
static int mark_unread(Shell *s, Fact *of, const char *path)
{
    Err err = {0};
    const char *why = arena_string(&s->arena, strerror(errno));
    fact_text(of, "file", path);
    fact_text(of, "error", why);
    err_set(&err, (Loc){0}, "%s: %s", path, why);
    return shell_fail(s, &err);
}

int shell_mark(Shell *s)
{
    if (s->words < 2)
        return shell_misuse(s, "mark: name a lesson, and the files to be judged");
    const Entry *entry = shell_lesson(s, s->word[0], NULL);
    if (!entry || !entry->run)
        return STATUS_UNUSABLE;
    Worksheet *sheet = sheet_of(entry->run);
    Fact *list = s->facts ? fact_list(s->facts, "files") : NULL;
    int status = STATUS_FINE;
    if (s->option[OPTION_CSV])
        buf_puts(&s->out, "file,held,parts,line,said\n");
    for (int i = 1; i < s->words; i++) {
        Buf text = {0};
        Fact *of = list ? fact_map(list, NULL) : NULL;
        if (!file_read(&text, s->word[i], LIMIT_BYTES)) {
            status = mark_unread(s, of, s->word[i]);
        } else {
            sheet_judge(sheet, buf_text(&text), text.length, false);
            mark_file(s, of, s->word[i], sheet);
            status = sheet->held < sheet->parts ? max_int(status, STATUS_DIFFERENT) : status;
        }
        buf_release(&text);
    }
    sheet_free(sheet);
    return status;
}
