// The user of a command line can claim to be any proposer, so no claim gains consent: a model's
// undo is asked about, a program's undo is judged as its calls, and a person at the terminal
// answers.
#include "host/output/proposer_words.hpp"

namespace iam::host {

void add_proposer_options(CLI::App& command, ProposerWords& words) {
    CLI::Option* kind =
        command
            .add_option(
                "--proposer", words.kind,
                "The proposer: model, program or person. Without it a person; a program if\n"
                "there is no terminal or the text comes through a pipe")
            ->type_name("WHO")
            ->check(CLI::IsMember({"model", "program", "person"}));
    command.add_option("--model", words.model, "The name of the model, with --proposer model")
        ->type_name("NAME")
        ->needs(kind);
    command
        .add_option("--request", words.request,
                    "Its provider's id of the tool call, with --proposer model")
        ->type_name("ID")
        ->needs(kind);
}

Result<Proposer> read_proposer(const ProposerWords& words, const Session& session, TextFrom from) {
    Proposer proposer;
    if (words.kind == "model") proposer.kind = Proposer::Kind::model;
    if (words.kind == "person") proposer.kind = Proposer::Kind::person;
    const bool is_typed = from == TextFrom::command_line && session.has_terminal();
    if (words.kind.empty() && is_typed) proposer.kind = Proposer::Kind::person;
    const bool is_of_model = !words.model.empty() || !words.request.empty();
    if (is_of_model && proposer.kind != Proposer::Kind::model) {
        return fail(Errc::invalid_argument,
                    "--model and --request are about a model; write --proposer model.");
    }
    proposer.model = words.model;
    proposer.request_id = words.request;
    return proposer;
}

Asking asking_of(const Session& session) {
    return session.has_terminal() ? Asking::terminal : Asking::leave_open;
}

}  // namespace iam::host
