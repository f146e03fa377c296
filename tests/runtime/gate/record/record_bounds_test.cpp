// Bounds of the record: counted refusals, quotas of sessions, values that expire; and the facts of
// an entry.
// Tests of runtime/src/gate/ends/end.cpp and runtime/src/ledger/retention.cpp.
// Tests of runtime/src/gate/record/{record_quota,repeated_refusals,retain}.cpp.
#include "../fixture.hpp"
#include <iam/ledger/report.hpp>
#include <iam/ledger/verify.hpp>
#include <support/forwarding_store.hpp>

#include <set>

namespace iam::test {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

Call call_in(const std::string& session, const std::string& arguments = "{}") {
    Call call = call_of("echo", arguments);
    call.subject.user = "ann";
    call.subject.session = session;
    return call;
}

/// Sees which batches need not be on disk at once.
class WatchedStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        for (const auto& draft : batch.entries)
            if (batch.lazily_synced) lazy.insert(to_string(draft.entry.kind));
        return ForwardingStore::commit(std::move(batch));
    }
    std::set<std::string_view> lazy{};
};

ledger::Retention keep(ledger::RetentionClass kind, milliseconds time) {
    ledger::Retention retention;
    retention.of(kind) = time;
    return retention;
}

}  // namespace

TEST_CASE("a refusal that comes again is counted, and the number is recorded once its time is over",
          "[bounds]") {
    Program program;
    program.add_allowed("echo");
    const std::string first = program.runtime().call(call_of("nothing")).entry;
    CHECK(first == "0.1");
    for (int i = 0; i < 5; ++i) {
        program.clock.advance(seconds(2));
        const ToolResult again = program.runtime().call(call_of("nothing"));
        CHECK(again.code == code::tool_not_found);
        CHECK(again.entry == first);
    }
    CHECK(program.entries().size() == 1);
    program.clock.advance(minutes(1));
    CHECK(program.runtime().call(call_of("nothing")).entry == "0.2");
    const auto entries = program.entries();
    REQUIRE(entries.size() == 3);
    CHECK(entries[2].kind == EntryKind::decision);
    CHECK(entries[2].of == ledger::EntryId{0, 1});
    CHECK(entries[2].count == 5);
    CHECK(entries[2].code == code::tool_not_found);
    CHECK(entries[2].duration == seconds(10));
    CHECK(entries[2].tool->name == "nothing");
    CHECK(ok(ledger::report(*program.store, {}, program.clock.now())).calls_refused == 7);
}

TEST_CASE("refusals that were counted are recorded when the Runtime ends", "[bounds]") {
    Program program;
    for (int i = 0; i < 3; ++i) program.runtime().call(call_of("nothing"));
    CHECK(program.entries().size() == 1);
    program.made.reset();
    REQUIRE(program.entries().size() == 2);
    CHECK(program.entries()[1].count == 2);
}

TEST_CASE("refusals that differ each have an entry", "[bounds]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.policy = Policy::deny;
    program.add(std::move(contract));
    Runtime& runtime = program.runtime();
    runtime.call(call_in("one", R"({"a":1})"));
    runtime.call(call_in("one", R"({"a":2})"));
    runtime.call(call_in("two", R"({"a":1})"));
    Call by_hand = call_in("one", R"({"a":1})");
    by_hand.proposer.kind = Proposer::Kind::person;
    runtime.call(std::move(by_hand));
    runtime.call(call_of("nothing"));
    CHECK(program.entries().size() == 5);
    runtime.call(call_in("one", R"({"a":1})"));
    CHECK(program.entries().size() == 5);
}

TEST_CASE("a hook that refuses in other words each time is counted all the same", "[bounds]") {
    Program program;
    int left = 3;
    program.hook()->before = [&](const CallView&, const consent::Decision&) {
        ToolResult veto;
        veto.code = "rate_limited";
        veto.message = "Try again in " + std::to_string(left--) + " s.";
        return std::optional(std::move(veto));
    };
    program.add_allowed("echo");
    const ToolResult first = program.runtime().call(call_of("echo"));
    const ToolResult second = program.runtime().call(call_of("echo"));
    CHECK(second.entry == first.entry);
    CHECK(second.message == "Try again in 2 s.");
    CHECK(program.entries().size() == 1);
}

TEST_CASE("a call that a person refused has its entry, however often it comes", "[bounds]") {
    Program program;
    program.with_prompter = true;
    program.add(contract_of("echo"));
    program.prompter.script({consent::Answer::deny_once, consent::Answer::deny_once});
    for (int i = 0; i < 2; ++i) {
        CHECK(program.runtime().call(call_of("echo")).code == code::user_denied);
    }
    CHECK(program.of_kind(EntryKind::decision).size() == 2);
}

TEST_CASE("without a window every refusal has an entry", "[bounds]") {
    Program program;
    program.settings.repeated_refusal_window = milliseconds(0);
    for (int i = 0; i < 3; ++i) program.runtime().call(call_of("nothing"));
    CHECK(program.entries().size() == 3);
}

