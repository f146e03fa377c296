// Tests of runtime/src/host/commands/tasks/{task_commands,task_records}.cpp.
// Tests of runtime/src/host/commands/tasks/{run_setup,task_chat,task_parts,task_runner}.cpp.
// Tests of runtime/src/host/commands/tasks/task_words.cpp.
#include "../../fixture.hpp"
#include "host/commands/tasks/task_runner.hpp"
#include <iam/chat/tasks/task_plan.hpp>
#include <iam/store_sqlite/sqlite_tasks.hpp>
#include <iam/tool/define.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using Catch::Contains;
using iam::Json;
using iam::chat::RunState;
using iam::host::ExitCode;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;
using std::chrono::hours;
using std::chrono::minutes;

constexpr const char* k_asks_for_echo =
    R"([{"calls": [{"tool": "echo", "arguments": {"message": "hi"}}]}, {"text": "Said."}])";
/// The same chat, after its question was answered.
constexpr const char* k_after_echo = R"([{"text": "Said."}])";

/// A state with a task "quarter", which is due each quarter of an hour.
struct TasksHost : HostFixture {
    explicit TasksHost(const std::string& turns, std::vector<std::string> more = {}) {
        script(turns);
        add("quarter", std::move(more));
    }
    void add(const std::string& name, std::vector<std::string> more = {}) {
        std::vector<std::string> words{"tasks",   "add", name,      "Go on.",
                                       "--every", "15m", "--model", model()};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome added = run(words);
        INFO(added.err);
        REQUIRE(added.code == ExitCode::done);
    }
    std::string model() const { return "scripted/" + (folder / "script.json").string(); }
    void script(const std::string& turns) const {
        std::ofstream((folder / "script.json").string()) << R"({"turns": )" << turns << "}";
    }
    Outcome run_due() { return run({"tasks", "run-due"}); }
    Outcome run_due_after(std::chrono::milliseconds time) {
        clock.advance(time);
        return run_due();
    }
    /// The newest first.
    Json runs() { return json_of(run({"--json", "tasks", "runs"}).out)["runs"]; }
    std::vector<std::string> states() {
        std::vector<std::string> found;
        for (const Json& one : runs()) found.push_back(one["state"].get<std::string>());
        return found;
    }
    std::string why() { return runs()[0].value("why", ""); }
    std::string open_question() {
        const Json open = json_of(run({"--json", "approvals", "list"}).out)["approvals"];
        REQUIRE(open.size() == 1);
        return open[0]["id"].get<std::string>();
    }
    void answer_with(const std::string& key) {
        CHECK(answer({"approvals", "answer", open_question()}, {key}).code !=
              ExitCode::broken_program);
    }
    std::unique_ptr<iam::chat::TaskStore> store() const {
        auto tasks = iam::store_sqlite::open_tasks(state(), iam::store::Mode::read_write);
        REQUIRE(tasks);
        return *std::move(tasks);
    }
};

using States = std::vector<std::string>;

}  // namespace

TEST_CASE("a task is added, listed, shown, disabled, enabled and removed (H30)") {
    TasksHost host(R"([{"text": "Done."}])");
    const Outcome added =
        host.run({"tasks", "add", "morning", "Which alarms are set?", "--cron", "0 9 * * mon-fri",
                  "--zone", "UTC", "--missed", "skip", "--time", "10m"});
    CHECK(added.code == ExitCode::done);
    CHECK_THAT(added.err, Contains("due first at 2026-01-02T09:00:00.000Z"));
    CHECK_THAT(host.run({"tasks", "list"}).out,
               Contains("morning") && Contains("cron 0 9 * * mon-fri (UTC)") &&
                   Contains("2026-01-02T09:00:00.000Z") && Contains("every 15m"));
    const Json shown = json_of(host.run({"--json", "tasks", "show", "morning"}).out);
    CHECK(shown["prompt"] == "Which alarms are set?");
    CHECK(shown["missed"] == "skip");
    CHECK(shown["time"] == "10m");
    CHECK(shown["enabled"] == true);
    CHECK_THAT(host.run({"tasks", "show", "morning"}).out, Contains("Which alarms are set?"));
    CHECK(host.run({"tasks", "disable", "morning"}).code == ExitCode::done);
    CHECK_THAT(host.run({"tasks", "list"}).out, Contains("disabled"));
    host.run({"tasks", "enable", "morning"});
    CHECK(host.run({"tasks", "remove", "morning"}).code == ExitCode::done);
    for (const char* command : {"show", "enable", "disable", "remove", "run", "runs"}) {
        INFO(command);
        const Outcome outcome = host.run({"tasks", command, "morning"});
        CHECK(outcome.code == ExitCode::failed);
        CHECK_THAT(outcome.err, Contains("no task 'morning'"));
    }
}

