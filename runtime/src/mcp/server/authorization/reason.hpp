// Why a token is refused.
#pragma once

#include <tl/expected.hpp>

#include <string_view>

namespace iam::mcp {

/// A literal, so that no part of a token can be in it: ASCII without quotes and backslashes.
using Reason = std::string_view;
template <class T>
using Checked = tl::expected<T, Reason>;

inline tl::unexpected<Reason> refuse(Reason reason) {
    return tl::unexpected(reason);
}

}  // namespace iam::mcp
