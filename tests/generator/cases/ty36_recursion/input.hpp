#pragma once

#include <iam/annotations.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace desk {

/// A folder and what is in it.
struct Folder {
    /// What it is called.
    [[iam::pattern("^[a-z]+$")]] std::string name;
    std::vector<Folder> folders;
};

struct Second;

struct First {
    std::unique_ptr<Second> second;
    [[iam::unit("mm")]] int height = 0;
};

struct Second {
    std::optional<First> first;
};

/// Not recursive itself.
struct Around {
    Folder folder;
    std::vector<First> firsts;
};

namespace other {

struct Folder {
    std::shared_ptr<const Folder> parent;
};

}  // namespace other

/// Turns it around.
/// @param around  what to turn
/// @param folder  where to put it
[[iam::tool({.read_only = true})]] Folder turn(const Around& around, std::optional<Folder> folder,
                                               other::Folder parent = {});

/// The first, if there is one.
[[iam::tool({.read_only = true})]] std::unique_ptr<Second> second_of(First first);

}  // namespace desk
