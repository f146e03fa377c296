// Holds the regular expressions of one tool's constraints (meaning: iam/schema/pattern.hpp).
#pragma once

#include <memory>
#include <string_view>

namespace iam {

/// The expressions of one handler. Each is compiled at its first use and kept. Thread-safe.
class PatternSet {
 public:
    PatternSet();
    ~PatternSet();
    PatternSet(const PatternSet&) = delete;
    PatternSet& operator=(const PatternSet&) = delete;

    /// True if the expression matches somewhere in the text (JSON Schema's `pattern`). An invalid
    /// expression matches nothing. `pattern` is a literal, or must outlive the set.
    bool matches(std::string_view pattern, std::string_view text) const;

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace iam
