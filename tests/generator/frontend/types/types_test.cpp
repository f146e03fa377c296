// Types of parameters, fields and results.
// Tests of generator/frontend/functions/results.cpp.
// Tests of generator/frontend/types/{chrono_types,enums,records,scalar_types,std_types}.cpp.
// Tests of generator/frontend/types/type_parts.cpp.
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

using iam::test::messages;
using iam::test::parse_parameters;
using iam::test::parse_text;
using iam::test::places;

namespace gen = iam::gen;

namespace {

gen::Type type_of(const std::string& spelling, const std::string& before = {}) {
    const auto parsed = parse_parameters(spelling + " a", before);
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 1);
    return parsed.model.tools[0].function.parameters.at(0).type;
}

/// "IAM3001", with the message to look into.
std::pair<std::string, std::string> refusal_of(const std::string& parameter,
                                               const std::string& before = {}) {
    const auto parsed = parse_parameters(parameter, before);
    REQUIRE(parsed.diagnostics.size() == 1);
    return {parsed.diagnostics[0].id, messages(parsed.diagnostics)};
}

}  // namespace

TEST_CASE("integers have their width and sign, whatever alias names them", "[frontend]") {
    struct Expected {
        const char* spelling;
        int bits;
        bool is_signed;
        const char* cpp;
    };
    const Expected cases[] = {{"std::int8_t", 8, true, "signed char"},
                              {"std::uint8_t", 8, false, "unsigned char"},
                              {"short", 16, true, "short"},
                              {"std::uint16_t", 16, false, "unsigned short"},
                              {"int", 32, true, "int"},
                              {"unsigned", 32, false, "unsigned int"},
                              {"long", 64, true, "long"},
                              {"std::size_t", 64, false, "unsigned long"},
                              {"long long", 64, true, "long long"},
                              {"unsigned long long", 64, false, "unsigned long long"}};
    for (const Expected& expected : cases) {
        CAPTURE(expected.spelling);
        const gen::Type type = type_of(expected.spelling);
        CHECK(type.kind == gen::TypeKind::integer);
        CHECK(type.bits == expected.bits);
        CHECK(type.is_signed == expected.is_signed);
        CHECK(type.cpp == expected.cpp);
    }
}

TEST_CASE("scalars, strings and holders are spelled for generated code", "[frontend]") {
    CHECK(type_of("bool").cpp == "bool");
    CHECK(type_of("float").bits == 32);
    CHECK(type_of("double").bits == 64);
    CHECK(type_of("std::string").cpp == "::std::string");
    CHECK(type_of("std::string_view").kind == gen::TypeKind::string_view);
    CHECK(type_of("std::optional<std::string>").cpp == "::std::optional<::std::string>");
    CHECK(type_of("std::vector<std::vector<unsigned char>>").cpp ==
          "::std::vector<::std::vector<unsigned char>>");
    CHECK(type_of("std::vector<bool>").element->kind == gen::TypeKind::boolean);
    const gen::Type map = type_of("std::map<std::string, std::optional<int>>");
    CHECK(map.kind == gen::TypeKind::map);
    CHECK(map.cpp == "::std::map<::std::string, ::std::optional<int>>");
    CHECK(type_of("Texts", "using Texts = std::vector<std::string>;").cpp ==
          "::std::vector<::std::string>");
}

TEST_CASE("TY17 to TY22 containers keep their elements, keys and numbers of elements",
          "[frontend]") {
    const char* includes =
        "#include <array>\n#include <deque>\n#include <set>\n#include <span>\n"
        "#include <unordered_map>\n";
    CHECK(type_of("std::deque<int>", includes).kind == gen::TypeKind::sequence);
    const gen::Type array = type_of("std::array<std::string, 3>", includes);
    CHECK(array.cpp == "::std::array<::std::string, 3>");
    CHECK(array.extent == 3);
    CHECK(type_of("std::set<long>", includes).cpp == "::std::set<long>");
    // The glue holds what a view looks at.
    CHECK(type_of("std::span<const short>", includes).cpp == "::std::vector<short>");
    CHECK(type_of("std::span<const short, 2>", includes).cpp == "::std::array<short, 2>");
    const gen::Type map = type_of("std::unordered_map<unsigned char, bool>", includes);
    CHECK(map.cpp == "::std::unordered_map<unsigned char, bool>");
    CHECK(map.key->bits == 8);
}

