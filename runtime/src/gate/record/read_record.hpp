// Reads recorded calls and verifies them.
#pragma once

#include "gate/state/call_state.hpp"
#include <iam/ledger/store.hpp>

#include <string>
#include <string_view>

namespace iam::gate {

template <class T>
using Found = tl::expected<T, Refusal>;

struct Record {
    ledger::StoredEntry stored{};
    ledger::DecodedEntry decoded{};
};

tl::unexpected<Refusal> refused(std::string_view code, std::string message);
tl::unexpected<Refusal> unreadable_record(const Error& error);

/// Refuses (entry_not_found) if there is none.
Found<Record> read_record(const Basis& basis, const ledger::EntryId& id);
/// True also for a value with a commitment but without stored bytes.
bool has_field(const Record& record, std::string_view name);

}  // namespace iam::gate
