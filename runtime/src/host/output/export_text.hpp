// Entries for other programs: lines of JSON, a table, log records of OpenTelemetry. Pure. Without
// `values` only public facts are written. No entry holds a secret.
#pragma once

#include <iam/ledger/entry.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::host {

enum class ExportFormat { jsonl, csv, otel };

std::optional<ExportFormat> export_format(std::string_view name) noexcept;

/// The text before the first entry: the names of the columns, for CSV.
std::string export_head(ExportFormat format, bool values);

/// One entry with its line end. `values` adds the values still stored beside it. An unreadable
/// entry is given as its id and hashes.
std::string export_entry(const ledger::StoredEntry& entry, ExportFormat format, bool values);

/// One cell of CSV, quoted. If a spreadsheet would take the text for a formula, an apostrophe is
/// put before it. Controls are made visible.
std::string csv_cell(std::string_view text);

}  // namespace iam::host
