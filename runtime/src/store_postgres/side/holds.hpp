// Gives a chat or a task to one owner among all programs of all hosts.
#pragma once

#include "store_postgres/side/side_connection.hpp"
#include <iam/core/entropy.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace iam::store_postgres {

/// The words of the message that another owner has the thing.
struct HoldSentence {
    std::string taken{};     ///< begins it: "the chat 'x' is open in"; the owner follows
    std::string way_out{};   ///< follows the owner: "end it there, or begin a new chat"
    std::string_view thing;  ///< "chat"
};

/// Keeps leases in the table holds, by the server's clock. A thread renews them while their objects
/// live. The lease of a program that died ends by itself. Thread-safe.
class Holds : public std::enable_shared_from_this<Holds> {
 public:
    /// `kind` is "chat" or "task".
    Holds(std::shared_ptr<SideConnection> connection, std::string_view kind);
    ~Holds();
    Holds(const Holds&) = delete;
    Holds& operator=(const Holds&) = delete;

    /// Takes the thing until the returned object is gone. The object may outlive the store. Errors:
    /// conflict (another owner has it), those of SideConnection::change().
    Result<std::shared_ptr<void>> take(const std::string& name, const HoldSentence& words);

 private:
    class Held;
    using Lease = std::pair<std::string, std::string>;  // the name and the token of the owner

    Statement lease_statement(const Lease& lease) const;
    Result<void> start_renewing();
    void renew_until_stopped(const std::stop_token& stop);
    void renew() noexcept;
    void release(const Lease& lease) noexcept;

    const std::shared_ptr<SideConnection> connection_;
    const std::string kind_;
    const std::string owner_;
    SystemEntropy entropy_{};
    std::mutex mutex_{};
    std::condition_variable_any stopped_{};
    std::set<Lease> leases_{};  // under mutex_
    std::jthread renewing_{};   // ends first; set under mutex_
};

}  // namespace iam::store_postgres
