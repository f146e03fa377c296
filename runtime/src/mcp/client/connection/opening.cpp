// How a connection is opened: the revision is found out, the handshake made, the tools listed.
#include "mcp/client/connection/connection.hpp"
#include "mcp/client/connection/tool_pages.hpp"
#include "mcp/client/http/message_facts.hpp"
#include <iam/core/json_writer.hpp>

#include <utility>

namespace iam::mcp {
namespace {

using std::chrono::milliseconds;

// A subscription has no answer before its end.
constexpr milliseconds k_no_end = std::chrono::hours{24 * 365};

/// The reason why a request has no result.
std::string why_not(const rpc::Outcome& outcome, const std::string& method) {
    switch (outcome.kind) {
        case rpc::Outcome::Kind::timed_out:
            return "The server did not answer " + method + " in time.";
        case rpc::Outcome::Kind::failed:
            return method + " failed: " + outcome.error.message;
        case rpc::Outcome::Kind::error:
            return "The server refused " + method + ": " + outcome.error.message;
        default:
            return "The server's answer to " + method + " is wrong: " + outcome.error.message;
    }
}

/// True if a server over HTTP wants another authorization. This says nothing about its revisions.
bool is_kept_out(const rpc::Outcome& outcome) {
    return outcome.kind == rpc::Outcome::Kind::failed &&
           (outcome.error.code == 401 || outcome.error.code == 403);
}

/// True if a server over HTTP takes no such request from any client.
bool is_refused_post(const rpc::Outcome& outcome) {
    const std::int64_t code = outcome.error.code;
    return outcome.kind == rpc::Outcome::Kind::failed && code >= 400 && code < 500 &&
           !is_kept_out(outcome);
}

/// Ends the request that a message over the limit answers: nobody waits for its time to be over.
void fail_answer(rpc::Peer& peer, std::string_view beginning, std::size_t bytes_max) {
    const auto id = answered_request(beginning);
    if (!id) return;
    peer.fail_call(*id,
                   {.code = rpc::code::internal_error,
                    .message = "The server's answer is larger than " + std::to_string(bytes_max) +
                               " bytes, so it is not read; ask for less."});
}

}  // namespace

void Connection::begin() {
    begun_at_ = parts_.clock.boot();
    {
        const std::lock_guard lock(mutex_);
        next_attempt_at_.reset();
    }
    set_state(ConnectionState::connecting);
    if (!parts_.prepare) return open_link();
    parts_.prepare([weak = weak_from_this(), begun = ++begun_] {
        const auto self = weak.lock();
        if (self && self->is_wanted_ && self->begun_ == begun && !self->link_) self->open_link();
    });
}

void Connection::open_link() {
    auto link = make_link();
    if (!link) return;
    if (era_ == ServerEra::sessions) return initialize();
    discover(false);
}

std::shared_ptr<Link> Connection::make_link() {
    auto link = std::make_shared<Link>();
    const std::weak_ptr<Link> weak_link = link;
    const std::weak_ptr<Connection> weak = weak_from_this();
    Link* const raw = link.get();  // the Peer is a part of it
    link->peer = std::make_unique<rpc::Peer>(
        rpc::Parts{.clock = &parts_.clock,
                   .methods = methods(),
                   .send = [raw](rpc::Output& output) { return raw->transport->send(output); },
                   .on_wake =
                       [weak, weak_link, timers = &parts_.timers] {
                           timers->after(milliseconds{0}, [weak, weak_link] {
                               const auto self = weak.lock();
                               if (const auto woken = weak_link.lock(); self && woken)
                                   self->keep_time(woken);
                           });
                       },
                   .limits = {.json = {.bytes_max = parts_.settings.message_bytes_max,
                                       .string_bytes_max = parts_.settings.message_bytes_max,
                                       .allow_nul = true},
                              .own_max = parts_.settings.calls_max + 8},
                   .protocol = protocol_of(k_latest_revision)});

    const auto end = [weak, raw, timers = &parts_.timers](Error why) {
        timers->after(milliseconds{0}, [weak, raw, why = std::move(why)] {
            if (const auto self = weak.lock()) self->link_ended(raw, why);
        });
    };
    TransportEvents events{
        .on_message =
            [raw, end, &clock = parts_.clock,
             most = parts_.settings.message_bytes_max](std::string_view message) {
                raw->heard_at = clock.boot();
                if (message.size() > most) fail_answer(*raw->peer, message, most);
                if (raw->peer->receive(message) == rpc::Taken::later)
                    end(Error{Errc::unavailable, "The server does not read its messages."});
            },
        .on_failed_request =
            [raw](const rpc::Id& request, rpc::ErrorObject error) {
                raw->peer->fail_call(request, std::move(error));
            },
        .on_free = [raw] { raw->peer->writable(); },
        .on_end = end,
    };
    auto transport = parts_.open(std::move(events), [weak](const Json& params) {
        const auto self = weak.lock();
        return self ? self->fields_of(params) : net::Fields{};
    });
    if (!transport) {
        fail(transport.error().message);
        return nullptr;
    }
    link->transport = *std::move(transport);
    const std::lock_guard lock(mutex_);
    return link_ = link;
}

void Connection::keep_time(const std::shared_ptr<Link>& link) {
    link->peer->poll();
    const auto deadline = link->peer->next_deadline();
    if (!deadline || (link->armed && *link->armed <= *deadline)) return;
    link->armed = *deadline;
    parts_.timers.after(*deadline - parts_.clock.boot(),
                        [weak = weak_from_this(), weak_link = std::weak_ptr<Link>(link)] {
                            const auto self = weak.lock();
                            const auto due = weak_link.lock();
                            if (!self || !due) return;
                            due->armed.reset();
                            self->keep_time(due);
                        });
}

void Connection::discover(bool is_second) {
    is_discovering_ = true;
    link_->transport->use_revision(to_string(Revision::of_2026_07_28));
    const milliseconds timeout = era_ == ServerEra::detect && parts_.is_stream
                                     ? parts_.settings.detect
                                     : parts_.config.times.initialize;
    ask("server/discover", meta_params(meta()), timeout,
        [this, is_second](const rpc::Outcome& outcome) { take_discovery(outcome, is_second); });
}

void Connection::take_discovery(const rpc::Outcome& outcome, bool is_second) {
    is_discovering_ = false;
    const bool is_refused =
        outcome.kind == rpc::Outcome::Kind::error || outcome.kind == rpc::Outcome::Kind::failed;
    if (is_refused && !is_second && judge_discovery_error(outcome.error) == Discovery::ask_again)
        return discover(true);
    if (outcome.kind == rpc::Outcome::Kind::result) {
        auto facts = read_discovered(outcome.result);
        if (facts) {
            era_ = ServerEra::stateless;
            link_->peer->set_protocol(protocol_of(facts->revision));
            return take_facts(*std::move(facts));
        }
        if (era_ == ServerEra::stateless) return fail(facts.error().message);
    }
    // After a refusal of tokens a second request would ask the person a second time.
    if (era_ == ServerEra::stateless || is_kept_out(outcome))
        return fail(why_not(outcome, "server/discover"));
    if (!parts_.is_stream) {
        drop_link();
        if (!make_link()) return;
    }
    initialize();
}

void Connection::initialize() {
    link_->transport->use_revision({});
    ask("initialize", initialize_params(parts_.settings.client, abilities_),
        parts_.config.times.initialize,
        [this](const rpc::Outcome& outcome) { take_initialized(outcome); });
}

void Connection::take_initialized(const rpc::Outcome& outcome) {
    // Servers of the oldest revision know no POST at this URL.
    if (is_refused_post(outcome) && parts_.turn_to_older && parts_.turn_to_older()) {
        drop_link();
        if (make_link()) initialize();
        return;
    }
    if (outcome.kind != rpc::Outcome::Kind::result) return fail(why_not(outcome, "initialize"));
    auto facts = read_initialized(outcome.result);
    if (!facts) return fail(facts.error().message);
    era_ = ServerEra::sessions;
    const auto link = link_;
    link->transport->use_revision(to_string(facts->revision));
    link->peer->set_protocol(protocol_of(facts->revision));
    if (const auto told = link->peer->notify("notifications/initialized"); !told)
        return fail("\"notifications/initialized\" was not sent: " + told.error().message);
    link->transport->listen();
    take_facts(*std::move(facts));
}

void Connection::take_facts(ServerFacts facts) {
    for (std::string* words : {&facts.name, &facts.version, &facts.instructions})
        *words = masked(std::move(*words));
    {
        const std::lock_guard lock(mutex_);
        status_.revision = to_string(facts.revision);
        status_.server_name = facts.name;
        status_.server_version = facts.version;
        status_.instructions = facts.instructions;
        facts_ = std::move(facts);
    }
    list_tools();
    if (is_stateless()) {
        subscribe();
    } else {
        send_log_level();
    }
    list_offers();
}

void Connection::list_tools() {
    if (!link_ || !facts_) return;
    must_list_again_ = is_listing_;
    if (is_listing_) return;
    is_listing_ = true;
    {
        const std::lock_guard lock(mutex_);
        changes_at_list_ = told_changes_;
    }
    const bool is_strict = facts_->revision != Revision::of_2024_11_05;
    listing_.emplace(is_strict, ToolListLimits{.tools_max = parts_.settings.tools_max});
    if (!facts_->has_tools) return finish_list();
    ask_for_page({});
}

void Connection::list_changed_tools() {
    const milliseconds now = parts_.clock.boot();
    if (changes_listed_at_ && now < *changes_listed_at_ + k_list_floor) {
        parts_.timers.after(*changes_listed_at_ + k_list_floor - now, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->list_changed_tools();
        });
        return;
    }
    changes_listed_at_ = now;
    {
        const std::lock_guard lock(mutex_);
        is_list_due_ = false;
    }
    list_tools();
}

