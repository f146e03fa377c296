#include "iam/mcp/servers.hpp"

#include "mcp/client/connection/connection.hpp"
#include "mcp/client/loop.hpp"
#include "mcp/client/open_transport.hpp"
#include <iam/mcp/server_endpoint.hpp>
#include <iam/process/bounded_log.hpp>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

namespace iam::mcp {
namespace {

// Times of calls end a request before.
constexpr std::chrono::minutes k_silence_max{30};
constexpr std::size_t k_kept_connections_max = 64;

RemoteReply no_server(std::string_view server) {
    return {.kind = RemoteReply::Kind::not_sent,
            .error = {.message = "There is no server \"" + std::string(server) + "\"."}};
}

}  // namespace

/// The connections by their names.
class ServersCore {
 public:
    using OnChange = std::function<void(const std::string&)>;
    using OnMessage = std::function<void(const ServerMessage&)>;

    explicit ServersCore(ServersParts parts)
        : parts_(std::move(parts)),
          surroundings_{.environment = parts_.environment},
          secrets_{.variable = [this](const std::string& name) { return variable(name); }},
          loop_(parts_.clock) {}

    Result<void> connect_all(std::vector<ServerConfig> configs) {
        IAM_TRY(wanted, by_name(std::move(configs)));
        if (!wanted.empty() && depth_in(parts_.environment) >= k_depth_max) {
            return fail(Errc::conflict,
                        "This program is the server of a server, " + std::to_string(k_depth_max) +
                            " times over; take the gateway out of the file of its own servers.");
        }
        Connections ended;
        Connections begun;
        {
            const std::lock_guard lock(mutex_);
            is_begun_ = true;
            const bool were_ended = std::exchange(were_ended_, false);
            for (auto it = connections_.begin(); it != connections_.end();) {
                const auto same = wanted.find(it->first);
                if (!were_ended && same != wanted.end() && same->second == it->second->config()) {
                    ++it;
                    continue;
                }
                ended.insert(*it);
                it = connections_.erase(it);
            }
            for (auto& [name, config] : wanted) {
                auto& connection = connections_[name];
                if (!connection) begun[name] = connection = make(std::move(config));
            }
        }
        for (const auto& [name, connection] : ended) {
            connection->disconnect();
            // The connection may go before it says that it has ended.
            loop_.after(std::chrono::milliseconds{0}, [this, gone = name] { tell(gone); });
        }
        for (const auto& [name, connection] : begun)
            if (connection->config().is_enabled) connection->connect();
        return {};
    }

    void close_paths(std::vector<std::string> own_paths) {
        const std::lock_guard lock(mutex_);
        parts_.own_paths = std::move(own_paths);
    }

    void disconnect_all() {
        {
            const std::lock_guard lock(mutex_);
            were_ended_ = true;
        }
        for (const auto& [name, connection] : all()) connection->disconnect();
    }

