// Commands and tags of documentation that stand for text of another place.
#ifndef INPUT_HPP
#define INPUT_HPP
#include <iam/annotations.hpp>

namespace desk {

/// Counts.
/// @copydoc other()  // iam-warning: models do not read what @copydoc stands for
[[iam::tool({.read_only = true})]] int count();

/// <summary>Lists.</summary>
/// <inheritdoc/>  // iam-warning: models do not read what <inheritdoc> stands for
[[iam::tool({.read_only = true})]] int list();

/// Draws.
/// @dot  // iam-warning: models do not read what @dot stands for
/// digraph { a -> b }
/// @enddot
/// Twice.
[[iam::tool({.read_only = true})]] int draw();

}  // namespace desk

#endif
