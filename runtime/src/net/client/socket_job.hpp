// SocketJob: the way of a client to a WebSocket, and its end with the client.
#pragma once

#include "net/client/opening.hpp"
#include "net/web_socket/web_socket_core.hpp"

#include <memory>

namespace iam::net {

/// Private functions run on the strand.
class SocketJob final : public ClientJob, public std::enable_shared_from_this<SocketJob> {
 public:
    SocketJob(ClientContext& context, Url url, Fields fields, std::shared_ptr<WebSocketCore> core,
              OnOver on_over);

    // From any thread; each acts later.
    void start();
    void cancel() override;

 private:
    void open();
    void on_open(Result<std::unique_ptr<Wire>> wire);
    void give_up(const std::string& why);
    void finish();

    ClientContext& context_;
    const Url url_;
    const Fields fields_;
    const std::shared_ptr<WebSocketCore> core_;
    OnOver on_over_;
    Strand strand_;
    Timer timer_;
    std::shared_ptr<Opening> opening_{};
};

}  // namespace iam::net
