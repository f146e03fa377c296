// Prompts, and the completion of arguments while a person types.
#include "mcp/protocol/json_member.hpp"
#include "mcp/server/calls/client_questions.hpp"
#include "mcp/server/methods.hpp"
#include "mcp/server/pages.hpp"
#include "mcp/server/params.hpp"

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

void write_prompt(JsonWriter& out, const Prompt& prompt) {
    out.begin_object();
    if (!prompt.arguments.empty()) {
        out.plain_key("arguments");
        out.begin_array();
        for (const PromptArgument& argument : prompt.arguments) {
            out.begin_object();
            put_unless_empty(out, "description", argument.description);
            put_unless_empty(out, "name", argument.name);
            out.plain_literal("required", argument.required ? "true" : "false");
            out.end_object();
        }
        out.end_array();
    }
    put_unless_empty(out, "description", prompt.description);
    put_unless_empty(out, "name", prompt.name);
    put_unless_empty(out, "title", prompt.title);
    out.end_object();
}

Answer messages_result(const Prompt& prompt, const std::vector<PromptMessage>& messages) {
    JsonWriter out;
    out.begin_object();
    put_unless_empty(out, "description", prompt.description);
    out.plain_key("messages");
    out.begin_array();
    for (const PromptMessage& message : messages) {
        out.begin_object();
        out.plain_key("content");
        write_content(out, message.content);
        out.plain_member("role", message.role == PromptMessage::Role::user ? "user" : "assistant");
        out.end_object();
    }
    out.end_array();
    out.end_object();
    if (!out.ok()) {
        return tl::unexpected(
            rpc::ErrorObject{.message = "The application gave a prompt that is no UTF-8 text."});
    }
    return out.take();
}

/// The first required argument without a value; empty if all have one.
std::string missing_argument(const Prompt& prompt, const Values& values) {
    for (const PromptArgument& argument : prompt.arguments) {
        if (argument.required && values.find(argument.name) == values.end()) return argument.name;
    }
    return {};
}

rpc::ErrorObject unknown_prompt(const std::string& name) {
    return invalid_params("There is no prompt \"" + name +
                          "\"; prompts/list has those that exist.");
}

struct CompletionParams {
    std::string kind{};  ///< "ref/prompt" or "ref/resource"
    std::string name{};  ///< of the prompt, or the template
    CompletionRequest request{};
};

Result<CompletionParams> read_completion(std::string_view text) {
    IAM_TRY(params, read_params(text));
    IAM_TRY(ref, optional_object(params, "ref"));
    IAM_TRY(argument, optional_object(params, "argument"));
    IAM_TRY(context, optional_object(params, "context"));
    if (ref == nullptr) return fail(Errc::invalid_argument, "\"ref\" is missing.", "/ref");
    if (argument == nullptr)
        return fail(Errc::invalid_argument, "\"argument\" is missing.", "/argument");
    CompletionParams read;
    IAM_TRY(kind, text_member(*ref, "type", "/ref"));
    IAM_TRY(name, text_member(*ref, kind == "ref/resource" ? "uri" : "name", "/ref"));
    IAM_TRY(key, text_member(*argument, "name", "/argument"));
    IAM_TRY(typed, text_member(*argument, "value", "/argument"));
    if (context != nullptr) {
        IAM_TRY(values, text_values(*context, "arguments", "/context"));
        read.request.values = std::move(values);
    }
    read.kind = std::move(kind);
    read.name = std::move(name);
    read.request.argument = std::move(key);
    read.request.typed = std::move(typed);
    return read;
}

/// The function that completes; nullptr if there is no prompt or template of this name.
const Complete* completer(const OfferList& offers, const CompletionParams& params) {
    if (params.kind == "ref/prompt") {
        const auto prompt = offers.prompts.find(params.name);
        return prompt == offers.prompts.end() ? nullptr : &prompt->second.complete;
    }
    const auto found = offers.templates.find(params.name);
    return found == offers.templates.end() ? nullptr : &found->second.complete;
}

Answer completion_result(const std::vector<std::string>& values) {
    const std::size_t count = std::min(values.size(), k_completions_max);
    JsonWriter out;
    out.begin_object();
    out.plain_key("completion");
    out.begin_object();
    out.plain_literal("hasMore", count < values.size() ? "true" : "false");
    out.plain_key("total");
    out.integer(std::uint64_t{values.size()});
    out.plain_key("values");
    out.begin_array();
    for (std::size_t at = 0; at < count; ++at) out.string(values[at]);
    out.end_array();
    out.end_object();
    out.end_object();
    if (!out.ok()) {
        return tl::unexpected(
            rpc::ErrorObject{.message = "The application gave a proposal that is no UTF-8 text."});
    }
    return out.take();
}

}  // namespace

Answer list_prompts(SessionCore& session, const rpc::Request& request, const Caller&) {
    const auto params = read_params(request.params);
    if (!params) return tl::unexpected(invalid_params(params.error()));
    const auto cursor = optional_text(*params, "cursor");
    if (!cursor) return tl::unexpected(invalid_params(cursor.error()));
    const auto offers = session.server->parts.offers->snapshot();
    auto text = page_of(offers->prompts, "prompts", *cursor, session.server->settings.page_size,
                        [](JsonWriter& out, const std::string&, const auto& offered) {
                            write_prompt(out, offered.about);
                        });
    if (!text) return tl::unexpected(error_of(text.error()));
    return *std::move(text);
}

Answer get_prompt(ActiveRequest& active, const rpc::Request& request) {
    const SessionCore& session = *active.session;
    const auto params = read_params(request.params);
    if (!params) return tl::unexpected(invalid_params(params.error()));
    const auto name = text_member(*params, "name");
    if (!name) return tl::unexpected(invalid_params(name.error()));
    auto values = text_values(*params, "arguments");
    if (!values) return tl::unexpected(invalid_params(values.error()));
    const auto offers = session.server->parts.offers->snapshot();
    const auto offered = offers->prompts.find(*name);
    if (offered == offers->prompts.end()) return tl::unexpected(unknown_prompt(*name));
    const Prompt& prompt = offered->second.about;
    if (const std::string missing = missing_argument(prompt, *values); !missing.empty()) {
        return tl::unexpected(invalid_params("The prompt needs the argument \"" + missing +
                                             "\" (at /params/arguments)."));
    }
    OfferRequest wish;
    wish.name = *name;
    wish.values = *std::move(values);
    wish.subject = session.subject;
    wish.stop = active.stop.get_token();
    wish.ask = [&active](const auto& questions) { return ask_client(active, questions); };
    const auto messages = offered->second.get(wish);
    if (!messages) return tl::unexpected(error_of(messages.error()));
    return messages_result(prompt, *messages);
}

Answer complete(ActiveRequest& active, const rpc::Request& request) {
    const SessionCore& session = *active.session;
    auto params = read_completion(request.params);
    if (!params) return tl::unexpected(invalid_params(params.error()));
    params->request.stop = active.stop.get_token();
    if (params->kind != "ref/prompt" && params->kind != "ref/resource") {
        return tl::unexpected(
            invalid_params("\"type\" must be ref/prompt or ref/resource (at /params/ref/type)."));
    }
    const auto offers = session.server->parts.offers->snapshot();
    const Complete* complete = completer(*offers, *params);
    if (complete == nullptr)
        return tl::unexpected(invalid_params("There is no \"" + params->name + "\" to complete."));
    return completion_result(*complete ? (*complete)(params->request) : std::vector<std::string>());
}

}  // namespace iam::mcp
