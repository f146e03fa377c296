// The program whose files are watched.
#include "recorded_program.hpp"

#include <iam/gate/consent.hpp>
#include <iam/gate/records.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/tool/define.hpp>
#include <support/conformance.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>
#include <support/forwarding_store.hpp>
#include <support/named_registry.hpp>

#include <catch2/catch.hpp>
#include <store_sqlite/options.hpp>

namespace iam::test {
namespace {

class WitnessedStore final : public ForwardingStore {
 public:
    WitnessedStore(std::shared_ptr<ledger::Store> inner, const Witness& witness)
        : ForwardingStore(std::move(inner)), witness_(witness) {}

    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        const bool is_lazy = batch.lazily_synced;
        Result<ledger::Receipt> receipt = inner().commit(std::move(batch));
        if (receipt) (is_lazy ? witness_.on_lazy_commit : witness_.on_commit)(inner());
        return receipt;
    }

 private:
    const Witness& witness_;
};

void hash_into(Hasher& hasher, const ledger::StoredEntry& stored, ledger::UndoState undo_state) {
    hasher.update(stored.hash).update_framed(stored.text).update_framed(to_string(undo_state));
    for (const ledger::Payload& payload : stored.payloads) {
        hasher.update_framed(payload.name).update_framed(payload.bytes);
        hasher.update(std::span<const std::uint8_t>(payload.salt));
    }
}

/// One life of the program.
class Session {
 public:
    Session(const std::filesystem::path& folder, const Witness& witness, std::uint64_t seed)
        : entropy_(seed), store_(ok(open_recorded(folder, entropy_)), witness) {
        witness.on_open(store_);
        const auto effect = [&witness](Context& context) { witness.on_effect(context.call_id()); };
        REQUIRE(
            define("note")
                .description("Writes a line.")
                .policy(Policy::allow)
                .parameter("line")
                .call([effect](Context& context, const std::string& /*line*/) { effect(context); })
                .undo([effect](Context& context, const std::string& /*line*/) { effect(context); },
                      {"line"})
                .add_to(registry_)
                .has_value());
        REQUIRE(define("send")
                    .description("Sends a line.")
                    .parameter("line")
                    .call([effect](Context& context, const std::string& line) {
                        effect(context);
                        return line.size();
                    })
                    .add_to(registry_)
                    .has_value());
        REQUIRE(define("look")
                    .description("Looks at a line.")
                    .policy(Policy::allow)
                    .hints({true, {}, {}, {}})
                    .lazy_outcome()
                    .parameter("line")
                    .call([effect](Context& context, const std::string& line) {
                        effect(context);
                        return line.size();
                    })
                    .add_to(registry_)
                    .has_value());
        runtime_ = std::make_unique<gate::Runtime>(
            gate::Parts{
                .registry = registry_, .store = store_, .clock = &clock_, .entropy = &entropy_},
            gate::Settings{});
    }

    gate::Runtime& runtime() { return *runtime_; }

    ToolResult call(const std::string& tool, const std::string& id,
                    gate::CallOptions options = {}) {
        Call call;
        call.id = id;
        call.tool.name = tool;
        call.arguments = R"({"line":")" + std::string(200, 'x') + id + "\"}";
        return runtime_->call(std::move(call), std::move(options));
    }

    void undo_and_redo(const ToolResult& result) {
        gate::UndoRequest request;
        request.entry = ledger::parse_entry_id(result.entry).value();
        CHECK(runtime_->undo(request).success);
        CHECK_FALSE(runtime_->undo(request).success);
        CHECK(runtime_->redo(request).success);
    }

    void answer(const std::string& approval, consent::Answer word) {
        gate::ApprovalAnswer answer;
        answer.approval = approval;
        answer.answer = word;
        ok(runtime_->consent().answer(answer));
    }

 private:
    FakeEntropy entropy_;
    FakeClock clock_{};
    test::NamedRegistry registry_{};
    WitnessedStore store_;
    std::unique_ptr<gate::Runtime> runtime_{};
};

