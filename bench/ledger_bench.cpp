// What a durable ledger costs, against bare commits of the same rows. The disk is slow or fast by
// turns, so the two take turns in slices, and what counts is the median of the ratios of pairs.
// Figures, never a test.
//   ledger_bench FOLDER                in a folder of its own there, which it removes
//   ledger_bench FOLDER length         long ledgers, of 2 GB
//   ledger_bench FOLDER reading        verification alone
//   ledger_bench FOLDER CASE TIMES     one case of ledger_cases(), to count instructions
#include "ledger_cases.hpp"
#include <iam/core/digest.hpp>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string_view>

namespace {

namespace fs = std::filesystem;

constexpr int k_pairs = 31;
constexpr int k_slice = 20;
/// Calls, of two commits each, after which both logs were copied into their databases once and are
/// overwritten from then on: a sync of a file that grows costs more.
constexpr int k_until_steady = 800;
/// A busy ledger is sealed so often.
constexpr std::size_t k_entries_per_seal = 4'096;

double seconds(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// How often the first is done in the time of the second.
double ratio(const std::function<void()>& first, const std::function<void()>& second) {
    std::vector<double> ratios;
    for (int i = 0; i < k_pairs; ++i) {
        const double one = seconds(first);
        ratios.push_back(seconds(second) / one);
    }
    return median(std::move(ratios));
}

void times(int count, const std::function<void()>& work) {
    for (; count > 0; --count) work();
}

/// 4 KiB behind the rest of a file, and on the disk.
class BareWrites {
 public:
    explicit BareWrites(const fs::path& path)
        : file_(::open(path.c_str(), O_RDWR | O_CREAT, 0600)), block_(4096, 'x') {}
    BareWrites(const BareWrites&) = delete;
    BareWrites& operator=(const BareWrites&) = delete;
    ~BareWrites() { ::close(file_); }

    void once() {
        if (::pwrite(file_, block_.data(), block_.size(), at_) < 0 || ::fdatasync(file_) != 0)
            std::perror("write");
        at_ += static_cast<off_t>(block_.size());
    }

 private:
    int file_;
    std::string block_;
    off_t at_ = 0;
};

void print(const char* what, double value, const char* bar) {
    std::printf("%-64s %.2f   (%s)\n", what, value, bar);
}

void measure_commits(const fs::path& folder, bench::DurableCalls& calls) {
    bench::DurableCalls for_rows(folder / "rows");
    bench::BareCommits bare(folder / "bare.sqlite", for_rows.rows_of_one_call());
    BareWrites writes(folder / "writes");
    times(k_until_steady, [&] { bare.once(); });
    times(k_until_steady, [&] { calls.once(); });
    const auto bare_slice = [&] { times(k_slice, [&] { bare.once(); }); };
    print("two bare commits against a 4 KiB write and fdatasync (B / D)",
          ratio(bare_slice, [&] { times(k_slice, [&] { writes.once(); }); }), "no bar");
    print("durable calls, one caller, against two bare commits (B)",
          ratio([&] { times(k_slice, [&] { calls.once(); }); }, bare_slice), "bar 0.6");
    print("durable calls, 8 callers, against two bare commits (B)",
          ratio([&] { calls.by_callers(8, k_slice); },
                [&] { times(8 * k_slice, [&] { bare.once(); }); }),
          "bar 2");
}

/// What a setting of SQLite that is not FULL would be: here a batch says so, as outcomes of
/// read-only tools may.
void measure_lazy_commits(const fs::path& folder) {
    bench::DurableCalls for_rows(folder / "lazy_rows");
    bench::BareCommits bare(folder / "lazy.sqlite", for_rows.rows_of_one_call(), "NORMAL");
    bench::DurableCalls lazy(folder / "lazy");
    const auto entries = lazy.entries_of_one_call();
    const auto commit_both = [&] {
        for (const auto& entry : entries) lazy.commit_lazily(entry);
    };
    times(k_until_steady, [&] { bare.once(); });
    times(k_until_steady, commit_both);
    print(
        "both entries without a wait for the disk, against bare NORMAL",
        ratio([&] { times(k_slice, commit_both); }, [&] { times(k_slice, [&] { bare.once(); }); }),
        "bar 0.38");
}

/// The newest 50 of 10,000 entries and of 10,000,000.
void measure_length(const fs::path& folder) {
    bench::DurableCalls few(folder / "few");
    bench::DurableCalls many(folder / "many");
    few.once();
    many.once();
    few.grow_to(10'000);
    many.grow_to(10'000'000);
    print("the last 50 of 10 million entries against those of 10,000",
          ratio([&] { times(k_slice, [&] { few.read_last(); }); },
                [&] { times(k_slice, [&] { many.read_last(); }); }),
          "bar 2, at most");
}

void measure_verification(bench::DurableCalls& calls, const std::vector<std::string>& bytes,
                          const char* what) {
    const auto hash = [&] {
        for (const std::string& one : bytes) iam::sha256("", one);
    };
    print(what, ratio([&] { calls.verify(); }, hash), "bar 0.3");
}

void measure_reading(bench::DurableCalls& calls) {
    measure_verification(calls, calls.hashed_bytes(),
                         "verification against SHA-256 of the same bytes");
    calls.seal(k_entries_per_seal);
    std::vector<std::string> bytes = calls.hashed_bytes();
    measure_verification(calls, bytes, "the same with the tree, against the bytes of entries only");
    const std::vector<std::string> tree = calls.tree_bytes();
    bytes.insert(bytes.end(), tree.begin(), tree.end());
    measure_verification(calls, bytes, "the same with the tree, against all that it hashes");
}

void measure(const fs::path& folder) {
    bench::DurableCalls calls(folder / "calls");
    measure_commits(folder, calls);
    measure_lazy_commits(folder);
    measure_reading(calls);
}

/// About as many entries as measure() leaves.
void measure_reading_alone(const fs::path& folder) {
    constexpr int k_calls = 5'600;
    bench::DurableCalls calls(folder / "calls");
    times(k_calls, [&] { calls.once(); });
    measure_reading(calls);
}

int one_case(const fs::path& folder, std::string_view name, long times_left) {
    for (const bench::Case& one : bench::ledger_cases(folder)) {
        if (name != one.name) continue;
        for (; times_left > 0; --times_left) one.once();
        return 0;
    }
    std::cerr << "there is no case of this name\n";
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view mode = argc == 3 ? argv[2] : "";
    if (argc != 2 && argc != 4 && mode != "length" && mode != "reading") {
        std::cerr << "usage: ledger_bench FOLDER [length | reading | CASE TIMES]\n";
        return 2;
    }
    std::string name = (fs::path(argv[1]) / "ledger_bench_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        std::perror(argv[1]);
        return 1;
    }
    int code = 0;
    if (mode == "length") {
        measure_length(name);
    } else if (mode == "reading") {
        measure_reading_alone(name);
    } else if (argc == 4) {
        code = one_case(name, argv[2], std::strtol(argv[3], nullptr, 10));
    } else {
        measure(name);
    }
    std::error_code ignored;
    fs::remove_all(name, ignored);
    return code;
}
