#include "chat/conversation/restored_results.hpp"

#include "chat/conversation/for_models/read_result.hpp"
#include "chat/conversation/for_models/result_text.hpp"
#include "chat/conversation/for_models/tool_names.hpp"
#include <iam/chat/provider.hpp>

#include <map>
#include <string>
#include <utility>

namespace iam::chat {

Result<ToolResult> recorded(ledger::Store& ledger, const CallEnded& ended) {
    ToolResult result{.success = ended.code.empty(), .code = ended.code, .entry = ended.entry};
    if (!result.success) {
        result.message = "This call failed; the record tells how.";
        return result;
    }
    IAM_TRY(id, ledger::parse_entry_id(ended.entry));
    IAM_TRY(stored, ledger.entry(id));
    if (!stored) {
        result.result = "(The ledger keeps this result no more.)";
        return result;
    }
    for (ledger::Payload& value : stored->payloads)
        if (value.name == "result") result.result = std::move(value.bytes);
    if (result.result) return result;
    IAM_TRY(entry, ledger::decode(stored->text));
    // A function without a result has none to erase.
    if (entry.commits_to("result")) result.result = "(This result was erased.)";
    return result;
}

Result<void> restore_results(const ConversationParts& parts, const ConversationOptions& options,
                             std::vector<Step>& steps) {
    const ToolNames names(parts.registry.snapshot(), options.offers);
    std::map<std::string, ProposedCall> calls;
    std::map<std::string, std::string> origins;  // by the entry of a result: its origin's name
    for (Step& step : steps) {
        if (const auto* const answer = std::get_if<Answered>(&step))
            for (const ProposedCall& call : answer->calls) calls[call.id] = call;
        auto* const ended = std::get_if<CallEnded>(&step);
        if (ended == nullptr || ended->entry.empty()) continue;
        const ProposedCall& call = calls[ended->call];
        const Contract* const contract = names.catalogue().find(call.tool);
        const auto read = is_read_result(contract) && ended->code.empty()
                              ? origins.find(entry_read_by(call))
                              : origins.end();
        const std::string origin = read == origins.end() ? model_name(call.tool) : read->second;
        origins[ended->entry] = origin;
        if (!ended->text.empty()) continue;
        IAM_TRY(result, recorded(parts.ledger, *ended));
        ended->text =
            fenced(bounded(shown(whole_text(contract, result)), options.limits.result_bytes_max,
                           ended->entry, offers_read_result(names)),
                   origin, parts.entropy);
    }
    return {};
}

}  // namespace iam::chat
