// The servers of a command line for its console: the file, the connections, the trust.
#pragma once

#include "host/session/session.hpp"
#include <iam/console/server_keeper.hpp>
#include <iam/mcp/server_config.hpp>
#include <iam/mcp/servers.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace iam::host {

/// The session and the desk outlive it. Make it before the session imports tools.
class ConsoleServers final : public console::ServerKeeper {
 public:
    ConsoleServers(Session& session, const Desk& desk);

    /// Connects to the servers once a question is about a tool of one that is not there, and waits
    /// for this server alone.
    void know(const ToolId& tool);

    /// Connects, once, and waits for the servers. Error: of Session::import_tools().
    Result<void> connect();

    Result<std::string> list() override;
    Result<std::string> show(const std::string& name) override;
    Result<std::string> judge(const console::ServerDraft& draft) override;
    Result<void> save(const console::ServerDraft& draft) override;
    Result<void> keep_secret(const console::ServerSecret& secret) override;
    Result<void> remove(const std::string& name, const std::string& version) override;
    Result<void> reconnect() override;
    Result<void> trust(const std::string& name, const std::string& shown) override;
    Result<void> distrust(const std::string& name) override;

 private:
    using Servers = std::vector<mcp::ServerConfig>;
    struct File {
        std::filesystem::path path{};
        Servers servers{};
        std::string version{};
    };
    struct Agreement {
        std::string server{};
        std::string url{};
    };

    /// The addresses that servers want a person to open, by their names.
    struct Asked {
        std::mutex mutex{};  // apart: a server may ask while the other one is held
        std::map<std::string, std::string> urls{};
    };

    /// Connects, once, and waits for this server without mutex_; empty: for all.
    Result<void> connect_to(const std::string& server);

    // All under mutex_.
    Result<File> read() const;
    /// Reads the file under its lock, lets `change` change the servers, and writes them. Error:
    /// conflict (the file is not of this version).
    Result<void> change(const std::string& version,
                        const std::function<Result<void>(File& file)>& change);
    Result<void> connect_anew();
    std::vector<mcp::ServerStatus> states() const;
    std::vector<Agreement> agreements(const std::vector<mcp::ServerStatus>& states);

    Session& session_;
    const Desk& desk_;
    mutable std::mutex mutex_{};
    std::shared_ptr<Asked> asked_ =
        std::make_shared<Asked>();  // the session's servers have it, too
};

/// The server of this name; nullptr: there is none.
mcp::ServerConfig* find_server(std::vector<mcp::ServerConfig>& servers, const std::string& name);
tl::unexpected<Error> no_such_server();

}  // namespace iam::host
