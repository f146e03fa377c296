// The database of a state was edited: what the commands say of it.
// Tests of runtime/src/host/output/broken_records.cpp.
#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>
#include <sqlite3.h>

#include <memory>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;

namespace {

void edit_state(const HostFixture& host, const std::string& sql) {
    sqlite3* raw = nullptr;
    REQUIRE(sqlite3_open((host.state() + "/ledger.db").c_str(), &raw) == SQLITE_OK);
    const std::unique_ptr<sqlite3, int (*)(sqlite3*)> owner(raw, sqlite3_close);
    REQUIRE(sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
}

}  // namespace

TEST_CASE("XC16 a grant that was edited is left out of the list, reported, and can be ended") {
    HostFixture host;
    const std::string id =
        json_of(host.run({"grants", "set", "echo", "15m", "--json"}).out)["id"].get<std::string>();
    edit_state(host, "UPDATE grants SET deadline_wall_ms = 99999999999999");
    const Outcome list = host.run({"grants", "list", "--json"});
    CHECK(list.code == ExitCode::done);
    const auto json = json_of(list.out);
    CHECK(json["grants"].empty());
    REQUIRE(json["broken"].size() == 1);
    CHECK(json["broken"][0]["id"].get<std::string>() == id);
    CHECK(contains(list.err, "The grant " + id + " of echo was changed past the program"));
    const Outcome call = host.run({"call", "echo", R"({"message":"hello"})"});
    CHECK(call.code != ExitCode::done);
    CHECK(host.effects().empty());
    CHECK(host.run({"audit", "verify"}).code == ExitCode::verification_failed);
    CHECK(host.run({"grants", "revoke", id}).code == ExitCode::done);
    CHECK_FALSE(contains(host.run({"grants", "list"}).err, "changed past"));
    CHECK(host.run({"audit", "verify"}).code == ExitCode::not_anchored);
}

TEST_CASE("XC16 a policy that was edited is reported and denies until it is set anew or ended") {
    HostFixture host;
    host.run({"policy", "set", "echo", "deny"});
    edit_state(host, "UPDATE policies SET effect = 'allow'");
    const Outcome list = host.run({"policy", "list"});
    CHECK(contains(list.err, "The policy of echo was changed past the program"));
    const Outcome call = host.run({"call", "echo", R"({"message":"hello"})"});
    CHECK(call.code != ExitCode::done);
    CHECK(contains(call.out + call.err, "counts as a denial"));
    const Outcome verified = host.run({"audit", "verify", "--json"});
    CHECK(verified.code == ExitCode::verification_failed);
    CHECK_FALSE(json_of(verified.out)["ok"].get<bool>());
    SECTION("set anew") {
        host.run({"policy", "set", "echo", "auto"});
    }
    SECTION("ended") {
        CHECK(contains(host.run({"policy", "revoke", "echo"}).out, "changed past the program"));
        host.run({"policy", "set", "echo", "auto"});
    }
    SECTION("ended with all") {
        CHECK(contains(host.run({"policy", "revoke-all"}).out, "changed past the program"));
        host.run({"policy", "set", "echo", "auto"});
    }
    CHECK(host.run({"call", "echo", R"({"message":"hello"})"}).code == ExitCode::done);
}

TEST_CASE("XC16 a \"deny always\" that was edited is reported and still denies") {
    HostFixture host;
    host.answer({"call", "echo", R"({"message":"hello"})"}, {"4", "4"});
    edit_state(host, "UPDATE permissions SET allow = 1");
    const Outcome list = host.run({"permissions", "list"});
    CHECK(list.out.empty());
    CHECK(contains(list.err, "It counts as a denial"));
    const Outcome call = host.run({"call", "echo", R"({"message":"hello"})"});
    CHECK(call.code != ExitCode::done);
    CHECK(contains(call.out + call.err, "counts as a denial"));
    CHECK(host.effects().empty());
}

TEST_CASE("XB06 an approval that was edited is reported and runs nothing") {
    HostFixture host;
    host.run({"call", "echo", R"({"message":"hello"})"});
    edit_state(host, "UPDATE approvals SET state = 'given'");
    const Outcome list = host.run({"approvals", "list"});
    CHECK(list.out.empty());
    CHECK(contains(list.err, "It is no answer"));
}

TEST_CASE("while every call is asked about for a broken record \"allow always\" is not offered") {
    HostFixture host;
    host.run({"policy", "set", "pay", "deny"});
    edit_state(host, "UPDATE policies SET effect = 'allow'");
    std::string shown;
    host.answer({"call", "echo", R"({"message":"hello"})"}, {"2", "3"}, &shown);
    CHECK(contains(shown, "\"Allow always\" is not possible:\r\n| It would change nothing: "));
    CHECK_FALSE(contains(shown, "\"Allow always\" would store"));
}
