// From all uses of attributes in a translation unit to tools and companions.
#pragma once

#include <generator/frontend/reader.hpp>

#include <deque>

namespace iam::gen {

/// Brackets in the arguments of our attributes that do not match: clang skips them, or says something else about them.
void report_unbalanced(Reader& reader);
/// Says of clang's errors about the place of a [[…]] where it can stand.
void report_misplaced_lists(Reader& reader, Diagnostics& errors);
/// Attributes whose scope is one letter off, outside of system headers.
void report_near_scopes(Reader& reader);
/// Takes what clang says inside of our attributes out of its errors and reports it with the form that is right.
void report_arguments(Reader& reader, Diagnostics& errors);

/// Fills the reader's model and diagnostics. Reports everything that it finds.
void collect(Reader& reader, const std::deque<AttributeUse>& uses);

}  // namespace iam::gen
