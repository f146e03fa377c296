#include <iam/core/signals_blocked.hpp>

#include <catch2/catch.hpp>

#include <thread>

namespace {

bool takes(int signal) {
    sigset_t mask{};
    REQUIRE(::pthread_sigmask(SIG_BLOCK, nullptr, &mask) == 0);
    return ::sigismember(&mask, signal) == 0;
}

}  // namespace

TEST_CASE(
    "a thread that starts while signals are blocked never takes one, and its starter does again") {
    bool child_takes = true;
    std::thread child;
    {
        const iam::SignalsBlocked blocked;
        CHECK_FALSE(takes(SIGINT));
        child = std::thread([&child_takes] { child_takes = takes(SIGINT) || takes(SIGTERM); });
    }
    CHECK(takes(SIGINT));
    child.join();
    CHECK_FALSE(child_takes);
}