void Connection::ask_for_page(const std::string& cursor) {
    ask("tools/list", page_params(is_stateless() ? meta() : std::string(), cursor),
        parts_.config.times.list, [this](const rpc::Outcome& outcome) { take_page(outcome); });
}

void Connection::take_page(const rpc::Outcome& outcome) {
    if (outcome.kind != rpc::Outcome::Kind::result) return fail(why_not(outcome, "tools/list"));
    const auto cursor = listing_->add(outcome.result);
    if (!cursor) return fail(cursor.error().message);
    if (*cursor) return ask_for_page(**cursor);
    finish_list();
}

void Connection::finish_list() {
    is_listing_ = false;
    std::vector<std::string> tools = listing_->tools();
    std::vector<std::string> diagnostics = listing_->diagnostics();
    ToolHeaders headers;
    if (is_stateless()) headers = take_tool_headers(tools, diagnostics);
    if (diagnostics.size() > ServerStatus::k_diagnostics_max)
        diagnostics.resize(ServerStatus::k_diagnostics_max);
    for (std::string& diagnostic : diagnostics) diagnostic = masked(std::move(diagnostic));
    if (const auto& used = parts_.config.tools) {
        std::erase_if(tools, [&](const std::string& tool) {
            return used->find(tool_name_in(tool)) == used->end();
        });
    }
    {
        const std::lock_guard lock(mutex_);
        tools_ = std::move(tools);
        is_list_current_ = told_changes_ == changes_at_list_;
        status_.tools = tools_.size();
        status_.diagnostics = std::move(diagnostics);
        tool_headers_ = std::move(headers);
    }
    listing_.reset();
    if (connected_at_.count() == 0) note_connected();
    set_state(ConnectionState::connected);
    if (std::exchange(must_list_again_, false)) list_tools();
}

