// Later calls that changed the same objects are undone first, or the undo is refused.
#include "../fixture.hpp"
#include <support/forwarding_store.hpp>

namespace iam::test {
namespace {

using gate::UndoRequest;

/// Runs a function just before the intent of an undo is committed, after the search for later
/// calls.
class BusyStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        const bool is_undo =
            !batch.entries.empty() && batch.entries.front().entry.kind == EntryKind::undo_intent;
        if (is_undo && before_undo) std::exchange(before_undo, nullptr)();
        return ForwardingStore::commit(std::move(batch));
    }
    std::function<void()> before_undo{};
};

/// A disk that takes no outcome for a while.
class LosingStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        for (const auto& draft : batch.entries)
            if (loses && draft.entry.kind == EntryKind::outcome)
                return fail(Errc::unavailable, "disk full");
        return ForwardingStore::commit(std::move(batch));
    }
    bool loses = false;
};

/// "set" touches the keys of its argument "keys", and is undone.
struct Touching : Program {
    Touching() { add_set(); }
    explicit Touching(std::shared_ptr<ledger::Store> other) : Program(std::move(other)) {
        add_set();
    }
    void add_set() {
        add(undoable("set"), {.call = [](std::string_view arguments, Context& context) {
                const Json value = ok(parse_json(arguments));
                for (const Json& key : value.value("keys", Json::array()))
                    context.touch(key.get<std::string>());
                return Reply::done();
            }});
    }
    ToolResult set(const std::string& keys, const std::string& session = "") {
        Call call = call_of("set", R"({"keys":)" + keys + "}");
        call.subject.session = session;
        return runtime().call(call);
    }
    std::string code_of_undo(const ToolResult& done) { return runtime().undo(undo_of(done)).code; }
};

std::vector<std::string> texts(const std::vector<ledger::EntryId>& entries) {
    std::vector<std::string> list;
    for (const ledger::EntryId& entry : entries) list.push_back(to_string(entry));
    return list;
}

}  // namespace

TEST_CASE("XF15 an undo is refused while a later call that changed the same stands", "[undo]") {
    Touching program;
    const ToolResult first = program.set(R"(["a","b"])");
    const ToolResult other = program.set(R"(["c"])");
    const ToolResult later = program.set(R"(["b"])");
    const ToolResult refused = program.runtime().undo(undo_of(first));
    CHECK(refused.code == code::undo_depends);
    CHECK(refused.message == "Later calls changed the same as entry " + first.entry +
                                 " (\"b\"); undo them first, in this order: " + later.entry + ".");
    CHECK(refused.later == std::vector<std::string>{later.entry});
    CHECK(program.payload(first.entry, "touches") == R"(["a","b"])");
    CHECK(program.code_of_undo(other).empty());
    CHECK(program.code_of_undo(later).empty());
    CHECK(program.code_of_undo(first).empty());
}

TEST_CASE("calls that say nothing of what they change stand on nothing", "[undo]") {
    Touching program;
    const ToolResult first = program.set("[]");
    program.set("[]");
    CHECK_FALSE(program.payload(first.entry, "touches"));
    CHECK(program.code_of_undo(first).empty());
}

TEST_CASE("what stands on a later call stands on the earlier one too, and is undone before it",
          "[undo]") {
    Touching program;
    const ToolResult first = program.set(R"(["a"])");
    const ToolResult second = program.set(R"(["a","b"])");
    const ToolResult third = program.set(R"(["b"])");
    program.set(R"(["c"])");
    const auto outlook = program.runtime().explain_undo(undo_of(first));
    REQUIRE(outlook.has_value());
    CHECK(texts(outlook->later) == std::vector<std::string>{third.entry, second.entry});
    for (const ledger::EntryId& entry : outlook->later) {
        UndoRequest request;
        request.entry = entry;
        CHECK(program.runtime().undo(request).success);
    }
    CHECK(program.code_of_undo(first).empty());
}

TEST_CASE("where too much came after a call to look at, a person decides about its undo",
          "[undo]") {
    Touching program;
    program.settings.later_entries_max = 4;
    const ToolResult first = program.set(R"(["a"])");
    program.set(R"(["b"])");
    program.set(R"(["b"])");
    const auto outlook = program.runtime().explain_undo(undo_of(first));
    REQUIRE(outlook.has_value());
    CHECK(outlook->later.empty());
    program.set(R"(["b"])");
    const ToolResult refused = program.runtime().undo(undo_of(first));
    CHECK(refused.code == code::undo_depends);
    CHECK(refused.message.find("More than 4 entries") == 0);
    UndoRequest request = undo_of(first);
    request.despite_later = true;
    CHECK(program.runtime().undo(request).success);
}

