// A text that grows piece by piece, and is taken as a whole at its end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace iam::chat {

/// Takes as much memory as the text, and twice as much while it is taken. A string that grows takes
/// up to three times as much.
class TextBlocks {
 public:
    static constexpr std::size_t k_block_bytes = std::size_t{4} << 10;

    void add(std::string_view piece) {
        size_ += piece.size();
        while (!piece.empty()) {
            if (blocks_.empty() || blocks_.back().size() == k_block_bytes)
                blocks_.emplace_back().reserve(k_block_bytes);
            std::string& last = blocks_.back();
            const std::size_t room = std::min(k_block_bytes - last.size(), piece.size());
            last.append(piece, 0, room);
            piece.remove_prefix(room);
        }
    }
    /// The whole text; nothing is left.
    std::string take() {
        std::string text;
        text.reserve(std::exchange(size_, 0));
        for (; !blocks_.empty(); blocks_.pop_front()) text += blocks_.front();
        return text;
    }
    void clear() {
        size_ = 0;
        blocks_.clear();
    }

 private:
    std::deque<std::string> blocks_;  // all but the last one are full
    std::size_t size_ = 0;
};

}  // namespace iam::chat
