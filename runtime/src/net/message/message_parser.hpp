// Beast's reader of messages, with our values as its target. The scan of the head comes before it.
#pragma once

#include <iam/net/http_message.hpp>

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace iam::net {

namespace beast = boost::beast;
namespace http = boost::beast::http;

/// The parts of the first line.
struct StartLine {
    std::string method{};
    std::string target{};
    unsigned status = 0;
    int version = 11;  // 10 or 11
};

template <bool is_request>
class MessageParser : public http::basic_parser<is_request> {
 public:
    using OnBody = std::function<void(std::string_view)>;

    /// `fields` and the objects used by `on_body` must outlive the parser.
    MessageParser(Fields& fields, std::optional<std::size_t> body_bytes_max, OnBody on_body)
        : fields_(fields), on_body_(std::move(on_body)) {
        this->header_limit(UINT32_MAX);  // the scan has judged it
        if (body_bytes_max)
            this->body_limit(*body_bytes_max);
        else
            this->body_limit(boost::none);
        this->eager(false);
    }
    StartLine& start_line() noexcept { return start_line_; }

    enum class Step { more, done, failed };
    /// Reads as much of the body as there is, from the front of `bytes`.
    Step read_body(std::string_view& bytes, beast::error_code& code) {
        while (!this->is_done()) {
            // Between chunks at least so many bytes are to come, and Beast asserts their presence.
            const std::size_t needed = this->chunked() && chunk_left_ == 0 ? k_last_chunk_size : 1;
            if (bytes.size() < needed) return Step::more;
            const std::size_t taken = this->put({bytes.data(), bytes.size()}, code);
            bytes.remove_prefix(taken);
            if (code == http::error::need_more) return Step::more;
            if (code) return Step::failed;
        }
        return Step::done;
    }

 private:
    static constexpr std::size_t k_last_chunk_size = 5;
    using Text = beast::string_view;
    using Code = beast::error_code;

    void on_request_impl(http::verb, Text method, Text target, int version, Code&) override {
        start_line_.method.assign(method.data(), method.size());
        start_line_.target.assign(target.data(), target.size());
        start_line_.version = version;
    }
    void on_response_impl(int status, Text, int version, Code&) override {
        start_line_.status = static_cast<unsigned>(status);
        start_line_.version = version;
    }
    void on_field_impl(http::field, Text name, Text value, Code&) override {
        // Fields behind a body in chunks could contradict the judged fields.
        if (!this->is_header_done())
            fields_.add({name.data(), name.size()}, {value.data(), value.size()});
    }
    void on_header_impl(Code&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, Code&) override {}
    std::size_t on_body_impl(Text bytes, Code&) override {
        on_body_({bytes.data(), bytes.size()});
        return bytes.size();
    }
    void on_chunk_header_impl(std::uint64_t size, Text, Code&) override { chunk_left_ = size; }
    std::size_t on_chunk_body_impl(std::uint64_t, Text bytes, Code&) override {
        on_body_({bytes.data(), bytes.size()});
        chunk_left_ -= bytes.size();
        return bytes.size();
    }
    void on_finish_impl(Code&) override {}

    Fields& fields_;
    const OnBody on_body_;
    StartLine start_line_{};
    std::uint64_t chunk_left_ = 0;
};

}  // namespace iam::net
