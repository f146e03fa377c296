// Reads the recorded use of tools from the state of a program.
#pragma once

#include <generator/contract/cli/usage.hpp>

#include <string>

namespace iam::gen::contract {

/// `path`: the state folder, or the ledger.db in it. Nothing is written.
Result<RecordedUse> read_ledger(const std::string& path, const Moment& now);

}  // namespace iam::gen::contract
