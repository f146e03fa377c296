#include "net/message/request_reader.hpp"

#include "net/message/ascii.hpp"

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace iam::net {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr std::string_view k_last_chunk = "0\r\n\r\n";
// More is reserved only when it has come.
constexpr std::size_t k_body_reserve_max = std::size_t{64} << 10U;

}  // namespace

/// Beast's reader, with our request as its target.
class RequestReader::Parser : public http::basic_parser<true> {
 public:
    Parser(Request& request, std::size_t body_bytes_max) : request_(request) {
        header_limit(UINT32_MAX);  // the scan has judged it
        body_limit(body_bytes_max);
        eager(false);
    }

    int version() const noexcept { return version_; }  // 10 or 11

 private:
    using Text = beast::string_view;
    using Code = beast::error_code;

    void on_request_impl(http::verb, Text method, Text target, int version, Code&) override {
        version_ = version;
        request_.method.assign(method.data(), method.size());
        request_.target.assign(target.data(), target.size());
    }
    void on_response_impl(int, Text, int, Code&) override {}
    void on_field_impl(http::field, Text name, Text value, Code&) override {
        // Fields behind a body in chunks could contradict those that were judged.
        if (!is_header_done())
            request_.fields.add({name.data(), name.size()}, {value.data(), value.size()});
    }
    void on_header_impl(Code&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>& size, Code&) override {
        if (size)
            request_.body.reserve(std::min(static_cast<std::size_t>(*size), k_body_reserve_max));
    }
    std::size_t on_body_impl(Text bytes, Code&) override {
        request_.body.append(bytes.data(), bytes.size());
        return bytes.size();
    }
    void on_chunk_header_impl(std::uint64_t, Text, Code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, Text bytes, Code& code) override {
        return on_body_impl(bytes, code);
    }
    void on_finish_impl(Code&) override {}

    Request& request_;
    int version_ = 0;
};

RequestReader::RequestReader(Limits limits) : limits_(limits) {}
RequestReader::~RequestReader() = default;

RequestReader::Step RequestReader::refuse(unsigned status, std::string text) {
    refusal_ = {status, std::move(text)};
    return Step::refused;
}

RequestReader::Step RequestReader::go_on(std::string_view& bytes) {
    return parser_ ? read_body(bytes) : read_head(bytes);
}

RequestReader::Step RequestReader::read_head(std::string_view& bytes) {
    const HeadScan::State state = scan_.go_on(bytes.substr(0, limits_.header_bytes_max));
    if (state == HeadScan::State::malformed) return refuse(400, std::string(scan_.problem()));
    if (state == HeadScan::State::open) {
        if (bytes.size() < limits_.header_bytes_max) return Step::more;
        return refuse(
            431, "The head is larger than " + std::to_string(limits_.header_bytes_max) + " bytes.");
    }
    parser_ = std::make_unique<Parser>(request_, limits_.body_bytes_max);
    beast::error_code code;
    parser_->put({bytes.data(), scan_.size()}, code);
    if (code == http::error::body_limit)
        return refuse(
            413, "The body is larger than " + std::to_string(limits_.body_bytes_max) + " bytes.");
    if (code == http::error::bad_version)
        return refuse(505, "The version of HTTP is not 1.0 or 1.1.");
    if (code || !parser_->is_header_done())
        return refuse(400, "The head breaks RFC 9112: " + code.message() + ".");
    bytes.remove_prefix(scan_.size());
    return judge_head();
}

// Beast takes the first of two codings or of two equal lengths. A proxy before us may take another.
RequestReader::Step RequestReader::judge_head() {
    const Fields& fields = request_.fields;
    const auto coding = fields.find("Transfer-Encoding");
    const auto length = fields.find("Content-Length");
    is_http_1_0_ = parser_->version() == 10;
    if (coding && (length || is_http_1_0_ || fields.count("Transfer-Encoding") > 1))
        return refuse(400,
                      "The length of the body is stated twice, or in a way that HTTP/1.0 "
                      "does not have.");
    if (coding && !same_ignoring_case(*coding, "chunked"))
        return refuse(501, "The only transfer coding that is understood is chunked.");
    if (length && (fields.count("Content-Length") > 1 || !is_digits(*length)))
        return refuse(400, "Content-Length must be there once, and be a number.");
    if (const auto expected = fields.find("Expect")) {
        if (!same_ignoring_case(*expected, "100-continue"))
            return refuse(417, "The only expectation that is understood is 100-continue.");
        expects_continue_ = !is_http_1_0_ && !parser_->is_done();
    }
    closes_ = is_http_1_0_;
    for (const Field& field : fields.all())
        if (same_ignoring_case(field.name, "Connection"))
            closes_ = closes_ || has_token(field.value, "close");
    return Step::head;
}

RequestReader::Step RequestReader::read_body(std::string_view& bytes) {
    while (!parser_->is_done()) {
        // At least so many bytes are to come, and Beast asserts that it sees them together.
        if (parser_->chunked() && bytes.size() < k_last_chunk.size()) return Step::more;
        beast::error_code code;
        const std::size_t taken = parser_->put({bytes.data(), bytes.size()}, code);
        bytes.remove_prefix(taken);
        if (code == http::error::need_more || (!code && bytes.empty() && !parser_->is_done())) {
            // Of extensions and fields of chunks: nothing else is left in `bytes`.
            if (bytes.size() > limits_.header_bytes_max)
                return refuse(431, "A chunk has more around it than " +
                                       std::to_string(limits_.header_bytes_max) + " bytes.");
            return Step::more;
        }
        if (code == http::error::body_limit)
            return refuse(413, "The body is larger than " + std::to_string(limits_.body_bytes_max) +
                                   " bytes.");
        if (code) return refuse(400, "The body breaks its framing: " + code.message() + ".");
    }
    return Step::done;
}

}  // namespace iam::net
