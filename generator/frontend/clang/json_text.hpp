// Writes canonical JSON text of single values, for defaults and examples.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gen {

/// Nothing if `text` is not UTF-8.
std::optional<std::string> json_string(std::string_view text);
/// Nothing for infinities and NaN.
std::optional<std::string> json_number(double value);
/// The same for a float, with the shortest identifying digits.
std::optional<std::string> json_number(float value);
/// Sorts the members into canonical order. Their values are canonical text.
std::string json_object(std::vector<std::pair<std::string, std::string>> members);
std::string json_array(const std::vector<std::string>& elements);

}  // namespace iam::gen
