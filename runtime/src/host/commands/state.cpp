// state: makes, checks and copies the whole state.
#include "host/commands/commands.hpp"
#include "host/output/json_member.hpp"
#include <iam/question/escape.hpp>

#include <functional>
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

/// Prints a sentence about the state.
ExitCode tell(const Session& session, const Result<std::string>& about) {
    if (!about) return session.report(about.error());
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        put(out, "state", *about);
        out.end_object();
        session.print(out);
    } else {
        session.out() << escape_for_display(*about) << '\n';
    }
    return ExitCode::done;
}

/// The sentence about a state whose back end has none.
Result<std::string> opened(const Session& session, store::Mode mode) {
    IAM_TRY(store, session.open_store(mode));
    static_cast<void>(store);
    return "The state can be used: " + session.backend().kind + ".";
}

ExitCode make(const Session& session) {
    const auto place = session.place();
    if (!place) return session.report(place.error());
    const auto& make_state = session.backend().make;
    return tell(session, make_state ? make_state(*place, session.entropy())
                                    : opened(session, store::Mode::read_write));
}

ExitCode check(const Session& session) {
    const auto place = session.place();
    if (!place) return session.report(place.error());
    const auto& check_state = session.backend().check;
    return tell(session,
                check_state ? check_state(*place) : opened(session, store::Mode::read_only));
}

/// Runs a function of the back end that not every kind of store has.
template <class... Args>
ExitCode run_if_there(
    const Session& session,
    const std::function<Result<std::string>(const std::string&, Args...)>& function,
    const char* otherwise, Args... args) {
    const auto place = session.place();
    if (!place) return session.report(place.error());
    if (!function) return session.report(Error{Errc::unavailable, otherwise});
    return tell(session, function(*place, args...));
}

ExitCode add_key(const Session& session) {
    return run_if_there<Entropy&>(session, session.backend().add_key,
                                  "This kind of state has no key for records.", session.entropy());
}

constexpr char k_no_value_keys[] =
    "This kind of state has no keys for values: audit erase leaves nothing of a value in its "
    "files.";

ExitCode add_value_key(const Session& session) {
    return run_if_there<Entropy&>(session, session.backend().add_value_key, k_no_value_keys,
                                  session.entropy());
}

ExitCode rewrap_values(const Session& session) {
    return run_if_there<>(session, session.backend().rewrap_values, k_no_value_keys);
}

void add_key_commands(const Commands& commands, CLI::App& state) {
    CLI::App* key = add_command(
        commands, state, "add-key",
        "Adds a key that seals records of consent from then on. End all programs before",
        [](Session& session) { return add_key(session); });
    give_examples(*key, commands.session, {"state add-key"});
    CLI::App* value_key =
        add_command(commands, state, "add-value-key",
                    "Makes a new key for the values of a ledger on a PostgreSQL server",
                    [](Session& session) { return add_value_key(session); });
    give_examples(*value_key, commands.session, {"state add-value-key"});
    CLI::App* rewrap = add_command(
        commands, state, "rewrap-values",
        "Wraps the keys of all values with the newest key, so older ones can be destroyed",
        [](Session& session) { return rewrap_values(session); });
    give_examples(*rewrap, commands.session, {"state rewrap-values"});
}

}  // namespace

void add_state_commands(const Commands& commands) {
    CLI::App* state = commands.app.add_subcommand("state", "Makes, checks and copies the state");
    state->require_subcommand(1);
    CLI::App* init = add_command(
        commands, *state, "init",
        "Makes the state, or upgrades it. A ledger on a PostgreSQL server needs it once",
        [](Session& session) { return make(session); });
    give_examples(*init, commands.session, {"state init"});
    CLI::App* checked = add_command(commands, *state, "check",
                                    "Looks whether the state can be used, and changes nothing",
                                    [](Session& session) { return check(session); });
    give_examples(*checked, commands.session, {"state check"});
    add_key_commands(commands, *state);
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
