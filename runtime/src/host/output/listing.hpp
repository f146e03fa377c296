// Lists for people: columns have heads where somebody looks at them, and an empty list says so.
#pragma once

#include "host/session/session.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace iam::host {

using Rows = std::vector<std::vector<std::string>>;

/// The rows, below the heads where standard output is a terminal: a program that reads them sees rows alone.
void print_rows(const Session& session, const std::vector<std::string>& heads, const Rows& rows);

/// The same; of no rows `nothing` is said on standard error.
void print_list(const Session& session, const std::vector<std::string>& heads, const Rows& rows,
                std::string_view nothing);

}  // namespace iam::host
