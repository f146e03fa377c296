// Functions on the host's threads, and how many at once. Nothing sleeps: functions wait until the
// test lets them go on.
// Tests of runtime/src/gate/functions/placing.cpp.
#include "../fixture.hpp"
#include <iam/gate/executor.hpp>

#include <future>
#include <stdexcept>
#include <thread>

namespace iam::test {
namespace {

using gate::Executor;
using gate::LoopExecutor;
using gate::Placement;
using gate::Turns;

/// A main loop on a thread of its own, that runs until it is told to end.
class LoopThread {
 public:
    LoopThread() {
        std::promise<void> begun;
        thread_ = std::thread([this, &begun] { loop(begun); });
        begun.get_future().wait();
    }
    ~LoopThread() {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
            news_.notify_all();
        }
        thread_.join();
    }
    std::shared_ptr<LoopExecutor> executor() const { return executor_; }
    std::thread::id id() const { return thread_.get_id(); }

 private:
    void loop(std::promise<void>& begun) {
        executor_ = std::make_shared<LoopExecutor>([this] {
            const std::lock_guard lock(mutex_);
            ++posted_;
            news_.notify_all();
        });
        begun.set_value();
        std::unique_lock lock(mutex_);
        for (int seen = 0;;) {
            news_.wait(lock, [&] { return ending_ || posted_ != seen; });
            if (ending_) break;
            seen = posted_;
            lock.unlock();
            executor_->run_pending();
            lock.lock();
        }
        lock.unlock();
        executor_->close();
    }

    std::shared_ptr<LoopExecutor> executor_;
    std::mutex mutex_;
    std::condition_variable news_;
    int posted_ = 0;
    bool ending_ = false;
    std::thread thread_;
};

/// Keeps what it is given.
struct HoldingExecutor final : Executor {
    void post(std::function<void()> job) override {
        jobs.push_back(std::move(job));
        if (on_post) on_post();
    }
    bool is_here() const override { return false; }
    std::vector<std::function<void()>> jobs{};
    std::function<void()> on_post{};
};

}  // namespace

TEST_CASE(
    "a tool that belongs to a thread of the host's runs there, its undo too, and others do not") {
    LoopThread loop;
    Program program;
    std::thread::id ran{};
    const auto note = [&](auto&&...) {
        ran = std::this_thread::get_id();
        return Reply::done();
    };
    program.add(undoable("draw"), {.call = note, .undo = note});
    program.add_allowed("count", {.call = note});
    program.place = [&](const Contract& contract) {
        return contract.id.name == "draw" ? Placement{loop.executor(), nullptr} : Placement{};
    };
    const ToolResult drawn = program.runtime().call(call_of("draw"));
    CHECK(drawn.success);
    CHECK(ran == loop.id());
    ran = {};
    CHECK(program.runtime().undo(undo_of(drawn)).success);
    CHECK(ran == loop.id());
    CHECK(program.runtime().call(call_of("count")).success);
    CHECK(ran == std::this_thread::get_id());
}

TEST_CASE("tools of a class belong where the class does") {
    LoopThread loop;
    Program program;
    std::thread::id ran{};
    Contract contract = contract_of("draw");
    contract.policy = Policy::allow;
    contract.bound_class = "app::Window";
    program.add(contract, {.call = [&](std::string_view, Context&) {
                    ran = std::this_thread::get_id();
                    return Reply::done();
                }});
    program.place = [&](const Contract& of) {
        return of.bound_class == "app::Window" ? Placement{loop.executor(), nullptr} : Placement{};
    };
    CHECK(program.runtime().call(call_of("draw")).success);
    CHECK(ran == loop.id());
}

TEST_CASE("a call from the host's thread to a tool that belongs there runs at once") {
    Program program;
    const auto here = std::make_shared<LoopExecutor>();
    const auto seen = program.add_allowed("draw");
    program.place = [&](const Contract&) { return Placement{here, nullptr}; };
    CHECK(program.runtime().call(call_of("draw")).success);
    CHECK(seen->calls == 1);
    CHECK(here->run_pending() == 0);
}

