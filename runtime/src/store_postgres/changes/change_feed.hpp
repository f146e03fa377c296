// Tells programs on other hosts about commits, and hears about theirs.
#pragma once

#include "store_postgres/wire/connection.hpp"
#include <iam/store/private_files.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace iam::store_postgres {

/// Tells all listeners to the ledger in this schema about a commit. It is sent after
/// the commit, in a transaction of its own: within the commit it would hold a lock over all
/// databases until the disk has the commit.
Statement announcement(const std::string& schema);

/// Hears announcements over a connection of its own, which is opened on first use. Without one (a
/// standby, a pooler, a lost server) it hears nothing, and wait() lasts its time.
class ChangeFeed {
 public:
    explicit ChangeFeed(Connection::Target target);

    /// Waits for an announcement or wake(), at most `longest`. False: neither came. One thread at a
    /// time.
    bool wait(std::chrono::milliseconds longest);
    /// Ends the wait of another thread, or the next one. Thread-safe.
    void wake() const noexcept;

 private:
    void listen();

    Connection::Target target_;
    store::FileDescriptor bell_;
    std::optional<Connection> connection_{};
    bool is_refused_ = false;  ///< the server does not let this program listen
};

}  // namespace iam::store_postgres
