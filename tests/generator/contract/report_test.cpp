// What a comparison comes to: places, fingerprints, exit codes, the next version.
#include "support.hpp"

#include <catch2/catch.hpp>

namespace iam::gen::contract::test {
namespace {

constexpr const char* k_ten =
    R"({"type":"object","properties":{"n":{"type":"integer","maximum":10}}})";
constexpr const char* k_twenty =
    R"({"type":"object","properties":{"n":{"type":"integer","maximum":20}}})";
constexpr const char* k_source =
    R"(,"_meta":{"iam/contract":{"source":{"file":"a.hpp","line":7}}})";

Item only_item(const Report& report) {
    REQUIRE(report.items.size() == 1);
    return report.items.front();
}

}  // namespace

TEST_CASE("a finding stands at the annotation of its tool, and where that is unknown in the file") {
    const Item known = only_item(report_of(with_schema(k_ten), with_schema(k_twenty, k_source)));
    CHECK(known.place.file == "a.hpp");
    CHECK(known.place.line == 7);
    const Item unknown = only_item(report_of(with_schema(k_ten), with_schema(k_twenty)));
    CHECK(unknown.place.file == "new.json");
    CHECK(unknown.place.line == 0);
    const Item gone = only_item(report_of(catalogue(R"({"name":"a"})"), catalogue("")));
    CHECK(gone.place.file == "old.json");
}

TEST_CASE("a stranger's word about files is not taken") {
    const Report report = compare(with_schema(k_ten, k_source), with_schema(k_twenty, k_source),
                                  {.before_name = "old.json",
                                   .after_name = "new.json",
                                   .trust = Trust::untrusted,
                                   .fail_on = ChangeClass::consent,
                                   .before_file = "old.json",
                                   .after_file = ""});
    CHECK(only_item(report).place.file.empty());
}

TEST_CASE("a source that is none is no place") {
    for (const char* source : {"3", R"({"file":3,"line":1})", R"({"line":1})"}) {
        const auto after = with_schema(
            k_twenty, std::string(R"(,"_meta":{"iam/contract":{"source":)") + source + "}}");
        CHECK(report_of(with_schema(k_ten), after).items.front().place.file == "new.json");
    }
    const auto no_line =
        with_schema(k_twenty, R"(,"_meta":{"iam/contract":{"source":{"file":"a.hpp","line":-3}}})");
    CHECK(report_of(with_schema(k_ten), no_line).items.front().place.line == 0);
}

TEST_CASE("a fingerprint is of the change, not of its place") {
    const auto print = [](const Catalogue& before, const Catalogue& after) {
        return report_of(before, after).items.front().fingerprint;
    };
    const std::string first = print(with_schema(k_ten), with_schema(k_twenty));
    CHECK(first.size() == 64);
    CHECK(first == print(with_schema(k_ten), with_schema(k_twenty, k_source)));
    CHECK(first != print(with_schema(k_twenty), with_schema(k_ten)));
    const char* const thirty =
        R"({"type":"object","properties":{"n":{"type":"integer","maximum":30}}})";
    CHECK(first != print(with_schema(k_ten), with_schema(thirty)));
    const auto renamed = [](const char* schema) {
        return catalogue(std::string(R"({"name":"b","inputSchema":)") + schema + "}");
    };
    CHECK(first != print(renamed(k_ten), renamed(k_twenty)));
}

TEST_CASE(
    "the exit code says what is worst, and never that all is fine where something is not known") {
    const auto same = with_schema(k_ten);
    CHECK(exit_code(report_of(same, same)) == k_fine);
    CHECK(exit_code(report_of(with_schema(k_twenty), with_schema(k_ten))) == k_found);
    CHECK(exit_code(report_of(with_schema(k_ten), with_schema(k_twenty))) == k_found);
    CHECK(exit_code(report_of(with_schema(k_ten), with_schema(k_twenty), ChangeClass::breaking)) ==
          k_fine);
    const auto described = with_schema(k_ten, R"(,"description":"More.")");
    CHECK(exit_code(report_of(same, described)) == k_fine);
    CHECK(exit_code(report_of(same, described, ChangeClass::behaviour)) == k_found);
    const auto odd = with_schema(k_ten, R"(,"cost":3)");
    CHECK(exit_code(report_of(same, odd)) == k_undecided);
    CHECK(exit_code(report_of(same, odd, ChangeClass::breaking)) == k_undecided);
    CHECK(exit_code(report_of(same, odd, ChangeClass::compatible)) == k_undecided);
    CHECK(exit_code(report_of(same, with_schema(k_twenty, R"(,"cost":3)"))) == k_found);
}

TEST_CASE("a stale lock is an exit code of its own, behind what fails") {
    Report report = report_of(with_schema(k_ten), with_schema(k_ten, R"(,"description":"More.")"));
    add_stale_lock(report, "a.lock.json");
    CHECK(exit_code(report) == k_no_baseline);
    CHECK(version_advice(report) == "minor");
    CHECK(report.items.back().place.file == "a.lock.json");
    CHECK(report.items.back().finding.rule->id == "S11");
    Report failing = report_of(with_schema(k_ten), with_schema(k_twenty));
    add_stale_lock(failing, "a.lock.json");
    CHECK(exit_code(failing) == k_found);
    Report odd = report_of(with_schema(k_ten), with_schema(k_ten, R"(,"cost":3)"));
    add_stale_lock(odd, "a.lock.json");
    CHECK(exit_code(odd) == k_no_baseline);
}

TEST_CASE("the next version follows the worst class") {
    const auto same = with_schema(k_ten);
    CHECK(version_advice(report_of(same, same)) == "none");
    CHECK(version_advice(report_of(with_schema(k_twenty), same)) == "major");
    CHECK(version_advice(report_of(same, with_schema(k_twenty))) == "minor");
    CHECK(version_advice(report_of(same, with_schema(k_ten, R"(,"description":"x")"))) == "minor");
    CHECK(version_advice(report_of(same, with_schema(k_ten, R"(,"cost":3)"))) == "major");
    CHECK(version_advice(report_of(catalogue(""), same)) == "patch");
}

TEST_CASE(
    "what a provider refuses now and did not before is a finding, where the provider is named") {
    const auto open = with_schema(R"({"type":"object","properties":{"n":{"type":"integer"}}})");
    const auto closed = with_schema(
        R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false})");
    const auto refused = [&](const Catalogue& before, const Catalogue& after,
                             std::vector<iam::gen::lint::LintProfile> profiles) {
        std::vector<std::string> found;
        const Report report = compare(before, after,
                                      {.before_name = "old.json",
                                       .after_name = "new.json",
                                       .trust = Trust::first_party,
                                       .fail_on = ChangeClass::breaking,
                                       .before_file = "",
                                       .after_file = "new.json",
                                       .profiles = std::move(profiles)});
        for (const Item& item : report.items)
            if (item.finding.rule->id == "S09") {
                CHECK(item.fails);
                CHECK(item.place.file == "new.json");
                found.push_back(item.finding.after);
            }
        return found;
    };
    using iam::gen::lint::LintProfile;
    const auto found = refused(closed, open, {LintProfile::openai_strict});
    REQUIRE_FALSE(found.empty());
    CHECK(found.front().find("openai-strict/") != std::string::npos);
    CHECK(refused(open, open, {LintProfile::openai_strict}).empty());
    CHECK(refused(open, closed, {LintProfile::openai_strict}).empty());
    CHECK(refused(closed, open, {LintProfile::ollama}).empty());
    CHECK(refused(closed, open, {}).empty());
}

