// The registry and what a handler does where it was given nothing.
// Tests of runtime/src/tool/call/call.cpp and runtime/src/tool/glue/handler.cpp.
#include <iam/tool/context.hpp>
#include <iam/tool/registry.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace iam::test {
namespace {

class Echo final : public Handler {
 public:
    Prepared prepare(std::string_view arguments) const override { return std::string(arguments); }
    Reply call(const Permit&, std::string_view arguments, Context&) const override {
        return Reply::done(std::string(arguments));
    }
};

Result<void> add(Registry& registry, std::string name, std::string origin = {}) {
    Contract contract;
    contract.id = ToolId{std::move(origin), std::move(name)};
    return registry.add(std::move(contract), std::make_unique<const Echo>());
}

}  // namespace

TEST_CASE("tools are listed by origin and name and found by both") {
    Registry registry;
    REQUIRE(add(registry, "b"));
    REQUIRE(add(registry, "a"));
    REQUIRE(add(registry, "a", "server"));
    const auto catalogue = registry.snapshot();
    std::vector<std::string> names;
    for (const Contract* contract : catalogue->contracts())
        names.push_back(display_name(contract->id));
    CHECK(names == std::vector<std::string>{"a", "b", "server/a"});
    CHECK(catalogue->find({"", "a"}) != nullptr);
    CHECK(catalogue->find({"server", "b"}) == nullptr);
    CHECK(catalogue->find({"", "A"}) == nullptr);
    CHECK(catalogue->find({"", "a "}) == nullptr);
}

TEST_CASE("a name that is taken or that no model could call is refused") {
    Registry registry;
    REQUIRE(add(registry, "a"));
    const auto twice = add(registry, "a");
    REQUIRE_FALSE(twice);
    CHECK(twice.error().code == Errc::conflict);
    for (const std::string& name :
         {std::string(), std::string("a.b"), std::string("a b"), std::string("\xC3\xA9"),
          std::string(65, 'a'), std::string("a/b")}) {
        const auto bad = add(registry, name);
        REQUIRE_FALSE(bad);
        CHECK(bad.error().code == Errc::invalid_argument);
    }
    CHECK(add(registry, std::string(64, 'a')));
    CHECK(add(registry, "a.b", "server"));
}

TEST_CASE("a tool without a handler is refused") {
    Registry registry;
    Contract contract;
    contract.id.name = "a";
    CHECK_FALSE(registry.add(contract, nullptr));
}

TEST_CASE("a tool that wants an executor which the host does not offer is refused") {
    Registry registry;
    Contract contract;
    contract.id.name = "draw";
    contract.executor = "ui";
    const auto added = registry.add(contract, std::make_unique<const Echo>());
    REQUIRE_FALSE(added);
    CHECK(added.error().code == Errc::invalid_argument);
    CHECK(added.error().message ==
          "tool 'draw' wants the executor 'ui', which this program does not offer; offer it before "
          "(offer_executor), or build the tool without .executor");
    CHECK(registry.snapshot()->contracts().empty());
    registry.offer_executor("window");
    CHECK_FALSE(registry.add(contract, std::make_unique<const Echo>()));
    registry.offer_executor("ui");
    CHECK(registry.add(contract, std::make_unique<const Echo>()));
}

TEST_CASE("several changes at once are one generation, and each addition has its own result") {
    Registry registry;
    REQUIRE(add(registry, "a"));
    REQUIRE(add(registry, "b"));
    int changes = 0;
    const auto listening = registry.listen([&](std::uint64_t) { ++changes; });
    std::vector<Registry::Addition> additions(3);
    additions[0].contract.id.name = "a";
    additions[0].handler = std::make_unique<const Echo>();
    additions[1].contract.id.name = "b";
    additions[1].handler = std::make_unique<const Echo>();
    additions[2].contract.id.name = "c";
    const auto results = registry.change({{"", "a"}, {"", "unknown"}}, std::move(additions));
    REQUIRE(results.size() == 3);
    CHECK(results[0]);
    CHECK(results[1].error().code == Errc::conflict);
    CHECK(results[2].error().message == "tool 'c' has no handler; give it one");
    CHECK(changes == 1);
    CHECK(registry.snapshot()->contracts().size() == 2);
    CHECK(registry.change({{"", "unknown"}}, {}).empty());
    CHECK(changes == 1);
}

TEST_CASE("a snapshot stays as it was, and every change has a generation of its own") {
    Registry registry;
    REQUIRE(add(registry, "a"));
    const auto before = registry.snapshot();
    REQUIRE(add(registry, "b"));
    REQUIRE(registry.remove({"", "a"}));
    const auto after = registry.snapshot();
    CHECK(before->find({"", "a"}) != nullptr);
    CHECK(before->find({"", "b"}) == nullptr);
    CHECK(after->find({"", "a"}) == nullptr);
    CHECK(before->generation() < after->generation());
    const auto again = registry.remove({"", "a"});
    REQUIRE_FALSE(again);
    CHECK(again.error().code == Errc::not_found);
    CHECK(registry.snapshot()->generation() == after->generation());
}

TEST_CASE("the first name of the application stays") {
    Registry registry;
    CHECK(registry.application().empty());
    registry.name_application("desk");
    registry.name_application("other");
    CHECK(registry.application() == "desk");
}

TEST_CASE("a snapshot knows the name of the application, and a name makes another generation") {
    Registry registry;
    const auto before = registry.snapshot();
    registry.name_application("desk");
    CHECK(before->application().empty());
    CHECK(registry.snapshot()->application() == "desk");
    CHECK(registry.snapshot()->generation() > before->generation());
}

