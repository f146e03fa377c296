// Turns the uses of attributes in a translation unit into tools and companions.
#pragma once

#include <generator/frontend/reader.hpp>

#include <deque>

namespace iam::gen {

/// Reports unmatched brackets in the arguments of our attributes. clang skips them, or reports
/// another problem there.
void report_unbalanced(Reader& reader);
/// Completes clang's errors about the place of a [[…]]: they say where it can stand.
void report_misplaced_lists(Reader& reader, Diagnostics& errors);
/// Reports attributes with a missing or nearly right scope (one letter off), outside of system
/// headers.
void report_near_scopes(Reader& reader);
/// Moves clang's errors inside of our attributes from `errors` to the reader, with the right form.
void report_arguments(Reader& reader, Diagnostics& errors);

/// Fills the reader's model and diagnostics. Reports all problems.
void collect(Reader& reader, const std::deque<AttributeUse>& uses);

}  // namespace iam::gen
