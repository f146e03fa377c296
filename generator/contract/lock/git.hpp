// What a file was at a revision of git. Nothing is checked out, nothing is fetched, not even by a partial clone.
#pragma once

#include <iam/core/result.hpp>

#include <string>
#include <vector>

namespace iam::gen::contract {

class GitRepository {
 public:
    /// `folder`: anywhere inside of it.
    explicit GitRepository(std::string folder) : folder_(std::move(folder)) {}

    /// The commit that a revision names: 40 digits or more. Errors, here and below: a sentence with the way out; in a clone that lacks
    /// history, the command that gets it.
    Result<std::string> commit_of(const std::string& revision) const;
    /// Where this branch left the other one.
    Result<std::string> merge_base(const std::string& revision) const;
    /// The tags of this branch's history that a pattern of git matches, the newest version first: a release after its candidates.
    Result<std::vector<std::string>> tags(const std::string& pattern) const;
    /// The bytes of a file, whose path counts from the root of the repository.
    Result<std::string> file_at(const std::string& commit, const std::string& path) const;

 private:
    /// Whether the clone is a shallow one.
    Result<bool> lacks_history() const;
    Result<std::string> ask(const std::vector<std::string>& words,
                            const std::string& problem) const;

    std::string folder_;
};

}  // namespace iam::gen::contract
