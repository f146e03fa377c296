// Entries as rows: what a row holds beside the text, and how the entries of a call and the outcome of an intent are found.
#pragma once

#include <iam/ledger/store.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// An outcome is mostly written soon after its intent. One that is (at most 32 entries behind it) is in no index, which would cost
// its commit a page: it is looked for behind its intent, and is of its intent's call. The column found_by says so: see FoundBy.

// ?1 is the intent's number. The first of several: those that are near come before all others.
#define IAM_SELECT_OUTCOME(columns)                                                     \
    "SELECT * FROM (SELECT " columns                                                    \
    " FROM entries WHERE seq > ?1 AND seq <= ?1 + 32 AND found_by = 1 AND of_seq = ?1 " \
    "ORDER BY seq ASC LIMIT 1) UNION ALL SELECT * FROM (SELECT " columns                \
    " FROM entries WHERE of_seq = ?1 AND found_by = 2 ORDER BY seq ASC LIMIT 1) LIMIT 1"

// ?1 is the call's id.
#define IAM_SELECT_CALL(columns)                                                              \
    "SELECT " columns                                                                         \
    " FROM entries WHERE seq IN (SELECT seq FROM entries WHERE call_id = ?1 AND found_by <> " \
    "1 UNION ALL SELECT later.seq FROM entries AS one JOIN entries AS later ON later.seq "    \
    "> one.seq AND later.seq <= one.seq + 32 AND later.found_by = 1 AND later.of_seq = "      \
    "one.seq WHERE one.call_id = ?1 AND one.found_by <> 1) ORDER BY seq ASC"

// ?1 is the number of the original.
#define IAM_SELECT_UNDOS(columns) \
    "SELECT " columns " FROM entries WHERE of_seq = ?1 AND found_by = 3 ORDER BY seq ASC"

namespace iam::store_sqlite {

/// What an entry is looked for by, besides its number. The values are those of the column.
enum class FoundBy : std::int64_t {
    call = 0,
    intent = 1,             ///< behind it, and in no index
    call_and_intent = 2,    ///< an outcome that is far from it
    call_and_original = 3,  ///< an undo
};
FoundBy found_by(std::string_view kind, const std::optional<ledger::EntryId>& of,
                 std::uint64_t seq) noexcept;

/// All values of an entry as the one BLOB that its row keeps until they are erased.
std::string pack_values(const std::vector<ledger::Payload>& values);
/// The inverse, over what `values` held. What is no such BLOB becomes one value without a name, which no entry commits to: so verification names the entry, and
/// all the others can still be read.
void unpack_values(std::string_view packed, std::vector<ledger::Payload>& values);

}  // namespace iam::store_sqlite
