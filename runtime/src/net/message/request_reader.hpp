// Reads requests out of the bytes of a connection: within limits, and only if every server would
// read the same request out of them. No input or output.
#pragma once

#include "net/message/head_scan.hpp"
#include <iam/net/http_message.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace iam::net {

/// Why a request is not taken. After it the connection must be closed, since nobody knows where the
/// next request begins.
struct Refusal {
    unsigned status = 400;
    std::string text{};  ///< a sentence for the client
};

class RequestReader {
 public:
    struct Limits {
        std::size_t header_bytes_max = 0;
        std::size_t body_bytes_max = 0;
    };
    enum class Step {
        more,     ///< the request goes on
        head,     ///< the head is there: request() has all but the body; go on
        done,     ///< request() is whole
        refused,  ///< see refusal()
    };

    explicit RequestReader(Limits limits);
    RequestReader(const RequestReader&) = delete;
    RequestReader& operator=(const RequestReader&) = delete;
    ~RequestReader();

    /// Takes all understood bytes from the front of `bytes`. From an incomplete head it takes
    /// nothing: then `bytes` must come again with more behind them.
    Step go_on(std::string_view& bytes);

    Request& request() noexcept { return request_; }
    Refusal& refusal() noexcept { return refusal_; }
    bool is_in_head() const noexcept { return !parser_; }
    bool is_http_1_0() const noexcept { return is_http_1_0_; }
    /// The client waits for 100 before it sends the body.
    bool expects_continue() const noexcept { return expects_continue_; }
    /// The client takes no further response on this connection.
    bool closes() const noexcept { return closes_; }

 private:
    class Parser;
    Step refuse(unsigned status, std::string text);
    Step read_head(std::string_view& bytes);
    Step judge_head();
    Step read_body(std::string_view& bytes);

    Limits limits_;
    HeadScan scan_{};
    std::unique_ptr<Parser> parser_{};  // from the end of the head on
    Request request_{};
    Refusal refusal_{};
    bool is_http_1_0_ = false;
    bool expects_continue_ = false;
    bool closes_ = false;
};

}  // namespace iam::net
