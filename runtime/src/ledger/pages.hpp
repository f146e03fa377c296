// Shows the entries of one chain in pages. Each entry is checked by itself when the store shows it,
// and the findings are shown in the chain's order. In a long chain a second thread helps: both read
// and check, at once if the store allows it.
#pragma once

#include <iam/ledger/store.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace iam::ledger {

/// The facts that the walk needs of a good entry.
struct Checked {
    EntryKind kind = EntryKind::note;
    std::optional<EntryId> of{};
    Digest hash{};
    bool lacks_values = false;  ///< it commits to values, and none is stored
    bool is_kept = false;       ///< SeePage needs the entry itself as well
};

/// The findings about consecutive entries.
struct Page {
    EntryId first{};  ///< the id that must come next after the page before it
    /// The entries before the first bad one; `why_bad` says why that one is bad.
    std::vector<Checked> checked{};
    std::optional<std::string> why_bad{};
    std::vector<StoredEntry> kept{};  ///< entries to keep, in their order

    EntryId id_at(std::size_t i) const noexcept { return {first.chain, first.seq + i}; }
};

/// One thread alone reads this many entries: to start another would take longer.
inline constexpr std::size_t k_entries_alone = 64;
inline constexpr std::size_t k_page_entries = 256;
/// The most pages read, or being read, and not yet shown. A thread that is done with one page goes
/// on with the next meanwhile.
inline constexpr std::size_t k_pages_ahead = 4;
/// Bytes of texts and values, not counting the last entry. After so many a visit ends, so that
/// others get the store. After so many bytes of kept entries a page ends. At most k_pages_ahead
/// such pages, and one for each thread, are in memory. Of all other entries, memory holds no more
/// than the store shows at once.
inline constexpr std::size_t k_page_bytes = 256 * 1024;

/// Checks an entry that the store shows. `expected` is the id that must come next, `previous` the
/// hash that must stand before it.
using CheckEntry = std::function<Result<Checked>(const StoredEntry& entry, const EntryId& expected,
                                                 const Digest& previous)>;
/// Makes a check. One thread calls the check it returns.
using MakeCheck = std::function<CheckEntry()>;
/// Called for one page after another; returns false if no more need be read.
using SeePage = std::function<bool(const Page& page)>;

/// Visits all entries of a chain after `begin`, or until `see` returns false, as it does for a page with a bad
/// entry. An error of the store comes after all pages read before it were shown. Exceptions of
/// either thread are passed on.
Result<void> visit_pages(Store& store, const Head& begin, const MakeCheck& make_check,
                         const SeePage& see);

}  // namespace iam::ledger
