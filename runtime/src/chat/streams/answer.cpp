// Sends the events of one answer, and holds its limits.
#include "chat/streams/answer.hpp"

#include <algorithm>
#include <utility>

namespace iam::chat {

std::string arguments_or_none(std::string text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return "{}";
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return std::string_view(text).substr(first, last + 1 - first) == "null" ? "{}"
                                                                            : std::move(text);
}

Answer::Answer(const StreamOptions& options) : options_(options) {}

void Answer::send(const Event& event) {
    (*sink_)(event);
}

ThinkFilter::OnPiece Answer::send_text() {
    return [this](std::string_view text) { send(TextPiece{std::string(text)}); };
}

ThinkFilter::OnPiece Answer::send_thinking() {
    return [this](std::string_view text) { send(ThinkingPiece{std::string(text)}); };
}

bool Answer::keep(std::size_t bytes) {
    if (has_ended_) return false;
    bytes_ += bytes;
    if (bytes_ <= options_.limits.answer_bytes_max) return true;
    fail_limit("bytes of an answer", options_.limits.answer_bytes_max);
    return false;
}

bool Answer::check_open() {
    if (finish_) fail_form("content stands behind the reason for its end");
    return !has_ended_;
}

bool Answer::check_items(std::size_t count) {
    if (has_ended_) return false;
    if (count <= options_.limits.items_max) return true;
    fail_limit("blocks of an answer", options_.limits.items_max);
    return false;
}

void Answer::text(std::string_view piece) {
    if (piece.empty() || !check_open() || !keep(piece.size())) return;
    if (!options_.inline_thinking) return send(TextPiece{std::string(piece)});
    filter_.add(piece, send_text(), send_thinking());
}

void Answer::thinking(std::string_view piece) {
    if (!piece.empty() && check_open() && keep(piece.size()))
        send(ThinkingPiece{std::string(piece)});
}

void Answer::usage(const Usage& usage) {
    if (usage.input || usage.cached || usage.output) usage_ = usage;
}

std::size_t Answer::begin_call(std::string id, std::string name) {
    if (!check_open() || !keep(id.size() + name.size())) return 0;
    if (calls_.size() == options_.limits.calls_max) {
        fail_limit("calls of an answer", options_.limits.calls_max);
        return 0;
    }
    calls_.push_back(WholeCall{std::move(id), std::move(name), {}});
    const std::size_t call = calls_.size() - 1;
    send(CallPiece{call, calls_[call].name, {}});
    return call;
}

void Answer::set_name(std::size_t call, std::string name) {
    if (!check_open() || !keep(name.size())) return;
    calls_[call].name = std::move(name);
    send(CallPiece{call, calls_[call].name, {}});
}

void Answer::add_arguments(std::size_t call, std::string_view piece) {
    if (piece.empty() || !check_open() || !keep(piece.size())) return;
    std::string& arguments = calls_[call].arguments;
    if (arguments.size() + piece.size() > options_.limits.arguments_bytes_max)
        return fail_limit("bytes of a call's arguments", options_.limits.arguments_bytes_max);
    arguments += piece;
    send(CallPiece{call, calls_[call].name, std::string(piece)});
}

bool Answer::has_own_ids() const {
    std::vector<std::string_view> ids;
    for (const WholeCall& call : calls_) ids.push_back(call.id);
    std::sort(ids.begin(), ids.end());
    return (ids.empty() || !ids.front().empty()) &&
           std::adjacent_find(ids.begin(), ids.end()) == ids.end();
}

void Answer::reason(Finish finish, std::string word) {
    if (word.empty() || (finish_ && !fits(*finish_))) return;
    finish_ = finish;
    reason_ = std::move(word);
}

void Answer::end(std::string items) {
    if (has_ended_) return;
    Finish finish = finish_.value_or(Finish::other);
    if (is_refused_ && fits(finish)) finish = Finish::refusal;
    if (finish == Finish::stop && !calls_.empty()) finish = Finish::calls;
    if (!fits(finish)) {
        calls_.clear();
        items.clear();
    }
    close(End{finish, std::move(reason_), std::move(items)});
}

// The answer is over before anything is sent, so a receiver that asks sees it so.
void Answer::close(const Event& last) {
    has_ended_ = true;
    filter_.finish(send_text(), send_thinking());
    if (usage_) send(*usage_);
    for (WholeCall& call : calls_) {
        call.arguments = arguments_or_none(std::move(call.arguments));
        send(std::move(call));
    }
    calls_ = {};
    send(last);
}

void Answer::fail(StreamError::Kind kind, std::string message) {
    if (has_ended_) return;
    calls_.clear();
    close(StreamError{kind, std::move(message)});
}

void Answer::fail_form(std::string_view why) {
    fail(StreamError::Kind::protocol,
         "The stream of the model has an event that its wire form does not know: " +
             std::string(why) + ". Check the wire form of this provider.");
}

void Answer::fail_limit(std::string_view what, std::size_t limit) {
    fail(StreamError::Kind::protocol, "The stream of the model has more than " +
                                          std::to_string(limit) + " " + std::string(what) +
                                          ". Ask for a shorter answer, or raise StreamLimits.");
}

}  // namespace iam::chat