    /// Ends all ways on the thread of the loop, and waits for this.
    void end() {
        {
            const std::lock_guard lock(mutex_);
            if (!is_begun_) return;
        }
        disconnect_all();
        bool is_done = false;
        loop_.after(std::chrono::milliseconds{0}, [this, &is_done] {
            const std::lock_guard lock(mutex_);
            is_done = true;
            changed_.notify_all();
        });
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return is_done; });
    }

    bool wait_until_settled(std::chrono::milliseconds longest, std::string_view server) {
        const auto is_awaited = [server](const auto& entry) {
            return (server.empty() || entry.first == server) &&
                   entry.second->status().state == ConnectionState::connecting;
        };
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, longest, [&] {
            return std::none_of(connections_.begin(), connections_.end(), is_awaited);
        });
    }

    std::vector<ServerStatus> states() const {
        std::vector<ServerStatus> states;
        for (const auto& [name, connection] : all()) states.push_back(connection->status());
        return states;
    }

    std::vector<ServerTool> tools(std::string_view server) const {
        std::vector<ServerTool> tools;
        for (const auto& [name, connection] : all()) {
            if (!server.empty() && name != server) continue;
            const std::string endpoint = endpoint_text(connection->config());
            for (std::string& document : connection->tools())
                tools.push_back({name, std::move(document), endpoint});
        }
        return tools;
    }

    ServerOffers offers(std::string_view server) const {
        const auto connection = find(server);
        return connection ? connection->offers() : ServerOffers();
    }

    void set_log_level(LogLevel level) {
        {
            const std::lock_guard lock(mutex_);
            log_level_ = level;
        }
        for (const auto& [name, connection] : all()) connection->set_log_level(level);
    }

    std::shared_ptr<Connection> find(std::string_view server) const {
        const std::lock_guard lock(mutex_);
        const auto found = connections_.find(server);
        return found == connections_.end() ? nullptr : found->second;
    }

    std::string log(std::string_view server) const {
        const std::lock_guard lock(mutex_);
        const auto found = logs_.find(server);
        if (found == logs_.end()) return {};
        // Masked as a whole: the bytes come in pieces.
        const auto mask = masks_.find(server);
        return mask == masks_.end() ? found->second.text()
                                    : mask->second->masked(found->second.text());
    }

    std::shared_ptr<void> listen(OnChange on_change) {
        return keep(listeners_, std::move(on_change));
    }
    std::shared_ptr<void> listen_to_messages(OnMessage on_message) {
        return keep(message_listeners_, std::move(on_message));
    }

 private:
    template <class Listener>
    using Listeners = std::vector<std::weak_ptr<const Listener>>;
    using Connections = std::map<std::string, std::shared_ptr<Connection>, std::less<>>;
    using Configs = std::map<std::string, ServerConfig, std::less<>>;

    std::optional<std::string> variable(const std::string& name) const {
        const auto found = parts_.environment.find(name);
        if (found == parts_.environment.end()) return std::nullopt;
        return found->second;
    }

    static Result<Configs> by_name(std::vector<ServerConfig> configs) {
        Configs named;
        for (ServerConfig& config : configs) {
            if (config.name.empty())
                return fail(Errc::invalid_argument, "A server has no name; give it one.");
            std::string name = config.name;
            if (!named.emplace(name, std::move(config)).second) {
                return fail(Errc::invalid_argument,
                            "Two servers have the name \"" + name + "\"; rename one of them.");
            }
        }
        return named;
    }

    Connections all() const {
        const std::lock_guard lock(mutex_);
        return connections_;
    }

    template <class Listener>
    std::shared_ptr<void> keep(Listeners<Listener>& all, Listener listener) {
        auto kept = std::make_shared<const Listener>(std::move(listener));
        const std::lock_guard lock(mutex_);
        std::erase_if(all, [](const auto& gone) { return gone.expired(); });
        all.push_back(kept);
        return std::const_pointer_cast<Listener>(kept);
    }
    /// Under the mutex.
    template <class Listener>
    static std::vector<std::shared_ptr<const Listener>> alive(const Listeners<Listener>& all) {
        std::vector<std::shared_ptr<const Listener>> found;
        for (const auto& listener : all)
            if (auto here = listener.lock()) found.push_back(std::move(here));
        return found;
    }

    /// Under mutex_.
    std::shared_ptr<Connection> make(ServerConfig config) {
        const std::string name = config.name;
        // A log holds the secrets of former configurations, too.
        auto& mask = masks_[name];
        if (!mask) mask = std::make_shared<SecretMask>();
        const bool is_stream = !std::holds_alternative<UrlEndpoint>(config.endpoint);
        const auto add_to_log = [this, name, mask](std::string_view bytes) {
            {
                const std::lock_guard lock(mutex_);
                logs_[name].add(bytes);
            }
            if (parts_.on_stderr) parts_.on_stderr(name, mask->masked(bytes));
        };
        auto opener = std::make_shared<WayOpener>(
            config,
            WayParts{
                .loop = loop_,
                .background = background_,
                .surroundings = surroundings_,
                .secrets = secrets_,
                .own_paths = parts_.own_paths,
                .http = [this](const ServerTrust& tls) { return http(tls); },
                .tokens =
                    [this](const ServerConfig& server, const UrlEndpoint& endpoint,
                           const SecretPlaces& secrets) {
                        return tokens(server, endpoint, secrets);
                    },
                .sandbox_problem = [this] { return sandbox_problem(); },
                .message_bytes_max = parts_.settings.message_bytes_max,
                .calls_max = parts_.settings.calls_max,
                .on_stderr = add_to_log,
                .on_note = [this,
                            name](std::string_view note) { tell_problem(name, std::string(note)); },
                .tap = std::make_shared<TrafficTap>(parts_.clock, name, parts_.on_traffic, mask),
                .mask = mask});
        auto connection = std::make_shared<Connection>(ConnectionParts{
            .clock = parts_.clock,
            .entropy = parts_.entropy,
            .timers = loop_,
            .config = config,
            .settings = parts_.settings,
            .open =
                [opener](TransportEvents events, ParameterFields parameter_fields) {
                    return opener->open(std::move(events), std::move(parameter_fields));
                },
            .prepare = [opener](std::function<void()> done) { opener->prepare(std::move(done)); },
            .turn_to_older = [opener] { return opener->turn_to_older(); },
            .is_stream = is_stream,
            .mask = mask,
            .on_change = [this, name] { tell(name); },
            .on_message = [this, name](const LogMessage& message) { tell_message(name, message); },
        });
        if (log_level_) connection->set_log_level(*log_level_);
        return connection;
    }

    /// Made when it is needed: one for each set of certificates. On the thread of the loop.
    Result<net::HttpClient*> http(const ServerTrust& tls) {
        auto& client = http_[tls];
        if (client) return client.get();
        net::ClientSettings settings = parts_.http;
        if (!tls.ca_file.empty()) settings.tls.ca_file = tls.ca_file;
        settings.tls.pins.insert(settings.tls.pins.end(), tls.pins.begin(), tls.pins.end());
        // A server may work silently on a call.
        settings.limits.first_byte_time = settings.limits.idle_time = k_silence_max;
        settings.limits.kept_connections_max = k_kept_connections_max;
        IAM_TRY(made, net::HttpClient::make(std::move(settings)));
        client = std::move(made);
        return client.get();
    }

    /// On the thread of the loop, as the next one.
    Result<std::unique_ptr<TokenSource>> tokens(const ServerConfig& server,
                                                const UrlEndpoint& endpoint,
                                                const SecretPlaces& secrets) {
        // Another server may give the tokens: the keys of this one are not its keys.
        IAM_TRY(client, http({.ca_file = endpoint.tls.ca_file, .pins = {}}));
        if (!token_store_) {
            const std::string& folder = parts_.agreements.token_folder;
            if (folder.empty()) {
                token_store_ = std::make_unique<MemoryTokens>();
            } else {
                IAM_TRY(files, FileTokens::open(folder));
                token_store_ = std::move(files);
            }
        }
        return tokens_of(server, endpoint,
                         {.clock = parts_.clock,
                          .entropy = parts_.entropy,
                          .client = *client,
                          .store = *token_store_,
                          .secrets = secrets,
                          .agreements = parts_.agreements,
                          .client_name = parts_.settings.client.name,
                          .on_problem = [this, name = server.name](const std::string& problem) {
                              tell_problem(name, problem);
                          }});
    }

    void tell_problem(const std::string& server, const std::string& problem) const {
        if (!parts_.on_problem) return;
        std::shared_ptr<const SecretMask> mask;
        {
            const std::lock_guard lock(mutex_);
            if (const auto found = masks_.find(server); found != masks_.end()) mask = found->second;
        }
        parts_.on_problem(server, mask ? mask->masked(problem) : problem);
    }

    /// Found out once.
    std::optional<std::string> sandbox_problem() {
        if (!sandbox_problem_) sandbox_problem_ = bwrap_problem(surroundings_.bwrap);
        return *sandbox_problem_;
    }

    void tell(const std::string& name) {
        std::vector<std::shared_ptr<const OnChange>> listeners;
        {
            const std::lock_guard lock(mutex_);
            listeners = alive(listeners_);
            changed_.notify_all();
        }
        for (const auto& listener : listeners) (*listener)(name);
    }

    void tell_message(const std::string& name, const LogMessage& message) {
        std::unique_lock lock(mutex_);
        const auto listeners = alive(message_listeners_);
        lock.unlock();
        for (const auto& listener : listeners) (*listener)({name, message});
    }

    ServersParts parts_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool is_begun_ = false;    // the loop may have jobs
    bool were_ended_ = false;  // by disconnect_all(): connect_all() then makes each anew
    Connections connections_;
    std::map<std::string, process::BoundedLog, std::less<>> logs_;
    std::map<std::string, std::shared_ptr<SecretMask>, std::less<>> masks_;
    Listeners<OnChange> listeners_;
    Listeners<OnMessage> message_listeners_;
    std::optional<LogLevel> log_level_;
    const ProgramSurroundings surroundings_;
    const SecretPlaces secrets_;
    // Of the thread of the loop.
    std::map<ServerTrust, std::unique_ptr<net::HttpClient>> http_;
    std::unique_ptr<TokenStore> token_store_;
    std::optional<std::optional<std::string>> sandbox_problem_;
    Loop loop_;              // its jobs use the members above
    Background background_;  // ends first
};

