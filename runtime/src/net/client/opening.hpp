// The way to a server: its name, a connection, a proxy if there is one, TLS.
#pragma once

#include "net/client/idle_wires.hpp"
#include "net/client/proxy.hpp"
#include "net/client/url.hpp"
#include "net/message/response_reader.hpp"
#include "net/tls/tls_context.hpp"
#include "net/wire/plain_wire.hpp"
#include <iam/core/result.hpp>
#include <iam/net/http_client.hpp>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace iam::net {

/// The client as its calls see it. It outlives them.
struct ClientContext {
    asio::io_context& io;
    const ClientSettings& settings;
    const ProxyRule& proxy;
    Trust& trust;
    Strand strand;  ///< of all calls, so a connection can pass from one to another
    IdleWires& idle;
};

/// An unfinished job. The client ends it before it ends itself.
class ClientJob {
 public:
    /// Called once, when no function of the owner is called any more.
    using OnOver = std::function<void(ClientJob&)>;
    virtual ~ClientJob() = default;
    virtual void cancel() = 0;
};

/// All of it belongs to the strand. Time is the caller's: it may stop() at any moment.
class Opening : public std::enable_shared_from_this<Opening> {
 public:
    using Done = std::function<void(Result<std::unique_ptr<Wire>>)>;
    Opening(ClientContext& context, Strand strand, Url url, Done done);
    void start();
    /// `done` is not called any more.
    void stop();
    /// The current step, for the message of a time-out: "the connection to example.org:443".
    std::string under_way() const;

 private:
    void on_resolved(const error_code& code, const Tcp::resolver::results_type& found);
    void connect_next();
    void on_connected(const error_code& code);
    void ask_proxy();
    void read_proxy();
    void on_proxy_bytes(std::size_t size);
    void on_proxy_answer(const Response& head, bool has_more);
    void begin_tls(Socket socket);
    void finish(Result<std::unique_ptr<Wire>> result);
    void fail_with(const std::string& what, const std::string& why, const std::string& way_out);
    const Url& next_hop() const { return by_ ? *by_ : url_; }
    std::string hop_name() const;

    ClientContext& context_;
    Strand strand_;
    const Url url_;
    const Url* by_;  // the proxy
    Done done_;
    Tcp::resolver resolver_;
    std::optional<Socket> socket_{};
    Timer attempt_;
    std::vector<Tcp::endpoint> endpoints_{};
    std::size_t next_ = 0;
    std::string last_problem_{};
    std::unique_ptr<Wire> wire_{};
    std::string text_{};
    std::array<char, 2048> chunk_{};
    std::unique_ptr<ResponseReader> reader_{};
};

}  // namespace iam::net
