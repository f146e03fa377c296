// The memory of audit --follow while the ledger grows under it: the output adds the next entries
// itself, so nothing here waits or sleeps.
#include <iam/store_sqlite/sqlite_store.hpp>

#include <catch2/catch.hpp>
#include <malloc.h>
#include <runtime/host/fixture.hpp>

#include <algorithm>
#include <streambuf>

namespace iam::test {
namespace {

/// All that was taken from malloc and not given back, SQLite's part too. (0 under a sanitizer,
/// which has a malloc of its own.)
std::size_t bytes_in_use() {
    const auto info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
}

/// An output that counts lines and keeps none.
class LineCounter final : public std::streambuf {
 public:
    explicit LineCounter(std::function<void(std::size_t)> on_line) : on_line_(std::move(on_line)) {}

 private:
    int_type overflow(int_type letter) override {
        if (traits_type::to_char_type(letter) == '\n') on_line_(++lines_);
        return traits_type::not_eof(letter);
    }
    std::size_t lines_ = 0;
    std::function<void(std::size_t)> on_line_;
};

constexpr std::size_t k_batch = 500;
constexpr std::size_t k_batches = 60;

void add_entries(ledger::Store& store) {
    ledger::Batch batch;
    for (std::size_t i = 0; i < k_batch; ++i) {
        ledger::EntryDraft& draft = batch.entries.emplace_back();
        draft.entry.application = "desk";
        draft.payloads.push_back({"message", {}, std::string(300, 'm')});
    }
    REQUIRE(store.commit(std::move(batch)).has_value());
}

/// What is in use when each batch has been shown.
std::vector<std::size_t> follow_a_growing_ledger(HostFixture& host,
                                                 std::vector<std::string> words) {
    std::vector<std::size_t> in_use;
    in_use.reserve(k_batches);
    auto opened = store_sqlite::open(host.state(), store_sqlite::Mode::read_write, host.entropy);
    REQUIRE(opened);
    ledger::Store& store = **opened;
    add_entries(store);
    LineCounter counter([&](std::size_t lines) {
        if (lines % k_batch != 0) return;
        in_use.push_back(bytes_in_use());
        if (in_use.size() == k_batches) {
            host.stop.request_stop();
        } else {
            add_entries(store);
        }
    });
    std::ostream out(&counter);
    words.insert(words.end(), {"audit", "--follow", "--limit", "1000"});
    CHECK(host.run_to(out, host.terminal, words).code == host::ExitCode::done);
    return in_use;
}

void check_is_constant(const std::vector<std::size_t>& in_use) {
    REQUIRE(in_use.size() == k_batches);
    // By then the page caches are full.
    const auto middle = in_use.begin() + k_batches / 2;
    const std::size_t first_half = *std::max_element(in_use.begin(), middle);
    const std::size_t second_half = *std::max_element(middle, in_use.end());
    INFO(first_half << " bytes, then " << second_half);
    constexpr std::size_t slack = 64 << 10;  // far below what 15,000 entries are
    CHECK(second_half <= first_half + slack);
}

}  // namespace

TEST_CASE("the memory of audit --follow does not grow with the ledger") {
    HostFixture host;
    check_is_constant(follow_a_growing_ledger(host, {"--json"}));
}

}  // namespace iam::test
