// Consent to later calls, given with an answer, until a moment that was shown.
// Tests of runtime/src/gate/consent/lasting_consent.cpp.
// Tests of runtime/src/gate/questions/recent_runs.cpp.
#include "../fixture.hpp"

namespace iam::test {
namespace {

using consent::Answer;
using consent::FurtherCalls;
using consent::PromptReply;
using std::chrono::hours;
using std::chrono::minutes;

struct Further : Program {
    explicit Further(Contract contract = contract_of("echo")) {
        with_prompter = true;
        prompter.hold();
        seen = add(std::move(contract));
    }
    Further(const Further&) = delete;
    Further& operator=(const Further&) = delete;
    ~Further() { made.reset(); }

    void propose(const std::string& arguments = "{}", const std::string& session = {}) {
        Call call = call_of("echo", arguments);
        call.subject.session = session;
        reply = {};
        runtime().submit(call, [this](ToolResult result) { reply = std::move(result); });
    }
    FurtherCalls until(std::chrono::milliseconds from_now) const {
        FurtherCalls further;
        further.until = clock.now().wall + from_now;
        return further;
    }
    void answer(const FurtherCalls& further, Answer answer = Answer::allow_once) {
        const auto question = prompter.questions().back();
        PromptReply given = ScriptedPrompter::reply_to(question.request, answer);
        given.further = further;
        question.on_reply(given);
    }
    /// Of the question that is shown last.
    consent::PromptRequest asked() { return prompter.questions().back().request; }

    ToolResult reply{};
    std::shared_ptr<Seen> seen{};
};

}  // namespace

TEST_CASE("further calls run without a question until exactly the moment that was shown") {
    Further program;
    program.propose();
    CHECK(program.asked().further_refused_because.empty());
    const FurtherCalls five = program.until(minutes(5));
    program.clock.advance(minutes(1));  // the person takes time; the moment stays
    program.answer(five);
    CHECK(program.reply.success);
    const auto grants = ok(program.runtime().consent().grants());
    REQUIRE(grants.size() == 1);
    CHECK(grants[0].deadline->wall == five.until);
    CHECK(grants[0].prompt_id == program.asked().approval_id);
    CHECK(grants[0].granted_by == "ann");
    CHECK_FALSE(grants[0].uses);
    program.clock.advance(minutes(4) - std::chrono::milliseconds(1));
    program.propose(R"({"n":2})");
    CHECK(program.reply.success);
    CHECK(program.prompter.count() == 1);
    program.clock.advance(std::chrono::milliseconds(1));
    program.propose();
    CHECK(program.prompter.count() == 2);
    CHECK(program.seen->calls == 2);
}

TEST_CASE("the answer and its grant are one commit, and either entry names the other") {
    Further program;
    program.propose(R"({"n":7})");
    FurtherCalls these = program.until(hours(1));
    these.scope = consent::CallScope::arguments;
    program.answer(these);
    const auto given = program.of_kind(EntryKind::grant);
    REQUIRE(given.size() == 1);
    const auto answers = program.of_kind(EntryKind::approval);
    REQUIRE(answers.size() == 2);
    CHECK(answers[1].answer == "allow_once");
    CHECK(answers[1].grant == given[0].grant);
    CHECK(given[0].approval == answers[1].approval);
    const std::string entry = to_string(program.stored_entries().at(2).id);
    CHECK(program.payload(entry, "arguments") == R"({"n":7})");
    // The call itself is allowed by the answer and spends nothing.
    CHECK(program.of_kind(EntryKind::intent).at(0).decision->source == consent::Source::approval);
}

TEST_CASE("a number of further calls does not count the one that was asked about") {
    Further program;
    program.propose();
    FurtherCalls two = program.until(hours(24));
    two.uses = 2;
    program.answer(two);
    program.propose(R"({"n":2})");
    program.propose(R"({"n":3})");
    CHECK(program.seen->calls == 3);
    CHECK(program.prompter.count() == 1);
    program.propose(R"({"n":4})");
    CHECK(program.prompter.count() == 2);
}

TEST_CASE("further calls with these arguments are calls with no others") {
    Further program;
    program.propose(R"({"n":7})");
    FurtherCalls these = program.until(hours(1));
    these.scope = consent::CallScope::arguments;
    program.answer(these);
    program.propose(R"({ "n" : 7 })");
    CHECK(program.seen->calls == 2);
    program.propose(R"({"n":8})");
    CHECK(program.prompter.count() == 2);
}

TEST_CASE("further calls belong to the session whose call was asked about") {
    Further program;
    program.propose("{}", "s-1");
    program.answer(program.until(hours(24)));
    program.propose("{}", "s-1");
    CHECK(program.seen->calls == 2);
    program.propose("{}", "s-2");
    CHECK(program.prompter.count() == 2);
}

TEST_CASE("a question that waits behind an answer with further calls is settled by it") {
    Further program;
    program.propose(R"({"n":1})");
    ToolResult behind;
    program.runtime().submit(call_of("echo", R"({"n":2})"),
                             [&](ToolResult result) { behind = std::move(result); });
    program.answer(program.until(minutes(5)));
    CHECK(behind.success);
    CHECK(program.prompter.count() == 1);
}

TEST_CASE("a moment that has passed when the answer comes allows this call alone") {
    Further program;
    program.propose();
    const FurtherCalls five = program.until(minutes(5));
    program.clock.advance(minutes(5));
    program.answer(five);
    CHECK(program.reply.success);
    CHECK(ok(program.runtime().consent().grants()).empty());
    CHECK(program.of_kind(EntryKind::grant).empty());
}

TEST_CASE("what a tool may destroy is allowed one call at a time") {
    Contract contract = contract_of("echo");
    contract.hints.destructive = true;
    Further program(contract);
    program.propose();
    CHECK(program.asked().further_refused_because.english().find("may destroy") !=
          std::string::npos);
    program.answer(program.until(minutes(5)));
    CHECK(program.reply.code == code::no_decision);
    CHECK(ok(program.runtime().consent().grants()).empty());
    CHECK(program.seen->calls == 0);
}

TEST_CASE("further calls with terms that are too wide leave the question to others") {
    Further program;
    program.propose();
    FurtherCalls further = program.until(hours(24));
    SECTION("a day is the most") {
        further.until += std::chrono::milliseconds(1);
    }
    SECTION("no uses are no grant") {
        further.uses = 0;
    }
    program.answer(further);
    CHECK(program.reply.code == code::confirmation_required);
    CHECK(ok(program.runtime().consent().pending_approvals()).size() == 1);
    CHECK(ok(program.runtime().consent().grants()).empty());
    CHECK(program.seen->calls == 0);
}

TEST_CASE("only allow once allows further calls") {
    Further program;
    program.propose();
    program.answer(program.until(minutes(5)), Answer::deny_once);
    CHECK(program.reply.code == code::user_denied);
    CHECK(ok(program.runtime().consent().grants()).empty());
}

TEST_CASE("where a hook asks about each call, further ones cannot be allowed") {
    Program program;
    program.with_prompter = true;
    program.prompter.hold();
    const auto hooks = program.hook();
    hooks->resolve = [](const CallView&, const consent::Decision&) {
        return consent::Decision{
            .effect = Policy::confirm, .source = consent::Source::interceptor, .reason = "Each."};
    };
    Contract contract = contract_of("echo");
    contract.policy = Policy::allow;
    const auto seen = program.add(contract);
    ToolResult reply;
    program.runtime().submit(call_of("echo"), [&](ToolResult result) { reply = result; });
    const auto question = program.prompter.questions().back();
    CHECK_FALSE(question.request.further_refused_because.empty());
    PromptReply given = ScriptedPrompter::reply_to(question.request, Answer::allow_once);
    given.further = FurtherCalls{program.clock.now().wall + minutes(5)};
    question.on_reply(given);
    CHECK(reply.code == code::no_decision);
    CHECK(seen->calls == 0);
}

TEST_CASE("another process allows further calls as well, and a program does not") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    const std::string id = program.runtime().call(call_of("echo")).approval;
    CHECK(ok(program.runtime().consent().question(id)).further_refused_because.empty());
    auto answer = answer_to(id, Answer::allow_once);
    answer.further = FurtherCalls{program.clock.now().wall + minutes(5)};
    answer.principal = Proposer::Kind::program;
    CHECK_FALSE(program.runtime().consent().answer(answer).has_value());
    answer.principal = Proposer::Kind::person;
    ok(program.runtime().consent().answer(answer));
    CHECK(program.runtime().call(call_of("echo", R"({"n":2})")).success);
    CHECK(program.runtime().call(call_of("echo"), with_approval(id)).success);
    CHECK(seen->calls == 2);
}

