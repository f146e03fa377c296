#include "iam/mcp/ledger_resources.hpp"

#include "mcp/protocol/json_member.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/ledger/entry.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::mcp {
namespace {

using ledger::DecodedEntry;
using ledger::EntryKind;

constexpr const char* k_calls = "iam://ledger/calls";
constexpr const char* k_entry = "entry";

/// A call, run or refused.
bool begins_call(EntryKind kind) {
    return kind == EntryKind::intent || kind == EntryKind::decision;
}

bool is_own_call(const DecodedEntry& decoded, const Subject& subject) {
    const ledger::Entry& entry = decoded.entry;
    return begins_call(entry.kind) && entry.tool && entry.subject.user == subject.user &&
           entry.subject.workspace == subject.workspace && entry.proposer &&
           entry.proposer->kind == Proposer::Kind::mcp_client;
}

Error no_such_call() {
    return {Errc::not_found, "There is no such entry of this user's calls."};
}

/// Error: not_found, also for a missing or malformed id.
Result<ledger::EntryId> entry_named(const OfferRequest& request) {
    const auto named = request.values.find(k_entry);
    const auto id = ledger::parse_entry_id(named == request.values.end() ? "" : named->second);
    if (!id) return tl::unexpected(no_such_call());
    return *id;
}

void put_end(JsonWriter& out, const ledger::Entry& end) {
    put_unless_empty(out, "code", end.code);
    if (!end.success) return;
    out.plain_key("success");
    out.boolean(*end.success);
}

/// The members of a call in a list, in canonical order behind "arguments".
Result<void> put_call(JsonWriter& out, ledger::Store& store, const DecodedEntry& call) {
    const ledger::Entry& entry = call.entry;
    std::optional<DecodedEntry> outcome;
    if (entry.kind == EntryKind::intent) {
        IAM_TRY(stored, store.outcome_of(call.id));
        if (stored) {
            IAM_TRY(decoded, ledger::decode(stored->text));
            outcome = std::move(decoded);
        }
    }
    if (entry.approver) {
        out.plain_key("approver");
        out.begin_object();
        put_unless_empty(out, "channel", entry.approver->channel);
        out.plain_member("kind", to_string(entry.approver->kind));
        out.end_object();
    }
    put_unless_empty(out, "call", entry.call_id);
    put_unless_empty(out, "entry", to_string(call.id));
    if (outcome) put_unless_empty(out, "outcome", to_string(outcome->id));
    put_end(out, outcome ? outcome->entry : entry);
    put_unless_empty(out, "time", to_rfc3339(entry.time));
    put_unless_empty(out, "tool", display_name(*entry.tool));
    return {};
}

std::vector<ResourceContents> json_contents(const std::string& uri, std::string text) {
    return {{.uri = uri, .mime_type = "application/json", .text = std::move(text)}};
}

struct OwnCalls {
    std::vector<DecodedEntry> calls{};
    std::optional<ledger::Place> last{};  ///< looked at; nothing: the ledger has no more
};

Result<OwnCalls> own_calls(ledger::Store& store, const Subject& subject,
                           std::optional<ledger::Place> before) {
    ledger::Query query;
    query.before = before;
    query.limit = k_looked_at_max;
    query.with_payloads = false;
    OwnCalls own;
    std::size_t looked_at = 0;
    const auto visited = store.visit(query, [&](const ledger::StoredEntry& stored) {
        ++looked_at;
        own.last = place_of(stored);
        auto decoded = ledger::decode(stored.text);
        if (decoded && is_own_call(*decoded, subject)) own.calls.push_back(*std::move(decoded));
        return own.calls.size() < k_listed_calls_max;
    });
    if (!visited) return tl::unexpected(visited.error());
    const bool may_go_on = looked_at == k_looked_at_max || own.calls.size() == k_listed_calls_max;
    if (!may_go_on) own.last.reset();
    return own;
}

Result<std::vector<ResourceContents>> list_calls(ledger::Store& store, const OfferRequest& request,
                                                 std::optional<ledger::Place> before) {
    IAM_TRY(own, own_calls(store, request.subject, before));
    JsonWriter out;
    out.begin_object();
    out.plain_key("calls");
    out.begin_array();
    for (const DecodedEntry& call : own.calls) {
        out.begin_object();
        IAM_CHECK(put_call(out, store, call));
        out.end_object();
    }
    out.end_array();
    if (own.last)
        put_unless_empty(out, "next", std::string(k_calls) + "/before/" + to_string(own.last->id));
    out.end_object();
    return json_contents(request.name, out.take());
}

Result<std::vector<ResourceContents>> read_call(ledger::Store& store, const OfferRequest& request) {
    IAM_TRY(id, entry_named(request));
    IAM_TRY(stored, store.entry(id));
    if (!stored) return tl::unexpected(no_such_call());
    IAM_TRY(decoded, ledger::decode(stored->text));
    // The end of a call names its intent.
    if (decoded.entry.kind == EntryKind::outcome && decoded.entry.of) {
        IAM_TRY(intent, store.entry(*decoded.entry.of));
        if (!intent) return tl::unexpected(no_such_call());
        stored = std::move(intent);
        IAM_TRY(of_intent, ledger::decode(stored->text));
        decoded = std::move(of_intent);
    }
    if (!is_own_call(decoded, request.subject)) return tl::unexpected(no_such_call());
    JsonWriter out;
    out.begin_object();
    const auto arguments =
        std::find_if(stored->payloads.begin(), stored->payloads.end(),
                     [](const ledger::Payload& payload) { return payload.name == "arguments"; });
    if (arguments != stored->payloads.end() &&
        arguments->bytes.size() <= k_shown_arguments_bytes_max) {
        out.plain_key("arguments");
        out.string(arguments->bytes);
    }
    IAM_CHECK(put_call(out, store, decoded));
    out.end_object();
    return json_contents(request.name, out.take());
}

}  // namespace

Result<void> add_ledger_resources(Offers& offers, ledger::Store& store) {
    constexpr const char* k_json = "application/json";
    IAM_CHECK(offers.add(Resource{.uri = k_calls,
                                  .name = "calls",
                                  .title = "Own calls",
                                  .description = "The calls of this user, newest first.",
                                  .mime_type = k_json},
                         [&store](const OfferRequest& request) {
                             return list_calls(store, request, std::nullopt);
                         }));
    IAM_CHECK(
        offers.add(ResourceTemplate{.uri_template = std::string(k_calls) + "/before/{entry}",
                                    .name = "calls_before",
                                    .title = "Own calls before an entry",
                                    .mime_type = k_json},
                   [&store](const OfferRequest& request) -> Result<std::vector<ResourceContents>> {
                       IAM_TRY(id, entry_named(request));
                       const auto before = place_of(store, id);
                       if (before) return list_calls(store, request, *before);
                       // An error would tell a client how many entries others have.
                       if (before.error().code == Errc::not_found)
                           return list_calls(store, request, std::nullopt);
                       return tl::unexpected(before.error());
                   }));
    return offers.add(ResourceTemplate{.uri_template = std::string(k_calls) + "/{entry}",
                                       .name = "call",
                                       .title = "One call",
                                       .description = "A call by an entry of it, such as 0.12.",
                                       .mime_type = k_json},
                      [&store](const OfferRequest& request) { return read_call(store, request); });
}

}  // namespace iam::mcp
