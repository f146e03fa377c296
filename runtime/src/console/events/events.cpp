#include "console/events/events.hpp"

#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/core/signals_blocked.hpp>
#include <iam/gate/consent.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace iam::console {
namespace {

using Milliseconds = std::chrono::milliseconds;

// A store that fails to tell of changes is asked again after this time.
constexpr Milliseconds k_after_failure{1000};
// A question's end is noticed this soon.
constexpr Milliseconds k_shortest_wait{100};

std::string question_event(const std::string& id, const consent::Approval& question) {
    JsonWriter out;
    out.begin_object();
    put_answerer(out, question.approver);
    put(out, "id", id);
    put(out, "state", to_string(question.state));
    out.end_object();
    return out.take();
}

/// The entry of a question that has been asked, not of its answer.
bool is_question(const ledger::Entry& entry) {
    const bool is_asked =
        entry.kind == ledger::EntryKind::approval || entry.kind == ledger::EntryKind::input_request;
    return is_asked && entry.answer.empty() && !entry.approval.empty();
}

std::string entry_event(const ledger::StoredEntry& entry,
                        const Result<ledger::DecodedEntry>& decoded) {
    JsonWriter out;
    out.begin_object();
    put(out, "id", to_string(entry.id));
    if (decoded) {
        put(out, "kind", to_string(decoded->entry.kind));
        if (decoded->entry.tool) put(out, "tool", display_name(*decoded->entry.tool));
    }
    out.end_object();
    return out.take();
}

}  // namespace

Events::Events(const Parts& parts, const Sessions& sessions, EventLimits limits)
    : parts_(parts),
      sessions_(sessions),
      limits_(limits),
      log_(random_id(parts.entropy), limits.kept_events_max),
      follower_(parts.store, {}) {}

void Events::stop() {
    stop_.request_stop();
    if (thread_.joinable()) thread_.join();
    const std::lock_guard lock(mutex_);
    for (Stream& stream : streams_) stream.exchange.finish();
    streams_.clear();
}

Result<void> Events::start() {
    // Read before the look, so a change during the look is another one.
    IAM_TRY(seen, parts_.store.version());
    {
        const std::lock_guard lock(mutex_);
        IAM_CHECK(follower_.start_at_newest(0));
        look();
    }
    const SignalsBlocked blocked;
    thread_ = std::thread([this, version = seen] { run(version); });
    return {};
}

void Events::run(std::uint64_t seen) {
    const std::stop_token stop = stop_.get_token();
    while (!stop.stop_requested()) {
        Milliseconds wait{};
        {
            const std::lock_guard lock(mutex_);
            wait = time_to_wait();
        }
        const auto waited = wait_for_change(seen, wait, stop);
        std::unique_lock lock(mutex_);
        if (!waited) stopped_.wait_for(lock, stop, k_after_failure, [] { return false; });
        look();
        tell_all();
    }
}

Result<void> Events::wait_for_change(std::uint64_t& seen, Milliseconds wait,
                                     const std::stop_token& stop) {
    IAM_TRY(changed, parts_.store.wait_for_change(seen, wait, stop));
    if (!changed) return {};
    IAM_TRY(version, parts_.store.version());
    seen = version;
    return {};
}

void Events::look() {
    // A state that cannot be read for a moment is looked at again. Entries are read first: they
    // name the questions that have come and gone since the look before.
    std::vector<std::string> entries;
    static_cast<void>(look_at_entries(entries));
    static_cast<void>(look_at_questions());
    for (std::string& entry : entries) log_.add("entry", std::move(entry));
}

bool Events::tell_end(const std::string& id) {
    const auto ended = parts_.store.approval(id);
    if (!ended) return false;
    consent::Approval gone;
    gone.state = consent::ApprovalState::withdrawn;
    log_.add("question", question_event(id, ended->value_or(gone)));
    if (parts_.chats != nullptr) parts_.chats->note_answer(id);
    return true;
}

