// Stops the program at a broken invariant after it has named the invariant.
#include <iam/core/assert.hpp>

#include <cstdio>
#include <cstdlib>

namespace iam {

void assertion_failed(const char* condition, const char* file, int line) noexcept {
    std::fprintf(stderr, "iam: broken invariant: %s (%s:%d)\n", condition, file, line);
    std::abort();
}

}  // namespace iam
