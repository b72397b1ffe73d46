/* Modules: layers, and what is made of layers, with PyTorch's names.
 *
 *     Module *layer = qkv_linear_new(q, 3, 2, true);
 *     qkv_set_parameter(q, layer, "bias", bias);
 *     const Tensor *y = qkv_forward(q, layer, x);
 *
 * A module is a tree: it has named parameters and named children, which are modules. "q.weight" is
 * the parameter `weight` of the child `q`. Its settings (in_features=3) are those that it was made
 * with. A kind of module is a row: layers.h has the kinds of torch.nn. All memory is the
 * context's. */
#ifndef CORE_MODULE_H
#define CORE_MODULE_H

#include "core/op.h"

typedef struct Module Module;

/* A place whose tensor can be replaced by another of its shape: whoever holds the parameter sees
 * the new one, and modules can share one. */
typedef struct Parameter {
    const Tensor *value; /* float32 */
} Parameter;

/* One thing that a module was made with. */
typedef enum SettingKind {
    SETTING_NONE,
    SETTING_TRUTH,
    SETTING_INTEGER,
    SETTING_NUMBER,
    SETTING_SIZES,
    SETTING_TEXT
} SettingKind;
typedef struct Setting {
    const char *name; /* "in_features"                                                     */
    SettingKind kind;
    bool is_silent;  /* not written when the module is printed                             */
    bool is_unnamed; /* written without its name: Embedding(10, 3)                         */
    int64_t integer; /* TRUTH, INTEGER; the count of `sizes`                               */
    double number;
    const int64_t *sizes;
    const char *text;
} Setting;

enum { QKV_MAX_INPUTS = 8 };

typedef struct ModuleKind {
    const char *name; /* as it is printed: "Linear"                                        */
    /* The names of what it is called with, those that can be left out with a "=": "x mask=".
     * At most QKV_MAX_INPUTS. */
    const char *inputs;
    /* y = m(in[0], ...), a group of steps; in[i] is NULL where an input was left out. */
    const Tensor *(*call)(Qkv *q, Module *m, const Tensor *const in[]);
    /* Setting i; false behind the last. NULL: there are none. */
    bool (*setting)(const Module *m, int i, Setting *out);
    /* A tensor that the last call left behind ("attention_weights"), NULL before the first; and its
     * name. NULL: there is none. */
    const Tensor *(*left)(const Module *m);
    const char *leaves;
} ModuleKind;

typedef struct Member {
    const char *name;
    Parameter *parameter; /* NULL when it was made without: the bias of Linear(3, 2, False) */
    Module *child;
} Member;

struct Module {
    const ModuleKind *kind;
    bool training; /* as a new one is: dropout drops                                       */
    void *own;     /* what its kind keeps: see there                                       */
    int parameters, children;
    Member *parameter; /* in PyTorch's order                                               */
    Member *child;
};

/* --- making one ----------------------------------------------------------------------------- */

Module *qkv_module_new(Qkv *q, const ModuleKind *kind, void *own);
/* Adds a parameter or a child behind those that are there; `value` may be NULL for none. Names are
 * copied. Nothing happens when `m` or `child` is NULL. */
void qkv_add_parameter(Qkv *q, Module *m, const char *name, const Tensor *value);
void qkv_add_child(Qkv *q, Module *m, const char *name, Module *child);

/* --- using one ------------------------------------------------------------------------------ */

/* y = m(in[0], .., in[count - 1]); NULL stands for an optional input that is left out, and those
 * behind the last are left out. NULL after an error. */
const Tensor *qkv_call(Qkv *q, Module *m, int count, const Tensor *const in[]);
/* y = m(x). */
const Tensor *qkv_forward(Qkv *q, Module *m, const Tensor *x);

/* Sets the mode of the module and of all inside it. */
void module_train(Module *m, bool training);

/* A parameter or a child by its dotted path, or NULL. */
Parameter *module_parameter(const Module *m, const char *path);
Module *module_child(const Module *m, const char *path);
/* The parameters in the order of state_dict: its own, then those of each child. Number i, its path
 * added to `path` (which may be NULL); NULL behind the last. */
Parameter *module_parameter_at(const Module *m, int i, Buf *path);
/* Replaces the value of a parameter: the shape must be the same, and the type becomes float32.
 * False after an error: no such parameter, or both shapes. */
bool qkv_set_parameter(Qkv *q, Module *m, const char *path, const Tensor *value);
/* The same for a parameter in hand, which the error calls by the name. */
bool qkv_set_value(Qkv *q, Parameter *p, const char *name, const Tensor *value);
/* Puts another parameter in the place of one of the module's own, from where on they share it. The
 * shape must be that of the old one, if there is one. False after an error. */
bool qkv_share_parameter(Qkv *q, Module *m, const char *name, Parameter *p);
/* A setting by name; false when there is none. */
bool module_setting(const Module *m, const char *name, Setting *out);

/* As print(m) writes it: "Linear(in_features=3, out_features=2, bias=True)", children indented
 * below their parent. No final newline. */
void module_print(Buf *out, const Module *m);

#endif
