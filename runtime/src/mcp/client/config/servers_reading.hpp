// Reads the members of servers.json, each by a function of its own.
#pragma once

#include "mcp/client/config/server_names.hpp"
#include <iam/core/json_mistakes.hpp>
#include <iam/mcp/server_config.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::mcp {

/// The kinds of servers that a member belongs to.
enum MemberKinds : unsigned { k_of_process = 1, k_of_url = 2, k_of_socket = 4, k_of_all = 7 };

/// One file while it is read.
class ServersReading {
 public:
    explicit ServersReading(const PlacedJson& document)
        : document_(document), mistakes_(document) {}

    std::vector<ServerConfig> servers();
    const JsonMistakes& mistakes() const noexcept { return mistakes_; }

 private:
    using Read = void (ServersReading::*)(const Json&, const std::string&, ServerConfig&);
    struct Member {
        std::string_view name;
        unsigned kinds;
        Read read;
    };

    void complain(const std::string& pointer, std::string message, bool of_name = false) {
        mistakes_.add(pointer, std::move(message), of_name);
    }
    bool is_object(const Json& value, const std::string& pointer);
    bool is_array(const Json& value, const std::string& pointer);
    const std::string* text(const Json& value, const std::string& pointer);
    bool boolean(const Json& value, const std::string& pointer);
    std::vector<std::string> texts(const Json& value, const std::string& pointer);

    void server(const std::string& name, const Json& value, const std::string& pointer,
                std::vector<ServerConfig>& all);
    static unsigned places_of(const Json& object);
    void check_places(unsigned places, const std::string& pointer);
    void members(const Json& object, const std::string& pointer, unsigned kind,
                 ServerConfig& server);
    /// Reports each value that no server can have, except in members with a mistake already.
    void check(const ServerConfig& server, const std::string& pointer, std::size_t first_mistake);

    void command(const Json& value, const std::string& pointer, ServerConfig& server) {
        if (const auto* words = text(value, pointer)) process(server).command = *words;
    }
    void args(const Json& value, const std::string& pointer, ServerConfig& server) {
        process(server).arguments = texts(value, pointer);
    }
    void env(const Json& value, const std::string& pointer, ServerConfig& server);
    void cwd(const Json& value, const std::string& pointer, ServerConfig& server) {
        const auto* words = text(value, pointer);
        if (words == nullptr) return;
        process(server).folder = *words;
        if (words->empty()) complain(pointer, "the folder is empty; write its path.");
    }
    void sandbox(const Json& value, const std::string& pointer, ServerConfig& server);
    void url(const Json& value, const std::string& pointer, ServerConfig& server) {
        if (const auto* words = text(value, pointer)) listener(server).url = *words;
    }
    void transport(const Json& value, const std::string& pointer, ServerConfig& server);
    void headers(const Json& value, const std::string& pointer, ServerConfig& server);
    void subprotocols(const Json& value, const std::string& pointer, ServerConfig& server) {
        listener(server).protocols = texts(value, pointer);
    }
    void tls(const Json& value, const std::string& pointer, ServerConfig& server);
    void auth(const Json& value, const std::string& pointer, ServerConfig& server);
    bool auth_type(const Json& value, const std::string& pointer, ServerAuthorization& auth);
    std::optional<SecretReference> secret(const Json& object, const std::string& pointer);
    void socket(const Json& value, const std::string& pointer, ServerConfig& server) {
        if (const auto* words = text(value, pointer))
            endpoint<SocketEndpoint>(server).path = *words;
    }
    void enabled(const Json& value, const std::string& pointer, ServerConfig& server) {
        server.is_enabled = boolean(value, pointer);
    }
    void era(const Json& value, const std::string& pointer, ServerConfig& server);
    void tools(const Json& value, const std::string& pointer, ServerConfig& server);
    void pass_on(const Json& value, const std::string& pointer, ServerConfig& server);
    void roots(const Json& value, const std::string& pointer, ServerConfig& server) {
        server.roots = texts(value, pointer);
    }
    void timeouts(const Json& value, const std::string& pointer, ServerConfig& server);
    void recipes(const Json& value, const std::string& pointer, ServerConfig& server);
    void calls_per_minute(const Json& value, const std::string& pointer, ServerConfig& server);

    // A server without a place, or with several, is refused, but all of its members are read.
    template <class Endpoint>
    static Endpoint& endpoint(ServerConfig& server) {
        auto* const same = std::get_if<Endpoint>(&server.endpoint);
        return same != nullptr ? *same : server.endpoint.emplace<Endpoint>();
    }
    static StdioEndpoint& process(ServerConfig& server) { return endpoint<StdioEndpoint>(server); }
    static UrlEndpoint& listener(ServerConfig& server) { return endpoint<UrlEndpoint>(server); }

    const PlacedJson& document_;
    JsonMistakes mistakes_;
    ServerNames names_{};

    static constexpr std::array<Member, 20> k_members{{
        {"command", k_of_process, &ServersReading::command},
        {"args", k_of_process, &ServersReading::args},
        {"env", k_of_process, &ServersReading::env},
        {"cwd", k_of_process, &ServersReading::cwd},
        {"sandbox", k_of_process, &ServersReading::sandbox},
        {"url", k_of_url, &ServersReading::url},
        {"transport", k_of_url, &ServersReading::transport},
        {"headers", k_of_url, &ServersReading::headers},
        {"subprotocols", k_of_url, &ServersReading::subprotocols},
        {"tls", k_of_url, &ServersReading::tls},
        {"auth", k_of_url, &ServersReading::auth},
        {"socket", k_of_socket, &ServersReading::socket},
        {"enabled", k_of_all, &ServersReading::enabled},
        {"era", k_of_all, &ServersReading::era},
        {"tools", k_of_all, &ServersReading::tools},
        {"pass_on", k_of_all, &ServersReading::pass_on},
        {"roots", k_of_all, &ServersReading::roots},
        {"timeouts", k_of_all, &ServersReading::timeouts},
        {"recipes", k_of_all, &ServersReading::recipes},
        {"calls_per_minute", k_of_all, &ServersReading::calls_per_minute},
    }};
};

}  // namespace iam::mcp
