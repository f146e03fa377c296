// approvals: lists and answers waiting questions, also of other processes.
#include "host/commands/commands.hpp"
#include "host/output/broken_records.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include "host/output/result_text.hpp"
#include "host/output/tool_name.hpp"
#include "host/session/added_tools.hpp"
#include <iam/core/json.hpp>
#include <iam/gate/consent.hpp>
#include <iam/host/terminal_prompter.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/text.hpp>

#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {

using question::escape_for_display;

namespace {

using consent::Answer;
using consent::Approval;

/// The names of the inputs requested by the function; empty: the question is about the call.
std::string inputs_of(const Approval& approval) {
    std::string names;
    for (const std::string& key : gate::inputs_asked_by(approval)) {
        names += (names.empty() ? "" : ", ") + key;
    }
    return names;
}

void put_approval(JsonWriter& out, const Approval& approval, const std::string& inputs) {
    out.begin_object();
    out.key("arguments");
    if (parse_json(approval.arguments, limits_of_own_text(approval.arguments.size()))) {
        out.raw(approval.arguments);
    } else {
        out.string(escape_for_display(approval.arguments));
    }
    put(out, "call", approval.call_id);
    put(out, "id", approval.id);
    put_unless_empty(out, "inputs", inputs);
    put(out, "state", to_string(approval.state));
    put(out, "tool", display_name(approval.tool));
    put(out, "until", to_rfc3339(approval.expires.wall));
    put(out, "user", approval.subject.user);
    put(out, "workspace", spelled_workspace(approval.subject.workspace));
    out.end_object();
}

ExitCode list_approvals(Session& session) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto approvals = desk->runtime->consent().pending_approvals();
    if (!approvals) return session.report(approvals.error());
    const auto broken = broken_records(*desk->store, {RecordKind::approval});
    if (!broken) return session.report(broken.error());
    say_broken(session, *broken);
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put_list(out, "approvals", *approvals, [](JsonWriter& to, const Approval& approval) {
            put_approval(to, approval, inputs_of(approval));
        });
        put_broken(out, *broken);
        out.end_object();
        session.print(out);
        return ExitCode::done;
    }
    std::vector<std::vector<std::string>> rows;
    for (const Approval& approval : *approvals) {
        const std::string inputs = inputs_of(approval);
        rows.push_back({escape_for_display(approval.id),
                        spelled(approval.tool) +
                            (inputs.empty() ? "" : " asks for " + escape_for_display(inputs)),
                        "until " + to_rfc3339(approval.expires.wall),
                        escape_for_display(approval.arguments)});
    }
    print_list(session, {"APPROVAL", "TOOL", "EXPIRES", "ARGUMENTS"}, rows, "No question waits.");
    return ExitCode::done;
}

class StoredQuestion final : public consent::PromptTicket {
 public:
    StoredQuestion(const Desk& desk, const Clock& clock, std::string id)
        : desk_(desk), clock_(clock), id_(std::move(id)) {}

    bool settled() const override {
        const auto found = desk_.store->approval(id_);
        const auto freeze = desk_.store->freeze();
        if (freeze && *freeze) return true;
        // A store unreadable for a moment settles nothing.
        if (!found) return false;
        return !*found || (*found)->state != consent::ApprovalState::pending ||
               consent::state_at((*found)->expires, clock_.now()) !=
                   consent::DeadlineState::running ||
               is_decided_meanwhile();
    }

 private:
    /// True if consent given since the last look decides the call.
    bool is_decided_meanwhile() const {
        const auto epoch = desk_.store->epoch(consent::k_all_scope);
        if (!epoch || epoch_ == *epoch) return is_decided_;
        const auto question = desk_.runtime->consent().question(id_);
        const bool is_unknown = !question && question.error().code != Errc::conflict &&
                                question.error().code != Errc::not_found;
        if (is_unknown) return is_decided_;
        epoch_ = *epoch;
        is_decided_ = !question;
        return is_decided_;
    }

    const Desk& desk_;
    const Clock& clock_;
    std::string id_;
    mutable std::uint64_t epoch_ = 0;
    mutable bool is_decided_ = false;
};

consent::PromptReply ask(Session& session, const Desk& desk,
                         const consent::PromptRequest& request) {
    TerminalPrompterOptions options = session.terminal_options();
    options.deny_only_because = request.deny_only_because;
    TerminalPrompter prompter(std::move(options));
    consent::PromptReply reply;
    prompter.show(
        request,
        std::make_shared<StoredQuestion>(desk, session.environment().clock, request.approval_id),
        [&reply](consent::PromptReply given) { reply = std::move(given); });
    return reply;
}

