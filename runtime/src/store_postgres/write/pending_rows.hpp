// Collects the rows that the batches of a group add to the ledger, column by column.
#pragma once

#include "store_postgres/values/value_seal.hpp"
#include "store_postgres/wire/parameters.hpp"
#include <iam/ledger/entry.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam::store_postgres {

/// Fails the transaction if values are wrapped with another key than the ledger requires.
inline constexpr std::string_view k_older_key = "the ledger requires another key of values";

/// A statement adds the rows of many batches at once, since each statement costs the server more
/// than a row. The rows are of one chain, in its order.
class PendingRows {
 public:
    /// Adds the entry behind `end`, which moves to it.
    void add_entry(const ledger::EntryDraft& draft, ledger::Head& end);
    /// Files the terminal entry `id` under its intent. If `is_first`, no other may be there.
    void add_outcome(const ledger::EntryId& intent, const ledger::EntryId& id, bool is_first);
    void add_values(const ledger::EntryId& id, std::int64_t time_ms, SealedValues values);
    /// No entry of kind intent may be of this call. If `begins`, the group adds one.
    void add_call(const std::string& id, bool begins);

    /// True if an entry of kind intent of this call is among the rows.
    bool has_intent_of(std::string_view call) const { return intents_.count(call) > 0; }
    /// True if a terminal entry of this intent is among the rows.
    bool has_outcome_of(const ledger::EntryId& intent) const { return ended_.count(intent) > 0; }

    /// Moves the rows into statements. The checks of calls come before the entries.
    void flush(std::vector<Statement>& statements);

 private:
    using Ints = std::vector<std::optional<std::int64_t>>;
    using Texts = std::vector<std::string>;
    struct Entries {
        Ints seqs{}, of_chains{}, of_seqs{}, times{};
        Texts previous{}, hashes{}, kinds{}, calls{}, texts{};
    };
    struct Outcomes {
        Ints of_chains{}, of_seqs{}, chains{}, seqs{};
    };
    struct Values {
        Ints times{}, chains{}, seqs{}, keys{}, keks{};
        Texts sealed{}, wrapped{};
    };
    void flush_calls(std::vector<Statement>& statements);
    void flush_outcomes(std::vector<Statement>& statements);

    std::uint32_t chain_ = 0;
    Entries entries_{};
    Outcomes first_outcomes_{};
    Outcomes other_outcomes_{};
    Values values_{};
    // Sorted, so two hosts take the locks of calls in one order.
    std::set<std::string> begun_calls_{};
    std::set<std::string> expected_calls_{};
    // Of all rows since the start, flushed or not.
    std::set<std::string, std::less<>> intents_{};
    std::set<ledger::EntryId> ended_{};
};

}  // namespace iam::store_postgres
