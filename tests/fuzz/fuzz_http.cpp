// The readers of HTTP: however bytes are cut, they give the same, and nothing that they take can
// break a line.
#include "net/message/request_reader.hpp"
#include "net/message/response_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using iam::net::Fields;
using iam::net::RequestReader;
using iam::net::ResponseReader;

constexpr std::size_t k_bytes_max = 512;

void check(bool holds) {
    if (!holds) std::abort();
}

bool breaks_a_line(std::string_view text) {
    return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos;
}

std::string all_of(const Fields& fields) {
    std::string text;
    for (const auto& field : fields.all()) {
        check(!breaks_a_line(field.name) && !breaks_a_line(field.value) && !field.name.empty());
        text += field.name + ":" + field.value + "\n";
    }
    return text;
}

// The first request as text, or why there is none.
std::string read_request(std::string_view bytes, std::size_t piece) {
    RequestReader reader({k_bytes_max, k_bytes_max});
    std::string input;
    for (;;) {
        std::string_view rest = input;
        const auto step = reader.go_on(rest);
        check(rest.size() <= input.size());
        input.erase(0, input.size() - rest.size());
        if (step == RequestReader::Step::refused)
            return "refused " + std::to_string(reader.refusal().status);
        if (step == RequestReader::Step::head) continue;
        const auto& request = reader.request();
        if (step == RequestReader::Step::done) {
            check(request.body.size() <= k_bytes_max && !breaks_a_line(request.target));
            return request.method + " " + request.target + "\n" + all_of(request.fields) + "\n" +
                   request.body + "\n" + input + std::string(bytes);
        }
        if (bytes.empty()) return "more";
        input += bytes.substr(0, piece);
        bytes.remove_prefix(bytes.size() < piece ? bytes.size() : piece);
    }
}

std::string read_response(std::string_view bytes, std::size_t piece, bool is_connect) {
    std::string body;
    ResponseReader reader({k_bytes_max, false, is_connect},
                          [&](std::string_view part) { body += part; });
    std::string input;
    for (;;) {
        std::string_view rest = input;
        const auto step = reader.go_on(rest);
        check(rest.size() <= input.size());
        input.erase(0, input.size() - rest.size());
        if (!step) return "bad";
        if (*step == ResponseReader::Step::head) continue;
        const std::string seen = std::to_string(reader.head().status) + "\n" +
                                 all_of(reader.head().fields) + "\n" + body;
        if (*step == ResponseReader::Step::done) return seen + "\n" + input + std::string(bytes);
        if (bytes.empty()) return reader.end() ? seen : "cut";
        input += bytes.substr(0, piece);
        bytes.remove_prefix(bytes.size() < piece ? bytes.size() : piece);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::size_t piece = 1 + data[0] % 16U;
    const bool is_connect = (data[0] & 0x80U) != 0;
    const std::string bytes(data + 1, data + size);
    check(read_request(bytes, piece) == read_request(bytes, 1));
    check(read_response(bytes, piece, is_connect) == read_response(bytes, 1, is_connect));
    return 0;
}
