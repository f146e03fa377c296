// Doc comments of every house: what models read of each form.
#include <generator/frontend/doc_text.hpp>

#include <catch2/catch.hpp>

using iam::gen::DocText;
using iam::gen::parse_doc_text;

namespace {

/// "a: one, b: two"
std::string parameters_of(const DocText& doc) {
    std::string out;
    for (const auto& [name, text] : doc.parameters)
        out += (out.empty() ? "" : ", ") + name + ": " + text;
    return out;
}

std::string description_of(const std::string& text) {
    const DocText doc = parse_doc_text(text);
    CHECK(doc.left_out.empty());
    return doc.description;
}

}  // namespace

TEST_CASE("B5 banners and boxes of asterisks are frames, not text", "[frontend]") {
    CHECK(description_of("*****************\nOpens a door.\n*****************\n") ==
          "Opens a door.");
    CHECK(
        description_of("****************\n* Opens a door. *\n* Slowly.      *\n***************/") ==
        "Opens a door. Slowly.");
    CHECK(description_of("================\nOpens a door.\n----------------\n") == "Opens a door.");
    CHECK(description_of("Opens:\n* a door\n* a gate\n") == "Opens:\n* a door\n* a gate");
}

TEST_CASE("B5 several commands of one line are one section each", "[frontend]") {
    const DocText doc = parse_doc_text(
        "Opens a door. \\param door which one \\param[in] slowly or not \\return its state");
    CHECK(doc.description == "Opens a door.");
    CHECK(parameters_of(doc) == "door: which one, slowly: or not");
    CHECK(doc.result == "its state");
    CHECK(description_of("Says `a @param b`.") == "Says `a @param b`.");
}

TEST_CASE("B5 names of one @param share its text", "[frontend]") {
    CHECK(parameters_of(parse_doc_text("@param a, b the corners\n@param c,d   others\n")) ==
          "a: the corners, b: the corners, c: others, d: others");
    CHECK(parameters_of(parse_doc_text("@param a,b the\n  corners\n")) ==
          "a: the corners, b: the corners");
}

TEST_CASE("B5 types, dashes, colons and directions beside a parameter are no text", "[frontend]") {
    CHECK(
        parameters_of(parse_doc_text("@param {number} a - the first\n@param b: the second\n"
                                     "@param [c=3] the third\n@param[in,out] d the fourth\n"
                                     "@param {{x: int}} e the fifth\n@param f [in] the sixth\n")) ==
        "a: the first, b: the second, c: the third, d: the fourth, e: the fifth, f: the sixth");
    CHECK(parse_doc_text("@returns {int} - the sum\n").result == "the sum");
    CHECK(description_of("[in] the hour") == "the hour");
    CHECK(description_of("[0, 23] the hour") == "[0, 23] the hour");
}

TEST_CASE("B5 code is a fence of its own, with its lines as they are", "[frontend]") {
    CHECK(description_of("Opens.\n@code{.cpp}\nopen(1);  // @param x none\n  close();\n@endcode\n"
                         "Slowly.\n") ==
          "Opens.\n```\nopen(1);  // @param x none\n  close();\n```\n\nSlowly.");
    const DocText fenced = parse_doc_text("Opens.\n\n```cpp\n/// @param g none\n\nx <b> y\n```\n");
    CHECK(fenced.description == "Opens.\n\n```cpp\n/// @param g none\n\nx <b> y\n```");
    CHECK(fenced.parameters.empty());
    CHECK(description_of("Opens.\n\\verbatim a @b \\endverbatim\n") == "Opens.\n```\na @b\n```");
    CHECK(description_of("Opens.\n@code\nnever closed") == "Opens.\n```\nnever closed\n```");
}

TEST_CASE("B5 XML comments say what commands say", "[frontend]") {
    const DocText doc = parse_doc_text(
        "<summary>\nAdds <c>a</c> to <paramref name=\"b\"/>.\n</summary>\n"
        "<param name=\"a\">the <b>first</b>, see <see cref=\"T:Desk.Box\"/></param>\n"
        "<param name='b'><para>the second</para></param>\n"
        "<returns>a sum &lt; 10</returns>\n<exception cref=\"X\">never</exception>\n"
        "<remarks>Slow.</remarks>");
    CHECK(doc.description == "Adds a to b.\n\nSlow.");
    CHECK(parameters_of(doc) == "a: the first, see Desk.Box, b: the second");
    CHECK(doc.result == "a sum < 10");
    CHECK(doc.left_out.empty());
    CHECK(description_of("Takes std::vector<int>, <name> and map<a>; 1 < 2 & 3.") ==
          "Takes std::vector<int>, <name> and map<a>; 1 < 2 & 3.");
    CHECK(description_of("Opens.\n<code>\nopen(<b>);\n</code>\n") ==
          "Opens.\n```\nopen(<b>);\n```");
    CHECK(description_of("One.<br/>\n<ul><li>a</li><li>b</li></ul><!-- none -->") ==
          "One.\n- a\n- b");
}

TEST_CASE("B5 commands in front of words, links, formulas and escapes leave the words",
          "[frontend]") {
    CHECK(description_of("See @ref open \"the other\", @ref close, {@link Box} and {@code x}.") ==
          "See the other, close, Box and x.");
    CHECK(description_of("For \\f$x > 0\\f$, mail a\\@b, 5 \\% of %Box, C:\\\\temp.") ==
          "For x > 0, mail a@b, 5 % of Box, C:\\temp.");
    CHECK(description_of("The @p\nhour counts.") == "The hour counts.");
    CHECK(description_of("Keeps @home and \\o/ and a@param.de.") ==
          "Keeps @home and \\o/ and a@param.de.");
    CHECK(description_of("@li one\n@li two") == "- one\n- two");
}

TEST_CASE("B5 lines for the program that makes documentation are no text", "[frontend]") {
    CHECK(description_of("@{\n@fn int open(int)\nOpens.\n@ingroup doors\nSlowly.\n@}\n") ==
          "Opens. Slowly.");
    CHECK(description_of("Opens.\n@throws X if it is locked\n  for long\n\nSlowly.") ==
          "Opens.\n\nSlowly.");
}

TEST_CASE("B5 text of another place is left out and named", "[frontend]") {
    const DocText doc = parse_doc_text(
        "Opens.\n@copydoc close\n@htmlonly <b>x</b> @endhtmlonly Slowly.\n<inheritdoc/>\n"
        "@image html a.png\n");
    CHECK(doc.description == "Opens. Slowly.");
    CHECK(doc.left_out ==
          std::vector<std::string>{"<inheritdoc>", "@copydoc", "@htmlonly", "@image"});
}
