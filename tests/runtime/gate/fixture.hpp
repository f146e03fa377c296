// A program around one Runtime: a store in memory, a clock that stands still, tools whose functions
// are lambdas of the test, and a person who answers as scripted.
#pragma once

#include <iam/consent/rules.hpp>
#include <iam/core/json.hpp>
#include <iam/gate/consent.hpp>
#include <iam/gate/executor.hpp>
#include <iam/gate/judge_change.hpp>
#include <iam/gate/records.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/store/memory_store.hpp>
#include <iam/tool/context.hpp>
#include <support/conformance.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>
#include <support/named_registry.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::test {

using gate::CallOptions;
using gate::CallView;
using gate::GrantTerms;
using gate::Interceptor;
using gate::Runtime;
using ledger::EntryKind;

inline const ToolId k_echo{"", "echo"};

inline std::vector<std::string> english(const std::vector<words::Sentences>& all) {
    std::vector<std::string> texts;
    for (const words::Sentences& one : all) texts.push_back(one.english());
    return texts;
}

inline void ok_void(const Result<void>& result) {
    INFO((result ? std::string("ok") : result.error().message));
    REQUIRE(result.has_value());
}

/// How often each function of a tool ran, and what it saw. Outlives the tool.
struct Seen {
    std::atomic<int> prepares{0};
    std::atomic<int> previews{0};
    std::atomic<int> calls{0};
    std::atomic<int> undos{0};
    std::mutex mutex{};
    std::string arguments{};
    std::string result{};
    std::string idempotency_key{};
};

/// What a test wants the functions of a tool to do; what it leaves out does the harmless thing.
struct Functions {
    std::function<Prepared(std::string_view)> prepare{};
    std::function<Reply(std::string_view, Context&)> call{};
    std::function<PreviewReply(std::string_view)> preview{};
    std::function<PreviewReply(Context&)> preview_of_file{};
    std::function<Reply(std::string_view, std::string_view)> undo{};
    std::function<ReconcileReply(std::string_view, Context&)> reconcile{};
};

/// Objects pass; a member "bad" is wrong, a missing member "n" becomes 1.
inline Prepared prepare_object(std::string_view text) {
    const auto wrong = [](std::string pointer, std::string message) {
        return tl::unexpected(
            std::vector<ValueError>{{std::move(pointer), std::move(message), "a good one", ""}});
    };
    auto value = parse_json(text);
    if (!value) return wrong(value.error().pointer, value.error().message);
    if (!value->is_object()) return wrong("", "expected an object");
    if (value->contains("bad")) return wrong("/bad", "no such argument");
    if (!value->contains("n")) (*value)["n"] = 1;
    return canonical_json(*value).value();
}

class LambdaHandler final : public Handler {
 public:
    LambdaHandler(Functions functions, std::shared_ptr<Seen> seen)
        : functions_(std::move(functions)), seen_(std::move(seen)) {}

    Prepared prepare(std::string_view arguments) const override {
        ++seen_->prepares;
        return functions_.prepare ? functions_.prepare(arguments) : prepare_object(arguments);
    }
    Reply call(const Permit& /*permit*/, std::string_view arguments,
               Context& context) const override {
        ++seen_->calls;
        {
            const std::lock_guard lock(seen_->mutex);
            seen_->arguments = arguments;
            seen_->idempotency_key = context.idempotency_key();
        }
        if (functions_.call) return functions_.call(arguments, context);
        return Reply::done(std::string(arguments));
    }
    PreviewReply preview(std::string_view arguments, Context& context) const override {
        ++seen_->previews;
        if (functions_.preview_of_file) return functions_.preview_of_file(context);
        if (functions_.preview) return functions_.preview(arguments);
        return Preview{"would do " + std::string(arguments), {}, {}};
    }
    Reply undo(const Permit& /*permit*/, std::string_view arguments, std::string_view result,
               Context& /*context*/) const override {
        ++seen_->undos;
        {
            const std::lock_guard lock(seen_->mutex);
            seen_->arguments = arguments;
            seen_->result = result;
        }
        return functions_.undo ? functions_.undo(arguments, result) : Reply::done();
    }
    ReconcileReply reconcile(std::string_view arguments, Context& context) const override {
        return functions_.reconcile ? functions_.reconcile(arguments, context)
                                    : Handler::reconcile(arguments, context);
    }

 private:
    Functions functions_;
    std::shared_ptr<Seen> seen_;
};

