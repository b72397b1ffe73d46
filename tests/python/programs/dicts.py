d = {"a": 1}
print(d | {"b": 2}, {**d, "c": 3}, d)
d |= {"z": 0}; print(d)
print(d.pop("a"), d.pop("q", None), d.setdefault("l", []), d)
try: d["nope"]
except KeyError as e: print("KeyError", e, repr(e))
try: d.pop("nope")
except KeyError as e: print(e)
for k, v in {"x": 1, "y": 2}.items(): print(k, v)
print(list({"x": 1}), dict(a=1, b=2), dict([("k", 1)]), dict(zip("ab", [1, 2])), {}.get("a", 5))
print({1: "a"}.items(), {1: "a"}.keys(), {1: "a"}.values(), len({1: 2}), 1 in {1: 2})
d = {"b": 1, "a": 2}; print(sorted(d), sorted(d.items(), key=lambda kv: kv[1], reverse=True), max(d, key=d.get), min(d.values()))
print(d.popitem(), d, dict.fromkeys("ab", 0), {v: k for k, v in d.items()})
del d["b"]; print(d, not d, d == {})
try:
    for k in (e := {1: 2}): e[5] = 1
except RuntimeError as err: print(err)
try: {}[[1]]
except TypeError as err: print(err)
d = {}
d.setdefault("x", []).append(1); d.update(y=2); d.update([("z", 3)]); d.update({"w": 4}); print(d, list(reversed(d)))
print({"a": 1} == {"a": 1.0}, {"a": {"b": [1]}}["a"]["b"][0], str({"a": 'x"y'}), {(1, 2): 3}[1, 2])
print(list(d.items())[0], [*d], tuple(d.values()), sum(d.values(), 0) if False else len(d))
