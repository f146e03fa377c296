// Each thread takes the next range of numbers, reads and checks it, and waits for its turn to show what it found. So ranges are shown in the
// chain's order, and whoever has the earliest one waits for nobody.
#include "pages.hpp"

#include <iam/core/signals_blocked.hpp>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace iam::ledger {
namespace {

std::size_t bytes_in(const StoredEntry& entry) {
    std::size_t bytes = entry.text.size();
    for (const Payload& payload : entry.payloads)
        bytes += payload.name.size() + payload.bytes.size();
    return bytes;
}

/// The numbers that one thread reads.
struct Range {
    std::uint64_t turn = 0;
    std::uint64_t next = 0;              ///< the number that must be read next
    std::optional<std::uint64_t> end{};  ///< the one behind its last; nothing: that of the chain
};

/// What one thread has: a page and how far it came.
struct Reading {
    CheckEntry check{};
    Page page{};
    std::optional<Digest> before{};  ///< the hash that was taken to stand before its first entry
    std::size_t kept_bytes = 0;
    bool is_cut = false;  ///< the store had more
    Result<void> result{};
};

class PageWalk {
 public:
    PageWalk(Store& store, std::uint32_t chain, const MakeCheck& make_check, const SeePage& see)
        : store_(store), make_check_(make_check), see_(see), chain_(chain) {}

    Result<void> run() {
        work(k_pages_alone);
        if (!is_over_) work_together();
        if (thrown_) std::rethrow_exception(thrown_);
        return std::move(result_);
    }

 private:
    static constexpr std::uint64_t k_all = std::numeric_limits<std::uint64_t>::max();

    void work_together() {
        std::jthread helper;
        try {
            const SignalsBlocked blocked;
            helper = std::jthread([this] { work(k_all); });
        } catch (const std::system_error&) {
            // No thread is to be had: it takes longer alone, and that is all.
        }
        work(k_all);
    }

    void work(std::uint64_t ranges) noexcept {
        try {
            Reading reading;
            reading.check = make_check_();
            while (ranges > 0 && step(reading)) --ranges;
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!thrown_) thrown_ = std::current_exception();
            end_walk();
        }
    }

    /// False: nothing is left to do.
    bool step(Reading& reading) {
        auto range = take_range();
        if (!range) return false;
        const Range whole = *range;
        // What it follows is known in its turn; until then it is what its first entry says.
        read(reading, *range, nullptr);
        if (!wait_for_turn(range->turn)) return false;
        if (reading.before && *reading.before != hash_) {
            range = whole;
            read(reading, *range, &hash_);
        }
        const bool goes_on = show_range(reading, *range);
        pass_turn(goes_on);
        return goes_on;
    }

    std::optional<Range> take_range() {
        const std::lock_guard lock(mutex_);
        if (is_over_) return std::nullopt;
        const std::uint64_t begin = 1 + taken_ * k_page_entries;
        return Range{taken_++, begin, begin + k_page_entries};
    }

    bool wait_for_turn(std::uint64_t turn) {
        std::unique_lock lock(mutex_);
        turn_came_.wait(lock, [&] { return is_over_ || shown_ == turn; });
        return !is_over_;
    }

    void pass_turn(bool goes_on) {
        const std::lock_guard lock(mutex_);
        ++shown_;
        if (goes_on) {
            turn_came_.notify_all();
        } else {
            end_walk();
        }
    }

    /// Under the lock.
    void end_walk() noexcept {
        is_over_ = true;
        turn_came_.notify_all();
    }

    /// What was read of a range, and what is left of it. Only whose turn it is. False: the walk is over.
    bool show_range(Reading& reading, Range& range) {
        for (;;) {
            // What stands before an error is seen: a bad entry there is named instead of it.
            if (!see_(reading.page)) return false;
            const auto& checked = reading.page.checked;
            if (!checked.empty()) hash_ = checked.back().hash;
            if (!reading.result) {
                result_ = std::move(reading.result);
                return false;
            }
            if (range.next == range.end) return true;
            if (!range.end && checked.empty()) return false;
            // Where entries are fewer than there is room for, the chain ends or one is missing. Only who looks for whatever comes next, after
            // all that stands before it was read, can tell: an entry may have lost its values to an erasure that was written later.
            if (!reading.is_cut) range.end.reset();
            read(reading, range, &hash_);
        }
    }

    /// A page of what comes next in a range, over what `reading` held: all of it, unless much is kept.
    void read(Reading& reading, Range& range, const Digest* before) {
        Page& page = reading.page;
        page.first = {chain_, range.next};
        page.checked.clear();
        page.why_bad.reset();
        page.kept.clear();
        reading.before.reset();
        if (before != nullptr) reading.before = *before;
        reading.kept_bytes = 0;
        do {
            visit(reading, range);
        } while (reading.is_cut && reading.kept_bytes < k_page_bytes && !is_over_);
    }

    /// As much as may be read before others ask the store.
    void visit(Reading& reading, Range& range) {
        Query query;
        query.chain = chain_;
        query.oldest_first = true;
        query.limit = k_page_entries - reading.page.checked.size();
        if (range.next > 1) query.after = EntryId{chain_, range.next - 1};
        if (range.end) query.before = EntryId{chain_, *range.end};
        std::size_t bytes = 0;
        reading.is_cut = false;
        reading.result = store_.visit(query, [&](StoredEntry& entry) {
            bytes += bytes_in(entry);
            if (!check(entry, reading, range)) return false;
            const bool is_much = bytes >= k_page_bytes || reading.kept_bytes >= k_page_bytes;
            reading.is_cut = is_much && reading.page.checked.size() < k_page_entries;
            return !reading.is_cut;
        });
        if (!reading.result) reading.is_cut = false;
    }

    /// False: it does not hold, so that nothing behind it matters.
    bool check(StoredEntry& entry, Reading& reading, Range& range) {
        Page& page = reading.page;
        if (!reading.before) reading.before = entry.previous;
        const Digest& previous = page.checked.empty() ? *reading.before : page.checked.back().hash;
        auto checked = reading.check(entry, {chain_, range.next}, previous);
        if (!checked) {
            page.why_bad = std::move(checked).error().message;
            return false;
        }
        ++range.next;
        page.checked.push_back(*checked);
        if (!checked->is_kept) return true;
        reading.kept_bytes += bytes_in(entry);
        page.kept.push_back(std::move(entry));
        return true;
    }

    Store& store_;
    const MakeCheck& make_check_;
    const SeePage& see_;
    const std::uint32_t chain_;

    std::mutex mutex_;
    std::condition_variable turn_came_;
    std::uint64_t taken_ = 0;  ///< ranges
    std::uint64_t shown_ = 0;
    std::exception_ptr thrown_;
    std::atomic<bool> is_over_ = false;

    // Of whose turn it is.
    Digest hash_{};  ///< of the last entry that was shown
    Result<void> result_{};
};

}  // namespace

Result<void> visit_pages(Store& store, std::uint32_t chain, const MakeCheck& make_check,
                         const SeePage& see) {
    return PageWalk(store, chain, make_check, see).run();
}

}  // namespace iam::ledger
