// The members of every result without a session, beside the members of its method.
#pragma once

#include <iam/mcp/server.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace iam::mcp {

/// {"name": …, "title": …, "version": …}
std::string server_info_text(const ServerInfo& info);

/// A result of the method, the text of an object, as a client without a session gets it.
std::string complete_result(std::string_view result, std::string_view method,
                            std::string_view server_info, std::chrono::milliseconds list_life);

}  // namespace iam::mcp
