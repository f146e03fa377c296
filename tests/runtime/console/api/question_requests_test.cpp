// Tests of runtime/src/console/api/{question_requests,question_views,showings}.cpp.
#include "console_fixture.hpp"

using namespace iam;
using test::Answered;
using test::ConsoleFixture;

namespace {

/// With a session and one open question about `echo`.
struct Asking : ConsoleFixture {
    Asking() { start().log_in(); }
};

consent::Approval approval_of(const ConsoleFixture& fixture, const std::string& id) {
    const auto found = fixture.store->approval(id);
    REQUIRE(found);
    REQUIRE(*found);
    return **found;
}

}  // namespace

TEST_CASE("open questions are listed, and shown with all that a person needs (W17)") {
    Asking fixture;
    CHECK(fixture.get("/api/questions").json()["questions"].empty());
    const std::string id = fixture.open_question();
    const Json listed = fixture.get("/api/questions").json()["questions"];
    REQUIRE(listed.size() == 1);
    CHECK(listed[0]["id"] == id);
    CHECK(listed[0]["tool"] == "echo");
    CHECK(listed[0]["user"] == "ann");
    CHECK(listed[0]["arguments"]["text"] == "hello");
    const Json shown = fixture.get("/api/questions/" + id).json();
    CHECK(json_equal(shown["question"], listed[0]));
    CHECK(listed[0]["origin"] == "");
    CHECK(listed[0]["proposer"]["kind"] == "model");
    CHECK(listed[0]["risk"] == "high");
    CHECK(shown["arguments"] == R"({"text":"hello"})");
    CHECK(shown["edit_refused_because"] == "");
    CHECK(shown["details"].get<std::string>().find("A tool of the test.") != std::string::npos);
    const Json& sheet = shown["sheet"];
    CHECK(sheet["approval"] == id);
    CHECK(sheet["name"] == "echo");
    CHECK(sheet["origin"] == "testdesk");
    CHECK(sheet["proposer"]["kind"] == "model");
    CHECK(sheet["lang"] == "en-US");
    CHECK(sheet["arguments"] == R"({"text":"hello"})");
    CHECK(sheet["further"].size() >= 2);
    CHECK(sheet["always_would_store"].get<std::string>().find("echo") != std::string::npos);
    CHECK_FALSE(sheet.contains("always_keys_would_store"));
    CHECK(sheet["digest"] == question::sheet_digest(question::sheet_lines(sheet)).hex());
    CHECK_FALSE(sheet["nonce"].get<std::string>().empty());
}

TEST_CASE("long arguments are in the question, and not in the list (W08)") {
    Asking fixture;
    const std::string id =
        fixture.open_question("echo", R"({"text":")" + std::string(5000, 'x') + R"("})");
    CHECK_FALSE(fixture.get("/api/questions").json()["questions"][0].contains("arguments"));
    const Json shown = fixture.get("/api/questions/" + id).json();
    CHECK(shown["sheet"]["arguments"].get<std::string>().size() > 5000);
}

TEST_CASE("an answer is recorded as a person's, given on a page (W09)") {
    Asking fixture;
    const std::string id = fixture.open_question();
    const Json body = fixture.answer_body(id, "allow_once");
    const Answered answered = fixture.answer(id, body);
    CHECK(answered.status == 200);
    CHECK(answered.json()["state"] == "given");
    const consent::Approval approval = approval_of(fixture, id);
    REQUIRE(approval.approver);
    CHECK(approval.approver->channel == "web");
    CHECK(approval.approver->kind == consent::ApproverKind::person);
    CHECK(approval.approver->login == "ann");
    CHECK(approval.approver->locale == "en-US");
    CHECK(approval.shown_digest.hex() == body["shown_digest"]);
}

TEST_CASE("a tool is made known before it is allowed, and a denial waits for none") {
    ConsoleFixture fixture;
    std::size_t known = 0;
    auto parts = fixture.parts();
    parts.know_tool = [&](const ToolId&) { ++known; };
    fixture.console = *console::Console::start(std::move(parts));
    fixture.log_in();
    for (const auto& [tool, answer] :
         {std::pair{"echo", "deny_once"}, std::pair{"wipe", "deny_always"}}) {
        const std::string id = fixture.open_question(tool);
        const Json body = fixture.answer_body(id, answer);
        known = 0;
        CHECK(fixture.answer(id, body).status == 200);
        CHECK(known == 0);
    }
    const std::string id = fixture.open_question("echo", R"({"text":"other"})");
    const Json body = fixture.answer_body(id, "allow_once");
    known = 0;
    CHECK(fixture.answer(id, body).status == 200);
    CHECK(known == 1);
}

