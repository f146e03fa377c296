// What proofs cost: sealing the entries of calls, and proving single entries of a long ledger.
// Sealing stands beside the SHA-256 of its leaves and nodes. Figures, never a test.
//   proof_bench FOLDER [ENTRIES]     10,000,000 without a number, which takes 6 GB for a while
#include "ledger_cases.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/records.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/ledger/sealing.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <utility>

namespace {

namespace fs = std::filesystem;
using namespace iam::ledger;

constexpr std::uint64_t k_entries = 10'000'000;
constexpr std::uint64_t k_per_seal = 4'096;
constexpr std::uint64_t k_per_commit = 1'024;
constexpr int k_call_seals = 31;
constexpr int k_slices = 31;
constexpr std::uint64_t k_proofs_per_slice = 20;
/// Prime, so the proved entries lie all over the tree.
constexpr std::uint64_t k_stride = 104'729;

[[noreturn]] void give_up(const std::string& why) {
    std::cerr << why << "\n";
    std::exit(1);
}

template <class T>
T ok(iam::Result<T> result) {
    if (!result) give_up(result.error().message);
    return *std::move(result);
}

template <class Work>
double seconds(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

iam::SigningKey signing_key() {
    return iam::SigningKey(iam::SecretKey(std::array<std::uint8_t, 32>{}));
}

/// An SQLite ledger that seals itself.
class SealedLedger {
 public:
    explicit SealedLedger(const fs::path& folder)
        : store_(
              ok(iam::store_sqlite::open(folder, iam::store_sqlite::Mode::read_write, entropy_))),
          runtime_(iam::gate::Parts{
              .registry = registry_, .store = *store_, .clock = &clock_, .entropy = &entropy_}) {}

    /// Repeats the drafts until the ledger has `count` entries more.
    void add(const std::vector<EntryDraft>& drafts, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count;) {
            Batch batch;
            batch.lazily_synced = true;
            for (std::uint64_t end = std::min(count, i + k_per_commit); i < end; ++i)
                batch.entries.push_back(drafts[i % drafts.size()]);
            ok(store_->commit(std::move(batch)));
        }
    }
    void seal() { ok(runtime_.records().checkpoint(key_)); }
    std::uint64_t sealed() const { return ok(store_->last_tree())->size; }
    EntryProof prove(std::uint64_t seq) const { return ok(prove_entry(*store_, {0, seq})); }

 private:
    iam::Registry registry_{};
    iam::SystemClock clock_{};
    iam::SystemEntropy entropy_{};
    iam::SigningKey key_ = signing_key();
    std::unique_ptr<Store> store_;
    iam::gate::Runtime runtime_;
};

/// The hashes that the tree needs for so many entries.
void hash_alone(std::uint64_t count) {
    std::vector<iam::Digest> leaves;
    leaves.reserve(count);
    for (std::uint64_t i = 1; i <= count; ++i) leaves.push_back(leaf_hash(Head{{0, i}, {}}));
    if (tree_root(leaves) == iam::Digest{}) give_up("a hash is missing");
}

/// Seals the entries of calls, in as many seals as a busy ledger has.
void measure_seals(SealedLedger& ledger, const std::vector<EntryDraft>& drafts) {
    std::vector<double> seals;
    std::vector<double> ratios;
    for (int i = 0; i < k_call_seals; ++i) {
        ledger.add(drafts, k_per_seal);
        seals.push_back(seconds([&] { ledger.seal(); }));
        ratios.push_back(seconds([] { hash_alone(k_per_seal); }) / seals.back());
    }
    std::printf("sealing %.0f entries of calls a second   (bar 50,000)\n",
                static_cast<double>(k_per_seal) / median(std::move(seals)));
    std::printf("sealing against SHA-256 of its leaves and nodes: %.2f   (no bar)\n",
                median(std::move(ratios)));
}

/// Grows the ledger by notes: entries of calls would take 12 GB.
void grow(SealedLedger& ledger, std::uint64_t entries) {
    EntryDraft note;
    note.entry.kind = EntryKind::note;
    note.entry.code = "measured";
    std::vector<double> seals;
    for (std::uint64_t size = ledger.sealed(); size < entries; size += k_per_seal) {
        ledger.add({note}, k_per_seal);
        seals.push_back(seconds([&] { ledger.seal(); }));
    }
    if (seals.empty()) return;
    const std::vector<double> last(seals.end() - std::min<std::ptrdiff_t>(100, std::ssize(seals)),
                                   seals.end());
    std::printf("sealing %.0f short entries a second at the end of %llu   (bar 50,000)\n",
                static_cast<double>(k_per_seal) / median(last),
                static_cast<unsigned long long>(ledger.sealed()));
}

void measure_proofs(const SealedLedger& ledger) {
    const std::uint64_t size = ledger.sealed();
    const std::vector<NoteKey> keys{{ledger.prove(1).note.signatures.front().name,
                                     signing_key().public_key(), NoteKeyKind::ledger}};
    std::vector<double> made;
    std::vector<double> checked;
    std::uint64_t place = 0;
    for (int slice = 0; slice < k_slices; ++slice) {
        std::vector<EntryProof> proofs;
        made.push_back(seconds([&] {
            for (std::uint64_t i = 0; i < k_proofs_per_slice; ++i) {
                place = (place + k_stride) % size;
                proofs.push_back(ledger.prove(place + 1));
            }
        }));
        checked.push_back(seconds([&] {
            for (const EntryProof& proof : proofs) ok(check_proof(proof, keys));
        }));
    }
    const double worst = *std::max_element(made.begin(), made.end());
    const double each = 1000.0 / static_cast<double>(k_proofs_per_slice);
    std::printf("a proof from %llu entries: %.3f ms, the slowest slice %.3f ms   (bar 5 ms)\n",
                static_cast<unsigned long long>(size), median(std::move(made)) * each,
                worst * each);
    std::printf("its check: %.3f ms   (no bar)\n", median(std::move(checked)) * each);
}

void measure(const fs::path& folder, std::uint64_t entries) {
    const std::vector<EntryDraft> of_call =
        bench::DurableCalls(folder / "call").entries_of_one_call();
    SealedLedger ledger(folder / "ledger");
    measure_seals(ledger, of_call);
    grow(ledger, entries);
    measure_proofs(ledger);
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t entries = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : k_entries;
    if (argc < 2 || argc > 3 || entries == 0) {
        std::cerr << "usage: proof_bench FOLDER [ENTRIES]\n";
        return 2;
    }
    std::string name = (fs::path(argv[1]) / "proof_bench_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        std::perror(argv[1]);
        return 1;
    }
    measure(name, entries);
    std::error_code ignored;
    fs::remove_all(name, ignored);
    return 0;
}
