// Tests of runtime/src/mcp/client/recipes/recipe_run.cpp, through the gate and with a server that
// the test plays.
#include "mcp/client/recipes/recipe_run.hpp"

#include "mcp/client/imported/tool_server.hpp"
#include <iam/gate/judge_change.hpp>
#include <iam/mcp/servers_file.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace iam;
using namespace iam::test;
using namespace iam::mcp;
using Catch::Contains;

namespace {

Json tool_of_texts(const std::string& name, bool reads_only, const std::string& more = "") {
    Json properties = {{"name", {{"type", "string"}}}, {"text", {{"type", "string"}}}};
    if (name == "write") properties["dry"] = {{"type", "boolean"}};
    return {{"name", name},
            {"description", "Works on texts." + more},
            {"annotations", {{"readOnlyHint", reads_only}}},
            {"inputSchema",
             {{"type", "object"},
              {"properties", std::move(properties)},
              {"required", {"name"}},
              {"additionalProperties", false}}},
            {"outputSchema",
             {{"type", "object"},
              {"properties", {{"text", {{"type", "string"}}}}},
              {"required", {"text"}}}}};
}

const std::string k_name = R"({"from":"call","pointer":"/name"})";
const std::string k_write_back = R"({"tool":"write","arguments":{"name":)" + k_name +
                                 R"(,"text":{"from":"before","pointer":"/text"}})";
const std::string k_read =
    R"("before":{"tool":"read","read_only":true,"arguments":{"name":)" + k_name + "}}";
const std::string k_preview =
    R"("preview":{"tool":"write","read_only":true,"arguments":{"name":)" + k_name +
    R"(,"text":{"from":"call","pointer":"/text","optional":true},"dry":true}})";

/// A server of texts by their names, and a program that uses its tool "write" with a recipe.
struct TextsProgram : Program {
    std::map<std::string, std::string> texts{{"a", "old"}};
    std::vector<std::string> calls{};
    std::map<std::string, std::string> documents{{"read", tool_of_texts("read", true).dump()},
                                                 {"write", tool_of_texts("write", false).dump()}};
    std::optional<RemoteReply> next_reply{};  ///< of the next call that writes
    std::function<void()> while_writing = [] {};

    explicit TextsProgram(const std::string& recipe = "{" + k_read + R"(,"undo":)" + k_write_back +
                                                      "}}") {
        judge = &gate::judge_change;
        use(recipe);
    }

    /// Takes a recipe for "write"; empty: none.
    void use(const std::string& recipe) {
        (void)registry.remove({"texts", "write"});
        auto imported = ok(import_tool(
            "texts", documents["write"],
            [this](const std::string& tool, std::string_view arguments, Context&) {
                return serve(tool, arguments);
            },
            {}, {}, nullptr, run_of(recipe)));
        require_ok(registry.add(std::move(imported.contract), std::move(imported.handler)));
    }

    ToolResult write(const std::string& name, const std::string& text) {
        Call call;
        call.tool = {"texts", "write"};
        call.arguments = Json({{"name", name}, {"text", text}}).dump();
        call.subject.session = "s";
        gate::CallOptions options;
        options.confirmed = true;
        return runtime().call(call, options);
    }
    ToolResult undo(const ToolResult& done) {
        gate::UndoRequest request;
        request.entry = ok(ledger::parse_entry_id(done.entry));
        return runtime().undo(request);
    }
    Preview preview(const std::string& name, const std::string& text) {
        Call call;
        call.tool = {"texts", "write"};
        call.arguments = Json({{"name", name}, {"text", text}}).dump();
        auto made = runtime().preview(call);
        REQUIRE(made.has_value());
        REQUIRE(made->has_value());
        return **made;
    }

