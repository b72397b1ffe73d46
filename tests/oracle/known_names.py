"""Writes src/torch/known_table.h: the names of PyTorch 2.14, by where they are found.

    python3 tests/oracle/known_names.py >src/torch/known_table.h

Left out are names with a leading underscore, modules of Python, and the types of torch._C that only
PyTorch itself writes.
"""

import textwrap
import types

import torch
import torch.nn as nn
import torch.nn.functional as F

PLACES = [("IN_TORCH", torch), ("OF_TENSOR", torch.Tensor), ("IN_FUNCTIONAL", F), ("IN_NN", nn),
          ("IN_INIT", nn.init), ("OF_MODULE", nn.Module)]


def is_written(place, name):
    """Whether programs have the name there."""
    if name.startswith("_"):
        return False
    value = getattr(place, name, None)
    if isinstance(value, types.ModuleType):
        return value.__name__.startswith("torch.")
    if place is torch and name[0].isupper():
        return name.endswith(("Tensor", "Storage")) or name in ("Generator", "Size")
    return getattr(value, "__module__", "torch") != "typing"


homes = {}
for home, place in PLACES:
    for name in filter(lambda name: is_written(place, name), dir(place)):
        homes.setdefault(name, []).append(home)
groups = {}
for name in sorted(homes):
    groups.setdefault(" | ".join(homes[name]), []).append(name)
print("""/* The names of PyTorch %s, by where they are found. Written by tests/oracle/known_names.py:
 *
 *     python3 tests/oracle/known_names.py >src/torch/known_table.h */
#ifndef TORCH_KNOWN_TABLE_H
#define TORCH_KNOWN_TABLE_H

#include "torch/torch.h"

typedef struct Known {
    unsigned homes;
    const char *names; /* with a blank between them */
} Known;

/* clang-format off */
static const Known table[] = {""" % ".".join(torch.__version__.split(".")[:2]))
for home in sorted(groups):
    lines = textwrap.wrap(" ".join(groups[home]), 90, break_on_hyphens=False)
    for i in range(0, len(lines), 40):  # C99 promises texts of 4095 bytes
        print(f"    {{{home},")
        print(' "\n'.join(f'     "{line}' for line in lines[i:i + 40]) + '"},')
print("""};
/* clang-format on */

#endif""")
