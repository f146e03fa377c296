// Reads the options of [[iam::tool({.name = …})]].
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// The options of the tag. An option that cannot be read is reported and sets `incomplete`.
ToolOptions read_options(Reader& reader, const AttributeUse& tag);

}  // namespace iam::gen
