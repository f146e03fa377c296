// Parameters of requests and redirects: application/x-www-form-urlencoded.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace iam::mcp {

/// Letters, digits, '-', '.' and '_' stay; other bytes become "%XX".
std::string form_encoded(std::string_view text);
/// Adds "name=value", with an '&' before it unless `to` is empty or ends with '?' or '&'.
void append_parameter(std::string& to, std::string_view name, std::string_view value);

inline constexpr std::size_t k_parameters_bytes_max = std::size_t{16} << 10U;

using FormParameters = std::map<std::string, std::string, std::less<>>;
/// Error: invalid_argument (a broken escape, a name twice, more than k_parameters_bytes_max).
Result<FormParameters> read_form(std::string_view text);

}  // namespace iam::mcp
