// What a ledger on a PostgreSQL server costs, against committed INSERTs of one row over libpq on
// the same server, by as many connections as there are callers. Both take turns in slices, and what
// counts is the median of the ratios of pairs. Figures, never a test.
//   scripts/throwaway_postgres.py -- build/release/bench/postgres_bench
//   scripts/throwaway_postgres.py -- build/release/bench/postgres_bench length   with 10^6 entries
#include "ledger_cases.hpp"
#include <iam/core/entropy.hpp>
#include <iam/store_postgres/postgres_store.hpp>

#include <libpq-fe.h>
#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int k_pairs = 7;
constexpr std::chrono::milliseconds k_slice{700};

[[noreturn]] void give_up(const std::string& why) {
    std::cerr << why << "\n";
    std::exit(1);
}

template <class T>
T ok(iam::Result<T> result) {
    if (!result) give_up(result.error().message);
    return *std::move(result);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// How often a second `callers` threads together do `once(thread)`.
double rate(int callers, const std::function<void(std::size_t)>& once) {
    std::atomic<int> done{0};
    const auto begin = Clock::now();
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < callers; ++i) {
            all.emplace_back([&, i] {
                while (Clock::now() - begin < k_slice) {
                    once(static_cast<std::size_t>(i));
                    ++done;
                }
            });
        }
    }
    return done / std::chrono::duration<double>(Clock::now() - begin).count();
}

double ratio(const std::function<double()>& first, const std::function<double()>& second) {
    std::vector<double> ratios;
    for (int i = 0; i < k_pairs; ++i) {
        const double one = first();
        ratios.push_back(one / second());
    }
    return median(std::move(ratios));
}

void print(const std::string& what, double value, const char* bar) {
    std::printf("%-70s %8.2f   (%s)\n", what.c_str(), value, bar);
    std::fflush(stdout);
}

std::string server() {
    const char* folder = std::getenv("IAM_TEST_POSTGRES");
    if (folder == nullptr) give_up("run it by scripts/throwaway_postgres.py");
    return folder;
}

/// Bare INSERTs of one row, each a transaction.
class BareInserts {
 public:
    explicit BareInserts(int callers) {
        const std::string address = "postgresql://iam@/postgres?host=" + server();
        for (int i = 0; i < callers; ++i)
            connections_.emplace_back(PQconnectdb(address.c_str()), &PQfinish);
        run(0, "CREATE TABLE IF NOT EXISTS bare (id bigserial PRIMARY KEY, text text)");
        for (std::size_t i = 0; i < connections_.size(); ++i)
            clear(PQprepare(of(i), "put", "INSERT INTO bare (text) VALUES ($1)", 1, nullptr));
    }
    void once(std::size_t caller) {
        static const std::string row(900, 'x');
        const char* value = row.c_str();
        clear(PQexecPrepared(of(caller), "put", 1, &value, nullptr, nullptr, 0));
    }

 private:
    PGconn* of(std::size_t caller) { return connections_[caller].get(); }
    void run(std::size_t caller, const char* sql) { clear(PQexec(of(caller), sql)); }
    static void clear(PGresult* result) {
        const std::unique_ptr<PGresult, decltype(&PQclear)> owned(result, &PQclear);
        if (PQresultStatus(result) != PGRES_COMMAND_OK) give_up(PQresultErrorMessage(result));
    }
    std::vector<std::unique_ptr<PGconn, decltype(&PQfinish)>> connections_{};
};

/// A ledger in a schema of its own.
class Ledger {
 public:
    Ledger(const fs::path& folder, std::string schema)
        : place_("postgresql://iam@/postgres?host=" + server() + "&schema=" + schema +
                 "&keys=" + (folder / schema).string()) {
        ok(iam::store_postgres::init(place_, entropy_));
    }
    std::unique_ptr<iam::ledger::Store> open() {
        return ok(iam::store_postgres::open(place_, iam::store::Mode::read_write, entropy_));
    }
    /// Fills up with notes, 1,000 a commit.
    void grow_by(int entries) {
        const auto store = open();
        for (int left = entries; left > 0; left -= 1000) {
            iam::ledger::Batch batch;
            batch.entries.resize(1000);
            for (auto& draft : batch.entries) draft.entry.kind = iam::ledger::EntryKind::note;
            ok(store->commit(std::move(batch)));
        }
    }

 private:
    iam::SystemEntropy entropy_{};
    std::string place_;
};

void measure_callers(const fs::path& folder) {
    Ledger ledger(folder, "callers");
    bench::DurableCalls calls(ledger.open());
    BareInserts bare(32);
    for (const auto& [callers, bar] :
         {std::pair{1, "bar 0.25"}, {8, "bar 0.25"}, {32, "bar 0.2"}}) {
        const int count = callers;
        const double value =
            ratio([&] { return rate(count, [&](std::size_t) { calls.once(); }); },
                  [&] { return rate(count, [&](std::size_t caller) { bare.once(caller); }); });
        print("durable calls, " + std::to_string(callers) + " callers, against INSERTs (Q)", value,
              bar);
    }
}

void measure_groups(const fs::path& folder) {
    Ledger ledger(folder, "groups");
    bench::DurableCalls together(ledger.open());
    std::vector<std::unique_ptr<bench::DurableCalls>> each;
    for (int i = 0; i < 8; ++i)
        each.push_back(std::make_unique<bench::DurableCalls>(ledger.open()));
    print("8 callers in one chain, in groups, against a chain each",
          ratio([&] { return rate(8, [&](std::size_t) { together.once(); }); },
                [&] { return rate(8, [&](std::size_t caller) { each[caller]->once(); }); }),
          "bar 0.9");
}

/// Changes of consent on one host while 8 callers of another one work.
void measure_epoch_changes(const fs::path& folder) {
    Ledger ledger(folder, "epochs");
    bench::DurableCalls calls(ledger.open());
    const auto other = ledger.open();
    std::vector<double> waits;
    std::jthread changing([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            iam::ledger::Batch batch;
            batch.change(iam::ledger::PutPolicy{{"", "other"}, iam::Policy::deny});
            const auto begin = Clock::now();
            ok(other->commit(std::move(batch)));
            waits.push_back(
                std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    });
    rate(8, [&](std::size_t) { calls.once(); });
    rate(8, [&](std::size_t) { calls.once(); });
    changing.request_stop();
    changing.join();
    print("a change of consent beside 8 callers, ms (the median)", median(waits), "bar 10");
    print("the same, the longest of " + std::to_string(waits.size()),
          *std::max_element(waits.begin(), waits.end()), "no bar");
}

void measure_length(const fs::path& folder) {
    Ledger few(folder, "few");
    Ledger many(folder, "many");
    many.grow_by(1'000'000);
    bench::DurableCalls on_few(few.open());
    bench::DurableCalls on_many(many.open());
    const auto calls_on = [](bench::DurableCalls& calls) {
        return rate(8, [&](std::size_t) { calls.once(); });
    };
    print("8 callers with 10^6 entries against none",
          ratio([&] { return calls_on(on_many); }, [&] { return calls_on(on_few); }), "bar 0.9");
}

}  // namespace

int main(int argc, char** argv) {
    std::string pattern = (fs::temp_directory_path() / "postgres-bench-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) give_up("no temporary folder could be made");
    const fs::path folder = pattern;
    if (argc > 1 && std::string_view(argv[1]) == "length") {
        measure_length(folder);
    } else {
        measure_callers(folder);
        measure_groups(folder);
        measure_epoch_changes(folder);
    }
    fs::remove_all(folder);
    return 0;
}
