// Joins a block's pieces, and writes the block as it must be sent back.
#include "chat/streams/messages_block.hpp"

#include <iam/core/json_writer.hpp>

#include <array>
#include <utility>

namespace iam::chat {
namespace {

std::string elements_of(std::string_view array) {
    std::string elements;
    FieldReader in(array);
    in.array([&](std::size_t place) {
        if (place > 0) elements += ',';
        elements += in.raw();
    });
    return elements;
}

std::string json_text(std::string_view value) {
    JsonWriter out;
    out.string(value);
    return out.take();
}

/// Input must be an object. Text that is none goes back under the name that Anthropic's documents
/// give for it.
std::string input_value(const std::string& text) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) return "{}";
    FieldReader in(text);
    const bool is_object = in.peek() == JsonKind::object;
    in.skip();
    return is_object && in.finish() ? text : R"({"INVALID_JSON":)" + json_text(text) + "}";
}

}  // namespace

void BlockDelta::read(FieldReader& in) {
    in.object([&](std::string_view name) {
        if (name == "type") return in.text(type);
        if (name == "stop_reason") return in.text(stop_reason);
        if (name == "citation") {
            citation = in.raw();
            return;
        }
        if (name == "text" || name == "thinking" || name == "signature" || name == "partial_json")
            return in.text(text);
        in.skip();
    });
}

MessagesBlock::MessagesBlock(std::string_view text) : start_(text) {
    FieldReader in(start_);
    in.object([&](std::string_view name) {
        if (name == "type") return in.text(type_);
        if (name == "id") return in.text(id_);
        if (name == "name") return in.text(name_);
        if (name == "text") return in.text(start_text_);
        if (name == "thinking") return in.text(start_thinking_);
        if (name == "signature") return in.text(start_signature_);
        if (name == "input") {
            start_input_ = in.raw();
        } else if (name == "citations") {
            start_citations_ = elements_of(in.raw());
        } else {
            in.skip();
        }
    });
}

bool MessagesBlock::add(const BlockDelta& delta) {
    if (delta.type == "text_delta") {
        if (!text_) text_ = start_text_;
        *text_ += delta.text;
    } else if (delta.type == "thinking_delta") {
        if (!thinking_) thinking_ = start_thinking_;
        *thinking_ += delta.text;
    } else if (delta.type == "signature_delta") {
        signature_ = delta.text;  // a signature comes whole
    } else if (delta.type == "input_json_delta") {
        if (!input_) input_.emplace();
        *input_ += delta.text;
    } else if (delta.type == "citations_delta" && !delta.citation.empty()) {
        if (!citations_) citations_ = start_citations_;
        citations_->append(citations_->empty() ? "" : ",").append(delta.citation);
    } else {
        return false;
    }
    return true;
}

std::string MessagesBlock::input() const {
    return input_ && !input_->empty() ? *input_ : start_input_;
}

std::string MessagesBlock::text() const {
    std::array<std::pair<std::string_view, std::string>, 5> changed = {{
        {"text", text_ ? json_text(*text_) : ""},
        {"thinking", thinking_ ? json_text(*thinking_) : ""},
        {"signature", signature_ ? json_text(*signature_) : ""},
        {"input", input_ && !input_->empty() ? input_value(*input_) : ""},
        {"citations", citations_ ? "[" + *citations_ + "]" : ""},
    }};
    JsonWriter out;
    out.begin_object();
    FieldReader in(start_);
    in.object([&](std::string_view name) {
        out.key(name);
        for (auto& [member, value] : changed) {
            if (member != name || value.empty()) continue;
            out.raw(std::exchange(value, {}));
            return in.skip();
        }
        out.raw(in.raw());
    });
    for (const auto& [member, value] : changed) {
        if (value.empty()) continue;
        out.key(member);
        out.raw(value);
    }
    out.end_object();
    return out.take();
}

}  // namespace iam::chat
