"""Your sentence: two blocks that go on with the texts of sentence_texts.py.

    python sentence.py --save FILE        trains a network of 52,464 numbers, some 15 minutes
    python sentence.py --check            what lesson 41 says of its network, counted in new texts

The lesson has it in a file, with two decimals. --check also trains another one, for a twelfth of the time: that one
has to know by then which verbs belong to which subjects.
"""

import argparse
import json
import pathlib
import random
import re
import struct
import sys

import torch
import torch.nn.functional as F

import sentence_texts as language

LESSON = pathlib.Path(__file__).parents[1] / "41-your-sentence.md"
NETWORK = LESSON.with_name("41-network.safetensors")
WORDS = language.vocabulary()
NUMBER = {word: n for n, word in enumerate(WORDS)}
LONGEST = language.LONGEST
LATER = torch.triu(torch.ones(LONGEST, LONGEST), 1) == 1
LAYERS, HEADS, WIDTH, MLP = 2, 4, 48, 96
SEED, TEXTS, STEPS, BATCH = 2, 60_000, 9000, 64


def texts(count, seed, training=True):
    """Texts as numbers, -1 behind their ends, and as they were made."""
    dice = random.Random(seed)
    made = [language.text(dice, training) for _ in range(count)]
    ids = torch.full((count, LONGEST), -1)
    for n, one in enumerate(made):
        ids[n, : len(one.tokens)] = torch.tensor([NUMBER[token] for token in one.tokens])
    return ids, made


def start():
    sizes = {"words": (len(WORDS), WIDTH), "places": (LONGEST, WIDTH)}
    for n in range(1, LAYERS + 1):
        sizes |= {f"w_{of}_{n}": (WIDTH, WIDTH) for of in ("query", "key", "value", "output")}
        sizes |= {f"w_up_{n}": (WIDTH, MLP), f"w_down_{n}": (MLP, WIDTH)}
    return {
        name: torch.randn(size) * (0.3 if name in ("words", "places") else size[0] ** -0.5)
        for name, size in sizes.items()
    }


def norm(x):
    return x / (x.square().mean(-1, keepdim=True) + 1e-5).sqrt()


def heads_of(y):
    return y.unflatten(-1, (HEADS, -1)).transpose(-3, -2)


def network(w, ids, without=None, looks=None):
    """Logits; `without` is a (block, head) that says nothing, `looks` collects the weights of the blocks."""
    x = w["words"][ids] + w["places"][: ids.shape[-1]]
    for n in range(1, LAYERS + 1):
        y = norm(x)
        q, k, v = (heads_of(y @ w[f"w_{of}_{n}"]) for of in ("query", "key", "value"))
        scores = q @ k.mT / q.shape[-1] ** 0.5
        later = LATER[: ids.shape[-1], : ids.shape[-1]]
        weights = torch.softmax(scores.masked_fill(later, float("-inf")), dim=-1)
        if looks is not None:
            looks.append(weights)
        context = weights @ v
        if without and without[0] == n:
            context = context.clone()
            context[..., without[1] - 1, :, :] = 0
        x = x + context.transpose(-3, -2).flatten(-2) @ w[f"w_output_{n}"]
        x = x + torch.relu(norm(x) @ w[f"w_up_{n}"]) @ w[f"w_down_{n}"]
    return norm(x) @ w["words"].T


def loss_of(w, ids):
    given, following = ids[:, :-1].clamp(min=0), ids[:, 1:]
    return F.cross_entropy(network(w, given).flatten(0, 1), following.flatten(), ignore_index=-1)


def train(ids, steps, seed):
    torch.manual_seed(seed)
    w = {name: x.requires_grad_() for name, x in start().items()}
    optimizer = torch.optim.AdamW(w.values(), lr=0.01, betas=(0.9, 0.98), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=0.01, total_steps=steps, pct_start=0.1
    )
    for _ in range(steps):
        batch = ids[torch.randint(len(ids), (BATCH,))]
        optimizer.zero_grad()
        loss_of(w, batch).backward()
        torch.nn.utils.clip_grad_norm_(w.values(), 1.0)
        optimizer.step()
        schedule.step()
    return {name: torch.round(x.detach() * 100) / 100 + 0.0 for name, x in w.items()}


def save(w, file):
    """A file of safetensors: the size of its head, the head, the numbers."""
    head, data = {}, b""
    for name, x in w.items():
        size = 4 * x.numel()
        head[name] = {"dtype": "F32", "shape": list(x.shape), "data_offsets": [len(data), len(data) + size]}
        data += struct.pack(f"<{x.numel()}f", *x.flatten().tolist())
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    pathlib.Path(file).write_bytes(struct.pack("<Q", len(text)) + text + data)


def load(file):
    data = pathlib.Path(file).read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    w = {}
    for name, of in json.loads(data[8 : 8 + size]).items():
        a, b = of["data_offsets"]
        numbers = bytearray(data[8 + size + a : 8 + size + b])
        w[name] = torch.frombuffer(numbers, dtype=torch.float32).view(of["shape"])
    return w


# --- what it knows -----------------------------------------------------------------------------------------

