#!/usr/bin/env bash
# Installs the Debian packages that the build, the tests and the demo need and that are missing here.
#
#   scripts/setup.sh            lists what is missing with its size and asks once before it installs
#   scripts/setup.sh --yes      does not ask
#   scripts/setup.sh --check    only reports
#
# Exit codes: 0 everything is there, 1 something is missing (or was declined), 2 wrong usage,
# 3 this system is not one whose packages we know: it has changed nothing.
set -euo pipefail

readonly k_debian_version=12

# The one list: package, then why it is wanted.
packages() {
    cat <<'LIST'
g++                        the compiler that builds everything (GCC 12)
cmake                      configures the build (3.25)
ninja-build                runs the build
make                       the other build tool of users; the tests of the package run it, too
meson                      a third build tool; the tests build its recipe of docs/builds.md
git                        tells the scripts which files belong to the project
ccache                     makes a second build short
libclang-19-dev            the C++ parser inside iam-gen
llvm-19-dev                what the parser is made of
libzstd-dev                what the parser's archives are linked with
clang-19                   the tests hold iam-gen against it, the bench compares with it
clang-14                   the oldest clang that compiles the runtime and generated code
libclang-rt-14-dev         its sanitizers and libFuzzer (preset fuzz)
clang-format-14            the one formatter
clang-tidy-14              the one linter (preset tidy)
nlohmann-json3-dev         JSON values
libexpected-dev            tl::expected, the Result of every function that can fail
libssl-dev                 SHA-256 and HMAC
libre2-dev                 patterns that end in linear time
libicu-dev                 letters that look like others, in the prompt
libutf8proc-dev            width and classes of characters in the prompt
libhowardhinnant-date-dev  calendar arithmetic in the desk sample
libsqlite3-dev             the durable store
libcli11-dev               the command line of an application
catch2                     the tests' framework
libboost-dev               a library whose types are tools' types in a test, as are those of the next three
libeigen3-dev              matrices
libglm-dev                 vectors
libgmp-dev                 integers of any size
libbenchmark-dev           the bench
json-schema-test-suite     cases of JSON Schema draft 7 that others wrote
g++-aarch64-linux-gnu      makes programs for another machine; the tests generate tools for one
pkg-config                 finds libraries that bring no CMake file
python3                    runs the demo, the tidy checks and the comparisons of the tests
faketime                   sets the clock under a program; tests of deadlines use it
tmux                       shows the tests' questions on a terminal that is not ours
libxml2-utils              xmllint holds reports against their schemas; a test uses it
python3-icalendar          reads calendar files back with a parser that is not ours
LIST
}

