// The commands of iam-schema. Each prints its result and returns the exit code (report.hpp).
#pragma once

#include <generator/contract/formats/formats.hpp>
#include <generator/contract/lock/ignore.hpp>
#include <iam/core/clock.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::gen::contract {

/// How a comparison is judged and reported.
struct ReportArguments {
    Format format = Format::text;
    // A file for the report, with words on the standard output. Empty: the standard output.
    std::string output;
    ChangeClass fail_on = ChangeClass::consent;
    std::string levels;                       // file with levels of rules; empty: the rules' own
    std::string ignore;                       // a list of ignored findings; empty: none
    std::vector<lint::LintProfile> profiles;  // providers of models; they must accept the tools
    // State folder of a program, for its recorded calls and permissions. Empty: none.
    std::string ledger;
    std::string rules_page;  // address of docs/contract-rules.md; empty: none
    Moment now{};
    Colours colours = Colours::never;  // of the standard output
};

struct LockArguments {
    std::vector<std::string> files;  // manifests, and last the lock of all
    std::string accept_with;         // command to accept the difference, for the message
    ReportArguments report;
};

struct DiffArguments {
    std::string before;  // "-": the standard input
    std::string after;
    std::optional<Trust> trust;  // nothing: decided by the catalogues
    ReportArguments report;
};

/// The revision of git to compare with. At most one of `revision`, `merge_base` and `tags` is set.
/// Without one it is the commit where this branch left origin/HEAD.
struct BaselineArguments {
    std::string after;
    std::string path;        // of the lock, from the root of the repository
    std::string repository;  // a folder inside of it
    std::string revision;
    std::string merge_base;
    std::string tags;         // a pattern: the newest matching version
    bool transitive = false;  // all matching tags
    std::optional<Trust> trust;
    ReportArguments report;
};

struct WitnessArguments {
    std::string before;
    std::string after;
    // Ids of rules, or beginnings of fingerprints. None: all findings.
    std::vector<std::string> findings;
    std::optional<Trust> trust;
};

struct ExplainArguments {
    std::vector<std::string> ids;
    bool page = false;
};

int lock(const LockArguments& arguments);
int check(const LockArguments& arguments);
int diff(const DiffArguments& arguments);
int baseline(const BaselineArguments& arguments);
int witness(const WitnessArguments& arguments);
int explain(const ExplainArguments& arguments);
int print_rules(bool json);

}  // namespace iam::gen::contract
