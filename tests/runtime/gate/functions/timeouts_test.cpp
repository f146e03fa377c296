// Tools with a time limit, and the end of a Runtime. Nothing sleeps: functions wait on latches that
// the test opens.
// Tests of runtime/src/gate/engine/{engine,entrance}.cpp.
// Tests of runtime/src/gate/functions/{previews,time_limit,workers}.cpp.
#include "../fixture.hpp"

#include <condition_variable>
#include <filesystem>
#include <iterator>
#include <thread>

namespace iam::test {
namespace {

class Latch {
 public:
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        news_.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        news_.wait(lock, [this] { return open_; });
    }

 private:
    std::mutex mutex_;
    std::condition_variable news_;
    bool open_ = false;
};

std::ptrdiff_t thread_count() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"),
                         std::filesystem::directory_iterator());
}

/// How many threads the process has besides a first one. A sanitizer's own thread, which comes with
/// the first one that the program starts, counts as there.
std::ptrdiff_t threads_at_first() {
    Latch latch;
    std::thread first([&] { latch.wait(); });
    const auto threads = thread_count() - 1;
    latch.open();
    first.join();
    return threads;
}

/// A thread that was joined stands in /proc for a moment longer.
bool threads_come_to(std::ptrdiff_t expected) {
    constexpr int k_looks = 100'000;
    for (int look = 0; look < k_looks; ++look) {
        if (thread_count() == expected) {
            return true;
        }
        std::this_thread::yield();
    }
    return false;
}

Contract limited(const std::string& name, std::chrono::milliseconds limit) {
    Contract contract = contract_of(name);
    contract.policy = Policy::allow;
    contract.has_undo = true;
    contract.timeout = limit;
    return contract;
}

constexpr std::chrono::milliseconds k_short{1};
constexpr std::chrono::milliseconds k_long{std::chrono::minutes(10)};
/// Long enough for an existing thread to begin on a busy machine, and short enough to wait for.
constexpr std::chrono::milliseconds k_beginning{1000};

/// Starts the threads, so that the next limited call begins at once.
void warm_up(Program& program) {
    program.add(limited("warm_up", k_long));
    CHECK(program.runtime().call(call_of("warm_up")).success);
}

/// The same for previews.
void warm_up_previews(Program& program) {
    Contract contract = limited("warm_up", k_long);
    contract.has_preview = true;
    program.add(contract);
    CHECK(program.runtime().preview(call_of("warm_up")).has_value());
}

}  // namespace

TEST_CASE("no thread is started until a tool with a time limit is called", "[timeouts]") {
    const auto before = threads_at_first();
    Program program;
    program.add_allowed("echo");
    program.add(limited("slow", k_long));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(program.runtime().call(call_of("nothing")).code == code::tool_not_found);
    CHECK(threads_come_to(before));
    CHECK(program.runtime().call(call_of("slow")).success);
    CHECK(threads_come_to(before + 2));
    program.made.reset();
    CHECK(threads_come_to(before));
}

TEST_CASE("XF09 an overdue function is asked to stop, answered as timed_out, recorded when it ends",
          "[timeouts]") {
    Latch latch;
    Latch ended;
    Program program;
    Functions functions;
    functions.call = [&](std::string_view, Context& context) {
        std::stop_callback stopped(context.stop(), [&] { latch.open(); });
        latch.wait();
        return Reply::done("\"late\"");
    };
    warm_up(program);
    program.add(limited("slow", k_beginning), functions);
    const auto handle = program.runtime().records().listen([&](const ledger::StoredEntry& entry) {
        // On the worker's thread, where the test library must not be used.
        const auto decoded = ledger::decode(entry.text);
        if (decoded && decoded->entry.kind == EntryKind::outcome && decoded->entry.late) {
            ended.open();
        }
    });
    const ToolResult result = program.runtime().call(call_of("slow"));
    CHECK(result.code == code::timed_out);
    ended.wait();
    const auto entries = program.entries();
    REQUIRE(entries.size() == 5);
    CHECK(entries[2].kind == EntryKind::intent);
    CHECK(entries[3].kind == EntryKind::timed_out);
    CHECK(entries[3].of == ledger::EntryId{0, 3});
    CHECK_FALSE(entries[3].late);
    CHECK(entries[4].kind == EntryKind::outcome);
    CHECK(entries[4].late);
    CHECK(entries[4].success == true);
    CHECK(program.payload("0.5", "result") == "\"late\"");

    SECTION("and can be undone by the entry that the caller was given") {
        CHECK(program.runtime().undo(undo_of(result)).success);
    }
}

