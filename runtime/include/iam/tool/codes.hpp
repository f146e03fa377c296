// Tells the words allowed as the code of a function's failure.
#pragma once

#include <string>
#include <string_view>

namespace iam::code {

/// True for a word of [a-z0-9_]{1,64}.
bool is_word(std::string_view code) noexcept;
/// True for codes of the gate. With one of these a function would report an act of the gate.
bool is_reserved(std::string_view code) noexcept;

/// The code of an enumerator as failure: its name in lower case with underscores ("NotEnough" is
/// not_enough). Empty if a function may not use this code.
std::string of_enumerator(std::string_view name);

}  // namespace iam::code
