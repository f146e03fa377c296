// Opens the ways to one server by its configuration.
#pragma once

#include "mcp/client/background.hpp"
#include "mcp/client/loop.hpp"
#include "mcp/client/server_tokens.hpp"
#include "mcp/client/stdio/sandbox.hpp"
#include "mcp/client/traffic/traffic_tap.hpp"
#include "mcp/client/transport.hpp"
#include <iam/core/json.hpp>
#include <iam/mcp/server_config.hpp>
#include <iam/net/http_client.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// The common ground of all ways of a program. References outlive the ways.
struct WayParts {
    Loop& loop;
    Background& background;  ///< ends before the loop does
    const ProgramSurroundings& surroundings;
    const SecretPlaces& secrets;
    std::vector<std::string> own_paths{};  ///< ServersParts::own_paths
    /// The client for the server's certificates, and the tokens.
    std::function<Result<net::HttpClient*>(const ServerTrust&)> http{};
    std::function<Result<std::unique_ptr<TokenSource>>(const ServerConfig&, const UrlEndpoint&,
                                                       const SecretPlaces&)>
        tokens{};
    /// The reason why there are no sandboxes here; nothing if there are.
    std::function<std::optional<std::string>()> sandbox_problem{};
    std::size_t message_bytes_max = 0;
    std::size_t calls_max = 0;
    std::function<void(std::string_view)> on_stderr{};
    /// Hears of leniency that this server needs, on any thread.
    std::function<void(std::string_view)> on_note{};
    std::shared_ptr<TrafficTap> tap{};
    std::shared_ptr<SecretMask> mask{};  ///< learns the server's secrets; may be empty
};

/// The header fields of a call, by the parameters of its request.
using ParameterFields = std::function<net::Fields(const Json& params)>;

/// For the thread of the loop. Make it as a shared_ptr.
class WayOpener : public std::enable_shared_from_this<WayOpener> {
 public:
    WayOpener(ServerConfig config, WayParts parts)
        : config_(std::move(config)), parts_(std::move(parts)), secrets_(parts_.secrets) {}

    /// Reads the secrets that a person may have to unlock, for the next open(). `done` runs on the
    /// thread of the loop, at once if there are none.
    void prepare(std::function<void()> done);

    /// For a URL whose transport is to be detected: from Streamable HTTP to HTTP with SSE. False:
    /// there is no older transport.
    bool turn_to_older();

    /// Errors: unavailable, not_found, invalid_argument (the endpoint); sentences for a person.
    Result<std::unique_ptr<Transport>> open(TransportEvents events,
                                            ParameterFields parameter_fields);

 private:
    Result<std::unique_ptr<Transport>> open_endpoint(TransportEvents events,
                                                     ParameterFields parameter_fields);
    Result<std::unique_ptr<Transport>> open_process(const StdioEndpoint& endpoint,
                                                    TransportEvents events) const;
    Result<std::unique_ptr<Transport>> open_url(const UrlEndpoint& endpoint, TransportEvents events,
                                                ParameterFields parameter_fields);

    /// Tells the mask the server's secrets.
    void hide_secrets() const;
    void tell_attempt() const;

    const ServerConfig config_;
    const WayParts parts_;
    SecretPlaces secrets_;
    bool is_older_ = false;
    bool has_tokens_ = false;
    std::unique_ptr<TokenSource> tokens_{};  // of all ways to a URL, one after the other
};

}  // namespace iam::mcp
