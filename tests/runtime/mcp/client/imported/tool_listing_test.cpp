#include "mcp/client/imported/tool_listing.hpp"

#include "mcp/client/imported/tool_server.hpp"

using namespace iam;
using namespace iam::test;
using namespace iam::mcp;

TEST_CASE("pages are collected up to the one without a cursor") {
    ToolListing listing(true);
    CHECK(ok(listing.add(list_of(2, k_listed_tool, "p2"))) == "p2");
    CHECK_FALSE(ok(listing.add(list_of(1, k_listed_tool))));
    CHECK(listing.tools().size() == 3);
    CHECK(listing.diagnostics().empty());
}

TEST_CASE("ten thousand tools are collected, and no more") {
    ToolListing listing(true);
    for (int page = 0; page < 10; ++page)
        CHECK(ok(listing.add(list_of(1'000, k_listed_tool, std::to_string(page)))));
    CHECK_FALSE(ok(listing.add(list_of(1, k_listed_tool, "more"))));
    CHECK(listing.tools().size() == 10'000);
    has_text(listing.diagnostics().at(0), "more than 10000 tools");
}

TEST_CASE("a list without an end ends by its pages, its bytes or its cursor") {
    ToolListLimits limits;
    limits.pages_max = 5;
    ToolListing endless(true, limits);
    int pages = 1;
    while (ok(endless.add(list_of(0, k_listed_tool, std::to_string(pages))))) ++pages;
    CHECK(pages == 5);
    has_text(endless.diagnostics().at(0), "more than 5 pages");

    ToolListing turning(true);
    CHECK(ok(turning.add(list_of(1, k_listed_tool, "a"))));
    CHECK(ok(turning.add(list_of(1, k_listed_tool, "b"))));
    CHECK_FALSE(ok(turning.add(list_of(1, k_listed_tool, "a"))));
    has_text(turning.diagnostics().at(0), "a second time");

    limits.bytes_max = 3 * k_listed_tool.size();
    ToolListing large(true, limits);
    CHECK_FALSE(ok(large.add(list_of(4, k_listed_tool, "more"))));
    CHECK(large.tools().size() == 3);
    has_text(large.diagnostics().at(0), "bytes; the others are left out");
}

TEST_CASE("a tolerance that every page needs is reported once") {
    ToolListing listing(false);
    ok(listing.add(R"({"items":[],"next":"2"})"));
    ok(listing.add(R"({"items":[],"next":"3"})"));
    CHECK(listing.diagnostics().size() == 2);
}
