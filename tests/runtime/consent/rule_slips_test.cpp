// Texts that are almost those of a pattern: what a check of the rules says about them.
#include "rules_fixture.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam::consent;
using namespace iam::test;
using iam::Contract;

namespace {

bool has_part(const std::string& text, const std::string& part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

/// What is found of a rule with this condition, one finding per line.
std::string found(const std::string& effect, const std::string& condition) {
    const Contract alarm = alarm_contract();
    const std::string rule =
        R"("id":"r","effect":")" + effect + R"(","tool":"set_alarm","where":[{)" + condition + "}]";
    std::string all;
    for (const auto& finding :
         read_and_check_rules(rules_text({rule}), "rules.json", RuleScope::user, {&alarm})
             .findings) {
        all += to_string(finding) + "\n";
    }
    return all;
}

}  // namespace

TEST_CASE("A4 a deny whose pattern a small change leads past is a warning with the change") {
    const auto warned = [](const std::string& pattern) {
        return found("deny", R"("argument":"/file","matches":")" + pattern + "\"");
    };
    CHECK(has_part(warned("^rm .*$"), "warning: the pattern matches \"rm \" but not \"\\nrm \""));
    CHECK(has_part(warned("^rm .*$"), "a line end more"));
    CHECK(has_part(warned("^rm .*$"), "but not \" rm \", which has a blank in front"));
    CHECK(has_part(warned("^rm .*$"), "but not \"RM \", which has other case"));
    CHECK(has_part(warned("rm -rf"), "but not \"rm\\n-rf\", which has a line end more"));
    CHECK(has_part(warned("[rR][mM]|rm +x|del"), "but not \"DEL\""));
    CHECK(has_part(warned("[eE][tT][cC]/[pP]"), "which has a slash more"));
    for (const char* good :
         {R"(\\b[rR][mM]\\b)", R"(.*\\b[rR][mM]\\s+-.*)", "[0-9]{4}", R"(^\\s*[0-9]+)"}) {
        INFO(good);
        CHECK(warned(good).empty());
    }
    // No tool takes such a change here.
    CHECK(found("deny", R"("argument":"/day","matches":"^mon$")").empty());
}

TEST_CASE(
    "A4 a pattern that allows says the whole text, and a line end that it takes is a warning") {
    const auto allowed = [](const std::string& pattern) {
        return found("allow", R"("argument":"/file","matches":")" + pattern + "\"");
    };
    for (const char* part : {"ls", "^ls", "ls$", "^ls|x$", "(?:^ls)?$", ".*"}) {
        INFO(part);
        CHECK(has_part(allowed(part), "error: the pattern of a rule that allows must say all"));
    }
    CHECK(has_part(allowed("^ls .*$"), "warning: the pattern matches \"ls \" and \"ls \\n\""));
    for (const char* good : {"^ls$", "^(?:ls|pwd)$", "^ls$|^pwd$", R"(^ls [^\\r\\n]*$)"}) {
        INFO(good);
        CHECK(allowed(good).empty());
    }
}
