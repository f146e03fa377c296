#include "console_fixture.hpp"

using namespace iam;
using test::ConsoleFixture;

namespace {

/// Has the task "morning", which runs, and notes the changes.
struct FakeTasks final : console::TaskKeeper {
    std::string noted{};
    Result<std::string> list() override { return std::string(R"({"runs":[],"tasks":[]})"); }
    Result<void> add(const console::TaskDraft& draft) override {
        return note("add " + draft.name + "|" + draft.prompt + "|" + draft.schedule + "|" +
                    draft.when + "|" + draft.zone + "|" + draft.profile + "|" + draft.model + "|" +
                    draft.missed + "|" + draft.time);
    }
    Result<void> set_enabled(const std::string& name, bool is_enabled) override {
        return note((is_enabled ? "enable " : "disable ") + name);
    }
    Result<void> remove(const std::string& name) override { return note("remove " + name); }
    Result<void> run(const std::string& name) override {
        if (name == "morning") return fail(Errc::conflict, "The task runs already.");
        return note("run " + name);
    }
    Result<void> resume(std::uint64_t run) override {
        return note("resume " + std::to_string(run));
    }

 private:
    Result<void> note(std::string words) {
        noted = std::move(words);
        return {};
    }
};

struct WithTasks : ConsoleFixture {
    FakeTasks keeper{};
    WithTasks() {
        tasks = &keeper;
        start().log_in();
    }
};

}  // namespace

TEST_CASE("a program without tasks says so, and runs none (W41)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    CHECK(fixture.get("/api/tasks").body == R"({"is_here":false})");
    const auto refused = fixture.post("/api/tasks/run", R"({"name":"a"})");
    CHECK(refused.status == 404);
    CHECK(refused.code() == "not_here");
    CHECK(refused.json()["message"] == "This program has no tasks on its console.");
}

TEST_CASE("each change of a task passes its members on (W41)") {
    const WithTasks fixture;
    CHECK(fixture.get("/api/tasks").body == R"({"runs":[],"tasks":[]})");
    const std::vector<std::array<const char*, 3>> changes{
        {"add", R"({"name":"a","prompt":"Go.","schedule":"every","when":"15m"})",
         "add a|Go.|every|15m|||||"},
        {"add",
         R"({"name":"a","prompt":"-","schedule":"cron","when":"0 9 * * *","zone":"UTC","profile":"p","model":"m","missed":"skip","time":"2h"})",
         "add a|-|cron|0 9 * * *|UTC|p|m|skip|2h"},
        {"enable", R"({"name":"a"})", "enable a"},
        {"disable", R"({"name":"a"})", "disable a"},
        {"remove", R"({"name":"a"})", "remove a"},
        {"run", R"({"name":"a"})", "run a"},
        {"resume", R"({"run":7})", "resume 7"}};
    for (const auto& [path, body, noted] : changes) {
        CAPTURE(path, body);
        CHECK(fixture.post(std::string("/api/tasks/") + path, body).status == 200);
        CHECK(fixture.keeper.noted == noted);
    }
}

TEST_CASE("a task that runs, another schedule and a GET run nothing (W41)") {
    const WithTasks fixture;
    CHECK(fixture.post("/api/tasks/run", R"({"name":"morning"})").status == 409);
    CHECK(
        fixture
            .post("/api/tasks/add", R"({"name":"a","prompt":"Go.","schedule":"daily","when":"9"})")
            .status == 400);
    CHECK(fixture.post("/api/tasks/resume", R"({"run":0})").status == 400);
    CHECK(fixture.post("/api/tasks/resume", "{}").status == 400);
    for (const char* path : {"add", "enable", "disable", "remove", "run", "resume"})
        CHECK(fixture.get(std::string("/api/tasks/") + path).status == 405);
    CHECK(fixture.keeper.noted.empty());
}
