// A secret passes through call, approval and undo, and no lasting file holds it.
// Tests of runtime/src/gate/record/{records,secrets}.cpp.
#include "../fixture.hpp"

#include <gate/record/secrets.hpp>

#include <stdexcept>

namespace iam::test {
namespace {

using consent::Answer;

constexpr const char* k_secret = "hunter2-Wm9wSx";

std::string hex_of(std::string_view text) {
    return to_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

/// RFC 4648, for texts whose length is a multiple of three or not.
std::string base64_of(std::string_view text) {
    static constexpr char k_letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string encoded;
    for (std::size_t i = 0; i + 2 < text.size(); i += 3) {
        unsigned bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8U | static_cast<unsigned char>(text[i + k]);
        }
        for (unsigned shift = 24; shift != 0; shift -= 6) {
            encoded += k_letters[bits >> (shift - 6) & 63U];
        }
    }
    return encoded;
}

std::string all_bytes(Program& program) {
    std::string bytes;
    for (const auto& entry : program.stored_entries()) {
        bytes += entry.text + '\n';
        for (const auto& payload : entry.payloads) bytes += payload.bytes + '\n';
    }
    for (const auto& question : program.prompter.questions()) {
        const auto approval = ok(program.store->approval(question.request.approval_id));
        if (approval) bytes += approval->arguments + approval->preview + '\n';
    }
    return bytes;
}

void check_absent(const std::string& bytes) {
    CHECK(bytes.find(k_secret) == std::string::npos);
    CHECK(bytes.find(hex_of(k_secret)) == std::string::npos);
    CHECK(bytes.find(base64_of(k_secret)) == std::string::npos);
}

Contract with_secret() {
    Contract contract = contract_of("login");
    contract.secret_arguments = {"/password", "/accounts/*/pin"};
    contract.has_preview = true;
    contract.has_undo = true;
    return contract;
}

std::string arguments() {
    return std::string(R"({"accounts":[{"pin":4711},{"pin":4712}],"password":")") + k_secret +
           R"(","user":"ann"})";
}

Program& ask(Program& program, Functions functions = {}) {
    program.with_prompter = true;
    program.prompter.script({Answer::allow_once, Answer::allow_once});
    program.add(with_secret(), std::move(functions));
    return program;
}

}  // namespace

TEST_CASE("a text full of a secret is copied once, not once for each place of the secret") {
    // Moving the rest of 32 MiB for each of the places would take minutes.
    const std::string rest(std::size_t{32} << 20U, 'x');
    std::string text = "from ";
    std::string scrubbed = "from ";
    for (int i = 0; i < 100'000; ++i) {
        text += "aaaa";
        scrubbed += "[secret]";
    }
    // Catch prints the texts of a CHECK that fails, which would be too long.
    const bool is_scrubbed = gate::scrub_text(text + rest, {"aaaa"}) == scrubbed + rest;
    CHECK(is_scrubbed);
    CHECK(gate::scrub_text("aaaaa, aaa, bbbb", {"aaaa", "bbbb"}) == "[secret]a, aaa, [secret]");
    CHECK(gate::scrub_text("none", {"aaaa"}) == "none");
}

TEST_CASE("a secret reaches the function and no record of call, approval and undo", "[secrets]") {
    Program program;
    std::string received;
    Functions functions;
    functions.call = [&received](std::string_view text, Context&) {
        received = text;
        return Reply::done(R"({"session":5})");
    };
    functions.preview = [](std::string_view text) -> PreviewReply {
        return Preview{"Logs in with " + std::string(text), {{"password", k_secret}}, {}};
    };
    ask(program, functions);
    const ToolResult result = program.runtime().call(call_of("login", arguments()));
    CHECK(result.success);
    CHECK(received.find(k_secret) != std::string::npos);
    CHECK(program.runtime().undo(undo_of(result)).success);
    check_absent(all_bytes(program));
    CHECK(program.payload("0.3", "arguments") ==
          R"({"accounts":[{"pin":"[secret]"},{"pin":"[secret]"}],"n":1,"password":"[secret]",)"
          R"("user":"ann"})");
    const auto request = program.prompter.questions().at(0).request;
    CHECK(request.call.arguments.find("[secret string, 14 characters]") != std::string::npos);
    CHECK(request.call.arguments.find(k_secret) == std::string::npos);
    CHECK(request.preview->fields.at(0).value == "[secret]");
    CHECK(ok(program.store->approval(request.approval_id))->has_secrets);
}

