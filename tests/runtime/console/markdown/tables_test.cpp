#include "console/markdown/tables.hpp"

#include <catch2/catch.hpp>

#include <string>

using iam::console::cut_tables;
using iam::console::k_table_columns_max;

namespace {

/// "text" for Markdown, "(a|b)(1|2)" for a table.
std::string shape_of(std::string_view text) {
    std::string shape;
    for (const auto& piece : cut_tables(text)) {
        shape += piece.text;
        for (const auto& row : piece.rows) {
            shape += '(';
            for (const std::string& cell : row) shape += (&cell == &row.front() ? "" : "|") + cell;
            shape += ')';
        }
    }
    return shape;
}

std::string columns(std::size_t count, std::string_view cell) {
    std::string line = "|";
    while (count-- > 0) line += std::string(cell) + "|";
    return line + "\n";
}

}  // namespace

TEST_CASE("a table is cut out with its head and its rows (W12)") {
    CHECK(shape_of("before\n| a | b |\n|:--|--:|\n| 1 | 2 |\nafter") == "before\n(a|b)(1|2)after");
    CHECK(shape_of("a | b\n- | -\n1 | 2\n\nend") == "(a|b)(1|2)\nend");
    CHECK(shape_of("|a|\r\n|-|\r\n|1|\r\n") == "(a)(1)");
    CHECK(shape_of("|a|b|\n|-|-|\n|1|\n|2|3|4|") == "(a|b)(1)(2|3|4)");
    CHECK(shape_of("|a|b|\n|-|-|\n||x|") == "(a|b)(|x)");
    CHECK(shape_of("|a|\n|-|") == "(a)");
}

TEST_CASE("a bar behind a backslash belongs to its cell (W12)") {
    CHECK(shape_of("|a\\|b|c|\n|-|-|\n|\\\\|d|") == "(a|b|c)(\\\\|d)");
}

TEST_CASE("lines that are no table stay in the text (W12)") {
    for (const char* text :
         {"a | b", "a | b\nc | d", "|a|b|\n|-|\n", "|a|\n|x|\n", "```\n|a|\n|-|\n```\n",
          "~~~~\n|a|\n|-|\n~~~\n|a|\n|-|\n", "> |a|\n> |-|\n", "    |a|\n    |-|\n", "\t|a|\n|-|\n",
          "- a | b\n|-|-|\n", "# a | b\n|-|-|\n", "a\n-\n", "", "\n"})
        CHECK(shape_of(text) == text);
    CHECK(shape_of("```\nx\n```\n|a|\n|-|\n") == "```\nx\n```\n(a)");
    CHECK(shape_of("```a`b\n|a|\n|-|\n") == "```a`b\n(a)");
}

TEST_CASE("a table has at most 64 columns (W12)") {
    CHECK(cut_tables(columns(k_table_columns_max, "a") + columns(k_table_columns_max, "-"))
              .front()
              .rows.size() == 1);
    const std::string wide =
        columns(k_table_columns_max + 1, "a") + columns(k_table_columns_max + 1, "-");
    CHECK(shape_of(wide) == wide);
}
