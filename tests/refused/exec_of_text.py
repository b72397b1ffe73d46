# A text that is run and refused may have bound any name, also one that was there.
y, steps, names = 1, 10, [1]
x = torch.special.i0(torch.ones(1))
exec("y = int(x)")
print(y)
exec("steps = 3")
print(steps)
exec("names.append(2); z = torch.special.i0(torch.ones(1))")
print(names)
def f():
    exec("steps = 4")
    return steps
print(f())
print("end")
