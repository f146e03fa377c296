// Defines ServerKeeper: the MCP servers of a program, as its console shows and changes them. The
// console knows no protocol of servers; a host implements this class.
#pragma once

#include <iam/core/result.hpp>

#include <string>

namespace iam::console {

/// The settings of one server as a person has written them.
struct ServerDraft {
    std::string name{};
    std::string settings{};  ///< JSON text: the server's object in the file of servers
    bool is_new = false;     ///< no server of the file has the name
    std::string version{};   ///< for save(): of the file that the person has seen
    std::string shown{};     ///< for save(): as judge() has given it
};

/// A secret on its way to a file of its own. No function gives it back.
struct ServerSecret {
    std::string server{};
    std::string use{};    ///< "bearer", "field", "variable" or "client_secret"
    std::string field{};  ///< the name of the header field or of the variable
    std::string value{};
    std::string version{};  ///< of the file that the person has seen
};

/// Results are JSON texts with the members of docs/console.md; their texts are made visible. A
/// changed `version` means that the file has changed. Thread-safe; may block. Errors: not_found (no
/// server of this name), conflict (the file has changed since `version`; the name is taken; another
/// program or address than the shown one), invalid_argument, unavailable.
class ServerKeeper {
 public:
    ServerKeeper() = default;
    virtual ~ServerKeeper() = default;
    ServerKeeper(const ServerKeeper&) = delete;
    ServerKeeper& operator=(const ServerKeeper&) = delete;

    /// All servers with their states. Starts none of them.
    virtual Result<std::string> list() = 0;
    /// One server: its settings without secrets, its trust, its tools, its log.
    virtual Result<std::string> show(const std::string& name) = 0;
    /// The mistakes of a draft, or the program or address that it names. Changes nothing.
    virtual Result<std::string> judge(const ServerDraft& draft) = 0;

    // These end all connections and open them anew, without waiting for a server.
    virtual Result<void> save(const ServerDraft& draft) = 0;
    virtual Result<void> keep_secret(const ServerSecret& secret) = 0;
    virtual Result<void> remove(const std::string& name, const std::string& version) = 0;
    virtual Result<void> reconnect() = 0;

    /// Believes the hints of a server's tools. `shown` is the one of show().
    virtual Result<void> trust(const std::string& name, const std::string& shown) = 0;
    virtual Result<void> distrust(const std::string& name) = 0;
};

}  // namespace iam::console