ExitCode nobody_answered(const Session& session, const std::string& why) {
    return session.report(Error{Errc::conflict, why}, ExitCode::undecided);
}

/// The command line's additions to the pressed key.
struct AnswerWords {
    std::string reason{};
    consent::CallScope scope = consent::CallScope::tool;
};

ExitCode record(const Session& session, const Desk& desk, const consent::PromptReply& reply,
                const AnswerWords& words) {
    gate::ApprovalAnswer answer;
    answer.reason = reply.reason.empty() ? words.reason : reply.reason;
    answer.further = reply.further;
    answer.inputs = reply.inputs;
    answer.scope = words.scope;
    answer.approval = reply.approval_id;
    answer.answer = reply.answer;
    answer.approver = reply.approver;
    answer.shown_digest = reply.shown_digest;
    const auto answered = desk.runtime->consent().answer(answer);
    if (!answered) return session.report(answered.error());
    if (session.options().json) {
        JsonWriter out;
        put_approval(out, *answered, {});
        session.print(out);
    } else {
        session.out() << escape_for_display(answered->id) << ": " << to_string(answered->state)
                      << '\n';
    }
    return ExitCode::done;
}

/// The question shows the tool's contract, so the tool's server is connected, and no other one.
Result<void> know_tool_of_question(Session& session, const Desk& desk, const std::string& id) {
    IAM_TRY(approval, desk.store->approval(id));
    return approval ? session.import_tools_of(approval->tool.origin) : Result<void>{};
}

ExitCode answer(Session& session, const std::string& id, const AnswerWords& words) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    if (const auto known = know_tool_of_question(session, *desk, id); !known)
        return session.report(known.error());
    know_added_tools(session, *desk);
    auto asked = desk->runtime->consent().question(id);
    if (!asked) return session.report(asked.error());
    if (!session.has_terminal()) {
        return nobody_answered(session, "An answer needs a terminal; run this command in one.");
    }
    if (words.scope == consent::CallScope::keys && asked->always_keys_would_store.empty() &&
        asked->always_refused_because.empty()) {
        return nobody_answered(session, "The tool has no consent keys; leave --these-keys out.");
    }
    const auto reply = ask(session, *desk, question::about_scope(*std::move(asked), words.scope));
    if (reply.answer == Answer::none || reply.approval_id != id) {
        return nobody_answered(session, "Nothing was answered.");
    }
    return record(session, *desk, reply, words);
}

ExitCode withdraw(Session& session, const std::string& id) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto done = desk->runtime->consent().withdraw(id, session.subject());
    if (!done) return session.report(done.error());
    if (session.options().json) {
        session.out() << "{\"withdrawn\":true}\n";
    } else {
        session.out() << "withdrawn\n";
    }
    return ExitCode::done;
}

}  // namespace

void add_approval_commands(const Commands& commands) {
    auto id = std::make_shared<std::string>();
    CLI::App* approvals =
        commands.app.add_subcommand("approvals", "Questions that wait for an answer");
    approvals->require_subcommand(1);
    give_examples(*approvals, commands.session, {"approvals list", "approvals answer <id>"});
    give_examples(
        *add_command(commands, *approvals, "list", "Lists the waiting questions", list_approvals),
        commands.session, {"approvals list", "approvals list --json"});
    auto words = std::make_shared<AnswerWords>();
    CLI::App* answering =
        add_command(commands, *approvals, "answer", "Asks a waiting question in this terminal",
                    [id, words](Session& session) { return answer(session, *id, *words); });
    answering->add_option("ID", *id, "The approval")->required();
    const auto about = [words](consent::CallScope scope) {
        return [words, scope] { words->scope = scope; };
    };
    CLI::Option* const arguments = answering->add_flag_callback(
        "--these-arguments", about(consent::CallScope::arguments),
        "Stores an \"always\" for exactly these arguments, not for the tool");
    answering
        ->add_flag_callback("--these-keys", about(consent::CallScope::keys),
                            "Stores an \"allow always\" for these values of the consent keys")
        ->excludes(arguments);
    answering
        ->add_option("--reason", words->reason,
                     "The reason of a refusal, for the proposer of the call")
        ->type_name("TEXT");
    give_examples(*answering, commands.session,
                  {"approvals answer <id>", "approvals answer <id> --these-arguments"});
    CLI::App* withdrawing =
        add_command(commands, *approvals, "withdraw", "Ends a question without an answer",
                    [id](Session& session) { return withdraw(session, *id); });
    withdrawing->add_option("ID", *id, "The approval")->required();
    give_examples(*withdrawing, commands.session, {"approvals withdraw <id>"});
}

}  // namespace iam::host
