// The registry shows contracts, not handlers.
#include <iam/tool/registry.hpp>

const void* take(const iam::Registry& registry) {
    const auto catalogue = registry.snapshot();
#ifdef IAM_BROKEN
    return &catalogue->find({"", "echo"})->handler;
#else
    return &catalogue->find({"", "echo"})->title;
#endif
}
