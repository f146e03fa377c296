// What a question comes to if the records change while it waits or stands.
#include "../fixture.hpp"
#include <support/forwarding_store.hpp>

#include <algorithm>
#include <array>
#include <thread>

namespace iam::test {
namespace {

using consent::Answer;
using consent::ApprovalState;

/// Hands on what it is not told to refuse; a test may step in just before a commit.
class SteppedStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        if (before_commit) before_commit(batch);
        if (refuses && refuses(batch)) return fail(Errc::unavailable, "disk full");
        return ForwardingStore::commit(std::move(batch));
    }
    Result<std::optional<consent::Approval>> approval(const std::string& id) override {
        if (unreadable) return fail(Errc::unavailable, "disk gone");
        return ForwardingStore::approval(id);
    }
    std::function<void(const ledger::Batch&)> before_commit{};
    std::function<bool(const ledger::Batch&)> refuses{};
    bool unreadable = false;
};

bool is_answer(const ledger::Batch& batch) {
    return std::any_of(batch.entries.begin(), batch.entries.end(),
                       [](const auto& draft) { return !draft.entry.answer.empty(); });
}

/// A tool that is asked about, and a person who takes time.
struct Waiting : Program {
    explicit Waiting(Contract contract = contract_of("echo"), Functions functions = {}) {
        store = stepped;
        with_prompter = true;
        prompter.hold();
        seen = add(std::move(contract), std::move(functions));
    }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    /// Who still waits is answered into `replies`.
    ~Waiting() { made.reset(); }

    /// Proposes a call with this number; its reply is replies[number].
    void propose(std::size_t number) {
        const std::string arguments = "{\"n\":" + std::to_string(number) + "}";
        runtime().submit(call_of("echo", arguments),
                         [this, number](ToolResult reply) { replies[number] = std::move(reply); });
    }
    consent::Approval approval(std::size_t question) {
        return *ok(store->approval(prompter.questions().at(question).request.approval_id));
    }
    /// The approval that the call of this number waits for.
    std::string pending_id(std::size_t number) {
        const std::string arguments = "{\"n\":" + std::to_string(number) + "}";
        for (const consent::Approval& approval : ok(runtime().consent().pending_approvals())) {
            if (approval.arguments == arguments) return approval.id;
        }
        return {};
    }
    std::size_t permission_count() { return ok(runtime().consent().permissions()).size(); }

    std::shared_ptr<SteppedStore> stepped = std::make_shared<SteppedStore>(store);
    std::shared_ptr<Seen> seen{};
    std::array<ToolResult, 3> replies{};
};

}  // namespace

