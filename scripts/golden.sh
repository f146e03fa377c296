#!/usr/bin/env bash
# Rewrites the expected outputs of the generator's cases from what the generator makes now. Read the
# diff before you commit it: it is the change that users will see.
#
#   scripts/golden.sh [--preset NAME]     unity by default; the preset must be built or will be
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

preset=unity
case "${1:-}" in
    "") ;;
    --preset) preset="${2:?golden: --preset needs a name}" ;;
    -h | --help) sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) echo "golden: unknown argument '$1'; known are --preset NAME and --help." >&2; exit 2 ;;
esac

cd "${repo}"
cmake --preset "${preset}" >/dev/null
cmake --build --preset "${preset}" --parallel "$(build_jobs)"
# Every test whose name starts so compares with files below tests/generator or with a page of docs/
# that is written so, or is quick.
IAM_UPDATE_GOLDEN=1 ctest --preset "${preset}" --tests-regex '^(generator|cases/)' --output-on-failure
git -c safe.directory='*' status --short -- tests/generator docs