TEST_CASE("a failed later call stands on nothing", "[undo]") {
    Touching program;
    program.add(undoable("fail"), {.call = [](std::string_view, Context& context) {
                    context.touch("a");
                    return Reply::failed("no_paper", "There is none.");
                }});
    const ToolResult first = program.set(R"(["a"])");
    CHECK_FALSE(program.runtime().call(call_of("fail")).success);
    CHECK(program.code_of_undo(first).empty());
}

TEST_CASE("a person may undo a call although later ones stand, a model may not", "[undo]") {
    Touching program;
    const ToolResult first = program.set(R"(["a"])");
    program.set(R"(["a"])");
    UndoRequest request = undo_of(first);
    request.despite_later = true;
    request.proposer.kind = Proposer::Kind::model;
    CHECK(program.runtime().undo(request).code == code::undo_depends);
    request.proposer.kind = Proposer::Kind::person;
    CHECK(program.runtime().undo(request).success);
}

TEST_CASE("an undo whose record does not say what its call touched is not held against itself",
          "[undo]") {
    Touching program;
    program.hook()->record = [](std::string_view field, const std::string&) {
        return field == "touches" ? std::optional<std::string>("[]") : std::nullopt;
    };
    const ToolResult first = program.set(R"(["a"])");
    UndoRequest request = undo_of(first);
    request.despite_later = true;
    request.proposer.kind = Proposer::Kind::person;
    CHECK(program.runtime().undo(request).success);
}

TEST_CASE("what comes between the question about an undo and its answer counts", "[undo]") {
    Touching program;
    program.with_prompter = true;
    program.prompter.script({consent::Answer::allow_once});
    const ToolResult first = program.set(R"(["a"])");
    ok_void(program.runtime().consent().set_policy(ToolId{"", "set"}, Policy::confirm));
    program.prompter.while_shown = [&](const auto&) {
        Touching other_process;
        other_process.store = program.store;
        CHECK(
            other_process.runtime().call(call_of("set", R"({"keys":["a"]})"), confirmed()).success);
    };
    UndoRequest request = undo_of(first);
    request.proposer.kind = Proposer::Kind::model;
    CHECK(program.runtime().undo(request).code == code::undo_depends);
}

TEST_CASE("a call that is committed between the look at later calls and the undo counts",
          "[undo]") {
    FakeEntropy entropy;
    const auto busy = std::make_shared<BusyStore>(store::make_memory_store(entropy));
    Touching other;
    other.store = busy;
    Touching program;
    program.store = busy;
    const ToolResult first = program.set(R"(["a"])");
    ToolResult later;
    busy->before_undo = [&] { later = other.set(R"(["a"])"); };
    const ToolResult refused = program.runtime().undo(undo_of(first));
    CHECK(refused.code == code::undo_depends);
    CHECK(refused.later == std::vector<std::string>{later.entry});
    CHECK(program.of_kind(EntryKind::undo_intent).empty());
    busy->before_undo = [&] { other.set(R"(["b"])"); };
    CHECK(program.code_of_undo(later).empty());
    UndoRequest request = undo_of(first);
    request.despite_later = true;
    busy->before_undo = [&] { other.set(R"(["a"])"); };
    CHECK(program.runtime().undo(request).success);
}

TEST_CASE("secrets of the arguments are in no key that is recorded", "[undo]") {
    Touching program;
    Contract contract = undoable("log_in");
    contract.secret_arguments = {"/pin"};
    program.add(contract, {.call = [](std::string_view arguments, Context& context) {
                    const Json value = ok(parse_json(arguments));
                    context.touch("account/" + value.at("pin").get<std::string>());
                    return Reply::done();
                }});
    const ToolResult done = program.runtime().call(call_of("log_in", R"({"pin":"hunter2"})"));
    REQUIRE(done.success);
    const auto keys = program.payload(done.entry, "touches");
    REQUIRE(keys);
    CHECK(keys->find("hunter2") == std::string::npos);
}

