// Consent given elsewhere while a question stands: nobody has to answer it any more.
#include "../fixture.hpp"

namespace iam::test {
namespace {

using consent::Answer;
using consent::ApprovalState;
using consent::PromptReply;

/// A call whose question stands, and another program on the same store.
struct Standing : Program {
    Standing() {
        with_prompter = true;
        prompter.hold();
        seen = add(contract_of("echo"));
        elsewhere.add(contract_of("echo"));
    }
    Standing(const Standing&) = delete;
    Standing& operator=(const Standing&) = delete;
    ~Standing() { made.reset(); }

    void propose(const std::string& arguments = "{}") {
        runtime().submit(call_of("echo", arguments),
                         [this](ToolResult result) { reply = std::move(result); });
    }
    bool is_settled() { return prompter.questions().back().ticket->settled(); }
    /// What a prompter does whose question is settled.
    void let_go() { prompter.release(prompter.count() - 1, Answer::none); }
    ApprovalState state(std::size_t question) {
        const auto id = prompter.questions().at(question).request.approval_id;
        return ok(store->approval(id))->state;
    }

    Program elsewhere{store};
    ToolResult reply{};
    std::shared_ptr<Seen> seen{};
};

}  // namespace

TEST_CASE("a grant that is given elsewhere settles the question that stands, and its call runs",
          "[meanwhile]") {
    Standing program;
    program.propose();
    CHECK_FALSE(program.is_settled());
    SECTION("of the tool") {
        ok(program.elsewhere.runtime().consent().grant_once(k_echo));
    }
    SECTION("of exactly these arguments") {
        ok(program.elsewhere.runtime().consent().grant(k_echo, GrantTerms{.arguments = "{}"}));
    }
    CHECK(program.is_settled());
    program.let_go();
    CHECK(program.reply.success);
    CHECK(program.seen->calls == 1);
    CHECK(program.state(0) == ApprovalState::withdrawn);
    const auto intent = program.of_kind(EntryKind::intent).at(0);
    CHECK(intent.decision->source == consent::Source::grant);
    CHECK(program.of_kind(EntryKind::approval).size() == 2);
}

TEST_CASE("consent for something else leaves the question standing", "[meanwhile]") {
    Standing program;
    program.propose();
    SECTION("other arguments") {
        ok(program.elsewhere.runtime().consent().grant(k_echo,
                                                       GrantTerms{.arguments = R"({"n":2})"}));
    }
    SECTION("another user") {
        ok(program.elsewhere.runtime().consent().grant_once(k_echo, {"bob", "", "", ""}));
    }
    SECTION("another form of the tool") {
        program.elsewhere.replace(contract_of("echo", "2"));
        ok(program.elsewhere.runtime().consent().grant_once(k_echo));
    }
    CHECK_FALSE(program.is_settled());
    program.let_go();
    CHECK(program.reply.code == code::no_decision);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("a person's no counts more than a grant of meanwhile", "[meanwhile]") {
    Standing program;
    program.propose();
    ok(program.elsewhere.runtime().consent().grant_once(k_echo));
    SECTION("here") {
        CHECK(program.is_settled());
        program.prompter.release(0, Answer::deny_once);
    }
    SECTION("elsewhere") {
        CHECK(program.is_settled());
        const auto id = program.prompter.questions().at(0).request.approval_id;
        ok(program.elsewhere.runtime().consent().answer(answer_to(id, Answer::deny_once)));
        program.let_go();
    }
    CHECK(program.reply.code == code::user_denied);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("where consent of meanwhile does not suffice after all, the question is put anew",
          "[meanwhile]") {
    Standing program;
    bool hook_asks = false;
    program.hook()->resolve = [&hook_asks](const CallView&, const consent::Decision& upstream) {
        auto decision = upstream;
        if (hook_asks) decision.effect = Policy::confirm;
        return std::optional(decision);
    };
    program.propose();
    ok(program.elsewhere.runtime().consent().grant_once(k_echo));
    CHECK(program.is_settled());
    SECTION("a hook asks") {
        hook_asks = true;
    }
    SECTION("the grant was spent by somebody else") {
        CHECK(program.elsewhere.runtime().call(call_of("echo")).success);
    }
    program.let_go();
    CHECK(program.reply.code.empty());
    REQUIRE(program.prompter.count() == 2);
    CHECK(program.state(0) == ApprovalState::withdrawn);
    CHECK_FALSE(program.is_settled());
    program.prompter.release(1, Answer::allow_once);
    CHECK(program.reply.success);
    CHECK(program.seen->calls == 1);
}

TEST_CASE("a question that a hook wants stands, whatever consent is given meanwhile",
          "[meanwhile]") {
    Standing program;
    program.hook()->resolve = [](const CallView&, consent::Decision decision) {
        decision.effect = Policy::confirm;
        return std::optional(decision);
    };
    ok(program.elsewhere.runtime().consent().grant_until_cleared(k_echo));
    program.propose();
    CHECK_FALSE(program.is_settled());
    ok(program.elsewhere.runtime().consent().grant_once(k_echo, {"bob", "", "", ""}));
    CHECK_FALSE(program.is_settled());
    program.prompter.release(0, Answer::allow_once);
    CHECK(program.reply.success);
    CHECK(program.state(0) == ApprovalState::consumed);
}

TEST_CASE("a call that names a question which nobody needs to answer any more runs",
          "[meanwhile]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    auto& runtime = program.runtime();
    const std::string id = runtime.call(call_of("echo")).approval;
    CHECK(runtime.call(call_of("echo"), with_approval(id)).code == code::confirmation_required);
    ok(runtime.consent().grant_once(k_echo));
    CHECK(runtime.call(call_of("echo", R"({"n":2})"), with_approval(id)).code ==
          code::stale_approval);
    CHECK(runtime.call(call_of("echo"), with_approval(id)).success);
    CHECK(ok(program.store->approval(id))->state == ApprovalState::withdrawn);
    CHECK(program.of_kind(EntryKind::intent).at(0).decision->source == consent::Source::grant);
    // The grant is spent, and the question is over.
    CHECK(runtime.call(call_of("echo"), with_approval(id)).code == code::stale_approval);
    CHECK(seen->calls == 1);
}

TEST_CASE("nobody is asked elsewhere about a call that is allowed by now", "[meanwhile]") {
    Program here;
    here.add(contract_of("echo"));
    const std::string id = here.runtime().call(call_of("echo")).approval;
    Program there(here.store);
    there.add(contract_of("echo"));
    CHECK(there.runtime().consent().question(id).has_value());
    ok(here.runtime().consent().grant_once(k_echo));
    const auto question = there.runtime().consent().question(id);
    REQUIRE(code_of(question) == Errc::conflict);
    CHECK(question.error().message.find("allowed now") != std::string::npos);
    CHECK(here.runtime().call(call_of("echo")).success);
    CHECK(there.runtime().consent().question(id).has_value());
}

}  // namespace iam::test
