// A program with a tool that asks, and the pages on which a person answers. The test is the person.
#pragma once

#include "mcp/stateless_conversation.hpp"
#include <iam/tool/input.hpp>

#include <atomic>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace iam::test {

struct AskingProgram {
    Program program{};
    std::atomic<int> runs{0};

    AskingProgram() {
        require_ok(define("send")
                       .description("Sends a message.")
                       .hints({.read_only = false,
                               .destructive = false,
                               .idempotent = true,
                               .open_world = false})
                       .parameter("to")
                       .call([this](const std::string& to) { return to + std::to_string(++runs); })
                       .add_to(program.registry));
        program.page_of = [](const std::string& approval) {
            return "https://desk.example/approvals/" + approval;
        };
    }
    /// The person opens the page and answers on it.
    void answer_on_page(const std::string& url, consent::Answer with,
                        std::vector<InputValue> inputs = {}) {
        const std::size_t slash = url.rfind('/');
        REQUIRE(slash != std::string::npos);
        gate::ApprovalAnswer answer;
        answer.approval = url.substr(slash + 1);
        answer.answer = with;
        answer.inputs = std::move(inputs);
        answer.approver = {.uid = "1000", .login = "ann", .channel = "page", .locale = "en"};
        const auto answered = program.runtime().consent().answer(answer);
        INFO((answered ? std::string() : answered.error().message));
        REQUIRE(answered.has_value());
    }
    /// No page; the client "tester" on standard input and output is on the list.
    void ask_by_forms() {
        program.page_of = {};
        program.settings.form_clients = {{"tester", "stdio"}};
    }
    std::string state_of(const std::string& approval) {
        return std::string(to_string(program.store->approval(approval).value()->state));
    }
};

/// A tool that runs without a question and asks for these inputs; it returns them in a line.
inline void add_inputs(Program& program, const std::map<std::string, InputRequest>& requests,
                       bool is_low = true) {
    require_ok(define("ask_inputs")
                   .description("Asks.")
                   .hints({.read_only = is_low, .open_world = false})
                   .policy(Policy::allow)
                   .call([requests](Context& context) {
                       std::string line;
                       bool is_missing = false;
                       for (const auto& [key, request] : requests) {
                           const auto value = context.input(key, request);
                           is_missing = is_missing || !value;
                           line += value ? value->text + ";" : "";
                       }
                       if (is_missing)
                           throw tool_error(std::string(code::requires_user_input), "Tell me.");
                       return line;
                   })
                   .add_to(program.registry));
}

inline Json inputs_params() {
    return {{"name", "ask_inputs"}, {"arguments", Json::object()}};
}

inline Json opens_urls() {
    return {{"elicitation", {{"url", Json::object()}}}};
}

inline Json fills_forms() {
    return {{"elicitation", {{"form", Json::object()}}}};
}

/// A form filled in with an answer.
inline Json filled(const Json& answer) {
    return {{"action", "accept"}, {"content", {{"answer", answer}}}};
}

inline Json send_params(const std::string& to = "bob") {
    return {{"name", "send"}, {"arguments", {{"to", to}}}};
}

inline std::string code_of_result(const Json& answer) {
    INFO(answer.dump());
    REQUIRE(answer["result"]["isError"] == true);
    return answer["result"]["_meta"]["iam/result"]["code"];
}

}  // namespace iam::test
