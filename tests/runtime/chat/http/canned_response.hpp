// Responses of servers that tests stand in for.
#pragma once

#include <string>

namespace iam::test {

/// A whole response, after which the connection closes. `status` is "200 OK".
inline std::string canned_response(const std::string& status, const std::string& body,
                                   const std::string& fields = "") {
    return "HTTP/1.1 " + status + "\r\n" + fields +
           "Content-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" +
           body;
}

}  // namespace iam::test
