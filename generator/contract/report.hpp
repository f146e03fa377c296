// A comparison of two catalogues, ready to be written in any format.
#pragma once

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

/// The people and the reason behind an ignored finding.
struct Acceptance {
    std::string reason;
    std::string owner;
    std::string approved_by;  ///< may be empty
    std::string expires;      ///< the last day, "2026-12-31"
};

/// Calls of this many days are counted.
inline constexpr int k_usage_days = 90;

/// The recorded use relevant to a finding.
struct Usage {
    std::size_t calls = 0;  ///< recorded calls of the tool
    /// Newly failing calls among them. Nothing: the finding is not about calls.
    std::optional<std::size_t> breaking{};
    /// Undecidable calls: the record lacks some of their arguments.
    std::size_t untold = 0;
    std::size_t permissions = 0;  ///< standing permissions suspended or revoked by it
};

struct Item {
    std::string tool;  ///< empty: about the catalogue as a whole
    Finding finding;
    /// The tool's annotation, if it is our own. For a removed tool, its former file.
    Place place;
    std::string fingerprint;  ///< same for the same change of the same tool
    bool fails = false;
    std::optional<Acceptance> accepted{};
    std::optional<Usage> usage{};  ///< set if a ledger was asked
    std::string release{};         ///< earlier release with this finding; empty: the compared one
};

/// An item about something else than a change of a tool, with the values of its rule. `before`:
/// canonical text, or nothing.
Item item_of(std::string_view rule, std::string tool, std::string pointer, Place place,
             std::string before = {});

struct Report {
    std::string before;       ///< the side before, as it was named
    std::string before_file;  ///< its file, without a revision; empty: none
    std::string after;
    std::vector<std::string> tools;      ///< the names of both sides, sorted
    std::vector<std::string> old_tools;  ///< names of the side before
    std::vector<Item> items;
    Trust trust = Trust::first_party;
};

/// The two sides of a comparison, and how it is judged.
struct Comparison {
    std::string before_name;
    std::string after_name;
    Trust trust = Trust::first_party;
    ChangeClass fail_on = ChangeClass::consent;  ///< this class and the worse ones fail
    std::string before_file{};                   ///< file of findings about this side; empty: none
    std::string after_file{};
    /// A new refusal of one of these providers is S09.
    std::vector<lint::LintProfile> profiles{};
};

Report compare(const Catalogue& before, const Catalogue& after, const Comparison& how);

/// Adds a finding for a lock different from the sources (S11).
void add_stale_lock(Report& report, const std::string& lock_file);

/// Adds changes that break callers of an earlier release but not callers of the last one (S13).
/// Undecided findings about the earlier release are added too. A new tool with a name of the
/// earlier release becomes T03. `earlier`: the comparison with the earlier release.
void add_earlier_release(Report& report, const Report& earlier, ChangeClass fail_on);

// Exit codes of every command; --help prints them.
inline constexpr int k_fine = 0;
inline constexpr int k_found = 1;
inline constexpr int k_usage = 2;
inline constexpr int k_no_baseline = 3;
inline constexpr int k_undecided = 4;
inline constexpr int k_internal = 70;

/// k_found if an item fails; k_no_baseline if the lock is stale; k_undecided if something was not
/// compared or decided, and nobody answers for it. k_undecided does not depend on the failing
/// class.
int exit_code(const Report& report);

/// The number of findings of each class, in the order of ChangeClass.
std::array<std::size_t, 5> counts(const Report& report);

/// The step of semantic versioning for these changes: "major", "minor", "patch" or "none".
std::string_view version_advice(const Report& report);

/// The effect on standing permissions: "kept", "suspended" or "revoked".
std::string_view grants_text(const Finding& finding);

}  // namespace iam::gen::contract