net::Fields Connection::fields_of(const Json& params) const {
    const std::lock_guard lock(mutex_);
    return fields_of_call(tool_headers_, params);
}

void Connection::subscribe() {
    JsonWriter wanted;
    wanted.begin_object();
    const bool has_offers = parts_.settings.lists_offers;
    const auto want = [&](bool is_told, const char* name) {
        if (is_told) wanted.plain_literal(name, "true");
        return is_told;
    };
    bool is_any = want(has_offers && facts_->tells_prompt_changes, "promptsListChanged");
    is_any |= want(has_offers && facts_->tells_resource_changes, "resourcesListChanged");
    is_any |= want(facts_->tells_tool_changes, "toolsListChanged");
    wanted.end_object();
    if (!is_any) return;
    ask("subscriptions/listen",
        "{\"_meta\":" + meta() + ",\"notifications\":" + wanted.take() + "}", k_no_end,
        [this](const rpc::Outcome& outcome) {
            // The end of a subscription is no end of the server. A server that refuses it is asked
            // no more.
            if (outcome.kind != rpc::Outcome::Kind::result) return;
            parts_.timers.after(parts_.settings.retry_first,
                                [weak = weak_from_this(), link = link_.get()] {
                                    const auto self = weak.lock();
                                    if (!self || self->link_.get() != link) return;
                                    self->list_tools();
                                    self->list_offers();
                                    self->subscribe();
                                });
        });
}

}  // namespace iam::mcp
