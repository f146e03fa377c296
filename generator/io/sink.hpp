// Where generated text goes. Everything is made first and handed over at once, so that a failed run
// leaves the disk as it was.
#pragma once

#include <generator/model/output.hpp>

#include <tl/expected.hpp>

#include <map>
#include <string>
#include <vector>

namespace iam::gen {

/// What failed, as a sentence with the path and the way out.
using WriteResult = tl::expected<void, std::string>;

class Sink {
 public:
    Sink() = default;
    virtual ~Sink() = default;
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
    /// Takes all the files of a run. On an error nothing that was there before has changed its
    /// bytes or its time, unless the disk refuses to rename a file that is written already (then
    /// some are new, each of them whole).
    virtual WriteResult write(const std::vector<OutputFile>& files) = 0;
};

/// Writes below a folder, which is made if it is not there. A file that holds the same bytes
/// already is not touched (its time is what build tools look at); another one is replaced by
/// renaming, so that nobody ever reads half of it.
class DiskSink final : public Sink {
 public:
    explicit DiskSink(std::string folder);
    WriteResult write(const std::vector<OutputFile>& files) override;

 private:
    std::string folder_;
};

/// Keeps what was written, by name.
class MemorySink final : public Sink {
 public:
    WriteResult write(const std::vector<OutputFile>& files) override;
    const std::map<std::string, std::string>& files() const { return files_; }

 private:
    std::map<std::string, std::string> files_;
};

/// Writes one file whatever was there before, with a new time: a stamp must be younger than what it
/// was made from. Parent folders are made. What is a device or a pipe is written to as it is.
WriteResult write_always(const std::string& path, const std::string& text);

}  // namespace iam::gen
