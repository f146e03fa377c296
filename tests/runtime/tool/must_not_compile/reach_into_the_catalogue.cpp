// Where the catalogue keeps its handlers is nobody's business.
#include <iam/tool/registry.hpp>

std::size_t count(const iam::Registry& registry) {
#ifdef IAM_BROKEN
    return registry.snapshot()->tools_.size();
#else
    return registry.snapshot()->contracts().size();
#endif
}
