#include <iam/tool/pinned_file.hpp>
#include <support/records.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace iam::test {
namespace {

std::string why_not(const std::string& path, std::uint64_t bytes_max = 1024) {
    const auto file = PinnedFile::open(path, bytes_max);
    return file ? std::string() : file.error().message;
}

}  // namespace

TEST_CASE("a pinned file is known by its place on the disk, its size and its SHA-256") {
    const TempDir folder;
    const std::string path = (folder / "abc").string();
    std::ofstream(path) << "abc";
    const auto file = PinnedFile::open(path, 3);
    REQUIRE(file.has_value());
    struct stat facts {};
    REQUIRE(::stat(path.c_str(), &facts) == 0);
    CHECK((*file)->identity().device == facts.st_dev);
    CHECK((*file)->identity().inode == facts.st_ino);
    CHECK((*file)->identity().size == 3);
    // FIPS 180-4, example 1.
    CHECK((*file)->identity().sha256.hex() ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK((*file)->read().value_or("") == "abc");
}

TEST_CASE("a pinned file stays open where its path has gone, and is closed with the pin") {
    const TempDir folder;
    const std::string path = (folder / "abc").string();
    std::ofstream(path) << "abc";
    auto file = PinnedFile::open(path, 3);
    REQUIRE(file.has_value());
    REQUIRE(::unlink(path.c_str()) == 0);
    CHECK((*file)->read().value_or("") == "abc");
    const int descriptor = (*file)->descriptor();
    file->reset();
    CHECK(::fcntl(descriptor, F_GETFD) == -1);
}

TEST_CASE("content that changed in place is not read for what was pinned") {
    const TempDir folder;
    const std::string path = (folder / "abc").string();
    for (const char* other : {"abd", "ab", "abcd", ""}) {
        std::ofstream(path, std::ios::trunc) << "abc";
        const auto file = PinnedFile::open(path, 3);
        REQUIRE(file.has_value());
        std::ofstream(path, std::ios::trunc) << other;
        const auto content = (*file)->read();
        REQUIRE_FALSE(content.has_value());
        CHECK(content.error().code == Errc::conflict);
    }
}

TEST_CASE("only ordinary files of absolute paths are pinned, and none is waited for") {
    const TempDir folder;
    const std::string pipe = (folder / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(why_not(pipe).find("no ordinary file") != std::string::npos);
    CHECK(why_not(folder.path().string()).find("no ordinary file") != std::string::npos);
    CHECK(why_not("/dev/null").find("no ordinary file") != std::string::npos);
    CHECK(why_not("abc").find("absolute") != std::string::npos);
    CHECK(why_not("").find("absolute") != std::string::npos);
    CHECK(why_not(std::string("/abc\0def", 8)).find("absolute") != std::string::npos);
    CHECK(why_not("/\xff").find("UTF-8") != std::string::npos);
    CHECK(why_not((folder / "missing").string()).find("cannot be opened") != std::string::npos);
    const std::string large = (folder / "large").string();
    std::ofstream(large) << "1234";
    CHECK(why_not(large, 3).find("4 bytes, and 3 can") != std::string::npos);
}

}  // namespace iam::test
