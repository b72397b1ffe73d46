#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_read(Buf *out, const char *path, size_t most)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return false;
    if (!S_ISREG(st.st_mode)) {
        errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
        return false;
    }
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    char block[8192];
    for (size_t n = 1; n > 0; most -= n) {
        n = fread(block, 1, most < sizeof block ? most : sizeof block, file);
        buf_add(out, block, n);
    }
    bool ok = !ferror(file);
    fclose(file);
    return ok;
}

bool file_replace(const char *path, const Buf *text)
{
    Buf beside = {0};
    buf_printf(&beside, "%s.tmp.%ld", path, (long)getpid());
    FILE *file = fopen(buf_text(&beside), "wb");
    bool ok = file && fwrite(buf_text(text), 1, text->length, file) == text->length;
    ok = file && fclose(file) == 0 && ok && rename(buf_text(&beside), path) == 0;
    if (!ok) {
        int why = errno;
        unlink(buf_text(&beside));
        errno = why;
    }
    buf_release(&beside);
    return ok;
}
