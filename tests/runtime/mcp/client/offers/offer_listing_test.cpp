#include "mcp/client/offers/offer_listing.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

std::string page(const char* member, const Json& items, const Json& cursor = {}) {
    Json result{{member, items}};
    if (!cursor.is_null()) result["nextCursor"] = cursor;
    return canonical_json(result).value();
}

Json resource(const std::string& uri, const std::string& name = "n") {
    return {{"uri", uri}, {"name", name}};
}

/// The next cursor, or "end".
std::string next(OfferListing& listing, const std::string& result) {
    const auto cursor = listing.add(result);
    if (!cursor) FAIL(cursor.error().message);
    return cursor->value_or("end");
}

ServerOffers offers_of(OfferListing& listing) {
    ServerOffers offers;
    listing.move_into(offers);
    return offers;
}

}  // namespace

TEST_CASE("offers of a server are read with their texts over several pages") {
    OfferListing resources(OfferKind::resources);
    CHECK(next(resources, page("resources",
                               {{{"uri", "note://1"},
                                 {"name", "one"},
                                 {"title", "One"},
                                 {"description", "The first."},
                                 {"mimeType", "text/plain"},
                                 {"size", 7}}},
                               "more")) == "more");
    CHECK(next(resources, page("resources", Json::array({resource("note://2", "zwei\xC3\xA9")}))) ==
          "end");
    const auto found = offers_of(resources).resources;
    REQUIRE(found.size() == 2);
    CHECK(found[0] == Resource{"note://1", "one", "One", "The first.", "text/plain"});
    CHECK(found[1].name == "zwei\xC3\xA9");
    CHECK(resources.diagnostics().empty());

    OfferListing templates(OfferKind::templates);
    REQUIRE(templates.add(
        page("resourceTemplates", {{{"uriTemplate", "note://{+id}"}, {"name", "any"}}})));
    CHECK(offers_of(templates).templates.at(0) == ResourceTemplate{"note://{+id}", "any"});

    OfferListing prompts(OfferKind::prompts);
    REQUIRE(prompts.add(page(
        "prompts", {{{"name", "greet"},
                     {"arguments", {{{"name", "who"}, {"required", true}}, {{"name", "how"}}}}}})));
    const Prompt expected{.name = "greet", .arguments = {{"who", "", true}, {"how", "", false}}};
    CHECK(offers_of(prompts).prompts.at(0) == expected);
}

TEST_CASE("an offer without a usable name is left out, and others stay") {
    OfferListing resources(OfferKind::resources);
    REQUIRE(resources.add(
        page("resources", {resource("note://1"), resource(""), resource("note://2", ""), 7,
                           resource("note://\xE2\x80\xAE"), resource(std::string(2049, 'u')),
                           resource("note://3", std::string(257, 'n')), resource("note://4")})));
    const auto found = offers_of(resources).resources;
    REQUIRE(found.size() == 2);
    CHECK(found[1].uri == "note://4");
    CHECK(resources.diagnostics() ==
          std::vector<std::string>{
              "An entry of resources/list without a usable name or URI is left out."});

    OfferListing prompts(OfferKind::prompts);
    Json many = Json::array();
    for (int number = 0; number < 65; ++number) many.push_back({{"name", "a"}});
    REQUIRE(prompts.add(page("prompts", {{{"name", "a"}, {"arguments", many}},
                                         {{"name", "b"}, {"arguments", {{{"name", ""}}}}},
                                         {{"name", "c\n"}},
                                         {{"name", "d"}}})));
    CHECK(offers_of(prompts).prompts.size() == 1);
}

TEST_CASE("a long text of an offer is cut in whole characters") {
    OfferListing resources(OfferKind::resources);
    Json long_one = resource("note://1");
    long_one["description"] = std::string((16U << 10U) - 1, 'x') + "\xC3\xA9";
    long_one["title"] = std::string(300, 't');
    REQUIRE(resources.add(page("resources", Json::array({long_one}))));
    const auto found = offers_of(resources).resources.at(0);
    CHECK(found.description.size() == (16U << 10U) - 1);
    CHECK(found.title.size() == 256);
}

TEST_CASE("a list of offers ends at its limits, and says so") {
    OfferLimits limits;
    limits.items_max = 2;
    OfferListing few(OfferKind::resources, limits);
    CHECK(next(few, page("resources", {resource("a:1"), resource("a:2"), resource("a:3")}, "c")) ==
          "end");
    CHECK(offers_of(few).resources.size() == 2);
    CHECK_THAT(few.diagnostics().at(0), Contains("resources/list has more than 2 entries"));

    limits = {};
    limits.bytes_max = 9;
    OfferListing small(OfferKind::resources, limits);
    REQUIRE(small.add(page("resources", {resource("a:1"), resource("a:2"), resource("a:3")})));
    CHECK(offers_of(small).resources.size() == 2);
    CHECK_THAT(small.diagnostics().at(0), Contains("more than 9 bytes"));

    limits = {};
    limits.pages_max = 2;
    OfferListing short_one(OfferKind::prompts, limits);
    CHECK(next(short_one, page("prompts", Json::array(), "1")) == "1");
    CHECK(next(short_one, page("prompts", Json::array(), "2")) == "end");
    CHECK_THAT(short_one.diagnostics().at(0), Contains("prompts/list has more than 2 pages"));

    OfferListing circle(OfferKind::templates);
    CHECK(next(circle, page("resourceTemplates", Json::array(), "1")) == "1");
    CHECK(next(circle, page("resourceTemplates", Json::array(), "1")) == "end");
    CHECK_THAT(circle.diagnostics().at(0), Contains("a second time"));
}

TEST_CASE("an answer that is no page of offers is an error") {
    OfferListing listing(OfferKind::prompts);
    CHECK_FALSE(listing.add("[]"));
    CHECK_FALSE(listing.add("{}"));
    CHECK_FALSE(listing.add(R"({"prompts":{}})"));
    CHECK_FALSE(listing.add(page("prompts", Json::array(), 7)));
    const auto long_one = listing.add(page("prompts", Json::array(), std::string(4097, 'c')));
    REQUIRE_FALSE(long_one);
    CHECK(long_one.error().message == "its nextCursor is no text of at most 4096 bytes.");
}
