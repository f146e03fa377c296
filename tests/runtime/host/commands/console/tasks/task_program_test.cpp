// The programs are this program anew, with one of the hidden tests.
#include "host/commands/console/tasks/task_program.hpp"

#include <iam/store/private_files.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <future>
#include <memory>
#include <string>

using iam::host::TaskProgram;
using iam::host::TaskProgramEnd;
using iam::store::FileDescriptor;

namespace {

constexpr std::chrono::seconds k_task_program_patience{30};
constexpr const char* k_task_program_fifo = "IAM_TEST_TASK_PROGRAM_FIFO";

/// A program under way, and a FIFO between it and the test.
class StartedProgram {
 public:
    void start(const std::string& test, std::chrono::milliseconds grace) {
        const std::string fifo = (folder_ / "fifo").string();
        REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
        fifo_ = FileDescriptor(::open(fifo.c_str(), O_RDWR | O_CLOEXEC));
        REQUIRE(fifo_);
        REQUIRE(::setenv(k_task_program_fifo, fifo.c_str(), 1) == 0);
        auto started = TaskProgram::start(
            {"iam_test_host", test}, "run morning",
            [this](const TaskProgramEnd& end) { end_.set_value(end); }, grace);
        ::unsetenv(k_task_program_fifo);
        REQUIRE(started);
        program_ = *std::move(started);
    }
    void wait_for_word() const {
        char word = 0;
        REQUIRE(::read(fifo_.get(), &word, 1) == 1);
    }
    void ask_to_end() { program_.reset(); }
    TaskProgramEnd end() {
        auto end = end_.get_future();
        REQUIRE(end.wait_for(k_task_program_patience) == std::future_status::ready);
        return end.get();
    }

 private:
    std::promise<TaskProgramEnd> end_{};
    std::unique_ptr<TaskProgram> program_{};
    iam::test::TempDir folder_{};
    FileDescriptor fifo_{};  // its end ends the programs that read it
};

/// The test's FIFO; none: this is no such program.
FileDescriptor task_program_fifo() {
    const char* name = std::getenv(k_task_program_fifo);
    if (name == nullptr) return {};
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    return FileDescriptor(::open(name, O_RDWR | O_CLOEXEC));
}

void say_as_task(int file, const std::string& words) {
    if (::write(file, words.data(), words.size()) < 0) ::_exit(1);
}

}  // namespace

TEST_CASE("a task has ended although a program that it started holds its standard error") {
    StartedProgram program;
    program.start("as a task: leave a program behind", k_task_program_patience);
    CHECK(program.end().errors == "said");
}

TEST_CASE("a task that ignores the wish to end is killed after a time") {
    StartedProgram program;
    program.start("as a task: ignore the wish to end", std::chrono::milliseconds{1});
    program.wait_for_word();
    program.ask_to_end();
    CHECK(program.end().words == "run morning");
}

TEST_CASE("a task that is asked to end has time for it") {
    StartedProgram program;
    program.start("as a task: end when asked", k_task_program_patience);
    program.wait_for_word();
    program.ask_to_end();
    CHECK(program.end().errors == "stopped");
}

TEST_CASE("as a task: leave a program behind", "[.task_program]") {
    const char* name = std::getenv(k_task_program_fifo);
    if (name == nullptr) return;
    // Open for reading alone: the read ends with the test.
    const FileDescriptor fifo(::open(name, O_RDONLY | O_CLOEXEC));
    if (::fork() == 0) {
        char word = 0;
        ::_exit(static_cast<int>(::read(fifo.get(), &word, 1)));
    }
    say_as_task(STDERR_FILENO, "said");
    ::_exit(0);
}

TEST_CASE("as a task: ignore the wish to end", "[.task_program]") {
    const FileDescriptor fifo = task_program_fifo();
    if (!fifo) return;
    ::signal(SIGTERM, SIG_IGN);
    say_as_task(fifo.get(), "x");
    for (;;) ::pause();
}

TEST_CASE("as a task: end when asked", "[.task_program]") {
    const FileDescriptor fifo = task_program_fifo();
    if (!fifo) return;
    ::signal(SIGTERM, [](int) { ::_exit(::write(STDERR_FILENO, "stopped", 7) == 7 ? 0 : 1); });
    say_as_task(fifo.get(), "x");
    for (;;) ::pause();
}
