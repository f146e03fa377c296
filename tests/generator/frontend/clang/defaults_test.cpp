// Defaults of parameters and fields: values where they are known, else left to the program.
// Tests of generator/frontend/clang/constants.cpp.
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

using iam::test::parse_parameters;
using iam::test::places;

namespace gen = iam::gen;

namespace {

gen::Default default_of(const std::string& parameter, const std::string& before = {}) {
    const auto parsed = parse_parameters(parameter, before);
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 1);
    return parsed.model.tools[0].function.parameters.at(0).fallback;
}

/// The JSON text, or "computed" or "none".
std::string value_of(const std::string& parameter, const std::string& before = {}) {
    const gen::Default fallback = default_of(parameter, before);
    if (fallback.kind == gen::Default::Kind::value) return fallback.json;
    return fallback.kind == gen::Default::Kind::computed ? "computed" : "none";
}

}  // namespace

TEST_CASE("scalar defaults are canonical JSON", "[frontend]") {
    CHECK(value_of("int a = 42") == "42");
    CHECK(value_of("int a = -(2 + 3)") == "-5");
    CHECK(value_of("int a = {}") == "0");
    CHECK(value_of("bool a = true") == "true");
    CHECK(value_of("std::uint64_t a = UINT64_MAX") == "18446744073709551615");
    CHECK(value_of("double a = 1e21") == "1e+21");
    CHECK(value_of("double a = 5") == "5");
    CHECK(value_of("float a = 0.1f") == "0.1");
    CHECK(value_of("const int& a = 3") == "3");
    CHECK(value_of("int a = k_many", "constexpr int k_many = 7;") == "7");
    CHECK(value_of("int a = twice(4)", "constexpr int twice(int x) { return 2 * x; }") == "8");
    CHECK(value_of("int a") == "none");
}

TEST_CASE("enumerators are defaults by name", "[frontend]") {
    const std::string colours =
        "namespace d { enum class Colour { red = 1, green }; constexpr Colour k_best = "
        "Colour::green; }";
    CHECK(value_of("d::Colour a = d::Colour::red", colours) == "\"red\"");
    CHECK(value_of("d::Colour a = d::k_best", colours) == "\"green\"");
    CHECK(value_of("d::Colour a = static_cast<d::Colour>(9)", colours) == "computed");
}

TEST_CASE("text defaults are literals, also by name", "[frontend]") {
    CHECK(value_of("std::string a = \"say \\\"x\\\"\\n\"") == "\"say \\\"x\\\"\\n\"");
    CHECK(value_of("const std::string& a = \"x\"") == "\"x\"");
    CHECK(value_of("std::string a = std::string(\"x\")") == "\"x\"");
    CHECK(value_of("std::string a = {}") == "\"\"");
    CHECK(value_of("std::string a = std::string()") == "\"\"");
    CHECK(value_of("std::string_view a = \"x\"") == "\"x\"");
    CHECK(value_of("std::string_view a = {}") == "\"\"");
    CHECK(value_of("std::string_view a = k_text", "constexpr std::string_view k_text = \"x\";") ==
          "\"x\"");
    CHECK(value_of("std::string a = k_text", "constexpr const char* k_text = \"x\";") == "\"x\"");
    CHECK(value_of("std::string a = std::string(3, 'x')") == "computed");
}

TEST_CASE("an optional without a value is no default, one with a value is", "[frontend]") {
    CHECK(value_of("std::optional<int> a = std::nullopt") == "none");
    CHECK(value_of("std::optional<int> a = {}") == "none");
    CHECK(value_of("std::optional<int> a = 4") == "4");
    CHECK(value_of("std::optional<std::string> a = \"x\"") == "\"x\"");
    CHECK(value_of("std::optional<double> a = 2") == "2");
    CHECK(value_of("const std::optional<int>& a = std::nullopt") == "none");
}

TEST_CASE("an owning pointer without a value is no default", "[frontend]") {
    const std::string memory = "#include <memory>\n";
    CHECK(value_of("std::unique_ptr<int> a = nullptr", memory) == "none");
    CHECK(value_of("std::shared_ptr<int> a = {}", memory) == "none");
    CHECK(value_of("std::shared_ptr<int> a = std::make_shared<int>(5)", memory) == "computed");
}

