#include "mcp/server/calls/call_threads.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

using namespace iam::mcp;

TEST_CASE("jobs that block leave room for others, up to the number of threads") {
    std::mutex mutex;
    std::condition_variable changed;
    constexpr int k_most = 10;
    int running = 0;
    int most = 0;
    int done = 0;
    {
        CallThreads threads(k_most);
        for (int job = 0; job < 30; ++job) {
            threads.run([&] {
                std::unique_lock lock(mutex);
                most = std::max(most, ++running);
                changed.notify_all();
                // The first jobs wait for each other: they must have a thread each.
                changed.wait(lock, [&] { return most == k_most; });
                --running;
                ++done;
            });
        }
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return most == k_most; });
    }
    CHECK(most == k_most);
    CHECK(done == 30);
}

TEST_CASE("jobs one after another use threads again") {
    std::mutex mutex;
    std::condition_variable changed;
    std::set<std::thread::id> threads_used;
    CallThreads threads(8);
    for (int round = 0; round < 50; ++round) {
        bool ran = false;
        threads.run([&] {
            const std::lock_guard lock(mutex);
            threads_used.insert(std::this_thread::get_id());
            ran = true;
            changed.notify_all();
        });
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return ran; });
    }
    // A thread may be on its way back when the next job comes.
    CHECK(threads_used.size() < 8);
}

TEST_CASE("a job after the end runs on its caller's thread") {
    CallThreads threads(2);
    threads.end();
    std::thread::id where{};
    threads.run([&] { where = std::this_thread::get_id(); });
    CHECK(where == std::this_thread::get_id());
}
