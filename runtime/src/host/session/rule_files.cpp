// Judges the open file, not its name, before it believes the text.
#include "iam/host/rule_files.hpp"

#include <iam/core/file_owner.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <exception>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

namespace iam::host {
namespace {

using consent::RuleFinding;
using consent::RuleScope;

class OpenFile {
 public:
    explicit OpenFile(const std::filesystem::path& path)
        : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (number_ >= 0) ::close(number_);
    }
    int number() const noexcept { return number_; }

 private:
    int number_;
};

/// Differs if the file differs. Two changes within one clock tick may have one stamp; see
/// is_settled.
using Stamp = std::tuple<dev_t, ino_t, off_t, time_t, long, time_t, long>;

Stamp stamp_of(const struct stat& facts) {
    return {facts.st_dev,          facts.st_ino,         facts.st_size,        facts.st_mtim.tv_sec,
            facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec};
}

bool is_missing(int problem) {
    return problem == ENOENT || problem == ENOTDIR;
}

std::string reason_of(int problem) {
    return std::generic_category().message(problem);
}

std::string make_roots(const std::filesystem::path& path) {
    return "; make it root's: chown root " + path.string();
}

/// Why others could exchange the file; empty: only root and `owner` can.
std::string fault_on_way(const std::filesystem::path& path, unsigned owner) {
    const auto found = check_way(path, owner);
    return found ? found->fault + "; " + found->way_out : std::string();
}

bool is_folder(const std::filesystem::path& path) {
    struct stat facts {};
    return ::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

std::string check_owner(RuleScope scope, const struct stat& facts, unsigned managed_owner,
                        const std::filesystem::path& path) {
    if (!S_ISREG(facts.st_mode)) return "it is no file; put one there, or take this away.";
    const std::string close_it = "; make it its owner's alone: chmod go-w " + path.string();
    if (scope == RuleScope::managed) {
        const std::string problem = "others than the administrator can write it";
        if (is_foreign(facts, managed_owner)) return problem + make_roots(path);
        if (others_may_write(facts)) return problem + close_it;
        return fault_on_way(path, managed_owner);
    }
    if (scope != RuleScope::user) return {};
    if (is_foreign(facts, ::geteuid())) {
        return "another user can write it; have it given to you, as root: chown " +
               std::to_string(::geteuid()) + " " + path.string();
    }
    return (facts.st_mode & S_IWOTH) != 0 ? "another user can write it" + close_it : "";
}

std::string unreadable(int problem, const std::filesystem::path& path) {
    return "it cannot be read (" + reason_of(problem) +
           (problem == EACCES ? "); let the program's user read it: chmod a+r " + path.string()
                              : "); put it right, or take it away.");
}

Result<std::string> read_all(int file) {
    std::string text;
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t count = ::read(file, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return fail(Errc::unavailable, reason_of(errno));
        if (count == 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
        if (text.size() > consent::k_rules_bytes_max) {
            return fail(Errc::invalid_argument, "it is longer than 4 MiB; shorten it");
        }
    }
}

}  // namespace

struct RuleFiles::Known {
    RuleFileReport report{};
    std::optional<Stamp> stamp{};
    /// the stamp was old enough to differ from the stamp of any later change
    bool is_settled = false;
    std::string text{};
    std::string refused{};  ///< why the file could not be read
    std::optional<std::vector<consent::Rule>> good{};
    Digest good_text{};  ///< of the text of the good rules
};

RuleFiles::RuleFiles(const Registry& registry, const Clock& clock, std::vector<RuleFile> files,
                     unsigned managed_owner)
    : registry_(registry), clock_(clock), managed_owner_(managed_owner) {
    const consent::RuleFailure failure{
        RuleScope::managed, "all files",
        "they could not be read, most likely for lack of memory; free some, and call again.",
        false};
    nothing_known_ =
        std::make_shared<consent::RuleBook>(std::vector<consent::Rule>{}, std::vector{failure});
    for (RuleFile& file : files) {
        Known known;
        known.report.file = std::move(file);
        files_.push_back(std::move(known));
    }
}

RuleFiles::~RuleFiles() = default;

/// True if the text, or the fault of its reading, has changed.
bool RuleFiles::look(Known& known) {
    const std::filesystem::path& path = known.report.file.path;
    struct stat facts {};
    const int problem = ::stat(path.c_str(), &facts) == 0 ? 0 : errno;
    if (problem == 0 && known.is_settled && known.stamp == stamp_of(facts)) return false;
    const bool was_there = std::exchange(known.report.is_there, !is_missing(problem));
    known.is_settled = false;
    std::string text;
    std::string refused;
    const bool was_known = was_there || known.good || !known.refused.empty();
    if (!known.report.is_there && known.report.file.scope == RuleScope::managed &&
        (was_known || is_folder(path.parent_path()))) {
        // An administrator manages this application, and a writer of a folder may have removed the
        // file. The way of an unmanaged application is not judged: in a sandbox it belongs to the
        // sandbox's maker.
        refused = fault_on_way(path, managed_owner_);
    }
    if (known.report.is_there) {
        const OpenFile file(path);
        if (file.number() < 0 || ::fstat(file.number(), &facts) != 0) {
            refused = unreadable(errno, path);
        } else {
            refused = check_owner(known.report.file.scope, facts, managed_owner_, path);
        }
        if (refused.empty()) {
            auto read = read_all(file.number());
            if (read) text = *std::move(read);
            if (!read) refused = read.error().message + ".";
            known.stamp = stamp_of(facts);
            const std::chrono::sys_seconds changed{std::chrono::seconds(facts.st_ctim.tv_sec)};
            known.is_settled = changed + std::chrono::seconds(2) < clock_.now().wall;
        }
    }
    const bool same =
        was_there == known.report.is_there && text == known.text && refused == known.refused;
    known.text = std::move(text);
    known.refused = std::move(refused);
    return !same;
}

void RuleFiles::take_up(Known& known) {
    RuleFileReport& report = known.report;
    report.findings.clear();
    report.last_good_in_force = false;
    const std::string name = report.file.path.string();
    if (!report.is_there && known.refused.empty()) {
        // A missing file ends its last good version: a later bad file has none.
        known.good.reset();
        return;
    }
    consent::CheckedRules checked;
    if (!known.refused.empty()) {
        checked.findings.push_back({true, {name, {}}, known.refused});
    } else {
        checked = consent::read_and_check_rules(known.text, name, report.file.scope,
                                                registry_.snapshot()->contracts());
    }
    report.findings = std::move(checked.findings);
    // Holds also if the tools changed and not the file: good rules go on protecting.
    report.last_good_in_force = !checked.rules && known.good;
    if (checked.rules) {
        known.good = std::move(checked.rules);
        known.good_text = sha256(domain_tag("iam/rules/1"), known.text);
    }
}

std::shared_ptr<const consent::RuleBook> RuleFiles::current() {
    const std::lock_guard lock(mutex_);
    try {
        return look_at_all();
    } catch (const std::exception&) {
        book_.reset();  // the next look makes the book anew
        return nothing_known_;
    }
}

std::shared_ptr<const consent::RuleBook> RuleFiles::look_at_all() {
    const std::uint64_t generation = registry_.snapshot()->generation();
    const bool tools_changed = generation_ != generation;
    bool changed = !book_ || tools_changed;
    for (Known& known : files_) {
        if (!look(known) && book_ && !tools_changed) continue;
        take_up(known);
        changed = true;
    }
    if (!changed) return book_;
    generation_ = generation;
    std::vector<consent::Rule> rules;
    std::vector<consent::RuleFailure> failures;
    Hasher texts(domain_tag("iam/rules/1"));
    bool has_rules = false;
    for (const Known& known : files_) {
        if (known.good) {
            rules.insert(rules.end(), known.good->begin(), known.good->end());
            texts.update_framed(to_string(known.report.file.scope)).update(known.good_text);
            has_rules = true;
        }
        std::string message;
        for (const RuleFinding& finding : known.report.findings) {
            if (finding.is_error && message.empty()) message = to_string(finding);
        }
        if (message.empty()) continue;
        failures.push_back({known.report.file.scope, known.report.file.path.string(),
                            std::move(message), known.report.last_good_in_force});
    }
    book_ = std::make_shared<consent::RuleBook>(
        std::move(rules), std::move(failures),
        has_rules ? std::optional(texts.finish()) : std::nullopt);
    return book_;
}

std::vector<RuleFileReport> RuleFiles::reports() {
    static_cast<void>(current());
    const std::lock_guard lock(mutex_);
    std::vector<RuleFileReport> all;
    for (const Known& known : files_) all.push_back(known.report);
    return all;
}

}  // namespace iam::host
