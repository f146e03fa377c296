// Tags as text spells them, without clang.
#include <generator/frontend/tags/tag_places.hpp>

#include <catch2/catch.hpp>

using namespace iam::gen;

namespace {

std::optional<std::size_t> tag_of(std::string_view text, const Words& macros = {}) {
    return first_tag(scan_text(text), macros);
}

}  // namespace

TEST_CASE("E6 tags of functions are found in every spelling") {
    for (const char* text :
         {"[[iam::tool]] int f();", "[[ iam :: undo(f)]] void g();",
          "[[nodiscard, iam::preview(f)]]", "[[using iam: tool]] int f();",
          "int a = 1'000'0; [[iam::reconcile(f)]]", "#define X 1\n[[iam::tool({.title = \"]]\"})]]",
          "auto s = R\"(\")\"; [[iam::tool]]"}) {
        INFO(text);
        CHECK(tag_of(text));
    }
    CHECK(*tag_of("int x;\n[[iam::tool]]") == 7);
}

TEST_CASE("E6 what only looks like a tag of a function is none") {
    for (const char* text :
         {"// [[iam::tool]]", "/* [[iam::tool]] */", "auto s = \"[[iam::tool]]\";",
          "auto s = R\"x([[iam::tool]])x\";", "iam::tool::Registry r;",
          "[[iam::range(0, 1)]] int x;", "#define TOOL [[iam::tool]]",
          "// a line that goes on \\\n[[iam::tool]]", "[[my::tool]]", "[[iamx::tool]]",
          "char c = '\"'; // [[iam::tool]] \""}) {
        INFO(text);
        CHECK_FALSE(tag_of(text));
    }
}

TEST_CASE("E6 macros that spell a tag count where they are used") {
    const ScannedText text = scan_text(
        "#include \"a.hpp\"\n# include <b/c.hpp>\n#define OUR_TOOL \\\n  [[iam::tool]]\n"
        "#define OTHER iam::Preview\n");
    CHECK(text.tag_macros == Words{"OUR_TOOL"});
    REQUIRE(text.includes.size() == 2);
    CHECK((text.includes[0].name == "a.hpp" && text.includes[0].is_quoted));
    CHECK((text.includes[1].name == "b/c.hpp" && !text.includes[1].is_quoted));
    CHECK(tag_of("OUR_TOOL int f();", text.tag_macros));
    CHECK_FALSE(tag_of("int OUR_TOOLS();", text.tag_macros));
}
