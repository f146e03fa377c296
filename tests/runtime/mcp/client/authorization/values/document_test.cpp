#include "mcp/client/authorization/values/document.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

TEST_CASE("the members of a document of a server are read by their kind") {
    const auto document = OauthDocument::read(
        R"({"a":"x","b":["y","z"],"c":true,"d":7,"e":null,"f":["s","s","bad scope"]})", "It");
    REQUIRE(document);
    CHECK(*document->text("a") == "x");
    CHECK(document->text("none")->empty());
    CHECK(document->text("e")->empty());
    CHECK((*document->texts("b"))->size() == 2);
    CHECK_FALSE(document->texts("none")->has_value());
    CHECK(*document->flag("c"));
    CHECK_FALSE(*document->flag("none"));
    CHECK(*document->number("d") == 7U);
    CHECK_FALSE(document->number("none")->has_value());
    CHECK(**document->scopes("f") == Scopes{"s"});
    for (const char* wrong : {"b", "c", "d"}) CHECK_FALSE(document->text(wrong));
    for (const char* wrong : {"a", "c", "d"}) CHECK_FALSE(document->texts(wrong));
    for (const char* wrong : {"a", "b", "d"}) CHECK_FALSE(document->flag(wrong));
    for (const char* wrong : {"a", "b", "c"}) CHECK_FALSE(document->number(wrong));
    CHECK_FALSE(document->needed_text("none"));
    CHECK_THAT(document->needed_text("none").error().message, Contains("It has no none"));
}

TEST_CASE("a document that is no object, is doubtful or is huge is refused by name") {
    for (const std::string& text :
         {std::string(), std::string("7"), std::string("[]"), std::string("<html>"),
          std::string(R"({"issuer":"a","issuer":"b"})"), std::string(R"({"a":1} x)"),
          R"({"a":")" + std::string(k_document_bytes_max, 'x') + "\"}",
          std::string(200, '[') + std::string(200, ']')}) {
        const auto document = OauthDocument::read(text, "The metadata");
        REQUIRE_FALSE(document);
        CHECK_THAT(document.error().message, Contains("The metadata"));
    }
    std::string many = R"({"a":["")";
    for (std::size_t i = 1; i < k_document_list_max; ++i) many += R"(,"")";
    CHECK(OauthDocument::read(many + "]}", "It")->texts("a"));
    CHECK_FALSE(OauthDocument::read(many + R"(,""]})", "It")->texts("a"));
    CHECK_FALSE(OauthDocument::read(R"({"a":[7]})", "It")->texts("a"));
    CHECK_FALSE(OauthDocument::read(R"({"a":-1})", "It")->number("a"));
    CHECK_FALSE(OauthDocument::read(R"({"a":1.5})", "It")->number("a"));
}

TEST_CASE("a stranger's text is shown without control characters, and not for long") {
    CHECK(excerpt_of("a\x1b[2Jb\n\xc3\xa9") == "a[2Jb");
    CHECK(excerpt_of(std::string(1000, 'x')).size() == 200);
}
