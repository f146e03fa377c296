// The options of [[iam::tool({.name = …})]].
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

ToolOptions read_options(Reader& reader, const AttributeUse& tag);

}  // namespace iam::gen
