// Macros that change the text of a declaration behind its author's back: window systems define `None`, `min`, `near`.
#pragma once

#include <generator/model/diagnostics.hpp>

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace clang {
class Preprocessor;
}

namespace iam::gen {

/// A note for each macro that made the text at this place, and for each macro on its line that stands
/// for nothing.
std::vector<Note> macro_notes(const clang::Preprocessor& preprocessor, clang::SourceLocation place);

}  // namespace iam::gen
