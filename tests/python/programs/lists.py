x = [1, 2]
x += (3, 4); x += "ab"; x += range(2); print(x)
x[1:3] = [9]; print(x)
x[::2] = [0] * len(x[::2]); print(x)
del x[::2]; print(x)
del x[1:]; print(x)
y = list(range(10)); y[2:5] = []; print(y, y[::-1], y[-3:], y[5:1:-2])
y[len(y):] = [7, 8]; print(y)
try: y[::2] = [1]
except ValueError as e: print(e)
y.insert(0, "z"); y.extend(i for i in (1, 2)); print(y)
print(y.index(5), y.count(7), y.pop(), y.pop(0), y)
try: y.index("nope")
except ValueError as e: print(e)
try: [].pop()
except IndexError as e: print(e)
try: [1][5]
except IndexError as e: print(e)
try: (1,)[5]
except IndexError as e: print(e)
try: "abc"[7]
except IndexError as e: print(e)
z = [3, 1, 2]; z.sort(reverse=True); print(z); z.sort(key=lambda v: -v, reverse=True); print(z); z.reverse(); print(z)
print([1, 2] * 2, [1] + [2], [1, 2] < [1, 3], [1, 2] == [1, 2], [] or "e", [[0] * 2 for _ in range(2)])
a, *b = [1, 2, 3]; *c, d = "xyz"; print(a, b, c, d)
(a, b), c = (1, 2), 3; print(a, b, c)
print([*range(3), *"ab"], (*[1], 2), {*[1, 2], 3}, {**{"a": 1}, "b": 2})
m = [[1, 2], [3, 4]]; print([list(r) for r in zip(*m)], sum(m, []), [x for r in m for x in r])
x = y = []; x.append(1); print(y, x is y, x is not [], x == y)
n = [1, 2, 3]; n *= 2; print(n, n.copy() == n, n.clear(), n)
for sources in ([1, 2], [3]), ([1], [2, 3]), ([1, 2], [3, 4], [5]), ([1], [2], [3, 4]):
    try: print(list(zip(*sources, strict=True)))
    except ValueError as e: print(e)
