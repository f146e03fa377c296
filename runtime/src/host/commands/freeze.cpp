// freeze, thaw: stops all calls in every process, until a person ends the freeze.
#include "host/commands/commands.hpp"
#include "host/output/json_member.hpp"
#include <iam/gate/consent.hpp>

#include <memory>
#include <ostream>

namespace iam::host {
namespace {

ExitCode freeze(Session& session, const std::string& reason) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto frozen = desk->runtime->consent().freeze(reason, session.subject());
    if (!frozen) return session.report(frozen.error());
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        out.key("frozen");
        out.boolean(true);
        put(out, "frozen_by", frozen->frozen_by);
        put(out, "reason", frozen->reason);
        put(out, "since", to_rfc3339(frozen->since));
        out.end_object();
        session.print(out);
    } else {
        session.out() << "Every call is denied from now on. To end that: "
                      << session.command("thaw REASON") << '\n';
    }
    return ExitCode::done;
}

ExitCode thaw(Session& session, const std::string& reason) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto done = desk->runtime->consent().thaw(reason, session.subject());
    if (!done) return session.report(done.error());
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        out.key("frozen");
        out.boolean(false);
        out.end_object();
        session.print(out);
    } else {
        session.out() << "Calls are decided on again.\n";
    }
    return ExitCode::done;
}

CLI::App* add_one(const Commands& commands, const std::string& name, const std::string& help,
                  ExitCode (*action)(Session&, const std::string&)) {
    auto reason = std::make_shared<std::string>();
    CLI::App* command = add_command(commands, commands.app, name, help,
                                    [=](Session& session) { return action(session, *reason); });
    command->add_option("REASON", *reason, "Why, for the record")->required();
    return command;
}

}  // namespace

void add_freeze_commands(const Commands& commands) {
    CLI::App* command = add_one(
        commands, "freeze",
        "Denies every call in every process at once, and asks running tools to stop", freeze);
    give_examples(*command, commands.session, {"freeze \"it deletes too much\""});
    give_examples(*add_one(commands, "thaw", "Ends a freeze", thaw), commands.session,
                  {"thaw \"it is mended\""});
}

}  // namespace iam::host
