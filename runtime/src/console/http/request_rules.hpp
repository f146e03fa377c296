// The signs by which a request shows that a page of this console has made it.
#pragma once

#include <iam/net/http_message.hpp>

#include <optional>
#include <string_view>

namespace iam::console {

/// The refusal of a request to the API; nothing: it may go on. `origin` is the console's own, e.g.
/// "http://iam-0123456789abcdef.localhost:4711". A POST needs all signs. A GET has no effect, and
/// browsers send no Origin with it.
std::optional<net::Response> refusal_of_signs(const net::Request& request, std::string_view origin);

}  // namespace iam::console
