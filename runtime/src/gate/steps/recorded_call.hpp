// Calls whose id the host chose: a repetition is answered from the record and never run again.
#pragma once

#include "gate/state/call_state.hpp"
#include <iam/core/digest.hpp>

namespace iam::gate {

/// What consent and intent are bound to: keyed, since a plain hash of small arguments can be
/// guessed.
Digest digest_arguments(const SecretKey& key, const Digest& consent_digest,
                        std::string_view canonical);

/// What the record says of a call with this id. Nothing: the id is new. Error: the id belongs to
/// another value.
tl::expected<std::optional<ToolResult>, Refusal> answer_from_record(const CallState& call);
/// The same, once nobody else in this Runtime has a call with this id under way.
tl::expected<std::optional<ToolResult>, Refusal> claim_id(CallState& call);

}  // namespace iam::gate
