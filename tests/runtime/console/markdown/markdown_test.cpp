// Tests of runtime/src/console/markdown/{markdown,tree_writer}.cpp.
#include "console/markdown/markdown.hpp"

#include "markdown/tree_check.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using console::k_markdown_bytes_max;
using console::k_markdown_depth_max;
using console::k_markdown_nodes_max;
using console::markdown_tree;

namespace {

Json tree_of(const std::string& text) {
    const auto tree = markdown_tree(text);
    REQUIRE(tree);
    const auto value = parse_json(*tree);
    REQUIRE(value);
    INFO(text << "\n" << *tree);
    CHECK(test::TreeCheck(*value).fault().empty());
    return *value;
}

Json json(const std::string& text) {
    return parse_json(text).value();
}

std::string text_in(const Json& node) {
    if (node.is_string()) return node.get<std::string>();
    std::string text;
    for (const Json& child : node.is_array() ? node : node.at("children")) text += text_in(child);
    return text;
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string out;
    while (times-- > 0) out += text;
    return out;
}

}  // namespace

TEST_CASE("Markdown becomes a tree of known tags (W12)") {
    CHECK(tree_of("One *two* **three** `four`") ==
          json(R"json([{"tag":"p","children":["One ",{"tag":"em","children":["two"]}," ",
                   {"tag":"strong","children":["three"]}," ",{"tag":"code","children":["four"]}]}])json"));
    CHECK(tree_of("## Head\n\n> quoted\n\n---") ==
          json(R"json([{"tag":"h","level":2,"children":["Head"]},
                   {"tag":"quote","children":[{"tag":"p","children":["quoted"]}]},
                   {"tag":"hr","children":[]}])json"));
    CHECK(
        tree_of("- a\n- b\n\n7. c") ==
        json(
            R"json([{"tag":"ul","children":[{"tag":"li","children":["a"]},{"tag":"li","children":["b"]}]},
                   {"tag":"ol","start":7,"children":[{"tag":"li","children":["c"]}]}])json"));
    CHECK(tree_of("```cpp\nint a;\n\tb\n```") ==
          json(R"json([{"tag":"pre","children":["int a;\n    b\n"]}])json"));
    CHECK(tree_of("soft\nline, hard  \nline") ==
          json(R"json([{"tag":"p","children":["soft line, hard\nline"]}])json"));
    CHECK(tree_of("") == json("[]"));
}

TEST_CASE("a table becomes rows of cells (W12)") {
    CHECK(tree_of("| a | b |\n|---|---|\n| 1 | *2* |") == json(R"json([{"tag":"table","children":[
                   {"tag":"tr","children":[{"tag":"th","children":["a"]},{"tag":"th","children":["b"]}]},
                   {"tag":"tr","children":[{"tag":"td","children":["1"]},
                                           {"tag":"td","children":[{"tag":"em","children":["2"]}]}]}]}])json"));
}

TEST_CASE("a cell has text of one line and no blocks (W12)") {
    const Json tree = tree_of(
        "| # a | - | 1. |\n|---|---|---|\n| > q | --- |\n| `a\\|b` | [x](javascript:1) | |");
    CHECK(text_in(tree) == "# a-1.> q---a|bx (javascript:1)");
    for (const char* tag : {"h", "ul", "ol", "quote", "hr", "p"})
        CHECK(tree.dump().find("\"tag\":\"" + std::string(tag) + "\"") == std::string::npos);
    CHECK(tree[0]["children"][1]["children"].size() == 3);
}

TEST_CASE("HTML in Markdown is text (W12)") {
    CHECK(tree_of("<script>alert(1)</script>") ==
          json(R"json([{"tag":"p","children":["<script>alert(1)</script>"]}])json"));
    CHECK(text_in(tree_of("a <img src=x onerror=alert(1)> b")) ==
          "a <img src=x onerror=alert(1)> b");
    CHECK(text_in(tree_of("<div>\n\n*x*\n\n</div>")) == "<div>x</div>");
    CHECK(text_in(tree_of("&lt;b&gt; &#60;i>")) == "<b> <i>");
}

TEST_CASE("an image becomes its address as text (W12)") {
    CHECK(tree_of("![pixel](http://evil.test/pixel.png)") ==
          json(R"json([{"tag":"p","children":["pixel"," (http://evil.test/pixel.png)"]}])json"));
    CHECK(text_in(tree_of("![*a* ![b](u)](v)")) == "a b (u) (v)");
}

TEST_CASE("a link has its address and its full host (W12)") {
    CHECK(tree_of("[bank](https://\u0440\u0430ypal.com/x)") ==
          json(R"json([{"tag":"p","children":[{"tag":"a","address":"https://xn--ypal-43d9g.com/x",
                   "host":"xn--ypal-43d9g.com","children":["bank"]}]}])json"));
    CHECK(tree_of("[a](https://e.org/?x=1&amp;y=2)").dump().find("x=1&y=2") != std::string::npos);
}

