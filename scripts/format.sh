#!/usr/bin/env bash
# Formats the project's C++ with clang-format 14.
#
#   scripts/format.sh           rewrites what differs
#   scripts/format.sh --check   only names it, and fails if there is any
#
# Exit codes: 0 all is well, 1 something differs (--check), 2 wrong usage, 77 clang-format-14 is not
# installed.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

mode="write"
case "${1:-}" in
    "") ;;
    --check) mode=check ;;
    -h | --help) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "format: unknown argument '$1'; known are --check and --help." >&2; exit 2 ;;
esac

if ! command -v clang-format-14 >/dev/null; then
    echo "format: clang-format-14 is not installed; run scripts/setup.sh (other versions format differently)." >&2
    exit 77
fi

# The cases of the generator are inputs and expected outputs: their bytes are the test.
cd "${repo}"
files=()
while read -r file; do
    [[ -f "${file}" ]] && files+=("${file}")
done < <(project_files '*.cpp' '*.hpp' | grep -v -E '^tests/generator/cases/|(^|/)expected[^/]*$|\.iam\.(cpp|hpp)$')

if ((${#files[@]} == 0)); then
    echo "format: found no files; git does not know this folder as a working tree." >&2
    exit 1
elif [[ "${mode}" == "write" ]]; then
    clang-format-14 -i -- "${files[@]}"
else
    report="$(clang-format-14 --dry-run --Werror -- "${files[@]}" 2>&1)" && exit 0
    # The first place of each file is enough to find it.
    awk -F: '/: error: / && !seen[$1]++ {print $1 ":" $2 ":" $3 ": error: is not formatted"}' <<<"${report}" >&2
    [[ "${report}" == *": error: "* ]] || printf '%s\n' "${report}" >&2
    echo "format: run scripts/format.sh." >&2
    exit 1
fi
