// The tables of rules/: a change that each rule names, and one that it does not.
#pragma once

#include <iam/contract/findings.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>
#include <string>

namespace iam::contract::test {

/// `rules.json` has pairs of schemas, `tools.json` pairs of tools or catalogues.
inline OrderedJson rule_table(const std::string& file_name) {
    std::ifstream file(std::string(IAM_RULE_TABLES) + "/" + file_name);
    std::ostringstream text;
    text << file.rdbuf();
    auto rows = parse_ordered_json(text.str());
    if (!rows) FAIL(rows.error().message << " at " << rows.error().pointer);
    return *rows;
}

}  // namespace iam::contract::test
