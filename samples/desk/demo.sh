#!/usr/bin/env bash
# Plays a model's proposals through the desk that was built in BUILD_DIR: preview, consent,
# execution, ledger, undo.
#
#   samples/desk/demo.sh BUILD_DIR [--me] [--postgres]
#
# --me        you answer the prompts instead of the scripted person
# --postgres  the ledger stands on the server of scripts/throwaway_postgres.py
#
# Everything is written to a new folder below ${TMPDIR:-/tmp}, which stays there for you to look at.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
build=""
words=()
for argument in "$@"; do
    case "${argument}" in
        --me | --postgres) words+=("${argument}") ;;
        -h | --help) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        -*) echo "demo: unknown argument '${argument}'; known are --me, --postgres and --help." >&2; exit 2 ;;
        *) [[ -z "${build}" ]] || { echo "demo: name one build folder." >&2; exit 2; }; build="${argument}" ;;
    esac
done
if [[ -z "${build}" || ! -x "${build}/samples/desk/desk" ]]; then
    echo "demo: '${build:-(no folder)}' holds no samples/desk/desk; run scripts/demo.sh, which builds it." >&2
    exit 2
fi
exec /usr/bin/python3 -B "${here}/demo/play.py" "${build}/samples/desk" "${here}/proposals" "${words[@]}"