TEST_CASE("a wrong task is refused with the way out, and nothing is stored") {
    HostFixture host;
    const auto refusal = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"tasks", "add", "t"});
        const Outcome outcome = host.run(words);
        CHECK(outcome.code == ExitCode::usage);
        return outcome.err;
    };
    CHECK_THAT(refusal({"Go."}), Contains("--at MOMENT, --every TIME or --cron FIELDS"));
    CHECK_THAT(refusal({"Go.", "--at", "2026-01-01T00:00:00Z"}), Contains("is past"));
    CHECK_THAT(refusal({"Go.", "--every", "30s"}), Contains("every minute at most"));
    CHECK_THAT(refusal({"Go.", "--cron", "* * * *", "--zone", "UTC"}), Contains("five fields"));
    CHECK_THAT(refusal({"Go.", "--cron", "0 0 30 2 *", "--zone", "UTC"}), Contains("never due"));
    CHECK_THAT(refusal({"Go.", "--cron", "* * * * *"}), Contains("--zone"));
    CHECK_THAT(refusal({"Go.", "--every", "1h", "--missed", "all"}), Contains("\"once\""));
    CHECK_THAT(refusal({"Go.", "--every", "1h", "--time", "25h"}), Contains("1s to 24h"));
    CHECK_THAT(refusal({"", "--every", "1h"}), Contains("prompt"));
    const auto refusal_of_model = [&](const std::string& model) {
        return refusal({"Go.", "--every", "1h", "--model", model});
    };
    CHECK_THAT(refusal_of_model("nonsense"), Contains("--model PROVIDER/NAME"));
    CHECK_THAT(refusal_of_model("models/m.gguf"), Contains("absolute path"));
    CHECK_THAT(refusal_of_model("nobody/m"), Contains("'nobody' is no provider"));
    CHECK_THAT(refusal_of_model("anthropic/a b"), Contains("A model's name has"));
    const std::string profile = (host.folder / "p.json").string();
    std::ofstream(profile) << R"({"version": 1, "model": "nobody/m"})";
    CHECK_THAT(refusal({"Go.", "--every", "1h", "--profile", profile}), Contains("'nobody' is no"));
    CHECK(host.run({"tasks", "add", "a b", "Go.", "--every", "1h"}).code == ExitCode::usage);
    CHECK_THAT(host.run({"tasks", "list"}).err, Contains("There are no tasks"));
    CHECK(host.run({"tasks", "run-due", "--max", "0"}).code == ExitCode::usage);
    CHECK(host.run({"tasks", "run-due", "--max", "17"}).code == ExitCode::usage);
}

TEST_CASE("a due task runs once, and its run has the end of the turn as its state (H30)") {
    TasksHost host(R"([{"expect": "Go on.", "calls": [{"tool": "quick"}]}, {"text": "Done."}])");
    CHECK(host.run_due().out.empty());
    const Outcome due = host.run_due_after(minutes{16});
    CHECK(due.code == ExitCode::done);
    CHECK_THAT(due.out, Contains("quarter") && Contains("done"));
    CHECK(host.run_due().out.empty());
    CHECK(host.states() == States{"done"});
    CHECK(host.effects() == std::vector<std::string>{"quick"});
    const std::string chat = host.runs()[0]["chat"].get<std::string>();
    CHECK_THAT(host.run({"chat", "show", chat}).out, Contains("Go on.") && Contains("Done."));
}

