// A witness and a ledger that talk to each other without a network.
// Tests of runtime/src/host/commands/witness/{cosigning,witness_notes,witness_service}.cpp.
#include <iam/store/memory_store.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>
#include <support/temp_dir.hpp>
#include <support/trees/forged_store.hpp>
#include <support/trees/seals.hpp>

#include <catch2/catch.hpp>
#include <host/commands/witness/cosigning.hpp>
#include <host/commands/witness/witness_service.hpp>

#include <fstream>

using iam::Errc;
using iam::host::ask_for_cosignature;
using iam::host::Poster;
using iam::host::WitnessNotes;
using iam::host::WitnessService;
using namespace iam::test;
namespace ledger = iam::ledger;
namespace net = iam::net;

namespace {

struct WitnessWorld {
    TempDir folder{};
    FakeClock clock{};
    FakeEntropy entropy{};
    std::shared_ptr<ledger::Store> store{iam::store::make_memory_store(entropy, 0)};
    WitnessService witness = new_witness();
    int asked = 0;

    WitnessService new_witness() { return WitnessService(parts()); }
    iam::host::WitnessParts parts() {
        return {.name = "example.com/w",
                .key = seal_key(7),
                .ledgers = {seal_note_key()},
                .notes = WitnessNotes(folder.path()),
                .clock = clock};
    }
    void seal(int notes) {
        for (int i = 0; i < notes; ++i)
            REQUIRE(store->commit(batch_of(entry_of(ledger::EntryKind::note))).has_value());
        REQUIRE(seal_once(*store).has_value());
    }
    net::Response post(std::string body) {
        ++asked;
        return witness.answer(
            {.method = "POST", .target = "/add-checkpoint", .body = std::move(body)});
    }
    net::Response get(const std::string& target) {
        return witness.answer({.method = "GET", .target = target});
    }
    Poster poster() {
        return [this](const std::string& url, std::string body) -> iam::Result<net::Response> {
            CHECK(url == "http://w/add-checkpoint");
            return post(std::move(body));
        };
    }
    iam::Result<void> ask(ledger::Store& from) {
        return ask_for_cosignature(from, "http://w", witness.note_key(), poster());
    }
    ledger::SignedNote note() {
        return ledger::parse_note(store->last_tree().value()->note).value();
    }
    std::string page() const {
        return "/" + WitnessNotes::name_of("example.com/ledger") + "/checkpoint";
    }
};

std::string body_of(ledger::Store& store, std::uint64_t old_size) {
    return text_of(ledger::cosignature_request(store, old_size).value());
}

}  // namespace

TEST_CASE("a witness cosigns the trees of a ledger as it grows, and shows the last one (P22)") {
    WitnessWorld world;
    CHECK(world.get(world.page()).status == 404);
    world.seal(3);
    REQUIRE(world.ask(*world.store).has_value());
    CHECK(world.asked == 1);
    const std::vector witness{world.witness.note_key()};
    CHECK(signers_of(world.note(), witness).value() == witness);
    CHECK(world.get(world.page()).body == text_of(world.note()));
    world.seal(300);
    REQUIRE(world.ask(*world.store).has_value());
    CHECK(world.asked == 3);  // The witness told the size that it knows.
    CHECK(world.get(world.page()).body == text_of(world.note()));
    const auto proof = prove_entry(*world.store, {0, 2});
    REQUIRE(proof.has_value());
    CHECK(check_proof(*proof, std::vector{seal_note_key(), world.witness.note_key()}).has_value());
}

TEST_CASE("a witness that starts anew remembers the trees that it cosigned (P22)") {
    WitnessWorld world;
    world.seal(3);
    REQUIRE(world.ask(*world.store).has_value());
    WitnessService again(world.parts());
    const net::Response told = again.answer(
        {.method = "POST", .target = "/add-checkpoint", .body = body_of(*world.store, 0)});
    CHECK(told.status == 409);
    CHECK(told.body == "3\n");
    CHECK(told.fields.find("Content-Type") == "text/x.tlog.size");
}

