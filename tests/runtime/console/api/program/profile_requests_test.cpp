#include "console_fixture.hpp"

using namespace iam;
using test::ConsoleFixture;

namespace {

/// Has the profile "alarms", and notes the changes.
struct FakeProfiles final : console::ProfileKeeper {
    std::string noted{};
    Result<std::string> list() override { return std::string(R"({"profiles":[]})"); }
    Result<std::string> show(const std::string& name) override {
        if (name != "alarms") return fail(Errc::not_found, "There is no such profile.");
        return std::string(R"({"name":"alarms"})");
    }
    Result<std::string> judge(const std::string& text) override {
        noted = "check " + text;
        return std::string(R"({"mistakes":[]})");
    }
    Result<void> save(const console::ProfileDraft& draft) override {
        if (draft.name == "taken" && draft.version.empty())
            return fail(Errc::conflict, "A profile has this name already.");
        noted = "save " + draft.name + " " + draft.text + " " + draft.version;
        return {};
    }
    Result<void> remove(const std::string& name, const std::string& version) override {
        noted = "remove " + name + " " + version;
        return {};
    }
};

struct WithProfiles : ConsoleFixture {
    FakeProfiles keeper{};
    WithProfiles() {
        profiles = &keeper;
        start().log_in();
    }
};

}  // namespace

TEST_CASE("a program without profiles says so, and changes none (W41)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    CHECK(fixture.get("/api/profiles").body == R"({"is_here":false})");
    CHECK(fixture.get("/api/profiles/one?name=alarms").code() == "not_here");
    const auto refused = fixture.post("/api/profiles/check", R"({"text":"{}"})");
    CHECK(refused.status == 404);
    CHECK(refused.json()["message"] == "This program has no profiles on its console.");
}

TEST_CASE("profiles come from the program, and changes pass to it (W41)") {
    const WithProfiles fixture;
    CHECK(fixture.get("/api/profiles").body == R"({"profiles":[]})");
    CHECK(fixture.get("/api/profiles/one?name=alarms").json()["name"] == "alarms");
    CHECK(fixture.get("/api/profiles/one?name=other").code() == "not_found");
    CHECK(fixture.post("/api/profiles/check", R"({"text":"{}"})").status == 200);
    CHECK(fixture.keeper.noted == "check {}");
    CHECK(fixture.post("/api/profiles/save", R"({"name":"a","text":"{}"})").status == 200);
    CHECK(fixture.keeper.noted == "save a {} ");
    CHECK(fixture.post("/api/profiles/save", R"({"name":"a","text":"{}","version":"v"})").status ==
          200);
    CHECK(fixture.keeper.noted == "save a {} v");
    CHECK(fixture.post("/api/profiles/remove", R"({"name":"a","version":"v"})").status == 200);
    CHECK(fixture.keeper.noted == "remove a v");
}

TEST_CASE("a taken name and a removal without a version change no profile (W41)") {
    const WithProfiles fixture;
    const auto taken = fixture.post("/api/profiles/save", R"({"name":"taken","text":"{}"})");
    CHECK(taken.status == 409);
    CHECK(taken.code() == "conflict");
    CHECK(fixture.post("/api/profiles/remove", R"({"name":"a"})").status == 400);
    CHECK(fixture.get("/api/profiles/save").status == 405);
    CHECK(fixture.keeper.noted.empty());
}