TEST_CASE("a run that did not end well has failed, and so has the command (H30)") {
    TasksHost host(R"([{"error": "The model is out of order."}])");
    const Outcome due = host.run_due_after(minutes{16});
    CHECK(due.code == ExitCode::failed);
    CHECK(host.states() == States{"failed"});
    CHECK_THAT(host.why(), Contains("out of order"));
    host.script("no script");
    CHECK(host.run_due_after(minutes{15}).code == ExitCode::failed);
    CHECK(host.states() == States{"failed", "failed"});
    CHECK_THAT(host.why(), Contains("script.json"));
}

TEST_CASE("due times that nobody looked for run late once, or not at all (H30)") {
    TasksHost once(R"([{"text": "Done."}])");
    once.run_due_after(minutes{61});
    CHECK(once.states() == States{"done", "missed"});
    TasksHost skipping(R"([{"text": "Done."}])", {"--missed", "skip"});
    skipping.run_due_after(minutes{74});
    CHECK(skipping.states() == States{"missed"});
    CHECK_THAT(skipping.why(), Contains("4 due times"));
    skipping.run_due_after(minutes{2});
    CHECK(skipping.states() == States{"done", "missed"});
}

TEST_CASE("a pause of a disabled task leaves nothing to catch up on") {
    TasksHost host(R"([{"text": "Done."}])");
    host.run({"tasks", "disable", "quarter"});
    CHECK(host.run_due_after(hours{5}).out.empty());
    host.run({"tasks", "enable", "quarter"});
    CHECK(host.run_due().out.empty());
    CHECK(host.states().empty());
}

TEST_CASE("a question of a run stays open, and its answer lets the run go on once (H30)") {
    TasksHost host(k_asks_for_echo);
    const Outcome due = host.run_due_after(minutes{16});
    CHECK(due.code == ExitCode::done);
    CHECK(host.states() == States{"awaiting"});
    CHECK_THAT(host.why(), Contains(host.open_question()));
    CHECK(host.run_due().out.empty());
    CHECK(host.effects().empty());  // no approver is no approval

    host.answer_with("1");
    host.script(k_after_echo);
    const Outcome resumed = host.run_due();
    CHECK(resumed.code == ExitCode::done);
    CHECK(host.states() == States{"done"});
    CHECK(host.effects() == std::vector<std::string>{"echo hi"});
    CHECK(host.run_due().out.empty());
}

TEST_CASE("a waiting run takes no place: the task is due again (H30)") {
    TasksHost host(k_asks_for_echo);
    host.run_due_after(minutes{16});
    host.script(R"([{"text": "Done."}])");
    host.run_due_after(minutes{15});
    CHECK(host.states() == States{"done", "awaiting"});
    host.answer_with("1");
    host.script(k_after_echo);
    host.run_due();
    CHECK(host.states() == States{"done", "done"});
    CHECK(host.effects() == std::vector<std::string>{"echo hi"});
}

TEST_CASE("a refused call does not run, and the model is told (H30)") {
    TasksHost host(k_asks_for_echo);
    host.run_due_after(minutes{16});
    host.answer_with("3");
    host.script(R"([{"expect": "user_denied", "text": "I may not."}])");
    host.run_due();
    CHECK(host.states() == States{"done"});
    CHECK(host.effects().empty());
}

TEST_CASE("a question waits for a day, and then the run has failed (H30)") {
    TasksHost host(k_asks_for_echo);
    host.run_due_after(minutes{16});
    host.run({"tasks", "disable", "quarter"});
    host.run_due_after(hours{23});
    CHECK(host.states() == States{"awaiting"});
    CHECK(host.run_due_after(hours{2}).code == ExitCode::failed);
    CHECK(host.states() == States{"failed"});
    CHECK_THAT(host.why(), Contains("about echo expired"));
    CHECK(host.effects().empty());
}

