// How loud a project wants its rules: stricter or quieter, never blinder.
#include <generator/contract/formats/formats.hpp>
#include <generator/contract/lock/levels.hpp>
#include <generator/contract/support.hpp>

#include <catch2/catch.hpp>

namespace iam::gen::contract::test {
namespace {

/// A changed description: D01, a warning that fails nothing.
Report described() {
    return report_of(catalogue(R"({"name":"a","description":"One."})"),
                     catalogue(R"({"name":"a","description":"Two."})"));
}

Report with_levels(Report report, const std::string& levels) {
    const auto list = read_levels(R"({"iam":1,"levels":[)" + levels + "]}");
    if (!list) FAIL(list.error().message);
    apply(*list, report);
    return report;
}

std::string problem(const std::string& level) {
    const auto list = read_levels(R"({"iam":1,"levels":[)" + level + "]}");
    return list ? "taken" : list.error().pointer + ": " + list.error().message;
}

}  // namespace

TEST_CASE("a rule that a project calls an error fails, for the tools that it names") {
    CHECK(exit_code(described()) == k_fine);
    CHECK(exit_code(with_levels(described(), R"({"rule":"D01","level":"error"})")) == k_found);
    CHECK(exit_code(with_levels(described(), R"({"rule":"D01","tool":"a","level":"error"})")) ==
          k_found);
    CHECK(exit_code(with_levels(described(), R"({"rule":"D01","tool":"b","level":"error"})")) ==
          k_fine);
    CHECK(exit_code(with_levels(described(), R"({"rule":"D02","level":"error"})")) == k_fine);
}

TEST_CASE("a side names all of its rules, and a rule after it is the exception") {
    CHECK(exit_code(with_levels(described(), R"({"side":"text","level":"error"})")) == k_found);
    CHECK(exit_code(with_levels(described(), R"({"side":"gate","level":"error"})")) == k_fine);
    CHECK(exit_code(with_levels(described(), R"({"side":"text","tool":"b","level":"error"})")) ==
          k_fine);
    CHECK(exit_code(with_levels(described(), R"({"side":"text","level":"error"},
                                                {"rule":"D01","level":"warning"})")) == k_fine);
    CHECK(problem(R"({"side":"texts","level":"error"})").rfind("/levels/0/side: sides are", 0) ==
          0);
    CHECK(problem(R"({"side":"text","rule":"D01","level":"error"})")
              .rfind("/levels/0: a level is", 0) == 0);
    CHECK(problem(R"({"side":"text","level":"silent"})").rfind("/levels/0/level: a side has", 0) ==
          0);
}

TEST_CASE("of several choices the last one counts") {
    const Report report = with_levels(
        described(), R"({"rule":"D01","level":"error"},{"rule":"D01","tool":"a","level":"info"})");
    CHECK(exit_code(report) == k_fine);
    CHECK(report.items[0].finding.level == Level::info);
}

TEST_CASE("a quieter rule fails all the same, where its class does") {
    const auto gone = report_of(catalogue(R"({"name":"a"})"), catalogue(""));
    const Report report = with_levels(gone, R"({"rule":"T01","level":"info"})");
    CHECK(exit_code(report) == k_found);
    CHECK(formatted(report, Format::one_line, {"1"}).find("info: a: tool removed") !=
          std::string::npos);
}

TEST_CASE("what fails is shown, however quiet its rule is") {
    Report report =
        report_of(catalogue(R"({"name":"a","description":"One."})"),
                  catalogue(R"({"name":"a","description":"Two."})"), ChangeClass::behaviour);
    report = with_levels(std::move(report), R"({"rule":"D01","level":"silent"})");
    CHECK(exit_code(report) == k_found);
    CHECK(formatted(report, Format::one_line, {"1"}).find("[D01") != std::string::npos);
    CHECK(formatted(report, Format::junit, {"1"}).find("failures=\"1\"") != std::string::npos);
}

TEST_CASE("what is harmless can be silenced, what is not cannot") {
    const Report silent = with_levels(described(), R"({"rule":"D01","level":"silent"})");
    CHECK(formatted(silent, Format::one_line, {"1"}).empty());
    for (const char* rule : {"I01", "I26", "S05"}) {
        INFO(rule);
        CHECK(problem(std::string(R"({"level":"silent","rule":")") + rule + "\"}")
                  .find("/levels/0/level: a rule of class ") == 0);
    }
}

TEST_CASE("levels that say nothing are errors of the list") {
    CHECK(problem(R"({"rule":"D01","level":"error"})") == "taken");
    CHECK(problem(R"({"rule":"D99","level":"error"})").find("/levels/0/rule: ") == 0);
    CHECK(problem(R"({"level":"error"})").find("/levels/0/rule: ") == 0);
    CHECK(problem(R"({"rule":"D01","level":"loud"})").find("/levels/0/level: ") == 0);
    CHECK(problem(R"({"rule":"D01"})").find("/levels/0/level: ") == 0);
    CHECK(problem(R"({"rule":"D01","tool":3,"level":"error"})").find("/levels/0/tool: ") == 0);
    CHECK(problem(R"({"rule":"D01","side":"text","level":"error"})").find("/levels/0: ") == 0);
    CHECK(problem("3").find("/levels/0: ") == 0);
    for (const char* text : {"[]", "{", R"({"iam":1})", R"({"iam":2,"levels":[]})",
                             R"({"iam":1,"levels":{}})", R"({"iam":1,"levels":[],"more":1})"})
        CHECK_FALSE(read_levels(text));
}

}  // namespace iam::gen::contract::test
