/* Modules: layers, and what is made of layers, with PyTorch's names.
 *
 *     QkvModule *layer = qkv_linear_new(q, 3, 2, true);
 *     qkv_set_parameter(q, layer, "bias", bias);
 *     const QkvTensor *y = qkv_forward(q, layer, x);
 *
 * A module is a tree: it has named parameters and named children, which are modules. "q.weight" is
 * the parameter `weight` of the child `q`. Its settings (in_features=3) are those that it was made
 * with. A kind of module is a row: layers.h has the kinds of torch.nn. All memory is the
 * context's. */
#ifndef CORE_MODULE_H
#define CORE_MODULE_H

#include "core/op.h"

typedef struct QkvModule QkvModule;

/* A place whose tensor can be replaced by another of its shape: whoever holds the parameter sees
 * the new one, and modules can share one. */
typedef struct QkvParameter {
    const QkvTensor *value; /* float32 */
    bool is_frozen;         /* made without a gradient, which printing it shows */
} QkvParameter;

/* One thing that a module was made with. */
typedef enum QkvSettingKind {
    QKV_SETTING_NONE,
    QKV_SETTING_TRUTH,
    QKV_SETTING_INTEGER,
    QKV_SETTING_NUMBER,
    QKV_SETTING_SIZES,
    QKV_SETTING_TEXT
} QkvSettingKind;
typedef struct QkvSetting {
    const char *name; /* "in_features"                                                     */
    QkvSettingKind kind;
    bool is_silent;  /* not written when the module is printed                             */
    bool is_unnamed; /* written without its name: Embedding(10, 3)                         */
    int64_t integer; /* TRUTH, INTEGER; the count of `sizes`                               */
    double number;
    const int64_t *sizes;
    const char *text;
} QkvSetting;

enum { QKV_MAX_INPUTS = 8 };

typedef struct QkvModuleKind {
    const char *name; /* as it is printed: "Linear"                                        */
    /* The names of what it is called with, those that can be left out with a "=": "x mask=".
     * At most QKV_MAX_INPUTS. */
    const char *inputs;
    /* y = m(in[0], ...), a group of steps; in[i] is NULL where an input was left out. *left is NULL
     * and may be set to the tensor that `leaves` names. */
    const QkvTensor *(*call)(Qkv *q, const QkvModule *m, const QkvTensor *const in[],
                             const QkvTensor **left);
    /* Setting i; false behind the last. NULL: there are none. */
    bool (*setting)(const QkvModule *m, int i, QkvSetting *out);
    const char *leaves; /* what a call computes beside y: "attention_weights"; NULL: nothing   */
} QkvModuleKind;

typedef struct QkvMember {
    const char *name;
    QkvParameter *parameter; /* NULL when it was made without: the bias of Linear(3, 2, False) */
    QkvModule *child;
    bool is_buffer; /* kept with the parameters, of any type, and none of them                  */
    bool is_hidden; /* a buffer that is not in state_dict                                       */
} QkvMember;

struct QkvModule {
    const QkvModuleKind *kind;
    bool training;   /* as a new one is: dropout drops                                       */
    const void *own; /* what its kind keeps: see there                                       */
    void *object;    /* the caller's: what stands for it in a language; core never looks      */
    int parameters, children;
    QkvMember *parameter; /* in PyTorch's order                                               */
    QkvMember *child;
};

/* --- making one ----------------------------------------------------------------------------- */

/* `own` is `size` bytes that are copied; NULL after an error. */
QkvModule *qkv_module_new(Qkv *q, const QkvModuleKind *kind, const void *own, size_t size);
/* Adds a parameter or a child behind those that are there; `value` may be NULL for none. Names are
 * copied. Nothing happens when `m` or `child` is NULL. */
void qkv_add_parameter(Qkv *q, QkvModule *m, const char *name, const QkvTensor *value);
void qkv_add_child(Qkv *q, QkvModule *m, const char *name, QkvModule *child);

/* --- using one ------------------------------------------------------------------------------ */

/* y = m(in[0], .., in[count - 1]); NULL stands for an optional input that is left out, and those
 * after the last are left out. *left, where it is not NULL, receives what the kind of module leaves
 * beside y, or NULL. NULL after an error. */
const QkvTensor *qkv_call(Qkv *q, const QkvModule *m, int count, const QkvTensor *const in[],
                          const QkvTensor **left);
/* y = m(x). */
const QkvTensor *qkv_forward(Qkv *q, const QkvModule *m, const QkvTensor *x);

/* Sets the mode of the module and of all inside it. */
void qkv_module_train(QkvModule *m, bool training);

/* A parameter or a child by its dotted path, or NULL. */
QkvParameter *qkv_module_parameter(const QkvModule *m, const char *path);
QkvModule *qkv_module_child(const QkvModule *m, const char *path);
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
/* Replaces the value of a parameter: the shape must be the same, and the type becomes float32.
 * False after an error: no such parameter, or both shapes. */
bool qkv_set_parameter(Qkv *q, QkvModule *m, const char *path, const QkvTensor *value);
/* The same for a parameter in hand, which the error calls by the name. */
bool qkv_set_value(Qkv *q, QkvParameter *p, const char *name, const QkvTensor *value);
/* Puts another parameter in the place of one of the module's own, from where on they share it. The
 * shape must be that of the old one, if there is one. False after an error. */
bool qkv_share_parameter(Qkv *q, QkvModule *m, const char *name, QkvParameter *p);
/* A setting by name; false when there is none. */
bool qkv_module_setting(const QkvModule *m, const char *name, QkvSetting *out);

/* What stands between the brackets for the settings of the module: "in_features=3, bias=True". */
void module_print_settings(Buf *out, const QkvModule *m);
/* As print(m) writes it: "Linear(in_features=3, out_features=2, bias=True)", children indented
 * below their parent. No final newline. */
void module_print(Buf *out, const QkvModule *m);

#endif
