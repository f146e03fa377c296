// Splits text into words and definitions. If in doubt, it finds too many: a header is then read for
// nothing, but no tag is lost.
#include "generator/frontend/tags/tag_words.hpp"

#include <generator/frontend/attributes/names.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <utility>

namespace iam::gen {
namespace {

constexpr std::array<bool, 256> word_parts() {
    std::array<bool, 256> parts{};
    for (const char c :
         std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"))
        parts[static_cast<unsigned char>(c)] = true;
    return parts;
}

bool is_gap(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

/// Joins lines at a backslash at their end; compilers allow blanks behind it. The result is the
/// text itself or is held by `out`.
std::string_view joined_lines(std::string_view text, std::string& out) {
    if (text.find('\\') == std::string_view::npos) return text;
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

/// Takes the next word off the text; empty if there is none.
std::string_view take_word(std::string_view& text) {
    const auto* begin = std::find_if(text.begin(), text.end(), is_word_part);
    const auto* end = std::find_if_not(begin, text.end(), is_word_part);
    const auto at = static_cast<std::size_t>(begin - text.begin());
    const std::string_view word = text.substr(at, static_cast<std::size_t>(end - begin));
    text.remove_prefix(at + word.size());
    return word;
}

constexpr std::string_view k_scope_word = "iam";
constexpr std::string_view k_macro_beginning = "IAM_";

bool is_tag_word(std::string_view word) {
    return word == k_scope_word || word.starts_with(k_macro_beginning);
}

enum class Match { whole, beginning };

/// True if the text has this word, or a longer one with this beginning. Most of a target's text has
/// none, and must be passed over quickly.
bool has_word(std::string_view text, std::string_view word, Match match) {
    for (std::size_t from = 0; from < text.size();) {
        const void* found =
            ::memmem(text.data() + from, text.size() - from, word.data(), word.size());
        if (found == nullptr) return false;
        const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
        const std::size_t end = at + word.size();
        const bool ends_here =
            match == Match::beginning || end == text.size() || !is_word_part(text[end]);
        if (ends_here && (at == 0 || !is_word_part(text[at - 1]))) return true;
        from = at + 1;
    }
    return false;
}

/// True if an attribute is nearly one of ours, "[[ima::" or "[[iam_tool". Its header is read as
/// well, so the mistake is reported.
bool has_near_tag(std::string_view text) {
    for (std::size_t at = text.find("[["); at != std::string_view::npos; at = text.find("[[", at)) {
        at += 2;
        std::string_view rest = text.substr(at, 80);
        std::string_view word = take_word(rest);
        if (word == "using") word = take_word(rest);
        if (is_nearly_scope(word) || !meant_attribute({}, word).empty()) return true;
    }
    return false;
}

/// True for text of wide characters: UTF-16, with or without its byte order mark.
bool is_of_wide_characters(std::string_view text) {
    return text.find('\0') != std::string_view::npos || text.starts_with("\xFE\xFF") ||
           text.starts_with("\xFF\xFE");
}

struct Definition {
    std::string_view name;
    std::string_view body;
    // A comment begins in the line and does not end there, so the body may go on.
    bool is_open = false;
};

/// Finds every `#define`, and text that only looks like one, in a text with joined lines. The time
/// is in proportion to the text.
class DefinitionFinder {
 public:
    explicit DefinitionFinder(std::string_view text)
        : text_(text), hash_(text.find('#')), percent_(text.find('%')) {
        for (std::size_t at = text.find("*/"); at != std::string_view::npos;
             at = text.find("*/", at + 1))
            comment_ends_.push_back(at);
    }

    /// The next definition; one without a name at the end.
    Definition next() {
        while (true) {
            at_ = std::min(first_from(hash_, '#'), first_from(percent_, '%'));
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

    /// The next position of the character. `last` is its position from the call before.
    std::size_t first_from(std::size_t& last, char c) const {
        if (last < at_) last = text_.find(c, at_);
        return last;
    }

    /// The position behind blanks. Comments may stand wherever a blank may.
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
    std::size_t hash_;
    std::size_t percent_;
    std::vector<std::size_t> comment_ends_;
};

bool pastes(std::string_view body) {
    return body.find("##") != std::string_view::npos || body.find("%:%:") != std::string_view::npos;
}

}  // namespace

bool is_word_part(char c) {
    static constexpr std::array<bool, 256> k_parts = word_parts();
    return k_parts[static_cast<unsigned char>(c)];
}

bool mentions_tags(std::string_view text, const Words& names) {
    if (is_of_wide_characters(text)) return true;
    std::string storage;
    std::string_view rest = joined_lines(text, storage);
    if (has_near_tag(rest)) return true;
    constexpr std::size_t k_few = 8;  // with more, one look at each word is faster
    if (names.size() <= k_few)
        return has_word(rest, k_scope_word, Match::whole) ||
               has_word(rest, k_macro_beginning, Match::beginning) ||
               std::any_of(names.begin(), names.end(), [&](const std::string& name) {
                   return has_word(rest, name, Match::whole);
               });
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest))
        if (is_tag_word(word) || names.find(word) != names.end()) return true;
    return false;
}

Words macros_for_tags(const std::vector<std::string_view>& texts, Words names) {
    std::map<std::string, Words, std::less<>> users;  // by word: the macros with this word
    std::vector<std::string> found(names.begin(), names.end());
    const auto add = [&](const std::string& name) {
        if (names.insert(name).second) found.push_back(name);
    };
    for (const std::string_view text : texts) {
        std::string storage;
        DefinitionFinder finder(joined_lines(text, storage));
        for (Definition at = finder.next(); !at.name.empty(); at = finder.next()) {
            const std::string name(at.name);
            if (at.is_open || pastes(at.body) || has_near_tag(at.body)) add(name);
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
