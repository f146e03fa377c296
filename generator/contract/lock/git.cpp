// Runs the program git. Its words can never be read as options.
#include <generator/contract/lock/git.hpp>
#include <generator/io/child.hpp>

#include <sstream>

namespace iam::gen::contract {
namespace {

std::string without_line_end(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

constexpr const char* k_get_history = "get it with: git fetch --unshallow --tags origin";

/// Runs git in English and without the network. In a partial clone, git would otherwise fetch a
/// missing file.
Result<ChildResult> run_git(const std::string& folder, const std::vector<std::string>& words,
                            bool errors_too = false) {
    std::vector<std::string> all{"git", "-C", folder};
    all.insert(all.end(), words.begin(), words.end());
    auto result = run_child(
        all, {.variables = {"GIT_ALLOW_PROTOCOL=none", "LC_ALL=C"}, .errors_too = errors_too});
    if (!result) return fail(Errc::unavailable, result.error() + "; install git");
    return *std::move(result);
}

/// Joins several lines into one sentence.
std::string joined_lines(const std::string& text) {
    std::string sentence;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t start = line.find_first_not_of(" \t");
        if (start != std::string::npos)
            sentence += (sentence.empty() ? "" : " ") + line.substr(start);
    }
    return sentence;
}

}  // namespace

Result<bool> GitRepository::lacks_history() const {
    IAM_TRY(shallow, run_git(folder_, {"rev-parse", "--is-shallow-repository"}, true));
    if (shallow.exit_code == 0) return without_line_end(shallow.output) == "true";
    return fail(Errc::not_found, "git reads no repository in " + folder_ + ": " +
                                     joined_lines(shallow.output) +
                                     "; name another folder with --repository");
}

Result<std::string> GitRepository::ask(const std::vector<std::string>& words,
                                       const std::string& problem) const {
    IAM_TRY(result, run_git(folder_, words));
    if (result.exit_code == 0) return result.output;
    IAM_TRY(is_cut, lacks_history());
    return fail(Errc::not_found,
                problem + (is_cut ? std::string("; this clone lacks history, ") + k_get_history
                                  : std::string()));
}

Result<std::string> GitRepository::commit_of(const std::string& revision) const {
    if (revision.empty() || revision.front() == '-')
        return fail(Errc::invalid_argument, "'" + revision + "' is no revision");
    IAM_TRY(answer, ask({"rev-parse", "--verify", "--quiet", revision + "^{commit}"},
                        "git knows no revision '" + revision + "'"));
    return without_line_end(answer);
}

Result<std::string> GitRepository::merge_base(const std::string& revision) const {
    IAM_TRY(other, commit_of(revision));
    IAM_TRY(answer, ask({"merge-base", "HEAD", other},
                        "HEAD and '" + revision + "' have no commit in common"));
    return without_line_end(answer);
}

Result<std::vector<std::string>> GitRepository::tags(const std::string& pattern) const {
    // Tags behind the end of a cut history would be missing silently.
    IAM_TRY(is_cut, lacks_history());
    if (is_cut)
        return fail(
            Errc::not_found,
            std::string("this clone lacks history, so tags may be missing; ") + k_get_history);
    // With "-" as a version's suffix, a candidate sorts before its release.
    IAM_TRY(answer, ask({"-c", "versionsort.suffix=-", "tag", "--list", "--merged", "HEAD",
                         "--sort=-version:refname", "--format=%(refname:strip=2)", "--", pattern},
                        "git lists no tags"));
    std::vector<std::string> names;
    std::istringstream lines(answer);
    for (std::string line; std::getline(lines, line);) names.push_back(line);
    if (names.empty())
        return fail(Errc::not_found, "no tag of this branch's history matches '" + pattern +
                                         "'; get tags with: git fetch --tags origin");
    return names;
}

Result<std::string> GitRepository::file_at(const std::string& commit,
                                           const std::string& path) const {
    return ask({"cat-file", "blob", commit + ":" + path},
               "there is no file " + path + " at " + commit +
                   "; its path counts from the root of the repository");
}

}  // namespace iam::gen::contract
