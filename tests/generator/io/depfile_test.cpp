// Depfiles as Make and Ninja read them.
#include <generator/io/depfile.hpp>

#include <catch2/catch.hpp>

using iam::gen::depfile_text;

TEST_CASE("dependencies are sorted and named once", "[depfile]") {
    CHECK(depfile_text("out/desk.stamp", {"b.hpp", "a.hpp", "b.hpp"}) ==
          "out/desk.stamp: \\\n  a.hpp \\\n  b.hpp\n");
}

TEST_CASE("an output without dependencies is a rule of its own", "[depfile]") {
    CHECK(depfile_text("desk.stamp", {}) == "desk.stamp:\n");
}

TEST_CASE("spaces, number signs and dollars are escaped", "[depfile]") {
    CHECK(depfile_text("my out/d.stamp", {"a b.hpp", "c#.hpp", "d$e.hpp"}) ==
          "my\\ out/d.stamp: \\\n  a\\ b.hpp \\\n  c\\#.hpp \\\n  d$$e.hpp\n");
}

TEST_CASE("backslashes stay unless they stand before an escape", "[depfile]") {
    CHECK(depfile_text("t", {"a\\b.hpp", "c\\ d.hpp"}) ==
          "t: \\\n  a\\b.hpp \\\n  c\\\\\\ d.hpp\n");
}

TEST_CASE("a path that the format cannot hold is left out", "[depfile]") {
    CHECK(depfile_text("t", {"a\nb.hpp", "", "c.hpp"}) == "t: \\\n  c.hpp\n");
}
