// The commands of iam-schema. Each prints, and its result is the exit code (report.hpp).
#pragma once

#include <generator/contract/formats/formats.hpp>
#include <generator/contract/lock/ignore.hpp>
#include <iam/core/clock.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::gen::contract {

/// How a comparison is reported.
struct ReportArguments {
    Format format = Format::text;
    std::string
        output;  // a file for it, and words on the standard output; empty: the standard output
    ChangeClass fail_on = ChangeClass::consent;
    std::string levels;                       // how loud rules are; empty: as they are
    std::string ignore;                       // a list of ignored findings; empty: none
    std::vector<lint::LintProfile> profiles;  // providers of models that must take the tools
    std::string
        ledger;  // the state of a program, whose calls and permissions are counted; empty: none
    std::string rules_page;  // where docs/contract-rules.md can be read; empty: nowhere
    Moment now{};
    Colours colours = Colours::never;  // of the standard output
};

struct LockArguments {
    std::vector<std::string> files;  // manifests, and last the lock of all of them
    std::string accept_with;         // the command to name that accepts the difference
    ReportArguments report;
};

struct DiffArguments {
    std::string before;  // "-": the standard input
    std::string after;
    std::optional<Trust> trust;  // nothing: by the catalogues
    ReportArguments report;
};

/// Which revision of git is compared with. One of them, or none: where this branch left origin/HEAD.
struct BaselineArguments {
    std::string after;
    std::string path;        // of the lock, from the root of the repository
    std::string repository;  // a folder inside of it
    std::string revision;
    std::string merge_base;
    std::string tags;         // a pattern: the newest version that matches
    bool transitive = false;  // all that match
    std::optional<Trust> trust;
    ReportArguments report;
};

struct WitnessArguments {
    std::string before;
    std::string after;
    std::vector<std::string>
        findings;  // ids of rules, or the beginnings of fingerprints; none: all
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
