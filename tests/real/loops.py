# Loops over everything, with break, continue and else.
import torch
import torch.nn as nn

for i in range(3):
    print(i, end=" ")
print("then", i)                     # the name stays
for i, (word, n) in enumerate(zip(["a", "bb"], [10, 20])):
    print(i, word, n)
for key, value in {"q": 1, "k": 2}.items():
    print(key, value, end=", ")
for letter in "né":
    print(letter, end=" ")
print()

x = torch.arange(6.).reshape(3, 2)
for row in x:
    print(row, row.sum())
for i, row in enumerate(x):
    for j, value in enumerate(row):
        if value > 3:
            break
        if j == 0:
            continue
        print(i, j, value.item())
for a, b in x:                       # rows are unpacked
    print(a * b)

torch.manual_seed(0)
h = torch.ones(2)
for layer in nn.ModuleList([nn.Linear(2, 2) for _ in range(3)]):
    h = layer(h)
print(h)

n, steps = 27, 0
while n != 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
print("steps", steps)

for d in range(2, 10):
    for k in range(2, d):
        if d % k == 0:
            break
    else:
        print(d, "is prime")
while False:
    pass
else:
    print("the else of a loop that did not run")
for nothing in []:
    print("never")
else:
    print("nor of an empty one")
while True:
    steps -= 10
    if steps < 0:
        break
else:
    print("not printed")
print(steps)

words = ["a", "b", "c", "d"]
for w in words[:]:
    if w in "bc":
        words.remove(w)
print(words)
queue, order = [[1, [2, 3]], 4], []
while queue:
    head, *queue = queue
    if isinstance(head, list):
        queue = head + queue
    else:
        order.append(head)
print(order)
for i in range(5):
    i = i * 10                       # does not disturb the loop
    print(i, end=" ")
print()
for first, *middle, last in [(1, 2, 3, 4), "xyz"]:
    print(first, middle, last)
features = [[[0, 1]], [[1, 0], [0, 1]]]
pad = [0] * 2
for feature in features:
    while len(feature) < 3:
        feature.append(pad)
print(features, features[0][1] is features[1][2])
