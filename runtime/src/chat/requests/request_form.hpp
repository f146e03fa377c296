// One row of functions a wire form: how a request is written in it.
#pragma once

#include <iam/chat/request.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

struct RequestForm {
    WireForm form;
    Provider provider;
    /// `tools` is the value for the request; null if there are none.
    std::string (*body)(const RequestModel& model, const ModelRequest& request,
                        const OrderedJson& tools);
};

extern const RequestForm k_chat_completions_request;
extern const RequestForm k_responses_request;
extern const RequestForm k_messages_request;
extern const RequestForm k_generate_content_request;
extern const RequestForm k_ollama_chat_request;

inline constexpr std::array<const RequestForm*, 5> k_request_forms = {
    &k_chat_completions_request, &k_responses_request, &k_messages_request,
    &k_generate_content_request, &k_ollama_chat_request};

/// The JSON text of a value. Invalid UTF-8 becomes U+FFFD.
std::string text_of(const OrderedJson& value);
/// The text of an array of these JSON texts.
std::string joined_array(const std::vector<std::string>& texts);
/// The text of a JSON object, with one more member whose value is a JSON text.
std::string with_member(std::string object, std::string_view name, std::string_view value);
/// The arguments as a value, where the provider wants an object. A text that is none stands in a
/// member "text" of one, so that the model sees its mistake.
OrderedJson arguments_value(const std::string& text);
/// The items of the turn, a JSON array, if the same model wrote them; else empty.
std::string_view own_items(const AssistantTurn& turn, const RequestModel& model);
/// The text of an array that has elements, without its brackets.
std::string_view inside_brackets(std::string_view array);
/// All texts of the host, a blank line between two.
std::string system_text(const ModelRequest& request);

}  // namespace iam::chat
