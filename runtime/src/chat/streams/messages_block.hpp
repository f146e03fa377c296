// One content block of Anthropic's messages, joined from its start and its deltas.
#pragma once

#include "chat/streams/field_reader.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace iam::chat {

struct BlockDelta {
    std::string type{};
    std::string text{};  ///< text, thinking, signature or partial_json
    std::string_view citation{};
    /// Reads the value of `delta`; also that of message_delta, which has a stop_reason.
    void read(FieldReader& in);
    std::string stop_reason{};
};

class MessagesBlock {
 public:
    /// `text` is the block in content_block_start, as JSON text.
    explicit MessagesBlock(std::string_view text);

    const std::string& type() const noexcept { return type_; }
    const std::string& id() const noexcept { return id_; }
    const std::string& name() const noexcept { return name_; }
    /// The text that the start has of its own.
    const std::string& start_text() const noexcept { return start_text_; }
    const std::string& start_thinking() const noexcept { return start_thinking_; }

    /// False: the delta is of an unknown form.
    bool add(const BlockDelta& delta);
    bool is_over() const noexcept { return is_over_; }
    void close() { is_over_ = true; }
    /// True for thinking without a signature, which Anthropic refuses to take back.
    bool lacks_signature() const {
        return type_ == "thinking" && (signature_ ? *signature_ : start_signature_).empty();
    }
    /// The input of a tool: its pieces, or the value of the start if there were none.
    std::string input() const;
    /// The whole block as JSON text. Members without a delta are byte for byte those of the start.
    std::string text() const;

 private:
    std::string start_;
    std::string type_{};
    std::string id_{};
    std::string name_{};
    std::string start_text_{};
    std::string start_thinking_{};
    std::string start_signature_{};
    std::string start_input_{};
    std::string start_citations_{};  // elements
    std::optional<std::string> text_{};
    std::optional<std::string> thinking_{};
    std::optional<std::string> signature_{};
    std::optional<std::string> input_{};
    std::optional<std::string> citations_{};  // elements
    bool is_over_ = false;
};

}  // namespace iam::chat
