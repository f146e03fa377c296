// Offers the resources and prompts of other MCP servers to the clients of this program, and passes
// log messages of these servers on to them.
//
//   iam::mcp::ImportedOffers imported(servers, offers);      // ServersSettings::lists_offers
//   imported.wait_until_settled(std::chrono::seconds{5});
//
// A resource "file:///notes/a" of the server "files" has the URI "iam-server:files/file:///notes/a"
// here, and a prompt "greet" the name "files__greet". Reading one asks its server, and no gate: no
// tool runs, and nothing is recorded. ServerConfig::pass_on says which servers are passed on.
#pragma once

#include <iam/mcp/offers.hpp>
#include <iam/mcp/servers.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace iam::mcp {

class Server;
class ImportedOffersCore;  // private to runtime/src/mcp/client
class PassedMessagesCore;  // private to runtime/src/mcp/client

/// Texts of a server are passed on as they are. Completions are passed on, too. If prompts of two
/// servers would have one name, neither is offered. Offers stay while their server is away for a
/// time; a request then fails and says why.
///
/// Thread-safe. It has one thread.
class ImportedOffers {
 public:
    /// The servers and the offers outlive it.
    ImportedOffers(Servers& servers, Offers& offers);
    /// Takes the offers out. Requests under way go on; wait for them before the Servers end.
    ~ImportedOffers();
    ImportedOffers(const ImportedOffers&) = delete;
    ImportedOffers& operator=(const ImportedOffers&) = delete;

    /// Waits until the offers of every server that is connected are here. False: `longest` has
    /// passed before.
    bool wait_until_settled(std::chrono::milliseconds longest) const;
    /// Sentences about offers that are left out; visible text.
    std::vector<std::string> findings() const;

 private:
    std::unique_ptr<ImportedOffersCore> core_;
};

/// Passes log messages that belong to no call on to all clients, with the logger "SERVER/LOGGER".
/// Thread-safe.
class PassedMessages {
 public:
    /// Both outlive it.
    PassedMessages(Servers& servers, Server& server);
    ~PassedMessages();
    PassedMessages(const PassedMessages&) = delete;
    PassedMessages& operator=(const PassedMessages&) = delete;

 private:
    std::unique_ptr<PassedMessagesCore> core_;
};

/// The name of a server's logger for clients of this program: "SERVER/LOGGER", or "SERVER".
std::string passed_logger(const std::string& server, const std::string& logger);

}  // namespace iam::mcp
