// Entries and their values as the pages get them.
#pragma once

#include "console/api/asked.hpp"
#include <iam/console/console.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/net/http_message.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::console {

/// Of each value in the answer about an entry: its first bytes.
inline constexpr std::size_t k_first_part_bytes = std::size_t{64} << 10U;
/// Of one answer with a part of a value.
inline constexpr std::size_t k_part_bytes = std::size_t{256} << 10U;

/// Puts the members "bytes" (of the whole), "from", "next" (absent at the end) and "text" (raw, for
/// a copy: a page makes it visible). The part ends at the end of a character.
void put_part(JsonWriter& out, std::string_view text, std::size_t from, std::size_t bytes_max);

/// The value as UTF-8: other bytes are spelled out.
std::string text_of_value(std::string_view bytes);

/// The entry of the path; otherwise the refusal.
tl::expected<ledger::StoredEntry, net::Response> find_entry(ledger::Store& store,
                                                            const Asked& asked);

/// The JSON of one entry: its row as in the list, the rows of its call, and the first parts of its
/// values and of its call's.
Result<std::string> entry_view(const Parts& parts, const ledger::StoredEntry& entry);

}  // namespace iam::console
