#include "net/message/head_scan.hpp"

namespace iam::net {

HeadScan::State HeadScan::malformed(std::string_view problem) noexcept {
    problem_ = problem;
    return State::malformed;
}

HeadScan::State HeadScan::go_on(std::string_view head) noexcept {
    for (; at_ < head.size(); ++at_) {
        const char c = head[at_];
        if (c == '\n') return malformed("A line of the head ends with LF alone; send CR LF.");
        if (at_ == line_start_ && at_ != 0 && (c == ' ' || c == '\t'))
            return malformed("A field is folded over several lines; send it in one line.");
        if (c == '\r') {
            if (at_ + 1 == head.size()) return State::open;
            if (head[at_ + 1] != '\n')
                return malformed("The head has a CR without LF; send CR LF.");
            const bool is_empty = at_ == line_start_;
            ++at_;
            if (is_empty) {
                ++at_;
                return State::complete;
            }
            line_start_ = at_ + 1;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\t') || byte == 0x7f)
            return malformed("The head has a control character; send text.");
    }
    return State::open;
}

}  // namespace iam::net
