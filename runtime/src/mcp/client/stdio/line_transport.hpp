// The common part of transports that send and get a message a line.
#pragma once

#include "mcp/client/transport.hpp"
#include "mcp/lines/line_channel.hpp"
#include "mcp/lines/line_source.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace iam::mcp {

/// The descriptors belong to the derived transport. Its destructor calls end_writing() first.
class LineTransport : public Transport {
 public:
    bool send(rpc::Output& output) final {
        if (!writer_.can_take()) return false;
        output.text += '\n';
        writer_.take(std::move(output.text), false);
        return true;
    }

    void use_revision(std::string_view /*revision*/) final {}

 protected:
    LineTransport(int in, int out, std::size_t message_bytes_max, TransportEvents events)
        : events_(std::move(events)), lines_(in, message_bytes_max), writer_(out, [this] {
              if (events_.on_free) events_.on_free();
          }) {}

    /// Gives the whole lines that are there. False: the input has ended.
    bool read_lines() {
        return lines_.read([this](std::string_view line) { events_.on_message(line); });
    }
    void end_writing() { writer_.end(); }
    void tell_end(std::string why) {
        if (events_.on_end) events_.on_end(Error{Errc::unavailable, std::move(why)});
    }

 private:
    TransportEvents events_;
    LineSource lines_;
    LineWriter writer_;
};

}  // namespace iam::mcp
