#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

struct Key {
    std::string name;
    [[iam::secret]] std::string bytes;
};

/// Logs in.
[[iam::tool({.open_world = true})]] std::string login(std::string user, [[iam::secret]] std::string password, Key key,
                                                      [[iam::secret]] std::string pin = "0000");

[[iam::undo(login)]] void logout(std::string user, const std::string& result);

}  // namespace desk
