// The value of the arguments: made by step 3, or read from the record for an undo.
#pragma once

#include "gate/record/secrets.hpp"
#include <iam/core/digest.hpp>

#include <optional>
#include <string>

namespace iam::gate {

/// Its canonical text is in Proposal::call, where hooks see it.
struct Value {
    bool is_read = false;
    Digest digest{};
    std::optional<Digest> keys_digest{};  ///< of a tool with consent keys
    /// The arguments as they may be stored. Nothing: all of them (see recorded_arguments()).
    std::optional<std::string> recorded{};
    Redaction redaction{};            ///< of a tool with secrets
    bool is_changed_by_hook = false;  ///< the record lacks parts of the value beyond the secrets
};

}  // namespace iam::gate
