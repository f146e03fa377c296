// Describes why statements failed, and the error of the store that follows.
#pragma once

#include <iam/core/result.hpp>

#include <string>
#include <string_view>

namespace iam::store_postgres {

/// Why a row of statements has no answer.
struct Fault {
    /// SQLSTATE of the server's error. Empty: the connection or the time ran out.
    std::string state{};
    std::string message{};  ///< one sentence without its point
    bool was_sent = false;  ///< the statements had left, so their effect is open
    std::string table{};    ///< the table whose constraint refused a row
    std::string holder{};   ///< who holds the awaited lock, if it is known

    bool is_lost() const noexcept { return state.empty(); }
};

template <class T>
using Reply = tl::expected<T, Fault>;

// SQLSTATEs of our own functions in the schema.
inline constexpr std::string_view k_check_failed = "IA001";
inline constexpr std::string_view k_chain_broken = "IA002";

/// The SQLSTATE of a connection that was refused: libpq tells its message alone. 08001 if the
/// message is none of those known.
std::string state_of_refusal(std::string_view message);
/// True if the same transaction may succeed if it is sent again.
bool is_transient(const Fault& fault) noexcept;
/// True if the chain has an entry of another writer at the place of ours.
bool is_chain_taken(const Fault& fault) noexcept;

/// The error of a fault whose transaction has not happened.
Error error_of(const Fault& fault);

}  // namespace iam::store_postgres

/// IAM_TRY for a Reply in a function that returns a Result.
#define IAM_ASK(name, expr)                                                           \
    auto name##_reply = (expr);                                                       \
    if (!name##_reply)                                                                \
        return tl::unexpected(::iam::store_postgres::error_of(name##_reply.error())); \
    auto&& name = *std::move(name##_reply)
