// Resolves the function named by [[iam::preview(…)]], [[iam::undo(…)]] or [[iam::reconcile(…)]].
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>

namespace iam::gen {

struct NamedFunction {
    std::string name;  // qualified; the string itself if it names no function
    std::string text;  // as written
    SourceSpan span;
};

/// Nothing, with a report, if the argument names no function.
std::optional<NamedFunction> named_function(Reader& reader, const AttributeUse& tag);

}  // namespace iam::gen
