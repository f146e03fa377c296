// The tools of the tests with several processes. Each effect is a line of a file, so that every
// process sees it.
#pragma once

#include <iam/consent/rules.hpp>
#include <iam/gate/consent.hpp>
#include <iam/gate/records.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>
#include <iam/tool/define.hpp>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

namespace iam::test {

/// A tool of an object: like what the generator makes for a member function.
class AppendHandler final : public Handler {
 public:
    explicit AppendHandler(std::function<void(std::string)> effect) : effect_(std::move(effect)) {}

    Prepared prepare(std::string_view) const override { return "{}"; }
    Reply call(const Permit&, std::string_view, Context&) const override {
        effect_("append");
        return Reply::done("1");
    }
    Reply undo(const Permit&, std::string_view, std::string_view, Context&) const override {
        effect_("remove");
        return Reply::done();
    }

 private:
    std::function<void(std::string)> effect_;
};

/// A program on the state in a folder. Its tools: write (asked about, with undo), append (of an
/// object, with undo), end (calls `how_to_end`), linger (until it is asked to stop).
struct Desk {
    explicit Desk(
        const std::filesystem::path& folder, std::function<void()> how_to_end = [] {}) {
        const auto effect = [file = folder / "effects"](const std::string& line) {
            std::ofstream(file, std::ios::app) << line + "\n" << std::flush;
        };
        registry.name_application("test");
        bool good =
            define("write")
                .description("Writes a line.")
                .parameter("line")
                .call([effect](const std::string& line) { effect("write " + line); })
                .undo([effect](const std::string& line) { effect("erase " + line); }, {"line"})
                .add_to(registry)
                .has_value();
        good &= define("end")
                    .description("Does what its process was told.")
                    .call([effect, how_to_end = std::move(how_to_end)] {
                        effect("end");
                        how_to_end();
                    })
                    .undo([effect] { effect("no end"); }, {})
                    .add_to(registry)
                    .has_value();
        good &= define("linger")
                    .description("Ends when it is asked to.")
                    .call([effect](std::stop_token stop) {
                        effect("linger");
                        std::mutex mutex;
                        std::condition_variable_any never;
                        std::unique_lock lock(mutex);
                        never.wait_for(lock, stop, std::chrono::seconds(30), [] { return false; });
                        return stop.stop_requested();
                    })
                    .add_to(registry)
                    .has_value();
        Contract contract;
        contract.id.name = "append";
        contract.policy = Policy::allow;
        contract.has_undo = true;
        contract.bound_class = "editor::Document";
        contract.digests.consent = sha256(domain_tag("test/1"), "append");
        good &= registry.add(contract, std::make_unique<AppendHandler>(effect)).has_value();
        auto opened = store_sqlite::open(folder, store_sqlite::Mode::read_write, entropy);
        if (!good || !opened) return;
        store = *std::move(opened);
        gate::Settings settings;
        settings.watch_for_freeze = true;
        runtime = std::make_unique<gate::Runtime>(
            gate::Parts{
                .registry = registry, .store = *store, .clock = &clock, .entropy = &entropy},
            settings);
    }

    ToolResult call(const std::string& tool, std::string arguments, std::string id = {},
                    gate::CallOptions options = {}) const {
        Call call;
        call.id = std::move(id);
        call.tool.name = tool;
        call.arguments = std::move(arguments);
        return runtime->call(std::move(call), std::move(options));
    }
    ToolResult undo(const std::string& entry) const {
        gate::UndoRequest request;
        request.entry = ledger::parse_entry_id(entry).value_or(ledger::EntryId{});
        return runtime->undo(request);
    }

    SystemEntropy entropy{};
    SystemClock clock{};
    Registry registry{};
    std::unique_ptr<ledger::Store> store{};
    std::unique_ptr<gate::Runtime> runtime{};  ///< nullptr: it could not be made
};

}  // namespace iam::test
