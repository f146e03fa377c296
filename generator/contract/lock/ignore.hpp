// Findings that somebody has looked at and answers for, until a day.
#pragma once

#include <generator/contract/lock/day.hpp>
#include <generator/contract/report.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen::contract {

/// An entry may be valid for this long.
inline constexpr std::chrono::days k_ignored_days_max{90};

/// One finding, named by everything that its fingerprint is made of. There are no patterns.
struct IgnoredFinding {
    std::string rule;
    std::string tool;
    std::string pointer;
    Acceptance acceptance;  ///< its fingerprint is the finding's
    std::string fingerprint;
    Day created{};
    Day expires{};
    std::string place;  ///< of the entry, as a pointer into the list
};

/// {"iam": 1, "ignore": [{rule, tool, pointer, fingerprint, reason, owner, approved_by, created, expires, link}]}. Every member but
/// `approved_by` and `link` must be there and no other one may; `approved_by` must be there for a rule of class consent, and is somebody else
/// than the owner. Days are "2026-12-31", and an entry is created today at the latest. The error's pointer says where.
Result<std::vector<IgnoredFinding>> read_ignored(std::string_view text, Day today);

/// Marks the items that are ignored, which then fail nothing, and adds what is wrong about the list: entries that have expired (S17), and those
/// that ignore nothing (S18). `file`: the name of the list. Error: an entry of one person for a finding that is about consent.
Result<void> apply(const std::vector<IgnoredFinding>& list, Day today, const std::string& file,
                   Report& report);

}  // namespace iam::gen::contract
