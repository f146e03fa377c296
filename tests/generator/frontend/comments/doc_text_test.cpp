// Doc comments of every house: what models read of each form.
// Tests of generator/frontend/comments/{doc_commands,doc_entities,doc_markup}.cpp.
#include <generator/frontend/comments/doc_text.hpp>

#include <catch2/catch.hpp>

#include <sstream>

using iam::gen::DocText;
using iam::gen::parse_doc_text;

namespace {

using Names = std::vector<std::string>;

/// "a: one, b: two"
std::string parameters_of(const DocText& doc) {
    std::string out;
    for (const auto& [name, text] : doc.parameters)
        out += (out.empty() ? "" : ", ") + name + ": " + text;
    return out;
}

std::string description_in(const std::string& text) {
    const DocText doc = parse_doc_text(text);
    CHECK(doc.left_out.elsewhere == Names());
    CHECK(doc.left_out.unknown == Names());
    return doc.description;
}

std::string everything_of(const DocText& doc) {
    return doc.description + '\n' + parameters_of(doc) + '\n' + doc.result;
}

Names words_of(const std::string& text) {
    std::istringstream in(text);
    Names words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

}  // namespace

TEST_CASE("B5 a line break by command begins no description with a blank", "[frontend]") {
    CHECK(parse_doc_text("@n Adds.").description == "Adds.");
}

TEST_CASE("B5 a name in a bracket that is not closed ends at a blank", "[frontend]") {
    const DocText doc = parse_doc_text("Adds.\n@param[in first the number\n");
    for (const auto& [name, description] : doc.parameters)
        CHECK(name.find(' ') == std::string::npos);
    CHECK(doc.description == "Adds.");
    CHECK(doc.parameters.size() == 1);
}

TEST_CASE("B5 banners and boxes of asterisks are frames, not text", "[frontend]") {
    CHECK(description_in("*****************\nOpens a door.\n*****************\n") ==
          "Opens a door.");
    CHECK(
        description_in("****************\n* Opens a door. *\n* Slowly.      *\n***************/") ==
        "Opens a door. Slowly.");
    CHECK(description_in("****************\n Opens a door. *\n Slowly.      *\n***************/") ==
          "Opens a door. Slowly.");
    CHECK(description_in("================\nOpens a door.\n----------------\n") == "Opens a door.");
    CHECK(description_in("==== Opens a door. ====\n") == "Opens a door.");
    CHECK(description_in("** Opens a door. **") == "Opens a door.");
    CHECK(description_in("///////////////\n Opens a door.\n///////////////") == "Opens a door.");
    CHECK(description_in("Opens:\n* a door\n* a gate\n") == "Opens:\n* a door\n* a gate");
    CHECK(description_in("# Doors\n\nOpens **one** door - slowly.") ==
          "# Doors\n\nOpens **one** door - slowly.");
}

TEST_CASE("B5 several commands of one line are one section each", "[frontend]") {
    const DocText doc = parse_doc_text(
        "Opens a door. \\param door which one \\param[in] slowly or not \\return its state");
    CHECK(doc.description == "Opens a door.");
    CHECK(parameters_of(doc) == "door: which one, slowly: or not");
    CHECK(doc.result == "its state");
    CHECK(description_in("Says `a @param b`.") == "Says `a @param b`.");
    CHECK(description_in("@brief Opens a door. @ingroup doors") == "Opens a door.");
}

TEST_CASE("B5 names of one @param share its text", "[frontend]") {
    CHECK(parameters_of(parse_doc_text("@param a, b the corners\n@param c,d   others\n")) ==
          "a: the corners, b: the corners, c: others, d: others");
    CHECK(parameters_of(parse_doc_text("@param a,b the\n  corners\n")) ==
          "a: the corners, b: the corners");
}

TEST_CASE("B5 types, dashes, colons and directions beside a parameter are no text", "[frontend]") {
    CHECK(parameters_of(parse_doc_text("@param {number} a - the first\n@param b: the second\n"
                                       "@param [c=3] the third\n@param[in,out] d the fourth\n"
                                       "@param {{x: int}} e the fifth\n@param f [in] the sixth\n"
                                       "@param `g` the seventh\n@param <T> none\n")) ==
          "a: the first, b: the second, c: the third, d: the fourth, e: the fifth, f: the sixth, "
          "g: the seventh");
    CHECK(parse_doc_text("@returns {int} - the sum\n").result == "the sum");
    CHECK(parse_doc_text("@return a code\n@retval 0 it went well\n@retval 1 it did not\n").result ==
          "a code\n- 0: it went well\n- 1: it did not");
    CHECK(description_in("[in] the hour") == "the hour");
    CHECK(description_in("[0, 23] the hour") == "[0, 23] the hour");
}

TEST_CASE("B5 a parameter after an at sign and before a colon is described", "[frontend]") {
    const DocText doc = parse_doc_text(
        "Opens a door.\n@door: which one\n  of them\n@a: how far\n\nSlowly.\n@note: alone\n");
    CHECK(parameters_of(doc) == "door: which one of them, a: how far");
    CHECK(doc.description == "Opens a door.\n\nSlowly.\n\nNote: : alone");
}

TEST_CASE("B5 code is a fence of its own, with its lines as they are", "[frontend]") {
    CHECK(description_in("Opens.\n@code{.cpp}\nopen(1);  // @param x none\n  close();\n@endcode\n"
                         "Slowly.\n") ==
          "Opens.\n```\nopen(1);  // @param x none\n  close();\n```\n\nSlowly.");
    const DocText fenced = parse_doc_text("Opens.\n\n```cpp\n/// @param g none\n\nx <b> y\n```\n");
    CHECK(fenced.description == "Opens.\n\n```cpp\n/// @param g none\n\nx <b> y\n```");
    CHECK(fenced.parameters.empty());
    CHECK(description_in("Opens.\n\\verbatim a @b \\endverbatim\n") == "Opens.\n```\na @b\n```");
    CHECK(description_in("Opens.\n@code\nnever closed") == "Opens.\n```\nnever closed\n```");
    CHECK(description_in("Opens ```a``` and\n```b``` doors.") ==
          "Opens ```a``` and ```b``` doors.");
}

TEST_CASE("B5 XML comments say what commands say", "[frontend]") {
    const DocText doc = parse_doc_text(
        "<summary>\nAdds <c>a &lt; 3</c> to <paramref name=\"b\"/>.\n</summary>\n"
        "<param name=\"a\">the <b>first</b>, see <see cref=\"T:Desk.Box\"/></param>\n"
        "<param name='b'><para>the second, <see langword=\"null\"/> or "
        "<see href=\"x.org\">more</see></para></param>\n"
        "<returns>a sum &lt; 10</returns>\n<exception cref=\"X\">never</exception>\n"
        "<remarks>Slow.</remarks>");
    CHECK(doc.description == "Adds `a < 3` to b.\n\nSlow.");
    CHECK(parameters_of(doc) == "a: the first, see Desk.Box, b: the second, null or more");
    CHECK(doc.result == "a sum < 10");
    CHECK(doc.left_out.elsewhere.empty());
    CHECK(description_in("Takes std::vector<int>, <name> and map<a>; 1 < 2 & 3, a <b && c=d>.") ==
          "Takes std::vector<int>, <name> and map<a>; 1 < 2 & 3, a <b && c=d>.");
    CHECK(description_in("Opens.\n<code>\nopen(<b>);\n</code>\n") ==
          "Opens.\n```\nopen(<b>);\n```");
    CHECK(description_in("One.<BR/>\n<UL><LI>a</LI><LI>b</LI></UL><!-- none -->") ==
          "One.\n- a\n- b");
    CHECK(description_in("Costs 5&nbsp;&euro; &#38; 3 &#x41;, &uuml;ber &unknown; &#x202E;.") ==
          "Costs 5 \xE2\x82\xAC & 3 A, \xC3\xBC"
          "ber &unknown; &#x202E;.");
    CHECK(description_in("Mail a&#64;param b.") == "Mail a@param b.");
}

TEST_CASE("B5 commands in front of words, links, formulas and escapes leave the words",
          "[frontend]") {
    CHECK(description_in("See @ref open \"the other\", @ref close, {@link Box} and {@code x}.") ==
          "See the other, close, Box and `x`.");
    CHECK(
        description_in("See {@link Box the box}, [the gate]{@link gate}, [a](@ref b), \\c{x y}.") ==
        "See the box, the gate, a, x y.");
    CHECK(description_in("Takes {@code map<a,\nb> {}} only.") ==
          "Takes\n```\nmap<a,\nb> {}\n```\n\nonly.");
    CHECK(description_in("For \\f$x > 0\\f$, mail a\\@b, 5 \\% of %Box, C:\\\\temp.") ==
          "For x > 0, mail a@b, 5 % of Box, C:\\temp.");
    CHECK(description_in("Solves\n\\f{eqnarray*}{\n  g &=& x\n\\f}\nfor x.") ==
          "Solves g &=& x for x.");
    CHECK(description_in("The @p\nhour counts.") == "The hour counts.");
    CHECK(description_in("Keeps @home, \\o/, \\d+, C:\\temp\\new and a@param.de.") ==
          "Keeps @home, \\o/, \\d+, C:\\temp\\new and a@param.de.");
    CHECK(description_in("Says it (e.g.\\ slowly), \\~english once \\--- or twice.") ==
          "Says it (e.g. slowly), once --- or twice.");
    CHECK(description_in("@li one\n@li two") == "- one\n- two");
}

TEST_CASE("B5 lines for the program that makes documentation are no text", "[frontend]") {
    CHECK(description_in("@{\n@fn int open(int)\nOpens.\n@ingroup doors\nSlowly.\n@}\n") ==
          "Opens. Slowly.");
    CHECK(description_in("Opens.\n@throws X if it is locked\n  for long\n\nSlowly.") ==
          "Opens.\n\nSlowly.");
}

TEST_CASE("B5 text that documentation hides stays hidden, over paragraphs", "[frontend]") {
    CHECK(description_in("Opens.\n@internal\nKeys lie\n\nbelow the mat.\n@endinternal\nSlowly.") ==
          "Opens. Slowly.");
    CHECK(
        description_in("Opens.\n\\cond A\nOne.\n\\cond B\nTwo.\n\\endcond\nThree.\n\\endcond\n") ==
        "Opens.");
    CHECK(description_in("Opens.\n@internal\nKeys lie\n\nbelow the mat.") == "Opens.");
}

TEST_CASE("B5 paragraphs of one section stay together", "[frontend]") {
    const DocText doc = parse_doc_text(
        "Opens.\n@param door @parblock\nOne door.\n\nOr its gate.\n@endparblock\n\nSlowly.\n"
        "\\par Caution\nIt creaks.\n");
    CHECK(parameters_of(doc) == "door: One door.\n\nOr its gate.");
    CHECK(doc.description == "Opens.\n\nSlowly.\n\nCaution: It creaks.");
}

TEST_CASE("B5 text of another place is left out and named", "[frontend]") {
    const DocText doc = parse_doc_text(
        "Opens.\n@copydoc close\n@htmlonly <b>x</b> @endhtmlonly Slowly.\n<inheritdoc/>\n"
        "@image html a.png\n\\if A\nOne.\n\\if B\nTwo.\n\\endif\nThree.\n\\endif\nAs \\cite knuth "
        "says.\n");
    CHECK(doc.description == "Opens. Slowly.\n\nAs says.");
    CHECK(doc.left_out.elsewhere ==
          Names{"<inheritdoc>", "@copydoc", "@htmlonly", "@image", "@if", "@cite"});
    CHECK(doc.left_out.unknown == Names());
}

TEST_CASE("B5 a command or tag that nobody knows is left out and named", "[frontend]") {
    const DocText doc = parse_doc_text(
        "@company Opens a door.\nWith \\care as <threadsafety static=\"true\"/> "
        "<tip>says</tip>.\n");
    CHECK(doc.description == "Opens a door. With as says.");
    CHECK(doc.left_out.unknown == Names{"<threadsafety>", "<tip>", "@company", "\\care"});
}

TEST_CASE("B5 no command of Doxygen's manual reaches a model", "[frontend]") {
    const Names commands = words_of(
        "a addindex addtogroup anchor arg attention author authors b brief bug c callergraph "
        "callgraph category cite class code collaborationgraph concept cond copybrief copydetails "
        "copydoc copyright date def defgroup deprecated details diafile dir directorygraph "
        "docbookinclude docbookonly dontinclude dot dotfile doxyconfig e else elseif em emoji "
        "endcode endcond enddocbookonly enddot endhtmlonly endif endiliteral endinternal "
        "endiverbatim endlatexonly endlink endmanonly endmsc endparblock endrtfonly endsecreflist "
        "enduml endverbatim endxmlonly enum example exception extends file fileinfo fn groupgraph "
        "headerfile hidecallergraph hidecallgraph hidecollaborationgraph hidedirectorygraph "
        "hideenumvalues hidegroupgraph hideincludedbygraph hideincludegraph hideinheritancegraph "
        "hideinitializer hiderefby hiderefs htmlinclude htmlonly idlexcept if ifnot iliteral image "
        "implements important include includedbygraph includedoc includegraph includelineno "
        "ingroup "
        "inheritancegraph interface internal invariant iverbatim latexinclude latexonly li line "
        "lineinfo link mainpage maninclude manonly memberof module msc mscfile n name namespace "
        "noop nosubgrouping note overload p package page par paragraph param parblock plantumlfile "
        "post pre private privatesection property protected protectedsection protocol public "
        "publicsection pure qualifier raisewarning ref refitem related relatedalso relates "
        "relatesalso remark remarks result return returns retval rtfinclude rtfonly sa secreflist "
        "section see short showdate showenumvalues showinitializer showrefby showrefs since skip "
        "skipline snippet snippetdoc snippetlineno startuml static struct subpage subparagraph "
        "subsection subsubparagraph subsubsection tableofcontents test throw throws todo tparam "
        "typedef union until var verbatim verbinclude version warning weakgroup xmlinclude xmlonly "
        "xrefitem");
    REQUIRE(commands.size() > 180);
    for (const std::string& command : commands) {
        for (const char mark : {'@', '\\'}) {
            const std::string written = mark + command;
            INFO(written);
            const DocText own = parse_doc_text("Opens.\n" + written + " door way\nSlowly.");
            CHECK(everything_of(own).find(written) == std::string::npos);
            CHECK(own.left_out.unknown == Names());
            const DocText alone = parse_doc_text("Opens.\n" + written);
            CHECK(everything_of(alone).find(written) == std::string::npos);
        }
    }
}

TEST_CASE("B5 no tag of HTML or of XML comments reaches a model", "[frontend]") {
    const Names tags = words_of(
        "a b blockquote body br c caption center cite code dd del description details dfn div dl "
        "dt "
        "em example exception font form h1 h2 h3 h4 h5 h6 hr i img include inheritdoc input ins "
        "item kbd li list listheader meta ol p para param paramref permission pre remarks returns "
        "s "
        "samp see seealso small span strike strong sub summary sup table tbody td term tfoot th "
        "thead tr tt typeparam typeparamref u ul value var");
    for (const std::string& tag : tags) {
        std::string capitals;
        for (const char c : tag) capitals += static_cast<char>(std::toupper(c));
        for (const std::string& name : {tag, capitals}) {
            INFO(name);
            const DocText doc = parse_doc_text("Opens <" + name + " name=\"x\">one</" + name +
                                               "> door.\n<" + name + "/>\n");
            CHECK(everything_of(doc).find('<') == std::string::npos);
            CHECK(doc.left_out.unknown == Names());
        }
    }
}
