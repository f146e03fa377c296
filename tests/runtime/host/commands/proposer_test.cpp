// Who is recorded as the one who proposed a call, and the consequences for an undo.
// Tests of runtime/src/host/output/proposer_words.cpp.
#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

namespace iam::test {
namespace {

using host::ExitCode;

/// The newest entry that names a proposer, of a person's terminal or of none.
Json newest_proposer(HostFixture& host) {
    for (const std::string& line : lines_in(host.run({"audit", "--json"}).out)) {
        const Json entry = json_of(line)["entry"];
        if (entry.contains("proposer")) return entry["proposer"];
    }
    return Json::object();
}

std::string kind_of(HostFixture& host) {
    return newest_proposer(host).value("kind", "none");
}

const std::vector<std::string> k_quick = {"call", "quick", "{}"};

std::vector<std::string> with(std::vector<std::string> words, std::vector<std::string> more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// A call of echo that was made; the id of its outcome.
std::string echoed(HostFixture& host) {
    host.run({"policy", "set", "echo", "auto"});
    const Outcome called = host.run({"call", "echo", R"({"message":"a"})", "--json"});
    host.run({"policy", "set", "echo", "confirm"});
    return json_of(called.out)["entry"].get<std::string>();
}

}  // namespace

TEST_CASE("A6 without a terminal a program proposes, at a terminal a person") {
    HostFixture host;
    CHECK(host.run(k_quick).code == ExitCode::done);
    CHECK(kind_of(host) == "program");
    Pty pty;
    CHECK(host.run_on(pty.device(), k_quick).code == ExitCode::done);
    CHECK(kind_of(host) == "person");
    // Text from a pipe was typed by nobody here.
    CHECK(host.run_on(pty.device(), {"call", "quick", "-"}, "{}").code == ExitCode::done);
    CHECK(kind_of(host) == "program");
}

TEST_CASE("A6 a program that passes a model's proposal on says so, with the model and its id") {
    HostFixture host;
    CHECK(host.run(with(k_quick, {"--proposer", "model", "--model", "m-1", "--request", "call_7"}))
              .code == ExitCode::done);
    const Json proposer = newest_proposer(host);
    CHECK(proposer["kind"] == "model");
    CHECK(proposer["model"] == "m-1");
    CHECK(proposer["request_id"] == "call_7");
    host.run(with(k_quick, {"--proposer", "person"}));
    CHECK(kind_of(host) == "person");
    host.run(with(k_quick, {"--proposer", "program"}));
    CHECK(kind_of(host) == "program");
    for (const auto& wrong :
         std::vector<std::vector<std::string>>{{"--proposer", "mcp_client"},
                                               {"--model", "m"},
                                               {"--request", "r"},
                                               {"--proposer", "person", "--model", "m"},
                                               {"--proposer", "program", "--request", "r"},
                                               {"--proposer"}}) {
        INFO(wrong.back());
        CHECK(host.run(with(k_quick, wrong)).code == ExitCode::usage);
    }
}

TEST_CASE("A6 the question says who proposed") {
    HostFixture host;
    std::string shown;
    host.answer({"call", "echo", R"({"message":"a"})", "--proposer", "model"}, {"3"}, &shown);
    CHECK(contains(shown, "Proposed by a model"));
    host.answer({"call", "echo", R"({"message":"a"})", "--proposer", "program"}, {"3"}, &shown);
    CHECK(contains(shown, "a program"));
}

TEST_CASE("A6 only a person's undo is its own consent") {
    HostFixture host;
    host.person_asks = false;
    const std::string entry = echoed(host);
    // A model's and a program's are asked about, here where nobody is.
    for (const char* who : {"model", "program"}) {
        INFO(who);
        const Outcome asked = host.run({"undo", entry, "--proposer", who});
        CHECK(asked.code == ExitCode::undecided);
        CHECK(contains(asked.err, "approvals answer "));
        CHECK(kind_of(host) == who);
    }
    CHECK(host.run({"undo", entry}).code == ExitCode::undecided);
    CHECK(host.run({"undo", entry, "--proposer", "person"}).code == ExitCode::done);
    CHECK(kind_of(host) == "person");
    CHECK(host.run({"redo", entry}).code == ExitCode::undecided);
    CHECK(kind_of(host) == "program");
}

TEST_CASE("A6 an undo that a program proposed runs with the approval that a person gave for it") {
    HostFixture host;
    host.person_asks = false;
    const std::string entry = echoed(host);
    const Outcome asked = host.run({"undo", entry, "--proposer", "model", "--json"});
    const std::string approval = json_of(asked.out)["approval"];
    CHECK(host.answer({"approvals", "answer", approval}, {"1"}).code == ExitCode::done);
    CHECK(host.run({"undo", entry, "--proposer", "model", "--approval", approval}).code ==
          ExitCode::done);
    // In front of a terminal the person is asked at once.
    const std::string next = echoed(host);
    CHECK(host.answer({"undo", next, "--proposer", "model"}, {"3"}).code == ExitCode::denied);
    CHECK(host.answer({"undo", next, "--proposer", "model"}, {"1"}).code == ExitCode::done);
}

TEST_CASE("A6 only a person says what became of an undo") {
    HostFixture host;
    host.person_asks = false;
    const Outcome said = host.run({"reconcile", "0.1", "--undone", "--reason", "seen"});
    CHECK(said.code == ExitCode::usage);
    CHECK(contains(said.err, "Only a person says"));
    CHECK_FALSE(contains(
        host.run({"reconcile", "0.1", "--undone", "--reason", "seen", "--proposer", "person"}).err,
        "Only a person says"));
}

TEST_CASE("A6 a response names its model, so nobody else can be named beside it") {
    HostFixture host;
    const Outcome called =
        host.run({"call", "--from", "anthropic", "-", "--proposer", "person"}, R"({"content":[]})");
    CHECK(called.code == ExitCode::usage);
    CHECK(contains(called.err, "--proposer"));
}

}  // namespace iam::test
