// Defines Peer, one side of a JSON-RPC 2.0 conversation over any channel of messages. It reads
// messages strictly, routes answers by their ids in both directions, and bounds the memory that the
// other side can make it use. It knows no transport and no method.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/rpc/reply.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace iam::rpc {

/// A message for the channel. Its text is one line: a line break never stands in it.
struct Output {
    std::string text{};
    Channel channel = 0;
    /// True for the answer to a message; no other message of its channel answers the same one.
    bool is_answer = false;
    std::int64_t error_code = 0;      ///< of an answer that is an error outside of batches; else 0
    std::optional<Id> own_request{};  ///< the id, if this is an own request
};

/// An event for a log; the protocol lets it pass. `detail` may quote the other side: escape it
/// before a person sees it.
struct Report {
    enum class Kind {
        /// an answer that no own request waits for: late, forged or repeated
        unknown_answer,
        /// an answer that breaks JSON-RPC 2.0 §5, or an error about a message without an id
        bad_answer,
        refused_message,   ///< a message answered with an error by the Peer itself
        bad_notification,  ///< a notification that breaks the rules or a limit; it is ignored
        unknown_notification,
        /// a cancellation of no open request, or of a request that may not be cancelled
        void_cancellation,
        void_progress,  ///< progress of no open request, or progress that does not grow
        /// The message from this channel will not be answered: it was cancelled.
        unanswered,
        failed_function,  ///< a function of the owner has thrown an exception
    };
    Kind kind = Kind::refused_message;
    Channel channel = 0;
    std::string detail{};
};

/// How an own request ended. Each ends once.
struct Outcome {
    enum class Kind {
        result,
        error,       ///< the other side answered with an error
        failed,      ///< by Peer::fail_call()
        bad_answer,  ///< the answer breaks a rule, named by error.message
        cancelled,   ///< by Peer::cancel()
        timed_out,
        closed,  ///< by Peer::close(); the request may have had its effect
    };
    Kind kind = Kind::closed;
    std::string result{};  ///< JSON text; for `result` only
    ErrorObject error{};   ///< for all others
};