TEST_CASE("a question says how often the tool ran in the 24 hours before, for whom it is asked") {
    Further program;
    const auto propose_for = [&](const std::string& user) {
        Call call = call_of("echo");
        call.subject.user = user;
        program.runtime().submit(call, [](const ToolResult&) {});
        return program.asked().recent_runs;
    };
    for (int runs = 0; runs < 3; ++runs) {
        const auto known = propose_for("ann");
        REQUIRE(known);
        CHECK(known->count == static_cast<std::uint32_t>(runs));
        CHECK_FALSE(known->at_least);
        program.prompter.release(program.prompter.count() - 1, Answer::allow_once);
        program.clock.advance(hours(8));
    }
    CHECK(propose_for("ben")->count == 0);
    const std::string id = program.asked().approval_id;
    CHECK(ok(program.runtime().consent().question(id)).recent_runs->count == 0);
    program.prompter.release(program.prompter.count() - 1, Answer::deny_once);
    // The first of them was begun exactly a day ago.
    CHECK(propose_for("ann")->count == 2);
}

TEST_CASE("the place of a fault has one line and one end, whatever a member is called") {
    Further program;
    program.propose();
    const auto ticket = program.prompter.questions().back().ticket;
    const std::string text =
        ticket->what_is_wrong(R"({"x: 1 is less than '2\nthe text is not JSON":{"a":1,"a":2}})");
    INFO(text);
    CHECK(text.find('\n') == std::string::npos);
    const std::string place = text.substr(0, text.find(": "));
    CHECK(place.substr(place.size() - 2) == "/a");
    CHECK(place.find("x:\\u00201\\u0020is") != std::string::npos);
}

TEST_CASE("a question says what is wrong with arguments that a person writes") {
    Further program;
    program.propose();
    const auto ticket = program.prompter.questions().back().ticket;
    CHECK(ticket->what_is_wrong(R"({"n":2})").empty());
    CHECK(ticket->what_is_wrong(R"({"bad":2})") == "/bad: no such argument");
    CHECK_FALSE(ticket->what_is_wrong(std::string(std::size_t{1} << 24U, ' ')).empty());
    CHECK(program.prompter.count() == 1);
    CHECK(program.seen->calls == 0);
}

}  // namespace iam::test
