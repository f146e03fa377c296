#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace desk {

struct Place {
    [[iam::consent_key]] std::string folder;
    std::string name;
};

/// Sends letters.
[[iam::tool({.open_world = true})]] void send([[iam::consent_key]] const std::string& account, const Place& place,
                                              [[iam::consent_key]] [[iam::name("to")]] const std::vector<std::string>& people,
                                              const std::pair<int, Place>& copy, const std::optional<Place>& draft);

}  // namespace desk
