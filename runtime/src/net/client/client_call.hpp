// ClientCall: one request of a client and its response.
#pragma once

#include "net/client/opening.hpp"
#include "net/client/url.hpp"
#include "net/message/response_reader.hpp"
#include <iam/net/http_client.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace iam::net {

/// Private functions run on the strand.
class ClientCall : public ClientJob, public std::enable_shared_from_this<ClientCall> {
 public:
    /// `on_over` is called once, when on_end has returned.
    ClientCall(ClientContext& context, ClientRequest request, Url url, ResponseEvents events,
               OnOver on_over);

    // From any thread; each acts later.
    void start();
    void cancel() override;

 private:
    void open();
    void connect();
    void ask(std::unique_ptr<Wire> wire);
    bool may_repeat() const;
    void repeat();
    void keep_wire();
    void on_open(Result<std::unique_ptr<Wire>> wire);
    void write();
    void read();
    void on_read(const error_code& code, std::size_t size);
    void understand();
    void on_head();
    /// False if the function of the owner threw.
    bool give_bytes(std::string_view bytes);
    void finish(Result<void> result);
    void lose(const std::string& why);
    void set_due(std::chrono::milliseconds in);
    void wait_for(Steady::time_point due);
    void on_due();

    ClientContext& context_;
    const ClientRequest request_;
    const Url url_;
    ResponseEvents events_;
    OnOver on_over_;
    Strand strand_;
    std::shared_ptr<Opening> opening_{};
    std::unique_ptr<Wire> wire_{};
    bool is_kept_ = false;                // it had an earlier request
    std::unique_ptr<Wire> spent_wire_{};  // a write on it may still be under way

    std::string output_{};
    std::size_t output_at_ = 0;
    bool has_begun_to_send_ = false;
    std::string input_{};
    std::array<char, std::size_t{16} << 10U> chunk_{};
    std::optional<ResponseReader> reader_{};
    bool has_head_ = false;
    bool is_over_ = false;
    bool owner_threw_ = false;

    // The timer is set anew only when it fires, or when a limit is nearer than it.
    Timer timer_;
    Steady::time_point due_{};
    std::optional<Steady::time_point> total_due_{};
    std::optional<Steady::time_point> armed_{};
};

}  // namespace iam::net
