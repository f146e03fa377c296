#include "console/http/request_rules.hpp"

#include "console/http/answers.hpp"

namespace iam::console {
namespace {

/// True if the field is there once, with exactly this value.
bool is_exactly(const net::Fields& fields, std::string_view name, std::string_view value) {
    return fields.count(name) == 1 && fields.find(name) == value;
}

}  // namespace

std::optional<net::Response> refusal_of_signs(const net::Request& request,
                                              std::string_view origin) {
    const net::Fields& fields = request.fields;
    if (!is_exactly(fields, "Sec-Fetch-Site", "same-origin"))
        return refusal(403, "forbidden",
                       "Only pages of this console may ask it; use a browser that sends "
                       "Sec-Fetch-Site.");
    if (request.method != "POST") return std::nullopt;
    if (!is_exactly(fields, "Origin", origin))
        return refusal(403, "forbidden",
                       "Only pages of this console may change something; the Origin field must "
                       "name it.");
    if (!is_exactly(fields, "Content-Type", "application/json"))
        return refusal(415, "wrong_type",
                       "The body must be JSON; send Content-Type: application/json.");
    return std::nullopt;
}

}  // namespace iam::console
