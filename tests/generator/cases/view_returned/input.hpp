#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace desk {

struct Lamp {
    std::string name;
};

using Word [[iam::length(1, 9)]] = std::string_view;

class Room {
 public:
    /// All lamps.
    [[iam::tool({.read_only = true})]] const std::vector<Lamp>& lamps() const;  // iam-warning: live beyond that
    /// The name.
    [[iam::tool({.read_only = true})]] std::string_view name() const;           // iam-warning: live beyond that
    /// The short name, which it need not have.
    [[iam::tool({.read_only = true})]] const char* short_name() const;          // iam-warning: live beyond that
    /// One word of it.
    [[iam::tool({.read_only = true})]] Word word() const;                       // iam-warning: live beyond that

 private:
    std::vector<Lamp> lamps_;
};

/// Counts up.
[[iam::tool({.idempotent = false})]] int& count();  // iam-warning: live beyond that
[[iam::undo(count)]] void count_back(int result);

}  // namespace desk
