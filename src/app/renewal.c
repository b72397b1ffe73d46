#include "app/renewal.h"

void renewal_begin(Renewal *r, Entry before, const Run *now, int lesson)
{
    renewal_end(r);
    r->before = before;
    r->lesson = lesson;
    if (before.run && now)
        r->align = align_runs(before.run, now);
    if (r->align && align_comparison(r->align)->first < 0) /* no result is another */
        renewal_end(r);
}

void renewal_end(Renewal *r)
{
    align_free(r->align);
    library_release(&r->before);
    *r = (Renewal){0};
}
