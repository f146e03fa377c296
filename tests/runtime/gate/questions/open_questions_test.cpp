// The list of open questions: overdue ones end at the next look, and their number is bounded.
#include "../fixture.hpp"
#include <support/forwarding_store.hpp>

namespace iam::test {
namespace {

using consent::Answer;
using consent::ApprovalState;

/// Somebody else comes first, or the disk is full, just before a question ends.
class CrowdedStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        if (before_commit) std::exchange(before_commit, nullptr)();
        if (is_full) return fail(Errc::unavailable, "disk full");
        return ForwardingStore::commit(std::move(batch));
    }
    std::function<void()> before_commit{};
    bool is_full = false;
};

/// "echo" is asked about, and nobody answers.
struct Asked : Program {
    Asked() { add(contract_of("echo")); }
    explicit Asked(std::shared_ptr<ledger::Store> other) : Program(std::move(other)) {
        add(contract_of("echo"));
    }

    ToolResult ask(int number, const std::string& user = "ann", const std::string& workspace = "") {
        Call call = call_of("echo", R"({"m":)" + std::to_string(number) + "}");
        call.subject.user = user;
        call.subject.workspace = workspace;
        return runtime().call(call);
    }
    ApprovalState state_of(const std::string& approval) {
        return ok(store->approval(approval))->state;
    }
    void pass_deadline() { clock.advance(settings.approval_lifetime); }
};

/// "form" asks a person for a name.
void add_form(Program& program) {
    program.add_allowed("form", {.call = [](std::string_view, Context& context) {
                            const auto name = context.input("name", {.prompt = "Whose form?"});
                            if (name) return Reply::done();
                            return Reply::failed(code::requires_user_input, name.error().message);
                        }});
}

}  // namespace

TEST_CASE("A5 a list of the open questions ends the overdue ones, each with an entry") {
    Asked program;
    const std::string first = program.ask(1).approval;
    const std::string second = program.ask(2).approval;
    program.pass_deadline();
    const std::string third = program.ask(3).approval;
    const auto open = ok(program.runtime().consent().pending_approvals());
    REQUIRE(open.size() == 1);
    CHECK(open[0].id == third);
    CHECK(program.state_of(first) == ApprovalState::expired);
    CHECK(program.state_of(second) == ApprovalState::expired);
    const auto entries = program.of_kind(EntryKind::approval);
    REQUIRE(entries.size() == 5);
    CHECK(entries[3].approval == first);
    CHECK(entries[3].code == "expired");
    CHECK(entries[4].approval == second);
    CHECK(ok(program.runtime().consent().pending_approvals()).size() == 1);
    CHECK(program.of_kind(EntryKind::approval).size() == 5);
}

TEST_CASE("A5 a list leaves out overdue questions that a full disk keeps from ending") {
    FakeEntropy entropy;
    const auto busy = std::make_shared<CrowdedStore>(store::make_memory_store(entropy));
    Asked program(busy);
    const std::string asked = program.ask(1).approval;
    program.pass_deadline();
    busy->is_full = true;
    CHECK(ok(program.runtime().consent().pending_approvals()).empty());
    CHECK(program.state_of(asked) == ApprovalState::pending);
    busy->is_full = false;
    CHECK(ok(program.runtime().consent().pending_approvals()).empty());
    CHECK(program.state_of(asked) == ApprovalState::expired);
}

TEST_CASE("A5 a question that another process ends meanwhile ends once") {
    FakeEntropy entropy;
    const auto busy = std::make_shared<CrowdedStore>(store::make_memory_store(entropy));
    Asked program(busy);
    const std::string first = program.ask(1).approval;
    const std::string second = program.ask(2).approval;
    program.pass_deadline();
    busy->before_commit = [&] { ok_void(program.runtime().consent().withdraw(first)); };
    CHECK(ok(program.runtime().consent().pending_approvals()).empty());
    CHECK(program.state_of(first) == ApprovalState::withdrawn);
    CHECK(program.state_of(second) == ApprovalState::pending);
    CHECK(ok(program.runtime().consent().pending_approvals()).empty());
    CHECK(program.state_of(second) == ApprovalState::expired);
    CHECK(program.of_kind(EntryKind::approval).size() == 4);
}

