// Opens the terminal for one question, and says who answered it, where, and what they saw.
#include "iam/host/terminal_prompter.hpp"

#include "dialogue.hpp"
#include "prompt_text.hpp"
#include "terminal.hpp"

#include <pwd.h>
#include <unistd.h>

#include <cstdio>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

using consent::PromptReply;
using consent::PromptRequest;

consent::Approver approver_on(const Terminal& terminal, Locale locale) {
    consent::Approver approver;
    approver.uid = std::to_string(::getuid());
    approver.channel = "terminal:" + terminal.name();
    approver.locale = tag_of(locale);
    passwd facts{};
    passwd* found = nullptr;
    std::vector<char> buffer(std::size_t{1} << 14U);
    if (::getpwuid_r(::getuid(), &facts, buffer.data(), buffer.size(), &found) == 0 &&
        found != nullptr) {
        approver.login = found->pw_name;
    }
    return approver;
}

void say_on_standard_error(std::string_view sentence) {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(sentence.size()), sentence.data());
}

}  // namespace

TerminalPrompter::TerminalPrompter(TerminalPrompterOptions options) : options_(std::move(options)) {
    if (!options_.complain) options_.complain = say_on_standard_error;
}

void TerminalPrompter::show(const PromptRequest& request,
                            std::shared_ptr<const consent::PromptTicket> ticket,
                            std::function<void(PromptReply)> on_reply) {
    PromptReply reply;
    try {
        const std::lock_guard lock(one_at_a_time_);
        reply = ask(request, ticket.get());
    } catch (...) {
        // Out of memory, or a callback of the host: nobody has decided.
        reply = PromptReply{};
    }
    on_reply(std::move(reply));
}

PromptReply TerminalPrompter::ask(const PromptRequest& request,
                                  const consent::PromptTicket* ticket) const {
    PromptReply reply;
    if (ticket != nullptr && ticket->settled()) return reply;
    const auto terminal = Terminal::open(options_.device);
    if (!terminal) {
        options_.complain("Nobody could be asked: " + terminal.error().message +
                          ". Run the program in a terminal.");
        return reply;
    }
    PromptLayout layout;
    layout.columns = terminal->columns();
    layout.rows = terminal->rows();
    if (!options_.answer_elsewhere.empty()) {
        layout.answer_elsewhere = options_.answer_elsewhere + " " + request.approval_id;
    }
    layout.deny_only_because = options_.deny_only_because;
    layout.locale = locale_of(options_.locale);
    DialogueEnd end = Dialogue(options_, request, layout, ticket, *terminal).run();
    reply = std::move(end.reply);
    reply.approval_id = request.approval_id;
    reply.approver = approver_on(*terminal, layout.locale);
    reply.shown_digest = sha256(domain_tag("iam/prompt/1"), end.shown);
    return reply;
}

bool has_terminal(const std::string& device) {
    return Terminal::open(device).has_value();
}

}  // namespace iam::host