TEST_CASE(
    "an executor that drops a job, throws or is closed leaves a cancelled call whose function did "
    "not run") {
    Program program;
    const auto seen = program.add_allowed("draw");
    struct Thrower final : Executor {
        void post(std::function<void()>) override { throw std::runtime_error("closed"); }
        bool is_here() const override { return false; }
    };
    struct Dropper final : Executor {
        void post(std::function<void()>) override {}
        bool is_here() const override { return false; }
    };
    std::shared_ptr<Executor> executor;
    SECTION("drops") {
        executor = std::make_shared<Dropper>();
    }
    SECTION("throws") {
        executor = std::make_shared<Thrower>();
    }
    SECTION("is closed") {
        std::shared_ptr<LoopExecutor> closed;
        std::thread([&] { closed = std::make_shared<LoopExecutor>(); }).join();
        closed->close();
        executor = closed;
    }
    program.place = [&](const Contract&) { return Placement{executor, nullptr}; };
    const ToolResult result = program.runtime().call(call_of("draw"));
    CHECK(result.code == code::cancelled);
    CHECK(seen->calls == 0);
    CHECK(program.of_kind(EntryKind::outcome).at(0).code == code::cancelled);
}

TEST_CASE("a host that throws instead of naming a place has the function not called") {
    Program program;
    const auto seen = program.add_allowed("draw");
    program.place = [](const Contract&) -> Placement { throw std::runtime_error("no window"); };
    CHECK(program.runtime().call(call_of("draw")).code == code::cancelled);
    CHECK(seen->calls == 0);
}

TEST_CASE(
    "a call that is stopped before its thread comes to it is not run, also when the thread comes "
    "later") {
    Program program;
    const auto seen = program.add_allowed("draw");
    const auto executor = std::make_shared<HoldingExecutor>();
    std::stop_source stop;
    executor->on_post = [&] { stop.request_stop(); };
    program.place = [&](const Contract&) { return Placement{executor, nullptr}; };
    CallOptions options;
    options.stop = stop.get_token();
    CHECK(program.runtime().call(call_of("draw"), options).code == code::cancelled);
    REQUIRE(executor->jobs.size() == 1);
    executor->jobs[0]();
    CHECK(seen->calls == 0);
}

TEST_CASE(
    "what a function throws on the host's thread ends in an outcome, and the thread goes on") {
    LoopThread loop;
    Program program;
    program.add_allowed("draw", {.call = [](std::string_view, Context&) -> Reply {
                            throw std::runtime_error("no window");
                        }});
    program.place = [&](const Contract&) { return Placement{loop.executor(), nullptr}; };
    CHECK(program.runtime().call(call_of("draw")).code == code::tool_failed);
    CHECK(program.runtime().call(call_of("draw")).code == code::tool_failed);
}

TEST_CASE(
    "a time limit ends the wait for a thread: timed_out at once, and on record that nothing ran") {
    Program program;
    Contract contract = contract_of("draw");
    contract.policy = Policy::allow;
    contract.timeout = std::chrono::milliseconds(20);
    const auto seen = program.add(contract);
    const auto executor = std::make_shared<HoldingExecutor>();
    program.place = [&](const Contract&) { return Placement{executor, nullptr}; };
    CHECK(program.runtime().call(call_of("draw")).code == code::timed_out);
    program.made.reset();
    CHECK(seen->calls == 0);
    const auto outcomes = program.of_kind(EntryKind::outcome);
    REQUIRE(outcomes.size() == 1);
    // On a very busy machine the time limit may end before the executor is asked.
    CHECK(outcomes[0].code == (outcomes[0].late ? code::cancelled : code::timed_out));
}

