// Ignored findings: a person has looked at them and answers for them until a day.
#pragma once

#include <generator/contract/lock/day.hpp>
#include <generator/contract/report.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen::contract {

/// An entry is valid for at most this long.
inline constexpr std::chrono::days k_ignored_days_max{90};

/// One ignored finding, named by all parts of its fingerprint. There are no patterns.
struct IgnoredFinding {
    std::string rule;
    std::string tool;
    std::string pointer;
    Acceptance acceptance;
    std::string fingerprint;
    Day created{};
    Day expires{};
    std::string place;  ///< the entry, as a pointer into the list
};

/// Reads {"iam": 1, "ignore": [{rule, tool, pointer, fingerprint, reason, owner, approved_by,
/// created, expires, link}]}. Every member but `approved_by` and `link` is required, and no others
/// are allowed. A rule of class consent requires `approved_by`, and it differs from the owner. Days
/// are written as "2026-12-31", and `created` is at most today. The error's pointer says where the
/// list is wrong.
Result<std::vector<IgnoredFinding>> read_ignored(std::string_view text, Day today);

/// Marks the ignored items. From then on they fail nothing. Adds notices about the list: expired
/// entries (S17), and entries without a match (S18). `file`: the name of the list. Error: an entry
/// of one person for a finding about consent.
Result<void> apply(const std::vector<IgnoredFinding>& list, Day today, const std::string& file,
                   Report& report);

}  // namespace iam::gen::contract
