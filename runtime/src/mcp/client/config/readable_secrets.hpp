// Finds values of servers.json that look like secrets, so that a person is told of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::mcp {

/// The note on a variable of `env` whose name sounds like a key, unless its value is empty or names
/// another value ("${…}").
std::optional<std::string> note_on_variable(std::string_view name, std::string_view value);
/// The same for a header field.
std::optional<std::string> note_on_field(std::string_view name, std::string_view value);
/// The names and values of the parameters of a URL, as they are written.
std::vector<std::pair<std::string_view, std::string_view>> parameters_of(std::string_view url);
/// The same for the parameters of a URL, and for the parts of its path. The note names the first
/// parameter, or none.
std::optional<std::string> note_on_url(std::string_view url);

}  // namespace iam::mcp
