/* Sets in the order of CPython's: that of their slots, which follows from the hashes of the items and from
 * what was added and taken out before. So the order of a set of numbers is the one that Python prints, each
 * time. Texts, and objects that are hashed by their place, have other hashes in each run of Python: a set
 * with one of them has no table, and is sorted, or (is_mixed) stays as it came. */
#ifndef PYTHON_SET_TABLE_H
#define PYTHON_SET_TABLE_H

#include "python/value.h"

/* mask + 1 slots, a power of two. `fill` counts also those whose item was taken out, which a search passes. */
struct SetTable {
    int64_t mask, fill;
    int64_t finger; /* pop looks from this slot on */
    uint64_t *hash;
    int32_t
        *place; /* 1 + the place of the slot's item in the list; 0 where it is free, -1 taken out */
};

/* Adds items in turn; `at_once`: another set or a dict, for which room is made first. Of `set` nothing is
 * written but the list itself, at the end. False when the budget is spent. */
bool set_update(Arena *a, Budget *b, List *set, const List *items, bool at_once);
/* Where an item is in a set with a table, or -1: also where a comparison changed the set. */
int64_t set_find(Budget *b, const List *set, const Value *item);
/* Adds an item, which is not there and has a fixed hash, to a set with a table or an empty one. */
void set_insert(Arena *a, Budget *b, List *set, Value item);
/* Takes out the item at a place, and says so in its table. */
void set_take_out(List *set, int64_t at);
/* Puts other items into a set, or none; pop goes on where it was. */
void set_replace(Arena *a, List *set, const List *items);
/* The place of the item that pop takes next. */
int64_t set_next_out(const List *set);
/* Takes out those of the items that are there; with `toggles`, and where all have a fixed hash, adds the others.
 * The set has a table, or is empty. */
bool set_take_out_all(Arena *a, Budget *b, List *set, const List *items, bool toggles);

#endif
