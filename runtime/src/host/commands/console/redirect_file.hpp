// A file that leads a browser to an address. Arguments of programs can be read by everybody; this
// file by its owner alone.
#pragma once

#include <iam/core/entropy.hpp>
#include <iam/core/result.hpp>

#include <filesystem>
#include <string>

namespace iam::host {

/// Removes the file at its end.
class RedirectFile {
 public:
    /// Makes a file of mode 0600 in the folder. `url` has no character with a meaning in HTML.
    /// Error: unavailable.
    static Result<RedirectFile> make(const std::filesystem::path& folder, const std::string& url,
                                     Entropy& entropy);
    RedirectFile(RedirectFile&& other) noexcept : path_(std::move(other.path_)) {
        other.path_.clear();
    }
    RedirectFile& operator=(RedirectFile&&) = delete;
    RedirectFile(const RedirectFile&) = delete;
    RedirectFile& operator=(const RedirectFile&) = delete;
    ~RedirectFile();

    const std::filesystem::path& path() const noexcept { return path_; }

 private:
    explicit RedirectFile(std::filesystem::path path) noexcept : path_(std::move(path)) {}
    std::filesystem::path path_;
};

}  // namespace iam::host
