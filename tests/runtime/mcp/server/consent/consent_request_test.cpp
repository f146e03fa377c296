#include "mcp/server/consent/consent_request.hpp"

#include <catch2/catch.hpp>

using namespace iam::mcp;

TEST_CASE("an answer of a client has an action, or none") {
    using Action = ReturnedConsent::Action;
    CHECK(action_in(R"({"action":"accept","content":{}})") == Action::accept);
    CHECK(action_in(R"({"action":"decline"})") == Action::decline);
    CHECK(action_in(R"({"action":"cancel"})") == Action::cancel);
    for (const char* none : {R"({"action":"Accept"})", R"({"action":true})", R"({"action":null})",
                             "{}", "[]", "true", "", "{"}) {
        INFO(none);
        CHECK(action_in(none) == Action::nothing);
    }
}

TEST_CASE("the request for a page has an id only where the revision has one") {
    const ConsentRequest request{"https://desk.example/a", "Answer it."};
    CHECK(
        elicitation_params(request, "e1") ==
        R"({"elicitationId":"e1","message":"Answer it.","mode":"url","url":"https://desk.example/a"})");
    CHECK(elicitation_params(request) ==
          R"({"message":"Answer it.","mode":"url","url":"https://desk.example/a"})");
}
