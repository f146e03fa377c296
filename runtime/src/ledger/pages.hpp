// The entries of one chain in pages, each entry checked by itself and the pages shown in their order. In a long chain a second thread
// takes part: while one reads, the other one checks.
#pragma once

#include <iam/ledger/store.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace iam::ledger {

/// What the walk asks of an entry that holds by itself.
struct Checked {
    EntryKind kind = EntryKind::note;
    std::optional<EntryId> of{};
    std::size_t stored_values = 0;
};

/// Some entries that follow one another, as they stand in the store.
struct Page {
    EntryId first{};    ///< the id that must come next after the page before it
    Digest previous{};  ///< the hash that stands before it
    std::vector<StoredEntry> entries{};
    std::size_t count = 0;  ///< of the entries; what is behind them is room for the next page
    /// Of the entries up to the first that does not hold, and why that one does not.
    std::vector<Checked> checked{};
    std::optional<std::string> why_bad{};

    EntryId id_at(std::size_t i) const noexcept { return {first.chain, first.seq + i}; }
};

/// What one thread does alone, 512 entries unless they are large: to start another one would take longer.
inline constexpr std::size_t k_pages_alone = 2;
inline constexpr std::size_t k_page_entries =
    256;  // values may be large, and a store may read a page at once
/// Of texts and values, with which a page ends, whatever the last entry has. Two pages are in memory at most,
/// beside the room of entries of up to 8 KiB each, which is used again.
inline constexpr std::size_t k_page_bytes = 256 * 1024;

/// Fills in what was found. Called by two threads at once, for two pages.
using CheckPage = std::function<void(Page& page)>;
/// False: nothing more need be read. Called for one page after another.
using SeePage = std::function<bool(const Page& page)>;

/// From the first entry to the last, or until `see` says no. An error of the store comes after what was read before it was seen. What is
/// thrown, here or by the second thread, is thrown on.
Result<void> visit_pages(Store& store, std::uint32_t chain, const CheckPage& check,
                         const SeePage& see);

}  // namespace iam::ledger