TEST_CASE("an answer runs no call, and allows the proposed one once") {
    Asking fixture;
    const std::string id = fixture.open_question();
    CHECK(fixture.answer(id, fixture.answer_body(id, "allow_once")).status == 200);
    Call call{.tool = {"", "echo"}, .arguments = R"({"text":"hello"})"};
    call.subject.user = "ann";
    call.proposer.kind = Proposer::Kind::model;
    CHECK(fixture.runtime->call(call, {.approval = id}).success);
    CHECK_FALSE(fixture.runtime->call(call, {.approval = id}).success);
}

TEST_CASE("a denial carries its reason to the proposer") {
    Asking fixture;
    const std::string id = fixture.open_question();
    Json body = fixture.answer_body(id, "deny_once");
    body["reason"] = "Not today.";
    CHECK(fixture.answer(id, body).json()["state"] == "refused");
    const std::string other = fixture.open_question("echo", R"({"text":"other"})");
    Json bad = fixture.answer_body(other, "deny_once");
    bad["reason"] = "a\u0001b";
    CHECK(fixture.answer(other, bad).status == 400);
    bad["reason"] = "again";
    CHECK(fixture.answer(other, bad).status == 200);
}

TEST_CASE("an always stores the record whose text was shown, for its scope (W35)") {
    Asking fixture;
    const std::string id = fixture.open_question();
    Json body = fixture.answer_body(id, "allow_always", "arguments");
    body["scope"] = "tool";
    CHECK(fixture.answer(id, body).code() == "shown_differs");
    body["scope"] = "arguments";
    CHECK(fixture.answer(id, body).status == 200);
    const auto permissions = fixture.runtime->consent().permissions();
    REQUIRE(permissions->size() == 1);
    CHECK(permissions->front().match.kind == consent::Match::Kind::exact);
    CHECK(permissions->front().allow);
}

TEST_CASE("a deny always is kept for the tool") {
    Asking fixture;
    const std::string id = fixture.open_question();
    CHECK(fixture.answer(id, fixture.answer_body(id, "deny_always")).status == 200);
    const auto permissions = fixture.runtime->consent().permissions();
    REQUIRE(permissions->size() == 1);
    CHECK_FALSE(permissions->front().allow);
    CHECK(permissions->front().match.kind == consent::Match::Kind::tool);
}

TEST_CASE("further calls are allowed until the shown time, and so often") {
    Asking fixture;
    const std::string id = fixture.open_question();
    Json body = fixture.answer_body(id, "allow_once");
    const Json shown = fixture.get("/api/questions/" + id).json();
    body["until"] = shown["sheet"]["further"][0]["until"];
    body["uses"] = 3;
    CHECK(fixture.answer(id, body).status == 200);
    const auto grants = fixture.runtime->consent().grants();
    REQUIRE(grants->size() == 1);
    CHECK(grants->front().uses == 3);
    REQUIRE(grants->front().deadline);
    CHECK(to_rfc3339(grants->front().deadline->wall) == body["until"]);
}

TEST_CASE("an allowance that cannot be is refused, and the question stands") {
    Asking fixture;
    const std::string id = fixture.open_question();
    const Json right = fixture.answer_body(id, "allow_once");
    const auto with = [&](const char* name, const Json& value) {
        Json body = right;
        body[name] = value;
        return fixture.answer(id, body).status;
    };
    CHECK(with("until", "tomorrow") == 400);
    CHECK(with("until", "2099-01-01T00:00:00Z") == 400);
    CHECK(with("until", "2020-01-01T00:00:00Z") == 400);
    CHECK(with("uses", 3) == 400);
    CHECK(with("uses", 100) == 400);
    CHECK(with("answer", "edit") == 400);
    CHECK(with("scope", "everything") == 400);
    CHECK(with("inputs", Json{{"x", "y"}}) == 400);
    Json denial = fixture.answer_body(id, "deny_once");
    denial["until"] = fixture.get("/api/questions/" + id).json()["sheet"]["further"][0]["until"];
    CHECK(fixture.answer(id, denial).status == 400);
    CHECK(fixture.answer(id, right).status == 200);
}

