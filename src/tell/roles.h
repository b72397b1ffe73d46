/* The parts that tensors play in attention, read from the tape: no name of a program is needed for it.
 *
 *     scores = q @ k.T        a product: query, key
 *     scores / 2, masked      of the same cells, up to what makes shares of their rows
 *     weights                 softmax(..), or x / x.sum(): and what is scaled or dropped of them
 *     weights @ v             the product that mixes values
 *
 * What plays two parts (words that are query, key and value) has none. What is read are steps, never numbers, so that a class
 * is told nothing; what is said of numbers goes through a lens. */
#ifndef TELL_ROLES_H
#define TELL_ROLES_H

#include "tell/lens.h"

typedef enum Role { ROLE_NONE, ROLE_QUERY, ROLE_KEY, ROLE_VALUE, ROLE_SCORES, ROLE_WEIGHTS } Role;

/* An attention: numbers of steps on the tape; -1 where there is none. */
typedef struct Attention {
    int product; /* of queries and keys: the scores as they come  */
    int shares;  /* step that made shares of their rows           */
    int weights; /* the last of the weights: those that values are mixed by */
    int use;     /* the product with the values, or the sum of what was multiplied by them */
    const QkvTensor *query, *key, *value;
} Attention;

typedef struct Roles {
    const Role *role;      /* of the result of each step                  */
    const int *of;         /* ... its attention, -1: it is no part of one */
    const int *product_of; /* ... the product that it was made of cell by cell, -1: of none */
    int count;
    const Attention *attention;
} Roles;

/* The roles of a run: kept in the memo of the lens, or without one made in `a`. */
const Roles *roles_of(Arena *a, const Lens *l);
/* The role of a tensor; ROLE_NONE of what no step made. */
Role lens_role(const Lens *l, const QkvTensor *t);
/* The operand of a step that its result was made of cell by cell on the way from a product; NULL: none. */
const QkvTensor *role_before(const Roles *r, const Run *run, int step);

/* Tells whether the rows of what is shown are shares: not below 0, adding up to 1. By what made them, or where all may be
 * seen by their numbers. Never of differences. */
bool lens_shares(const Lens *l, const QkvTensor *t);
/* Tells whether a mask hid what a cell stands for: before softmax it is far below 0 there, after it 0. False where a class
 * may not see the cell. */
bool lens_masks(const Lens *l, const QkvTensor *t, int64_t cell);

#endif
