#include "tell/fact.h"

#include <math.h>
#include <string.h>

#include "core/print.h"

Fact *fact_new(Arena *a)
{
    Fact *fact = arena_new(a, Fact);
    *fact = (Fact){.a = a, .kind = FACT_MAP};
    return fact;
}

static Fact *add(Fact *of, const char *key, FactKind kind, const char *text)
{
    if (!of)
        return NULL;
    Fact *fact = arena_new(of->a, Fact);
    *fact = (Fact){.a = of->a, .kind = kind, .key = key, .text = text};
    arena_push(of->a, of->item, of->items, fact);
    return fact;
}

Fact *fact_map(Fact *of, const char *key)
{
    return add(of, key, FACT_MAP, NULL);
}

Fact *fact_list(Fact *of, const char *key)
{
    return add(of, key, FACT_LIST, NULL);
}

void fact_null(Fact *of, const char *key)
{
    add(of, key, FACT_NULL, NULL);
}

void fact_truth(Fact *of, const char *key, bool is_so)
{
    add(of, key, FACT_TRUTH, is_so ? "true" : "false");
}

void fact_whole(Fact *of, const char *key, int64_t n)
{
    if (of)
        add(of, key, FACT_NUMBER, arena_format(of->a, "%lld", (long long)n));
}

void fact_real(Fact *of, const char *key, double x)
{
    if (!of)
        return;
    Buf digits = {.arena = of->a};
    print_float(&digits, x);
    add(of, key, isfinite(x) ? FACT_NUMBER : FACT_TEXT, buf_text(&digits));
}

void fact_number(Fact *of, const char *key, const char *digits)
{
    if (of)
        add(of, key, FACT_NUMBER, arena_string(of->a, digits));
}

void fact_text(Fact *of, const char *key, const char *text)
{
    if (of)
        add(of, key, text ? FACT_TEXT : FACT_NULL, text ? arena_string(of->a, text) : NULL);
}

Fact *fact_find(const Fact *map, const char *key)
{
    for (int i = 0; i < map->items; i++)
        if (strcmp(map->item[i]->key, key) == 0)
            return map->item[i];
    return NULL;
}
