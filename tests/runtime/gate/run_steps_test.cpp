// The order of a call's steps, as a test double sees it.
// Tests of runtime/src/gate/engine/runtime.cpp.
// Tests of runtime/src/gate/steps/{decide,deny_outright}.cpp.
#include "fixture.hpp"
#include <support/forwarding_store.hpp>

namespace iam::test {
namespace {

using Log = std::vector<std::string>;

/// Writes down which entries are committed.
class LoggingStore final : public ForwardingStore {
 public:
    LoggingStore(std::shared_ptr<ledger::Store> inner, Log& log)
        : ForwardingStore(std::move(inner)), log_(log) {}
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        for (const ledger::EntryDraft& draft : batch.entries) {
            log_.push_back("commit " + std::string(to_string(draft.entry.kind)));
        }
        return ForwardingStore::commit(std::move(batch));
    }

 private:
    Log& log_;
};

struct Logged {
    Log log{};
    FakeEntropy entropy{};
    Program program{std::make_shared<LoggingStore>(store::make_memory_store(entropy), log)};

    explicit Logged(Policy policy) {
        const auto hooks = program.hook();
        hooks->resolve = [this](const CallView&, const consent::Decision&) {
            log.emplace_back("on_resolve");
            return std::optional<consent::Decision>();
        };
        hooks->before = [this](const CallView&, const consent::Decision&) {
            log.emplace_back("before_execute");
            return std::optional<ToolResult>();
        };
        hooks->after = [this](const CallView&, const ToolResult&) {
            log.emplace_back("after_execute");
            return std::optional<ToolResult>();
        };
        hooks->audit = [this](const ledger::StoredEntry& entry) {
            const auto kind = ok(ledger::decode(entry.text)).entry.kind;
            log.push_back("on_audit " + std::string(to_string(kind)));
        };
        program.prompter.while_shown = [this](const consent::PromptRequest&) {
            log.emplace_back("prompt");
        };
        program.with_prompter = true;
        add_tool(policy);
    }

    void add_tool(Policy policy) {
        Contract contract = contract_of("echo");
        contract.has_preview = true;
        contract.policy = policy;
        Functions functions;
        functions.prepare = [this](std::string_view text) {
            log.emplace_back("prepare");
            return prepare_object(text);
        };
        functions.preview = [this](std::string_view) -> PreviewReply {
            log.emplace_back("preview");
            return Preview{};
        };
        functions.call = [this](std::string_view, Context&) {
            log.emplace_back("call");
            return Reply::done();
        };
        program.add(contract, functions);
    }
};

}  // namespace

TEST_CASE("a call that is allowed goes through the steps in their order, without a preview",
          "[steps]") {
    Logged logged(Policy::allow);
    const auto handle = logged.program.runtime().records().listen(
        [&](const ledger::StoredEntry&) { logged.log.emplace_back("listener"); });
    CHECK(logged.program.runtime().call(call_of("echo")).success);
    CHECK(logged.log == Log{"prepare", "on_resolve", "before_execute", "commit intent",
                            "on_audit intent", "listener", "call", "commit outcome",
                            "after_execute", "on_audit outcome", "listener"});
}

TEST_CASE("a call that is asked about is previewed, put on record, shown, and decided again",
          "[steps]") {
    Logged logged(Policy::confirm);
    logged.program.prompter.script({consent::Answer::allow_once});
    CHECK(logged.program.runtime().call(call_of("echo")).success);
    CHECK(logged.log == Log{"prepare", "on_resolve", "preview", "commit approval",
                            "on_audit approval", "prompt",
                            "prepare",  // is the value still valid after the wait?
                            "commit approval", "on_audit approval", "on_resolve", "before_execute",
                            "commit intent", "on_audit intent", "call", "commit outcome",
                            "after_execute", "on_audit outcome"});
}

TEST_CASE("a denied tool answers before its arguments are read", "[steps]") {
    Logged logged(Policy::deny);
    const std::string arguments = GENERATE(as<std::string>(), "not json", R"({"bad":1})",
                                           std::string((std::size_t{1} << 20U) + 1, ' '));
    CHECK(logged.program.runtime().call(call_of("echo", arguments)).code == code::policy_denied);
    CHECK(logged.log == Log{"commit decision", "on_audit decision"});
}

TEST_CASE("a denied tool answers policy_denied to wrong arguments also where a hook may loosen",
          "[steps]") {
    Program program;
    program.hook()->loosens = true;
    program.add(contract_of("echo"));
    ok_void(program.runtime().consent().set_policy({"", "echo"}, Policy::deny));
    for (const std::string& arguments :
         {std::string("not json"), std::string(R"({"bad":1})"), std::string("{}"),
          std::string(program.settings.arguments_bytes_max + 1, ' '),
          // Its text is too long only with the defaults.
          "{\"m\":\"" + std::string(program.settings.arguments_bytes_max - 8, 'm') + "\"}"}) {
        CHECK(program.runtime().call(call_of("echo", arguments)).code == code::policy_denied);
    }
}

TEST_CASE("every end of a call is exactly one terminal entry", "[steps]") {
    Program program;
    program.add_allowed("echo");
    program.add(contract_of("ask"));
    Functions failing;
    failing.call = [](std::string_view, Context&) { return Reply::failed("no", "No."); };
    program.add_allowed("fail", failing);
    std::size_t expected = 0;
    for (const Call& call : {call_of("echo"), call_of("echo", "{"), call_of("nothing"),
                             call_of("ask"), call_of("fail")}) {
        const ToolResult result = program.runtime().call(call);
        CHECK(program.terminal_count() == ++expected);
        CHECK_FALSE(result.entry.empty());
        CHECK(program.stored_entries().back().id == ok(ledger::parse_entry_id(result.entry)));
    }
}

}  // namespace iam::test
