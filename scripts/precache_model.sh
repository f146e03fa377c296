#!/usr/bin/env bash
# Fetches a model's file once, checks it, and prints its absolute path for `chat --model`.
#
#   scripts/precache_model.sh [--sha256 DIGEST] [--cache FOLDER] SOURCE
#
# SOURCE    https://HOST/PATH.gguf, http: on this machine, file:///PATH, a path, or
#           ollama:NAME[:TAG], a model of Ollama's registry, whose manifest has the digest
# --sha256  the file's SHA-256, 64 hexadecimal digits; another file is refused. With it a broken
#           download goes on where it ended; without it, it begins again, and the digest is printed
# --cache   where files are kept; without it $XDG_CACHE_HOME/iam/models (~/.cache/iam/models)
#
# IAM_OLLAMA_REGISTRY names another registry than https://registry.ollama.ai.
# Exit codes: 0 the path is on standard output, 1 it failed, 2 wrong usage.
set -euo pipefail

complain() {
    local code="$1"
    shift
    printf 'precache_model: %s\n' "$*" >&2
    exit "${code}"
}

digest_of() {
    sha256sum -- "$1" | cut -c1-64
}

# curl with its limits: no file:, redirects lead to https alone, no silent body of an error.
fetch() {
    curl --fail --silent --show-error --location --proto '=https,http' --proto-redir '=https' \
        --connect-timeout 10 --speed-limit 1 --speed-time 60 "$@"
}

