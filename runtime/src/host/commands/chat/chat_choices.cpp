// The tools and the profile that a person chooses within a chat.
#include "host/commands/chat/chat_session.hpp"
#include <iam/consent/rules.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <ostream>
#include <utility>

namespace iam::host {

using question::escape_for_display;

namespace {

/// True if the pattern meets the tool's name.
bool meets(const std::string& text, const ToolId& tool) {
    const auto pattern = consent::NamePattern::parse(text);
    return pattern && pattern->matches(display_name(tool));
}

}  // namespace

void ChatSession::list_tools() const {
    const auto catalogue = session_.registry().snapshot();
    if (catalogue->contracts().empty()) return session_.say("There are no tools.");
    for (const Contract* contract : catalogue->contracts()) {
        session_.environment().err << (conversation_->offers(*contract) ? "on   " : "off  ")
                                   << escape_for_display(display_name(contract->id)) << "  "
                                   << escape_for_display(contract->title) << '\n';
    }
}

void ChatSession::tools(const std::string& rest) {
    if (rest.empty()) return list_tools();
    const std::size_t blank = rest.find(' ');
    const std::string word = rest.substr(0, blank);
    const std::size_t begin = rest.find_first_not_of(' ', std::min(blank, rest.size()));
    if ((word != "on" && word != "off") || begin == std::string::npos)
        return session_.say(
            "Write /tools on NAME or /tools off NAME; NAME may be a pattern, as "
            "files/*. /tools alone lists them.");
    switch_tools(rest.substr(begin), word == "on");
}

void ChatSession::switch_tools(const std::string& pattern, bool is_on) {
    chat::ToolsChosen chosen = conversation_->tools();
    std::erase_if(chosen.switches, [&](const auto& each) { return each.pattern == pattern; });
    chosen.switches.push_back({pattern, is_on});
    if (const auto done = conversation_->choose_tools(std::move(chosen)); !done) {
        session_.report(done.error());
        return;
    }
    std::size_t met = 0;
    std::size_t left_out = 0;
    const auto catalogue = session_.registry().snapshot();
    for (const Contract* contract : catalogue->contracts()) {
        if (!meets(pattern, contract->id)) continue;
        ++met;
        left_out += is_on && !conversation_->offers(*contract) ? 1 : 0;
    }
    const std::string shown = escape_for_display(pattern);
    if (met == 0) return session_.say("No tool is named " + shown + " now; /tools lists them.");
    if (left_out > 0)
        return session_.say("Of the tools named " + shown + ", " + std::to_string(left_out) +
                            " stay off: the profile, --server or --tool leave them out.");
    session_.say(shown + " is " + (is_on ? "on" : "off") + ": " + std::to_string(met) +
                 (met == 1 ? " tool." : " tools."));
}

void ChatSession::say_strange_names() const {
    const auto catalogue = session_.registry().snapshot();
    const auto any = [&](const auto& fits) {
        const auto& all = catalogue->contracts();
        return std::any_of(all.begin(), all.end(),
                           [&](const Contract* one) { return fits(one->id); });
    };
    const auto say_missing = [&](const chat::ToolChoice& choice) {
        for (const std::string& server : choice.servers.value_or(std::vector<std::string>()))
            if (!any([&](const ToolId& id) { return id.origin == server; }))
                session_.say("There are no tools of a server \"" + server +
                             "\"; list the servers with: " + session_.command("servers list") +
                             ".");
        for (const std::string& pattern : choice.allow.value_or(std::vector<std::string>()))
            if (!any([&](const ToolId& id) { return meets(pattern, id); }))
                session_.say("No tool is named " + pattern +
                             "; list them with: " + session_.command("tools") + ".");
    };
    say_missing(setup_.profile().tools);
    say_missing(conversation_->tools().choice);
}

void ChatSession::profile(const std::string& word) {
    if (word.empty()) {
        session_.environment().err << setup_.describe();
        return;
    }
    chat::ToolsChosen chosen = conversation_->tools();
    // The conversation ends before its model.
    conversation_.reset();
    const auto changed = setup_.change_profile(word);
    chat::ConversationOptions options = setup_.options();
    options.tools = chosen;
    auto opened = open(std::move(options));
    if (opened) opened = conversation_->choose_tools(std::move(chosen));  // stores the profile
    for (const Result<void>& each : {changed, opened})
        if (!each) session_.report(each.error());
    if (!changed || !opened) return;
    say_strange_names();
    session_.environment().err << setup_.describe();
}

}  // namespace iam::host
