/* The table is CPython's (Objects/setobject.c): the slot of an item is its hash; from there nine slots in a
 * row, where they do not reach over the end, and then slot * 5 + 1 + perturb, as perturb loses five bits each
 * time. A new item goes into the last slot passed whose item was taken out, or else into the free one at the
 * end of the search. Three fifths may be taken; then there is room for four times the items (twice from 50,000 on). */
#include "python/set_table.h"
#include "python/type.h"

#include <string.h>

enum { LEAST_SLOTS = 8, PROBES = 9, PERTURB_SHIFT = 5, MANY = 50000 };

typedef struct Probe {
    uint64_t slot, perturb, mask;
    int row; /* slots that are left in a row */
} Probe;

static void begin_row(Probe *p)
{
    p->row = p->slot + PROBES <= p->mask ? PROBES : 0;
}

static Probe first_slot(const SetTable *t, uint64_t hash)
{
    Probe p = {.slot = hash & (uint64_t)t->mask, .perturb = hash, .mask = (uint64_t)t->mask};
    begin_row(&p);
    return p;
}

/* `slot` counts on within a row, and a row begins anew from its first. */
static void next_slot(Probe *p, uint64_t *first)
{
    if (p->row > 0) {
        p->row--;
        p->slot++;
        return;
    }
    p->perturb >>= PERTURB_SHIFT;
    *first = p->slot = (*first * 5 + 1 + p->perturb) & p->mask;
    begin_row(p);
}

static SetTable *new_table(Arena *a, int64_t slots)
{
    SetTable *t = arena_new(a, SetTable);
    *t = (SetTable){.mask = slots - 1,
                    .hash = arena_many(a, (size_t)slots, uint64_t),
                    .place = arena_many(a, (size_t)slots, int32_t)};
    return t;
}

static SetTable *copy_table(Arena *a, const SetTable *from)
{
    SetTable *t = new_table(a, from->mask + 1);
    memcpy(t->hash, from->hash, (size_t)(from->mask + 1) * sizeof *t->hash);
    memcpy(t->place, from->place, (size_t)(from->mask + 1) * sizeof *t->place);
    t->fill = from->fill;
    t->finger = from->finger;
    return t;
}

/* The first free slot for a hash: of an item that is not there. */
static int64_t free_slot(const SetTable *t, uint64_t hash)
{
    Probe p = first_slot(t, hash);
    uint64_t first = p.slot;
    while (t->place[p.slot] != 0)
        next_slot(&p, &first);
    return (int64_t)p.slot;
}

static void take_slot(SetTable *t, uint64_t hash, int32_t place)
{
    int64_t slot = free_slot(t, hash);
    t->hash[slot] = hash;
    t->place[slot] = place;
    t->fill++;
}

/* A table with more slots than `least`; items come in the order of their old slots. */
static void resize(Arena *a, List *set, int64_t least)
{
    const SetTable *old = set->table;
    int64_t slots = LEAST_SLOTS;
    while (slots <= least)
        slots *= 2;
    SetTable *t = new_table(a, slots);
    for (int64_t i = 0; i <= old->mask; i++)
        if (old->place[i] > 0)
            take_slot(t, old->hash[i], old->place[i]);
    t->finger = old->finger;
    set->table = t;
}

static int64_t room_for(int64_t used)
{
    return used > MANY ? used * 2 : used * 4;
}

static bool is_same(Budget *b, const List *set, int32_t place, const Value *item)
{
    const List before = *set;
    if (!value_is_same_key(b, &set->item[place - 1], item))
        return false;
    return set->item == before.item && set->count == before.count && set->table == before.table;
}

/* The slot of an item, or -1: then *room is the slot for it, or -1 after a comparison that changed the set. */
static int64_t find_slot(Budget *b, const List *set, const Value *item, uint64_t hash,
                         int64_t *room)
{
    const SetTable *t = set->table;
    Probe p = first_slot(t, hash);
    uint64_t first = p.slot;
    int64_t left = -1;
    *room = -1;
    for (int64_t i = 1; t->place[p.slot] != 0; i++) {
        int32_t place = t->place[p.slot];
        if (place > 0 && t->hash[p.slot] == hash && is_same(b, set, place, item))
            return (int64_t)p.slot;
        if (set->table != t || (i % 8 == 0 && !budget_spend(b, 1)))
            return -1;
        left = place < 0 ? (int64_t)p.slot : left;
        next_slot(&p, &first);
    }
    *room = left >= 0 ? left : (int64_t)p.slot;
    return -1;
}

