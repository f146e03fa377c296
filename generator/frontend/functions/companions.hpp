// Which function a [[iam::preview(…)]] or [[iam::undo(…)]] means.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>

namespace iam::gen {

struct NamedFunction {
    std::string name;  // qualified; of a string that is no function's name, the string
    std::string text;  // as written
    SourceSpan span;
};

/// Nothing, with a report, where the argument names no function.
std::optional<NamedFunction> named_function(Reader& reader, const AttributeUse& tag);

}  // namespace iam::gen
