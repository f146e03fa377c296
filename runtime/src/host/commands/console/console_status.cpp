#include "host/commands/console/console_status.hpp"

#include "host/output/json_member.hpp"
#include <iam/question/escape.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>

namespace iam::host {
namespace {

namespace fs = std::filesystem;

/// A state has a handful of files.
constexpr std::size_t k_state_files_max = 10'000;

void put_status_text(JsonWriter& out, std::string_view name, std::string_view text) {
    out.key(name);
    out.string(question::escape_for_display(text));
}

void put_status_flag(JsonWriter& out, std::string_view name, bool flag) {
    out.key(name);
    out.boolean(flag);
}

void put_status_size(JsonWriter& out, std::string_view name, std::optional<std::uint64_t> size) {
    if (!size) return;
    out.key(name);
    out.integer(*size);
}

void put_rule_file(JsonWriter& out, const RuleFileReport& report) {
    const bool is_good = std::none_of(report.findings.begin(), report.findings.end(),
                                      [](const auto& finding) { return finding.is_error; });
    out.begin_object();
    put_status_text(out, "file", report.file.path.string());
    put_list(out, "findings", report.findings,
             [](JsonWriter& to, const consent::RuleFinding& finding) {
                 to.string(question::escape_for_display(to_string(finding)));
             });
    put_status_flag(out, "is_good", is_good);
    put_status_flag(out, "is_there", report.is_there);
    put_status_flag(out, "last_good_in_force", report.last_good_in_force);
    put_status_text(out, "scope", to_string(report.file.scope));
    out.end_object();
}

/// The bytes of the files below a folder. Nothing: it is no folder, or cannot be read.
std::optional<std::uint64_t> bytes_of(const fs::path& folder) {
    std::error_code problem;
    std::uint64_t bytes = 0;
    std::size_t files = 0;
    fs::recursive_directory_iterator each(folder, problem);
    if (problem) return std::nullopt;
    for (const fs::recursive_directory_iterator end; each != end; each.increment(problem)) {
        if (++files > k_state_files_max) return std::nullopt;
        std::error_code gone;  // a file may go meanwhile
        if (!each->is_regular_file(gone) || gone) continue;
        const std::uint64_t size = each->file_size(gone);
        if (!gone) bytes += size;
    }
    return bytes;
}

void put_store(JsonWriter& out, const std::string& kind, const std::string& place) {
    std::error_code problem;
    const fs::space_info space = fs::space(place, problem);
    out.begin_object();
    put_status_size(out, "bytes", bytes_of(place));
    put_status_size(out, "bytes_free", problem ? std::nullopt : std::optional(space.available));
    put_status_flag(out, "is_writable", ::access(place.c_str(), W_OK) == 0);
    put_status_text(out, "kind", kind);
    put_status_text(out, "place", place);
    out.end_object();
}

}  // namespace

Result<std::string> console_status(const Session& session, RuleFiles& rules) {
    IAM_TRY(place, session.place());
    JsonWriter out;
    out.begin_object();
    put_list(out, "rules", rules.reports(), put_rule_file);
    out.key("store");
    const store::Backend& backend = session.backend();
    put_store(out, backend.kind_of ? backend.kind_of(place) : backend.kind, place);
    out.end_object();
    return out.take();
}

}  // namespace iam::host
