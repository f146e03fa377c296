// The nodes of the tree become JSON at once, without a tree in memory.
#include "console/markdown/tree_writer.hpp"

#include "console/markdown/entities.hpp"
#include "console/markdown/markdown.hpp"
#include <iam/question/escape.hpp>
#include <iam/question/web_address.hpp>

#include <utility>

namespace iam::console {
namespace {

/// The text of a value of md4c, which has it in pieces. A piece may be an entity.
std::string text_of(const MD_ATTRIBUTE& value) {
    std::string out;
    for (std::size_t i = 0; value.size != 0 && value.substr_offsets[i] < value.size; ++i) {
        const std::size_t begin = value.substr_offsets[i];
        const std::string_view piece(value.text + begin, value.substr_offsets[i + 1] - begin);
        if (value.substr_types[i] == MD_TEXT_ENTITY) {
            out += entity_text(piece);
        } else {
            out += piece;
        }
    }
    return out;
}

std::string_view tag_of(MD_BLOCKTYPE type) {
    switch (type) {
        case MD_BLOCK_QUOTE:
            return "quote";
        case MD_BLOCK_UL:
            return "ul";
        case MD_BLOCK_OL:
            return "ol";
        case MD_BLOCK_LI:
            return "li";
        case MD_BLOCK_HR:
            return "hr";
        case MD_BLOCK_H:
            return "h";
        case MD_BLOCK_CODE:
            return "pre";
        case MD_BLOCK_P:
            return "p";
        default:
            break;
    }
    return {};  // its children stand in its place
}

std::string_view tag_of(MD_SPANTYPE type) {
    switch (type) {
        case MD_SPAN_EM:
            return "em";
        case MD_SPAN_STRONG:
            return "strong";
        case MD_SPAN_CODE:
            return "code";
        default:
            return {};
    }
}

/// An address in a text that no mark makes a link.
struct BareAddress {
    std::size_t begin = 0;
    std::size_t size = 0;  ///< 0: there is none
};

BareAddress bare_address_in(std::string_view text) {
    for (std::size_t at = text.find("http"); at != std::string_view::npos;
         at = text.find("http", at + 1)) {
        const bool is_of_a_word =
            at > 0 && std::string_view(" \n(\"").find(text[at - 1]) == std::string_view::npos;
        if (is_of_a_word) continue;
        std::string_view word = text.substr(at);
        word = word.substr(0, word.find_first_of(" \n\t<>\"()"));
        // These end a sentence more often than an address.
        while (!word.empty() &&
               std::string_view(".,;:!?'*").find(word.back()) != std::string_view::npos)
            word.remove_suffix(1);
        if (question::read_web_address(word)) return {at, word.size()};
    }
    return {};
}

}  // namespace

bool TreeWriter::enter(MD_BLOCKTYPE type, const void* detail) {
    OpenNode node = begin(is_in_cell_ ? "" : tag_of(type));
    node.type = type;
    if (node.is_written) {
        if (type == MD_BLOCK_H)
            number("level", static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level);
        if (type == MD_BLOCK_OL)
            number("start", static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start);
        begin_children();
    }
    open_.push_back(std::move(node));
    return is_within_limits();
}

bool TreeWriter::enter(MD_SPANTYPE type, const void* detail) {
    OpenNode node;
    if (type == MD_SPAN_A) {
        node = begin_link(text_of(static_cast<const MD_SPAN_A_DETAIL*>(detail)->href));
    } else if (type == MD_SPAN_IMG) {
        node.behind = text_of(static_cast<const MD_SPAN_IMG_DETAIL*>(detail)->src);
    } else {
        node = begin(tag_of(type));
        if (node.is_written) begin_children();
    }
    node.is_span = true;
    node.type = type;
    open_.push_back(std::move(node));
    return is_within_limits();
}

bool TreeWriter::leave(bool is_span, int type) {
    if (open_.empty() || open_.back().is_span != is_span || open_.back().type != type) return false;
    return close();
}

bool TreeWriter::add(MD_TEXTTYPE type, std::string_view text) {
    if (std::exchange(is_in_cell_, false) && !text.empty()) text.remove_prefix(1);
    switch (type) {
        case MD_TEXT_NULLCHAR:
            text_ += "\xEF\xBF\xBD";
            break;
        case MD_TEXT_BR:
            text_ += '\n';
            break;
        case MD_TEXT_SOFTBR:
            text_ += ' ';
            break;
        case MD_TEXT_ENTITY:
            text_ += entity_text(text);
            break;
        default:
            text_ += text;
    }
    return is_within_limits();
}

void TreeWriter::open(std::string_view tag) {
    OpenNode node = begin(tag);
    if (node.is_written) begin_children();
    open_.push_back(std::move(node));
}

bool TreeWriter::close() {
    const OpenNode node = std::move(open_.back());
    open_.pop_back();
    if (!node.behind.empty()) {
        put_text();
        put_plain(" (" + node.behind + ")");
    }
    if (node.is_written) {
        put_text();
        out_.end_array();
        out_.end_object();
        --depth_;
    }
    if (node.is_link) is_in_link_ = false;
    if (node.is_code) is_in_code_ = false;
    return is_within_limits();
}

std::optional<std::string> TreeWriter::take() {
    if (!open_.empty()) return std::nullopt;
    put_text();
    out_.end_array();
    return out_.take();
}

TreeWriter::OpenNode TreeWriter::begin(std::string_view tag) {
    OpenNode node;
    if (tag.empty() || depth_ == k_markdown_depth_max) return node;
    put_text();
    ++nodes_;
    ++depth_;
    node.is_written = true;
    node.is_code = tag == "code" || tag == "pre";
    is_in_code_ = is_in_code_ || node.is_code;
    out_.begin_object();
    out_.plain_member("tag", tag);
    return node;
}

void TreeWriter::begin_children() {
    out_.plain_key("children");
    out_.begin_array();
}

void TreeWriter::number(std::string_view name, std::uint64_t value) {
    out_.plain_key(name);
    out_.integer(value);
}

TreeWriter::OpenNode TreeWriter::begin_link(std::string address) {
    const auto read = question::read_web_address(address);
    OpenNode node;
    if (read && !is_in_link_) node = begin("a");
    if (!node.is_written) {
        node.behind = std::move(address);
        return node;
    }
    out_.plain_key("address");
    out_.string(read->address);
    out_.plain_key("host");
    out_.string(read->host);
    begin_children();
    node.is_link = is_in_link_ = true;
    return node;
}

void TreeWriter::put_text() {
    std::string text = std::exchange(text_, {});
    if (text.empty()) return;
    std::string_view rest = text;
    while (!is_in_link_ && !is_in_code_ && depth_ < k_markdown_depth_max) {
        const BareAddress found = bare_address_in(rest);
        if (found.size == 0) break;
        put_plain(rest.substr(0, found.begin));
        const std::string_view address = rest.substr(found.begin, found.size);
        OpenNode link = begin_link(std::string(address));
        put_plain(address);
        open_.push_back(std::move(link));
        close();
        rest.remove_prefix(found.begin + found.size);
    }
    put_plain(rest);
}

void TreeWriter::put_plain(std::string_view text) {
    if (text.empty()) return;
    std::string plain;
    for (const char sign : text) {
        if (sign == '\t') {
            plain += "    ";
        } else {
            plain += sign;
        }
    }
    ++nodes_;
    out_.string(question::visible_lines(plain));
}

bool TreeWriter::is_within_limits() const {
    return nodes_ < k_markdown_nodes_max;
}

}  // namespace iam::console
