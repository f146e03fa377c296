// Reads documents of OAuth servers: JSON objects, with limits, member by member.
#pragma once

#include "mcp/client/authorization/values/scopes.hpp"
#include <iam/core/json.hpp>
#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

inline constexpr std::size_t k_document_bytes_max = std::size_t{128} << 10U;
/// Elements of a list in a document.
inline constexpr std::size_t k_document_list_max = 256;

/// A JSON object of a server, and its name in messages, e.g. "The metadata of the server".
class OauthDocument {
 public:
    /// Error: invalid_argument (no JSON, no object, beyond the limits).
    static Result<OauthDocument> read(std::string_view text, std::string name);

    /// The text of a member; empty if there is none. Error: it is no text.
    Result<std::string> text(const char* member) const;
    /// Error: there is no text, or it is empty.
    Result<std::string> needed_text(const char* member) const;
    /// Nothing if there is none. Error: it is no list of texts, or too long.
    Result<std::optional<std::vector<std::string>>> texts(const char* member) const;
    /// The texts of a member that are scopes; nothing if there is none.
    Result<std::optional<Scopes>> scopes(const char* member) const;
    /// False if there is none. Error: it is neither true nor false.
    Result<bool> flag(const char* member) const;
    /// A whole number from 0 on; nothing if there is none. Error: it is none.
    Result<std::optional<std::uint64_t>> number(const char* member) const;

    const std::string& name() const noexcept { return name_; }
    tl::unexpected<Error> refuse(std::string_view why) const;

 private:
    OauthDocument(Json value, std::string name)
        : value_(std::move(value)), name_(std::move(name)) {}
    const Json* find(const char* member) const;

    Json value_;
    std::string name_;
};

/// The text of a stranger for a message: at most 200 letters of ASCII without control characters;
/// the others are left out.
std::string excerpt_of(std::string_view text);

}  // namespace iam::mcp
