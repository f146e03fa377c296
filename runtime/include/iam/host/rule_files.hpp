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

/// How a file was when it was looked at last.
struct RuleFileReport {
    RuleFile file{};
    bool is_there = false;
    bool last_good_in_force = false;
    std::vector<consent::RuleFinding> findings{};
};

/// Thread-safe. Each look costs a stat per file, and one per folder on the way to a managed file that is not there; a file that changed is read, and
/// held against the tools of the registry. A file that is not
/// there has no rules. One that cannot be taken up is a RuleFailure; the last good version that this object had of it, if the file was there
/// ever since, stays in force.
///
/// A managed file must belong to root or `managed_owner`, and so must every folder and link on its way; others must not be able to write them.
/// While the file is not there that holds for the folders that are, if its own is among them or this object has seen the file: who can write
/// one may have taken it away. An object that begins after its own folder is gone sees an application that nobody manages.
/// A user's file must belong to who runs the program or to root, and not be writable for everybody.
class RuleFiles final : public consent::RuleSource {
 public:
    RuleFiles(const Registry& registry, const Clock& clock, std::vector<RuleFile> files,
              unsigned managed_owner = 0);
    ~RuleFiles() override;

    std::shared_ptr<const consent::RuleBook> current() override;
    /// Looks anew and says what is wrong.
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
    std::shared_ptr<const consent::RuleBook>
        nothing_known_{};  ///< where memory runs out: denies every call
};

}  // namespace iam::host
