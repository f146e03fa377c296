// What the tools of a manifest cost in every request that lists them.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <vector>

namespace iam::gen::lint {

struct TokenCost {
    std::string tool;
    std::size_t description = 0;  // tokens, estimated
    std::size_t schema = 0;
    std::size_t total = 0;  // of name, description and input schema together
};

/// An estimate without the tokeniser of any model: of the compact JSON that a request carries, every run of letters counts a token for
/// each four of them, every run of digits one for each three, every other character that is no space half a one.
std::size_t estimated_tokens(std::string_view text);

std::vector<TokenCost> token_costs(const std::vector<OrderedJson>& tools);

/// A table with a sum, and a sentence that says how the numbers were made.
std::string to_text(const std::vector<TokenCost>& costs);

}  // namespace iam::gen::lint
