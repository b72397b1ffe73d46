#include "lesson/lesson.h"

#include "python/limits.h"
#include "suites.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static char folder[64];

static void enter_folder(void)
{
    strcpy(folder, "/tmp/check_lesson.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void remove_folder(void)
{
    static const char *const names[] = {"a.md", "b.md", "fifo", "socket", "link"};
    for (size_t i = 0; i < COUNT(names); i++)
        unlink(names[i]);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void write_file(const char *name, const char *bytes, size_t length)
{
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

static void check_error(const Lesson *lesson, const Err *err, const char *written)
{
    Buf out = {0};
    ck_assert_ptr_null(lesson);
    ck_assert(err->set);
    err_write(&out, err, NULL, 0);
    ck_assert_str_eq(buf_text(&out), written);
    buf_release(&out);
}

static void refuse(const char *path, const char *written)
{
    Err err = {0};
    check_error(lesson_read(path, &err), &err, written);
}

/* ---- texts ---- */

#define TEXT(literal) literal, sizeof literal - 1

static const struct {
    const char *text;
    size_t length;
    const char *error;
} bad[] = {
    {TEXT(""), "x.md: this file is empty\n"},
    {TEXT("## s\n\0"), "x.md: this looks like a binary file: it has zero bytes\n"},
    {TEXT("\xFF\xFE#\0"), "x.md: this looks like a binary file: it has zero bytes\n"},
    {TEXT("\xFF"), "x.md:1:1: byte 0xFF is not valid UTF-8\n"},
    {TEXT("## s\r\n\xC3\xA9 \xE4\xB8\xAD\xC3"), "x.md:2:4: byte 0xC3 is not valid UTF-8\n"},
    {TEXT("## s\r\r\xED\xA0\x80"), "x.md:3:1: byte 0xED is not valid UTF-8\n"},
    {TEXT("\xEF\xBB\xBF"), "x.md: no stage: a lesson needs at least one ## heading\n"},
    {TEXT("\r\n"), "x.md: no stage: a lesson needs at least one ## heading\n"},
    {TEXT("# a\n# b\n"), "x.md:2:1: a second # heading: a lesson has one title, its stages are ## "
                         "headings\n"},
};

START_TEST(bad_texts_are_refused)
{
    Err err = {0};
    check_error(lesson_parse("x.md", bad[_i].text, bad[_i].length, &err), &err, bad[_i].error);
    ck_assert_str_eq(err.at.file, "x.md"); /* still there after the lesson went */
}
END_TEST

/* A mistake in code is found where it is in the file, whatever its block is indented by. */
START_TEST(code_is_parsed_in_place)
{
    static const char text[] =
        "# T\n## s\n```python\nx = 1\n```\n- a\n  ```python\n  y = )\n  ```\n";
    Err err = {0};
    Lesson *lesson = lesson_parse("x.md", text, strlen(text), &err);
    ck_assert_ptr_nonnull(lesson);
    ck_assert_ptr_null(lesson->stage[1].part[0].err);
    ck_assert_int_eq(lesson->stage[1].part[0].program.count, 1);
    err = *lesson->stage[1].part[2].err;
    ck_assert_str_eq(err.at.file, "x.md");
    ck_assert_int_eq(err.at.line, 8);
    ck_assert_int_eq(err.at.col, 7);
    lesson_free(lesson);
}
END_TEST

START_TEST(every_block_gets_its_program)
{
    static const char text[] = "## s\n```python\nx = 1\ny = 2\n```\ntext\n```python\n# none\n```\n"
                               "## t\n- ```python\n  z = x; w = y\n  print(z)\n  ```\n";
    Err err = {0};
    Lesson *lesson = lesson_parse("x.md", text, strlen(text), &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    ck_assert_int_eq(lesson->stage[1].part[0].program.count, 2);
    ck_assert_int_eq(lesson->stage[1].part[2].program.count, 0);
    ck_assert_int_eq(lesson->stage[2].part[1].program.count, 3);
    ck_assert_int_eq(lesson->stage[2].part[1].program.statement[2].line, 13);
    lesson_free(lesson);
    lesson_free(NULL);
}
END_TEST

/* With a byte order mark and any ends of lines a lesson is the same to the byte. */
START_TEST(ends_of_lines_make_no_difference)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    static const char lf[] = "# T\n\na\nb\n\n## s\n\n```python\nx = [1,\n\n2]\n```\n";
    Buf text = {0};
    Err err = {0};
    if (_i % 2)
        buf_puts(&text, "\xEF\xBB\xBF");
    for (const char *c = lf; *c; c++)
        buf_add(&text, *c == '\n' ? ends[_i / 2] : c, *c == '\n' ? strlen(ends[_i / 2]) : 1);
    Lesson *lesson = lesson_parse("x.md", text.text, text.length, &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    ck_assert_str_eq(lesson->source, lf);
    ck_assert_uint_eq(lesson->length, strlen(lf));
    const Part *part = &lesson->stage[1].part[0];
    ck_assert_int_eq(part->line, 9);
    ck_assert_ptr_eq(lesson->source + part->start, strstr(lesson->source, "x = "));
    ck_assert_uint_eq(part->end - part->start, strlen("x = [1,\n\n2]\n"));
    lesson_free(lesson);
    buf_release(&text);
}
END_TEST

static const struct {
    const char *path, *name;
} names[] = {
    {"x.md", "x"},           {"lessons/01-a.b.md", "01-a.b"},
    {"/a/b.md/c", "c"},      {".md", ".md"},
    {"a/.md", ".md"},        {"x.mdx", "x.mdx"},
    {"-", "standard input"}, {"./x.md.md", "x.md"},
};

START_TEST(the_name_is_the_file_name)
{
    Err err = {0};
    Lesson *lesson = lesson_parse(names[_i].path, TEXT("## s\n"), &err);
    ck_assert_str_eq(lesson->name, names[_i].name);
    ck_assert_str_eq(lesson->title, names[_i].name);
    ck_assert_str_eq(lesson->path, names[_i].path);
    lesson_free(lesson);
}
END_TEST

/* ---- files ---- */

START_TEST(only_files_are_read)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "socket"};
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(end, (struct sockaddr *)&name, sizeof name), 0);
    ck_assert_int_eq(mkfifo("fifo", 0600), 0);
    ck_assert_int_eq(symlink("fifo", "link"), 0);
    refuse(".", ".: this is a directory, not a lesson file\n");
    refuse("fifo", "fifo: this is a FIFO, not a lesson file\n");
    refuse("link", "link: this is a FIFO, not a lesson file\n");
    refuse("socket", "socket: this is a socket, not a lesson file\n");
    refuse("/dev/null", "/dev/null: this is a character device, not a lesson file\n");
    refuse("/dev/zero", "/dev/zero: this is a character device, not a lesson file\n");
    refuse("none.md", "none.md: No such file or directory\n");
    refuse("", ": No such file or directory\n");
    refuse("/dev/null/x.md", "/dev/null/x.md: Not a directory\n");
    close(end);
}
END_TEST

START_TEST(a_file_is_read_as_it_is)
{
    static const char text[] = "# Title\n## one\ntext\n";
    Err err = {0};
    write_file("a.md", text, strlen(text));
    ck_assert_int_eq(symlink("a.md", "link"), 0);
    Lesson *lesson = lesson_read("./a.md", &err), *linked = lesson_read("link", &err);
    ck_assert_ptr_nonnull(lesson);
    ck_assert_ptr_nonnull(linked);
    ck_assert_str_eq(lesson->source, text);
    ck_assert_str_eq(linked->source, text);
    ck_assert_str_eq(lesson->path, "./a.md");
    ck_assert_str_eq(lesson->name, "a");
    ck_assert_str_eq(lesson->title, "Title");
    lesson_free(lesson);
    lesson_free(linked);
    write_file("a.md", "", 0);
    refuse("a.md", "a.md: this file is empty\n");
}
END_TEST

static Buf make_large(size_t length)
{
    Buf text = {0};
    buf_puts(&text, "## s\n");
    while (text.length < length)
        buf_putc(&text, '\n');
    return text;
}

START_TEST(a_file_may_be_so_large_and_no_larger)
{
    for (size_t more = 0; more < 2; more++) {
        Buf text = make_large(LIMIT_BYTES + more);
        Err err = {0}, again = {0};
        write_file("a.md", text.text, text.length);
        Lesson *lesson = lesson_read("a.md", &err);
        Lesson *parsed = lesson_parse("a.md", text.text, text.length, &again);
        if (more == 0) {
            ck_assert_uint_eq(lesson->length, LIMIT_BYTES);
            ck_assert_uint_eq(parsed->length, LIMIT_BYTES);
        } else {
            static const char large[] =
                "a.md: more than 1048576 bytes: this is too large for a lesson\n";
            check_error(lesson, &err, large);
            check_error(parsed, &again, large);
        }
        lesson_free(lesson);
        lesson_free(parsed);
        buf_release(&text);
    }
}
END_TEST

/* Text that places in errors belong to, also where reading fails. */
START_TEST(loading_gives_the_text)
{
    Err err = {0};
    Buf text = {0};
    write_file("a.md", TEXT("\xEF\xBB\xBF# a\r\nb\r\n"));
    ck_assert(lesson_load("a.md", &text, &err));
    ck_assert_str_eq(buf_text(&text), "# a\nb\n");
    buf_clear(&text);
    write_file("a.md", TEXT("# a\r\nb\xFF\r\n"));
    ck_assert(!lesson_load("a.md", &text, &err));
    ck_assert_str_eq(buf_text(&text), "# a\nb\xFF\n");
    ck_assert_int_eq(err.at.line, 2);
    ck_assert_int_eq(err.at.col, 2);
    buf_release(&text);
}
END_TEST

/* ---- standard input ---- */

/* A child that writes into standard input, in pieces with pauses. */
static pid_t start_writer(const char *text, size_t length, size_t piece)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        for (size_t at = 0; at < length; at += piece) {
            struct timespec pause = {.tv_nsec = 2000000};
            size_t size = length - at < piece ? length - at : piece;
            nanosleep(&pause, NULL);
            if (write(ends[1], text + at, size) < 0)
                _exit(1);
        }
        _exit(0);
    }
    close(ends[1]);
    ck_assert_int_eq(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    if (ends[0] != STDIN_FILENO)
        close(ends[0]);
    return child;
}

/* Also when it was left in the state that reading does not wait. */
START_TEST(standard_input_is_read_to_its_end)
{
    static const char text[] = "# T\n## s\n- a\n\n```python\nx = 1\n```\n";
    Err err = {0};
    pid_t child = start_writer(text, strlen(text), 5);
    if (_i == 1)
        ck_assert_int_eq(fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK), 0);
    Lesson *lesson = lesson_read("-", &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    ck_assert_str_eq(lesson->source, text);
    lesson_free(lesson);
    waitpid(child, NULL, 0);
}
END_TEST

START_TEST(standard_input_has_the_same_limits)
{
    Buf text = make_large(2 * LIMIT_BYTES);
    pid_t child = start_writer(text.text, text.length, 1 << 16);
    refuse("-", "-: more than 1048576 bytes: this is too large for a lesson\n");
    close(STDIN_FILENO);
    waitpid(child, NULL, 0);
    child = start_writer("", 0, 1);
    refuse("-", "-: this file is empty\n");
    waitpid(child, NULL, 0);
    close(STDIN_FILENO);
    refuse("-", "-: Bad file descriptor\n");
    ck_assert_int_eq(open("/", O_RDONLY), STDIN_FILENO);
    refuse("-", "-: Is a directory\n");
    buf_release(&text);
}
END_TEST

Suite *lesson_suite(void)
{
    Suite *suite = suite_create("lesson");
    TCase *texts = tcase_create("texts");
    tcase_add_loop_test(texts, bad_texts_are_refused, 0, COUNT(bad));
    tcase_add_test(texts, code_is_parsed_in_place);
    tcase_add_test(texts, every_block_gets_its_program);
    tcase_add_loop_test(texts, ends_of_lines_make_no_difference, 0, 6);
    tcase_add_loop_test(texts, the_name_is_the_file_name, 0, COUNT(names));
    suite_add_tcase(suite, texts);
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, enter_folder, remove_folder);
    tcase_add_test(files, only_files_are_read);
    tcase_add_test(files, a_file_is_read_as_it_is);
    tcase_add_test(files, a_file_may_be_so_large_and_no_larger);
    tcase_add_test(files, loading_gives_the_text);
    suite_add_tcase(suite, files);
    TCase *input = tcase_create("standard input");
    tcase_add_loop_test(input, standard_input_is_read_to_its_end, 0, 2);
    tcase_add_test(input, standard_input_has_the_same_limits);
    suite_add_tcase(suite, input);
    return suite;
}
