// After an undo the state is as before the call, or as it is now and reported.
#include "../fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <iam/tool/define.hpp>
#include <support/temp_dir.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace iam::test {
namespace {

namespace fs = std::filesystem;

using World = std::map<std::string, int>;

int value_at(const World& world, const std::string& key) {
    const auto found = world.find(key);
    return found == world.end() ? 0 : found->second;
}

/// One call in this world.
struct WorldStep {
    std::string tool{};  // set or add
    std::string key{};
    int number = 0;

    void apply_to(World& world) const {
        int& value = world[key];
        value = tool == "set" ? number : value + number;
    }
};

/// The world behind two tools. "set" leaves a state that its undo asks for; "add" only names its
/// changes.
struct WorldProgram : Program {
    WorldProgram() {
        ok_void(define("set")
                    .description("Sets a number.")
                    .policy(Policy::allow)
                    .parameter("key")
                    .parameter("number")
                    .call([this](Context& context, const std::string& key, int number) {
                        context.touch(key, std::to_string(number));
                        return std::exchange(world[key], number);
                    })
                    .undo([this](Context& context, const std::string& key,
                                 int result) { restore(context, key, result); },
                          {"key", "result"})
                    .add_to(registry));
        ok_void(define("add")
                    .description("Adds to a number.")
                    .policy(Policy::allow)
                    .parameter("key")
                    .parameter("number")
                    .call([this](Context& context, const std::string& key, int number) {
                        context.touch(key);
                        world[key] += number;
                    })
                    .undo([this](const std::string& key, int number) { world[key] -= number; },
                          {"key", "number"})
                    .add_to(registry));
    }

    ToolResult run(const WorldStep& step) {
        return runtime().call(call_of(step.tool, R"({"key":")" + step.key + R"(","number":)" +
                                                     std::to_string(step.number) + "}"));
    }

    World world{};

 private:
    void restore(const Context& context, const std::string& key, int before) {
        if (auto why = context.conflict(key, std::to_string(world[key]))) throw *why;
        world[key] = before;
    }
};

bool same(const World& left, const World& right) {
    return std::all_of(left.begin(), left.end(), [&](const auto& item) {
        return value_at(right, item.first) == item.second;
    });
}

bool equal_worlds(const World& left, const World& right) {
    return same(left, right) && same(right, left);
}

WorldStep random_step(std::mt19937& random) {
    return {random() % 2 == 0 ? "set" : "add",
            std::string(1, static_cast<char>('a' + random() % 3)), static_cast<int>(random() % 5)};
}

/// Writes a file, and takes it away again if it is the same one.
struct FileProgram : Program {
    FileProgram() {
        const std::string path = file.string();
        ok_void(define("save")
                    .description("Writes a file.")
                    .policy(Policy::allow)
                    .call([path](Context& context) {
                        std::ofstream(path) << "saved";
                        context.touch(path, ok(context.pin_file(path))->identity());
                    })
                    .undo(
                        [path](Context& context) {
                            const auto now = ok(context.pin_file(path));
                            if (auto why = context.conflict(path, now->identity())) throw *why;
                            fs::resize_file(path, 0);
                        },
                        {})
                    .add_to(registry));
    }

    TempDir folder{};
    fs::path file{folder / "file"};
};

std::string content_of(const fs::path& path) {
    std::ifstream in(path);
    std::string text;
    std::getline(in, text);
    return text;
}

}  // namespace

TEST_CASE("a call and its undo leave the world as it was, and the redo as the call left it",
          "[undo]") {
    std::mt19937 random(71);
    WorldProgram program;
    for (int i = 0; i < 200; ++i) {
        const World before = program.world;
        const ToolResult done = program.run(random_step(random));
        REQUIRE(done.success);
        const World after = program.world;
        REQUIRE(program.runtime().undo(undo_of(done)).success);
        REQUIRE(equal_worlds(program.world, before));
        REQUIRE(program.runtime().redo(undo_of(done)).success);
        REQUIRE(equal_worlds(program.world, after));
    }
    CHECK(ok(ledger::verify(*program.store)).ok());
}

