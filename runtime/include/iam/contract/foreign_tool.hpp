// Reads tools of other servers. Their tool objects are the server's own words: no member states a
// digest, and _meta["iam/contract"] is a text like any other.
#pragma once

#include <iam/contract/facts.hpp>
#include <iam/contract/risk_tier.hpp>
#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <optional>
#include <string_view>

namespace iam::contract {

/// The risk stated in _meta ("koder.risk", or "risk" in "koder": low, medium or high). Nothing if
/// it states none. If both are stated, the higher one counts. An unknown risk counts as high.
std::optional<RiskTier> stated_risk(const Json& tool);

/// The stated hints, as the contract takes them. The stated risk may only raise the tier: hints in
/// the tool's favour are then left out. A hint that is neither true nor false counts as absent.
Hints foreign_hints(const Json& tool);

/// The digests of the contract of such a tool. The consent digest covers both schemas,
/// foreign_hints(), each text of the tool object with its place, and the endpoint of its server
/// (Contract::endpoint). The behaviour digest covers the tool object as a whole. Errors: as of
/// digests().
Result<ContractDigests> foreign_digests(const OrderedJson& tool_object,
                                        std::string_view endpoint = {});

}  // namespace iam::contract
