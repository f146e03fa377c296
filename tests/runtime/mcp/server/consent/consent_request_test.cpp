#include "mcp/server/consent/consent_request.hpp"

#include <catch2/catch.hpp>

using namespace iam::mcp;

TEST_CASE("an answer of a client has an action, or none") {
    using Action = ClientWords::Action;
    CHECK(client_words(R"({"action":"accept","content":{"a": 1}})").content == R"({"a":1})");
    CHECK(client_words(R"({"action":"accept","content":[1]})").content.empty());
    CHECK(client_words(R"({"action":"accept"})").action == Action::accept);
    CHECK(client_words(R"({"action":"decline","content":{"a":1}})").action == Action::decline);
    CHECK(client_words(R"({"action":"decline","content":{"a":1}})").content.empty());
    CHECK(client_words(R"({"action":"cancel"})").action == Action::cancel);
    for (const char* none : {R"({"action":"Accept"})", R"({"action":true})", R"({"action":null})",
                             "{}", "[]", "true", "", "{"}) {
        INFO(none);
        CHECK(client_words(none).action == Action::nothing);
    }
}

TEST_CASE("the request for a page has an id only where the revision has one") {
    const ConsentRequest request{.message = "Answer it.", .url = "https://desk.example/a"};
    CHECK(
        elicitation_params(request, "e1") ==
        R"({"elicitationId":"e1","message":"Answer it.","mode":"url","url":"https://desk.example/a"})");
    CHECK(elicitation_params(request) ==
          R"({"message":"Answer it.","mode":"url","url":"https://desk.example/a"})");
}
