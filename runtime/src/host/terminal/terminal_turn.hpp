// Lets one question at a time stand on a terminal.
#pragma once

#include "host/terminal/terminal.hpp"
#include <iam/core/result.hpp>

#include <string>
#include <utility>

namespace iam::host {

/// The right to ask on one terminal. It is a lock on the terminal's own device, so programs of all
/// users and states agree on it. The kernel releases the lock when its holder ends. One object at a
/// time has it, also within one process.
///
/// If a process may not open the device, as after `su`, it locks it through standard input, output
/// or error. This lock is the process's, so objects of one process do not exclude each other then.
class TerminalTurn {
 public:
    /// Does not take the turn. Error unavailable: the terminal's device cannot be locked.
    static Result<TerminalTurn> of(const Terminal& terminal);
    TerminalTurn(TerminalTurn&& other) noexcept
        : own_(std::move(other.own_)),
          shared_(other.shared_),
          has_it_(std::exchange(other.has_it_, false)) {}
    TerminalTurn& operator=(TerminalTurn&&) = delete;
    ~TerminalTurn() { give_back(); }

    /// False: another holder has the turn.
    bool take();
    void give_back() noexcept;
    bool is_taken_by_another() const;

 private:
    TerminalTurn(Descriptor own, int shared) : own_(std::move(own)), shared_(shared) {}
    bool set(short type) const noexcept;

    Descriptor own_;  ///< the device, opened for this object alone; -1: `shared_` is used
    int shared_;      ///< standard input, output or error
    bool has_it_ = false;
};

/// Whether text other than a question may be written to the terminal: true unless a question stands
/// there or the program is in the background. Also true if `device` is no terminal.
bool is_terminal_free(const std::string& device);

}  // namespace iam::host
