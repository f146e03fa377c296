#include "console/http/answers.hpp"

#include <iam/core/json_writer.hpp>
#include <iam/question/escape.hpp>

#include <utility>

namespace iam::console {
namespace {

unsigned status_of(Errc code) noexcept {
    switch (code) {
        case Errc::not_found:
            return 404;
        case Errc::conflict:
            return 409;
        case Errc::invalid_argument:
            return 400;
        case Errc::unavailable:
            return 503;
        case Errc::outcome_unknown:
        case Errc::corrupt:
        case Errc::internal:
            break;
    }
    return 500;
}

}  // namespace

net::Fields security_fields() {
    return {{"Content-Security-Policy",
             "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
             "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
             "require-trusted-types-for 'script'; trusted-types 'none'"},
            {"X-Content-Type-Options", "nosniff"},
            {"Referrer-Policy", "no-referrer"},
            {"Cache-Control", "no-store"},
            {"Cross-Origin-Opener-Policy", "same-origin"},
            {"Cross-Origin-Resource-Policy", "same-origin"}};
}

net::Response json_answer(std::string text) {
    net::Response response;
    response.fields.add("Content-Type", "application/json");
    response.body = std::move(text);
    return response;
}

net::Response refusal(unsigned status, std::string_view code, std::string_view message) {
    JsonWriter out;
    out.begin_object();
    out.key("code");
    out.string(code);
    out.key("message");
    out.string(question::escape_for_display(message));
    out.end_object();
    net::Response response = json_answer(out.take());
    response.status = status;
    return response;
}

net::Response refusal(const Error& error) {
    return refusal(status_of(error.code), to_string(error.code), error.message);
}

net::Response not_here(std::string_view sentence) {
    return refusal(404, "not_here", sentence);
}

}  // namespace iam::console