void ask_and_answer(Session& session) {
    const ToolResult refused = session.call("send", "asked");
    CHECK(refused.code == "confirmation_required");
    session.answer(refused.approval, consent::Answer::allow_once);
    gate::CallOptions approved;
    approved.approval = refused.approval;
    CHECK(session.call("send", "asked", approved).success);
    session.answer(session.call("send", "always").approval, consent::Answer::allow_always);
    CHECK(session.call("send", "by-permission").success);
}

void first_session(const std::filesystem::path& folder, const Witness& witness) {
    Session session(folder, witness, 1);
    gate::Runtime& runtime = session.runtime();
    for (int i = 0; i < 4; ++i) CHECK(session.call("note", "a" + std::to_string(i)).success);
    for (int i = 0; i < 3; ++i) CHECK(session.call("look", "l" + std::to_string(i)).success);
    ok(runtime.consent().grant_once({"", "send"}));
    CHECK(session.call("send", "once").success);
    CHECK(session.call("send", "twice").code == "confirmation_required");
    ask_and_answer(session);
    REQUIRE(runtime.consent().revoke_all().has_value());
    session.undo_and_redo(session.call("note", "b"));
}

void second_session(const std::filesystem::path& folder, const Witness& witness) {
    Session session(folder, witness, 2);
    gate::Runtime& runtime = session.runtime();
    const consent::Grant grant = ok(runtime.consent().grant_until_cleared({"", "send"}));
    CHECK(session.call("send", "granted").success);
    ok(runtime.consent().revoke(grant.id));
    ok(runtime.consent().freeze("wait", {}));
    CHECK_FALSE(session.call("note", "frozen").success);
    REQUIRE(runtime.consent().thaw("go on").has_value());
    const ToolResult result = session.call("note", "to-erase");
    gate::Erasure erasure;
    erasure.entries = {ledger::parse_entry_id(result.entry).value()};
    erasure.reason = "a wish";
    CHECK(ok(runtime.records().erase(erasure)).values > 0);
    REQUIRE(runtime.consent().set_policy({"", "note"}, Policy::confirm).has_value());
    REQUIRE(runtime.consent().set_policy({"", "note"}, std::nullopt).has_value());
    ok(runtime.records().checkpoint(SigningKey(SecretKey(std::array<std::uint8_t, 32>{}))));
    for (int i = 0; i < 4; ++i) CHECK(session.call("note", "c" + std::to_string(i)).success);
    CHECK(session.call("look", "last").success);
}

}  // namespace

Result<Snapshot> snapshot_of(ledger::Store& store) {
    IAM_TRY(policies, store.policies());
    IAM_TRY(grants, store.grants());
    IAM_TRY(permissions, store.permissions());
    IAM_TRY(approvals, store.approvals());
    IAM_TRY(broken, store.broken());
    IAM_TRY(freeze, store.freeze());
    IAM_TRY(epoch, store.epoch(consent::k_all_scope));
    ledger::Query all;
    all.limit = k_all;
    all.oldest_first = true;
    IAM_TRY(entries, store.entries(all));
    Snapshot snapshot{std::move(policies),
                      std::move(grants),
                      std::move(permissions),
                      std::move(approvals),
                      std::move(broken),
                      std::move(freeze),
                      epoch,
                      entries.size(),
                      {},
                      {}};
    Hasher hasher(domain_tag("test/1"));
    for (const ledger::StoredEntry& stored : entries) {
        IAM_TRY(undo_state, store.undo_state(stored.id));
        IAM_TRY(decoded, ledger::decode(stored.text));
        hash_into(hasher, stored, undo_state);
        const ledger::EntryKind kind = decoded.entry.kind;
        if (kind == ledger::EntryKind::intent || kind == ledger::EntryKind::undo_intent)
            snapshot.intents.insert(decoded.entry.call_id);
    }
    snapshot.entries = hasher.finish();
    return snapshot;
}

Result<std::unique_ptr<ledger::Store>> open_recorded(const std::filesystem::path& folder,
                                                     Entropy& entropy) {
    store_sqlite::Options options;
    options.checkpoint_pages = 24;
    return store_sqlite::open_with(folder, store_sqlite::Mode::read_write, entropy, options);
}

void run_recorded_program(const std::filesystem::path& folder, const Witness& witness) {
    first_session(folder, witness);
    second_session(folder, witness);
}

}  // namespace iam::test