TEST_CASE("XF15 of two calls the first is undone as if it had not been, or its undo is refused",
          "[undo]") {
    std::mt19937 random(72);
    int undone = 0;
    int reported = 0;
    for (int i = 0; i < 300; ++i) {
        WorldProgram program;
        const WorldStep first = random_step(random);
        WorldStep second = random_step(random);
        // Made by another call, or by somebody who asks nobody.
        const bool by_hand = random() % 2 == 0;
        // Nothing can tell an undo that says nothing of states that its number was set anew.
        if (by_hand) second.tool = "add";
        World without;
        second.apply_to(without);
        const ToolResult done = program.run(first);
        if (by_hand) {
            second.apply_to(program.world);
        } else {
            REQUIRE(program.run(second).success);
        }
        const World both = program.world;
        const ToolResult result = program.runtime().undo(undo_of(done));
        INFO(first.tool << first.key << first.number << " " << second.tool << second.key
                        << second.number << (by_hand ? " by hand" : ""));
        if (result.success) {
            ++undone;
            REQUIRE(equal_worlds(program.world, without));
        } else {
            ++reported;
            REQUIRE((result.code == code::undo_depends || result.code == code::undo_conflict));
            REQUIRE(equal_worlds(program.world, both));
        }
    }
    CHECK(undone > 50);
    CHECK(reported > 20);
}

TEST_CASE("XF15 an undo that finds another state tells what it expected and what it found",
          "[undo]") {
    WorldProgram program;
    const ToolResult done = program.run({"set", "a", 1});
    program.world["a"] = 7;
    const ToolResult refused = program.runtime().undo(undo_of(done));
    CHECK(refused.code == code::undo_conflict);
    const auto states = ok(parse_json(program.payload(done.entry, "states").value_or("")));
    const std::string expected = states.at("a").get<std::string>();
    CHECK(expected.size() == 64);
    CHECK(refused.message.find("\"a\" has changed since the call: expected state " +
                               expected.substr(0, 16) + ", found ") == 0);
    CHECK(refused.message.find(expected.substr(0, 16)) ==
          refused.message.rfind(expected.substr(0, 16)));
    CHECK(program.world["a"] == 7);
    CHECK(program.of_kind(EntryKind::undo_outcome).at(0).code == code::undo_conflict);
    program.world["a"] = 1;
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(program.world["a"] == 0);
}

TEST_CASE("XF15 where a hook keeps the states from the record, an undo cannot tell and is refused",
          "[undo]") {
    WorldProgram program;
    program.hook()->record = [](std::string_view field, const std::string&) {
        return field == "states" ? std::optional<std::string>("{}") : std::nullopt;
    };
    const ToolResult done = program.run({"set", "a", 1});
    const ToolResult refused = program.runtime().undo(undo_of(done));
    CHECK(refused.code == code::undo_conflict);
    CHECK(refused.message.find("It is not on record how the call left \"a\"") == 0);
}

TEST_CASE("each try of an undo is given the same key, and an undo of another call another one",
          "[undo]") {
    Program program;
    std::vector<std::string> keys;
    ok_void(define("stick")
                .description("Is not undone.")
                .policy(Policy::allow)
                .call([&](Context& context) { keys.push_back(context.idempotency_key()); })
                .undo(
                    [&](Context& context) {
                        keys.push_back(context.idempotency_key());
                        throw tool_error("sticks", "It sticks.");
                    },
                    {})
                .add_to(program.registry));
    const ToolResult first = program.runtime().call(call_of("stick"));
    const ToolResult second = program.runtime().call(call_of("stick"));
    for (const ToolResult& done : {first, first, second})
        CHECK(program.runtime().undo(undo_of(done)).code == "sticks");
    REQUIRE(keys.size() == 5);
    CHECK(keys[2] == keys[3]);
    CHECK(std::set<std::string>(keys.begin(), keys.end()).size() == 4);
}

TEST_CASE("XF14 an undo does not follow a link that was planted where its file was", "[undo]") {
    const std::string planted = GENERATE("symlink", "hard link", "other file");
    INFO(planted);
    FileProgram program;
    const ToolResult done = program.runtime().call(call_of("save"));
    REQUIRE(done.success);
    const fs::path victim = program.folder / "victim";
    std::ofstream(victim) << "saved";
    fs::rename(program.file, program.folder / "aside");
    if (planted == "symlink") fs::create_symlink(victim, program.file);
    if (planted == "hard link") fs::create_hard_link(victim, program.file);
    if (planted == "other file") std::ofstream(program.file) << "saved";
    CHECK(program.runtime().undo(undo_of(done)).code == code::undo_conflict);
    CHECK(content_of(victim) == "saved");
    CHECK(content_of(program.file) == "saved");
    fs::remove(program.file);
    fs::rename(program.folder / "aside", program.file);
    CHECK(program.runtime().undo(undo_of(done)).success);
    CHECK(content_of(program.file).empty());
}

}  // namespace iam::test
