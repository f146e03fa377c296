// Checks the ledger in parts, so that no request waits for all of it.
#include "console/api/entries/ledger_requests.hpp"

#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"
#include <iam/ledger/chain_part.hpp>
#include <iam/ledger/sealing.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace iam::console {
namespace {

using ledger::ChainPart;

// For all chains of one answer.
constexpr std::size_t k_checked_entries_max = 1000;

void put_id(JsonWriter& out, std::string_view name, const std::optional<ledger::EntryId>& id) {
    if (id) put(out, name, to_string(*id));
}

void put_chain(JsonWriter& out, std::uint32_t chain, const ChainPart& part) {
    out.begin_object();
    put_id(out, "bad", part.bad);
    out.key("chain");
    out.integer(std::uint64_t{chain});
    out.key("entries");
    out.integer(part.entries);
    out.key("is_at_start");
    out.boolean(part.is_at_start);
    put_id(out, "newest", part.newest);
    put_id(out, "oldest", part.oldest);
    if (!part.ok()) put(out, "reason", part.reason);
    out.end_object();
}

Result<void> put_checkpoint(JsonWriter& out, ledger::Store& store, const ChainPart& part) {
    IAM_TRY(sealed, ledger::sealed_by(store, *part.checkpoint));
    out.key("checkpoint");
    out.begin_object();
    put_id(out, "entry", part.checkpoint_entry);
    put(out, "key", part.checkpoint->key.hex());
    out.key("sealed");
    out.begin_array();
    for (const ledger::EntryId& entry : sealed) out.string(to_string(entry));
    out.end_array();
    put(out, "time", to_rfc3339(part.checkpoint->time));
    out.end_object();
    return {};
}

Result<std::string> chains_json(ledger::Store& store,
                                const std::optional<ledger::EntryId>& before) {
    std::vector<std::uint32_t> chains;
    if (before) {
        chains = {before->chain};
    } else {
        IAM_TRY(all, store.chains());
        chains = std::move(all);
    }
    const std::size_t each =
        std::max<std::size_t>(1, k_checked_entries_max / std::max<std::size_t>(1, chains.size()));
    std::optional<ChainPart> sealed;
    JsonWriter out;
    out.begin_object();
    out.key("chains");
    out.begin_array();
    for (const std::uint32_t chain : chains) {
        IAM_TRY(part, ledger::check_part(store, chain, before, each));
        put_chain(out, chain, part);
        const bool is_later =
            part.checkpoint && (!sealed || sealed->checkpoint->time < part.checkpoint->time);
        if (is_later) sealed = std::move(part);
    }
    out.end_array();
    if (sealed) IAM_CHECK(put_checkpoint(out, store, *sealed));
    out.end_object();
    return out.take();
}

}  // namespace

net::Response show_ledger(const ApiParts& api, const Asked& asked) {
    std::optional<ledger::EntryId> before;
    if (asked.texts.count("before") != 0) {
        const auto id = ledger::parse_entry_id(asked.text("before"));
        if (!id)
            return refusal(
                Error{Errc::invalid_argument, "\"before\" must be an entry, e.g. 0.12."});
        before = *id;
    }
    auto text = chains_json(api.parts.store, before);
    return text ? json_answer(*std::move(text)) : refusal(text.error());
}

}  // namespace iam::console
