#pragma once

#include <iam/annotations.hpp>

#include "window.hpp"

namespace desk {

enum class Mode { fast, None };  // iam-error: expected identifier

}  // namespace desk
