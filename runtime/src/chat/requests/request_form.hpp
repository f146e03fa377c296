// The differences between the wire forms of requests: one row a form, each in a source file of its
// own.
#pragma once

#include "chat/provider_table.hpp"
#include <iam/chat/request.hpp>
#include <iam/core/json_writer.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

/// A request that was checked.
struct RequestView {
    const RequestTarget& target;
    const ModelRequest& request;
    OrderedJson tools;  ///< in the provider's form; null without tools

    /// True if the turn goes back as its model wrote it.
    bool keeps_items(const AssistantTurn& turn) const {
        return !turn.items.empty() && turn.model == target.name;
    }
};

struct RequestRow {
    WireForm form;
    const ProviderRow* provider;
    void (*write)(JsonWriter& out, const RequestView& view);
};

extern const RequestRow k_chat_completions_request;
extern const RequestRow k_responses_request;
extern const RequestRow k_messages_request;
extern const RequestRow k_generate_content_request;
extern const RequestRow k_ollama_request;

inline constexpr std::array<const RequestRow*, 5> k_request_rows = {
    &k_chat_completions_request, &k_responses_request, &k_messages_request,
    &k_generate_content_request, &k_ollama_request};

/// How a form writes a turn and a result into its one list of messages.
struct MessageForm {
    void (*turn)(JsonWriter& out, const AssistantTurn& turn);
    void (*result)(JsonWriter& out, const CallResults::Each& result);
};
/// All messages as the array `name`: texts by their roles, turns of the same model by their items.
void message_list(JsonWriter& out, const RequestView& view, std::string_view name,
                  const MessageForm& form);
/// The limit of tokens under the form's name for it, and the temperature, where they are set.
void limit_members(JsonWriter& out, const ModelRequest& request, std::string_view tokens_name);
/// The member "tools"; nothing without tools.
void tools_member(JsonWriter& out, const OrderedJson& tools);

/// The member `name` with this text.
void text_member(JsonWriter& out, std::string_view name, std::string_view text);
/// {"role": role, "content": text}.
void role_message(JsonWriter& out, std::string_view role, std::string_view text);
/// The elements of a JSON array, as values of the array being written.
void raw_elements(JsonWriter& out, std::string_view array);
/// The member `name` with arguments as a JSON value. Text that is no object goes as
/// {"INVALID_JSON": text}, as Anthropic's documents say.
void arguments_member(JsonWriter& out, std::string_view name, const std::string& arguments);
/// The texts of the host, joined by an empty line.
std::string system_text(const ModelRequest& request);

}  // namespace iam::chat
