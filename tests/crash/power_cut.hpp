// What a disk may hold after a power cut: everything that was made to last, and of the rest any
// part.
#pragma once

#include "file_recorder.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace iam::test {

/// The content of each file, by name.
using DiskImage = std::map<std::string, std::string>;

/// Follows the events of a recording. Only what a sync of the file, or of the folder for names, has
/// covered is sure to be there; the rest was written or not, in any order and combination, and of a
/// write each 512 bytes may be there, be missing or be anything.
class Disk {
 public:
    /// Scratch files are left out.
    void apply(const FileEvent& event);
    /// Which sync this is about to be, in words: what of it has still to be made to last.
    std::string name_of(const FileEvent& sync) const;

    /// Every combination where few changes are open; else none, all, each alone, each left out,
    /// each torn behind those before it, and `tries` by chance.
    void each_image(std::mt19937& random, int tries,
                    const std::function<void(const DiskImage&)>& visit) const;

 private:
    class Choice;
    using Changes = std::vector<FileEvent>;

    void settle(const std::function<bool(const FileEvent&)>& is_covered);
    DiskImage image(const Choice& choice) const;

    std::map<int, std::string> contents_{};  // that last, by file
    std::map<std::string, int> names_{};     // that last
    Changes open_{};
};

}  // namespace iam::test
