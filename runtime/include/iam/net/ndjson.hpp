// Cuts a stream of newline-delimited JSON into its lines.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace iam::net {

/// Reads a stream that comes in pieces. A line ends with LF or CR LF. Blank lines are skipped. The
/// lines are not parsed: each one that it gives should be one JSON text, and any other is an error
/// of the sender. Not thread-safe.
class NdjsonReader {
 public:
    struct Limits {
        std::size_t line_bytes_max = std::size_t{4} << 20U;  ///< without its end
    };
    using OnLine = std::function<void(std::string_view line)>;

    explicit NdjsonReader(Limits limits) : limits_(limits) {}
    NdjsonReader() : NdjsonReader(Limits{}) {}

    /// Takes the next bytes and gives each line that they complete. A line is valid during the call
    /// only. Error: invalid_argument (the limit); then the stream must be given up.
    Result<void> add(std::string_view bytes, const OnLine& on_line);
    /// The stream is over: gives the last line if it has no line end. Call it once.
    void finish(const OnLine& on_line);

 private:
    Limits limits_;
    std::string line_{};  // the received part of a line
    bool is_broken_ = false;
};

}  // namespace iam::net
