// Notes about macros that change a declaration unnoticed by its author. Window systems define
// `None`, `min`, `near`.
#pragma once

#include <generator/model/diagnostics.hpp>

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace clang {
class Preprocessor;
}

namespace iam::gen {

/// A note for each macro that made the text at this place, and for each macro without text on its
/// line.
std::vector<Note> macro_notes(const clang::Preprocessor& preprocessor, clang::SourceLocation place);

}  // namespace iam::gen
