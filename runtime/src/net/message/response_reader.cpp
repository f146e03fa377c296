#include "net/message/response_reader.hpp"

#include "net/message/ascii.hpp"
#include "net/message/message_parser.hpp"

#include <utility>

namespace iam::net {

class ResponseReader::Parser : public MessageParser<false> {
 public:
    using MessageParser::MessageParser;
};

ResponseReader::ResponseReader(Form form, std::function<void(std::string_view)> on_body)
    : form_(form), on_body_(std::move(on_body)) {}
ResponseReader::~ResponseReader() = default;

Result<ResponseReader::Step> ResponseReader::go_on(std::string_view& bytes) {
    if (!parser_) return read_head(bytes);
    beast::error_code code;
    switch (parser_->read_body(bytes, code)) {
        case Parser::Step::done:
            return Step::done;
        case Parser::Step::failed:
            return fail(Errc::corrupt, "the body breaks its framing: " + code.message());
        case Parser::Step::more:
            break;
    }
    if (bytes.size() > form_.header_bytes_max)
        return fail(Errc::corrupt, "a chunk has more around it than " +
                                       std::to_string(form_.header_bytes_max) + " bytes");
    return Step::more;
}

Result<ResponseReader::Step> ResponseReader::read_head(std::string_view& bytes) {
    for (;;) {
        const auto state = scan_.go_on(bytes.substr(0, form_.header_bytes_max));
        if (state == HeadScan::State::malformed)
            return fail(Errc::corrupt, "its head is not one of HTTP/1.1");
        if (state == HeadScan::State::open) {
            if (bytes.size() < form_.header_bytes_max) return Step::more;
            return fail(Errc::corrupt, "its head is larger than " +
                                           std::to_string(form_.header_bytes_max) + " bytes");
        }
        head_ = {};
        auto parser = std::make_unique<Parser>(head_.fields, std::nullopt, on_body_);
        // The status is the second word of the first line.
        const bool connects = form_.is_connect && bytes.size() > 9 && bytes[9] == '2';
        parser->skip(form_.is_head || connects);
        beast::error_code code;
        parser->put({bytes.data(), scan_.size()}, code);
        if (code || !parser->is_header_done())
            return fail(Errc::corrupt, "its head is not one of HTTP/1.1: " + code.message());
        bytes.remove_prefix(scan_.size());
        scan_ = {};
        head_.status = parser->start_line().status;
        if (head_.status >= 200 || head_.status == 101) {
            IAM_CHECK(judge_head());
            parser_ = std::move(parser);
            return Step::head;
        }
    }
}

Result<void> ResponseReader::judge_head() const {
    const auto coding = head_.fields.find("Transfer-Encoding");
    const auto length = head_.fields.find("Content-Length");
    if ((coding && (length || head_.fields.count("Transfer-Encoding") > 1 ||
                    !same_ignoring_case(*coding, "chunked"))) ||
        (length && (head_.fields.count("Content-Length") > 1 || !is_digits(*length))))
        return fail(Errc::corrupt, "its length is stated twice, or in a way that has two readings");
    return {};
}

bool ResponseReader::keeps_connection() const {
    return parser_ && parser_->is_done() && parser_->keep_alive() && head_.status != 101;
}

Result<void> ResponseReader::end() {
    if (!parser_) return fail(Errc::corrupt, "the connection ended before the answer");
    if (parser_->is_done()) return {};
    beast::error_code code;
    parser_->put_eof(code);
    if (code) return fail(Errc::corrupt, "the connection ended within the answer");
    return {};
}

}  // namespace iam::net
