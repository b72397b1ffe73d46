# f-strings, % and format.
import math
import torch

x, n, word = 3.14159, 42, "attention"
print(f"{x:.2f} {x:8.3f}| {x:<8.1f}| {x:+.0f} {x:e} {x:.3e} {x:g} {x:.3g} {1e10:g} {x:010.4f}")
print(f"{n:d} {n:5d}| {n:<5}| {n:^5}| {n:05} {n:+} {n:x} {n:b} {n:o} {1234567:,} {1234567.891:,.2f} {0.256:.1%}")
print(f"{word:>12}|{word:<12}|{word:^13}|{word:*^13}|{word:.3}|{word!r}|{word!s:>10}")
print(f"{x=} {n=} {word=} {n + 1=} {x=:.2f} {len(word) = }")
width, precision = 10, 2
print(f"{x:{width}.{precision}f}|{word:{'<'}{width + 4}}|{{braces}} {{{n}}}")
print(f"{'nested ' + word} {[i for i in range(3)]} {({'a': 1})['a']} {n if n > 1 else 0} {max(1, 2)}")
print(f"{None} {True} {True:d} {[1.5, 'a']} {(1,)} {math.pi:.4f} {1 / 3} {n / 6} {10 // 3} {2 ** 10}")
print("a" f"{n}" 'b' "c\n" rf"\n{n}" f'''
{word}''')
t = torch.tensor([[1., 2.], [3., 4.]])
print(f"{t[0, 0]} {t.mean():.3f} {t.sum():6.1f}| {t.shape} {t[0].tolist()} {t.max().item():.2f} {torch.tensor(7):d} {torch.tensor(7):>4}")
print(f"t:\n{t}\n{t.shape=}")
print("%d %5d %-5d| %05d %s %r %.3f %8.2f %e %g %x %%" % (n, n, n, n, word, word, x, x, x, x, 255))
print("%s" % word, "%s and %s" % (word, [1, 2]), "%.2f" % 1.5, "%(a)d %(b)s" % {"a": 1, "b": None})
print("%5s|%-5s|" % ("a", "b"), "%s" % (t[0],))
print("{} {} {}".format(1, "a", [2]), "{0} {1} {0}".format("x", "y"))
print("{a} {b:.2f}".format(a=1, b=x), "{:>6}|{:<6}|{:^6}|".format("r", "l", "c"))
print("{:.2f} {:5d} {:,} {!r} {:%}".format(x, n, 10 ** 6, word, 0.5))
print("{0[1]} {1.shape}".format([1, 2], t), "{:{}}|".format(word, 12), "{{}}".format())
print(str(x), repr(word), str(None), str([word]), str(1e100), str(10 ** 15), repr("it's"))
print(repr('"'), repr("a\\b\t"))
print(format(x, ".3f"), format(n, "08b"), round(x, 2), round(2.5), round(3.5), round(-2.5))
print(round(1234, -2), round(2.675, 2), int(x), int(-3.9), float("1e-3"), int("0042"))
print(int("ff", 16))
rows = [("q", 0.5, 3), ("attention", 12.25, 14)]
for name, score, count in rows:
    print(f"{name:<10}{score:>8.2f}{count:>5}")
print("-" * 23, f"{'sum':<10}{sum(r[1] for r in rows):>8.2f}", sep="\n")
