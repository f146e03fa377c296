#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
[[iam::tool({.read_only = true})]] int short_enough();

/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
/// Goes on about lamps and everything that was ever said about lamps in this house.
[[iam::tool({.read_only = true})]] int too_long();  // iam-warning: about 263 tokens

struct Lamp {
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    /// Goes on about lamps and everything that was ever said about lamps in this house.
    int watts;  // iam-warning: the description of 'watts'
};

/// Counts.
/// @param lamp  a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, a lamp of this house or of another one, 
[[iam::tool({.read_only = true})]] int count(const Lamp& lamp);  // iam-warning: the description of 'lamp'

}  // namespace desk
