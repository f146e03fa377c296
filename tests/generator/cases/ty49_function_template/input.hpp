#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
template <class T>
[[iam::tool]] T add(T a);  // iam-error: instantiate it explicitly

}  // namespace desk
