// audit checkpoint and audit verify --witness, as a person types them.
// Tests of runtime/src/host/commands/{audit_checkpoint,audit_verify}.cpp.
// Tests of runtime/src/host/session/witness_file.cpp.
#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;

namespace {

struct Witnessed : HostFixture {
    std::string witness = (folder / "witness.jsonl").string();

    void call() { CHECK(run({"call", "quick", "{}"}).code == ExitCode::done); }
    Outcome checkpoint() { return run({"audit", "checkpoint", "--witness", witness}); }
    Outcome verify() { return run({"audit", "verify", "--witness", witness}); }
    std::vector<std::string> lines() const {
        std::ifstream in(witness);
        std::vector<std::string> all;
        for (std::string line; std::getline(in, line);) all.push_back(line);
        return all;
    }
};

unsigned mode_of(const std::string& path) {
    struct stat facts {};
    REQUIRE(::stat(path.c_str(), &facts) == 0);
    return facts.st_mode & 07777U;
}

void copy_state(const std::string& from, const std::string& to) {
    std::filesystem::remove_all(to);
    std::filesystem::copy(from, to, std::filesystem::copy_options::recursive);
}

}  // namespace

TEST_CASE("without a witness a ledger is consistent, not anchored, which has its own exit code") {
    Witnessed host;
    host.call();
    const Outcome alone = host.run({"audit", "verify"});
    CHECK(alone.code == ExitCode::not_anchored);
    CHECK(contains(alone.out, "consistent, not anchored"));
    const Outcome made = host.checkpoint();
    CHECK(made.code == ExitCode::done);
    CHECK(contains(made.out, "signed all entries up to 0.2\nhead "));
    CHECK(mode_of(host.state() + "/checkpoint.key") == 0600U);
    CHECK(host.lines().size() == 1);
    const Outcome anchored = host.verify();
    CHECK(anchored.code == ExitCode::done);
    CHECK(contains(anchored.out, "3 entries checked, 1 signed checkpoints among them"));
    CHECK(contains(anchored.out, "anchored to 0.2\n"));
    const auto object =
        json_of(host.run({"audit", "verify", "--witness", host.witness, "--json"}).out);
    CHECK(object["anchored"] == true);
    CHECK(object["anchored_to"] == "0.2");
    CHECK(object["checkpoints"] == 1);
}

TEST_CASE("XF02 a state that was put back to an earlier one fails against the witness") {
    Witnessed host;
    host.call();
    const std::string kept = (host.folder / "kept").string();
    copy_state(host.state(), kept);
    host.call();
    host.checkpoint();
    copy_state(kept, host.state());
    CHECK(host.run({"audit", "verify"}).code == ExitCode::not_anchored);
    const Outcome cut = host.verify();
    CHECK(cut.code == ExitCode::verification_failed);
    CHECK(contains(cut.err, "anchored to 0.4, found 0.2"));
    host.call();
    const Outcome continued = host.verify();
    CHECK(continued.code == ExitCode::verification_failed);
    CHECK(contains(continued.err, "0.4: it is not the entry that the witness saw"));
    const Outcome refused = host.checkpoint();
    CHECK(refused.code == ExitCode::verification_failed);
    CHECK(contains(refused.err, "this is not the ledger that the witness file"));
    CHECK(host.lines().size() == 1);
}

TEST_CASE("keys are replaced by a checkpoint that names the next one") {
    Witnessed host;
    host.checkpoint();
    const auto first = json_of(host.lines().at(0));
    const Outcome rotated =
        host.run({"audit", "checkpoint", "--rotate", "--witness", host.witness});
    CHECK(rotated.code == ExitCode::done);
    CHECK(contains(rotated.out, "next key "));
    CHECK(mode_of(host.state() + "/checkpoint.key") == 0600U);
    host.checkpoint();
    const auto second = json_of(host.lines().at(1));
    const auto third = json_of(host.lines().at(2));
    CHECK(second["key"] == first["key"]);
    CHECK(third["key"] == second["next_key"]);
    const std::string key = first["key"].get<std::string>();
    CHECK(host.run({"audit", "verify", "--public-key", key}).code == ExitCode::done);
    const std::string other = third["key"].get<std::string>();
    CHECK(host.run({"audit", "verify", "--public-key", other}).code ==
          ExitCode::verification_failed);
    CHECK(host.run({"audit", "verify", "--public-key", "12"}).code == ExitCode::usage);
}

TEST_CASE("a replacement of the key that ended half-way is ended by the next checkpoint") {
    Witnessed host;
    host.checkpoint();
    const std::string key = host.state() + "/checkpoint.key";
    const std::string old_key = (host.folder / "old").string();
    std::filesystem::copy_file(key, old_key);
    host.run({"audit", "checkpoint", "--rotate", "--witness", host.witness});
    // As it is when the program ends between the entry and the new name.
    std::filesystem::rename(key, key + ".next");
    std::filesystem::copy_file(old_key, key);
    CHECK(host.checkpoint().code == ExitCode::done);
    CHECK_FALSE(std::filesystem::exists(key + ".next"));
    CHECK(host.verify().code == ExitCode::done);
}

TEST_CASE("a key that others can read, another key and a bad witness are refused with a way out") {
    Witnessed host;
    host.call();
    host.checkpoint();
    const std::string key = host.state() + "/checkpoint.key";
    SECTION("readable by others") {
        REQUIRE(::chmod(key.c_str(), 0644) == 0);
        const Outcome refused = host.checkpoint();
        CHECK(refused.code != ExitCode::done);
        CHECK(contains(refused.err, "chmod 600"));
    }
    SECTION("a key of another file") {
        const Outcome refused =
            host.run({"audit", "checkpoint", "--key", (host.folder / "other.key").string()});
        CHECK(refused.code != ExitCode::done);
        CHECK(contains(refused.err, "sign with the key that it names"));
    }
    SECTION("a changed line") {
        std::string line = host.lines().at(0);
        line[line.find("0.2") + 2] = '1';
        std::ofstream(host.witness) << line << '\n';
        const Outcome refused = host.verify();
        CHECK(refused.code == ExitCode::usage);
        CHECK(contains(refused.err, "line 1 of the witness file"));
    }
    SECTION("no such file") {
        const Outcome refused =
            host.run({"audit", "verify", "--witness", (host.folder / "none").string()});
        CHECK(refused.code == ExitCode::failed);
        CHECK(contains(refused.err, "cannot read the witness file"));
    }
    CHECK(host.run({"audit", "verify"}).code == ExitCode::not_anchored);
}

TEST_CASE("a checkpoint of an empty ledger is one, and its key may stand elsewhere") {
    Witnessed host;
    const std::string key = (host.folder / "elsewhere.key").string();
    const Outcome made =
        host.run({"audit", "checkpoint", "--key", key, "--witness", host.witness, "--json"});
    CHECK(made.code == ExitCode::done);
    CHECK(json_of(made.out)["heads"].empty());
    CHECK(host.lines().at(0) + "\n" == made.out);
    CHECK(std::filesystem::exists(key));
    CHECK_FALSE(std::filesystem::exists(host.state() + "/checkpoint.key"));
}