TEST_CASE("a deny always holds whatever has become of its question", "[settle]") {
    Waiting program;
    program.propose(0);
    const std::string id = program.approval(0).id;
    const std::string why = GENERATE(as<std::string>(), "withdrawn", "given", "expired", "changed");
    if (why == "withdrawn") ok_void(program.runtime().consent().withdraw(id));
    if (why == "given") ok(program.runtime().consent().answer(answer_to(id, Answer::allow_once)));
    if (why == "expired") program.clock.advance(program.settings.approval_lifetime);
    if (why == "changed") program.replace(contract_of("echo", "2"));
    INFO(why);
    program.prompter.release(0, Answer::deny_always);
    CHECK(program.replies[0].code == code::user_denied);
    const auto permissions = ok(program.runtime().consent().permissions());
    REQUIRE(permissions.size() == 1);
    CHECK_FALSE(permissions[0].allow);
    const auto recorded = program.of_kind(EntryKind::permission);
    REQUIRE(recorded.size() == 1);
    CHECK(recorded[0].approval == id);
    CHECK(program.approval(0).state ==
          (why == "withdrawn" ? ApprovalState::withdrawn : ApprovalState::refused));
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("a no that cannot be recorded says so", "[settle]") {
    Waiting program;
    program.propose(0);
    program.stepped->refuses = is_answer;
    SECTION("once") {
        program.prompter.release(0, Answer::deny_once);
        CHECK(program.replies[0].message.find(program.approval(0).id) != std::string::npos);
    }
    SECTION("always") {
        program.prompter.release(0, Answer::deny_always);
        CHECK(program.replies[0].message.find("\"always\"") != std::string::npos);
    }
    CHECK(program.replies[0].code == code::user_denied);
    CHECK(program.replies[0].message.find("disk full") != std::string::npos);
    CHECK(program.approval(0).state == ApprovalState::pending);
    CHECK(program.permission_count() == 0);
}

TEST_CASE("a no whose record fails for a moment is recorded", "[settle]") {
    Waiting program;
    program.propose(0);
    int answers = 0;
    program.stepped->refuses = [&](const ledger::Batch& batch) {
        return is_answer(batch) && ++answers == 1;
    };
    program.prompter.release(0, Answer::deny_always);
    CHECK(program.replies[0].message == "A person refused this call.");
    CHECK(program.approval(0).state == ApprovalState::refused);
    CHECK(program.permission_count() == 1);
}

TEST_CASE("a grant that another question has spent settles none behind it", "[settle]") {
    Waiting program;
    for (const std::size_t number : {0U, 1U, 2U}) program.propose(number);
    ok(program.runtime().consent().grant_once(k_echo));
    program.prompter.release(0, Answer::deny_once);
    CHECK(program.replies[0].code == code::user_denied);
    CHECK(program.replies[1].success);
    // The third is asked about under the approval that it had from the start.
    REQUIRE(program.prompter.count() == 2);
    const auto pending = ok(program.runtime().consent().pending_approvals());
    REQUIRE(pending.size() == 1);
    CHECK(program.prompter.questions().at(1).request.approval_id == pending[0].id);
    const auto entries = program.of_kind(EntryKind::approval);
    CHECK(std::count_if(entries.begin(), entries.end(),
                        [](const auto& entry) { return entry.code == "withdrawn"; }) == 1);
    program.prompter.release(1, Answer::allow_once);
    CHECK(program.replies[2].success);
}

TEST_CASE("who is told of an answer may call a tool that is asked about", "[settle]") {
    Program program;
    program.with_prompter = true;
    program.add(contract_of("echo"));
    const auto note = program.add(contract_of("note"));
    ToolResult inner;
    bool told = false;
    const auto call_note = [&] {
        if (!std::exchange(told, true)) inner = program.runtime().call(call_of("note"));
    };
    const auto handle = program.runtime().records().listen([&](const ledger::StoredEntry& stored) {
        if (!ok(ledger::decode(stored.text)).entry.answer.empty()) call_note();
    });
    program.prompter.script({Answer::allow_once});
    CHECK(program.runtime().call(call_of("echo")).success);
    // Its question cannot be shown before this one is settled, and this thread would have to show
    // it.
    CHECK(inner.code == code::confirmation_required);
    ok(program.runtime().consent().answer(answer_to(inner.approval, Answer::allow_once)));
    CHECK(program.runtime().call(call_of("note"), with_approval(inner.approval)).success);
    CHECK(note->calls == 1);
    CHECK(program.runtime().call(call_of("note")).code == code::no_decision);
    CHECK(program.prompter.count() == 2);
}

TEST_CASE("a prompter may call a tool that is asked about, but not wait for it", "[settle]") {
    Program program;
    program.with_prompter = true;
    program.add(contract_of("echo"));
    const auto note = program.add(contract_of("note"));
    std::vector<std::string> codes;
    program.prompter.script({Answer::allow_once, Answer::allow_once});
    program.prompter.while_shown = [&](const consent::PromptRequest& request) {
        if (request.call.tool != k_echo) return;
        codes.push_back(program.runtime().call(call_of("note")).code);
        program.runtime().submit(call_of("note"),
                                 [&](ToolResult reply) { codes.push_back(reply.code); });
    };
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(codes == std::vector<std::string>{std::string(code::confirmation_required), ""});
    CHECK(note->calls == 1);
}

TEST_CASE("a hook that is asked when a question's turn comes may call a tool that is asked about",
          "[settle]") {
    Waiting program;
    program.add(contract_of("note"));
    std::string inner;
    bool due = false;
    program.hook()->resolve = [&](const CallView&, const consent::Decision&) {
        if (std::exchange(due, false)) inner = program.runtime().call(call_of("note")).code;
        return std::optional<consent::Decision>();
    };
    program.propose(0);
    program.propose(1);
    // The hook is not asked about a refused call, so it decides on the waiting call next.
    due = true;
    program.prompter.release(0, Answer::deny_once);
    CHECK(inner == code::confirmation_required);
    REQUIRE(program.prompter.count() == 2);
    program.prompter.release(1, Answer::allow_once);
    CHECK(program.replies[1].success);
}

TEST_CASE("a thread that has left a question open may wait for another", "[settle]") {
    Waiting program;
    program.propose(0);
    Runtime& runtime = program.runtime();
    std::atomic<bool> done{false};
    const auto await = [&](auto condition) {
        while (!done && !condition()) std::this_thread::yield();
    };
    std::thread person([&] {
        await([&] { return runtime.consent().pending_approvals()->size() == 2; });
        program.prompter.release(0, Answer::deny_once);
        await([&] { return program.prompter.count() == 2; });
        if (program.prompter.count() == 2) program.prompter.release(1, Answer::allow_once);
    });
    const ToolResult result = runtime.call(call_of("echo"));
    done = true;
    person.join();
    CHECK(result.success);
}

TEST_CASE("a question that ended while it waited for its turn is not shown", "[settle]") {
    Waiting program;
    program.propose(0);
    program.propose(1);
    const std::string second = program.pending_id(1);
    program.clock.advance(program.settings.approval_lifetime);
    program.prompter.release(0, Answer::allow_once);
    CHECK(program.prompter.count() == 1);
    CHECK(program.replies[1].code == code::no_decision);
    CHECK(ok(program.store->approval(second))->state == ApprovalState::expired);
}

TEST_CASE("a question that ended while it waited need not be put if the call is allowed by now",
          "[settle]") {
    Waiting program;
    program.propose(0);
    program.propose(1);
    program.clock.advance(program.settings.approval_lifetime);
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::allow));
    program.prompter.release(0, Answer::none);
    CHECK(program.prompter.count() == 1);
    CHECK(program.replies[1].success);
}