TEST_CASE("an answer about a tool that has changed since counts for nothing (H30)") {
    TasksHost host(
        R"([{"calls": [{"tool": "shift", "arguments": {"by": 1}}]}, {"text": "Shifted."}])");
    int shifts = 0;
    bool is_destructive = false;
    host.more_tools = [&](iam::Registry& registry) {
        return iam::define("shift")
            .description("Shifts the plan.")
            .hints({false, is_destructive, false, false})
            .parameter("by")
            .call([&shifts](int by) { shifts += by; })
            .add_to(registry);
    };
    host.run_due_after(minutes{16});
    host.answer_with("1");
    is_destructive = true;
    CHECK(host.run_due().code == ExitCode::failed);
    CHECK(host.states() == States{"failed"});
    CHECK_THAT(host.why(), Contains("has changed since"));
    CHECK(shifts == 0);
}

TEST_CASE("a run that takes too long is stopped, and says so (H30)") {
    TasksHost host(R"([{"calls": [{"tool": "linger", "arguments": {"heed": true}}]}])",
                   {"--time", "5m"});
    const iam::host::Wait never = host.wait;
    host.wait = [never](std::chrono::milliseconds time, const std::stop_token& ended) {
        return time == minutes{5} || never(time, ended);
    };
    const Outcome due = host.run_due_after(minutes{16});
    CHECK(due.code == ExitCode::failed);
    CHECK(host.states() == States{"stopped"});
    CHECK(host.why() == "The run was stopped: its time of 5m is over.");
}

TEST_CASE("a function that does not stop keeps its task, and no other one, from running (H30)") {
    TasksHost host(R"([{"calls": [{"tool": "stick"}]}])", {"--time", "5m"});
    const std::string other = (host.folder / "other.json").string();
    std::ofstream(other) << R"({"turns": [{"calls": [{"tool": "free"}]}, {"text": "Done."}]})";
    host.run({"tasks", "add", "other", "Go on.", "--every", "20m", "--model", "scripted/" + other});
    std::binary_semaphore is_stuck(0);
    std::binary_semaphore is_free(0);
    host.more_tools = [&](iam::Registry& registry) -> iam::Result<void> {
        const auto stick = [&] {
            is_stuck.release();
            is_free.acquire();
        };
        IAM_CHECK(iam::define("stick")
                      .description("Sticks.")
                      .policy(iam::allow)
                      .call(stick)
                      .add_to(registry));
        const auto free = [&] { is_free.release(); };
        return iam::define("free")
            .description("Frees.")
            .policy(iam::allow)
            .call(free)
            .add_to(registry);
    };
    const auto look = host.store();
    const iam::host::Wait never = host.wait;
    std::atomic<bool> has_looked{false};
    host.wait = [&](std::chrono::milliseconds time, const std::stop_token& ended) {
        if (time == minutes{5}) {
            is_stuck.acquire();
            return true;
        }
        if (time != iam::host::k_next_look || has_looked.exchange(true)) return never(time, ended);
        // The next look comes once the run has been stopped.
        while ((*look->run(1))->state != RunState::stopped) std::this_thread::yield();
        host.clock.advance(minutes{5});
        return true;
    };
    host.run_due_after(minutes{16});
    CHECK(host.states() == States{"done", "stopped"});
}

TEST_CASE("a program that is told to end stops its runs, and says so") {
    TasksHost host(R"([{"calls": [{"tool": "linger", "arguments": {"heed": true}}]}])");
    host.stop.request_stop();
    CHECK(host.run_due_after(minutes{16}).code == ExitCode::failed);
    CHECK(host.states() == States{"stopped"});
    CHECK_THAT(host.why(), Contains("told to end"));
}

TEST_CASE("due times during a run are skipped (H30)") {
    TasksHost host(R"([{"calls": [{"tool": "nap"}]}, {"text": "Rested."}])");
    host.more_tools = [&](iam::Registry& registry) {
        return iam::define("nap")
            .description("Takes long.")
            .policy(iam::allow)
            .call([&host] { host.clock.advance(minutes{40}); })
            .add_to(registry);
    };
    host.run_due_after(minutes{16});
    CHECK(host.states() == States{"skipped", "done"});
    CHECK_THAT(host.why(), Contains("2 due times") && Contains("while run 1 went on"));
}

