#include "mcp/client/offers/offer_requests.hpp"

#include "mcp/client/offers/content_blocks.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/core/value_text.hpp>
#include <iam/question/escape.hpp>

#include <utility>

namespace iam::mcp {
namespace {

constexpr std::size_t k_words_bytes_max = 1024;
// Until revision 2025-11-25; later ones use invalid_params.
constexpr std::int64_t k_no_resource = -32002;

void write_values(JsonWriter& out, const Values& values) {
    out.begin_object();
    for (const auto& [name, value] : values) {
        out.key(name);
        out.string(value);
    }
    out.end_object();
}

/// The list of this member in a result.
Result<Json> list_in(std::string_view result, const std::string& member) {
    IAM_TRY(value, rpc::value_of(result));
    const auto list = value.is_object() ? value.find(member) : value.end();
    if (!value.is_object() || list == value.end() || !list->is_array())
        return fail(Errc::invalid_argument, "the result lacks the list '" + member + "'.");
    return std::move(*list);
}

}  // namespace

std::string read_resource_params(std::string_view uri) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("uri");
    out.string(uri);
    out.end_object();
    return out.take();
}

std::string get_prompt_params(std::string_view prompt, const Values& values) {
    JsonWriter out;
    out.begin_object();
    if (!values.empty()) {
        out.plain_key("arguments");
        write_values(out, values);
    }
    out.plain_key("name");
    out.string(prompt);
    out.end_object();
    return out.take();
}

std::string completion_params(std::string_view kind, std::string_view name,
                              const CompletionRequest& request) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("argument");
    out.begin_object();
    out.plain_key("name");
    out.string(request.argument);
    out.plain_key("value");
    out.string(request.typed);
    out.end_object();
    if (!request.values.empty()) {
        out.plain_key("context");
        out.begin_object();
        out.plain_key("arguments");
        write_values(out, request.values);
        out.end_object();
    }
    out.plain_key("ref");
    out.begin_object();
    out.plain_key(kind == "ref/prompt" ? "name" : "uri");
    out.string(name);
    out.plain_member("type", kind);
    out.end_object();
    out.end_object();
    return out.take();
}

Result<std::vector<ResourceContents>> read_contents(std::string_view result,
                                                    std::string_view space) {
    IAM_TRY(list, list_in(result, "contents"));
    std::vector<ResourceContents> contents;
    for (std::size_t at = 0; at < list.size(); ++at) {
        IAM_TRY(one, read_resource_contents(list[at], space, "/contents/" + std::to_string(at)));
        contents.push_back(std::move(one));
    }
    return contents;
}

Result<std::vector<PromptMessage>> read_messages(std::string_view result, std::string_view space) {
    IAM_TRY(list, list_in(result, "messages"));
    std::vector<PromptMessage> messages;
    for (std::size_t at = 0; at < list.size(); ++at) {
        const std::string place = "/messages/" + std::to_string(at);
        const Json& message = list[at];
        const bool is_whole =
            message.is_object() && message.contains("role") && message.contains("content");
        const bool is_user = is_whole && message["role"] == "user";
        if (!is_whole || (!is_user && message["role"] != "assistant"))
            return fail(Errc::invalid_argument, place + " is no message with a role and content.");
        IAM_TRY(block, read_block(message["content"], space, place + "/content"));
        messages.push_back({is_user ? PromptMessage::Role::user : PromptMessage::Role::assistant,
                            std::move(block)});
    }
    return messages;
}

Result<std::vector<std::string>> read_proposals(std::string_view result) {
    IAM_TRY(value, rpc::value_of(result));
    const bool is_whole =
        value.is_object() && value.contains("completion") && value["completion"].is_object() &&
        value["completion"].contains("values") && value["completion"]["values"].is_array();
    if (!is_whole)
        return fail(Errc::invalid_argument, "the result lacks the list 'completion/values'.");
    std::vector<std::string> values;
    for (const Json& one : value["completion"]["values"]) {
        if (values.size() == k_completions_max) break;
        if (!one.is_string()) return fail(Errc::invalid_argument, "a proposal is no text.");
        values.push_back(one.get<std::string>());
    }
    return values;
}

Result<std::string> result_in(RemoteReply reply, const std::string& server,
                              const std::string& method) {
    if (reply.kind == RemoteReply::Kind::result) return std::move(reply.result);
    const std::string words =
        question::escape_for_display(shown(reply.error.message, k_words_bytes_max));
    if (reply.kind != RemoteReply::Kind::error) return fail(Errc::unavailable, words);
    const bool is_absent = reply.error.code == k_no_resource;
    return fail(is_absent ? Errc::not_found : Errc::unavailable,
                "Server " + server + " refused " + method + ": " +
                    std::to_string(reply.error.code) + ", " + words);
}

}  // namespace iam::mcp
