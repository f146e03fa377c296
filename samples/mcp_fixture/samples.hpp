// The smallest image and sound that readers take.
#pragma once

#include <cstddef>
#include <vector>

namespace fixture {

std::vector<std::byte> png();  ///< one red pixel
std::vector<std::byte> wav();  ///< no samples

}  // namespace fixture
