// The resources and prompts that the conformance suite reads by name.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/offers.hpp>

namespace fixture {

iam::Result<void> add_offers(iam::mcp::Offers& offers);

}  // namespace fixture
