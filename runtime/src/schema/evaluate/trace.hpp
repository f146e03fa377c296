// Records the members or elements of one value evaluated by a subschema, for `unevaluated*`.
#pragma once

#include <cstddef>
#include <vector>

namespace iam::schema {

/// Numbers members in the order of their bytes, and elements in their own order.
class Trace {
 public:
    explicit Trace(std::size_t parts) : seen_(parts, false) {}

    void mark(std::size_t part) {
        if (seen_[part]) return;
        seen_[part] = true;
        log_.push_back(part);
    }
    bool has(std::size_t part) const { return seen_[part]; }

    /// A point to go back to if a branch fails: the marks of the branch are then taken back.
    std::size_t point() const noexcept { return log_.size(); }
    void back_to(std::size_t point) {
        for (; log_.size() > point; log_.pop_back()) seen_[log_.back()] = false;
    }

    void add(const Trace& other) {
        for (const std::size_t part : other.log_) mark(part);
    }

 private:
    std::vector<bool> seen_;
    std::vector<std::size_t> log_;
};

}  // namespace iam::schema
