// B5 commands and tags of documentation that stand for text of another place, and those that nobody knows.
#ifndef INPUT_HPP
#define INPUT_HPP
#include <iam/annotations.hpp>

namespace desk {

/// Counts.
/// @copydoc other()  // iam-warning: models do not read the text that @copydoc stands for
[[iam::tool({.read_only = true})]] int count();

/// <summary>Lists.</summary>
/// <inheritdoc/>  // iam-warning: models do not read the text that <inheritdoc> stands for
[[iam::tool({.read_only = true})]] int list();

/// Draws.
/// @dot  // iam-warning: models do not read the text that @dot stands for
/// digraph { a -> b }
/// @enddot
/// Twice.
[[iam::tool({.read_only = true})]] int draw();

/// Says.
/// \company Desk  // iam-warning: iam-gen does not know \company
[[iam::tool({.read_only = true})]] int say();

}  // namespace desk

#endif
