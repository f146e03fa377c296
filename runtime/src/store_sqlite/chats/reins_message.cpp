#include "store_sqlite/chats/reins_message.hpp"

#include <iam/chat/sentinel.hpp>
#include <iam/core/json.hpp>

#include <string_view>
#include <utility>

namespace iam::store_sqlite {
namespace {

using chat::Role;
using Part = chat::ForeignChat::Part;

constexpr std::string_view k_reins_call = "TOOL_CALL:";
constexpr std::string_view k_reins_result = "TOOL_RESULT:";

/// The member of a JSON object as text; empty if it is missing.
std::string member_text(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || found->is_null()) return {};
    return found->is_string() ? found->get<std::string>() : found->dump();
}

/// The JSON of a call or a result. A text that is no such JSON is kept as it is.
Part part_of_json(Part::Kind kind, std::string_view text) {
    const bool is_call = kind == Part::Kind::call;
    Part part{.kind = kind, .role = is_call ? Role::assistant : Role::tool};
    const auto value = parse_json(text, {.allow_nul = true});
    if (value && value->is_object()) {
        part.name = member_text(*value, "name");
        for (const char* name : {"args", "result", "error"})
            if (part.text.empty()) part.text = member_text(*value, name);
    }
    if (part.text.empty()) part.text = text;
    return part;
}

/// The place of the first line that begins like a sentinel.
std::size_t find_sentinel(std::string_view text) {
    std::size_t line = 0;
    while (line < text.size()) {
        const std::size_t mark = text.find_first_not_of(" \t>`", line);
        if (mark == std::string_view::npos) break;
        const std::string_view rest = text.substr(mark);
        if (rest.substr(0, k_reins_call.size()) == k_reins_call ||
            rest.substr(0, k_reins_result.size()) == k_reins_result)
            return mark;
        const std::size_t end = text.find_first_of("\r\n", line);
        if (end == std::string_view::npos) break;
        line = end + 1;
    }
    return std::string_view::npos;
}

/// An assistant's text: a call or a result takes the text up to its end, as Reins has read it.
std::vector<Part> parts_of_assistant(std::string_view content) {
    std::vector<Part> parts;
    const std::size_t mark = find_sentinel(content);
    parts.push_back({.role = Role::assistant, .text = std::string(content.substr(0, mark))});
    if (mark == std::string_view::npos) return parts;
    const bool is_call = content.substr(mark, k_reins_call.size()) == k_reins_call;
    content.remove_prefix(mark + (is_call ? k_reins_call : k_reins_result).size());
    parts.push_back(part_of_json(is_call ? Part::Kind::call : Part::Kind::result, content));
    return parts;
}

}  // namespace

Result<void> add_reins_message(chat::ForeignChat& chat, const ReinsMessage& message) {
    if (message.role == "system") {
        ++chat.left_out.system_texts;
        return {};
    }
    chat::ForeignChat::Message made;
    if (!chat.messages.empty()) made.after = chat.messages.size() - 1;
    if (message.role == "user") {
        made.parts.push_back({.role = Role::user, .text = message.content});
    } else if (message.role == "assistant") {
        made.parts = parts_of_assistant(message.content);
    } else if (message.role == "tool") {
        if (!message.content.empty())
            made.parts.push_back(part_of_json(Part::Kind::result, message.content));
    } else {
        return fail(Errc::invalid_argument, "message " + std::to_string(chat.messages.size()) +
                                                " of the chat has an unknown role.");
    }
    if (!message.call.empty()) made.parts.push_back(part_of_json(Part::Kind::call, message.call));
    if (!message.result.empty())
        made.parts.push_back(part_of_json(Part::Kind::result, message.result));
    if (message.has_images) {
        ++chat.left_out.attachments;
        made.parts.push_back({.role = Role::user, .text = "[left out: images]"});
    }
    chat.messages.push_back(std::move(made));
    return {};
}

}  // namespace iam::store_sqlite
