/* The commands beside the way: settings, copying, pins, notes, the editor, and what only the line mode has. */
#ifndef APP_TOOLS_H
#define APP_TOOLS_H

#include "app/act.h"

void tools_view(Act *act, const char *words);
void tools_class(Act *act, const char *words);
void tools_play(Act *act, const char *seconds);
void tools_notes(Act *act, const char *none);
void tools_signs(Act *act, const char *none);
void tools_pin(Act *act, const char *name);
void tools_copy(Act *act, const char *place);
void tools_edit(Act *act, const char *none);
void tools_blank(Act *act, const char *none);
void tools_again(Act *act, const char *none);
void tools_read(Act *act, const char *place);

const char *tools_no_notes(const Act *act);
const char *tools_no_pin(const Act *act);
const char *tools_no_edit(const Act *act);
const char *tools_no_read(const Act *act);

#endif
