// The tables of rules/: a change that each rule names (before, after), one beside it that it does
// not (no) with what is found there (instead), and the rule of the way back (mirror) or why there
// is none (no_mirror). A row about tools of strangers alone is "untrusted".
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

/// Whether a row has a change beside its own: another one, and not its own way back, which is the
/// mirror rule's to judge.
inline bool is_near_miss(const Json& row) {
    if (!row.contains("no") || row["no"].size() != 2) return false;
    const auto is_pair = [&](const char* before, const char* after) {
        return json_equal(row["no"][0], row[before]) && json_equal(row["no"][1], row[after]);
    };
    return !json_equal(row["no"][0], row["no"][1]) && !is_pair("before", "after") &&
           !is_pair("after", "before");
}

}  // namespace iam::contract::test