 private:
    std::optional<RecipeRun> run_of(const std::string& recipe) {
        if (recipe.empty()) return std::nullopt;
        const auto servers = read_servers(
            R"({"servers":{"texts":{"command":"c","recipes":{"write":)" + recipe + "}}}}");
        if (!servers) FAIL(to_string(servers.error().front(), "f"));
        const BoundRecipes bound = bind_recipes(servers->front().recipes, "texts", documents);
        for (const RecipeFinding& finding : bound.findings) FAIL(finding.reason);
        return RecipeRun({.origin = "texts",
                          .recipe = bound.by_tool.at("write"),
                          .call = [this](const std::string& tool, const std::string& document,
                                         std::string_view arguments, Context&) {
                              CHECK(document == documents[tool]);
                              return serve(tool, arguments);
                          }});
    }
    static RemoteReply text_reply(const std::string& text) {
        const Json result = {{"content", {{{"type", "text"}, {"text", text}}}},
                             {"structuredContent", {{"text", text}}}};
        return result_of_server(result.dump());
    }
    RemoteReply serve(const std::string& tool, std::string_view arguments) {
        calls.push_back(tool + " " + std::string(arguments));
        const Json given = parse_json(arguments).value();
        const std::string name = given["name"];
        const auto found = texts.find(name);
        if (tool == "read" && found == texts.end())
            return result_of_server(
                R"({"isError":true,"content":[{"type":"text","text":"There is no text."}]})");
        if (tool == "read") return text_reply(found->second);
        if (given.value("dry", false))
            return text_reply("-" + texts[name] + "\n+" + given.value("text", ""));
        if (next_reply) return *std::exchange(next_reply, std::nullopt);
        texts[name] = given.value("text", "");
        while_writing();
        return text_reply("written");
    }
};

}  // namespace

TEST_CASE("an undo by a recipe writes the old text back, once, and is recorded as an undo") {
    TextsProgram program;
    const ToolResult done = program.write("a", "new");
    REQUIRE(done.success);
    CHECK(done.no_undo.empty());
    CHECK(program.texts["a"] == "new");
    CHECK(program.undo(done).success);
    CHECK(program.texts["a"] == "old");
    CHECK(program.calls.back() == R"(write {"name":"a","text":"old"})");
    const std::size_t calls = program.calls.size();
    CHECK(program.undo(done).code == code::already_undone);
    CHECK(program.calls.size() == calls);
}

TEST_CASE("the arguments of the undo are on record with the outcome, and no server changes them") {
    TextsProgram program;
    const ToolResult done = program.write("a", "new");
    const auto entry = ok(program.store->entry(ok(ledger::parse_entry_id(done.entry))));
    std::string kept;
    for (const ledger::Payload& payload : entry->payloads)
        if (payload.name == "undo") kept = payload.bytes;
    CHECK_THAT(kept, Contains(R"("arguments":{"name":"a","text":"old"})") &&
                         Contains(R"("tool":"write")"));
}

TEST_CASE("an undo is refused if the state has changed since, and works once it is back") {
    TextsProgram program;
    const ToolResult done = program.write("a", "new");
    program.texts["a"] = "of another program";
    const ToolResult refused = program.undo(done);
    CHECK(refused.code == code::undo_conflict);
    CHECK_THAT(refused.message, Contains("has changed since the call"));
    CHECK(program.texts["a"] == "of another program");
    program.texts.erase("a");
    CHECK_THAT(program.undo(done).message,
               Contains("the present state is not known: 'read' failed: There is no text."));
    program.texts["a"] = "new";
    CHECK(program.undo(done).success);
    CHECK(program.texts["a"] == "old");
}

TEST_CASE("a later call of the same thing is undone first") {
    TextsProgram program;
    const ToolResult first = program.write("a", "1");
    const ToolResult other = program.write("b", "1");
    const ToolResult second = program.write("a", "2");
    const ToolResult refused = program.undo(first);
    CHECK(refused.code == code::undo_depends);
    CHECK(refused.later == std::vector<std::string>{second.entry});
    CHECK(program.undo(second).success);
    CHECK(program.undo(first).success);
    CHECK(program.texts["a"] == "old");
    CHECK_FALSE(other.success);
}

TEST_CASE("a call whose required undo cannot be prepared is not made, and a preview says so") {
    TextsProgram program;
    const ToolResult refused = program.write("b", "new");
    CHECK(refused.code == code::tool_failed);
    CHECK(refused.message ==
          "The call was not made, since it could not be undone: 'read' failed: There is no text.");
    CHECK(program.texts.count("b") == 0);
    const Preview preview = program.preview("b", "new");
    REQUIRE(preview.warnings.size() == 1);
    CHECK(preview.warnings[0].code == code::undo_not_supported);
    CHECK_THAT(preview.warnings[0].message, Contains("This call will not be made"));
    CHECK(program.preview("a", "new").warnings.empty());
}