usage() { sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

say() { printf '%s\n' "$*"; }
complain() { printf 'setup: %s\n' "$*" >&2; }

package_names() { packages | awk '{print $1}'; }

is_installed() {
    [[ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

# Answers one field of os-release; a subshell, because the file sets variables.
os_field() (
    # shellcheck disable=SC1091
    [[ -r /etc/os-release ]] && . /etc/os-release
    eval "printf '%s' \"\${$1:-}\""
)

has_candidate() {
    local candidate
    candidate="$(LC_ALL=C apt-cache policy "$1" 2>/dev/null | awk '/Candidate:/ {print $2}')"
    [[ -n "${candidate}" && "${candidate}" != "(none)" ]]
}

# Debian 12 itself, or a relative whose archive has the one package that makes the difference.
is_known_system() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null || return 1
    [[ "$(os_field ID)" == debian && "$(os_field VERSION_ID)" == "${k_debian_version}" ]] && return 0
    [[ " $(os_field ID) $(os_field ID_LIKE) " == *" debian "* ]] && has_candidate libclang-19-dev
}

explain_unknown_system() {
    complain "this is $(os_field PRETTY_NAME || true), not Debian ${k_debian_version}; nothing was changed."
    complain "install the equivalents of these packages yourself, then set IAM_SKIP_SETUP=1 for the other scripts:"
    packages | sed 's/^/    /' >&2
}

human_bytes() {
    awk -v bytes="$1" 'BEGIN {
        if (bytes >= 1000000) printf "%.1f MB", bytes / 1000000
        else printf "%.0f kB", bytes / 1000 }'
}

package_bytes() {
    LC_ALL=C apt-cache show --no-all-versions "$1" 2>/dev/null | awk '/^Size:/ {print $2; exit}'
}

# With everything that the packages pull in. Files that apt has already fetched are not counted.
download_bytes() {
    LC_ALL=C apt-get --print-uris --no-install-recommends -y install "$@" 2>/dev/null |
        awk "/^'/ {sum += \$3} END {print sum + 0}"
}

report_missing() {
    local name bytes
    say "missing packages:"
    for name in "$@"; do
        bytes="$(package_bytes "${name}")"
        printf '    %-26s %10s   %s\n' "${name}" \
            "$([[ -n "${bytes}" ]] && human_bytes "${bytes}" || echo '?')" \
            "$(packages | awk -v name="${name}" '$1 == name { $1 = ""; sub(/^ +/, ""); print }')"
    done
    bytes="$(download_bytes "$@")"
    if [[ "${bytes}" != 0 ]]; then
        say "to download, with what they need: $(human_bytes "${bytes}")"
    fi
}

# Runs a command as root: directly, or through sudo (which must not ask where nobody can answer).
as_root() {
    if [[ "$(id -u)" == 0 ]]; then
        "$@"
    elif [[ -t 0 ]]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

require_root() {
    [[ "$(id -u)" == 0 ]] && return 0
    if ! command -v sudo >/dev/null; then
        complain "installing needs root and there is no sudo; run 'scripts/setup.sh --yes' as root."
        return 1
    fi
    if [[ ! -t 0 ]] && ! sudo -n true 2>/dev/null; then
        complain "sudo wants a password and there is no terminal; run 'scripts/setup.sh --yes' as root."
        return 1
    fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -o DPkg::Lock::Timeout=300 \
        -o Acquire::Retries=3 "$@"
}

# A fresh image has no package lists: then no package has a candidate, and no size either.
refresh_lists() {
    local name
    for name in "$@"; do
        if ! has_candidate "${name}"; then
            say "fetching the package lists"
            apt update || { complain "apt-get update failed; see its message above."; return 1; }
            break
        fi
    done
    for name in "$@"; do
        if ! has_candidate "${name}"; then
            complain "no package source offers '${name}'; enable bookworm, bookworm-updates and" \
                "bookworm-security (main) in /etc/apt, then run this again."
            return 1
        fi
    done
}

ask() {
    local answer
    if [[ ! -t 0 || ! -t 1 ]]; then
        complain "there is no terminal to ask on; run 'scripts/setup.sh --yes' to install without a question."
        return 1
    fi
    read -r -p "Install them now? [y/N] " answer || return 1
    [[ "${answer}" == [yY] || "${answer}" == [yY][eE][sS] ]] || { complain "nothing was installed."; return 1; }
}

install_missing() {
    local mode="$1" name
    local -a missing=()
    shift
    missing=("$@")
    if [[ "${mode}" == ask && ! ( -t 0 && -t 1 ) ]]; then
        report_missing "${missing[@]}"
        ask  # says why not and fails
        return 1
    fi
    require_root || return 1
    refresh_lists "${missing[@]}" || return 1
    report_missing "${missing[@]}"
    [[ "${mode}" == yes ]] || ask || return 1
    apt install -y --no-install-recommends "${missing[@]}" ||
        { complain "apt-get install failed; see its message above."; return 1; }
    for name in "${missing[@]}"; do
        is_installed "${name}" || { complain "apt-get reported success, but '${name}' is not installed."; return 1; }
    done
    say "setup: installed ${#missing[@]} packages."
}

main() {
    local mode=ask name
    case "${1:-}" in
        "") ;;
        --yes) mode=yes ;;
        --check) mode=check ;;
        -h | --help) usage; return 0 ;;
        *) complain "unknown argument '$1'; known are --yes, --check and --help."; return 2 ;;
    esac
    if (($# > 1)); then
        complain "give one argument at most: --yes, --check or --help."
        return 2
    fi
    if ! is_known_system; then
        explain_unknown_system
        return 3
    fi
    local -a missing=()
    while read -r name; do
        is_installed "${name}" || missing+=("${name}")
    done < <(package_names)
    if ((${#missing[@]} == 0)); then
        say "setup: all $(package_names | wc -l) packages are installed."
        return 0
    fi
    if [[ "${mode}" == check ]]; then
        report_missing "${missing[@]}"
        complain "run 'scripts/setup.sh' to install them."
        return 1
    fi
    install_missing "${mode}" "${missing[@]}"
}

main "$@"
