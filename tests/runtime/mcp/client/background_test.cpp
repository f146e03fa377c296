#include "mcp/client/background.hpp"

#include <catch2/catch.hpp>

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>

using iam::mcp::Background;

TEST_CASE("a function beside the others does not wait for them") {
    Background background;
    std::promise<void> go;
    std::promise<int> first;
    std::promise<int> second;
    background.run([&](const std::stop_token&) {
        go.get_future().wait();
        first.set_value(1);
    });
    background.run([&](const std::stop_token&) { second.set_value(2); });
    CHECK(second.get_future().get() == 2);
    go.set_value();
    CHECK(first.get_future().get() == 1);
}

TEST_CASE("the end of the background stops its functions and waits for them") {
    std::promise<void> began;
    bool has_stopped = false;
    {
        Background background;
        background.run([&](const std::stop_token& stop) {
            began.set_value();
            std::mutex mutex;
            std::condition_variable_any changed;
            std::unique_lock lock(mutex);
            changed.wait(lock, stop, [] { return false; });
            has_stopped = stop.stop_requested();
        });
        began.get_future().wait();
    }
    CHECK(has_stopped);
}
