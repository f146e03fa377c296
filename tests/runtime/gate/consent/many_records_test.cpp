// A call finds its own records where a person has allowed many values of one tool.
#include "../fixture.hpp"

namespace iam::test {
namespace {

using consent::Answer;

constexpr int k_many = 100;

GrantTerms only(const std::string& arguments, std::optional<std::uint32_t> uses = {}) {
    GrantTerms terms;
    terms.arguments = arguments;
    terms.uses = uses;
    return terms;
}

std::string value(int n) {
    return "{\"n\":" + std::to_string(n) + "}";
}

}  // namespace

TEST_CASE("among many grants for one value each a call spends its own") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    std::vector<std::string> ids;
    for (int n = 0; n < k_many; ++n)
        ids.push_back(ok(runtime.consent().grant(k_echo, only(value(n), 1), {})).id);
    for (int n = k_many - 1; n >= 0; n -= 7) {
        CHECK(runtime.call(call_of("echo", value(n))).success);
        CHECK(program.of_kind(EntryKind::intent).back().grant == ids[static_cast<std::size_t>(n)]);
        CHECK_FALSE(runtime.call(call_of("echo", value(n))).success);
    }
    CHECK_FALSE(runtime.call(call_of("echo", value(k_many))).success);
    // One for the whole tool comes after those of a value.
    ok(runtime.consent().grant_until_cleared(k_echo, {}));
    CHECK(runtime.call(call_of("echo", value(2))).success);
    CHECK(program.of_kind(EntryKind::intent).back().grant == ids[2]);
    CHECK(runtime.call(call_of("echo", value(2))).success);
    CHECK(runtime.call(call_of("echo", value(k_many))).success);
}

TEST_CASE("among many grants for one value a deny always of one of them counts") {
    Program program;
    program.with_prompter = true;
    program.prompter.hold();
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    runtime.submit(call_of("echo", value(3)), [](ToolResult) {});
    const auto question = program.prompter.questions().back();
    auto reply = ScriptedPrompter::reply_to(question.request, Answer::deny_always);
    reply.scope = consent::CallScope::arguments;
    question.on_reply(reply);
    for (int n = 0; n < k_many; ++n) ok(runtime.consent().grant(k_echo, only(value(n)), {}));
    CHECK(runtime.call(call_of("echo", value(3))).code == code::policy_denied);
    CHECK(runtime.call(call_of("echo", value(4))).success);
    program.made.reset();
}

TEST_CASE("among many grants one for a value lifts a stored deny where the host lets it") {
    Program program;
    program.settings.consent.grants_override_deny = true;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    for (int n = 0; n < k_many; ++n) ok(runtime.consent().grant(k_echo, only(value(n)), {}));
    ok_void(runtime.consent().set_policy(k_echo, Policy::deny));
    CHECK(runtime.call(call_of("echo", value(5))).success);
    CHECK(runtime.call(call_of("echo", value(k_many))).code == code::policy_denied);
}

}  // namespace iam::test
