// Reads only the parts of an entry's text needed for verification.
#pragma once

#include <iam/ledger/entry.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace iam::ledger {

/// All views point into the text.
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

/// Objects common to entries of one tool, as they stood in an earlier text.
struct KnownObjects {
    std::string approver{};
    std::string contract{};
    std::string decision{};
    std::string proposer{};
    std::string subject{};
    std::string tool{};
};

/// Outlines a text as encode() writes it, without escapes; decode() then accepts it and gives the
/// same facts. Returns nothing for other texts: call decode(). If `known` was used for earlier
/// entries, it makes this faster and changes nothing else.
std::optional<Outline> outline_of(std::string_view text, KnownObjects& known);

}  // namespace iam::ledger
