// With --name-prefix namespace.
#pragma once

#include <iam/annotations.hpp>

namespace desk::lamp {

/// Becomes desk_lamp_level.
[[iam::tool({.read_only = true})]] int level();

}  // namespace desk::lamp

namespace desk {

/// The same.
[[iam::tool({.read_only = true})]] int lampLevel();  // iam-error: is taken

namespace a_name_of_many_words_that_somebody_thought_up_for_a_module {

/// Is too long with it.
[[iam::tool({.read_only = true})]] int level_of_the_lamp();  // iam-error: has 81 characters

}  // namespace a_name_of_many_words_that_somebody_thought_up_for_a_module
}  // namespace desk
