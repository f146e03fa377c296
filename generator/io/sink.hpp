// Destinations for generated text. All text is made first and handed over at once, so a failed run
// leaves the disk unchanged.
#pragma once

#include <generator/model/output.hpp>

#include <tl/expected.hpp>

#include <map>
#include <string>
#include <vector>

namespace iam::gen {

/// The error is a sentence with the path and the way out.
using WriteResult = tl::expected<void, std::string>;

class Sink {
 public:
    Sink() = default;
    virtual ~Sink() = default;
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
    /// Takes all files of a run. On an error, earlier files have kept their bytes and times. There
    /// is one exception: if the disk refuses to rename a written file, some files are new, each of
    /// them whole.
    virtual WriteResult write(const std::vector<OutputFile>& files) = 0;
};

/// Writes below a folder. Makes the folder if necessary. A file with the same bytes is not touched,
/// since build tools look at its time. A different file is replaced by renaming, so nobody reads
/// half of it.
class DiskSink final : public Sink {
 public:
    explicit DiskSink(std::string folder);
    WriteResult write(const std::vector<OutputFile>& files) override;

 private:
    std::string folder_;
};

/// Keeps the written files by name.
class MemorySink final : public Sink {
 public:
    WriteResult write(const std::vector<OutputFile>& files) override;
    const std::map<std::string, std::string>& files() const { return files_; }

 private:
    std::map<std::string, std::string> files_;
};

/// Writes one file with a new time, even if its bytes stay the same: a stamp must be younger than
/// its sources. Parent folders are made. A device or pipe is written to as it is.
WriteResult write_always(const std::string& path, const std::string& text);

}  // namespace iam::gen
