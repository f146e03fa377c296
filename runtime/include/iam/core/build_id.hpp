// Which build of a program runs.
#pragma once

#include <string>

namespace iam {

/// The build id that the linker gave the running program (`NT_GNU_BUILD_ID`), in lower-case hexadecimal digits: the same for the same
/// bytes, another one for others. Empty where it gave none.
std::string build_id();

}  // namespace iam
