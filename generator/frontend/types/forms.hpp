// Applies attributes for the JSON form of a value.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// Changes the type as `as_string`, `base64` or `flags` says, or reports them as unfit. `name` is
/// the member or alias with these attributes.
void apply_form(Reader& reader, const std::string& name, const Constraints& constraints,
                Type& type);

}  // namespace iam::gen
