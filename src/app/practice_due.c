#include "app/practice_due.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/saved.h"
#include "base/common.h"
#include "base/file.h"

enum { DAY = 86400, MOST_BYTES = 1 << 20, LEVELS = 4 };

static const int days_after[LEVELS] = {1, 3, 7, 21};

const char *due_path(Arena *a)
{
    return saved_path(a, "practice");
}

int64_t due_today(void)
{
    return (int64_t)time(NULL) / DAY;
}

const char *due_name(Arena *a, const Exercise *x)
{
    return arena_format(a, "%s %d %s", exercise_word(x->kind), x->blanks, x->name);
}

/* Days since 1970 of a date, as Howard Hinnant's algorithm counts them. */
static int64_t day_of(int year, int month, int date)
{
    year -= month <= 2;
    int64_t era = year / 400, of_era = year % 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + date - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

int due_read(Arena *a, const char *path, Due **due)
{
    Buf text = {0};
    int count = 0;
    *due = NULL;
    if (path)
        file_read(&text, path, MOST_BYTES);
    for (const char *at = buf_text(&text); *at; at += strcspn(at, "\n"), at += *at == '\n') {
        int year, month, date, level, name = 0, end = 0;
        size_t length = strcspn(at, "\n");
        const char *line = arena_text(a, at, length);
        bool is_line = sscanf(line, "%4d-%2d-%2d %1d %n%*s%n", &year, &month, &date, &level, &name,
                              &end) == 4 &&
                       end > name && line[name - 1] == ' ' && line[end] == ' ' && year >= 1970 &&
                       month >= 1 && month <= 12 && level >= 0;
        if (is_line)
            arena_push(a, *due, count,
                       ((Due){day_of(year, month, date), min_int(level, LEVELS),
                              arena_text(a, line + name, (size_t)(end - name)), line + end + 1}));
    }
    buf_release(&text);
    return count;
}

Due *due_find(Due *due, int count, const char *lesson, const char *exercise)
{
    for (int i = 0; i < count; i++)
        if (strcmp(due[i].lesson, lesson) == 0 && strcmp(due[i].exercise, exercise) == 0)
            return &due[i];
    return NULL;
}

int due_level(const char *path, const char *lesson, const char *exercise)
{
    Arena a = {0};
    Due *all, *one;
    int count = due_read(&a, path, &all), level = 0;
    one = due_find(all, count, lesson, exercise);
    level = one ? one->level : 0;
    arena_release(&a);
    return level;
}

static void write_due(Buf *out, const Due *due)
{
    time_t at = (time_t)(due->day * DAY);
    struct tm date;
    gmtime_r(&at, &date);
    buf_printf(out, "%04d-%02d-%02d %d %s %s\n", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday,
               due->level, due->lesson, due->exercise);
}

bool due_note(const char *path, const char *lesson, const char *exercise, bool is_clean,
              int64_t day)
{
    Arena a = {0};
    Buf text = {0};
    Due *all;
    int count = due_read(&a, path, &all);
    Due *one = due_find(all, count, lesson, exercise);
    if (!one) {
        arena_push(&a, all, count, ((Due){0, 0, lesson, exercise}));
        one = &all[count - 1];
    }
    int again = is_clean ? min_int(one->level, LEVELS - 1) : 0;
    one->level = is_clean ? min_int(one->level + 1, LEVELS) : 0;
    one->day = day + days_after[again];
    for (int i = 0; i < count; i++)
        write_due(&text, &all[i]);
    saved_make_folders(path);
    bool ok = file_replace_private(path, &text, true);
    buf_release(&text);
    arena_release(&a);
    return ok;
}

void due_note_sheet(const char *path, const char *lesson, const Worksheet *sheet, DuePart *part,
                    bool is_opened, int64_t day)
{
    Arena a = {0};
    for (int i = 0; i < sheet->parts; i++) {
        const WorksheetPart *now = &sheet->part[i];
        if (now->holds && !part[i].held && !is_opened)
            due_note(path, lesson, due_name(&a, now->x), !part[i].was_wrong, day);
        part[i].held |= now->holds;
        part[i].was_wrong |= now->verdict && !now->holds;
    }
    arena_release(&a);
}

/* "fill 1 weights" as it is read: "fill in 1 line, weights". */
static const char *task_of(Arena *a, const char *exercise)
{
    size_t word = strcspn(exercise, " ");
    int blanks = atoi(exercise + word);
    const char *name = strchr(exercise + word + (exercise[word] != 0), ' ');
    ExerciseKind kind = exercise_kind(exercise, word);
    if (kind == EXERCISE_KINDS || !name)
        return exercise;
    return kind == EXERCISE_FILL
               ? arena_format(a, "fill in %d line%s,%s", blanks, plural(blanks), name)
               : arena_format(a, "%s%s", exercise_word(kind), name);
}

/* Tells how many exercises were done in each lesson, and when the next are due. */
static void tell_lessons(Buf *out, const Due *all, int count, int64_t today)
{
    for (int i = 0; i < count; i++) {
        int done = 0, due = 0;
        int64_t next = all[i].day;
        bool is_told = false;
        for (int k = 0; k < count; k++) {
            bool is_its = strcmp(all[k].lesson, all[i].lesson) == 0;
            is_told = is_told || (is_its && k < i);
            done += is_its;
            due += is_its && all[k].day <= today;
            next = is_its ? min_int64(next, all[k].day) : next;
        }
        if (is_told)
            continue;
        buf_printf(out, "%s: %d done, ", all[i].lesson, done);
        if (due > 0)
            buf_printf(out, "%d due today\n", due);
        else
            buf_printf(out, "the next due in %" PRId64 " day%s\n", next - today,
                       plural(next - today));
    }
}

const Due *due_tell(Shell *s)
{
    enum { MOST = 5 };
    Due *all;
    const Due *first = NULL;
    const int64_t today = due_today();
    int count = due_read(&s->arena, due_path(&s->arena), &all), due = 0;
    tell_lessons(&s->out, all, count, today);
    for (int i = 0; i < count; i++) {
        if (all[i].day > today)
            continue;
        first = first ? first : &all[i];
        if (due++ < MOST)
            buf_printf(&s->out, "%s%s: %s\n", due == 1 ? "\nDue today:\n" : "", all[i].lesson,
                       task_of(&s->arena, all[i].exercise));
    }
    if (due > MOST)
        buf_printf(&s->out, "and %d more another day\n", due - MOST);
    if (due > 0)
        buf_puts(&s->out, "The first is asked now, with other numbers.\n");
    else if (count > 0)
        buf_puts(&s->out, "Nothing is due today.\n");
    else
        buf_puts(&s->out, "Nothing was practised yet.\n");
    if (due == 0)
        buf_puts(&s->out, "x on a step opens its exercise; qkv practice 01 writes them all into a "
                          "file.\n");
    return first;
}
