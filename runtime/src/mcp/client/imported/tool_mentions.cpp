// Looks up each word of the texts among the names of all tools.
#include "mcp/client/imported/tool_mentions.hpp"

#include <iam/core/json.hpp>
#include <iam/core/limits.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace iam::mcp {
namespace {

bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}

bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

bool is_mark(char c) {
    return c == '_' || c == '-' || c == '.' || c == '/';
}

bool is_word_sign(char c) {
    return is_small(c) || is_capital(c) || (c >= '0' && c <= '9') || is_mark(c);
}

/// True for "send_mail" and "sendMail", which no description has by chance.
bool is_no_plain_word(std::string_view name) {
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (is_mark(name[at])) return true;
        if (at > 0 && is_small(name[at - 1]) && is_capital(name[at])) return true;
    }
    return false;
}

std::string in_small_letters(std::string_view text) {
    std::string small(text);
    for (char& c : small) {
        if (is_capital(c)) c = static_cast<char>(c - 'A' + 'a');
    }
    return small;
}

/// All tools by the words that name them.
class ToolWords {
 public:
    explicit ToolWords(const std::vector<const Contract*>& tools) {
        for (const Contract* tool : tools) {
            const auto& [origin, name] = tool->id;
            if (is_no_plain_word(name)) add(name, tool->id);
            if (origin.empty()) continue;
            add(origin + "/" + name, tool->id);
            add(origin + "__" + name, tool->id);
        }
    }
    /// A tool of another origin that the word names.
    const ToolId* other(std::string_view word, const std::string& origin) const {
        const auto found = words_.find(in_small_letters(word));
        if (found == words_.end()) return nullptr;
        const ToolId* other = nullptr;
        for (const ToolId* tool : found->second) {
            if (tool->origin == origin) return nullptr;
            if (other == nullptr) other = tool;
        }
        return other;
    }

 private:
    void add(const std::string& word, const ToolId& tool) {
        words_[in_small_letters(word)].push_back(&tool);
    }

    std::map<std::string, std::vector<const ToolId*>> words_;
};

const ToolId* named_in(std::string_view text, const ToolWords& words, const std::string& origin) {
    while (!text.empty()) {
        const auto begin = std::find_if(text.begin(), text.end(), is_word_sign);
        text.remove_prefix(static_cast<std::size_t>(begin - text.begin()));
        const auto end = std::find_if_not(text.begin(), text.end(), is_word_sign);
        std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
        text.remove_prefix(word.size());
        // The end of a sentence is no part of a name.
        while (!word.empty() && is_mark(word.back())) word.remove_suffix(1);
        while (!word.empty() && is_mark(word.front())) word.remove_prefix(1);
        if (const ToolId* other = words.other(word, origin)) return other;
    }
    return nullptr;
}

/// The depth of the value is that of a text that was read within limits.
const ToolId* named_in(const Json& value, const ToolWords& words, const std::string& origin) {
    if (value.is_string())
        return named_in(std::string_view(value.get_ref<const std::string&>()), words, origin);
    if (!value.is_structured()) return nullptr;
    for (const Json& part : value) {
        if (const ToolId* other = named_in(part, words, origin)) return other;
    }
    return nullptr;
}

}  // namespace

std::vector<ToolMention> find_tool_mentions(const std::vector<const Contract*>& tools) {
    std::vector<ToolMention> found;
    const ToolWords words(tools);
    for (const Contract* tool : tools) {
        if (tool->id.origin.empty()) continue;
        const auto object = parse_json(tool->document, limits_of_own_text(tool->document.size()));
        if (!object || !object->is_object()) continue;
        for (const auto& [name, part] : object->items()) {
            // A tool's own name may be like that of another one; judge_tool_names() says so.
            if (name == "name") continue;
            if (const ToolId* named = named_in(part, words, tool->id.origin)) {
                found.push_back({tool->id, *named});
                break;
            }
        }
    }
    return found;
}

}  // namespace iam::mcp