TEST_CASE("two values that differ in their secret only are not the same call", "[secrets]") {
    Program program;
    program.add(with_secret());
    const ToolResult waiting = program.runtime().call(call_of("login", R"({"password":"aaaaaa"})"));
    ok(program.runtime().consent().answer(answer_to(waiting.approval, Answer::allow_once)));
    CHECK(program.runtime()
              .call(call_of("login", R"({"password":"bbbbbb"})"), with_approval(waiting.approval))
              .code == code::stale_approval);
    CHECK(program.runtime()
              .call(call_of("login", R"({"password":"aaaaaa"})"), with_approval(waiting.approval))
              .success);
}

TEST_CASE("the entry commits to the secret without keeping what opens the commitment",
          "[secrets]") {
    Program program;
    program.add(with_secret());
    program.runtime().call(call_of("login", arguments()), confirmed());
    const auto intent = program.stored_entries().at(0);
    const auto decoded = ok(ledger::decode(intent.text));
    bool committed = false;
    for (const auto& [name, digest] : decoded.fields) committed |= name == "arguments_secrets";
    CHECK(committed);
    for (const auto& payload : intent.payloads) CHECK(payload.name != "arguments_secrets");
}

TEST_CASE("a secret in an error's text, its cause or its result goes nowhere", "[secrets]") {
    for (const int kind : {0, 1, 2, 3}) {
        Program program;
        Functions functions;
        functions.call = [kind](std::string_view, Context&) -> Reply {
            const std::string text = std::string("cannot log in with ") + k_secret;
            if (kind == 0) throw std::runtime_error(text);
            if (kind == 1) throw tool_error("login_failed", text);
            if (kind == 2) return Reply::failed("login_failed", text);
            return Reply::done("{\"echo\":\"" + text + "\"}");
        };
        ask(program, functions);
        const ToolResult result = program.runtime().call(call_of("login", arguments()));
        check_absent(all_bytes(program));
        check_absent(result.message);
        check_absent(result.result.value_or(""));
        // An exception of a tool with secrets may say more than its secret.
        if (kind == 0) {
            CHECK(program.payload(result.entry, "message")->find("cannot log in") ==
                  std::string::npos);
        }
    }
}

TEST_CASE("a result that held a secret is not kept whole, so it cannot be undone", "[secrets]") {
    Program program;
    Functions functions;
    functions.call = [](std::string_view, Context&) {
        return Reply::done(std::string("\"") + k_secret + "\"");
    };
    const auto seen = program.add(with_secret(), functions);
    Call call = call_of("login", arguments());
    call.proposer.kind = Proposer::Kind::person;
    const ToolResult result = program.runtime().call(call, confirmed());
    CHECK(result.result == std::string("\"") + k_secret + "\"");
    check_absent(all_bytes(program));
    CHECK(program.runtime().undo(undo_of(result)).code == code::undo_incompatible);
    CHECK(seen->undos == 0);
}

TEST_CASE("a result that held a secret and may not be recorded either is committed to once",
          "[secrets]") {
    for (const bool throws : {true, false}) {
        Program program;
        program.hook()->record = [throws](std::string_view field,
                                          const std::string&) -> std::optional<std::string> {
            if (field != "result") return std::nullopt;
            if (throws) throw std::runtime_error("no");
            return "\xff";
        };
        Functions functions;
        functions.call = [](std::string_view, Context&) {
            return Reply::done(std::string("\"") + k_secret + "\"");
        };
        program.add(with_secret(), functions);
        const ToolResult result =
            program.runtime().call(call_of("login", arguments()), confirmed());
        CHECK(result.success);
        CHECK_FALSE(program.payload(result.entry, "result").has_value());
        check_absent(all_bytes(program));
        CHECK(program.runtime().undo(undo_of(result)).code == code::undo_incompatible);
    }
}

