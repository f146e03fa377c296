// Diagnostics for other programs: JSON of our own form, and SARIF with what its schema requires.
// Tests of generator/report/{explain,json,sarif}.cpp.
#include <generator/model/diagnostics.hpp>
#include <generator/report/explain.hpp>
#include <generator/report/report.hpp>
#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::gen;

namespace {

SourceSpan place(std::string file, unsigned line, unsigned column, unsigned end,
                 std::string text = {}) {
    return {.file = std::move(file),
            .line = line,
            .column = column,
            .end_column = end,
            .text = std::move(text)};
}

Diagnostics sample() {
    return {
        diagnose(DiagnosticId::unknown_attribute, place("/home/desk/src/a b.hpp", 7, 3, 6, "äöx"),
                 "wrong\xff", {{"see here", place("b.hpp", 2, 1, 2)}, {"nowhere", {}}}),
        diagnose(DiagnosticId::no_hints, place("/usr/include/x.hpp", 0, 0, 0), "no hints"),
        diagnose(DiagnosticId::no_hints, {}, "without a place"),
    };
}

Json sarif() {
    return parse_json(to_sarif_text(sample(), {"1.2.3", "/home/desk/"})).value();
}

const Json& location(const Json& result) {
    return result["locations"][0]["physicalLocation"];
}

}  // namespace

TEST_CASE("JSON has every diagnostic with its place and its notes") {
    const std::string text = to_json_text(sample());
    CHECK(text.back() == '\n');
    const Json json = parse_json(text).value();
    CHECK(json["iam"] == 1);
    REQUIRE(json["diagnostics"].size() == 3);
    CHECK(
        json["diagnostics"][0].dump() ==
        R"({"column":3,"end_column":6,"file":"/home/desk/src/a b.hpp","id":"IAM1001","line":7,"message":"wrong<FF>",)"
        R"("notes":[{"column":1,"end_column":2,"file":"b.hpp","line":2,"message":"see here"},{"message":"nowhere"}],"severity":"error"})");
    CHECK(
        json["diagnostics"][1].dump() ==
        R"({"file":"/usr/include/x.hpp","id":"IAM6006","message":"no hints","notes":[],"severity":"warning"})");
    CHECK(json["diagnostics"][2].dump() ==
          R"({"id":"IAM6006","message":"without a place","notes":[],"severity":"warning"})");
    CHECK(parse_json(to_json_text(Diagnostics{})).value()["diagnostics"].empty());
}

TEST_CASE("a SARIF log names its version, its tool and one run") {
    const Json log = sarif();
    CHECK(log["version"] == "2.1.0");
    REQUIRE(log["runs"].size() == 1);
    const Json& run = log["runs"][0];
    CHECK(run["tool"]["driver"]["name"] == "iam-gen");
    CHECK(run["tool"]["driver"]["version"] == "1.2.3");
    CHECK(run["columnKind"] == "unicodeCodePoints");
    CHECK(run["originalUriBaseIds"]["PROJECT_ROOT"]["uri"] == "file:///home/desk/");
    CHECK(run["results"].size() == 3);
}

TEST_CASE("a SARIF column counts the characters of a long line that are not kept") {
    Diagnostic diagnostic;
    diagnostic.id = "IAM6006";
    diagnostic.span = {
        .file = "desk.hpp", .line = 1, .column = 6001, .end_column = 6002, .text = ""};
    std::string line;
    for (int i = 0; i < 5000; ++i) line += "\xC3\xA4";
    take_text(diagnostic.span, line);
    CHECK(to_sarif_text({diagnostic}, {"0", ""}).find("\"startColumn\": 3001,") !=
          std::string::npos);
}

TEST_CASE("a SARIF result has level, message, place in characters and related places") {
    const Json results = sarif()["runs"][0]["results"];
    CHECK(results[0]["level"] == "error");
    CHECK(results[0]["message"]["text"] == "wrong<FF>");
    const Json& place = location(results[0]);
    CHECK(place["artifactLocation"].dump() ==
          R"({"uri":"src/a%20b.hpp","uriBaseId":"PROJECT_ROOT"})");
    CHECK(place["region"].dump() == R"({"endColumn":4,"startColumn":2,"startLine":7})");
    REQUIRE(results[0]["relatedLocations"].size() == 1);
    CHECK(results[0]["relatedLocations"][0]["message"]["text"] == "see here");
    CHECK(results[0]["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] ==
          "b.hpp");
    CHECK(results[1]["level"] == "warning");
    CHECK(location(results[1])["artifactLocation"].dump() ==
          R"({"uri":"file:///usr/include/x.hpp"})");
    CHECK_FALSE(location(results[1]).contains("region"));
    CHECK(results[2]["locations"].empty());
}

TEST_CASE("a SARIF result leads to its rule, which explains it once") {
    const Json run = sarif()["runs"][0];
    const Json& rules = run["tool"]["driver"]["rules"];
    REQUIRE(rules.size() == 2);
    for (const Json& result : run["results"]) {
        const Json& rule = rules.at(result["ruleIndex"].get<std::size_t>());
        CHECK(rule["id"] == result["ruleId"].get<std::string>());
        CHECK(rule["defaultConfiguration"]["level"] == result["level"].get<std::string>());
        const Explanation explanation =
            explanation_of(find_diagnostic(rule["id"].get<std::string>())->id);
        CHECK(rule["fullDescription"]["text"].get<std::string>() == explanation.why);
        CHECK(rule["help"]["markdown"].get<std::string>().find("```cpp\n") != std::string::npos);
        CHECK(rule["help"]["text"].get<std::string>().find(explanation.way_out) !=
              std::string::npos);
    }
}

TEST_CASE("every diagnostic is explained, in the order of the list") {
    const auto all = explanations();
    const auto& list = diagnostic_list();
    REQUIRE(all.size() == list.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        INFO(list[i].name);
        CHECK(all[i].id == list[i].id);
        CHECK(all[i].why.back() == '.');
        CHECK(all[i].way_out.back() == '.');
        CHECK(all[i].wrong.back() == '\n');
        CHECK(all[i].right.back() == '\n');
        CHECK(all[i].wrong != all[i].right);
    }
}
