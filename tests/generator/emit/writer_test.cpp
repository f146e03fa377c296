// Templates.
#include <generator/emit/writer.hpp>

#include <catch2/catch.hpp>

namespace iam::gen::test {

TEST_CASE("variables are replaced wherever they stand, and values are not looked at again") {
    CHECK(fill({{"a", "1"}, {"b", "$a$"}}, "x$a$y$b$z") == "x1y$a$z");
}

TEST_CASE("the first line break of a template is not part of it") {
    CHECK(fill({}, "\nline\n") == "line\n");
    CHECK(fill({}, "\n\nline\n") == "\nline\n");
}

TEST_CASE("a variable that has its line to itself gives its indentation to every line") {
    CHECK(fill({{"lines", "a;\nb;\n\nc;\n"}}, "{\n    $lines$\n}\n") ==
          "{\n    a;\n    b;\n\n    c;\n}\n");
    CHECK(fill({{"lines", "a;"}}, "  $lines$\n") == "  a;\n");
}

TEST_CASE("an empty variable takes its line away") {
    CHECK(fill({{"nothing", ""}}, "a\n    $nothing$\nb\n") == "a\nb\n");
    CHECK(fill({{"nothing", ""}}, "a$nothing$b\n") == "ab\n");
}

TEST_CASE("parts are joined with the separator between them only") {
    CHECK(join({}, ", ").empty());
    CHECK(join({"a"}, ", ") == "a");
    CHECK(join({"a", "b"}, ", ") == "a, b");
}

}  // namespace iam::gen::test
