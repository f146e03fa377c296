// Reads files at a revision of git. It checks nothing out and fetches nothing, not even in a
// partial clone.
#pragma once

#include <iam/core/result.hpp>

#include <string>
#include <vector>

namespace iam::gen::contract {

class GitRepository {
 public:
    /// `folder`: a folder inside of the repository.
    explicit GitRepository(std::string folder) : folder_(std::move(folder)) {}

    /// The named commit, in 40 digits or more. All errors of this class are sentences with the way
    /// out. If the clone lacks history, the way out is the command to get it.
    Result<std::string> commit_of(const std::string& revision) const;
    /// The commit where this branch left the other one.
    Result<std::string> merge_base(const std::string& revision) const;
    /// The tags of this branch's history matched by a pattern of git, the newest version first. A
    /// release counts as newer than its candidates.
    Result<std::vector<std::string>> tags(const std::string& pattern) const;
    /// The bytes of a file. Its path counts from the root of the repository.
    Result<std::string> file_at(const std::string& commit, const std::string& path) const;

 private:
    /// True for a shallow clone.
    Result<bool> lacks_history() const;
    Result<std::string> ask(const std::vector<std::string>& words,
                            const std::string& problem) const;

    std::string folder_;
};

}  // namespace iam::gen::contract
