#include "console/api/asked.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using console::Asked;
using console::Member;
using console::read_body;
using console::read_query;
using console::Route;

namespace {

constexpr std::array k_members{Member{"name", Member::Kind::text, true, 8},
                               Member{"count", Member::Kind::integer, false, 500},
                               Member{"way", Member::Kind::text, false, 256, "left right"},
                               Member{"values", Member::Kind::texts, false, 4}};

constexpr Route k_route{.method = "POST", .path = "/x", .members = k_members};

bool takes(std::string_view body) {
    const auto asked = read_body(k_route, body);
    if (!asked) {
        CHECK(asked.error().code == Errc::invalid_argument);
        CHECK(asked.error().message.find("evil") == std::string::npos);
    }
    return asked.has_value();
}

bool takes_query(std::string_view query) {
    return read_query(k_route, query).has_value();
}

}  // namespace

TEST_CASE("a body has the members of its route") {
    const auto asked =
        read_body(k_route, R"({"name":"ann","count":3,"way":"left","values":{"a":"b","c":"d"}})");
    REQUIRE(asked);
    CHECK(asked->text("name") == "ann");
    CHECK(asked->text("absent").empty());
    CHECK(asked->integers.at("count") == 3);
    CHECK(asked->objects.at("values").at("c") == "d");
}

TEST_CASE("a body that does not fit its route is refused, and not repeated (W07)") {
    CHECK(takes(R"({"name":"ann"})"));
    CHECK(takes(R"({"name":"12345678","count":500})"));
    for (const char* body : {"",
                             "[]",
                             "\"evil\"",
                             "{",
                             R"({"name":"a"} evil)",
                             R"({"evil":1,"name":"a"})",
                             "{}",
                             R"({"name":1})",
                             R"({"name":null})",
                             R"({"name":"123456789"})",
                             R"({"name":"a","name":"b"})",
                             R"({"name":"a","count":0})",
                             R"({"name":"a","count":501})",
                             R"({"name":"a","count":-1})",
                             R"({"name":"a","count":"3"})",
                             R"({"name":"a","count":1.5})",
                             R"({"name":"a","way":"evil"})",
                             R"({"name":"a","way":""})",
                             R"({"name":"a","way":"left right"})",
                             R"({"name":"a","values":[]})",
                             R"({"name":"a","values":{"x":1}})",
                             R"({"name":"a","values":{"x":"evil!"}})",
                             R"({"name":"a","values":{"x":{"y":{"z":{}}}}})"}) {
        CAPTURE(body);
        CHECK_FALSE(takes(body));
    }
}

TEST_CASE("a query is read as forms write it") {
    const auto asked = read_query(k_route, "name=a%20%C3%A4+b&count=12");
    REQUIRE(asked);
    CHECK(asked->text("name") == "a \xC3\xA4 b");
    CHECK(asked->integers.at("count") == 12);
    CHECK(read_query(k_route, "name="));
}

TEST_CASE("a body or a query without a required member is refused with its name") {
    for (const auto& refused :
         {read_body(k_route, "{}"), read_query(k_route, ""), read_query(k_route, "count=1")}) {
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == Errc::invalid_argument);
        CHECK(refused.error().message == R"(Send "name", which is required.)");
    }
}

TEST_CASE("a query that does not fit its route is refused (W07)") {
    CHECK(takes_query("name=a&way=right"));
    for (const char* query :
         {"x=1", "name", "name=a&name=b", "count=1&count=1", "count=x", "count=", "count=0",
          "count=+1", "count=99999999999999999999", "name=%", "name=%2", "name=%zz", "name=%ff",
          "way=up", "&name=a", "name=a&&", "NAME=a"}) {
        CAPTURE(query);
        CHECK_FALSE(takes_query(query));
    }
}
