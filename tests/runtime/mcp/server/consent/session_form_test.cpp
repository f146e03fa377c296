// Questions that a listed client shows as a form to its person.
// Tests of runtime/src/mcp/server/consent/form_answer.cpp.
#include "mcp/asking_program.hpp"
#include <iam/ledger/entry.hpp>

using namespace iam;
using namespace iam::test;

namespace {

struct OnForm {
    int id = 0;
    Json question{};
};

OnForm propose_on_form(Conversation& client, const Json& params = send_params()) {
    OnForm on_form;
    const std::size_t asked = client.count("elicitation/create");
    on_form.id = client.send("tools/call", params);
    client.wait_for_count("elicitation/create", asked + 1);
    on_form.question = client.notification("elicitation/create");
    return on_form;
}

/// Calls, and makes sure that the client is not asked.
void propose_elsewhere(Conversation& client, Json params = send_params()) {
    params["_meta"]["progressToken"] = "t";
    const std::size_t signs = client.count("notifications/progress");
    client.send("tools/call", params);
    client.wait_for_count("notifications/progress", signs + 1);
    CHECK(client.count("elicitation/create") == 0);
}

}  // namespace

TEST_CASE("a listed client shows the whole question, and its person's answer runs the call once") {
    AskingProgram asking;
    asking.ask_by_forms();
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    client.begin("2025-11-25", fills_forms());
    const OnForm on_form = propose_on_form(client);
    const Json& params = on_form.question["params"];
    const std::string approval = asking.program.only_question().id;
    CHECK_FALSE(params.contains("url"));
    CHECK(params["message"].get<std::string>().find("\"to\": \"bob\"") != std::string::npos);
    CHECK(params["requestedSchema"]["properties"]["answer"]["enum"] ==
          Json::array({"Allow once", "Deny once"}));
    client.reply(on_form.question, filled("Allow once"));
    CHECK(client.answer_to(on_form.id)["result"]["structuredContent"]["result"] == "bob1");
    const auto used = asking.program.store->approval(approval).value();
    CHECK(used->approver->kind == consent::ApproverKind::client_asserted);
    CHECK(used->approver->channel == "mcp:form");
    CHECK(used->approver->login == "tester");
    CHECK(used->approver->uid == "stdio");
    CHECK(used->shown_digest == sha256("iam/mcp/form/1", params["message"].get<std::string>()));
    // Nothing lasts.
    propose_on_form(client);
    CHECK(asking.runs == 1);
}

TEST_CASE("a form that is denied or declined refuses the call, and one that is closed leaves it") {
    const Json denied = filled("Deny once");
    const Json declined{{"action", "decline"}};
    for (const Json& no : {denied, declined}) {
        AskingProgram asking;
        asking.ask_by_forms();
        Conversation client(asking.program, {.user = "ann"}, "stdio");
        client.begin("2025-06-18", fills_forms());
        const OnForm on_form = propose_on_form(client);
        client.reply(on_form.question, no);
        const Json answer = client.answer_to(on_form.id);
        CHECK(code_of_result(answer) == "user_denied");
        CHECK(text_of_result(answer["result"]).find("The client refused") != std::string::npos);
    }
    AskingProgram asking;
    asking.ask_by_forms();
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    client.begin("2025-11-25", fills_forms());
    const OnForm on_form = propose_on_form(client);
    client.reply(on_form.question, {{"action", "cancel"}});
    CHECK(code_of_result(client.answer_to(on_form.id)) == "confirmation_required");
    CHECK(asking.program.only_question().state == consent::ApprovalState::pending);
}

TEST_CASE("a form that is filled in with another thing is no answer") {
    AskingProgram asking;
    asking.ask_by_forms();
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    client.begin("2025-11-25", fills_forms());
    const OnForm on_form = propose_on_form(client);
    client.reply(on_form.question, filled("Allow always"));
    const std::string approval = asking.program.only_question().id;
    CHECK_FALSE(client.has_answer(on_form.id));
    // A person still answers elsewhere.
    asking.program.answer(approval, consent::Answer::allow_once);
    CHECK(client.answer_to(on_form.id)["result"]["structuredContent"]["result"] == "bob1");
}

TEST_CASE("XM49 a client of another name or credential is not asked by a form") {
    AskingProgram asking;
    asking.ask_by_forms();
    asking.program.settings.form_clients.push_back({"nobody", ""});
    const std::vector<std::pair<std::string, std::string>> others{
        {"Tester", "stdio"},        {"tester ", "stdio"}, {"other", "stdio"}, {"tester", "socket"},
        {"tester", "token tester"}, {"tester", ""},       {"nobody", ""}};
    for (const auto& [name, credential] : others) {
        Conversation client(asking.program, {.user = name + credential}, credential);
        client.begin("2025-11-25", fills_forms(), name);
        propose_elsewhere(client);
    }
    Conversation undeclared(asking.program, {.user = "ann"}, "stdio");
    undeclared.begin("2025-11-25", {{"elicitation", {{"url", Json::object()}}}});
    propose_elsewhere(undeclared);
    CHECK(asking.runs == 0);
}

