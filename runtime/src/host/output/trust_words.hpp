// Says how far the servers of tools are trusted.
#pragma once

#include "host/session/session.hpp"
#include <iam/consent/records.hpp>
#include <iam/mcp/server_config.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace iam::host {

/// The trust on record, by the names of the servers.
class TrustRecords {
 public:
    /// Reads the state; without one nothing is trusted. Says which records are broken.
    static Result<TrustRecords> read(const Session& session);

    consent::OriginTrust of(const Contract& contract) const;
    consent::OriginTrust of(const mcp::ServerConfig& server) const;

 private:
    std::optional<consent::ServerTrust> find(const std::string& server) const;
    std::map<std::string, consent::ServerTrust> by_server_{};
};

/// "trusted", "not trusted", "another one was trusted", "compiled in".
std::string_view trust_words(consent::OriginTrust trust) noexcept;

/// A sentence for a server whose trust is outdated; nothing is said of others.
void say_if_outdated(const Session& session, const std::string& server, consent::OriginTrust trust);

}  // namespace iam::host
