// Spells the error codes.
#include <iam/core/result.hpp>

namespace iam {

std::string_view to_string(Errc code) noexcept {
    switch (code) {
        case Errc::not_found:
            return "not_found";
        case Errc::conflict:
            return "conflict";
        case Errc::invalid_argument:
            return "invalid_argument";
        case Errc::unavailable:
            return "unavailable";
        case Errc::outcome_unknown:
            return "outcome_unknown";
        case Errc::corrupt:
            return "corrupt";
        case Errc::internal:
            return "internal";
    }
    return "internal";
}

}  // namespace iam
