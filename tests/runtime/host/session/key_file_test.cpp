// Tests of runtime/src/host/session/key_file.cpp.
#include "host/session/key_file.hpp"

#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <fstream>
#include <string>

namespace {

std::string file_with(const iam::test::TempDir& folder, const std::string& text, mode_t mode) {
    const std::string path = (folder / "key").string();
    std::ofstream(path, std::ios::binary) << text;
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    return path;
}

}  // namespace

TEST_CASE("a key file gives its key without the end of its line") {
    const iam::test::TempDir folder;
    CHECK(iam::host::read_key_file(file_with(folder, "k-123\n", 0600)) == "k-123");
    CHECK(iam::host::read_key_file(file_with(folder, "k-123\r\n", 0400)) == "k-123");
}

TEST_CASE("a key file that others can read is refused with the command that closes it (H36)") {
    const iam::test::TempDir folder;
    for (const mode_t mode : {0640U, 0604U, 0622U}) {
        const auto key = iam::host::read_key_file(file_with(folder, "k-123", mode));
        REQUIRE_FALSE(key);
        CHECK(key.error().code == iam::Errc::corrupt);
        CHECK_THAT(key.error().message, Catch::Contains("chmod 600"));
        CHECK(key.error().message.find("k-123") == std::string::npos);
    }
}

TEST_CASE("a key file that is missing, empty, too long or no file is an error with its path") {
    const iam::test::TempDir folder;
    CHECK(iam::host::read_key_file((folder / "none").string()).error().code ==
          iam::Errc::not_found);
    CHECK(iam::host::read_key_file(file_with(folder, "\n", 0600)).error().code ==
          iam::Errc::invalid_argument);
    const std::string longer(iam::host::k_key_file_bytes_max + 1, 'k');
    CHECK(iam::host::read_key_file(file_with(folder, longer, 0600)).error().code ==
          iam::Errc::invalid_argument);
    CHECK(iam::host::read_key_file(folder.path().string()).error().code == iam::Errc::corrupt);
    const std::string pipe = (folder / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(iam::host::read_key_file(pipe).error().code == iam::Errc::corrupt);
}
