// Makes the roles of a ledger.
#pragma once

#include <string>

namespace iam::test {

/// Runs scripts/postgres_roles.sql as an administrator does. Returns psql's exit code.
int make_roles(const std::string& schema);

}  // namespace iam::test
