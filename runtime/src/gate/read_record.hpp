// Records of calls that somebody comes back to, verified as they are read.
#pragma once

#include "call_state.hpp"
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

/// entry_not_found where there is none.
Found<Record> read_record(Engine& engine, const ledger::EntryId& id);
/// Also of a value that is not stored.
bool has_field(const Record& record, std::string_view name);

}  // namespace iam::gate
