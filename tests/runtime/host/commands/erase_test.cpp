// audit erase: what it erases is in no file of the state, in no form.
// Tests of runtime/src/host/commands/{audit_erase,audit_retain}.cpp.
#include <iam/store_sqlite/sqlite_store.hpp>
#include <support/forms.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;

namespace {

constexpr const char* k_marker = "marker-hunter2-marker";

std::vector<std::string> files_with(const std::string& state, const std::string& bytes) {
    return iam::test::files_with_any(state, iam::test::forms_of(bytes));
}

std::vector<std::string> files_with_marker(const std::string& state) {
    return files_with(state, k_marker);
}

std::vector<std::string> salts_of(const std::string& state) {
    iam::test::FakeEntropy entropy;
    const auto store = iam::store_sqlite::open(state, iam::store_sqlite::Mode::read_only, entropy);
    REQUIRE(store.has_value());
    const auto entries = (*store)->entries({});
    REQUIRE(entries.has_value());
    std::vector<std::string> salts;
    for (const auto& entry : *entries)
        for (const auto& value : entry.payloads)
            salts.emplace_back(value.salt.begin(), value.salt.end());
    return salts;
}

void call_with_marker(HostFixture& host) {
    host.run({"policy", "set", "echo", "auto"});
    const std::string arguments = std::string(R"({"message":")") + k_marker + "\"}";
    CHECK(host.run({"call", "echo", arguments}).code == ExitCode::done);
}

}  // namespace

TEST_CASE("XF06 what was erased is in no file of the state, free pages and log included") {
    HostFixture host;
    call_with_marker(host);
    CHECK_FALSE(files_with_marker(host.state()).empty());
    const auto salts = salts_of(host.state());
    CHECK(salts.size() == 2);
    const Outcome erased = host.run({"audit", "erase", "0.3", "--reason", "asked for by ann"});
    CHECK(erased.code == ExitCode::done);
    CHECK(contains(erased.out, "erased 2 values of 2 entries\n"));
    CHECK(files_with_marker(host.state()).empty());
    for (const std::string& salt : salts) CHECK(files_with(host.state(), salt).empty());
    CHECK(contains(host.run({"audit", "show", "0.4"}).out, "asked for by ann"));
    CHECK(contains(host.run({"undo", "0.3"}).err, "undo_incompatible"));
}

TEST_CASE("XF06 what was shown, and what an answer allowed for always, is erased with the call") {
    HostFixture host;
    const std::string arguments = std::string(R"({"message":")") + k_marker + "\"}";
    CHECK(host.answer({"call", "echo", arguments}, {"2", "2"}).code == ExitCode::done);
    host.run({"call", "echo", arguments});
    CHECK_FALSE(files_with_marker(host.state()).empty());
    const Outcome erased = host.run({"audit", "erase", "--tool", "echo", "--reason", "r"});
    CHECK(erased.code == ExitCode::done);
    CHECK(files_with_marker(host.state()).empty());
    CHECK(host.run({"audit", "verify"}).code == ExitCode::not_anchored);
}

TEST_CASE("values are erased by a filter, and calls without an end keep theirs") {
    HostFixture host;
    call_with_marker(host);
    host.run({"call", "quick", "{}"});
    const Outcome counted =
        host.run({"audit", "erase", "--tool", "echo", "--reason", "r", "--dry-run"});
    CHECK(contains(counted.out, "entries are named"));
    CHECK_FALSE(files_with_marker(host.state()).empty());
    const auto erased =
        json_of(host.run({"audit", "erase", "--tool", "echo", "--reason", "r", "--json"}).out);
    CHECK(erased["values"] == 2);
    CHECK(erased["left"] == 0);
    CHECK(files_with_marker(host.state()).empty());
}

TEST_CASE("an erasure without a choice, with two, or without a reason is a usage error") {
    HostFixture host;
    call_with_marker(host);
    CHECK(host.run({"audit", "erase", "--reason", "r"}).code == ExitCode::usage);
    CHECK(host.run({"audit", "erase", "0.3"}).code == ExitCode::usage);
    CHECK(host.run({"audit", "erase", "0.3", "--tool", "echo", "--reason", "r"}).code ==
          ExitCode::usage);
    CHECK(host.run({"audit", "erase", "three", "--reason", "r"}).code == ExitCode::usage);
    CHECK(host.run({"audit", "erase", "0.77", "--reason", "r"}).code == ExitCode::failed);
    CHECK_FALSE(files_with_marker(host.state()).empty());
}

TEST_CASE("values of calls are erased once they have been kept for as long as their class is") {
    HostFixture host;
    call_with_marker(host);
    host.clock.advance(std::chrono::hours(24 * 31));
    const std::string marks = std::string(R"({"message":"new )") + "and kept\"}";
    CHECK(host.run({"call", "echo", marks}).code == ExitCode::done);
    const Outcome counted = host.run({"audit", "retain", "--high", "30d", "--dry-run"});
    CHECK(counted.out == "1 calls have been kept for long enough\n");
    CHECK_FALSE(files_with_marker(host.state()).empty());
    const Outcome done = host.run({"audit", "retain", "--high", "30d", "--json"});
    CHECK(json_of(done.out)["calls"] == 1);
    CHECK(json_of(done.out)["values"] == 2);
    CHECK(files_with_marker(host.state()).empty());
    CHECK_FALSE(files_with(host.state(), "new and kept").empty());
    CHECK(host.run({"audit", "retain"}).code == ExitCode::usage);
    CHECK(contains(host.run({"audit", "retain", "--low", "soon"}).err, "soon"));
}