TEST_CASE("TY28 to TY30 times have the unit or the digits of their durations", "[frontend]") {
    const char* includes = "#include <chrono>\n";
    const gen::Type frames = type_of("std::chrono::duration<int, std::ratio<1, 30>>", includes);
    CHECK(frames.kind == gen::TypeKind::integer);
    CHECK(frames.unit == "1/30 s");
    CHECK(frames.cpp == "::std::chrono::duration<int, ::std::ratio<1, 30>>");
    CHECK(type_of("std::chrono::hours", includes).unit == "h");
    const gen::Type moment = type_of("std::chrono::system_clock::time_point", includes);
    CHECK(moment.digits == 9);
    CHECK(moment.is_bounded_to_years);
    CHECK_FALSE(
        type_of("std::chrono::sys_time<std::chrono::microseconds>", includes).is_bounded_to_years);
    CHECK(type_of("std::chrono::sys_days", includes).kind == gen::TypeKind::date);
}

TEST_CASE("values, const references and rvalue references carry the same type", "[frontend]") {
    CHECK(type_of("const std::string&").cpp == "::std::string");
    CHECK(type_of("std::string&&").cpp == "::std::string");
    CHECK(type_of("const int").cpp == "int");
}

TEST_CASE("enums and records are described once, by their qualified names", "[frontend]") {
    const auto parsed = parse_text(R"(
namespace d {
enum class Colour { red, green, rouge = red };
enum Plain { one = 1, two };
struct Base { int id; };
struct Dot : Base { Colour colour = Colour::green; [[iam::range(0, 9)]] int size = 3; std::vector<Base> more; };
[[iam::tool]] Dot f(const Dot& a, Plain b, std::optional<d::Dot> c);
})");
    CHECK(places(parsed.diagnostics).empty());
    const gen::Function& function = parsed.model.tools.at(0).function;
    CHECK(function.result.cpp == "::d::Dot");
    CHECK(function.parameters[0].type.name == "d::Dot");
    CHECK(function.parameters[1].type.cpp == "::d::Plain");
    CHECK_FALSE(function.parameters[2].required());
    const gen::Enum& colour = parsed.model.enums.at("d::Colour");
    REQUIRE(colour.enumerators.size() == 3);
    CHECK(colour.enumerators[1].name == "green");
    CHECK_FALSE(colour.enumerators[1].is_alias);
    CHECK(colour.enumerators[2].is_alias);
    const gen::Record& dot = parsed.model.records.at("d::Dot");
    REQUIRE(dot.fields.size() == 4);
    CHECK(dot.fields[0].name == "id");
    CHECK(dot.fields[0].required());
    CHECK(dot.fields[1].fallback.json == "\"green\"");
    CHECK(dot.fields[2].constraints.range);
    CHECK(dot.fields[3].required());
}

TEST_CASE("results are values or nothing", "[frontend]") {
    const auto parsed = parse_text("[[iam::tool]] void f(); [[iam::tool]] std::vector<int> g();");
    CHECK(parsed.model.tools.at(0).function.result.kind == gen::TypeKind::void_);
    CHECK(parsed.model.tools.at(1).function.result.cpp == "::std::vector<int>");
    for (const char* result : {"std::string&&", "int*", "std::vector<std::string_view>"}) {
        CAPTURE(result);
        const auto refused =
            parse_text(std::string("#include <string_view>\n[[iam::tool]] ") + result + " f();");
        REQUIRE(refused.diagnostics.size() == 1);
        CHECK(refused.diagnostics[0].id == "IAM3004");
    }
}

