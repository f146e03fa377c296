#include "mcp/client/passing/server_questions.hpp"

#include "mcp/client/authorization/values/remote_url.hpp"
#include "mcp/client/config/environment_names.hpp"
#include "mcp/client/offers/content_blocks.hpp"
#include "mcp/client/secret_words.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/core/value_text.hpp>
#include <iam/question/escape.hpp>
#include <iam/rpc/message.hpp>
#include <iam/tool/context.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace iam::mcp {
namespace {

// Of a server's words beside an address; the message as a whole has k_client_text_bytes_max.
constexpr std::size_t k_words_beside_url_max = 512;
constexpr std::size_t k_sampling_messages_max = 100;
// Of one call. A server must not wear a person down.
constexpr int k_questions_of_call_max = 16;

std::string_view word_of(Elicited::Action action) {
    switch (action) {
        case Elicited::Action::accept:
            return "accept";
        case Elicited::Action::decline:
            return "decline";
        case Elicited::Action::cancel:
            break;
    }
    return "cancel";
}

/// `content` is JSON text of an object; empty: there is none.
std::string elicitation_answer(Elicited::Action action, std::string_view content) {
    JsonWriter out;
    out.begin_object();
    out.plain_member("action", word_of(action));
    if (!content.empty()) {
        out.plain_key("content");
        out.raw(content);
    }
    out.end_object();
    return out.take();
}

/// A text of the question; empty if there is none.
std::string question_text(const Json& params, const char* name) {
    const auto found = params.is_object() ? params.find(name) : params.end();
    if (!params.is_object() || found == params.end() || !found->is_string()) return {};
    return found->get<std::string>();
}

bool shows_words_for_secret(const Json& part) {
    for (const char* name : {"title", "description", "placeholder", "format"})
        if (asks_for_secret(question_text(part, name))) return true;
    return sounds_secret(question_text(part, "title"));
}

/// True if this field of a form asks for a secret, by its name or by its own words.
bool field_asks_for_secret(const std::string& name, const Json& field) {
    return sounds_secret(name) || asks_for_secret(name) || shows_words_for_secret(field);
}

Result<void> check_form(const Json& params) {
    if (!params.is_object() || !params.contains("requestedSchema") || !params.contains("message") ||
        !params["message"].is_string()) {
        return fail(Errc::invalid_argument, "The server's form has no message or no schema.");
    }
    if (params.contains("mode") && params["mode"] != "form")
        return fail(Errc::invalid_argument,
                    "This program answers questions of mode \"form\" and \"url\" only.");
    const Json& schema = params["requestedSchema"];
    if (asks_for_secret(question_text(params, "message")) || shows_words_for_secret(schema)) {
        return fail(Errc::invalid_argument,
                    "A form asks for no secrets (MCP, client/elicitation), and the message of this "
                    "one has a word for a secret; use other words.");
    }
    const auto fields = schema.is_object() ? schema.find("properties") : schema.end();
    if (!schema.is_object() || fields == schema.end() || !fields->is_object()) return {};
    for (const auto& [name, field] : fields->items()) {
        if (field_asks_for_secret(name, field))
            return fail(
                Errc::invalid_argument,
                "A form asks for no secrets (MCP, client/elicitation); leave out the field " +
                    quoted_name(name) + ".");
    }
    return {};
}

/// Adds a message for each block of content.
Result<void> add_messages(const Json& message, std::size_t at, Sampling& sampling) {
    const std::string place = "/messages/" + std::to_string(at);
    const std::string role = question_text(message, "role");
    if ((role != "user" && role != "assistant") || !message.contains("content")) {
        return fail(Errc::invalid_argument,
                    "The server's question has no role and content at " + place + ".");
    }
    const Json& content = message["content"];
    const Json blocks = content.is_array() ? content : Json::array({content});
    for (const Json& block : blocks) {
        IAM_TRY(read, read_block(block, "", place + "/content"));
        const auto of =
            role == "user" ? SamplingMessage::Role::user : SamplingMessage::Role::assistant;
        sampling.messages.push_back({of, std::move(read)});
    }
    return {};
}

Result<Sampling> read_sampling(const Json& params) {
    const auto messages = params.is_object() ? params.find("messages") : params.end();
    if (!params.is_object() || messages == params.end() || !messages->is_array() ||
        messages->empty() || messages->size() > k_sampling_messages_max) {
        return fail(Errc::invalid_argument, "The server's question has not 1 to " +
                                                std::to_string(k_sampling_messages_max) +
                                                " messages.");
    }
    Sampling sampling;
    for (std::size_t at = 0; at < messages->size(); ++at)
        IAM_CHECK(add_messages((*messages)[at], at, sampling));
    sampling.system_prompt = question_text(params, "systemPrompt");
    const auto tokens = params.find("maxTokens");
    if (tokens == params.end() || !tokens->is_number_unsigned() ||
        tokens->get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) {
        return fail(Errc::invalid_argument, "The server's question has no number of maxTokens.");
    }
    sampling.tokens_max = static_cast<std::uint32_t>(tokens->get<std::uint64_t>());
    return sampling;
}

std::string sampling_answer(const Sampled& sampled) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("content");
    out.raw(sampled.content);
    out.plain_key("model");
    out.string(sampled.model);
    out.plain_member("role", "assistant");
    if (!sampled.stop_reason.empty()) {
        out.plain_key("stopReason");
        out.string(sampled.stop_reason);
    }
    out.end_object();
    return out.take();
}

}  // namespace