unsigned depth_in(const std::map<std::string, std::string>& environment) {
    const auto found = environment.find(std::string(k_depth_variable));
    if (found == environment.end()) return 0;
    unsigned depth = 0;
    const char* const end = found->second.data() + found->second.size();
    const auto read = std::from_chars(found->second.data(), end, depth);
    // A value of no program of ours ends the chain, too.
    return read.ec == std::errc{} && read.ptr == end ? depth : k_depth_max;
}

Servers::Servers(ServersParts parts) : core_(std::make_shared<ServersCore>(std::move(parts))) {}

Servers::~Servers() {
    core_->end();
}

Result<void> Servers::connect_all(std::vector<ServerConfig> configs) {
    return core_->connect_all(std::move(configs));
}

void Servers::close_paths(std::vector<std::string> own_paths) {
    core_->close_paths(std::move(own_paths));
}

void Servers::disconnect_all() {
    core_->disconnect_all();
}

bool Servers::wait_until_settled(std::chrono::milliseconds longest, std::string_view server) const {
    return core_->wait_until_settled(longest, server);
}

std::vector<ServerStatus> Servers::connection_states() const {
    return core_->states();
}

std::shared_ptr<void> Servers::listen(std::function<void(const std::string& server)> on_change) {
    return core_->listen(std::move(on_change));
}

