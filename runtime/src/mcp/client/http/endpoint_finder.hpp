// Finds the URLs of a server of HTTP with SSE (2024-11-05), also of gateways that tell them in ways
// of their own.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// Lines of a stream that name a session without being fields of an event, such as
/// "?sessionid=7". Longer lines than k_reference_bytes_max are skipped. Not thread-safe.
class BareLines {
 public:
    /// Takes the next bytes of the stream and gives the first such line that is whole.
    std::optional<std::string> add(std::string_view bytes);

 private:
    std::string line_{};
    bool is_too_long_ = false;
};

/// True for text other than JSON that names a session, such as "/message?sessionId=7".
bool names_session(std::string_view text);

/// A named session as a reference to the URL of the stream: "sessionid=7" is "?sessionid=7".
std::string endpoint_reference(std::string_view text);

/// URLs to ask for the stream, in their order.
std::vector<std::string> stream_urls(const std::string& url);

/// URLs for messages, in their order: the endpoint that the server has named, then those that
/// gateways have. `url` is that of the configuration.
std::vector<std::string> post_urls(const std::string& url, const std::string& endpoint);

}  // namespace iam::mcp