TEST_CASE("a call that was answered is no longer under way, whichever thread ran it",
          "[timeouts]") {
    Program program;
    program.add(limited("slow", k_long));
    Call call = call_of("slow");
    for (int i = 0; i < 1000; ++i) {
        call.id = "call " + std::to_string(i);
        REQUIRE(program.runtime().call(call).success);
        REQUIRE(program.runtime().call(call).success);
    }
    // From within the completion, too.
    std::string inside;
    call.id = "from within";
    Latch done;
    program.runtime().submit(call, [&](const ToolResult&) {
        inside = program.runtime().call(call).code;
        done.open();
    });
    done.wait();
    CHECK(inside.empty());
    CHECK(program.of_kind(EntryKind::outcome).size() == 1001);
}

TEST_CASE("XD10 a preview that hangs is asked to stop, and the question stands without one",
          "[attacks][timeouts]") {
    Latch stopped;
    Latch asked;
    Latch ended;
    std::string seen_late;
    {
        Program program;
        program.with_prompter = true;
        program.prompter.script({consent::Answer::deny_once});
        Contract contract = limited("echo", k_beginning);
        contract.policy = Policy::confirm;
        contract.has_preview = true;
        Functions functions;
        functions.preview_of_file = [&](Context& context) -> PreviewReply {
            const std::stop_callback told(context.stop(), [&] { stopped.open(); });
            stopped.wait();
            // When the call is over and nobody waits for this any more.
            asked.wait();
            seen_late = context.call_id() + context.subject().user;
            ended.open();
            return Preview{"Too late.", {}, {}};
        };
        warm_up_previews(program);
        program.add(contract, functions);
        Call call = call_of("echo");
        call.id = "the call of ";
        call.subject.user = "ann";
        CHECK(program.runtime().call(std::move(call)).code == code::user_denied);
        const auto questions = program.prompter.questions();
        REQUIRE(questions.size() == 1);
        CHECK_FALSE(questions[0].request.preview.has_value());
        CHECK(questions[0].request.preview_failure ==
              "The preview has not ended within the time limit of the tool.");
        asked.open();
        ended.wait();
    }
    CHECK(seen_late == "the call of ann");
}

TEST_CASE("XD10 what a preview says once it is asked to stop is not shown", "[attacks][timeouts]") {
    Program program;
    Contract contract = limited("echo", k_beginning);
    contract.has_preview = true;
    Functions functions;
    functions.preview_of_file = [](Context& context) -> PreviewReply {
        Latch stopped;
        const std::stop_callback told(context.stop(), [&] { stopped.open(); });
        stopped.wait();
        return Preview{"Half of it.", {}, {}};
    };
    warm_up_previews(program);
    program.add(contract, functions);
    const auto preview = program.runtime().preview(call_of("echo"));
    REQUIRE_FALSE(preview.has_value());
    CHECK(preview.error().code == code::timed_out);
}

TEST_CASE("a preview that no thread comes to within its limit is not run, and the question says so",
          "[timeouts]") {
    Latch hung;
    Latch over;
    Program program;
    program.settings.workers_max = 1;
    program.with_prompter = true;
    program.prompter.script({consent::Answer::deny_once});
    Contract contract = limited("asks", k_long);
    contract.has_preview = true;
    Functions functions;
    functions.preview = [&](std::string_view) {
        hung.open();
        over.wait();
        return Preview{"At last.", {}, {}};
    };
    program.add(contract, functions);
    Contract waits = limited("waits", k_short);
    waits.policy = Policy::confirm;
    waits.has_preview = true;
    const auto seen = program.add(waits);
    Runtime& runtime = program.runtime();
    std::thread looks([&] { static_cast<void>(runtime.preview(call_of("asks"))); });
    hung.wait();
    CHECK(runtime.call(call_of("waits")).code == code::user_denied);
    over.open();
    looks.join();
    CHECK(seen->previews == 0);
    REQUIRE(program.prompter.count() == 1);
    CHECK(program.prompter.questions()[0].request.preview_failure ==
          "No thread was free within the time limit of the tool.");
}

TEST_CASE("functions wait for no preview that hangs", "[timeouts]") {
    Latch hung;
    Latch over;
    Program program;
    program.settings.workers_max = 1;
    Contract contract = limited("asks", k_long);
    contract.has_preview = true;
    Functions functions;
    functions.preview = [&](std::string_view) {
        hung.open();
        over.wait();
        return Preview{"At last.", {}, {}};
    };
    program.add(contract, functions);
    program.add(limited("runs", k_long));
    Runtime& runtime = program.runtime();
    std::thread looks([&] { static_cast<void>(runtime.preview(call_of("asks"))); });
    hung.wait();
    CHECK(runtime.call(call_of("runs")).success);
    over.open();
    looks.join();
}

