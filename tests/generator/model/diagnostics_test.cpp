// The list of diagnostics and the guesses at misspelt words.
// Tests of runtime/src/core/text/value_text.cpp.
#include <generator/model/diagnostics.hpp>

#include <catch2/catch.hpp>

#include <set>

using namespace iam::gen;

TEST_CASE("a diagnostic takes its id and severity from the list", "[diagnostics]") {
    const Diagnostic error = diagnose(DiagnosticId::unknown_attribute, {}, "m");
    CHECK(error.id == "IAM1001");
    CHECK(error.severity == Severity::error);
    const Diagnostic warning = diagnose(DiagnosticId::no_hints, {}, "m");
    CHECK(warning.id == "IAM6006");
    CHECK(warning.severity == Severity::warning);
}

TEST_CASE("numbers are given once and in order, and every line has a title", "[diagnostics]") {
    int last = 999;
    std::set<std::string_view> names;
    for (const DiagnosticInfo& info : diagnostic_list()) {
        CAPTURE(info.name);
        CHECK(static_cast<int>(info.id) > last);
        last = static_cast<int>(info.id);
        CHECK(names.insert(info.name).second);
        CHECK_FALSE(info.title.empty());
    }
}

TEST_CASE("a diagnostic is found by its id in any spelling", "[diagnostics]") {
    for (const char* id : {"IAM1001", "iam1001", "1001"}) {
        const DiagnosticInfo* found = find_diagnostic(id);
        REQUIRE(found != nullptr);
        CHECK(found->id == DiagnosticId::unknown_attribute);
        CHECK(id_text(found->id) == "IAM1001");
        CHECK(is_about(diagnose(found->id, {}, "m"), DiagnosticId::unknown_attribute));
    }
    for (const char* id : {"", "IAM", "IAM9999", "IAM01001", "1001x"})
        CHECK(find_diagnostic(id) == nullptr);
}

TEST_CASE("the nearest candidate is offered where it is near enough", "[diagnostics]") {
    const std::vector<std::string> known{"tool", "preview", "undo", "range"};
    CHECK(nearest("tol", known) == "tool");
    CHECK(nearest("udno", known) == "undo");  // an exchange of neighbours is one slip
    CHECK(nearest("Preview", known) == "preview");
    CHECK_FALSE(nearest("reconcile", known));
    CHECK_FALSE(nearest("ab", {"cd"}));
    CHECK_FALSE(nearest("x", {}));
    CHECK(did_you_mean("rnage", known) == " Did you mean 'range'?");
    CHECK(did_you_mean("whatever", known).empty());
}

TEST_CASE("diagnostics are ordered by place and said once", "[diagnostics]") {
    const auto at = [](const char* file, unsigned line, const char* message) {
        return diagnose(DiagnosticId::tool_name,
                        {.file = file, .line = line, .column = 1, .end_column = 2}, message);
    };
    Diagnostics all{at("b.hpp", 1, "x"), at("a.hpp", 10, "x"), at("a.hpp", 9, "second"),
                    at("a.hpp", 9, "first"), at("a.hpp", 10, "x")};
    sort_by_place(all);
    std::vector<std::string> order;
    for (const Diagnostic& d : all)
        order.push_back(d.span.file + ":" + std::to_string(d.span.line) + " " + d.message);
    CHECK(order ==
          std::vector<std::string>{"a.hpp:9 second", "a.hpp:9 first", "a.hpp:10 x", "b.hpp:1 x"});
}

TEST_CASE("many diagnostics are put in order in time that grows with their number",
          "[diagnostics]") {
    Diagnostics all;
    for (unsigned i = 0; i < 200'000; ++i)
        all.push_back(
            diagnose(DiagnosticId::no_hints,
                     {.file = "a.hpp", .line = i % 2, .column = 1, .end_column = 2, .text = ""},
                     std::to_string(i / 4), {}));
    sort_by_place(all);
    CHECK(all.size() == 100'000);
}
