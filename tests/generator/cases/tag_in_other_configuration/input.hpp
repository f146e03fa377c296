// Tags that this configuration leaves out, and conditions that leave none out.
#ifndef INPUT_HPP
#define INPUT_HPP
#include <iam/annotations.hpp>

namespace desk {

#ifdef DESK_WITH_ALARMS
/// Rings.
[[iam::tool({.idempotent = true})]] void ring();  // iam-warning: leaves the tag iam::tool out
#if DESK_WITH_ALARMS > 1
[[iam::undo(ring)]] void silence();  // iam-warning: leaves the tag iam::undo out
#endif
struct Alarm {
    [[iam::range(0, 23)]] int hour;
};
#endif

#ifndef DESK_WITH_LAMPS
/// Counts.
[[iam::tool({.read_only = true})]] int count();
#else
/// Counts lamps.
[[using iam: tool({.read_only = true})]] int count(int lamps);  // iam-warning: leaves the tag iam::tool out
#endif

#if 0
[[iam::tool]] void never();  // iam-warning: #if 0 leaves the tag iam::tool out
#endif
#if 0  // old
[[iam::tool]] void no_more();  // iam-warning: #if 0 leaves the tag iam::tool out
#endif
#if 0 /* for now */
[[iam::tool]] void not_now();  // iam-warning: #if 0 leaves the tag iam::tool out
#endif

}  // namespace desk

#endif