TEST_CASE("XM51 a listed client is not asked about a call of high risk") {
    AskingProgram asking;
    asking.ask_by_forms();
    require_ok(define("wipe").description("Wipes.").call([] {}).add_to(asking.program.registry));
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    client.begin("2025-11-25", fills_forms());
    propose_elsewhere(client, {{"name", "wipe"}});
    CHECK(asking.program.only_question().state == consent::ApprovalState::pending);
}

TEST_CASE("XM52 words about a page are no answer, also from a listed client") {
    AskingProgram asking;
    asking.program.settings.form_clients = {{"tester", "stdio"}};
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    client.begin("2025-11-25",
                 {{"elicitation", {{"url", Json::object()}, {"form", Json::object()}}}});
    const OnForm on_page = propose_on_form(client);
    CHECK(on_page.question["params"]["mode"] == "url");
    client.reply(on_page.question, filled("Allow once"));
    asking.program.clock.advance(asking.program.settings.wait);
    CHECK(code_of_result(client.answer_to(on_page.id)) == "confirmation_required");
    CHECK(asking.runs == 0);
}

TEST_CASE("XM53 an answer in a form that comes after the question's end does not count") {
    AskingProgram asking;
    asking.ask_by_forms();
    asking.program.settings.wait = std::chrono::hours(1);
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    client.begin("2025-11-25", fills_forms());
    const OnForm first = propose_on_form(client);
    const std::string approval = asking.program.only_question().id;
    asking.program.clock.advance(asking.program.gate_settings.approval_lifetime);
    // It is asked anew, and the old form is withdrawn.
    client.wait_for_count("elicitation/create", 2);
    client.reply(first.question, filled("Allow once"));
    CHECK(asking.program.only_question().id != approval);
    CHECK_FALSE(client.has_answer(first.id));
    CHECK(asking.runs == 0);
    client.reply(client.notification("elicitation/create"), filled("Allow once"));
    CHECK(client.answer_to(first.id)["result"]["structuredContent"]["result"] == "bob1");
}

TEST_CASE("XM54 a client that answers a form of another client answers nothing") {
    AskingProgram asking;
    asking.ask_by_forms();
    asking.program.settings.form_clients.push_back({"tester", "socket"});
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    Conversation other(asking.program, {.user = "mallory"}, "socket");
    client.begin("2025-11-25", fills_forms());
    other.begin("2025-11-25", fills_forms());
    const OnForm on_form = propose_on_form(client);
    other.reply(on_form.question, filled("Allow once"));
    CHECK(asking.program.only_question().state == consent::ApprovalState::pending);
    CHECK_FALSE(client.has_answer(on_form.id));
    CHECK(asking.runs == 0);
}

TEST_CASE("inputs that a function asks for come from the form of a listed client") {
    AskingProgram asking;
    asking.ask_by_forms();
    add_inputs(asking.program,
               {{"name", {.prompt = "Which name?"}},
                {"size", {.kind = InputRequest::Kind::number, .prompt = "Size?", .high = 9}}});
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    client.begin("2025-11-25", fills_forms());
    const OnForm on_form = propose_on_form(client, inputs_params());
    const Json& schema = on_form.question["params"]["requestedSchema"];
    CHECK(schema["properties"]["name"]["title"] == "Which name?");
    CHECK(schema["required"] == Json::array({"name", "size"}));
    const std::string approval = asking.program.only_question().id;
    client.reply(on_form.question,
                 {{"action", "accept"}, {"content", {{"name", "Ann"}, {"size", 7}}}});
    CHECK(client.answer_to(on_form.id)["result"]["structuredContent"]["result"] == "Ann;7;");
    const auto used = asking.program.store->approval(approval).value();
    CHECK(used->approver->kind == consent::ApproverKind::client_asserted);
    CHECK(used->approver->channel == "mcp:form");
}

TEST_CASE("an input that does not fit is none, and a person still gives it elsewhere") {
    AskingProgram asking;
    asking.ask_by_forms();
    add_inputs(asking.program,
               {{"size", {.kind = InputRequest::Kind::number, .prompt = "Size?", .high = 9}}});
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    client.begin("2025-11-25", fills_forms());
    const OnForm on_form = propose_on_form(client, inputs_params());
    client.reply(on_form.question, {{"action", "accept"}, {"content", {{"size", 10}}}});
    gate::ApprovalAnswer answer;
    answer.approval = asking.program.only_question().id;
    answer.answer = consent::Answer::allow_once;
    answer.inputs = {{"size", "3"}};
    REQUIRE(asking.program.runtime().consent().answer(answer));
    CHECK(client.answer_to(on_form.id)["result"]["structuredContent"]["result"] == "3;");
}

TEST_CASE("XM56 a secret and an input of a call of high risk are asked for in no form") {
    for (const bool is_secret : {true, false}) {
        AskingProgram asking;
        asking.ask_by_forms();
        add_inputs(asking.program, {{"pin", {.prompt = "PIN?", .secret = is_secret}}}, is_secret);
        Conversation client(asking.program, {.user = "ann"}, "stdio");
        client.begin("2025-11-25", fills_forms());
        if (!is_secret) {
            propose_elsewhere(client, inputs_params());
            continue;
        }
        // Nobody can type it where the call was made.
        CHECK(code_of_result(client.ask("tools/call", inputs_params())) == "requires_user_input");
        CHECK(client.count("elicitation/create") == 0);
    }
}
