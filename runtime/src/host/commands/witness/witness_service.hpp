// Answers the requests of C2SP tlog-witness: cosigns trees that only grew, and shows the last ones.
#pragma once

#include "host/commands/witness/witness_notes.hpp"
#include <iam/core/clock.hpp>
#include <iam/ledger/witness_protocol.hpp>
#include <iam/net/http_message.hpp>

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace iam::host {

struct WitnessParts {
    std::string name{};  ///< of its key; a note name
    SigningKey key;
    std::vector<ledger::NoteKey> ledgers{};  ///< whose trees it cosigns
    WitnessNotes notes;
    const Clock& clock;  ///< outlives the service
};

/// Thread-safe: requests take turns, so no two of them see the same last note.
class WitnessService {
 public:
    explicit WitnessService(WitnessParts parts) : parts_(std::move(parts)) {}

    /// POST /add-checkpoint and GET /<hash of the origin>/checkpoint. May wait for the disk.
    net::Response answer(const net::Request& request);
    /// The key that ledgers and readers of proofs need.
    ledger::NoteKey note_key() const;

 private:
    net::Response add_checkpoint(const std::string& body);
    net::Response show_checkpoint(const std::string& name) const;

    WitnessParts parts_;
    std::mutex mutex_{};
};

}  // namespace iam::host
