// Entries as rows: what a row holds beside the text, and how the entries of a call and the outcome of an intent are found.
#pragma once

#include <iam/ledger/store.hpp>

#include <string>
#include <string_view>
#include <vector>

// An outcome is mostly written soon after its intent. One that is (`is_near`: at most 32 entries behind it) is in no index, which would cost
// its commit a page: it is looked for behind its intent, and is of its intent's call. ?1 is the intent's number. The first of several:
// those that are near come before all others.
#define IAM_SELECT_OUTCOME(columns)                                                    \
    "SELECT * FROM (SELECT " columns                                                   \
    " FROM entries WHERE seq > ?1 AND seq <= ?1 + 32 AND is_near = 1 AND of_seq = ?1 " \
    "ORDER BY seq ASC LIMIT 1) UNION ALL SELECT * FROM (SELECT " columns               \
    " FROM entries WHERE of_seq = ?1 AND is_near = 0 AND kind IN ('outcome', "         \
    "'undo_outcome') AND of_chain = 0 ORDER BY seq ASC LIMIT 1) LIMIT 1"

// ?1 is the call's id.
#define IAM_SELECT_CALL(columns)                                                            \
    "SELECT " columns                                                                       \
    " FROM entries WHERE seq IN (SELECT seq FROM entries WHERE call_id = ?1 AND is_near = " \
    "0 UNION ALL SELECT later.seq FROM entries AS one JOIN entries AS later ON later.seq "  \
    "> one.seq AND later.seq <= one.seq + 32 AND later.is_near = 1 AND later.of_seq = "     \
    "one.seq WHERE one.call_id = ?1 AND one.is_near = 0) ORDER BY seq ASC"

namespace iam::store_sqlite {

/// All values of an entry as the one BLOB that its row keeps until they are erased.
std::string pack_values(const std::vector<ledger::Payload>& values);
/// The inverse, over what `values` held. What is no such BLOB becomes one value without a name, which no entry commits to: so verification names the entry, and
/// all the others can still be read.
void unpack_values(std::string_view packed, std::vector<ledger::Payload>& values);

}  // namespace iam::store_sqlite
