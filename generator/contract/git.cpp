// Asks the program git, with words that it cannot take for options.
#include <generator/contract/git.hpp>
#include <generator/io/child.hpp>

#include <sstream>

namespace iam::gen::contract {
namespace {

std::string without_line_end(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

Result<ChildResult> run_git(const std::string& folder, const std::vector<std::string>& words) {
    std::vector<std::string> all{"git", "-C", folder};
    all.insert(all.end(), words.begin(), words.end());
    auto result = run_child(all);
    if (!result) return fail(Errc::unavailable, result.error() + "; install git");
    return *std::move(result);
}

}  // namespace

Result<std::string> GitRepository::ask(const std::vector<std::string>& words,
                                       const std::string& problem) const {
    IAM_TRY(result, run_git(folder_, words));
    if (result.exit_code == 0) return result.output;
    IAM_TRY(shallow, run_git(folder_, {"rev-parse", "--is-shallow-repository"}));
    if (shallow.exit_code != 0)
        return fail(Errc::not_found, folder_ +
                                         " is in no repository of git; name one with "
                                         "--repository");
    const bool lacks_history = without_line_end(shallow.output) == "true";
    return fail(Errc::not_found,
                problem + (lacks_history ? "; this clone lacks history, get it with: git fetch "
                                           "--unshallow --tags origin"
                                         : ""));
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
    const std::string problem = "git lists no tags";
    IAM_TRY(answer, ask({"tag", "--list", "--merged", "HEAD", "--sort=-version:refname",
                         "--format=%(refname:short)", "--", pattern},
                        problem));
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
