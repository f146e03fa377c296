// Requests and notifications of a server to this program.
#include "mcp/client/connection/connection.hpp"
#include "mcp/client/connection/input_rounds.hpp"
#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>
#include <iam/tool/context.hpp>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace iam::mcp {
namespace {

// A server's name of at most 64 bytes comes before it.
constexpr std::size_t k_logger_bytes_max = 128;

std::optional<LogMessage> read_log(std::string_view params) {
    const auto value = rpc::value_of(params);
    if (!value || !value->is_object()) return std::nullopt;
    const auto level = value->find("level");
    const auto data = value->find("data");
    if (level == value->end() || !level->is_string() || data == value->end()) return std::nullopt;
    const auto known = log_level_of(level->get_ref<const std::string&>());
    if (!known) return std::nullopt;
    const std::string text =
        data->is_string() ? data->get<std::string>() : canonical_json(*data).value_or("");
    const auto logger = value->find("logger");
    const std::string name =
        logger != value->end() && logger->is_string() ? logger->get<std::string>() : std::string();
    // A server must not fill the memory with messages for a caller who does not hear them yet.
    return LogMessage{*known, std::string(first_bytes(text, Context::k_log_bytes_max)),
                      std::string(first_bytes(name, k_logger_bytes_max))};
}

}  // namespace

std::shared_ptr<const rpc::Methods> Connection::methods() {
    auto methods = std::make_shared<rpc::Methods>();
    const std::weak_ptr<Connection> weak = weak_from_this();
    methods->requests["ping"] = {[](const rpc::Request&, rpc::Reply reply) { reply.result("{}"); }};
    const auto take_question = [&](const char* method, ClientQuestion::Kind kind) {
        methods->requests[method] = {[weak, kind](rpc::Request request, rpc::Reply reply) {
            if (const auto self = weak.lock())
                self->take_question(kind, std::move(request), std::move(reply));
        }};
    };
    if (abilities_.answers_forms || abilities_.answers_urls)
        take_question("elicitation/create", ClientQuestion::Kind::elicitation);
    if (abilities_.answers_sampling)
        take_question("sampling/createMessage", ClientQuestion::Kind::sampling);
    if (abilities_.has_roots) take_question("roots/list", ClientQuestion::Kind::roots);

    const auto list_again = [&](const char* method, std::initializer_list<OfferKind> kinds) {
        methods->notifications[method] =
            [weak, kinds = std::vector<OfferKind>(kinds)](const rpc::Notification&) {
                const auto self = weak.lock();
                if (!self) return;
                {
                    const std::lock_guard lock(self->mutex_);
                    // The lists that are due hold this change, too.
                    const bool is_due = !self->changed_offers_.empty();
                    self->changed_offers_.insert(kinds.begin(), kinds.end());
                    if (is_due) return;
                }
                self->parts_.timers.after(std::chrono::milliseconds{0}, [weak] {
                    if (const auto later = weak.lock()) later->list_changed_offers();
                });
            };
    };
    list_again("notifications/resources/list_changed",
               {OfferKind::resources, OfferKind::templates});
    list_again("notifications/prompts/list_changed", {OfferKind::prompts});
    methods->notifications["notifications/tools/list_changed"] = [weak](const rpc::Notification&) {
        const auto self = weak.lock();
        if (!self) return;
        {
            const std::lock_guard lock(self->mutex_);
            self->is_list_current_ = false;
            ++self->told_changes_;
            // The list that is due holds this change, too.
            if (std::exchange(self->is_list_due_, true)) return;
        }
        self->parts_.timers.after(std::chrono::milliseconds{0}, [weak] {
            if (const auto later = weak.lock()) later->list_changed_tools();
        });
    };
    methods->notifications["notifications/message"] = [weak](const rpc::Notification& message) {
        if (const auto self = weak.lock()) self->take_log(message);
    };
    methods->other_notifications = [](const rpc::Notification&) {};
    return methods;
}

void Connection::take_question(ClientQuestion::Kind kind, rpc::Request request, rpc::Reply reply) {
    const auto shared = std::make_shared<rpc::Reply>(std::move(reply));
    const auto give = [shared](const Result<std::string>& answer) {
        if (answer) {
            shared->result(*answer);
        } else {
            shared->error({rpc::code::internal_error, answer.error().message, {}});
        }
    };
    const auto& abilities = abilities_;
    if (kind == ClientQuestion::Kind::elicitation) kind = kind_of_elicitation(request.params);
    const ClientQuestion question{kind, "question", std::move(request.params)};
    if (kind == ClientQuestion::Kind::roots) return give(answer_question(question, {}, abilities));
    // A person may take long.
    shared->set_at_work(false);
    const bool is_posted = post_to_call([=](const RemoteCallOptions& options) {
        give(answer_question(question, options.answer, abilities));
    });
    if (!is_posted) {
        give(iam::fail(Errc::unavailable,
                       "Questions are answered within a call, while it is the only one."));
    }
}

void Connection::take_log(const rpc::Notification& notification) {
    if (!parts_.config.pass_on.logging) return;
    auto message = read_log(notification.params);
    if (!message) return;
    message->message = masked(std::move(message->message));
    std::unique_lock lock(mutex_);
    const bool is_of_no_call = std::none_of(open_calls_.begin(), open_calls_.end(),
                                            [](const OpenCall& call) { return call.is_of_tool; });
    lock.unlock();
    if (is_of_no_call) {
        if (parts_.on_message) parts_.on_message(*message);
        return;
    }
    // While several calls run, nobody can say which one it belongs to.
    post_to_call([message = *std::move(message)](const RemoteCallOptions& options) {
        if (options.on_log) options.on_log(message);
    });
}

}  // namespace iam::mcp
