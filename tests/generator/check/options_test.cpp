// Options of a tool: bounds, contradictions, and what allowing without asking takes.
#include "builder.hpp"

#include <catch2/catch.hpp>

using namespace iam::gen;
using namespace iam::gen::test;

namespace {

Model with(void (*change)(ToolOptions&), std::vector<Companion> companions = {}) {
    Model m = model({tool("desk::echo")}, std::move(companions));
    m.tools[0].options.idempotent.reset();
    change(m.tools[0].options);
    m.tools[0].options.spans["policy"] = at(1, 30);
    m.tools[0].options.spans["timeout_ms"] = at(1, 40);
    m.tools[0].options.spans["read_only"] = at(1, 50);
    m.tools[0].options.spans["destructive"] = at(1, 60);
    return m;
}

}  // namespace

TEST_CASE("a time-out is between a millisecond and a day", "[options]") {
    for (const std::int64_t good : {1L, 86'400'000L}) {
        Model m = with([](ToolOptions& o) { o.open_world = false; });
        m.tools[0].options.timeout_ms = good;
        CHECK(checked(m).empty());
    }
    for (const std::int64_t bad : {0L, -5L, 86'400'001L}) {
        Model m = with([](ToolOptions& o) { o.open_world = false; });
        m.tools[0].options.timeout_ms = bad;
        CHECK(checked(m) == Found{"1:40 IAM6003"});
    }
}

TEST_CASE("an undo window is between a second and ten years", "[options]") {
    const auto with_window = [](std::int64_t seconds) {
        Model m = with([](ToolOptions& o) { o.open_world = false; });
        m.tools[0].undo = Companion{};
        m.tools[0].options.undo_window_s = seconds;
        m.tools[0].options.spans["undo_window_s"] = at(1, 70);
        return checked(m);
    };
    for (const std::int64_t good : {1L, 315'360'000L}) CHECK(with_window(good).empty());
    for (const std::int64_t bad : {0L, -5L, 315'360'001L})
        CHECK(with_window(bad) == Found{"1:70 IAM6011"});
}

TEST_CASE("who says how a tool is undone needs an undo", "[options]") {
    Model m = with([](ToolOptions& o) { o.open_world = false; });
    m.tools[0].options.undo_exact = false;
    m.tools[0].options.undo_window_s = 60;
    m.tools[0].options.spans["undo_exact"] = at(1, 70);
    m.tools[0].options.spans["undo_window_s"] = at(1, 80);
    CHECK(checked(m) == Found{"1:70 IAM6012", "1:80 IAM6012"});
}

TEST_CASE("only what changes nothing may have its outcome recorded lazily", "[options]") {
    const auto lazy = [](std::optional<bool> read_only) {
        Model m = with([](ToolOptions& o) { o.open_world = false; });
        m.tools[0].options.read_only = read_only;
        m.tools[0].options.lazy_outcome = true;
        m.tools[0].options.spans["lazy_outcome"] = at(1, 70);
        return checked(m);
    };
    CHECK(lazy(true).empty());
    CHECK(lazy(false) == Found{"1:70 IAM6013"});
    CHECK(lazy({}) == Found{"1:70 IAM6013"});
}

TEST_CASE("a tool that states no hint is warned about, whatever else it states", "[options]") {
    CHECK(checked(with([](ToolOptions&) {})) == Found{"1:1 IAM6006"});
    CHECK(checked(with([](ToolOptions& o) { o.policy = Policy::confirm; })) ==
          Found{"1:1 IAM6006"});
    CHECK(checked(with([](ToolOptions& o) { o.destructive = false; })).empty());
    CHECK(checked(with([](ToolOptions& o) { o.open_world = true; })).empty());
}

TEST_CASE("read_only and destructive exclude each other", "[options]") {
    CHECK(checked(with([](ToolOptions& o) { o.read_only = o.destructive = true; })) ==
          Found{"1:60 IAM6005"});
    CHECK(checked(with([](ToolOptions& o) {
              o.read_only = true;
              o.destructive = false;
          })).empty());
}

TEST_CASE("allowing without asking needs a reason where it is dangerous", "[options]") {
    const auto allow = [](ToolOptions& o) {
        o.policy = Policy::allow;
        o.idempotent = true;
    };
    CHECK(checked(with(allow)) == Found{"1:30 IAM6004"});
    CHECK(checked(with(allow, {undo("desk::echo", {})})).empty());
    CHECK(checked(with([](ToolOptions& o) {
              o.policy = Policy::allow;
              o.read_only = true;
          })).empty());
    CHECK(checked(with([](ToolOptions& o) {
              o.policy = Policy::allow;
              o.idempotent = true;
              o.policy_reason = "it only beeps";
          })).empty());
    CHECK(checked(with([](ToolOptions& o) {
              o.policy = Policy::allow;
              o.idempotent = true;
              o.policy_reason = "";
          })) == Found{"1:30 IAM6004"});
    CHECK(checked(with([](ToolOptions& o) {
              o.policy = Policy::confirm;
              o.destructive = true;
          })).empty());
}

TEST_CASE("a destructive tool that is allowed needs a reason even with an undo", "[options]") {
    const auto allow = [](ToolOptions& o) {
        o.policy = Policy::allow;
        o.destructive = true;
    };
    const std::string text = message(with(allow, {undo("desk::echo", {})}));
    CHECK(text.find("is destructive") != std::string::npos);
    CHECK(text.find(".policy_reason") != std::string::npos);
}
