#!/usr/bin/env bash
# Builds the desk sample and plays a model's proposals through it: preview, consent, execution, ledger, undo.
#
#   scripts/demo.sh [--yes] [--me]
#
# --yes  install missing packages without a question
# --me   you answer the prompts instead of the scripted person
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

setup=()
arguments=()
for argument in "$@"; do
    case "${argument}" in
        --yes) setup=(--yes) ;;
        -h | --help) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        --me) arguments+=(--me) ;;
        *) echo "demo: unknown argument '${argument}'; known are --yes, --me and --help." >&2; exit 2 ;;
    esac
done

ensure_packages "${setup[@]}"
cd "${repo}"
# Nothing is left in the home folder, not even what the compiler may remember.
export CCACHE_DIR="${CCACHE_DIR:-${repo}/build/ccache}"
# A build that the tests have made serves as well, where it has the samples; otherwise one of its own, without tests.
build=build/unity
if [[ "$(grep -csE '^IAM_BUILD_(GENERATOR|SAMPLES):BOOL=ON$' "${build}/CMakeCache.txt")" != 2 ]]; then
    build=build/demo
    cmake --preset unity -B "${build}" -DIAM_BUILD_TESTS=OFF
fi
cmake --build "${build}" --target desk --parallel "$(build_jobs)"
exec "${repo}/samples/desk/demo.sh" "${repo}/${build}" "${arguments[@]}"
