#!/usr/bin/env bash
# Installs the Debian packages that the build, the tests and the demo need and this machine lacks.
#
#   scripts/setup.sh            lists what is missing with its size and asks once before it installs
#   scripts/setup.sh --yes      does not ask
#   scripts/setup.sh --check    only reports
#   scripts/setup.sh --for SET  demo: to build, install and try the library; tests: to run its tests
#                               as well, of which a few say "skipped"; ci: all, the default
#
# Exit codes: 0 everything is there, 1 something is missing (or was declined), 2 wrong usage,
# 3 this system is not one whose packages we know: it has changed nothing.
set -euo pipefail

readonly k_debian_version=12

# The one list: package, the smallest set that has it, why it is wanted. tests has all of demo, ci
# has all.
packages() {
    cat <<'LIST'
g++                        demo   the compiler that builds everything (GCC 12)
cmake                      demo   configures the build (3.25)
ninja-build                demo   runs the build
make                       tests  the other build tool of users; the tests of the package run it, too
meson                      ci     a third build tool; the tests build its recipe of docs/builds.md
git                        tests  tells the scripts which files belong to the project
ccache                     demo   makes a second build short
libclang-19-dev            demo   the C++ parser inside iam-gen
llvm-19-dev                demo   what the parser is made of
libzstd-dev                demo   what the parser's archives are linked with
clang-19                   tests  the tests hold iam-gen against it, the bench compares with it
clang-14                   ci     the oldest clang that compiles the runtime and generated code
libclang-rt-14-dev         ci     its sanitizers and libFuzzer (preset clang14)
lld                        tests  links each of 140 programs in a third of the time (presets dev, unity, clang14, tsan)
clang-format-14            tests  the one formatter
clang-tidy-14              ci     the one linter (preset tidy)
nlohmann-json3-dev         demo   JSON values
libexpected-dev            demo   tl::expected, the Result of every function that can fail
libssl-dev                 demo   SHA-256, HMAC and TLS
libboost1.81-dev           demo   HTTP over sockets, by Asio and Beast; headers only
libre2-dev                 demo   patterns that end in linear time
libicu-dev                 demo   letters that look like others, in the prompt
libutf8proc-dev            demo   width and classes of characters in the prompt
libedit-dev                demo   edits and remembers the lines that a person writes in a chat
libmd4c-dev                demo   Markdown in the messages of chats, on the pages of the console
libhowardhinnant-date-dev  demo   calendar arithmetic in the desk sample
libsqlite3-dev             demo   the durable store
libpq-dev                  demo   the store on a PostgreSQL server; without it the build leaves this store out
postgresql-15              tests  the server that the tests of this store start; without it they are skipped
libcli11-dev               demo   the command line of an application
catch2                     tests  the tests' framework
librapidcheck-dev          tests  rows of steps at random, and the shortest one that fails
libeigen3-dev              tests  matrices: types of a library that are tools' types in a test, as are those of the next two
libglm-dev                 tests  vectors
libgmp-dev                 tests  integers of any size
libbenchmark-dev           tests  the bench
json-schema-test-suite     tests  cases of JSON Schema draft 7 that others wrote
g++-aarch64-linux-gnu      ci     makes programs for another machine; the tests generate tools for one
pgbouncer                  tests  a pooler between hosts and that server; without it one test is skipped
pkg-config                 tests  finds libraries that bring no CMake file
python3                    demo   runs the demo, the tidy checks and the comparisons of the tests
bubblewrap                 tests  the sandbox of servers that are started; without it their tests are skipped
curl                       ci     fetches models (scripts/precache_model.sh); its tests use it
faketime                   ci     sets the clock under a program; tests of deadlines use it
strace                     ci     kills a program as it is about to write; a test of tasks uses it
chromium                   ci     the browser in which the pages of the console are tested; without it those tests are skipped
tmux                       ci     shows the tests' questions on a terminal that is not ours
libxml2-utils              ci     xmllint holds reports against their schemas; a test uses it
python3-icalendar          ci     reads calendar files back with a parser that is not ours
LIST
}

# Those of a set, without its name.
packages_for() {
    local sets="$1"
    case "$1" in
        tests) sets="demo tests" ;;
        ci) sets="demo tests ci" ;;
    esac
    packages | awk -v sets=" ${sets} " 'index(sets, " " $2 " ") { $2 = ""; print }' |
        awk '{ name = $1; $1 = ""; sub(/^ +/, ""); printf "%-26s %s\n", name, $0 }'
}

usage() { sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

say() { printf '%s\n' "$*"; }
complain() { printf 'setup: %s\n' "$*" >&2; }

package_names() { packages_for "${package_set}" | awk '{print $1}'; }

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
    packages_for "${package_set}" | sed 's/^/    /' >&2
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
            "$(packages_for ci | awk -v name="${name}" '$1 == name { $1 = ""; sub(/^ +/, ""); print }')"
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
        complain "installing needs root and there is no sudo; run 'scripts/setup.sh --yes --for ${package_set}' as root."
        return 1
    fi
    if [[ ! -t 0 ]] && ! sudo -n true 2>/dev/null; then
        complain "sudo wants a password and there is no terminal; run 'scripts/setup.sh --yes --for ${package_set}' as root."
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
        complain "there is no terminal to ask on; run 'scripts/setup.sh --yes --for ${package_set}' to install without a question."
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

package_set=ci

main() {
    local mode=ask name
    while (($# > 0)); do
        case "$1" in
            --yes | --check)
                [[ "${mode}" == ask ]] || { complain "give one of --yes and --check."; return 2; }
                mode="${1#--}" ;;
            --for)
                [[ "${2:-}" =~ ^(demo|tests|ci)$ ]] || { complain "--for takes demo, tests or ci."; return 2; }
                package_set="$2"
                shift ;;
            -h | --help) usage; return 0 ;;
            *) complain "unknown argument '$1'; known are --yes, --check, --for and --help."; return 2 ;;
        esac
        shift
    done
    if ! is_known_system; then
        explain_unknown_system
        return 3
    fi
    local -a missing=()
    while read -r name; do
        is_installed "${name}" || missing+=("${name}")
    done < <(package_names)
    if ((${#missing[@]} == 0)); then
        say "setup: all $(package_names | wc -l) packages of the set ${package_set} are installed."
        return 0
    fi
    if [[ "${mode}" == check ]]; then
        report_missing "${missing[@]}"
        complain "run 'scripts/setup.sh --for ${package_set}' to install them."
        return 1
    fi
    install_missing "${mode}" "${missing[@]}"
}

main "$@"
