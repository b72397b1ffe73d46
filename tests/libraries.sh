#!/bin/sh
# Builds cmark and jansson for the browser, from the sources that the system's own packages are made of.
#
#     tests/libraries.sh FOLDER      FOLDER/include and FOLDER/lib get them; FOLDER/sources/NAME is taken where it is there
#
# The sources come through apt-get with lists of its own, so that the system's need no deb-src and stay as they are,
# and nobody needs to be root.
set -eu

folder=$1
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
sources=$folder/sources

# Lines of a sources.list for all places that Debian's packages of this machine come from.
source_lines() {
    # shellcheck disable=SC2016 # apt-get fills these in
    apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
        sort -u | while read -r origin uri name component; do
            keys=/usr/share/keyrings/$(echo "$origin" | tr '[:upper:]' '[:lower:]')-archive-keyring.gpg
            [ "$component" = main ] && [ -e "$keys" ] && echo "deb-src [signed-by=$keys] $uri $name main"
        done
}

# apt COMMAND...: apt-get with the lists of this folder.
apt() {
    apt-get -qq -o Dir::Etc::SourceList="$sources/apt/sources.list" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$sources/apt/lists" -o Dir::Cache="$sources/apt/cache" \
        -o APT::Get::List-Cleanup=false -o APT::Sandbox::User= "$@"
}

# fetch NAME...: $sources/NAME becomes its source, with Debian's patches.
fetch() {
    mkdir -p "$sources/apt/lists/partial" "$sources/apt/cache/archives/partial"
    source_lines >"$sources/apt/sources.list"
    [ -s "$sources/apt/sources.list" ] || {
        echo "No sources of cmark and jansson are known here: put them into $sources/cmark and $sources/jansson." >&2
        exit 2
    }
    apt update
    for name; do
        rm -rf "$sources/apt/$name"
        mkdir "$sources/apt/$name"
        (cd "$sources/apt/$name" && apt source "$name" >/dev/null)
        mv "$sources/apt/$name/$name"-*[0-9] "$sources/$name"
    done
    rm -rf "$sources/apt"
}

# build NAME TARGET OPTION...
build() {
    name=$1
    target=$2
    shift 2
    made=$folder/$name
    log=$folder/$name.log
    { emcmake cmake -S "$sources/$name" -B "$made" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_POLICY_VERSION_MINIMUM=3.5 "$@" &&
        cmake --build "$made" --target "$target"; } >"$log" 2>&1 || { tail -n 30 "$log" >&2; exit 1; }
    mkdir -p "$folder/include" "$folder/lib"
    find "$made" -name "lib$name.a" -exec cp {} "$folder/lib" \;
    find "$made" "$sources/$name/src" -name "$name*.h" -exec cp {} "$folder/include" \;
}

missing=
for name in cmark jansson; do
    [ -d "$sources/$name" ] || missing="$missing $name"
done
# shellcheck disable=SC2086 # several names
[ -z "$missing" ] || fetch $missing
build cmark cmark_static -DCMARK_TESTS=OFF -DCMARK_SHARED=OFF
build jansson jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF
