#include "net/message/request_reader.hpp"

#include "net/message/ascii.hpp"
#include "net/message/message_parser.hpp"

#include <utility>

namespace iam::net {

class RequestReader::Parser : public MessageParser<true> {
 public:
    using MessageParser::MessageParser;
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
    parser_ =
        std::make_unique<Parser>(request_.fields, limits_.body_bytes_max,
                                 [this](std::string_view part) { request_.body.append(part); });
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
    request_.method = std::move(parser_->start_line().method);
    request_.target = std::move(parser_->start_line().target);
    return judge_head();
}

// Beast takes the first of two codings or of two equal lengths. A proxy before us may take another.
RequestReader::Step RequestReader::judge_head() {
    const Fields& fields = request_.fields;
    const auto coding = fields.find("Transfer-Encoding");
    const auto length = fields.find("Content-Length");
    is_http_1_0_ = parser_->start_line().version == 10;
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
    beast::error_code code;
    switch (parser_->read_body(bytes, code)) {
        case Parser::Step::done:
            return Step::done;
        case Parser::Step::more:
            break;
        case Parser::Step::failed:
            if (code == http::error::body_limit)
                return refuse(413, "The body is larger than " +
                                       std::to_string(limits_.body_bytes_max) + " bytes.");
            return refuse(400, "The body breaks its framing: " + code.message() + ".");
    }
    // Extensions and fields of chunks: nothing else is left in `bytes`.
    if (bytes.size() > limits_.header_bytes_max)
        return refuse(431, "A chunk has more around it than " +
                               std::to_string(limits_.header_bytes_max) + " bytes.");
    return Step::more;
}

}  // namespace iam::net
