// The space that a URI belongs to.
#pragma once

#include <iam/mcp/offers.hpp>

#include <string_view>

namespace iam::mcp {

/// The function of the space with the longest key that begins the URI; nullptr if there is none.
const ReadResource* find_space(const OfferList& offers, std::string_view uri);

}  // namespace iam::mcp
