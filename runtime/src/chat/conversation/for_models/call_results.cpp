// Results as steps. The gate's words and a tool's result are data to the model, so they are fenced;
// the words of the conversation itself are not.
#include "chat/conversation/for_models/call_results.hpp"

#include "chat/conversation/for_models/read_result.hpp"
#include "chat/conversation/for_models/result_text.hpp"
#include <iam/chat/provider.hpp>
#include <iam/core/digest.hpp>

#include <utility>

namespace iam::chat {
namespace {

/// Provider and model of Model::name(), such as "ollama/qwen3:8b".
std::pair<std::string, std::string> split_name(const std::string& name) {
    const auto at = name.find('/');
    if (at == std::string::npos) return {"", name};
    return {name.substr(0, at), name.substr(at + 1)};
}

std::string with_nearest(std::string message, const std::vector<std::string>& names) {
    if (names.empty()) return message;
    message += " The nearest names are";
    for (std::size_t i = 0; i < names.size(); ++i) message += (i == 0 ? " " : ", ") + names[i];
    return message + ".";
}

std::string fingerprint_of(const ProposedCall& call, std::string_view code, std::string_view text) {
    constexpr std::size_t k_digits_kept = 16;
    Hasher hasher(domain_tag("iam/call-fingerprint/1"));
    hasher.update_framed(call.name).update_framed(call.arguments);
    hasher.update_framed(code).update_framed(text);
    return hasher.finish().hex().substr(0, k_digits_kept);
}

/// A failure before the function ran has no text of the tool's server.
bool is_of_gate(const ToolResult& result) {
    return result.code == code::tool_not_found || result.code == code::policy_denied ||
           result.code == code::user_denied || result.code == code::no_decision;
}

Source source_of(const ConversationOptions& options, const Contract* contract,
                 const ProposedCall& call, const ToolResult& result) {
    if (contract == nullptr || is_of_gate(result)) return {.kind = Source::Kind::host};
    const std::string& origin = call.tool.origin;
    // A tool of this program that says nothing about the open world is one of its own data.
    const bool is_open = contract->hints.open_world.value_or(false);
    const bool is_trusted =
        origin.empty() ? !is_open : options.trusts && options.trusts(origin) && !is_open;
    return {.kind = Source::Kind::tool, .origin = origin, .is_untrusted = !is_trusted};
}

/// The name of a result's origin in its fence, and its source.
struct Origin {
    std::string name{};
    Source source{};
};

Origin origin_of(const ConversationOptions& options, const Contract* contract, const ChatLog& log,
                 const ProposedCall& call, const ToolResult& result) {
    if (!result.success || !is_read_result(contract))
        return {contract == nullptr ? "the program" : model_name(call.tool),
                source_of(options, contract, call, result)};
    const LoggedCall* read = log.call_of_entry(entry_read_by(call));
    if (read != nullptr) return {model_name(read->call.tool), read->result->source};
    // An outcome that came late: the chat has its entry, but never judged its text.
    return {model_name(call.tool), {.kind = Source::Kind::tool, .is_untrusted = true}};
}

}  // namespace

Call gate_call(const ConversationParts& parts, const ConversationOptions& options,
               const ProposedCall& call) {
    auto [provider, model] = split_name(parts.model.name());
    return {.id = call.id,
            .tool = call.tool,
            .arguments = call.arguments,
            .subject = options.subject,
            .proposer = {.kind = Proposer::Kind::model,
                         .model = std::move(model),
                         .provider = std::move(provider),
                         .conversation_id = options.chat,
                         .request_id = call.request_id}};
}

CallEnded end_by_gate(const ConversationParts& parts, const ConversationOptions& options,
                      const ToolNames& names, const ChatLog& log, const ProposedCall& call,
                      const ToolResult& result) {
    const Contract* contract = names.catalogue().find(call.tool);
    ToolResult told = result;
    if (told.code == code::tool_not_found)
        told.message = with_nearest(std::move(told.message), names.nearest(call.name));
    const std::string text = whole_text(contract, told);
    CallEnded ended{.call = call.id, .code = told.success ? "" : told.code, .entry = told.entry};
    if (!told.success && ended.code.empty()) ended.code = code::tool_failed;
    ended.fingerprint = fingerprint_of(call, ended.code, text);
    const Origin origin = origin_of(options, contract, log, call, told);
    ended.text = fenced(bounded(shown(text), options.limits.result_bytes_max, told.entry,
                                offers_read_result(names)),
                        origin.name, parts.entropy);
    ended.can_undo = told.success && contract != nullptr && contract->has_undo;
    ended.source = origin.source;
    return ended;
}

CallEnded end_by_chat(const ProposedCall& call, std::string_view code, std::string message) {
    CallEnded ended{.call = call.id, .code = std::string(code)};
    ended.fingerprint = fingerprint_of(call, code, message);
    ended.text = content_of(ToolResult{.code = ended.code, .message = std::move(message)});
    ended.source = {.kind = Source::Kind::host};
    return ended;
}

bool is_waiting(const ToolResult& result) {
    const bool asks =
        result.code == code::confirmation_required || result.code == code::requires_user_input;
    return asks && !result.approval.empty();
}

}  // namespace iam::chat