TEST_CASE("a refusal elsewhere counts although a grant came in between", "[settle]") {
    Waiting program;
    program.propose(0);
    program.propose(1);
    const std::string second = program.pending_id(1);
    ok(program.runtime().consent().grant_once(k_echo));
    bool closing = true;
    program.stepped->before_commit = [&](const ledger::Batch& batch) {
        const bool closes = !batch.entries.empty() && batch.entries[0].entry.code == "withdrawn";
        if (!closes || !std::exchange(closing, false)) return;
        ok(program.runtime().consent().answer(answer_to(second, Answer::deny_once)));
    };
    program.prompter.release(0, Answer::deny_once);
    CHECK(program.replies[1].code == code::user_denied);
    CHECK(program.seen->calls == 0);
    CHECK(ok(program.store->approval(second))->state == ApprovalState::refused);
    CHECK(ok(program.runtime().consent().grants()).size() == 1);
}

TEST_CASE("a question that is put anew does not show the preview of before", "[settle]") {
    Contract contract = contract_of("echo");
    contract.has_preview = true;
    int previews = 0;
    Functions functions;
    functions.preview = [&](std::string_view) -> PreviewReply {
        if (++previews > 2) return tl::unexpected(Reply::failed("gone", "It is gone."));
        return Preview{"As it was.", {}, {}};
    };
    Waiting program(contract, functions);
    program.propose(0);
    program.propose(1);
    const auto grant = ok(program.runtime().consent().grant_once(k_echo));
    bool spending = true;
    program.stepped->before_commit = [&](const ledger::Batch& batch) {
        const bool spends = !batch.entries.empty() && batch.entries[0].entry.grant == grant.id &&
                            batch.entries[0].entry.kind == EntryKind::intent;
        if (spends && std::exchange(spending, false))
            ok(program.runtime().consent().revoke(grant.id));
    };
    // The grant settles the second question and is gone when it is to be spent.
    program.prompter.release(0, Answer::deny_once);
    REQUIRE(program.prompter.count() == 2);
    const auto request = program.prompter.questions().at(1).request;
    CHECK_FALSE(request.preview.has_value());
    CHECK(request.preview_failure == "It is gone.");
    CHECK(program.approval(1).preview.empty());
    // The open question is answered while the objects of the store's hook are still there.
    program.made.reset();
}

TEST_CASE("a question that cannot be read is ledger_unavailable", "[settle]") {
    Waiting program;
    program.propose(0);
    program.stepped->unreadable = true;
    program.prompter.release(0, Answer::none);
    CHECK(program.replies[0].code == code::ledger_unavailable);
    CHECK(program.replies[0].message.find("disk gone") != std::string::npos);
    CHECK(program.seen->calls == 0);
}

}  // namespace iam::test
