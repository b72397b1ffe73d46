/* Keys while a prompt is open. */
#ifndef APP_PROMPT_H
#define APP_PROMPT_H

#include "app/act.h"

void prompt_key(Act *act, int key);
/* A click on a suggestion: as if it were marked and Enter pressed. */
void prompt_pick(Act *act, int row);

#endif
