"""Trains with workers, dropout and random numbers, as many programs do, and ends with a status of its own."""

import argparse
import atexit
import pickle
import random
import sys

import torch
from gpt import GPT
from torch.utils.data import DataLoader, Dataset

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=3)
parser.add_argument("--class", dest="kind", default="none")  # an option that the recorder has, too
parser.add_argument("--dropout", type=float, default=0.2)
parser.add_argument("--status", type=int, default=0)


class Words(Dataset):
    def __len__(self):
        return 40

    def __getitem__(self, i):
        return (torch.arange(7) * (i % 3 + 1) + i) % 11


class State:
    """Is pickled by its name in __main__."""

    step = 0


def main():
    options = parser.parse_args()
    print(__name__, __file__, sys.argv, sys.path[0], options.kind)
    torch.manual_seed(1)
    random.seed(1)
    model = torch.nn.DataParallel(GPT(dropout=options.dropout))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    state = pickle.loads(pickle.dumps(State()))
    try:
        for batch in DataLoader(Words(), batch_size=2, shuffle=True, num_workers=1):
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=state.step == 1):
                loss = model(batch[:, :-1], batch[:, 1:])[1]
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            state.step += 1
            print(state.step, f"{loss.item():.6f}", torch.rand(1), random.random())
            if state.step == options.steps:
                break
    except Exception as error:
        print("an error:", error)
    finally:
        print("at last")
    print(sum(p.double().sum() for p in model.parameters()))
    sys.exit(options.status)


if __name__ == "__main__":
    atexit.register(print, "at the exit")
    main()
