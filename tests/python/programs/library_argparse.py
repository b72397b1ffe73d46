import argparse

class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise ValueError(message)

def tried(parser, *words):
    try:
        return parser.parse_args(list(words))
    except ValueError as error:
        return f"error: {error}"

p = Parser(prog="train", description="A network")
p.add_argument("--epochs", "-e", type=int, default=3, help="how many")
p.add_argument("--lr", type=float, default="1e-3")
p.add_argument("--name", default="base", choices=["base", "large"])
p.add_argument("--check", action="store_true")
p.add_argument("--no-bias", action="store_false", dest="bias")
p.add_argument("--seed", type=int)
p.add_argument("-v", action="count", default=0)
p.add_argument("--sizes", type=int, nargs="+", default=[1, 2])
p.add_argument("--pair", nargs=2)
p.add_argument("--log-dir", nargs="?", const="here", default="there")
p.add_argument("--tag", action="append")
args = p.parse_args([])
print(args)
print(args.epochs, args.lr, args.log_dir, "seed" in args, vars(args)["bias"])
for line in [
    "--epochs 5 --lr 0.1 --check", "-e7 -vv", "-e 7 -v -v --no-bias", "--epochs=2 --name=large", "--sizes 3 4 5 --pair a b",
    "--log-dir", "--log-dir x", "--tag a --tag b", "--se -5", "--lr -1e-3", "--epochs x", "--name huge", "--sizes", "--pair a", "--seed",
    "--what", "--s 1", "extra", "--check=1", "--epochs 1.5", "--lr .5 --lr .25", "--sizes --check",
]:
    print(line, "->", tried(p, *line.split()))

q = Parser(prog="q")
q.add_argument("file")
q.add_argument("rest", nargs="*")
q.add_argument("--out", required=True)
q.add_argument("--flag", action=argparse.BooleanOptionalAction, default=False)
for line in ["a --out o", "a b c --out=o", "a", "a --flag", "--out o b --flag", "--out o a --no-flag", "--out o -- -a --b"]:
    print(line, "->", tried(q, *line.split()))

r = Parser(prog="r")
r.add_argument("first")
r.add_argument("middle", nargs="*", type=int)
r.add_argument("last", nargs="?", default="7", type=int)
r.set_defaults(extra=1)
for line in ["a", "a 1", "a 1 2 3", "a b"]:
    print(line, "->", tried(r, *line.split()))
print(r.parse_known_args(["a", "--other"]))
print(r.get_default("last"), argparse.Namespace(a=1) == argparse.Namespace(a=1), argparse.Namespace(x="y").x)
space = argparse.Namespace(last=3)
print(r.parse_args(["b"], namespace=space) is space, space)
g = r.add_argument_group("more")
print(g.add_argument("--deep", type=lambda s: s.upper(), default="low").dest, r.parse_args(["z"]).deep)

try:
    argparse.ArgumentParser(prog="s").parse_args(["--no"])
except SystemExit:
    print("left")
try:
    argparse.ArgumentParser().add_argument("--a", action="jump")
except ValueError as error:
    print(error)
