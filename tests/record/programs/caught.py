"""Takes any end of its test for a failure, as runners of tests do."""

import sys

import torch
from gpt import GPT


def test():
    torch.manual_seed(1)
    GPT(dropout=0.0)(torch.arange(6)[None], torch.arange(6)[None])


try:
    test()
except BaseException:
    print("failed")
    sys.exit(1)
print("passed")
