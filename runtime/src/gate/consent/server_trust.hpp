// How far the origin of a tool is believed now.
#pragma once

#include "gate/engine/basis.hpp"
#include <iam/consent/records.hpp>
#include <iam/consent/risk.hpp>

#include <optional>

namespace iam::gate {

/// Nothing for this program's own tools, and if the store cannot be read: then nobody is believed.
std::optional<consent::ServerTrust> trust_in_origin(const Basis& basis, const Contract& contract);

/// The risk of the tool at this moment.
consent::Risk risk_now(const Basis& basis, const Contract& contract);

/// How far the origin is believed in a question that was put before. The question names the risk
/// and the end of an "always", so trust that was given after it does not count.
consent::OriginTrust trust_at(const Basis& basis, const Contract& contract,
                              const consent::Approval& question);

}  // namespace iam::gate
