// Reads the options of [[iam::tool({.name = …})]].
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// The options of the tag. If an option cannot be read, it is reported and sets `incomplete`.
ToolOptions read_options(Reader& reader, const AttributeUse& tag);

}  // namespace iam::gen
