// What a run leaves on the disk: everything, only what changed, or nothing.
#include <generator/io/sink.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace iam::gen;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "iam-sink-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    fs::path operator/(const std::string& name) const { return path_ / name; }
    std::string text() const { return path_.string(); }

 private:
    fs::path path_;
};

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::size_t count_files(const fs::path& folder) {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) ++count;
    return count;
}

/// A time that no write of this test can give by chance.
const fs::file_time_type k_old = std::chrono::file_clock::from_sys(
    std::chrono::sys_seconds{std::chrono::seconds{1'000'000'000}});

}  // namespace

TEST_CASE("files appear with their folders and nothing else is left behind", "[sink]") {
    const Folder folder;
    DiskSink sink((folder / "new/out").string());
    REQUIRE(sink.write({{"desk.iam.cpp", "a\n"}, {"sub/desk.tools.json", "{}"}}));
    CHECK(read(folder / "new/out/desk.iam.cpp") == "a\n");
    CHECK(read(folder / "new/out/sub/desk.tools.json") == "{}");
    CHECK(count_files(folder / "new") == 2);
}

TEST_CASE("a file with the same bytes keeps its time, another one is replaced", "[sink]") {
    const Folder folder;
    DiskSink sink(folder.text());
    REQUIRE(sink.write({{"same", "s"}, {"other", "before"}}));
    fs::last_write_time(folder / "same", k_old);
    fs::last_write_time(folder / "other", k_old);
    REQUIRE(sink.write({{"same", "s"}, {"other", "after"}}));
    CHECK(fs::last_write_time(folder / "same") == k_old);
    CHECK(fs::last_write_time(folder / "other") != k_old);
    CHECK(read(folder / "other") == "after");
}

TEST_CASE("where one file cannot be written none is", "[sink]") {
    const Folder folder;
    DiskSink sink(folder.text());
    REQUIRE(sink.write({{"a", "before"}}));
    fs::create_directories(folder / "b");  // a folder stands where the file should go
    fs::last_write_time(folder / "a", k_old);
    const auto written = sink.write({{"a", "after"}, {"b", "text"}});
    REQUIRE_FALSE(written);
    CHECK(written.error().find("/b'") != std::string::npos);
    CHECK(read(folder / "a") == "before");
    CHECK(fs::last_write_time(folder / "a") == k_old);
    CHECK(count_files(folder / "") == 1);
}

TEST_CASE("a folder that cannot be made is an error with its path", "[sink]") {
    const Folder folder;
    std::ofstream(folder / "file") << "x";
    DiskSink sink((folder / "file/out").string());
    const auto written = sink.write({{"a", "text"}});
    REQUIRE_FALSE(written);
    CHECK(written.error().find("file/out") != std::string::npos);
}

TEST_CASE("a generated file has the rights of an ordinary one", "[sink]") {
    const Folder folder;
    REQUIRE(DiskSink(folder.text()).write({{"generated", "x"}}));
    std::ofstream(folder / "ordinary") << "x";
    CHECK(fs::status(folder / "generated").permissions() ==
          fs::status(folder / "ordinary").permissions());
}

TEST_CASE("a stamp gets a new time even where its bytes are the same", "[sink]") {
    const Folder folder;
    const std::string path = (folder / "sub/desk.stamp").string();
    REQUIRE(write_always(path, ""));
    fs::last_write_time(path, k_old);
    REQUIRE(write_always(path, ""));
    CHECK(fs::last_write_time(path) != k_old);
    CHECK_FALSE(write_always((folder / "sub").string(), "x"));
}

TEST_CASE("the memory sink keeps the last text of each name", "[sink]") {
    MemorySink sink;
    REQUIRE(sink.write({{"a", "1"}, {"b", "2"}}));
    REQUIRE(sink.write({{"a", "3"}}));
    CHECK(sink.files() == std::map<std::string, std::string>{{"a", "3"}, {"b", "2"}});
}

TEST_CASE("what is no file is neither replaced nor waited for by the outputs of a run", "[sink]") {
    const Folder folder;
    REQUIRE(::mkfifo((folder / "b").c_str(), 0600) == 0);
    const auto written = DiskSink(folder.text()).write({{"a", "1"}, {"b", "2"}});
    REQUIRE_FALSE(written);
    CHECK(written.error().find("/b': a pipe, socket or device") != std::string::npos);
    CHECK(fs::is_fifo(folder / "b"));
    CHECK_FALSE(fs::exists(folder / "a"));
    CHECK(count_files(folder / "") == 0);
}

TEST_CASE("a device is written to and stays what it is", "[sink]") {
    const Folder folder;  // links, so that a mistake costs the machine nothing
    for (const char* name : {"null", "full"})
        fs::create_symlink(std::string("/dev/") + name, folder / name);
    CHECK(write_always((folder / "null").string(), "text"));
    CHECK(fs::is_character_file(folder / "null"));
    if (!fs::is_character_file(folder / "full")) return;
    const auto written = write_always((folder / "full").string(), "text");
    REQUIRE_FALSE(written);
    CHECK(written.error().find("/full': No space left on device") != std::string::npos);
    CHECK(fs::is_character_file(folder / "full"));
    CHECK(count_files(folder / "") == 0);
}
