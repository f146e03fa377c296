// The entries of one chain in pages: each entry is checked by itself, where the store shows it, and what was found is shown in the chain's
// order. In a long chain a second thread takes part: both read and check, at once where the store lets them.
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
    Digest hash{};
    bool lacks_values = false;  ///< it commits to some, and none is stored
    bool is_kept = false;       ///< whoever sees the page wants the entry itself as well
};

/// What was found of some entries that follow one another.
struct Page {
    EntryId first{};  ///< the id that must come next after the page before it
    /// Of the entries up to the first that does not hold, and why that one does not.
    std::vector<Checked> checked{};
    std::optional<std::string> why_bad{};
    std::vector<StoredEntry> kept{};  ///< those that are to be, in their order

    EntryId id_at(std::size_t i) const noexcept { return {first.chain, first.seq + i}; }
};

/// What one thread does alone: to start another one would take longer.
inline constexpr std::size_t k_entries_alone = 64;
inline constexpr std::size_t k_page_entries = 256;
/// That were read or are, and not shown yet: whoever is done with one goes on with the next one meanwhile.
inline constexpr std::size_t k_pages_ahead = 4;
/// Of texts and values, whatever the last entry has. With so much a visit ends, so that others come to ask the store; and with so much of
/// entries that are kept a page does. k_pages_ahead of these are in memory at most, and one for each thread; of all other entries no more than the store shows at once.
inline constexpr std::size_t k_page_bytes = 256 * 1024;

/// Of an entry that the store shows, the id that must come next and the hash that must stand before it.
using CheckEntry = std::function<Result<Checked>(const StoredEntry& entry, const EntryId& expected,
                                                 const Digest& previous)>;
/// What it gives is called by one thread.
using MakeCheck = std::function<CheckEntry()>;
/// False: nothing more need be read. Called for one page after another.
using SeePage = std::function<bool(const Page& page)>;

/// From the first entry to the last, or until `see` says no, as it does for a page with a bad entry. An error of the store comes after what
/// was read before it was seen. What is thrown, here or by the second thread, is thrown on.
Result<void> visit_pages(Store& store, std::uint32_t chain, const MakeCheck& make_check,
                         const SeePage& see);

}  // namespace iam::ledger
