// A comparison of two catalogues, ready to be written in any format.
#pragma once

#include <generator/contract/lock/day.hpp>
#include <generator/contract/lock/lock.hpp>
#include <generator/lint/lint.hpp>
#include <iam/contract/tool_findings.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen::contract {

using iam::contract::ChangeClass;
using iam::contract::Finding;
using iam::contract::Level;
using iam::contract::take_rule;
using iam::contract::Trust;

/// A line of the sources, or a file as a whole.
struct Place {
    std::string file{};
    unsigned line = 0;
};

/// Who answers for a finding that fails nothing.
struct Acceptance {
    std::string reason;
    std::string owner;
    std::string approved_by;  ///< may be empty
    std::string expires;      ///< the last day, "2026-12-31"
};

/// For so many days calls are counted.
inline constexpr int k_usage_days = 90;

/// What a ledger says of a finding.
struct Usage {
    std::size_t calls = 0;  ///< recorded calls of the tool
    std::optional<std::size_t>
        breaking{};  ///< those of them that fail now; nothing: it is not about calls
    std::size_t untold =
        0;  ///< those of which it cannot be told, since the record has not all of the arguments
    std::size_t permissions = 0;  ///< standing permissions that it suspends or revokes
};

struct Item {
    std::string tool;  ///< empty: about the catalogue as a whole
    Finding finding;
    Place
        place;  ///< of the tool's annotation, where it is our own; of one that is gone, the file it was in
    std::string fingerprint;  ///< the same for the same change of the same tool, whatever its texts
    bool fails = false;
    std::optional<Acceptance> accepted{};
    std::optional<Usage> usage{};  ///< where a ledger was asked
    std::string release{};  ///< an earlier one that it is about; empty: the one that was compared
};

/// An item that is not about a change of a tool, as its rule has it. `before`: canonical text, or nothing.
Item item_of(std::string_view rule, std::string tool, std::string pointer, Place place,
             std::string before = {});

struct Report {
    std::string before;       ///< what was compared, as it was named
    std::string before_file;  ///< the file that it was in, without a revision; empty: none
    std::string after;
    std::vector<std::string> tools;      ///< the names of both sides, sorted
    std::vector<std::string> old_tools;  ///< those of the side before
    std::vector<Item> items;
};

/// What to compare and how to judge it.
struct Comparison {
    std::string before_name;
    std::string after_name;
    Trust trust = Trust::first_party;
    ChangeClass fail_on = ChangeClass::consent;  ///< this class and the worse ones fail
    std::string before_file{};  ///< the files in which findings stand; empty: they are in none
    std::string after_file{};
    std::vector<lint::LintProfile>
        profiles{};  ///< what these providers refuse, and did not before, is S09
    Day today{};     ///< a tool that goes before the day until which it was promised is T12
};

Report compare(const Catalogue& before, const Catalogue& after, const Comparison& how);

/// Adds that the lock does not say what the sources say (S11).
void add_stale_lock(Report& report, const std::string& lock_file);

/// Adds what breaks callers of an earlier release and does not break those of the last one (S13), and what could not be decided of it. A new
/// tool whose name that release had is T03. `earlier`: the comparison with that release.
void add_earlier_release(Report& report, const Report& earlier, ChangeClass fail_on);

// Exit codes of every command; --help prints them.
inline constexpr int k_fine = 0;
inline constexpr int k_found = 1;
inline constexpr int k_usage = 2;
inline constexpr int k_no_baseline = 3;
inline constexpr int k_undecided = 4;
inline constexpr int k_internal = 70;

/// k_found where something fails; k_no_baseline for a lock that is stale; k_undecided where something was not compared or not decided,
/// and nobody answers for it, whatever is said to fail.
int exit_code(const Report& report);

/// How many findings are of each class, in the order of ChangeClass.
std::array<std::size_t, 5> counts(const Report& report);

/// What semantic versioning makes of it: "major", "minor", "patch" or "none".
std::string_view version_advice(const Report& report);

/// What happens to standing permissions: "kept", "suspended", "revoked".
std::string_view grants_text(const Finding& finding);

}  // namespace iam::gen::contract
