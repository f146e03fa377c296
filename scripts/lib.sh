# What the scripts share; sourced, never run. Sets `repo`, the root of the working tree.
# shellcheck shell=bash

repo="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# Without these words ccache keeps no test, since tests are compiled with a precompiled header.
export CCACHE_SLOPPINESS="${CCACHE_SLOPPINESS:-pch_defines,time_macros}"

# How many compilers may run at once: one per core, but 2 GiB each, or the ones that read LLVM's
# headers swap.
build_jobs() {
    local cores memory_kib by_memory limit
    cores="$(nproc)"
    memory_kib="$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo)"
    limit="$(cat /sys/fs/cgroup/memory.max 2>/dev/null || true)"
    if [[ "${limit}" =~ ^[0-9]+$ ]] && ((limit / 1024 < memory_kib)); then
        memory_kib=$((limit / 1024))
    fi
    by_memory=$((memory_kib / (2 * 1024 * 1024)))
    ((by_memory >= 1)) || by_memory=1
    echo $((by_memory < cores ? by_memory : cores))
}

# Makes sure that the packages of the set `$1` (demo, tests, ci) are there. `$2` is "--yes" where
# nobody may be asked. IAM_SKIP_SETUP=1 is for systems whose packages scripts/setup.sh does not
# know.
ensure_packages() {
    [[ "${IAM_SKIP_SETUP:-}" == 1 ]] && return 0
    local -a setup=("${repo}/scripts/setup.sh" --for "$1")
    if [[ "${2:-}" == --yes || "${CI:-}" == true ]]; then
        "${setup[@]}" --yes
    elif [[ -t 0 && -t 1 ]]; then
        "${setup[@]}"
    else
        "${setup[@]}" --check
    fi
}

# The project's files below the given patterns, one per line: what git knows where there is git (the
# owner of the clone may be somebody else), otherwise what is there.
project_files() {
    if [[ -e "${repo}/.git" ]] && command -v git >/dev/null; then
        git -C "${repo}" -c safe.directory='*' ls-files --cached --others --exclude-standard -- "$@"
    else
        local pattern
        for pattern in "$@"; do
            (cd "${repo}" && find . -path ./build -prune -o -name "${pattern}" -type f -print | sed 's|^\./||')
        done
    fi
}