/// Servers choose keys freely and repeat them, and those of a function are words of their own.
std::string ServerQuestions::key() const {
    return "question_" + std::to_string(asked_);
}

Result<std::string> ServerQuestions::answer_form(const ClientQuestion& question) {
    IAM_TRY(params, rpc::value_of(question.params));
    IAM_CHECK(check_form(params));
    IAM_TRY(schema, canonical_json(params["requestedSchema"]));
    // The caller's client knows this program only, so the form says by itself who asks.
    const std::string message =
        "The server \"" + server_ + "\" asks: " + params["message"].get<std::string>();
    IAM_TRY(elicited, context_.elicit(key(), {message, schema}));
    const bool is_accepted = elicited.action == Elicited::Action::accept;
    const std::string content = elicited.content.empty() ? "{}" : elicited.content;
    return elicitation_answer(elicited.action, is_accepted ? content : std::string());
}

Result<std::string> ServerQuestions::answer_url(const ClientQuestion& question) {
    IAM_TRY(params, rpc::value_of(question.params));
    const std::string url = question_text(params, "url");
    IAM_CHECK(read_remote_url(url, "the address of the server's question"));
    const std::string words = question_text(params, "message");
    UrlElicitation wish{
        .message =
            "Server " + server_ + " asks you to open " + question::escape_for_display(url) +
            " . It says: " + question::escape_for_display(shown(words, k_words_beside_url_max)),
        .url = url};
    wish.id = context_.call_id() + "." + key();
    IAM_TRY(elicited, context_.open_url(key(), wish));
    return elicitation_answer(elicited.action, {});
}

Result<std::string> ServerQuestions::answer_sampling(const ClientQuestion& question) {
    IAM_TRY(params, rpc::value_of(question.params));
    IAM_TRY(sampling, read_sampling(params));
    IAM_TRY(sampled, context_.sample(key(), sampling));
    return sampling_answer(sampled);
}

Result<std::string> ServerQuestions::answer_one(const ClientQuestion& question) {
    if (asked_ >= k_questions_of_call_max)
        return fail(Errc::unavailable, "A call asks at most " +
                                           std::to_string(k_questions_of_call_max) + " questions.");
    ++asked_;
    switch (question.kind) {
        case ClientQuestion::Kind::elicitation:
            return answer_form(question);
        case ClientQuestion::Kind::url_elicitation:
            return answer_url(question);
        case ClientQuestion::Kind::sampling:
            return answer_sampling(question);
        case ClientQuestion::Kind::roots:
            break;
    }
    return fail(Errc::unavailable, "The folders of a client are not passed on.");
}

std::vector<Result<std::string>> ServerQuestions::answer(
    const std::vector<ClientQuestion>& questions) {
    std::vector<Result<std::string>> answers;
    for (const ClientQuestion& question : questions) answers.push_back(answer_one(question));
    return answers;
}

}  // namespace iam::mcp
