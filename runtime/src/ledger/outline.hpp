// What verification needs of the text of an entry, without making values of all the rest.
#pragma once

#include <iam/ledger/entry.hpp>

#include <array>
#include <optional>
#include <string>
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

/// What entries of one tool have in common, as it stood in the text of an earlier one that was read.
struct KnownObjects {
    std::string approver{};
    std::string contract{};
    std::string decision{};
    std::string proposer{};
    std::string subject{};
    std::string tool{};
};

/// Of a text as encode() writes it, without escapes: then decode() takes it and says the same. Nothing: ask decode(). `known` makes it faster
/// where it was there for entries before this one, and changes nothing else.
std::optional<Outline> outline_of(std::string_view text, KnownObjects& known);

}  // namespace iam::ledger
