// What the commands share: the options given to all of them, the tools, the state, and how to speak.
#pragma once

#include "host/session/environment.hpp"
#include "host/terminal/checking_sign.hpp"
#include "host/terminal/interrupt_watch.hpp"
#include "host/terminal/progress_line.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/host/exit_codes.hpp>
#include <iam/host/rule_files.hpp>
#include <iam/store/backend.hpp>

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace iam::host {

struct TerminalPrompterOptions;

struct CommonOptions {
    bool json = false;
    bool plain = false;
    std::string state{};
    std::string user{};
    std::string workspace{};
    std::string session{};
};

/// A Runtime and what it stands on, in the order in which they are made.
struct Desk {
    std::unique_ptr<ledger::Store> store{};
    std::unique_ptr<consent::Prompter> prompter{};
    std::unique_ptr<RuleFiles> rules{};
    std::unique_ptr<CheckingSign> sign{};  ///< where a person waits at the terminal
    std::unique_ptr<gate::Runtime> runtime{};
    std::shared_ptr<void> decided{};  ///< ends the sign
};

/// Whom a call asks: nobody here, so that the question stays open for others; the person at the terminal; or whoever answers from
/// another process, for whom it waits.
enum class Asking { leave_open, terminal, wait_for_others };

class Session {
 public:
    Session(Environment& environment, std::string program);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Environment& environment() const { return environment_; }
    CommonOptions& options() { return options_; }
    const CommonOptions& options() const { return options_; }
    Registry& registry() { return registry_; }
    const Registry& registry() const { return registry_; }

    /// On whose behalf everything of this command line happens.
    Subject subject() const;
    const store::Backend& backend() const { return environment_.backend; }
    /// Names the state to the back end: the text of --state, or the state folder.
    Result<std::string> place() const;
    /// False if nothing is stored yet or place() fails. If the back end cannot tell, it is true, and
    /// opening the state says why.
    bool has_ledger() const;
    Result<std::unique_ptr<ledger::Store>> open_store(store::Mode mode) const;
    /// Needs a state that can be written.
    Result<Desk> open_desk(Asking asking = Asking::leave_open);
    /// The files of rules of this program, in force or not.
    std::unique_ptr<RuleFiles> rule_files() const;
    /// For what decides, spends and records nothing: needs no state.
    Desk open_stateless_desk();
    /// For what looks at the state and the rules and changes nothing; a state that is not there yet is not made.
    Result<Desk> open_reading_desk();
    bool has_terminal() const;
    /// How this command line asks on its terminal.
    TerminalPrompterOptions terminal_options();
    /// Requested by Ctrl-C, at a question and while a call is watched, and by the environment.
    std::stop_token interrupted() const { return interrupt_.get_token(); }
    /// For the time of a call: Ctrl-C asks it to stop, a second one ends the program. Outlives the Desk, whose end may wait for tools.
    /// nullptr where signals are not this command line's.
    std::unique_ptr<InterruptWatch> watch_interrupts();

    /// The command `words` of this program, to be typed by a person: name as typed, with the options that lead to the same state.
    std::string command(std::string_view words) const;

    /// How far a call of `tool` is, on standard error, as what stands behind that can show it.
    std::shared_ptr<ProgressLine> progress_of(std::string tool) const;

    std::ostream& out() const { return environment_.out; }
    /// One line of standard output, of which no control acts on a terminal.
    void print(const JsonWriter& json) const;
    /// A sentence for people, on standard error; made visible.
    void say(std::string_view sentence) const;
    /// Keeps the entry of a call or an undo that succeeded, for say_result_lost().
    void note_done(const ToolResult& result);
    /// Says that standard output took not all results, and which entries they are in; not where nothing happened and nobody reads them.
    void say_result_lost() const;
    /// With --json a failure is an object too.
    ExitCode report(const Error& error) const;
    ExitCode report(const Error& error, ExitCode code) const;

 private:
    std::unique_ptr<consent::Prompter> make_prompter(Asking asking, ledger::Store& store);
    std::unique_ptr<gate::Runtime> make_runtime(const Desk& desk);
    void add_sign(Desk& desk);

    Environment& environment_;
    std::string program_;
    CommonOptions options_;
    Registry registry_;
    std::vector<std::string> done_;  // entries
    std::stop_source interrupt_;
    std::stop_callback<std::function<void()>> stopped_with_environment_;
};

}  // namespace iam::host
