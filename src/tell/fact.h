/* Facts for other programs: a tree of maps, lists, texts and numbers. A report adds its findings to such a map beside
 * the rows that put them into words; show/json.h writes them out.
 *
 *     Fact *all = fact_new(&arena);
 *     Fact *rows = fact_list(all, "rows");
 *     fact_text(fact_map(rows, NULL), "name", "weights");    {"rows": [{"name": "weights"}]}
 *
 * They live in the arena; texts that are put in are copied. Nothing is added to NULL, and a map or list in it is NULL,
 * too: a report tells its facts whether somebody asks for them or not. */
#ifndef TELL_FACT_H
#define TELL_FACT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum FactKind {
    FACT_NULL,
    FACT_TRUTH,  /* text is "true" or "false"               */
    FACT_NUMBER, /* text has its digits, as JSON writes them */
    FACT_TEXT,
    FACT_LIST,
    FACT_MAP
} FactKind;

typedef struct Fact Fact;
struct Fact {
    Arena *a;
    FactKind kind;
    const char *key; /* in a map; NULL in a list */
    const char *text;
    int items;
    Fact **item; /* of a list or a map, in the order in which they were put in */
};

/* An empty map. */
Fact *fact_new(Arena *a);

/* Each adds a fact to a map under a key, which must live as long, or with a NULL for it to a list. */
Fact *fact_map(Fact *of, const char *key);
Fact *fact_list(Fact *of, const char *key);
void fact_null(Fact *of, const char *key);
void fact_truth(Fact *of, const char *key, bool is_so);
void fact_whole(Fact *of, const char *key, int64_t n);
/* All the digits of a double; "nan", "inf" and "-inf" as texts. */
void fact_real(Fact *of, const char *key, double x);
/* A number whose digits are written already. */
void fact_number(Fact *of, const char *key, const char *digits);
/* NULL for the text makes it a FACT_NULL. */
void fact_text(Fact *of, const char *key, const char *text);

/* Value that a map has under a key; NULL: nothing. */
Fact *fact_find(const Fact *map, const char *key);

#endif
