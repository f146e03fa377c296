// Takes text apart into words and definitions. Where it cannot know, it finds too many: a header is then read for nothing, but no tag is lost.
#include "generator/frontend/tag_words.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace iam::gen {
namespace {

bool is_word_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_gap(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

/// Lines that a backslash joins become one; compilers let blanks stand behind it.
std::string joined_lines(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t slash = std::min(text.find('\\'), text.size());
        out += text.substr(0, slash);
        text.remove_prefix(slash);
        if (text.empty()) break;
        std::size_t end = 1;
        while (end < text.size() && is_gap(text[end])) ++end;
        if (end < text.size() && is_line_end(text[end])) {
            end += text.substr(end, 2) == "\r\n" ? 2 : 1;
        } else {
            out += '\\';
            end = 1;
        }
        text.remove_prefix(end);
    }
    return out;
}

/// The next word, taken off the text; empty where there is none.
std::string_view take_word(std::string_view& text) {
    const auto* begin = std::find_if(text.begin(), text.end(), is_word_part);
    const auto* end = std::find_if_not(begin, text.end(), is_word_part);
    const auto at = static_cast<std::size_t>(begin - text.begin());
    const std::string_view word = text.substr(at, static_cast<std::size_t>(end - begin));
    text.remove_prefix(at + word.size());
    return word;
}

bool is_tag_word(std::string_view word) {
    return word == "iam" || word.starts_with("IAM_");
}

/// What has no bytes of its own in the language: UTF-16 with and without its mark.
bool is_of_wide_characters(std::string_view text) {
    return text.find('\0') != std::string_view::npos || text.starts_with("\xFE\xFF") ||
           text.starts_with("\xFF\xFE");
}

struct Definition {
    std::string_view name;
    std::string_view body;
    bool is_open =
        false;  // a comment begins in the line and does not end there, so that the body may go on
};

/// Finds every `#define`, and what only looks like one, in a text whose lines are joined. In time in proportion to the text.
class DefinitionFinder {
 public:
    explicit DefinitionFinder(std::string_view text) : text_(text) {
        for (std::size_t at = text.find("*/"); at != std::string_view::npos;
             at = text.find("*/", at + 1))
            comment_ends_.push_back(at);
    }

    /// The next one; without a name at the end.
    Definition next() {
        while (true) {
            at_ = text_.find_first_of("#%", at_);
            if (at_ == std::string_view::npos) return {};
            const bool is_hash = text_[at_] == '#';
            ++at_;
            if (!is_hash && text_.substr(at_, 1) != ":") continue;
            const std::size_t word = behind_blanks(is_hash ? at_ : at_ + 1);
            if (!text_.substr(word).starts_with(k_define)) continue;
            const std::size_t begin = behind_blanks(word + k_define.size());
            if (begin == word + k_define.size()) continue;
            const Definition found = definition(begin);
            if (!found.name.empty()) return found;
        }
    }

 private:
    static constexpr std::string_view k_define = "define";
    static constexpr int k_comments_max = 16;

    /// Comments may stand wherever a blank may.
    std::size_t behind_blanks(std::size_t at) const {
        for (int comments = 0; at < text_.size();) {
            if (is_gap(text_[at])) {
                ++at;
            } else if (text_.substr(at, 2) == "/*" && comments++ < k_comments_max) {
                const auto end =
                    std::lower_bound(comment_ends_.begin(), comment_ends_.end(), at + 2);
                if (end == comment_ends_.end()) return text_.size();
                at = *end + 2;
            } else {
                return at;
            }
        }
        return at;
    }

    Definition definition(std::size_t begin) {
        const std::size_t end = std::min(text_.find_first_of("\r\n", begin), text_.size());
        const std::string_view line = text_.substr(begin, end - begin);
        std::size_t name = 0;
        while (name < line.size() && is_word_part(line[name])) ++name;
        if (name == 0) return {};
        at_ = end;
        const std::size_t comment = line.rfind("/*");
        const bool is_open = comment != std::string_view::npos &&
                             line.find("*/", comment + 2) == std::string_view::npos;
        return {line.substr(0, name), line.substr(name), is_open};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<std::size_t> comment_ends_;
};

bool pastes(std::string_view body) {
    return body.find("##") != std::string_view::npos || body.find("%:%:") != std::string_view::npos;
}

}  // namespace

bool mentions_tags(std::string_view text, const Words& names) {
    if (is_of_wide_characters(text)) return true;
    const std::string joined = joined_lines(text);
    std::string_view rest = joined;
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest))
        if (is_tag_word(word) || names.find(word) != names.end()) return true;
    return false;
}

Words macros_for_tags(const std::vector<std::string_view>& texts, Words names) {
    std::map<std::string, Words, std::less<>> users;  // of a word: the macros that have it
    std::vector<std::string> found(names.begin(), names.end());
    const auto add = [&](const std::string& name) {
        if (names.insert(name).second) found.push_back(name);
    };
    for (const std::string_view text : texts) {
        const std::string joined = joined_lines(text);
        DefinitionFinder finder(joined);
        for (Definition at = finder.next(); !at.name.empty(); at = finder.next()) {
            const std::string name(at.name);
            if (at.is_open || pastes(at.body)) add(name);
            std::string_view rest = at.body;
            for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
                if (is_tag_word(word))
                    add(name);
                else
                    users[std::string(word)].insert(name);
            }
        }
    }
    while (!found.empty()) {
        const auto at = users.find(std::exchange(found.back(), {}));
        found.pop_back();
        if (at == users.end()) continue;
        for (const std::string& name : at->second) add(name);
    }
    return names;
}

}  // namespace iam::gen
