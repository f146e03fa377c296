// Work in a process of its own: how it ended, and that nothing of it is left in this one.
#include <generator/io/apart.hpp>

#include <catch2/catch.hpp>
#include <sys/resource.h>

#include <csignal>
#include <stdexcept>

using iam::gen::run_apart;
using iam::gen::signal_text;

TEST_CASE("the exit code of the work comes back, and its memory does not", "[apart]") {
    int seen = 1;
    const auto ended = run_apart([&] {
        seen = 2;
        return 7;
    });
    CHECK(ended.exit_code == 7);
    CHECK(ended.signal == 0);
    CHECK(seen == 1);
}

TEST_CASE("a signal that ends the work does not end the program", "[apart]") {
    for (const int signal : {SIGSEGV, SIGABRT, SIGKILL, SIGBUS}) {
        const auto ended = run_apart([&] {
            // No file of the dead process, and no handler of the test's.
            const rlimit none{0, 0};
            (void)::setrlimit(RLIMIT_CORE, &none);
            (void)std::signal(signal, SIG_DFL);
            return std::raise(signal);
        });
        CHECK(ended.signal == signal);
    }
    CHECK(signal_text(SIGSEGV) == "signal 11 (Segmentation fault)");
}

TEST_CASE("an exception of the work is told and is a failure", "[apart]") {
    const auto ended = run_apart([]() -> int { throw std::runtime_error("words"); });
    CHECK(ended.exit_code == 1);
    CHECK(ended.signal == 0);
}