Result<void> Events::look_at_questions() {
    IAM_TRY(pending, parts_.runtime.consent().pending_approvals());
    std::set<std::string> now;
    next_end_ = {};
    for (const consent::Approval& approval : pending) {
        now.insert(approval.id);
        if (open_.count(approval.id) == 0)
            log_.add("question", question_event(approval.id, approval));
        const auto end = approval.expires.wall;
        if (next_end_ == decltype(next_end_){} || end < next_end_) next_end_ = end;
    }
    open_.merge(asked_);
    asked_.clear();
    for (const std::string& id : open_) {
        // An end that cannot be read is told later.
        if (now.count(id) == 0 && !tell_end(id)) now.insert(id);
    }
    open_ = std::move(now);
    return {};
}

Result<void> Events::look_at_entries(std::vector<std::string>& events) {
    bool is_at_end = false;
    while (!is_at_end) {
        IAM_TRY(at_end, follower_.next([&](const ledger::StoredEntry& entry) -> Result<bool> {
            const auto decoded = ledger::decode(entry.text);
            events.push_back(entry_event(entry, decoded));
            if (decoded && is_question(decoded->entry)) asked_.insert(decoded->entry.approval);
            return true;
        }));
        is_at_end = at_end;
    }
    return {};
}

std::string Events::snapshot() const {
    JsonWriter out;
    out.begin_object();
    out.key("questions");
    out.begin_array();
    for (const std::string& id : open_) out.string(id);
    out.end_array();
    out.end_object();
    return net::sse_text({log_.id_of(log_.newest()), "snapshot", out.take()});
}

std::string Events::text_after(std::uint64_t number) const {
    const auto events = log_.after(number);
    if (!events) return snapshot();
    std::string text;
    for (const net::SseEvent& event : *events) {
        text += net::sse_text(event);
        if (text.size() > limits_.told_bytes_max) return snapshot();
    }
    return text;
}

bool Events::tell(Stream& stream, Milliseconds now) {
    std::string text = text_after(stream.sent);
    stream.sent = log_.newest();
    if (text.empty() && now - stream.told >= limits_.sign_of_life) text = net::sse_comment();
    if (text.empty()) return true;
    stream.told = now;
    return stream.exchange.write(text);
}

void Events::tell_all() {
    const Milliseconds now = parts_.clock.boot();
    std::erase_if(streams_, [&](Stream& stream) {
        if (*stream.is_gone) return true;
        if (sessions_.is_open(stream.session)) return !tell(stream, now);
        stream.exchange.finish();
        return true;
    });
}

std::chrono::milliseconds Events::time_to_wait() const {
    Milliseconds wait = limits_.sign_of_life;
    if (next_end_ != decltype(next_end_){}) {
        const auto left = next_end_ - parts_.clock.now().wall;
        wait = std::clamp(Milliseconds(left), k_shortest_wait, wait);
    }
    return wait;
}

void Events::open(std::string session, std::string_view last_id, net::Exchange exchange) {
    net::Response head;
    head.fields.add("Content-Type", "text/event-stream");
    const auto is_gone = std::make_shared<std::atomic<bool>>(false);
    exchange.on_gone([is_gone] { *is_gone = true; });
    const std::lock_guard lock(mutex_);
    look();
    tell_all();
    if (streams_.size() >= limits_.streams_max) {
        exchange.answer(refusal(503, "unavailable",
                                "There are as many streams of events as the console takes; close "
                                "a page."));
        return;
    }
    const Milliseconds now = parts_.clock.boot();
    const auto number = log_.number_of(last_id);
    Stream stream{std::move(session), std::move(exchange), number.value_or(log_.newest()), now,
                  is_gone};
    if (!stream.exchange.begin(head)) return;
    if (!number && !stream.exchange.write(snapshot())) return;
    if (tell(stream, now)) streams_.push_back(std::move(stream));
}

void Events::add(std::string_view type, std::string data) {
    const std::lock_guard lock(mutex_);
    log_.add(type, std::move(data));
    tell_all();
}

void Events::end_session(const std::string& session) {
    const std::lock_guard lock(mutex_);
    std::erase_if(streams_, [&](Stream& stream) {
        if (stream.session != session) return false;
        stream.exchange.finish();
        return true;
    });
}

}  // namespace iam::console
