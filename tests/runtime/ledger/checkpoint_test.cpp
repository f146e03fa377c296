// Checkpoints as values: what their text says, and what is none.
#include <iam/ledger/checkpoint.hpp>

#include <catch2/catch.hpp>

using namespace iam::ledger;

namespace {

iam::SigningKey key_of(std::uint8_t byte) {
    std::array<std::uint8_t, 32> seed{};
    seed.fill(byte);
    return iam::SigningKey(iam::SecretKey(seed));
}

Checkpoint signed_one() {
    Checkpoint checkpoint;
    checkpoint.heads.push_back({{0, 12}, iam::sha256("", "a")});
    checkpoint.heads.push_back({{3, 4}, iam::sha256("", "b")});
    checkpoint.time = std::chrono::sys_time<std::chrono::milliseconds>(
        std::chrono::milliseconds(1'700'000'000'000));
    const iam::SigningKey next = key_of(2);
    sign(checkpoint, key_of(1), &next);
    return checkpoint;
}

}  // namespace

TEST_CASE("a checkpoint comes back from its text, signature included") {
    const Checkpoint checkpoint = signed_one();
    const std::string text = text_of(checkpoint);
    CHECK(text.find('\n') == std::string::npos);
    CHECK(text.rfind(R"({"heads":[{"entry":"0.12","hash":")", 0) == 0);
    const auto read = parse_checkpoint(text);
    REQUIRE(read.has_value());
    CHECK((*read == checkpoint));
    CHECK(is_signed(*read));
    CHECK(read->key == key_of(1).public_key());
}

TEST_CASE("whatever is changed in a checkpoint, its signature is not the one any more") {
    const Checkpoint good = signed_one();
    Checkpoint changed = good;
    SECTION("the entry") {
        changed.heads[0].entry.seq = 11;
    }
    SECTION("the hash") {
        changed.heads[1].hash.bytes[0] ^= 1;
    }
    SECTION("a head less") {
        changed.heads.pop_back();
    }
    SECTION("the next key") {
        changed.next_key = key_of(3).public_key();
    }
    SECTION("no next key") {
        changed.next_key.reset();
    }
    SECTION("the time") {
        changed.time += std::chrono::milliseconds(1);
    }
    SECTION("the key") {
        changed.key = key_of(3).public_key();
    }
    CHECK_FALSE(is_signed(changed));
}

TEST_CASE("a checkpoint with a tree comes back from its text, with note and signature (P22)") {
    Checkpoint checkpoint;
    checkpoint.head = {"example.com/desk", {7, iam::sha256("", "a")}};
    const iam::SigningKey next = key_of(2);
    sign(checkpoint, key_of(1), &next);
    const std::string text = text_of(checkpoint);
    CHECK(text.find('\n') == std::string::npos);
    CHECK(text.find("\"heads\"") == std::string::npos);
    const auto read = parse_checkpoint(text);
    REQUIRE(read.has_value());
    CHECK((*read == checkpoint));
    CHECK(is_signed(*read));
    CHECK(sealed_entries(*read) == 7);
    Checkpoint changed = checkpoint;
    SECTION("the tree") {
        changed.head.tree.size = 8;
    }
    SECTION("the note of another tree") {
        changed.head.tree.size = 8;
        changed.note.text = text_of(changed.head);
    }
    SECTION("the next key") {
        changed.next_key = key_of(3).public_key();
    }
    SECTION("the time") {
        changed.time += std::chrono::milliseconds(1);
    }
    SECTION("a note that the next key did not sign") {
        changed.note.signatures.pop_back();
    }
    CHECK_FALSE(is_signed(changed));
}

TEST_CASE("a checkpoint with heads and a note is none") {
    Checkpoint checkpoint;
    checkpoint.head = {"example.com/desk", {7, {}}};
    sign(checkpoint, key_of(1));
    std::string text = text_of(checkpoint);
    text.insert(1, "\"heads\":[],");
    CHECK(parse_checkpoint(text).error().message.find("heads and a note") != std::string::npos);
}

TEST_CASE("what is no checkpoint is not read as one") {
    const std::string good = text_of(signed_one());
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        return text.replace(at, from.size(), to);
    };
    for (const std::string& text :
         {std::string(), std::string("[]"), std::string("{}"), good + "x",
          with("\"heads\":[", "\"heads\":[1,"), with("0.12", "0.0"), with("\"3.4\"", "\"0.4\""),
          with("\"time_ms\":", "\"time_ms\":\"x\",\"t\":"), with("\"key\":\"", "\"key\":\"0"),
          with("{\"heads\"", "{\"more\":1,\"heads\""), std::string(70'000, ' ')}) {
        INFO(text.substr(0, 200));
        const auto read = parse_checkpoint(text);
        REQUIRE_FALSE(read.has_value());
        CHECK(read.error().code == iam::Errc::invalid_argument);
    }
}
