// Estimates the token cost of a manifest's tools in every request.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <vector>

namespace iam::gen::lint {

struct TokenCost {
    std::string tool;
    std::size_t description = 0;  // estimated tokens
    std::size_t schema = 0;
    std::size_t total = 0;  // name, description and input schema together
};

/// An estimate for compact JSON, without the tokeniser of any model. A run of letters counts one
/// token for every four, and a run of digits one for every three. Any other character but a space
/// counts half a token.
std::size_t estimated_tokens(std::string_view text);

std::vector<TokenCost> token_costs(const std::vector<OrderedJson>& tools);

/// A table with a sum, and a sentence about the way of counting.
std::string to_text(const std::vector<TokenCost>& costs);

}  // namespace iam::gen::lint
