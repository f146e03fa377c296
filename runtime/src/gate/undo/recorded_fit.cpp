#include "gate/undo/recorded_fit.hpp"

#include <iam/core/json.hpp>
#include <iam/core/limits.hpp>
#include <iam/tool/codes.hpp>

#include <string>

namespace iam::gate {
namespace {

bool is_same_contract(const ContractDigests& today, const ledger::Entry& intent) {
    return intent.contract && intent.contract->consent == today.consent &&
           intent.contract->wire == today.wire;
}

/// The unit of each argument. The same number in another unit is another quantity.
Json units_of(const std::string& document) {
    const auto contract = parse_json(document, limits_of_own_text(document.size()));
    const Json::json_pointer place("/_meta/iam~1contract/units");
    if (!contract || !contract->contains(place)) return Json::object();
    return contract->at(place);
}

Refusal unfit(const CallState& call, const std::string& why) {
    return Refusal(
        code::undo_incompatible,
        "The tool \"" + display_name(call.tool.contract->id) +
            "\" has changed since the call: " + why +
            ". Undo it with the version of the program that ran it, or take it back by hand.");
}

std::string text_of(const ValueError& error) {
    return (error.pointer.empty() ? "" : "\"" + error.pointer + "\": ") + error.message;
}

}  // namespace

std::optional<Refusal> check_recorded_fit(const CallState& call, const ledger::Entry& intent) {
    const Contract& today = *call.tool.contract;
    if (is_same_contract(today.digests, intent)) return std::nullopt;
    if (!intent.contract) return unfit(call, "its contract at that time is not recorded");
    const auto before = call.basis.parts.store.contract(intent.contract->consent);
    if (!before) return unavailable(before.error());
    if (!*before) return unfit(call, "its contract at that time is not recorded");
    // Another server's tool states no units, whatever it writes in their place.
    if (today.id.origin.empty() && !json_equal(units_of(**before), units_of(today.document)))
        return unfit(call, "its arguments have other units");
    const Prepared prepared = call.tool.handler->prepare(call.proposal.call.arguments);
    if (!prepared) return unfit(call, text_of(prepared.error().front()));
    // A default would add a value absent from the recorded call.
    if (*prepared != call.proposal.call.arguments)
        return unfit(call, "it takes arguments that the call did not have");
    return std::nullopt;
}

}  // namespace iam::gate