TEST_CASE("secret members of a result are for the program, not for a model", "[secrets]") {
    for (const auto kind : {Proposer::Kind::model, Proposer::Kind::program}) {
        Program program;
        Contract contract = contract_of("token");
        contract.policy = Policy::allow;
        contract.secret_results = {"/token"};
        Functions functions;
        functions.call = [](std::string_view, Context&) {
            return Reply::done(R"({"token":"hunter2-Wm9wSx","user":"ann"})");
        };
        program.add(contract, functions);
        Call call = call_of("token");
        call.proposer.kind = kind;
        const ToolResult result = program.runtime().call(call);
        const bool is_model = kind == Proposer::Kind::model;
        CHECK((result.result->find(k_secret) == std::string::npos) == is_model);
        check_absent(all_bytes(program));
    }
}

TEST_CASE("arguments that are no JSON are never kept raw for a tool with secrets", "[secrets]") {
    Program program;
    program.add(with_secret());
    const ToolResult result =
        program.runtime().call(call_of("login", std::string("{\"password\":\"") + k_secret));
    CHECK(result.code == code::invalid_arguments);
    check_absent(all_bytes(program));
    program.add_allowed("echo");
    const ToolResult open = program.runtime().call(call_of("echo", "{oops"));
    CHECK(program.payload(open.entry, "arguments") == "{oops");
}

TEST_CASE("arguments for a tool that is not there are not kept, they may hold a secret",
          "[secrets]") {
    Program program;
    program.add(with_secret());
    const ToolResult misspelled = program.runtime().call(call_of("logon", arguments()));
    CHECK(misspelled.code == code::tool_not_found);
    CHECK_FALSE(program.payload(misspelled.entry, "arguments").has_value());
    ok_void(program.registry.remove({"", "login"}));
    CHECK(program.runtime().call(call_of("login", arguments())).code == code::tool_not_found);
    check_absent(all_bytes(program));
}

TEST_CASE("an interceptor decides what is recorded of every field", "[secrets]") {
    Program program;
    program.hook()->record = [](std::string_view field, const std::string&) {
        return std::optional<std::string>("\"no " + std::string(field) + "\"");
    };
    const auto seen = program.add_allowed("echo");
    const ToolResult result = program.runtime().call(call_of("echo", R"({"m":1})"));
    CHECK(result.result == R"({"m":1,"n":1})");
    CHECK(seen->arguments == R"({"m":1,"n":1})");
    CHECK(program.payload("0.1", "arguments") == "\"no arguments\"");
    CHECK(program.payload("0.2", "result") == "\"no result\"");
}

TEST_CASE("a redaction that fails stops the call before the function, or keeps nothing after it",
          "[secrets]") {
    for (const std::string field : {"arguments", "result"}) {
        Program program;
        program.hook()->record = [field](std::string_view asked,
                                         const std::string&) -> std::optional<std::string> {
            if (asked == field) throw std::runtime_error("no");
            return std::nullopt;
        };
        const auto seen = program.add_allowed("echo");
        const ToolResult result = program.runtime().call(call_of("echo"));
        if (field == "arguments") {
            CHECK(result.code == code::interceptor_failed);
            CHECK(seen->calls == 0);
        } else {
            CHECK(result.success);
            CHECK_FALSE(program.payload(result.entry, "result").has_value());
        }
    }
}

TEST_CASE("what a redaction of the arguments failed to redact is not kept", "[secrets]") {
    for (const bool throws : {true, false}) {
        for (Contract contract : {contract_of("login"), with_secret()}) {
            Program program;
            program.hook()->record = [throws](std::string_view field,
                                              const std::string&) -> std::optional<std::string> {
                if (field != "arguments") return std::nullopt;
                if (throws) throw std::runtime_error("no");
                return "\xff";
            };
            const auto seen = program.add(std::move(contract));
            const ToolResult result =
                program.runtime().call(call_of("login", arguments()), confirmed());
            CHECK(result.code == code::interceptor_failed);
            CHECK(seen->calls == 0);
            CHECK_FALSE(program.stored_entries().empty());
            const std::string bytes = all_bytes(program);
            check_absent(bytes);
            CHECK(bytes.find("\"ann\"") == std::string::npos);
        }
    }
}