# Sets `url` and `digest` for NAME[:TAG].
resolve_ollama() {
    local name="$1" registry="${IAM_OLLAMA_REGISTRY:-https://registry.ollama.ai}" tag=latest manifest
    local wanted="${digest}"
    if [[ "${name}" == *:* ]]; then
        tag="${name##*:}"
        name="${name%:*}"
    fi
    [[ "${name}/${tag}" =~ ^[A-Za-z0-9._/-]+$ && "${name}" != *..* ]] \
        || complain 2 "'${1}' is no name of a model; write NAME or NAME:TAG."
    [[ "${name}" == */* ]] || name="library/${name}"
    check_url "${registry}/v2/${name}"
    manifest="$(fetch --max-filesize 1048576 "${registry}/v2/${name}/manifests/${tag}")" \
        || complain 1 "the registry has no model ${1}; check its name and tag."
    digest="$(/usr/bin/python3 -c '
import json, sys
layers = json.load(sys.stdin)["layers"]
print(next(layer["digest"] for layer in layers if layer["mediaType"] == "application/vnd.ollama.image.model").removeprefix("sha256:"))
' <<<"${manifest}" 2>/dev/null)" || complain 1 "the registry's answer about ${1} names no file of weights."
    [[ -z "${wanted}" || "${wanted}" == "${digest}" ]] \
        || complain 1 "the registry has ${1} with the SHA-256 ${digest}, and ${wanted} is expected. Check the name."
    url="${registry}/v2/${name}/blobs/sha256:${digest}"
}

# Without TLS another file may arrive.
check_url() {
    case "$1" in
        https://*) ;;
        http://127.0.0.1[:/]* | http://localhost[:/]*) ;;
        http://*) complain 2 "plain http: leads to this machine only; use https: for $1." ;;
        *) complain 2 "'$1' is no https: or file: URL; write the whole URL, or a path." ;;
    esac
}

# Takes SOURCE apart: `path` is a file of this machine, or `url` is one of another.
find_source() {
    case "${source}" in
        ollama:*) resolve_ollama "${source#ollama:}" ;;
        file://*) path="${source#file://}" ;;
        *://*)
            check_url "${source}"
            url="${source}" ;;
        *) path="${source}" ;;
    esac
    [[ -z "${path}" || -f "${path}" ]] || complain 1 "there is no file ${path}; check the path."
    # One path names different files in different folders.
    [[ -z "${path}" ]] || path="$(realpath -- "${path}")"
}

# Brings the bytes to `part`.
bring() {
    if [[ -n "${path}" ]]; then
        cp -- "${path}" "${part}" || complain 1 "${path} cannot be copied; see above."
        return
    fi
    local -a resume=()
    # Without a digest nobody would notice a file of two versions.
    if [[ -n "${digest}" && -s "${part}" ]]; then
        [[ "$(digest_of "${part}")" == "${digest}" ]] && return
        resume=(--continue-at -)
    else
        rm -f -- "${part}"
    fi
    local code=0
    fetch "${resume[@]}" --output "${part}" -- "${url}" || code=$?
    # 33: the server cannot go on in the middle; 22: it has less than is here.
    if ((code == 33 || code == 22)) && ((${#resume[@]} > 0)); then
        rm -f -- "${part}"
        code=0
        fetch --output "${part}" -- "${url}" || code=$?
    fi
    ((code == 0)) && return
    [[ -n "${digest}" ]] && complain 1 "the download broke off (curl: ${code}); the same command goes on with it."
    complain 1 "the download broke off (curl: ${code}); try again, with --sha256 to go on where it ended."
}

check_part() {
    local found
    found="$(digest_of "${part}")"
    if [[ -n "${digest}" && "${found}" != "${digest}" ]]; then
        rm -f -- "${part}"
        complain 1 "the file has the SHA-256 ${found}, and ${digest} is expected; it was removed. Check the source."
    fi
    if [[ "$(head -c 4 -- "${part}")" != GGUF ]]; then
        rm -f -- "${part}"
        complain 1 "${source} is no GGUF file; it was removed. Name the file itself, not its page."
    fi
    [[ -n "${digest}" ]] || printf 'precache_model: not checked; next time add --sha256 %s\n' "${found}" >&2
}

source=
digest=
cache="${XDG_CACHE_HOME:-${HOME}/.cache}/iam/models"
while (($# > 0)); do
    case "$1" in
        --sha256 | --cache)
            (($# > 1)) || complain 2 "$1 needs a value."
            if [[ "$1" == --cache ]]; then cache="$2"; else digest="${2,,}"; fi
            shift ;;
        -h | --help) sed -n '2,14s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        -*) complain 2 "unknown option '$1'; known are --sha256, --cache and --help." ;;
        *)
            [[ -z "${source}" ]] || complain 2 "one source at a time, and '$1' is a second one."
            source="$1" ;;
    esac
    shift
done
[[ -n "${source}" ]] || complain 2 "which model? Name a URL, a path or ollama:NAME; --help says more."
[[ -z "${digest}" || "${digest}" =~ ^[0-9a-f]{64}$ ]] || complain 2 "a SHA-256 has 64 hexadecimal digits, and '${digest}' has not."
command -v curl >/dev/null || complain 1 "curl is not installed; install it."

path=
url=
find_source
# Sources with one name each have a folder of their own.
key="$(printf '%s' "${path:-${url}}" | sha256sum | cut -c1-16)"
name="$(basename -- "${source%%[?#]*}" | tr -c 'A-Za-z0-9._\n-' '_')"
folder="${cache}/${key}"
mkdir -p -- "${folder}" || complain 1 "the folder ${folder} cannot be made; name another one with --cache."
folder="$(cd -- "${folder}" && pwd -P)"
file="${folder}/${name%.gguf}.gguf"
part="${file}.part"

# A second run waits for the first one.
exec 9>"${folder}/lock"
flock 9
if [[ -f "${file}" && ( -z "${path}" || ! "${path}" -nt "${file}" ) ]]; then
    [[ -z "${digest}" || "$(digest_of "${file}")" == "${digest}" ]] && { printf '%s\n' "${file}"; exit 0; }
    printf 'precache_model: %s has another digest; it is fetched again.\n' "${file}" >&2
fi
bring
check_part
mv -- "${part}" "${file}"
printf '%s\n' "${file}"
