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

Result<std::shared_ptr<const PinnedFile>> Context::pin_file(const std::string& path) {
    std::uint64_t bytes = 0;
    for (const auto& pin : pins_) {
        if (pin->path() == path) return pin;
        bytes += pin->identity().size;
    }
    if (pins_are_given_) {
        return fail(Errc::conflict,
                    "The preview of this call pinned no file of the path \"" + path +
                        "\", so nobody agreed to it; pin it in the preview, by the same text.");
    }
    if (pins_.size() == k_pins_max) {
        return fail(Errc::invalid_argument, "A call pins at most " + std::to_string(k_pins_max) +
                                                " files; let it be about fewer of them.");
    }
    IAM_TRY(pin, PinnedFile::open(path, k_pinned_bytes_max - bytes));
    pins_.push_back(pin);
    return std::move(pin);
}

}  // namespace iam
