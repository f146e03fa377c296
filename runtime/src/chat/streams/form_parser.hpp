// The differences between the wire forms of streams: one parser a form, each in a source file of
// its own with its row.
#pragma once

#include "chat/streams/answer.hpp"

#include <array>
#include <memory>
#include <string_view>

namespace iam::chat {

/// Reads the events of one answer, whole and in order.
class FormParser {
 public:
    virtual ~FormParser() = default;
    /// One event; `data` is its text, `type` the type of a server-sent event.
    virtual void take(std::string_view type, std::string_view data, Answer& answer) = 0;
    /// The bytes are over. A form whose end mark this is ends the answer here.
    virtual void finish(Answer& /*answer*/) {}
};

struct FormRow {
    WireForm form;
    bool has_lines;  ///< newline-delimited JSON, where the others have server-sent events
    std::unique_ptr<FormParser> (*make)();
};

extern const FormRow k_chat_completions_stream;
extern const FormRow k_responses_stream;
extern const FormRow k_messages_stream;
extern const FormRow k_generate_content_stream;
extern const FormRow k_ollama_stream;

inline constexpr std::array<const FormRow*, 5> k_form_rows = {
    &k_chat_completions_stream, &k_responses_stream, &k_messages_stream, &k_generate_content_stream,
    &k_ollama_stream};

}  // namespace iam::chat
