// Files of rules, read again when they change: a RuleSource for a Runtime.
#pragma once

#include <iam/consent/rules_file.hpp>
#include <iam/core/clock.hpp>
#include <iam/tool/registry.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace iam::host {

struct RuleFile {
    consent::RuleScope scope = consent::RuleScope::user;
    std::filesystem::path path{};
};

/// The state of a file at the last look.
struct RuleFileReport {
    RuleFile file{};
    bool is_there = false;
    bool last_good_in_force = false;
    std::vector<consent::RuleFinding> findings{};
};

/// Reads the files of rules again when they change. Thread-safe. Each look costs a stat per file,
/// and a stat per folder on the way to a missing managed file. A changed file is read and checked
/// against the tools of the registry. A missing file has no rules and ends its last good version.
/// If a file cannot be loaded, it is a RuleFailure, and this object's last good version stays in
/// force.
///
/// A managed file must belong to root or `managed_owner`, and so must every folder and link on its
/// way. Others must not be able to write them. If the file is missing, its existing folders are
/// judged alike, provided that its own folder exists or this object has seen the file: a writer of
/// a folder may have removed it. A fault makes the file a RuleFailure. An object made after the
/// folder is gone treats the application as unmanaged.
///
/// A user's file must belong to the program's user or to root, and must not be writable for
/// everybody.
class RuleFiles final : public consent::RuleSource {
 public:
    RuleFiles(const Registry& registry, const Clock& clock, std::vector<RuleFile> files,
              unsigned managed_owner = 0);
    ~RuleFiles() override;

    std::shared_ptr<const consent::RuleBook> current() override;
    /// Looks anew and reports each file with its mistakes.
    std::vector<RuleFileReport> reports();

 private:
    struct Known;
    std::shared_ptr<const consent::RuleBook> look_at_all();
    bool look(Known& known);
    void take_up(Known& known);

    const Registry& registry_;
    const Clock& clock_;
    const unsigned managed_owner_;
    std::mutex mutex_{};
    std::vector<Known> files_;
    std::uint64_t generation_ = 0;
    std::shared_ptr<const consent::RuleBook> book_{};
    /// Denies every call. Returned if memory runs out.
    std::shared_ptr<const consent::RuleBook> nothing_known_{};
};

}  // namespace iam::host
