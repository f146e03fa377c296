// freeze and thaw, as they are typed.
#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;

TEST_CASE(
    "between freeze and thaw every command line is denied its calls, and the record says why") {
    HostFixture host;
    const std::vector<std::string> call = {"call", "quick", "{}"};
    CHECK(host.run(call).code == ExitCode::done);
    const Outcome frozen = host.run({"freeze", "it runs wild"});
    CHECK(frozen.code == ExitCode::done);
    CHECK(contains(frozen.out, "thaw REASON"));
    const Outcome denied = host.run(call);
    CHECK(denied.code == ExitCode::denied);
    CHECK(contains(denied.err, "Everything is frozen by ann: it runs wild."));
    const auto policies = json_of(host.run({"policy", "list", "--json"}).out)["policies"];
    CHECK(policies[0]["now"] == "deny");
    const auto thawed = json_of(host.run({"thaw", "it is well", "--json"}).out);
    CHECK(thawed["frozen"] == false);
    CHECK(host.run(call).code == ExitCode::done);
    const Outcome audit = host.run({"audit"});
    CHECK(contains(audit.out, "every call is denied from here on"));
    CHECK(contains(audit.out, "calls are decided on again"));
}

TEST_CASE("freeze --json says since when and why, and words that are missing are a usage error") {
    HostFixture host;
    CHECK(host.run({"freeze"}).code == ExitCode::usage);
    CHECK(host.run({"freeze", ""}).code == ExitCode::usage);
    CHECK(host.run({"thaw", "nothing to thaw"}).code == ExitCode::failed);
    const auto frozen = json_of(host.run({"freeze", "wild", "--json"}).out);
    CHECK(frozen["frozen"] == true);
    CHECK(frozen["frozen_by"] == "ann");
    CHECK(frozen["reason"] == "wild");
    CHECK(contains(frozen["since"].get<std::string>(), "T"));
    CHECK(host.run({"thaw"}).code == ExitCode::usage);
}
