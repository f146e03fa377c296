// Calls of tools on a connection.
#include "mcp/client/connection/connection.hpp"
#include "mcp/client/connection/input_rounds.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/progress.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

// A server that asks more often within one call is refused.
constexpr int k_asked_max = 16;
constexpr std::string_view k_call_method = "tools/call";

RemoteReply not_sent(std::string why) {
    return {.kind = RemoteReply::Kind::not_sent, .error = {.message = std::move(why)}};
}

/// Judges the error of a transport: an HTTP status, an error object in a refusal, or 0 if nothing
/// was sent.
RemoteReply::Kind kind_of_failure(std::int64_t code) {
    if (code == k_not_sent_code || (code >= 400 && code < 500)) return RemoteReply::Kind::not_sent;
    const bool is_refusal = code < 0 && code != rpc::code::internal_error;
    return is_refusal ? RemoteReply::Kind::error : RemoteReply::Kind::unknown;
}

RemoteReply reply_of(rpc::Outcome outcome, const std::string& server) {
    using Kind = rpc::Outcome::Kind;
    RemoteReply reply{.kind = RemoteReply::Kind::unknown, .error = std::move(outcome.error)};
    switch (outcome.kind) {
        case Kind::result:
            return {.kind = RemoteReply::Kind::result, .result = std::move(outcome.result)};
        case Kind::error:
            reply.kind = RemoteReply::Kind::error;
            return reply;
        case Kind::failed:
            reply.kind = kind_of_failure(reply.error.code);
            return reply;
        case Kind::bad_answer:
            reply.error.message =
                "The answer of server " + server + " breaks the protocol: " + reply.error.message;
            return reply;
        case Kind::cancelled:
            reply.error.message = "The call was stopped; server " + server + " may have acted.";
            return reply;
        case Kind::timed_out:
            reply.error.message =
                "Server " + server + " did not answer in time; it may have acted.";
            return reply;
        case Kind::closed:
            break;
    }
    reply.error.message =
        "The connection to server " + server + " ended before it answered; it may have acted.";
    return reply;
}

/// `members` are those of the method, without braces.
std::string request_params(std::string_view meta, std::string_view members,
                           const InputAnswers& answers) {
    std::string text = "{";
    const auto add = [&text](std::string_view members_of) {
        if (text.size() > 1 && !members_of.empty()) text += ',';
        text += members_of;
    };
    if (!meta.empty()) add("\"_meta\":" + std::string(meta));
    add(members);
    if (!answers.responses.empty()) add("\"inputResponses\":" + answers.responses);
    if (!answers.state.empty()) add("\"requestState\":" + answers.state);
    return text + "}";
}

/// An object without its braces.
std::string members_of(std::string_view object) {
    return object.size() < 2 ? std::string() : std::string(object.substr(1, object.size() - 2));
}

}  // namespace

Result<Connection::CallPlace> Connection::place_for_call(std::string_view document) const {
    const std::lock_guard lock(mutex_);
    if (link_ && facts_) {
        if (!document.empty() && !is_list_current_) {
            return iam::fail(Errc::unavailable,
                             "Server " + status_.name + " is listing its tools anew; call again.");
        }
        if (!document.empty() &&
            std::find(tools_.begin(), tools_.end(), document) == tools_.end()) {
            return iam::fail(
                Errc::unavailable,
                "Server " + status_.name + " has changed this tool; look at it, and call again.");
        }
        return CallPlace{link_, facts_->revision == Revision::of_2026_07_28};
    }
    std::string why = "Server " + status_.name + " is not connected";
    if (!status_.last_error.empty()) why += ": " + status_.last_error;
    return iam::fail(Errc::unavailable, why + (why.back() == '.' ? "" : "."));
}

