// Every format over one pair of catalogues, whose texts hold what each format has to escape:
// formats/expected.*. Tests of
// generator/contract/formats/{format_hosts,format_json,format_sarif,format_tests}.cpp. Tests of
// generator/contract/formats/format_text.cpp.
#include <generator/contract/formats/formats.hpp>
#include <generator/contract/support.hpp>
#include <iam/schema/schema.hpp>
#include <support/golden.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace iam::gen::contract::test {
namespace {

const std::filesystem::path k_folder = IAM_FORMATS;

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    INFO(path.string());
    REQUIRE(file);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

Catalogue from_file(const char* name) {
    auto read = read_catalogue(text_of(k_folder / name));
    REQUIRE(read);
    return *read;
}

Report sample() {
    return compare(from_file("before.tools.json"), from_file("after.tools.json"),
                   {.before_name = "echo.tools.lock.json",
                    .after_name = "echo.tools.json",
                    .trust = Trust::first_party,
                    .fail_on = ChangeClass::consent,
                    .before_file = "echo.tools.lock.json",
                    .after_file = "echo.tools.json"});
}

Report empty_report() {
    const Catalogue same = from_file("before.tools.json");
    return compare(same, same, {.before_name = "a.json", .after_name = "b.json"});
}

void check_format(Format format, const char* file) {
    iam::test::check_golden(k_folder / file,
                            formatted(sample(), format, {"1.2.3", "https://example.org/rules"}));
}

/// What the schema in the file says against a document; nothing, where it is valid.
std::vector<std::string> faults(const std::filesystem::path& schema_file, const Json& document) {
    const auto compiled = schema::Schema::compile(parse_json(text_of(schema_file)).value());
    if (!compiled) FAIL(compiled.error().message << " at " << compiled.error().pointer);
    return schema::sentences(compiled->validate(document).value());
}

Json parsed(const std::string& text) {
    const auto value = parse_json(text);
    if (!value) FAIL(value.error().message);
    return *value;
}

}  // namespace

TEST_CASE("every format writes what its golden file has") {
    check_format(Format::text, "expected.txt");
    check_format(Format::one_line, "expected.lines");
    check_format(Format::json, "expected.json");
    check_format(Format::jsonl, "expected.jsonl");
    check_format(Format::sarif, "expected.sarif");
    check_format(Format::github, "expected.github");
    check_format(Format::gitlab, "expected.gitlab.json");
    check_format(Format::markdown, "expected.md");
    check_format(Format::junit, "expected.junit.xml");
    check_format(Format::tap, "expected.tap");
}

TEST_CASE("every format is known by its name and is listed") {
    for (const char* name : {"text", "one-line", "json", "jsonl", "sarif", "github", "gitlab",
                             "markdown", "junit", "tap"}) {
        CHECK(parse_format(name).has_value());
        CHECK(format_names().find(name) != std::string::npos);
    }
    CHECK_FALSE(parse_format("xml"));
}

TEST_CASE("without a change every format still is one") {
    const Report report = empty_report();
    CHECK(formatted(report, Format::text, {"1"}) ==
          "a.json → b.json: no change; next version: none\n");
    CHECK(formatted(report, Format::one_line, {"1"}).empty());
    CHECK(formatted(report, Format::jsonl, {"1"}).empty());
    CHECK(formatted(report, Format::github, {"1"}).empty());
    CHECK(formatted(report, Format::gitlab, {"1"}) == "[]\n");
    CHECK(formatted(report, Format::markdown, {"1"}).find("no change") != std::string::npos);
    CHECK(formatted(report, Format::tap, {"1"}) ==
          "TAP version 14\n1..3\nok 1 - echo\nok 2 - forget\nok 3 - keep\n");
    CHECK(parsed(formatted(report, Format::json, {"1"}))["findings"].empty());
    CHECK(parsed(formatted(report, Format::sarif, {"1"}))["runs"][0]["results"].empty());
    CHECK(formatted(report, Format::junit, {"1"}).find("failures=\"0\"") != std::string::npos);
}