TEST_CASE("two programs at once run no task twice (H30)") {
    TasksHost host(R"([{"calls": [{"tool": "quick"}]}, {"text": "Done."}])");
    {
        const auto other = host.store();
        const auto own = other->hold("quarter");
        REQUIRE(own);
        CHECK(host.run_due_after(minutes{16}).out.empty());
        CHECK(host.run({"tasks", "run", "quarter"}).code != ExitCode::done);
        CHECK(host.states().empty());
    }
    host.run_due();
    CHECK(host.states() == States{"done"});
    CHECK(host.effects() == std::vector<std::string>{"quick"});
}

TEST_CASE("a run whose chat is gone is not begun anew (H30)") {
    for (const RunState state : {RunState::awaiting, RunState::failed}) {
        TasksHost host(R"([{"calls": [{"tool": "quick"}]}, {"text": "Done."}])");
        {
            const auto tasks = host.store();
            const auto due = (*tasks->task("quarter"))->settled;
            REQUIRE(tasks->record(
                "quarter", due, due,
                {{.due = due, .began = due, .ended = due, .state = state, .chat = "gone-1"}}));
        }
        host.run_due();
        CHECK(host.states() == States{"failed"});
        const Outcome resumed = host.run({"tasks", "resume", "1"});
        CHECK(resumed.code == ExitCode::failed);
        CHECK_THAT(resumed.err, Contains("is gone") && Contains("tasks run quarter"));
        CHECK(host.effects().empty());
    }
}

TEST_CASE("a run that was cut is interrupted when it is looked at, and goes on by hand (H30)") {
    TasksHost host(R"([{"text": "Done."}])");
    {
        const auto tasks = host.store();
        const auto due = (*tasks->task("quarter"))->settled;
        REQUIRE(tasks->record("quarter", due, due, {{.due = due, .began = due, .chat = "cut-1"}}));
    }
    CHECK(host.states() == States{"interrupted"});
    CHECK_THAT(host.why(), Contains("tasks resume 1"));
    const Outcome resumed = host.run({"tasks", "resume", "1"});
    CHECK(resumed.code == ExitCode::done);
    CHECK(host.states() == States{"done"});
    CHECK(host.run({"tasks", "resume", "1"}).code == ExitCode::usage);
    CHECK(host.run({"tasks", "resume", "99"}).code == ExitCode::failed);
    for (const char* const wrong : {"-1", "one", "1.5", "99999999999999999999"}) {
        const Outcome refused = host.run({"tasks", "resume", wrong});
        CHECK(refused.code == ExitCode::usage);
        CHECK_THAT(refused.err, Contains("RUN") && !Contains("18446744073709551615"));
    }
}

TEST_CASE("a run whose turn had ended before its program did has the end of the turn (H30)") {
    TasksHost host(R"([{"text": "Done."}])");
    host.run_due_after(minutes{16});
    {
        const auto tasks = host.store();
        auto run = **tasks->run(1);
        run.state = RunState::running;
        run.ended.reset();
        REQUIRE(tasks->update(run, RunState::done));
    }
    CHECK(host.states() == States{"done"});
}

TEST_CASE("a run of now tells its end by the exit code") {
    TasksHost host(k_asks_for_echo);
    CHECK(host.run({"tasks", "run", "quarter"}).code == ExitCode::undecided);
    CHECK(host.run({"tasks", "resume", "1"}).code == ExitCode::usage);  // its question is open
    host.answer_with("1");
    host.script(k_after_echo);
    CHECK(host.run({"tasks", "resume", "1"}).code == ExitCode::done);
    CHECK(host.effects() == std::vector<std::string>{"echo hi"});
    CHECK(host.run_due().out.empty());
}

TEST_CASE("a chat that goes on by hand tells its run") {
    TasksHost host(k_asks_for_echo);
    host.run_due_after(minutes{16});
    const std::string chat = host.runs()[0]["chat"].get<std::string>();
    host.script(R"([{"text": "Never mind."}])");
    host.run({"chat", "--model", host.model(), "--chat", chat, "Leave it."});
    host.run_due();
    CHECK(host.states() == States{"done"});
}

