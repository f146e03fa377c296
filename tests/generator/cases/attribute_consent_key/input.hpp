#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace desk {

struct Folder {
    [[iam::consent_key]] std::string folder;
};

struct Place : Folder {
    std::string name;
};

/// Sends letters.
[[iam::tool({.open_world = true})]] void send([[iam::consent_key]] const std::string& account, const Place& place,
                                              [[iam::consent_key]] [[iam::name("to")]] const std::vector<std::string>& people,
                                              const std::pair<int, Place>& copy, const std::optional<Place>& draft);

/// Gives the folder of a place, which as a result is nothing to allow by.
[[iam::tool({.read_only = true})]] Folder folder_of(const Place& place);

}  // namespace desk