TEST_CASE("colours are on a terminal only") {
    const Report report = sample();
    CHECK(formatted(report, Format::text, {"1"}).find('\x1b') == std::string::npos);
    CHECK(formatted(report, Format::text, {"1"}, Colours::always).find("\x1b[1;31merror:") !=
          std::string::npos);
    CHECK(formatted(report, Format::one_line, {"1"}, Colours::always).find('\x1b') ==
          std::string::npos);
}

TEST_CASE("JSON is what its published schema says, and each line of JSONL is a finding of it") {
    const Json document = parsed(formatted(sample(), Format::json, {"1"}));
    CHECK(faults(IAM_REPORT_SCHEMA, document).empty());
    CHECK(
        faults(IAM_REPORT_SCHEMA, parsed(formatted(empty_report(), Format::json, {"1"}))).empty());
    Json wrong = document;
    wrong["findings"][0]["grants"] = "lost";
    CHECK(faults(IAM_REPORT_SCHEMA, wrong).size() == 1);
    std::istringstream lines(formatted(sample(), Format::jsonl, {"1"}));
    Json list = Json::array();
    for (std::string line; std::getline(lines, line);) list.push_back(parsed(line));
    CHECK(json_equal(list, document["findings"]));
}

TEST_CASE("the schema of reports knows every word that rules have") {
    const Json finding = parsed(text_of(IAM_REPORT_SCHEMA))["$defs"]["finding"]["properties"];
    const auto lists = [&](const char* member, std::string_view word) {
        const Json& words = finding[member]["enum"];
        return std::find(words.begin(), words.end(), std::string(word)) != words.end();
    };
    for (const iam::contract::Rule& rule : iam::contract::rules()) {
        CHECK(lists("side", to_string(rule.side)));
        CHECK(lists("class", to_string(rule.change)));
        CHECK(lists("grants", to_string(rule.grants)));
        CHECK(lists("level", to_string(rule.level)));
    }
}

TEST_CASE("a SARIF log has the structure that SARIF 2.1.0 asks for") {
    const Json log = parsed(formatted(sample(), Format::sarif, {"1"}));
    CHECK(faults(k_folder / "sarif.schema.json", log).empty());
    Json wrong = log;
    wrong["runs"][0]["results"][0].erase("message");
    CHECK(faults(k_folder / "sarif.schema.json", wrong).size() == 1);
    // Each result leads to its rule.
    const Json& run = log["runs"][0];
    for (const Json& result : run["results"])
        CHECK(run["tool"]["driver"]["rules"].at(result["ruleIndex"].get<std::size_t>())["id"] ==
              result["ruleId"].get<std::string>());
}

TEST_CASE("GitLab gets the members that it asks for") {
    const Json list = parsed(formatted(sample(), Format::gitlab, {"1"}));
    REQUIRE_FALSE(list.empty());
    for (const Json& entry : list) {
        CHECK_FALSE(entry["description"].get<std::string>().empty());
        CHECK_FALSE(entry["location"]["path"].get<std::string>().empty());
        CHECK(entry["location"]["lines"]["begin"].get<unsigned>() >= 1);
        CHECK(entry["fingerprint"].get<std::string>().size() == 64);
    }
}

TEST_CASE("a long value is cut between characters") {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "ää";
    const auto before = with_schema("{}");
    const auto after = with_schema("{}", R"(,"description":")" + text + "\"");
    const std::string line = formatted(report_of(before, after), Format::one_line, {"1"});
    CHECK(line.find("ä…") != std::string::npos);
    CHECK(line.size() < 300);
}

TEST_CASE("what is undecided fails as a test, whatever fails otherwise") {
    const Report report = report_of(with_schema("{}"), with_schema("{}", R"(,"cost":3)"));
    CHECK(formatted(report, Format::tap, {"1"}).find("not ok 1 - a") != std::string::npos);
    CHECK(formatted(report, Format::junit, {"1"}).find("<failure type=\"S07\"") !=
          std::string::npos);
}

}  // namespace iam::gen::contract::test
