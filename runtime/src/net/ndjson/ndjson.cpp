// Lines of newline-delimited JSON. A whole line within a piece is given without a copy.
#include "iam/net/ndjson.hpp"

namespace iam::net {
namespace {

void give_line(std::string_view line, const NdjsonReader::OnLine& on_line) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) on_line(line);
}

}  // namespace

Result<void> NdjsonReader::add(std::string_view bytes, const OnLine& on_line) {
    while (!is_broken_ && !bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        if (line_.size() + part.size() > limits_.line_bytes_max) {
            is_broken_ = true;
            break;
        }
        if (end == std::string_view::npos) {
            line_ += part;
            return {};
        }
        bytes.remove_prefix(end + 1);
        if (line_.empty()) {
            give_line(part, on_line);
            continue;
        }
        line_ += part;
        give_line(line_, on_line);
        line_.clear();
    }
    if (!is_broken_) return {};
    line_ = {};
    return fail(Errc::invalid_argument,
                "The stream has a line that is larger than its limit; close it.");
}

void NdjsonReader::finish(const OnLine& on_line) {
    give_line(line_, on_line);
    line_ = {};
}

}  // namespace iam::net
