// What a function gives in the end: the value that a future, an expected or a type of the program stands for.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>

namespace iam::gen {

/// A result type taken apart.
struct SettledType {
    clang::QualType type;     // of the value
    bool is_settled = false;  // it came out of another one
    bool is_late = false;     // the function may be running still when it has returned
    std::optional<clang::QualType> failure{};  // what an expected holds in place of the value
};

SettledType settled_type(Reader& reader, clang::QualType type);
/// True for an error that is told in its own words: a text, or a class with message() or what().
bool has_words(Reader& reader, clang::QualType type);

}  // namespace iam::gen
