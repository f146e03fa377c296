#include "host/commands/console/chats/shown_chat.hpp"

#include <iam/core/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

namespace iam::host {
namespace {

using console::CallState;

struct CodeState {
    std::string_view code;
    CallState state;
};
constexpr std::array<CodeState, 9> k_code_states{{
    {code::user_denied, CallState::denied_by_person},
    {code::policy_denied, CallState::denied_by_rule},
    {code::no_decision, CallState::canceled},
    {code::stale_approval, CallState::canceled},
    {code::cancelled, CallState::canceled},
    {chat::k_not_run, CallState::canceled},
    {code::timed_out, CallState::timed_out},
    {code::outcome_unknown, CallState::unknown},
    {chat::k_stopped, CallState::unknown},
}};

CallState state_of(std::string_view code) {
    if (code.empty()) return CallState::succeeded;
    for (const CodeState& each : k_code_states)
        if (each.code == code) return each.state;
    return CallState::failed;
}

std::string payload_of(const ledger::StoredEntry& entry, std::string_view name) {
    for (const ledger::Payload& value : entry.payloads)
        if (value.name == name) return value.bytes;
    return {};
}

/// The message in the text that the model gets about a failure.
std::string message_in(const std::string& text) {
    const std::size_t begin = text.find('{');
    const std::size_t end = text.rfind('}');
    if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
    const auto value = parse_json(std::string_view(text).substr(begin, end + 1 - begin));
    if (!value || !value->is_object()) return {};
    const auto message = value->find("message");
    return message != value->end() && message->is_string() ? message->get<std::string>()
                                                           : std::string();
}

/// A call whose turn was stopped may have ended since.
void look_for_outcome(console::ChatCall& call, ledger::Store& ledger) {
    const auto entries = ledger.entries_of_call(call.id);
    if (!entries) return;
    for (const ledger::StoredEntry& entry : *entries) {
        const auto decoded = ledger::decode(entry.text);
        if (!decoded || decoded->entry.kind != ledger::EntryKind::outcome) continue;
        call.entry = to_string(entry.id);
        call.code = decoded->entry.code;
        call.state = state_of(call.code);
    }
}

std::string text_of(const chat::Segment& segment) {
    const bool is_import = segment.source.kind == chat::Source::Kind::import;
    return std::string(is_import ? chat::plain_text(segment) : std::string_view(segment.text));
}

/// A call whose question is answered waits for the questions beside it.
CallState state_of_waiting(const std::string& approval, ledger::Store& ledger) {
    const auto found = ledger.approval(approval);
    if (!found || !*found) return CallState::awaiting;
    switch ((*found)->state) {
        case consent::ApprovalState::pending:
            return CallState::awaiting;
        case consent::ApprovalState::given:
            return CallState::checking;
        case consent::ApprovalState::refused:
            return CallState::denied_by_person;
        default:
            return CallState::canceled;
    }
}

console::ChatCall shown_call(const chat::MessageView::CallView& view, const LiveCalls& live,
                             ledger::Store& ledger) {
    console::ChatCall call = proposed_call(view.call);
    call.approval = view.approval;
    call.state =
        view.approval.empty() ? CallState::canceled : state_of_waiting(view.approval, ledger);
    if (const auto found = live.find(call.id); found != live.end()) call = found->second;
    if (view.result) end_call(call, *view.result, ledger);
    return call;
}

std::string in_lower_case(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char sign) {
        return sign >= 'A' && sign <= 'Z' ? static_cast<char>(sign - 'A' + 'a') : sign;
    });
    return out;
}

}  // namespace

console::ChatCall proposed_call(const chat::ProposedCall& call) {
    console::ChatCall shown;
    shown.id = call.id;
    shown.tool = call.is_known ? display_name(call.tool) : call.name;
    shown.arguments = call.arguments;
    return shown;
}

void end_call(console::ChatCall& call, const chat::CallEnded& result, ledger::Store& ledger) {
    call.progress.reset();
    call.code = result.code;
    call.entry = result.entry;
    call.state = state_of(result.code);
    if (result.code == chat::k_stopped) look_for_outcome(call, ledger);
    const auto id = ledger::parse_entry_id(call.entry);
    const auto entry = id ? ledger.entry(*id) : Result<std::optional<ledger::StoredEntry>>();
    if (id && entry && *entry) {
        call.result = payload_of(**entry, "result");
        if (!call.code.empty()) call.message = payload_of(**entry, "message");
    }
    if (!call.code.empty() && call.message.empty()) call.message = message_in(result.text);
    if (!id || !result.can_undo) return;
    const auto undo = ledger.undo_state(*id);
    call.can_undo = undo && *undo == ledger::UndoState::none;
    if (undo && *undo == ledger::UndoState::undone) call.state = CallState::undone;
}

std::vector<console::ChatMessage> shown_messages(const std::vector<chat::MessageView>& branch,
                                                 const LiveCalls& live, ledger::Store& ledger) {
    std::vector<console::ChatMessage> messages;
    for (const chat::MessageView& view : branch) {
        console::ChatMessage& message = messages.emplace_back();
        message.id = view.id;
        message.is_of_model = view.role == chat::Role::assistant;
        for (const chat::Segment& segment : view.segments)
            message.text += (message.text.empty() ? "" : "\n\n") + text_of(segment);
        if (view.end && *view.end != chat::AnswerEnd::whole)
            message.end = std::string(to_string(*view.end));
        for (const auto& call : view.calls) message.calls.push_back(shown_call(call, live, ledger));
    }
    return messages;
}

void tell_rest(const std::vector<chat::Step>& steps, console::ChatShown& shown) {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        if (std::holds_alternative<chat::TurnBegan>(*step) ||
            std::holds_alternative<chat::TurnResumed>(*step)) {
            shown.state = "failed";
            shown.why = "The program ended within the turn.";
            return;
        }
        const auto* const ended = std::get_if<chat::TurnEnded>(&*step);
        if (ended == nullptr) continue;
        if (ended->end != chat::TurnEnd::done) shown.state = std::string(to_string(ended->end));
        shown.why = ended->why;
        return;
    }
}

bool has_text(const std::vector<chat::Step>& steps, const std::string& title,
              const std::string& text) {
    const std::string wanted = in_lower_case(text);
    const auto has = [&](std::string_view one) {
        return in_lower_case(one).find(wanted) != std::string::npos;
    };
    if (has(title)) return true;
    return std::any_of(steps.begin(), steps.end(), [&](const chat::Step& step) {
        if (const auto* const answer = std::get_if<chat::Answered>(&step)) return has(answer->text);
        const auto* const said = std::get_if<chat::PersonSaid>(&step);
        return said != nullptr &&
               std::any_of(said->segments.begin(), said->segments.end(),
                           [&](const chat::Segment& segment) { return has(segment.text); });
    });
}

}  // namespace iam::host