TEST_CASE("a call whose undo is not required runs without one, said before and after it") {
    TextsProgram program("{" + k_read + R"(,"undo":)" + k_write_back + R"(,"required":false}})");
    const Preview preview = program.preview("b", "new");
    CHECK_THAT(preview.warnings.at(0).message,
               Contains("This call cannot be undone: 'read' failed: There is no text."));
    const ToolResult done = program.write("b", "new");
    REQUIRE(done.success);
    CHECK(done.no_undo == "'read' failed: There is no text.");
    const ToolResult refused = program.undo(done);
    CHECK(refused.code == code::undo_not_supported);
    CHECK_THAT(refused.message, Contains("cannot be undone: 'read' failed: There is no text."));
    CHECK(program.texts["b"] == "new");
    const Contract* contract = program.registry.snapshot()->find({"texts", "write"});
    CHECK(contract->has_undo);
    CHECK(undo_grade(*contract) == "none");
    Subject subject;
    subject.session = "s";
    CHECK(ok(program.runtime().undoable(subject)).empty());
}

TEST_CASE("a preview by a recipe shows the text of its call and has no effect") {
    TextsProgram program("{" + k_preview + "}");
    const Preview preview = program.preview("a", "new");
    CHECK(preview.summary == "-old\n+new");
    CHECK(program.texts["a"] == "old");
    CHECK(program.calls ==
          std::vector<std::string>{R"(write {"dry":true,"name":"a","text":"new"})"});
    const Contract* contract = program.registry.snapshot()->find({"texts", "write"});
    CHECK(contract->has_preview);
    CHECK_FALSE(contract->has_undo);
}

TEST_CASE("no tool of a recipe runs while it is denied, for a preview, a call or an undo") {
    TextsProgram program;
    CHECK(program.registry.snapshot()->find({"texts", "write"})->also_calls ==
          std::vector<std::string>{"read", "write"});
    const ToolResult done = program.write("a", "new");
    REQUIRE(done.success);
    require_ok(program.runtime().consent().set_policy({"texts", "read"}, Policy::deny));
    const std::size_t calls = program.calls.size();
    const std::string why = "Its recipe calls texts/read, which is denied.";
    CHECK_THAT(program.write("a", "newer").message, Contains(why));
    CHECK_THAT(program.undo(done).message, Contains(why));
    Call call;
    call.tool = {"texts", "write"};
    call.arguments = R"({"name":"a","text":"new"})";
    CHECK(program.runtime().preview(call).error().code == code::policy_denied);
    CHECK(program.calls.size() == calls);
}

TEST_CASE("a server that changes the compensating tool ends the undo") {
    TextsProgram program;
    const ToolResult done = program.write("a", "new");
    program.documents["write"] = tool_of_texts("write", false, " And sends them away.").dump();
    program.use("{" + k_read + R"(,"undo":)" + k_write_back + "}}");
    const ToolResult refused = program.undo(done);
    CHECK(refused.code == code::undo_incompatible);
    CHECK_THAT(refused.message,
               Contains("The server has changed the tool 'write' since the call."));
    CHECK(program.texts["a"] == "new");
    program.use("");
    CHECK(program.undo(done).code == code::undo_not_supported);
}

TEST_CASE("a call that was made without a recipe is not undone by one") {
    TextsProgram program("{" + k_preview + "}");
    const ToolResult done = program.write("a", "new");
    REQUIRE(done.success);
    program.use("{" + k_read + R"(,"undo":)" + k_write_back + "}}");
    CHECK(program.undo(done).code == code::undo_incompatible);
    CHECK(program.texts["a"] == "new");
}

