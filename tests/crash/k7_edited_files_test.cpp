// A ledger of 200 entries, edited in every way.
#include "full_run.hpp"
#include <iam/ledger/verify.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>
#include <support/conformance.hpp>
#include <support/fake_entropy.hpp>
#include <support/records.hpp>
#include <support/tampered_store.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <runtime/store_sqlite/raw_database.hpp>

#include <fstream>
#include <random>
#include <sstream>

namespace iam::test {
namespace {

using ledger::EntryId;
using ledger::EntryKind;
using ledger::StoredEntry;

constexpr std::size_t k_entries = 200;

std::unique_ptr<ledger::Store> open(const TempDir& folder, Entropy& entropy) {
    return ok(store_sqlite::open(folder.path(), store_sqlite::Mode::read_write, entropy));
}

/// Calls with their intents and outcomes, refusals, notes; with values of several sizes.
void fill(ledger::Store& store) {
    for (std::size_t i = 1; i <= k_entries; ++i) {
        const bool is_end = i % 2 == 0;
        ledger::EntryDraft draft = entry_of(is_end ? EntryKind::outcome : EntryKind::intent,
                                            "call-" + std::to_string((i - 1) / 2));
        if (is_end) draft.entry.of = EntryId{0, i - 1};
        draft.payloads = {payload_of(is_end ? "result" : "arguments",
                                     R"({"n":)" + std::to_string(i) + "}",
                                     static_cast<std::uint8_t>(i))};
        if (i % 10 == 0) draft.payloads.push_back(payload_of("preview", std::string(i, 'p'), 7));
        ok(store.commit(batch_of(std::move(draft))));
    }
}

std::vector<StoredEntry> entries_of(ledger::Store& store) {
    ledger::Query all;
    all.limit = k_all;
    all.oldest_first = true;
    return ok(store.entries(all));
}

bool same(const std::vector<StoredEntry>& left, const std::vector<StoredEntry>& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const StoredEntry& a, const StoredEntry& b) {
                          return a.id == b.id && a.text == b.text && a.hash == b.hash &&
                                 a.previous == b.previous && a.payloads == b.payloads;
                      });
}

/// Counts along bits, and says which are in this run.
class Stride {
 public:
    explicit Stride(std::size_t step) : step_(is_full_run() ? 1 : step) {}
    bool take() { return count_++ % step_ == 0; }

 private:
    std::size_t step_;
    std::size_t count_ = 0;
};

/// Each bit of `bytes` the other way, one at a time.
template <class Bytes, class Check>
void each_bit(Bytes& bytes, Stride& stride, const Check& check) {
    using Byte = std::remove_reference_t<decltype(*bytes.begin())>;
    for (auto& byte : bytes) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            if (!stride.take()) continue;
            const auto before = byte;
            byte = static_cast<Byte>(static_cast<unsigned char>(before) ^ (1U << bit));
            check();
            byte = before;
        }
    }
}

template <class Number, class Check>
void each_bit_of(Number& number, Stride& stride, const Check& check) {
    for (unsigned bit = 0; bit < 8 * sizeof(Number); ++bit) {
        if (!stride.take()) continue;
        number ^= Number{1} << bit;
        check();
        number ^= Number{1} << bit;
    }
}

std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream content;
    content << in.rdbuf();
    return content.str();
}

}  // namespace

