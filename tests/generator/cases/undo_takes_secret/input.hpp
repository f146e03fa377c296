#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <utility>

namespace desk {

/// Logs in.
[[iam::tool({.idempotent = true})]] int login(std::string user, [[iam::secret]] std::string password);

[[iam::undo(login)]] void logout(std::string user, std::string password);  // iam-error: 'password', which is or holds a secret

struct Key {
    [[iam::secret]] std::string code;
};

/// Locks.
[[iam::tool({.idempotent = true})]] void lock(const std::pair<int, Key>& door);

[[iam::undo(lock)]] void unlock(const std::pair<int, Key>& door);  // iam-error: 'door', which is or holds a secret

}  // namespace desk