std::vector<ServerTool> Servers::list_tools(std::string_view server) const {
    return core_->tools(server);
}

ServerRecipes Servers::recipes(std::string_view server) const {
    const auto connection = core_->find(server);
    return connection ? connection->config().recipes : ServerRecipes();
}

ServerOffers Servers::list_offers(std::string_view server) const {
    return core_->offers(server);
}

void Servers::set_log_level(LogLevel level) {
    core_->set_log_level(level);
}

std::shared_ptr<void> Servers::listen_to_messages(
    std::function<void(const ServerMessage&)> on_message) {
    return core_->listen_to_messages(std::move(on_message));
}

std::string Servers::log(std::string_view server) const {
    return core_->log(server);
}

RemoteReply Servers::call(std::string_view server, std::string_view tool,
                          std::string_view arguments, const RemoteCallOptions& options) {
    const auto connection = core_->find(server);
    if (connection == nullptr) return no_server(server);
    // The configuration may have changed while a person was asked.
    if (!options.endpoint.empty() && endpoint_text(connection->config()) != options.endpoint) {
        return {.kind = RemoteReply::Kind::not_sent,
                .error = {.message = "Server " + std::string(server) +
                                     " is another program or URL now; call the tool again."}};
    }
    return connection->call(tool, arguments, options);
}

RemoteReply Servers::request(std::string_view server, std::string_view method,
                             std::string_view params, const RemoteCallOptions& options) {
    if (const auto connection = core_->find(server))
        return connection->request(method, params, options);
    return no_server(server);
}

}  // namespace iam::mcp
