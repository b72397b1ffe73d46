# files beside a program are in doubt after a statement that writes there
import json
import os

with open("a.txt", "w") as f:
    f.write("one")
print(open("a.txt").read())
with open("a.txt", "w") as f:
    json.dump([1, 2], f)
print(open("a.txt").read())
print(os.path.exists("a.txt"), os.path.exists("b.txt"))
print("end")