TEST_CASE("a bare address becomes a link, without the signs behind it (W12)") {
    CHECK(tree_of("See (https://example.org/a?b=1), or http://e.org.") ==
          json(R"json([{"tag":"p","children":["See (",
               {"tag":"a","address":"https://example.org/a?b=1","host":"example.org","children":["https://example.org/a?b=1"]},
               "), or ",{"tag":"a","address":"http://e.org","host":"e.org","children":["http://e.org"]},"."]}])json"));
    for (const char* text :
         {"`http://e.org`", "    http://e.org", "xhttp://e.org", "http://", "http://a@e.org"})
        CHECK(tree_of(text).dump().find("\"tag\":\"a\"") == std::string::npos);
    CHECK(text_in(tree_of("[http://bank.com](http://evil.test)")) == "http://bank.com");
    CHECK(tree_of("*http://e.org*").dump().find("\"address\":\"http://e.org\"") !=
          std::string::npos);
}

TEST_CASE("a link that no page may open is text with its address (W12)") {
    CHECK(tree_of("[Allow](javascript:alert(1))") ==
          json(R"json([{"tag":"p","children":["Allow"," (javascript:alert(1))"]}])json"));
    for (const char* address : {"data:text/html,x", "/api/freeze", "#/policies", "//evil.test",
                                "https://a@evil.test", "&#106;avascript:alert(1)", "vbscript:x"}) {
        const Json tree = tree_of("[x](" + std::string(address) + ")");
        CHECK(tree.dump().find("\"tag\":\"a\"") == std::string::npos);
        CHECK(text_in(tree).starts_with("x ("));
    }
}

TEST_CASE("characters that hide are spelled out in all texts of a tree (W12)") {
    CHECK(text_in(tree_of("a\u202Eb")) == "a\\u{202E}b");
    CHECK(text_in(tree_of("a&#x202E;b")) == "a\\u{202E}b");
    CHECK(text_in(tree_of("`a\u200Bb`")) == "a\\u{200B}b");
    CHECK(text_in(tree_of("![a](http://e.org/\u202E)")).find("\\u{202E}") != std::string::npos);
    CHECK(text_in(tree_of(std::string("a\0b", 3))) == "a\\u{FFFD}b");
    CHECK(text_in(tree_of("\xFF\x1B[2J")) == "\\x{FF}\\u{1B}[2J");
}

TEST_CASE("nodes that are nested too deep are left out, and their text stays (W12)") {
    const Json tree = tree_of(repeated("> ", 200) + "deep **bold**");
    CHECK(text_in(tree) == "deep bold");
    CHECK(text_in(tree_of(repeated("- ", 200) + "x")) == "x");
    CHECK(text_in(tree_of(repeated("> ", k_markdown_depth_max - 1) + "*x*")) == "x");
}

TEST_CASE("a text over a limit has no tree (W12)") {
    CHECK(markdown_tree(std::string(k_markdown_bytes_max, 'x')));
    CHECK_FALSE(markdown_tree(std::string(k_markdown_bytes_max + 1, 'x')));
    CHECK(markdown_tree(repeated("*a* ", k_markdown_nodes_max / 4)));
    CHECK_FALSE(markdown_tree(repeated("*a* ", k_markdown_nodes_max / 2)));
    // Each short row gets all cells of the head.
    CHECK_FALSE(markdown_tree(repeated("|a", 60) + "|\n" + repeated("|-", 60) + "|\n" +
                              repeated("|b|\n", 200)));
}

// A quadratic reader would take minutes, and the test its limit of time.
TEST_CASE("hostile Markdown of the greatest size keeps to the tree (W12)") {
    for (const char* piece :
         {"[",  "![", "*",       "**a ", "`",    "`a``", "<",    "<!--",     "\\",
          "&#", "> ", "- ",      "1. ",  "|",    "_a",   "[a](", "[a]: b\n", "a*_",
          "\n", "\t", "http://", "]",    "[[]]", "~",    "#"}) {
        const std::string text = repeated(piece, k_markdown_bytes_max / std::string(piece).size());
        if (const auto tree = markdown_tree(text)) {
            INFO(piece);
            CHECK(test::TreeCheck(parse_json(*tree).value()).fault().empty());
        }
    }
}
