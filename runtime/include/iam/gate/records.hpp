// The record, by hand: erasure, retention, checkpoints, and listeners for new entries.
#pragma once

#include <iam/core/result.hpp>
#include <iam/ledger/checkpoint.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/ledger/retention.hpp>
#include <iam/ledger/sealing.hpp>
#include <iam/ledger/store.hpp>
#include <iam/tool/call.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::gate {

struct Engine;  // private to runtime/src/gate

/// Recorded values to erase.
struct Erasure {
    /// 1 to 10,000; each stands for all entries of its call.
    std::vector<ledger::EntryId> entries{};
    std::string reason{};  ///< for the record: 1 to 1024 bytes
    Subject by{};
    /// Keep the values of calls that have not ended, or have an unknown end. Otherwise one open
    /// call is a conflict.
    bool leave_open_calls = false;
};

struct Erased {
    std::size_t entries = 0;  ///< that had values
    std::size_t values = 0;
    std::size_t left = 0;  ///< kept entries among the named ones, see Erasure::leave_open_calls
    /// Places beyond the store's reach that may still hold the values.
    std::vector<ledger::Remains> remains{};
};

/// The request to erase values after their retention.
struct RetentionRequest {
    ledger::Retention retention{};
    Subject by{};
    bool dry_run = false;  ///< only count the calls
};

struct Retained {
    std::size_t calls = 0;  ///< that are due and still have values
    std::size_t entries = 0;
    std::size_t values = 0;
    std::size_t left = 0;                    ///< calls that have not ended, or have an unknown end
    std::vector<ledger::Remains> remains{};  ///< as in Erased
};

struct CheckpointRequest {
    Subject by{};
    /// Signs from the next checkpoint on, in place of today's key. It signs the note of this one
    /// too.
    std::optional<SigningKey> next_key{};
    /// The ledger's name in its first tree; empty: "iam/ledger/" and 32 random digits. It stays for
    /// all later ones.
    std::string origin{};
    /// One checkpoint seals at most so many entries, at least 2. If there are more, several are
    /// made.
    std::size_t entries_max = ledger::k_sealed_at_once_max;
};

/// Keeps the record. A value to copy; all copies share one Runtime. Thread-safe. After the end of
/// the Runtime every function but listen() returns an error.
class Records {
 public:
    /// Made by Runtime::records().
    explicit Records(std::shared_ptr<Engine> engine) noexcept : engine_(std::move(engine)) {}

    /// Erases arguments, results, previews, messages and their salts from the record. They are in
    /// no file of the store when it returns. The entries stay, and the chain verifies. The erasure,
    /// its author and its reason are an entry, and this entry keeps its values. A call with erased
    /// values can no longer be undone or redone. Errors: invalid_argument, not_found (no such
    /// entry), conflict (a call that has not ended; nothing was erased), unavailable (nothing was
    /// erased, or a file may still hold it: call again).
    Result<Erased> erase(const Erasure& erasure);

    /// Erases the values of all due calls, with the retention as the reason. Reads the ledger once,
    /// oldest first. Errors as of erase(); values erased before an error stay so.
    Result<Retained> retain(const RetentionRequest& request);

    /// Adds the new entries to the ledger's tree, signs the tree and records that, also if nothing
    /// happened since the last checkpoint, so silence can be proved. Keep a copy
    /// where the store's writers cannot change it: `ledger::verify` compares. Errors: conflict (the
    /// last checkpoint names another key; or others made checkpoints all the time),
    /// invalid_argument (a next key equal to the present one, another origin), unavailable,
    /// corrupt.
    Result<ledger::Checkpoint> checkpoint(const SigningKey& key,
                                          const CheckpointRequest& request = {});

    using Listener = std::function<void(const ledger::StoredEntry&)>;
    /// Calls the listener after each entry is durable, on the thread of its writer. Exceptions are
    /// ignored. The listener lives until the handle is destroyed.
    [[nodiscard]] std::shared_ptr<void> listen(Listener listener);

 private:
    std::shared_ptr<Engine> engine_;
};

}  // namespace iam::gate