struct CallOptions {
    /// The request is over if no answer and no progress came for so long. Above 0.
    std::chrono::milliseconds timeout{60'000};
    /// With progress it is over after so long at the latest. If this is not above `timeout`,
    /// progress prolongs nothing (MCP, basic/lifecycle#timeouts).
    std::chrono::milliseconds timeout_total{0};
    /// A cancelled or timed out request is cancelled at the other side, too.
    bool tells_cancel = true;
    Channel channel = 0;  ///< of the other side's request that this one belongs to
    /// Asks for progress. It is called on the threads of receive(). Not called once the request has
    /// ended, except by a thread already about to call it.
    std::function<void(const Progress&)> on_progress{};
};

/// The load of a Peer at a moment.
struct Load {
    std::size_t running = 0;  ///< requests of the other side with a handler, set aside or not
    std::size_t waiting = 0;  ///< requests of the other side that wait for a handler
    std::size_t own = 0;      ///< own requests without an answer
    std::size_t output_bytes = 0;
    std::size_t kept_bytes = 0;  ///< of unanswered batches; see Limits
};

/// How receive() took a message.
enum class Taken {
    done,      ///< it wants no answer
    answered,  ///< an answer was sent or will be; or it will be reported as `unanswered`
    /// Nothing was read, since the channel is behind (Limits::output_bytes_max). Give the same
    /// message again when on_wake was called.
    later,
};

/// The parts of a Peer from its owner. Its functions may call the Peer. An exception of any of them
/// is caught and reported.
struct Parts {
    const Clock* clock = nullptr;  ///< measures time-outs by boot(); outlives the Peer
    std::shared_ptr<const Methods> methods{};
    /// Takes a message, and may move its text away. Or returns false, changes nothing, and calls
    /// Peer::writable() when it can take more; meanwhile the Peer keeps all messages. Called by one
    /// thread at a time, in the order of the messages, on any thread with a message to send.
    std::function<bool(Output&)> send{};
    /// Called if poll() has something to do, if receive() takes messages again, or if
    /// next_deadline() came nearer. Wake a loop; do not wait. On any thread.
    std::function<void()> on_wake{};
    std::function<void(const Report&)> on_report{};  ///< on any thread
    Limits limits{};
    Protocol protocol{};
};

/// One side of a conversation. It has no thread and no timer of its own: the owner gives it each
/// received message, and calls poll() when it is woken and when next_deadline() has come.
///
/// Thread-safe. No lock is held while a function of the owner runs, is copied or is destroyed. If
/// one thread alone calls receive() and poll(), requests begin in their order of arrival.
/// Notifications and answers are handled at once; they do not wait for earlier requests. Throws
/// std::bad_alloc only.
///
/// For all else the rules of JSON-RPC 2.0 hold:
/// - Text other than strict JSON is answered with code::parse_error, a value other than a message
///   with code::invalid_request (§5.1). An answer is never answered, and a notification is never
///   answered (§4.1), however wrong it is: a message is one if its members say so.
/// - A message in JSON but over a limit of Limits::json is an invalid request, a bad answer or a
///   bad notification, under its own id. In a batch this holds for each message.
/// - The members of some texts are not read: a text over bytes_max, a text deeper than
///   k_depth_ceiling, and a batch over batch_max. Each is answered with one error without an id,
///   also if it is an answer.
/// - A batch is answered by one batch, when all of its requests have been (§6). Answers that do not
///   fit bytes_max together become errors. If even errors would not fit, the batch is refused as
///   one invalid request.
/// - Members not named in §4 and §5 are ignored.
/// - An id in use, or remembered, is an invalid request, answered under that id.
class Peer {
 public:
    explicit Peer(Parts parts);
    /// Closes. Must not run within a function of the owner called by this Peer.
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// Takes one message, or one batch, in UTF-8. If there is room, handlers run before this
    /// returns.
    Taken receive(std::string_view message, Channel channel = 0);
    /// Runs waiting requests if there is room, and ends own requests at their time-out.
    void poll();
    /// When poll() has to be called at the latest, by boot() of the clock. Nothing if no own
    /// request waits.
    std::optional<std::chrono::milliseconds> next_deadline() const;
    /// Parts::send takes messages again.
    void writable();

    /// Sends a request and returns its id. The id is never used again. `params` is the JSON text of
    /// an object or an array, or empty; with on_progress it is an object or empty. `on_outcome` is
    /// called once, perhaps before this returns, on a thread of receive(), poll(), cancel() or
    /// close(). Errors: invalid_argument (params, method, time-out), unavailable (own_max, or the
    /// channel is behind, or closed); then nothing was sent and `on_outcome` is not called.
    Result<Id> call(std::string_view method, std::string_view params,
                    std::function<void(Outcome)> on_outcome, const CallOptions& options = {});
    /// Ends an own request as `cancelled` and tells the other side. Returns false if it has ended.
    bool cancel(const Id& id, std::string_view reason = {});
    /// Ends an own request as `failed`, and tells nobody: the channel could not carry it, or
    /// brought another answer than a message. Returns false if it has ended.
    bool fail_call(const Id& id, ErrorObject error);
    /// Sends a notification. Errors as of call().
    Result<void> notify(std::string_view method, std::string_view params = {}, Channel channel = 0);

    /// Cancels the other side's requests from a channel, as its own cancellation would, also
    /// requests that may not be cancelled by it. For streams whose end means cancellation.
    void cancel_channel(Channel channel);
    /// For a protocol with a negotiated revision. Holds for later messages in both directions.
    void set_protocol(Protocol protocol);
    Load load() const;

    /// Stops all requests of the other side without an answer and ends own ones as `closed`. No
    /// message is sent or read afterwards. Waits until no other thread is within this Peer or a
    /// function called by it. If these functions wait for something, end it first. Within a
    /// function called by this Peer it does not wait.
    void close();

 private:
    std::shared_ptr<Core> core_;
};

std::string_view to_string(Report::Kind kind) noexcept;
std::string_view to_string(Outcome::Kind kind) noexcept;

}  // namespace iam::rpc
