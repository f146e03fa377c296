// Finds the tags of thinking. Only the first byte of a tag is a `<`, so a mismatch begins no other
// match but at its own byte.
#include "chat/streams/think_filter.hpp"

namespace iam::chat {
namespace {

constexpr std::string_view k_begin_tag = "<think>";
constexpr std::string_view k_end_tag = "</think>";

bool is_blank(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void give(std::string_view text, const ThinkFilter::OnPiece& to) {
    if (!text.empty()) to(text);
}

}  // namespace

void ThinkFilter::add(std::string_view piece, const OnPiece& on_text, const OnPiece& on_thinking) {
    if (at_ == At::beginning) piece = take_beginning(piece, on_text);
    if (at_ == At::thinking) piece = take_thinking(piece, on_thinking);
    if (at_ == At::text) give(piece, on_text);
}

// Takes bytes up to the end of the tag, or up to the first byte that is none of it.
std::string_view ThinkFilter::take_beginning(std::string_view piece, const OnPiece& on_text) {
    std::size_t blanks = 0;
    while (matched_ == 0 && blanks < piece.size() && is_blank(piece[blanks])) ++blanks;
    give(piece.substr(0, blanks), on_text);
    piece.remove_prefix(blanks);
    while (!piece.empty()) {
        if (piece.front() != k_begin_tag[matched_]) {
            at_ = At::text;
            give(k_begin_tag.substr(0, matched_), on_text);
            break;
        }
        piece.remove_prefix(1);
        if (++matched_ < k_begin_tag.size()) continue;
        at_ = At::thinking;
        matched_ = 0;
        break;
    }
    return piece;
}

std::string_view ThinkFilter::take_thinking(std::string_view piece, const OnPiece& on_thinking) {
    std::size_t given = 0;  // bytes of the piece that were given or belong to the match
    for (std::size_t at = 0; at < piece.size(); ++at) {
        if (piece[at] == k_end_tag[matched_]) {
            if (matched_ == 0) {
                give(piece.substr(given, at - given), on_thinking);
                given = at;
            }
            if (++matched_ < k_end_tag.size()) continue;
            at_ = At::text;
            matched_ = 0;
            return piece.substr(at + 1);
        }
        if (matched_ == 0) continue;
        give(k_end_tag.substr(0, matched_), on_thinking);
        given = at;
        matched_ = 0;
        if (piece[at] == k_end_tag.front()) matched_ = 1;
    }
    if (matched_ == 0) give(piece.substr(given), on_thinking);
    return {};
}

void ThinkFilter::finish(const OnPiece& on_text, const OnPiece& on_thinking) {
    if (at_ == At::beginning) give(k_begin_tag.substr(0, matched_), on_text);
    if (at_ == At::thinking) give(k_end_tag.substr(0, matched_), on_thinking);
    matched_ = 0;
    at_ = At::text;
}

}  // namespace iam::chat
