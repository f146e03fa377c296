// A chat as the console shows it: its messages, with the states of its calls.
#pragma once

#include <iam/chat/conversation.hpp>
#include <iam/chat/export_text.hpp>
#include <iam/console/chats.hpp>
#include <iam/ledger/store.hpp>

#include <map>
#include <string>
#include <vector>

namespace iam::host {

/// Calls of a turn under way, by their ids.
using LiveCalls = std::map<std::string, console::ChatCall>;

/// A call as it was proposed.
console::ChatCall proposed_call(const chat::ProposedCall& call);
/// Fills in a result. Message, result and undo state are those of the ledger.
void end_call(console::ChatCall& call, const chat::CallEnded& result, ledger::Store& ledger);
/// Calls without a result are as in `live`. A call that is not there waits for its answer, or has
/// not been run.
std::vector<console::ChatMessage> shown_messages(const std::vector<chat::MessageView>& branch,
                                                 const LiveCalls& live, ledger::Store& ledger);
/// The state of a chat that no program has open, and the reason of its last turn's end.
void tell_rest(const std::vector<chat::Step>& steps, console::ChatShown& shown);
/// True if the title or a text of a person or a model has this text. Letters of ASCII in either
/// case are the same.
bool has_text(const std::vector<chat::Step>& steps, const std::string& title,
              const std::string& text);

}  // namespace iam::host
