// Fills templates. A template reads like its output.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gen {

/// The values must live until fill() returns.
using Variables = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// `text` with every $name$ replaced by the variable's value. If $name$ stands alone in its line,
/// every line of the value gets the line's indentation. An empty value then removes the line. A
/// line break at the very front of `text` is dropped, so a raw string may begin on its own line. A
/// name without a variable is a mistake in the generator and aborts.
std::string fill(Variables variables, std::string_view text);

/// The parts with `separator` between them.
std::string join(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace iam::gen
