// Every text of a call from outside has a bound, and is UTF-8.
#include "gate/steps/look_up.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace iam::gate {
namespace {

constexpr std::size_t k_id_bytes_max = 256;

/// A text of a call from outside.
struct GivenText {
    const char* what;
    std::string* text;
    std::size_t bytes_max;
};

/// All of them.
std::array<GivenText, 11> texts_of(Call& call) {
    return {{{"id of the call", &call.id, k_id_bytes_max},
             {"name of the tool", &call.tool.name, k_id_bytes_max},
             {"origin of the tool", &call.tool.origin, k_id_bytes_max},
             {"user", &call.subject.user, k_subject_bytes_max},
             {"workspace", &call.subject.workspace, k_subject_bytes_max},
             {"session", &call.subject.session, k_subject_bytes_max},
             {"agent", &call.subject.agent, k_subject_bytes_max},
             {"name of the model", &call.proposer.model, k_id_bytes_max},
             {"name of the provider", &call.proposer.provider, k_id_bytes_max},
             {"id of the conversation", &call.proposer.conversation_id, k_id_bytes_max},
             {"id of the request", &call.proposer.request_id, k_id_bytes_max}}};
}

bool is_too_long(const GivenText& given) {
    return given.text->size() > given.bytes_max;
}

/// Entries repair invalid UTF-8, so two different texts would look the same there.
bool keeps_limits(const GivenText& given) {
    return given.text->empty() || (!is_too_long(given) && is_valid_utf8(*given.text));
}

/// A workspace of this name could not be told from none, neither by people nor in the record.
std::optional<Refusal> check_workspace(const Call& call) {
    if (call.subject.workspace != k_no_workspace) return std::nullopt;
    return Refusal(code::invalid_arguments,
                   "The workspace \"" + std::string(k_no_workspace) +
                       "\" stands for none: leave it empty, or give it another name.");
}

}  // namespace

std::optional<Refusal> check_limits(CallState& state) {
    const auto all = texts_of(state.proposal.call);
    const auto bad = std::find_if_not(all.begin(), all.end(), keeps_limits);
    if (bad == all.end()) return check_workspace(state.proposal.call);
    Refusal refusal(code::invalid_arguments,
                    "The " + std::string(bad->what) +
                        (is_too_long(*bad) ? " is longer than " + std::to_string(bad->bytes_max) +
                                                 " bytes; give a shorter one."
                                           : " is not UTF-8; give it as such."));
    // A text refused for its size must not enter the record of the refusal.
    for (const GivenText& given : all) {
        if (is_too_long(given)) given.text->resize(given.bytes_max);
    }
    return refusal;
}

std::optional<Refusal> look_up_tool(CallState& call) {
    call.tool = find_tool(call.basis, call.proposal.call.tool);
    if (auto refusal = check_limits(call)) return refusal;
    if (call.tool) return std::nullopt;
    return Refusal(code::tool_not_found,
                   "There is no tool \"" + display_name(call.proposal.call.tool) + "\"" +
                       "; ask for the list of tools and use one of its names.");
}

}  // namespace iam::gate
