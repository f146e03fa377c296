// Reads the build id of the running program.
#pragma once

#include <string>

namespace iam {

/// Returns the build id of the running program, as given by the linker (`NT_GNU_BUILD_ID`), in
/// lower-case hexadecimal digits. Equal bytes have equal ids, different bytes have different ids.
/// Empty if the linker gave none.
std::string build_id();

}  // namespace iam