TEST_CASE("A5 an unused answer ends when its call comes too late") {
    Asked program;
    const std::string given = program.ask(1).approval;
    ok(program.runtime().consent().answer(answer_to(given, Answer::allow_once)));
    program.pass_deadline();
    Call call = call_of("echo", R"({"m":1})");
    call.subject.user = "ann";
    CHECK(program.runtime().call(call, with_approval(given)).code == code::stale_approval);
    CHECK(program.state_of(given) == ApprovalState::expired);
    CHECK(ok(program.store->approvals()).empty());
}

TEST_CASE("A5 an overdue question ends when somebody opens it") {
    Asked program;
    const std::string asked = program.ask(1).approval;
    program.pass_deadline();
    CHECK(code_of(program.runtime().consent().question(asked)) == Errc::conflict);
    CHECK(program.state_of(asked) == ApprovalState::expired);
}

TEST_CASE("A5 more overdue questions than one commit takes end in one look") {
    Asked program;
    constexpr std::size_t k_questions = 1001;
    program.settings.open_questions_max = k_questions;
    for (std::size_t n = 0; n < k_questions; ++n) program.ask(static_cast<int>(n));
    REQUIRE(ok(program.runtime().consent().pending_approvals()).size() == k_questions);
    program.pass_deadline();
    CHECK(ok(program.runtime().consent().pending_approvals()).empty());
    CHECK(ok(program.store->approvals()).empty());
}

TEST_CASE("A5 one user has a bounded number of open questions in a workspace") {
    Asked program;
    program.settings.open_questions_max = 2;
    const std::string first = program.ask(1).approval;
    REQUIRE(program.ask(2).code == code::confirmation_required);
    const ToolResult refused = program.ask(3);
    CHECK(refused.code == code::quota_exceeded);
    CHECK(refused.message ==
          "This user has 2 open questions in this workspace, as many as the application allows "
          "(open_questions_max); answer or withdraw some of them, then call again.");
    CHECK(refused.approval.empty());
    CHECK(program.ask(4, "ann", "other").code == code::confirmation_required);
    CHECK(program.ask(5, "bob").code == code::confirmation_required);

    ok(program.runtime().consent().answer(answer_to(first, Answer::deny_once)));
    CHECK(program.ask(6).code == code::confirmation_required);
    CHECK(program.ask(7).code == code::quota_exceeded);
    program.pass_deadline();
    CHECK(program.ask(8).code == code::confirmation_required);
}

TEST_CASE("A5 a function that asks for input beyond the bound fails and leaves no question") {
    Program program;
    program.settings.open_questions_max = 1;
    add_form(program);
    REQUIRE_FALSE(program.runtime().call(call_of("form", R"({"n":1})")).approval.empty());
    const ToolResult second = program.runtime().call(call_of("form", R"({"n":2})"));
    CHECK(second.code == code::requires_user_input);
    CHECK(second.approval.empty());
    CHECK(ok(program.runtime().consent().pending_approvals()).size() == 1);
}

TEST_CASE("A5 the names of the inputs that a question asks for are read without the store") {
    Program program;
    add_form(program);
    program.add(contract_of("echo"));
    program.runtime().call(call_of("form"));
    program.runtime().call(call_of("echo"));
    const auto open = ok(program.runtime().consent().pending_approvals());
    REQUIRE(open.size() == 2);
    CHECK(gate::inputs_asked_by(open[0]) == std::vector<std::string>{"name"});
    CHECK(gate::inputs_asked_by(open[1]).empty());
}

}  // namespace iam::test
