/* Walking through what values hold: the items of lists and dicts, the attributes of objects, the members
 * of modules, the names around functions. */
#ifndef PYTHON_HEAP_H
#define PYTHON_HEAP_H

#include "python/class.h"

/* Addresses, each with a line; in the order in which they came. */
typedef struct HeapPlace {
    const void *at;
    int line;
    bool is_part; /* as it was, and a part of it has the line */
} HeapPlace;
typedef struct Places {
    HeapPlace *item;
    int count, capacity;
    int *slot; /* twice as many, by address: 1 + the number of a place, or 0 */
} Places;

/* The place of an address, or NULL; and a new one, when it has none. */
HeapPlace *places_find(const Places *p, const void *at);
HeapPlace *places_add(Arena *a, Places *p, const void *at);

/* The addresses of a value that other values can share: a list, an object, a function, the memory of a tensor.
 * A parameter has one of its own and that of its memory. Returns how many there are, 0 to 2. */
int heap_addresses(const Value *v, const void *at[2]);

/* Values that were met on a walk, each once, the first found first. */
typedef struct Heap {
    Places seen;
    Value *item;
    int count;
    int opened; /* items before it have handed on what they hold */
    int capacity;
} Heap;

/* Adds a value, unless it holds nothing and has no address, or is there already. */
void heap_add(Eval *e, Heap *h, const Value *v);
/* Calls `each` with everything that a value holds itself; with the items of a list; with what names are bound to. */
void heap_each(Eval *e, const Value *v, HeapEach *each, void *context);
void each_item(Eval *e, const List *list, HeapEach *each, void *context);
void each_name(Eval *e, const Scope *scope, HeapEach *each, void *context);
void each_around(Eval *e, const Scope *scope, HeapEach *each, void *context);
/* Adds all that can be reached. */
void heap_open(Eval *e, Heap *h);
/* Empties one, and keeps its room for the next walk. */
void heap_clear(Heap *h);
/* Adds all that can be reached by the program outside of all functions: from its names, those of modules, and what the
 * evaluator holds. */
void heap_reach(Eval *e, Heap *h);
/* The same of all functions that run, too, and the tensors among that. False where the walk was too long. */
bool heap_tensors(Eval *e, Heap *h, const QkvTensor ***tensor, int *count);
/* Words for a bound that is passed: how many parameters were made, and the sizes in sight, as ". So far .."; "" where
 * none was. The calls still run. */
const char *eval_sizes(Eval *e);
/* Adds what the names of a scope are bound to. */
void heap_add_scope(Eval *e, Heap *h, const Scope *scope);

#endif
