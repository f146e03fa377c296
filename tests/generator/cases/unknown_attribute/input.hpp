#pragma once

#include <iam/annotations.hpp>

namespace desk {

[[iam::tol]] int lookup(int id);  // iam-error: Did you mean 'tool'?

[[using iam: tol]] int lookup_again(int id);  // iam-error: Did you mean 'tool'?

}  // namespace desk
