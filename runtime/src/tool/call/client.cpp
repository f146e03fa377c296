// The parameters of questions to a client as JSON, and the reading of its answers.
#include "iam/tool/client.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/codes.hpp>
#include <iam/tool/context.hpp>

#include <algorithm>

namespace iam {
namespace {

tl::unexpected<Error> wrong(std::string message) {
    return fail(Errc::invalid_argument, std::move(message));
}

tl::unexpected<Error> strange(std::string_view method) {
    return wrong("The client's answer to " + std::string(method) +
                 " is not what the protocol wants.");
}

/// The object in an answer.
Result<Json> read_answer(const std::string& text, std::string_view method) {
    auto answer = parse_json(text);
    if (!answer || !answer->is_object()) return strange(method);
    return *std::move(answer);
}

std::string text_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Result<std::string> elicitation_params(const Elicitation& request) {
    if (request.message.empty() || request.message.size() > k_client_text_bytes_max) {
        return wrong("The message of a form has 1 to " + std::to_string(k_client_text_bytes_max) +
                     " bytes.");
    }
    IAM_TRY(schema, parse_json(request.schema));
    if (!schema.is_object() || text_in(schema, "type") != "object")
        return wrong("The schema of a form is that of an object.");
    Json params{{"message", request.message}, {"requestedSchema", std::move(schema)}};
    return canonical_json(params);
}

Result<std::string> url_params(const UrlElicitation& request) {
    if (request.message.empty() || request.message.size() > k_client_text_bytes_max) {
        return wrong("The message about an address has 1 to " +
                     std::to_string(k_client_text_bytes_max) + " bytes.");
    }
    if (request.url.empty() || request.id.empty())
        return wrong("A question with an address needs the address and an id.");
    JsonWriter out;
    out.begin_object();
    out.plain_key("elicitationId");
    out.string(request.id);
    out.plain_key("message");
    out.string(request.message);
    out.plain_member("mode", "url");
    out.plain_key("url");
    out.string(request.url);
    out.end_object();
    if (!out.ok()) return wrong("The texts of a question must be UTF-8.");
    return out.take();
}

Result<Elicited> read_elicited(const std::string& text) {
    constexpr std::string_view k_method = "elicitation/create";
    IAM_TRY(answer, read_answer(text, k_method));
    const std::string action = text_in(answer, "action");
    if (action == "decline") return Elicited{Elicited::Action::decline, {}};
    if (action == "cancel") return Elicited{Elicited::Action::cancel, {}};
    if (action != "accept") return strange(k_method);
    const auto content = answer.find("content");
    if (content == answer.end()) return Elicited{Elicited::Action::accept, "{}"};
    if (!content->is_object()) return strange(k_method);
    IAM_TRY(form, canonical_json(*content));
    return Elicited{Elicited::Action::accept, std::move(form)};
}

Result<std::string> sampling_params(const Sampling& request) {
    if (request.messages.empty() || request.tokens_max == 0)
        return wrong("Sampling needs at least one message and one token.");
    JsonWriter out;
    out.begin_object();
    out.plain_key("maxTokens");
    out.integer(std::uint64_t{request.tokens_max});
    out.plain_key("messages");
    out.begin_array();
    for (const SamplingMessage& message : request.messages) {
        out.begin_object();
        out.plain_key("content");
        write_content(out, message.content);
        out.plain_member("role",
                         message.role == SamplingMessage::Role::user ? "user" : "assistant");
        out.end_object();
    }
    out.end_array();
    if (!request.system_prompt.empty()) {
        out.plain_key("systemPrompt");
        out.string(request.system_prompt);
    }
    out.end_object();
    if (!out.ok()) return wrong("The texts of sampling must be UTF-8.");
    return out.take();
}

/// Of a block, or of the first block with a text in a list.
std::string text_of_content(const Json& content) {
    if (content.is_object()) return text_in(content, "text");
    if (!content.is_array()) return {};
    for (const Json& block : content) {
        if (std::string text = block.is_object() ? text_in(block, "text") : ""; !text.empty())
            return text;
    }
    return {};
}

Result<Sampled> read_sampled(const std::string& text) {
    constexpr std::string_view k_method = "sampling/createMessage";
    IAM_TRY(answer, read_answer(text, k_method));
    const auto content = answer.find("content");
    if (content == answer.end() || !(content->is_object() || content->is_array()))
        return strange(k_method);
    IAM_TRY(blocks, canonical_json(*content));
    return Sampled{.model = text_in(answer, "model"),
                   .stop_reason = text_in(answer, "stopReason"),
                   .content = std::move(blocks),
                   .text = text_of_content(*content)};
}

Result<std::vector<Root>> read_roots(const std::string& text) {
    constexpr std::string_view k_method = "roots/list";
    IAM_TRY(answer, read_answer(text, k_method));
    const auto listed = answer.find("roots");
    if (listed == answer.end() || !listed->is_array()) return strange(k_method);
    std::vector<Root> roots;
    for (const Json& root : *listed) {
        if (!root.is_object() || text_in(root, "uri").empty()) return strange(k_method);
        roots.push_back({text_in(root, "uri"), text_in(root, "name")});
    }
    return roots;
}

/// Questions that can be asked, each of a key of its own.
struct QuestionList {
    std::vector<ClientQuestion> questions{};