TEST_CASE("a session that has put its quota on record is refused, and others go on", "[bounds]") {
    Program program;
    program.settings.record_bytes_per_session_max = 10'000;
    const auto seen = program.add_allowed("echo");
    const std::string large = R"({"m":")" + std::string(3'000, 'x') + "\"}";
    CHECK(program.runtime().call(call_in("one", large)).success);
    CHECK(program.runtime().call(call_in("one", large)).success);
    const ToolResult third = program.runtime().call(call_in("one", large));
    CHECK(third.code == code::quota_exceeded);
    CHECK(third.message.find("10000 bytes") != std::string::npos);
    CHECK_FALSE(program.payload(third.entry, "arguments"));
    const std::size_t entries = program.entries().size();
    // Whatever else it tries puts nothing more on record.
    CHECK(program.runtime().call(call_in("one", R"({"m":"y"})")).entry == third.entry);
    CHECK(program.entries().size() == entries);
    CHECK(program.runtime().call(call_in("two", large)).success);
    CHECK(program.runtime().call(call_in("", large)).success);
    CHECK(seen->calls == 4);
}

TEST_CASE("the quota of a session holds over programs, also where each makes one call",
          "[bounds]") {
    Program program;
    program.add_allowed("echo");
    program.settings.record_bytes_per_session_max = 64 << 10;
    const std::string large = R"({"m":")" + std::string(3'000, 'x') + "\"}";
    const auto started = [&] {
        return std::make_unique<Runtime>(gate::Parts{.registry = program.registry,
                                                     .store = *program.store,
                                                     .clock = &program.clock,
                                                     .entropy = &program.entropy},
                                         program.settings);
    };
    // Arguments and result, and two entries: some 8,000 bytes each.
    int done = 0;
    std::string code;
    SECTION("one after another") {
        for (int i = 0; i < 20 && code.empty(); ++i) {
            code = started()->call(call_in("one", large)).code;
            if (code.empty()) ++done;
        }
    }
    SECTION("at the same time") {
        std::vector<std::unique_ptr<Runtime>> programs;
        for (int i = 0; i < 4; ++i) programs.push_back(started());
        for (std::size_t i = 0; i < 20 && code.empty(); ++i) {
            code = programs[i % programs.size()]->call(call_in("one", large)).code;
            if (code.empty()) ++done;
        }
    }
    CHECK(code == code::quota_exceeded);
    CHECK((done >= 7 && done <= 10));
    CHECK(started()->call(call_in("two", large)).success);
    CHECK(ok(ledger::verify(*program.store)).ok());
}

TEST_CASE("the notes of a session add up to about what it put on record", "[bounds]") {
    Program program;
    program.add_allowed("echo");
    program.settings.record_bytes_per_session_max = 4 << 20;
    for (int i = 0; i < 1'000; ++i) CHECK(program.runtime().call(call_in("one")).success);
    std::uint64_t noted = 0;
    const auto notes = program.of_kind(EntryKind::note);
    for (const ledger::Entry& note : notes) {
        CHECK(note.code == "session_record");
        CHECK(note.subject.session == "one");
        noted += note.count.value_or(0);
    }
    // Two entries of a call, each 1,024 bytes and a value of 7.
    constexpr std::uint64_t recorded = 1'000 * 2 * (1'024 + 7);
    CHECK((noted > recorded * 2 / 3 && noted < recorded * 4 / 3));
    CHECK(notes.size() < 50);
    program.runtime().call(call_in(""));
    CHECK(program.of_kind(EntryKind::note).size() == notes.size());
}

TEST_CASE("where notes cannot be read a session runs nothing", "[bounds]") {
    Program program;
    const auto seen = program.add_allowed("echo");
    struct Unreadable final : ForwardingStore {
        using ForwardingStore::ForwardingStore;
        Result<std::vector<ledger::StoredEntry>> entries_of_call(const std::string&) override {
            return fail(Errc::unavailable, "disk gone");
        }
    };
    program.store = std::make_shared<Unreadable>(program.store);
    CHECK(program.runtime().call(call_in("one")).code == code::ledger_unavailable);
    CHECK(seen->calls == 0);
    CHECK(program.runtime().call(call_in("")).success);
}

TEST_CASE("refused calls and open questions count for the quota, too", "[bounds]") {
    const bool is_denied = GENERATE(true, false);
    Program program;
    program.settings.record_bytes_per_session_max = 5'000;
    Contract contract = contract_of("echo");
    if (is_denied) contract.policy = Policy::deny;
    program.add(std::move(contract));
    std::set<std::string> codes;
    for (int i = 0; i < 5; ++i) {
        const std::string text = R"({"m":")" + std::string(1'000, static_cast<char>('a' + i));
        codes.insert(program.runtime().call(call_in("one", text + "\"}")).code);
    }
    CHECK(codes == std::set<std::string>{
                       std::string(is_denied ? code::policy_denied : code::confirmation_required),
                       std::string(code::quota_exceeded)});
}

