#include "host/commands/console/profiles/console_profiles.hpp"

#include "host/commands/chat/profiles/profile_files.hpp"
#include "host/commands/console/servers/server_views.hpp"
#include "host/output/json_member.hpp"
#include "host/session/servers_path.hpp"
#include <iam/chat/profile.hpp>
#include <iam/core/digest.hpp>
#include <iam/core/trusted_text.hpp>

#include <filesystem>
#include <optional>
#include <system_error>

namespace iam::host {
namespace {

/// A profile of the state, never a file elsewhere.
Result<std::filesystem::path> profile_path(const Session& session, const std::string& name) {
    const bool is_path = name.find('/') != std::string::npos || name.ends_with(".json");
    if (!is_path) {
        auto file = find_profile(session, name);
        if (file) return std::move(file->path);
    }
    return fail(Errc::invalid_argument, "A profile's name has 1 to 64 of A-Z a-z 0-9 _ and -.");
}

/// Nothing: there is no such file.
Result<std::optional<std::string>> profile_text(const std::filesystem::path& path) {
    std::error_code problem;
    if (!std::filesystem::exists(path, problem) && !problem) return std::nullopt;
    IAM_TRY(text, read_trusted_text(path.string(), ReadBy::all));
    return std::optional(std::move(text));
}

/// Empty: there is no text.
std::string profile_version(const std::optional<std::string>& text) {
    return text ? sha256(domain_tag("iam/console/profile/1"), *text).hex() : std::string();
}

Result<void> check_version(const std::filesystem::path& path, const std::string& seen) {
    IAM_TRY(text, profile_text(path));
    if (profile_version(text) == seen) return {};
    if (seen.empty())
        return fail(Errc::conflict, "A profile has this name already; choose another one.");
    return fail(Errc::conflict,
                "The profile has changed since this page was loaded; load it anew.");
}

/// Keeps another console from the profiles while the descriptor lives.
Result<store::FileDescriptor> lock_profiles(const Session& session) {
    IAM_TRY(folder, profiles_folder(session));
    return lock_servers(folder / "profiles");
}

}  // namespace

Result<std::string> ConsoleProfiles::list() {
    IAM_TRY(names, profile_names(session_));
    JsonWriter out;
    out.begin_object();
    put(out, "example", chat::example_profile());
    put_list(out, "profiles", names, [this](JsonWriter& to, const std::string& name) {
        const auto profile = find_profile(session_, name).and_then([this](const ProfileFile& file) {
            return load_profile(session_, file);
        });
        to.begin_object();
        if (!profile) put_shown(to, "mistake", profile.error().message);
        if (profile) put_shown(to, "mode", to_string(profile->mode));
        if (profile) put_shown(to, "model", profile->model);
        put_shown(to, "name", name);
        to.end_object();
    });
    out.end_object();
    return out.take();
}

Result<std::string> ConsoleProfiles::show(const std::string& name) {
    IAM_TRY(path, profile_path(session_, name));
    IAM_TRY(text, profile_text(path));
    if (!text)
        return fail(Errc::not_found, "There is no profile of this name; load the list anew.");
    JsonWriter out;
    out.begin_object();
    put_shown(out, "name", name);
    put(out, "text", *text);
    put_shown(out, "version", profile_version(text));
    out.end_object();
    return out.take();
}

Result<std::string> ConsoleProfiles::judge(const std::string& text) {
    IAM_TRY(folder, profiles_folder(session_));
    const auto checked = chat::check_profile(text, folder.string());
    JsonWriter out;
    out.begin_object();
    put_mistakes(out, checked ? std::vector<PlacedError>() : checked.error());
    out.end_object();
    return out.take();
}

Result<void> ConsoleProfiles::save(const console::ProfileDraft& draft) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(path, profile_path(session_, draft.name));
    const auto file_lock = lock_profiles(session_);
    if (!file_lock) return tl::unexpected(file_lock.error());
    IAM_CHECK(check_version(path, draft.version));
    if (!chat::check_profile(draft.text, path.parent_path().string()))
        return fail(Errc::invalid_argument, "The profile has mistakes; check it to see each one.");
    return write_private_file(path, draft.text);
}

Result<void> ConsoleProfiles::remove(const std::string& name, const std::string& version) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(path, profile_path(session_, name));
    const auto file_lock = lock_profiles(session_);
    if (!file_lock) return tl::unexpected(file_lock.error());
    IAM_CHECK(check_version(path, version));
    std::error_code problem;
    if (std::filesystem::remove(path, problem)) return {};
    return fail(problem ? Errc::unavailable : Errc::not_found,
                "The file of the profile cannot be removed; load the list anew.");
}

}  // namespace iam::host
