/* Meanings of the numbers that elements have. */
#include "show/elements_internal.h"

int deeds_add(Deeds *deeds, int count, Deed deed)
{
    deed.first = deeds->next;
    deed.count = count;
    deeds->next += count;
    arena_push(deeds->a, deeds->deed, deeds->count, deed);
    return deed.first;
}

bool deeds_find(const Deeds *deeds, int number, Deed *deed)
{
    for (int i = 0; i < deeds->count; i++) {
        *deed = deeds->deed[i];
        if (number < deed->first || number - deed->first >= deed->count)
            continue;
        if (deed->target.kind == TARGET_NUMBER)
            deed->target.cell += number - deed->first;
        else
            deed->target.of += number - deed->first;
        return true;
    }
    return false;
}

int deeds_cell(const Deeds *deeds, const QkvTensor *t, int64_t cell)
{
    for (int i = 0; i < deeds->count; i++) {
        const Deed *d = &deeds->deed[i];
        int64_t after = cell - d->target.cell;
        if (d->target.kind == TARGET_NUMBER && !d->key && d->target.of == t->step && after >= 0 &&
            after < d->count)
            return d->first + (int)after;
    }
    return -1;
}

static int put_deed(const Elements *e, int count, Deed deed)
{
    if (!e->as->deeds)
        return -1;
    deed.page = e->as->page;
    int number = deeds_add(e->as->deeds, count, deed);
    buf_printf(e->out, " data-n=\"%d\"", number);
    return number;
}

int elements_deed(const Elements *e, int count, Target target)
{
    return put_deed(e, count, (Deed){.target = target});
}

int elements_key(const Elements *e, const char *key)
{
    return put_deed(e, 1, (Deed){.key = key});
}
