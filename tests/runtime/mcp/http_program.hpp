// A program that serves HTTP on the loopback, and a client that writes requests by hand.
#pragma once

#include "mcp/conversation.hpp"
#include "mcp/server/http/endpoint.hpp"
#include <iam/mcp/http.hpp>
#include <iam/net/sse.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cctype>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::test {

/// An endpoint behind an HTTP server. Its time passes as the test says. Set members before start().
struct HttpProgram {
    Program program{};
    mcp::HttpSettings http{};
    const mcp::Authorizer* authorizer = nullptr;
    net::ServerLimits limits{};
    std::optional<net::ServerTls> tls{};
    std::atomic<int> wakes{0};
    std::unique_ptr<mcp::Endpoint> endpoint{};
    std::unique_ptr<net::HttpServer> listener{};
    unsigned port = 0;

    HttpProgram& start() {
        endpoint =
            std::make_unique<mcp::Endpoint>(mcp::Endpoint::Parts{.server = program.server(),
                                                                 .subject = {.user = "ann"},
                                                                 .authorizer = authorizer,
                                                                 .settings = http,
                                                                 .on_wake = [this] { ++wakes; }});
        net::ServerSettings settings;
        settings.limits = limits;
        settings.tls = tls;
        auto started =
            net::HttpServer::start(settings, [this](net::Request request, net::Exchange exchange) {
                endpoint->handle(std::move(request), std::move(exchange));
            });
        INFO((started ? std::string() : started.error().message));
        REQUIRE(started);
        listener = *std::move(started);
        port = listener->endpoints().front().port;
        return *this;
    }
    void pass(std::chrono::milliseconds time) {
        program.clock.advance(time);
        endpoint->tend();
    }
    ~HttpProgram() {
        if (endpoint) endpoint->close();
        if (listener) listener->stop();
    }
};

/// A connection. Waits end after half a minute, with a failure.
class HttpClient {
 public:
    using Fields = std::map<std::string, std::string>;
    struct Answer {
        int status = 0;
        Fields fields{};  ///< by name in lower case
        std::string body{};
        Json json() const {
            INFO(status << " " << body);
            const auto value = parse_json(body);
            REQUIRE(value.has_value());
            return *value;
        }
    };