TEST_CASE("a new tool with a name that an earlier release had is a name used anew") {
    const auto with = catalogue(R"({"name":"a"},{"name":"b"})");
    const auto without = catalogue(R"({"name":"b"})");
    const auto earlier = [&](const Catalogue& first, ChangeClass fail_on) {
        Report report = report_of(without, with, fail_on);
        CHECK(report.items.front().finding.rule->id == "T02");
        add_earlier_release(
            report, compare(first, with, {.before_name = "v1", .after_name = "new.json"}), fail_on);
        return only_item(report);
    };
    const Item anew = earlier(with, ChangeClass::consent);
    CHECK(anew.finding.rule->id == "T03");
    CHECK(anew.release == "v1");
    CHECK(anew.fails);
    CHECK(anew.fingerprint != report_of(without, with).items.front().fingerprint);
    CHECK_FALSE(earlier(with, ChangeClass::breaking).fails);
    // The earlier release had none, either.
    CHECK(earlier(without, ChangeClass::consent).finding.rule->id == "T02");
}

TEST_CASE("a report knows the tools of both sides") {
    const Report report = report_of(catalogue(R"({"name":"b"},{"name":"c"})"),
                                    catalogue(R"({"name":"a"},{"name":"b"})"));
    CHECK(report.tools == std::vector<std::string>{"a", "b", "c"});
    CHECK(report.old_tools == std::vector<std::string>{"b", "c"});
}

}  // namespace iam::gen::contract::test
