// Estimates tokens by the shape of the text.
#include "generator/lint/tokens.hpp"

#include <algorithm>

namespace iam::gen::lint {
namespace {

constexpr std::size_t k_letters_a_token = 4;
constexpr std::size_t k_digits_a_token = 3;
constexpr std::size_t k_signs_a_token = 2;

enum class Kind { letter, digit, sign, space };

Kind kind_of(char c) {
    // A byte of a longer character counts as a letter: other scripts take more tokens, not fewer.
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80)
        return Kind::letter;
    if (c >= '0' && c <= '9') return Kind::digit;
    return c == ' ' || c == '\n' || c == '\t' ? Kind::space : Kind::sign;
}

std::size_t rounded_up(std::size_t count, std::size_t a_token) {
    return (count + a_token - 1) / a_token;
}

std::string cell(std::size_t number, std::size_t width) {
    const std::string text = std::to_string(number);
    return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

}  // namespace

std::size_t estimated_tokens(std::string_view text) {
    std::size_t tokens = 0;
    std::size_t signs = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const Kind kind = kind_of(text[begin]);
        std::size_t end = begin;
        while (end < text.size() && kind_of(text[end]) == kind) ++end;
        if (kind == Kind::letter) tokens += rounded_up(end - begin, k_letters_a_token);
        if (kind == Kind::digit) tokens += rounded_up(end - begin, k_digits_a_token);
        if (kind == Kind::sign) signs += end - begin;
        begin = end;
    }
    return tokens + rounded_up(signs, k_signs_a_token);
}

std::vector<TokenCost> token_costs(const std::vector<OrderedJson>& tools) {
    std::vector<TokenCost> costs;
    for (const OrderedJson& tool : tools) {
        TokenCost cost;
        cost.tool = tool.value("name", "");
        cost.description = estimated_tokens(tool.value("description", ""));
        cost.schema = estimated_tokens(tool.value("inputSchema", OrderedJson::object()).dump());
        cost.total = estimated_tokens(cost.tool) + cost.description + cost.schema;
        costs.push_back(std::move(cost));
    }
    return costs;
}

std::string to_text(const std::vector<TokenCost>& costs) {
    std::string text = "  total  description  schema  tool\n";
    std::size_t sum = 0;
    for (const TokenCost& cost : costs) {
        sum += cost.total;
        text += cell(cost.total, 7) + cell(cost.description, 13) + cell(cost.schema, 8) + "  " +
                cost.tool + "\n";
    }
    text +=
        cell(sum, 7) + std::string(23, ' ') + "all " + std::to_string(costs.size()) + " tools\n";
    return text +
           "\nEstimates, made without any model's tokeniser: a token for every 4 letters and every "
           "3 "
           "digits of a word or number,\nand for every 2 other signs, of what a request carries of "
           "a "
           "tool: name, description, input schema.\n";
}

}  // namespace iam::gen::lint