    explicit HttpClient(unsigned port) : port_(port), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        REQUIRE(socket_ >= 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
                0);
    }
    ~HttpClient() { cut(); }
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    /// Closes the connection.
    void cut() {
        if (socket_ >= 0) ::close(socket_);
        socket_ = -1;
    }

    /// Fields that are "" are left out; others replace those that a client has always.
    void send(std::string_view method, std::string_view body, const Fields& more = {},
              std::string_view path = "/mcp") {
        Fields fields{{"Host", "127.0.0.1:" + std::to_string(port_)},
                      {"Accept", "application/json, text/event-stream"},
                      {"Content-Type", "application/json"},
                      {"Content-Length", std::to_string(body.size())}};
        for (const auto& [name, value] : more) fields[name] = value;
        std::string text = std::string(method) + " " + std::string(path) + " HTTP/1.1\r\n";
        for (const auto& [name, value] : fields) {
            if (!value.empty()) text += name + ": " + value + "\r\n";
        }
        raw(text + "\r\n" + std::string(body));
    }
    void raw(std::string_view text) {
        while (!text.empty()) {
            const ssize_t size = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
            REQUIRE(size > 0);
            text.remove_prefix(static_cast<std::size_t>(size));
        }
    }

    /// A whole response.
    Answer answer() {
        Answer answer = head();
        if (is_chunked_) {
            for (std::string piece; next_chunk(piece);) answer.body += piece;
        } else {
            const auto length = answer.fields.find("content-length");
            const std::size_t size = length == answer.fields.end() ? 0 : std::stoul(length->second);
            while (input_.size() < size) read_more();
            answer.body = input_.substr(0, size);
            input_.erase(0, size);
        }
        return answer;
    }
    /// The status and the fields of a stream of events.
    Answer head() {
        std::size_t end = 0;
        while ((end = input_.find("\r\n\r\n")) == std::string::npos) read_more();
        const std::string text = input_.substr(0, end + 2);
        input_.erase(0, end + 4);
        Answer answer;
        answer.status = std::stoi(text.substr(text.find(' ') + 1));
        for (std::size_t at = text.find("\r\n") + 2; at < text.size();) {
            const std::size_t line_end = text.find("\r\n", at);
            const std::size_t colon = text.find(':', at);
            std::string name = text.substr(at, colon - at);
            for (char& letter : name) letter = static_cast<char>(std::tolower(letter));
            const std::size_t value = text.find_first_not_of(' ', colon + 1);
            answer.fields[name] = text.substr(value, line_end - value);
            at = line_end + 2;
        }
        is_chunked_ = answer.fields.count("transfer-encoding") > 0;
        return answer;
    }
    /// The next event of a stream; nothing if the stream has ended.
    std::optional<net::SseEvent> event() {
        while (events_.empty()) {
            std::string piece;
            if (!next_chunk(piece)) return std::nullopt;
            REQUIRE(reader_.add(piece,
                                [this](const net::SseEvent& event) { events_.push_back(event); }));
        }
        net::SseEvent event = events_.front();
        events_.pop_front();
        return event;
    }
    /// The message of the next event that has data.
    Json message() {
        for (;;) {
            const auto next = event();
            REQUIRE(next);
            if (!next->data.empty()) return parse_json(next->data).value();
        }
    }
    /// Waits until the other side has closed the connection.
    bool is_closed() {
        while (wait_readable()) {
            std::array<char, 4096> bytes{};
            if (::recv(socket_, bytes.data(), bytes.size(), 0) <= 0) return true;
        }
        return false;
    }
    const net::SseReader& reader() const { return reader_; }

    Answer post(std::string_view body, const Fields& more = {}) {
        send("POST", body, more);
        return answer();
    }

 private:
    static constexpr int k_patience_ms = 30'000;
    bool wait_readable() const {
        pollfd ready{socket_, POLLIN, 0};
        return ::poll(&ready, 1, k_patience_ms) == 1;
    }
    void read_more() {
        REQUIRE(wait_readable());
        std::array<char, 65536> bytes{};
        const ssize_t size = ::recv(socket_, bytes.data(), bytes.size(), 0);
        INFO("so far: " << input_);
        REQUIRE(size > 0);
        input_.append(bytes.data(), static_cast<std::size_t>(size));
    }
    /// False: the last one has come.
    bool next_chunk(std::string& piece) {
        std::size_t line = 0;
        while ((line = input_.find("\r\n")) == std::string::npos) read_more();
        const std::size_t size = std::stoul(input_.substr(0, line), nullptr, 16);
        while (input_.size() < line + 2 + size + 2) read_more();
        piece = input_.substr(line + 2, size);
        input_.erase(0, line + 2 + size + 2);
        return size > 0;
    }

    unsigned port_;
    int socket_;
    bool is_chunked_ = false;
    std::string input_{};
    net::SseReader reader_{};
    std::deque<net::SseEvent> events_{};
};

inline std::string request_text(int id, std::string_view method,
                                const Json& params = Json::object()) {
    return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", std::string(method)}, {"params", params}}
        .dump();
}

/// A client that has begun a session.
struct HttpConversation {
    unsigned port;
    HttpClient::Fields fields{};

    explicit HttpConversation(const HttpProgram& program, std::string_view revision = "2025-11-25",
                              const Json& capabilities = Json::object(),
                              HttpClient::Fields of_each = {})
        : port(program.port), fields(std::move(of_each)) {
        Json params = Conversation::initialize_params(revision);
        params["capabilities"] = capabilities;
        const auto begun = HttpClient(port).post(request_text(0, "initialize", params), fields);
        INFO(begun.body);
        REQUIRE(begun.status == 200);
        fields["MCP-Session-Id"] = begun.fields.at("mcp-session-id");
        fields["MCP-Protocol-Version"] = revision;
        const auto told = HttpClient(port).post(
            R"({"jsonrpc":"2.0","method":"notifications/initialized"})", fields);
        REQUIRE(told.status == 202);
    }
    HttpClient::Answer post(std::string_view body) const {
        return HttpClient(port).post(body, fields);
    }
    HttpClient::Answer call(int id, std::string_view tool,
                            const Json& arguments = Json::object()) const {
        return post(request_text(id, "tools/call",
                                 {{"name", std::string(tool)}, {"arguments", arguments}}));
    }
    std::string call_text(int id, std::string_view tool, const Json& meta = {}) const {
        Json params{{"name", std::string(tool)}, {"arguments", Json::object()}};
        if (!meta.is_null()) params["_meta"] = meta;
        return request_text(id, "tools/call", params);
    }
};

}  // namespace iam::test
