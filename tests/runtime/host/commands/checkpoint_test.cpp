// audit checkpoint and audit verify --witness, as a person types them.
// Tests of runtime/src/host/commands/{audit_checkpoint,audit_proof,audit_verify}.cpp.
// Tests of runtime/src/host/session/witness_file.cpp.
#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
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
    CHECK(contains(made.out, "signed all entries up to 0.2\ntree of 2 entries, root "));
    CHECK(contains(made.out, "\nnote key iam/ledger/"));
    CHECK(mode_of(host.state() + "/checkpoint.key") == 0600U);
    CHECK(host.lines().size() == 1);
    const Outcome anchored = host.verify();
    CHECK(anchored.code == ExitCode::done);
    CHECK(contains(anchored.out, "3 entries checked, 1 signed checkpoints among them"));
    CHECK(contains(anchored.out, "tree of 2 entries, signed\nnot in the tree: 0.3 to 0.3\n"));
    CHECK(contains(anchored.out, "anchored to 0.2\nnot anchored: 0.3 to 0.3\n"));
    const auto object =
        json_of(host.run({"audit", "verify", "--witness", host.witness, "--json"}).out);
    CHECK(object["anchored"] == true);
    CHECK(object["anchored_to"] == "0.2");
    CHECK(object["checkpoints"] == 1);
    CHECK(object["tree"]["size"] == 2);
    CHECK(object["not_in_tree"][0]["first"] == "0.3");
    CHECK(object["not_anchored"][0]["last"] == "0.3");
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
    CHECK(
        contains(cut.err, "0.3: the witness saw a tree of 4 entries, and the ledger has one of 0"));
    host.call();
    const Outcome continued = host.verify();
    CHECK(continued.code == ExitCode::verification_failed);
    CHECK(contains(continued.err, "0.5: the witness saw a tree of 4 entries"));
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
        line[line.find("\\n2\\n") + 2] = '3';
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
    CHECK(contains(json_of(made.out)["note"].get<std::string>(), "\n0\n"));
    CHECK(host.lines().at(0) + "\n" == made.out);
    CHECK(std::filesystem::exists(key));
    CHECK_FALSE(std::filesystem::exists(host.state() + "/checkpoint.key"));
}

namespace {

/// The line of a note key that a checkpoint prints.
std::string note_key_in(const Outcome& made) {
    const std::size_t start = made.out.find("note key ") + 9;
    return made.out.substr(start, made.out.find('\n', start) - start);
}

struct Proving : Witnessed {
    std::string file = (folder / "entry.tlog-proof").string();
    std::string key{};

    Proving() {
        call();
        const Outcome made = run({"audit", "checkpoint", "--origin", "example.com/desk"});
        REQUIRE(made.code == ExitCode::done);
        key = note_key_in(made);
        const Outcome proof = run({"audit", "prove", "0.2"});
        REQUIRE(proof.code == ExitCode::done);
        std::ofstream(file) << proof.out;
    }
    Outcome verify_proof(const std::string& with) {
        return run({"audit", "verify-proof", file, "--key", with});
    }
};

}  // namespace

TEST_CASE("a proof of an entry is checked with its key, where there is no state (P23)") {
    Proving host;
    std::filesystem::remove_all(host.state());
    const Outcome good = host.verify_proof(host.key);
    INFO(good.err);
    CHECK(good.code == ExitCode::done);
    CHECK(contains(good.out, "entry 0.2 is in the tree of 2 entries of example.com/desk\nhash "));
    CHECK(contains(good.out, "signed by " + host.key));
    CHECK(contains(good.out, "\"kind\":\"outcome\""));
    CHECK_FALSE(std::filesystem::exists(host.state()));
    const Outcome first =
        host.run({"audit", "verify-proof", "--key", host.key, host.file, "--json"});
    const auto object = json_of(first.out);
    CHECK(object["entry"] == "0.2");
    CHECK(object["index"] == 1);
    CHECK(object["signers"][0] == host.key);
    CHECK(object["size"] == 2);
}

