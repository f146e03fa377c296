// The tools that a chat may use. A choice leaves tools out; it allows no call.
#pragma once

#include <iam/tool/contract.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::chat {

/// Patterns are consent::NamePattern over display_name(): "add_alarm", "files/*". '*' also matches
/// '/'.
struct ToolChoice {
    /// The servers whose tools the chat may use. Nothing: all servers. Tools of this program need
    /// no server.
    std::optional<std::vector<std::string>> servers{};
    std::optional<std::vector<std::string>> allow{};  ///< nothing: all tools
    std::vector<std::string> deny{};                  ///< counts before `allow`
    friend bool operator==(const ToolChoice&, const ToolChoice&) = default;
};

/// A pattern that is none matches no tool.
bool permits(const ToolChoice& choice, const ToolId& tool);

}  // namespace iam::chat
