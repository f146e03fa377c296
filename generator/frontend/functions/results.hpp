// Finds the value given by a function in the end, behind a future, an expected type or a type of
// the program.
#pragma once

#include <generator/frontend/reader.hpp>

#include <vector>

namespace iam::gen {

/// A result type taken apart.
struct SettledType {
    clang::QualType type;     // of the value
    bool is_settled = false;  // the value came out of another type
    bool is_refused = false;  // the type was refused, and reported
    bool is_late = false;     // the function may still run after it has returned
    /// The possible types of errors in place of the value, the outermost first.
    std::vector<clang::QualType> failures{};
};

/// Takes the type apart. If a specialisation of iam::returned does not name a value, it is
/// reported.
SettledType settled_type(Reader& reader, clang::QualType type);
/// True for an error in its own words: a text, or a class with a text as its message() or what().
/// iam/tool/settle.hpp must agree with this function.
bool has_words(Reader& reader, clang::QualType type);

}  // namespace iam::gen
