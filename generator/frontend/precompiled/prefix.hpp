// Precompiles the leading standard headers of a target's headers. They take most of a parse, and
// hardly ever change.
#pragma once

#include <generator/frontend/frontend.hpp>
#include <generator/frontend/precompiled/prefix_record.hpp>
#include <generator/frontend/precompiled/prefix_watch.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>

namespace iam::gen {

/// The state of a job in its own folder, kept from one run to the next. The first run records the
/// headers fit for precompilation, and the second run precompiles them. So headers read only once
/// cost nothing more. Two runs at once do no harm. Files are replaced as wholes, and a file is used
/// only if its record describes it. If a file cannot be read or written, it counts as missing.
class Prefix {
 public:
    explicit Prefix(const ParseJob& job);

    /// The precompiled file of this job, with its record. It is made now if it is missing or out of
    /// date. Nothing if it cannot be made.
    std::optional<PrefixRecord> open();

    /// Records the leading headers of this run for the next run. At most `most` of them are kept.
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
