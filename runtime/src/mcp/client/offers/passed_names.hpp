// The names of a server's offers for clients of this program. Each says its server.
//
// A resource "file:///notes/a" of the server "files" is "iam-server:files/file:///notes/a". A name
// of a server has no '/', so the rest is the server's own URI, unchanged. A prompt "greet" is
// "files__greet".
#pragma once

#include <string>
#include <string_view>

namespace iam::mcp {

/// The beginning of all URIs of a server.
inline std::string space_of(std::string_view server) {
    return "iam-server:" + std::string(server) + "/";
}
/// The server's own URI, or template.
inline std::string_view uri_in_space(std::string_view space, std::string_view passed) {
    return passed.substr(space.size());
}
inline std::string passed_prompt_name(std::string_view server, std::string_view prompt) {
    return std::string(server) + "__" + std::string(prompt);
}

}  // namespace iam::mcp