TEST_CASE("K7 every bit of every column of every stored record is missed") {
    const TempDir folder;
    FakeEntropy entropy;
    const auto store = open(folder, entropy);
    fill(*store);
    Stride stride(13);
    std::size_t bits = 0;
    std::size_t unseen = 0;
    Digest previous{};
    std::vector<StoredEntry> entries = entries_of(*store);
    for (StoredEntry& entry : entries) {
        const EntryId expected = entry.id;
        REQUIRE_FALSE(ledger::why_bad(entry, expected, previous));
        const auto check = [&] {
            ++bits;
            if (!ledger::why_bad(entry, expected, previous)) ++unseen;
        };
        each_bit(entry.text, stride, check);
        each_bit(entry.previous.bytes, stride, check);
        each_bit(entry.hash.bytes, stride, check);
        REQUIRE(entry.filing.has_value());
        each_bit(entry.filing->kind, stride, check);
        each_bit(entry.filing->call_id, stride, check);
        if (entry.filing->of) {
            each_bit_of(entry.filing->of->chain, stride, check);
            each_bit_of(entry.filing->of->seq, stride, check);
        }
        each_bit_of(entry.id.chain, stride, check);
        each_bit_of(entry.id.seq, stride, check);
        for (ledger::Payload& payload : entry.payloads) {
            each_bit(payload.name, stride, check);
            each_bit(payload.salt, stride, check);
            each_bit(payload.bytes, stride, check);
        }
        previous = entry.hash;
    }
    CHECK(unseen == 0);
    CHECK(bits > 10'000);
    WARN(bits << " bits");
}

TEST_CASE("K7 every record that is dropped, swapped, doubled or robbed of its values is named") {
    const TempDir folder;
    FakeEntropy entropy;
    const std::shared_ptr<ledger::Store> store = open(folder, entropy);
    fill(*store);
    TamperedStore tampered(store);
    const std::vector<StoredEntry> good = tampered.rows();
    const auto first_bad = [&] {
        const auto verification = ok(ledger::verify(tampered));
        tampered.rows() = good;
        return verification.first_bad;
    };
    for (std::size_t i = 0; i + 1 < good.size(); i += is_full_run() ? 1 : 7) {
        const auto at = static_cast<std::ptrdiff_t>(i);
        const EntryId id = good[i].id;
        INFO(to_string(id));
        tampered.rows().erase(tampered.rows().begin() + at);
        CHECK(first_bad() == id);
        // Each found by the other's number.
        std::swap(tampered.rows()[i], tampered.rows()[i + 1]);
        std::swap(tampered.rows()[i].id, tampered.rows()[i + 1].id);
        CHECK(first_bad() == id);
        std::swap(tampered.rows()[i].text, tampered.rows()[i + 1].text);
        CHECK(first_bad() == id);
        tampered.rows()[i + 1] = good[i];
        tampered.rows()[i + 1].id = good[i + 1].id;
        CHECK(first_bad() == good[i + 1].id);
        tampered.rows()[i].payloads.clear();
        CHECK(first_bad() == id);
    }
}

TEST_CASE("K7 a record that is cut off at the end of the tables is missed") {
    const TempDir folder;
    FakeEntropy entropy;
    { fill(*open(folder, entropy)); }
    RawDatabase raw(folder / "ledger.db");
    raw.run("DELETE FROM entries WHERE seq = " + std::to_string(k_entries));
    const auto store = store_sqlite::open(folder.path(), store_sqlite::Mode::read_write, entropy);
    const bool is_missed = !store || !ledger::verify(**store) || !ledger::verify(**store)->ok();
    CHECK(is_missed);
}

TEST_CASE("K7 a bit of the database file changes nothing that is read, or is missed") {
    const TempDir folder;
    FakeEntropy entropy;
    std::vector<StoredEntry> good;
    {
        const auto store = open(folder, entropy);
        fill(*store);
        good = entries_of(*store);
        // All of it in one file.
        REQUIRE(store->forget_erased().has_value());
    }
    const std::filesystem::path file = folder / "ledger.db";
    std::string bytes = bytes_of(file);
    const unsigned seed = 7;
    std::mt19937 random(seed);
    int silent = 0;
    int unchanged = 0;
    const int flips = is_full_run() ? 5'000 : 200;
    for (int i = 0; i < flips; ++i) {
        const std::size_t at = random() % bytes.size();
        const char before = bytes[at];
        bytes[at] = static_cast<char>(static_cast<unsigned char>(before) ^ (1U << (random() % 8)));
        for (const char* beside : {"ledger.db-wal", "ledger.db-shm"})
            std::filesystem::remove(folder / beside);
        std::ofstream(file, std::ios::binary) << bytes;
        bytes[at] = before;
        const auto store =
            store_sqlite::open(folder.path(), store_sqlite::Mode::read_only, entropy);
        if (!store) continue;
        ledger::Query all;
        all.limit = k_all;
        all.oldest_first = true;
        const auto read = (*store)->entries(all);
        if (!read) continue;
        if (same(*read, good)) {
            ++unchanged;
            continue;
        }
        const auto verification = ledger::verify(**store);
        if (verification && verification->ok()) ++silent;
    }
    CHECK(silent == 0);
    WARN("seed " << seed << ": " << flips << " bits, " << unchanged << " without effect");
}

}  // namespace iam::test
