// A console whose runtime has rules, tools of a server, and judges changes of tools.
#pragma once

#include "../../console_fixture.hpp"
#include <iam/consent/rules_file.hpp>
#include <iam/contract/foreign_tool.hpp>
#include <iam/gate/judge_change.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/tool/define_json.hpp>

namespace iam::test {

class BookOfRules final : public consent::RuleSource {
 public:
    std::shared_ptr<const consent::RuleBook> current() override { return book_; }
    /// One rule with the id "r" about a tool.
    void set(consent::RuleScope scope, const std::string& tool, const std::string& members) {
        const auto read = consent::read_rules(
            R"({"iam":1,"rules":[{"id":"r","tool":")" + tool + "\"," + members + "}]}",
            "rules.json", scope);
        REQUIRE(read);
        book_ = std::make_shared<consent::RuleBook>(*read, std::vector<consent::RuleFailure>{});
    }

 private:
    std::shared_ptr<const consent::RuleBook> book_{};
};

struct HasRules {
    BookOfRules rules{};
};

/// Has the tools echo and wipe. Set more before begin().
struct ConsentFixture : HasRules, ConsoleFixture {
    std::function<void(console::Parts&)> change_parts{};

    ConsentFixture& begin() {
        gate::Parts parts{.registry = registry, .store = *store};
        parts.clock = &clock;
        parts.entropy = &entropy;
        parts.rules = &rules;
        parts.judge_change = &gate::judge_change;
        runtime = std::make_unique<gate::Runtime>(std::move(parts));
        console::Parts console_parts = ConsoleFixture::parts();
        if (change_parts) change_parts(console_parts);
        auto started = console::Console::start(std::move(console_parts), settings);
        REQUIRE(started);
        console = *std::move(started);
        log_in();
        return *this;
    }
    Answered send(const std::string& path, const Json& body) const {
        return post(path, body.dump());
    }
    /// The member of the list whose tool is shown so.
    Json in_list(const std::string& path, const std::string& list, const std::string& tool) const {
        const Json all = get(path).json();
        for (const Json& one : all[list])
            if (one["tool"] == tool) return one;
        FAIL("no " + tool + " in " + path);
        return {};
    }
    Json policy_of(const std::string& tool) const {
        return in_list("/api/policies", "policies", tool);
    }
    /// Of the tool as it is now. Of a tool that is not here: zeros.
    std::string contract_of(const std::string& tool) const {
        const auto catalogue = registry.snapshot();
        const Contract* const contract = catalogue->find({"", tool});
        return (contract == nullptr ? Digest{} : contract->digests.consent).hex();
    }
    Answered set_policy(const std::string& tool, const std::string& policy,
                        const std::string& was = "unset") const {
        Json body{{"name", tool}, {"policy", policy}, {"was", was}};
        if (policy == "allow" || policy == "confirm") body["contract"] = contract_of(tool);
        return send("/api/policies", body);
    }
    /// Allows calls of the tool as it is now. `members` are further ones of the body.
    Answered allow(const std::string& tool, Json members) const {
        members["name"] = tool;
        members["contract"] = contract_of(tool);
        return send("/api/grants", members);
    }
    /// The server of `echo` changes it: another description, other arguments.
    void change_echo() {
        REQUIRE(registry.remove({"", "echo"}));
        REQUIRE(define("echo")
                    .description("Now it does more.")
                    .hints({{}, false, false, true})
                    .parameter("text")
                    .call([](const std::string& text) { return text; })
                    .add_to(registry));
    }
    /// A person answers a question of this tool with an "always". The id of the permission.
    std::string always(const std::string& answer_word, const std::string& tool = "echo") {
        const std::string id = open_question(tool);
        REQUIRE(answer(id, answer_body(id, answer_word)).status == 200);
        return in_list("/api/permissions", "permissions", tool)["id"].get<std::string>();
    }
    std::vector<ledger::Entry> entries_of(ledger::EntryKind kind) const {
        std::vector<ledger::Entry> found;
        const auto all = store->entries({.limit = 1000, .oldest_first = true});
        REQUIRE(all);
        for (const auto& stored : *all) {
            auto decoded = ledger::decode(stored.text);
            REQUIRE(decoded);
            if (decoded->entry.kind == kind) found.push_back(std::move(decoded->entry));
        }
        return found;
    }
    /// The code of a call of `echo` now; empty: it runs.
    std::string code_now() const {
        Call call{.tool = {"", "echo"}, .arguments = R"({"text":"hello"})"};
        call.subject.user = "ann";
        call.proposer.kind = Proposer::Kind::model;
        return runtime->call(std::move(call)).code;
    }
};

}  // namespace iam::test