/// `version` stands for everything that consent is bound to.
inline Contract contract_of(std::string name, const std::string& version = "1") {
    Contract contract;
    contract.id = ToolId{"", std::move(name)};
    contract.document = "{\"name\":\"" + contract.id.name + "\"}";
    contract.digests.wire = digest_of("wire " + contract.id.name + version);
    contract.digests.consent = digest_of("consent " + contract.id.name + version);
    contract.digests.behaviour = digest_of("behaviour " + contract.id.name + version);
    return contract;
}

/// A tool that runs without a question and can be undone.
inline Contract undoable(const std::string& name) {
    Contract contract = contract_of(name);
    contract.has_undo = true;
    contract.policy = Policy::allow;
    return contract;
}

/// Answers in the order of `answers`, none beyond them; with `hold` the replies wait for release.
class ScriptedPrompter final : public consent::Prompter {
 public:
    using Reply = std::function<void(consent::PromptReply)>;
    struct Question {
        consent::PromptRequest request{};
        std::shared_ptr<const consent::PromptTicket> ticket{};
        Reply on_reply{};
    };

    void show(const consent::PromptRequest& request,
              std::shared_ptr<const consent::PromptTicket> ticket, Reply on_reply) override {
        consent::Answer answer = consent::Answer::none;
        {
            const std::lock_guard lock(mutex_);
            questions_.push_back({request, std::move(ticket), on_reply});
            if (hold_) return;
            if (!answers_.empty()) {
                answer = answers_.front();
                answers_.pop_front();
            }
        }
        if (while_shown) while_shown(request);
        on_reply(complete(request, answer));
    }

    /// With what is typed at the question.
    consent::PromptReply complete(const consent::PromptRequest& request,
                                  consent::Answer answer) const {
        consent::PromptReply reply = reply_to(request, answer);
        for (const InputRequest& input : request.inputs) {
            reply.inputs.push_back({input.key, typed ? typed(input) : ""});
        }
        return reply;
    }

    static consent::PromptReply reply_to(const consent::PromptRequest& request,
                                         consent::Answer answer) {
        consent::PromptReply reply;
        reply.answer = answer;
        reply.approver = {.uid = "1000", .login = "ann", .channel = "test", .locale = "en"};
        reply.shown_digest = digest_of("what ann saw");
        reply.approval_id = request.approval_id;
        return reply;
    }

    void script(std::deque<consent::Answer> answers) {
        const std::lock_guard lock(mutex_);
        answers_ = std::move(answers);
    }
    void hold() {
        const std::lock_guard lock(mutex_);
        hold_ = true;
    }
    std::vector<Question> questions() {
        const std::lock_guard lock(mutex_);
        return questions_;
    }
    std::size_t count() {
        const std::lock_guard lock(mutex_);
        return questions_.size();
    }
    /// Replies to the question with this number.
    void release(std::size_t number, consent::Answer answer) {
        const Question question = questions().at(number);
        question.on_reply(complete(question.request, answer));
    }

    std::function<void(const consent::PromptRequest&)> while_shown{};
    std::function<std::string(const InputRequest&)> typed{};

 private:
    std::mutex mutex_;
    std::deque<consent::Answer> answers_;
    bool hold_ = false;
    std::vector<Question> questions_;
};

/// Hooks that are lambdas of the test.
struct Hooks final : Interceptor {
    std::string called = "hooks";
    bool loosens = false;
    std::function<std::optional<consent::Decision>(const CallView&, const consent::Decision&)>
        resolve{};
    std::function<std::optional<ToolResult>(const CallView&, const consent::Decision&)> before{};
    std::function<std::optional<ToolResult>(const CallView&, const ToolResult&)> after{};
    std::function<std::optional<std::string>(std::string_view, const std::string&)> record{};
    std::function<void(const ledger::StoredEntry&)> audit{};

    std::string name() const override { return called; }
    bool may_loosen() const override { return loosens; }
    std::optional<consent::Decision> on_resolve(const CallView& call,
                                                const consent::Decision& upstream) override {
        return resolve ? resolve(call, upstream) : std::nullopt;
    }
    std::optional<ToolResult> before_execute(const CallView& call,
                                             const consent::Decision& decision) override {
        return before ? before(call, decision) : std::nullopt;
    }
    std::optional<ToolResult> after_execute(const CallView& call,
                                            const ToolResult& result) override {
        return after ? after(call, result) : std::nullopt;
    }
    std::optional<std::string> on_record(const CallView& /*call*/, std::string_view field,
                                         const std::string& bytes) override {
        return record ? record(field, bytes) : std::nullopt;
    }
    void on_audit(const ledger::StoredEntry& entry) override {
        if (audit) audit(entry);
    }
};