TEST_CASE("only the outcome of a tool that says so, and only a good one, need not be on disk",
          "[bounds]") {
    FakeEntropy entropy;
    const auto store = std::make_shared<WatchedStore>(store::make_memory_store(entropy));
    Program program(store);
    Contract contract = contract_of("look");
    contract.policy = Policy::allow;
    contract.hints.read_only = true;
    contract.lazy_outcome = true;
    Contract changes = contract;
    changes.id.name = "change";
    changes.hints.read_only = {};
    program.add(std::move(contract));
    program.add(std::move(changes));
    program.add_allowed("echo");
    CHECK(program.runtime().call(call_of("change")).success);
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(store->lazy.empty());
    CHECK(program.runtime().call(call_of("look")).success);
    CHECK(store->lazy == std::set<std::string_view>{"outcome"});
    const auto outcomes = program.of_kind(EntryKind::outcome);
    CHECK_FALSE(outcomes.at(0).lazily_synced);
    CHECK_FALSE(outcomes.at(1).lazily_synced);
    CHECK(outcomes.at(2).lazily_synced);
}

TEST_CASE("values of calls are kept for as long as their class says", "[retention]") {
    Program program;
    Contract look = contract_of("look");
    look.policy = Policy::allow;
    look.hints = {.read_only = true, .open_world = false};
    program.add(std::move(look));
    program.add_allowed("echo");
    Runtime& runtime = program.runtime();
    const std::string low = runtime.call(call_of("look", R"({"m":1})")).entry;
    const std::string high = runtime.call(call_of("echo", R"({"m":1})")).entry;
    const std::string refused = runtime.call(call_of("nothing")).entry;
    program.clock.advance(hours(48));
    const std::string young = runtime.call(call_of("look", R"({"m":2})")).entry;

    gate::RetentionRequest request;
    request.retention = keep(ledger::RetentionClass::low, hours(24));
    request.dry_run = true;
    CHECK(ok(runtime.records().retain(request)).calls == 1);
    CHECK(program.payload(low, "result"));
    request.dry_run = false;
    const auto retained = ok(runtime.records().retain(request));
    CHECK(retained.calls == 1);
    CHECK(retained.entries == 2);
    CHECK_FALSE(program.payload(low, "result"));
    CHECK(program.payload(young, "result"));
    CHECK(program.payload(high, "result"));
    const auto erasure = program.stored_entries().back();
    CHECK(program.payload(to_string(erasure.id), "message") == "retention: low 1d");
    CHECK(ok(runtime.records().retain(request)).calls == 0);

    CHECK(program.payload(refused, "message"));
    request.retention = keep(ledger::RetentionClass::refused, seconds(90));
    CHECK(ok(runtime.records().retain(request)).calls == 1);
    CHECK_FALSE(program.payload(refused, "message"));
    CHECK(ok(ledger::verify(*program.store)).ok());
    CHECK(runtime.records().retain({}).error().code == Errc::invalid_argument);
}

TEST_CASE("what is asked about, or may have happened, is kept beyond its time", "[retention]") {
    Program program;
    program.add(contract_of("echo"));
    const ToolResult asked = program.runtime().call(call_of("echo", R"({"m":1})"));
    CHECK(asked.code == code::confirmation_required);
    program.clock.advance(minutes(5));
    gate::RetentionRequest request;
    request.retention = keep(ledger::RetentionClass::refused, minutes(1));
    const auto retained = ok(program.runtime().records().retain(request));
    CHECK(retained.left == 1);
    CHECK(retained.values == 0);
    CHECK(program.payload(asked.entry, "arguments"));
}

TEST_CASE("each call says which build ran it, which generator made it and which rules held",
          "[bounds]") {
    struct Book final : consent::RuleSource {
        std::shared_ptr<const consent::RuleBook> current() override { return book; }
        std::shared_ptr<const consent::RuleBook> book = std::make_shared<consent::RuleBook>(
            std::vector<consent::Rule>{}, std::vector<consent::RuleFailure>{}, sha256("", "rules"));
    } book;
    Program program;
    program.rules = &book;
    program.build = "b1";
    Contract contract = contract_of("echo");
    contract.policy = Policy::allow;
    contract.generator = "1.2.3";
    program.add(std::move(contract));
    CHECK(program.runtime().call(call_of("echo")).success);
    program.runtime().call(call_of("nothing"));
    const auto entries = program.entries();
    CHECK(entries.at(0).build == "b1");
    CHECK(entries.at(0).generator == "1.2.3");
    CHECK(entries.at(0).rules == sha256("", "rules"));
    CHECK(entries.at(1).build.empty());
    CHECK(entries.at(2).build == "b1");
    CHECK_FALSE(entries.at(2).rules.has_value());
}

}  // namespace iam::test
