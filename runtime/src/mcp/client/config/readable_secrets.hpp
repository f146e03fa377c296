// Finds values of servers.json that look like secrets, so that a person is told of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The note on a variable of `env` whose name sounds like a key, unless its value is empty or names
/// another value ("${…}").
std::optional<std::string> note_on_variable(std::string_view name, std::string_view value);
/// The same for a header field.
std::optional<std::string> note_on_field(std::string_view name, std::string_view value);
/// The same for the parameters of a URL. The note names the first of them.
std::optional<std::string> note_on_url(std::string_view url);

}  // namespace iam::mcp
