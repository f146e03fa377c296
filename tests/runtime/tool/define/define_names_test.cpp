// Names and defaults of tools that are defined by hand.
#include <iam/core/json.hpp>
#include <iam/tool/define.hpp>
#include <support/named_registry.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <string>

namespace iam::test {

TEST_CASE("a tool defined by hand needs an application with a name, and says how to give one") {
    Registry nameless;
    const Result<void> added = define("count").call([] {}).add_to(nameless);
    REQUIRE_FALSE(added.has_value());
    CHECK(added.error().code == Errc::invalid_argument);
    CHECK(added.error().message.find("registry.name_application(\"my-app\")") != std::string::npos);
}

TEST_CASE("a default is a value of C++, and is held against its parameter") {
    NamedRegistry registry;
    REQUIRE(define("book")
                .parameter("seats", {.high = 9})
                .with_default(2)
                .parameter("name")
                .with_default("anybody")
                .parameter("window")
                .with_default(true)
                .call([](int, const std::string&, bool) {})
                .add_to(registry));
    const auto document = parse_json(registry.snapshot()->find({"", "book"})->document);
    REQUIRE(document);
    const Json& properties = (*document)["inputSchema"]["properties"];
    CHECK(properties["seats"]["default"] == Json(2));
    CHECK(properties["name"]["default"] == Json("anybody"));
    CHECK(properties["window"]["default"] == Json(true));
    const Result<void> no_text = define("scale")
                                     .parameter("by")
                                     .with_default(std::nan(""))
                                     .call([](double) {})
                                     .add_to(registry);
    REQUIRE_FALSE(no_text.has_value());
    CHECK(no_text.error().message.find("the default of 'by' has no JSON text") !=
          std::string::npos);
}

}  // namespace iam::test
