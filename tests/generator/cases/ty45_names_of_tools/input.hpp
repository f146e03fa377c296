#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// One.
[[iam::tool({.read_only = true})]] int HTTPGet();
/// Two.
[[iam::tool({.read_only = true})]] int parseV2File();
/// Three.
[[iam::tool({.name = "third-One", .read_only = true})]] int whatever();
namespace inner {
/// Four.
[[iam::tool({.read_only = true})]] int deepEcho();
}

}  // namespace desk
