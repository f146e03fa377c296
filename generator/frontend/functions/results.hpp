// What a function gives in the end: the value that a future, an expected or a type of the program stands for.
#pragma once

#include <generator/frontend/reader.hpp>

#include <vector>

namespace iam::gen {

/// A result type taken apart.
struct SettledType {
    clang::QualType type;     // of the value
    bool is_settled = false;  // it came out of another one
    bool is_refused = false;  // which has been reported
    bool is_late = false;     // the function may be running still when it has returned
    /// What may be there in place of the value, of the outermost type first.
    std::vector<clang::QualType> failures{};
};

/// Reports a specialisation of iam::returned that does not say what the type stands for.
SettledType settled_type(Reader& reader, clang::QualType type);
/// True for an error that is told in its own words: a text, or a class whose message() or what() is one. What is true here is so for
/// iam/tool/settle.hpp, too.
bool has_words(Reader& reader, clang::QualType type);

}  // namespace iam::gen
