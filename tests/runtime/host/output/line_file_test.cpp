#include "host/output/line_file.hpp"

#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using iam::host::LineFile;

std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

unsigned mode_of(const std::filesystem::path& path) {
    struct stat found {};
    REQUIRE(::stat(path.c_str(), &found) == 0);
    return found.st_mode & 0777U;
}

}  // namespace

TEST_CASE("a file of lines is closed to others and goes on where it ended") {
    const iam::test::TempDir folder;
    const auto path = folder / "log";
    for (const char* line : {"one", "two"}) {
        auto file = LineFile::open(path);
        REQUIRE(file);
        CHECK((*file)->add(line));
    }
    CHECK(text_of_file(path) == "one\ntwo\n");
    CHECK(mode_of(path) == 0600);
}

TEST_CASE("a file of lines that is full makes room once") {
    const iam::test::TempDir folder;
    const auto path = folder / "log";
    auto file = LineFile::open(path, 10);
    REQUIRE(file);
    for (const char* line : {"aaaa", "bbbb", "cccc", "dddd", "eeee"}) CHECK((*file)->add(line));
    CHECK(text_of_file(path) == "eeee\n");
    CHECK(text_of_file(path.string() + ".1") == "cccc\ndddd\n");
    CHECK(mode_of(path.string() + ".1") == 0600);
    CHECK((*file)->add(std::string(20, 'f')));  // a long line stands alone
    CHECK(text_of_file(path) == std::string(20, 'f') + "\n");
}

TEST_CASE("a file of lines that others can read is closed to them") {
    const iam::test::TempDir folder;
    const auto open = folder / "open";
    std::ofstream(open) << "x\n";
    REQUIRE(::chmod(open.c_str(), 0644) == 0);
    const auto file = LineFile::open(open);
    REQUIRE(file);
    CHECK((*file)->add("y"));
    CHECK(mode_of(open) == 0600);
    CHECK(text_of_file(open) == "x\ny\n");
}

TEST_CASE("a link, a folder, a pipe and a missing folder are no file of lines") {
    const iam::test::TempDir folder;
    const auto open = folder / "open";
    std::ofstream(open) << "x";
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK_FALSE(LineFile::open(folder / "pipe"));
    std::filesystem::create_symlink(open, folder / "link");
    CHECK_FALSE(LineFile::open(folder / "link"));
    CHECK_FALSE(LineFile::open(folder.path()));
    CHECK_FALSE(LineFile::open(folder / "none" / "log"));
}
