#include "net/server/exchange.hpp"

#include "net/message/head_text.hpp"
#include "net/web_socket/web_socket_core.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace iam::net {
namespace {

Response failure() {
    Response response;
    response.status = 500;
    response.fields.add("Content-Type", "text/plain");
    response.body = "The server failed to answer.\n";
    return response;
}

void append_chunk(std::string& to, std::string_view bytes) {
    std::array<char, 16> size{};
    const auto end = std::to_chars(size.data(), size.data() + size.size(), bytes.size(), 16).ptr;
    to.reserve(to.size() + bytes.size() + 20);  // a chunk is added as a whole, or not
    to.append(size.data(), end).append("\r\n").append(bytes).append("\r\n");
}

}  // namespace

ExchangeCore::ExchangeCore(std::shared_ptr<ExchangeOwner> owner, Form form)
    : form_(std::move(form)), owner_(std::move(owner)) {}

bool ExchangeCore::is_chunked() const noexcept {
    return !form_.is_http_1_0;
}

void ExchangeCore::flush() {
    if (is_scheduled_) return;
    owner_->flush_soon();
    is_scheduled_ = true;
}

void ExchangeCore::add_head(const Response& response, bool is_stream) {
    pending_.reserve(pending_.size() + 256 + response.body.size());
    append_status_line(pending_, response.status);
    append_fields(pending_, response.fields);
    if (form_.common_fields) pending_ += *form_.common_fields;
    append_field(pending_, "Date", owner_->date());
    if (!has_no_body(response.status)) {
        if (!is_stream)
            append_field(pending_, "Content-Length", std::to_string(response.body.size()));
        else if (is_chunked())
            append_field(pending_, "Transfer-Encoding", "chunked");
    }
    if (form_.closes) append_field(pending_, "Connection", "close");
    pending_ += "\r\n";
}

bool ExchangeCore::answer(Response response) {
    if (!can_be_sent(response.fields) || response.status < 200 || response.status > 999)
        response = failure();
    const std::lock_guard lock(mutex_);
    if (!owner_ || state_ != State::open) return false;
    add_head(response, false);
    if (!form_.is_head && !has_no_body(response.status)) pending_ += response.body;
    state_ = State::ended;
    flush();
    return true;
}

bool ExchangeCore::begin(const Response& head) {
    if (!can_be_sent(head.fields) || head.status < 200 || head.status > 999)
        return answer(failure());
    const std::lock_guard lock(mutex_);
    if (!owner_ || state_ != State::open) return false;
    add_head(head, true);
    has_body_ = !form_.is_head && !has_no_body(head.status);
    state_ = State::streams;
    flush();
    return true;
}

bool ExchangeCore::write(std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    if (!owner_ || state_ != State::streams) return false;
    if (bytes.empty() || !has_body_) return true;  // an empty chunk would be the last
    if (pending_.size() + in_flight_ + bytes.size() > form_.unsent_bytes_max) {
        state_ = State::ended;
        owner_->cut_soon();
        return false;
    }
    if (is_chunked())
        append_chunk(pending_, bytes);
    else
        pending_ += bytes;
    flush();
    return true;
}

bool ExchangeCore::finish() {
    const std::lock_guard lock(mutex_);
    if (!owner_ || state_ != State::streams) return false;
    if (is_chunked() && has_body_) pending_ += "0\r\n\r\n";
    state_ = State::ended;
    flush();
    return true;
}

bool ExchangeCore::upgrade(std::shared_ptr<WebSocketCore> socket) {
    const std::lock_guard lock(mutex_);
    if (!owner_ || state_ != State::open || !form_.may_upgrade) return false;
    state_ = State::ended;
    owner_->upgrade_soon(std::move(socket));
    return true;
}

void ExchangeCore::abandon() {
    if (answer(failure())) return;
    const std::lock_guard lock(mutex_);
    if (!owner_ || state_ != State::streams) return;
    state_ = State::ended;
    owner_->cut_soon();
}

void ExchangeCore::fail() {
    abandon();
}

std::size_t ExchangeCore::unsent_bytes() const noexcept {
    const std::lock_guard lock(mutex_);
    return owner_ ? pending_.size() + in_flight_ : 0;
}

void ExchangeCore::on_gone(std::function<void()> gone) {
    {
        const std::lock_guard lock(mutex_);
        if (owner_) {
            gone_.swap(gone);
            return;
        }
        if (!is_gone_) return;
    }
    if (gone) gone();
}

ExchangeCore::Bytes ExchangeCore::take() {
    const std::lock_guard lock(mutex_);
    is_scheduled_ = false;
    Bytes bytes{std::exchange(pending_, {}), state_ == State::ended};
    in_flight_ += bytes.text.size();
    return bytes;
}

bool ExchangeCore::has_more() const noexcept {
    const std::lock_guard lock(mutex_);
    return !pending_.empty() || state_ == State::ended;
}

void ExchangeCore::note_sent(std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    in_flight_ -= bytes;
}

std::function<void()> ExchangeCore::end(bool is_sent) {
    // The function may hold the Exchange itself, so it is destroyed outside of the mutex.
    std::function<void()> gone;
    std::shared_ptr<ExchangeOwner> owner;
    const std::lock_guard lock(mutex_);
    owner.swap(owner_);
    gone.swap(gone_);
    is_gone_ = !is_sent;
    pending_ = {};
    in_flight_ = 0;
    return gone;
}

// The public class. Memory may run out in each function, and no exception leaves the module.

Exchange::Exchange(std::shared_ptr<ExchangeCore> core) noexcept : core_(std::move(core)) {}

Exchange& Exchange::operator=(Exchange&& other) noexcept {
    const std::shared_ptr<ExchangeCore> old = std::exchange(core_, std::move(other.core_));
    if (old) {
        try {
            old->abandon();
        } catch (...) {
        }
    }
    return *this;
}

Exchange::~Exchange() {
    if (!core_) return;
    try {
        core_->abandon();
    } catch (...) {
    }
}

bool Exchange::answer(Response response) {
    try {
        return core_ && core_->answer(std::move(response));
    } catch (...) {
        return false;
    }
}

bool Exchange::begin(Response head) {
    try {
        return core_ && core_->begin(head);
    } catch (...) {
        return false;
    }
}

bool Exchange::write(std::string_view bytes) {
    try {
        return core_ && core_->write(bytes);
    } catch (...) {
        return false;
    }
}

bool Exchange::finish() {
    try {
        return core_ && core_->finish();
    } catch (...) {
        return false;
    }
}

std::optional<WebSocket> Exchange::upgrade(WebSocketSettings settings, WebSocketEvents events) {
    try {
        auto socket = std::make_shared<WebSocketCore>(std::move(settings), std::move(events));
        if (!core_ || !core_->upgrade(socket)) return std::nullopt;
        return WebSocket(std::move(socket));
    } catch (...) {
        return std::nullopt;
    }
}

std::size_t Exchange::unsent_bytes() const noexcept {
    return core_ ? core_->unsent_bytes() : 0;
}

void Exchange::on_gone(std::function<void()> gone) {
    if (core_) core_->on_gone(std::move(gone));
}

}  // namespace iam::net
