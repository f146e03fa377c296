// The ready-made redactor: the values that the record, its listeners and the caller get.
#include "../fixture.hpp"
#include <iam/gate/redactor.hpp>

namespace iam::test {
namespace {

using gate::Redact;
using gate::Redactor;

struct RedactedProgram : Program {
    explicit RedactedProgram(std::vector<Redact> redactions) {
        interceptors.push_back(ok(Redactor::make(std::move(redactions))));
        seen = add(undoable("echo"));
    }
    ToolResult run(const std::string& arguments) {
        return runtime().call(call_of("echo", arguments));
    }
    std::string recorded(EntryKind kind, const std::string& name) {
        for (const ledger::StoredEntry& stored : stored_entries()) {
            if (ok(ledger::decode(stored.text)).entry.kind != kind) continue;
            for (const ledger::Payload& payload : stored.payloads) {
                if (payload.name == name) return payload.bytes;
            }
        }
        return "none";
    }
    std::shared_ptr<Seen> seen{};
};

Redact pointer_rule(std::vector<std::string> pointers) {
    Redact rule;
    rule.pointers = std::move(pointers);
    return rule;
}
Redact pattern_rule(std::vector<std::string> patterns) {
    Redact rule;
    rule.patterns = std::move(patterns);
    return rule;
}

}  // namespace

TEST_CASE(
    "A50 members are left out of the record by pointer, and the function and the caller get them") {
    RedactedProgram program({pointer_rule({"/to", "/list/*/a~1b"})});
    const ToolResult result =
        program.run(R"({"list":[{"a/b":1,"c":2}],"n":1,"to":"ann@example.org"})");
    const std::string left = R"({"list":[{"a/b":"[redacted]","c":2}],"n":1,"to":"[redacted]"})";
    CHECK(program.recorded(EntryKind::intent, "arguments") == left);
    CHECK(program.recorded(EntryKind::outcome, "result") == left);
    CHECK(program.seen->arguments.find("ann@example.org") != std::string::npos);
    CHECK(result.result.value().find("ann@example.org") != std::string::npos);
}

TEST_CASE("texts and members are left out by pattern, wherever they stand") {
    RedactedProgram program({pattern_rule({"[^ ]+@[^ ]+", "^password$"})});
    program.run(R"({"deep":[{"mail":"to ann@example.org"}],"n":1,"password":{"x":[1]}})");
    CHECK(program.recorded(EntryKind::intent, "arguments") ==
          R"({"deep":[{"mail":"[redacted]"}],"n":1,"password":"[redacted]"})");
}

TEST_CASE("listeners get what the record has") {
    RedactedProgram program({pointer_rule({"/to"})});
    std::string heard;
    const auto listening =
        program.runtime().records().listen([&](const ledger::StoredEntry& entry) {
            for (const ledger::Payload& payload : entry.payloads) heard += payload.bytes;
        });
    program.run(R"({"to":"ann@example.org"})");
    CHECK(heard.find("[redacted]") != std::string::npos);
    CHECK(heard.find("ann@example.org") == std::string::npos);
}

TEST_CASE("A50 replies are rewritten only where that is asked for, and the record stays") {
    Redact rule = pointer_rule({"/to"});
    rule.fields = {"result"};
    rule.replies = true;
    RedactedProgram program({rule});
    const ToolResult result = program.run(R"({"n":1,"to":"ann"})");
    CHECK(result.success);
    CHECK(result.result == R"({"n":1,"to":"[redacted]"})");
    CHECK(program.recorded(EntryKind::intent, "arguments") == R"({"n":1,"to":"ann"})");
}

TEST_CASE(
    "a rule about another tool or field leaves everything, and so does one that finds nothing") {
    Redact other = pointer_rule({"/to"});
    other.tool = ToolId{"", "other"};
    Redact message = pattern_rule({"ann"});
    message.fields = {"message"};
    RedactedProgram program({other, message, pointer_rule({"/nobody"})});
    program.run(R"({"n":1,"to":"ann"})");
    CHECK(program.recorded(EntryKind::intent, "arguments") == R"({"n":1,"to":"ann"})");
    const ToolResult undone = [&] {
        gate::UndoRequest undo;
        undo.entry = {0, 2};
        return program.runtime().undo(undo);
    }();
    CHECK(undone.success);
}

TEST_CASE("a message in which a pattern is found is left out as a whole") {
    Redact rule = pattern_rule({"ann"});
    rule.fields = {"message"};
    rule.replies = true;
    RedactedProgram program({rule});
    program.add_allowed("fails", {.call = [](std::string_view, Context&) {
                            return Reply::failed("no_such_person", "There is no ann.");
                        }});
    const ToolResult result = program.runtime().call(call_of("fails"));
    CHECK(result.code == "no_such_person");
    CHECK(result.message == "[redacted]");
    CHECK(program.recorded(EntryKind::outcome, "message") == "[redacted]");
}

TEST_CASE("what cannot be read as JSON is left out as a whole") {
    RedactedProgram program({pointer_rule({"/to"})});
    program.add_allowed("odd", {.call = [](std::string_view, Context&) {
                            return Reply::done("no json, ann@example.org");
                        }});
    program.runtime().call(call_of("odd"));
    CHECK(program.recorded(EntryKind::outcome, "result").find("ann@") == std::string::npos);
}

TEST_CASE("a call whose record a redactor changed cannot be undone, and says so") {
    RedactedProgram program({pointer_rule({"/to"})});
    const ToolResult result = program.run(R"({"to":"ann"})");
    CHECK(program.runtime().undo(undo_of(result)).code == code::undo_incompatible);
}

TEST_CASE("a redactor that could leave nothing out is not made") {
    CHECK(code_of(Redactor::make({Redact{}})) == Errc::invalid_argument);
    CHECK(code_of(Redactor::make({pattern_rule({"("})})) == Errc::invalid_argument);
    CHECK(code_of(Redactor::make({pointer_rule({"to"})})) == Errc::invalid_argument);
    Redact field = pointer_rule({"/to"});
    field.fields = {"argument"};
    CHECK(code_of(Redactor::make({field})) == Errc::invalid_argument);
}

}  // namespace iam::test