TEST_CASE("XF02 XF05 XF19 a ledger that was cut, forked or rewritten gets no cosignature (P22)") {
    WitnessWorld world;
    world.seal(3);
    const auto before = std::make_shared<ForgedStore>(world.store);
    world.seal(3);
    REQUIRE(world.ask(*world.store).has_value());
    SECTION("cut") {
        const auto asked = world.ask(*before);
        REQUIRE_FALSE(asked.has_value());
        CHECK(asked.error().code == Errc::corrupt);
        CHECK(asked.error().message.find("saw a tree of 7 entries, and the ledger has one of 3") !=
              std::string::npos);
    }
    SECTION("rewritten") {
        ForgedStore forged(world.store);
        std::string& text = forged.rows()[0].text;
        text.replace(text.find("\"time_ms\":0"), 11, "\"time_ms\":1");
        forged.recompute(0);
        forged.reseal(seal_key());
        const auto asked = world.ask(forged);
        REQUIRE_FALSE(asked.has_value());
        CHECK(asked.error().code == Errc::corrupt);
        CHECK(asked.error().message.find("refuses the tree (422)") != std::string::npos);
    }
    CHECK(world.get(world.page()).body == text_of(world.note()));
}

TEST_CASE("a witness keeps only lines that it has checked (P22)") {
    WitnessWorld world;
    world.seal(3);
    ledger::AddCheckpoint request = ledger::cosignature_request(*world.store, 0).value();
    sign(request.note, "example.com/stranger", seal_key(9));
    CHECK(world.post(text_of(request)).status == 200);
    CHECK(world.get(world.page()).body.find("stranger") == std::string::npos);
}

TEST_CASE("requests that are none, and other pages, are refused with their status (P22)") {
    WitnessWorld world;
    world.seal(3);
    CHECK(world.post("old\n").status == 400);
    CHECK(world.get("/add-checkpoint").status == 405);
    CHECK(world.get("/").status == 404);
    CHECK(world.get("/" + std::string(64, '.') + "/checkpoint").status == 404);
    CHECK(world.witness.answer({.method = "POST", .target = world.page()}).status == 405);
    ledger::AddCheckpoint request = ledger::cosignature_request(*world.store, 0).value();
    request.note.signatures[0].bytes[1] ^= 1;
    CHECK(world.post(text_of(request)).status == 403);
    request.note.text.replace(0, 1, "E");
    CHECK(world.post(text_of(request)).status == 404);
}

TEST_CASE("a witness whose file is damaged cosigns nothing, so it cosigns no fork") {
    WitnessWorld world;
    world.seal(3);
    REQUIRE(world.ask(*world.store).has_value());
    const auto file = world.folder / (WitnessNotes::name_of("example.com/ledger") + ".note");
    REQUIRE(std::filesystem::exists(file));
    std::ofstream(file) << "half a no";
    const net::Response refused = world.post(body_of(*world.store, 0));
    CHECK(refused.status == 500);
    CHECK(refused.body.find("is damaged") != std::string::npos);
    CHECK(world.get(world.page()).status == 500);
    const auto asked = world.ask(*world.store);
    CHECK(asked.error().code == Errc::unavailable);
}

TEST_CASE("an answer without the cosignature of the named witness is not kept (P22)") {
    WitnessWorld world;
    world.seal(3);
    ledger::NoteKey other = world.witness.note_key();
    other.key = seal_key(8).public_key();
    const auto asked = ask_for_cosignature(*world.store, "http://w/", other, world.poster());
    REQUIRE_FALSE(asked.has_value());
    CHECK(asked.error().code == Errc::corrupt);
    CHECK(world.note().signatures.size() == 1);
    const auto lost = ask_for_cosignature(
        *world.store, "http://w", other,
        [](const std::string&, const std::string&) -> iam::Result<net::Response> {
            return iam::fail(Errc::unavailable, "nobody is there");
        });
    CHECK(lost.error().message == "nobody is there");
}
