#include "net/client/socket_job.hpp"

#include <utility>

namespace iam::net {

SocketJob::SocketJob(ClientContext& context, Url url, Fields fields,
                     std::shared_ptr<WebSocketCore> core, OnOver on_over)
    : context_(context),
      url_(std::move(url)),
      fields_(std::move(fields)),
      core_(std::move(core)),
      on_over_(std::move(on_over)),
      strand_(context.strand),
      timer_(strand_) {}

void SocketJob::start() {
    asio::post(strand_, [self = shared_from_this()] { self->open(); });
}

void SocketJob::cancel() {
    asio::post(strand_, [self = shared_from_this()] { self->give_up("The client has ended."); });
}

void SocketJob::open() {
    if (!on_over_) return;
    opening_ = std::make_shared<Opening>(
        context_, strand_, url_, [self = shared_from_this()](Result<std::unique_ptr<Wire>> wire) {
            self->on_open(std::move(wire));
        });
    timer_.expires_after(context_.settings.limits.connect_time);
    timer_.async_wait([self = shared_from_this()](const error_code& code) {
        if (!code && self->opening_)
            self->give_up(self->opening_->under_way() + " took too long; try again later.");
    });
    opening_->start();
}

void SocketJob::on_open(Result<std::unique_ptr<Wire>> wire) {
    opening_.reset();
    timer_.cancel();
    if (!wire) return give_up(wire.error().message);
    core_->connect(std::move(*wire), {url_.authority(), url_.target, fields_},
                   [self = shared_from_this()] { self->finish(); });
}

void SocketJob::give_up(const std::string& why) {
    if (!on_over_) return;
    if (opening_) opening_->stop();
    opening_.reset();
    timer_.cancel();
    core_->cut(why);
    finish();
}

void SocketJob::finish() {
    if (const OnOver on_over = std::exchange(on_over_, nullptr)) on_over(*this);
}

}  // namespace iam::net