TEST_CASE("allowing always is refused where the tool may destroy, with the reason") {
    Asking fixture;
    const std::string id = fixture.open_question("wipe");
    const Json shown = fixture.get("/api/questions/" + id).json();
    CHECK_FALSE(shown["sheet"]["always_refused_because"].get<std::string>().empty());
    CHECK_FALSE(shown["sheet"].contains("always_would_store"));
    CHECK_FALSE(shown["sheet"]["further_refused_because"].get<std::string>().empty());
    CHECK(fixture.answer(id, fixture.answer_body(id, "allow_always")).status == 400);
    CHECK(fixture.answer(id, fixture.answer_body(id, "allow_once")).status == 200);
}

TEST_CASE("an answer names a showing of this question to this session (W17)") {
    Asking fixture;
    const std::string id = fixture.open_question();
    const std::string other = fixture.open_question("echo", R"({"text":"other"})");
    Json body = fixture.answer_body(id, "allow_once");
    CHECK(fixture.answer(other, body).code() == "stale");
    const std::string nonce = body["nonce"].get<std::string>();
    body["nonce"] = "00";
    CHECK(fixture.answer(id, body).code() == "stale");
    body["nonce"] = nonce;
    const std::string secret = fixture.secret;
    fixture.log_in();
    CHECK(fixture.answer(id, body).code() == "stale");
    fixture.secret = secret;
    CHECK(fixture.answer(id, body).status == 200);
    CHECK(fixture.answer(other, body).code() == "stale");
}

TEST_CASE("a showing counts no more once many others came (W08)") {
    Asking fixture;
    const std::string id = fixture.open_question();
    const Json old = fixture.answer_body(id, "allow_once");
    for (int i = 0; i < 256; ++i) CHECK(fixture.get("/api/questions/" + id).status == 200);
    CHECK(fixture.answer(id, old).code() == "stale");
    CHECK(fixture.answer(id, fixture.answer_body(id, "allow_once")).status == 200);
}

TEST_CASE("an answer to another text than the shown one is refused (W35)") {
    Asking fixture;
    const std::string id = fixture.open_question();
    Json body = fixture.answer_body(id, "allow_once");
    const std::string right = body["shown_digest"].get<std::string>();
    for (const std::string& wrong :
         {std::string(), std::string(64, '0'), right.substr(1), "x" + right.substr(1)}) {
        body["shown_digest"] = wrong;
        const Answered answered = fixture.answer(id, body);
        CHECK(answered.status == 409);
        CHECK(answered.code() == "shown_differs");
    }
    body["shown_digest"] = right;
    CHECK(fixture.answer(id, body).status == 200);
}

TEST_CASE("a second answer hears who has answered, and where (W08) (W17)") {
    Asking fixture;
    const std::string id = fixture.open_question();
    const Json first = fixture.answer_body(id, "allow_once");
    const Json second = fixture.answer_body(id, "deny_once");
    CHECK(fixture.answer(id, first).status == 200);
    for (const Json& body : {second, first}) {
        const Answered late = fixture.answer(id, body);
        CHECK(late.status == 409);
        CHECK(late.code() == "answered");
        CHECK(late.json()["state"] == "given");
        CHECK(late.json()["by"]["login"] == "ann");
        CHECK(late.json()["by"]["channel"] == "web");
        CHECK(late.json()["message"] ==
              "The call has been allowed by ann at web; no other answer is needed.");
    }
    CHECK(approval_of(fixture, id).state == consent::ApprovalState::given);
    CHECK(fixture.get("/api/questions/" + id).code() == "answered");
}

TEST_CASE("an answer given on a terminal closes the question of the page (W17)") {
    Asking fixture;
    const std::string id = fixture.open_question();
    const Json body = fixture.answer_body(id, "allow_once");
    gate::ApprovalAnswer answer;
    answer.approval = id;
    answer.answer = consent::Answer::deny_once;
    answer.approver = {"1000", "bob", "terminal:/dev/pts/3", "en-US"};
    REQUIRE(fixture.runtime->consent().answer(answer));
    const Answered late = fixture.answer(id, body);
    CHECK(late.code() == "answered");
    CHECK(late.json()["by"]["channel"] == "terminal:/dev/pts/3");
    CHECK(late.json()["by"]["login"] == "bob");
    CHECK(late.json()["message"] ==
          "The call has been denied by bob at terminal:/dev/pts/3; to run the call, have it "
          "proposed anew.");
}