    Result<void> add(ClientQuestion::Kind kind, const std::string& key,
                     Result<std::string> params) {
        if (!code::is_word(key)) return wrong("A question has a key of [a-z0-9_]{1,64}.");
        const bool is_used = std::any_of(questions.begin(), questions.end(),
                                         [&](const auto& one) { return one.key == key; });
        if (is_used) return wrong("Two questions have the key \"" + key + "\".");
        if (!params) return tl::unexpected(params.error());
        questions.push_back({kind, key, *std::move(params)});
        return {};
    }
};

std::vector<Result<std::string>> ask_texts(const AskClient& ask,
                                           const std::vector<ClientQuestion>& questions) {
    if (questions.empty()) return {};
    if (ask) return ask(questions);
    return std::vector<Result<std::string>>(
        questions.size(),
        fail(Errc::unavailable, "No client can be asked here; do without the answer, or fail."));
}

}  // namespace

ClientAnswers ask_client(const AskClient& ask, const ClientQuestions& questions) {
    QuestionList list;
    ClientAnswers answers;
    for (const auto& [key, form] : questions.forms) {
        auto question = list.add(ClientQuestion::Kind::elicitation, key, elicitation_params(form));
        if (!question) answers.forms.emplace(key, tl::unexpected(question.error()));
    }
    for (const auto& [key, url] : questions.urls) {
        auto question = list.add(ClientQuestion::Kind::url_elicitation, key, url_params(url));
        if (!question) answers.urls.emplace(key, tl::unexpected(question.error()));
    }
    for (const auto& [key, sampling] : questions.samplings) {
        auto question = list.add(ClientQuestion::Kind::sampling, key, sampling_params(sampling));
        if (!question) answers.samplings.emplace(key, tl::unexpected(question.error()));
    }
    for (const std::string& key : questions.roots) {
        auto question = list.add(ClientQuestion::Kind::roots, key, std::string());
        if (!question) answers.roots.emplace(key, tl::unexpected(question.error()));
    }
    const auto texts = ask_texts(ask, list.questions);
    for (std::size_t at = 0; at < texts.size(); ++at) {
        const auto& [kind, key, params] = list.questions[at];
        switch (kind) {
            case ClientQuestion::Kind::elicitation:
                answers.forms.emplace(key, texts[at].and_then(read_elicited));
                break;
            case ClientQuestion::Kind::url_elicitation:
                answers.urls.emplace(key, texts[at].and_then(read_elicited));
                break;
            case ClientQuestion::Kind::sampling:
                answers.samplings.emplace(key, texts[at].and_then(read_sampled));
                break;
            case ClientQuestion::Kind::roots:
                answers.roots.emplace(key, texts[at].and_then(read_roots));
                break;
        }
    }
    return answers;
}

ClientAnswers Context::ask(const ClientQuestions& questions) {
    return ask_client(ask_client_ == nullptr ? AskClient() : *ask_client_, questions);
}

Result<Elicited> Context::elicit(std::string key, const Elicitation& request) {
    return std::move(ask({.forms = {{std::move(key), request}}}).forms.begin()->second);
}

Result<Elicited> Context::open_url(std::string key, const UrlElicitation& request) {
    return std::move(ask({.urls = {{std::move(key), request}}}).urls.begin()->second);
}

Result<Sampled> Context::sample(std::string key, const Sampling& request) {
    return std::move(ask({.samplings = {{std::move(key), request}}}).samplings.begin()->second);
}

Result<std::vector<Root>> Context::list_roots(std::string key) {
    return std::move(ask({.roots = {std::move(key)}}).roots.begin()->second);
}

}  // namespace iam
