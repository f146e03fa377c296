// Applies the attributes that change the JSON form of a value.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// Changes the type as `as_string`, `base64` or `flags` says, or reports that they do not fit it.
/// `name` is the member or alias that has them.
void apply_form(Reader& reader, const std::string& name, const Constraints& constraints,
                Type& type);

}  // namespace iam::gen
