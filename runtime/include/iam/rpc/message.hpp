// Defines the values that JSON-RPC 2.0 messages are made of, the limits of one side, and the
// differences between protocols on top of JSON-RPC.
//
// Parameters, results and error data are JSON text, not values: most of them go on as they came.
// value_of() reads them where a value is needed.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace iam::rpc {

/// Names a request among those of one side, or the progress of a request. It is a string or an
/// integer in [-2^63, 2^64-1], never null and never a fraction (MCP, basic; JSON-RPC 2.0 §4 allows
/// more). 1 and 1.0 are one id; 1 and "1" are two.
class Id {
 public:
    static Id of(std::int64_t number) { return Id(std::to_string(number)); }
    static Id of(std::uint64_t number) { return Id(std::to_string(number)); }
    /// Nothing if `text` is not well-formed UTF-8.
    static std::optional<Id> of(std::string_view text);

    /// The canonical JSON text: `7` or `"seven"`.
    const std::string& json() const noexcept { return json_; }
    friend auto operator<=>(const Id&, const Id&) = default;

 private:
    explicit Id(std::string json) noexcept : json_(std::move(json)) {}
    std::string json_;
};

/// The codes of JSON-RPC 2.0 §5.1.
namespace code {
inline constexpr std::int64_t parse_error = -32700;
inline constexpr std::int64_t invalid_request = -32600;
inline constexpr std::int64_t method_not_found = -32601;
inline constexpr std::int64_t invalid_params = -32602;
inline constexpr std::int64_t internal_error = -32603;
}  // namespace code

/// An error object (JSON-RPC 2.0 §5.1). A received one is text of the other side: escape it before
/// a person sees it.
struct ErrorObject {
    std::int64_t code = code::internal_error;
    std::string message{};
    std::string data{};  ///< JSON text of one value; empty if there is none
};

/// A sign of life of a request. Its members are as in MCP's notifications/progress.
struct Progress {
    double value = 0;  ///< finite; each is greater than the one before it
    std::optional<double> total{};
    std::string message{};  ///< empty if there is none
};

/// The limits of one side. Each holds before memory is spent on the part beyond it.
struct Limits {
    /// Of each message, in both directions; bytes_max is its size. For a batch they hold as a
    /// whole, one level deeper. U+0000 is allowed: a decoder of arguments refuses it by itself. The
    /// Peer's own errors are an id and a sentence; outside of batches they are always sent.
    iam::Limits json{.string_bytes_max = std::size_t{16} << 20U, .allow_nul = true};
    std::size_t batch_max = 128;         ///< messages in one batch
    std::size_t id_bytes_max = 256;      ///< of a string id or token, decoded
    std::size_t method_bytes_max = 256;  ///< of a method's name, decoded
    /// The most requests of the other side that handlers work on at once. A cancelled request
    /// counts until its Reply has gone. A request set aside (Reply::set_at_work) does not count;
    /// when it comes back, there may be more for a while.
    std::size_t running_max = 64;
    /// The other side's requests waiting while running_max are worked on. Beyond both numbers
    /// together they are answered with Protocol::busy_code.
    std::size_t waiting_max = 1024;
    std::size_t waiting_bytes_max = std::size_t{16} << 20U;  ///< of their parameters together
    /// Of answers waiting for the rest of their batch, and of room for an error in the place of
    /// each missing one; all batches together. If it is spent, a larger answer becomes an error of
    /// its batch, and the requests of a further batch are answered with Protocol::busy_code. One
    /// batch alone always has room for its errors.
    std::size_t kept_bytes_max = std::size_t{16} << 20U;
    std::size_t own_max = 64;  ///< own requests waiting for an answer
    /// Of messages not yet taken by the channel. Above it no request is begun, no message is read
    /// and no progress is told.
    std::size_t output_bytes_max = std::size_t{16} << 20U;
    /// Ids of finished requests, kept to refuse their reuse; the oldest is forgotten first. 0
    /// refuses only the ids of unfinished requests (MCP, basic: an id is never reused).
    std::size_t remembered_ids = 1024;
};

/// How requests are cancelled by notification: {"method": method, "params": {id_member: id,
/// reason_member: text}}. Without a method there is no cancellation.
struct CancelNames {
    std::string method{};
    std::string id_member{};
    std::string reason_member{};
};

/// How progress is told by notification: {"method": method, "params": {token_member: token,
/// "progress": number, "total": number, "message": text}}. A request asks for it by
/// {meta_member: {token_member: token}} in its parameters. Without a method there is none.
struct ProgressNames {
    std::string method{};
    std::string meta_member{};
    std::string token_member{};
};

/// The differences between protocols on top of JSON-RPC 2.0, and between their revisions.
struct Protocol {
    bool has_batches = false;  ///< if not, an array is refused (MCP has them in 2025-03-26 only)
    /// If the id of a message cannot be read, the error has "id": null (JSON-RPC 2.0 §5) or no id
    /// at all (MCP 2025-11-25).
    bool writes_null_id = true;
    std::int64_t busy_code = -32000;  ///< too many requests; the range is JSON-RPC 2.0 §5.1's
    CancelNames cancel{};
    ProgressNames progress{};
};

/// Reads parameters, a result or error data from a Peer. It has been read before, so only the
/// ceiling of depth can still refuse it; empty text is null.
Result<Json> value_of(std::string_view json);

}  // namespace iam::rpc
