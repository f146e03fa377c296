#include "mcp/client/run_program.hpp"

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <thread>

using namespace iam;
using namespace iam::mcp;

namespace {

ProgramRun shell(const std::string& script) {
    return {.arguments = {"/bin/sh", "-c", script}, .environment = {"A=b"}};
}

}  // namespace

TEST_CASE("a program's outputs, exit code and environment are its own") {
    const auto ended = run_program(shell("echo $A; env | wc -l; echo bad >&2; exit 3"));
    REQUIRE(ended);
    CHECK(ended->output == "b\n2\n");  // the shell adds PWD
    CHECK(ended->errors == "bad\n");
    CHECK(ended->exit_code == 3);
    CHECK(run_program(shell("kill -9 $$"))->exit_code == 137);
    CHECK(run_program(shell("cat"))->output.empty());
}

TEST_CASE("a program that is not there is not found") {
    const auto ended = run_program({.arguments = {"/nowhere/program"}});
    REQUIRE_FALSE(ended);
    CHECK(ended.error().code == Errc::not_found);
}

TEST_CASE("a program that is too slow or writes too much is ended") {
    ProgramRun slow = shell("exec sleep 60");
    slow.time = std::chrono::milliseconds(50);
    CHECK(run_program(slow).error().code == Errc::unavailable);
    ProgramRun loud = shell("exec yes");
    loud.bytes_max = 1000;
    CHECK(run_program(loud).error().code == Errc::unavailable);
}

TEST_CASE("a program is ended by a stop") {
    ProgramRun slow = shell("exec sleep 60");
    std::stop_source stop;
    slow.stop = stop.get_token();
    std::thread stopper([&] { stop.request_stop(); });
    CHECK(run_program(slow).error().code == Errc::unavailable);
    stopper.join();
}

TEST_CASE("a process that a program leaves behind does not hold its end up") {
    const auto ended = run_program(shell("sleep 60 & echo done $!"));
    REQUIRE(ended);
    CHECK(ended->output.starts_with("done "));
    ::kill(std::stoi(ended->output.substr(5)), SIGKILL);
}

TEST_CASE("a program inherits no descriptor but the three of its own") {
    const int open = ::open("/dev/null", O_RDONLY);
    REQUIRE(::fcntl(open, F_SETFD, 0) == 0);
    CHECK(run_program(shell("ls /proc/$$/fd"))->output == "0\n1\n2\n");
    ::close(open);
}