TEST_CASE("a type without a JSON form is refused with a way out", "[frontend]") {
    struct Refused {
        const char* parameter;
        const char* id;
        const char* way_out;
        const char* before = "";
    };
    const Refused cases[] = {
        {"wchar_t a", "IAM3003", "std::string"},
        {"char8_t a", "IAM3003", "std::string"},
        {"char32_t a", "IAM3003", "std::string"},
        {"std::u16string a", "IAM3003", "std::string"},
        {"__int128 a", "IAM3001", "std::string with a pattern"},
        {"int& a", "IAM2010", "return it"},
        {"std::string& a", "IAM2010", "return it"},
        {"int* a", "IAM2010", "std::optional"},
        {"std::optional<const char*> a", "IAM3004", "std::string"},
        {"std::span<const int>* a", "IAM2010", "std::optional", "#include <span>"},
        {"std::vector<std::span<const int>> a", "IAM3004", "std::vector", "#include <span>"},
        {"std::span<int> a", "IAM2010", "return", "#include <span>"},
        {"char* a", "IAM2010", "return"},
        {"int a[3]", "IAM3001", "std::vector"},
        {"void (*a)(int)", "IAM3001", "take an enum that names the choices"},
        {"std::optional<std::optional<int>> a", "IAM3005", "one std::optional"},
        {"std::map<bool, int> a", "IAM3008", "std::string, integer or enum keys"},
        {"std::multimap<std::string, int> a", "IAM3001", "vector of a struct"},
        {"std::map<std::string, int, std::greater<std::string>> a", "IAM3002", "leave it out",
         "#include <functional>"},
        {"std::variant<int, std::optional<bool>> a", "IAM3005", "std::monostate",
         "#include <variant>"},
        {"std::variant<int, std::variant<bool, std::string>> a", "IAM3001",
         "take all alternatives together", "#include <variant>"},
        {"std::vector<std::string_view> a", "IAM3004", "std::string"},
        {"iam::Context a", "IAM3001", "take iam::Context&"},
        {"iam::Progress a", "IAM3001", "take iam::Progress& as a parameter of the function"},
        {"Empty a", "IAM3009", "give it enumerators", "enum class Empty : bool {};"},
        {"Union a", "IAM3007", "struct", "union Union { int a; double b; };"},
        {"Own a", "IAM3007", "constructor", "struct Own { Own(int); int x; };"},
        {"Hidden a", "IAM3007", "not public", "class Hidden { int x; };"},
        {"Virtual a", "IAM3007", "virtual", "struct Virtual { virtual void g(); int x; };"},
        {"Derived a", "IAM3007", "base",
         "struct Base { int x; }; struct Derived : private Base { int y; };"},
        {"Shadow a", "IAM3007", "rename",
         "struct Base { int x; }; struct Shadow : Base { int x; };"},
        {"Bits a", "IAM3001", "take its width away",
         "enum class E { a }; struct Bits { E x : 3; };"},
        {"Local a", "IAM2001", "without linkage", "namespace { struct Local { int x; }; }"},
        {"Known a", "IAM3007", "only declared", "struct Known;"},
    };
    for (const Refused& refused : cases) {
        CAPTURE(refused.parameter);
        const auto [id, message] = refusal_of(refused.parameter, refused.before);
        CHECK(id == refused.id);
        CHECK_THAT(message, Catch::Contains(refused.way_out));
    }
}

TEST_CASE("a type error inside a struct is reported at the tool with a note at the field",
          "[frontend]") {
    const auto parsed = parse_text(
        "struct Inner { wchar_t letter; };\nstruct Outer { Inner inner; };\n"
        "[[iam::tool]] void f(int a, Outer outer);\n[[iam::tool]] void g(Outer outer);\n");
    REQUIRE(parsed.diagnostics.size() == 1);
    CHECK(places(parsed.diagnostics) == "IAM3003 5:35");
    REQUIRE(parsed.diagnostics[0].notes.size() == 2);
    CHECK(parsed.diagnostics[0].notes[0].span.line == 4);
    CHECK(parsed.diagnostics[0].notes[1].span.line == 3);
    CHECK(parsed.model.records.empty());
}
