#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true}), iam::range(0, 5)]] int add(int a);  // iam-error: range

struct [[iam::secret]] Box {  // iam-error: secret
    [[iam::preview(add)]] int width;  // iam-error: preview
};

/// Cuts.
[[iam::tool({.destructive = true})]] void cut([[iam::tool]] Box box);  // iam-error: tool

/// Files a page.
[[iam::tool({.idempotent = true})]] void file([[iam::length(1, 9)]] const std::string& name);
[[iam::preview(file)]] iam::Preview show_file([[iam::length(1, 9)]] const std::string& name);  // iam-error: length
[[iam::undo(file)]] void unfile([[iam::secret]] const std::string& name);                      // iam-error: secret

}  // namespace desk
