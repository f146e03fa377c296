// A program with a tool that asks, and the pages on which a person answers. The test is the person.
#pragma once

#include "mcp/stateless_conversation.hpp"

#include <atomic>
#include <string>

namespace iam::test {

struct AskingProgram {
    Program program{};
    std::atomic<int> runs{0};

    AskingProgram() {
        require_ok(define("send")
                       .description("Sends a message.")
                       .hints({.read_only = false, .destructive = false, .open_world = false})
                       .parameter("to")
                       .call([this](const std::string& to) { return to + std::to_string(++runs); })
                       .add_to(program.registry));
        program.page_of = [](const std::string& approval) {
            return "https://desk.example/approvals/" + approval;
        };
    }
    /// The person opens the page and answers on it.
    void answer_on_page(const std::string& url, consent::Answer with) {
        const std::size_t slash = url.rfind('/');
        REQUIRE(slash != std::string::npos);
        gate::ApprovalAnswer answer;
        answer.approval = url.substr(slash + 1);
        answer.answer = with;
        answer.approver = {.uid = "1000", .login = "ann", .channel = "page", .locale = "en"};
        const auto answered = program.runtime().consent().answer(answer);
        INFO((answered ? std::string() : answered.error().message));
        REQUIRE(answered.has_value());
    }
    std::string state_of(const std::string& approval) {
        return std::string(to_string(program.store->approval(approval).value()->state));
    }
};

inline Json opens_urls() {
    return {{"elicitation", {{"url", Json::object()}}}};
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
