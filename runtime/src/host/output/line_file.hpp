// A file of lines for this user alone, of bounded size: the call log, the recorded traffic.
#pragma once

#include <iam/core/result.hpp>
#include <iam/store/private_files.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace iam::host {

/// Appends lines. If a line does not fit any more, the file gets the ending ".1", in the place of
/// an older one, and a new file begins. Lines of several processes do not mix, but each of them
/// counts its own lines alone. Thread-safe.
class LineFile {
 public:
    static constexpr std::uint64_t k_bytes_max = std::uint64_t{16} << 20U;

    /// Makes the file with mode 0600; a file that is there gets this mode. Errors: unavailable (it
    /// cannot be opened, is a link, or is another user's).
    static Result<std::unique_ptr<LineFile>> open(std::filesystem::path path,
                                                  std::uint64_t bytes_max = k_bytes_max);
    /// Adds a line end. False: the line was lost, since the disk is full or the file cannot be
    /// renamed.
    bool add(std::string_view line);

 private:
    LineFile(std::filesystem::path path, std::uint64_t bytes_max)
        : path_(std::move(path)), bytes_max_(bytes_max) {}
    Result<void> begin();
    bool begin_anew();

    const std::filesystem::path path_;
    const std::uint64_t bytes_max_;
    std::mutex mutex_{};
    store::FileDescriptor file_{};
    std::uint64_t bytes_ = 0;
};

}  // namespace iam::host
