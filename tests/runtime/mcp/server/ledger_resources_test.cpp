#include "mcp/conversation.hpp"
#include <iam/mcp/ledger_resources.hpp>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

constexpr const char* k_own_calls = "iam://ledger/calls";

/// A program whose clients read their own calls.
struct LedgerProgram {
    Program program{};

    LedgerProgram() {
        program.has_offers = true;
        program.settings.wait = std::chrono::milliseconds(0);
        define_add(program);
        require_ok(define("login")
                       .description("Logs in.")
                       .policy(Policy::allow)
                       .parameter("user")
                       .parameter("password")
                       .secret()
                       .call([](const std::string& user, const std::string&) { return user; })
                       .add_to(program.registry));
        require_ok(define("ask").description("Asks.").call([] {}).add_to(program.registry));
        require_ok(add_ledger_resources(program.offers, *program.store));
    }
};

Json answer_about(Conversation& client, const std::string& uri) {
    return client.ask("resources/read", {{"uri", uri}});
}

Json read(Conversation& client, const std::string& uri) {
    const Json answer = answer_about(client, uri);
    INFO(answer.dump());
    REQUIRE(answer.contains("result"));
    const Json contents = answer["result"]["contents"][0];
    CHECK(contents["mimeType"] == "application/json");
    return parse_json(contents["text"].get<std::string>()).value();
}

std::string entry_of(const Json& result) {
    return result["_meta"]["iam/result"]["entry"];
}

}  // namespace

TEST_CASE("a client lists its user's calls, newest first, and reads each") {
    LedgerProgram ledger;
    Conversation client(ledger.program);
    client.begin();
    const std::string first = entry_of(client.result_of_call("add", {{"a", 1}, {"b", 2}}));
    client.result_of_call("ask");
    const Json calls = read(client, k_own_calls)["calls"];
    REQUIRE(calls.size() == 2);
    CHECK(calls[0]["tool"] == "ask");
    CHECK(calls[0]["code"] == "confirmation_required");
    CHECK(calls[0]["success"] == false);
    CHECK(calls[1]["tool"] == "add");
    CHECK(calls[1]["success"] == true);
    CHECK(calls[1]["outcome"] == first);
    for (const std::string& entry : {first, calls[1]["entry"].get<std::string>()}) {
        const Json call = read(client, std::string(k_own_calls) + "/" + entry);
        CHECK(call["arguments"] == R"({"a":1,"b":2})");
        CHECK(json_equal(call["entry"], calls[1]["entry"]));
    }
}

TEST_CASE("a call that a person allowed names the channel of the answer, and no person") {
    LedgerProgram ledger;
    Conversation client(ledger.program);
    client.begin();
    client.result_of_call("ask");
    ledger.program.answer(ledger.program.only_question().id, consent::Answer::allow_once);
    const std::string entry = entry_of(client.result_of_call("ask"));
    const Json call = read(client, std::string(k_own_calls) + "/" + entry);
    CHECK(call["approver"] == Json({{"channel", "test"}, {"kind", "person"}}));
}

TEST_CASE("XM57 a client reads no call of another user, workspace or kind of caller") {
    LedgerProgram ledger;
    Conversation ann(ledger.program, {.user = "ann", .workspace = "shop"});
    ann.begin();
    const std::string entry = entry_of(ann.result_of_call("add", {{"a", 1}}));
    Call of_person;
    of_person.tool.name = "add";
    of_person.arguments = R"({"a":2})";
    of_person.subject = {.user = "ann", .workspace = "shop"};
    of_person.proposer.kind = Proposer::Kind::person;
    const std::string by_person = ledger.program.runtime().call(of_person).entry;
    const std::string uri = std::string(k_own_calls) + "/";
    for (const Subject& other : {Subject{.user = "eve", .workspace = "shop"},
                                 Subject{.user = "ann", .workspace = "home"}, Subject{}}) {
        Conversation client(ledger.program, other);
        client.begin();
        CHECK(read(client, k_own_calls)["calls"].empty());
        CHECK(read(client, uri + "before/0.1000")["calls"].empty());
        // As though it did not exist.
        Json foreign = answer_about(client, uri + entry)["error"];
        Json absent = answer_about(client, uri + "0.999")["error"];
        foreign["data"].erase("uri");
        absent["data"].erase("uri");
        CHECK(json_equal(foreign, absent));
    }
    CHECK(read(ann, k_own_calls)["calls"].size() == 1);
    CHECK(answer_about(ann, uri + by_person).contains("error"));
}

TEST_CASE("an entry that is none, or is about no call, is not found") {
    LedgerProgram ledger;
    Conversation client(ledger.program);
    client.begin();
    require_ok(ledger.program.runtime().consent().set_policy({"", "add"}, Policy::allow));
    const std::string uri = std::string(k_own_calls) + "/";
    for (const char* none : {"0.1", "0.77", "x", "0", "-1.1", "before/x", "0.1%00"}) {
        INFO(none);
        CHECK(error_code(answer_about(client, uri + none)) == -32002);
    }
}

TEST_CASE("XM58 no secret of a call is in its user's list") {
    LedgerProgram ledger;
    Conversation client(ledger.program);
    client.begin();
    const std::string entry =
        entry_of(client.result_of_call("login", {{"user", "ann"}, {"password", "hunter2"}}));
    const Json call = read(client, std::string(k_own_calls) + "/" + entry);
    CHECK(call["arguments"] == R"({"password":"[secret]","user":"ann"})");
    for (const Json& message : client.messages()) {
        CHECK(message.dump().find("hunter2") == std::string::npos);
    }
}

TEST_CASE("a list has fifty calls and names the next one") {
    LedgerProgram ledger;
    Conversation client(ledger.program);
    client.begin();
    for (std::size_t call = 0; call < k_listed_calls_max + 1; ++call)
        client.result_of_call("add", {{"a", 1}});
    const Json newest = read(client, k_own_calls);
    CHECK(newest["calls"].size() == k_listed_calls_max);
    const Json rest = read(client, newest["next"]);
    CHECK(rest["calls"].size() == 1);
    CHECK_FALSE(rest.contains("next"));
}
