import re

# As a first tokenizer has it.
text = "Hello, world. Is this-- a test?\nYes: \"it's\" one; 2.5 of them, caf\u00e9 too."
tokens = [t.strip() for t in re.split(r'([,.:;?_!"()\']|--|\s)', text) if t.strip()]
print(tokens)
vocabulary = {token: i for i, token in enumerate(sorted(set(tokens)))}
joined = " ".join(tokens)
print(re.sub(r'\s+([,.:;?!"()\'])', r"\1", joined))
print(re.sub("[.,!?\\-]", "", text.lower()).split("\n"))
print([(m.group(1) is not None, m.group(), m.span()) for m in re.finditer(r"( +)|(\S+)", "a  bc d")])
print(re.split(r"(\r\n|\r|\n)", "one\r\ntwo\nthree"))
special = ["<|endoftext|>", "<|end|>"]
pattern = "(" + "|".join(re.escape(t) for t in sorted(special, key=len, reverse=True)) + ")"
print(pattern, re.split(pattern, "a<|end|>b<|endoftext|>"))
SPLIT = re.compile(r"(<\|[^>]+?\|>|<think>|</think>)")
print([p for p in SPLIT.split("<|im_start|>user<think>x</think>") if p], SPLIT.groups)
print(re.fullmatch(r"transformer_[0-9]{6}\.pth", "transformer_000012.pth") is not None)
print(re.search(r"position_ids", "bert.embeddings.position_ids"), re.search("x", "abc"))
print(re.sub(r"(\[SEP\])|(.+?)", lambda m: m.groups()[0] or m.groups()[1].lower(), "AB[SEP]CD"))

# The first alternative that leads to a match, and places that take nothing.
print(re.findall(r"a|ab", "abab"), re.findall(r"(a)(b)?", "aab"), re.findall(r"\bw\w*\b", "we saw what"))
print(re.findall("x*", "axb"), re.split("x*", "axbc"), re.sub("x*", "-", "abxd"), re.split(",", "a,b,c", maxsplit=1))
print(re.match("b", "ab"), re.match("a+?", "aaa").end(), re.match("(a+)(b|c){1,2}$", "aabc\n").groups())
print(re.subn(r"\d+", "#", "1 22 333", count=2))
print(re.findall(r"\B", ""), re.findall(r"\B", "ab"), re.findall(r"\b", ""))

# Text that a match and a pattern are told by has an end.
print(re.match("a*", "a" * 60), re.compile("b" * 300))
