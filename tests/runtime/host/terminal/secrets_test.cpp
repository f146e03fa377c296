// A secret on its way through the whole command line: no file of the state and no output holds it,
// in no form.
#include <iam/tool/define.hpp>
#include <support/forms.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

using iam::tool_error;
using iam::host::ExitCode;
using iam::test::contains;
using iam::test::forms_of;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::lines_in;
using iam::test::Outcome;

namespace {

// JSON and shells spell it otherwise; its middle is in each base64 of it.
const std::string k_secret = "Mk\"q\\7-hunter2-Zx9&=marker";

iam::Result<void> add_vault(iam::Registry& registry) {
    return iam::define("vault")
        .description("Opens a vault.")
        .parameter("user")
        .parameter("pin")
        .secret()
        .call([](const std::string& user, const std::string& pin) -> std::string {
            if (user == "fail") throw tool_error("wrong_pin", "The pin " + pin + " is wrong.");
            return "opened for " + user;
        })
        .preview(
            [](const std::string& user, const std::string& pin) {
                return iam::Preview{user + " " + pin, {}, {}};
            },
            {"user", "pin"})
        .undo([](const std::string&) {}, {"user"})
        .add_to(registry);
}

/// Runs commands and keeps all that any of them said.
struct Vault : HostFixture {
    Vault() { more_tools = add_vault; }
    Outcome said(std::vector<std::string> arguments) {
        Outcome outcome = run(std::move(arguments));
        all += outcome.out + outcome.err;
        return outcome;
    }
    Outcome asked(std::vector<std::string> arguments, const std::string& keys,
                  std::string_view asked_by = "Press 1") {
        std::string shown;
        Outcome outcome = answer(std::move(arguments), {keys}, &shown, asked_by);
        all += outcome.out + outcome.err + shown;
        return outcome;
    }
    static std::string arguments(const std::string& user) {
        return iam::canonical_json(iam::Json{{"user", user}, {"pin", k_secret}}).value();
    }
    std::string all{};
};

}  // namespace

TEST_CASE(
    "XF06 a secret goes through call, approval, restart, undo and export, and nothing holds it in "
    "any form") {
    Vault host;
    CHECK(host.asked({"call", "vault", Vault::arguments("ann")}, "1").code == ExitCode::done);
    const auto done = lines_in(host.said({"audit", "--json", "--outcome", "done"}).out);
    REQUIRE(done.size() == 1);
    const std::string outcome = json_of(done.front())["id"];
    CHECK(host.asked({"call", "vault", Vault::arguments("fail")}, "1").code == ExitCode::failed);
    CHECK(host.asked({"call", "vault", Vault::arguments("bob")}, "3").code == ExitCode::denied);
    const Outcome waiting = host.said({"call", "vault", Vault::arguments("eve"), "--json"});
    const std::string approval = json_of(waiting.out)["approval"];
    host.said({"approvals", "list"});
    host.asked({"approvals", "answer", approval}, "3", "Press 3");
    host.said({"call", "vault", R"({"pin":)" + iam::canonical_json(k_secret).value() + "}"});
    host.said({"call", "vault", "{\"user\":1,\"pin\":[\"" + k_secret + "\"]}"});
    host.said({"call", "no_vault", Vault::arguments("ann")});
    host.said({"preview", "vault", Vault::arguments("ann")});
    host.said({"policy", "set", "vault", "auto"});
    CHECK(host.said({"call", "vault", Vault::arguments("ann")}).code == ExitCode::done);
    host.said({"rules", "explain", "vault", Vault::arguments("ann")});
    host.said({"undo", outcome, "--dry-run"});
    CHECK(host.said({"undo", outcome}).code == ExitCode::done);
    host.said({"redo", outcome});
    for (const std::string& line : lines_in(host.said({"audit", "--json", "--limit", "100"}).out))
        host.said({"audit", "show", json_of(line)["id"]});
    for (const char* format : {"jsonl", "csv", "otel"})
        host.said({"audit", "export", "--payloads", "--format", format});
    host.said({"audit", "events"});
    host.said({"audit", "report"});
    host.said({"audit", "checkpoint", "--witness", (host.folder / "witness").string()});
    CHECK(host.said({"audit", "verify"}).code == ExitCode::not_anchored);

    CHECK(contains(host.all, "[secret"));
    for (const std::string& form : forms_of(k_secret)) {
        INFO(form);
        CHECK_FALSE(contains(host.all, form));
    }
    CHECK(iam::test::files_with_any(host.folder.path(), forms_of(k_secret)).empty());
}

TEST_CASE("the forms of bytes are found wherever and however they are spelled") {
    const auto forms = forms_of("foobar");
    for (const std::string text :
         {"xfoobarx", "666f6f626172", "666F6F626172", "Zm9vYmFy",
          "eGZvb2Jhcng=", "eHhmb29iYXI=", "\\u0066\\u006f\\u006f\\u0062\\u0061\\u0072",
          // Of its SHA-256.
          "c3ab8ff13720e8ad9047dd39466b3c8974e592c2fa383d4a3960714caef0c4f2",
          "w6uP8Tcg6K2QR905Rms8iXTlksL6OD1KOWBxTK7wxPI="}) {
        INFO(text);
        CHECK(iam::test::holds_any(text, forms));
    }
    CHECK_FALSE(iam::test::holds_any("foo bar", forms));
}
