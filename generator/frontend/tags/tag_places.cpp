// Blanks comments, literals and directives out of a text, then searches for [[…]] with the name
// of a tag.
#include "generator/frontend/tags/tag_places.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace iam::gen {
namespace {

constexpr std::array<std::string_view, 4> k_function_tags{"tool", "preview", "undo", "reconcile"};

bool is_name_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_blank_here(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

std::size_t behind_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && is_blank_here(text[at])) ++at;
    return at;
}

std::string_view word_at(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_name_part(text[end])) ++end;
    return text.substr(at, end - at);
}

/// The end of the line of `at`. A backslash before the end joins the next line.
std::size_t end_of_line(std::string_view text, std::size_t at) {
    while (true) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::size_t last = end;
        if (last > at && text[last - 1] == '\r') --last;
        if (end == text.size() || last == at || text[last - 1] != '\\') return end;
        at = end + 1;
    }
}

/// Takes a text apart from its beginning to its end.
class Scanner {
 public:
    explicit Scanner(std::string_view text) : text_(text), out_{std::string(text), {}, {}} {}

    ScannedText scan() && {
        while (at_ < text_.size()) step();
        return std::move(out_);
    }

 private:
    void step() {
        const char c = text_[at_];
        const std::string_view rest = text_.substr(at_);
        if (rest.starts_with("//")) return blank_to(end_of_line(text_, at_));
        if (rest.starts_with("/*")) return blank_to(behind(text_.find("*/", at_ + 2), 2));
        if (c == '"' || (c == '\'' && !separates_digits())) return blank_to(behind_literal(c));
        if (c == '#' && is_first_) return directive();
        if (c == '\n')
            is_first_ = true;
        else if (!is_blank_here(c))
            is_first_ = false;
        // A number is passed over as a whole, so its separators are not taken for quotes.
        if (is_name_part(c)) {
            word_ = at_;
            at_ += word_at(text_, at_).size();
        } else {
            ++at_;
        }
    }

    bool separates_digits() const {
        return at_ > 0 && is_name_part(text_[at_ - 1]) &&
               std::isdigit(static_cast<unsigned char>(text_[word_])) != 0;
    }

    std::size_t behind(std::size_t found, std::size_t size) const {
        return found == std::string_view::npos ? text_.size() : found + size;
    }

    std::size_t behind_literal(char quote) const {
        if (quote == '"' && at_ > 0 && text_[at_ - 1] == 'R') {
            const std::size_t open = text_.find('(', at_);
            if (open == std::string_view::npos) return text_.size();
            const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
            return behind(text_.find(end, open), end.size());
        }
        std::size_t at = at_ + 1;
        while (at < text_.size() && text_[at] != quote && text_[at] != '\n')
            at += text_[at] == '\\' ? 2 : 1;
        return std::min(at + 1, text_.size());
    }

    void blank_to(std::size_t end) {
        for (; at_ < end; ++at_)
            if (out_.code[at_] != '\n') out_.code[at_] = ' ';
    }

    void directive() {
        const std::size_t end = end_of_line(text_, at_);
        const std::string_view line = text_.substr(at_, end - at_);
        const std::size_t begin = behind_blanks(line, 1);
        const std::string_view kind = word_at(line, begin);
        const std::size_t rest = behind_blanks(line, begin + kind.size());
        if (kind == "include" || kind == "include_next") note_include(line.substr(rest));
        if (kind == "define") note_macro(line.substr(rest));
        blank_to(end);
    }

    void note_include(std::string_view rest) {
        if (rest.empty() || (rest.front() != '"' && rest.front() != '<')) return;
        const std::size_t end = rest.find(rest.front() == '"' ? '"' : '>', 1);
        if (end == std::string_view::npos) return;
        out_.includes.push_back({std::string(rest.substr(1, end - 1)), rest.front() == '"'});
    }

    void note_macro(std::string_view rest) {
        const std::string_view name = word_at(rest, 0);
        ScannedText body = Scanner(rest.substr(name.size())).scan();
        if (first_tag(body, {})) out_.tag_macros.emplace(name);
    }

    std::string_view text_;
    ScannedText out_;
    std::size_t at_ = 0;
    std::size_t word_ = 0;  // where the last word begins
    bool is_first_ = true;  // only blanks stand before it in its line
};

/// True if the inside of [[…]] names a tag: iam::tool, or tool behind `using iam:`.
bool names_tag(std::string_view inside) {
    bool is_using = false;
    for (std::size_t at = 0; at < inside.size();) {
        const std::string_view word = word_at(inside, at);
        if (word.empty()) {
            ++at;
            continue;
        }
        at += word.size();
        const std::size_t next = behind_blanks(inside, at);
        const bool is_tag = std::find(k_function_tags.begin(), k_function_tags.end(), word) !=
                            k_function_tags.end();
        if (is_using && is_tag) return true;
        if (word != "iam" || inside.substr(next, 1) != ":") continue;
        if (inside.substr(next, 2) != "::") {
            is_using = true;
            continue;
        }
        const std::string_view tag = word_at(inside, behind_blanks(inside, next + 2));
        if (std::find(k_function_tags.begin(), k_function_tags.end(), tag) != k_function_tags.end())
            return true;
    }
    return false;
}

std::optional<std::size_t> first_attribute(std::string_view code) {
    for (std::size_t at = code.find("[["); at != std::string_view::npos;
         at = code.find("[[", at + 2)) {
        const std::size_t end = std::min(code.find("]]", at), code.size());
        if (names_tag(code.substr(at + 2, end - at - 2))) return at;
    }
    return std::nullopt;
}

std::optional<std::size_t> first_use(std::string_view code, const Words& macros) {
    for (std::size_t at = 0; !macros.empty() && at < code.size();) {
        const std::string_view word = word_at(code, at);
        if (macros.find(word) != macros.end()) return at;
        at += std::max<std::size_t>(word.size(), 1);
    }
    return std::nullopt;
}

}  // namespace

ScannedText scan_text(std::string_view text) {
    return Scanner(text).scan();
}

std::optional<std::size_t> first_tag(const ScannedText& text, const Words& macros) {
    const auto attribute = first_attribute(text.code);
    const auto use = first_use(text.code, macros);
    if (!attribute || (use && *use < *attribute)) return use;
    return attribute;
}

}  // namespace iam::gen
