// Takes inline thinking out of a text that comes in pieces: <think>…</think> at its beginning.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace iam::chat {

/// Blanks and line breaks before <think> are part of the text. Bytes that may become a tag are held
/// back: 6 before <think>, 7 before </think>.
class ThinkFilter {
 public:
    using OnPiece = std::function<void(std::string_view)>;
    void add(std::string_view piece, const OnPiece& on_text, const OnPiece& on_thinking);
    /// The text is over: gives the bytes that were held back.
    void finish(const OnPiece& on_text, const OnPiece& on_thinking);

 private:
    enum class At { beginning, thinking, text };
    std::string_view take_beginning(std::string_view piece, const OnPiece& on_text);
    std::string_view take_thinking(std::string_view piece, const OnPiece& on_thinking);

    At at_ = At::beginning;
    std::size_t matched_ = 0;  // bytes of the awaited tag that have come
};

}  // namespace iam::chat
