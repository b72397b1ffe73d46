/* Commands that list, print and make lessons, and that say what there is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/check.h"
#include "app/record.h"
#include "app/shell.h"
#include "lesson/files.h"
#include "lesson/starter.h"
#include "python/listing.h"
#include "show/snapshot.h"
#include "show/transcript.h"
#include "tell/facts.h"
#include "tell/report.h"
#include "tell/tell.h"
#include "torch/torch.h"

static void list_lesson(Buf *out, const Library *library, int index)
{
    Entry *entry = &library->entry[index];
    const Lesson *lesson = library_outline(entry);
    const char *track = library_track(library, index);
    Buf facts = {0};
    buf_printf(out, "%-32s %s", entry->name, lesson ? lesson->title : "");
    bool has_facts = track && lesson_facts(&facts, lesson);
    if (track)
        buf_printf(out, " (%s%s%s)", track, has_facts ? ": " : "", buf_text(&facts));
    buf_putc(out, '\n');
    buf_release(&facts);
    if (!entry->err.set)
        return;
    buf_puts(out, "  ");
    library_broken(out, entry);
    buf_printf(out, ": %s\n", entry->err.message);
}

int shell_list(Shell *s)
{
    Arena arena = {0};
    const Library *library = s->library;
    bool ok = true;
    for (int i = 0; i < library->count; i++)
        ok = library_outline(&library->entry[i]) && ok;
    const int *order = library_order(&arena, library);
    Fact *list = s->facts ? fact_list(s->facts, "lessons") : NULL;
    for (int i = 0; i < library->count; i++) {
        list_lesson(&s->out, library, order[i]);
        if (!list)
            continue;
        facts_lesson(list, NULL, library, order[i]);
        facts_mistakes_of(list->item[i], "mistakes", &library->entry[order[i]]);
    }
    arena_release(&arena);
    s->links = LINK_NAMES;
    return ok ? STATUS_FINE : STATUS_UNUSABLE;
}

int shell_print(Shell *s)
{
    Buf warnings = {0};
    bool ok = true;
    for (int i = 0; i < s->entries; i++) {
        Entry *entry = &s->library->entry[s->entry[i]];
        ok = library_load(entry) && ok;
        buf_puts(&s->out, s->out.length > 0 && entry->run ? "\n" : "");
        if (entry->run) {
            transcript(&s->out, entry->run, s->option[OPTION_BRIEF] ? DETAIL_BRIEF : DETAIL_NORMAL);
            check_astray(&warnings, entry->run);
        }
        library_forget(entry);
    }
    int status = shell_tell(s, STATUS_FINE);
    fputs(buf_text(&warnings), stderr);
    buf_release(&warnings);
    return shell_all_mistakes(s, status);
}

int shell_snapshot(Shell *s)
{
    Err err = {0};
    if (snapshot_write(&s->out, s->library, s->entry, s->entries, s->whole, s->option[OPTION_PRUNE],
                       &err))
        return STATUS_FINE;
    shell_tell(s, STATUS_UNUSABLE);
    return err.set ? shell_fail(s, &err) : shell_all_mistakes(s, STATUS_UNUSABLE);
}

/* Says what became of a new lesson, and writes its snapshot where snapshots are kept: qkv check is content with both. */
static int tell_new(Shell *s, const char *path, Err *err)
{
    int at = library_find(s->library, path, err);
    Entry *entry = &s->library->entry[at];
    Buf snapshot = {0};
    bool runs = library_load(entry);
    if (runs && library_snapshot(entry, &snapshot))
        snapshot_write(&s->out, s->library, &at, 1, false, false, err);
    buf_release(&snapshot);
    const char *name = strncmp(path, "lessons/", strlen("lessons/")) == 0 ? entry->name : path;
    buf_printf(&s->out,
               "%s: written\nqkv %s steps through it, and shows every change as soon as it is "
               "saved;\nqkv check %s verifies it\n",
               path, name, name);
    return runs ? STATUS_FINE : shell_mistakes(s, entry);
}

int shell_new(Shell *s)
{
    Buf path = {0};
    Err err = {0};
    const char *from = s->option[OPTION_FROM], *name = s->words > 0 ? s->word[0] : NULL;
    if (!name && !from)
        return shell_misuse(s, "new: name the lesson");
    if (s->words > 1)
        return shell_misuse(s, "one lesson at a time: %s is one too many", s->word[1]);
    bool ok = from ? starter_convert(from, name, &path, &err) : starter_write(name, &path, &err);
    int status = ok ? tell_new(s, buf_text(&path), &err) : STATUS_FINE;
    buf_release(&path);
    return err.set ? shell_fail(s, &err) : status;
}

static const Package *const packages[] = {&torch_package, &einops_package, &files_package, NULL};

int shell_names(Shell *s)
{
    bool ok = s->words > 0 || names_list(&s->out, packages, NULL);
    for (int i = 0; i < s->words; i++) {
        buf_puts(&s->out, i ? "\n" : "");
        ok = names_list(&s->out, packages, s->word[i]) && ok;
    }
    return ok ? STATUS_FINE : STATUS_DIFFERENT;
}

/* Says what a word of the field is; without one lists them all. */
int shell_what(Shell *s)
{
    Arena arena = {0};
    const Glossary *g = glossary_of(&arena, s->library);
    Buf form = {.arena = &arena};
    for (int i = 0; i < s->words; i++)
        buf_printf(&form, "%s%s", i ? " " : "", s->word[i]);
    const char *name = buf_text(&form);
    const GlossaryWord *w = glossary_find(g, name), *near = glossary_near(g, name);
    int status = STATUS_FINE;
    if (w)
        shell_doc(s, tell_word(&arena, s->library, g, w));
    else if (s->words == 0)
        shell_doc(s, tell_glossary(&arena, g, NULL, NULL));
    else
        status = shell_misuse(
            s,
            near ? "what: %s is not among the words explained here: did you mean %s?"
                 : "what: %s is not among the words explained here",
            name, near ? near->name : "");
    arena_release(&arena);
    return status;
}

/* Prints the recorder, which finds this program again where its path was given. */
int shell_record(Shell *s)
{
    Buf text = {0};
    if (s->words > 0)
        return shell_misuse(s, "record takes no name: qkv record > qkv_record.py, and not %s",
                            s->word[0]);
    char *path = strchr(s->program, '/') ? realpath(s->program, NULL) : NULL;
    record_write(&text, packages, path);
    free(path);
    return shell_put(&text, STATUS_FINE);
}

int shell_tensors(Shell *s)
{
    Err err = {0};
    if (s->words == 0)
        return shell_misuse(s, "tensors: name a file");
    for (int i = 0; i < s->words && !err.set; i++) {
        TensorFile file = {0};
        if (tensor_file_read(&file, s->word[i], &err))
            report_tensors(&s->out, &file);
        tensor_file_release(&file);
    }
    if (!err.set)
        return STATUS_FINE;
    shell_tell(s, STATUS_FINE);
    return shell_fail(s, &err);
}