TEST_CASE(
    "the preview of a tool with a time limit runs on a worker, any other on the thread of the call",
    "[timeouts]") {
    Program program;
    Contract contract = contract_of("echo");
    const bool has_limit = GENERATE(true, false);
    if (has_limit) contract.timeout = k_long;
    contract.has_preview = true;
    std::thread::id where;
    Functions functions;
    functions.preview = [&](std::string_view arguments) {
        where = std::this_thread::get_id();
        return Preview{"would do " + std::string(arguments), {}, {}};
    };
    program.add(contract, functions);
    SECTION("where somebody only looks") {
        const auto preview = program.runtime().preview(call_of("echo"));
        REQUIRE(preview.has_value());
        REQUIRE(preview->has_value());
        CHECK((**preview).summary == R"(would do {"n":1})");
    }
    SECTION("where a person is asked") {
        program.with_prompter = true;
        program.prompter.script({consent::Answer::deny_once});
        CHECK_FALSE(program.runtime().call(call_of("echo")).success);
        REQUIRE(program.prompter.count() == 1);
        REQUIRE(program.prompter.questions()[0].request.preview.has_value());
        CHECK(program.prompter.questions()[0].request.preview->summary == R"(would do {"n":1})");
    }
    CHECK((where == std::this_thread::get_id()) == !has_limit);
}

TEST_CASE("a preview with a time limit that throws says the same as any other", "[timeouts]") {
    Program program;
    Contract contract = contract_of("echo");
    if (GENERATE(true, false)) contract.timeout = k_long;
    contract.has_preview = true;
    Functions functions;
    functions.preview = [](std::string_view) -> PreviewReply {
        throw tool_error("not_found", "There is no such file.");
    };
    program.add(contract, functions);
    const auto preview = program.runtime().preview(call_of("echo"));
    REQUIRE_FALSE(preview.has_value());
    CHECK(preview.error().code == "not_found");
    CHECK(preview.error().message == "There is no such file.");
}

TEST_CASE("an undo of an overdue call that still runs is outcome_unknown", "[timeouts]") {
    Latch latch;
    Program program;
    Functions functions;
    functions.call = [&](std::string_view, Context&) {
        latch.wait();
        return Reply::done();
    };
    warm_up(program);
    program.add(limited("slow", k_beginning), functions);
    const ToolResult result = program.runtime().call(call_of("slow"));
    CHECK(result.code == code::timed_out);
    CHECK(program.runtime().undo(undo_of(result)).code == code::outcome_unknown);
    latch.open();
}

TEST_CASE("hooks do not rewrite the answer to an overdue call, whose outcome is not there yet",
          "[timeouts]") {
    Latch latch;
    Program program;
    std::atomic<int> rewritten{0};
    program.hook()->after = [&](const CallView& view, const ToolResult&) {
        if (view.call.tool.name == "slow") ++rewritten;
        return std::optional<ToolResult>();
    };
    Functions functions;
    functions.call = [&](std::string_view, Context&) {
        latch.wait();
        return Reply::done();
    };
    warm_up(program);
    program.add(limited("slow", k_beginning), functions);
    CHECK(program.runtime().call(call_of("slow")).code == code::timed_out);
    latch.open();
    program.made.reset();
    CHECK(program.of_kind(EntryKind::outcome).back().late);
    CHECK(rewritten == 0);
}

TEST_CASE("a function that is overdue keeps every byte of its call, whatever the caller drops",
          "[timeouts]") {
    Latch latch;
    Program program;
    std::string arguments;
    std::string others;
    Functions functions;
    functions.call = [&](std::string_view text, Context& context) {
        latch.wait();
        arguments = text;
        others = context.call_id() + context.subject().user + context.proposer().model +
                 std::string(context.idempotency_key());
        return Reply::done(std::string(text));
    };
    warm_up(program);
    program.add(limited("slow", k_beginning), functions);
    const std::string long_text(200, 'x');
    {
        Call call = call_of("slow", "{\"m\":\"" + long_text + "\"}");
        call.subject.user = long_text + "u";
        call.proposer.model = long_text + "m";
        auto stop = std::make_unique<std::stop_source>();
        CallOptions options;
        options.stop = stop->get_token();
        CHECK(program.runtime().call(std::move(call), std::move(options)).code == code::timed_out);
    }
    // The tool goes as well, and with it the registry's hold on its functions and contract.
    ok_void(program.registry.remove({"", "slow"}));
    latch.open();
    program.made.reset();
    CHECK(arguments == "{\"m\":\"" + long_text + "\",\"n\":1}");
    CHECK(others.find(long_text + "u") != std::string::npos);
    CHECK(others.find(long_text + "m") != std::string::npos);
    CHECK(program.of_kind(EntryKind::outcome).back().late);
}

