// Digests of contracts that differ in one place.
#pragma once

#include <iam/contract/digests.hpp>

#include <catch2/catch.hpp>

#include <string>

namespace iam::contract::test {

struct Parts {
    std::string input =
        R"({"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]})";
    std::string output = "null";
    Facts facts{};
    std::string tool = R"({"name":"t","inputSchema":{"type":"object"}})";
};

inline Result<ContractDigests> try_digests(const Parts& parts) {
    IAM_TRY(input, parse_json(parts.input));
    IAM_TRY(output, parse_json(parts.output));
    IAM_TRY(tool, parse_ordered_json(parts.tool));
    return digests(input, output, parts.facts, tool);
}

inline ContractDigests digests_of(const Parts& parts) {
    auto result = try_digests(parts);
    if (!result) FAIL(result.error().message);
    return *result;
}

/// The digests of a contract with this input schema.
inline ContractDigests of_input(std::string schema) {
    Parts parts;
    parts.input = std::move(schema);
    return digests_of(parts);
}

}  // namespace iam::contract::test
