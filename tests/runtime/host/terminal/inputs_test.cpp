// A function that asks for input, in front of a person and across command lines.
#include <iam/tool/context.hpp>
#include <iam/tool/define.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

using iam::Context;
using iam::InputRequest;
using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;
using iam::test::Pty;

namespace {

std::string ask(Context& context, const std::string& key, InputRequest request) {
    const auto input = context.input(key, std::move(request));
    if (input) return input->text;
    throw iam::tool_error(std::string(iam::code::requires_user_input), input.error().message);
}

/// A command line with a tool that asks for a number between two bounds and, perhaps, for a
/// password.
struct Asking : HostFixture {
    explicit Asking(bool with_password = false) {
        more_tools = [this, with_password](iam::Registry& registry) {
            return iam::define("guess")
                .description("Takes a number.")
                .policy(iam::allow)
                .call([this, with_password](Context& context) {
                    using Kind = InputRequest::Kind;
                    if (with_password) {
                        password = ask(context, "password",
                                       {.kind = Kind::text, .prompt = "Password?", .secret = true});
                    }
                    guessed = ask(context, "number",
                                  {.kind = Kind::number,
                                   .prompt = "Which \u202enumber?",
                                   .low = 1,
                                   .high = 9});
                    return guessed;
                })
                .add_to(registry);
        };
    }
    std::string guessed;
    std::string password;
};

}  // namespace

TEST_CASE("AX9 a person in front of the terminal types what the function asks for") {
    Asking host;
    Pty pty;
    auto running = std::async(std::launch::async, [&] {
        return host.run_on(pty.device(), {"call", "guess"});
    });
    CHECK(pty.wait_for("Asks for input before it does anything"));
    CHECK(pty.wait_for("a number from 1 to 9"));
    CHECK(pty.wait_for("Press 1"));
    pty.type("1");
    CHECK(pty.wait_for("What the function asks for, a line each."));
    CHECK(pty.wait_for("(a number from 1 to 9)"));
    // What is pasted with a line end gives nothing.
    pty.type("12\r");
    CHECK(pty.wait_for("> 12"));
    pty.type("\r");
    CHECK(pty.wait_for("That cannot be taken. Wanted is:\r\n| a number from 1 to 9"));
    pty.type(
        "\x15"
        "7");
    CHECK(pty.wait_for("> 7"));
    pty.type("\r");
    const Outcome outcome = running.get();
    CHECK(outcome.code == ExitCode::done);
    CHECK(host.guessed == "7");
    // What a function says hides nothing.
    CHECK(contains(pty.shown(), "| Which \\u{202E}number?"));
    CHECK_FALSE(contains(pty.shown(), "\u202e"));
}

TEST_CASE("AX9 Esc at the input leads back to the question, where it can be refused") {
    Asking host;
    Pty pty;
    auto running = std::async(std::launch::async, [&] {
        return host.run_on(pty.device(), {"call", "guess"});
    });
    CHECK(pty.wait_for("Press 1"));
    pty.type("1");
    CHECK(pty.wait_for("(a number from 1 to 9)"));
    pty.type("\x1b");
    CHECK(pty.wait_for("Press 1"));
    pty.type("3");
    CHECK(running.get().code == ExitCode::denied);
    CHECK(host.guessed.empty());
}

TEST_CASE(
    "AX9 without a terminal the request is listed, answered in another one, and the call goes on") {
    Asking host;
    const Outcome waits = host.run({"call", "guess", "--json"});
    CHECK(waits.code == ExitCode::undecided);
    const auto result = json_of(waits.out);
    CHECK(result["code"] == "requires_user_input");
    CHECK(result["inputs"][0]["key"] == "number");
    CHECK(result["inputs"][0]["wanted"] == "a number from 1 to 9");
    CHECK(contains(waits.err, "approvals answer "));
    const std::string id = result["approval"].get<std::string>();
    CHECK(contains(host.run({"approvals", "list"}).out, "guess asks for number"));
    CHECK(json_of(host.run({"approvals", "list", "--json"}).out)["approvals"][0]["inputs"] ==
          "number");
    Pty pty;
    auto answering = std::async(std::launch::async, [&] {
        return host.run_on(pty.device(), {"approvals", "answer", id});
    });
    CHECK(pty.wait_for("Press 1"));
    pty.type("1");
    CHECK(pty.wait_for("(a number from 1 to 9)"));
    pty.type("5");
    CHECK(pty.wait_for("> 5"));
    pty.type("\r");
    CHECK(answering.get().code == ExitCode::done);
    CHECK(host.run({"call", "guess", "--approval", id}).code == ExitCode::done);
    CHECK(host.guessed == "5");
    CHECK(contains(host.run({"audit"}).out, "input given"));
    CHECK(host.run({"audit", "verify"}).code == ExitCode::not_anchored);
}

TEST_CASE("AX9 a request for input is withdrawn from another command line") {
    Asking host;
    const auto waits = json_of(host.run({"call", "guess", "--json"}).out);
    const std::string id = waits["approval"].get<std::string>();
    CHECK(host.run({"approvals", "withdraw", id}).code == ExitCode::done);
    CHECK(host.run({"call", "guess", "--approval", id}).code == ExitCode::undecided);
    CHECK(host.guessed.empty());
}

TEST_CASE("AX9 a secret is shown as stars and asked for at this terminal only") {
    Asking host(true);
    Pty pty;
    auto running = std::async(std::launch::async, [&] {
        return host.run_on(pty.device(), {"call", "guess"});
    });
    CHECK(pty.wait_for("Press 1"));
    pty.type("1");
    CHECK(pty.wait_for("| Password?"));
    pty.type("hunter2");
    CHECK(pty.wait_for("*******"));
    pty.type("\r");
    CHECK(pty.wait_for("Press 1"));
    pty.type("1");
    CHECK(pty.wait_for("(a number from 1 to 9)"));
    pty.type("7");
    CHECK(pty.wait_for("> 7"));
    pty.type("\r");
    CHECK(running.get().code == ExitCode::done);
    CHECK(host.password == "hunter2");
    CHECK_FALSE(contains(pty.shown(), "hunter2"));
    // Without a terminal there is nobody who could type it.
    const Outcome nobody = host.run({"call", "guess", "--json"});
    CHECK(json_of(nobody.out)["code"] == "requires_user_input");
    CHECK_FALSE(json_of(nobody.out).contains("approval"));
}
