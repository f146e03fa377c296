// Names of variables that a server's process may get.
#pragma once

#include <string_view>

namespace iam::mcp {

/// True for a name that an environment can hold: not empty, without "=" and NUL.
bool is_variable_name(std::string_view name) noexcept;

/// True for variables by which the loader and the C library of every program are led to files or
/// behave otherwise, such as LD_PRELOAD. They are those that glibc drops for setuid programs.
bool is_loader_variable(std::string_view name) noexcept;

/// True for variables that choose a program or make it run other code: those of the loader, PATH
/// and HOME, and those by which shells and interpreters load code, such as NODE_OPTIONS.
bool chooses_code(std::string_view name) noexcept;

/// True for names by which keys usually go, such as API_KEY, x-api-key, apiKey or GITHUB_TOKEN.
bool sounds_secret(std::string_view name) noexcept;

}  // namespace iam::mcp
