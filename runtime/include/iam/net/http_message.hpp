// Defines HTTP requests and responses as values. They are the same for servers and clients.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::net {

struct Field {
    std::string name{};
    std::string value{};  ///< without blanks at its ends
    friend bool operator==(const Field&, const Field&) = default;
};

/// Header fields in their order. Names compare without regard to case (RFC 9110 §5.1).
class Fields {
 public:
    Fields() = default;
    Fields(std::initializer_list<Field> fields) : all_(fields) {}

    void add(std::string name, std::string value);
    /// The value of the first field of this name.
    std::optional<std::string_view> find(std::string_view name) const noexcept;
    std::size_t count(std::string_view name) const noexcept;
    const std::vector<Field>& all() const noexcept { return all_; }
    friend bool operator==(const Fields&, const Fields&) = default;

 private:
    std::vector<Field> all_;
};

/// The other end of a connection.
struct PeerAddress {
    std::string address{};  ///< IPv4 or IPv6 in text
    unsigned port = 0;
    bool is_tls = false;
};

struct Request {
    std::string method{};
    std::string target{};  ///< as it came, e.g. "/mcp?x=1"
    Fields fields{};
    std::string body{};
    PeerAddress peer{};  ///< of requests to a server
};

struct Response {
    unsigned status = 200;
    Fields fields{};  ///< without Content-Length, Transfer-Encoding, Connection and Date
    std::string body{};
};

}  // namespace iam::net
