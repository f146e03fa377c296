// Step 3: the arguments are read, validated and completed with defaults. The result is one
// immutable value.
#pragma once

#include "gate/state/call_state.hpp"
#include <iam/core/digest.hpp>

#include <optional>
#include <string_view>

namespace iam::gate {

/// Consent and intent are bound to this digest. It uses the store's key, since a plain hash of
/// small arguments can be guessed.
Digest digest_arguments(const SecretKey& key, const Digest& consent_digest,
                        std::string_view canonical);

/// invalid_arguments for a too long text. Part of step 3: a denied tool answers every call with the
/// denial, also one with such arguments.
std::optional<Refusal> check_arguments_size(const CallState& call);

/// Makes the value. Its recorded form is not asked for yet.
std::optional<Refusal> read_arguments(CallState& call);

/// invalid_arguments, with all errors of the arguments.
std::optional<Refusal> read_value(CallState& call);

}  // namespace iam::gate