TEST_CASE("several due tasks run, as many at once as --max says (H30)") {
    TasksHost host(R"([{"calls": [{"tool": "quick"}]}, {"text": "Done."}])");
    for (const char* name : {"a", "b", "c"}) host.add(name);
    host.clock.advance(minutes{16});
    const Json runs = json_of(host.run({"--json", "tasks", "run-due", "--max", "2"}).out)["runs"];
    CHECK(runs.size() == 4);
    CHECK(host.effects().size() == 4);
    CHECK(host.states() == States{"done", "done", "done", "done"});
}

TEST_CASE("a run has the model, the tools and the budgets of its task's profile (H29, H30)") {
    TasksHost host(R"([{"calls": [{"tool": "quick"}, {"tool": "quick"}]}, {"text": "Done."}])");
    host.run({"tasks", "remove", "quarter"});
    const std::string file = (host.folder / "mine.json").string();
    const auto write = [&](const std::string& rest) {
        std::ofstream(file) << R"({"version": 1, "model": ")" << host.model() << R"(", )" << rest
                            << "}";
    };
    write(R"("budgets": {"turn": {"calls": 1}})");
    const auto add = [&](const std::string& profile) {
        return host.run(
            {"tasks", "add", "quarter", "Go on.", "--every", "15m", "--profile", profile});
    };
    CHECK(add("nowhere").code != ExitCode::done);
    REQUIRE(add(file).code == ExitCode::done);
    host.run_due_after(minutes{16});
    CHECK(host.states() == States{"budget"});
    CHECK(host.effects() == std::vector<std::string>{"quick"});
    // The file counts as it is when a run begins.
    write(R"("tools": {"allow": ["count"]})");
    host.script(R"([{"calls": [{"tool": "quick"}]}, {"expect": "tool_not_found", "text": "No."}])");
    host.run_due_after(minutes{15});
    CHECK(host.states() == States{"done", "budget"});
    CHECK(host.effects() == std::vector<std::string>{"quick"});
    std::filesystem::remove(file);
    CHECK(host.run_due_after(minutes{15}).code == ExitCode::failed);
    CHECK_THAT(host.why(), Contains("mine.json"));
}

TEST_CASE("no sandbox of a server opens the folder with the key file of any task's profile") {
    TasksHost host(R"([{"text": "Done."}])");
    const std::string keys = (host.folder / "keys").string();
    const std::string profile = (host.folder / "mine.json").string();
    std::filesystem::create_directory(keys);
    std::ofstream(profile) << R"({"version": 1, "model": "anthropic/m", "key_file": ")" << keys
                           << R"(/key"})";
    // Its own run comes after that of the first task, which connects to the servers.
    const Outcome added = host.run({"tasks", "add", "zealous", "Go on.", "--at",
                                    "2030-01-01T00:00:00Z", "--profile", profile});
    REQUIRE(added.code == ExitCode::done);
    const std::string servers = iam::test::keep_reading_server(host, keys);
    host.clock.advance(minutes{16});
    const Outcome due = host.run({"--servers", servers, "tasks", "run-due"});
    CHECK_THAT(due.err, Contains("would open " + keys));
    CHECK(host.states() == States{"done"});
}

TEST_CASE("a fault of one task keeps no other one from running") {
    TasksHost host(R"([{"text": "Done."}])");
    host.add("broken");
    {
        const auto tasks = host.store();
        auto broken = (*tasks->task("broken"))->task;
        REQUIRE(tasks->remove("broken"));
        broken.schedule = iam::chat::CronFields{"* * * * *", "Nowhere/Land"};
        REQUIRE(tasks->add(broken, {}));
    }
    const Outcome due = host.run_due_after(minutes{16});
    CHECK(due.code == ExitCode::failed);
    CHECK_THAT(due.err, Contains("Task broken") && Contains("Nowhere/Land"));
    CHECK(host.states() == States{"done"});
}
