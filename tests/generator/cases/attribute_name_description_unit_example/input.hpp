#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

struct Box {
    [[iam::name("w"), iam::unit("mm"), iam::example(20)]] int width;
    [[iam::description("said here")]] int height;  ///< and not here
};

/// Cuts.
/// @param depth how deep
[[iam::tool({.destructive = true})]] void cut([[iam::name("howDeep")]] [[iam::unit("cm")]] double depth,
                                             [[iam::example("oak")]] std::string wood,
                                             [[iam::example("{\"w\": 1, \"height\": 2}")]] Box box);

}  // namespace desk
