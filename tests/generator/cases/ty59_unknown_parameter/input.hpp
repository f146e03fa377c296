#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
/// @param lft the left one  // iam-warning: Did you mean 'left'?
/// @param right the right one
[[iam::tool({.read_only = true})]] int add(int left, int right);

/**
 * Subtracts; see \@param left below.
 * @param leftmost   begins like another one  // iam-warning: 'leftmost'
 * @param [in] left  the left one
 * @param[in]  lef   is at its place, not within another word  // iam-warning: 'lef' names no parameter
 * @param  // iam-warning: '//' names no parameter
 * @param right: the right one
 */
[[iam::tool({.read_only = true})]] int subtract(int left, int right);

/// Negates.
/** @param */  // iam-warning: @param without a name
[[iam::tool({.read_only = true})]] int negate(int value);

}  // namespace desk
