// Failures of a request to a model, as the end of a stream.
#pragma once

#include <iam/chat/event.hpp>
#include <iam/chat/provider.hpp>
#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::chat {

inline constexpr std::size_t k_key_bytes_min = 8;

/// Of the body of a response, for its failure; the rest does not count.
inline constexpr std::size_t k_failure_bytes_max = std::size_t{64} << 10U;

/// An error status with its body, perhaps cut. The provider's own message is quoted.
/// `key` stands nowhere in it, not even a part of it.
StreamError failure_of(Provider provider, const net::Response& response, std::string_view key);
/// The request has found no server, or the connection broke before the answer.
StreamError failure_of(const Error& error);
/// True if a stream of this form may begin with these bytes, which are any part of its beginning.
bool may_begin_stream(WireForm form, std::string_view body);
/// The body of this response, which has no error status, is no stream.
StreamError no_stream(Provider provider, const net::Response& response, std::string_view key);
/// The text with each occurrence of the key replaced: providers quote keys that they refuse. A key
/// of less than k_key_bytes_min bytes is a word for a server that wants none, and stays.
std::string without_key(std::string text, std::string_view key);

}  // namespace iam::chat
