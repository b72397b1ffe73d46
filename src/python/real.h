/* Names that the originals have: those of CPython, PyTorch and NumPy by where they are found, as
 * tests/oracle/real_names.py wrote them down (real_names.txt, here and in the folders of packages). So a name that a
 * lesson asks for in vain is either one that is not here, which nothing catches, or none at all, which is an error of
 * Python's. The lists are looked at in that case alone, as the texts that they are. */
#ifndef PYTHON_REAL_H
#define PYTHON_REAL_H

#include "python/names.h"

typedef enum Real {
    REAL_LACKS,   /* the original has no such name there: its error is Python's */
    REAL_UNKNOWN, /* may have: the list says nothing of the place               */
    REAL_HAS,
} Real;

/* A name of a module: "torch.optim"; without an import: "builtins". */
Real real_of_module(Eval *e, const char *path, const char *name);
/* An attribute of a value: of its type, or of the classes of libraries that the lesson's class is made from. */
Real real_attribute(Eval *e, const Value *v, const char *name);
/* False, after the refusal, where values of this type have a method that is not here: "__len__". */
bool real_allows(Eval *e, const Value *v, const char *method);
/* True when some function of the originals has a parameter of this name. */
bool real_keyword(Eval *e, const char *name);
/* True when any module or class has the name. */
bool real_anywhere(Eval *e, const char *name);

extern const char python_real_names[];

#endif
