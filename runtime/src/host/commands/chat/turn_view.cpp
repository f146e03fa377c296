#include "host/commands/chat/turn_view.hpp"

#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>
#include <iam/question/escape.hpp>

#include <ostream>
#include <variant>

namespace iam::host {
namespace {

using question::escape_for_display;

constexpr std::size_t k_card_bytes_max = 400;

/// One line of at most k_card_bytes_max, cut between characters.
std::string elided(std::string_view text) {
    const std::string shown = escape_for_display(text);
    if (shown.size() <= k_card_bytes_max) return shown;
    const std::string_view first = first_bytes(shown, k_card_bytes_max);
    return std::string(first) + " … (" + std::to_string(shown.size() - first.size()) +
           " bytes more)";
}

/// The recorded result of a call; empty if it is erased, or there is none.
std::string recorded_result(ledger::Store& ledger, const std::string& entry) {
    const auto id = ledger::parse_entry_id(entry);
    if (!id) return {};
    const auto stored = ledger.entry(*id);
    if (!stored || !*stored) return {};
    for (const ledger::Payload& value : (*stored)->payloads)
        if (value.name == "result") return value.bytes;
    return {};
}

/// The message in the text that the model gets about a failure; empty: there is none.
std::string reason_in(const std::string& text) {
    const std::size_t begin = text.find('{');
    const std::size_t end = text.rfind('}');
    if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
    const auto value = parse_json(std::string_view(text).substr(begin, end + 1 - begin));
    if (!value || !value->is_object() || !value->contains("message")) return {};
    const Json& message = value->at("message");
    return message.is_string() ? message.get<std::string>() : std::string();
}

/// The text with a backslash before each "|" that begins a line: lines of that form are ours.
std::string unlike_cards(const std::string& text, bool is_in_line) {
    std::string out;
    for (const char byte : text) {
        if (byte == '|' && !is_in_line) out += '\\';
        out += byte;
        is_in_line = byte != '\n';
    }
    return out;
}

}  // namespace

void TurnView::show(const chat::Notice& notice) {
    std::visit([this](const auto& what) { take(what); }, notice.what);
}

void TurnView::take(const chat::notice::TurnBegan& /*notice*/) {
    has_thought_ = false;
}

void TurnView::take(const chat::notice::Text& notice) {
    if (notice.text.empty()) return;
    session_.out() << unlike_cards(question::visible_lines(notice.text), is_in_line_) << std::flush;
    is_in_line_ = notice.text.back() != '\n';
}

void TurnView::take(const chat::notice::Thinking& /*notice*/) {
    if (!has_thought_) card("thinking …");
    has_thought_ = true;
}

void TurnView::take(const chat::notice::TakenBack& notice) {
    card("the model is asked once more, and its text above does not count: " +
         escape_for_display(notice.why));
}

void TurnView::take(const chat::notice::CallDraft& /*notice*/) {}

void TurnView::take(const chat::notice::CallProposed& notice) {
    const chat::ProposedCall& call = notice.call;
    tools_[call.id] = call.name;
    card(escape_for_display(call.name) + " " + elided(call.arguments));
}

void TurnView::take(const chat::notice::CallAsked& notice) {
    if (asks_here_) return;  // the question itself is seen
    card(tool_of(notice.call) + ": asked; answer in another terminal: " +
         session_.command("approvals answer " + notice.approval));
}

void TurnView::take(const chat::notice::CallRunning& notice) {
    std::shared_ptr<ProgressLine>& line = progress_[notice.call];
    if (!notice.progress) return card(tool_of(notice.call) + ": running");
    if (!line) line = session_.progress_of(tool_of(notice.call));
    line->show(*notice.progress);
}

void TurnView::take(const chat::notice::CallEnded& notice) {
    if (const auto found = progress_.find(notice.result.call); found != progress_.end()) {
        if (found->second) found->second->end();
        progress_.erase(found);
    }
    say_result(notice.result);
}

void TurnView::say_result(const chat::CallEnded& result) {
    const std::string tool = tool_of(result.call);
    const std::string entry = result.entry.empty() ? "" : " (entry " + result.entry + ")";
    if (!result.code.empty()) {
        const std::string why = reason_in(result.text);
        card(tool + ": " + result.code + entry + (why.empty() ? "" : ": " + elided(why)));
        return;
    }
    card(tool + ": done" + entry + (result.can_undo ? ", undo with /undo" : ""));
    if (const std::string text = recorded_result(ledger_, result.entry); !text.empty())
        card("  " + elided(text));
}

void TurnView::take(const chat::notice::CallEndedLate& notice) {
    card(tool_of(notice.outcome.call) + ": ended after the turn was stopped: " +
         (notice.outcome.code.empty() ? "done" : notice.outcome.code) +
         (notice.outcome.entry.empty() ? "" : " (entry " + notice.outcome.entry + ")"));
}

void TurnView::take(const chat::notice::PromptCut& notice) {
    card("the model's server has read " + std::to_string(notice.read_tokens) + " tokens of about " +
         std::to_string(notice.sent_tokens) +
         ": it may have cut instructions and tools from the prompt; --context-tokens says how many "
         "it takes");
}

void TurnView::take(const chat::notice::TurnEnded& notice) {
    end_line();
    if (notice.end == chat::TurnEnd::done) return;
    session_.say("The turn has ended (" + std::string(to_string(notice.end)) + "). " + notice.why);
}

void TurnView::take(const chat::notice::EventRefused& notice) {
    session_.say("The model's event '" + notice.event.event + "' has no place while the chat is '" +
                 notice.event.state + "'; it was left out.");
}

void TurnView::card(const std::string& line) {
    end_line();
    session_.environment().err << "| " << line << std::endl;
}

void TurnView::end_line() {
    if (is_in_line_) session_.out() << std::endl;
    is_in_line_ = false;
}

std::string TurnView::tool_of(const std::string& call) const {
    const auto found = tools_.find(call);
    return found == tools_.end() ? std::string("a call") : escape_for_display(found->second);
}

}  // namespace iam::host
