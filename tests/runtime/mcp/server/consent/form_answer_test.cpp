#include "mcp/server/consent/form_answer.hpp"

#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;

namespace {

using Action = ClientWords::Action;
using Kind = InputRequest::Kind;

/// "yes", "no", or "none" for words that are no answer.
std::string said(Action action, const std::string& content,
                 const std::vector<std::string>& inputs = {}) {
    const auto answer = form_answer({action, content}, inputs);
    if (!answer) return "none";
    return answer->allows ? "yes" : "no";
}

}  // namespace

TEST_CASE("a form has one choice, to allow once or to deny once") {
    CHECK(form_schema({}) ==
          R"({"properties":{"answer":{"enum":["Allow once","Deny once"],"title":"Answer",)"
          R"("type":"string"}},"required":["answer"],"type":"object"})");
}

TEST_CASE("a form for inputs has a field of its kind for each") {
    const auto schema = parse_json(form_schema(
        {{.kind = Kind::text, .prompt = "Name?", .key = "name"},
         {.kind = Kind::number, .prompt = "Size?", .low = 1, .high = 9.5, .key = "size"},
         {.kind = Kind::boolean, .prompt = "Loud?", .key = "loud"},
         {.kind = Kind::choice, .prompt = "Colour?", .choices = {"red", "blue"}, .key = "colour"},
         {.kind = Kind::date, .prompt = "When?", .key = "when"}}));
    REQUIRE(schema);
    const Json& properties = (*schema)["properties"];
    CHECK(properties["name"] == Json({{"title", "Name?"}, {"type", "string"}}));
    CHECK(properties["size"] == Json({{"title", "Size?"}, {"type", "number"}, {"minimum", 1}}));
    CHECK(properties["loud"]["type"] == "boolean");
    CHECK(properties["colour"]["enum"] == Json::array({"red", "blue"}));
    CHECK(properties["when"]["format"] == "date");
    CHECK((*schema)["required"].size() == 5);
}

TEST_CASE("only the words of the form are an answer") {
    CHECK(said(Action::accept, R"({"answer":"Allow once"})") == "yes");
    CHECK(said(Action::accept, R"({"answer":"Deny once"})") == "no");
    CHECK(said(Action::decline, "") == "no");
    CHECK(said(Action::cancel, R"({"answer":"Allow once"})") == "none");
    CHECK(said(Action::nothing, R"({"answer":"Allow once"})") == "none");
    for (const char* none : {"", "{}", R"({"answer":true})", R"({"answer":"Allow always"})",
                             R"({"answer":"allow once"})", R"({"Answer":"Allow once"})"})
        CHECK(said(Action::accept, none) == "none");
}

TEST_CASE("inputs are taken as a person would type them, all of them or none") {
    const auto answer =
        form_answer({Action::accept, R"({"loud":true,"name":"Ann","other":1,"size":2.5})"},
                    {"name", "size", "loud"});
    REQUIRE(answer);
    CHECK(answer->inputs ==
          std::vector<InputValue>{{"name", "Ann"}, {"size", "2.5"}, {"loud", "true"}});
    CHECK(said(Action::accept, R"({"answer":"Allow once"})", {"name"}) == "none");
    CHECK(said(Action::decline, "", {"name"}) == "no");
}
