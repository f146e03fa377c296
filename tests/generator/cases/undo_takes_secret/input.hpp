#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Logs in.
[[iam::tool({.idempotent = true})]] int login(std::string user, [[iam::secret]] std::string password);

[[iam::undo(login)]] void logout(std::string user, std::string password);  // iam-error: 'password', which is or holds a secret

}  // namespace desk
