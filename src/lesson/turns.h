/* Between the passes of a loop: what nobody looks at any more of those before is given back. Private to the room. */
#ifndef LESSON_TURNS_H
#define LESSON_TURNS_H

#include "lesson/watch.h"

/* A Watch's `turns`. */
void turns_between(Eval *e, const Node *loop, const LoopBegin *begin, const Value *item,
                   Iterator *it);

/* Cuts off what was made from a step of the tape and a group of it on (qkv_cut): of it stays what the program can come
 * to, and the tensors `also`. False, and nothing is changed, where that is not known. */
bool turns_cut(Recorder *r, Eval *e, int steps, int groups, int count,
               const QkvTensor *const also[], int *place);
/* Remembers the single numbers that passes went back from since a group of the tape. */
void turns_note_losses(Recorder *r, int group);

#endif