VERBS = language.VERBS.values()
ONE = {x[0] for x in VERBS} | {"is", "does"}
MANY = set(language.VERBS) | {"are", "do", "am"}
BE = {"is", "are", "am"}
SUBJECTS = set("i you he she it we they".split())
OBJECTS = set("me you him her it us them".split())
WHOSE = set("my your his her its our their".split())


def contest(tag, word):
    """The words that are right there, and all among which to choose; None: the one word, among all."""
    if tag.startswith("agreement"):
        if word in BE:
            return {word}, BE
        return (ONE if word in ONE else MANY) - BE, (ONE | MANY) - BE
    if tag == "possessive":
        return {word}, WHOSE
    if tag == "pronoun":
        return {word}, SUBJECTS if word in SUBJECTS and word != "her" else OBJECTS
    return None


def is_right(logits, tag, word):
    groups = contest(tag, word)
    if not groups:
        return bool(logits.argmax() == NUMBER[word])
    best = {name: max(logits[NUMBER[x]] for x in group) for name, group in (("right", groups[0]), ("all", groups[1]))}
    return bool(best["right"] == best["all"])


def answers(w, ids, made, without=None):
    """For each kind of answer how many of 100 are right."""
    logits = network(w, ids[:, :-1].clamp(min=0), without)
    right = {}
    for n, one in enumerate(made):
        for i, tag in enumerate(one.tags):
            if tag:
                right.setdefault(tag, []).append(is_right(logits[n, i - 1], tag, one.tokens[i]))
    return {tag: 100 * sum(x) / len(x) for tag, x in right.items()}


def looks_at(w, ids, made, block, head, tag, whose):
    """How much of its weight a head gives, just before an answer of a kind, to that word, or to whose it is."""
    looks = []
    network(w, ids[:, :-1].clamp(min=0), looks=looks)
    found = []
    for n, one in enumerate(made):
        for i, its in enumerate(one.tags):
            if its == tag and (one.sources[i] or not whose):
                row = looks[block - 1][n, head - 1, i - 1]
                at = one.sources[i] if whose else [j for j in range(i) if one.tokens[j] == one.tokens[i]]
                found.append(sum(float(row[j]) for j in at))
    return sum(found) / len(found)


# The rows of the lesson's table: head, kind of answer, whether it looks at whose the answer is
ROWS = [
    (1, 2, "the same verb", True),
    (2, 1, "colour of thing", False),
    (2, 1, "place of someone", False),
    (2, 1, "thing of owner", False),
    (2, 1, "owner of thing", False),
    (2, 2, "pronoun", True),
    (2, 3, "the same verb", False),
    (2, 4, "possessive", True),
]


def check():
    """Whether the rows of the table in the lesson are what is counted, and a short training learns anything."""
    w, ok = load(NETWORK), True
    ids, made = texts(800, 2, training=False)
    base, gone = answers(w, ids, made), {}
    text = LESSON.read_text()
    said = re.findall(r"^(\d)\.(\d) .* (0\.\d\d) +(\d+)$", text, re.MULTILINE)
    ok = len(said) == len(ROWS)
    for (block, head, tag, whose), row in zip(ROWS, said):
        if (block, head) not in gone:
            gone[block, head] = answers(w, ids, made, (block, head))
        weight = looks_at(w, ids[:300], made[:300], block, head, tag, whose)
        lost = base[tag] - gone[block, head][tag]
        counted = (str(block), str(head), f"{weight:.2f}", f"{lost:.0f}")
        print(f"    {block}.{head} {tag}: weight {weight:.2f}, lost {lost:.0f} of {base[tag]:.0f}", flush=True)
        ok = ok and counted == row
    # What its text says of a head without a name, and of "what does she have?"
    of = re.search(r"without (\d)\.(\d),?\s+(\d+)\s+of\s+100\s+answers", text)
    block, head, lost = map(int, of.groups()) if of else (1, 3, -1)
    counted = base["thing of owner"] - answers(w, ids, made, (block, head))["thing of owner"]
    print(f"    {block}.{head} thing of owner: lost {counted:.0f}", flush=True)
    ok = ok and round(counted) == lost
    tokens = re.search(r'tokens = """(.*?)"""', text, re.DOTALL)[1].split()
    ok = ok and tokens == WORDS
    print(f"41-your-sentence.md: {'as it says' if ok else 'not as it says'}")
    again = train(texts(TEXTS // 12, 1)[0], STEPS // 12, SEED)
    known = answers(again, ids[:300], made[:300])["agreement"]
    print(f"    trained anew for {STEPS // 12} steps: {known:.0f} of 100 verbs agree", flush=True)
    return ok and known > 95


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true", help="compare with the lesson")
    parser.add_argument("--save", help="train, and write the network there")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--steps", type=int, default=STEPS)
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.save:
        w = train(texts(TEXTS, 1)[0], options.steps, options.seed)
        with torch.no_grad():
            print(f"loss in new texts: {loss_of(w, texts(2000, 2, training=False)[0]):.4f}")
        save(w, options.save)
    if options.check:
        sys.exit(0 if check() else 1)


if __name__ == "__main__":
    main()
