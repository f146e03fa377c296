// Prints lists for people. On a terminal columns have heads. An empty list says so.
#pragma once

#include "host/session/session.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace iam::host {

using Rows = std::vector<std::vector<std::string>>;

/// Prints the rows. If standard output is a terminal, the heads come first; a program reads rows
/// alone.
void print_rows(const Session& session, const std::vector<std::string>& heads, const Rows& rows);

/// Does the same. Without rows it says `nothing` on standard error.
void print_list(const Session& session, const std::vector<std::string>& heads, const Rows& rows,
                std::string_view nothing);

}  // namespace iam::host
