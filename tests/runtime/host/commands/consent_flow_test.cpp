// Tests of runtime/src/host/commands/{approvals,consent}.cpp.
// Tests of runtime/src/host/terminal/waiting_prompter.cpp.
#include <iam/gate/runtime.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;

namespace {

const std::vector<std::string> k_echo = {"call", "echo", R"({"message":"hi"})"};
const std::vector<std::string> k_count = {"call", "count", R"({"text":"hi"})"};

std::vector<std::string> with(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Answers of the ledger, newest first.
std::vector<std::string> recorded_answers(HostFixture& host) {
    std::istringstream lines(host.run({"audit", "--json", "--limit", "500"}).out);
    std::vector<std::string> answers;
    for (std::string line; std::getline(lines, line);) {
        const auto entry = json_of(line)["entry"];
        if (entry["kind"] == "approval" && entry.contains("answer")) {
            answers.push_back(entry["answer"].get<std::string>());
        }
    }
    return answers;
}

/// Records another value than the one that is asked about.
class Retouch final : public iam::gate::Interceptor {
 public:
    std::string name() const override { return "retouch"; }
    std::optional<std::string> on_record(const iam::gate::CallView&, std::string_view field,
                                         const std::string&) override {
        if (field != "arguments") return std::nullopt;
        return R"({"text":"to ann"})";
    }
};

/// A program with such a hook asks about "to mallory" in the state of `host`; the approval's id.
std::string ask_with_retouched_record(HostFixture& host) {
    iam::Registry registry;
    REQUIRE(iam::test::register_test_tools(registry, [](const std::string&) {}));
    auto store =
        iam::store_sqlite::open(host.state(), iam::store_sqlite::Mode::read_write, host.entropy);
    REQUIRE(store);
    iam::gate::Runtime runtime(iam::gate::Parts{.registry = registry,
                                                .store = **store,
                                                .clock = &host.clock,
                                                .entropy = &host.entropy,
                                                .interceptors = {std::make_shared<Retouch>()}});
    iam::Call call;
    call.tool.name = "plain";
    call.arguments = R"({"text":"to mallory"})";
    call.subject.user = "ann";
    return runtime.call(std::move(call)).approval;
}

/// A model asks to take back the newest call in the state of `host`; the approval's id.
std::string ask_for_undo(HostFixture& host) {
    iam::Registry registry;
    REQUIRE(iam::test::register_test_tools(registry, [](const std::string&) {}));
    auto store =
        iam::store_sqlite::open(host.state(), iam::store_sqlite::Mode::read_write, host.entropy);
    REQUIRE(store);
    iam::gate::Runtime runtime(iam::gate::Parts{
        .registry = registry, .store = **store, .clock = &host.clock, .entropy = &host.entropy});
    const auto newest = (*store)->entries({});
    REQUIRE(newest);
    iam::gate::UndoRequest request;
    request.entry = newest->front().id;
    request.subject.user = "ann";
    request.proposer.kind = iam::Proposer::Kind::model;
    return runtime.undo(std::move(request)).approval;
}

}  // namespace

TEST_CASE("T1: a call without stored consent asks") {
    HostFixture host;
    std::string shown;
    const Outcome called = host.answer(k_echo, {"1"}, &shown);
    CHECK(contains(shown, "Allow this tool to run?"));
    CHECK(contains(shown, "| Echo (echo)"));
    CHECK(called.code == ExitCode::done);
}

TEST_CASE("T2: Allow once runs the tool and asks again the next time") {
    HostFixture host;
    CHECK(host.answer(k_echo, {"1"}).code == ExitCode::done);
    CHECK(host.answer(k_echo, {"3"}).code == ExitCode::denied);
    CHECK(host.effects() == std::vector<std::string>{"echo hi"});
}

TEST_CASE("T3: Allow always runs the tool, and the next call asks nobody") {
    HostFixture host;
    CHECK(host.answer(k_echo, {"2", "2"}).code == ExitCode::done);
    const Outcome second = host.run(with(k_echo, {"--json"}));
    CHECK(second.code == ExitCode::done);
    CHECK(host.effects().size() == 2);
    CHECK(contains(host.run({"audit"}).out, "begins, allowed by permission"));
    // A permission that ends, for this contract of the tool; never a policy.
    const auto stored = json_of(host.run({"permissions", "list", "--json"}).out)["permissions"];
    REQUIRE(stored.size() == 1);
    CHECK(stored[0].contains("until"));
    const auto policies = json_of(host.run({"policy", "list", "--json"}).out)["policies"];
    for (const auto& policy : policies) {
        CHECK_FALSE(policy.contains("stored"));
    }
}

TEST_CASE("XC07: what Allow always stores is what the question says") {
    HostFixture host;
    std::string shown;
    host.answer(k_count, {"2", "2"}, &shown);
    const auto permission =
        json_of(host.run({"permissions", "list", "--json"}).out)["permissions"][0];
    CHECK(permission["tool"] == "count");
    CHECK(permission["user"] == "ann");
    CHECK(permission["effect"] == "allow");
    // Ninety days for a tool of low risk.
    CHECK(permission["until"] == "2026-04-02T03:04:05.678Z");
    std::string joined;
    for (std::size_t at = 0; at < shown.size(); ++at) {
        if (shown.compare(at, 5, "\r\n|> ") == 0) at += 5;
        joined += shown[at];
    }
    CHECK(
        contains(joined,
                 "Allow every call of \"count\" for the user \"ann\" in no workspace (\"-\") until "
                 "2026-04-02T03:04:05.678Z"));
}

TEST_CASE("T4: Deny once does not run the tool and tells the caller") {
    HostFixture host;
    const Outcome called = host.answer(with(k_echo, {"--json"}), {"3"});
    CHECK(called.code == ExitCode::denied);
    CHECK(json_of(called.out)["code"] == "user_denied");
    CHECK(host.effects().empty());
    CHECK(host.answer(k_echo, {"1"}).code == ExitCode::done);
}

TEST_CASE("T5: Deny always lasts and asks nobody again, until it is revoked") {
    HostFixture host;
    CHECK(host.answer(k_echo, {"4", "4"}).code == ExitCode::denied);
    CHECK(host.run(k_echo).code == ExitCode::denied);
    CHECK(host.effects().empty());
    const auto listed = json_of(host.run({"permissions", "list", "--json"}).out)["permissions"];
    REQUIRE(listed.size() == 1);
    CHECK(listed[0]["effect"] == "deny");
    // revoke-all ends what is allowed, not what is forbidden.
    host.run({"grants", "revoke-all"});
    CHECK(host.run(k_echo).code == ExitCode::denied);
    CHECK(host.run({"permissions", "revoke", listed[0]["id"].get<std::string>()}).code ==
          ExitCode::done);
    CHECK(host.answer(k_echo, {"1"}).code == ExitCode::done);
}

TEST_CASE("T7: after 91 days a permission of low risk is asked about again") {
    HostFixture host;
    CHECK(host.answer(k_count, {"2", "2"}).code == ExitCode::done);
    for (int month = 0; month < 3; ++month) {
        host.clock.advance(std::chrono::hours(24 * 29));
        CHECK(host.run(k_count).code == ExitCode::done);
    }
    host.clock.advance(std::chrono::hours(24 * 4));
    CHECK(host.run(k_count).code == ExitCode::undecided);
    CHECK(host.answer(k_count, {"3"}).code == ExitCode::denied);
}

TEST_CASE("T8: what one user allows in one workspace is nothing to others elsewhere") {
    HostFixture host;
    CHECK(host.answer(with(k_echo, {"--user", "a", "--workspace", "1"}), {"2", "2"}).code ==
          ExitCode::done);
    CHECK(host.run(with(k_echo, {"--user", "a", "--workspace", "1"})).code == ExitCode::done);
    CHECK(host.run(with(k_echo, {"--user", "b", "--workspace", "2"})).code == ExitCode::undecided);
    CHECK(host.run(with(k_echo, {"--user", "a", "--workspace", "2"})).code == ExitCode::undecided);
    CHECK(host.run(with(k_echo, {"--user", "b", "--workspace", "1"})).code == ExitCode::undecided);
    CHECK(host.run(k_echo).code == ExitCode::undecided);
}

TEST_CASE("no workspace is spelled wherever it is shown, and may be given so") {
    HostFixture host;
    CHECK(host.answer(with(k_echo, {"--workspace", "-"}), {"2", "2"}).code == ExitCode::done);
    CHECK(host.run(k_echo).code == ExitCode::done);
    CHECK(host.run(with(k_echo, {"--workspace", "w"})).code == ExitCode::undecided);
    CHECK(json_of(host.run({"permissions", "list", "--json"}).out)["permissions"][0]["workspace"] ==
          "-");
    CHECK(contains(host.run({"permissions", "list"}).out, "ann in -"));
    CHECK(json_of(host.run({"approvals", "list", "--json"}).out)["approvals"][0]["workspace"] ==
          "w");
    CHECK(contains(host.run({"audit", "--subject", "-"}).out, "allow_always"));
    CHECK_FALSE(contains(host.run({"audit", "--subject", "-"}).out, "confirmation_required"));
}

TEST_CASE("T10: every decision is in the ledger, with who and what was shown") {
    HostFixture host;
    host.answer(k_echo, {"1"});
    host.answer(k_echo, {"3"});
    host.answer(k_count, {"2", "2"});
    host.answer({"call", "plain", R"({"text":"x"})"}, {"4", "4"});
    CHECK(recorded_answers(host) ==
          std::vector<std::string>{"deny_always", "allow_always", "deny_once", "allow_once"});
    std::istringstream lines(host.run({"audit", "--json"}).out);
    int with_approver = 0;
    for (std::string line; std::getline(lines, line);) {
        const auto entry = json_of(line)["entry"];
        if (entry["kind"] != "approval" || !entry.contains("answer")) continue;
        ++with_approver;
        CHECK(entry["approver"]["channel"].get<std::string>().rfind("terminal:/dev/pts/", 0) == 0);
        CHECK(entry["shown_digest"].get<std::string>().size() == 64);
    }
    CHECK(with_approver == 4);
    CHECK(host.run({"audit", "verify"}).code == ExitCode::not_anchored);
}

TEST_CASE("T11: a destructive tool cannot be allowed always") {
    HostFixture host;
    std::string shown;
    const Outcome called = host.answer({"call", "wipe", R"({"disk":"sda"})"}, {"2", "3"}, &shown);
    CHECK(called.code == ExitCode::denied);
    CHECK(contains(shown, "\"Allow always\" is not possible:"));
    CHECK(json_of(host.run({"permissions", "list", "--json"}).out)["permissions"].empty());
    CHECK(host.effects().empty());
}

TEST_CASE("XD09: a preview that fails allows nothing and hides nothing") {
    HostFixture host;
    std::string shown;
    const Outcome called =
        host.answer({"call", "puzzled", R"({"text":"the real value"})"}, {"3"}, &shown);
    CHECK(called.code == ExitCode::denied);
    CHECK(contains(shown, "| none, because it failed: no idea what it would do"));
    CHECK(contains(shown, "\"text\": \"the real value\""));
}

TEST_CASE("XD11: a secret is neither shown nor stored") {
    HostFixture host;
    std::string shown;
    host.answer({"call", "login", R"({"user":"ann","token":"hunter2hunter2"})"}, {"1"}, &shown);
    CHECK(host.effects() == std::vector<std::string>{"login ann"});
    CHECK(contains(shown, "[secret string, 14 characters]"));
    CHECK_FALSE(contains(shown, "hunter2"));
    CHECK_FALSE(contains(host.run({"audit", "--json"}).out, "hunter2"));
}

TEST_CASE("XD08: the question shows the value as it was read, whatever its spelling was") {
    HostFixture host;
    std::string shown;
    host.answer({"call", "echo", "{ \"repeat\" : 2.0e0,\n\n   \"mess\\u0061ge\":\"\\u0041\" }"},
                {"3"}, &shown);
    CHECK(contains(shown, "| {\"message\": \"A\",\r\n|  \"repeat\": 2}"));
    CHECK(host.run({"call", "echo", R"({"message":"a","message":"b"})"}).code ==
          ExitCode::invalid_arguments);
    CHECK(host.run({"call", "echo", R"({"message":"a"/*,"repeat":9*/})"}).code ==
          ExitCode::invalid_arguments);
}

TEST_CASE(
    "a question that is left open is answered later, and its approval is good for that call") {
    HostFixture host;
    const Outcome asked = host.run(with(k_echo, {"--json"}));
    CHECK(asked.code == ExitCode::undecided);
    const std::string id = json_of(asked.out)["approval"].get<std::string>();
    CHECK(contains(asked.err, "approvals answer " + id));
    CHECK(contains(host.run({"approvals", "list"}).out, id));
    CHECK(host.run(with(k_echo, {"--approval", id})).code == ExitCode::undecided);
    std::string shown;
    CHECK(host.answer({"approvals", "answer", id}, {"1"}, &shown).code == ExitCode::done);
    CHECK(contains(shown, "| message: hi"));
    CHECK(contains(shown, "1 Allow once   2 Allow always   3 Deny once   4 Deny always"));
    CHECK(host.run({"call", "echo", R"({"message":"ho"})", "--approval", id}).code ==
          ExitCode::undecided);
    CHECK(host.run(with(k_echo, {"--approval", id})).code == ExitCode::done);
    CHECK(host.run(with(k_echo, {"--approval", id})).code == ExitCode::undecided);
    CHECK(host.effects() == std::vector<std::string>{"echo hi"});
}

TEST_CASE(
    "a question can be refused, withdrawn, or expires, then its approval is good for nothing") {
    HostFixture host;
    const auto ask = [&] {
        return json_of(host.run(with(k_echo, {"--json"})).out)["approval"].get<std::string>();
    };
    const std::string refused = ask();
    CHECK(host.answer({"approvals", "answer", refused}, {"3"}).code == ExitCode::done);
    CHECK(host.run(with(k_echo, {"--approval", refused})).code == ExitCode::denied);
    const std::string withdrawn = ask();
    CHECK(host.run({"approvals", "withdraw", withdrawn}).code == ExitCode::done);
    CHECK(host.run(with(k_echo, {"--approval", withdrawn})).code == ExitCode::undecided);
    CHECK(host.run({"approvals", "answer", withdrawn}).code == ExitCode::undecided);
    const std::string expired = ask();
    host.clock.advance(std::chrono::hours(1));
    CHECK(json_of(host.run({"approvals", "list", "--json"}).out)["approvals"].empty());
    CHECK(host.run(with(k_echo, {"--approval", expired})).code == ExitCode::undecided);
    CHECK(host.effects().empty());
}

TEST_CASE("a record that was changed by a hook does not pass for the value and cannot be allowed") {
    HostFixture host;
    const std::string id = ask_with_retouched_record(host);
    REQUIRE_FALSE(id.empty());
    std::string shown;
    const Outcome answered =
        host.answer({"approvals", "answer", id, "--json"}, {"1", "3"}, &shown, "Press 3");
    CHECK(json_of(answered.out)["state"] == "refused");
    CHECK(contains(shown, "Arguments as recorded; not the whole value:"));
    CHECK(contains(shown, "| The arguments were changed for the record."));
    CHECK(contains(shown, "Allowing is not possible here:\r\n"));
    CHECK_FALSE(contains(shown, "exactly as the tool gets them"));
}

TEST_CASE("XD11: a call with a secret is answered elsewhere with a denial or not at all") {
    HostFixture host;
    const std::vector<std::string> login = {"call", "login",
                                            R"({"user":"ann","token":"hunter2hunter2"})"};
    const std::string id =
        json_of(host.run(with(login, {"--json"})).out)["approval"].get<std::string>();
    std::string shown;
    const Outcome answered =
        host.answer({"approvals", "answer", id, "--json"}, {"\n"}, &shown, "Press 3");
    CHECK(json_of(answered.out)["state"] == "refused");
    CHECK(contains(shown, "| The arguments hold secrets"));
    CHECK_FALSE(contains(shown, "1 Allow once"));
}

TEST_CASE("an undo is asked about elsewhere with the arguments that its function gets") {
    HostFixture host;
    CHECK(host.answer(k_echo, {"1"}).code == ExitCode::done);
    const std::string id = ask_for_undo(host);
    REQUIRE_FALSE(id.empty());
    std::string shown;
    CHECK(host.answer({"approvals", "answer", id}, {"1"}, &shown).code == ExitCode::done);
    CHECK(contains(shown, "Arguments, exactly as the tool gets them:"));
}

TEST_CASE("XD15: an answer to an approval needs a terminal as well") {
    HostFixture host;
    const std::string id =
        json_of(host.run(with(k_echo, {"--json"})).out)["approval"].get<std::string>();
    const Outcome answered = host.run({"approvals", "answer", id}, "1\n");
    CHECK(answered.code == ExitCode::undecided);
    CHECK(contains(answered.err, "needs a terminal"));
    CHECK(contains(host.run({"approvals", "list"}).out, id));
}
