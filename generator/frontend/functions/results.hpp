// Finds the value that a function gives in the end, behind a future, an expected type or a type of
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
    /// The types of errors that may stand in place of the value, the outermost first.
    std::vector<clang::QualType> failures{};
};

/// Takes the type apart. A specialisation of iam::returned that does not name a value is reported.
SettledType settled_type(Reader& reader, clang::QualType type);
/// True for an error in its own words: a text, or a class whose message() or what() is one.
/// iam/tool/settle.hpp must agree with this function.
bool has_words(Reader& reader, clang::QualType type);

}  // namespace iam::gen
