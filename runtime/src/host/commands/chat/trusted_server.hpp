// The servers whose texts do not taint a chat.
#pragma once

#include <iam/gate/runtime.hpp>
#include <iam/tool/registry.hpp>

#include <string>

namespace iam::host {

/// True if a person trusts the server, and its place is the one that the person agreed to.
bool is_trusted_server(const Registry& registry, gate::Runtime& runtime, const std::string& origin);

}  // namespace iam::host
