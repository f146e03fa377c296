// Ordinary files are read whole; everything else is no text.
#include <generator/io/text_file.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <fstream>

using namespace iam::gen;

namespace {

std::string write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
}

}  // namespace

TEST_CASE("a file is read as it is, with every byte", "[text_file]") {
    const iam::test::TempDir folder;
    const std::string text("a\r\n\0\xFF", 5);
    const std::string path = write(folder / "text", text);
    CHECK(read_text_file(path) == text);
    CHECK(holds_text(path, text));
    CHECK(read_text_file(write(folder / "empty", "")) == "");
    CHECK(holds_text((folder / "empty").string(), ""));
}

TEST_CASE("a text of the same length or the same beginning is another one", "[text_file]") {
    const iam::test::TempDir folder;
    const std::string path = write(folder / "text", "abc");
    CHECK_FALSE(holds_text(path, "abd"));
    CHECK_FALSE(holds_text(path, "ab"));
    CHECK_FALSE(holds_text(path, "abcd"));
}

TEST_CASE("what is no ordinary file has no text, and nobody waits for it", "[text_file]") {
    const iam::test::TempDir folder;
    const std::string pipe = (folder / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string& path :
         {pipe, folder.path().string(), (folder / "missing").string(), std::string("/dev/zero")}) {
        CHECK_FALSE(read_text_file(path));
        CHECK_FALSE(holds_text(path, ""));
    }
}