TEST_CASE("a changed proof, another key and a file that is no proof are refused (P23)") {
    Proving host;
    SECTION("a changed byte") {
        std::stringstream text;
        text << std::ifstream(host.file).rdbuf();
        std::string changed = text.str();
        changed[changed.find("index 1") + 6] = '0';
        std::ofstream(host.file) << changed;
        const Outcome refused = host.verify_proof(host.key);
        CHECK(refused.code == ExitCode::verification_failed);
        CHECK(contains(refused.err, "entry 0.2 is not in the tree of 2 entries"));
    }
    SECTION("a key of another name") {
        const Outcome refused = host.verify_proof(
            "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k");
        CHECK(refused.code == ExitCode::verification_failed);
        CHECK(contains(refused.err, "no given key of the ledger example.com/desk signed its note"));
    }
    SECTION("no proof") {
        std::ofstream(host.file) << "{}\n";
        const Outcome refused = host.verify_proof(host.key);
        CHECK(refused.code == ExitCode::verification_failed);
        CHECK(contains(refused.err, "it is no proof of an entry: its first line"));
    }
    SECTION("no key") {
        const Outcome refused = host.verify_proof("12");
        CHECK(refused.code == ExitCode::usage);
        CHECK(contains(refused.err, "a key of notes is NAME+ID+KEY"));
        CHECK(host.run({"audit", "verify-proof", host.file}).code == ExitCode::usage);
    }
    SECTION("no file") {
        const Outcome refused =
            host.run({"audit", "verify-proof", (host.folder / "none").string(), "--key", host.key});
        CHECK(refused.code == ExitCode::usage);
        CHECK(contains(refused.err, "cannot be opened"));
    }
}

TEST_CASE("an entry that no checkpoint seals, and one that is not there, have no proof (P23)") {
    Proving host;
    const Outcome unsealed = host.run({"audit", "prove", "0.3"});
    CHECK(unsealed.code == ExitCode::failed);
    CHECK(contains(unsealed.err, "no checkpoint seals entry 0.3 yet; make one first"));
    CHECK(host.run({"audit", "prove", "0.99"}).code == ExitCode::failed);
    CHECK(host.run({"audit", "prove", "x"}).code == ExitCode::usage);
    CHECK(host.run({"audit", "checkpoint"}).code == ExitCode::done);
    CHECK(host.run({"audit", "prove", "0.3"}).code == ExitCode::done);
}

TEST_CASE("while keys change, the proof holds with either key (P22)") {
    Proving host;
    const Outcome rotated = host.run({"audit", "checkpoint", "--rotate"});
    const std::size_t next = rotated.out.rfind("note key ") + 9;
    const std::string next_key = rotated.out.substr(next, rotated.out.find('\n', next) - next);
    CHECK(next_key != host.key);
    std::ofstream(host.file) << host.run({"audit", "prove", "0.2"}).out;
    CHECK(host.verify_proof(host.key).code == ExitCode::done);
    CHECK(host.verify_proof(next_key).code == ExitCode::done);
    const Outcome both =
        host.run({"audit", "verify-proof", host.file, "--key", host.key, "--key", next_key});
    CHECK(both.code == ExitCode::done);
    CHECK(contains(both.out, "signed by " + host.key + "\nsigned by " + next_key));
}

TEST_CASE("a sealer seals new entries so often, and never its own checkpoints alone (P21)") {
    Witnessed host;
    host.call();
    std::vector<std::chrono::milliseconds> waits;
    host.wait = [&](std::chrono::milliseconds time, const std::stop_token&) {
        waits.push_back(time);
        if (waits.size() == 2) host.call();
        return waits.size() < 4;
    };
    const Outcome sealed = host.run({"audit", "checkpoint", "--every", "5s"});
    CHECK(sealed.code == ExitCode::done);
    CHECK(waits == std::vector<std::chrono::milliseconds>(4, std::chrono::seconds(5)));
    // After two entries, and after their checkpoint with two more.
    CHECK(sealed.out.find("tree of 2 entries, root ") == 0);
    CHECK(contains(sealed.out, "\ntree of 5 entries, root "));
    CHECK(std::count(sealed.out.begin(), sealed.out.end(), '\n') == 2);
}

TEST_CASE("a sealer takes a duration from 1s to 24h, and no change of the key") {
    Witnessed host;
    for (const char* every : {"0s", "999ms", "25h", "soon", ""}) {
        INFO(every);
        CHECK(host.run({"audit", "checkpoint", "--every", every}).code != ExitCode::done);
    }
    CHECK(host.run({"audit", "checkpoint", "--every", "1s", "--rotate"}).code != ExitCode::done);
}

TEST_CASE("a sealer ends with its reason when the ledger is another one than the witness saw") {
    Witnessed host;
    host.call();
    CHECK(host.checkpoint().code == ExitCode::done);
    std::filesystem::remove_all(host.state());
    host.call();
    const Outcome ended =
        host.run({"audit", "checkpoint", "--every", "1s", "--witness", host.witness});
    CHECK(ended.code == ExitCode::verification_failed);
    CHECK(contains(ended.err, "not the ledger that the witness file"));
}