Result<rpc::Outcome> Connection::call_once(const CallPlace& place, const Wish& wish,
                                           const std::string& params,
                                           const RemoteCallOptions& options) {
    // A thread of the link may post a last event when this call is over already.
    const auto wait = std::make_shared<CallWait>();
    rpc::CallOptions sent;
    const auto& times = parts_.config.times;
    sent.timeout = options.timeout.count() > 0 ? options.timeout : times.call;
    sent.timeout_total =
        options.timeout_total.count() > 0 ? options.timeout_total : times.call_total;
    if (options.on_progress) {
        sent.on_progress = [this, wait, &options](rpc::Progress progress) {
            // A caller who does not listen must not fill the memory.
            if (progress.message.size() > Progress::k_message_bytes_max) progress.message.clear();
            progress.message = masked(std::move(progress.message));
            wait->post(
                [progress = std::move(progress), &options] { options.on_progress(progress); });
        };
    }
    const OpenCallScope scope(*this, OpenCall{wait, &options, wish.method == k_call_method});
    const auto id = place.link->peer->call(
        wish.method, params, [wait](rpc::Outcome outcome) { wait->end(std::move(outcome)); }, sent);
    if (!id) return tl::unexpected(id.error());
    const std::stop_callback cancel(options.stop, [&place, &id] {
        place.link->peer->cancel(*id, "The caller has stopped the call.");
    });
    return wait->wait();
}

RemoteReply Connection::call(std::string_view tool, std::string_view arguments,
                             const RemoteCallOptions& options) {
    // A call that cannot be sent spends nothing of the server's budget.
    if (const auto place = place_for_call(options.document); !place)
        return not_sent(place.error().message);
    const auto pass = call_health_.let_in();
    if (!pass) return not_sent(pass.error().message);
    JsonWriter out;
    out.begin_object();
    out.plain_key("arguments");
    out.raw(arguments.empty() ? "{}" : arguments);
    out.plain_key("name");
    out.string(tool);
    out.end_object();
    RemoteReply reply = converse({k_call_method, members_of(out.text())}, options, *pass);
    if (parts_.mask && reply.kind != RemoteReply::Kind::result) parts_.mask->mask(reply.error);
    return reply;
}

RemoteReply Connection::request(std::string_view method, std::string_view params,
                                const RemoteCallOptions& options) {
    return converse({method, members_of(params)}, options);
}

RemoteReply Connection::converse(const Wish& wish, const RemoteCallOptions& options,
                                 std::optional<Breaker::Pass> pass) {
    InputAnswers answers;
    for (int round = 0; round < k_asked_max; ++round) {
        // The tool may have changed while a person was asked.
        const auto place = place_for_call(options.document);
        if (!place) {
            if (pass) call_health_.not_sent(*pass);
            return not_sent(place.error().message);
        }
        const std::string meta_text = place->is_stateless ? meta() : std::string();
        const auto begun = parts_.clock.fine_boot();
        auto outcome =
            call_once(*place, wish, request_params(meta_text, wish.members, answers), options);
        if (!outcome) {
            if (pass) call_health_.not_sent(*pass);
            return not_sent(outcome.error().message);
        }
        if (pass) call_health_.ended(*pass, judge_call(*outcome), parts_.clock.fine_boot() - begun);
        RemoteReply reply = reply_of(*std::move(outcome), parts_.config.name);
        if (!place->is_stateless || reply.kind != RemoteReply::Kind::result) return reply;
        const auto request = read_input_request(reply.result);
        if (!request)
            return {.kind = RemoteReply::Kind::unknown,
                    .error = {.message = request.error().message}};
        if (!*request) return reply;
        auto given = answer_inputs(**request, options.answer, abilities_);
        if (!given)
            return {.kind = RemoteReply::Kind::error, .error = {.message = given.error().message}};
        answers = *std::move(given);
    }
    return {.kind = RemoteReply::Kind::error,
            .error = {.message = "Server " + parts_.config.name + " asked more than " +
                                 std::to_string(k_asked_max) + " times for input."}};
}

Connection::OpenCallScope::OpenCallScope(Connection& connection, OpenCall call)
    : connection_(connection), wait_(call.wait.get()) {
    const std::lock_guard lock(connection_.mutex_);
    connection_.open_calls_.push_back(std::move(call));
}

Connection::OpenCallScope::~OpenCallScope() {
    const std::lock_guard lock(connection_.mutex_);
    std::erase_if(connection_.open_calls_,
                  [this](const OpenCall& call) { return call.wait.get() == wait_; });
}

bool Connection::post_to_call(std::function<void(const RemoteCallOptions&)> event) {
    const std::lock_guard lock(mutex_);
    const OpenCall* only = nullptr;
    for (const OpenCall& call : open_calls_) {
        if (!call.is_of_tool) continue;
        if (only != nullptr) return false;
        only = &call;
    }
    if (only == nullptr) return false;
    return only->wait->post(
        [event = std::move(event), options = only->options] { event(*options); });
}

}  // namespace iam::mcp
