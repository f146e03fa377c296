// Ends grants and permissions, with an entry for each.
#pragma once

#include <iam/gate/consent.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace iam::gate {

struct Revocation {
    Subject by{};       ///< empty: the gate itself
    std::string why{};  ///< a message for the record; may be empty
    std::optional<consent::Approver> approver{};
};

inline bool allows(const consent::Grant& /*grant*/) {
    return true;
}
inline bool allows(const consent::Permission& permission) {
    return permission.allow;
}

/// An unreadable permission may have been a denial.
inline bool allows(const consent::BrokenRecord& record) {
    return record.kind == consent::BrokenRecord::Kind::grant;
}

struct RecordWriter;

/// Ends all records left in the list by `choose`, all or none.
Result<Revoked> revoke_chosen(RecordWriter& writer, const Revocation& revocation,
                              const std::function<void(Revoked&)>& choose);

/// Ends all grants and permissions accepted by `wanted`, all or none.
template <class Wanted>
Result<Revoked> revoke_where(RecordWriter& writer, const Revocation& revocation, Wanted wanted) {
    const auto unwanted = [&](const auto& record) { return !wanted(record); };
    return revoke_chosen(writer, revocation, [&](Revoked& all) {
        std::erase_if(all.grants, unwanted);
        std::erase_if(all.permissions, unwanted);
        std::erase_if(all.broken, unwanted);
    });
}

}  // namespace iam::gate
