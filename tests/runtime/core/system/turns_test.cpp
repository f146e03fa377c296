#include <iam/core/turns.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

using namespace iam;

namespace {

/// Steps 1 to `last`; the last has no job.
struct Countdown {
    int last;
    std::function<void(int)> job;
    int steps = 0;
    Turns::Step operator()() {
        const int number = ++steps;
        if (number == last) return {.is_last = true};
        return {.job = [this, number] { job(number); }};
    }
};

}  // namespace

TEST_CASE("quick jobs run on the thread that reads, in their order") {
    std::vector<int> order;
    std::set<std::thread::id> threads;
    std::mutex mutex;
    Countdown steps{.last = 100, .job = [&](int number) {
                        const std::lock_guard lock(mutex);
                        order.push_back(number);
                        threads.insert(std::this_thread::get_id());
                    }};
    int ends = 0;
    Turns turns([&] { return steps(); });
    turns.run([&] { ++ends; });
    CHECK(order.size() == 99);
    CHECK(ends == 1);
    // A job may have lost its processor for a moment.
    CHECK(threads.size() < 10);
}

TEST_CASE("jobs that block do not stop the reading") {
    std::mutex mutex;
    std::condition_variable changed;
    int running = 0;
    constexpr int k_jobs = 8;
    // All jobs wait for each other, so that each needs a thread.
    Countdown steps{.last = k_jobs + 1, .job = [&](int) {
                        std::unique_lock lock(mutex);
                        ++running;
                        changed.notify_all();
                        changed.wait(lock, [&] { return running == k_jobs; });
                    }};
    Turns turns([&] { return steps(); });
    turns.run([] {});
    CHECK(running == k_jobs);
}

TEST_CASE("the end comes while a job still blocks, and run() waits for the job") {
    std::mutex mutex;
    std::condition_variable changed;
    bool has_ended = false;
    std::atomic<bool> job_is_done{false};
    Countdown steps{.last = 2, .job = [&](int) {
                        std::unique_lock lock(mutex);
                        changed.wait(lock, [&] { return has_ended; });
                        job_is_done = true;
                    }};
    Turns turns([&] { return steps(); });
    turns.run([&] {
        const std::lock_guard lock(mutex);
        has_ended = true;
        changed.notify_all();
    });
    CHECK(job_is_done);
}

TEST_CASE("steps without a job keep the turn on one thread") {
    int left = 1000;
    std::set<std::thread::id> threads;
    Turns turns([&]() -> Turns::Step {
        threads.insert(std::this_thread::get_id());
        return {.is_last = --left == 0};
    });
    turns.run([] {});
    CHECK(threads.size() == 1);
}