TEST_CASE("a secret in the words of a hook reaches neither the reply nor the record", "[secrets]") {
    for (const int kind : {0, 1, 2, 3, 4}) {
        Program program;
        const std::string text = std::string("not with ") + k_secret;
        const auto hooks = program.hook();
        hooks->resolve = [&](const CallView&,
                             const consent::Decision&) -> std::optional<consent::Decision> {
            if (kind == 0) throw std::runtime_error(text);
            if (kind != 1) return std::nullopt;
            return consent::Decision{
                .effect = Policy::deny, .source = consent::Source::interceptor, .reason = text};
        };
        hooks->before = [&](const CallView&,
                            const consent::Decision&) -> std::optional<ToolResult> {
            if (kind == 2) throw std::runtime_error(text);
            if (kind != 3) return std::nullopt;
            ToolResult veto;
            veto.code = "no";
            veto.message = text;
            veto.errors = {{"/password", text, text, text}};
            return veto;
        };
        hooks->record = [&](std::string_view field,
                            const std::string&) -> std::optional<std::string> {
            if (kind == 4 && field == "arguments") throw std::runtime_error(text);
            return std::nullopt;
        };
        program.add(with_secret());
        const ToolResult result =
            program.runtime().call(call_of("login", arguments()), confirmed());
        CHECK_FALSE(result.success);
        check_absent(all_bytes(program));
        check_absent(result.message);
        for (const ValueError& error : result.errors) {
            check_absent(error.message + error.expected + error.got);
        }
    }
}

TEST_CASE("a secret in what a redaction of the preview throws is not shown", "[secrets]") {
    Program program;
    program.hook()->record = [](std::string_view field,
                                const std::string&) -> std::optional<std::string> {
        if (field == "preview") throw std::runtime_error(std::string("not ") + k_secret);
        return std::nullopt;
    };
    Functions functions;
    functions.preview = [](std::string_view) -> PreviewReply {
        return Preview{"Logs in.", {}, {}};
    };
    ask(program, std::move(functions));
    static_cast<void>(program.runtime().call(call_of("login", arguments())));
    REQUIRE(program.prompter.count() == 1);
    const auto request = program.prompter.questions().at(0).request;
    CHECK_FALSE(request.preview_failure.empty());
    check_absent(request.preview_failure.english());
}

TEST_CASE("a secret that a hook puts into the reply does not reach the caller", "[secrets]") {
    for (const int kind : {0, 1, 2, 3, 4}) {
        Program program;
        program.hook()->after = [kind](const CallView& call,
                                       const ToolResult& result) -> std::optional<ToolResult> {
            const std::string text = "logged in with " + std::string(k_secret);
            if (kind == 0) throw std::runtime_error(text);
            ToolResult other = result;
            other.message = text;
            other.result = "{\"was\":" + call.call.arguments + ",\"pin\":4711}";
            other.success = kind == 1;
            other.code = kind == 2 ? "no_login" : kind == 3 ? "4711" : "NOT A CODE";
            other.errors = {{"/password", text, text, text}};
            return other;
        };
        program.add(with_secret());
        const ToolResult reply = program.runtime().call(call_of("login", arguments()), confirmed());
        check_absent(all_bytes(program));
        std::string said = reply.code + reply.message + reply.result.value_or("");
        for (const ValueError& error : reply.errors) {
            said += error.pointer + error.message + error.expected + error.got;
        }
        check_absent(said);
        CHECK(said.find("4711") == std::string::npos);
        CHECK(reply.success == (kind == 1));
        const bool usable = kind == 1 || kind == 2;
        CHECK((reply.code == code::interceptor_failed) == !usable);
        if (usable) CHECK(reply.message == "logged in with [secret]");
        CHECK(program.of_kind(EntryKind::outcome).at(0).success == true);
    }
}

TEST_CASE("a secret that a hook leaves in what is recorded is scrubbed from it", "[secrets]") {
    for (const bool is_json : {true, false}) {
        Program program;
        program.with_prompter = true;
        program.prompter.script({Answer::allow_once});
        program.hook()->record = [is_json](std::string_view field, const std::string&) {
            const std::string text = std::string(k_secret) + " in " + std::string(field);
            return std::optional(is_json ? "{\"pin\":4711,\"text\":\"" + text + "\"}" : text);
        };
        Functions functions;
        functions.call = [](std::string_view, Context&) { return Reply::failed("no", "no"); };
        program.add(with_secret(), functions);
        const ToolResult reply = program.runtime().call(call_of("login", arguments()));
        CHECK(reply.code == "no");
        const std::string bytes = all_bytes(program);
        check_absent(bytes);
        CHECK((bytes.find("4711") == std::string::npos));
        for (const char* field : {"arguments", "preview", "message"}) {
            CHECK(bytes.find(std::string("[secret] in ") + field) != std::string::npos);
        }
    }
}

