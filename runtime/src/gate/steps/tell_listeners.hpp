// Step 12: interceptors and listeners hear of durable entries.
#pragma once

#include <iam/core/result.hpp>
#include <iam/ledger/store.hpp>

namespace iam::gate {

struct RecordWriter;

/// Tells of these entries. Reads them back only if there is a listener. Ignores exceptions of
/// listeners: the entries stand.
void tell(RecordWriter& writer, const ledger::EntryIds& entries);

/// The same for a commit; nothing after an error.
void tell_listeners(RecordWriter& writer, const Result<ledger::Receipt>& recorded);

}  // namespace iam::gate
