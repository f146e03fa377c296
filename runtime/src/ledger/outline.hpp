// What verification needs of the text of an entry, without making values of all the rest.
#pragma once

#include <iam/ledger/entry.hpp>

#include <array>
#include <optional>
#include <string_view>

namespace iam::ledger {

/// Views are of the text.
struct Outline {
    struct Field {
        std::string_view name{};
        std::string_view hex{};  ///< of the commitment, in lower case
    };
    EntryId id{};
    EntryKind kind = EntryKind::note;
    std::string_view call{};
    std::optional<EntryId> of{};
    std::array<Field, 8> fields{};
    std::size_t field_count = 0;
};

/// Of a text as encode() writes it, without escapes: then decode() takes it and says the same. Nothing: ask decode().
std::optional<Outline> outline_of(std::string_view text);

}  // namespace iam::ledger
