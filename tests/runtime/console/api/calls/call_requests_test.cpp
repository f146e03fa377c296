#include "console_fixture.hpp"

using namespace iam;
using test::ConsoleFixture;

namespace {

struct Caller : ConsoleFixture {
    Caller() { start().log_in(); }
    Json call(const std::string& arguments, Json more = Json::object()) const {
        more["tool"] = more.value("tool", "echo");
        more["arguments"] = arguments;
        return post("/api/calls", more.dump()).json();
    }
    Json preview(const std::string& arguments) const {
        return post("/api/calls/preview", Json{{"tool", "echo"}, {"arguments", arguments}}.dump())
            .json();
    }
};

}  // namespace

TEST_CASE("a person's own call is asked about, and runs once with the answer (W20)") {
    Caller fixture;
    const std::string arguments = R"({"text":"hello"})";
    const Json asked = fixture.call(arguments);
    CHECK(asked["state"] == "asked");
    CHECK_FALSE(asked.contains("result"));
    const auto id = asked["approval"].get<std::string>();
    const Json early = fixture.call(arguments, {{"approval", id}});
    CHECK(early["state"] == "asked");
    CHECK(fixture.answer(id, fixture.answer_body(id, "allow_once")).status == 200);
    const Json done = fixture.call(arguments, {{"approval", id}});
    CHECK(done["state"] == "done");
    CHECK(done["result"]["text"] == "\"hello\"");
    CHECK(done["result"]["bytes"] == 7);
    const Json entry = fixture.get("/api/entries/" + done["entry"].get<std::string>()).json();
    CHECK(entry.dump().find(R"("kind":"person")") != std::string::npos);
    const Json again = fixture.call(arguments, {{"approval", id}});
    CHECK(again["state"] == "failed");
    CHECK(again["code"] == "stale_approval");
}

TEST_CASE("an approval is for exactly one value, also from the page (W20)") {
    Caller fixture;
    const auto id = fixture.call(R"({"text":"hello"})")["approval"].get<std::string>();
    CHECK(fixture.answer(id, fixture.answer_body(id, "allow_once")).status == 200);
    const Json other = fixture.call(R"({"text":"goodbye"})", {{"approval", id}});
    CHECK(other["state"] == "failed");
    CHECK(other["code"] == "stale_approval");
    CHECK_FALSE(other.contains("result"));
}

TEST_CASE("each mistake of the arguments comes with its place, and nothing runs (W38)") {
    Caller fixture;
    for (const Json& judged : {fixture.call(R"({"text":7})"), fixture.preview(R"({"text":7})")}) {
        CHECK(judged["state"] == "failed");
        CHECK(judged["code"] == "invalid_arguments");
        REQUIRE(judged["mistakes"].size() == 1);
        CHECK(judged["mistakes"][0]["pointer"] == "/text");
        CHECK(judged["mistakes"][0]["message"].get<std::string>() != "");
    }
    CHECK(fixture.call(R"({"text":)")["code"] == "invalid_arguments");
    CHECK(fixture.call("{}", {{"tool", "nothing"}})["code"] == "tool_not_found");
    CHECK(fixture.get("/api/questions").json()["questions"].empty());
}

TEST_CASE("a preview asks nobody and records nothing (W19)") {
    Caller fixture;
    const Json preview = fixture.preview(R"({"text":"hello"})");
    CHECK(preview["state"] == "done");
    CHECK(preview["preview"].is_null());
    CHECK(fixture.get("/api/questions").json()["questions"].empty());
    CHECK(fixture.get("/api/entries").json()["entries"].empty());
}

TEST_CASE("no call without a session (W04)") {
    Caller fixture;
    fixture.secret.clear();
    CHECK(fixture.post("/api/calls", R"({"tool":"echo","arguments":"{}"})").status == 401);
    CHECK(fixture.post("/api/calls/preview", R"({"tool":"echo","arguments":"{}"})").status == 401);
}
