#!/bin/sh
# The file that `qkv record` writes is one that Python reads, and has in it what the program knows. That it makes
# lessons of models is seen where PyTorch is: tests/record/record.py, in make check-torch.
#
#     tests/record.sh QKV
set -eu

qkv=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
file=$work/qkv_record.py

fail() {
    echo "qkv record: $1" >&2
    exit 1
}

"$qkv" record >"$file" || fail 'it ends with an error'
if grep -n '@[A-Z]*@' "$file"; then fail 'a mark was left as it is'; fi
for name in 'F.softmax(input, dim=None, _stacklevel=None, dtype=None)' 'torch.einsum(equation, \*operands)' 'x.masked_fill(mask, value)'; do
    grep -q "^$name\$" "$file" || fail "it has not $name"
done
[ "$(grep -c '^[Fx]\.\|^torch\.' "$file")" -eq "$("$qkv" names | grep -c '^  [Fx]\.\|^  torch\.')" ] ||
    fail 'its names are not those of qkv names'
case $qkv in
*/*)
    program=$(cd "$(dirname "$qkv")" && pwd -P)/$(basename "$qkv")
    grep -qF "QKV = \"$program\"" "$file" || fail "it does not say that the program is $program"
    ;;
esac

# Found in PATH there is no path to keep, and one with odd characters stays one text of Python.
odd=$work/'a "b'
mkdir "$odd" "$work/bin"
cp "$qkv" "$odd/qkv"
cp "$qkv" "$work/bin/qkv"
PATH="$work/bin:$PATH" qkv record | grep -q '^QKV = ""' || fail 'a program in PATH has a path'
"$odd/qkv" record >"$work/odd.py"
grep -qF 'a \x22b/qkv"' "$work/odd.py" || fail 'a path with a quote is not written as a text'

# A folder may have any bytes in its name, where the system lets it.
raw=$work/$(printf 'b\377c')
texts=
if mkdir "$raw" 2>/dev/null; then
    cp "$qkv" "$raw/qkv"
    "$raw/qkv" record >"$work/raw.py"
    grep -qF 'b\udcffc/qkv"' "$work/raw.py" || fail 'a path that is no UTF-8 is not written as Python has it'
    texts=$work/raw.py
fi

# No lesson gets it, and no word is taken for its name.
printf 'import qkv_record\nqkv_record.Recorder\n' >"$work/lesson.py"
if "$qkv" check "$work/lesson.py" >/dev/null 2>&1; then fail 'a lesson can import the recorder'; fi
if "$qkv" record x >/dev/null 2>&1; then fail 'a word after it is taken'; fi

if command -v python3 >/dev/null; then
    for text in "$file" "$work/odd.py" $texts; do
        PYTHONDONTWRITEBYTECODE=1 python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 8))' "$text" ||
            fail 'Python cannot read it'
    done
    # A program that has no PyTorch is named, and its name gives no orders to the terminal.
    printf 'x = 1\n' >"$work/$(printf 'n\033[31m').py"
    (cd "$work" && PYTHONDONTWRITEBYTECODE=1 python3 qkv_record.py n*.py 2>said >/dev/null) || true
    grep -qF "no lesson: 'n\x1b[31m.py' ended" "$work/said" || fail "it says of such a program $(cat -v "$work/said")"
    echo "qkv record: $(wc -l <"$file") lines that Python reads"
else
    echo 'qkv record: not read by Python, which is not there'
fi
