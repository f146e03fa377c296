// Defines Result and Error: an expected failure is a value with one sentence: first the failure,
// then the way out.
//
// A denial is not an error (see consent/decision.hpp). The caller of a tool gets a ToolResult.
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace iam {

/// The kind of a failure. It decides the caller's next step.
enum class Errc {
    not_found,
    conflict,  ///< an expectation of a commit did not hold; read again and decide again
    /// the caller's value is wrong; the message names it and the expected values
    invalid_argument,
    unavailable,      ///< a resource is away (disk full, lock held); nothing has changed
    outcome_unknown,  ///< the effect may have happened; never repeat by itself
    corrupt,          ///< stored bytes do not verify
    internal,
};

struct Error {
    Errc code = Errc::internal;
    std::string message;
    std::string pointer{};  ///< JSON Pointer (RFC 6901) of the offending value, if any
};

template <class T>
using Result = tl::expected<T, Error>;

/// The spelling of the enumerator, e.g. "not_found".
std::string_view to_string(Errc code) noexcept;

/// True if the same attempt, unchanged, may work later.
constexpr bool is_retryable(Errc code) noexcept {
    return code == Errc::conflict || code == Errc::unavailable;
}

inline tl::unexpected<Error> fail(Errc code, std::string message, std::string pointer = {}) {
    return tl::unexpected(Error{code, std::move(message), std::move(pointer)});
}

}  // namespace iam

/// Unwraps a Result into `name`, or returns its error to our caller.
#define IAM_TRY(name, expr)                                                      \
    auto name##_result = (expr);                                                 \
    if (!name##_result) return tl::unexpected(std::move(name##_result).error()); \
    auto&& name = *std::move(name##_result)

/// IAM_TRY for a Result<void>.
#define IAM_CHECK(expr)                                                 \
    do {                                                                \
        if (auto iam_check_result = (expr); !iam_check_result)          \
            return tl::unexpected(std::move(iam_check_result).error()); \
    } while (false)
