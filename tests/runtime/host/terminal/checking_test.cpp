// A decision that takes long says so to the person who waits, and to nobody else.
// Tests of runtime/src/host/terminal/checking_sign.cpp.
#include "host/terminal/checking_sign.hpp"
#include <iam/tool/define.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

#include <atomic>

using iam::test::contains;
using iam::test::HostFixture;
using iam::test::Pty;

namespace {

constexpr const char* k_sign = "Checking permissions…";

/// Passes as soon as it is waited for.
bool at_once(std::chrono::milliseconds /*time*/, const std::stop_token& /*stop*/) {
    return true;
}

/// A tool whose question waits until its preview is let go.
struct Slow {
    std::promise<void> go{};
    std::shared_future<void> gone{go.get_future().share()};

    iam::Result<void> add_to(iam::Registry& registry) const {
        return iam::define("slow")
            .description("Takes its time before anybody is asked.")
            .call([] {})
            .preview(
                [gone = gone] {
                    gone.wait();
                    return iam::Preview{"would be slow", {}, {}};
                },
                {})
            .add_to(registry);
    }
};

}  // namespace

TEST_CASE("C35 a decision that takes more than 100 ms shows a sign, before the question") {
    for (const bool in_portuguese : {false, true}) {
        HostFixture host;
        Slow slow;
        std::chrono::milliseconds waited{0};
        host.wait = [&](std::chrono::milliseconds time, const std::stop_token&) {
            waited = time;
            return true;
        };
        if (in_portuguese) host.locale = "pt_BR.UTF-8";
        host.more_tools = [&](iam::Registry& registry) { return slow.add_to(registry); };
        Pty pty;
        auto running = std::async(std::launch::async, [&] {
            return host.run_on(pty.device(), {"call", "slow"});
        });
        const bool shown = pty.wait_for(in_portuguese ? "Verificando permissões…\r\n"
                                                      : "Checking permissions…\r\n");
        CHECK(shown);
        slow.go.set_value();
        CHECK(pty.wait_for(in_portuguese ? "Pressione 1" : "Press 1"));
        pty.type("3");
        const auto outcome = running.get();
        CHECK(outcome.code == iam::host::ExitCode::denied);
        CHECK(waited == std::chrono::milliseconds(100));
        // A person's terminal, and neither of the streams that programs read.
        CHECK_FALSE(contains(outcome.out + outcome.err, k_sign));
        // With --plain nothing but letters.
        CHECK_FALSE(contains(pty.shown().substr(0, pty.shown().find('\n')), "\x1b"));
    }
}

TEST_CASE("C35 a decision within 100 ms shows no sign, and its wait ends with it") {
    HostFixture host;
    std::string shown;
    host.answer({"call", "echo", R"({"message":"hi"})"}, {"1"}, &shown);
    CHECK(contains(shown, "Press 1"));
    CHECK_FALSE(contains(shown, k_sign));
    CHECK(host.effects() == std::vector<std::string>{"echo hi"});
}

TEST_CASE("C35 no sign while the function runs: the call is decided") {
    HostFixture host;
    std::atomic<bool> ended{false};
    host.wait = [&](std::chrono::milliseconds, const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [] { return false; });
        ended = true;
        return false;
    };
    bool ended_before_the_function = false;
    host.more_tools = [&](iam::Registry& registry) {
        return iam::define("look")
            .description("Looks whether the sign is still waited for.")
            .policy(iam::allow)
            .call([&] { ended_before_the_function = ended; })
            .add_to(registry);
    };
    Pty pty;
    CHECK(host.run_on(pty.device(), {"call", "look"}).code == iam::host::ExitCode::done);
    CHECK(ended_before_the_function);
}

TEST_CASE("C35 without a terminal nobody waits for the sign") {
    HostFixture host;
    host.wait = at_once;
    const auto outcome = host.run({"call", "echo", R"({"message":"hi"})"});
    CHECK(outcome.code == iam::host::ExitCode::undecided);
    CHECK_FALSE(contains(outcome.out + outcome.err, k_sign));
}

TEST_CASE("C35 a sign is shown once for each decision and never after its end") {
    std::atomic<int> shown{0};
    std::promise<void> first;
    iam::host::CheckingSign sign(at_once, [&] {
        if (++shown == 1) first.set_value();
    });
    sign.begin();
    first.get_future().wait();
    sign.end();
    CHECK(shown == 1);
    std::atomic<bool> passes{false};
    iam::host::CheckingSign stopped(
        [&](std::chrono::milliseconds, const std::stop_token& stop) {
            std::mutex mutex;
            std::condition_variable_any changed;
            std::unique_lock lock(mutex);
            changed.wait(lock, stop, [] { return false; });
            return passes.load();
        },
        [&] { ++shown; });
    stopped.begin();
    stopped.end();
    CHECK(shown == 1);
    // What begins to fail or throws is no sign, and no more than that.
    iam::host::CheckingSign broken(
        [](std::chrono::milliseconds, const std::stop_token&) -> bool { throw 1; },
        [&] { ++shown; });
    broken.begin();
    broken.end();
    CHECK(shown == 1);
}