int64_t set_find(Budget *b, const List *set, const Value *item)
{
    int64_t room, slot = set->table ? find_slot(b, set, item, value_hash(item), &room) : -1;
    return slot < 0 ? -1 : set->table->place[slot] - 1;
}

/* Appends an item, whose slot says where it is until the set is settled. */
static void append(Arena *a, List *set, Value item, uint64_t hash, int64_t slot)
{
    SetTable *t = set->table;
    t->fill += t->place[slot] == 0;
    t->hash[slot] = hash;
    t->place[slot] = (int32_t)set->count + 1;
    list_add(a, set, item);
}

static bool is_full(const SetTable *t)
{
    return t->fill * 5 >= t->mask * 3;
}

/* Puts the items into the order of their slots, without those that have none any more. */
static void settle(Arena *a, List *set)
{
    SetTable *t = set->table;
    Value *item = arena_many(a, (size_t)set->count, Value);
    int64_t count = 0;
    for (int64_t i = 0; t && i <= t->mask; i++)
        if (t->place[i] > 0) {
            item[count++] = set->item[t->place[i] - 1];
            t->place[i] = (int32_t)count;
        }
    set->item = item;
    set->capacity = set->count;
    set->count = count;
}

void set_insert(Arena *a, Budget *b, List *set, Value item)
{
    if (!set->table)
        set->table = new_table(a, LEAST_SLOTS);
    uint64_t hash = value_hash(&item);
    int64_t slot, before, fill = set->table->fill;
    if (find_slot(b, set, &item, hash, &slot) >= 0 || slot < 0)
        return;
    append(a, set, item, hash, slot);
    if (set->table->fill > fill && is_full(set->table)) {
        resize(a, set, room_for(set->count));
        settle(a, set);
        return;
    }
    SetTable *t = set->table;
    for (before = slot - 1; before >= 0 && t->place[before] <= 0; before--)
        ;
    int64_t at = before < 0 ? 0 : t->place[before];
    memmove(&set->item[at + 1], &set->item[at], (size_t)(set->count - 1 - at) * sizeof item);
    set->item[at] = item;
    for (int64_t i = slot + 1; i <= t->mask && at < set->count - 1; i++)
        t->place[i] += t->place[i] > 0;
    t->place[slot] = (int32_t)at + 1;
}

/* The slot of an item that is there. */
static int64_t slot_of(const List *set, int64_t at)
{
    const SetTable *t = set->table;
    Probe p = first_slot(t, value_hash(&set->item[at]));
    uint64_t first = p.slot;
    while (t->place[p.slot] != at + 1 && t->place[p.slot] != 0)
        next_slot(&p, &first);
    return (int64_t)p.slot;
}

void set_take_out(List *set, int64_t at)
{
    SetTable *t = set->table;
    int64_t slot = t ? slot_of(set, at) : 0;
    list_take_out(set, at);
    if (!t || t->place[slot] == 0) /* hash is another one now */
        return;
    t->place[slot] = -1;
    for (int64_t i = slot + 1; i <= t->mask; i++)
        t->place[i] -= t->place[i] > 0;
}

void set_replace(Arena *a, List *set, const List *items)
{
    List made = items ? *items : (List){0};
    if (!made.table && made.count == 0)
        made.table = new_table(a, LEAST_SLOTS);
    if (made.table)
        made.table->finger = set->table ? set->table->finger : 0;
    *set = made;
}

int64_t set_next_out(const List *set)
{
    SetTable *t = set->table;
    int64_t slot = t ? t->finger & t->mask : 0;
    while (t && t->place[slot] <= 0)
        slot = (slot + 1) & t->mask;
    if (!t)
        return 0;
    t->finger = slot + 1;
    return t->place[slot] - 1;
}

/* --- many items ------------------------------------------------------------------------------- */

static bool all_fixed(Budget *b, const List *items)
{
    for (int64_t i = 0; i < items->count; i++)
        if (!value_has_fixed_hash(&items->item[i]))
            return false;
    return budget_spend(b, items->count / 16);
}

/* The slots of another set are taken over as they are where both tables are of one size, and this one fresh. */
static bool is_copied(const List *set, const List *items)
{
    const SetTable *from = items->table;
    return from && set->count == 0 && set->table->fill == 0 && set->table->mask == from->mask &&
           from->fill == items->count;
}

static void make_room(Arena *a, List *set, int64_t more)
{
    if ((set->table->fill + more) * 5 >= set->table->mask * 3)
        resize(a, set, (set->count + more) * 2);
}

