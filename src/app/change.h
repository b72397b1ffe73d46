/* Changes that are typed, "what if": the ways to look at them, and the list of them. */
#ifndef APP_CHANGE_H
#define APP_CHANGE_H

#include "app/act.h"

/* A proposal that `=` makes for the thing at hand, the likeliest first; the last is an empty line. */
typedef struct Proposal {
    const char *text; /* all of it, "scores[x2, x2] = 16"               */
    const char *line; /* as the prompt begins with it: "scores[x2, x2] = " */
    const char *help;
} Proposal;
enum { PROPOSALS = 8 };
int change_proposals(Arena *a, const Model *m, const World *w, Proposal p[PROPOSALS]);

void change_whatif(Act *act, const char *line);
void change_with(Act *act, const char *side);
void change_list(Act *act, const char *none);
void change_switch(Act *act, const char *number);
void change_edit(Act *act, const char *words);
void change_remove(Act *act, const char *number);
void change_undo(Act *act, const char *none);
void change_write(Act *act, const char *title);

/* Tab in the prompt: the next proposal. Enter there: makes it, or of the list deletes the change of an empty line. */
void change_next_proposal(Act *act, int by);
void change_typed(Act *act);

const char *change_no_changes(const Act *act);

#endif
