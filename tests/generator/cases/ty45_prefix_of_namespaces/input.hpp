// With --name-prefix namespace.
#pragma once

#include <iam/annotations.hpp>

/// Stands in no namespace.
[[iam::tool({.read_only = true})]] int noLevel();

namespace audio {
inline namespace v2 {

struct Mixer {
    /// Has the namespace of its class.
    [[iam::tool({.idempotent = true})]] void setLevel(int level);
};

namespace LowPass {

/// In two of them.
[[iam::tool({.read_only = true})]] int level();

/// A .name is the whole name.
[[iam::tool({.name = "cutoff", .read_only = true})]] int frequency();

}  // namespace LowPass
}  // namespace v2
}  // namespace audio

namespace video {

/// The same name elsewhere.
[[iam::tool({.read_only = true})]] int level();
/// Goes with a tool by the name that this has now.
[[iam::preview("video_level")]] iam::Preview preview_level();

}  // namespace video
