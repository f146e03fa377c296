// Questions of functions to clients without a session: the request is answered with the questions,
// the function waits, and a later request brings the answers (MCP 2026-07-28, basic/patterns/mrtr).
#pragma once

#include "mcp/server/calls/active_request.hpp"
#include "mcp/server/stateless/request_state.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/result.hpp>
#include <iam/tool/client.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// The most functions that may wait at once: of one user in a workspace, and in all.
inline constexpr std::size_t k_rounds_of_subject_max = 16;
inline constexpr std::size_t k_rounds_max = 64;

/// Thread-safe.
class Rounds {
 public:
    struct Parts {
        const Clock& clock;
        Entropy& entropy;
        std::chrono::milliseconds patience;  ///< how long a function waits
    };
    explicit Rounds(Parts parts) : parts_(parts), key_(parts.entropy) {}

    /// Asks the client, on the thread of the function. Errors as of AskClient.
    std::vector<Result<std::string>> ask(ActiveRequest& request,
                                         const std::vector<ClientQuestion>& questions);

    /// Gives the answers in a request to the waiting function, and has the function go on under
    /// this request. Or returns the refusal of the request; a refusal changes nothing.
    std::optional<rpc::ErrorObject> resume(const std::shared_ptr<SessionCore>& session,
                                           const rpc::Request& request, const Caller& caller,
                                           rpc::Reply& reply);

    /// The key of all states of this server.
    const StateKey& key() const noexcept { return key_; }

    /// Ends all waits. Later ones end at once.
    void end();

 private:
    struct Round;
    using Pointer = std::shared_ptr<Round>;

    std::vector<Result<std::string>> wait(ActiveRequest& request,
                                          const std::vector<ClientQuestion>& questions);
    /// Under the mutex. Nothing: there is no room.
    Pointer open(ActiveRequest& request, const std::vector<ClientQuestion>& questions);
    std::string question_text(Round& round);

    const Parts parts_;
    const StateKey key_;
    std::mutex mutex_;
    std::map<std::string, Pointer, std::less<>> rounds_{};
    bool ended_ = false;
};

/// A digest of subject and client: equal for all requests of one client.
std::string principal_of(const Subject& subject, const Client& client);
/// The error for a state that does not count here.
rpc::ErrorObject refused_state(std::string_view why);
/// A digest of a request's method and parameters, without the members changed by a repetition.
std::string wish_of(std::string_view method, std::string_view params);
/// Answers in a request, by key: the JSON text of an object each. Error: invalid_argument (no
/// object).
Result<std::map<std::string, std::string, std::less<>>> responses_in(const Json& params);

/// The member of a client's capabilities needed by a question.
std::string_view capability_of(ClientQuestion::Kind kind) noexcept;
std::string_view method_of(ClientQuestion::Kind kind) noexcept;
/// True if the client has declared to answer questions of this kind.
bool has_declared(const Client& client, ClientQuestion::Kind kind) noexcept;

/// The error for a request without a needed capability.
rpc::ErrorObject missing_capability(const std::string& capability);

}  // namespace iam::mcp
