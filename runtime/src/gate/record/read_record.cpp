#include "gate/record/read_record.hpp"

#include "gate/record/records.hpp"

#include <utility>

namespace iam::gate {

tl::unexpected<Refusal> refused(std::string_view code, std::string message) {
    return tl::unexpected(Refusal{std::string(code), std::move(message)});
}

tl::unexpected<Refusal> unreadable_record(const Error& error) {
    return refused(code::ledger_unavailable,
                   "The record cannot be used, so nothing was done: " + error.message);
}

Found<Record> read_record(const Basis& basis, const ledger::EntryId& id) {
    auto stored = basis.parts.store.entry(id);
    if (!stored) return unreadable_record(stored.error());
    if (!*stored) {
        return refused(code::entry_not_found, "There is no entry " + to_string(id) +
                                                  "; list the ledger for the ones there are.");
    }
    auto decoded = read_entry(**stored);
    if (!decoded) return unreadable_record(decoded.error());
    return Record{**std::move(stored), *std::move(decoded)};
}

bool has_field(const Record& record, std::string_view name) {
    return record.decoded.commits_to(name);
}

}  // namespace iam::gate
