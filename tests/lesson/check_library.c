/* The library: which files are lessons, in which order, and which one is meant. */
#include "lesson/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "folder.h"
#include "lesson/files.h"
#include "lesson/starter.h"
#include "suites.h"

static const char fine[] = "# A title\n\n## s\n\n```python\nx = 1\n```\n";

static Library *library;

static void make_lessons(void)
{
    static const char *const names[] = {"10-ten.md", "02-two.md",  "01-one.md",  "README.md",
                                        "notes.txt", ".hidden.md", ".md",        "attention.md",
                                        "b.md.bak",  "attempt.md", "3-three.md", "train.py"};
    folder_clear();
    unsetenv("QKV_LESSONS");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "lessons/%s", names[i]);
        folder_write(path, fine);
    }
    library = library_open();
}

static void close_library(void)
{
    library_free(library);
    unsetenv("QKV_LESSONS");
}

START_TEST(lessons_are_listed_by_name)
{
    static const char *const expected[] = {"01-one",  "02-two",  "10-ten",
                                           "3-three", "attempt", "attention"};
    ck_assert_str_eq(library->folder, "lessons");
    ck_assert_int_eq(library->count, 6);
    for (int i = 0; i < library->count; i++) {
        char path[64];
        snprintf(path, sizeof path, "lessons/%s.md", expected[i]);
        ck_assert_str_eq(library->entry[i].name, expected[i]);
        ck_assert_str_eq(library->entry[i].path, path);
        ck_assert_ptr_null(library->entry[i].lesson);
    }
}
END_TEST

/* Tracks as their first lessons come, each by places; what is on none, or broken, comes last. */
START_TEST(lessons_are_read_track_by_track)
{
    static const char *const texts[][2] = {{"01-one", "<!-- track: b 2 -->\n\n## s\n"},
                                           {"02-two", "<!-- track: a 1 -->\n\n## s\n"},
                                           {"10-ten", "## s\n"},
                                           {"3-three", "<!-- track: b 1 -->\n\n## s\n"},
                                           {"attempt", "# broken <!-- track: b 1 -->\n"},
                                           {"attention", "<!-- track: b 2 -->\n\n## s\n"}};
    static const char *const expected[] = {"3-three", "01-one", "attention",
                                           "02-two",  "10-ten", "attempt"};
    Arena arena = {0};
    for (int i = 0; i < library->count; i++) {
        char path[64];
        snprintf(path, sizeof path, "lessons/%s.md", texts[i][0]);
        folder_write(path, texts[i][1]);
        library_load(&library->entry[i]);
    }
    const int *order = library_order(&arena, library);
    for (int i = 0; i < library->count; i++)
        ck_assert_str_eq(library->entry[order[i]].name, expected[i]);
    arena_release(&arena);
}
END_TEST

static Entry *find(const char *wanted)
{
    Err err = {0};
    int i = library_find(library, wanted, &err); /* may move the entries */
    ck_assert_msg(i >= 0, "%s", err.message);
    return &library->entry[i];
}

static const struct {
    const char *wanted, *found, *error; /* a name, or the message */
} finds[] = {
    {"1", "01-one", NULL},
    {"01", "01-one", NULL},
    {"0001", "01-one", NULL},
    {"2", "02-two", NULL},
    {"3", "3-three", NULL},
    {"03", "3-three", NULL},
    {"10", "10-ten", NULL},
    {"02-two", "02-two", NULL},
    {"02-t", "02-two", NULL},
    {"attention", "attention", NULL},
    {"atten", "attention", NULL},
    {"attem", "attempt", NULL},
    {"lessons/02-two.md", "02-two", NULL},
    {"./lessons/02-two.md", "02-two", NULL},
    {"elsewhere/other.md", "other", NULL},
    {"elsewhere/no-ending", "no-ending", NULL},
    {"-", "-", NULL},
    {"none.md", "none", NULL}, /* a path: reading it will say what is wrong */
    {"att", NULL, "more than one lesson fits 'att': see qkv list"},
    {"4", NULL, "no lesson '4' in lessons: see qkv list"},
    {"-1", NULL, "no lesson '-1' in lessons: see qkv list"},
    {"99999999999999999999", NULL, "no lesson '99999999999999999999' in lessons: see qkv list"},
    {"nothing", NULL, "no lesson 'nothing' in lessons: see qkv list"},
    {"README", NULL, "no lesson 'README' in lessons: see qkv list"},
    {"", NULL, "no lesson '' in lessons: see qkv list"},
    {"two", "02-two", NULL},
    {"17-two", "02-two", NULL},
    {"thr", "3-three", NULL},
    {"t", NULL, "more than one lesson fits 't': see qkv list"},
    {"17-", NULL, "no lesson '17-' in lessons: see qkv list"},
};

