// The keyring is read by the program secret-tool instead of libsecret: the library would bring
// GLib and a connection to D-Bus into every application, for one look-up of a few of them.
#include "mcp/client/config/secret.hpp"

#include "mcp/client/run_program.hpp"
#include <iam/core/json.hpp>
#include <iam/core/trusted_text.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace iam::mcp {
namespace {

Result<std::string> read_variable_secret(const std::string& name, const SecretPlaces& places) {
    auto value = places.variable ? places.variable(name) : std::nullopt;
    if (value) return *std::move(value);
    return fail(Errc::not_found,
                "the variable " + name + " is not set; set it before the program starts");
}

Result<std::string> read_from_place(const SecretReference& reference, const SecretPlaces& places) {
    switch (reference.place) {
        case SecretReference::Place::file:
            return read_trusted_text(reference.name, ReadBy::owner);
        case SecretReference::Place::keyring:
            if (const auto known = places.read_before.find(reference.name);
                known != places.read_before.end())
                return known->second;
            return read_keyring(reference.name, places);
        case SecretReference::Place::environment:
            return read_variable_secret(reference.name, places);
    }
    return fail(Errc::internal, "the secret has no place");
}

bool is_line(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
    });
}

}  // namespace

Result<std::string> read_keyring(const std::string& entry, const SecretPlaces& places) {
    // The attribute by which entries of this program are found.
    ProgramRun run{{places.keyring_program, "lookup", "iam-secret", entry}, {}, {}, {}};
    run.time = places.keyring_time;
    run.bytes_max = k_secret_bytes_max + 1;
    run.stop = places.stop;
    static constexpr std::array<const char*, 6> k_names{
        "DBUS_SESSION_BUS_ADDRESS", "DISPLAY",         "HOME",
        "WAYLAND_DISPLAY",          "XDG_RUNTIME_DIR", "PATH"};
    for (const char* name : k_names) {
        const auto value = places.variable ? places.variable(name) : std::nullopt;
        if (value) run.environment.push_back(name + ("=" + *value));
    }
    auto ended = run_program(run);
    if (!ended && ended.error().code == Errc::not_found) {
        return fail(Errc::not_found, "the keyring is read by " + places.keyring_program +
                                         ", which is not here; install the package "
                                         "libsecret-tools, or keep the secret in a file");
    }
    if (!ended) {
        return fail(Errc::unavailable,
                    "the keyring did not answer; unlock it, or keep the secret in a file");
    }
    if (ended->exit_code == 0 && !ended->output.empty()) return std::move(ended->output);
    if (!ended->errors.empty()) {
        return fail(Errc::unavailable,
                    "the keyring cannot be read; start a session with a keyring, or keep the "
                    "secret in a file");
    }
    return fail(Errc::not_found, "the keyring has no entry " + entry +
                                     "; store it: secret-tool store --label='iam' iam-secret '" +
                                     entry + "'");
}

Result<std::string> read_secret(const SecretReference& reference, const SecretPlaces& places,
                                SecretUse use) {
    IAM_TRY(secret, read_from_place(reference, places));
    if (secret.ends_with('\n')) secret.pop_back();
    const auto wrong = [&](const char* why) {
        return fail(Errc::invalid_argument, "the secret in " + reference.name + " " + why);
    };
    if (secret.empty()) return wrong("is empty; write it there");
    if (secret.size() > k_secret_bytes_max) return wrong("is longer than 16 KiB; shorten it");
    if (secret.find('\0') != std::string::npos) return wrong("has a NUL in it; take it out");
    if (use == SecretUse::field && !is_line(secret))
        return wrong("has more than one line or control characters; write it in one line");
    return std::move(secret);
}

}  // namespace iam::mcp
