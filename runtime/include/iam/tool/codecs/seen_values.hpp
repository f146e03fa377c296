// Lists in which no value may be given twice.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

/// The values of one list, to tell which is given twice, however each is written. Takes O(n log n) for n values, each of which is read
/// at most once more; none is while no value is in doubt.
class SeenValues {
 public:
    /// Of a value that is known to be none of those before. The text must outlive this.
    void note(std::string_view text) { unread_.push_back(text); }
    /// False if the value is one of those before.
    bool add(std::string_view text);

 private:
    std::vector<std::string_view> unread_;
    std::set<std::string, std::less<>> canonical_;
};

}  // namespace iam
