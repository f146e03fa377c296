// state: copies the whole state.
#include "host/commands/commands.hpp"
#include "host/output/json_member.hpp"
#include <iam/question/escape.hpp>

#include <memory>
#include <ostream>
#include <string>

namespace iam::host {

using question::escape_for_display;

namespace {

ExitCode back_up(const Session& session, const std::string& target) {
    const auto place = session.place();
    if (!place) return session.report(place.error());
    const auto copied = session.backend().back_up(*place, target);
    if (!copied) return session.report(copied.error());
    const std::string entry = copied->last ? to_string(*copied->last) : "";
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put(out, "folder", target);
        put_unless_empty(out, "last", entry);
        out.end_object();
        session.print(out);
        return ExitCode::done;
    }
    session.out() << "copied the state to " << escape_for_display(target)
                  << (entry.empty() ? ", which has no entry yet" : ", up to entry " + entry)
                  << '\n';
    if (!copied->advice.empty()) session.say(copied->advice);
    return ExitCode::done;
}

}  // namespace

void add_state_commands(const Commands& commands) {
    CLI::App* state = commands.app.add_subcommand("state", "Copies the state");
    state->require_subcommand(1);
    auto target = std::make_shared<std::string>();
    CLI::App* backup =
        add_command(commands, *state, "backup",
                    "Makes a whole copy of the state, also while other programs use it",
                    [target](Session& session) { return back_up(session, *target); });
    backup->add_option("DIR", *target, "The folder of the copy: not there yet, or empty")
        ->required();
    give_examples(*backup, commands.session, {"state backup /media/backup/desk"});
}

}  // namespace iam::host
