#include "questions.hpp"

#include <iam/core/json.hpp>
#include <iam/tool/client.hpp>
#include <iam/tool/context.hpp>

namespace fixture {
namespace {

iam::Content text(std::string words) {
    return {iam::TextContent{std::move(words)}};
}

/// The value, or the failure of the tool.
template <class T>
T value_of(iam::Result<T> answer) {
    if (!answer) throw iam::tool_error("not_asked", answer.error().message);
    return *std::move(answer);
}

iam::Elicitation form(const std::string& message, const std::string& member,
                      const std::string& type) {
    return {message, R"({"type":"object","properties":{")" + member + R"(":{"type":")" + type +
                         R"("}},"required":[")" + member + R"("]})"};
}

iam::Sampling sampling(const std::string& prompt) {
    iam::Sampling request;
    request.messages = {{iam::SamplingMessage::Role::user, iam::TextContent{prompt}}};
    request.tokens_max = 100;
    return request;
}

std::string member_of(const iam::Elicited& elicited, const char* name) {
    const auto content = iam::parse_json(elicited.content);
    return content && content->is_object() ? content->value(name, "") : std::string();
}

iam::Content confirmed(iam::Context& context) {
    value_of(context.elicit("confirm", form("Please confirm", "ok", "boolean")));
    return text("state-ok");
}

}  // namespace

iam::Content test_missing_capability(iam::Context& context) {
    return text(
        value_of(context.sample("answer", sampling("What is the capital of France?"))).text);
}

iam::Content test_streaming_elicitation(iam::Context& context) {
    context.log(iam::LogLevel::info, "Asking");
    return text("Hello, " +
                member_of(value_of(context.elicit("user_name",
                                                  form("What is your name?", "name", "string"))),
                          "name") +
                "!");
}

iam::Content test_logging_tool(iam::Context& context) {
    context.log(iam::LogLevel::info, "The tool runs");
    return text("Logged.");
}

iam::Content test_input_required_result_elicitation(iam::Context& context) {
    return test_streaming_elicitation(context);
}

iam::Content test_input_required_result_sampling(iam::Context& context) {
    const auto request = sampling("What is the capital of France?");
    return text(value_of(context.sample("capital_question", request)).text);
}

iam::Content test_input_required_result_list_roots(iam::Context& context) {
    std::string list = "Roots:";
    for (const iam::Root& root : value_of(context.list_roots("client_roots")))
        list += " " + root.uri;
    return text(list);
}

iam::Content test_input_required_result_request_state(iam::Context& context) {
    return confirmed(context);
}

iam::Content test_input_required_result_multiple_inputs(iam::Context& context) {
    iam::ClientQuestions questions;
    questions.forms["user_name"] = form("What is your name?", "name", "string");
    questions.samplings["greeting"] = sampling("Write a greeting.");
    questions.roots = {"client_roots"};
    const auto answers = context.ask(questions);
    return text(value_of(answers.samplings.at("greeting")).text + " " +
                member_of(value_of(answers.forms.at("user_name")), "name") + ", " +
                std::to_string(value_of(answers.roots.at("client_roots")).size()) + " roots");
}

iam::Content test_input_required_result_multi_round(iam::Context& context) {
    const auto name =
        value_of(context.elicit("step1", form("Step 1: What is your name?", "name", "string")));
    const auto color = value_of(
        context.elicit("step2", form("Step 2: What is your favorite color?", "color", "string")));
    return text(member_of(name, "name") + " likes " + member_of(color, "color"));
}

iam::Content test_input_required_result_tampered_state(iam::Context& context) {
    return confirmed(context);
}

iam::Content test_input_required_result_capabilities(iam::Context& context) {
    iam::ClientQuestions questions;
    questions.forms["user_name"] = form("What is your name?", "name", "string");
    questions.samplings["greeting"] = sampling("Write a greeting.");
    const auto answers = context.ask(questions);
    const auto& name = answers.forms.at("user_name");
    const auto& greeting = answers.samplings.at("greeting");
    return text((greeting ? greeting->text : std::string("Hello")) + ", " +
                (name ? member_of(*name, "name") : std::string("stranger")));
}

}  // namespace fixture
