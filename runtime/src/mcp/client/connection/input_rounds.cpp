#include "mcp/client/connection/input_rounds.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/limits.hpp>

#include <array>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::size_t k_questions_max = 16;

struct QuestionName {
    std::string_view method;
    ClientQuestion::Kind kind;
};
constexpr std::array k_questions{
    QuestionName{"elicitation/create", ClientQuestion::Kind::elicitation},
    QuestionName{"sampling/createMessage", ClientQuestion::Kind::sampling},
    QuestionName{"roots/list", ClientQuestion::Kind::roots},
};

tl::unexpected<Error> wrong(const std::string& why) {
    return fail(Errc::invalid_argument, "The server's request for input " + why + ".");
}

Result<ClientQuestion> read_question(const std::string& key, const Json& request) {
    const auto method = request.is_object() ? request.find("method") : request.end();
    if (!request.is_object() || method == request.end() || !method->is_string())
        return wrong("\"" + key + "\" names no method");
    for (const QuestionName& name : k_questions) {
        if (name.method != method->get_ref<const std::string&>()) continue;
        const auto params = request.find("params");
        if (params == request.end()) return ClientQuestion{name.kind, key, {}};
        IAM_TRY(text, canonical_json(*params));
        const bool is_elicitation = name.kind == ClientQuestion::Kind::elicitation;
        return ClientQuestion{is_elicitation ? kind_of_elicitation(text) : name.kind, key, text};
    }
    return wrong("\"" + key + "\" is for a method that is not known");
}

bool is_answered_here(ClientQuestion::Kind kind, const ClientAbilities& abilities) {
    switch (kind) {
        case ClientQuestion::Kind::elicitation:
            return abilities.answers_forms;
        case ClientQuestion::Kind::url_elicitation:
            return abilities.answers_urls;
        case ClientQuestion::Kind::sampling:
            return abilities.answers_sampling;
        case ClientQuestion::Kind::roots:
            break;
    }
    return abilities.has_roots;
}

std::string roots_result(const std::vector<Root>& roots) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("roots");
    out.begin_array();
    for (const Root& root : roots) {
        out.begin_object();
        if (!root.name.empty()) {
            out.plain_key("name");
            out.string(root.name);
        }
        out.plain_key("uri");
        out.string(root.uri);
        out.end_object();
    }
    out.end_array();
    out.end_object();
    return out.take();
}

}  // namespace

Result<std::optional<InputRequests>> read_input_request(std::string_view result) {
    IAM_TRY(answer, rpc::value_of(result));
    const auto type = answer.is_object() ? answer.find("resultType") : answer.end();
    // Older servers leave it out: then the result is complete.
    if (!answer.is_object() || type == answer.end() || *type == "complete") return std::nullopt;
    if (*type != "input_required")
        return fail(Errc::invalid_argument, "The server's result is of a type that is not known.");
    InputRequests read;
    const auto requests = answer.find("inputRequests");
    const auto state = answer.find("requestState");
    if (requests == answer.end() && state == answer.end()) return wrong("is empty");
    if (requests != answer.end()) {
        if (!requests->is_object() || requests->size() > k_questions_max)
            return wrong("is no object of at most " + std::to_string(k_questions_max) +
                         " requests");
        for (const auto& [key, request] : requests->items()) {
            IAM_TRY(question, read_question(key, request));
            read.questions.push_back(std::move(question));
        }
    }
    if (state != answer.end()) {
        IAM_TRY(text, canonical_json(*state));
        read.state = std::move(text);
    }
    return read;
}

Result<std::string> answer_question(const ClientQuestion& question, const AskClient& answer,
                                    const ClientAbilities& abilities) {
    if (!is_answered_here(question.kind, abilities))
        return fail(Errc::unavailable, "This program does not answer such a question.");
    if (question.kind == ClientQuestion::Kind::roots) return roots_result(abilities.roots);
    if (!answer) return fail(Errc::unavailable, "Nobody can be asked within this call.");
    auto answers = answer({question});
    if (answers.empty()) return fail(Errc::unavailable, "Nobody has answered.");
    if (!answers.front()) return tl::unexpected(answers.front().error());
    std::string text = *std::move(answers.front());
    if (question.kind == ClientQuestion::Kind::elicitation)
        return with_form_defaults(question.params, std::move(text));
    return text;
}

Result<InputAnswers> answer_inputs(const InputRequests& requests, const AskClient& answer,
                                   const ClientAbilities& abilities) {
    InputAnswers answers{.state = requests.state};
    if (requests.questions.empty()) return answers;
    JsonWriter out;
    out.begin_object();
    for (const ClientQuestion& question : requests.questions) {
        IAM_TRY(text, answer_question(question, answer, abilities));
        out.key(question.key);
        out.raw(text);
    }
    out.end_object();
    answers.responses = out.take();
    return answers;
}

ClientQuestion::Kind kind_of_elicitation(std::string_view params) {
    const auto read = rpc::value_of(params);
    const bool is_url =
        read && read->is_object() && read->contains("mode") && (*read)["mode"] == "url";
    return is_url ? ClientQuestion::Kind::url_elicitation : ClientQuestion::Kind::elicitation;
}

std::string with_form_defaults(std::string_view params, std::string answer) {
    const auto asked = rpc::value_of(params);
    auto given = rpc::value_of(answer);
    const bool is_accepted =
        given && given->is_object() && given->contains("action") && (*given)["action"] == "accept";
    if (!asked || !asked->is_object() || !is_accepted) return answer;
    const auto schema = asked->find("requestedSchema");
    if (schema == asked->end() || !schema->is_object()) return answer;
    const auto properties = schema->find("properties");
    if (properties == schema->end() || !properties->is_object()) return answer;
    Json& content = (*given)["content"];
    if (content.is_null()) content = Json::object();
    if (!content.is_object()) return answer;
    for (const auto& [name, property] : properties->items()) {
        if (property.is_object() && property.contains("default") && !content.contains(name))
            content[name] = property["default"];
    }
    auto text = canonical_json(*given);
    return text ? *std::move(text) : answer;
}

}  // namespace iam::mcp
