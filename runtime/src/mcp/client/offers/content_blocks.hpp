// Content of a server, read from JSON. Members that are not read here are gone. Pure.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>
#include <iam/tool/content.hpp>

#include <string>
#include <string_view>

namespace iam::mcp {

/// Reads a content block of any type. URIs of resources get `space` in front. `place` is a JSON
/// pointer for messages. Error: invalid_argument.
Result<ContentBlock> read_block(const Json& block, std::string_view space,
                                const std::string& place);
/// Reads the contents of one resource: an object with `uri`, and either `text` or `blob`.
Result<ResourceContents> read_resource_contents(const Json& contents, std::string_view space,
                                                const std::string& place);

}  // namespace iam::mcp
