// undo: takes a recorded call back. The gate refuses what only another run of the program can take back.
#include "commands.hpp"
#include "result_text.hpp"

#include <memory>
#include <ostream>
#include <utility>

namespace iam::host {
namespace {

ExitCode print(const Session& session, const ToolResult& result) {
    if (session.options().json) session.out() << result_json(result, "");
    if (!result.success) {
        session.environment().err << failure_text(result);
    } else if (!session.options().json) {
        session.out() << "undone\nentry " << result.entry << '\n';
    }
    return exit_code_of(result);
}

ExitCode undo(Session& session, const std::string& id) {
    const auto entry = ledger::parse_entry_id(id);
    if (!entry) return session.report(entry.error());
    const auto watch = session.watch_interrupts();
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    invoke::UndoRequest request;
    request.entry = *entry;
    request.subject = session.subject();
    request.options.stop = session.interrupted();
    return print(session, desk->runtime->undo(std::move(request)));
}

}  // namespace

void add_undo_command(const Commands& commands) {
    auto id = std::make_shared<std::string>();
    CLI::App* command =
        add_command(commands, commands.app, "undo", "Takes back the call of an entry, at most once",
                    [id](Session& session) { return undo(session, *id); });
    command->add_option("ID", *id, "The entry, as `call` and `audit` name it: 0.12")->required();
    give_examples(*command, commands.session, {"undo 0.12"});
}

}  // namespace iam::host
