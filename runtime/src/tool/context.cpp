#include "iam/tool/context.hpp"

#include <iam/core/json.hpp>

#include <algorithm>

namespace iam {

bool Context::touch(std::string_view key) {
    if (key.empty() || key.size() > k_touched_key_bytes_max || !is_valid_utf8(key)) return false;
    if (std::find(touched_.begin(), touched_.end(), key) != touched_.end()) return true;
    if (touched_.size() == k_touched_keys_max) return false;
    touched_.emplace_back(key);
    return true;
}

}  // namespace iam