struct Program {
    Program() = default;
    explicit Program(std::shared_ptr<ledger::Store> other) : store(std::move(other)) {}

    FakeEntropy entropy{};
    FakeClock clock{};
    std::shared_ptr<ledger::Store> store{store::make_memory_store(entropy)};
    NamedRegistry registry{};
    ScriptedPrompter prompter{};
    bool with_prompter = false;
    std::vector<std::shared_ptr<Interceptor>> interceptors{};
    consent::RuleSource* rules = nullptr;
    std::function<bool(const consent::Approver&, const consent::Approval&)> may_approve{};
    std::function<gate::Placement(const Contract&)> place{};
    consent::JudgeChange judge = &gate::judge_change;
    std::string build{};
    gate::Settings settings{};
    std::unique_ptr<Runtime> made{};

    Runtime& runtime() {
        if (!made) {
            gate::Parts parts{.registry = registry, .store = *store};
            parts.clock = &clock;
            parts.entropy = &entropy;
            parts.prompter = with_prompter ? &prompter : nullptr;
            parts.interceptors = interceptors;
            parts.rules = rules;
            parts.may_approve = may_approve;
            parts.judge_change = judge;
            parts.place = place;
            parts.build = build;
            made = std::make_unique<Runtime>(std::move(parts), settings);
        }
        return *made;
    }

    /// Adds an interceptor; only before runtime() is called.
    std::shared_ptr<Hooks> hook() {
        REQUIRE(made == nullptr);
        auto hooks = std::make_shared<Hooks>();
        interceptors.push_back(hooks);
        return hooks;
    }
    std::shared_ptr<Seen> add(Contract contract, Functions functions = {}) {
        auto seen = std::make_shared<Seen>();
        ok_void(registry.add(std::move(contract),
                             std::make_unique<LambdaHandler>(std::move(functions), seen)));
        return seen;
    }
    /// A tool that may run without asking.
    std::shared_ptr<Seen> add_allowed(const std::string& name, Functions functions = {}) {
        Contract contract = contract_of(name);
        contract.policy = Policy::allow;
        return add(std::move(contract), std::move(functions));
    }
    void replace(Contract contract, Functions functions = {}) {
        ok_void(registry.remove(contract.id));
        add(std::move(contract), std::move(functions));
    }

    /// All entries, oldest first, decoded.
    std::vector<ledger::Entry> entries() {
        std::vector<ledger::Entry> decoded;
        for (const ledger::StoredEntry& stored : stored_entries()) {
            decoded.push_back(ok(ledger::decode(stored.text)).entry);
        }
        return decoded;
    }
    std::vector<ledger::StoredEntry> stored_entries() {
        ledger::Query query;
        query.limit = k_all;
        query.oldest_first = true;
        return ok(store->entries(query));
    }
    std::vector<ledger::Entry> of_kind(EntryKind kind) {
        std::vector<ledger::Entry> wanted;
        for (ledger::Entry& entry : entries()) {
            if (entry.kind == kind) wanted.push_back(std::move(entry));
        }
        return wanted;
    }
    std::optional<std::string> payload(const std::string& entry, const std::string& name) {
        const auto stored = ok(store->entry(ok(ledger::parse_entry_id(entry))));
        REQUIRE(stored.has_value());
        for (const ledger::Payload& payload : stored->payloads) {
            if (payload.name == name) return payload.bytes;
        }
        return std::nullopt;
    }
    /// Entries after which nothing more comes for a call.
    std::size_t terminal_count() {
        return of_kind(EntryKind::decision).size() + of_kind(EntryKind::outcome).size() +
               of_kind(EntryKind::undo_outcome).size();
    }
};

inline Call call_of(std::string name, std::string arguments = "{}") {
    Call call;
    call.tool = ToolId{"", std::move(name)};
    call.arguments = std::move(arguments);
    call.proposer.kind = Proposer::Kind::model;
    return call;
}

inline gate::UndoRequest undo_of(const ToolResult& result) {
    gate::UndoRequest request;
    request.entry = ok(ledger::parse_entry_id(result.entry));
    return request;
}

inline gate::ApprovalAnswer answer_to(const std::string& approval, consent::Answer answer) {
    gate::ApprovalAnswer given;
    given.approval = approval;
    given.answer = answer;
    given.approver = {.uid = "1000", .login = "ann", .channel = "test", .locale = "en"};
    return given;
}

inline CallOptions confirmed() {
    CallOptions options;
    options.confirmed = true;
    return options;
}

inline CallOptions with_approval(std::string id) {
    CallOptions options;
    options.approval = std::move(id);
    return options;
}

}  // namespace iam::test
