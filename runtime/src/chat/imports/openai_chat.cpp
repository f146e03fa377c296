// Reads a list of messages in the form of OpenAI's chat completions, which fine-tuning uses too.
#include "chat/imports/foreign_formats.hpp"
#include "chat/imports/json_places.hpp"

#include <map>
#include <utility>

namespace iam::chat {
namespace {

using ForeignPart = ForeignChat::Part;

class MessageList {
 public:
    Result<void> add(const Json& message, const std::string& pointer) {
        const std::string role = text_of(message, "role");
        const Json* const content = find_member(message, "content");
        IAM_TRY(text, text_of_content(content, pointer + "/content"));
        if (role == "system" || role == "developer") {
            if (!text.empty()) ++chat_.left_out.system_texts;
            return {};
        }
        ForeignChat::Message made;
        if (!chat_.messages.empty()) made.after = chat_.messages.size() - 1;
        if (role == "user") {
            made.parts.push_back({.role = Role::user, .text = std::move(text)});
        } else if (role == "assistant") {
            made.parts.push_back({.role = Role::assistant, .text = std::move(text)});
            add_calls(message, made);
        } else if (role == "tool" || role == "function") {
            made.parts.push_back({.kind = ForeignPart::Kind::result,
                                  .role = Role::tool,
                                  .text = std::move(text),
                                  .name = tool_of(message)});
        } else {
            return wrong_at(pointer + "/role", "the role is missing or unknown");
        }
        chat_.messages.push_back(std::move(made));
        return {};
    }

    ForeignChat take() { return std::move(chat_); }

 private:
    Result<std::string> text_of_content(const Json* content, const std::string& pointer) {
        if (content == nullptr) return std::string();
        if (content->is_string()) return content->get<std::string>();
        if (!content->is_array()) return wrong_at(pointer, "a text or a list is expected");
        std::string text;
        for (const Json& part : *content) {
            std::string piece = part.is_string() ? part.get<std::string>() : text_of(part, "text");
            if (piece.empty()) piece = text_of(part, "refusal");
            if (piece.empty()) {
                ++chat_.left_out.attachments;
                piece = "[left out: " + text_of(part, "type") + "]";
            }
            if (!text.empty()) text += '\n';
            text += piece;
        }
        return text;
    }

    void add_calls(const Json& message, ForeignChat::Message& made) {
        const std::string refusal = text_of(message, "refusal");
        if (!refusal.empty()) made.parts.push_back({.role = Role::assistant, .text = refusal});
        if (const Json* const call = find_member(message, "function_call")) add_call(*call, made);
        const Json* const calls = find_member(message, "tool_calls");
        if (calls == nullptr || !calls->is_array()) return;
        for (const Json& call : *calls) {
            const Json* const function = find_member(call, "function");
            if (function == nullptr) continue;
            tools_[text_of(call, "id")] = text_of(*function, "name");
            add_call(*function, made);
        }
    }

    static void add_call(const Json& function, ForeignChat::Message& made) {
        const Json* const arguments = find_member(function, "arguments");
        made.parts.push_back({.kind = ForeignPart::Kind::call,
                              .role = Role::assistant,
                              .text = arguments == nullptr ? "" : words_of_value(*arguments),
                              .name = text_of(function, "name")});
    }

    std::string tool_of(const Json& message) const {
        const auto found = tools_.find(text_of(message, "tool_call_id"));
        return found == tools_.end() ? text_of(message, "name") : found->second;
    }

    ForeignChat chat_;
    std::map<std::string, std::string> tools_;  // by the ids of their calls
};

}  // namespace

Result<ForeignChat> read_openai_chat(const Json& value) {
    const Json* const messages = find_member(value, "messages");
    if (messages == nullptr || !messages->is_array())
        return wrong_at("/messages", "a list of messages is expected");
    MessageList list;
    for (std::size_t i = 0; i < messages->size(); ++i)
        IAM_CHECK(list.add((*messages)[i], "/messages/" + std::to_string(i)));
    return list.take();
}

}  // namespace iam::chat
