// The command line's view of its process, as values, so tests can give others.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/result.hpp>
#include <iam/store/backend.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <stop_token>
#include <string>

namespace iam::mcp {
class ClaimedStreams;
}

namespace iam::host {

/// Waits for the time or for a stop; true: the time has passed. Called from any thread.
using Wait = std::function<bool(std::chrono::milliseconds, const std::stop_token&)>;

/// The references outlive the run.
struct Environment {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    const Clock& clock;
    Entropy& entropy;
    /// Opens the state. It must be complete.
    store::Backend backend{};
    std::string home{};
    std::string iam_state{};  ///< the place of the state where --state names none
    std::string xdg_state_home{};
    std::string xdg_config_home{};
    std::string working_folder{};
    std::map<std::string, std::string> variables{};  ///< of the process
    /// The program reads the servers of servers_path() where --servers is not given.
    bool has_servers = false;
    /// Not taken from $XDG_CONFIG_DIRS: a managed user could point it elsewhere.
    std::string managed_folder = "/etc/xdg";
    unsigned managed_owner = 0;
    std::string login{};
    std::string terminal = "/dev/tty";
    bool plain = false;            ///< the terminal knows no colours
    bool marks_pastes = false;     ///< the terminal can mark pasted text
    bool in_is_terminal = false;   ///< a chat reads lines
    bool out_is_terminal = false;  ///< lists have heads
    std::size_t err_columns = 0;   ///< columns of standard error; 0: it is no terminal
    std::string locale{};          ///< of the questions, as POSIX spells it
    std::chrono::milliseconds arming_delay{300};
    Wait wait{};  ///< for signs, times of runs and next looks; empty: the machine's clock
    std::stop_token stop{};  ///< ends waiting commands: audit --follow, call --wait
    /// SIGINT belongs to the command line: during a call the first one asks the call to stop.
    bool owns_interrupts = false;
    /// The model of chats that name none; the build's choice. Empty: none.
    std::string default_model{};
    /// The running program, as an absolute path.
    std::string program_file{};
    /// Takes standard input and output for messages. Empty: the process is not this command line's.
    std::function<Result<mcp::ClaimedStreams>()> claim_streams{};
    /// Asked if `out` takes no more; true: nobody reads `out` any longer. Empty: a reader is there.
    std::function<bool()> reader_is_gone{};
};

}  // namespace iam::host
