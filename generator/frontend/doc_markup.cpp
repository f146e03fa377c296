// One pass over the text: each '<' and '&' is looked at once, and a tag has a length that is bounded.
#include <generator/frontend/doc_markup.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace iam::gen {
namespace {

constexpr std::size_t k_tag_bytes_max = 400;

/// The text that a tag becomes. "$" is the value of the attribute.
struct TagRule {
    std::string_view name;
    std::string_view attribute;  // whose value is kept: name, cref
    std::string_view opening;
    std::string_view closing;
};

constexpr std::array k_sections = {
    TagRule{"summary", "", "\n@brief ", "\n\n"},
    TagRule{"remarks", "", "\n@details ", "\n\n"},
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
    TagRule{"see", "cref", "$", ""},
    TagRule{"paramref", "name", "$", ""},
    TagRule{"typeparamref", "name", "$", ""},
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
    TagRule{"code", "", "", ""},
};
/// Tags that end a paragraph, or a line where a paragraph would end the section.
constexpr std::array<std::string_view, 12> k_paragraphs = {
    "para", "p", "hr", "blockquote", "table", "h1", "h2", "h3", "h4", "h5", "h6", "div"};
constexpr std::array<std::string_view, 29> k_dropped = {
    "c",    "b",   "i",    "em",     "strong", "tt",     "u",       "s",           "small", "big",
    "sub",  "sup", "span", "a",      "font",   "center", "kbd",     "samp",        "var",   "dfn",
    "cite", "del", "ins",  "strike", "thead",  "tbody",  "caption", "description", "doc"};
/// Tags whose text would come from elsewhere.
constexpr std::array<std::string_view, 3> k_elsewhere = {"inheritdoc", "include", "img"};
constexpr std::array k_entities = {
    std::pair{std::string_view("&lt;"), '<'},    std::pair{std::string_view("&gt;"), '>'},
    std::pair{std::string_view("&amp;"), '&'},   std::pair{std::string_view("&quot;"), '"'},
    std::pair{std::string_view("&apos;"), '\''}, std::pair{std::string_view("&nbsp;"), ' '}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> k_blocks = {
    std::pair{std::string_view("code"), std::string_view("endcode")},
    std::pair{std::string_view("verbatim"), std::string_view("endverbatim")},
    std::pair{std::string_view("dot"), std::string_view("enddot")}};

template <class List>
bool has(const List& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

bool is_word_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

struct Tag {
    std::string_view name;
    std::string_view attributes;
    bool closes = false;
    std::size_t length = 0;
};

/// The tag that the text begins with.
std::optional<Tag> tag_at(std::string_view text) {
    const std::size_t end = text.substr(0, k_tag_bytes_max).find('>');
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view inner = text.substr(1, end - 1);
    Tag tag;
    tag.length = end + 1;
    tag.closes = !inner.empty() && inner.front() == '/';
    if (tag.closes) inner.remove_prefix(1);
    if (!inner.empty() && inner.back() == '/') inner.remove_suffix(1);
    std::size_t name = 0;
    while (name < inner.size() && is_word_part(inner[name])) ++name;
    tag.name = inner.substr(0, name);
    tag.attributes = inner.substr(name);
    const bool is_apart = tag.attributes.empty() ||
                          std::isspace(static_cast<unsigned char>(tag.attributes.front())) != 0;
    const bool is_blank = tag.attributes.find_first_not_of(" \t\r\n") == std::string_view::npos;
    if (name == 0 || !is_apart || (!is_blank && tag.attributes.find('=') == tag.attributes.npos))
        return std::nullopt;
    return tag;
}

/// `T:Desk.Box` in a cref names Desk.Box.
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

class Rewriter {
 public:
    Rewriter(std::string_view text, std::vector<std::string>& left_out)
        : text_(text), left_out_(left_out) {}

    std::string run() {
        while (!text_.empty()) {
            if (at_line_begin_ && take_block()) continue;
            at_line_begin_ = text_.front() == '\n';
            if (text_.front() == '`') {
                take_code();
            } else if (text_.front() != '<' || !take_tag()) {
                if (text_.front() != '&' || !take_entity()) take(1);
            }
        }
        return std::move(out_);
    }

 private:
    void take(std::size_t count) {
        out_ += text_.substr(0, count);
        text_.remove_prefix(std::min(count, text_.size()));
    }
    void skip(std::size_t count) { text_.remove_prefix(std::min(count, text_.size())); }

    /// A fence or a block of code with its lines, up to the end of the text where it has none.
    bool take_block() {
        const std::size_t begin = text_.find_first_not_of(" \t");
        if (begin == std::string_view::npos) return false;
        const std::string_view line = text_.substr(begin);
        std::string end;
        if (line.starts_with("```") || line.starts_with("~~~")) end = line.substr(0, 3);
        for (const auto& [opening, closing] : k_blocks)
            if ((line.starts_with('@') || line.starts_with('\\')) &&
                line.substr(1).starts_with(opening) &&
                (line.size() == opening.size() + 1 || !is_word_part(line[opening.size() + 1])))
                end = line.substr(0, 1).data()[0] + std::string(closing);
        if (end.empty()) return false;
        const std::size_t found = text_.find(end, begin + 3);
        take(found == std::string_view::npos ? text_.size() : found + end.size());
        at_line_begin_ = false;
        return true;
    }

    /// `code`, within a paragraph.
    void take_code() {
        const std::size_t end = text_.find('`', 1);
        const std::size_t paragraph = text_.find("\n\n");
        take(end == std::string_view::npos || end > paragraph ? 1 : end + 1);
    }

    bool take_entity() {
        for (const auto& [entity, character] : k_entities) {
            if (!text_.starts_with(entity)) continue;
            out_ += character;
            skip(entity.size());
            return true;
        }
        return false;
    }

    bool take_around(std::string_view begin, std::string_view end, bool keep) {
        if (!text_.starts_with(begin)) return false;
        const std::size_t found = text_.find(end);
        if (found == std::string_view::npos) return false;
        if (keep) out_ += text_.substr(begin.size(), found - begin.size());
        skip(found + end.size());
        return true;
    }

    bool take_tag() {
        if (in_code_ && !text_.starts_with("</code>")) return false;
        if (take_around("<!--", "-->", false) || take_around("<![CDATA[", "]]>", true)) return true;
        const auto tag = tag_at(text_);
        if (!tag || !replace(*tag)) return false;
        skip(tag->length);
        return true;
    }

    /// False where it is no tag that documentation has.
    bool replace(const Tag& tag) {
        const auto named = [&](const TagRule& rule) { return rule.name == tag.name; };
        if (const auto* rule = std::find_if(k_sections.begin(), k_sections.end(), named);
            rule != k_sections.end()) {
            const bool is_whole = !tag.closes && text_[tag.length - 2] == '/';
            in_section_ = !tag.closes && !is_whole && rule->name != "example";
            write(*rule, tag);
            if (is_whole) out_ += rule->closing;
            return true;
        }
        const bool is_template = !out_.empty() && is_word_part(out_.back()) && tag.name.size() == 1;
        if (is_template && !tag.closes) return false;  // vector<a>
        if (tag.name == "code" && is_block(tag)) {
            out_ += "\n```\n";
            return true;
        }
        if (const auto* rule = std::find_if(k_inline.begin(), k_inline.end(), named);
            rule != k_inline.end()) {
            write(*rule, tag);
            return true;
        }
        if (has(k_paragraphs, tag.name)) {
            out_ += in_section_ ? "\n" : "\n\n";
            return true;
        }
        if (has(k_elsewhere, tag.name)) {
            left_out_.push_back('<' + std::string(tag.name) + '>');
            return true;
        }
        return has(k_dropped, tag.name);
    }

    /// Lines of code between <code> and </code>, where the tags of one line stand for a word.
    bool is_block(const Tag& tag) {
        if (tag.closes) return std::exchange(in_code_, false);
        const std::string_view inner = text_.substr(0, text_.find("</code>"));
        in_code_ = inner.find('\n') != std::string_view::npos;
        return in_code_;
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
    std::vector<std::string>& left_out_;
    std::string out_;
    bool at_line_begin_ = true;
    bool in_section_ = false;
    bool in_code_ = false;
};

}  // namespace

std::string without_markup(std::string_view text, std::vector<std::string>& left_out) {
    if (text.find_first_of("<&") == std::string_view::npos) return std::string(text);
    return Rewriter(text, left_out).run();
}

}  // namespace iam::gen
