// Writes the heads of messages.
#pragma once

#include <iam/net/http_message.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace iam::net {

/// True if name and value are a field of RFC 9110 §5: no line break gets into a head by them.
bool is_field(std::string_view name, std::string_view value) noexcept;
/// True if every field can be sent and none of them frames the message.
bool can_be_sent(const Fields& fields) noexcept;

/// "HTTP/1.1 200 OK", with its line end.
void append_status_line(std::string& to, unsigned status);
void append_field(std::string& to, std::string_view name, std::string_view value);
void append_fields(std::string& to, const Fields& fields);

/// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110 §5.6.7).
std::string http_date(std::chrono::sys_seconds time);

/// True if a response of this status has no body, and no length either.
constexpr bool has_no_body(unsigned status) noexcept {
    return status < 200 || status == 204 || status == 304;
}

}  // namespace iam::net
