#include "schema/patterns/pattern_re2.hpp"

#include "schema/unicode/code_points.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace iam::schema {
namespace {

using Kind = PatternNode::Kind;

// RE2 refuses counts if their product along a path of the tree is higher (kMaxRepeat in its
// parser).
constexpr std::uint32_t k_re2_repeat_max = 1000;
constexpr std::string_view k_anything = "[\\x{0}-\\x{10FFFF}]";

/// Appends to one text, and takes no more once the text would exceed bytes_max.
class Emitter {
 public:
    explicit Emitter(std::size_t bytes_max) noexcept : bytes_max_(bytes_max) {}

    /// Returns the highest product of counts on a path below.
    std::uint32_t emit(const PatternNode& node);
    void append(std::string_view text) {
        full_ = full_ || text_.size() + text.size() > bytes_max_;
        if (!full_) text_ += text;
    }
    std::optional<std::string> take() {
        if (full_) return std::nullopt;
        return std::move(text_);
    }

 private:
    std::uint32_t emit_all(const PatternNode& node, std::string_view between);
    std::uint32_t emit_repeat(const PatternNode& node);
    void emit_set(const CodePointSet& set);
    void emit_code_point(char32_t code);
    /// Appends `item` with a count, in as many pieces as RE2's bound on `step` demands.
    void emit_chunks(std::string_view item, std::uint32_t count, std::uint32_t step, bool optional);

    std::string text_;
    std::size_t bytes_max_;
    bool full_ = false;
};

void Emitter::emit_code_point(char32_t code) {
    const bool plain = (code >= U'0' && code <= U'9') || (code >= U'A' && code <= U'Z') ||
                       (code >= U'a' && code <= U'z');
    if (plain) return append(std::string(1, static_cast<char>(code)));
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                   static_cast<std::uint32_t>(code), 16);
    append("\\x{" + std::string(digits.data(), end.ptr) + "}");
}

void Emitter::emit_set(const CodePointSet& set) {
    if (set.size() == 1 && set.front().first == set.front().last)
        return emit_code_point(set.front().first);
    if (set.empty()) return append("[^\\x{0}-\\x{10FFFF}]");
    append("[");
    for (const CodePointRange range : set) {
        emit_code_point(range.first);
        if (range.first == range.last) continue;
        append("-");
        emit_code_point(range.last);
    }
    append("]");
}

std::uint32_t Emitter::emit_all(const PatternNode& node, std::string_view between) {
    std::uint32_t product = 1;
    append("(?:");
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        if (i > 0) append(between);
        product = std::max(product, emit(node.children[i]));
    }
    append(")");
    return product;
}

void Emitter::emit_chunks(std::string_view item, std::uint32_t count, std::uint32_t step,
                          bool optional) {
    while (count > 0 && !full_) {
        const std::uint32_t some = std::min(count, step);
        append(item);
        append(optional ? "{0," + std::to_string(some) + "}" : "{" + std::to_string(some) + "}");
        count -= some;
    }
}

std::uint32_t Emitter::emit_repeat(const PatternNode& node) {
    // The child's text is taken off again to be repeated.
    const std::size_t start = text_.size();
    append("(?:");
    const std::uint32_t inner = emit(node.children.front());
    append(")");
    if (full_) return inner;
    const std::string item = text_.substr(start);
    text_.resize(start);
    const std::uint32_t step = std::max<std::uint32_t>(1, k_re2_repeat_max / inner);
    append("(?:");
    emit_chunks(item, node.least, step, false);
    if (node.most == k_unbounded)
        append(item + "*");
    else
        emit_chunks(item, node.most - node.least, step, true);
    append(")");
    const std::uint32_t counted =
        node.most == k_unbounded ? node.least : std::max(node.least, node.most - node.least);
    return inner * std::clamp<std::uint32_t>(counted, 1, step);
}

std::uint32_t Emitter::emit(const PatternNode& node) {
    switch (node.kind) {
        case Kind::sequence:
            return emit_all(node, "");
        case Kind::choice:
            return emit_all(node, "|");
        case Kind::repeat:
            return emit_repeat(node);
        case Kind::set:
            emit_set(node.set);
            return 1;
        case Kind::text_start:
            append("\\A");
            return 1;
        case Kind::text_end:
            append("\\z");
            return 1;
        case Kind::word_boundary:
            append("\\b");
            return 1;
        case Kind::no_word_boundary:
            append("\\B");
            return 1;
    }
    return 1;
}

bool has_no_word_boundary(const PatternNode& node) {
    return node.kind == Kind::no_word_boundary ||
           std::any_of(node.children.begin(), node.children.end(), has_no_word_boundary);
}

}  // namespace

std::optional<std::string> re2_text(const PatternNode& tree, std::size_t bytes_max) {
    Emitter out(bytes_max);
    // RE2 looks for a match at every byte, and \B holds between the bytes of one character. The
    // prefix tells RE2 where characters begin.
    if (has_no_word_boundary(tree)) out.append("\\A" + std::string(k_anything) + "*?");
    out.emit(tree);
    return out.take();
}

}  // namespace iam::schema
