// Collects the mistakes of a file that a person has written, so that all are reported at once.
#pragma once

#include <iam/core/json_places.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam {

/// The mistakes of one document while it is read.
class JsonMistakes {
 public:
    /// `document` outlives this object.
    explicit JsonMistakes(const PlacedJson& document) noexcept : document_(document) {}

    /// Adds a mistake at the value, or at its nearest parent that stands in the file. `of_name`:
    /// its place is the name of the member.
    void add(const std::string& pointer, std::string message, bool of_name = false);
    /// Adds a mistake for each member of the object at `pointer` whose name is not `known`.
    void add_unknown_members(const Json& object, const std::string& pointer,
                             const std::vector<std::string_view>& known);

    /// In the order in which they were added.
    const std::vector<PlacedError>& all() const noexcept { return all_; }
    /// In the order of the file.
    std::vector<PlacedError> in_order() const;

 private:
    const PlacedJson& document_;
    std::vector<PlacedError> all_;
};

}  // namespace iam
