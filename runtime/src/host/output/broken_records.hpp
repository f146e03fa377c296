// Records of consent without the seal of the state. Lists leave them out, and say so by these.
#pragma once

#include "host/session/session.hpp"

#include <initializer_list>
#include <vector>

namespace iam::host {

using RecordKind = consent::BrokenRecord::Kind;
using BrokenRecords = std::vector<consent::BrokenRecord>;

Result<BrokenRecords> broken_records(ledger::Store& store, std::initializer_list<RecordKind> kinds);

/// Writes "broken": [ … ], if there are any.
void put_broken(JsonWriter& out, const BrokenRecords& records);
/// Says a sentence for each on standard error.
void say_broken(const Session& session, const BrokenRecords& records);

}  // namespace iam::host
