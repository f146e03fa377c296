// The standard headers that the headers of a target begin with, precompiled: most of a parse is theirs, and they hardly ever change.
#pragma once

#include <generator/frontend/frontend.hpp>
#include <generator/frontend/precompiled/prefix_record.hpp>
#include <generator/frontend/precompiled/prefix_watch.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>

namespace iam::gen {

/// What is kept from one run of a job to the next, in its folder for it: the first run writes down which headers could be precompiled, the
/// second one precompiles them, so that what is read once only costs nothing more. Two runs at once do no harm: files are replaced as
/// wholes, and a file is used only if it is the one that its record speaks of. Whatever cannot be read or written is as if it
/// were not there.
class Prefix {
 public:
    explicit Prefix(const ParseJob& job);

    /// The precompiled file of this job, with its record, precompiled now if it is not there or no longer right; nothing if there is
    /// none to be had.
    std::optional<PrefixRecord> open();

    /// Writes down for the next run what this one saw. Not more than `most` of them can be precompiled.
    void remember(LeadingHeaders headers,
                  std::size_t most = std::numeric_limits<std::size_t>::max());

 private:
    std::optional<PrefixRecord> read() const;
    std::optional<PrecompiledFile> build(const LeadingHeaders& headers) const;
    void write(const PrefixRecord& record) const;
    void remove_others(const FileState& but) const;
    std::string record_path() const;
    std::string built_path(const LeadingHeaders& headers) const;

    const ParseJob& job_;
    std::string key_;  // empty: this job has no prefix
    std::optional<PrefixRecord> current_;
};

}  // namespace iam::gen
