/* Modules as the rooms above see them: private to this program. */
#ifndef CORE_MODULE_H
#define CORE_MODULE_H

#include "base/buf.h"
#include "core/qkv_attention.h"

/* The parameters and buffers in the order of state_dict: its own parameters, its buffers, then those
 * of each child. Number i, its path added to `path` (which may be NULL); NULL after the last. */
QkvMember *module_member_at(const QkvModule *m, int i, Buf *path);
/* The same for the parameters alone. */
QkvParameter *module_parameter_at(const QkvModule *m, int i, Buf *path);
/* Makes `name` a parameter (`p` may be NULL), a buffer or a child of the module, in place of what has
 * that name already. False when memory is out. */
bool module_put(Qkv *q, QkvModule *m, const char *name, QkvMember member);
/* Takes a member away; false when there is none of that name. */
bool module_remove(QkvModule *m, const char *name);
/* What stands between the brackets for the settings of the module: "in_features=3, bias=True". */
void module_print_settings(Buf *out, const QkvModule *m);

#endif