TEST_CASE("no more functions run at once than have turns, and all of them run") {
    const auto at_once = GENERATE(1U, 3U);
    Program program;
    std::atomic<unsigned> running{0};
    std::atomic<unsigned> most{0};
    const auto seen =
        program.add_allowed("draw", {.call = [&](std::string_view, Context&) {
                                const unsigned now = ++running;
                                unsigned before = most;
                                while (before < now && !most.compare_exchange_weak(before, now)) {
                                }
                                std::this_thread::yield();
                                --running;
                                return Reply::done();
                            }});
    const auto turns = std::make_shared<Turns>(at_once);
    program.place = [&](const Contract&) { return Placement{nullptr, turns}; };
    program.runtime();
    CHECK(count_true(16, [&](int) { return program.runtime().call(call_of("draw")).success; }) ==
          16);
    CHECK(seen->calls == 16);
    CHECK(most <= at_once);
}

TEST_CASE("a function that calls its own tool needs no second turn") {
    Program program;
    int depth = 0;
    program.add_allowed("draw", {.call = [&](std::string_view, Context&) {
                            if (++depth < 3) program.runtime().call(call_of("draw"));
                            return Reply::done();
                        }});
    const auto turns = std::make_shared<Turns>(1);
    program.place = [&](const Contract&) { return Placement{nullptr, turns}; };
    CHECK(program.runtime().call(call_of("draw")).success);
    CHECK(depth == 3);
}

TEST_CASE(
    "a call that is stopped while it waits for its turn is cancelled, and the next one comes") {
    Program program;
    const auto seen = program.add_allowed("draw");
    const auto turns = std::make_shared<Turns>(1);
    program.place = [&](const Contract&) { return Placement{nullptr, turns}; };
    CallOptions stopped;
    std::stop_source stop;
    stop.request_stop();
    {
        const auto taken = turns->wait({});
        REQUIRE(taken.has_value());
        stopped.stop = stop.get_token();
        const std::string code = program.runtime().call(call_of("draw"), stopped).code;
        CHECK(code == code::cancelled);
        CHECK(seen->calls == 0);
    }
    CHECK(program.runtime().call(call_of("draw")).success);
}

TEST_CASE("turns are given in the order of asking") {
    Turns turns(1);
    auto first = turns.wait({});
    REQUIRE(first.has_value());
    std::stop_source gives_up;
    std::promise<bool> second;
    std::thread leaving([&] { second.set_value(turns.wait(gives_up.get_token()).has_value()); });
    gives_up.request_stop();
    CHECK_FALSE(second.get_future().get());
    leaving.join();
    first.reset();
    CHECK(turns.wait({}).has_value());
}

TEST_CASE("a tool that names an executor runs there, and nowhere where there is none") {
    Program program;
    program.registry.offer_executor("ui");
    Contract contract = contract_of("draw");
    contract.policy = Policy::allow;
    contract.executor = "ui";
    std::thread::id ran{};
    Functions functions;
    functions.call = [&](std::string_view, Context&) {
        ran = std::this_thread::get_id();
        return Reply::done();
    };
    const auto seen = program.add(std::move(contract), std::move(functions));
    const LoopThread loop;
    SECTION("the host knows it") {
        program.place = [&](const Contract& placed) {
            return placed.executor == "ui" ? Placement{loop.executor(), nullptr} : Placement{};
        };
        CHECK(program.runtime().call(call_of("draw")).success);
        CHECK(ran == loop.id());
    }
    SECTION("the host says nothing of it") {
        program.place = [](const Contract&) { return Placement{}; };
        CHECK(program.runtime().call(call_of("draw")).code == code::cancelled);
        CHECK(seen->calls == 0);
    }
    SECTION("the host places nothing") {
        CHECK(program.runtime().call(call_of("draw")).code == code::cancelled);
        CHECK(seen->calls == 0);
    }
}

}  // namespace iam::test
