// A console over a program with the tool `set`, whose calls can be undone.
#pragma once

#include "console_fixture.hpp"
#include <iam/tool/context.hpp>

#include <atomic>
#include <string>

namespace iam::test {

/// `set` changes the object that its text names. "stuck" cannot be undone, since the undo fails.
class UndoFixture : public ConsoleFixture {
 public:
    std::atomic<int> undone{0};

    UndoFixture() {
        const auto added = define("set")
                               .description("Sets an object.")
                               .hints({false, false, false, false})
                               .policy(Policy::allow)
                               .parameter("text")
                               .call([](const std::string& text, Context& context) {
                                   context.touch(text);
                                   return text;
                               })
                               .undo(
                                   [this](const std::string& text) {
                                       if (text == "stuck")
                                           throw tool_error("stuck", "The drawer is stuck.");
                                       ++undone;
                                   },
                                   {"text"})
                               .undo_exact()
                               .undo_window(std::chrono::seconds(60))
                               .add_to(registry);
        REQUIRE(added);
    }

    /// The outcome of a call with this text.
    std::string call_set(const std::string& text, const std::string& tool = "set") {
        Call call{.tool = {"", tool}, .arguments = Json({{"text", text}}).dump()};
        call.subject.user = "ann";
        gate::CallOptions options;
        options.confirmed = true;
        const ToolResult result = runtime->call(std::move(call), std::move(options));
        REQUIRE(result.success);
        return result.entry;
    }
    Json plan(const std::string& entry) const {
        return get("/api/entries/" + entry + "/undo").json();
    }
    Answered undo(const std::string& entry, Json body) const {
        return post("/api/entries/" + entry + "/undo", body.dump());
    }
};

}  // namespace iam::test
