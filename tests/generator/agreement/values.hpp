// Values beside the border of what a schema accepts: random ones, and those where something is just
// right or just too much.
#pragma once

#include <iam/core/json.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace iam::test {

/// Knows the keywords that generated schemas have. The same seed gives the same values on every
/// machine.
class ValueMaker {
 public:
    /// `root` is the schema whose definitions are referred to; it must outlive this.
    ValueMaker(const Json& root, std::uint64_t seed) : root_(root), random_(seed) {}

    /// A value for a schema of `root`: about half of them are valid, where there are values that
    /// are not.
    Json value(const Json& schema);

 private:
    std::size_t below(std::size_t count) { return count < 2 ? 0 : random_() % count; }
    bool once_in(std::size_t count) { return below(count) == 0; }
    /// Now and then true, and then it is the one thing that is wrong with the value: the rest need
    /// not be.
    bool damages(std::size_t count) {
        const bool now = !is_damaged_ && once_in(count);
        is_damaged_ = is_damaged_ || now;
        return now;
    }
    template <class List>
    const auto& one_of(const List& list) {
        return *std::next(std::begin(list), static_cast<std::ptrdiff_t>(below(std::size(list))));
    }

    Json any(unsigned depth);
    Json kind(const Json& schema);
    Json number(const Json& schema, bool whole);
    Json text(const Json& schema);
    Json list(const Json& schema);
    Json object(const Json& schema);
    std::string name_for(const Json& schema);
    std::string text_of_length(const Json& schema);
    std::string damaged(std::string text);

    const Json& root_;
    std::mt19937_64 random_;
    unsigned depth_ = 0;
    bool is_damaged_ = false;
};

/// A text that the pattern matches, by as few and as many repetitions as `random` says; at most a
/// few more than it must have.
std::string matching_text(const std::string& pattern, std::mt19937_64& random);
/// Texts that have a format of JSON Schema, and texts that nearly do.
const std::vector<std::string>& texts_near_format(const std::string& format);

}  // namespace iam::test
