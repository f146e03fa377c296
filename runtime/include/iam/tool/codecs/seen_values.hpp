// Finds repeated values of a list.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

/// The values of one list. Equal values are found however they are spelled. Takes O(n log n) for n
/// values and reads each at most once more. While every value is known to be new, it reads none.
class SeenValues {
 public:
    /// Adds a value known to be new. The text must outlive this object.
    void note(std::string_view text) { unread_.push_back(text); }
    /// Adds a value; false if it equals one before it.
    bool add(std::string_view text);

 private:
    std::vector<std::string_view> unread_;
    std::set<std::string, std::less<>> canonical_;
};

}  // namespace iam
