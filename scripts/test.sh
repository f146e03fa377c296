#!/usr/bin/env bash
# Builds the library, the generator and the samples, and runs their tests.
#
#   scripts/test.sh [--yes] [--preset NAME] [-- CTEST ARGUMENTS…]
#
# --yes     install missing packages without a question, as with CI=true; else a terminal is asked
# --preset  unity (the default: the whole tree once, quickly), dev (file by file, to edit with)
#           or release; each has its own folder build/<preset>
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

preset=unity
setup=()
while (($# > 0)); do
    case "$1" in
        --yes) setup=(--yes) ;;
        --preset)
            (($# > 1)) || { echo "test: --preset needs a name." >&2; exit 2; }
            preset="$2"
            shift ;;
        -h | --help) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        --) shift; break ;;
        *) echo "test: unknown argument '$1'; known are --yes, --preset NAME and --help." >&2; exit 2 ;;
    esac
    shift
done

ensure_packages tests "${setup[@]}"
cd "${repo}"
jobs="$(build_jobs)"
SECONDS=0
cmake --preset "${preset}"
cmake --build --preset "${preset}" --parallel "${jobs}"
built=${SECONDS}
code=0
ctest --preset "${preset}" --output-on-failure --parallel "${jobs}" "$@" || code=$?
printf 'Built in %d s, tests ran for %d s.\n' "${built}" $((SECONDS - built))
exit "${code}"
