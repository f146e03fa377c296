// Rules from texts, and a contract for them to be about.
#pragma once

#include <iam/consent/rules_file.hpp>

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace iam::test {

inline Contract alarm_contract() {
    Contract contract;
    contract.id = {"", "set_alarm"};
    contract.document = R"({"name":"set_alarm","inputSchema":{"type":"object","properties":{
        "hour":{"type":"integer","minimum":0,"maximum":23},
        "day":{"enum":["mon","tue"]},
        "size":{"type":"string","oneOf":[{"const":"s","title":"small"},{"const":"l"}]},
        "file":{"type":"string"},
        "url":{"type":"string"},
        "tags":{"type":"array","items":{"$ref":"#/$defs/tag"}},
        "who":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/person"}]}},
        "$defs":{"tag":{"type":"string","maxLength":5},
                 "person":{"type":"object","properties":{"name":{"type":"string"}},
                           "additionalProperties":false}},
        "required":["hour"],"additionalProperties":false}})";
    return contract;
}

/// The text of a file with these rules, each the text of its members.
inline std::string rules_text(const std::vector<std::string>& rules) {
    std::string text = R"({"iam":1,"rules":[)";
    for (std::size_t i = 0; i < rules.size(); ++i) text += (i == 0 ? "{" : ",{") + rules[i] + "}";
    return text + "]}";
}

inline std::vector<consent::Rule> rules_of(const std::vector<std::string>& rules,
                                           consent::RuleScope scope = consent::RuleScope::user) {
    auto read = consent::read_rules(rules_text(rules), "rules.json", scope);
    if (!read) {
        for (const auto& finding : read.error()) FAIL(to_string(finding));
    }
    return *std::move(read);
}

inline std::shared_ptr<const consent::RuleBook> book_of(
    std::vector<consent::Rule> rules, std::vector<consent::RuleFailure> failures = {}) {
    return std::make_shared<consent::RuleBook>(std::move(rules), std::move(failures));
}

}  // namespace iam::test
