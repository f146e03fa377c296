// Numbered files of the desk, written by processes that meet a limit in the middle.
#include "support/temp_dir.hpp"
#include <iam/annotations.hpp>

#include <catch2/catch.hpp>
#include <files.hpp>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

constexpr desk::Shelf k_notes{"notes", "note", ".txt"};
constexpr rlim_t k_bytes_max = 4096;

/// The desk's files in a folder of the test's own.
class DataHome {
 public:
    DataHome() { ::setenv("XDG_DATA_HOME", folder_.path().c_str(), 1); }
    ~DataHome() { ::unsetenv("XDG_DATA_HOME"); }
    DataHome(const DataHome&) = delete;
    DataHome& operator=(const DataHome&) = delete;
    fs::path notes() const { return folder_ / "desk" / "notes"; }
    std::set<std::string> names() const {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(notes()))
            names.insert(entry.path().filename().string());
        return names;
    }

 private:
    iam::test::TempDir folder_;
};

const std::string& long_text() {
    static const std::string text = "wanted " + std::string(2 * k_bytes_max, 'x');
    return text;
}

desk::Kept find_or_write_note() {
    return desk::find_or_write(
        k_notes, [](std::string_view text) { return text.substr(0, 6) == "wanted"; },
        [](int) { return long_text(); });
}

/// Writes the note in a process whose files may have k_bytes_max bytes. Returns its wait status. It
/// exits with 0 if the write failed with the code and message that it should have.
int write_note_under_limit(void (*at_limit)(int)) {
    const pid_t child = ::fork();
    if (child == 0) {
        const rlimit none{0, 0};
        const rlimit limit{k_bytes_max, k_bytes_max};
        (void)::setrlimit(RLIMIT_CORE, &none);
        (void)::setrlimit(RLIMIT_FSIZE, &limit);
        (void)std::signal(SIGXFSZ, at_limit);
        try {
            find_or_write_note();
        } catch (const iam::tool_error& error) {
            const std::string message = error.what();
            ::_exit(error.code() == "file_error" && message.find("Cannot write") == 0 ? 0 : 2);
        }
        ::_exit(1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return status;
}

void check_next_write_is_whole(const DataHome& home) {
    const desk::Kept kept = find_or_write_note();
    CHECK(kept.is_new);
    CHECK(kept.file.id == 2);
    CHECK(desk::read_numbered(k_notes, 2) == long_text());
    CHECK(home.names() == std::set<std::string>{".note.last", "note-2.txt"});
    struct stat found {};
    REQUIRE(::stat(kept.file.path.c_str(), &found) == 0);
    CHECK((found.st_mode & 0777U) == 0600U);
    CHECK_FALSE(find_or_write_note().is_new);
}

}  // namespace

TEST_CASE("a write that fails leaves no file that a retry takes for a finished one", "[desk]") {
    const DataHome home;
    const int status = write_note_under_limit(SIG_IGN);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(home.names() == std::set<std::string>{".note.last"});
    check_next_write_is_whole(home);
}

TEST_CASE("a kill in the middle of a write leaves no file that a retry takes for a finished one",
          "[desk]") {
    const DataHome home;
    // The kernel ends the process at the first byte beyond the limit, after those below it.
    const int status = write_note_under_limit(SIG_DFL);
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGXFSZ);
    CHECK(home.names().size() == 2);  // the counter, and the bytes below the limit
    check_next_write_is_whole(home);
}

TEST_CASE("a second name that a kill left does not lead the next write into a finished file",
          "[desk]") {
    const DataHome home;
    const desk::NumberedFile first = desk::write_numbered(k_notes, [](int) { return "first"; });
    fs::create_hard_link(first.path, home.notes() / ".note.unfinished");
    desk::write_numbered(k_notes, [](int) { return "second"; });
    CHECK(desk::read_numbered(k_notes, 1) == "first");
    CHECK(desk::read_numbered(k_notes, 2) == "second");
}

TEST_CASE("a file is never written over, even where the counter was lost", "[desk]") {
    const DataHome home;
    const desk::NumberedFile first = desk::write_numbered(k_notes, [](int) { return "first"; });
    fs::remove(home.notes() / ".note.last");
    const auto write = [] { desk::write_numbered(k_notes, [](int) { return "second"; }); };
    CHECK_THROWS_AS(write(), iam::tool_error);
    CHECK(desk::read_numbered(k_notes, 1) == "first");
    CHECK_NOTHROW(write());
    CHECK(desk::read_numbered(k_notes, 2) == "second");
}

TEST_CASE("a counter that cannot be read is not taken for a new one", "[desk]") {
    const DataHome home;
    desk::write_numbered(k_notes, [](int) { return "first"; });
    desk::remove_numbered(k_notes, 1);
    for (const char* text : {"x", "-1", "2147483647", "99999999999"}) {
        INFO(text);
        fs::remove(home.notes() / ".note.last");
        std::FILE* counter = std::fopen((home.notes() / ".note.last").c_str(), "w");
        REQUIRE(counter != nullptr);
        std::fputs(text, counter);
        std::fclose(counter);
        CHECK_THROWS_AS(desk::write_numbered(k_notes, [](int) { return "second"; }),
                        iam::tool_error);
        CHECK(home.names() == std::set<std::string>{".note.last"});
    }
}
