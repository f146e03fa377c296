// Records of consent that do not bear the seal of the state: what lists say of those that they leave out.
#pragma once

#include "host/session/session.hpp"

#include <initializer_list>
#include <vector>

namespace iam::host {

using RecordKind = consent::BrokenRecord::Kind;
using BrokenRecords = std::vector<consent::BrokenRecord>;

Result<BrokenRecords> broken_records(ledger::Store& store, std::initializer_list<RecordKind> kinds);

/// "broken": [ … ], where there are any.
void put_broken(JsonWriter& out, const BrokenRecords& records);
/// A sentence for each, on standard error.
void say_broken(const Session& session, const BrokenRecords& records);

}  // namespace iam::host
