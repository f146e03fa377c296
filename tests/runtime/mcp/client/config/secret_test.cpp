#include "mcp/client/config/secret.hpp"

#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <fstream>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;
using Catch::Contains;

namespace {

using Place = SecretReference::Place;

std::string put(const TempDir& folder, const char* name, const std::string& text,
                unsigned mode = 0600) {
    const std::string path = folder / name;
    std::ofstream(path) << text;
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    return path;
}

Result<std::string> read_file_secret(const std::string& path, SecretUse use = SecretUse::field) {
    return read_secret({Place::file, path}, {}, use);
}

/// A keyring program that answers with a script of the shell.
SecretPlaces keyring(const TempDir& folder, const std::string& script) {
    SecretPlaces places;
    places.variable = [](const std::string& name) -> std::optional<std::string> {
        if (name == "XDG_RUNTIME_DIR") return "/run/user/7";
        return std::nullopt;
    };
    places.keyring_program = put(folder, "secret-tool", "#!/bin/sh\n" + script, 0700);
    return places;
}

}  // namespace

TEST_CASE("a secret is the content of a private file without its last line end") {
    const TempDir folder;
    CHECK(*read_file_secret(put(folder, "a", "geheim\n")) == "geheim");
    CHECK(*read_file_secret(put(folder, "b", " geheim ")) == " geheim ");
    CHECK(*read_file_secret(put(folder, "c", "one\ntwo\n\n"), SecretUse::variable) == "one\ntwo\n");
}

TEST_CASE("a secret's file that others can read is refused with the remedy") {
    const TempDir folder;
    for (const unsigned mode : {0640U, 0604U, 0620U}) {
        const auto secret = read_file_secret(put(folder, "a", "geheim", mode));
        REQUIRE_FALSE(secret);
        CHECK(secret.error().code == Errc::corrupt);
        CHECK_THAT(secret.error().message, Contains("chmod 600") && !Contains("geheim"));
    }
    CHECK(read_file_secret(folder / "none").error().code == Errc::unavailable);
    CHECK_FALSE(read_file_secret(folder.path().string()));
}

TEST_CASE("a secret that cannot be sent is refused, and none of it is repeated") {
    const TempDir folder;
    for (const std::string& text :
         {std::string(), std::string("\n"), std::string("geheim\nx"), std::string("geheim\r"),
          std::string("geheim\0", 7), std::string(k_secret_bytes_max + 2, 'g')}) {
        const auto secret = read_file_secret(put(folder, "a", text));
        REQUIRE_FALSE(secret);
        CHECK_THAT(secret.error().message, !Contains("geheim") && !Contains("ggg"));
    }
    CHECK(read_file_secret(put(folder, "a", std::string(k_secret_bytes_max, 'g'))));
}

TEST_CASE("a secret is taken from a variable that the caller knows") {
    SecretPlaces places;
    places.variable = [](const std::string& name) -> std::optional<std::string> {
        if (name == "TOKEN") return "geheim";
        return std::nullopt;
    };
    CHECK(*read_secret({Place::environment, "TOKEN"}, places, SecretUse::field) == "geheim");
    const auto other = read_secret({Place::environment, "OTHER"}, places, SecretUse::field);
    CHECK(other.error().code == Errc::not_found);
    CHECK_THAT(other.error().message, Contains("OTHER"));
    CHECK_FALSE(read_secret({Place::environment, "TOKEN"}, {}, SecretUse::field));
}

TEST_CASE("a secret is looked up in the keyring by its entry") {
    const TempDir folder;
    const auto places = keyring(folder, "echo \"$XDG_RUNTIME_DIR $*\"\n");
    CHECK(*read_secret({Place::keyring, "web; x"}, places, SecretUse::field) ==
          "/run/user/7 lookup iam-secret web; x");
}

TEST_CASE("a keyring without the entry, without a session and without its program says so") {
    const TempDir folder;
    const auto missing =
        read_secret({Place::keyring, "web"}, keyring(folder, "exit 1\n"), SecretUse::field);
    CHECK(missing.error().code == Errc::not_found);
    CHECK_THAT(missing.error().message, Contains("secret-tool store"));
    const auto away = read_secret({Place::keyring, "web"},
                                  keyring(folder, "echo no bus >&2; exit 1\n"), SecretUse::field);
    CHECK(away.error().code == Errc::unavailable);
    SecretPlaces none;
    none.keyring_program = folder / "nothing";
    const auto absent = read_secret({Place::keyring, "web"}, none, SecretUse::field);
    CHECK_THAT(absent.error().message, Contains("libsecret-tools"));
}