TEST_CASE("a duration is a default once it counts in the unit of its parameter", "[frontend]") {
    const std::string chrono =
        "#include <chrono>\n#include <optional>\nusing namespace std::chrono;";
    CHECK(value_of("seconds a = minutes(1)", chrono) == "60");
    CHECK(value_of("std::optional<seconds> a = seconds(5)", chrono) == "5");
    CHECK(value_of("std::optional<seconds> a = minutes(1)", chrono) == "computed");
    CHECK(value_of("std::optional<duration<double>> a = seconds(1)", chrono) == "computed");
}

TEST_CASE("an array without initialisers is zero", "[frontend]") {
    const auto parsed = parse_parameters(
        "Pair a", "#include <array>\nstruct Pair { std::array<int, 2> two{}; int three[3]{}; };");
    CHECK(places(parsed.diagnostics).empty());
    const auto& fields = parsed.model.records.at("Pair").fields;
    CHECK(fields[0].fallback.json == "[0,0]");
    CHECK(fields[1].fallback.json == "[0,0,0]");
}

TEST_CASE("lists, maps and aggregates are defaults as far as their parts are known", "[frontend]") {
    CHECK(value_of("std::vector<int> a = {}") == "[]");
    CHECK(value_of("std::vector<int> a = {1, 2}") == "[1,2]");
    CHECK(value_of("std::vector<std::string> a = {\"x\", \"y\"}") == "[\"x\",\"y\"]");
    CHECK(value_of("std::set<int> a = {2, 1, 2}", "#include <set>") == "[2,1]");
    CHECK(value_of("std::map<std::string, int> a = {}") == "{}");
    const std::string dot =
        "struct Dot { int y = 2; int x; std::optional<int> z; std::string name = \"n\"; };";
    CHECK(value_of("Dot a = {}", dot) == R"({"name":"n","x":0,"y":2})");
    CHECK(value_of("Dot a = Dot{.y = 5, .z = 6}", dot) == R"({"name":"n","x":0,"y":5,"z":6})");
    CHECK(value_of("Line a = {{1, 2}, {}}", dot + "struct Line { Dot from; Dot to; };") ==
          R"({"from":{"name":"n","x":2,"y":1},"to":{"name":"n","x":0,"y":2}})");
    CHECK(value_of("Sub a = {{3}, 4}", "struct Base { int b; }; struct Sub : Base { int s; };") ==
          R"({"b":3,"s":4})");
}

TEST_CASE("a base that is another object is left to the program", "[frontend]") {
    const std::string bases =
        "struct Base { int b = 1; }; struct Sub : Base { int s = 7; }; Base made();";
    CHECK(value_of("Sub a = {made(), 8}", bases) == "computed");
    CHECK(value_of("Sub a = {{}, 8}", bases) == R"({"b":1,"s":8})");
    CHECK(value_of("Sub a = {}", bases) == R"({"b":1,"s":7})");
}

TEST_CASE("what only the program knows is computed", "[frontend]") {
    CHECK(value_of("int a = now()", "int now();") == "computed");
    CHECK(value_of("std::string a = text()", "std::string text();") == "computed");
    CHECK(value_of("Dot a = {}", "int now(); struct Dot { int x = now(); };") == "computed");
    CHECK(value_of("double a = 1e308 * 10") == "computed");
}

TEST_CASE("member initialisers are the defaults of fields", "[frontend]") {
    const auto parsed =
        parse_parameters("Dot a",
                         "int now(); struct Dot { int a; int b{}; int c{5}; std::string d = \"x\"; "
                         "int e = now(); std::vector<int> f{}; };");
    CHECK(places(parsed.diagnostics).empty());
    const auto& fields = parsed.model.records.at("Dot").fields;
    CHECK(fields[0].required());
    CHECK(fields[1].fallback.json == "0");
    CHECK(fields[2].fallback.json == "5");
    CHECK(fields[3].fallback.json == "\"x\"");
    CHECK(fields[4].fallback.kind == gen::Default::Kind::computed);
    CHECK(fields[5].fallback.json == "[]");
}