START_TEST(a_lesson_is_found)
{
    Err err = {0};
    folder_write("elsewhere/other.md", fine);
    folder_write("elsewhere/no-ending", fine);
    int found = library_find(library, finds[_i].wanted, &err);
    if (finds[_i].error) {
        ck_assert_int_eq(found, -1);
        ck_assert_str_eq(err.message, finds[_i].error);
        ck_assert_int_eq(library->count, 6);
        return;
    }
    ck_assert_msg(found >= 0, "%s", err.message);
    ck_assert_str_eq(library->entry[found].name, finds[_i].found);
    ck_assert_int_eq(library_find(library, library->entry[found].path, &err), found);
}
END_TEST

/* A number means the name that is exactly it before the one that begins with it. */
START_TEST(a_whole_name_comes_first)
{
    folder_write("lessons/2.md", fine);
    folder_write("lessons/att.md", fine);
    library_free(library);
    library = library_open();
    ck_assert_str_eq(find("2")->name, "2");
    ck_assert_str_eq(find("att")->name, "att");
}
END_TEST

START_TEST(folders_are_tried_in_order)
{
    folder_write("other/05-five.md", fine);
    setenv("QKV_LESSONS", "other", 1);
    library_free(library);
    library = library_open();
    ck_assert_str_eq(library->folder, "lessons");
    ck_assert_int_eq(rename("lessons", "hidden"), 0);
    folder_write("lessons/README.md", fine); /* a folder without lessons does not count */
    library_free(library);
    library = library_open();
    ck_assert_str_eq(library->folder, "other");
    ck_assert_int_eq(library->count, 1);
    ck_assert_str_eq(library->entry[0].name, "05-five");
}
END_TEST

START_TEST(loading_reads_and_runs_once)
{
    Entry *entry = find("1");
    ck_assert(library_load(entry));
    ck_assert_str_eq(entry->lesson->title, "A title");
    const Run *run = entry->run;
    ck_assert(library_load(entry));
    ck_assert_ptr_eq(entry->run, run);
    ck_assert_uint_eq(entry->source.length, 0);
}
END_TEST

/* Where there is no lesson, the text is there for its error; a lesson with mistakes runs. */
START_TEST(a_broken_lesson_says_why)
{
    folder_write("title.md", "## s\n\n# t\n");
    folder_write("syntax.md", "## s\n\n```python\nx = (\n```\n");
    folder_write("name.md", "## s\n\n```python\nx = y\n```\n");
    Entry *title = find("./title.md");
    ck_assert(!library_load(title));
    ck_assert(!library_load(title));
    ck_assert_ptr_null(title->lesson);
    ck_assert_str_eq(buf_text(&title->source), "## s\n\n# t\n");
    ck_assert_int_eq(title->err.at.line, 3);
    Entry *syntax = find("./syntax.md");
    ck_assert(!library_load(syntax));
    ck_assert_ptr_nonnull(syntax->run);
    ck_assert_int_eq(syntax->err.at.line, 4);
    Entry *name = find("./name.md");
    ck_assert(!library_load(name));
    ck_assert_ptr_nonnull(name->lesson);
    ck_assert_ptr_nonnull(name->run);
    ck_assert_int_eq(name->err.at.line, 4);
    Entry *none = find("./none.md");
    ck_assert(!library_load(none));
    ck_assert_str_eq(none->err.message, "No such file or directory");
}
END_TEST

static const struct {
    const char *lesson, *snapshot; /* NULL: none is kept */
} snapshots[] = {
    {"lessons/01-one.md", "snapshots/01-one.txt"},
    {"./lessons/01-one.md", "./snapshots/01-one.txt"},
    {"deep/lessons/x.md", "deep/snapshots/x.txt"},
    {"x.md", NULL}, /* beside the folder that it lies in there are none */
    {"other/x.md", "snapshots/x.txt"},
    {"lone/lessons/x.md", NULL},
    {"-", NULL},
};

