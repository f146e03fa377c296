#include <iam/core/trusted_text.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <fstream>
#include <string>

namespace {

using iam::Errc;
using iam::read_trusted_text;
using iam::ReadBy;

std::string file_with(const iam::test::TempDir& folder, const std::string& text, mode_t mode) {
    const std::string path = (folder / "text").string();
    std::ofstream(path, std::ios::binary) << text;
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    return path;
}

iam::Error refusal_of(const std::string& path, ReadBy by) {
    const auto text = read_trusted_text(path, by);
    REQUIRE_FALSE(text);
    return text.error();
}

}  // namespace

TEST_CASE("a file of its owner alone is read whole") {
    const iam::test::TempDir folder;
    CHECK(read_trusted_text(file_with(folder, "k-123\n", 0600), ReadBy::owner) == "k-123\n");
    CHECK(read_trusted_text(file_with(folder, "", 0400), ReadBy::owner) == "");
    CHECK(read_trusted_text(file_with(folder, "open", 0644), ReadBy::all) == "open");
}

TEST_CASE("a file that others can read is refused as a secret, with the command that closes it") {
    const iam::test::TempDir folder;
    for (const mode_t mode : {0640U, 0604U, 0644U}) {
        const iam::Error error = refusal_of(file_with(folder, "k-123", mode), ReadBy::owner);
        CHECK(error.code == Errc::corrupt);
        CHECK_THAT(error.message, Catch::Contains("chmod 600") && !Catch::Contains("k-123"));
    }
}

TEST_CASE("a file that others can write or exchange is refused for every use") {
    const iam::test::TempDir folder;
    const iam::Error written = refusal_of(file_with(folder, "x", 0622), ReadBy::all);
    CHECK(written.code == Errc::corrupt);
    CHECK_THAT(written.message, Catch::Contains("chmod go-w"));
    const std::string path = file_with(folder, "x", 0600);
    REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
    CHECK_THAT(refusal_of(path, ReadBy::owner).message, Catch::Contains("exchange"));
    REQUIRE(::chmod(folder.path().c_str(), 0700) == 0);
}

TEST_CASE("a file that is missing, too long or no file is an error with its path") {
    const iam::test::TempDir folder;
    CHECK(refusal_of((folder / "none").string(), ReadBy::all).code == Errc::unavailable);
    const std::string longer(iam::k_trusted_bytes_max + 1, 'k');
    CHECK(refusal_of(file_with(folder, longer, 0600), ReadBy::all).code == Errc::invalid_argument);
    CHECK(refusal_of(folder.path().string(), ReadBy::all).code == Errc::invalid_argument);
    // A pipe in its place must not stop the program.
    const std::string pipe = (folder / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(refusal_of(pipe, ReadBy::all).code == Errc::invalid_argument);
}
