// Each thread reads a page under one lock, checks it under none, and waits for its turn to show it. So pages are read and shown in the
// chain's order, and whoever has the earliest page waits for nobody.
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
    if (entry.filing) bytes += entry.filing->kind.size() + entry.filing->call_id.size();
    return bytes;
}

class PageWalk {
 public:
    PageWalk(Store& store, std::uint32_t chain, const CheckPage& check, const SeePage& see)
        : store_(store), check_(check), see_(see), next_{chain, 1} {}

    Result<void> run() {
        work(k_pages_alone);
        if (!is_over_) work_together();
        if (thrown_) std::rethrow_exception(thrown_);
        return std::move(result_);
    }

 private:
    static constexpr std::uint64_t k_all = std::numeric_limits<std::uint64_t>::max();

    struct Reading {
        std::uint64_t turn = 0;
        Result<void> result{};
        bool is_last = false;
    };

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

    void work(std::uint64_t pages) noexcept {
        try {
            Page page;
            while (pages > 0 && step(page)) --pages;
        } catch (...) {
            const std::lock_guard lock(showing_);
            if (!thrown_) thrown_ = std::current_exception();
            is_over_ = true;
            turn_came_.notify_all();
        }
    }

    /// False: nothing is left to do.
    bool step(Page& page) {
        Reading reading;
        {
            const std::lock_guard lock(reading_);
            if (is_over_ || has_read_all_) return false;
            reading = read(page);
        }
        check_(page);
        std::unique_lock lock(showing_);
        turn_came_.wait(lock, [&] { return is_over_ || shown_ == reading.turn; });
        if (is_over_) return false;
        // What stands before an error is seen: a bad entry there is named instead of it.
        const bool goes_on = see_(page);
        if (goes_on) result_ = std::move(reading.result);
        ++shown_;
        is_over_ = !goes_on || reading.is_last;
        turn_came_.notify_all();
        return !is_over_;
    }

    /// The next page, over what `page` held. Under `reading_`.
    Reading read(Page& page) {
        clear(page);
        page.first = next_;
        page.previous = previous_;
        Query query;
        query.chain = next_.chain;
        query.oldest_first = true;
        query.limit = k_page_entries;
        if (next_.seq > 1) query.after = EntryId{next_.chain, next_.seq - 1};
        Reading reading;
        reading.turn = read_++;
        std::size_t bytes = 0;
        reading.result = store_.visit(query, [&](StoredEntry& entry) {
            bytes += bytes_in(entry);
            take(page, entry);
            return bytes < k_page_bytes;
        });
        reading.is_last = !reading.result || page.count == 0;
        has_read_all_ = reading.is_last;
        next_.seq += page.count;
        if (page.count > 0) previous_ = page.entries[page.count - 1].hash;
        return reading;
    }

    /// The store gets the room of an earlier entry for its next one. Member by member: to swap the whole moves each of them three times.
    static void take(Page& page, StoredEntry& entry) {
        if (page.count == page.entries.size()) page.entries.emplace_back();
        StoredEntry& room = page.entries[page.count++];
        room.id = entry.id;
        room.previous = entry.previous;
        room.hash = entry.hash;
        room.text.swap(entry.text);
        room.payloads.swap(entry.payloads);
        room.filing.swap(entry.filing);
    }

    /// Keeps room for as many entries, but not that of large ones: memory does not grow with their number.
    static void clear(Page& page) {
        constexpr std::size_t k_room_bytes = 8 * 1024;
        for (std::size_t i = 0; i < page.count; ++i)
            if (bytes_in(page.entries[i]) > k_room_bytes) page.entries[i] = {};
        page.count = 0;
        page.checked.clear();
        page.why_bad.reset();
    }

    Store& store_;
    const CheckPage& check_;
    const SeePage& see_;

    std::mutex reading_;
    EntryId next_;
    Digest previous_{};
    std::uint64_t read_ = 0;
    bool has_read_all_ = false;

    std::mutex showing_;
    std::condition_variable turn_came_;
    std::uint64_t shown_ = 0;
    Result<void> result_{};
    std::exception_ptr thrown_;
    std::atomic<bool> is_over_ = false;
};

}  // namespace

Result<void> visit_pages(Store& store, std::uint32_t chain, const CheckPage& check,
                         const SeePage& see) {
    return PageWalk(store, chain, check, see).run();
}

}  // namespace iam::ledger
