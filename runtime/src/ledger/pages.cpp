// Reads one chain with several threads.
//
// Each thread takes the next range of numbers, reads and checks it, and hands over its finding. The
// thread that hands over the next range in order shows it, and all later ranges that are ready. So
// ranges are shown in the chain's order, one thread shows at a time, and a thread waits only if it
// is far ahead.
#include "ledger/pages.hpp"

#include <iam/core/signals_blocked.hpp>

#include <array>
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
    std::uint64_t next = 0;  ///< the number that must be read next
    /// the number after its last; nothing: up to the end of the chain
    std::optional<std::uint64_t> end{};
};

/// A page of a range, and the progress in it.
struct Reading {
    Range whole{};
    Range left{};
    Page page{};
    std::optional<Digest> before{};  ///< the hash assumed before its first entry
    std::size_t kept_bytes = 0;
    bool is_cut = false;  ///< the store had more entries
    Result<void> result{};
};

/// The finding of a range, kept until it is shown.
struct Finding {
    std::optional<std::uint64_t> turn{};
    Reading reading{};
};

class PageWalk {
 public:
    PageWalk(Store& store, const Head& begin, const MakeCheck& make_check, const SeePage& see)
        : store_(store),
          make_check_(make_check),
          see_(see),
          chain_(begin.entry.chain),
          first_(begin.entry.seq + 1),
          hash_(begin.hash) {}

    Result<void> run() {
        work(1);
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
            // No thread can be started, so one thread does all the work and takes longer.
        }
        work(k_all);
    }

    void work(std::uint64_t ranges) noexcept {
        try {
            const CheckEntry check = make_check_();
            Reading reading;
            for (; ranges > 0; --ranges) {
                const auto turn = take_range(reading);
                if (!turn) return;
                // Ranges are verified out of order. Until the range before it is shown, a range
                // trusts its first `previous` hash.
                read(reading, check, nullptr);
                hand_over(*turn, reading);
                show_what_is_next(check);
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!thrown_) thrown_ = std::current_exception();
            end_walk();
        }
    }

    /// Takes the next range and returns its turn; nothing if the walk is over.
    std::optional<std::uint64_t> take_range(Reading& reading) {
        std::unique_lock lock(mutex_);
        room_.wait(lock, [this] { return is_over_ || taken_ - shown_ < findings_.size(); });
        if (is_over_) return std::nullopt;
        const std::uint64_t turn = taken_++;
        const std::uint64_t end = first_ + k_entries_alone + turn * k_page_entries;
        reading.whole = {turn == 0 ? first_ : end - k_page_entries, end};
        return turn;
    }

    /// Hands over a reading and takes one that was shown in exchange, to use its memory again.
    void hand_over(std::uint64_t turn, Reading& reading) {
        const std::lock_guard lock(mutex_);
        Finding& finding = findings_[turn % findings_.size()];
        finding.turn = turn;
        std::swap(finding.reading, reading);
    }

    void show_what_is_next(const CheckEntry& check) {
        std::unique_lock lock(mutex_);
        if (is_shown_) return;  // the thread that shows a range will find this one
        is_shown_ = true;
        for (;;) {
            Finding& finding = findings_[shown_ % findings_.size()];
            if (is_over_ || finding.turn != shown_) break;
            lock.unlock();
            const bool goes_on = show_range(finding.reading, check);
            lock.lock();
            ++shown_;
            room_.notify_one();
            if (!goes_on) end_walk();
        }
        is_shown_ = false;
    }

    /// Call under the lock.
    void end_walk() noexcept {
        is_over_ = true;
        room_.notify_all();
    }

    /// Shows a range: the part read, then the rest of it. Called only by the thread whose turn it
    /// is. Returns false if the walk is over.
    bool show_range(Reading& reading, const CheckEntry& check) {
        if (reading.before && *reading.before != hash_) read(reading, check, &hash_);
        for (;;) {
            // Entries before an error are shown first: a bad entry there is reported instead of the
            // error.
            if (!see_(reading.page)) return false;
            const auto& checked = reading.page.checked;
            if (!checked.empty()) hash_ = checked.back().hash;
            if (!reading.result) {
                result_ = std::move(reading.result);
                return false;
            }
            Range& left = reading.left;
            if (left.next == left.end) return true;
            if (!left.end && checked.empty()) return false;
            // Fewer entries than expected: the chain ends here, or one is missing. Only a reader
            // without an end, after everything before was read, can tell. An entry may also have
            // lost its values to an erasure written later.
            if (!reading.is_cut) left.end.reset();
            reading.before = hash_;
            read_page(reading, check);
        }
    }

    /// Reads a range from its beginning.
    void read(Reading& reading, const CheckEntry& check, const Digest* before) {
        reading.left = reading.whole;
        reading.before.reset();
        if (before != nullptr) reading.before = *before;
        read_page(reading, check);
    }

    /// Reads the next part of a range over the content of `reading`: all of it, unless many entries
    /// are kept.
    void read_page(Reading& reading, const CheckEntry& check) {
        Page& page = reading.page;
        page.first = {chain_, reading.left.next};
        page.checked.clear();
        page.why_bad.reset();
        page.kept.clear();
        reading.kept_bytes = 0;
        do {
            visit(reading, check);
        } while (reading.is_cut && reading.kept_bytes < k_page_bytes && !is_over_);
    }

    /// Reads as much as may be read before others get their turn at the store.
    void visit(Reading& reading, const CheckEntry& check) {
        Query query;
        query.chain = chain_;
        query.oldest_first = true;
        query.limit = k_page_entries - reading.page.checked.size();
        if (reading.left.next > 1) query.after = EntryId{chain_, reading.left.next - 1};
        if (reading.left.end) query.before = EntryId{chain_, *reading.left.end};
        std::size_t bytes = 0;
        reading.is_cut = false;
        reading.result = store_.visit(query, [&](StoredEntry& entry) {
            bytes += bytes_in(entry);
            if (!add(entry, reading, check)) return false;
            const bool is_much = bytes >= k_page_bytes || reading.kept_bytes >= k_page_bytes;
            reading.is_cut = is_much && reading.page.checked.size() < k_page_entries;
            return !reading.is_cut;
        });
        if (!reading.result) reading.is_cut = false;
    }

    /// Checks an entry; false if it is bad, so that no later one matters.
    bool add(StoredEntry& entry, Reading& reading, const CheckEntry& check) {
        Page& page = reading.page;
        if (!reading.before) reading.before = entry.previous;
        const Digest& previous = page.checked.empty() ? *reading.before : page.checked.back().hash;
        auto checked = check(entry, {chain_, reading.left.next}, previous);
        if (!checked) {
            page.why_bad = std::move(checked).error().message;
            return false;
        }
        ++reading.left.next;
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
    const std::uint64_t first_;

    std::mutex mutex_;
    std::condition_variable room_;
    std::uint64_t taken_ = 0;  ///< ranges taken
    std::uint64_t shown_ = 0;
    bool is_shown_ = false;  ///< some thread is showing a range
    std::array<Finding, k_pages_ahead> findings_{};
    std::exception_ptr thrown_;
    std::atomic<bool> is_over_ = false;

    // Used only by the thread whose turn it is.
    Digest hash_;  ///< of the last entry shown
    Result<void> result_{};
};

}  // namespace

Result<void> visit_pages(Store& store, const Head& begin, const MakeCheck& make_check,
                         const SeePage& see) {
    return PageWalk(store, begin, make_check, see).run();
}

}  // namespace iam::ledger
