# The order of a set of numbers follows from their hashes and from how it was made.
print({-3, 0, 5, 10}, list({100, 7, -6}), list(set([2147483648, 100, 1])))
print({3.0, 32, 8, 42, 61, 9, 64}, set(range(-4, 91, 7)), {x * x % 37 for x in range(20)})
print({1.5, True, 0, 2**40, -1, -2, 1e10, 0.1}, {(1, 2), (0, 3), (2, 1), ()}, frozenset([17, 1, 9]))
print([x for x in {8, 16, 24, 32, 1}], sorted(map(hash, {0.5, -2, (1, (2, -1)), range(3), frozenset([1, 4])})))
for x in {40, 8, 16, 0, 24}: print(x, end=" ")
print({40, 8, 16, 0, 24}, {*range(5), 40, *{9, 17, 1}, *[33, 65]})

state = 1
def draw(n):
    global state
    state = state * 1103515245 % 2147483648 + 12345
    return state // 65536 % n

a, b = set(), {draw(40) - 9 for i in range(12)}
for turn in range(60):
    k = draw(12)
    if k < 3:
        for i in range(draw(12)):
            a.add(draw(90) - 20)
    elif k == 3:
        for i in range(draw(20)):
            a.discard(draw(60) - 10)
    elif k == 4: a |= b
    elif k == 5: a &= set(range(draw(70)))
    elif k == 6: a -= b
    elif k == 7: a ^= b
    elif k == 8: b = a.copy() | {draw(50): 0, draw(50): 1}.keys()
    elif k == 9: b = a.union([draw(99)], b).difference(range(draw(30)))
    elif k == 10: b = (a ^ b) - {draw(30), draw(30)} | (b & a)
    elif a: print(a.pop(), end=" ")
    print(a, b if turn % 5 == 0 else len(b))
big = set(i * 7919 % 100003 for i in range(3000))
big.difference_update(list(big)[:2900])
print(big, len(big), big.symmetric_difference([1, 2, 3]))
