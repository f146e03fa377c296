#!/bin/sh
# compile.sh COMPILER STANDARD CMAKE PROJECT BUILD ANNOTATIONS: builds the project; 77 where the
# compiler is not installed.
set -eu
if ! command -v "$1" >/dev/null 2>&1; then
    echo "skipped: $1 is not installed"
    exit 77
fi
rm -rf "$5"
"$3" -S "$4" -B "$5" -DCMAKE_CXX_COMPILER="$1" -DCMAKE_CXX_STANDARD="$2" -DIAM_ANNOTATIONS="$6" >/dev/null
"$3" --build "$5"
