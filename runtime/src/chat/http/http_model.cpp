#include "iam/chat/http_model.hpp"

#include "chat/http/http_endpoint.hpp"
#include "chat/http/http_failure.hpp"
#include <iam/chat/request.hpp>
#include <iam/chat/stream.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

namespace iam::chat {
namespace {

using OnEvent = std::function<void(const Event&)>;

/// The consumer of a stream, for as long as the stream is open. Events of the client's thread and
/// the end of the stream exclude each other; within an event the same thread may end it.
class StreamDoor {
 public:
    StreamDoor(OnEvent on_event, std::string key)
        : on_event_(std::move(on_event)), key_(std::move(key)) {}

    void give(Event event) {
        if (auto* const error = std::get_if<StreamError>(&event))
            error->message = without_key(std::move(error->message), key_);
        const std::lock_guard lock(mutex_);
        if (is_open_) on_event_(event);
    }
    void close() {
        const std::lock_guard lock(mutex_);
        is_open_ = false;
    }

 private:
    std::recursive_mutex mutex_;
    const OnEvent on_event_;
    const std::string key_;
    bool is_open_ = true;  // under mutex_
};

/// One answer on the client's thread, from its head to its end.
class HttpAnswer {
 public:
    HttpAnswer(std::shared_ptr<StreamDoor> door, WireForm form, std::string key)
        : door_(std::move(door)),
          form_(form),
          key_(std::move(key)),
          parser_(make_stream_parser(form)) {}

    void on_head(net::Response head) { head_ = std::move(head); }

    void on_bytes(std::string_view bytes) {
        const std::size_t room = k_failure_bytes_max - head_.body.size();
        head_.body += bytes.substr(0, std::min(room, bytes.size()));
        if (head_.status == 200) parser_->add(bytes, sink());
    }

    void on_end(const Result<void>& result) {
        if (head_.status == 200)
            return result ? parser_->finish(sink())
                          : parser_->break_off(result.error().message, sink());
        if (head_.status != 0) return door_->give(failure_of(provider_of_form(form_), head_, key_));
        door_->give(failure_of(result ? Error{Errc::unavailable,
                                              "The model's server did not "
                                              "answer; try again later."}
                                      : result.error()));
    }

 private:
    OnEvent sink() {
        return [this](const Event& event) {
            const auto* const error = std::get_if<StreamError>(&event);
            const bool is_unread =
                error != nullptr && (error->kind == StreamError::Kind::protocol ||
                                     error->kind == StreamError::Kind::cut_off);
            const bool is_foreign = is_unread && !may_begin_stream(form_, head_.body);
            door_->give(is_foreign ? Event{no_stream(provider_of_form(form_), head_, key_)}
                                   : event);
        };
    }

    const std::shared_ptr<StreamDoor> door_;
    const WireForm form_;
    const std::string key_;
    const std::unique_ptr<StreamParser> parser_;
    net::Response head_{.status = 0};
};

class HttpStream final : public ModelStream {
 public:
    HttpStream(std::shared_ptr<StreamDoor> door, std::optional<net::PendingCall> call)
        : door_(std::move(door)), call_(std::move(call)) {}
    HttpStream(const HttpStream&) = delete;
    HttpStream& operator=(const HttpStream&) = delete;
    ~HttpStream() override {
        door_->close();  // first: the end of a cancelled request is no event
        if (call_) call_->cancel();
    }

 private:
    std::shared_ptr<StreamDoor> door_;
    std::optional<net::PendingCall> call_;
};

class HttpModel final : public Model {
 public:
    HttpModel(HttpModelSettings settings, HttpEndpoint endpoint,
              std::unique_ptr<net::HttpClient> client)
        : settings_(std::move(settings)),
          endpoint_(std::move(endpoint)),
          client_(std::move(client)) {}

    std::string name() const override {
        if (!settings_.name.empty()) return settings_.name;
        return std::string(to_string(provider_of_form(settings_.form))) + "/" + settings_.model;
    }
    std::optional<std::uint64_t> context_tokens() const override {
        return settings_.context_tokens;
    }

    std::unique_ptr<ModelStream> start(ModelRequest request, OnEvent on_event) override {
        auto door = std::make_shared<StreamDoor>(std::move(on_event), settings_.key);
        auto call = send(request, door);
        if (!call) {
            door->give(failure_of(call.error()));
            return std::make_unique<HttpStream>(std::move(door), std::nullopt);
        }
        return std::make_unique<HttpStream>(std::move(door), *std::move(call));
    }

 private:
    Result<net::PendingCall> send(const ModelRequest& request,
                                  const std::shared_ptr<StreamDoor>& door) {
        IAM_TRY(body, request_body({.form = settings_.form,
                                    .model = settings_.model,
                                    .name = name(),
                                    .context_tokens = settings_.context_tokens,
                                    .has_encrypted_reasoning = settings_.has_encrypted_reasoning},
                                   request));
        const auto answer = std::make_shared<HttpAnswer>(door, settings_.form, settings_.key);
        net::ResponseEvents events;
        events.on_head = [answer](net::Response head) { answer->on_head(std::move(head)); };
        events.on_bytes = [answer](std::string_view bytes) { answer->on_bytes(bytes); };
        events.on_end = [answer](const Result<void>& result) { answer->on_end(result); };
        return client_->start({.method = "POST",
                               .url = endpoint_.url,
                               .fields = endpoint_.fields,
                               .body = std::move(body)},
                              std::move(events));
    }

    const HttpModelSettings settings_;
    const HttpEndpoint endpoint_;
    const std::unique_ptr<net::HttpClient> client_;
};

}  // namespace

Result<std::unique_ptr<Model>> make_http_model(HttpModelSettings settings) {
    IAM_TRY(endpoint, endpoint_of(settings));
    settings.http.limits.total_time = settings.answer_time;
    IAM_TRY(client, net::HttpClient::make(settings.http));
    return std::make_unique<HttpModel>(std::move(settings), std::move(endpoint), std::move(client));
}

}  // namespace iam::chat