TEST_CASE("a recipe is part of the consent digest, and so are the tools that it calls") {
    TextsProgram program("");
    const auto digest = [&] {
        return program.registry.snapshot()->find({"texts", "write"})->digests.consent;
    };
    const Digest bare = digest();
    program.use("{" + k_read + R"(,"undo":)" + k_write_back + "}}");
    const Digest with_undo = digest();
    CHECK(with_undo != bare);
    program.use("{" + k_read + R"(,"undo":)" + k_write_back + R"(,"required":false}})");
    CHECK(digest() != with_undo);
    program.documents["read"] = tool_of_texts("read", true, " Otherwise.").dump();
    program.use("{" + k_read + R"(,"undo":)" + k_write_back + "}}");
    CHECK(digest() != with_undo);
}

TEST_CASE("an answer always ends when the recipe changes, and the question says that it has") {
    TextsProgram program("{" + k_read + R"(,"undo":)" + k_write_back + "}}");
    const ToolId tool{"texts", "write"};
    Call call;
    call.tool = tool;
    call.arguments = R"({"name":"a","text":"new"})";
    call.proposer.kind = Proposer::Kind::model;
    const ToolResult asked = program.runtime().call(call);
    REQUIRE(asked.code == code::confirmation_required);
    program.answer(asked.approval, consent::Answer::allow_always);
    CHECK(program.runtime().call(call).success);
    program.use("{" + k_preview + "}");
    CHECK(program.runtime().call(call).code == code::confirmation_required);
}

TEST_CASE(
    "a state that is too large or is no text is not kept, so a required undo refuses the call") {
    TextsProgram program;
    program.texts["a"] = std::string(Context::k_kept_bytes_max, 'x');
    CHECK_THAT(program.write("a", "new").message, Contains("'read' gives more than 1 MiB"));
    program.texts["a"] = std::string(Context::k_kept_bytes_max * 3 / 4, 'x');
    CHECK_THAT(program.write("a", "new").message, Contains("more than 512 KiB of arguments"));
    program.texts["a"] = "\xEF\xBF\xBD";
    CHECK_THAT(program.write("a", "new").message, Contains("U+FFFD"));
    CHECK(program.texts["a"] == "\xEF\xBF\xBD");
}

TEST_CASE("a result that does not have the value of the undo rules it out and forges nothing") {
    TextsProgram program(R"({"undo":{"tool":"write","arguments":{"name":)" + k_name +
                         R"(,"text":{"from":"result","pointer":"/text"}}}})");
    program.next_reply = result_of_server(
        R"({"content":[],"structuredContent":{"text":"{\"from\":\"call\",\"pointer\":\"/name\"}"}})");
    const ToolResult forged = program.write("a", "new");
    REQUIRE(forged.success);
    CHECK(program.undo(forged).success);
    CHECK(program.texts["a"] == R"({"from":"call","pointer":"/name"})");
    program.next_reply = result_of_server(R"({"content":[],"structuredContent":{"text":")" +
                                          std::string(Context::k_kept_bytes_max, 'x') + "\"}}");
    const ToolResult huge = program.write("b", "new");
    REQUIRE(huge.success);
    CHECK_THAT(huge.no_undo, Contains("more than 512 KiB of arguments"));
    CHECK(program.undo(huge).code == code::undo_not_supported);
}

TEST_CASE("a lost answer of the compensating call is unknown, and no undo follows it") {
    TextsProgram program;
    const ToolResult done = program.write("a", "new");
    program.next_reply = RemoteReply{.kind = RemoteReply::Kind::unknown,
                                     .error = {.message = "The connection is gone."}};
    CHECK(program.undo(done).code == code::outcome_unknown);
    const std::size_t calls = program.calls.size();
    CHECK(program.undo(done).code == code::outcome_unknown);
    CHECK(program.calls.size() == calls);
}

TEST_CASE("a call that fails at its server keeps nothing, and there is nothing to undo") {
    TextsProgram program;
    program.next_reply =
        result_of_server(R"({"isError":true,"content":[{"type":"text","text":"No."}]})");
    const ToolResult failed = program.write("a", "new");
    CHECK(failed.code == code::tool_failed);
    CHECK(program.undo(failed).code == code::nothing_to_undo);
}

TEST_CASE("a server that states a recipe of its own has its tool refused") {
    Json tool = tool_of_texts("write", false);
    tool["_meta"]["iam/recipe"] = "{}";
    has_text(why_refused(tool),
             "_meta/iam~1recipe is for recipes of this program, not of servers.");
}
