// Attributes that change what a value is in JSON.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// Makes the type what `as_string`, `base64` or `flags` says, or reports that they do not fit it. `name` is the member or alias that has them.
void apply_form(Reader& reader, const std::string& name, const Constraints& constraints,
                Type& type);

}  // namespace iam::gen
