// Waits for the socket of the listening connection and for the bell of this program at once.
#include "store_postgres/changes/change_feed.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>

namespace iam::store_postgres {
namespace {

void quiet_bell(int bell) noexcept {
    std::uint64_t rings = 0;
    // Nothing to read: nobody rang.
    static_cast<void>(::read(bell, &rings, sizeof rings));
}

}  // namespace

Statement announcement(const std::string& schema) {
    return Statement("SELECT pg_notify($1, '')", Text{schema});
}

ChangeFeed::ChangeFeed(Connection::Target target)
    : target_(std::move(target)), bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    // A standby may listen to nobody, and says so.
    target_.writable = false;
}

void ChangeFeed::listen() {
    if (is_refused_ || (connection_ && connection_->is_alive())) return;
    connection_.reset();
    auto opened = Connection::open(target_);
    if (!opened) return;
    const auto begun = opened->ask(Statement("LISTEN \"" + target_.schema + "\""));
    if (begun) connection_.emplace(std::move(*opened));
    is_refused_ = !begun && !begun.error().is_lost();
}

bool ChangeFeed::wait(std::chrono::milliseconds longest) {
    listen();
    // poll() ignores a negative descriptor.
    std::array<pollfd, 2> ready{pollfd{bell_.get(), POLLIN, 0},
                                pollfd{connection_ ? connection_->socket() : -1, POLLIN, 0}};
    if (::poll(ready.data(), ready.size(), static_cast<int>(longest.count())) <= 0) return false;
    if (ready[0].revents != 0) quiet_bell(bell_.get());
    if (ready[1].revents != 0) connection_->take_announcements();
    return true;
}

void ChangeFeed::wake() const noexcept {
    const std::uint64_t once = 1;
    static_cast<void>(::write(bell_.get(), &once, sizeof once));
}

}  // namespace iam::store_postgres
