// What is kept of a precompiled prefix beside its file: what it holds, and all that it was made from.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::gen {

/// A file as it was: another size or time is another file.
struct FileState {
    std::string path{};
    std::uint64_t size = 0;
    std::int64_t modified = 0;  ///< nanoseconds since 1970

    friend bool operator==(const FileState&, const FileState&) = default;
};

/// Nothing if it is no regular file.
std::optional<FileState> state_of(const std::string& path);

/// A name that was found in one of the folders where headers are looked for, and must not turn up in those before it.
struct FoundName {
    std::size_t first = 0;   ///< index of the first folder that was asked in vain
    std::size_t folder = 0;  ///< of the one that has it
    std::string name{};      ///< as included, "bits/stl_vector.h"

    friend auto operator<=>(const FoundName&, const FoundName&) = default;
};

/// A precompiled file, and what it was made from.
struct PrecompiledFile {
    FileState file{};
    std::vector<std::string> folders{};  ///< where clang looked for headers, in this order
    std::vector<FileState> inputs{};     ///< the files that it holds
    std::vector<FoundName> found{};      ///< by which names they were asked for
    std::vector<std::pair<std::string, bool>>
        asked{};  ///< by __has_include: whether a folder has it
};

struct PrefixRecord {
    std::string key{};  ///< what the flags and this program come to
    std::vector<std::string>
        headers{};  ///< the standard headers to precompile, as named between < and >
    /// More of them lead where none is precompiled: what asks about macros of the later ones is seen only once these are known.
    bool is_cut = false;
    std::optional<PrecompiledFile> built{};
};

/// Nothing where a name has a line break, which this form has no spelling for.
std::optional<std::string> to_text(const PrefixRecord& record);
/// Nothing where the text is not whole or of another version.
std::optional<PrefixRecord> prefix_record_from(const std::string& text);

/// True if clang would read the same files again: none has changed, none is hidden by one of the same name in a folder that comes
/// earlier, and __has_include answers as it did.
bool is_fresh(const PrecompiledFile& built);

/// Whether one of the folders has a file of this name.
bool has_header(const std::vector<std::string>& folders, const std::string& name);
/// The index behind the last folder before `folder` that has such a file: what an #include_next passed over.
std::size_t first_without(const std::vector<std::string>& folders, std::size_t folder,
                          const std::string& name);

}  // namespace iam::gen