TEST_CASE("what waits for a thread beyond its limit is never run", "[timeouts]") {
    Latch latch;
    Program program;
    program.settings.workers_max = 1;
    Functions blocking;
    blocking.call = [&](std::string_view, Context&) {
        latch.wait();
        return Reply::done();
    };
    const auto first = program.add(limited("blocking", k_long), blocking);
    const auto second = program.add(limited("waiting", k_short));
    program.runtime().submit(call_of("blocking"), [](ToolResult) {});
    const ToolResult result = program.runtime().call(call_of("waiting"));
    CHECK(result.code == code::timed_out);
    CHECK(second->calls == 0);
    const auto outcomes = program.of_kind(EntryKind::outcome);
    REQUIRE(outcomes.size() == 1);
    CHECK(outcomes[0].code == code::timed_out);
    CHECK(outcomes[0].success == false);
    CHECK_FALSE(outcomes[0].late);
    latch.open();
}

TEST_CASE("a flood is refused before its intent", "[timeouts]") {
    Latch latch;
    Program program;
    program.settings.workers_max = 1;
    program.settings.repeated_refusal_window = std::chrono::milliseconds(0);
    Functions blocking;
    blocking.call = [&](std::string_view, Context&) {
        latch.wait();
        return Reply::done();
    };
    program.add(limited("blocking", k_long), blocking);
    std::atomic<int> refused{0};
    for (int i = 0; i < 100; ++i) {
        program.runtime().submit(call_of("blocking"), [&](ToolResult result) {
            if (result.code == code::tool_failed) ++refused;
        });
    }
    const auto intents = program.of_kind(EntryKind::intent).size();
    CHECK(refused > 0);
    CHECK(intents + static_cast<std::size_t>(refused) == 100);
    latch.open();
    program.made.reset();
    CHECK(program.terminal_count() == 100);
}

TEST_CASE("the end of a runtime asks what runs to stop, waits, and drops what waits",
          "[timeouts]") {
    Latch running;
    std::mutex mutex;
    std::vector<std::string> codes;
    Program program;
    program.settings.workers_max = 1;
    Functions functions;
    functions.call = [&](std::string_view, Context& context) {
        Latch stopped;
        std::stop_callback stop(context.stop(), [&] { stopped.open(); });
        running.open();
        stopped.wait();
        return Reply::failed(code::cancelled, "It was cancelled.");
    };
    const auto seen = program.add(limited("slow", k_long), functions);
    const auto note = [&](ToolResult result) {
        const std::lock_guard lock(mutex);
        codes.push_back(result.code);
    };
    program.runtime().submit(call_of("slow"), note);
    running.wait();
    program.runtime().submit(call_of("slow"), note);
    program.made.reset();
    CHECK(codes == std::vector<std::string>(2, std::string(code::cancelled)));
    CHECK(seen->calls == 1);
    CHECK(program.of_kind(EntryKind::outcome).size() == 2);
}

TEST_CASE("a stop request before the function runs cancels the call", "[timeouts]") {
    Program program;
    const auto seen = program.add_allowed("echo");
    std::stop_source stop;
    stop.request_stop();
    CallOptions options;
    options.stop = stop.get_token();
    CHECK(program.runtime().call(call_of("echo"), options).code == code::cancelled);
    CHECK(seen->calls == 0);
    CHECK(program.terminal_count() == 1);
}

TEST_CASE("a stop request reaches the function that runs", "[timeouts]") {
    Program program;
    std::stop_source stop;
    Functions functions;
    functions.call = [&](std::string_view, Context& context) {
        stop.request_stop();
        return context.stop().stop_requested() ? Reply::failed(code::cancelled, "Stopped.")
                                               : Reply::done();
    };
    program.add_allowed("echo", functions);
    CallOptions options;
    options.stop = stop.get_token();
    CHECK(program.runtime().call(call_of("echo"), options).code == code::cancelled);
}

TEST_CASE("many limited calls at once all get their answers", "[timeouts]") {
    Program program;
    const auto seen = program.add(limited("slow", k_long));
    Runtime& runtime = program.runtime();
    CHECK(count_true(32, [&](int) { return runtime.call(call_of("slow")).success; }) == 32);
    CHECK(seen->calls == 32);
}

TEST_CASE("a completion of an overdue call may wait for another limited call that gets overdue",
          "[timeouts]") {
    Latch answered;
    Latch end;
    Program program;
    Functions functions;
    functions.call = [&](std::string_view, Context&) {
        end.wait();
        return Reply::done();
    };
    warm_up(program);
    program.add(limited("first", k_beginning), functions);
    program.add(limited("second", k_beginning), functions);
    std::vector<std::string> codes;
    program.runtime().submit(call_of("first"), [&](const ToolResult& first) {
        codes.push_back(first.code);
        codes.push_back(program.runtime().call(call_of("second")).code);
        answered.open();
    });
    answered.wait();
    CHECK(codes == std::vector<std::string>(2, std::string(code::timed_out)));
    end.open();
}

}  // namespace iam::test
