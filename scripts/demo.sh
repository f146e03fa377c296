#!/usr/bin/env bash
# Builds the desk sample and plays a model's proposals through it: preview, consent, execution,
# ledger, undo.
#
#   scripts/demo.sh [--yes] [--me] [--postgres]
#
# --yes       install missing packages without a question
# --me        you answer the prompts instead of the scripted person
# --postgres  plays it on two hosts with one ledger, on a PostgreSQL server that ends with the demo
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

setup=()
arguments=()
beside=()
for argument in "$@"; do
    case "${argument}" in
        --yes) setup=(--yes) ;;
        -h | --help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        --me) arguments+=(--me) ;;
        --postgres) arguments+=(--postgres); beside=(/usr/bin/python3 -B "${repo}/scripts/throwaway_postgres.py" --) ;;
        *) echo "demo: unknown argument '${argument}'; known are --yes, --me, --postgres and --help." >&2; exit 2 ;;
    esac
done

ensure_packages demo "${setup[@]}"
cd "${repo}"
# A build that the tests have made serves as well, where it has the samples; otherwise it is the one
# that README installs from: library and generator are built once for both.
build=build/unity
if [[ "$(grep -csE '^IAM_BUILD_(GENERATOR|SAMPLES):BOOL=ON$' "${build}/CMakeCache.txt")" != 2 ]]; then
    build=build/install
    cmake --preset install -DIAM_BUILD_SAMPLES=ON
fi
cmake --build "${build}" --target desk --parallel "$(build_jobs)"
exec "${beside[@]}" "${repo}/samples/desk/demo.sh" "${repo}/${build}" "${arguments[@]}"
