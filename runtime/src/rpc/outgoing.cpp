// Own requests and notifications, and the received answers and progress.
#include "rpc/core.hpp"
#include "rpc/writer.hpp"

namespace iam::rpc {
namespace {

Result<void> check_call(std::string_view method, std::string_view params, const Limits& limits) {
    if (!is_valid_utf8(method) || method.size() > limits.method_bytes_max)
        return fail(Errc::invalid_argument, "the method must be UTF-8 of at most " +
                                                std::to_string(limits.method_bytes_max) + " bytes");
    return check_params(params, limits.json);
}

tl::unexpected<Error> unavailable(std::string_view why) {
    return fail(Errc::unavailable, std::string(why));
}

}  // namespace

Result<Id> Core::call(std::string_view method, std::string_view params,
                      std::function<void(Outcome)> on_outcome, const CallOptions& options) {
    if (options.timeout.count() <= 0)
        return fail(Errc::invalid_argument, "the time-out must be above 0 ms");
    const Id id = Id::of(++last_id_);
    std::string with_progress;
    if (options.on_progress) {
        std::shared_ptr<const Protocol> protocol;
        {
            const std::lock_guard lock(mutex_);
            protocol = protocol_;
        }
        if (protocol->progress.method.empty())
            return fail(Errc::invalid_argument, "this protocol has no progress");
        IAM_TRY(text, with_token(params, protocol->progress, id, parts_.limits.json));
        with_progress = std::move(text);
        params = with_progress;
    }
    IAM_CHECK(check_call(method, params, parts_.limits));
    std::string text = request_text(id, method, params);
    if (text.size() > parts_.limits.json.bytes_max)
        return fail(Errc::invalid_argument, "the request is too large (limit bytes_max)");
    OwnRequest request = own_request(std::move(on_outcome), options, parts_.clock->boot());
    return enter([&](Later& later) -> Result<Id> {
        if (is_closed_) return unavailable("the conversation is closed");
        if (own_.size() >= parts_.limits.own_max)
            return unavailable(
                "too many own requests wait for an answer (limit own_max); try later");
        if (is_behind())
            return unavailable("the channel is behind (limit output_bytes_max); try later");
        const std::optional<BootTime> before = own_.next_due();
        own_.add(id, std::move(request));
        if (!before || *own_.next_due() < *before) later.wakes = true;
        push({.text = std::move(text), .channel = options.channel, .own_request = id});
        return id;
    });
}

Result<void> Core::notify(std::string_view method, std::string_view params, Channel channel) {
    IAM_CHECK(check_call(method, params, parts_.limits));
    std::string text = notification_text(method, params);
    if (text.size() > parts_.limits.json.bytes_max)
        return fail(Errc::invalid_argument, "the notification is too large (limit bytes_max)");
    return enter([&](Later&) -> Result<void> {
        if (is_closed_) return unavailable("the conversation is closed");
        if (is_behind())
            return unavailable("the channel is behind (limit output_bytes_max); try later");
        push({.text = std::move(text), .channel = channel});
        return {};
    });
}

bool Core::cancel(const Id& id, std::string_view reason) {
    return enter([&](Later& later) {
        std::optional<OwnRequest> request = own_.take(id);
        if (!request) return false;
        tell_cancelled(id, *request, reason);
        end(*std::move(request), {Outcome::Kind::cancelled, {}, {0, std::string(reason), {}}},
            later);
        return true;
    });
}

bool Core::fail_call(const Id& id, ErrorObject error) {
    return enter([&](Later& later) {
        std::optional<OwnRequest> request = own_.take(id);
        if (!request) return false;
        end(*std::move(request), {Outcome::Kind::failed, {}, std::move(error)}, later);
        return true;
    });
}

std::optional<BootTime> Core::next_deadline() const {
    const std::lock_guard lock(mutex_);
    return own_.next_due();
}

void Core::tell_cancelled(const Id& id, const OwnRequest& request, std::string_view reason) {
    if (!request.tells_cancel || protocol_->cancel.method.empty()) return;
    const std::size_t bytes_max = parts_.limits.json.bytes_max;
    std::string text = cancellation_text(protocol_->cancel, id, reason, bytes_max);
    if (text.size() <= bytes_max) push({.text = std::move(text), .channel = request.channel});
}

void Core::end(OwnRequest request, Outcome outcome, Later& later) {
    later.ended.push_back({std::move(request), std::move(outcome)});
}

void Core::take_answer(Message& message, Channel channel, Later& later) {
    std::optional<OwnRequest> request = message.id ? own_.take(*message.id) : std::nullopt;
    if (!request) {
        std::string detail = message.id ? message.id->json() : "no id";
        if (message.error) detail += ": " + message.error->message;
        if (!message.fault.empty()) detail += ": " + message.fault;
        const bool is_bad = !message.id || !message.fault.empty();
        later.reports.push_back({is_bad ? Report::Kind::bad_answer : Report::Kind::unknown_answer,
                                 channel, std::move(detail)});
        return;
    }
    Outcome outcome;
    if (!message.fault.empty()) {
        later.reports.push_back({Report::Kind::bad_answer, channel, message.fault});
        outcome.kind = Outcome::Kind::bad_answer;
        outcome.error.message = std::move(message.fault);
    } else if (message.error) {
        outcome.kind = Outcome::Kind::error;
        outcome.error = *std::move(message.error);
    } else {
        outcome.kind = Outcome::Kind::result;
        outcome.result = message.result;
    }
    end(*std::move(request), std::move(outcome), later);
}

void Core::take_progress(const Message& message, const Arrival& arrival, Later& later) {
    std::optional<ProgressNote> note =
        read_progress(message.params, protocol_->progress, parts_.limits);
    const OwnRequest* const request =
        note ? own_.note_progress(note->token, note->progress, arrival.now) : nullptr;
    if (request == nullptr) {
        later.reports.push_back({Report::Kind::void_progress, arrival.channel,
                                 note ? note->token.json() : "no token or no value"});
        return;
    }
    later.calls.push_back([on_progress = request->on_progress,
                           progress = std::move(note->progress)] { (*on_progress)(progress); });
}

}  // namespace iam::rpc
