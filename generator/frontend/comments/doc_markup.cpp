// Rewrites the markup of a comment in one pass. Each '<', '&' and "{@" is looked at once, and the
// length of a tag is bounded.
#include "generator/frontend/comments/doc_markup.hpp"

#include <generator/frontend/comments/doc_entities.hpp>
#include <generator/frontend/tags/tag_words.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace iam::gen {
namespace {

constexpr std::size_t k_tag_bytes_max = 400;
/// The end of a piece of code or of an unknown tag is searched within this many bytes.
constexpr std::size_t k_piece_bytes_max = 4000;

/// The text in place of a tag. "$" is the value of the attribute.
struct TagRule {
    std::string_view name;
    std::string_view attribute;  // its value is kept: name, cref
    std::string_view opening;
    std::string_view closing;
};

constexpr std::array k_sections = {
    TagRule{"summary", "", "\n@brief ", "\n\n"},
    TagRule{"remarks", "", "\n@details ", "\n\n"},
    TagRule{"note", "", "\n@note ", "\n\n"},
    TagRule{"value", "", "\n@details ", "\n\n"},
    TagRule{"example", "", "\n\n", "\n\n"},
    TagRule{"param", "name", "\n@param $ ", "\n\n"},
    TagRule{"typeparam", "name", "\n@tparam $ ", "\n\n"},
    TagRule{"returns", "", "\n@returns ", "\n\n"},
    TagRule{"exception", "cref", "\n@throws $ ", "\n\n"},
    TagRule{"permission", "cref", "\n@throws $ ", "\n\n"},
    TagRule{"seealso", "cref", "\n@see $ ", "\n\n"},
};
constexpr std::array k_inline = {
    TagRule{"item", "", "\n- ", "\n"},
    TagRule{"li", "", "\n- ", "\n"},
    TagRule{"list", "", "\n", "\n"},
    TagRule{"ul", "", "\n", "\n"},
    TagRule{"ol", "", "\n", "\n"},
    TagRule{"dl", "", "\n", "\n"},
    TagRule{"dt", "", "\n- ", " "},
    TagRule{"dd", "", " ", "\n"},
    TagRule{"term", "", "", " "},
    TagRule{"listheader", "", "\n", "\n"},
    TagRule{"tr", "", "\n", "\n"},
    TagRule{"td", "", " ", " "},
    TagRule{"th", "", " ", " "},
    TagRule{"br", "", "\n", "\n"},
    TagRule{"pre", "", "\n```\n", "\n```\n"},
};
/// Tags at the end of a paragraph. Within a section they end a line, since a paragraph would end
/// the section.
constexpr std::array<std::string_view, 14> k_paragraphs = {
    "para", "p",  "hr", "blockquote", "table", "h1",     "h2",
    "h3",   "h4", "h5", "h6",         "div",   "center", "details"};
constexpr std::array<std::string_view, 34> k_dropped = {
    "b",    "i",    "em",    "strong", "u",        "s",           "small", "big",  "sub",
    "sup",  "span", "a",     "font",   "kbd",      "samp",        "var",   "dfn",  "cite",
    "del",  "ins",  "thead", "strike", "tbody",    "description", "doc",   "body", "caption",
    "form", "meta", "input", "tfoot",  "multicol", "mark",        "code"};
constexpr std::array<std::string_view, 3> k_code = {"c", "code", "tt"};
/// Tags with a reference to a name.
constexpr std::array<std::string_view, 3> k_names = {"see", "paramref", "typeparamref"};
constexpr std::array<std::string_view, 5> k_name_attributes = {"cref", "name", "langword", "href",
                                                               "id"};
/// Tags in place of text from elsewhere.
constexpr std::array<std::string_view, 3> k_elsewhere = {"inheritdoc", "include", "img"};
constexpr std::array k_block_tags = {
    std::pair{std::string_view("code"), std::string_view("endcode")},
    std::pair{std::string_view("verbatim"), std::string_view("endverbatim")},
    std::pair{std::string_view("dot"), std::string_view("enddot")},
    std::pair{std::string_view("htmlonly"), std::string_view("endhtmlonly")}};

template <class List>
bool has(const List& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

struct Tag {
    std::string name;  // in small letters
    std::string_view attributes;
    bool closes = false;
    bool is_whole = false;  // <name/>
    std::size_t length = 0;
};

/// The tag at the beginning of the text.
std::optional<Tag> tag_at(std::string_view text) {
    const std::size_t end = text.substr(0, k_tag_bytes_max).find('>');
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view inner = text.substr(1, end - 1);
    Tag tag;
    tag.length = end + 1;
    tag.closes = inner.starts_with('/');
    if (tag.closes) inner.remove_prefix(1);
    tag.is_whole = inner.ends_with('/');
    if (tag.is_whole) inner.remove_suffix(1);
    std::size_t name = 0;
    while (name < inner.size() && is_word_part(inner[name])) ++name;
    for (const char c : inner.substr(0, name))
        tag.name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    tag.attributes = inner.substr(name);
    const bool is_apart = tag.attributes.empty() ||
                          std::isspace(static_cast<unsigned char>(tag.attributes.front())) != 0;
    const std::size_t first = tag.attributes.find_first_not_of(" \t\r\n");
    tag.attributes.remove_prefix(std::min(first, tag.attributes.size()));
    const bool has_form = tag.attributes.empty() ||
                          (std::isalpha(static_cast<unsigned char>(tag.attributes[0])) != 0 &&
                           tag.attributes.find('=') != std::string_view::npos);
    if (name == 0 || !is_apart || !has_form) return std::nullopt;
    return tag;
}

/// The value of an attribute. A cref loses its kind: `T:Desk.Box` names Desk.Box.
std::string_view attribute_of(const Tag& tag, std::string_view name) {
    if (name.empty()) return {};
    std::size_t at = tag.attributes.find(name);
    if (at == std::string_view::npos) return {};
    at = tag.attributes.find_first_of("\"'", at);
    if (at == std::string_view::npos) return {};
    const std::size_t end = tag.attributes.find(tag.attributes[at], at + 1);
    std::string_view value = tag.attributes.substr(at + 1, end - at - 1);
    if (value.size() > 2 && value[1] == ':' && value[2] != ':') value.remove_prefix(2);
    return value;
}

std::string_view without_blanks(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

/// The position of the closing brace of the brace at the beginning of the text.
std::size_t closing_brace(std::string_view text) {
    int depth = 0;
    for (std::size_t at = 0; at < std::min(text.size(), k_piece_bytes_max); ++at) {
        depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
        if (depth == 0) return at;
    }
    return std::string_view::npos;
}

class Rewriter {
 public:
    Rewriter(std::string_view text, LeftOut& left_out) : text_(text), left_out_(left_out) {}

    std::string run() {
        while (!text_.empty()) {
            if (at_line_begin_ && take_block()) continue;
            at_line_begin_ = text_.front() == '\n';
            const char c = text_.front();
            const bool is_taken = c == '`'   ? take_code()
                                  : c == '<' ? take_tag()
                                  : c == '&' ? take_entity()
                                  : c == '{' ? take_braces()
                                  : c == '(' ? take_target()
                                             : false;
            if (!is_taken) take_character();
        }
        return std::move(out_);
    }

 private:
    void take(std::size_t count) {
        out_ += text_.substr(0, count);
        skip(count);
    }
    void skip(std::size_t count) { text_.remove_prefix(std::min(count, text_.size())); }

    /// Takes one character. If a tag has ended the line, a line break behind it is dropped.
    void take_character() {
        const char c = text_.front();
        const bool ends_twice = c == '\n' && has_ended_line_;
        if (c != ' ' && c != '\t') has_ended_line_ = false;
        if (ends_twice)
            skip(1);
        else
            take(1);
    }

    /// Takes a fence or a block of code with its lines. Without an end it goes to the end of the
    /// text.
    bool take_block() {
        const std::size_t begin = text_.find_first_not_of(" \t");
        if (begin == std::string_view::npos) return false;
        const std::string_view line = text_.substr(begin);
        std::string end;
        if (line.starts_with("```") || line.starts_with("~~~")) end = line.substr(0, 3);
        for (const auto& [opening, closing] : k_block_tags)
            if ((line.starts_with('@') || line.starts_with('\\')) &&
                line.substr(1).starts_with(opening) &&
                (line.size() == opening.size() + 1 || !is_word_part(line[opening.size() + 1])))
                end = line[0] + std::string(closing);
        if (end.empty()) return false;
        const std::size_t found = text_.find(end, begin + 3);
        take(found == std::string_view::npos ? text_.size() : found + end.size());
        at_line_begin_ = false;
        return true;
    }

    /// Takes `code` within a paragraph.
    bool take_code() {
        const std::size_t end = text_.find('`', 1);
        if (end == text_.npos || text_.substr(0, end).find("\n\n") != text_.npos) return false;
        take(end + 1);
        return true;
    }

    /// Takes an entity. Escapes a character if it could begin a command.
    bool take_entity() {
        const Entity entity = entity_at(text_);
        if (entity.length == 0) return false;
        if (entity.text == "@" || entity.text == "\\" || entity.text == "%") out_ += '\\';
        out_ += entity.text;
        skip(entity.length);
        return true;
    }

    /// Takes {@link X}, {@link X the words}, {@code x}, and {#id} behind a heading.
    bool take_braces() {
        if (!text_.starts_with("{@") && !text_.starts_with("{#")) return false;
        const std::size_t end = closing_brace(text_);
        if (end == std::string_view::npos) return false;
        const std::string_view inner = text_.substr(2, end - 2);
        const bool is_label = text_[1] == '#';
        skip(end + 1);
        if (is_label) return true;
        const std::size_t name = std::min(inner.find_first_of(" \t\r\n"), inner.size());
        write_braces(inner.substr(0, name), without_blanks(inner.substr(name)));
        return true;
    }

    void write_braces(std::string_view name, std::string_view inner) {
        if (name == "inheritDoc" || name == "inheritdoc") {
            left_out_.elsewhere.push_back("{@" + std::string(name) + '}');
        } else if (name == "code" || name == "snippet") {
            write_code(inner);
        } else if (name.starts_with("link") || name == "tutorial") {
            write_link(inner);
        } else if (name != "docRoot") {
            out_ += inner;
        }
    }

    /// Writes the words of a link. They stand behind its target, or in JSDoc also before it, "[the
    /// words]{@link X}".
    void write_link(std::string_view inner) {
        if (take_words_before()) return;
        const std::size_t words = inner.find_first_of("| \t\n");
        if (words != std::string_view::npos) inner = without_blanks(inner.substr(words + 1));
        out_ += inner;
    }

    /// Takes the brackets off "[the words]" at the end of the output.
    bool take_words_before() {
        if (!out_.ends_with(']')) return false;
        const std::size_t open = out_.rfind('[');
        if (open == std::string::npos) return false;
        out_.pop_back();
        out_.erase(open, 1);
        return true;
    }

    /// Takes the target of "[the words](@ref X)" and keeps the words.
    bool take_target() {
        if (!text_.starts_with("(@ref ") && !text_.starts_with("(\\ref ")) return false;
        const std::size_t end = text_.find(')');
        if (end == text_.npos || !take_words_before()) return false;
        skip(end + 1);
        return true;
    }

    void write_code(std::string_view code) {
        if (code.find('\n') != std::string_view::npos)
            write_inline("\n```\n" + std::string(without_blanks(code)) + "\n```\n");
        else if (code.empty() || code.find('`') != std::string_view::npos)
            out_ += code;
        else
            out_ += '`' + std::string(code) + '`';
    }

    bool take_around(std::string_view begin, std::string_view end, bool keep) {
        if (!text_.starts_with(begin)) return false;
        const std::size_t found = text_.substr(0, k_piece_bytes_max).find(end);
        if (found == std::string_view::npos) return false;
        if (keep) out_ += text_.substr(begin.size(), found - begin.size());
        skip(found + end.size());
        return true;
    }

    bool take_tag() {
        if (take_around("<!--", "-->", false) || take_around("<![CDATA[", "]]>", true)) return true;
        const auto tag = tag_at(text_);
        if (!tag) return false;
        if (has(k_code, tag->name) && take_code_of(*tag)) return true;
        if (!replace(*tag)) return false;
        skip(tag->length);
        if (out_.ends_with(' ') && text_.starts_with(' ')) skip(1);
        return true;
    }

    /// Takes <c>code</c>, and lines of code between <code> and </code>.
    bool take_code_of(const Tag& tag) {
        if (tag.closes || tag.is_whole) return skip_tag(tag);
        const std::string_view near = text_.substr(tag.length, k_piece_bytes_max);
        std::size_t end = near.find("</");
        while (end != near.npos && closing_length(near.substr(end), tag.name) == 0)
            end = near.find("</", end + 2);
        if (end == near.npos) return tag.name != "c" && skip_tag(tag);
        std::string_view code = near.substr(0, end);
        if (code.starts_with("<![CDATA[") && code.ends_with("]]>"))
            code = code.substr(9, code.size() - 12);
        std::string plain;
        for (std::string_view rest = tag.name == "code" ? code : without_blanks(code);
             !rest.empty();) {
            const Entity entity = rest.front() == '&' ? entity_at(rest) : Entity{};
            plain += entity.length > 0 ? entity.text : std::string(rest.substr(0, 1));
            rest.remove_prefix(std::max<std::size_t>(entity.length, 1));
        }
        if (tag.name != "code") std::replace(plain.begin(), plain.end(), '\n', ' ');
        skip(tag.length + end + closing_length(near.substr(end), tag.name));
        write_code(plain);
        return true;
    }

    bool skip_tag(const Tag& tag) {
        skip(tag.length);
        return true;
    }

    static std::size_t closing_length(std::string_view text, std::string_view name) {
        const auto tag = tag_at(text);
        return tag && tag->closes && tag->name == name ? tag->length : 0;
    }

    /// Writes the text in place of a tag. False for tags unknown in documentation.
    bool replace(const Tag& tag) {
        const auto named = [&](const TagRule& rule) { return rule.name == tag.name; };
        // `vector<a>` has no tag
        const bool is_template = !out_.empty() && is_word_part(out_.back()) &&
                                 tag.name.size() == 1 && tag.attributes.empty();
        if (is_template && !tag.closes) return false;
        if (const auto* rule = std::find_if(k_sections.begin(), k_sections.end(), named);
            rule != k_sections.end()) {
            in_section_ = !tag.closes && !tag.is_whole && rule->name != "example";
            write(*rule, tag);
            if (tag.is_whole) out_ += rule->closing;
            return true;
        }
        if (const auto* rule = std::find_if(k_inline.begin(), k_inline.end(), named);
            rule != k_inline.end()) {
            write_inline(tag.closes ? rule->closing : rule->opening);
            return true;
        }
        if (has(k_paragraphs, tag.name)) {
            out_ += in_section_ ? "\n" : "\n\n";
            return true;
        }
        if (has(k_names, tag.name)) return write_name(tag);
        if (has(k_dropped, tag.name)) return true;
        return leave_out(tag);
    }

    /// Writes X for <see cref="X"/>, and the words for <see cref="X">the words</see>.
    bool write_name(const Tag& tag) {
        if (tag.closes) return true;
        const std::string_view near = text_.substr(tag.length, k_piece_bytes_max);
        const bool has_words =
            !tag.is_whole && near.find("</") != 0 && near.find("</") != near.npos;
        for (const std::string_view name : k_name_attributes) {
            const std::string_view value = attribute_of(tag, name);
            if (value.empty() || has_words) continue;
            out_ += value;
            break;
        }
        return true;
    }

    /// Notes tags in place of text from elsewhere, and tags of unknown programs. A lone name in
    /// angle brackets may be a placeholder and stays.
    bool leave_out(const Tag& tag) {
        if (has(k_elsewhere, tag.name)) {
            left_out_.elsewhere.push_back('<' + tag.name + '>');
            return true;
        }
        const std::string_view near = text_.substr(tag.length, k_piece_bytes_max);
        const bool is_marked = tag.is_whole || !tag.attributes.empty() || has(opened_, tag.name) ||
                               (!tag.closes && near.find("</" + tag.name + '>') != near.npos);
        if (!is_marked) return false;
        if (tag.closes) return true;
        if (!tag.is_whole) opened_.push_back(tag.name);
        left_out_.unknown.push_back('<' + tag.name + '>');
        return true;
    }

    void write_inline(std::string_view form) {
        if (form.starts_with('\n') && (out_.empty() || out_.ends_with('\n'))) form.remove_prefix(1);
        out_ += form;
        has_ended_line_ = out_.ends_with('\n');
    }

    void write(const TagRule& rule, const Tag& tag) {
        const std::string_view form = tag.closes ? rule.closing : rule.opening;
        const std::size_t value = form.find('$');
        out_ += form.substr(0, value);
        if (value == std::string_view::npos) return;
        out_ += attribute_of(tag, rule.attribute);
        out_ += form.substr(value + 1);
    }

    std::string_view text_;
    LeftOut& left_out_;
    std::string out_;
    std::vector<std::string> opened_;  // unknown tags
    bool at_line_begin_ = true;
    bool in_section_ = false;
    bool has_ended_line_ = false;
};

}  // namespace

std::string without_markup(std::string_view text, LeftOut& left_out) {
    if (text.find_first_of("<&{[") == std::string_view::npos) return std::string(text);
    return Rewriter(text, left_out).run();
}

}  // namespace iam::gen
