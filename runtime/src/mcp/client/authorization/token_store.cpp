#include "mcp/client/authorization/token_store.hpp"

namespace iam::mcp {

Result<std::optional<StoredGrant>> MemoryTokens::load(const std::string& server) {
    const std::lock_guard lock(mutex_);
    const auto found = grants_.find(server);
    if (found == grants_.end()) return std::nullopt;
    return found->second;
}

Result<void> MemoryTokens::save(const std::string& server, const StoredGrant& grant) {
    const std::lock_guard lock(mutex_);
    grants_.insert_or_assign(server, grant);
    return {};
}

Result<void> MemoryTokens::forget(const std::string& server) {
    const std::lock_guard lock(mutex_);
    grants_.erase(server);
    return {};
}

}  // namespace iam::mcp
