// Judges whether a back end can serve a command line.
#include "iam/store/backend.hpp"

namespace iam::store {

bool is_complete(const Backend& backend) noexcept {
    return backend.open && backend.has_state && backend.back_up && backend.signing_key;
}

}  // namespace iam::store
