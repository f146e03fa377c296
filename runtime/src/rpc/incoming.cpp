// Messages of the other side: requests are admitted, run and answered; notifications are handled.
#include "rpc/core.hpp"
#include "rpc/writer.hpp"

#include <algorithm>
#include <cmath>

namespace iam::rpc {

Taken Core::receive(std::string_view text, Channel channel) {
    const Visitor here(*this);
    std::shared_ptr<const Protocol> protocol;
    {
        const std::lock_guard lock(mutex_);
        if (is_closed_) return Taken::done;
        if (is_behind()) return Taken::later;
        protocol = protocol_;
    }
    Reading reading = read_text(text, parts_.limits, *protocol);
    Arrival arrival{.channel = channel, .now = parts_.clock->boot()};
    if (reading.is_batch) arrival.batch = open_batch(reading.messages, channel);
    const bool wants_answer =
        std::any_of(reading.messages.begin(), reading.messages.end(),
                    [](const Message& message) { return message.wants_answer(); });
    for (Message& message : reading.messages) {
        apply([&](Later& later) {
            take(message, arrival, later);
            return true;
        });
    }
    run_waiting();
    if (arrival.batch && wants_answer) {
        apply([&](Later& later) {
            close_one(arrival.batch, later);
            return true;
        });
    }
    return wants_answer ? Taken::answered : Taken::done;
}

std::shared_ptr<Batch> Core::open_batch(std::vector<Message>& messages, Channel channel) {
    auto batch = std::make_shared<Batch>(channel, parts_.limits.json.bytes_max);
    for (const Message& message : messages)
        if (message.wants_answer()) batch->reserve(message.id);
    const std::lock_guard lock(mutex_);
    if (is_closed_) return batch;
    // If no other batch is open, the limit of a message's size is enough.
    const bool is_busy = kept_bytes_ > 0 && batch->bytes() > spare_kept_bytes();
    kept_bytes_ += batch->bytes();
    if (!is_busy) return batch;
    for (Message& message : messages) {
        if (message.kind != Message::Kind::request) continue;
        message.kind = Message::Kind::refused;
        message.fault = "too many batches wait; try later";
        message.fault_code = protocol_->busy_code;
    }
    return batch;
}

std::size_t Core::spare_kept_bytes() const noexcept {
    const std::size_t most = parts_.limits.kept_bytes_max;
    return most - std::min(most, kept_bytes_);
}

void Core::poll() {
    const Visitor here(*this);
    const BootTime now = parts_.clock->boot();
    apply([&](Later& later) {
        for (OwnRequests::Expired& expired : own_.take_due(now)) {
            tell_cancelled(expired.id, expired.request, "the request timed out");
            end(std::move(expired.request),
                {Outcome::Kind::timed_out, {}, {0, "no answer came in time", {}}}, later);
        }
        return true;
    });
    run_waiting();
}

void Core::run_waiting() {
    while (true) {
        std::optional<TheirRequests::Started> started;
        {
            const std::lock_guard lock(mutex_);
            if (!is_closed_ && theirs_.can_start() && !is_behind()) started = theirs_.next();
        }
        if (!started) return;
        run(*std::move(started));
    }
}

void Core::run(TheirRequests::Started started) {
    Reply reply(shared_from_this(), started.serial, started.request.id);
    guard("a handler threw",
          [&] { started.method->run(std::move(started.request), std::move(reply)); });
}

void Core::take(Message& message, const Arrival& arrival, Later& later) {
    if (is_closed_) return;
    switch (message.kind) {
        case Message::Kind::request:
            return take_request(message, arrival, later);
        case Message::Kind::notification:
            return take_notification(message, arrival, later);
        case Message::Kind::answer:
            return take_answer(message, arrival.channel, later);
        case Message::Kind::refused:
            return refuse(message, arrival, later);
        case Message::Kind::bad_notification:
            later.reports.push_back(
                {Report::Kind::bad_notification, arrival.channel, std::move(message.fault)});
            return;
    }
}

void Core::refuse(const Message& message, const Arrival& arrival, Later& later) {
    if (arrival.batch) arrival.batch->open();
    const ErrorObject error{message.fault_code, message.fault, {}};
    Answer answer{.id = message.id, .channel = arrival.channel, .batch = arrival.batch};
    answer.text = error_text(message.id, protocol_->writes_null_id, error);
    answer.error_code = message.fault_code;
    put(std::move(answer), later);
    later.reports.push_back({Report::Kind::refused_message, arrival.channel, message.fault});
}

void Core::take_request(Message& message, const Arrival& arrival, Later& later) {
    const Channel channel = arrival.channel;
    const auto blame = [&](std::string fault, std::int64_t fault_code) {
        message.fault = std::move(fault);
        message.fault_code = fault_code;
        refuse(message, arrival, later);
    };
    const Methods& methods = *parts_.methods;
    const auto found = methods.requests.find(message.method);
    const Method& method = found == methods.requests.end() ? methods.other_requests : found->second;
    if (!method.run) return blame("there is no method of this name", code::method_not_found);
    if (arrival.batch && !method.may_batch)
        return blame("this method must not stand in a batch", code::invalid_request);

    Request request{.id = *message.id, .params = std::string(message.params), .channel = channel};
    request.method = std::move(message.method);
    request.wants_progress = message.token.has_value();
    TheirRequest facts{
        .id = *message.id, .channel = channel, .method = &method, .batch = arrival.batch};
    facts.token = std::move(message.token);
    switch (theirs_.admit(std::move(facts), std::move(request))) {
        case TheirRequests::Admission::admitted:
            if (arrival.batch) arrival.batch->open();
            return;
        case TheirRequests::Admission::repeated:
            return blame("this 'id' has been used; use each id once", code::invalid_request);
        case TheirRequests::Admission::busy:
            return blame("too many requests wait; send fewer at once", protocol_->busy_code);
    }
}

void Core::take_notification(Message& message, const Arrival& arrival, Later& later) {
    const Channel channel = arrival.channel;
    if (!protocol_->cancel.method.empty() && message.method == protocol_->cancel.method)
        return take_cancellation(message, channel, later);
    if (!protocol_->progress.method.empty() && message.method == protocol_->progress.method)
        return take_progress(message, arrival, later);
    const Methods& methods = *parts_.methods;
    const auto found = methods.notifications.find(message.method);
    const auto& handler =
        found == methods.notifications.end() ? methods.other_notifications : found->second;
    if (!handler) {
        later.reports.push_back(
            {Report::Kind::unknown_notification, channel, std::move(message.method)});
        return;
    }
    Notification notification{std::move(message.method), std::string(message.params), channel};
    later.calls.push_back([&handler, notification = std::move(notification)]() mutable {
        handler(std::move(notification));
    });
}

void Core::take_cancellation(const Message& message, Channel channel, Later& later) {
    const std::optional<Id> id =
        read_cancelled_id(message.params, protocol_->cancel, parts_.limits);
    std::optional<TheirRequest> request = id ? theirs_.cancel(*id) : std::nullopt;
    if (request) return end_cancelled(*std::move(request), later);
    later.reports.push_back({Report::Kind::void_cancellation, channel, id ? id->json() : "no id"});
}

void Core::end_cancelled(TheirRequest request, Later& later) {
    later.stops.push_back(std::move(request.stop));
    if (request.batch) {
        kept_bytes_ -= request.batch->release(request.id);
        close_one(request.batch, later);
        return;
    }
    later.reports.push_back({Report::Kind::unanswered, request.channel, request.id.json()});
}

void Core::cancel_channel(Channel channel) {
    enter([&](Later& later) {
        for (TheirRequest& request : theirs_.cancel_channel(channel))
            end_cancelled(std::move(request), later);
        return true;
    });
}

/// Sends an answer, or keeps it for the rest of its batch.
void Core::put(Answer answer, Later& later) {
    if (!answer.batch) {
        push({.text = std::move(answer.text),
              .channel = answer.channel,
              .is_answer = true,
              .error_code = answer.error_code});
        return;
    }
    const std::size_t before = answer.batch->bytes();
    answer.batch->add(answer.id, std::move(answer.text), spare_kept_bytes(),
                      protocol_->writes_null_id);
    kept_bytes_ = kept_bytes_ - before + answer.batch->bytes();
    close_one(answer.batch, later);
}

void Core::close_one(const std::shared_ptr<Batch>& batch, Later& later) {
    if (!batch->close() || is_closed_) return;
    kept_bytes_ -= batch->bytes();
    if (batch->has_answers())
        push({.text = batch->take_text(), .channel = batch->channel(), .is_answer = true});
    else
        later.reports.push_back({Report::Kind::unanswered, batch->channel(), "a batch"});
}

bool Core::finish(std::uint64_t serial, Answer answer) {
    return enter([&](Later& later) {
        std::optional<TheirRequest> request = theirs_.finish(serial);
        if (!request) return false;
        if (theirs_.can_start()) later.wakes = true;
        if (request->is_cancelled) return false;
        answer.channel = request->channel;
        answer.batch = std::move(request->batch);
        put(std::move(answer), later);
        return true;
    });
}

bool Core::answer_result(std::uint64_t serial, const Id& id, std::string_view json) {
    std::string text;
    if (is_value(json, parts_.limits.json, 1)) text = result_text(id, json);
    if (text.empty() || text.size() > parts_.limits.json.bytes_max) {
        return answer_error(serial, id,
                            {code::internal_error, "the result is not JSON, or too large", {}});
    }
    return finish(serial, {.id = id, .text = std::move(text)});
}

bool Core::answer_error(std::uint64_t serial, const Id& id, const ErrorObject& error) {
    ErrorObject sent = error;
    if (!sent.data.empty() && !is_value(sent.data, parts_.limits.json, 2)) sent.data.clear();
    std::string text = error_text(id, true, sent);
    if (text.size() > parts_.limits.json.bytes_max)
        text = error_text(id, true, {sent.code, "the error is too large", {}});
    return finish(serial, {.id = id, .text = std::move(text), .error_code = sent.code});
}

void Core::answer_unanswered(std::uint64_t serial, const Id& id) {
    {
        const std::lock_guard lock(mutex_);
        if (theirs_.find(serial) == nullptr) return;
    }
    answer_error(serial, id, {code::internal_error, "the request ended without an answer", {}});
}

void Core::set_at_work(std::uint64_t serial, bool is_at_work) {
    enter([&](Later& later) {
        theirs_.set_at_work(serial, is_at_work);
        if (theirs_.can_start()) later.wakes = true;
        return true;
    });
}

bool Core::tell_progress(std::uint64_t serial, const Progress& progress) {
    if (!std::isfinite(progress.value) || (progress.total && !std::isfinite(*progress.total)))
        return false;
    return enter([&](Later&) {
        TheirRequest* const request = theirs_.find(serial);
        if (request == nullptr || request->is_cancelled || !request->token) return false;
        if (request->progress && progress.value <= *request->progress) return false;
        if (output_bytes_ > parts_.limits.output_bytes_max) return false;
        if (protocol_->progress.method.empty()) return false;
        const std::size_t bytes_max = parts_.limits.json.bytes_max;
        std::string text = progress_text(protocol_->progress, *request->token, progress, bytes_max);
        if (text.size() > bytes_max) return false;
        request->progress = progress.value;
        push({.text = std::move(text), .channel = request->channel});
        return true;
    });
}

}  // namespace iam::rpc
