#include "console_fixture.hpp"

using namespace iam;
using test::ConsoleFixture;

namespace {

/// Has the server "files", and notes the calls.
struct FakeServers final : console::ServerKeeper {
    std::string noted{};
    Result<std::string> list() override { return std::string(R"({"servers":[]})"); }
    Result<std::string> show(const std::string& name) override {
        if (name != "files") return fail(Errc::not_found, "There is no such server.");
        return std::string(R"({"server":{"name":"files"}})");
    }
    Result<std::string> judge(const console::ServerDraft& draft) override {
        noted = "check " + draft.name + " " + draft.settings;
        return std::string(R"({"mistakes":[]})");
    }
    Result<void> save(const console::ServerDraft& draft) override {
        if (draft.version != "v1") return fail(Errc::conflict, "The file has changed.");
        return note("save " + draft.name + " " + draft.settings + " " + draft.shown +
                    (draft.is_new ? " new" : ""));
    }
    Result<void> keep_secret(const console::ServerSecret& secret) override {
        return note(secret.server + " " + secret.use + " " + secret.field + " " + secret.value);
    }
    Result<void> remove(const std::string& name, const std::string& version) override {
        return note("remove " + name + " " + version);
    }
    Result<void> reconnect() override { return note("reconnect"); }
    Result<void> trust(const std::string& name, const std::string& shown) override {
        return note("trust " + name + " " + shown);
    }
    Result<void> distrust(const std::string& name) override { return note("distrust " + name); }

 private:
    Result<void> note(std::string words) {
        noted = std::move(words);
        return {};
    }
};

struct WithServers : ConsoleFixture {
    FakeServers keeper{};
    WithServers() {
        servers = &keeper;
        start().log_in();
    }
};

}  // namespace

TEST_CASE("a program without servers says so, and changes none (W40)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    CHECK(fixture.get("/api/servers").body == R"({"is_here":false})");
    CHECK(fixture.get("/api/servers/one?name=files").code() == "not_here");
    CHECK(fixture.post("/api/servers/connect", "{}").json()["message"] ==
          "This program has no servers on its console.");
    CHECK(fixture.post("/api/servers/distrust", R"({"name":"files"})").status == 404);
}

TEST_CASE("the list and one server come from the program (W40)") {
    const WithServers fixture;
    CHECK(fixture.get("/api/servers").body == R"({"servers":[]})");
    CHECK(fixture.get("/api/servers/one?name=files").json()["server"]["name"] == "files");
    CHECK(fixture.get("/api/servers/one?name=other").code() == "not_found");
    CHECK(fixture.get("/api/servers/one").status == 400);
    CHECK(fixture.keeper.noted.empty());
}

TEST_CASE("each change of a server passes its members on (W40)") {
    const WithServers fixture;
    const std::vector<std::array<const char*, 3>> changes{
        {"check", R"({"name":"files","settings":"{}"})", "check files {}"},
        {"save", R"({"name":"a","settings":"{}","version":"v1","shown":"d","as":"new"})",
         "save a {} d new"},
        {"save", R"({"name":"a","settings":"{}","version":"v1","shown":"d","as":"known"})",
         "save a {} d"},
        {"secret", R"({"name":"a","version":"v","use":"variable","field":"KEY","value":"s"})",
         "a variable KEY s"},
        {"remove", R"({"name":"a","version":"v"})", "remove a v"},
        {"connect", "{}", "reconnect"},
        {"trust", R"({"name":"a","shown":"d"})", "trust a d"},
        {"distrust", R"({"name":"a"})", "distrust a"}};
    for (const auto& [path, body, noted] : changes) {
        CAPTURE(path, body);
        CHECK(fixture.post(std::string("/api/servers/") + path, body).status == 200);
        CHECK(fixture.keeper.noted == noted);
    }
}

TEST_CASE("a server is not changed from an older page, by a GET, or with members left out (W40)") {
    const WithServers fixture;
    const auto stale =
        fixture.post("/api/servers/save",
                     R"({"name":"a","settings":"{}","version":"v0","shown":"d","as":"known"})");
    CHECK(stale.status == 409);
    CHECK(stale.code() == "conflict");
    for (const char* path : {"check", "save", "secret", "remove", "connect", "trust", "distrust"})
        CHECK(fixture.get(std::string("/api/servers/") + path).status == 405);
    CHECK(fixture.post("/api/servers/trust", R"({"name":"a"})").status == 400);
    CHECK(fixture.post("/api/servers/remove", R"({"name":"a"})").status == 400);
    const auto odd = fixture.post(
        "/api/servers/secret", R"({"name":"a","version":"v","use":"cookie","value":"hidden-1"})");
    CHECK(odd.status == 400);
    CHECK(odd.body.find("hidden-1") == std::string::npos);
    CHECK(fixture.keeper.noted.empty());
}
