// Reads one response out of the bytes of a connection. No input or output.
#pragma once

#include "net/message/head_scan.hpp"
#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace iam::net {

class ResponseReader {
 public:
    struct Form {
        std::size_t header_bytes_max = 0;
        bool is_head = false;     ///< the method of the request: no body comes
        bool is_connect = false;  ///< of the request: a good answer has no body
    };
    enum class Step { more, head, done };

    ResponseReader(Form form, std::function<void(std::string_view)> on_body);
    ResponseReader(const ResponseReader&) = delete;
    ResponseReader& operator=(const ResponseReader&) = delete;
    ~ResponseReader();

    /// Takes all understood bytes from the front of `bytes`. `head` comes once: go on behind it.
    /// Interim responses (1xx) are skipped. Error: corrupt.
    Result<Step> go_on(std::string_view& bytes);
    /// The connection has ended. Error: corrupt, if the response has not.
    Result<void> end();
    /// Without a body.
    Response& head() noexcept { return head_; }
    bool is_in_head() const noexcept { return !parser_; }
    /// True if the response is whole and another one may follow on its connection.
    bool keeps_connection() const;

 private:
    class Parser;
    Result<Step> read_head(std::string_view& bytes);
    Result<void> judge_head() const;

    const Form form_;
    const std::function<void(std::string_view)> on_body_;
    HeadScan scan_{};
    std::unique_ptr<Parser> parser_{};  // from the end of the head on
    Response head_{};
};

}  // namespace iam::net