TEST_CASE("nothing can be answered once it has expired (W17)") {
    Asking fixture;
    const std::string id = fixture.open_question();
    const Json body = fixture.answer_body(id, "allow_once");
    const auto until = approval_of(fixture, id).expires.wall;
    // The session is used meanwhile.
    while (fixture.clock.now().wall < until) {
        fixture.clock.advance(std::chrono::minutes(20));
        CHECK(fixture.get("/api/session").status == 200);
    }
    const Answered late = fixture.answer(id, body);
    CHECK(late.status == 409);
    CHECK(late.code() == "expired");
    CHECK(late.json()["message"] ==
          "The question has expired; to run the call, have it proposed anew.");
    CHECK(fixture.get("/api/questions/" + id).code() == "expired");
    CHECK(fixture.get("/api/questions").json()["questions"].empty());
}

TEST_CASE("a withdrawn question says so, and an unknown one is not there (W17)") {
    Asking fixture;
    const std::string id = fixture.open_question();
    const Json body = fixture.answer_body(id, "allow_once");
    REQUIRE(fixture.runtime->consent().withdraw(id));
    const Answered withdrawn = fixture.answer(id, body);
    CHECK(withdrawn.code() == "withdrawn");
    CHECK(withdrawn.json()["message"] ==
          "The question was withdrawn; to run the call, have it proposed anew.");
    CHECK(fixture.answer("00ff", body).status == 404);
    CHECK(fixture.get("/api/questions/00ff").status == 404);
}

TEST_CASE("texts of others reach the page as JSON strings without controls (W13)") {
    Asking fixture;
    const std::string id =
        fixture.open_question("echo", R"({"text":"<script>\u202e</script>\u001b[2J"})");
    const Answered shown = fixture.get("/api/questions/" + id);
    CHECK(shown.head.find("Content-Type: application/json") != std::string::npos);
    CHECK(shown.body.find("<script>") != std::string::npos);
    CHECK(shown.body.find('\x1b') == std::string::npos);
    CHECK(shown.body.find("\u202e") == std::string::npos);
    // The page makes them visible itself.
    const Json sheet = shown.json()["sheet"];
    CHECK(sheet["arguments"].get<std::string>().find("\u202e") != std::string::npos);
    CHECK(sheet["digest"] == question::sheet_digest(question::sheet_lines(sheet)).hex());
}

TEST_CASE("the values that a function asks for are given on the page") {
    ConsoleFixture fixture;
    const auto added = define("paint")
                           .description("Asks for a colour.")
                           .policy(allow)
                           .call([](Context& context) {
                               const auto colour =
                                   context.input("colour", {.kind = InputRequest::Kind::choice,
                                                            .prompt = "Which colour\u202e?",
                                                            .choices = {"red", "light blue"}});
                               if (!colour)
                                   throw tool_error(std::string(code::requires_user_input),
                                                    colour.error().message);
                               return colour->text;
                           })
                           .add_to(fixture.registry);
    REQUIRE(added);
    fixture.start().log_in();
    Call call{.tool = {"", "paint"}, .arguments = "{}"};
    call.subject.user = "ann";
    call.proposer.kind = Proposer::Kind::model;
    const std::string id = fixture.runtime->call(call).approval;
    CHECK(fixture.get("/api/questions").json()["questions"][0]["inputs"] ==
          Json::array({"colour"}));
    const Json shown = fixture.get("/api/questions/" + id).json();
    const Json& inputs = shown["sheet"]["inputs"];
    REQUIRE(inputs.size() == 1);
    CHECK(json_equal(inputs[0], {{"choices", {"red", "light blue"}},
                                 {"key", "colour"},
                                 {"kind", "choice"},
                                 {"prompt", "Which colour\\u{202E}?"},
                                 {"wanted", "one of: red, light blue"}}));
    Json body = fixture.answer_body(id, "allow_once");
    CHECK(fixture.answer(id, body).status == 400);
    body["inputs"] = {{"colour", "green"}};
    CHECK(fixture.answer(id, body).status == 400);
    body["inputs"] = {{"colour", "light blue"}};
    CHECK(fixture.answer(id, body).status == 200);
    CHECK(fixture.runtime->call(call, {.approval = id}).success);
}