TEST_CASE("threads that add tools lose none") {
    Registry registry;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&registry, t] {
            for (int i = 0; i < 25; ++i)
                static_cast<void>(add(registry, "t" + std::to_string(t) + "_" + std::to_string(i)));
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(registry.snapshot()->contracts().size() == 100);
    CHECK(registry.snapshot()->generation() == 100);
}

TEST_CASE("a handler without a preview says so") {
    const Echo echo;
    const Subject subject;
    const Proposer proposer;
    const std::string id = "id";
    Context context(subject, proposer, id, {}, {});
    const PreviewReply reply = echo.preview("{}", context);
    REQUIRE_FALSE(reply);
    CHECK(reply.error().code == code::tool_failed);
}

TEST_CASE("a context takes no texts that are gone when the function looks at them") {
    using Key = const Digest*;
    using Stop = std::stop_token;
    CHECK(std::is_constructible_v<Context, Subject&, Proposer&, const std::string&, Stop, Key>);
    CHECK_FALSE(std::is_constructible_v<Context, Subject, Proposer&, std::string&, Stop, Key>);
    CHECK_FALSE(std::is_constructible_v<Context, Subject&, Proposer, std::string&, Stop, Key>);
    CHECK_FALSE(std::is_constructible_v<Context, Subject&, Proposer&, std::string, Stop, Key>);
    CHECK_FALSE(std::is_constructible_v<Context, Subject&, Proposer&, const char*, Stop, Key>);
}

TEST_CASE("kinds of proposers have names") {
    CHECK(to_string(Proposer::Kind::person) == "person");
    CHECK(to_string(Proposer::Kind::model) == "model");
    CHECK(to_string(Proposer::Kind::program) == "program");
    CHECK(to_string(Proposer::Kind::mcp_client) == "mcp_client");
}

TEST_CASE("a listener hears each change of the catalogue, with its generation") {
    Registry registry;
    std::vector<std::uint64_t> heard;
    const auto handle =
        registry.listen([&](std::uint64_t generation) { heard.push_back(generation); });
    REQUIRE(handle != nullptr);
    REQUIRE(add(registry, "a"));
    CHECK(heard == std::vector<std::uint64_t>{registry.snapshot()->generation()});
    REQUIRE(registry.remove({"", "a"}));
    REQUIRE(heard.size() == 2);
    CHECK(heard.back() == registry.snapshot()->generation());
    CHECK(heard[0] < heard[1]);
    registry.name_application("desk");
    REQUIRE(heard.size() == 3);
    CHECK(heard.back() == registry.snapshot()->generation());
}

TEST_CASE("a listener hears nothing if the catalogue stays as it is") {
    Registry registry;
    REQUIRE(add(registry, "a"));
    registry.name_application("desk");
    int heard = 0;
    const auto handle = registry.listen([&](std::uint64_t) { ++heard; });
    CHECK_FALSE(add(registry, "a"));
    CHECK_FALSE(registry.remove({"", "b"}));
    registry.offer_executor("ui");
    registry.name_application("other");
    CHECK(heard == 0);
    REQUIRE(add(registry, "b"));
    CHECK(heard == 1);
}

TEST_CASE("a listener ends with its handle, and no other one does") {
    Registry registry;
    int first = 0;
    int second = 0;
    auto handle = registry.listen([&](std::uint64_t) { ++first; });
    const auto other = registry.listen([&](std::uint64_t) { ++second; });
    REQUIRE(add(registry, "a"));
    handle.reset();
    REQUIRE(add(registry, "b"));
    CHECK(first == 1);
    CHECK(second == 2);
}

TEST_CASE("a listener may use the registry and drop its own handle") {
    Registry registry;
    std::vector<std::size_t> seen;
    std::shared_ptr<void> handle;
    handle = registry.listen([&](std::uint64_t) {
        seen.push_back(registry.snapshot()->contracts().size());
        if (seen.size() > 1) return handle.reset();
        static_cast<void>(add(registry, "b"));
    });
    REQUIRE(add(registry, "a"));
    CHECK(seen == std::vector<std::size_t>{1, 2});
    REQUIRE(add(registry, "c"));
    CHECK(seen.size() == 2);
}

TEST_CASE("a listener that throws stops neither the change nor the listeners after it") {
    Registry registry;
    int heard = 0;
    const auto failing = registry.listen([](std::uint64_t) { throw std::runtime_error("full"); });
    const auto handle = registry.listen([&](std::uint64_t) { ++heard; });
    CHECK(add(registry, "a"));
    CHECK(registry.snapshot()->contracts().size() == 1);
    CHECK(heard == 1);
}

TEST_CASE("a handle may outlive its registry") {
    std::shared_ptr<void> handle;
    int heard = 0;
    {
        Registry registry;
        handle = registry.listen([&](std::uint64_t) { ++heard; });
        REQUIRE(add(registry, "a"));
    }
    CHECK(heard == 1);
}

TEST_CASE("changes on several threads reach a listener on these threads, each once") {
    Registry registry;
    std::mutex mutex;
    std::set<std::uint64_t> generations;
    std::set<std::thread::id> threads;
    const auto handle = registry.listen([&](std::uint64_t generation) {
        const std::lock_guard lock(mutex);
        generations.insert(generation);
        threads.insert(std::this_thread::get_id());
    });
    std::vector<std::thread> adding;
    for (int i = 0; i < 8; ++i)
        adding.emplace_back([&, i] { static_cast<void>(add(registry, "t" + std::to_string(i))); });
    for (std::thread& thread : adding) thread.join();
    CHECK(generations.size() == 8);
    REQUIRE_FALSE(generations.empty());
    CHECK(*generations.rbegin() == registry.snapshot()->generation());
    CHECK(threads.count(std::this_thread::get_id()) == 0);
}

}  // namespace iam::test