TEST_CASE("a code that holds a secret is no code", "[secrets]") {
    for (const bool is_veto : {true, false}) {
        Program program;
        if (is_veto) {
            program.hook()->before = [](const CallView&, const consent::Decision&) {
                ToolResult veto;
                veto.code = "wrong_4711";
                return std::optional(veto);
            };
        }
        Functions functions;
        functions.call = [](std::string_view, Context&) {
            return Reply::failed("wrong_4711", "It failed.");
        };
        program.add(with_secret(), functions);
        const ToolResult reply = program.runtime().call(call_of("login", arguments()), confirmed());
        CHECK(reply.code == (is_veto ? code::interceptor_failed : code::tool_failed));
        CHECK(all_bytes(program).find("wrong_4711") == std::string::npos);
    }
}

TEST_CASE("what a hook throws is for the record, not for the caller", "[secrets]") {
    Program program;
    program.hook()->before = [](const CallView&,
                                const consent::Decision&) -> std::optional<ToolResult> {
        throw std::runtime_error("table accounts is locked");
    };
    program.add_allowed("echo");
    const ToolResult result = program.runtime().call(call_of("echo"));
    CHECK(result.code == code::interceptor_failed);
    CHECK(result.message.find("locked") == std::string::npos);
    CHECK(program.payload(result.entry, "message")->find("locked") != std::string::npos);
}

TEST_CASE("a secret is scrubbed as a member's name and as JSON writes it", "[secrets]") {
    const std::string escaped = R"(pass\"word\\1)";
    for (const std::string& result :
         {R"({")" + escaped + R"(":1,"a":[]})", R"({"[secret]":2,")" + escaped + R"(":1})"}) {
        Program program;
        Functions functions;
        functions.call = [&](std::string_view, Context&) { return Reply::done(result); };
        program.add(with_secret(), functions);
        const ToolResult reply = program.runtime().call(
            call_of("login", R"({"password":")" + escaped + R"("})"), confirmed());
        CHECK(reply.success);
        CHECK(reply.result->find(escaped) == std::string::npos);
        CHECK(all_bytes(program).find(escaped) == std::string::npos);
    }
    Program program;
    Functions functions;
    functions.call = [&](std::string_view text, Context&) {
        return Reply::failed("no", "cannot use " + std::string(text));
    };
    program.add(with_secret(), functions);
    const ToolResult reply = program.runtime().call(
        call_of("login", R"({"password":")" + escaped + R"("})"), confirmed());
    CHECK(reply.message.find(escaped) == std::string::npos);
}

TEST_CASE("a preview that fails keeps the secret and the rules of a call", "[secrets]") {
    for (const bool throws : {true, false}) {
        Program program;
        program.settings.preview_bytes_max = 1000;
        Functions functions;
        functions.preview = [throws](std::string_view) -> PreviewReply {
            if (throws) throw tool_error("policy_denied", std::string("not ") + k_secret);
            return tl::unexpected(Reply::failed("no", std::string("not ") + k_secret));
        };
        program.add(with_secret(), functions);
        const auto preview = program.runtime().preview(call_of("login", arguments()));
        REQUIRE_FALSE(preview.has_value());
        CHECK(preview.error().code == (throws ? std::string(code::tool_failed) : "no"));
        check_absent(preview.error().message);
        Call call = call_of("login", arguments());
        call.subject.user = std::string(100'000, 'x');
        const auto other = program.runtime().preview(call);
        REQUIRE_FALSE(other.has_value());
        CHECK(other.error().code == code::invalid_arguments);
    }
    Program program;
    program.settings.preview_bytes_max = 1000;
    Functions functions;
    functions.preview = [](std::string_view) -> PreviewReply {
        return Preview{std::string(2000, 'x'), {}, {}};
    };
    program.add(with_secret(), functions);
    CHECK_FALSE(program.runtime().preview(call_of("login", arguments())).has_value());
}

}  // namespace iam::test