TEST_CASE("the calls of a session that can be undone are listed newest first", "[undo]") {
    Touching program;
    program.add_allowed("for_good");
    Subject subject;
    subject.session = "s1";
    const ToolResult first = program.set("[]", "s1");
    const ToolResult second = program.set("[]", "s1");
    const ToolResult third = program.set("[]", "s1");
    program.set("[]", "s2");
    Call call = call_of("for_good");
    call.subject.session = "s1";
    CHECK(program.runtime().call(call).success);
    CHECK(program.code_of_undo(second).empty());
    CHECK(texts(ok(program.runtime().undoable(subject))) ==
          std::vector<std::string>{third.entry, first.entry});
    subject.user = "somebody else";
    CHECK(ok(program.runtime().undoable(subject)).empty());
    CHECK_FALSE(program.runtime().undoable(Subject{}).has_value());
}

TEST_CASE("D1 an undo is refused while a call that began later has no outcome", "[undo]") {
    Touching program;
    ToolResult first;
    ToolResult refused;
    tl::expected<gate::UndoOutlook, ToolResult> outlook;
    program.add_allowed("slow", {.call = [&](std::string_view, Context& context) {
                            context.touch("a");
                            outlook = program.runtime().explain_undo(undo_of(first));
                            refused = program.runtime().undo(undo_of(first));
                            return Reply::done();
                        }});
    first = program.set(R"(["a"])");
    const ToolResult slow = program.runtime().call(call_of("slow"));
    REQUIRE(slow.success);
    CHECK(refused.code == code::undo_depends);
    CHECK(refused.message ==
          "Calls that began later have no outcome yet and may change the same as entry 0.2: 0.3. "
          "Wait for them or reconcile them; a person who has looked can undo it all the same.");
    REQUIRE(outlook.has_value());
    CHECK(texts(outlook->unsettled) == std::vector<std::string>{"0.3"});
    CHECK(program.code_of_undo(first) == code::undo_depends);
    const auto later = program.runtime().explain_undo(undo_of(first));
    REQUIRE(later.has_value());
    CHECK(later->unsettled.empty());
    CHECK(texts(later->later) == std::vector<std::string>{slow.entry});
}

TEST_CASE("D1 a call that began before the one to undo does not stand in the way", "[undo]") {
    Touching program;
    ToolResult undone;
    program.add_allowed("outer", {.call = [&](std::string_view, Context&) {
                            undone = program.runtime().undo(undo_of(program.set(R"(["a"])")));
                            return Reply::done();
                        }});
    REQUIRE(program.runtime().call(call_of("outer")).success);
    CHECK(undone.success);
}

TEST_CASE("D1 a call that only reads, or touched nothing, does not stand in the way", "[undo]") {
    Touching program;
    ToolResult first;
    ToolResult other;
    Contract reads = contract_of("look");
    reads.policy = Policy::allow;
    reads.hints.read_only = true;
    ToolResult undone;
    program.add(reads, {.call = [&](std::string_view, Context&) {
                    undone = program.runtime().undo(undo_of(first));
                    return Reply::done();
                }});
    program.add_allowed("slow", {.call = [&](std::string_view, Context&) {
                            other = program.runtime().undo(undo_of(other));
                            return Reply::done();
                        }});
    first = program.set(R"(["a"])");
    REQUIRE(program.runtime().call(call_of("look")).success);
    CHECK(undone.success);
    other = program.set("[]");
    REQUIRE(program.runtime().call(call_of("slow")).success);
    CHECK(other.success);
}

TEST_CASE("D1 a later call whose outcome was lost stands in the way until it is settled",
          "[undo]") {
    FakeEntropy entropy;
    auto losing = std::make_shared<LosingStore>(store::make_memory_store(entropy));
    Touching program(losing);
    const ToolResult first = program.set(R"(["a"])");
    losing->loses = true;
    CHECK(program.set(R"(["a"])").code == code::outcome_unknown);
    losing->loses = false;
    const ToolResult refused = program.runtime().undo(undo_of(first));
    CHECK(refused.code == code::undo_depends);
    CHECK(refused.message.find("have no outcome yet") != std::string::npos);
    UndoRequest request = undo_of(first);
    request.despite_later = true;
    request.proposer.kind = Proposer::Kind::model;
    CHECK(program.runtime().undo(request).code == code::undo_depends);
    request.proposer.kind = Proposer::Kind::person;
    CHECK(program.runtime().undo(request).success);
}

}  // namespace iam::test