START_TEST(snapshots_lie_beside_the_folder)
{
    Entry entry = {.path = snapshots[_i].lesson};
    char name[64];
    const char *slash = strrchr(entry.path, '/');
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : entry.path);
    name[strcspn(name, ".")] = '\0';
    entry.name = name;
    folder_write("snapshots/a.txt", "");
    folder_write("deep/snapshots/a.txt", "");
    folder_write("lone/lessons/a.md", "");
    Buf path = {0};
    ck_assert_int_eq(library_snapshot(&entry, &path), snapshots[_i].snapshot != NULL);
    if (snapshots[_i].snapshot)
        ck_assert_str_eq(path.text, snapshots[_i].snapshot);
    buf_release(&path);
}
END_TEST

/* Lessons that the program has inside are there when no folder has any; they read what lies beside them there, and so do
 * their copies. */
START_TEST(lessons_can_be_inside)
{
    static const char lesson[] = "# Inside\n\n## s\n\n```python\nx = open('t.txt').read()\n```\n"
                                 "\n```python\nprint(x)\n```\n\n```expect\nhello\n```\n";
    static const FileInside files[] = {
        {"01-inside.md", (const unsigned char *)lesson, sizeof lesson - 1},
        {"t.txt", (const unsigned char *)"hello", 5},
        {0}};
    Library *own;
    Buf path = {0};
    Err err = {0};
    const FileInside *before = file_put_inside(files);
    own = library_open();
    ck_assert_str_eq(own->folder, "lessons"); /* the reader's own folder comes first, and has */
    ck_assert_int_eq(own->own, 6);            /* a 01-one: 1 means that                       */
    ck_assert_int_eq(own->count, 7);
    ck_assert_str_eq(own->entry[library_find(own, "1", &err)].name, "01-one");
    ck_assert_str_eq(own->entry[library_find(own, "inside", &err)].name, "01-inside");
    library_free(own);
    folder_clear();
    own = library_open();
    ck_assert_str_eq(own->folder, FILE_INSIDE);
    ck_assert_int_eq(own->count, 1);
    Entry *entry = &own->entry[library_find(own, "1", &err)];
    ck_assert_msg(library_load(entry), "%s", entry->err.message);
    ck_assert(entry->ships && entry->run->expectations == 1 && entry->run->failures == 0);
    ck_assert(!library_snapshot(entry, &path));
    Stamp stamp = library_stamp(entry), none = {0};
    ck_assert(!stamp_is(&stamp, &none) && stamp_is(&stamp, &entry->stamp));
    ck_assert(starter_copy(entry->path, &path, &err));
    ck_assert_str_eq(folder_read(buf_text(&path)), lesson);
    files_of_lessons(own->folder);
    library_copied(own, entry, buf_text(&path));
    library_unload(entry);
    ck_assert_msg(library_load(entry), "%s", entry->err.message);
    files_of_lessons(NULL);
    buf_release(&path);
    library_free(own);
    file_put_inside(before);
    ck_assert_ptr_null(file_inside(FILE_INSIDE "/t.txt"));
}
END_TEST

/* A file that is opened again and again, each time with its mistake, is one entry. */
START_TEST(a_broken_file_is_found_again)
{
    Err err = {0};
    folder_write("wrong.py", "x = 1\nprint(y)\n");
    int first = library_find(library, "wrong.py", &err), count = library->count;
    ck_assert(!library_load(&library->entry[first]));
    ck_assert_int_eq(library_find(library, "wrong.py", &err), first);
    library_release(&library->entry[first]);
    ck_assert(!library_load(&library->entry[first]));
    ck_assert_int_eq(library_find(library, "wrong.py", &err), first);
    ck_assert_int_eq(library->count, count);
}
END_TEST

Suite *library_suite(void)
{
    Suite *s = suite_create("library");
    TCase *t = suite_case(s, "library");
    tcase_add_unchecked_fixture(t, folder_enter, folder_leave);
    tcase_add_checked_fixture(t, make_lessons, close_library);
    tcase_add_test(t, lessons_are_listed_by_name);
    tcase_add_test(t, a_broken_file_is_found_again);
    tcase_add_test(t, lessons_are_read_track_by_track);
    tcase_add_loop_test(t, a_lesson_is_found, 0, sizeof finds / sizeof finds[0]);
    tcase_add_test(t, a_whole_name_comes_first);
    tcase_add_test(t, folders_are_tried_in_order);
    tcase_add_test(t, lessons_can_be_inside);
    tcase_add_test(t, loading_reads_and_runs_once);
    tcase_add_test(t, a_broken_lesson_says_why);
    tcase_add_loop_test(t, snapshots_lie_beside_the_folder, 0,
                        sizeof snapshots / sizeof snapshots[0]);
    return s;
}
