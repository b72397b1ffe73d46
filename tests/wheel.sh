#!/bin/sh
# The wheel: what its list of files says is in it, and unpacked anywhere it is used from Python and from a shell.
#
#     tests/wheel.sh WHEEL
set -eu

wheel=$1
tests=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "wheel: $*" >&2; exit 1; }

python3 - "$wheel" "$work/at" <<'END'
import base64, hashlib, os, sys, zipfile

with zipfile.ZipFile(sys.argv[1]) as z:
    record = [n for n in z.namelist() if n.endswith(".dist-info/RECORD")]
    rows = z.read(record[0]).decode().splitlines()
    listed = dict(row.split(",", 1) for row in rows)
    assert sorted(listed) == sorted(z.namelist()), "RECORD is not the list of the files"
    for name, row in listed.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(z.read(name)).digest()).rstrip(b"=").decode()
        assert name == record[0] or row == f"sha256={digest},{len(z.read(name))}", name
    z.extractall(sys.argv[2])
    for entry in z.infolist():
        os.chmod(os.path.join(sys.argv[2], entry.filename), entry.external_attr >> 16)
END
set -- "$work"/at/qkv-*.data/scripts
[ -x "$1/qkv" ] || fail 'the program cannot be started'
PATH=$1:$PATH
PYTHONPATH=$work/at
export PATH PYTHONPATH
cd "$work"
version=${wheel##*/qkv-}
sh "$tests/taken.sh" "${version%%-*}" / "$1/qkv" >checked || fail 'the program'
[ -s "$1/../data/share/man/man1/qkv.1" ] || fail 'there is no man page'
grep -q '^QKV = "qkv"' at/qkv_record.py || fail 'the recorder names another program'
python3 -c 'import qkv; assert qkv.program() == "'"$1"'/qkv", qkv.program(); qkv.why("01", "weights[x2, x2]")' || fail 'the module'
echo "wheel: $(wc -c <"$OLDPWD/$wheel") bytes; $(cat checked)"