static bool add_each(Arena *a, Budget *b, List *set, const List *items)
{
    for (int64_t i = 0; i < items->count && b->left >= 0; i++) {
        uint64_t hash = value_hash(&items->item[i]);
        int64_t room, fill = set->table->fill;
        if (find_slot(b, set, &items->item[i], hash, &room) >= 0 || room < 0)
            continue;
        append(a, set, items->item[i], hash, room);
        if (set->table->fill > fill && is_full(set->table))
            resize(a, set, room_for(set->count));
    }
    return budget_spend(b, 0);
}

/* As its items come, or sorted: see value_set. */
static bool update_unfixed(Arena *a, Budget *b, List *set, const List *items)
{
    List all = {0};
    Value made;
    list_reserve(a, &all, set->count + items->count);
    for (int64_t i = 0; i < set->count; i++)
        list_add(a, &all, set->item[i]);
    for (int64_t i = 0; i < items->count; i++)
        list_add(a, &all, items->item[i]);
    if (!value_sorted_set(a, b, &all, &made))
        return false;
    *set = *made.list;
    return true;
}

/* A list of its own, and a table. */
static List copy_of(Arena *a, const List *set, int64_t more)
{
    List made = {0};
    list_reserve(a, &made, set->count + more);
    for (int64_t i = 0; i < set->count; i++)
        list_add(a, &made, set->item[i]);
    made.table = set->table ? copy_table(a, set->table) : new_table(a, LEAST_SLOTS);
    return made;
}

bool set_update(Arena *a, Budget *b, List *set, const List *items, bool at_once)
{
    if (items->count == 0)
        return true;
    if ((set->count > 0 && !set->table) || !all_fixed(b, items))
        return b->left >= 0 && update_unfixed(a, b, set, items);
    List made = copy_of(a, set, items->count);
    if (at_once)
        make_room(a, &made, items->count);
    if (at_once && is_copied(&made, items)) {
        int64_t finger = made.table->finger;
        made.table = copy_table(a, items->table);
        made.table->finger = finger;
        for (int64_t i = 0; i < items->count; i++)
            list_add(a, &made, items->item[i]);
    } else if (!add_each(a, b, &made, items)) {
        return false;
    }
    settle(a, &made);
    *set = made;
    return true;
}

bool set_take_out_all(Arena *a, Budget *b, List *set, const List *items, bool toggles)
{
    List made = copy_of(a, set, toggles ? items->count : 0);
    int64_t used = made.count, room;
    for (int64_t i = 0; i < items->count && budget_spend(b, i % 8 == 0); i++) {
        const Value *item = &items->item[i];
        uint64_t hash = value_hash(item);
        int64_t slot = find_slot(b, &made, item, hash, &room), fill = made.table->fill;
        used += slot >= 0 ? -1 : toggles;
        if (slot >= 0)
            made.table->place[slot] = -1;
        else if (toggles && room >= 0)
            append(a, &made, *item, hash, room);
        if (made.table->fill > fill && is_full(made.table))
            resize(a, &made, room_for(used));
    }
    /* More than a quarter of the slots without an item: a new table. */
    if (!toggles && made.table->fill - used > made.table->mask / 4)
        resize(a, &made, room_for(used));
    settle(a, &made);
    *set = made;
    return budget_spend(b, 0);
}

/* --- new ones --------------------------------------------------------------------------------- */

/* Items that have no order between them stay as they come. */
static bool once_each(Arena *a, Budget *b, const List *items, List *out)
{
    Dict met = {0};
    for (int64_t i = 0; i < items->count && !b->refused; i++)
        dict_put(a, b, &met, items->item[i], value_none);
    *out = met.key;
    return b->left >= 0 && !b->refused;
}

bool value_set(Arena *a, Budget *b, const List *items, Value *out)
{
    *out = value_list(a, VALUE_SET);
    return set_update(a, b, out->list, items, false) && b->left >= 0 && !b->refused;
}

bool value_sorted_set(Arena *a, Budget *b, const List *items, Value *out)
{
    List sorted;
    *out = value_list(a, VALUE_SET);
    if (!once_each(a, b, items, out->list) ||
        !budget_take(b, a, (size_t)out->list->count * sizeof(Value)))
        return false;
    sorted = (List){.item = arena_many(a, (size_t)out->list->count, Value),
                    .count = out->list->count};
    bool has_order = true;
    for (int64_t i = 0; i < sorted.count; i++) {
        sorted.item[i] = out->list->item[i];
        has_order = has_order && !value_is_by_place(&sorted.item[i]);
    }
    if (has_order && list_sort(a, b, &sorted))
        *out->list = sorted;
    else
        out->list->is_mixed = true;
    return b->left >= 0 && !b->refused;
}
