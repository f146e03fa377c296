#include "iam/tool/progress.hpp"

#include <iam/core/json.hpp>

namespace iam {
namespace {

/// The end of a call must not depend on the listener, nor on its failures.
void tell(const Progress::Listener& listener, std::int64_t done, std::optional<std::int64_t> total,
          std::string_view message) noexcept {
    try {
        listener({done, total, std::string(message)});
    } catch (...) {  // NOLINT(bugprone-empty-catch)
    }
}

}  // namespace

bool Progress::report(std::int64_t done, std::optional<std::int64_t> total,
                      std::string_view message) {
    if (done <= last_ || (total && *total < done)) return false;
    if (message.size() > k_message_bytes_max || !is_valid_utf8(message)) return false;
    last_ = done;
    if (listener_ != nullptr) tell(*listener_, done, total, message);
    return true;
}

}  // namespace iam
