// Entries for other programs: lines of JSON, a table, log records of OpenTelemetry. Pure. Without `values` nothing but public facts is
// written; secrets are in no entry.
#pragma once

#include <iam/ledger/entry.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::host {

enum class ExportFormat { jsonl, csv, otel };

std::optional<ExportFormat> export_format(std::string_view name) noexcept;

/// What stands before the first entry: the names of the columns, for CSV.
std::string export_head(ExportFormat format, bool values);

/// One entry with its line end. `values`: with what is still stored beside it. An entry that cannot be read is given as its id and hashes.
std::string export_entry(const ledger::StoredEntry& entry, ExportFormat format, bool values);

/// One cell of CSV, quoted. What a spreadsheet would take for a formula begins with an apostrophe; controls are made visible.
std::string csv_cell(std::string_view text);

}  // namespace iam::host
