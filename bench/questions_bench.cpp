// The list of 10,000 open questions of an SQLite store, against a bare SELECT of the same rows.
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/consent.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_questions = 10'000;
constexpr std::size_t k_per_commit = 500;
constexpr int k_rounds = 9;

[[noreturn]] void give_up(const std::string& why) {
    std::cerr << why << "\n";
    std::exit(1);
}

template <class T>
T ok(iam::Result<T> result) {
    if (!result) give_up(result.error().message);
    return *std::move(result);
}

iam::consent::Approval question(std::size_t number, const iam::Moment& now) {
    iam::consent::Approval approval;
    approval.id = "question-" + std::to_string(number);
    approval.call_id = "call-" + std::to_string(number);
    approval.tool.name = "book_room";
    approval.subject.user = "user-" + std::to_string(number % 100);
    approval.arguments = R"({"title":"Quarterly planning","room":204,"hours":1.5})";
    approval.preview = R"({"summary":"Books room 204","fields":[],"warnings":[]})";
    approval.expires = iam::consent::deadline_after(now, std::chrono::hours(1));
    return approval;
}

void fill(iam::ledger::Store& store, const iam::Moment& now) {
    for (std::size_t at = 0; at < k_questions;) {
        iam::ledger::Batch batch;
        for (std::size_t i = 0; i < k_per_commit; ++i, ++at)
            batch.change(iam::ledger::PutApproval{question(at, now)});
        ok(store.commit(std::move(batch)));
    }
}

/// Every column of every pending row.
class BareSelect {
 public:
    explicit BareSelect(const fs::path& file) {
        if (sqlite3_open_v2(file.c_str(), &database_, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK ||
            sqlite3_prepare_v2(database_, "SELECT * FROM approvals WHERE state = 'pending'", -1,
                               &select_, nullptr) != SQLITE_OK)
            give_up(sqlite3_errmsg(database_));
    }
    BareSelect(const BareSelect&) = delete;
    BareSelect& operator=(const BareSelect&) = delete;
    ~BareSelect() {
        sqlite3_finalize(select_);
        sqlite3_close(database_);
    }

    std::size_t read() {
        std::size_t rows = 0;
        while (sqlite3_step(select_) == SQLITE_ROW) {
            for (int column = 0; column < sqlite3_column_count(select_); ++column)
                bytes_ += static_cast<std::size_t>(sqlite3_column_bytes(select_, column));
            ++rows;
        }
        sqlite3_reset(select_);
        return rows;
    }

 private:
    sqlite3* database_ = nullptr;
    sqlite3_stmt* select_ = nullptr;
    std::size_t bytes_ = 0;
};

template <class Read>
double best_ms(Read read) {
    double best = 1e9;
    for (int round = 0; round < k_rounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        if (read() != k_questions) give_up("some questions are missing");
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count());
    }
    return best;
}

void measure(const fs::path& folder) {
    iam::SystemClock clock;
    iam::SystemEntropy entropy;
    iam::Registry registry;
    const auto store =
        ok(iam::store_sqlite::open(folder, iam::store_sqlite::Mode::read_write, entropy));
    fill(*store, clock.now());
    iam::gate::Runtime runtime(iam::gate::Parts{
        .registry = registry, .store = *store, .clock = &clock, .entropy = &entropy});
    BareSelect bare(folder / "ledger.db");
    const double list = best_ms([&] { return ok(runtime.consent().pending_approvals()).size(); });
    const double floor = best_ms([&] { return bare.read(); });
    std::printf("list of %zu open questions: %.1f ms   (bar 50 ms)\n", k_questions, list);
    std::printf("against a bare SELECT of the same rows: %.2f\n", list / floor);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: questions_bench FOLDER\n";
        return 2;
    }
    std::string name = (fs::path(argv[1]) / "questions_bench_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        std::perror(argv[1]);
        return 1;
    }
    measure(name);
    std::error_code ignored;
    fs::remove_all(name, ignored);
    return 0;
}
