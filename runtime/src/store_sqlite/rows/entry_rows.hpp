// Maps entries to rows: the columns beside the text, and the searches for a call's entries, an
// intent's outcome and an outcome's undos.
#pragma once

#include <iam/ledger/store.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// An outcome mostly follows its intent within 32 entries. Then no index has it, since an index
// would cost its commit a page. It is found behind its intent, and belongs to its intent's call.
// The column found_by says how an entry is found: see FoundBy.

// ?1 is the intent's number. Of several outcomes this selects the first: near ones come before far
// ones.
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

/// Says how an entry is found, besides by its number. The column found_by holds these values.
enum class FoundBy : std::int64_t {
    call = 0,
    intent = 1,             ///< a near outcome: behind its intent, in no index
    call_and_intent = 2,    ///< a far outcome
    call_and_original = 3,  ///< an undo's intent
};
FoundBy found_by(std::string_view kind, const std::optional<ledger::EntryId>& of,
                 std::uint64_t seq) noexcept;

}  // namespace iam::store_sqlite
