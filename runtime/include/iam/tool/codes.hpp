// Tells which words a function may use as the code of its failure.
#pragma once

#include <string>
#include <string_view>

namespace iam::code {

/// True for a word of [a-z0-9_]{1,64}.
bool is_word(std::string_view code) noexcept;
/// True for codes of the gate. A function that used one would report an act of the gate.
bool is_reserved(std::string_view code) noexcept;

/// The code of a failure that is an enumerator: its name in lower case with underscores
/// ("NotEnough" is not_enough). Empty if a function may not use that code.
std::string of_enumerator(std::string_view name);

}  // namespace iam::code
