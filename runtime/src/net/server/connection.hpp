// One connection of an HTTP server: reads requests one after the other, has each of them answered,
// and watches its client meanwhile.
#pragma once

#include "net/message/request_reader.hpp"
#include "net/server/exchange.hpp"
#include "net/server/host_rules.hpp"
#include "net/web_socket/web_socket_core.hpp"
#include "net/wire/wire.hpp"
#include <iam/core/clock.hpp>
#include <iam/net/http_server.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace iam::net {

class Connection;

/// The server as its connections see it. It outlives them.
struct ConnectionContext {
    const ServerLimits& limits;
    const Handler& handler;
    const Clock& clock;
    /// Lines of every head, with their ends.
    const std::shared_ptr<const std::string> common_fields;
    /// Called once by each connection, on its strand, when it has closed.
    std::function<void(Connection&)> on_closed;
};

/// All private functions run on the strand of the wire.
class Connection final : public ExchangeOwner, public std::enable_shared_from_this<Connection> {
 public:
    Connection(const ConnectionContext& context, const HostRules& rules, std::unique_ptr<Wire> wire,
               PeerAddress peer);
    ~Connection() override;

    // From any thread. Each acts later, on the strand.
    void start();
    /// Answers 503 and closes.
    void start_refusing();
    /// Closes after the current answer.
    void stop_soon();

    void flush_soon() override;
    void cut_soon() override;
    void upgrade_soon(std::shared_ptr<WebSocketCore> socket) override;
    std::string date() const override;

 private:
    enum class Phase {
        opening,    // handshake
        receiving,  // a request, or the wait for one
        answering,  // the exchange has it
        refusing,   // the output is the last
        lingering,  // the client may still read the output
        upgraded,   // the WebSocket has it
        closed,
    };

    /// Runs a step. If memory runs out in it, the connection is cut, not lost.
    template <class Step>
    void guard(Step step) noexcept;
    void open(bool refuses);
    void on_open(const error_code& code, bool refuses);
    void read();
    void on_read(const error_code& code, std::size_t size);
    void advance();
    void on_head();
    void dispatch();
    void call_handler();
    void refuse(const Refusal& refusal);
    /// Sends a text that is no part of the exchange's answer.
    void say(std::string_view text);
    void flush();
    void write();
    void on_written(const error_code& code, std::size_t size);
    void on_all_written();
    void finish_exchange();
    void upgrade(std::shared_ptr<WebSocketCore> socket);
    void linger();
    void stop();
    void cut();

    void set_due(std::chrono::milliseconds in);
    void set_never_due();
    void wait_for(Steady::time_point due);
    void on_timer();
    void on_due();
    void set_receiving_due();

    const ConnectionContext& context_;
    const HostRules& rules_;
    const Strand strand_;
    std::unique_ptr<Wire> wire_;  // null: the WebSocket has it
    const PeerAddress peer_;

    Phase phase_ = Phase::opening;
    bool is_stopping_ = false;

    // Input.
    bool is_reading_ = false;
    std::array<char, std::size_t{8} << 10U> chunk_{};
    std::string input_{};  // not understood yet
    std::optional<RequestReader> reader_{};
    bool request_has_begun_ = false;
    Steady::time_point body_began_{};

    // Output.
    std::shared_ptr<ExchangeCore> exchange_{};
    Fields upgrade_fields_{};  // of a request for a WebSocket
    std::shared_ptr<WebSocketCore> web_socket_{};
    bool closes_ = false;  // after the answer
    bool is_writing_ = false;
    bool is_last_ = false;  // the answer ends with output_
    std::string output_{};
    std::size_t output_at_ = 0;
    bool output_is_answer_ = false;  // of the exchange
    std::string waiting_output_{};

    // One timer. It is set anew only when it fires, or when a limit is nearer than it: most
    // requests are answered without touching it.
    Timer timer_;
    std::optional<Steady::time_point> due_{};
    std::optional<Steady::time_point> armed_{};
};

}  // namespace iam::net
