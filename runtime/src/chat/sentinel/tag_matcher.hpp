// Finds one tag in bytes that come one by one (Knuth, Morris and Pratt).
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace iam::chat {

class TagMatcher {
 public:
    /// An empty tag is never found.
    explicit TagMatcher(std::string tag) : tag_(std::move(tag)), back_(tag_.size() + 1, 0) {
        for (std::size_t at = 1, length = 0; at < tag_.size(); ++at) {
            while (length > 0 && tag_[at] != tag_[length]) length = back_[length];
            if (tag_[at] == tag_[length]) ++length;
            back_[at + 1] = length;
        }
    }
    /// The next byte. True if the tag ends with it.
    bool take(char c) {
        if (tag_.empty()) return false;
        while (matched_ > 0 && tag_[matched_] != c) matched_ = back_[matched_];
        if (tag_[matched_] == c) ++matched_;
        if (matched_ < tag_.size()) return false;
        matched_ = 0;
        return true;
    }
    void forget() noexcept { matched_ = 0; }

 private:
    std::string tag_;
    std::vector<std::size_t> back_;  // by matched length: the longest match within it
    std::size_t matched_ = 0;
};

}  // namespace iam::chat
